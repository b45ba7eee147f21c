//! Two samples of numbers.

use crate::{Error, Outcome, PValue, Reference, Tail};

/// Up to this product of the sizes all paths are followed.
const PATHS: u64 = 1 << 24;

/// Kolmogorov and Smirnov's `D`: the largest distance between the two empirical distribution functions.
///
/// The upper tail is exact if no two numbers are equal and the product of the sizes is at most 2^24: of all orders of both
/// samples, which are lattice paths, those that go as far. With equal numbers it is too large, never too small. Beyond, it
/// is `2 exp(-2 D^2 n m / (n + m))`, a bound that is proved for samples of equal size from 458 on and was verified for
/// unequal ones. A small `D` is not too good to be true here; the lower tail is one minus the chance of more.
/// Sources: Hodges 1958; Wei and Dudley, *Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities*, 2012.
///
/// # Errors
/// [`Error::NothingToTest`] for an empty sample, [`Error::Parameter`] for NaN.
pub fn numbers(one: &[f64], other: &[f64]) -> Result<Outcome, Error> {
    if one.is_empty() || other.is_empty() {
        return Err(Error::NothingToTest("a sample is empty"));
    }
    if one.iter().chain(other).any(|number| number.is_nan()) {
        return Err(Error::Parameter {
            name: "a number",
            value: "NaN".into(),
            expected: "a number",
        });
    }
    let sorted = |numbers: &[f64]| {
        // -0 and 0 are one number.
        let mut sorted: Vec<f64> = numbers.iter().map(|number| number + 0.0).collect();
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    let (one, other) = (sorted(one), sorted(other));
    let (n, m) = (one.len() as u64, other.len() as u64);
    let (mut i, mut j, mut farthest) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        let next = one[i].min(other[j]);
        i += one[i..]
            .iter()
            .take_while(|number| **number <= next)
            .count();
        j += other[j..]
            .iter()
            .take_while(|number| **number <= next)
            .count();
        farthest = farthest.max((i as u64 * m).abs_diff(j as u64 * n));
    }
    let statistic = farthest as f64 / n as f64 / m as f64;
    let items = n + m;
    let exact = n.checked_mul(m).is_some_and(|paths| paths <= PATHS);
    let (p, reference) = if exact {
        let p = PValue::new(
            reach(farthest + 1, n, m).complement(),
            reach(farthest, n, m),
        );
        (p, Reference::Exact { outcomes: n * m })
    } else {
        let exponent = -2.0 * statistic * statistic * n as f64 * (m as f64 / items as f64);
        let upper = Tail::from_ln((exponent + std::f64::consts::LN_2).min(0.0));
        (
            PValue::new(Tail::new(1.0), upper),
            Reference::Kolmogorov {
                values: (n as f64 * (m as f64 / items as f64)) as u64,
            },
        )
    };
    Ok(Outcome {
        test: "same-numbers",
        items,
        statistic,
        reference,
        p,
    })
}

/// The chance that a path from (0, 0) to (n, m), all equally likely, reaches a distance `|i m - j n|` of `far`. A path is
/// followed to where it first does: all terms are positive.
fn reach(far: u64, n: u64, m: u64) -> Tail {
    if far == 0 {
        return Tail::new(1.0);
    }
    // The chances to be at (i, j) without having been so far, for one i.
    let mut inside = vec![0.0; m as usize + 1];
    let mut reached = 0.0;
    for i in 0..=n {
        for j in 0..=m {
            let left = (n + m + 1).saturating_sub(i + j) as f64;
            let mut chance = if i == 0 && j == 0 { 1.0 } else { 0.0 };
            // From (i - 1, j), of which n - i + 1 of the items left are of the first sample; and from (i, j - 1).
            if i > 0 {
                chance += inside[j as usize] * (n - i + 1) as f64 / left;
            }
            if j > 0 {
                chance += inside[j as usize - 1] * (m - j + 1) as f64 / left;
            }
            if (i * m).abs_diff(j * n) >= far {
                reached += chance;
                chance = 0.0;
            }
            inside[j as usize] = chance;
        }
    }
    Tail::new(reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of both samples: the chance of a statistic at least and at most as large.
    #[test]
    fn without_ties_both_tails_are_exact() {
        for (n, m) in [(1, 1), (1, 4), (3, 3), (4, 3), (5, 6), (8, 4)] {
            let outcomes: Vec<Outcome> = (0..1_u32 << (n + m))
                .filter(|first| first.count_ones() == n)
                .map(|first| {
                    let of = |bit| {
                        (0..n + m)
                            .filter(|at| first >> at & 1 == bit)
                            .map(f64::from)
                            .collect::<Vec<_>>()
                    };
                    numbers(&of(1), &of(0)).unwrap()
                })
                .collect();
            for outcome in &outcomes {
                let share = |holds: &dyn Fn(f64) -> bool| {
                    outcomes.iter().filter(|o| holds(o.statistic)).count() as f64
                        / outcomes.len() as f64
                };
                let upper = share(&|statistic| statistic >= outcome.statistic - 1e-12);
                let lower = share(&|statistic| statistic <= outcome.statistic + 1e-12);
                assert!(
                    (outcome.p.upper().value() - upper).abs() < 1e-12,
                    "{n} {m}: {outcome:?} {upper}"
                );
                assert!(
                    (outcome.p.lower().value() - lower).abs() < 1e-12,
                    "{n} {m}: {outcome:?} {lower}"
                );
            }
        }
    }

    #[test]
    fn the_bound_for_many_is_above_the_exact_tail() {
        for (n, m) in [(460, 460), (1000, 1000), (2000, 700), (4000, 90)] {
            for z in [0.8, 1.2, 1.6, 2.4, 3.5_f64] {
                let scale = n as f64 * (m as f64 / (n + m) as f64);
                let far = (z / scale.sqrt() * (n * m) as f64).ceil() as u64;
                let d = far as f64 / (n * m) as f64;
                let (exact, bound) = (reach(far, n, m).value(), 2.0 * (-2.0 * d * d * scale).exp());
                assert!(exact <= bound, "{n} {m} {z}: {exact} {bound}");
                assert!(
                    !(1.0..3.0).contains(&z) || exact > 0.7 * bound,
                    "{n} {m} {z}: {exact} {bound}"
                );
            }
        }
    }

    #[test]
    fn ties_make_no_difference_larger() {
        // All orders in which numbers that are equal could have come are at least as far apart.
        let (one, other) = ([1.0, 2.0, 2.0, 3.0], [2.0, 3.0, 3.0, -0.0, 0.0]);
        let tied = numbers(&one, &other).unwrap();
        assert!((tied.statistic - 0.4).abs() < 1e-12, "{tied:?}");
        let apart = numbers(&one.map(|x| x + 0.1), &other).unwrap();
        assert!(
            apart.statistic >= tied.statistic && apart.p.upper().value() <= tied.p.upper().value()
        );
        assert!((numbers(&[1.0; 50], &[1.0; 40]).unwrap().p.upper().value() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn shifted_numbers_are_found_and_bad_ones_refused() {
        let row = |shift: f64| {
            (0..2000)
                .map(|i| f64::from(i * 7919 % 2000) / 2000.0 + shift)
                .collect::<Vec<_>>()
        };
        assert!(numbers(&row(0.0), &row(0.1)).unwrap().p.upper().value() < 1e-6);
        let long = numbers(&row(0.0).repeat(3), &row(0.1).repeat(3)).unwrap();
        assert!(
            matches!(long.reference, Reference::Kolmogorov { .. })
                && long.p.upper().value() < 1e-20,
            "{long:?}"
        );
        assert!(numbers(&[], &[1.0]).is_err() && numbers(&[f64::NAN], &[1.0]).is_err());
    }
}
