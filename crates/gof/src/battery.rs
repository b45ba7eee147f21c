//! The tests there are, by kind of item, and the batteries of those that are sound for it.
//!
//! ```
//! use gof::battery::{self, Kind};
//!
//! let names: Vec<&str> = battery::words(32)?.iter().map(|test| test.name()).collect();
//! assert!(names.contains(&"permutation-3") && names.contains(&"birthday-spacings"));
//! assert!(battery::by_name(Kind::Permutations, "ranks").is_some());
//! # Ok::<(), gof::Error>(())
//! ```

mod families;
mod list;

pub use families::{FAMILIES, Family, Of, Parameter};
pub use list::TESTS;

use crate::words::out_of_range;
use crate::{Error, Test, permutations};

/// A kind of items.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    /// Words, as `u64`.
    Words,
    /// Values below a bound, as `u32`.
    Values,
    /// Permutations of `0..n`, as `[u32]`.
    Permutations,
}

/// A test, or the reason why there is none.
pub type Made<Item> = Result<Box<dyn Test<Item>>, Error>;

/// How a test is made for words of so many bits, values below a bound, or permutations of a length.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// From the bits of a word.
    Words(fn(u32) -> Made<u64>),
    /// From the bound.
    Values(fn(u32) -> Made<u32>),
    /// From the length.
    Permutations(fn(usize) -> Made<[u32]>),
}

/// A test of one kind of items.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, as in [`Test::name`]; unique among those of its kind.
    pub name: &'static str,
    /// About how many nanoseconds an item it costs, measured once: a ranking of the tests of a kind.
    pub cost: u32,
    /// What makes it.
    pub make: Make,
}

impl Entry {
    /// The kind of its items.
    pub const fn kind(&self) -> Kind {
        match self.make {
            Make::Words(_) => Kind::Words,
            Make::Values(_) => Kind::Values,
            Make::Permutations(_) => Kind::Permutations,
        }
    }
}

/// The tests that are sound for words of `bits` random bits.
///
/// # Errors
/// [`Error::Parameter`] unless there are 8 to 64 bits.
pub fn words(bits: u32) -> Result<Vec<Box<dyn Test<u64>>>, Error> {
    if !(8..=64).contains(&bits) {
        return Err(out_of_range("bits of a word", bits, "8 to 64"));
    }
    Ok(sound(|make| {
        if let Make::Words(make) = make {
            make(bits).ok()
        } else {
            None
        }
    }))
}

/// The tests that are sound for values below `below`.
///
/// # Errors
/// [`Error::Parameter`] unless `below` is at least 2.
pub fn values(below: u32) -> Result<Vec<Box<dyn Test<u32>>>, Error> {
    if below < 2 {
        return Err(out_of_range("bound of the values", below, "at least 2"));
    }
    Ok(sound(|make| {
        if let Make::Values(make) = make {
            make(below).ok()
        } else {
            None
        }
    }))
}

/// The tests that are sound for permutations of `0..n`.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`permutations::LONGEST`].
pub fn permutations(n: usize) -> Result<Vec<Box<dyn Test<[u32]>>>, Error> {
    if !(2..=permutations::LONGEST).contains(&n) {
        return Err(out_of_range("length of a permutation", n, "2 to 16777216"));
    }
    let mut tests = sound(|make| {
        if let Make::Permutations(make) = make {
            make(n).ok()
        } else {
            None
        }
    });
    tests.retain(|test| !is_another(n, test.name()));
    Ok(tests)
}

/// Whether a test of short permutations is another one under a second name.
fn is_another(n: usize, name: &str) -> bool {
    match name {
        // There are as many buckets as ranks.
        "rank-buckets" => n <= 6,
        // Of three, the cycles tell how many items their successor follows.
        "adjacent-pairs" => n <= 3,
        // There are two permutations of two.
        "ranks" | "lagged" => false,
        _ => n == 2,
    }
}

fn sound<Item: ?Sized>(
    made: impl FnMut(Make) -> Option<Box<dyn Test<Item>>>,
) -> Vec<Box<dyn Test<Item>>> {
    TESTS
        .iter()
        .map(|entry| entry.make)
        .filter_map(made)
        .collect()
}

/// The test of this kind and name.
pub fn by_name(kind: Kind, name: &str) -> Option<&'static Entry> {
    TESTS
        .iter()
        .find(|entry| entry.kind() == kind && entry.name == name)
}

/// The test of words of `bits` bits that `spec` names: a test of the lists, or one of [`FAMILIES`] with parameters, as in
/// `permutation:t=4` or `birthday:d=2^30,m=4096`.
///
/// # Errors
/// [`Error::Parameter`] if there is none of this name, or none for such words, or with such parameters.
pub fn word_test(bits: u32, spec: &str) -> Made<u64> {
    if let Some(Make::Words(make)) = by_name(Kind::Words, spec).map(|entry| entry.make) {
        return make(bits);
    }
    match families::parse(Kind::Words, spec)? {
        (Of::Words(make), name, given) => make(name, bits, &given),
        _ => Err(families::unknown("test of words", spec)),
    }
}

/// The test of values below `below` that `spec` names, as for [`word_test`].
///
/// # Errors
/// [`Error::Parameter`] if there is none of this name, or none for such values, or with such parameters.
pub fn value_test(below: u32, spec: &str) -> Made<u32> {
    if let Some(Make::Values(make)) = by_name(Kind::Values, spec).map(|entry| entry.make) {
        return make(below);
    }
    match families::parse(Kind::Values, spec)? {
        (Of::Values(make), name, given) => make(name, below, &given),
        _ => Err(families::unknown("test of values", spec)),
    }
}

/// The test of permutations of `n` that `spec` names: one of the lists.
///
/// # Errors
/// [`Error::Parameter`] if there is none of this name, or none for such permutations.
pub fn permutation_test(n: usize, spec: &str) -> Made<[u32]> {
    match by_name(Kind::Permutations, spec).map(|entry| entry.make) {
        Some(Make::Permutations(make)) => make(n),
        _ => Err(families::unknown("test of permutations", spec)),
    }
}

/// The tests of values from 0 that have these weights.
///
/// # Errors
/// [`Error::NothingToTest`] with fewer than two weights above zero; [`Error::TooLarge`] for too many.
pub fn weighted(weights: &[u64]) -> Result<Vec<Box<dyn Test<u32>>>, Error> {
    crate::values::weighted::battery(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};
    use std::collections::BTreeSet;

    fn names<Item: ?Sized>(battery: &[Box<dyn Test<Item>>]) -> BTreeSet<&'static str> {
        battery.iter().map(|test| test.name()).collect()
    }

    fn listed(kind: Kind) -> BTreeSet<&'static str> {
        TESTS
            .iter()
            .filter(|entry| entry.kind() == kind)
            .map(|entry| entry.name)
            .collect()
    }

    #[test]
    fn every_listed_test_is_in_a_battery_under_its_name() {
        assert_eq!(names(&words(32).unwrap()), listed(Kind::Words));
        assert_eq!(names(&values(1_000_000).unwrap()), listed(Kind::Values));
        assert_eq!(names(&permutations(8).unwrap()), listed(Kind::Permutations));
        let unique: BTreeSet<_> = TESTS
            .iter()
            .map(|entry| (entry.kind(), entry.name))
            .collect();
        assert_eq!(unique.len(), TESTS.len(), "names are unique among a kind");
        for entry in TESTS {
            assert_eq!(by_name(entry.kind(), entry.name).unwrap().cost, entry.cost);
        }
        assert!(by_name(Kind::Words, "parity").is_none());
    }

    #[test]
    fn what_is_not_sound_is_left_out() {
        let left_out = |kind, battery: BTreeSet<&'static str>| {
            listed(kind)
                .difference(&battery)
                .copied()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            left_out(Kind::Words, names(&words(8).unwrap())),
            ["birthday-spacings", "birthday-spacings-pairs"]
        );
        assert_eq!(
            left_out(Kind::Values, names(&values(6).unwrap())),
            ["birthday-spacings", "frequency-remainders"]
        );
        assert_eq!(
            left_out(Kind::Permutations, names(&permutations(14).unwrap())),
            ["ranks"]
        );
        assert_eq!(
            left_out(Kind::Permutations, names(&permutations(6).unwrap())),
            ["rank-buckets"]
        );
        let of_three = ["adjacent-pairs", "rank-buckets"];
        assert_eq!(
            left_out(Kind::Permutations, names(&permutations(3).unwrap())),
            of_three
        );
        assert_eq!(
            names(&permutations(2).unwrap()),
            BTreeSet::from(["lagged", "ranks"])
        );
        assert_eq!(
            left_out(Kind::Permutations, names(&permutations(52).unwrap())),
            ["rank-buckets", "ranks"]
        );
        assert!(words(7).is_err() && words(65).is_err() && values(1).is_err());
        assert!(permutations(1).is_err() && permutations(permutations::LONGEST + 1).is_err());
    }

    /// Every test of a battery, for every size at which something changes, passes a fair source.
    fn all_pass<Item: ?Sized>(
        mut battery: Vec<Box<dyn Test<Item>>>,
        mut push: impl FnMut(&mut dyn Test<Item>),
        what: &str,
    ) {
        for test in &mut battery {
            assert!(
                test.outcome().is_err(),
                "{what}, {}: an outcome without data",
                test.name()
            );
            while test.items() < test.needed().max(2000) {
                push(&mut **test);
            }
            let p = test.outcome().unwrap().p.two_sided().value();
            // About 350 tests in all: 1e-5 each is one false alarm in 300 choices of seeds.
            assert!(p > 1e-5, "{what}, {}: p = {p}", test.name());
        }
    }

    #[test]
    fn a_fair_source_passes_every_test() {
        let mut random = ChaCha8Rng::seed_from_u64(10);
        for bits in [8, 16, 24, 31, 32, 64] {
            all_pass(
                words(bits).unwrap(),
                |test| test.push(&(random.next_u64() >> (64 - bits))),
                &format!("{bits} bits"),
            );
        }
        for below in [2, 3, 6, 8, 9, 100, 257, 65_536, 1_000_003, u32::MAX] {
            let mut value = || ((u128::from(random.next_u64()) * u128::from(below)) >> 64) as u32;
            all_pass(
                values(below).unwrap(),
                |test| test.push(&value()),
                &format!("below {below}"),
            );
        }
        for n in [2, 3, 5, 8, 14, 20, 21, 100, 1100] {
            let mut items: Vec<u32> = (0..n as u32).collect();
            let mut shuffled = |test: &mut dyn Test<[u32]>| {
                for i in (1..n).rev() {
                    items.swap(
                        i,
                        ((u64::from(random.next_u32()) * (i as u64 + 1)) >> 32) as usize,
                    );
                }
                test.push(&items);
            };
            all_pass(
                permutations(n).unwrap(),
                &mut shuffled,
                &format!("permutations of {n}"),
            );
        }
    }

    #[test]
    fn items_at_once_are_the_same_as_one_by_one() {
        let mut random = ChaCha8Rng::seed_from_u64(12);
        let items: Vec<u64> = (0..170_000).map(|_| random.next_u64() >> 32).collect();
        for (mut at_once, mut one_by_one) in words(32).unwrap().into_iter().zip(words(32).unwrap())
        {
            let (mut rest, mut length) = (&items[..], 0);
            while !rest.is_empty() {
                // Blocks of all lengths.
                length = (length + 1) % 1400;
                let (block, after) = rest.split_at(length.min(rest.len()));
                at_once.push_all(block);
                rest = after;
            }
            for item in &items {
                one_by_one.push(item);
            }
            assert_eq!(at_once.outcome(), one_by_one.outcome());
            assert_eq!(at_once.items(), items.len() as u64);
        }
    }

    #[test]
    fn the_farthest_class_of_values_is_named() {
        for (name, expected) in [
            ("frequency", "value 3: 1000 times instead of 100.0"),
            (
                "serial-pairs",
                "value 3, then value 3: 500 times instead of 5.0",
            ),
            (
                "gap:groups=8",
                "31 or more others before value 0 to 1: 32 times instead of 0.03",
            ),
            (
                "lagged",
                "100.0 % instead of 10.0 % of the values equal the one 1 before",
            ),
            (
                "equal-runs",
                "2 equal values in a row: 999 times instead of 99.9",
            ),
            (
                "absences",
                "value 0 is missing from 100 blocks of 10 items instead of 34.9",
            ),
        ] {
            let mut test = value_test(10, name).unwrap();
            (0..1000).for_each(|_| test.push(&3));
            assert_eq!(test.worst().unwrap(), expected);
        }
    }

    /// On the same data, no two tests find the same.
    fn all_differ<Item: ?Sized>(
        mut battery: Vec<Box<dyn Test<Item>>>,
        items: &[Box<Item>],
        what: &str,
    ) {
        let found: Vec<_> = battery
            .iter_mut()
            .map(|test| {
                for item in items {
                    test.push(item);
                }
                (
                    test.name(),
                    test.outcome()
                        .ok()
                        .map(|outcome| (outcome.reference, outcome.p)),
                )
            })
            .collect();
        for (at, (name, outcome)) in found
            .iter()
            .enumerate()
            .filter(|(_, (_, outcome))| outcome.is_some())
        {
            for (other, same) in &found[..at] {
                assert_ne!(outcome, same, "{what}: {name} is {other}");
            }
        }
    }

    #[test]
    fn no_two_tests_of_a_battery_are_the_same() {
        let mut random = ChaCha8Rng::seed_from_u64(16);
        for n in 2..=9 {
            let mut list: Vec<u32> = (0..n).collect();
            let lists: Vec<Box<[u32]>> = (0..6000)
                .map(|_| {
                    (1..n as usize)
                        .rev()
                        .for_each(|i| list.swap(i, random.next_u32() as usize % (i + 1)));
                    list.clone().into()
                })
                .collect();
            all_differ(
                permutations(n as usize).unwrap(),
                &lists,
                &format!("permutations of {n}"),
            );
        }
        for below in [2, 3, 4, 5, 6, 8, 9, 20, 100, 300] {
            let values: Vec<Box<u32>> = (0..40_000)
                .map(|_| (random.next_u32() % below).into())
                .collect();
            all_differ(
                super::values(below).unwrap(),
                &values,
                &format!("below {below}"),
            );
        }
    }

    fn none_passes<Item: ?Sized>(
        battery: Result<Vec<Box<dyn Test<Item>>>, Error>,
        item: &Item,
        log10: f64,
    ) {
        for mut test in battery.unwrap() {
            (0..3 * test.needed()).for_each(|_| test.push(item));
            let outcome = test.outcome().unwrap();
            assert!(
                outcome.p.two_sided().log10() < log10,
                "{}: {outcome:?}",
                test.null()
            );
        }
    }

    #[test]
    fn no_battery_passes_a_constant() {
        for bits in [8, 32, 64] {
            none_passes(words(bits), &1, -5.0);
        }
        for below in [2, 6, 1000] {
            none_passes(values(below), &(below / 2), -5.0);
        }
        for n in [5, 52_u32] {
            none_passes(
                permutations(n as usize),
                &(0..n).collect::<Vec<_>>()[..],
                -3.0,
            );
        }
    }
}
