//! Ops as text.

use std::num::NonZeroU32;

use lockstep::{Domain, Operation, Shows, Width, join_ops, parse_ops};
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
    fn no_text_makes_the_parser_panic(text: String) {
        if let Ok(ops) = parse_ops::<ToyOp>(&text) {
            prop_assert!(!ops.is_empty());
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
    assert_eq!(
        (quiet.shows, quiet.draws, quiet.seeds, quiet.arguments.len()),
        (Shows::Nothing, false, false, 0)
    );
    let domain = Domain::number(Width::U32, 1, u32::MAX.into(), u32::MAX.into());
    assert_eq!(
        (three.arguments[2].name, three.arguments[2].domain),
        ("n", domain)
    );
}

#[test]
fn blanks_between_ops_do_not_matter() {
    assert_eq!(
        parse_ops(" seed   7 ;word;; "),
        Ok(vec![ToyOp::Seed { seed: 7 }, ToyOp::Word])
    );
}

#[test]
fn an_error_names_the_piece_and_what_was_expected() {
    let ops = "seed SEED; word; words COUNT; walk STEPS; names";
    let type_of = "where SEED is of type u32, not `-1`: invalid digit found in string";
    for (text, expected) in [
        (
            "word; wrds 3",
            format!("`wrds 3`: no such op, did you mean `words`?; the ops are: {ops}"),
        ),
        (
            "seed",
            "`seed`: expected `seed SEED`, which has 1 argument(s), not 0".into(),
        ),
        (
            "word 3",
            "`word 3`: expected `word`, which has 0 argument(s), not 1".into(),
        ),
        (
            "seed -1",
            format!("`seed -1`: expected `seed SEED`, {type_of}"),
        ),
        ("", format!("no op given; the ops are: {ops}")),
        (" ", format!("no op given; the ops are: {ops}")),
        (";;", format!("no op given; the ops are: {ops}")),
    ] {
        assert_eq!(parse_ops::<ToyOp>(text).unwrap_err().to_string(), expected);
    }
    assert!(
        "".parse::<ToyOp>()
            .unwrap_err()
            .to_string()
            .starts_with("no op given")
    );
}
