//! States and events between draws are compared beside the draws.

use lockstep::diverge::{Comparison, Settings, StatesDiffer};
use lockstep::trace::Notation;

fn states(a: &str, b: &str) -> (Option<StatesDiffer>, (u64, u64)) {
    let mut comparison = Comparison::new(a.as_bytes(), b.as_bytes(), Settings::default());
    assert_eq!(comparison.next_divergence().unwrap(), None);
    let tally = comparison.tally();
    (tally.states.clone(), tally.events)
}

/// So many draws, with an event after each, which says what the function gives.
fn game(event: impl Fn(usize) -> String) -> String {
    (0..1000).fold(String::new(), |text, index| {
        text + &format!("hit 1 6 {} 3\nevent hp {}\n", index * 7919, event(index))
    })
}

#[test]
fn draws_that_agree_while_the_state_differs_are_told_with_their_number() {
    let right = game(|index| (index / 3).to_string());
    assert_eq!(states(&right, &right), (None, (1000, 1000)));
    let wrong = game(|index| {
        if index >= 811 {
            "9".into()
        } else {
            (index / 3).to_string()
        }
    });
    let (found, _) = states(&right, &wrong);
    let found = found.unwrap();
    assert_eq!((found.agreed, found.places, found.events), (812, 189, true));
    assert_eq!(found.first, (1625, 1625), "the line of the next draw");
    assert_eq!(found.texts, (b"hp 270".to_vec(), b"hp 9".to_vec()));
}

#[test]
fn the_last_events_count_too_and_an_event_can_be_missing() {
    let right = game(|_| "5".into());
    let (found, _) = states(&right, right.strip_suffix("event hp 5\n").unwrap());
    let found = found.unwrap();
    assert_eq!(
        (found.agreed, found.places, found.texts),
        (1000, 1, (b"hp 5".to_vec(), Vec::new()))
    );
}

#[test]
fn events_of_one_trace_alone_are_counted_and_make_no_difference() {
    let right = game(|_| "5".into());
    let without = right.replace("event hp 5\n", "");
    assert_eq!(states(&right, &without), (None, (1000, 0)));
    assert_eq!(states(&without, &right), (None, (0, 1000)));
}

#[test]
fn a_state_column_is_compared_where_both_have_one() {
    let text = |states: [&str; 3]| {
        states
            .iter()
            .enumerate()
            .fold("# columns: word state\n".to_owned(), |text, (at, state)| {
                text + &format!("{at} {state}\n")
            })
    };
    assert_eq!(
        states(&text(["a", "b", "c"]), &text(["a", "-", "c"])).0,
        None
    );
    let found = states(&text(["a", "b", "c"]), &text(["a", "B", "C"]))
        .0
        .unwrap();
    assert_eq!(
        (found.agreed, found.places, found.events, found.first),
        (2, 2, false, (3, 3))
    );
    assert_eq!(found.texts, (b"b".to_vec(), b"B".to_vec()));
}

#[test]
fn a_notation_that_is_given_is_not_told_from_the_text() {
    let settings = Settings {
        notation: Some(Notation::Columns),
        ..Settings::default()
    };
    let mut comparison = Comparison::new(&b"5\n"[..], &b"5\n"[..], settings);
    assert!(comparison.next_divergence().is_err());
}
