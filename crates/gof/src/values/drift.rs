//! Drift: whether every part of a stream has as many of each value as it should.
//!
//! The stream is cut into blocks that expect the rarest value 32 times, and again into blocks of twice as many, four times as many and so
//! on. The counts in a block are multinomial whatever came before it, so Pearson's statistics of all blocks of one length add up
//! to about a chi-square statistic, with a degree of freedom less than there are values for each block. Its upper tail allows for
//! the finite expectations as that of Pearson's statistic does, with as many degrees of freedom and such expectations.
//!
//! The p-value is that of the farthest length by Bonferroni's inequality. The lower tail is 1: the other tests judge what is too
//! even. Sources: Knuth, *The Art of Computer Programming* 2, 3.3.1, for the sum over parts of a sequence; blocks of all dyadic
//! lengths as in Haar's wavelets.
//!
//! The test finds: a chance that wanders about the right one, so that all rolls together are fair.

use super::project_test;
use crate::counted::join_neighbours;
use crate::extreme::BinomialCount;
use crate::pearson::upper_of_equal;
use crate::sum::Sum;
use crate::tail::chi_square;
use crate::test::{BuiltTest, check_enough};
use crate::words::{Projection, Symbol, Values, groups};
use crate::{Error, Outcome, PValue, Reference, Tail, Test};

/// More values than this are put into groups.
const MOST: u32 = 64;

/// Values with weights that are rarer than one in so many count as one.
const RARE: f64 = 512.0;

/// How often a block of the shortest length expects each value.
const EXPECTED: u64 = 32;

/// The most degrees of freedom of a length that is judged; shorter blocks were judged when there were fewer.
const FREEDOM: u64 = 1 << 18;

const NULL: &str = "every part of the stream has as many of each as it should";

/// The test for values below a bound.
///
/// # Errors
/// [`Error::NothingToTest`] unless `below` is at least 2.
pub fn build_test(name: &'static str, below: u32) -> BuiltTest<u32> {
    if below < 2 {
        return Err(Error::NothingToTest("all symbols are equal"));
    }
    let groups = groups(below, MOST);
    let values = Values::new(below, groups)?;
    let chances = vec![1.0 / f64::from(groups); groups as usize];
    let drift = Drift::new(name, chances, move |symbol| values.name(symbol));
    project_test(values, Box::new(drift), NULL)
}

/// The test for values with these weights. Rare values count as one.
///
/// # Errors
/// [`Error::NothingToTest`] if they are all one.
pub(crate) fn build_weighted(name: &'static str, weights: &[u64]) -> BuiltTest<u32> {
    let total: f64 = weights.iter().map(|weight| *weight as f64).sum();
    let mut order: Vec<usize> = (0..weights.len())
        .filter(|&value| weights[value] > 0)
        .collect();
    order.sort_by_key(|&value| weights[value]);
    let ascending: Vec<f64> = order
        .iter()
        .map(|&value| weights[value] as f64 / total)
        .collect();
    let (pool_of_rank, chances) = join_neighbours(&ascending, 1.0 / RARE);
    if chances.len() < 2 {
        return Err(Error::NothingToTest("all values but one are rare"));
    }
    let mut pools = vec![None; weights.len()];
    let mut names = vec![String::new(); chances.len()];
    for (&value, pool) in order.iter().zip(pool_of_rank) {
        pools[value] = Some(pool as u32);
        names[pool] = if names[pool].is_empty() {
            format!("value {value}")
        } else {
            "a rare value".into()
        };
    }
    let drift = Drift::new(name, chances, move |symbol| names[symbol as usize].clone());
    project_test(Pools(pools), Box::new(drift), NULL)
}

/// The pool of each value; none for a value that cannot come.
struct Pools(Vec<Option<u32>>);

impl Projection<u32> for Pools {
    fn symbols(&self) -> u64 {
        self.0.len() as u64
    }

    fn about(&self) -> String {
        "values with these weights".into()
    }

    fn symbol(&self, value: &u32) -> Symbol {
        match self.0.get(*value as usize) {
            Some(Some(pool)) => Symbol::Of(*pool),
            _ => Symbol::Impossible,
        }
    }

    fn items(&self, symbols: u64) -> u64 {
        symbols
    }
}

/// The counts of a block, by symbol.
type BlockCounts = Vec<u64>;

/// A symbol, in a few words.
type SymbolName = dyn Fn(u32) -> String + Send;

/// Counts symbols in blocks.
struct Drift {
    name: &'static str,
    symbol_name: Box<SymbolName>,
    /// The chance of each symbol.
    chances: Vec<f64>,
    /// The shortest length of a block.
    shortest: u64,
    taken: u64,
    /// The counts of the block that is not full, of the shortest length.
    open: BlockCounts,
    /// How many symbols it lacks.
    lacking: u64,
    /// All full blocks by their length, each of which is twice the one before.
    lengths: Vec<BlockLength>,
}

/// What is known of all full blocks of one length.
#[derive(Default)]
struct BlockLength {
    blocks: u64,
    /// The sum of the blocks' statistics.
    statistic: Sum,
    /// A block that waits for its second half.
    first_half: Option<BlockCounts>,
    /// The count that is farthest from what is expected, and how far.
    farthest: Option<(FarthestCount, f64)>,
}

#[derive(Clone, Copy)]
struct FarthestCount {
    symbol: usize,
    block: u64,
    came: u64,
}

/// The statistic of all blocks of a length.
struct LengthOutcome<'a> {
    length: u64,
    blocks: &'a BlockLength,
    freedom: u64,
    /// The upper tail by the limit distribution.
    limit: Tail,
}

impl Drift {
    fn new(
        name: &'static str,
        chances: Vec<f64>,
        symbol_name: impl Fn(u32) -> String + Send + 'static,
    ) -> Self {
        let rarest = chances.iter().copied().fold(1.0, f64::min);
        let shortest = (EXPECTED as f64 / rarest).round() as u64;
        Self {
            name,
            symbol_name: Box::new(symbol_name),
            shortest,
            taken: 0,
            open: vec![0; chances.len()],
            lacking: shortest,
            lengths: Vec::new(),
            chances,
        }
    }

    fn close_block(&mut self) {
        let mut counts = std::mem::replace(&mut self.open, vec![0; self.chances.len()]);
        let mut size = self.shortest;
        for place in 0.. {
            if place == self.lengths.len() {
                self.lengths.push(BlockLength::default());
            }
            let length = &mut self.lengths[place];
            length.add(&counts, size, &self.chances);
            let Some(first_half) = length.first_half.take() else {
                length.first_half = Some(counts);
                return;
            };
            for (count, first) in counts.iter_mut().zip(first_half) {
                *count += first;
            }
            size *= 2;
        }
    }

    /// The lengths that are judged: of two blocks or more, with no more degrees of freedom than [`FREEDOM`].
    fn outcomes(&self) -> Vec<LengthOutcome<'_>> {
        let mut outcomes = Vec::new();
        let mut length = self.shortest;
        for blocks in &self.lengths {
            let freedom = blocks.blocks * (self.chances.len() as u64 - 1);
            if blocks.blocks >= 2 && freedom <= FREEDOM {
                outcomes.push(LengthOutcome {
                    length,
                    blocks,
                    freedom,
                    limit: chi_square::sf(blocks.statistic.value(), freedom),
                });
            }
            length *= 2;
        }
        outcomes
    }

    fn farthest(&self) -> Option<LengthOutcome<'_>> {
        let by_tail = |one: &LengthOutcome<'_>, other: &LengthOutcome<'_>| {
            one.limit.log10().total_cmp(&other.limit.log10())
        };
        self.outcomes().into_iter().min_by(by_tail)
    }
}

/// The chance of at least this sum of Pearson's statistics, whose counts have at least this expectation.
fn upper_tail(statistic: f64, freedom: u64, expected: f64) -> Tail {
    let limit = chi_square::sf(statistic, freedom);
    upper_of_equal(limit, statistic, freedom as usize + 1, expected)
}

impl BlockLength {
    fn add(&mut self, counts: &[u64], length: u64, chances: &[f64]) {
        for (symbol, (&came, chance)) in counts.iter().zip(chances).enumerate() {
            let expected = length as f64 * chance;
            let off = (came as f64 - expected).powi(2) / expected;
            self.statistic.add(off);
            if self.farthest.is_none_or(|(_, farthest)| off > farthest) {
                let block = self.blocks;
                let count = FarthestCount {
                    symbol,
                    block,
                    came,
                };
                self.farthest = Some((count, off));
            }
        }
        self.blocks += 1;
    }
}

impl Test<u64> for Drift {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        "every part has as many of each symbol as it should".into()
    }

    fn push(&mut self, symbol: &u64) {
        self.open[*symbol as usize] += 1;
        self.taken += 1;
        self.lacking -= 1;
        if self.lacking == 0 {
            self.lacking = self.shortest;
            self.close_block();
        }
    }

    fn items(&self) -> u64 {
        self.taken
    }

    fn needed(&self) -> u64 {
        2 * self.shortest
    }

    fn worst(&self) -> Option<String> {
        let found = self.farthest()?;
        let (count, _) = found.blocks.farthest?;
        let FarthestCount {
            symbol,
            block,
            came,
        } = count;
        let count = BinomialCount {
            came,
            trials: found.length,
            chance: self.chances[symbol],
        };
        Some(format!(
            "{}: {} in block {} of {} items; such blocks differ too much",
            (self.symbol_name)(symbol as u32),
            count.times(),
            block + 1,
            found.length
        ))
    }

    /// The statistic is that of the farthest length.
    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.taken, self.needed())?;
        let lengths = self.outcomes().len() as u64;
        let Some(found) = self.farthest() else {
            return Err(Error::NothingToTest("there are not two blocks"));
        };
        let statistic = found.blocks.statistic.value();
        let expected = (found.length / self.shortest * EXPECTED) as f64;
        let upper = upper_tail(statistic, found.freedom, expected);
        Ok(Outcome {
            test: self.name,
            items: self.taken,
            statistic,
            reference: Reference::Farthest { counts: lengths },
            p: PValue::new(Tail::new(1.0), upper.times(lengths as f64)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::fair::{die, fair};

    /// The chance of each sum of the squares of the counts in a block of `length` symbols out of two or three.
    fn law_of_block(symbols: u64, length: u64) -> BTreeMap<u64, f64> {
        let ln_factorial = |n: u64| (1..=n).map(|i| (i as f64).ln()).sum::<f64>();
        let mut law = BTreeMap::new();
        for first in 0..=length {
            for second in 0..=length - first {
                let third = length - first - second;
                if symbols == 2 && third > 0 {
                    continue;
                }
                let counts = [first, second, third];
                let ways = ln_factorial(length) - counts.map(ln_factorial).iter().sum::<f64>();
                let chance = (ways - length as f64 * (symbols as f64).ln()).exp();
                *law.entry(counts.map(|count| count * count).iter().sum())
                    .or_insert(0.0) += chance;
            }
        }
        law
    }

    /// Compares with the law of the sum over all counts of all blocks.
    #[test]
    fn the_tail_of_few_blocks_is_not_too_small() {
        for (symbols, blocks) in [(2_u64, 2), (2, 3), (2, 6), (3, 2), (3, 3)] {
            let length = EXPECTED * symbols;
            let once = law_of_block(symbols, length);
            let mut law = BTreeMap::from([(0, 1.0)]);
            for _ in 0..blocks {
                let mut longer = BTreeMap::new();
                for (sum, chance) in &law {
                    for (more, of_more) in once.iter().filter(|(_, of)| chance * *of > 1e-20) {
                        *longer.entry(sum + more).or_insert(0.0) += chance * of_more;
                    }
                }
                law = longer;
            }
            let mut exact = 0.0;
            for (squares, chance) in law.iter().rev() {
                exact += chance;
                let excess = (squares * symbols) as f64 - (blocks * length * length) as f64;
                let freedom = blocks * (symbols - 1);
                let stated = upper_tail(excess / length as f64, freedom, EXPECTED as f64);
                let factor = stated.value() / exact;
                assert!(
                    !(1e-9..0.05).contains(&exact) || (0.9..10.0).contains(&factor),
                    "{blocks} blocks of {symbols}: {factor} times {exact}"
                );
            }
        }
    }

    #[test]
    fn a_block_of_each_length_has_the_counts_of_its_halves() {
        let mut random = fair(4);
        let symbols: Vec<u64> = (0..96 * 11 + 50)
            .map(|_| die(&mut random, 3).into())
            .collect();
        let mut test = Drift::new("drift", vec![1.0 / 3.0; 3], |symbol| symbol.to_string());
        test.push_all(&symbols);
        let lengths: Vec<u64> = test.lengths.iter().map(|length| length.blocks).collect();
        assert_eq!(lengths, [11, 5, 2, 1]);
        for (length, of) in [96, 192, 384, 768].into_iter().zip(&test.lengths) {
            let mut statistic = 0.0;
            for block in symbols.chunks_exact(length) {
                for symbol in 0..3 {
                    let came = block.iter().filter(|&&other| other == symbol).count() as f64;
                    let expected = length as f64 / 3.0;
                    statistic += (came - expected).powi(2) / expected;
                }
            }
            assert!((of.statistic.value() - statistic).abs() < 1e-9, "{length}");
        }
        let judged: Vec<u64> = test.outcomes().iter().map(|of| of.length).collect();
        assert_eq!(judged, [96, 192, 384]);
    }
}
