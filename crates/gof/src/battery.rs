//! All tests by kind of item, and the batteries of tests that are sound for each kind.
//!
//! ```
//! use roguelab_gof::battery;
//!
//! let names: Vec<&str> = battery::words(32)?.iter().map(|test| test.name()).collect();
//! assert!(names.contains(&"permutation-3") && names.contains(&"birthday-spacings"));
//! assert!(battery::build_test::<[u32]>(5, "ranks").is_ok());
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

mod entry;
mod table;

pub use entry::{BatteryKind, Entry, Item, Make, Parameter};
pub use table::TESTS;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::error::{check_range, out_of_range};
use crate::test::BuiltTest;
use crate::words::complexity::LinearComplexity;
use crate::words::{Alternate, Fold, Folded, Share, rank};
use crate::{Error, Test, permutations};

/// The tests of the batteries: those of [`TESTS`] without parameters.
pub fn tests() -> impl Iterator<Item = &'static Entry> {
    TESTS.iter().filter(|entry| entry.parameters.is_empty())
}

/// The tests that are sound for words of `bits` random bits.
///
/// # Errors
/// [`Error::Parameter`] unless there are 8 to 64 bits.
pub fn words(bits: u32) -> Result<Vec<Box<dyn Test<u64>>>, Error> {
    check_range("bits of a word", bits, 8..=64, "8 to 64")?;
    Ok(build_battery(bits))
}

/// The names of [`halves`], each with whether it is of the second of two words.
const HALVES: [(&str, bool); 4] = [
    ("linear-complexity-first", false),
    ("linear-complexity-second", true),
    ("matrix-rank-first", false),
    ("matrix-rank-second", true),
];

/// Whether a test of this name is one of [`halves`].
pub fn is_of_halves(name: &str) -> bool {
    HALVES.iter().any(|half| half.0 == name)
}

/// Tests of every second word, for a stream that may be the halves of words of twice `bits` bits: the linear complexity of
/// each half's lowest bit, and the ranks of its matrices.
///
/// # Errors
/// [`Error::Parameter`] unless there are 8 to 64 bits.
pub fn halves(bits: u32) -> Result<Vec<Box<dyn Test<u64>>>, Error> {
    check_range("bits of a word", bits, 8..=64, "8 to 64")?;
    let mut tests: Vec<Box<dyn Test<u64>>> = Vec::new();
    for (name, is_second) in HALVES {
        let test: Box<dyn Test<u64>> = if name.starts_with("linear") {
            Box::new(LinearComplexity::new(name, bits, 0)?)
        } else {
            rank::build_test(name, bits, 64, Share::one_in(4))?
        };
        tests.push(Box::new(Alternate::new(name, test, is_second)));
    }
    Ok(tests)
}

/// The folds of [`folded`], and the tests of the words that are put together. Each of these is the first to fail a generator of
/// the second table of docs/detection.md, by 64 MiB.
const FOLDS: [(&str, Fold, &str); 2] = [
    ("low4", Fold::low(4), "lags"),
    ("top8", Fold::top(8), "linear-complexity"),
];

/// Tests of some bits of each word alone, which a long run has besides those of the battery.
///
/// # Errors
/// [`Error::Parameter`] unless there are 8 to 64 bits.
pub fn folded(bits: u32) -> Result<Vec<Box<dyn Test<u64>>>, Error> {
    check_range("bits of a word", bits, 8..=64, "8 to 64")?;
    let mut tests: Vec<Box<dyn Test<u64>>> = Vec::new();
    for (called, fold, name) in FOLDS {
        if 2 * fold.taken <= bits {
            let test = build_test(Fold::SIZE, name)?;
            let name = intern(&format!("{called}/{name}"));
            tests.push(Box::new(Folded::new(name, test, fold, bits)));
        }
    }
    Ok(tests)
}

/// The tests that are sound for values below `below`.
///
/// # Errors
/// [`Error::Parameter`] unless `below` is at least 2.
pub fn values(below: u32) -> Result<Vec<Box<dyn Test<u32>>>, Error> {
    if below < 2 {
        return Err(out_of_range("bound of the values", below, "at least 2"));
    }
    Ok(build_battery(below))
}

/// The tests that are sound for permutations of `0..n`.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`permutations::LONGEST`].
pub fn permutations(n: usize) -> Result<Vec<Box<dyn Test<[u32]>>>, Error> {
    check_range(
        "length of a permutation",
        n,
        2..=permutations::LONGEST,
        "2 to 16777216",
    )?;
    let mut tests = build_battery::<[u32]>(n as u32);
    tests.retain(|test| !is_duplicate(n, test.name()));
    Ok(tests)
}

/// Whether a test of short permutations is the same as another one.
fn is_duplicate(n: usize, name: &str) -> bool {
    match name {
        // For three items, the cycles determine how many items are followed by their successor.
        "adjacent-pairs" => n <= 3,
        // There are two permutations of two.
        "ranks" | "lagged" => false,
        _ => n == 2,
    }
}

fn build_battery<I: Item + ?Sized>(size: u32) -> Vec<Box<dyn Test<I>>> {
    tests()
        .filter_map(|entry| I::test(entry, entry.name, size, &[])?.ok())
        .collect()
}

/// The test with this name in the battery of this kind.
pub fn find_entry(kind: BatteryKind, name: &str) -> Option<&'static Entry> {
    tests().find(|entry| entry.kind() == kind && entry.name == name)
}

/// The test that `spec` names, for words of `size` bits, for values below the bound `size`, or for permutations of the length
/// `size`: one of a battery, or one with parameters, as in `permutation:t=4` or `birthday:d=2^30,m=4096`.
///
/// # Errors
/// [`Error::Parameter`] if no test has this name, or it has none for such items or with such parameters.
pub fn build_test<I: Item + ?Sized>(size: u32, spec: &str) -> BuiltTest<I> {
    if let Some(entry) = find_entry(I::KIND, spec) {
        return I::test(entry, entry.name, size, &[]).unwrap_or_else(|| Err(unknown_test(spec)));
    }
    let (name, settings) = spec.split_once(':').unwrap_or((spec, ""));
    let entry = TESTS
        .iter()
        .find(|entry| !entry.parameters.is_empty() && entry.kind() == I::KIND && entry.name == name)
        .ok_or_else(|| unknown_test(spec))?;
    let given = parse_settings(entry.parameters, settings)?;
    I::test(entry, intern(spec), size, &given).unwrap_or_else(|| Err(unknown_test(spec)))
}

fn unknown_test(spec: &str) -> Error {
    out_of_range(
        "test",
        spec,
        "a name from the list of tests, or one with parameters, as in name:key=value,key=value",
    )
}

/// All parameters in order, with these settings applied.
fn parse_settings(parameters: &[Parameter], settings: &str) -> Result<Vec<u64>, Error> {
    let mut given: Vec<u64> = parameters.iter().map(|of| of.default).collect();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let Some(place) = parameters.iter().position(|of| of.name == key) else {
            let known: Vec<&str> = parameters.iter().map(|of| of.name).collect();
            let expected = intern(&format!("name=value, with a name of: {}", known.join(", ")));
            return Err(out_of_range("parameter", setting, expected));
        };
        let Parameter {
            name, least, most, ..
        } = parameters[place];
        given[place] = parse_number(value)
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| out_of_range(name, value, intern(&format!("{least} to {most}"))))?;
    }
    Ok(given)
}

/// Reads a number, or a power of one.
fn parse_number(text: &str) -> Option<u64> {
    match text.split_once('^') {
        Some((base, exponent)) => base
            .parse::<u64>()
            .ok()?
            .checked_pow(exponent.parse().ok()?),
        None => text.parse().ok(),
    }
}

/// The same text, kept for as long as the program runs; each text is kept once.
fn intern(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(new);
    new
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
    use crate::fair::{Rng, die, fair};
    use std::collections::BTreeSet;

    fn names<Item: ?Sized>(battery: &[Box<dyn Test<Item>>]) -> BTreeSet<&'static str> {
        battery.iter().map(|test| test.name()).collect()
    }

    fn listed(kind: BatteryKind) -> BTreeSet<&'static str> {
        tests()
            .filter(|entry| entry.kind() == kind)
            .map(|entry| entry.name)
            .collect()
    }

    /// Modules that tests are built from.
    const PARTS: [&str; 6] = ["class", "counted", "entry", "projection", "share", "table"];

    #[test]
    fn every_module_of_a_test_is_in_the_table() {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let read = |name: &str| std::fs::read_to_string(format!("{source}/{name}")).unwrap();
        let table = [
            "battery.rs",
            "battery/table.rs",
            "permutations.rs",
            "values.rs",
            "words.rs",
        ];
        let table: String = table.map(read).concat();
        for folder in ["permutations", "values", "words"] {
            for file in std::fs::read_dir(format!("{source}/{folder}")).unwrap() {
                let path = file.unwrap().path();
                let module = path.file_stem().unwrap().to_str().unwrap();
                let is_used = table.contains(&format!("{module}::"));
                assert!(
                    is_used || PARTS.contains(&module),
                    "{folder}/{module}.rs: no row of battery/table.rs uses it"
                );
            }
        }
    }

    #[test]
    fn every_listed_test_is_in_a_battery_under_its_name() {
        assert_eq!(names(&words(32).unwrap()), listed(BatteryKind::Words));
        assert_eq!(
            names(&values(1 << 20).unwrap()),
            listed(BatteryKind::Values)
        );
        assert_eq!(
            names(&permutations(8).unwrap()),
            listed(BatteryKind::Permutations)
        );
        let unique: BTreeSet<_> = TESTS
            .iter()
            .map(|entry| (entry.kind(), entry.parameters.is_empty(), entry.name))
            .collect();
        assert_eq!(unique.len(), TESTS.len(), "names are unique among a kind");
    }

    fn permutation_names(n: usize) -> BTreeSet<&'static str> {
        names(&permutations(n).unwrap())
    }

    #[test]
    fn what_is_not_sound_is_left_out() {
        let words = names(&words(8).unwrap());
        let values = names(&values(6).unwrap());
        for (kind, battery, expected) in [
            (
                BatteryKind::Words,
                words,
                &[
                    "birthday-spacings",
                    "birthday-spacings-pairs",
                    "differences",
                    "ends",
                    "repetitions",
                ][..],
            ),
            (
                BatteryKind::Values,
                values,
                &["birthday-spacings", "frequency-remainders", "matrix-rank"],
            ),
            (BatteryKind::Permutations, permutation_names(14), &["ranks"]),
            (
                BatteryKind::Permutations,
                permutation_names(6),
                &["rank-buckets", "repeats"],
            ),
            (
                BatteryKind::Permutations,
                permutation_names(3),
                &["adjacent-pairs", "rank-buckets", "repeats"],
            ),
            (
                BatteryKind::Permutations,
                permutation_names(52),
                &["rank-buckets", "ranks"],
            ),
        ] {
            let left_out = listed(kind);
            assert!(left_out.difference(&battery).eq(expected), "{battery:?}");
        }
        assert_eq!(permutation_names(2), BTreeSet::from(["lagged", "ranks"]));
        assert!(super::words(7).is_err() && super::words(65).is_err());
        assert!(super::values(1).is_err());
        assert!(permutations(1).is_err() && permutations(permutations::LONGEST + 1).is_err());
    }

    /// Checks that every test of a battery passes a fair source, for every size at which something changes.
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
            // About 370 tests in all: 1e-5 each is one false alarm in 300 choices of seeds.
            assert!(p > 1e-5, "{what}, {}: p = {p}", test.name());
        }
    }

    #[test]
    fn a_fair_source_passes_every_test() {
        let mut random = fair(10);
        for bits in [8, 16, 24, 31, 32, 64] {
            all_pass(
                words(bits)
                    .unwrap()
                    .into_iter()
                    .chain(halves(bits).unwrap())
                    .collect(),
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
            all_pass(
                permutations(n).unwrap(),
                |test| {
                    for i in (1..n).rev() {
                        items.swap(i, die(&mut random, i + 1) as usize);
                    }
                    test.push(&items);
                },
                &format!("permutations of {n}"),
            );
        }
    }

    /// Takes enough items that the last one, which is impossible, is all that is wrong.
    fn refuses<Item: ?Sized>(mut tests: Vec<Box<dyn Test<Item>>>, fair: &[&Item], wrong: &Item) {
        // The test of periods accepts any items.
        for test in tests.iter_mut().filter(|test| test.name() != "period") {
            let needed = test.needed();
            for item in fair.iter().cycle().take(needed as usize) {
                test.push(item);
            }
            // Twice, so that a pair is complete.
            (0..2).for_each(|_| test.push(wrong));
            let p = test.outcome().unwrap().p;
            assert!(p.upper().log10().is_infinite(), "{}: {p:?}", test.name());
            assert_eq!(test.items(), needed + 2, "{}", test.name());
        }
    }

    #[test]
    fn an_item_that_its_kind_does_not_allow_fails_every_test() {
        let mut random = fair(17);
        let words: Vec<u64> = (0..5000).map(|_| random.next_u64() >> 33).collect();
        refuses(
            super::words(31).unwrap(),
            &words.iter().collect::<Vec<_>>(),
            &(1 << 31),
        );
        for below in [6, 1000, 1 << 24] {
            let values: Vec<u32> = words
                .iter()
                .map(|word| (word % u64::from(below)) as u32)
                .collect();
            refuses(
                super::values(below).unwrap(),
                &values.iter().collect::<Vec<_>>(),
                &below,
            );
        }
        let weighted: Vec<u32> = words.iter().map(|word| u32::from(word % 4 > 0)).collect();
        let weighted: Vec<&u32> = weighted.iter().collect();
        refuses(super::weighted(&[1, 3, 0]).unwrap(), &weighted, &3);
        let decks: [&[u32]; 3] = [&[0, 2, 1, 3], &[3, 1, 2, 0], &[2, 3, 0, 1]];
        for wrong in [
            &[0, 1, 2][..],
            &[0, 1, 2, 2],
            &[0, 1, 2, 4],
            &[0, 1, 2, 3, 4],
        ] {
            refuses(super::permutations(4).unwrap(), &decks, wrong);
        }
    }

    /// xorshift128+, whose sums have a linear lowest bit, as halves of 32 bits, the low one first.
    #[test]
    fn only_the_low_half_of_xorshift128_plus_is_linear() {
        let (mut a, mut b) = (0x9e37_79b9_7f4a_7c15_u64, 0xbf58_476d_1ce4_e5b9_u64);
        let mut halves = Vec::new();
        for _ in 0..2048 {
            let sum = a.wrapping_add(b);
            halves.extend([sum & 0xffff_ffff, sum >> 32]);
            let x = a ^ a << 23;
            (a, b) = (b, x ^ b ^ x >> 18 ^ b >> 5);
        }
        let mut tests = super::halves(32).unwrap();
        tests.extend(words(32).unwrap());
        for mut test in tests {
            // In pieces of odd lengths, so that a half begins at either place of a piece.
            halves.chunks(77).for_each(|words| test.push_all(words));
            let Ok(outcome) = test.outcome() else {
                continue;
            };
            let fails = outcome.p.two_sided().value() < 1e-9;
            let is_low = outcome.test == "linear-complexity-first";
            assert_eq!(fails, is_low, "{outcome:?}");
        }
    }

    #[test]
    fn items_at_once_are_the_same_as_one_by_one() {
        let mut random = fair(12);
        let items: Vec<u64> = (0..170_000).map(|_| random.next_u64() >> 32).collect();
        for (mut at_once, mut one_by_one) in words(32).unwrap().into_iter().zip(words(32).unwrap())
        {
            let (mut rest, mut length) = (&items[..], 0);
            while !rest.is_empty() {
                // Blocks of all lengths occur.
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

    #[test]
    fn what_is_not_there_is_named() {
        for (spec, part) in [
            ("permutations", "permutations"),
            ("permutation:t=9", "2 to 8"),
            ("permutation:t=", "2 to 8"),
            ("permutation:n=4", "with a name of: t"),
            ("birthday:d=1000", "a power of two"),
            ("birthday:d=2^30,m=7", "8 to 2^22"),
            ("rank:n=16", "at least the bits of a word"),
        ] {
            let test = build_test::<u64>(32, spec);
            let error = test.map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(part), "{spec}: {error}");
        }
        assert!(build_test::<u32>(6, "rank").is_err());
    }
}
