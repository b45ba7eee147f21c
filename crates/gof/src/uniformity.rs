//! Whether numbers between 0 and 1, such as p-values, are uniform.
//!
//! It is meant for p-values of a continuous statistic. Those of a discrete statistic are not uniform but larger; use their
//! [`PValue::randomized`](crate::PValue::randomized) instead. Source: Knuth, TAOCP 2, 3.3.1; the distribution is that of
//! [`crate::tail::kolmogorov`].
//!
//! ```
//! let p = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];
//! assert!((roguelab_gof::uniformity::kolmogorov(&p)?.statistic - 0.05).abs() < 1e-15);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use crate::error::out_of_range;
use crate::test::check_enough;
use crate::{Error, Outcome, PValue, Reference, Tail, Test, tail};

/// Kolmogorov and Smirnov's `D`: the largest distance between the empirical distribution function and the uniform one.
///
/// # Errors
/// [`Error::NothingToTest`] without values, [`Error::Parameter`] for a value outside 0 to 1.
pub fn kolmogorov(values: &[f64]) -> Result<Outcome, Error> {
    if values.is_empty() {
        return Err(Error::NothingToTest("there are no values"));
    }
    if let Some(value) = values.iter().find(|value| !(0.0..=1.0).contains(*value)) {
        return Err(out_of_range("a value", value, "between 0 and 1"));
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as f64;
    let mut statistic = 0.0_f64;
    for (i, value) in sorted.iter().enumerate() {
        let distance = ((i as f64 + 1.0) / n - value).max(value - i as f64 / n);
        statistic = statistic.max(distance);
    }
    let items = values.len() as u64;
    Ok(Outcome {
        test: "kolmogorov",
        items,
        statistic,
        reference: Reference::Kolmogorov { values: items },
        p: tail::kolmogorov::both(statistic, items),
    })
}

/// The most bits of a word that [`Distance`] uses.
const MOST_BITS: u32 = 16;

/// Kolmogorov's test of a stream of words, in constant memory: their top 16 bits are counted, and the largest distance at a
/// multiple of 2^-16 is at most that over all numbers, so the p-value is never too small.
#[derive(Clone, Debug)]
pub struct Distance {
    shift: u32,
    counts: Vec<u64>,
    items: u64,
}

impl Distance {
    /// A test of words of `bits` bits, 1 to 64. To push a word with more bits panics.
    pub fn new(bits: u32) -> Self {
        let top = bits.clamp(1, MOST_BITS);
        Self {
            shift: bits.max(1) - top,
            counts: vec![0; 1 << top],
            items: 0,
        }
    }

    /// The largest distance, the share of words below that place, and the place.
    fn farthest(&self) -> (f64, f64, f64) {
        let (mut below, mut farthest) = (0, (0.0, 0.0, 0.0));
        for (cell, count) in self.counts.iter().enumerate() {
            below += count;
            let share = below as f64 / self.items as f64;
            let place = (cell + 1) as f64 / self.counts.len() as f64;
            if (share - place).abs() > farthest.0 {
                farthest = ((share - place).abs(), share, place);
            }
        }
        farthest
    }
}

#[cfg(feature = "battery")]
crate::state::kept!(Distance { counts, items } but { shift });

impl Test<u64> for Distance {
    fn name(&self) -> &'static str {
        "kolmogorov"
    }

    fn null(&self) -> String {
        "numbers are independent and have the distribution function".into()
    }

    fn push(&mut self, word: &u64) {
        self.counts[(word >> self.shift) as usize] += 1;
        self.items += 1;
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        1
    }

    fn worst(&self) -> Option<String> {
        let (distance, share, place) = self.farthest();
        (distance > 0.0).then(|| {
            format!(
                "{:.3} % of the numbers are where the lowest {:.3} % belong",
                100.0 * share,
                100.0 * place
            )
        })
    }

    #[cfg(feature = "battery")]
    fn kept(&mut self) -> Option<&mut dyn crate::state::Kept> {
        Some(self)
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.items, self.needed())?;
        let statistic = self.farthest().0;
        Ok(Outcome {
            test: "kolmogorov",
            items: self.items,
            statistic,
            reference: Reference::Kolmogorov { values: self.items },
            p: PValue::new(Tail::new(1.0), tail::kolmogorov::sf(statistic, self.items)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_words(bits: u32, words: &[u64]) -> Distance {
        let mut test = Distance::new(bits);
        test.push_all(words);
        test
    }

    #[test]
    fn the_farthest_place_is_the_first_of_equally_far_ones() {
        assert!((kolmogorov(&[0.3, 0.9]).unwrap().statistic - 0.4).abs() < 1e-15);
        assert_eq!(count_words(2, &[0, 1, 2, 3]).worst(), None);
        let worst = count_words(2, &[0, 0, 3, 3]).worst().unwrap();
        assert!(worst.ends_with("the lowest 25.000 % belong"));
    }

    /// The statistic and its upper tail are those of `scipy.stats.kstest` with `method="exact"`, scipy 1.17.1.
    #[test]
    fn statistic_and_tail_are_those_of_scipy_in_any_order() {
        let mut values = [0.03, 0.11, 0.14, 0.22, 0.35, 0.41, 0.58, 0.97];
        let outcome = kolmogorov(&values).unwrap();
        assert!((outcome.statistic - 0.34).abs() < 1e-15, "{outcome:?}");
        assert!(
            (outcome.p.upper().value() / 0.249_905_688_577_928_6 - 1.0).abs() < 1e-12,
            "{outcome:?}"
        );
        values.reverse();
        assert_eq!(kolmogorov(&values), Ok(outcome));
    }

    #[test]
    fn the_distance_of_a_stream_is_that_of_its_numbers_on_the_grid_and_never_more() {
        let mut state = 1_u64;
        let words: Vec<u64> = (0..500)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                state >> 32
            })
            .collect();
        let places: Vec<f64> = words
            .iter()
            .map(|word| *word as f64 / 2_f64.powi(32))
            .collect();
        let (stream, whole) = (
            count_words(32, &words).outcome().unwrap(),
            kolmogorov(&places).unwrap(),
        );
        assert!(stream.statistic <= whole.statistic);
        assert!(whole.statistic - stream.statistic < 2_f64.powi(-16));
        assert!(stream.p.upper().value() >= whole.p.upper().value());
        let low: Vec<u64> = words.iter().map(|word| word / 2).collect();
        assert!(count_words(32, &low).outcome().unwrap().p.upper().log10() < -50.0);
        assert!(Distance::new(32).outcome().is_err());
    }
}
