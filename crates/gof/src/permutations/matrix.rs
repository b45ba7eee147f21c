//! The position matrix: how often each item is in each place.

use std::f64::consts::TAU;

use super::class::{LONGEST, Validity, length};
use crate::error::check_range;
use crate::extreme::{self, BinomialCount};
use crate::pearson::upper_of_equal;
use crate::tail::saddle::stirling_error;
use crate::tail::{self, above_all};
use crate::test::check_enough;
use crate::{Error, Outcome, PValue, Reference, Tail, Test};

/// The most blocks that are held: a matrix of 8 MB.
const MOST_BLOCKS: usize = 1024;

/// The name of the test.
const NAME: &str = "position-matrix";

/// The sum of `(count - expected)^2 / expected` over the cells of a matrix of `n` items by `n` places, or of blocks of them,
/// times `(n - 1)/n`, as [`PositionMatrix`] explains.
fn statistic(n: usize, cells: impl Iterator<Item = (u64, f64)>) -> f64 {
    let sum: f64 = cells
        .map(|(count, expected)| (count as f64 - expected).powi(2) / expected)
        .sum();
    sum * (n as f64 - 1.0) / n as f64
}

/// The outcome for the counts of `n` items by `n` places among `permutations` permutations, each with its expectation, by the
/// limit distribution alone. Expectations that are not all equal must be nearly so, or the covariances differ.
pub fn position_matrix(
    n: usize,
    permutations: u64,
    cells: impl Iterator<Item = (u64, f64)>,
) -> Outcome {
    let (statistic, freedom) = (statistic(n, cells), (n as u64 - 1).pow(2));
    Outcome {
        test: NAME,
        items: permutations,
        statistic,
        reference: Reference::ChiSquare { freedom },
        p: tail::chi_square::both(statistic, freedom),
    }
}

/// Counts of items by places, all or in blocks.
///
/// Let `c[i][j]` be how often item `i` was in place `j` among `N` permutations. The entries of the matrix of one uniform
/// permutation have the covariances `([i = k] - 1/n) ([j = l] - 1/n) / (n - 1)`, a projection of rank `(n - 1)^2` over
/// `n - 1`. So
///
/// ```text
/// T = (n - 1)/N * sum of (c[i][j] - N/n)^2
/// ```
///
/// is chi-square in the limit with `(n - 1)^2` degrees of freedom: Pearson's sum times `(n - 1)/n`, as rows and columns cannot
/// vary freely. For every `N` its mean is exactly `(n - 1)^2`, and its variance `2 (n - 1)^2 (1 - 1/N)`.
///
/// The same holds for blocks of items by blocks of places, of `m[I]` items and `m[J]` places: with counts divided by
/// `sqrt(m[I] m[J])` the covariance is again such a projection, of rank `(blocks - 1)^2`. So any length is tested in
/// constant memory.
///
/// For few permutations the upper tail is that of Pearson's statistic with as many degrees of freedom and with cells that all
/// have the smallest expectation, and the lower tail allows for counts being whole numbers. Source: Alvo and Yu, *Statistical
/// Methods for Ranking Data*, 2014, on Anderson's statistic (*Analyzing data from ranking*, Biometrics 1959).
#[derive(Clone, Debug)]
pub struct PositionMatrix {
    n: usize,
    blocks: usize,
    /// The block of each item, and of each place.
    block: Vec<u16>,
    counts: Vec<u64>,
    items: u64,
    impossible: u64,
    validity: Validity,
}

impl PositionMatrix {
    /// The test of items by places.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `n` is 3 to 1024.
    pub fn new(n: usize) -> Result<Self, Error> {
        length(n, 3, MOST_BLOCKS, "3 to 1024; take blocks of longer ones")?;
        Self::in_blocks(n, n)
    }

    /// The test of blocks of items by blocks of places, as equal as they can be. Two blocks are refused: one count determines
    /// their matrix, and its few values are far from a chi-square distribution.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `n` is 3 to [`LONGEST`] and `blocks` is 3 to `n`, at most 1024.
    pub fn in_blocks(n: usize, blocks: usize) -> Result<Self, Error> {
        length(n, 3, LONGEST, "3 to 16777216")?;
        check_range(
            "blocks",
            blocks,
            3..=n.min(MOST_BLOCKS),
            "at least 3, at most 1024, and no more than there are items",
        )?;
        let block = (0..n).map(|item| (item * blocks / n) as u16).collect();
        let counts = vec![0; blocks * blocks];
        Ok(Self {
            n,
            blocks,
            block,
            counts,
            items: 0,
            impossible: 0,
            validity: Validity::new(n),
        })
    }

    /// How many items are in each block.
    fn sizes(&self) -> Vec<f64> {
        let mut sizes = vec![0.0; self.blocks];
        self.block
            .iter()
            .for_each(|block| sizes[*block as usize] += 1.0);
        sizes
    }

    /// The items or places of a block, such as `item 3` or `items 4 to 7`.
    fn range(&self, what: &str, block: usize) -> String {
        let first = (block * self.n).div_ceil(self.blocks);
        let last = ((block + 1) * self.n).div_ceil(self.blocks) - 1;
        if first == last {
            format!("{what} {first}")
        } else {
            format!("{what}s {first} to {last}")
        }
    }

    fn statistic(&self) -> f64 {
        let sizes = self.sizes();
        let cells = self.counts.iter().enumerate().map(|(cell, count)| {
            let area = sizes[cell / self.blocks] * sizes[cell % self.blocks];
            (*count, self.items as f64 * area / self.n as f64)
        });
        statistic(self.n, cells)
    }

    /// How much the statistic must grow so that the chi-square distribution has the chance of a perfect fit: below that are the
    /// points that a matrix of whole numbers represents. Its leading term is `(x/2)^(f/2) / (f/2)!`.
    fn grain(&self) -> f64 {
        let half = (self.blocks as f64 - 1.0).powi(2) / 2.0;
        let ln_factorial = (half + 0.5) * half.ln() - half + TAU.ln() / 2.0 + stirling_error(half);
        2.0 * ((self.ln_chance() + ln_factorial) / half).exp()
    }

    /// The logarithm of the approximate chance of a perfect fit: the normal density there, times the volume that belongs to
    /// one matrix, `blocks^(blocks - 1)` for whole numbers with fixed sums. The lower tail is not less: with few items a perfect
    /// fit is not rare, but the chi-square distribution, which is continuous, gives it no chance.
    fn ln_chance(&self) -> f64 {
        let (n, blocks, permutations) = (self.n as f64, self.blocks as f64, self.items as f64);
        let variance = permutations * (n / blocks).powi(2) / (n - 1.0);
        (blocks - 1.0) * blocks.ln() - (blocks - 1.0).powi(2) / 2.0 * (TAU * variance).ln()
    }
}

impl Test<[u32]> for PositionMatrix {
    fn name(&self) -> &'static str {
        NAME
    }

    fn null(&self) -> String {
        if self.blocks == self.n {
            format!(
                "permutations of {} are uniform: every item is in every place equally often",
                self.n
            )
        } else {
            format!(
                "permutations of {} are uniform: {} blocks of items are spread over the places",
                self.n, self.blocks
            )
        }
    }

    fn push(&mut self, permutation: &[u32]) {
        self.items += 1;
        if !self.validity.is_permutation(permutation) {
            self.impossible += 1;
            return;
        }
        for (place, item) in self.block.iter().zip(permutation) {
            let row = self.block[*item as usize] as usize;
            self.counts[row * self.blocks + *place as usize] += 1;
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    /// The number of permutations for an expectation of 5 in the smallest cell.
    fn needed(&self) -> u64 {
        let smallest = (self.n / self.blocks) as u64;
        (5 * self.n as u64).div_ceil(smallest * smallest)
    }

    fn worst(&self) -> Option<String> {
        let (sizes, n) = (self.sizes(), self.n as f64);
        let counts = self.counts.iter().enumerate().map(|(cell, &came)| {
            let area = sizes[cell / self.blocks] * sizes[cell % self.blocks];
            let count = BinomialCount {
                came,
                // All places where one of these items could be.
                trials: self.items * sizes[cell / self.blocks] as u64,
                chance: area / n / sizes[cell / self.blocks],
            };
            (cell, count)
        });
        let (cell, count) = extreme::farthest(counts)?;
        let item = self.range("item", cell / self.blocks);
        let place = self.range("position", cell % self.blocks);
        let are = if item.starts_with("items") {
            "are"
        } else {
            "is"
        };
        Some(format!(
            "{item} {are} at {place} in {} of the lists (both from 0)",
            count.shares()
        ))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.items, self.needed())?;
        let freedom = (self.blocks as u64 - 1).pow(2);
        let statistic = self.statistic();
        let p = match self.impossible {
            0 => {
                let p = tail::chi_square::both(statistic, freedom);
                let at_least = Tail::from_ln(self.ln_chance());
                let whole = tail::chi_square::cdf(statistic + self.grain(), freedom);
                let lower = if p.lower().value() > 0.05 {
                    p.lower()
                } else {
                    whole
                };
                let expected =
                    self.items as f64 * (self.n / self.blocks).pow(2) as f64 / self.n as f64;
                PValue::new(
                    lower.max(at_least),
                    upper_of_equal(p.upper(), statistic, freedom as usize + 1, expected),
                )
            }
            _ => above_all(),
        };
        let reference = Reference::ChiSquare { freedom };
        Ok(Outcome {
            test: self.name(),
            items: self.items,
            statistic,
            reference,
            p,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use std::collections::BTreeMap;

    /// The mean and variance of the statistic of `N` permutations, over all of their `n!^N` lists.
    fn moments(n: usize, blocks: usize, permutations: u32) -> (f64, f64) {
        let all = check::all(n);
        let lists = all.len().pow(permutations);
        let statistics: Vec<f64> = (0..lists)
            .map(|list| {
                let mut test = PositionMatrix::in_blocks(n, blocks).unwrap();
                (0..permutations)
                    .for_each(|at| test.push(&all[list / all.len().pow(at) % all.len()]));
                test.statistic()
            })
            .collect();
        let mean = statistics.iter().sum::<f64>() / lists as f64;
        (
            mean,
            statistics.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / lists as f64,
        )
    }

    #[test]
    fn mean_and_variance_are_those_stated() {
        for (n, permutations) in [(3, 1), (3, 2), (3, 4), (4, 1), (4, 2), (5, 2)] {
            let freedom = ((n - 1) * (n - 1)) as f64;
            let (mean, variance) = moments(n, n, permutations);
            assert!(
                (mean - freedom).abs() < 1e-9,
                "{n}, {permutations}: mean {mean}"
            );
            let stated = 2.0 * freedom * (1.0 - 1.0 / f64::from(permutations));
            assert!(
                (variance - stated).abs() < 1e-9,
                "{n}, {permutations}: variance {variance}, stated {stated}"
            );
        }
        for (n, blocks) in [(4, 3), (5, 3), (6, 3), (6, 4)] {
            let (mean, _) = moments(n, blocks, 1);
            assert!(
                (mean - ((blocks - 1) * (blocks - 1)) as f64).abs() < 1e-9,
                "{n} in {blocks} blocks: mean {mean}"
            );
        }
    }

    #[test]
    fn tails_of_few_permutations_are_not_too_small() {
        for (n, blocks, items, most) in [(3, 3, 15, 2.0), (6, 3, 8, 3.0)] {
            let empty = || PositionMatrix::in_blocks(n, blocks).unwrap();
            let all = check::all(n);
            let mut once = BTreeMap::new();
            for permutation in &all {
                let mut test = empty();
                test.push(permutation);
                *once.entry(test.counts).or_insert(0.0) += 1.0 / all.len() as f64;
            }
            let mut matrices = BTreeMap::from([(empty().counts, 1.0)]);
            for _ in 0..items {
                let mut longer = BTreeMap::new();
                for (counts, chance) in &matrices {
                    for (more, of_more) in &once {
                        let sum: Vec<u64> = counts.iter().zip(more).map(|(a, b)| a + b).collect();
                        *longer.entry(sum).or_insert(0.0) += chance * of_more;
                    }
                }
                matrices = longer;
            }
            let mut law = BTreeMap::new();
            for (counts, chance) in matrices {
                let test = PositionMatrix {
                    counts,
                    items,
                    ..empty()
                };
                let at = (test.statistic() * 1e6).round() as u64;
                law.entry(at).or_insert((0.0, test)).0 += chance;
            }
            let (mut lower, mut upper) = (0.0, 1.0);
            for (chance, test) in law.values() {
                lower += chance;
                let p = test.outcome().unwrap().p;
                for (side, stated, exact) in
                    [("lower", p.lower(), lower), ("upper", p.upper(), upper)]
                {
                    let factor = stated.value() / exact;
                    let at = test.statistic();
                    assert!(
                        (exact > 0.05 || factor > 0.91)
                            && (!(1e-5..=0.05).contains(&exact) || factor < most),
                        "{at}: {side} tail {factor} times the exact {exact}"
                    );
                }
                upper -= chance;
            }
        }
    }

    /// The exact chance is the sum of `(m choose a)^3` over all `a`, times `(3m)! / (m!^3 6^(3m))`: of the `3m` permutations `a`
    /// of each even kind come, and `m - a` of each odd kind.
    #[test]
    fn a_perfect_fit_of_three_items_is_as_rare_as_stated() {
        for (m, exact) in [(5, 3.624_56e-3), (10, 9.583_00e-4), (40, 6.245_16e-5)] {
            let mut test = PositionMatrix::new(3).unwrap();
            (test.counts, test.items) = (vec![m; 9], 3 * m);
            let factor = test.outcome().unwrap().p.lower().value() / exact;
            assert!((factor - 1.0).abs() < 1.0 / m as f64, "{m}: {factor}");
        }
    }
}
