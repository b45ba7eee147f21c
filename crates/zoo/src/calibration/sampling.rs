//! Counts of categories, drawn faster than one item at a time and with the same distribution.
//!
//! Few cells: one after the other, each binomial of what is left. Many cells that are almost equally likely: all are Poisson
//! of the smallest expectation, and so, given their sum, multinomial; what is missing from the sum is drawn one by one from
//! what is missing from each cell. Sources: Devroye, *Non-Uniform Random Variate Generation*, 1986, XI.1.4; for the table:
//! Walker 1977, Vose 1991.

use crate::error::{Context, Result, ensure};
use rand_chacha::ChaCha8Rng;
use rand_core::Rng;
use rand_distr::{Binomial, Distribution};

/// Cells from which on they are drawn as Poisson, if they are equally likely.
const MANY: usize = 500;

/// A table of categories: one word, one category.
struct Alias(Vec<(u64, u32)>);

impl Alias {
    /// From weights that are not all zero.
    fn new(weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut shares: Vec<f64> = weights
            .iter()
            .map(|weight| weight / total * weights.len() as f64)
            .collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..shares.len()).partition(|&i| shares[i] < 1.0);
        let mut table: Vec<(u64, u32)> = (0..shares.len()).map(|i| (u64::MAX, i as u32)).collect();
        while let (Some(poor), Some(&rich)) = (small.pop(), large.last()) {
            table[poor] = ((shares[poor] * 2_f64.powi(64)) as u64, rich as u32);
            shares[rich] -= 1.0 - shares[poor];
            if shares[rich] < 1.0 {
                large.pop();
                small.push(rich);
            }
        }
        Self(table)
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> usize {
        let product = u128::from(random.next_u64()) * self.0.len() as u128;
        let slot = (product >> 64) as usize;
        let (own, other) = self.0[slot];
        if product as u64 <= own {
            slot
        } else {
            other as usize
        }
    }
}

/// A multinomial distribution.
pub(super) struct Multinomial {
    items: u64,
    probabilities: Vec<f64>,
    poisson: Option<Poisson>,
}

/// A mixture of equal cells and of what each has above the smallest.
struct Poisson {
    /// The smallest value of the table.
    least: u64,
    values: Alias,
    /// The chance that an item is not of the equal part, and which cell it is of then.
    rest: f64,
    above: Alias,
}

impl Multinomial {
    /// So many items in cells with these probabilities.
    ///
    /// # Errors
    /// If they are no probabilities.
    pub(super) fn new(items: u64, probabilities: Vec<f64>) -> Result<Self> {
        let total: f64 = probabilities.iter().sum();
        ensure!(
            (total - 1.0).abs() < 1e-9 && probabilities.iter().all(|p| *p >= 0.0),
            "no probabilities"
        );
        let poisson = (probabilities.len() >= MANY)
            .then(|| Poisson::new(items, &probabilities))
            .flatten();
        Ok(Self {
            items,
            probabilities,
            poisson,
        })
    }

    /// A table of counts.
    pub(super) fn draw(&self, random: &mut ChaCha8Rng) -> Result<Vec<u64>> {
        match &self.poisson {
            Some(poisson) => poisson.draw(self.items, self.probabilities.len(), random),
            None => self.split(random),
        }
    }

    fn split(&self, random: &mut ChaCha8Rng) -> Result<Vec<u64>> {
        // Summed from the end, so that the last cell has all that is left.
        let mut left = self.items;
        let mut tails: Vec<f64> = self
            .probabilities
            .iter()
            .rev()
            .scan(0.0, |sum, p| {
                *sum += p;
                Some(*sum)
            })
            .collect();
        tails.reverse();
        let of_cell = |(p, tail): (&f64, f64)| {
            let share = if tail > 0.0 { (p / tail).min(1.0) } else { 0.0 };
            let count = Binomial::new(left, share)
                .context("a share is a chance")?
                .sample(random);
            left -= count;
            Ok(count)
        };
        self.probabilities.iter().zip(tails).map(of_cell).collect()
    }
}

impl Poisson {
    /// None if the cells are not equally likely: too much would be left to draw one by one.
    fn new(items: u64, probabilities: &[f64]) -> Option<Self> {
        let (n, cells) = (items as f64, probabilities.len() as f64);
        let smallest = probabilities.iter().copied().fold(1.0, f64::min);
        // Less than what the equal part has, by so much that the sum is hardly ever too large.
        let mean = n * smallest - 7.0 * n.sqrt() / cells;
        if mean * cells < 0.8 * n {
            return None;
        }
        let reach = 12.0 * mean.sqrt() + 40.0;
        let least = (mean - reach).max(0.0).floor();
        let logarithm = |k: f64| k * mean.ln() - mean - statrs::function::gamma::ln_gamma(k + 1.0);
        let values: Vec<f64> = (0..=(mean + reach - least) as u32)
            .map(|k| logarithm(least + f64::from(k)).exp())
            .collect();
        let above: Vec<f64> = probabilities.iter().map(|p| p - smallest).collect();
        // Equal cells have nothing above the smallest but rounding.
        let rest = above.iter().sum::<f64>();
        let (rest, above) = if rest < 1e-12 {
            (0.0, vec![1.0])
        } else {
            (rest.min(1.0), above)
        };
        Some(Self {
            least: least as u64,
            values: Alias::new(&values),
            rest,
            above: Alias::new(&above),
        })
    }

    fn draw(&self, items: u64, cells: usize, random: &mut ChaCha8Rng) -> Result<Vec<u64>> {
        let apart = Binomial::new(items, self.rest)
            .context("a share is a chance")?
            .sample(random);
        // A sum that is too large is drawn again: given any sum, equal cells are multinomial.
        for _ in 0..8 {
            let mut counts: Vec<u64> = (0..cells)
                .map(|_| self.least + self.values.draw(random) as u64)
                .collect();
            if let Some(left) = (items - apart).checked_sub(counts.iter().sum()) {
                (0..left).for_each(|_| counts[below(cells as u32, random)] += 1);
                (0..apart).for_each(|_| counts[self.above.draw(random)] += 1);
                return Ok(counts);
            }
        }
        crate::error::bail!(
            "the table of Poisson values is wrong: its sums are too large eight times in a row"
        )
    }
}

/// A number below `bound`, with a bias below `bound / 2^32`.
pub(super) fn below(bound: u32, random: &mut ChaCha8Rng) -> usize {
    ((u64::from(random.next_u32()) * u64::from(bound)) >> 32) as usize
}

/// Fisher and Yates.
pub(super) fn shuffle(items: &mut [u32], random: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u32 + 1, random));
    }
}

#[cfg(test)]
mod tests {
    use gof::{Cells, pearson};
    use rand_core::SeedableRng;

    use super::*;

    fn random(seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }

    /// Means and covariances of many tables: counts of `n` items have the variance `n p (1 - p)` and, of two cells, the
    /// covariance `-n p q`. Each is compared at five of its own standard errors.
    fn is_multinomial(items: u64, probabilities: &[f64]) {
        const TABLES: usize = 4000;
        let multinomial = Multinomial::new(items, probabilities.to_vec()).unwrap();
        let mut random = random(3);
        let tables: Vec<Vec<u64>> = (0..TABLES)
            .map(|_| multinomial.draw(&mut random).unwrap())
            .collect();
        assert!(
            tables
                .iter()
                .all(|table| table.iter().sum::<u64>() == items
                    && table.len() == probabilities.len())
        );
        let (n, last) = (items as f64, probabilities.len() - 1);
        let half: f64 = probabilities[..=last / 2].iter().sum();
        // Cells one by one, and the sum of the first half: the sum shows what cells have in common.
        let groups = [
            (0, 0, probabilities[0]),
            (last, last, probabilities[last]),
            (0, last / 2, half),
        ];
        for (from, to, p) in groups {
            let of_group = |table: &Vec<u64>| table[from..=to].iter().sum::<u64>() as f64 - n * p;
            let deviations: Vec<f64> = tables.iter().map(of_group).collect();
            let variance = n * p * (1.0 - p);
            let mean = deviations.iter().sum::<f64>() / TABLES as f64;
            assert!(
                mean.abs() < 5.0 * (variance / TABLES as f64).sqrt(),
                "{from} to {to}: mean {mean}"
            );
            let square = deviations.iter().map(|d| d * d).sum::<f64>() / TABLES as f64;
            let error = variance * ((2.0 + 1.0 / variance) / TABLES as f64).sqrt();
            assert!(
                (square - variance).abs() < 5.0 * error,
                "{from} to {to}: {square}, not {variance}"
            );
        }
    }

    #[test]
    fn few_cells_are_multinomial() {
        is_multinomial(1000, &[0.5, 0.25, 0.0, 0.125, 0.125]);
    }

    #[test]
    fn many_cells_are_multinomial_equal_or_not() {
        is_multinomial(20_000, &vec![1e-3; 1000]);
        let uneven: Vec<f64> = (0..1000)
            .map(|i| if i < 500 { 0.95e-3 } else { 1.05e-3 })
            .collect();
        assert!(Poisson::new(20_000, &uneven).is_some());
        is_multinomial(20_000, &uneven);
    }

    #[test]
    fn an_alias_table_has_the_shares_of_its_weights() {
        let weights = [5.0, 0.0, 1.0, 3.0, 0.5, 0.5];
        let (alias, mut random, mut counts) = (Alias::new(&weights), random(1), [0; 6]);
        (0..100_000).for_each(|_| counts[alias.draw(&mut random)] += 1);
        let cells =
            Cells::from_probabilities(weights.map(|weight| weight / 10.0).to_vec()).unwrap();
        let p = pearson::chi_square("alias", &counts, &cells)
            .unwrap()
            .p
            .two_sided()
            .value();
        assert!(p > 0.002, "{counts:?}: p = {p}");
    }

    #[test]
    fn what_are_no_probabilities_is_refused() {
        assert!(Multinomial::new(10, vec![0.5, 0.6]).is_err());
        assert!(Multinomial::new(10, vec![1.5, -0.5]).is_err());
    }
}
