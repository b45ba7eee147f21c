//! The random numbers a maze takes, and how fair `floor(u * n) + 1` makes them.

use std::num::NonZeroU32;

use exact::distance::{largest_relative_error, variation_from_uniform};
use exact::explore::Rule;
use generators::bounding::Scaled;
use grids::amazing::Walk;

use super::fate::Fate;
use super::outcome::{Small, explored_by, variation};
use super::watch::{RANDOM, RULES, SCAN};
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;

/// The number of bits in the word that becomes `u`.
const BITS: u32 = 32;
/// Numbers of choices: of possible directions, then of widths and lengths of lists.
const CHOICES: [u32; 8] = [1, 2, 3, 4, 5, 23, 40, 1199];
/// The size for which all outcomes are compared; unfair draws keep more states apart than ideal ones.
const COMPARED: (usize, usize) = (3, 2);

#[derive(Serialize)]
pub struct Bounding {
    pub bits: u32,
    pub choices: Vec<Choice>,
    /// All outcomes of one small size, with ideal draws and with these.
    pub outcomes: Vec<Compared>,
}

#[derive(Serialize)]
pub struct Choice {
    pub choices: u32,
    pub most: u64,
    pub least: u64,
    pub total: u64,
    pub relative_error: Exact,
    pub total_variation: Exact,
}

/// How far biased draws move the outcomes of a size.
#[derive(Serialize)]
pub struct Compared {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    /// The total variation distance between the outcomes with ideal draws and with these.
    pub variation: Exact,
}

impl Choice {
    fn of(choices: u32) -> Result<Self> {
        let n = NonZeroU32::new(choices).unwrap_or(NonZeroU32::MIN);
        let weights = Weights::of_rule::<Scaled>(BITS, n)?;
        let real = Distribution::from(&weights);
        Ok(Self {
            choices,
            most: weights.max() as u64,
            least: weights.min() as u64,
            total: weights.total() as u64,
            relative_error: largest_relative_error(&real).into(),
            total_variation: variation_from_uniform(&real)?.into(),
        })
    }

    pub fn is_fair(&self) -> bool {
        self.most == self.least
    }
}

impl Bounding {
    pub(super) fn compute(small: &[Small]) -> Result<Self> {
        let (width, height) = COMPARED;
        let ideal = small
            .iter()
            .find(|size| (size.width, size.height) == COMPARED);
        let ideal = ideal.expect("the size is explored").explored.as_slice();
        let rule = Rule::of::<Scaled>(BITS)?;
        let compared = try_each([RANDOM, SCAN], |rules| -> Result<_> {
            let (name, document) = RULES[rules];
            let real = explored_by(&rule, Walk::canonical, COMPARED, document)?;
            Ok(Compared {
                width,
                height,
                rules: name,
                variation: variation(&ideal[rules], &real).into(),
            })
        });
        Ok(Self {
            bits: BITS,
            choices: CHOICES.into_iter().map(Choice::of).collect::<Result<_>>()?,
            outcomes: compared?,
        })
    }

    pub(super) fn direction(&self) -> &Choice {
        let error = |choice: &&Choice| choice.most - choice.least;
        self.choices
            .iter()
            .filter(|choice| choice.choices <= 4)
            .max_by_key(error)
            .expect("there are directions")
    }

    pub(super) fn blocks(&self, fate: &Fate) -> Vec<Block> {
        let shown = rows(&fate.sampled, |sample| {
            let is_scan = sample.rules == RULES[SCAN].0;
            let only = |is_shown: bool, mean: Exact| {
                if is_shown {
                    mean.decimal(2)
                } else {
                    String::new()
                }
            };
            json!({
                "of": sample,
                "draws": sample.complete.carving + sample.complete.restarting,
                "per_cell": sample.draws_per_cell(),
                "tries": only(!is_scan, sample.tries()),
                "looks": only(is_scan, sample.looks()),
            })
        });
        let largest = fate.largest_sample(RANDOM);
        let more = json!({
            "shown": shown,
            "size": largest.size(),
            "tries": largest.tries(),
        });
        WORDS.beside(self, more).blocks("draws", [])
    }
}
