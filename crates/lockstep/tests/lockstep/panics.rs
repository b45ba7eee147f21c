//! A panic on one side is a failed case, explained like any other.

use roguelab_lockstep::{CaseKind, Cases, Failure, Role, run, split_ops};

use crate::toy::{Defect, Toy};

/// The failure of the port with a defect, whether it is the expected side or the one under test.
fn failed(defect: Defect, [expected, actual]: [Role; 2]) -> Failure {
    let lists = ["names", "word; names; word; word; names"].map(split_ops);
    let cases = Cases::new(CaseKind::Edge, 2, lists).seeded(9);
    run(&Toy::new(defect), expected, actual, cases).unwrap_err()
}

const UNDER_TEST: [Role; 2] = [Role::Reference, Role::Port];
const TRUSTED: [Role; 2] = [Role::Port, Role::Reference];

/// The text with each place in the source replaced by PLACE.
fn without_places(text: &str) -> String {
    let (before, rest) = text.split_once("(at ").unwrap();
    let (place, after) = rest.split_once(')').unwrap();
    assert!(place.contains("toy.rs:"), "{place}");
    format!("{before}(at PLACE){after}")
}

#[test]
fn a_panic_is_a_failed_case() {
    let expected = include_str!("panic.txt").trim_end();
    let said = failed(Defect::Panics, UNDER_TEST).to_string();
    assert_eq!(without_places(&said), expected);
}

#[test]
fn a_panic_of_the_expected_side_proves_nothing() {
    assert_eq!(
        without_places(&failed(Defect::Panics, TRUSTED).to_string()),
        "the expected side failed at `word`: it panicked: no, room for 3 (at PLACE)"
    );
}

#[test]
fn a_side_that_cannot_be_made_fails_at_the_first_op() {
    let failure = failed(Defect::Unmade, UNDER_TEST);
    let Failure::Differs(found) = failure else {
        panic!("{failure}")
    };
    assert_eq!(
        (found.case, found.op_of_case, found.shortest.len()),
        (0, 0, 1)
    );
    assert!(found.trouble.unwrap().contains("no memory (at "));
    let failure = failed(Defect::Unmade, TRUSTED).to_string();
    assert!(
        failure.contains("the expected side failed at `names`: it panicked: no memory"),
        "{failure}"
    );
}
