//! The table of tests: name, cost in nanoseconds per item, parameters, and how it is made. The modules of the tests give their
//! sources.
//!
//! A test without parameters is in the battery of its kind: the crate `zoo` has something broken that it catches with at most a
//! quarter of the items that any other test of its kind needs, or it stands in where there are too many permutations to count each. Tests with parameters are run by name.

use super::entry::{Entry, Make, Parameter};
use crate::Error;
use crate::error::out_of_range;
use crate::permutations::{self as of, PositionMatrix};
use crate::test::BuiltTest;
use crate::values::{
    absences, cells, drift, halves, lagged, period::Period, project_test, relations, runs,
};
use crate::words::bits::BitBalance;
use crate::words::complexity::LinearComplexity;
use crate::words::frequency::Frequency;
use crate::words::gap::Gap;
use crate::words::permutation::Permutation;
use crate::words::serial::Pairs;
use crate::words::spacings::{BirthdaySpacings, Year};
use crate::words::{
    Bits, Classified, Classifier, Projection, Share, Shared, Values, autocorrelation, differences,
    distances, ends, groups, lags, large_rank, near, ones, parities, places, rank, thirds, weights,
};

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

/// The share that expensive tests read: the first 2^20 items, and a sixteenth of the rest.
const LATER: Share = Share::later(16);

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
    "birthdays in a year; 0 for years that double from 256 to a mean of one repeated spacing",
);
const COORDINATES: Parameter = parameter("t", 1, 1, 8, "coordinates of a birthday");

const fn bits(default: u64, most: u64) -> Parameter {
    parameter("bits", default, 1, most, "bits of a word that are used")
}

const fn groups_of(most: u64) -> Parameter {
    parameter(
        "groups",
        8,
        2,
        most,
        "groups of neighbouring values, at most",
    )
}

/// Knuth's permutation test of tuples of this size.
macro_rules! of_tuple {
    ($t:expr, $make:ident($name:expr, $size:expr)) => {
        match $t {
            2 => $make($name, $size, Permutation::<2>::new),
            3 => $make($name, $size, Permutation::<3>::new),
            4 => $make($name, $size, Permutation::<4>::new),
            5 => $make($name, $size, Permutation::<5>::new),
            6 => $make($name, $size, Permutation::<6>::new),
            7 => $make($name, $size, Permutation::<7>::new),
            _ => $make($name, $size, Permutation::<8>::new),
        }
    };
}

/// All tests, those of the batteries first.
#[rustfmt::skip]
pub static TESTS: &[Entry] = &[
    words("frequency-top", 1, &[], test_frequency),
    words("bits", 2, &[], |name, bits, _| Ok(Box::new(BitBalance::new(name, bits)?))),
    words("gap", 2, &[], |name, bits, _| Shared::build(test_bits(name, Bits::top(bits, 3)?, Gap::of_one(1 << 3)?), Share { after: 1 << 21, one_in: 32 })),
    words("permutation-3", 1, &[], |name, bits, _| test_order(name, bits, Permutation::<3>::new)),
    words("birthday-spacings", 1, &[], |name, bits, _| birthdays(name, bits, Bits::top(bits, bits.min(32))?, 1)),
    words("birthday-spacings-pairs", 2, &[], |name, bits, _| birthdays(name, bits, Bits::top(bits, bits.min(30))?, 2)),
    words("birthday-spacings-low", 1, &[], |name, bits, _| birthdays(name, bits, Bits::low(bits, bits.min(12))?, 4)),
    words("repetitions", 1, &[], |name, bits, _| {
        let symbols = Bits::top(bits, bits.min(32))?;
        if bits < 32 {
            return Err(out_of_range("bits of a word", bits, "at least 32"));
        }
        Ok(Box::new(BirthdaySpacings::with(name, symbols, Year::of_days(1 << 19, LATER))?))
    }),
    words("matrix-rank", 1, &[], |name, bits, _| rank::build_test(name, bits, 64, Share { after: 1 << 16, one_in: 256 })),
    words("linear-complexity", 1, &[], |name, bits, _| Ok(Box::new(LinearComplexity::new(name, bits, 0)?))),
    words("lags", 2, &[], |name, bits, _| lags::build_test(name, bits, 512, Share::later(32))),
    words("autocorrelation-half", 1, &[], |name, bits, _| Shared::build(autocorrelation::build_test(name, bits, bits / 2), LATER)),
    words("autocorrelation-word", 1, &[], |name, bits, _| Shared::build(autocorrelation::build_test(name, bits, bits), LATER)),
    words("differences", 1, &[], |name, bits, _| Shared::build(differences::build_test(name, bits), LATER)),
    words("thirds", 1, &[], |name, bits, _| thirds::build_test(name, bits, LATER)),
    words("weights", 1, &[], |name, bits, _| weights::build_test(name, bits, Share { after: 1 << 21, one_in: 32 })),
    words("matrix-rank-large", 1, &[], |name, bits, _| large_rank::build_test(name, bits)),
    words("linear-complexity-places", 1, &[], |name, bits, _| places::build_test(name, bits)),
    words("ones", 1, &[], |name, bits, _| ones::build_test(name, bits, Share { after: 1 << 22, one_in: 32 })),
    words("near-bits", 1, &[], |name, bits, _| near::build_test(name, bits, Share { after: 1 << 21, one_in: 32 })),
    words("distances", 1, &[], |name, bits, _| distances::build_test(name, bits, Share { after: 1 << 18, one_in: 128 })),
    words("parities", 1, &[], |name, bits, _| parities::build_test(name, bits, Share { after: 1 << 21, one_in: 16 })),
    words("ends", 1, &[], |name, bits, _| ends::build_test(name, bits)),
    values("frequency", 12, &[], |name, below, _| test_groups(name, below, 256, Frequency::new)),
    values("frequency-remainders", 10, &[], remainders),
    values("serial-pairs", 14, &[], |name, below, _| test_groups(name, below, 64, Pairs::new)),
    values("birthday-spacings", 11, &[], |name, below, _| Ok(Box::new(BirthdaySpacings::new(name, Values::new(below, below)?)?))),
    values("lagged", 40, &[], |name, below, _| lagged::build_test(name, below, lagged::LAGS)),
    values("equal-runs", 18, &[], |name, below, _| runs::build_test(name, below)),
    values("absences", 35, &[], |name, below, _| absences::build_test(name, below)),
    values("period", 25, &[], |_, below, _| Ok(Box::new(Period::new(f64::from(below).log2())?))),
    values("linear-complexity", 12, &[], |name, below, _| project_test(halves(below, true)?, Box::new(LinearComplexity::new(name, 1, 0)?), REGISTER)),
    values("linear-complexity-half", 12, &[], |name, below, _| project_test(other_half(below, false)?, Box::new(LinearComplexity::new(name, 1, 0)?), REGISTER)),
    values("matrix-rank", 15, &[], |name, below, _| {
        if !below.is_power_of_two() || below < 2 {
            return Err(out_of_range("bound of the values", below, "a power of two"));
        }
        let ranks = rank::build_test(name, below.ilog2(), 64, LATER)?;
        project_test(Values::new(below, below)?, ranks, "square matrices of their bits have the ranks of random ones")
    }),
    values("relations", 20, &[], |name, below, _| test_relations(name, Values::new(below, groups(below, relations::SYMBOLS))?)),
    values("relations-lowest-bit", 20, &[], |name, below, _| test_relations(name, other_half(below, true)?)),
    values("drift", 13, &[], |name, below, _| drift::build_test(name, below)),
    values("cells", 11, &[], |name, below, _| cells::build_test(name, below)),
    permutations("ranks", 64, &[], |_, n, _| Ok(Box::new(of::ranks(n as usize)?))),
    permutations("rank-buckets", 83, &[], |_, n, _| Ok(Box::new(of::rank_buckets(n as usize, 1000)?))),
    permutations("position-matrix", 53, &[], |_, n, _| Ok(Box::new(PositionMatrix::in_blocks(n as usize, n.min(64) as usize)?))),
    permutations("adjacent-pairs", 50, &[], |_, n, _| Ok(Box::new(of::adjacent_pairs(n as usize)?))),
    permutations("adjacent-pairs-falling", 50, &[], |_, n, _| Ok(Box::new(of::adjacent_pairs_falling(n as usize)?))),
    permutations("cycles", 112, &[], |_, n, _| Ok(Box::new(of::cycles(n as usize)?))),
    permutations("lagged", 250, &[], |_, n, _| Ok(Box::new(of::Lagged::new(n as usize)?))),
    permutations("repeats", 100, &[], |_, n, _| Ok(Box::new(of::Repeats::new(n as usize)?))),
    permutations("rising-sequences", 100, &[], |_, n, _| Ok(Box::new(of::rising_sequences(n as usize)?))),
    permutations("kept-pairs", 100, &[], |_, n, _| Ok(Box::new(of::kept_pairs(n as usize)?))),
    permutations("cells", 90, &[], |_, n, _| Ok(Box::new(of::FarthestCell::new(n as usize)?))),
    words("frequency", 0, &[bits(8, 16), LOW], |name, bits, given| test_bits(name, symbols(bits, given)?, Frequency::new(1 << given[0])?)),
    words("serial", 0, &[bits(6, 10), LOW], |name, bits, given| test_bits(name, symbols(bits, given)?, Pairs::new(1 << given[0])?)),
    words("gap", 0, &[bits(3, 10), LOW], |name, bits, given| test_bits(name, symbols(bits, given)?, Gap::of_one(1 << given[0])?)),
    words("permutation", 0, &[T], |name, bits, given| of_tuple!(given[0], test_order(name, bits))),
    words("birthday", 0, &[parameter("d", 1 << 32, 2, 1 << 32, "days for each coordinate, a power of two"), M, COORDINATES, LOW, SHARE], |name, bits, given| {
        if !given[0].is_power_of_two() {
            return Err(out_of_range("d", given[0], "a power of two"));
        }
        let days = symbols(bits, &[given[0].ilog2().into(), given[3]])?;
        Ok(Box::new(BirthdaySpacings::with(name, days, year(given[0], given[1], given[2], given[4]))?))
    }),
    words("rank", 0, &[parameter("n", 64, 2, 4096, "rows and columns of a matrix, at most; at least the bits of a word"), SHARE], |name, bits, given| {
        rank::build_test(name, bits, given[0] as u32, Share::one_in(given[1]))
    }),
    words("complexity", 0, &[parameter("bit", 0, 0, 63, "place of the bit, 0 for the lowest")], |name, bits, given| {
        Ok(Box::new(LinearComplexity::new(name, bits, given[0] as u32)?))
    }),
    words("lags", 0, &[parameter("lags", 512, 1, 1024, "the longest lag, in words"), SHARE], |name, bits, given| {
        lags::build_test(name, bits, given[0] as u32, Share::one_in(given[1]))
    }),
    words("autocorrelation", 0, &[parameter("lag", 1, 1, 1 << 16, "lag in bits")], |name, bits, given| {
        autocorrelation::build_test(name, bits, given[0] as u32)
    }),
    values("frequency", 0, &[groups_of(65_536)], |name, below, given| test_groups(name, below, given[0] as u32, Frequency::new)),
    values("serial", 0, &[groups_of(1024)], |name, below, given| test_groups(name, below, given[0] as u32, Pairs::new)),
    values("gap", 0, &[groups_of(1024)], |name, below, given| test_groups(name, below, given[0] as u32, Gap::of_one)),
    values("permutation", 0, &[T], |name, below, given| of_tuple!(given[0], test_all_values(name, below))),
    values("lagged", 0, &[parameter("lags", lagged::LAGS as u64, 1, 1 << 16, "the longest lag")], |name, below, given| {
        lagged::build_test(name, below, given[0] as usize)
    }),
    values("birthday", 0, &[M, COORDINATES, SHARE], |name, below, given| {
        let year = year(below.into(), given[0], given[1], given[2]);
        Ok(Box::new(BirthdaySpacings::with(name, Values::new(below, below)?, year)?))
    }),
];

const fn words(
    name: &'static str,
    cost: u32,
    parameters: &'static [Parameter],
    make: fn(&'static str, u32, &[u64]) -> BuiltTest<u64>,
) -> Entry {
    Entry {
        name,
        cost,
        parameters,
        make: Make::Words(make),
    }
}

const fn values(
    name: &'static str,
    cost: u32,
    parameters: &'static [Parameter],
    make: fn(&'static str, u32, &[u64]) -> BuiltTest<u32>,
) -> Entry {
    Entry {
        name,
        cost,
        parameters,
        make: Make::Values(make),
    }
}

const fn permutations(
    name: &'static str,
    cost: u32,
    parameters: &'static [Parameter],
    make: fn(&'static str, u32, &[u64]) -> BuiltTest<[u32]>,
) -> Entry {
    Entry {
        name,
        cost,
        parameters,
        make: Make::Permutations(make),
    }
}

/// This many bits of a word, at the low end or the top.
fn symbols(bits: u32, given: &[u64]) -> Result<Bits, Error> {
    let of = if given[1] == 1 { Bits::low } else { Bits::top };
    of(bits, given[0] as u32)
}

fn test_all_values<C: Classifier + 'static>(
    name: &'static str,
    below: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> BuiltTest<u32> {
    test_groups(name, below, u32::MAX, classifier)
}

/// The years of a birthday test: with this number of birthdays, or, if it is not given, years that grow.
fn year(days: u64, birthdays: u64, coordinates: u64, share: u64) -> Year {
    let growing = Year::of(days, coordinates as u32, Share::one_in(share));
    match birthdays {
        0 => growing,
        _ => Year {
            first: birthdays,
            birthdays,
            ..growing
        },
    }
}

fn test_bits<C: Classifier + 'static>(
    name: &'static str,
    bits: Bits,
    classifier: C,
) -> BuiltTest<u64> {
    Ok(Box::new(Classified::new(name, bits, classifier)?))
}

/// A test of the frequencies of the top 12 bits, or while there are too few words for these of the top 8.
fn test_frequency(name: &'static str, bits: u32, _: &[u64]) -> BuiltTest<u64> {
    let top = bits.clamp(8, 12);
    let frequency = Classified::new(name, Bits::top(bits, top)?, Frequency::new(1 << top)?)?;
    Ok(Box::new(frequency.coarse_at_first(1 << (top - 8))?))
}

/// A test of order, of all bits of a word or of its top 32.
fn test_order<C: Classifier + 'static>(
    name: &'static str,
    bits: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> BuiltTest<u64> {
    test_bits(
        name,
        Bits::top(bits, bits.min(32))?,
        classifier(1 << bits.min(32))?,
    )
}

fn birthdays(name: &'static str, bits: u32, symbols: Bits, coordinates: u32) -> BuiltTest<u64> {
    if bits * coordinates < 24 {
        return Err(out_of_range(
            "bits of a word",
            bits,
            "at least 24, 12 for pairs, or 6 for four together",
        ));
    }
    let year = Year::of(symbols.symbols(), coordinates, LATER);
    let year = Year {
        birthdays: year.birthdays.min(1 << 18),
        ..year
    };
    Ok(Box::new(BirthdaySpacings::with(name, symbols, year)?))
}

/// A test of values in at most `limit` groups of neighbours.
fn test_groups<C: Classifier + 'static>(
    name: &'static str,
    below: u32,
    limit: u32,
    classifier: fn(u64) -> Result<C, Error>,
) -> BuiltTest<u32> {
    let groups = groups(below, limit);
    Ok(Box::new(Classified::new(
        name,
        Values::new(below, groups)?,
        classifier(u64::from(groups))?,
    )?))
}

/// The finding of a test of linear complexity.
const REGISTER: &str = "no shift register shorter than half of them makes these bits";

/// The same as [`halves`], for values of more than one bit.
fn other_half(below: u32, is_lowest: bool) -> Result<Values, Error> {
    if below == 2 {
        return Err(Error::NothingToTest("both halves are the value"));
    }
    halves(below, is_lowest)
}

fn test_relations(name: &'static str, symbols: Values) -> BuiltTest<u32> {
    let relations = relations::Relations::new(name, Projection::symbols(&symbols) as u32);
    project_test(
        symbols,
        Box::new(relations),
        "sums of neighbours, each times a number, are uniform too",
    )
}

/// The frequencies of remainders, if these are not the values themselves.
fn remainders(name: &'static str, below: u32, _: &[u64]) -> BuiltTest<u32> {
    let groups = groups(below, 256);
    if groups == below {
        return Err(Error::NothingToTest("the remainders are the values"));
    }
    let frequency = Frequency::new(groups.into())?;
    Ok(Box::new(Classified::new(
        name,
        Values::remainders(below, groups)?,
        frequency,
    )?))
}
