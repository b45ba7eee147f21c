//! The tails of Pearson's statistic for finite expectations.
//!
//! The counts of `k` cells are independent Poisson counts `N_i` of means `e_i`, given that their sum `T` is the number of
//! items `n`. So the chance of a statistic of at least `x` is
//!
//! ```text
//! P(X >= x | T = n) = sum over j of E[exp(i t_j (T - n)); X >= x] / (m P(T = n)),    t_j = 2 pi j / m, j below m
//! ```
//!
//! exactly if `T` differs from `n` by less than `m` items; otherwise the part where `T - n` is a multiple of `m` is added, so
//! the tail is not too small. The expectation is that of a sum of independent parts: a convolution, on a grid from 0 to `x`
//! whose last point stands for everything above. The term `j = 0` has no negative parts and the others are no larger, so that
//! the relative error is small even at `1e-200`. They fall as a normal characteristic function does: three or four of the `m`
//! are enough.
//!
//! A value between two points of the grid is shared by both, which keeps the mean and widens the distribution a little; two
//! more points allow for the widening, so an observed statistic is in its own tail. For more than [`CELLS`] cells, where the
//! grid would be too coarse and the statistic is a sum of many terms, and for fewer cells where it makes little difference, the
//! tail is that of the shifted and scaled chi-square distribution with the first three cumulants of the statistic, corrected
//! for the fourth. If there are few vectors of counts, all are enumerated ([`crate::multinomial`]).
//!
//! Sources: Holst 1979, *A unified approach to limit theorems for urn models* (counts as Poisson counts given their sum,
//! by characteristic functions); Pearson 1959, *Note on an approximation to the distribution of non-central chi-square*
//! (three cumulants).

mod grid;

use std::f64::consts::{LN_10, TAU};

use self::grid::Grid;

use crate::tail::chi_square;
use crate::tail::saddle::ln_poisson;
use crate::{Cells, PValue, Tail, multinomial};

/// The fewest and the most points of the grid, and how many there are per unit of the statistic.
const BINS: [usize; 2] = [128, 1024];
const FINE: f64 = 20.0;

/// By how many points a statistic is moved, to allow for the widening by the grid.
const MARGIN: f64 = 2.0;

/// The most cells for which the sum is convolved.
const CELLS: usize = 256;

/// The fewest cells for which cumulants may be used, as there are many values.
const MANY: usize = 24;

/// The most terms `j` on either side of 0: all of them for few items, and for many.
const TERMS: [f64; 2] = [64.0, 32.0];

/// A normal window for the sum of many counts, in standard deviations: it ends the terms where they fall slowly, for few
/// cells.
const WINDOW: f64 = 0.1;

/// The most vectors of counts that are enumerated: a millisecond.
const VECTORS: f64 = 2e4;

/// From this p-value on, the limit is taken as it is.
pub(super) const COMMON: f64 = 0.05;

/// A smaller tail no longer matters, and is near the end of what doubles can hold.
const SMALLEST: f64 = 1e-280;

/// The deviations that belong to the tail.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Side {
    Lower,
    Upper,
}

impl Side {
    const fn of(self, p: PValue) -> Tail {
        match self {
            Self::Lower => p.lower(),
            Self::Upper => p.upper(),
        }
    }
}

/// The tail of the limit, or the tail for these observed and expected counts if that is greater.
pub(super) fn tail(
    side: Side,
    limit: Tail,
    statistic: f64,
    items: u64,
    pools: &[(u64, f64)],
) -> Tail {
    if limit.value() > COMMON || pools.len() < 2 {
        return limit;
    }
    let mut expected: Vec<f64> = pools.iter().map(|pool| pool.1).collect();
    expected.sort_by(f64::total_cmp);
    let many = || ln_most_probable(items as f64, &expected) < limit.log10() * LN_10 - 1000_f64.ln();
    if is_near_normal(limit, expected[0]) && (side == Side::Upper || many()) {
        return limit;
    }
    let found = match enumerate_tail(side, items, pools) {
        Some(exact) => return exact,
        None => tail_by_expectations(side, statistic, items as f64, &expected),
    };
    greater(limit, found)
}

/// The tail that was found, or the limit if that is greater.
fn greater(limit: Tail, found: Tail) -> Tail {
    if found.value() > SMALLEST {
        limit.max(found)
    } else {
        limit
    }
}

/// The upper tail of a statistic that is distributed about like Pearson's with this many equal cells, or that of the limit if
/// that is greater.
pub(crate) fn upper_of_equal(limit: Tail, statistic: f64, cells: usize, e: f64) -> Tail {
    if limit.value() > COMMON || is_near_normal(limit, e) {
        return limit;
    }
    let (items, expected) = (e * cells as f64, vec![e; cells]);
    let found = tail_by_expectations(Side::Upper, statistic, items, &expected);
    greater(limit, found)
}

/// The tail by cumulants if these settle it or there are too many cells, otherwise by convolution.
fn tail_by_expectations(side: Side, statistic: f64, items: f64, expected: &[f64]) -> Tail {
    if expected.len() >= MANY {
        let (tail, more) = four_cumulants(side, statistic, items, expected);
        if expected.len() > CELLS || more.abs() < 0.02 {
            return tail;
        }
    }
    Tail::new(convolve_tail(side, statistic, items, expected))
}

/// The exact tail, if there are few vectors of counts.
fn enumerate_tail(side: Side, items: u64, pools: &[(u64, f64)]) -> Option<Tail> {
    if multinomial::vectors(items, pools.len()) > VECTORS {
        return None;
    }
    let (counts, chances): (Vec<u64>, Vec<f64>) = pools
        .iter()
        .map(|&(count, e)| (count, e / items as f64))
        .unzip();
    let p = multinomial::exact("", &counts, &Cells::from_probabilities(chances).ok()?)
        .ok()?
        .p;
    Some(side.of(p))
}

/// Whether a Poisson count of this mean is normal to a twentieth of the chance, as far out as where the normal
/// distribution has this tail: a skewness of `1 / sqrt(mean)` changes that by the factor `exp(z^3 / (6 sqrt(mean)))`.
fn is_near_normal(tail: Tail, mean: f64) -> bool {
    (-2.0 * tail.log10() * LN_10).powf(1.5) / (6.0 * mean.sqrt()) < 0.05
}

/// The logarithm of the approximate chance of the most probable counts: if it is small compared with a tail, the tail has so
/// many counts that it does not matter that they are whole numbers.
fn ln_most_probable(items: f64, expected: &[f64]) -> f64 {
    expected.iter().map(|e| -(TAU * e).ln() / 2.0).sum::<f64>() - ln_poisson(items, items)
}

/// The shifted and scaled chi-square distribution with the statistic's first three cumulants, and what the fourth adds to the
/// exponent of its saddle point, which is also returned; it is doubled, as the later ones add about as much.
///
/// Given the sum of the counts, `s = d^2 / e` of a cell becomes `s - r d` with the regression `r = k/n`, and one degree of
/// freedom is lost.
fn four_cumulants(side: Side, statistic: f64, items: f64, expected: &[f64]) -> (Tail, f64) {
    let cells = expected.len() as f64;
    let r = cells / items;
    let (mut second, mut third, mut fourth) = (-2.0, -8.0, -48.0);
    for equal in expected.chunk_by(|a, b| (a - b).abs() <= 1e-9 * b) {
        let mut moments = [0.0; 5];
        for Atom {
            deviation,
            chance,
            at,
        } in atoms(Side::Upper, equal[0], f64::INFINITY, 0.25)
        {
            let value = at - r * deviation - 1.0;
            moments
                .iter_mut()
                .zip(0..)
                .for_each(|(moment, power)| *moment += chance * value.powi(power));
        }
        let cells = equal.len() as f64;
        second += cells * moments[2];
        third += cells * moments[3];
        fourth += cells * (moments[4] - 3.0 * moments[2] * moments[2]);
    }
    let scale = third / (4.0 * second);
    let freedom = second / (2.0 * scale * scale);
    let at = freedom + (statistic - (cells - 1.0)) / scale;
    let tilt = (1.0 - freedom / at) / (2.0 * scale);
    let more = (fourth - 1.5 * third * third / second) * tilt.powi(4) / 12.0;
    (
        side.of(chi_square::both_of_real(at.max(0.0), freedom))
            .times(more.exp()),
        more,
    )
}

/// The tail by convolution; the expectations in ascending order.
fn convolve_tail(side: Side, statistic: f64, items: f64, expected: &[f64]) -> f64 {
    if statistic <= 0.0 {
        return 0.0;
    }
    let bins = ((FINE * statistic) as usize).clamp(BINS[0], BINS[1]);
    let (points, stretch) = match side {
        Side::Lower => (
            bins as f64 - 1.0 - MARGIN,
            f64::min(1.0, statistic / expected.len() as f64),
        ),
        Side::Upper => (
            bins as f64 + MARGIN,
            f64::max(1.0, statistic / expected.len() as f64),
        ),
    };
    let groups: Vec<(Vec<Atom>, usize)> = expected
        .chunk_by(|a, b| (a - b).abs() <= 1e-9 * b)
        .map(|equal| {
            let mut atoms = atoms(
                side,
                equal[0],
                statistic,
                if expected.len() < 16 { 0.1 } else { 0.25 },
            );
            for atom in &mut atoms {
                atom.at *= points / statistic;
            }
            (atoms, equal.len())
        })
        .collect();
    // Five standard deviations of the sum, given that the statistic is in its tail.
    let deviation = (items * stretch).sqrt();
    let period = (5.0 * deviation).ceil() + 1.0;
    let all = period <= 2.0 * TERMS[0];
    let last = if all {
        (period / 2.0).floor()
    } else {
        TERMS[1]
    } as u64;
    let (mut sum, mut small, mut poissonised) = (0.0, 0, 0.0);
    for j in 0..=last {
        let t = TAU * j as f64 / period;
        let (re, im) = transform(side, &groups, bins, t);
        // Both signs of j, which coincide only for zero and for half the period.
        let both = if j == 0 || 2.0 * j as f64 >= period {
            1.0
        } else {
            2.0
        };
        let window = if all {
            1.0
        } else {
            (-(WINDOW * t * deviation).powi(2) / 2.0).exp()
        };
        sum += both * window * re;
        if j == 0 {
            poissonised = re;
        }
        small = if window * re.hypot(im) <= 1e-3 * poissonised {
            small + 1
        } else {
            0
        };
        if small == 3 && !all {
            break;
        }
    }
    let given = sum / period / ln_poisson(items, items).exp();
    // The reduction by the sum of the counts is not trusted beyond this.
    given.max(1e-4 * poissonised)
}

/// `E[exp(i t (T - n))]` over the tail. Of the last product only the sum is computed.
fn transform(side: Side, groups: &[(Vec<Atom>, usize)], bins: usize, t: f64) -> (f64, f64) {
    let mut factors = Vec::new();
    for (atoms, cells) in groups {
        let (mut power, mut left) = (Grid::spread(atoms, bins, t), *cells);
        while left > 2 {
            if left & 1 == 1 {
                factors.push(power.clone());
            }
            left >>= 1;
            power = power.times(&power);
        }
        if left == 2 {
            factors.push(power.clone());
        }
        factors.push(power);
    }
    let last = factors.pop();
    match (factors.into_iter().reduce(|a, b| a.times(&b)), last) {
        (Some(product), Some(last)) => product.tail(&last, side),
        _ => (0.0, 0.0),
    }
}

/// A count of a cell.
struct Atom {
    /// Its difference from the expectation.
    deviation: f64,
    /// The probability of this count.
    chance: f64,
    /// Its contribution to the statistic, in points of the grid.
    at: f64,
}

/// The counts of a cell that matter. If there are many, they stand for their neighbours too, closer together than the
/// distribution (by the share of its standard deviation) and the statistic change.
fn atoms(side: Side, e: f64, statistic: f64, share: f64) -> Vec<Atom> {
    let step = (share * e.sqrt())
        .min((statistic * e).sqrt() / 64.0)
        .floor()
        .max(1.0);
    let (mut atoms, mut above) = (Vec::new(), 0.0);
    // Whether there are more in this direction.
    let mut take = |count: f64| {
        let (deviation, chance) = (count - e, step * ln_poisson(count, e).exp());
        let at = deviation * deviation / e;
        atoms.push(Atom {
            deviation,
            chance,
            at,
        });
        if at >= statistic {
            above += chance;
            return side == Side::Upper && chance > 1e-17 * above;
        }
        chance > 1e-300
    };
    let mode = e.round();
    let mut count = mode;
    while take(count) {
        count += step;
    }
    count = mode - step;
    while count >= 0.0 && take(count) {
        count -= step;
    }
    atoms
}

#[cfg(test)]
mod tests;
