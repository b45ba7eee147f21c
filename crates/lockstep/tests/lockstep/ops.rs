//! Ops as text.

use std::num::NonZeroU32;

use lockstep::{Domain, Operation, ParseOpError, Shows, Width, join_ops, parse_ops};
use proptest::prelude::*;

use crate::toy::ToyOp;

lockstep::ops! {
    /// Arguments of several types.
    #[derive(Copy)]
    enum MixedOp {
        /// Three of them,
        /// on two lines.
        Three { a: i64, b: u64, n: NonZeroU32 } = "three" => words [draws, seeds],
        /// None.
        Quiet = "quiet",
    }
}

proptest! {
    #[test]
    fn every_op_is_read_back(a: i64, b: u64, n: NonZeroU32) {
        let op = MixedOp::Three { a, b, n };
        prop_assert_eq!(op.to_string().parse(), Ok(op));
        let list = vec![MixedOp::Quiet, op, op, MixedOp::Quiet];
        prop_assert_eq!(parse_ops(&join_ops(&list)), Ok(list));
    }

    #[test]
    fn no_text_is_trouble(text: String) {
        if let Ok(ops) = parse_ops::<ToyOp>(&text) {
            prop_assert!(!ops.is_empty());
        }
    }
}

#[test]
fn ops_are_described() {
    let [three, quiet] = MixedOp::OPS else { panic!() };
    assert_eq!((three.form, quiet.form), ("three A B N", "quiet"));
    assert_eq!(
        (three.does, three.shows, three.draws, three.seeds),
        ("Three of them, on two lines.", Shows::Words, true, true)
    );
    assert_eq!((quiet.shows, quiet.draws, quiet.seeds, quiet.arguments.len()), (Shows::Nothing, false, false, 0));
    let domain = Domain::number(Width::U32, 1, u32::MAX.into(), u32::MAX.into());
    assert_eq!((three.arguments[2].name, three.arguments[2].domain), ("n", domain));
}

#[test]
fn blanks_between_ops_do_not_matter() {
    assert_eq!(parse_ops(" seed   7 ;word;; "), Ok(vec![ToyOp::Seed { seed: 7 }, ToyOp::Word]));
}

fn message(text: &str) -> String {
    parse_ops::<ToyOp>(text).unwrap_err().to_string()
}

#[test]
fn an_error_names_the_piece_and_what_was_expected() {
    assert_eq!(
        message("word; wrds 3"),
        "`wrds 3`: no such op, did you mean `words`?; the ops are: seed SEED; word; words COUNT; walk STEPS; names"
    );
    assert_eq!(message("seed"), "`seed`: expected `seed SEED`, which has 1 argument(s), not 0");
    assert_eq!(message("word 3"), "`word 3`: expected `word`, which has 0 argument(s), not 1");
    assert_eq!(
        message("seed -1"),
        "`seed -1`: expected `seed SEED`, where SEED is of type u32, not `-1`: invalid digit found in string"
    );
}

#[test]
fn a_list_without_ops_is_an_error() {
    for text in ["", " ", ";;"] {
        assert!(matches!(parse_ops::<ToyOp>(text), Err(ParseOpError::Nothing { .. })), "{text}");
    }
    assert!(matches!("".parse::<ToyOp>(), Err(ParseOpError::Nothing { .. })));
}
