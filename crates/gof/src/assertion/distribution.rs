//! Numbers that should have a distribution function, events that should come often enough, and streams that follow their seed.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::demand::{Demand, Distribution, UNSEEN_OF_VALUES, demand_for_values, push_all};
use super::run::{Passed, check};
use super::seeding::Seed;
use super::{Failure, TestRng};
use crate::counted::{Counted, values};
use crate::tail::binomial;
use crate::{Cells, Error};

/// The number of parts of equal chance in which the numbers are counted.
const PARTS: u64 = 256;

/// The source of the numbers, in messages.
const WHAT: &str = "the draw by its distribution function";

/// A number, and its place among all that could come.
#[derive(Clone, Copy, Debug)]
struct Placed {
    number: f64,
    place: f64,
}

/// The numbers of one part: the least, the greatest, and how many there were.
#[derive(Clone, Copy, Debug)]
struct Span {
    least: Placed,
    greatest: Placed,
    numbers: u64,
}

impl Span {
    /// Whether a number came again, and no other number came.
    fn is_repeated(&self) -> bool {
        self.numbers > 1 && self.least.number.to_bits() == self.greatest.number.to_bits()
    }
}

/// The numbers of each part.
#[derive(Debug)]
struct Spans([Option<Span>; PARTS as usize]);

impl Spans {
    /// Adds a number and gives its part, or says why it cannot be.
    fn take(&mut self, placed: Placed) -> Result<u64, String> {
        let Placed { number, place } = placed;
        if !(0.0..=1.0).contains(&place) {
            return Err(format!(
                "{number:?}, for which the distribution function is {place:?}: it must be from 0 to 1"
            ));
        }
        let part = ((place * PARTS as f64) as usize).min(PARTS as usize - 1);
        let span = self.0[part].get_or_insert(Span {
            least: placed,
            greatest: placed,
            numbers: 0,
        });
        span.numbers += 1;
        let is_farther = number < span.least.number || number > span.greatest.number;
        if number < span.least.number {
            span.least = placed;
        }
        if number > span.greatest.number {
            span.greatest = placed;
        }
        if is_farther || span.numbers == 1 {
            self.check_order(part, placed)?;
        }
        Ok(part as u64)
    }

    /// Refuses a number that is greater than one whose place is in a higher part, or less than one in a lower part.
    fn check_order(&self, part: usize, placed: Placed) -> Result<(), String> {
        for (other, span) in self.0.iter().enumerate() {
            let Some(span) = span else { continue };
            let (other, is_wrong) = if other < part {
                (span.greatest, span.greatest.number >= placed.number)
            } else {
                (
                    span.least,
                    other > part && span.least.number <= placed.number,
                )
            };
            if is_wrong {
                return Err(format!(
                    "{:?}, for which the distribution function is {:?}, but for {:?} it is {:?}: it must not decrease",
                    placed.number, placed.place, other.number, other.place
                ));
            }
        }
        Ok(())
    }

    /// The numbers of a part in words.
    fn describe(&self, part: usize) -> String {
        match &self.0[part] {
            Some(span) if span.is_repeated() => format!("the number {:?}", span.least.number),
            Some(span) => format!(
                "numbers from {:?} to {:?}",
                rounded(span.least.number),
                rounded(span.greatest.number)
            ),
            None => {
                let below = self.0[..part].iter().rev().flatten().next();
                let above = self.0[part..].iter().flatten().next();
                match (below, above) {
                    (Some(below), Some(above)) => format!(
                        "numbers between {:?} and {:?}",
                        rounded(below.greatest.number),
                        rounded(above.least.number)
                    ),
                    (Some(below), None) => {
                        format!("numbers above {:?}", rounded(below.greatest.number))
                    }
                    (None, Some(above)) => {
                        format!("numbers below {:?}", rounded(above.least.number))
                    }
                    (None, None) => "numbers".to_owned(),
                }
            }
        }
    }

    /// Whether most numbers are in parts where one number came again and again.
    fn are_mostly_repeated(&self) -> bool {
        let (mut all, mut repeated) = (0, 0);
        for span in self.0.iter().flatten() {
            all += span.numbers;
            repeated += if span.is_repeated() { span.numbers } else { 0 };
        }
        2 * repeated > all
    }
}

/// A number with six digits, which is enough to find it.
fn rounded(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

/// Spans that names of cells and samples share.
type SharedSpans = Arc<Mutex<Spans>>;

fn lock(spans: &SharedSpans) -> MutexGuard<'_, Spans> {
    spans.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tests of draws below [`PARTS`], of which the first names its cells by their numbers.
fn tests(spans: &SharedSpans) -> Result<Vec<Counted<u64>>, Error> {
    let mut tests = values::tests(PARTS.into())?;
    let spans = Arc::clone(spans);
    tests[0] = Counted::with_cells(
        "values",
        format!("{PARTS} ranges of equal chance"),
        Cells::uniform(PARTS as usize)?,
        |part: &u64| Some(*part as usize),
        move |part| lock(&spans).describe(part),
    );
    Ok(tests)
}

impl Distribution {
    /// A check of numbers with a continuous distribution function.
    pub const fn new() -> Self {
        Self {
            demand: demand_for_values(PARTS),
        }
    }

    /// Checks numbers by their places among all that could come: how many fall into each of 256 parts of equal chance, pairs
    /// of successive parts, equal parts up to 8 draws apart. `cdf` is called once after each `draw`, with what that gave.
    ///
    /// # Errors
    /// [`Failure`], also if the function is not from 0 to 1, or decreases between two numbers of different parts.
    pub fn check(
        self,
        mut cdf: impl FnMut(f64) -> f64,
        mut draw: impl FnMut(&mut TestRng) -> f64,
    ) -> Result<Passed, Failure> {
        check_placed(self.demand, &mut |rng| {
            let number = draw(rng);
            let place = cdf(number);
            Placed { number, place }
        })
    }
}

impl Default for Distribution {
    fn default() -> Self {
        Self::new()
    }
}

fn check_placed(
    demand: Demand,
    draw: &mut dyn FnMut(&mut TestRng) -> Placed,
) -> Result<Passed, Failure> {
    let spans = Arc::new(Mutex::new(Spans([None; PARTS as usize])));
    let make = |_| tests(&spans);
    let mut result = check(WHAT, UNSEEN_OF_VALUES, demand, make, |rng, tests| {
        let part = lock(&spans).take(draw(rng))?;
        push_all(&part, tests);
        Ok(())
    });
    if let Err(Failure::Biased(bias)) = &mut result
        && lock(&spans).are_mostly_repeated()
    {
        bias.finding = "has many equal numbers, so it is not continuous";
    }
    result
}

/// Checks that numbers have a continuous distribution function: see [`Distribution::check`].
///
/// # Errors
/// [`Failure`].
pub fn check_distribution(
    cdf: impl Fn(f64) -> f64,
    draw: impl FnMut(&mut TestRng) -> f64,
) -> Result<(), Failure> {
    Distribution::new().check(cdf, draw).map(drop)
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
        assert!(
            skewed.to_string().contains("256 ranges of equal chance"),
            "{skewed}"
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

    /// The message of a failure for fractions or what is made of them.
    fn message(cdf: impl Fn(f64) -> f64, make: impl Fn(f64) -> f64) -> String {
        check_distribution(cdf, |rng| make(fraction(rng)))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn the_worst_part_is_named_by_its_numbers() {
        // Of all parts, the first has the greatest share too many: numbers up to 1/256, which is 0.0039.
        let skewed = message(|x| x, |u| u.powf(1.03));
        assert!(skewed.contains("worst      numbers from "), "{skewed}");
        assert!(skewed.contains(" to 0.00390"), "{skewed}");
        // 5 is added to numbers below 0.1, and so no number is below 0.1 and none above 1 should come.
        let moved = message(|x| x.min(1.0), |u| if u < 0.1 { u + 5.0 } else { u });
        assert!(
            moved.contains(" of 256 never came, such as numbers below 0.1"),
            "{moved}"
        );
    }

    #[test]
    fn equal_numbers_are_named() {
        let die = message(|x| x / 7.0, |u| (6.0 * u).floor() + 1.0);
        assert!(
            die.contains("has many equal numbers, so it is not continuous"),
            "{die}"
        );
        // Few enough of them that no part is left empty.
        let half = message(|x| x, |u| if u < 0.05 { 0.3 } else { u });
        assert!(half.contains("is biased, counted by"), "{half}");
    }

    #[test]
    fn a_function_that_decreases_is_refused() {
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let survival = |x: f64| 1.0 - x;
        for decreasing in [
            message(density, |u| 6.0 * u - 3.0),
            message(survival, |u| u),
        ] {
            assert!(decreasing.contains("it must not decrease"), "{decreasing}");
        }
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
