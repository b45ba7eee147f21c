//! The list of tests: name, description, source, cost in nanoseconds an item, and how it is made.
//!
//! A test stays in [`TESTS`] as long as it catches something broken that no cheaper one catches as soon; the crate `zoo`
//! shows what. Tests that do not are in [`OTHERS`]: found by name, in no battery.

use super::{Entry, Made, Make};
use crate::Error;
use crate::permutations::{self as of, PositionMatrix};
use crate::words::autocorrelation::Autocorrelation;
use crate::words::bits::BitBalance;
use crate::words::coupon::Coupons;
use crate::words::frequency::Frequency;
use crate::words::gap::Gap;
use crate::words::permutation::Permutation;
use crate::words::poker::Poker;
use crate::words::runs::RunsUp;
use crate::words::serial::Pairs;
use crate::words::spacings::BirthdaySpacings;
use crate::words::{Bits, Classified, Classifier, Values, groups, out_of_range};

/// The tests of the batteries.
#[rustfmt::skip]
pub const TESTS: &[Entry] = &[
    words("frequency-top", "the top 8 bits are equally frequent", "Knuth 2, 3.3.2 A", 8,
        |bits| classified("frequency-top", Bits::top(bits, 8)?, Frequency::new(1 << 8)?)),
    words("frequency-low", "the low 8 bits are equally frequent", "Knuth 2, 3.3.2 A", 8,
        |bits| classified("frequency-low", Bits::low(bits, 8)?, Frequency::new(1 << 8)?)),
    words("bits", "every bit is one half of the time", "NIST SP 800-22, 2.1", 30,
        |bits| Ok(Box::new(BitBalance::new("bits", bits)?))),
    words("gap", "gaps between words with no bit among the top 3", "Knuth 2, 3.3.2 D", 11,
        |bits| classified("gap", Bits::top(bits, 3)?, Gap::of_one(1 << 3)?)),
    words("permutation-3", "orders of 3 words", "Knuth 2, 3.3.2 F", 9,
        |bits| ordered("permutation-3", bits, Permutation::<3>::new)),
    words("birthday-spacings", "repeated distances between the top 24 to 32 bits", "Knuth 2, 3.3.2 J", 7,
        |bits| birthdays("birthday-spacings", bits, Bits::top)),
    words("birthday-spacings-low", "repeated distances between the low 24 bits", "Knuth 2, 3.3.2 J", 6,
        |bits| birthdays("birthday-spacings-low", bits, |bits, _| Bits::low(bits, 24))),
    words("autocorrelation-1", "bits that differ from the one before", "TestU01, sstring_AutoCor", 30,
        |bits| Ok(Box::new(Autocorrelation::new("autocorrelation-1", bits, 1)?))),
    words("autocorrelation-half", "bits that differ from the one half a word before", "TestU01, sstring_AutoCor", 31,
        |bits| Ok(Box::new(Autocorrelation::new("autocorrelation-half", bits, bits / 2)?))),
    words("autocorrelation-word", "bits that differ from the same of the word before", "TestU01, sstring_AutoCor", 32,
        |bits| Ok(Box::new(Autocorrelation::new("autocorrelation-word", bits, bits)?))),
    values("frequency", "all values, or up to 256 groups of neighbours, are equally frequent", "Knuth 2, 3.3.2 A", 12,
        |below| grouped("frequency", below, 256, Frequency::new)),
    values("frequency-remainders", "remainders are equally frequent", "Knuth 2, 3.3.2 A", 10,
        |below| remainders("frequency-remainders", below, 256, Frequency::new)),
    values("serial-pairs", "pairs of values, or of up to 64 groups, are equally frequent", "Knuth 2, 3.3.2 B", 14,
        |below| grouped("serial-pairs", below, 64, Pairs::new)),
    values("serial-pairs-remainders", "pairs of remainders are equally frequent", "Knuth 2, 3.3.2 B", 12,
        |below| remainders("serial-pairs-remainders", below, 64, Pairs::new)),
    values("gap", "gaps between values in the first of up to 8 groups", "Knuth 2, 3.3.2 D", 20,
        |below| grouped("gap", below, 8, Gap::of_one)),
    values("coupon-collector", "values until all of up to 8 groups came", "Knuth 2, 3.3.2 E", 17,
        |below| grouped("coupon-collector", below, 8, Coupons::of_all)),
    values("poker", "different ones of up to 8 groups in a hand of five", "Knuth 2, 3.3.2 C", 16,
        |below| grouped("poker", below, 8, Poker::new)),
    values("birthday-spacings", "repeated distances between values", "Knuth 2, 3.3.2 J", 11,
        |below| Ok(Box::new(BirthdaySpacings::new("birthday-spacings", Values::new(below, below)?)?))),
    permutations("ranks", "all permutations of up to 8 are equally frequent", "Knuth 2, 3.3.2 F", 64,
        |n| Ok(Box::new(of::ranks(n)?))),
    permutations("rank-buckets", "1000 buckets of the ranks of up to 20 are as frequent as they are large", "Knuth 4A, 7.2.1.2", 83,
        |n| Ok(Box::new(of::rank_buckets(n, 1000)?))),
    permutations("position-matrix", "items by places, in at most 64 blocks", "Anderson 1959; Alvo and Yu 2014", 53,
        |n| Ok(Box::new(PositionMatrix::in_blocks(n, n.min(64))?))),
    permutations("fixed-points", "items that are in their own place", "Riordan 1958, 3.5", 21,
        |n| Ok(Box::new(of::fixed_points(n)?))),
    permutations("adjacent-pairs", "items followed by their successor", "Roselle 1968", 50,
        |n| Ok(Box::new(of::adjacent_pairs(n)?))),
    permutations("descents", "items smaller than the one before", "Knuth 3, 5.1.3", 51,
        |n| Ok(Box::new(of::descents(n)?))),
    permutations("cycles", "how many cycles", "Knuth 1, 1.3.3", 112,
        |n| Ok(Box::new(of::cycles(n)?))),
];

/// Tests that are sound, and catch nothing in the zoo that no test of [`TESTS`] catches as cheaply.
#[rustfmt::skip]
pub const OTHERS: &[Entry] = &[
    words("serial-pairs", "pairs of the top 6 bits are equally frequent", "Knuth 2, 3.3.2 B", 0,
        |bits| classified("serial-pairs", Bits::top(bits, 6)?, Pairs::new(1 << 6)?)),
    words("serial-pairs-low", "pairs of the low 6 bits are equally frequent", "Knuth 2, 3.3.2 B", 0,
        |bits| classified("serial-pairs-low", Bits::low(bits, 6)?, Pairs::new(1 << 6)?)),
    words("coupon-collector", "words until all values of the top 3 bits came", "Knuth 2, 3.3.2 E", 0,
        |bits| classified("coupon-collector", Bits::top(bits, 3)?, Coupons::of_all(1 << 3)?)),
    words("permutation-4", "orders of 4 words", "Knuth 2, 3.3.2 F", 0,
        |bits| ordered("permutation-4", bits, Permutation::<4>::new)),
    words("permutation-6", "orders of 6 words", "Knuth 2, 3.3.2 F", 0,
        |bits| ordered("permutation-6", bits, Permutation::<6>::new)),
    words("runs-up", "lengths of rising runs", "Knuth 2, 3.3.2 G", 0,
        |bits| ordered("runs-up", bits, RunsUp::new)),
    values("permutation-4", "orders of 4 values, ties included", "Knuth 2, 3.3.2 F", 0,
        |below| grouped("permutation-4", below, u32::MAX, Permutation::<4>::new)),
    values("runs-up", "lengths of rising runs, ties included", "Knuth 2, 3.3.2 G", 0,
        |below| grouped("runs-up", below, u32::MAX, RunsUp::new)),
    permutations("cycle-types", "lengths of the cycles of up to 20", "Knuth 1, 1.3.3", 0,
        |n| Ok(Box::new(of::cycle_types(n)?))),
    permutations("parity", "even or odd", "Cauchy 1815", 0,
        |n| Ok(Box::new(of::parity(n)?))),
];

const fn words(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    cost: u32,
    make: fn(u32) -> Made<u64>,
) -> Entry {
    Entry { name, about, source, cost, make: Make::Words(make) }
}

const fn values(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    cost: u32,
    make: fn(u32) -> Made<u32>,
) -> Entry {
    Entry { name, about, source, cost, make: Make::Values(make) }
}

const fn permutations(
    name: &'static str,
    about: &'static str,
    source: &'static str,
    cost: u32,
    make: fn(usize) -> Made<[u32]>,
) -> Entry {
    Entry { name, about, source, cost, make: Make::Permutations(make) }
}

fn classified<C: Classifier + 'static>(name: &'static str, bits: Bits, classifier: C) -> Made<u64> {
    Ok(Box::new(Classified::new(name, bits, classifier)?))
}

/// A test of order: of all bits of a word, or its top 32.
fn ordered<C: Classifier + 'static>(
    name: &'static str,
    bits: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> Made<u64> {
    classified(name, Bits::top(bits, bits.min(32))?, classifier(1 << bits.min(32))?)
}

fn birthdays(name: &'static str, bits: u32, project: fn(u32, u32) -> Result<Bits, Error>) -> Made<u64> {
    if bits < 24 {
        return Err(out_of_range("bits of a word", bits, "at least 24"));
    }
    Ok(Box::new(BirthdaySpacings::new(name, project(bits, bits.min(32))?)?))
}

/// A test of values in at most `limit` groups of neighbours.
fn grouped<C: Classifier + 'static>(
    name: &'static str,
    below: u32,
    limit: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> Made<u32> {
    let groups = groups(below, limit);
    Ok(Box::new(Classified::new(name, Values::new(below, groups)?, classifier(u64::from(groups))?)?))
}

/// A test of values by their remainders, where these are not the values themselves.
fn remainders<C: Classifier + 'static>(
    name: &'static str,
    below: u32,
    limit: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> Made<u32> {
    let groups = groups(below, limit);
    if groups == below {
        return Err(Error::NothingToTest("the remainders are the values"));
    }
    Ok(Box::new(Classified::new(name, Values::remainders(below, groups)?, classifier(u64::from(groups))?)?))
}
