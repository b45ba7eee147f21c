//! The effects that so many items would have shown.

use super::judge_run;
use crate::tail::{binomial, chi_square, kolmogorov, normal};
use crate::{Cells, Tail, pearson, power};

/// The power behind statements about other numbers of items.
const POWER: f64 = 0.9;

/// By what share one of the counts of a chi-square test must be too high for this many items to fail at `alpha` in about nine
/// runs of ten, if the others are fair among themselves. `chance` is that of the count. If the others are cells, they `share`
/// the remaining items; otherwise each has all.
///
/// Of two cells the figure is exact. Otherwise the power is that of the binomial count (by Cornish and Fisher's expansion) and of
/// the chi-square law of the others.
pub fn excess_excluded(
    chance: f64,
    items: u64,
    freedom: u64,
    share: bool,
    alpha: f64,
) -> Option<f64> {
    if share && freedom == 1 {
        let null = Cells::from_probabilities(vec![chance, 1.0 - chance]).ok()?;
        return excess(chance, items, |hits| {
            judge_run(&[hits, items - hits], &null, None)
                .is_ok_and(|found| found.p.two_sided().value() <= alpha)
        });
    }
    let items = items as f64;
    let mut critical = power::critical_value(u32::try_from(freedom).ok()?, alpha / 2.0).ok()?;
    // With very many cells the limit has to do.
    if share && freedom < 1 << 16 {
        // The tail for so few items is that of the limit or greater.
        critical = critical_by_tail(critical, alpha / 2.0, |x| {
            let limit = chi_square::sf(x, freedom);
            let cells = freedom as usize + 1;
            pearson::upper_of_equal(limit, x, cells, items / cells as f64)
        });
    }
    let test = ExcessTest {
        chance,
        items,
        freedom,
        share,
        critical,
    };
    let excess = power::first(1e-3, |excess| {
        let often = chance * (1.0 + excess);
        often >= 1.0 || test.power(often) >= POWER
    });
    (chance * (1.0 + excess) < 1.0).then_some(excess)
}

/// The statistic whose tail is `alpha`, to a millionth, if that of `least` is no smaller: by secants of the tail's logarithm,
/// which is nearly linear.
fn critical_by_tail(least: f64, alpha: f64, tail: impl Fn(f64) -> Tail) -> f64 {
    let (mut low, mut at_low) = (least, tail(least).log10() - alpha.log10());
    if at_low <= 0.0 {
        return least;
    }
    let mut high = 1.1 * least;
    let mut at_high = tail(high).log10() - alpha.log10();
    for _ in 0..20 {
        let next = (low - at_low * (high - low) / (at_high - at_low)).max(least);
        (low, at_low) = (high, at_high);
        (high, at_high) = (next, tail(next).log10() - alpha.log10());
        if (high - low).abs() < 1e-6 * high {
            break;
        }
    }
    high
}

/// A chi-square test of which one count is too high.
struct ExcessTest {
    /// The chance of the count by the null hypothesis.
    chance: f64,
    items: f64,
    freedom: u64,
    /// Whether the other counts share the remaining items; otherwise each has all.
    share: bool,
    /// The least statistic that fails.
    critical: f64,
}

impl ExcessTest {
    /// The power if the chance of the count is `often`: over a normal variable, in steps of a quarter.
    fn power(&self, often: f64) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for step in -16..=16 {
            let z = f64::from(step) / 4.0;
            let weight = (-z * z / 2.0).exp();
            sum += weight * self.power_at(often, z);
            weights += weight;
        }
        sum / weights
    }

    /// The power if the count is as far above its mean as a normal variable of `z`.
    fn power_at(&self, often: f64, z: f64) -> f64 {
        let sigma = (self.items * often * (1.0 - often)).sqrt();
        let count = self.items * often + sigma * z + (1.0 - 2.0 * often) * (z * z - 1.0) / 6.0;
        let count = count.clamp(0.0, self.items);
        let expected = self.items * self.chance;
        let left = self.critical - (count - expected).powi(2) / (expected * (1.0 - self.chance));
        let rest = if self.share {
            (self.items - count) / (self.items - expected)
        } else {
            1.0
        };
        chi_square::sf(left / rest, self.freedom - 1).value()
    }
}

/// The relative excess of an event of this chance whose count `fails` in nine runs of ten, if it does for all greater counts.
pub(super) fn excess(chance: f64, trials: u64, fails: impl Fn(u64) -> bool) -> Option<f64> {
    let more = power::first(1.0, |more| {
        let hits = hits_above(chance, trials, more);
        hits > trials || fails(hits)
    });
    let hits = hits_above(chance, trials, more);
    let often = crossing(|often| binomial::at_least(hits, trials, often).value() >= POWER);
    (hits <= trials).then_some(often / chance - 1.0)
}

/// The first whole number that is at least `more` above the expected count.
fn hits_above(chance: f64, trials: u64, more: f64) -> u64 {
    (trials as f64 * chance + more).ceil() as u64
}

/// By how much a distribution function must be off at some number for this many items to fail Kolmogorov's test at `alpha` in
/// about nine runs of ten: the distance that the test needs, and how far the count up to that number may fall short, as a
/// normal variable.
pub fn distance_excluded(items: u64, alpha: f64) -> f64 {
    let needed = power::first(1e-3, |distance| {
        kolmogorov::sf(distance, items).value() <= alpha / 2.0
    });
    needed + power::first(1.0, |z| normal::cdf(z).value() >= POWER) / (4.0 * items as f64).sqrt()
}

/// Where a condition that is false at 0 becomes true, to the last bit, by halving.
pub(super) fn crossing(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut below, mut above) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(below, above);
        if holds(middle) {
            above = middle;
        } else {
            below = middle;
        }
    }
    f64::midpoint(below, above)
}
