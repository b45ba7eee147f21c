//! Ops as text.

use std::num::NonZeroU32;

use proptest::prelude::*;
use roguelab_lockstep::{Domain, Operation, Shows, Subject, Width};

use crate::toy::{Defect, Toy, ToyOp};

roguelab_lockstep::ops! {
    /// Arguments of several types.
    #[derive(Copy)]
    enum MixedOp {
        /// Three of them,
        /// on two lines.
        Three { a: i64, b: u64, n: NonZeroU32 } = "three" => words [draws, seeds],
        /// No argument.
        Quiet = "quiet",
    }
}

proptest! {
    #[test]
    fn every_op_is_read_back_and_no_text_makes_the_parser_panic(a: i64, b: u64, n: NonZeroU32, text: String) {
        let op = MixedOp::Three { a, b, n };
        prop_assert_eq!(op.to_string().parse(), Ok(op));
        if let Ok(op) = text.parse::<ToyOp>() {
            prop_assert!(text.contains(&op.to_string()));
        }
    }
}

#[test]
fn ops_are_described() {
    let [three, quiet] = MixedOp::OPS else {
        panic!()
    };
    assert_eq!((three.form, quiet.form), ("three A B N", "quiet"));
    assert_eq!(
        (three.does, three.shows, three.draws, three.seeds),
        ("Three of them, on two lines.", Shows::Words, true, true)
    );
    assert_eq!((quiet.shows, quiet.seeds), (Shows::Nothing, false));
    let domain = Domain::number(Width::U32, 1, u32::MAX.into(), u32::MAX.into());
    assert_eq!(
        (three.arguments[2].name, three.arguments[2].domain),
        ("n", domain)
    );
}

#[test]
fn an_error_names_the_piece_and_what_was_expected() {
    let ops = "seed SEED; word; words COUNT; walk STEPS; names";
    let toy: &dyn Subject = &Toy::new(Defect::None);
    for (text, expected) in [
        (
            "wrds 3",
            format!("`wrds 3`: no such op, did you mean `words`?; the ops are: {ops}"),
        ),
        (
            "seed",
            "`seed`: expected `seed SEED`, which has 1 argument(s), not 0".into(),
        ),
        (
            "seed -1",
            "`seed -1`: expected `seed SEED`, where SEED is 0 to 4294967295, not `-1`".into(),
        ),
        (" ", format!("no op given; the ops are: {ops}")),
    ] {
        assert_eq!(toy.op(text).unwrap_err().to_string(), expected);
        assert_eq!(text.parse::<ToyOp>().unwrap_err().to_string(), expected);
    }
}
