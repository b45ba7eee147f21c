//! What made these numbers? And how do two lists differ that should have been the same?
//!
//! [`who`] reads numbers as people give them, and names the generator, its seed or state, and how numbers were made of its
//! outputs, if that is certain beyond coincidence. [`compare`] says how two lists are related.
//!
//! ```
//! use roguelab_answers::who::{Control, Options, who};
//!
//! // The first numbers of rand() in C on Windows.
//! let numbers = b"41 18467 6334 26500 19169 15724 11478 29358".to_vec();
//! let answer = who(numbers, &Options::default(), Control::default())?;
//! assert_eq!((answer.answers[0].generator.as_str(), answer.answers[0].seed), ("msvc-rand", Some(1)));
//! # Ok::<(), roguelab_answers::read::ReadError>(())
//! ```

mod answer;
mod needs;
mod pair;
mod quick;
mod search;
mod words;
mod written;

use std::ops::RangeInclusive;
use std::time::Duration;

pub use answer::{Answer, Evidence, Fit, Named, OfText};
pub use identify::{Control, Progress};
pub use needs::{GeneratorTable, OutputsNeeded, Shown};
pub use pair::{Comparison, Difference, List, Name, PAIR_SCHEMA, compare};
pub use quick::{MAX_QUICK, name_quickly};

use identify::Numbers;

use crate::atlas::time;
use crate::read::sample::{Sample, SampleOptions};
use crate::read::{Problem, ReadError};
use crate::seed::GivenSeed;
use search::search;

/// The version of the JSON of an [`Answer`], which changes whenever a field changes its meaning or is removed.
pub const SCHEMA: &str = "roguelab-who/2";

/// What is known about the numbers, and how far to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is known about how the numbers were made and are written.
    pub sample: SampleOptions,
    /// Whether fractions in text are doubles with no more digits than tell them from all others; others are then written so.
    pub are_shortest: bool,
    /// How many outputs may have come before the first number.
    pub within: u64,
    /// How much time to use, by the clock of the caller.
    pub time: Duration,
    /// Whether to continue after the first answer.
    pub all: bool,
    /// The seed, as far as it is known: it is tried first, with every generator.
    pub seed: Option<GivenSeed>,
    /// The first and the last of the times of which one may be the seed, in seconds since 1970.
    pub times: Option<RangeInclusive<u64>>,
    /// If given, only generators whose names begin with this are tried.
    pub only: Option<String>,
    /// How many of the following numbers to predict.
    pub next: usize,
    /// How many of the numbers before to compute.
    pub previous: usize,
}

impl Default for Options {
    /// Nothing is known, and ten seconds are used.
    fn default() -> Self {
        Self {
            sample: SampleOptions::default(),
            are_shortest: false,
            within: 1000,
            time: Duration::from_secs(10),
            all: false,
            seed: None,
            times: None,
            only: None,
            next: 0,
            previous: 0,
        }
    }
}

impl Options {
    /// The options of a search for what made a sample.
    fn search<'a>(
        &'a self,
        sample: &Sample,
        seeds: &'a [RangeInclusive<u64>],
        control: Control<'a>,
    ) -> identify::Options<'a> {
        let (mut seed, mut text) = (sample.seed, None);
        match &self.seed {
            Some(GivenSeed::Number(number)) => seed = Some(*number),
            Some(GivenSeed::Text(given)) => text = Some(&**given),
            Some(GivenSeed::Range(_)) | None => {}
        }
        identify::Options {
            within: self.within,
            time: Some(self.time),
            all: self.all,
            seed,
            seeds,
            text,
            only: self.only.as_deref(),
            next: self.next,
            previous: self.previous,
            control,
            ..identify::Options::default()
        }
    }
}

impl Options {
    /// The ranges of seeds that were given: of times, the seconds and then the milliseconds.
    fn ranges_of_seeds(&self) -> Vec<RangeInclusive<u64>> {
        let mut ranges = Vec::new();
        if let Some(GivenSeed::Range(range)) = &self.seed {
            ranges.push(range.clone());
        }
        if let Some(times) = &self.times {
            ranges.push(times.clone());
            ranges.push(milliseconds(times));
        }
        ranges
    }

    /// Whether these options can be used for two lists.
    ///
    /// # Errors
    /// If seeds or a text are given, of which two lists have none.
    pub fn check_for_two_lists(&self) -> Result<(), &'static str> {
        match &self.seed {
            _ if self.times.is_some() => {
                Err("--times is for one list: leave it out, or give each list alone")
            }
            Some(GivenSeed::Range(_) | GivenSeed::Text(_)) => {
                Err("--seed: for two lists give one seed as a number, or give each list alone")
            }
            _ => Ok(()),
        }
    }

    /// The time that is this seed, as text, if times were given: seconds, or milliseconds of which a seed may have 32 bits.
    fn time_of(&self, seed: u64) -> Option<String> {
        let times = self.times.as_ref()?;
        if times.contains(&seed) {
            return Some(time::show(seed as i64));
        }
        let all = milliseconds(times);
        let after = seed.wrapping_sub(*all.start());
        let milliseconds = match seed >> 32 {
            0 => all.start().checked_add(after & u64::from(u32::MAX))?,
            _ => seed,
        };
        all.contains(&milliseconds)
            .then(|| time::show((milliseconds / 1000) as i64))
    }
}

fn milliseconds(seconds: &RangeInclusive<u64>) -> RangeInclusive<u64> {
    seconds.start().saturating_mul(1000)..=seconds.end().saturating_mul(1000).saturating_add(999)
}

/// Searches for what made the numbers of an input.
///
/// # Errors
/// If the input cannot be read as numbers, or has fewer than two.
pub fn who(input: Vec<u8>, options: &Options, control: Control<'_>) -> Result<Answer, ReadError> {
    let mut sample = Sample::read(&options.sample, input)?;
    if sample.is_too_few() {
        return Err(Problem::OneNumber.into());
    }
    let base = lowest_number(&sample, &options.sample);
    let seeds = options.ranges_of_seeds();
    let search_options = options.search(&sample, &seeds, control);
    let (found, reading) = search(&mut sample, search_options);
    Ok(Answer::new(
        &sample,
        &found,
        reading.as_ref(),
        base,
        options,
    ))
}

/// The number that stands for 0 in a sample; `None` if each number has its own, as in a trace, or none needs one.
fn lowest_number(sample: &Sample, options: &SampleOptions) -> Option<i64> {
    match sample.numbers {
        _ if sample.rule.is_some() => sample.rule.as_ref()?.form.first(),
        _ if options.below.is_some() => Some(options.base * i64::from(options.dice.unwrap_or(1))),
        Numbers::Words { bits, .. } if sample.is_signed => Some(i64::MIN >> (64 - bits)),
        _ => None,
    }
}

#[cfg(test)]
mod languages;
#[cfg(test)]
mod promise;

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    use super::Control;

    /// The time since the first call.
    pub(super) fn now() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    /// The clock of this machine; the date is when these tests were written.
    pub(super) fn control() -> Control<'static> {
        Control {
            now: 1_795_900_000,
            clock: &now,
            ..Control::default()
        }
    }
}
