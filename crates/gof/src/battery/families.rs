//! Tests with parameters: `permutation:t=8`, `birthday:d=2^30,m=4096`.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use super::list::{classified, grouped, ordered};
use super::{Kind, Made};
use crate::Error;
use crate::values::lagged;
use crate::words::autocorrelation::Autocorrelation;
use crate::words::complexity::LinearComplexity;
use crate::words::frequency::Frequency;
use crate::words::gap::Gap;
use crate::words::lags::Lags;
use crate::words::permutation::Permutation;
use crate::words::rank::MatrixRank;
use crate::words::serial::Pairs;
use crate::words::spacings::{BirthdaySpacings, Year};
use crate::words::{Bits, Classifier, Values, out_of_range};

/// A parameter of a family of tests.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is if it is not given.
    pub default: u64,
    /// The least it can be.
    pub least: u64,
    /// The most it can be. Some tests allow less, and say so.
    pub most: u64,
    /// What it is, in a few words.
    pub about: &'static str,
}

/// How a test is made from its name, what its items are, and its parameters in their order.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// For words of so many bits.
    Words(fn(&'static str, u32, &[u64]) -> Made<u64>),
    /// For values below a bound.
    Values(fn(&'static str, u32, &[u64]) -> Made<u32>),
}

/// Tests that differ by their parameters.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// What makes a test of it.
    pub make: Of,
}

impl Family {
    /// The kind of its items.
    pub const fn kind(&self) -> Kind {
        match self.make {
            Of::Words(_) => Kind::Words,
            Of::Values(_) => Kind::Values,
        }
    }
}

const fn parameter(
    name: &'static str,
    default: u64,
    least: u64,
    most: u64,
    about: &'static str,
) -> Parameter {
    Parameter {
        name,
        default,
        least,
        most,
        about,
    }
}

const T: Parameter = parameter("t", 4, 2, 8, "members of a tuple");
const LOW: Parameter = parameter(
    "low",
    0,
    0,
    1,
    "1 for the low bits of a word, 0 for the top ones",
);
const SHARE: Parameter = parameter(
    "share",
    1,
    1,
    1 << 20,
    "one block of items in so many is read",
);
const M: Parameter = parameter(
    "m",
    0,
    0,
    1 << 22,
    "birthdays in a year; 0 for a mean of one repeated spacing",
);
const COORDINATES: Parameter = parameter("t", 1, 1, 8, "coordinates of a birthday");

const fn bits(default: u64, most: u64) -> Parameter {
    parameter("bits", default, 1, most, "bits of a word that are used")
}

const fn groups(most: u64) -> Parameter {
    parameter(
        "groups",
        8,
        2,
        most,
        "groups of neighbouring values, at most",
    )
}

/// Families of tests.
#[rustfmt::skip]
pub const FAMILIES: &[Family] = &[
    words("frequency", &[bits(8, 16), LOW], |name, bits, given| classified(name, symbols(bits, given)?, Frequency::new(1 << given[0])?)),
    words("serial", &[bits(6, 10), LOW], |name, bits, given| classified(name, symbols(bits, given)?, Pairs::new(1 << given[0])?)),
    words("gap", &[bits(3, 10), LOW], |name, bits, given| classified(name, symbols(bits, given)?, Gap::of_one(1 << given[0])?)),
    words("permutation", &[T], |name, bits, given| match given[0] {
        2 => ordered(name, bits, Permutation::<2>::new),
        3 => ordered(name, bits, Permutation::<3>::new),
        4 => ordered(name, bits, Permutation::<4>::new),
        5 => ordered(name, bits, Permutation::<5>::new),
        6 => ordered(name, bits, Permutation::<6>::new),
        7 => ordered(name, bits, Permutation::<7>::new),
        _ => ordered(name, bits, Permutation::<8>::new),
    }),
    words("birthday", &[parameter("d", 1 << 32, 2, 1 << 32, "days for each coordinate, a power of two"), M, COORDINATES, LOW, SHARE], |name, bits, given| {
        if !given[0].is_power_of_two() {
            return Err(out_of_range("d", given[0], "a power of two"));
        }
        let days = symbols(bits, &[given[0].ilog2().into(), given[3]])?;
        Ok(Box::new(BirthdaySpacings::with(name, days, year(given[0], given[1], given[2], given[4]))?))
    }),
    words("rank", &[parameter("n", 64, 2, 4096, "rows and columns of a matrix, at most; at least the bits of a word"), SHARE], |name, bits, given| {
        Ok(Box::new(MatrixRank::new(name, bits, given[0] as u32, given[1])?))
    }),
    words("complexity", &[parameter("bit", 0, 0, 63, "place of the bit, 0 for the lowest")], |name, bits, given| {
        Ok(Box::new(LinearComplexity::new(name, bits, given[0] as u32)?))
    }),
    words("lags", &[parameter("lags", 512, 1, 1024, "the longest lag, in words"), SHARE], |name, bits, given| {
        Ok(Box::new(Lags::new(name, bits, given[0] as u32, given[1])?))
    }),
    words("autocorrelation", &[parameter("lag", 1, 1, 1 << 16, "lag in bits")], |name, bits, given| {
        Ok(Box::new(Autocorrelation::new(name, bits, given[0] as u32)?))
    }),
    values("frequency", &[groups(65_536)], |name, below, given| grouped(name, below, given[0] as u32, Frequency::new)),
    values("serial", &[groups(1024)], |name, below, given| grouped(name, below, given[0] as u32, Pairs::new)),
    values("gap", &[groups(1024)], |name, below, given| grouped(name, below, given[0] as u32, Gap::of_one)),
    values("permutation", &[T], |name, below, given| match given[0] {
        2 => all_values(name, below, Permutation::<2>::new),
        3 => all_values(name, below, Permutation::<3>::new),
        4 => all_values(name, below, Permutation::<4>::new),
        5 => all_values(name, below, Permutation::<5>::new),
        6 => all_values(name, below, Permutation::<6>::new),
        7 => all_values(name, below, Permutation::<7>::new),
        _ => all_values(name, below, Permutation::<8>::new),
    }),
    values("lagged", &[parameter("lags", lagged::LAGS as u64, 1, 1 << 16, "the longest lag")], |name, below, given| {
        lagged::of_values(name, below, given[0] as usize)
    }),
    values("birthday", &[M, COORDINATES, SHARE], |name, below, given| {
        let year = year(below.into(), given[0], given[1], given[2]);
        Ok(Box::new(BirthdaySpacings::with(name, Values::new(below, below)?, year)?))
    }),
];

const fn words(
    name: &'static str,
    parameters: &'static [Parameter],
    make: fn(&'static str, u32, &[u64]) -> Made<u64>,
) -> Family {
    Family {
        name,
        parameters,
        make: Of::Words(make),
    }
}

const fn values(
    name: &'static str,
    parameters: &'static [Parameter],
    make: fn(&'static str, u32, &[u64]) -> Made<u32>,
) -> Family {
    Family {
        name,
        parameters,
        make: Of::Values(make),
    }
}

/// So many bits of a word, at the low end or the top.
fn symbols(bits: u32, given: &[u64]) -> Result<Bits, Error> {
    let of = if given[1] == 1 { Bits::low } else { Bits::top };
    of(bits, given[0] as u32)
}

fn all_values<C: Classifier + 'static>(
    name: &'static str,
    below: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> Made<u32> {
    grouped(name, below, u32::MAX, classifier)
}

fn year(days: u64, birthdays: u64, coordinates: u64, share: u64) -> Year {
    let of_one = Year::of(days, coordinates as u32, share);
    if birthdays == 0 {
        return of_one;
    }
    // As many years as have about the mean of eight such.
    let mean = (birthdays as f64 / of_one.birthdays as f64).powi(3);
    Year {
        birthdays,
        needed: (of_one.needed as f64 / mean).ceil() as u64,
        ..of_one
    }
}

/// What makes the test that `spec` names, its name, and all of its parameters in order.
pub(super) fn parse(kind: Kind, spec: &str) -> Result<(Of, &'static str, Vec<u64>), Error> {
    let (name, settings) = spec.split_once(':').unwrap_or((spec, ""));
    let family = FAMILIES
        .iter()
        .find(|family| family.kind() == kind && family.name == name);
    let family = family.ok_or_else(|| unknown("test", spec))?;
    let mut given: Vec<u64> = family
        .parameters
        .iter()
        .map(|parameter| parameter.default)
        .collect();
    for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        let known = || {
            family
                .parameters
                .iter()
                .map(|parameter| parameter.name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let Some(place) = family
            .parameters
            .iter()
            .position(|parameter| parameter.name == key)
        else {
            let expected = interned(&format!("name=value, with a name of: {}", known()));
            return Err(out_of_range("parameter", setting, expected));
        };
        let Parameter {
            name, least, most, ..
        } = family.parameters[place];
        given[place] = number(value)
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| out_of_range(name, value, interned(&format!("{least} to {most}"))))?;
    }
    Ok((family.make, interned(spec), given))
}

/// A number, or a power of one.
fn number(text: &str) -> Option<u64> {
    match text.split_once('^') {
        Some((base, exponent)) => base
            .parse::<u64>()
            .ok()?
            .checked_pow(exponent.parse().ok()?),
        None => text.parse().ok(),
    }
}

pub(super) fn unknown(what: &'static str, spec: &str) -> Error {
    out_of_range(
        what,
        spec,
        "a name from the list of tests, or one with parameters, as in name:key=value,key=value",
    )
}

/// The same text for as long as the program runs; each is kept once.
fn interned(text: &str) -> &'static str {
    static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(new);
    new
}

#[cfg(test)]
mod tests {
    use super::super::{value_test, word_test};
    use super::*;

    #[test]
    fn every_family_makes_a_test_by_default_that_has_the_spec_for_a_name() {
        for family in FAMILIES {
            let defaults: Vec<_> = family
                .parameters
                .iter()
                .map(|of| format!("{}={}", of.name, of.default))
                .collect();
            let spec = format!("{}:{}", family.name, defaults.join(","));
            let name = match family.kind() {
                Kind::Words => word_test(32, &spec).unwrap().name(),
                _ => value_test(1_000_000, &spec).unwrap().name(),
            };
            assert_eq!(name, spec);
            for of in family.parameters {
                assert!(
                    (of.least..=of.most).contains(&of.default),
                    "{}: {}",
                    family.name,
                    of.name
                );
            }
        }
    }

    #[test]
    fn parameters_reach_the_test() {
        let test = word_test(32, "permutation:t=8").unwrap();
        assert!((5 * 40_320 * 8..5 * 40_321 * 8).contains(&test.needed()));
        assert!(
            word_test(32, "birthday:d=2^30,m=4096")
                .unwrap()
                .null()
                .contains("4096 birthdays in 1073741824 days")
        );
        assert!(
            word_test(32, "birthday:d=2^20,t=3,m=1000")
                .unwrap()
                .null()
                .contains("in 1152921504606846976 days")
        );
        assert!(
            word_test(32, "frequency:bits=4,low=1")
                .unwrap()
                .null()
                .contains("the low 4 of 32 bits")
        );
        assert!(
            word_test(32, "rank:n=1024")
                .unwrap()
                .null()
                .contains("1024 by 1024")
        );
        assert_eq!(
            word_test(32, "birthday-spacings").unwrap().name(),
            "birthday-spacings"
        );
        assert!(
            value_test(52, "permutation:t=5")
                .unwrap()
                .null()
                .contains("all orders of 5")
        );
        assert!(
            value_test(6, "lagged:lags=1000")
                .unwrap()
                .null()
                .contains("the one 1 to 1000 before")
        );
    }

    #[test]
    fn what_is_not_there_is_named() {
        let wrong = |spec: &str, part: &str| {
            let error = word_test(32, spec).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(part), "{spec}: {error}");
        };
        wrong("permutations", "permutations");
        wrong("permutation:t=9", "2 to 8");
        wrong("permutation:t=", "2 to 8");
        wrong("permutation:n=4", "with a name of: t");
        wrong("birthday:d=1000", "a power of two");
        wrong("birthday:d=2^30,m=7", "8 to 2^22");
        wrong("rank:n=16", "at least the bits of a word");
        assert!(value_test(6, "rank").is_err());
    }
}
