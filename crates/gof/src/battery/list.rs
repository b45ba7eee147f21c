//! The list of tests: name, cost in nanoseconds an item, and how it is made. The modules of the tests give their sources.
//!
//! A test is here because the crate `zoo` has something broken that it catches with at most a quarter of the items that any
//! other test of its kind needs, or because a plan names it.

use super::{Entry, Made, Make};
use crate::Error;
use crate::permutations::{self as of, PositionMatrix};
use crate::values::{absences, lagged, period::Period, runs};
use crate::words::autocorrelation::Autocorrelation;
use crate::words::bits::BitBalance;
use crate::words::complexity::LinearComplexity;
use crate::words::frequency::Frequency;
use crate::words::gap::Gap;
use crate::words::lags::Lags;
use crate::words::permutation::Permutation;
use crate::words::rank::MatrixRank;
use crate::words::serial::Pairs;
use crate::words::spacings::{BirthdaySpacings, Year};
use crate::words::{Bits, Classified, Classifier, Projection, Values, groups, out_of_range};

/// The tests of the batteries.
#[rustfmt::skip]
pub const TESTS: &[Entry] = &[
    words("frequency-top", 1, |bits| classified("frequency-top", Bits::top(bits, 8)?, Frequency::new(1 << 8)?)),
    words("bits", 1, |bits| Ok(Box::new(BitBalance::new("bits", bits)?))),
    words("gap", 2, |bits| classified("gap", Bits::top(bits, 3)?, Gap::of_one(1 << 3)?)),
    words("permutation-3", 1, |bits| ordered("permutation-3", bits, Permutation::<3>::new)),
    words("birthday-spacings", 8, |bits| birthdays("birthday-spacings", bits, Bits::top(bits, bits.min(32))?, 1)),
    words("birthday-spacings-pairs", 6, |bits| birthdays("birthday-spacings-pairs", bits, Bits::top(bits, bits.min(26))?, 2)),
    words("matrix-rank", 3, |bits| Ok(Box::new(MatrixRank::new("matrix-rank", bits, 64, 2)?))),
    words("linear-complexity", 1, |bits| Ok(Box::new(LinearComplexity::new("linear-complexity", bits, 0)?))),
    words("lags", 1, |bits| Ok(Box::new(Lags::new("lags", bits, 512, 16)?))),
    words("autocorrelation-half", 1, |bits| Ok(Box::new(Autocorrelation::new("autocorrelation-half", bits, bits / 2)?))),
    words("autocorrelation-word", 1, |bits| Ok(Box::new(Autocorrelation::new("autocorrelation-word", bits, bits)?))),
    values("frequency", 12, |below| grouped("frequency", below, 256, Frequency::new)),
    values("frequency-remainders", 10, remainders),
    values("serial-pairs", 14, |below| grouped("serial-pairs", below, 64, Pairs::new)),
    values("birthday-spacings", 11, |below| Ok(Box::new(BirthdaySpacings::new("birthday-spacings", Values::new(below, below)?)?))),
    values("lagged", 40, |below| lagged::of_values("lagged", below, lagged::LAGS)),
    values("equal-runs", 18, |below| runs::of_values("equal-runs", below)),
    values("absences", 35, |below| absences::of_values("absences", below)),
    values("period", 25, |below| Ok(Box::new(Period::new(f64::from(below).log2())?))),
    permutations("ranks", 64, |n| Ok(Box::new(of::ranks(n)?))),
    permutations("rank-buckets", 83, |n| Ok(Box::new(of::rank_buckets(n, 1000)?))),
    permutations("position-matrix", 53, |n| Ok(Box::new(PositionMatrix::in_blocks(n, n.min(64))?))),
    permutations("adjacent-pairs", 50, |n| Ok(Box::new(of::adjacent_pairs(n)?))),
    permutations("adjacent-pairs-falling", 50, |n| Ok(Box::new(of::adjacent_pairs_falling(n)?))),
    permutations("cycles", 112, |n| Ok(Box::new(of::cycles(n)?))),
    permutations("lagged", 250, |n| Ok(Box::new(of::Lagged::new(n)?))),
];

const fn words(name: &'static str, cost: u32, make: fn(u32) -> Made<u64>) -> Entry {
    Entry {
        name,
        cost,
        make: Make::Words(make),
    }
}

const fn values(name: &'static str, cost: u32, make: fn(u32) -> Made<u32>) -> Entry {
    Entry {
        name,
        cost,
        make: Make::Values(make),
    }
}

const fn permutations(name: &'static str, cost: u32, make: fn(usize) -> Made<[u32]>) -> Entry {
    Entry {
        name,
        cost,
        make: Make::Permutations(make),
    }
}

pub(super) fn classified<C: Classifier + 'static>(
    name: &'static str,
    bits: Bits,
    classifier: C,
) -> Made<u64> {
    Ok(Box::new(Classified::new(name, bits, classifier)?))
}

/// A test of order: of all bits of a word, or its top 32.
pub(super) fn ordered<C: Classifier + 'static>(
    name: &'static str,
    bits: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> Made<u64> {
    classified(
        name,
        Bits::top(bits, bits.min(32))?,
        classifier(1 << bits.min(32))?,
    )
}

/// Every second year is read: sorting costs more than all other tests.
fn birthdays(name: &'static str, bits: u32, symbols: Bits, coordinates: u32) -> Made<u64> {
    if bits < 24 / coordinates {
        return Err(out_of_range(
            "bits of a word",
            bits,
            "at least 24, or 12 for pairs",
        ));
    }
    let year = Year::of(symbols.symbols(), coordinates, 2);
    // Pairs have long years.
    let needed = if coordinates > 1 { 1 } else { year.needed };
    Ok(Box::new(BirthdaySpacings::with(
        name,
        symbols,
        Year { needed, ..year },
    )?))
}

/// A test of values in at most `limit` groups of neighbours.
pub(super) fn grouped<C: Classifier + 'static>(
    name: &'static str,
    below: u32,
    limit: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> Made<u32> {
    let groups = groups(below, limit);
    Ok(Box::new(Classified::new(
        name,
        Values::new(below, groups)?,
        classifier(u64::from(groups))?,
    )?))
}

/// The frequencies of remainders, where these are not the values themselves.
fn remainders(below: u32) -> Made<u32> {
    let groups = groups(below, 256);
    if groups == below {
        return Err(Error::NothingToTest("the remainders are the values"));
    }
    let frequency = Frequency::new(groups.into())?;
    Ok(Box::new(Classified::new(
        "frequency-remainders",
        Values::remainders(below, groups)?,
        frequency,
    )?))
}
