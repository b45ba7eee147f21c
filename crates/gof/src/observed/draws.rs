//! Counts of values that are drawn several at a time, none of them twice in a draw, like the numbers of a lottery.

use super::simulated::{AliasTable, Simulation, share};
use crate::assertion::TestRng;
use crate::cells::EXPECTATION;
use crate::error::out_of_range;
use crate::sum::Sum;
use crate::tail::chi_square;
use crate::{Cells, Error, Outcome, PValue, Reference};

/// The most values with different weights, whose chances take a while.
const MOST_WEIGHTED: usize = 64;

/// The points of a quadrature on one side of its middle, and how far apart they are.
const POINTS: i32 = 120;
const STEP: f64 = 1.0 / 32.0;

/// How far from the number of values in a draw the sum of their chances may be.
const TOLERANCE: f64 = 1e-9;

/// The chance of each value to be among the `each` different ones of a draw, in which a value is drawn after another, each with
/// its chance among those that are left.
///
/// # Errors
/// [`Error::Parameter`] unless fewer values are drawn than there are, [`Error::TooLarge`] for more than 64 values of different
/// weights.
pub fn chances_in_a_draw(null: &Cells, each: u64) -> Result<Vec<f64>, Error> {
    let weights = null.probabilities();
    let possible = weights.iter().filter(|weight| **weight > 0.0).count();
    if each == 0 || each >= possible as u64 {
        return Err(out_of_range(
            "the number of values in a draw",
            each,
            "from 1 to one less than there are values",
        ));
    }
    if is_equal(weights) {
        return Ok(vec![each as f64 / weights.len() as f64; weights.len()]);
    }
    if weights.len() > MOST_WEIGHTED {
        return Err(Error::TooLarge {
            size: weights.len() as f64,
            limit: MOST_WEIGHTED as u64,
        });
    }
    let chances: Vec<f64> = (0..weights.len())
        .map(|value| chance_in_a_draw(weights, value, each as usize))
        .collect();
    let sum = chances.iter().copied().collect::<Sum>().value();
    if (sum - each as f64).abs() > TOLERANCE {
        return Err(Error::NotADistribution);
    }
    Ok(chances)
}

fn is_equal(weights: &[f64]) -> bool {
    weights
        .windows(2)
        .all(|pair| pair[0].to_bits() == pair[1].to_bits())
}

/// Each value rings after a time that is exponential with its weight as rate; the values of a draw are those that ring first. Given
/// the share `x` of its times that are sooner, a value is drawn if fewer than `each` others have rung; the integral over `x` is
/// by tanh and sinh. Source: Takahasi and Mori 1974, *Double exponential formulas for numerical integration*.
fn chance_in_a_draw(weights: &[f64], value: usize, each: usize) -> f64 {
    if weights[value] == 0.0 {
        return 0.0;
    }
    let mut sum = Sum::default();
    for point in -POINTS..=POINTS {
        let at = f64::from(point) * STEP;
        let inner = std::f64::consts::FRAC_PI_2 * at.sinh();
        let slope = std::f64::consts::FRAC_PI_2 * at.cosh() / (2.0 * inner.cosh().powi(2));
        // The logarithm of `1 - x`, exact where that is tiny.
        let log_rest = -(2.0 * inner).exp().ln_1p();
        // How likely it is that so many others have rung, for fewer than `each`.
        let mut rung = vec![0.0; each];
        rung[0] = 1.0;
        for (other, weight) in weights.iter().enumerate() {
            if other == value {
                continue;
            }
            let silent = (log_rest * weight / weights[value]).exp();
            for number in (0..each).rev() {
                let one_less = if number == 0 { 0.0 } else { rung[number - 1] };
                rung[number] = rung[number] * silent + one_less * (1.0 - silent);
            }
        }
        sum.add(slope * STEP * rung.iter().sum::<f64>());
    }
    sum.value()
}

/// Compares the counts of values with their chances, where each draw has `each` different ones.
///
/// The statistic is Pearson's; of equal chances times `(values - 1) / (values - each)`, which has the chi-square distribution as
/// its limit, because the values of a draw keep each other away. That is the law where each value is expected, and expected to be
/// left out, five times; otherwise it is that of simulations with a fixed seed.
///
/// # Errors
/// As [`chances_in_a_draw`]; [`Error::DifferentLengths`]; [`Error::Parameter`] for counts that are not those of whole draws;
/// [`Error::TooFew`] where more items than can be simulated have different weights.
pub fn draws(counts: &[u64], null: &Cells, each: u64) -> Result<Outcome, Error> {
    let items = null.total(counts)?;
    let chances = chances_in_a_draw(null, each)?;
    let draws = items / each;
    if items == 0 || items % each != 0 || counts.iter().any(|count| *count > draws) {
        return Err(out_of_range(
            "the sum of the counts",
            items,
            "that of whole draws, in none of which a value comes twice",
        ));
    }
    let values = chances.len() as u64;
    let statistic = |counts: &[u64]| -> f64 {
        let mut sum = Sum::default();
        for (count, chance) in counts.iter().zip(&chances) {
            let expected = chance * draws as f64;
            // One that cannot come refutes the chances by itself.
            if expected > 0.0 {
                sum.add((*count as f64 - expected).powi(2) / expected);
            }
        }
        sum.value()
    };
    let observed = statistic(counts);
    let freedom = chances.iter().filter(|chance| **chance > 0.0).count() as u64 - 1;
    let rarer = each.min(values - each) as f64 / values as f64;
    if is_equal(null.probabilities()) && rarer * draws as f64 >= EXPECTATION {
        let statistic = observed * (values - 1) as f64 / (values - each) as f64;
        let [upper, lower] = [chi_square::sf, chi_square::cdf].map(|tail| tail(statistic, freedom));
        return Ok(Outcome {
            test: "counts",
            items,
            statistic,
            reference: Reference::ChiSquare { freedom },
            p: PValue::new(lower, upper),
        });
    }
    let few = Error::TooFew {
        have: items,
        need: (EXPECTATION / rarer) as u64 * each,
    };
    let simulation = Simulation {
        table: 0,
        tables: 1,
    };
    let runs = simulation.runs(items).ok_or(few)?;
    let table = AliasTable::new(null.probabilities());
    let mut rng = TestRng::new(super::simulated::SEED, 0);
    let mut simulated = vec![0; counts.len()];
    // The last draw that a value was in.
    let mut drawn = vec![0; counts.len()];
    let (mut draw, mut as_uneven, mut as_even) = (0_u64, 0, 0);
    for _ in 0..runs {
        simulated.fill(0);
        for _ in 0..draws {
            draw += 1;
            let mut left = each;
            while left > 0 {
                let value = table.draw(&mut rng);
                if drawn[value] < draw {
                    drawn[value] = draw;
                    simulated[value] += 1;
                    left -= 1;
                }
            }
        }
        let other = statistic(&simulated);
        as_uneven += u64::from(other >= observed * (1.0 - super::simulated::TIE));
        as_even += u64::from(other <= observed * (1.0 + super::simulated::TIE));
    }
    Ok(Outcome {
        test: "counts",
        items,
        statistic: observed,
        reference: Reference::Simulated { runs, freedom },
        p: PValue::new(share(as_even, runs), share(as_uneven, runs)),
    }
    .refuted_if(null.refuted_by(counts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of the weights 3, 2 and 1, two values: 3 then another has the chance 1/2, 2 then 3 has 1/3 * 3/4, and so on.
    #[test]
    fn chances_are_those_of_drawing_one_after_another() {
        let null = Cells::from_weights(&[3, 2, 1]).unwrap();
        let first = 1.0 / 2.0 + 1.0 / 3.0 * (3.0 / 4.0) + 1.0 / 6.0 * (3.0 / 5.0);
        let second = 1.0 / 3.0 + 1.0 / 2.0 * (2.0 / 3.0) + 1.0 / 6.0 * (2.0 / 5.0);
        let found = chances_in_a_draw(&null, 2).unwrap();
        for (found, expected) in found.iter().zip([first, second, 2.0 - first - second]) {
            assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
        let heavy = Cells::from_weights(&[1_000_000, 1, 1, 0]).unwrap();
        let found = chances_in_a_draw(&heavy, 2).unwrap();
        let expected = 1.0 - 2.0 / 1_000_002.0 / 1_000_001.0;
        assert!(
            (found[0] - expected).abs() < 1e-12 && found[3] == 0.0,
            "{found:?}"
        );
        assert!(chances_in_a_draw(&heavy, 3).is_err() && chances_in_a_draw(&heavy, 0).is_err());
    }

    /// Two of three values in each of four draws: which is left out is one of 81 equally likely lists.
    #[test]
    fn simulations_have_the_law_of_all_draws() {
        let null = Cells::uniform(3).unwrap();
        let found = draws(&[4, 4, 0], &null, 2).unwrap();
        // One value is left out in each draw: 3 of 81 lists.
        assert!(
            (found.p.upper().value() - 3.0 / 81.0).abs() < 1e-3,
            "{found:?}"
        );
        let found = draws(&[3, 3, 2], &null, 2).unwrap();
        // Left out once, once and twice: 36 of 81 lists, the most even ones.
        assert!(
            (found.p.lower().value() - 36.0 / 81.0).abs() < 3e-3,
            "{found:?}"
        );
        for (counts, each) in [
            (&[5, 3, 0], 2),
            (&[3, 3, 1], 2),
            (&[0, 0, 0], 2),
            (&[1, 1, 1], 3),
        ] {
            assert!(draws(counts, &null, each).is_err(), "{counts:?}");
        }
    }

    /// The limit for equal chances beside simulations, which weights that differ in the last digit have.
    #[test]
    fn the_limit_agrees_with_simulations() {
        let counts = [23, 31, 18, 25, 33, 20, 24, 26, 30, 20];
        let limit = draws(&counts, &Cells::uniform(10).unwrap(), 5).unwrap();
        let mut nearly = vec![0.1; 10];
        nearly[0] += 1e-12;
        let nearly = Cells::from_probabilities(nearly).unwrap();
        let simulated = draws(&counts, &nearly, 5).unwrap();
        let (limit, simulated) = (limit.p.upper().value(), simulated.p.upper().value());
        assert!(
            (limit / simulated - 1.0).abs() < 0.05,
            "{limit}, {simulated}"
        );
    }
}
