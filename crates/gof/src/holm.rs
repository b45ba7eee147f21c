//! Holm's procedure with weights: many checks, one chance of any false alarm.
//!
//! Each check has a weight, its share of the run's alpha. The smallest `p / weight` is compared with
//! the whole alpha over the sum of all weights; the next with alpha over the sum of the weights that are left,
//! and so on, until one is not rejected. The chance of rejecting any true null hypothesis is at most alpha, however the
//! checks depend on one another. Source: Holm 1979, *A simple sequentially rejective multiple test procedure*.
//!
//! ```
//! use roguelab_gof::{Tail, holm};
//!
//! let p = [0.01, 0.04, 0.03].map(Tail::new);
//! let adjusted = holm::adjust(&p, &[1.0, 1.0, 1.0])?;
//! let expected = [0.03, 0.06, 0.06];
//! assert!(adjusted.iter().zip(expected).all(|(a, e)| (a.value() - e).abs() < 1e-12));
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use crate::error::out_of_range;
use crate::{Error, Tail};

/// The adjusted p-values, in the order given: a check is rejected at alpha if its adjusted p-value is at most alpha.
///
/// A check without data takes part with a p-value of one.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::Parameter`] for a weight that is not positive and finite, or a p-value that is
/// not a number.
pub fn adjust(p: &[Tail], weights: &[f64]) -> Result<Vec<Tail>, Error> {
    if p.len() != weights.len() {
        return Err(Error::DifferentLengths {
            counts: p.len(),
            cells: weights.len(),
        });
    }
    if let Some(weight) = weights
        .iter()
        .find(|weight| !(**weight > 0.0 && weight.is_finite()))
    {
        return Err(out_of_range("weight", weight, "positive and finite"));
    }
    if p.iter().any(|tail| tail.log10().is_nan()) {
        return Err(out_of_range("p", f64::NAN, "a probability"));
    }
    let keys: Vec<f64> = p
        .iter()
        .zip(weights)
        .map(|(p, weight)| p.log10() - weight.log10())
        .collect();
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| keys[a].total_cmp(&keys[b]).then(a.cmp(&b)));

    // The weight of a check and all after it, summed from the last, so that there is no difference of sums, and no cancellation.
    let mut left = vec![0.0; p.len()];
    let mut sum = 0.0;
    for (place, &check) in order.iter().enumerate().rev() {
        sum += weights[check];
        left[place] = sum;
    }

    let mut adjusted = vec![Tail::new(1.0); p.len()];
    let mut largest = Tail::new(0.0);
    for (place, &check) in order.iter().enumerate() {
        let own = p[check].times(left[place] / weights[check]);
        if own.log10() > largest.log10() {
            largest = own;
        }
        adjusted[check] = largest;
    }
    Ok(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chacha20::ChaCha12Rng;
    use rand_core::{Rng, SeedableRng};

    fn values(p: &[f64], weights: &[f64]) -> Vec<f64> {
        let tails: Vec<Tail> = p.iter().copied().map(Tail::new).collect();
        adjust(&tails, weights)
            .unwrap()
            .into_iter()
            .map(Tail::value)
            .collect()
    }

    /// The closed test behind it (Marcus, Peritz and Gabriel 1976): a hypothesis is rejected when every set of hypotheses that
    /// contains it is rejected by weighted Bonferroni. So its adjusted p-value is the largest of theirs.
    fn by_closed_testing(p: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut adjusted = vec![0.0_f64; p.len()];
        for set in 1..1_usize << p.len() {
            let members: Vec<usize> = (0..p.len()).filter(|i| set >> i & 1 == 1).collect();
            let weight: f64 = members.iter().map(|&check| weights[check]).sum();
            let mut of_set = 1.0_f64;
            for &check in &members {
                of_set = of_set.min(p[check] / weights[check] * weight);
            }
            for &check in &members {
                adjusted[check] = adjusted[check].max(of_set);
            }
        }
        adjusted
    }

    /// A random number from 0 to 1.
    fn draw_unit(rng: &mut ChaCha12Rng) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[test]
    fn equals_closed_testing_by_brute_force() {
        let mut rng = ChaCha12Rng::seed_from_u64(1979);
        for checks in 1..=7 {
            for _ in 0..200 {
                let p: Vec<f64> = (0..checks).map(|_| draw_unit(&mut rng).powi(3)).collect();
                let weights: Vec<f64> = (0..checks).map(|_| 0.01 + draw_unit(&mut rng)).collect();
                for (ours, brute) in values(&p, &weights)
                    .iter()
                    .zip(by_closed_testing(&p, &weights))
                {
                    assert!(
                        (ours - brute).abs() < 1e-12,
                        "{p:?} {weights:?}: {ours}, not {brute}"
                    );
                }
            }
        }
    }

    #[test]
    fn p_values_that_underflow_keep_their_logarithm() {
        let p = [Tail::from_ln(-5000.0), Tail::new(0.5)];
        let adjusted = adjust(&p, &[1.0, 3.0]).unwrap();
        assert!((adjusted[0].log10() - (p[0].log10() + 4_f64.log10())).abs() < 1e-9);
        assert_eq!(
            adjust(&[Tail::new(0.0)], &[1.0]).unwrap()[0]
                .value()
                .to_bits(),
            0.0_f64.to_bits()
        );
    }

    #[test]
    fn bad_input_is_refused() {
        let p = [Tail::new(0.5)];
        assert!(matches!(
            adjust(&p, &[]),
            Err(Error::DifferentLengths { .. })
        ));
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(
                matches!(adjust(&p, &[weight]), Err(Error::Parameter { .. })),
                "{weight}"
            );
        }
        assert!(adjust(&[Tail::new(f64::NAN)], &[1.0]).is_err());
    }
}
