//! Lagged pairs: how often a value equals the one some places before it, for every lag up to a longest.
//!
//! Under the null hypothesis a value is uniform whatever came before it. So for each lag the pairs are equal independently,
//! each with a chance of one in the number of values, and their number is binomial, with no approximation. The numbers for two
//! lags are uncorrelated, but not independent; the p-value is that of the farthest lag by Bonferroni's inequality.
//!
//! Source: the lags are those of Marsaglia's and Knuth's serial correlation test (*The Art of Computer Programming* 2,
//! 3.3.2 K), for equality instead of products. The test finds: rolls that are copied from some rolls before, a history that is
//! avoided, workers that share a stream.

use multiversion::multiversion;

use crate::error::out_of_range;
use crate::extreme::{self, BinomialCount};
use crate::test::BuiltTest;
use crate::{Error, Outcome, Test};

/// The longest lag in the battery.
pub const LAGS: usize = 512;

/// How many values there must be before there is an outcome.
const NEEDED: u64 = 100;

/// How many values are compared at once.
const BLOCK: usize = 1920;

/// Equal values are counted in bytes, so at most this many at a time.
const CHUNK: usize = 240;

/// The test for values below a bound and lags from 1 to `lags`. Many small values are compared in one step of the processor.
///
/// # Errors
/// [`Error::Parameter`] unless `below` is at least 2.
pub fn build_test(name: &'static str, below: u32, lags: usize) -> BuiltTest<u32> {
    match below {
        0 | 1 => Err(out_of_range("bound of the values", below, "at least 2")),
        2..=0x100 => Ok(Box::new(Lagged::<u8>::new(name, below, lags))),
        0x101..=0x1_0000 => Ok(Box::new(Lagged::<u16>::new(name, below, lags))),
        _ => Ok(Box::new(Lagged::<u32>::new(name, below, lags))),
    }
}

/// Counts equal values at every lag, for values that fit a `T`.
struct Lagged<T> {
    name: &'static str,
    below: u32,
    lags: Lags<T>,
    impossible: u64,
}

impl<T: Copy + PartialEq> Lagged<T> {
    fn new(name: &'static str, below: u32, lags: usize) -> Self {
        Self {
            name,
            below,
            lags: Lags::up_to(lags),
            impossible: 0,
        }
    }

    fn counts(&self) -> impl Iterator<Item = (usize, BinomialCount)> {
        self.lags.counts(1.0 / f64::from(self.below))
    }
}

impl<T: Copy + PartialEq + Send + TryFrom<u32>> Test<u32> for Lagged<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        let Self { below, .. } = self;
        let lags = self.lags.equal.len();
        format!(
            "values below {below} are independent and uniform: one in {below} equals the one 1 to {lags} before"
        )
    }

    #[inline]
    fn push(&mut self, item: &u32) {
        match T::try_from(*item) {
            Ok(value) if *item < self.below => self.lags.push(value),
            _ => self.impossible += 1,
        }
    }

    fn items(&self) -> u64 {
        self.lags.taken + self.impossible
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (lag, count) = extreme::farthest(self.counts())?;
        Some(format!(
            "{} of the values equal the one {lag} before",
            count.shares()
        ))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), self.impossible > 0)
    }
}

/// Counts how often an item equals the one some steps before.
struct Lags<T> {
    /// The last items: as many as the longest lag, followed by the new ones.
    kept: Vec<T>,
    new: usize,
    /// How many items were equal at each lag from 1; new items are not included.
    equal: Vec<u64>,
    taken: u64,
}

impl<T> Lags<T> {
    /// The counts for lags from 1 to `most`.
    fn up_to(most: usize) -> Self {
        Self {
            kept: Vec::with_capacity(most + BLOCK),
            new: 0,
            equal: vec![0; most],
            taken: 0,
        }
    }
}

impl<T: Copy + PartialEq> Lags<T> {
    #[inline]
    fn push(&mut self, new: T) {
        self.kept.push(new);
        self.new += 1;
        self.taken += 1;
        if self.new == BLOCK {
            for lag in 1..=self.equal.len() {
                self.equal[lag - 1] += self.pending(lag);
            }
            self.new = 0;
            self.kept
                .drain(..self.kept.len().saturating_sub(self.equal.len()));
        }
    }

    /// How many new items equal the one `lag` steps before.
    fn pending(&self, lag: usize) -> u64 {
        let first = lag.max(self.kept.len() - self.new);
        match self.kept.get(first..) {
            Some(new) => equal(new, &self.kept[first - lag..]),
            None => 0,
        }
    }

    /// The number of equal items at each lag, with this chance for each.
    fn counts(&self, chance: f64) -> impl Iterator<Item = (usize, BinomialCount)> {
        self.equal.iter().zip(1..).map(move |(equal, lag)| {
            (
                lag,
                BinomialCount {
                    came: equal + self.pending(lag),
                    trials: self.taken.saturating_sub(lag as u64),
                    chance,
                },
            )
        })
    }
}

/// How many items of `new` equal the item at the same place in `old`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn equal<T: Copy + PartialEq>(new: &[T], old: &[T]) -> u64 {
    let of_chunk = |(new, old): (&[T], &[T])| {
        new.iter()
            .zip(old)
            .fold(0_u8, |sum, (a, b)| sum.wrapping_add(u8::from(a == b)))
    };
    new.chunks(CHUNK)
        .zip(old.chunks(CHUNK))
        .map(|pair| u64::from(of_chunk(pair)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{die, fair};

    #[test]
    fn every_lag_is_counted() {
        let mut random = fair(1);
        let values: Vec<u32> = (0..6000).map(|_| die(&mut random, 3)).collect();
        let mut lags = Lags::<u8>::up_to(LAGS);
        for (at, value) in values.iter().enumerate() {
            lags.push(*value as u8);
            if [5, 511, 512, 600, 1919, 1920, 2500, 6000].contains(&(at + 1)) {
                for (lag, count) in lags.counts(0.5) {
                    let seen = &values[..=at];
                    let came = seen
                        .iter()
                        .skip(lag)
                        .zip(seen)
                        .filter(|(new, old)| new == old)
                        .count();
                    assert_eq!(
                        (count.came, count.trials),
                        (came as u64, (at + 1).saturating_sub(lag) as u64),
                        "{lag}"
                    );
                }
            }
        }
    }

    /// Checks over all strings of six symbols out of three that the equal pairs of each lag are binomial.
    #[test]
    fn equal_pairs_of_each_lag_are_binomial() {
        let mut found = vec![[0_u32; 7]; 5];
        for string in 0..3_u32.pow(6) {
            let mut lags = Lags::<u8>::up_to(5);
            (0..6)
                .map(|at| (string / 3_u32.pow(at) % 3) as u8)
                .for_each(|symbol| lags.push(symbol));
            for (lag, count) in lags.counts(0.0) {
                found[lag - 1][count.came as usize] += 1;
            }
        }
        for (lag, found) in (1..).zip(found) {
            let trials = 6 - lag;
            let ways = |k: u32| {
                (0..k).fold(1, |ways, i| ways * (trials - i) / (i + 1)) * 2_u32.pow(trials - k)
            };
            assert!(
                (0..=trials).all(|k| found[k as usize] == ways(k) * 3_u32.pow(lag)),
                "lag {lag}: {found:?}"
            );
        }
    }
}
