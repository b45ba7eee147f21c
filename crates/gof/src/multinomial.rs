//! The exact multinomial test: counts against a null hypothesis, without a limit distribution.
//!
//! Every vector of counts is at least as extreme as the observed one if its [`Statistic`] is at least as large: the upper
//! tail sums the chances of those, the lower tail of those that are at most as large, and both contain the ties. Statistics
//! that differ by less than `1e-9` of themselves count as tied, which can only raise a p-value.
//!
//! [`exact`] goes through all `(n + k - 1 over k - 1)` vectors; [`monte_carlo`] draws some from the null hypothesis, and
//! its `p = (1 + #) / (1 + B)` holds its level for every `B`. Sources: Read and Cressie 1988; Barnard 1963; Davison and
//! Hinkley 1997, 4.2.
//!
//! ```
//! use gof::{Cells, multinomial::{Statistic, exact}};
//!
//! let null = Cells::from_weights(&[1, 1])?;
//! let outcome = exact("coin", &[9, 1], &null, Statistic::Probability)?;
//! assert!((outcome.p.upper().value() - 22.0 / 1024.0).abs() < 1e-15);
//! # Ok::<(), gof::Error>(())
//! ```

use crate::pearson::total;
use crate::sum::Sum;
use crate::tail::above_all;
use crate::{Cells, Error, Outcome, PValue, Reference, Tail};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::cmp::Ordering;

/// How many vectors of counts are enumerated at most.
pub const LIMIT: u64 = 20_000_000;

/// How many items are drawn in all simulations together at most.
pub const DRAWS: u64 = 10_000_000_000;

/// The most items: the logarithm of a factorial is kept for each number of them.
const MOST_ITEMS: u64 = 10_000_000;

/// What makes a vector of counts extreme.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Statistic {
    /// Minus the logarithm of its probability: the classical exact test.
    Probability,
    /// Pearson's sum of `(observed - expected)^2 / expected`, without pooling.
    ChiSquare,
}

/// The outcome of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// Statistic and tails.
    pub outcome: Outcome,
    /// The standard error of the upper tail that comes from the simulation: `sqrt(p (1 - p) / (B + 1))`.
    pub standard_error: f64,
}

/// The exact test.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] without items; [`Error::TooLarge`] above [`LIMIT`] vectors.
pub fn exact(test: &'static str, counts: &[u64], null: &Cells, statistic: Statistic) -> Result<Outcome, Error> {
    let case = match Case::new(counts, null, statistic)? {
        Ok(case) => case,
        Err(items) => return Ok(refuted(test, items, Reference::Exact { outcomes: 0 })),
    };
    let outcomes = vectors(case.items, case.cells.len());
    if outcomes > LIMIT as f64 {
        return Err(Error::TooLarge { size: outcomes, limit: LIMIT });
    }
    let mut tails = [Sum::default(), Sum::default()];
    case.enumerate(&mut |ln, value| {
        let order = case.compare(value);
        let chance = ln.exp();
        if order.is_le() {
            tails[0].add(chance);
        }
        if order.is_ge() {
            tails[1].add(chance);
        }
    });
    let [lower, upper] = tails.map(|tail| Tail::new(tail.value()));
    let reference = Reference::Exact { outcomes: outcomes as u64 };
    Ok(Outcome { test, items: case.items, statistic: case.observed, reference, p: PValue::new(lower, upper) })
}

/// The test by `simulated` draws of all items, from `ChaCha20` with this seed.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] without items or simulations; [`Error::TooLarge`] if there are
/// more than [`DRAWS`] items in all simulations together.
pub fn monte_carlo(
    test: &'static str,
    counts: &[u64],
    null: &Cells,
    statistic: Statistic,
    simulated: u64,
    seed: u64,
) -> Result<Simulated, Error> {
    let reference = Reference::MonteCarlo { simulated };
    if simulated == 0 {
        return Err(Error::NothingToTest("a Monte-Carlo test needs simulations"));
    }
    let case = match Case::new(counts, null, statistic)? {
        Ok(case) => case,
        Err(items) => return Ok(Simulated { outcome: refuted(test, items, reference), standard_error: 0.0 }),
    };
    let draws = simulated as f64 * case.items as f64;
    if draws > DRAWS as f64 {
        return Err(Error::TooLarge { size: draws, limit: DRAWS });
    }
    let mut random = generator(seed);
    let sampler = Sampler::new(&case.cells);
    let mut drawn = vec![0; case.cells.len()];
    let (mut at_most, mut at_least) = (1, 1);
    for _ in 0..simulated {
        sampler.draw(case.items, &mut random, &mut drawn);
        let order = case.compare(case.value(&drawn));
        at_most += u64::from(order.is_le());
        at_least += u64::from(order.is_ge());
    }
    let all = simulated as f64 + 1.0;
    let share = |count: u64| count as f64 / all;
    let upper = share(at_least);
    let p = PValue::new(Tail::new(share(at_most)), Tail::new(upper));
    Ok(Simulated {
        outcome: Outcome { test, items: case.items, statistic: case.observed, reference, p },
        standard_error: (upper * (1.0 - upper) / all).sqrt(),
    })
}

/// An item in a cell of probability zero.
fn refuted(test: &'static str, items: u64, reference: Reference) -> Outcome {
    Outcome { test, items, statistic: f64::INFINITY, reference, p: above_all() }
}

/// `(items + cells - 1 over cells - 1)`.
fn vectors(items: u64, cells: usize) -> f64 {
    (1..cells).fold(1.0, |product: f64, i| (product * (items as f64 + i as f64) / i as f64).round())
}

/// Items, cells of nonzero probability and the observed statistic.
struct Case {
    items: u64,
    cells: Vec<f64>,
    statistic: Statistic,
    /// `ln i!` for `i` up to the number of items.
    ln_factorials: Vec<f64>,
    observed: f64,
}

impl Case {
    /// `Err(items)` if the counts refute the hypothesis outright.
    fn new(counts: &[u64], null: &Cells, statistic: Statistic) -> Result<Result<Self, u64>, Error> {
        let items = total(counts, null)?;
        if items == 0 {
            return Err(Error::NothingToTest("there are no items"));
        }
        if items > MOST_ITEMS {
            return Err(Error::TooLarge { size: items as f64, limit: MOST_ITEMS });
        }
        if null.refuted_by(counts) {
            return Ok(Err(items));
        }
        let possible = || null.probabilities().iter().zip(counts).filter(|(p, _)| **p > 0.0);
        let mut ln_factorials = vec![0.0];
        let mut sum = Sum::default();
        for i in 1..=items {
            sum.add((i as f64).ln());
            ln_factorials.push(sum.value());
        }
        let cells = possible().map(|(p, _)| *p).collect();
        let mut case = Self { items, cells, statistic, ln_factorials, observed: 0.0 };
        let counts: Vec<u64> = possible().map(|(_, count)| *count).collect();
        case.observed = case.value(&counts);
        Ok(Ok(case))
    }

    /// The statistic of a vector of counts.
    fn value(&self, counts: &[u64]) -> f64 {
        let parts = self.cells.iter().zip(counts).map(|(&p, &count)| self.part(p, count));
        self.finish(parts.sum())
    }

    /// What a cell adds to the statistic.
    fn part(&self, p: f64, count: u64) -> f64 {
        match self.statistic {
            Statistic::Probability => -self.ln_part(p, count),
            Statistic::ChiSquare => {
                let expected = self.items as f64 * p;
                (count as f64 - expected).powi(2) / expected
            }
        }
    }

    fn finish(&self, sum: f64) -> f64 {
        match self.statistic {
            Statistic::Probability => sum - self.ln_factorials[self.items as usize],
            Statistic::ChiSquare => sum,
        }
    }

    /// What a cell adds to the logarithm of the probability.
    fn ln_part(&self, p: f64, count: u64) -> f64 {
        count as f64 * p.ln() - self.ln_factorials[count as usize]
    }

    /// A statistic against the observed one.
    fn compare(&self, value: f64) -> Ordering {
        const TIE: f64 = 1e-9;
        if (value - self.observed).abs() <= TIE * self.observed.abs().max(1.0) {
            Ordering::Equal
        } else {
            value.total_cmp(&self.observed)
        }
    }

    /// Calls `each` with the logarithm of the probability and the statistic of every vector of counts.
    fn enumerate(&self, each: &mut impl FnMut(f64, f64)) {
        let parts = |&p: &f64| (0..=self.items).map(|count| (self.ln_part(p, count), self.part(p, count))).collect();
        let table: Vec<Vec<(f64, f64)>> = self.cells.iter().map(parts).collect();
        self.extend(&table, self.items as usize, (self.ln_factorials[self.items as usize], 0.0), each);
    }

    fn extend(&self, table: &[Vec<(f64, f64)>], left: usize, (ln, value): (f64, f64), each: &mut impl FnMut(f64, f64)) {
        match table {
            [] => {}
            [last] => each(ln + last[left].0, self.finish(value + last[left].1)),
            [cell, rest @ ..] => {
                for (count, part) in cell.iter().take(left + 1).enumerate() {
                    self.extend(rest, left - count, (ln + part.0, value + part.1), each);
                }
            }
        }
    }
}

fn generator(seed: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha20Rng::from_seed(key)
}

/// Draws cells by 64-bit words: cell `i` takes the words below `limits[i]` that no cell before takes.
struct Sampler {
    limits: Vec<u64>,
}

impl Sampler {
    fn new(cells: &[f64]) -> Self {
        let mut below = Sum::default();
        let limits = cells.iter().map(|&p| {
            below.add(p);
            (below.value() * 2_f64.powi(64)) as u64
        });
        Self { limits: limits.collect() }
    }

    fn draw(&self, items: u64, random: &mut ChaCha20Rng, counts: &mut [u64]) {
        counts.fill(0);
        let last = counts.len() - 1;
        for _ in 0..items {
            let word = random.next_u64();
            counts[self.limits.partition_point(|&limit| limit <= word).min(last)] += 1;
        }
    }
}
