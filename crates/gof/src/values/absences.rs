//! Absences: how often each value stays away for long.
//!
//! A test of gaps examines one value, and counts all long gaps as one class. Here every value has its own rows. For a value of
//! chance `w` the stream is cut into blocks of `1 / w`, `2 / w` and more items, up to `24 / w`; a block lacks the value
//! with a chance of `(1 - w)^length`, independently of the other blocks, so the number of such blocks is binomial, with no
//! approximation. The p-value is that of the farthest row by Bonferroni's inequality. Source: Knuth, *The Art of Computer
//! Programming* 2, 3.3.2 D, for gaps; the blocks make them binomial.
//!
//! The test finds: a value that always comes after some tries without it, such as a pity rule, or one that stays away.

use crate::extreme::{self, BinomialCount};
use crate::test::BuiltTest;
use crate::words::{Projection, Symbol, Values, groups};
use crate::{Error, Outcome, Test};

/// Lengths of blocks, in units of the number of items in which the value is expected once.
const LENGTHS: [f64; 9] = [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0];

/// More values than this are put into groups.
const MOST: u32 = 256;

/// The test for values below a bound.
///
/// # Errors
/// [`Error::Parameter`] unless `below` is at least 2.
pub fn build_test(name: &'static str, below: u32) -> BuiltTest<u32> {
    let groups = groups(below, MOST);
    Ok(Box::new(Absences::new(
        name,
        Values::new(below, groups)?,
        &vec![1; groups as usize],
    )?))
}

/// Counts the blocks that lack a symbol.
pub(crate) struct Absences<P> {
    name: &'static str,
    projection: P,
    symbols: Vec<Absent>,
    items: u64,
    taken: u64,
    impossible: bool,
}

struct Absent {
    chance: f64,
    /// The lengths of blocks, in ascending order.
    lengths: Vec<u64>,
    /// For each length, how many full blocks before the last occurrence lacked the symbol.
    lacking: Vec<u64>,
    /// How many symbols there were up to the last occurrence.
    last: u64,
}

impl Absent {
    fn new(chance: f64) -> Self {
        let mut lengths: Vec<u64> = LENGTHS
            .iter()
            .map(|times| (times / chance).ceil() as u64)
            .collect();
        lengths.dedup();
        Self {
            chance,
            lacking: vec![0; lengths.len()],
            lengths,
            last: 0,
        }
    }

    /// How many full blocks of this length lie after the last occurrence and end at or before `end` symbols.
    const fn since(last: u64, end: u64, length: u64) -> u64 {
        (end / length).saturating_sub(last.div_ceil(length))
    }

    /// Takes an occurrence of the symbol, numbered `at` from zero.
    fn came(&mut self, at: u64) {
        for (lacking, length) in self.lacking.iter_mut().zip(&self.lengths) {
            if at - self.last < *length {
                break;
            }
            *lacking += Self::since(self.last, at, *length);
        }
        self.last = at + 1;
    }
}

impl<P> Absences<P> {
    /// The test for symbols with these weights.
    pub(crate) fn new(name: &'static str, projection: P, weights: &[u64]) -> Result<Self, Error> {
        let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
        let symbols: Vec<Absent> = weights
            .iter()
            .map(|&weight| Absent::new(weight as f64 / total.max(1) as f64))
            .collect();
        if weights.iter().filter(|weight| **weight > 0).count() < 2 {
            return Err(Error::NothingToTest("all symbols are equal"));
        }
        Ok(Self {
            name,
            projection,
            symbols,
            items: 0,
            taken: 0,
            impossible: false,
        })
    }

    /// The counts, each with its symbol and its length of block.
    fn counts(&self) -> impl Iterator<Item = ((usize, u64), BinomialCount)> {
        // A symbol that cannot come has one length, which no stream reaches.
        let symbols = self.symbols.iter().enumerate();
        symbols.flat_map(move |(symbol, absent)| {
            absent
                .lengths
                .iter()
                .zip(&absent.lacking)
                .map(move |(&length, lacking)| {
                    let came = lacking + Absent::since(absent.last, self.taken, length);
                    let chance = (length as f64 * (-absent.chance).ln_1p()).exp();
                    (
                        (symbol, length),
                        BinomialCount {
                            came,
                            trials: self.taken / length,
                            chance,
                        },
                    )
                })
        })
    }
}

impl<P: Projection<u32>> Test<u32> for Absences<P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "{} are independent: each stays away as often and as long as it should",
            self.projection.about()
        )
    }

    fn push(&mut self, item: &u32) {
        self.items += 1;
        match self.projection.symbol(item) {
            Symbol::Of(symbol) => {
                match self.symbols.get_mut(symbol as usize) {
                    Some(absent) if absent.chance > 0.0 => absent.came(self.taken),
                    _ => self.impossible = true,
                }
                self.taken += 1;
            }
            Symbol::Skipped => {}
            Symbol::Impossible => self.impossible = true,
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    /// Enough symbols for ten of the commonest one, and a hundred in all.
    fn needed(&self) -> u64 {
        let commonest = self
            .symbols
            .iter()
            .map(|absent| absent.chance)
            .fold(0.0, f64::max);
        self.projection
            .items(100.max((10.0 / commonest).ceil() as u64))
    }

    fn worst(&self) -> Option<String> {
        if self.impossible {
            return None;
        }
        let (
            (symbol, length),
            BinomialCount {
                came,
                trials,
                chance,
            },
        ) = extreme::farthest(self.counts())?;
        let expected = trials as f64 * chance;
        let symbol = self.projection.name(symbol as u32);
        let blocks = if came == 1 { "block" } else { "blocks" };
        Some(format!(
            "{symbol} is missing from {came} {blocks} of {length} items instead of {expected:.1}"
        ))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), self.impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{die, fair};

    #[test]
    fn blocks_without_a_value_are_counted() {
        let mut random = fair(8);
        let weights = [1, 6, 0, 3];
        let mut test = Absences::new("absences", Values::new(4, 4).unwrap(), &weights).unwrap();
        let mut stream = Vec::new();
        for n in 1..3000 {
            let value = [0, 1, 1, 1, 1, 1, 1, 3, 3, 3][die(&mut random, 10) as usize];
            stream.push(value);
            test.push(&value);
            if n % 37 == 0 {
                for ((symbol, length), count) in test.counts() {
                    let blocks = stream.chunks_exact(length as usize);
                    let lacking = blocks
                        .clone()
                        .filter(|block| !block.contains(&(symbol as u32)))
                        .count();
                    assert_eq!(
                        (count.came, count.trials),
                        (lacking as u64, blocks.len() as u64),
                        "{symbol} {length} {n}"
                    );
                    let share = weights[symbol] as f64 / 10.0;
                    assert!((count.chance - (1.0 - share).powi(length as i32)).abs() < 1e-12);
                }
            }
        }
        assert!(test.outcome().unwrap().p.two_sided().value() > 1e-4);
        test.push(&2);
        assert!(test.outcome().unwrap().p.upper().log10().is_infinite());
    }
}
