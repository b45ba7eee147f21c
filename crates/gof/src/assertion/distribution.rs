//! Numbers that should have a distribution function, events that should come often enough, and streams that follow their seed.

use std::fmt;

use super::seeding::Seed;
use super::{Draws, Failure, TestRng};
use crate::tail::binomial;

/// The number of parts of equal chance in which the numbers are counted.
const PARTS: u64 = 256;

/// A number, and its place among all that could come.
#[derive(Clone, Copy)]
struct Placed {
    number: f64,
    place: f64,
}

impl fmt::Debug for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?}, for which the distribution function is {:?}",
            self.number, self.place
        )
    }
}

impl TryFrom<Placed> for u64 {
    type Error = ();

    fn try_from(placed: Placed) -> Result<Self, ()> {
        if (0.0..=1.0).contains(&placed.place) {
            Ok(((placed.place * PARTS as f64) as Self).min(PARTS - 1))
        } else {
            Err(())
        }
    }
}

/// Checks that numbers have a continuous distribution function, as [`Draws::check`] does for their places in 256 parts of equal
/// chance: how many fall into each part, pairs of successive parts, equal parts up to 8 draws apart.
///
/// # Errors
/// [`Failure`], also for a number at which the function is not from 0 to 1.
pub fn check_distribution(
    cdf: impl Fn(f64) -> f64,
    mut draw: impl FnMut(&mut TestRng) -> f64,
) -> Result<(), Failure> {
    let mut result = Draws::below(PARTS)
        .check(|rng| {
            let number = draw(rng);
            let place = cdf(number);
            Placed { number, place }
        })
        .map(drop);
    if let Err(Failure::Biased(bias)) = &mut result {
        "the draw by its distribution function".clone_into(&mut bias.what);
    }
    if let Err(Failure::BadResult { what, .. }) = &mut result {
        "the draw by its distribution function".clone_into(what);
    }
    result
}

/// Asserts that numbers have a continuous distribution function: see [`check_distribution`].
///
/// ```
/// // Waiting times: exponential, with a mean of 2.
/// roguelab_gof::assert_distribution(
///     |x| 1.0 - (-x / 2.0_f64).exp(),
///     |rng| -2.0 * (1.0 - rng.next_u32() as f64 / 2_f64.powi(32)).ln(),
/// );
/// ```
///
/// # Panics
/// If they have another distribution.
#[track_caller]
pub fn assert_distribution(cdf: impl Fn(f64) -> f64, draw: impl FnMut(&mut TestRng) -> f64) {
    if let Err(failure) = check_distribution(cdf, draw) {
        panic!("{failure}");
    }
}

/// How [`assert_cover`] judges: the number of tries, and the fewest hits that pass.
struct Cover {
    tries: u64,
    fewest: u64,
}

impl Cover {
    /// A test that fails with probability 1e-9 if the event has this chance, and passes with 1e-3 if it has nine tenths of it.
    fn for_chance(chance: f64) -> Self {
        // The number of tries for which the normal deviations that both chances allow fit; then enlarged until that is exact.
        let less = 0.9 * chance;
        let (sigma, less_sigma) = (
            (chance * (1.0 - chance)).sqrt(),
            (less * (1.0 - less)).sqrt(),
        );
        let start = ((6.0 * sigma + 3.1 * less_sigma) / (0.1 * chance)).powi(2);
        let mut tries = start.max(20.0) as u64;
        loop {
            let mut fewest = (tries as f64 * chance) as u64;
            let step = (tries as f64).sqrt() as u64 / 64 + 1;
            while fewest > 0 && binomial::at_most(fewest - 1, tries, chance).value() > 1e-9 {
                fewest = fewest.saturating_sub(step);
            }
            if fewest > 0 && binomial::at_least(fewest, tries, 0.9 * chance).value() <= 1e-3 {
                return Self { tries, fewest };
            }
            tries += tries / 16 + 1;
        }
    }
}

/// Asserts that an event comes with at least this chance, as `cover` of property testers does.
///
/// With that chance the assertion fails with a probability of at most 1e-9; with nine tenths of it, or less, it passes with a
/// probability of at most 1e-3.
///
/// ```
/// // A generator of test cases makes empty lists often enough.
/// roguelab_gof::assert_cover(0.05, |rng| rng.next_u32() % 10 == 0);
/// ```
///
/// # Panics
/// If it comes too rarely, or if the chance is not from 0.0001 to 1.
#[track_caller]
pub fn assert_cover(chance: f64, mut event: impl FnMut(&mut TestRng) -> bool) {
    assert!(
        (1e-4..=1.0).contains(&chance),
        "assert_cover: the chance is {chance}, and must be from 0.0001 to 1"
    );
    let seed = match Seed::choose(None) {
        Ok(seed) => seed,
        Err(failure) => panic!("{failure}"),
    };
    let Cover { tries, fewest } = Cover::for_chance(chance.min(1.0 - 1e-12));
    let mut rng = TestRng::new(seed.value, 0);
    let hits = (0..tries).filter(|_| event(&mut rng)).count() as u64;
    assert!(
        hits >= fewest,
        "the event came {hits} times in {tries} tries, {:.4} of them; with a chance of {chance} it comes at least {fewest} times, \
         except with a probability of 1e-9\n  seed {}; replay: {}",
        hits as f64 / tries as f64,
        seed.value,
        seed.replay()
    );
}

/// Asserts that a stream follows its seed: one seed always gives the same stream, and other seeds give others. Ask this before
/// any statistics: a seed that never reaches the sampler looks like a statistical failure.
///
/// ```
/// use rand::{RngExt, SeedableRng};
/// use chacha20::ChaCha8Rng;
///
/// roguelab_gof::assert_seeded(|seed| {
///     let mut rng = ChaCha8Rng::seed_from_u64(seed);
///     (0..10).map(|_| rng.random_range(1..=6)).collect::<Vec<u8>>()
/// });
/// ```
///
/// # Panics
/// If two streams of one seed differ, or those of the seeds 1 to 4 are all the same.
#[track_caller]
pub fn assert_seeded<T: PartialEq + fmt::Debug>(mut stream: impl FnMut(u64) -> T) {
    let (first, again) = (stream(1), stream(1));
    assert!(
        first == again,
        "the seed 1 gives two streams: {first:?} and {again:?}"
    );
    assert!(
        (2..=4).any(|seed| stream(seed) != first),
        "the seeds 1 to 4 all give the same stream, {first:?}: the seed does not reach it"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(rng: &mut TestRng) -> f64 {
        f64::from(rng.next_u32()) / 2_f64.powi(32)
    }

    #[test]
    fn another_distribution_is_found() {
        check_distribution(|x| x, fraction).unwrap();
        let skewed = check_distribution(|x| x, |rng| fraction(rng).powf(1.03)).unwrap_err();
        assert!(
            skewed
                .to_string()
                .starts_with("the draw by its distribution function is biased"),
            "{skewed}"
        );
        let tries = [0.001, 0.05, 0.5, 0.9, 1.0 - 1e-12].map(|chance| {
            let Cover { tries, fewest } = Cover::for_chance(chance);
            (tries, fewest)
        });
        assert_eq!(
            tries,
            [
                (8_485_412, 7933),
                (152_148, 7103),
                (8252, 3854),
                (1269, 1074),
                (92, 91)
            ]
        );
        let last = check_distribution(|_| 1.0, fraction).unwrap_err();
        assert!(matches!(last, Failure::Biased(_)), "{last}");
        let outside = check_distribution(|x| x - 0.5, fraction).unwrap_err();
        assert!(
            outside
                .to_string()
                .contains("for which the distribution function is -0."),
            "{outside}"
        );
        assert!(
            outside
                .to_string()
                .starts_with("the draw by its distribution function: ")
        );
    }

    #[test]
    fn cover_has_the_error_rates_that_it_states() {
        for chance in [1e-4, 0.01, 0.3, 0.9, 0.999, 1.0 - 1e-12] {
            let Cover { tries, fewest } = Cover::for_chance(chance);
            assert!(binomial::at_most(fewest - 1, tries, chance).value() <= 1e-9);
            assert!(binomial::at_least(fewest, tries, 0.9 * chance).value() <= 1e-3);
            assert!(tries < 200_000_000, "{chance} takes {tries}");
        }
    }

    #[test]
    fn a_stream_that_does_not_follow_its_seed_is_refused() {
        assert_seeded(|seed| seed * 7 % 10);
        let mut calls = 0;
        let counts = std::panic::AssertUnwindSafe(|| {
            assert_seeded(|_| {
                calls += 1;
                calls
            });
        });
        assert!(std::panic::catch_unwind(counts).is_err());
        assert!(std::panic::catch_unwind(|| assert_seeded(|_| 5)).is_err());
    }

    #[test]
    fn what_comes_too_rarely_is_refused() {
        assert_cover(0.3, |rng| fraction(rng) < 0.3);
        let mut tries = 0;
        assert_cover(1.0, |_| {
            tries += 1;
            true
        });
        assert_eq!(tries, 92);
        for chance in [0.26, 0.0] {
            let caught =
                std::panic::catch_unwind(|| assert_cover(0.3, |rng| fraction(rng) < chance));
            assert!(caught.is_err(), "{chance}");
        }
        assert!(std::panic::catch_unwind(|| assert_cover(0.0, |_| true)).is_err());
    }
}
