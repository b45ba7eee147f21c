//! What the document says about even spreads, beyond what the baseline counts: that they alone fulfil its definition, and how
//! large recursive calls are.

use proptest::prelude::*;
use roguelab_grids::spread::{
    Fraction, MAXIMUM, SpreadError, is_palindrome, is_spread, largest_deviation, recursion,
    reversed_iter, spread, spread_iter,
};

/// The sequence as text over `a` and `b`.
fn text(na: u64, nb: u64) -> String {
    spread('a', 'b', na, nb).unwrap().into_iter().collect()
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

/// All pairs of numbers up to a largest one.
fn pairs(largest: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..=largest).flat_map(move |na| (0..=largest).map(move |nb| (na, nb)))
}

#[test]
fn the_lazy_spread_equals_the_list_forwards_and_backwards() {
    for (na, nb) in pairs(200).chain([
        (1_000_000, 3),
        (414_213, 1_000_000),
        (832_040, 514_229),
        (500_001, 500_000),
    ]) {
        let list = spread(0u8, 1, na, nb).unwrap();
        let lazy = spread_iter(0u8, 1, na, nb).unwrap();
        assert_eq!(lazy.len(), list.len());
        assert!(lazy.eq(list.iter().copied()), "{na},{nb}");
        assert!(
            reversed_iter(0u8, 1, na, nb)
                .unwrap()
                .eq(list.into_iter().rev()),
            "{na},{nb} backwards"
        );
    }
}

#[test]
fn palindromes_are_told_without_spreading() {
    for (na, nb) in pairs(60) {
        assert_eq!(
            is_palindrome(na, nb),
            text(na, nb) == reversed(&text(na, nb)),
            "{na},{nb}"
        );
    }
    assert!(!is_palindrome(3, 1), "abaa");
}

#[test]
fn a_swapped_pair_of_neighbours_is_no_longer_spread() {
    for (na, nb) in pairs(40) {
        let sequence = spread('a', 'b', na, nb).unwrap();
        for n in 1..sequence.len() {
            let mut swapped = sequence.clone();
            swapped.swap(n - 1, n);
            // Two different sequences can both be spread only if the innermost level alternates, and they differ by a single
            // swap only if that level is one pair.
            let turned_round = swapped.iter().eq(sequence.iter().rev());
            assert_eq!(
                is_spread(&swapped),
                swapped == sequence || turned_round,
                "{na},{nb} swapped at {n}"
            );
            assert!(
                !turned_round
                    || recursion(na, nb).last().unwrap_or((na, nb)) == (1, 1)
                    || swapped == sequence
            );
        }
    }
}

#[test]
fn what_the_definition_does_not_know_is_not_spread() {
    assert!(!is_spread(&['a', 'b', 'c']), "three kinds");
    assert!(
        !is_spread(&['b', 'a', 'a']),
        "a separator that separates nothing"
    );
    assert!(
        !is_spread(&['a', 'b', 'b', 'a', 'a']),
        "two separators in a row"
    );
    assert!(
        !is_spread(&['a', 'b', 'a', 'a', 'a', 'b', 'a', 'a']),
        "groups of one and of three"
    );
    assert!(
        !is_spread(&['a', 'b', 'a', 'b', 'a', 'a', 'b', 'a', 'a']),
        "group sizes that are not spread"
    );
    assert!(
        !is_spread(&['a', 'b', 'b', 'a']),
        "as many of both, but not in turns"
    );
    assert!(is_spread::<char>(&[]));
}

#[test]
fn too_many_items_are_an_error() {
    for (na, nb) in [(MAXIMUM, 1), (u64::MAX, u64::MAX), (0, MAXIMUM + 1)] {
        assert_eq!(spread((), (), na, nb), Err(SpreadError::TooMany { na, nb }));
        assert_eq!(
            spread_iter((), (), na, nb).map(drop),
            Err(SpreadError::TooMany { na, nb })
        );
    }
    assert_eq!(
        spread_iter('a', 'b', MAXIMUM, 0).unwrap().len() as u64,
        MAXIMUM
    );
}

#[test]
fn a_list_that_does_not_fit_in_memory_is_an_error() {
    // 2^49 bytes: more than an address can reach.
    static ITEM: [u8; 1 << 18] = [0; 1 << 18];
    assert_eq!(
        spread(ITEM, ITEM, MAXIMUM, 0).map(drop),
        Err(SpreadError::NoMemory(MAXIMUM))
    );
}

#[test]
fn deviation_is_the_largest_over_all_beginnings() {
    let deviation = |text: &str| largest_deviation(text.as_bytes(), &b'b');
    assert_eq!(deviation("abab"), Fraction::new(1, 2).unwrap());
    assert_eq!(deviation("aabb"), Fraction::new(1, 1).unwrap());
    assert_eq!(deviation("abaaba"), Fraction::new(1, 3).unwrap());
    let part = Fraction::new(6, 8).unwrap();
    assert_eq!((part.numerator(), part.denominator()), (3, 4));
    assert!((part.to_f64() - 0.75).abs() < f64::EPSILON);
    assert_eq!(deviation("aaa"), deviation(""));
    assert_eq!(deviation("aaab"), deviation("baaa"));
    assert_eq!(deviation("aaab").to_string(), "3/4");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(na: u64, nb: u64, small_a in 0..3000u64, small_b in 0..3000u64) {
        prop_assert!(recursion(na, nb).count() <= 64);
        is_palindrome(na, nb);
        let _ = spread_iter((), (), na, nb);
        let list = spread(0, 1, small_a, small_b).unwrap();
        prop_assert!(is_spread(&list));
        prop_assert!(spread_iter(0, 1, small_a, small_b).unwrap().eq(list));
    }
}
