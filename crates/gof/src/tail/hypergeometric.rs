//! The hypergeometric distribution: `marked` of `total` items are marked, and `taken` are taken.
//!
//! The probability of the observed count is a product of binomial ones in Loader's form; the tail away from the mean is
//! summed from there outwards, all terms positive and falling.
//!
//! ```
//! use roguelab_gof::tail::hypergeometric;
//!
//! // Fisher's tea: four of eight cups, all four right.
//! let p = hypergeometric::both(4, 4, 4, 8);
//! assert!((p.upper().value() - 1.0 / 70.0).abs() < 1e-15);
//! ```

use super::binomial::{Mean, probability};
use super::{above_all, below_all, undefined};
use crate::{PValue, Tail};

/// Terms below this share of the sum are left out; those that follow fall faster than geometrically.
const NEGLIGIBLE: f64 = 1e-19;

/// The chances of at most and of at least `count` marked items among `taken`; both contain `count` itself.
pub fn both(count: u64, taken: u64, marked: u64, total: u64) -> PValue {
    PValue::new(
        at_most(count, taken, marked, total),
        at_least(count, taken, marked, total),
    )
}

/// The chance of at most `count` marked items.
pub fn at_most(count: u64, taken: u64, marked: u64, total: u64) -> Tail {
    if marked > total {
        return undefined().lower();
    }
    // At most `count` marked items are at least `taken - count` unmarked ones.
    if count >= taken {
        above_all().lower()
    } else {
        at_least(taken - count, taken, total - marked, total)
    }
}

/// The chance of at least `count` marked items.
pub fn at_least(count: u64, taken: u64, marked: u64, total: u64) -> Tail {
    if taken > total || marked > total {
        return undefined().upper();
    }
    let fewest = (taken + marked).saturating_sub(total);
    if count <= fewest {
        return below_all().upper();
    } else if count > taken.min(marked) {
        return above_all().upper();
    }
    let mean = taken as f64 * (marked as f64 / total as f64);
    if count as f64 > mean {
        sum(count, taken, marked, total)
    } else {
        // At most count - 1 marked items are at least this many unmarked ones.
        sum(taken - (count - 1), taken, total - marked, total).complement()
    }
}

/// The sum from `count`, which is not below the mean, upwards.
fn sum(count: u64, taken: u64, marked: u64, total: u64) -> Tail {
    let [k, n, m, all] = [count, taken, marked, total].map(|number| number as f64);
    let (a, x) = binomial_part(k, m, n / all);
    let (b, y) = binomial_part(n - k, all - m, n / all);
    let (c, z) = binomial_part(n, all, n / all);
    let (mut sum, mut term, mut at) = (1.0, 1.0, k);
    while term > sum * NEGLIGIBLE {
        term *= (n - at) / (at + 1.0) * ((m - at) / (all - m - n + at + 1.0));
        at += 1.0;
        sum += term;
    }
    Tail::from_parts(a + b - c, x * y / z * sum)
}

/// The logarithm and the factor of the chance of `count` of `n` trials.
fn binomial_part(count: f64, n: f64, chance: f64) -> (f64, f64) {
    probability(count, n, Mean::new(n * chance, n * (1.0 - chance)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The binomial coefficient `n` over `k`.
    fn choose(n: u64, k: u64) -> f64 {
        if k > n {
            0.0
        } else {
            (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
        }
    }

    #[test]
    fn tails_are_the_sums_of_all_terms() {
        for total in [1, 2, 5, 12, 40] {
            for taken in 0..=total {
                for marked in 0..=total {
                    let term = |k| {
                        choose(marked, k) * choose(total - marked, taken - k) / choose(total, taken)
                    };
                    for count in 0..=taken {
                        let p = both(count, taken, marked, total);
                        let [lower, upper] = [
                            (0..=count).map(term).sum::<f64>(),
                            (count..=taken).map(term).sum(),
                        ];
                        for (found, expected) in [(p.lower(), lower), (p.upper(), upper)] {
                            let off = (found.value() - expected).abs();
                            assert!(
                                off <= 1e-12 * expected + 1e-15,
                                "{count} {taken} {marked} {total}: {p:?} {expected}"
                            );
                        }
                    }
                }
            }
        }
    }
}
