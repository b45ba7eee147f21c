//! The list of tests: what each is called, looks at, comes from, costs and is made by.
//!
//! A test stays in [`TESTS`] as long as it catches something broken that no cheaper one catches as soon; the zoo of the
//! crate `lab` shows what. Tests that do not are in [`OTHERS`]: found by name, in no battery.

use super::{Entry, Made, Make};
use crate::Error;
use crate::permutations::{self, PositionMatrix};
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
    Entry {
        name: "frequency-top", about: "the top 8 bits are equally frequent", source: "Knuth 2, 3.3.2 A",
        cost: 8,
        make: Make::Words(|bits| classified("frequency-top", Bits::top(bits, 8)?, Frequency::new(1 << 8)?)),
    },
    Entry {
        name: "frequency-low", about: "the low 8 bits are equally frequent", source: "Knuth 2, 3.3.2 A",
        cost: 8,
        make: Make::Words(|bits| classified("frequency-low", Bits::low(bits, 8)?, Frequency::new(1 << 8)?)),
    },
    Entry {
        name: "bits", about: "every bit is one half of the time", source: "NIST SP 800-22, 2.1",
        cost: 30,
        make: Make::Words(|bits| Ok(Box::new(BitBalance::new("bits", bits)?))),
    },
    Entry {
        name: "gap", about: "gaps between words with no bit among the top 3", source: "Knuth 2, 3.3.2 D",
        cost: 11,
        make: Make::Words(|bits| classified("gap", Bits::top(bits, 3)?, Gap::of_one(1 << 3)?)),
    },
    Entry {
        name: "permutation-3", about: "orders of 3 words", source: "Knuth 2, 3.3.2 F",
        cost: 9,
        make: Make::Words(|bits| ordered("permutation-3", bits, Permutation::<3>::new)),
    },
    Entry {
        name: "birthday-spacings", about: "repeated distances between the top 24 to 32 bits", source: "Knuth 2, 3.3.2 J",
        cost: 7,
        make: Make::Words(|bits| birthdays("birthday-spacings", bits, Bits::top)),
    },
    Entry {
        name: "birthday-spacings-low", about: "repeated distances between the low 24 bits", source: "Knuth 2, 3.3.2 J",
        cost: 6,
        make: Make::Words(|bits| birthdays("birthday-spacings-low", bits, |bits, _| Bits::low(bits, 24))),
    },
    Entry {
        name: "autocorrelation-1", about: "bits that differ from the one before", source: "TestU01, sstring_AutoCor",
        cost: 30,
        make: Make::Words(|bits| Ok(Box::new(Autocorrelation::new("autocorrelation-1", bits, 1)?))),
    },
    Entry {
        name: "autocorrelation-half", about: "bits that differ from the one half a word before", source: "TestU01, sstring_AutoCor",
        cost: 31,
        make: Make::Words(|bits| Ok(Box::new(Autocorrelation::new("autocorrelation-half", bits, bits / 2)?))),
    },
    Entry {
        name: "autocorrelation-word", about: "bits that differ from the same of the word before",
        source: "TestU01, sstring_AutoCor",
        cost: 32,
        make: Make::Words(|bits| Ok(Box::new(Autocorrelation::new("autocorrelation-word", bits, bits)?))),
    },
    Entry {
        name: "frequency", about: "all values, or up to 256 groups of neighbours, are equally frequent",
        source: "Knuth 2, 3.3.2 A",
        cost: 12,
        make: Make::Values(|below| grouped("frequency", below, 256, Frequency::new)),
    },
    Entry {
        name: "frequency-remainders", about: "remainders are equally frequent", source: "Knuth 2, 3.3.2 A",
        cost: 10,
        make: Make::Values(|below| remainders("frequency-remainders", below, 256, Frequency::new)),
    },
    Entry {
        name: "serial-pairs", about: "pairs of values, or of up to 64 groups, are equally frequent",
        source: "Knuth 2, 3.3.2 B",
        cost: 14,
        make: Make::Values(|below| grouped("serial-pairs", below, 64, Pairs::new)),
    },
    Entry {
        name: "serial-pairs-remainders", about: "pairs of remainders are equally frequent", source: "Knuth 2, 3.3.2 B",
        cost: 12,
        make: Make::Values(|below| remainders("serial-pairs-remainders", below, 64, Pairs::new)),
    },
    Entry {
        name: "gap", about: "gaps between values in the first of up to 8 groups", source: "Knuth 2, 3.3.2 D",
        cost: 20,
        make: Make::Values(|below| grouped("gap", below, 8, Gap::of_one)),
    },
    Entry {
        name: "coupon-collector", about: "values until all of up to 8 groups came", source: "Knuth 2, 3.3.2 E",
        cost: 17,
        make: Make::Values(|below| grouped("coupon-collector", below, 8, Coupons::of_all)),
    },
    Entry {
        name: "poker", about: "different ones of up to 8 groups in a hand of five", source: "Knuth 2, 3.3.2 C",
        cost: 16,
        make: Make::Values(|below| grouped("poker", below, 8, Poker::new)),
    },
    Entry {
        name: "birthday-spacings", about: "repeated distances between values", source: "Knuth 2, 3.3.2 J",
        cost: 11,
        make: Make::Values(|below| Ok(Box::new(BirthdaySpacings::new("birthday-spacings", Values::new(below, below)?)?))),
    },
    Entry {
        name: "ranks", about: "all permutations of up to 8 are equally frequent", source: "Knuth 2, 3.3.2 F",
        cost: 64,
        make: Make::Permutations(|n| Ok(Box::new(permutations::ranks(n)?))),
    },
    Entry {
        name: "rank-buckets", about: "1000 buckets of the ranks of up to 20 are as frequent as they are large",
        source: "Knuth 4A, 7.2.1.2",
        cost: 83,
        make: Make::Permutations(|n| Ok(Box::new(permutations::rank_buckets(n, 1000)?))),
    },
    Entry {
        name: "position-matrix", about: "items by places, in at most 64 blocks", source: "Anderson 1959; Alvo and Yu 2014",
        cost: 53,
        make: Make::Permutations(|n| Ok(Box::new(PositionMatrix::in_blocks(n, n.min(64))?))),
    },
    Entry {
        name: "fixed-points", about: "items that are in their own place", source: "Riordan 1958, 3.5",
        cost: 21,
        make: Make::Permutations(|n| Ok(Box::new(permutations::fixed_points(n)?))),
    },
    Entry {
        name: "adjacent-pairs", about: "items followed by their successor", source: "Roselle 1968",
        cost: 50,
        make: Make::Permutations(|n| Ok(Box::new(permutations::adjacent_pairs(n)?))),
    },
    Entry {
        name: "descents", about: "items smaller than the one before", source: "Knuth 3, 5.1.3",
        cost: 51,
        make: Make::Permutations(|n| Ok(Box::new(permutations::descents(n)?))),
    },
    Entry {
        name: "cycles", about: "how many cycles", source: "Knuth 1, 1.3.3",
        cost: 112,
        make: Make::Permutations(|n| Ok(Box::new(permutations::cycles(n)?))),
    },
];

/// Tests that are sound, and catch nothing in the zoo that no test of [`TESTS`] catches as cheaply.
#[rustfmt::skip]
pub const OTHERS: &[Entry] = &[
    Entry {
        name: "serial-pairs", about: "pairs of the top 6 bits are equally frequent", source: "Knuth 2, 3.3.2 B",
        cost: 0,
        make: Make::Words(|bits| classified("serial-pairs", Bits::top(bits, 6)?, Pairs::new(1 << 6)?)),
    },
    Entry {
        name: "serial-pairs-low", about: "pairs of the low 6 bits are equally frequent", source: "Knuth 2, 3.3.2 B",
        cost: 0,
        make: Make::Words(|bits| classified("serial-pairs-low", Bits::low(bits, 6)?, Pairs::new(1 << 6)?)),
    },
    Entry {
        name: "coupon-collector", about: "words until all values of the top 3 bits came", source: "Knuth 2, 3.3.2 E",
        cost: 0,
        make: Make::Words(|bits| classified("coupon-collector", Bits::top(bits, 3)?, Coupons::of_all(1 << 3)?)),
    },
    Entry {
        name: "permutation-4", about: "orders of 4 words", source: "Knuth 2, 3.3.2 F",
        cost: 0,
        make: Make::Words(|bits| ordered("permutation-4", bits, Permutation::<4>::new)),
    },
    Entry {
        name: "permutation-6", about: "orders of 6 words", source: "Knuth 2, 3.3.2 F",
        cost: 0,
        make: Make::Words(|bits| ordered("permutation-6", bits, Permutation::<6>::new)),
    },
    Entry {
        name: "runs-up", about: "lengths of rising runs", source: "Knuth 2, 3.3.2 G",
        cost: 0,
        make: Make::Words(|bits| ordered("runs-up", bits, RunsUp::new)),
    },
    Entry {
        name: "permutation-4", about: "orders of 4 values, ties included", source: "Knuth 2, 3.3.2 F",
        cost: 0,
        make: Make::Values(|below| grouped("permutation-4", below, u32::MAX, Permutation::<4>::new)),
    },
    Entry {
        name: "runs-up", about: "lengths of rising runs, ties included", source: "Knuth 2, 3.3.2 G",
        cost: 0,
        make: Make::Values(|below| grouped("runs-up", below, u32::MAX, RunsUp::new)),
    },
    Entry {
        name: "cycle-types", about: "lengths of the cycles of up to 20", source: "Knuth 1, 1.3.3",
        cost: 0,
        make: Make::Permutations(|n| Ok(Box::new(permutations::cycle_types(n)?))),
    },
    Entry {
        name: "parity", about: "even or odd", source: "Cauchy 1815",
        cost: 0,
        make: Make::Permutations(|n| Ok(Box::new(permutations::parity(n)?))),
    },
];

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
