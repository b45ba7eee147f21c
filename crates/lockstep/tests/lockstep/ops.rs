//! Ops as text.

use lockstep::{Operation, ParseOpError, join_ops, parse_ops};
use proptest::prelude::*;

use crate::toy::ToyOp;

lockstep::ops! {
    /// Arguments of several types, one with a remark.
    #[derive(Copy)]
    enum MixedOp {
        /// Three of them.
        Three {
            a: i128,
            /// A letter.
            letter: char,
            flag: bool,
        } = "three",
        /// None.
        Quiet = "quiet",
    }
}

proptest! {
    #[test]
    fn every_op_is_read_back(a: i128, letter in "[a-z]", flag: bool) {
        let op = MixedOp::Three { a, letter: letter.parse().unwrap(), flag };
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
fn forms_name_the_arguments() {
    assert_eq!(MixedOp::FORMS, ["three A LETTER FLAG", "quiet"]);
    assert_eq!(ToyOp::FORMS, ["seed SEED", "word", "words COUNT", "walk STEPS", "names"]);
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
