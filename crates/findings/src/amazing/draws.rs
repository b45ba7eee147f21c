//! The random numbers a maze takes, and how fair `floor(u * n) + 1` makes them.

use std::num::NonZeroU32;

use anyhow::Result;
use exact::distance::{largest_relative_error, total_variation};
use exact::explore::Rule;
use exact::{Distribution, Weights};
use generators::bounding::Scaled;
use grids::amazing::Walk;
use rayon::prelude::*;
use serde::Serialize;

use super::fate::Fate;
use super::outcome::{Small, explored_by, variation};
use super::sampled::Sample;
use super::watch::{RANDOM, RULES, SCAN};
use crate::block::{Block, tabular, text};
use crate::number::{Exact, grouped, share};

/// Bits of a word that becomes `u`.
const BITS: u32 = 32;
/// Numbers of choices: the directions there can be, then widths and lengths of lists.
const CHOICES: [u32; 8] = [1, 2, 3, 4, 5, 23, 40, 1199];
/// The size for which all outcomes are compared: unfair draws leave more states apart than ideal ones.
const COMPARED: (usize, usize) = (3, 2);

/// The document's `random`, exact.
#[derive(Clone, Debug, Serialize)]
pub struct Bounding {
    pub bits: u32,
    pub choices: Vec<Choice>,
    /// All outcomes of one small size: with ideal draws, and with these.
    pub outcomes: Vec<Compared>,
}

/// One number of choices.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    pub choices: u32,
    pub most: u64,
    pub least: u64,
    pub total: u64,
    pub relative_error: Exact,
    pub total_variation: Exact,
}

/// How far unfair draws move the outcomes of a size.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    /// Total variation between the outcomes with ideal draws and with these.
    pub variation: Exact,
}

impl Choice {
    fn of(choices: u32) -> Result<Self> {
        let n = NonZeroU32::new(choices).unwrap_or(NonZeroU32::MIN);
        let weights = Weights::of_rule::<Scaled>(BITS, n)?;
        let (real, fair) = (Distribution::from(&weights), Distribution::from(&Weights::uniform(choices as usize)?));
        Ok(Self {
            choices,
            most: weights.max() as u64,
            least: weights.min() as u64,
            total: weights.total() as u64,
            relative_error: largest_relative_error(&real).into(),
            total_variation: total_variation(&real, &fair)?.into(),
        })
    }

    /// Whether all numbers are equally likely.
    pub fn is_fair(&self) -> bool {
        self.most == self.least
    }
}

impl Bounding {
    pub(super) fn compute(small: &[Small]) -> Result<Self> {
        let (width, height) = COMPARED;
        let ideal = small.iter().find(|size| (size.width, size.height) == COMPARED);
        let ideal = ideal.expect("the size is explored").explored.as_slice();
        let rule = Rule::of::<Scaled>(BITS)?;
        let compared = [RANDOM, SCAN].into_par_iter().map(|rules| {
            let (name, document) = RULES[rules];
            let real = explored_by(&rule, Walk::canonical, COMPARED, document)?;
            Ok(Compared { width, height, rules: name, variation: variation(&ideal[rules], &real).into() })
        });
        Ok(Self {
            bits: BITS,
            choices: CHOICES.into_iter().map(Choice::of).collect::<Result<_>>()?,
            outcomes: compared.collect::<Result<_>>()?,
        })
    }

    /// The largest relative error of a direction.
    pub(super) fn direction(&self) -> &Choice {
        let error = |choice: &&Choice| choice.most - choice.least;
        self.choices.iter().filter(|choice| choice.choices <= 4).max_by_key(error).expect("there are directions")
    }

    /// How far the outcomes under the document's own rules are moved.
    pub(super) fn moved(&self) -> &Compared {
        &self.outcomes[0]
    }

    pub(super) fn blocks(&self, fate: &Fate) -> Vec<Block> {
        let draws = fate.sampled.iter().map(|sample| {
            let Sample { complete, .. } = sample;
            let per_maze = |count| share(count, complete.mazes).decimal(2);
            let is_scan = sample.rules == RULES[SCAN].0;
            [
                sample.size(),
                sample.rules.to_owned(),
                grouped(complete.mazes),
                per_maze(complete.carving + complete.restarting),
                sample.draws_per_cell().decimal(4),
                grouped(complete.least),
                grouped(complete.most),
                per_maze(complete.restarts),
                if is_scan { String::new() } else { sample.tries().decimal(2) },
                if is_scan { sample.looks().decimal(2) } else { String::new() },
            ]
        });
        let choices = self.choices.iter().map(|choice| {
            let error = if choice.is_fair() { "0".into() } else { format!("{:.2e}", choice.relative_error.to_f64()) };
            let total = if choice.is_fair() { "0".into() } else { format!("{:.2e}", choice.total_variation.to_f64()) };
            [choice.choices.to_string(), grouped(choice.most), grouped(choice.least), error, total]
        });
        let moved = self.outcomes.iter().map(|compared| {
            [
                format!("{}x{}", compared.width, compared.height),
                compared.rules.to_owned(),
                format!("{:.2e}", compared.variation.to_f64()),
            ]
        });
        let largest = fate.largest_sample(RANDOM);
        vec![
            text(
                "A maze takes one number for the start, one for each further cell, also where there is only one way to go, and one for \
                 the exit. By scan that is all. A random restart takes a number for each try, and the longer the list of visited cells \
                 is, the more of them are locked. The mended rules may take one more, for an exit that is missing.",
            ),
            tabular(
                "Measured, from seeds 0, 1, 2, ..., complete mazes only: random numbers per maze and per cell, the fewest and the most of \
                 a maze, restarts per maze, tries per restart, and cells that a scan looks at per restart.",
                "cells | rules | mazes | numbers | per cell | fewest | most | restarts | tries per restart | scanned per restart",
                draws,
            ),
            tabular(
                format!(
                    "Exact: `floor(u * n) + 1` where u is a word of {} bits over 2^{0}: how many words give the likeliest number and \
                     the unlikeliest, the largest relative error, and total variation from uniform.",
                    self.bits
                ),
                "n | words, likeliest | unlikeliest | largest error | total variation",
                choices,
            ),
            tabular(
                "Exact: total variation between all outcomes with such draws and with ideal ones.",
                "cells | rules | variation",
                moved,
            ),
            text(format!(
                "For a porter: the bias of this rule cannot be seen. For mazes to be the same, the order of draws has to be kept, tries \
                 that were not accepted included. At {} cells a random restart takes {} tries.",
                largest.size(),
                largest.tries().decimal(2),
            )),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_fair_and_three_is_not() {
        let most_and_least = |n| Choice::of(n).map(|choice| (choice.most, choice.least)).unwrap();
        assert_eq!(most_and_least(2), (1 << 31, 1 << 31));
        assert_eq!(most_and_least(3), (1_431_655_766, 1_431_655_765));
        assert_eq!(Choice::of(3).unwrap().relative_error.fraction, "1/2147483648");
    }

    #[test]
    fn unfair_draws_move_outcomes_a_little() {
        let bounding = Bounding::compute(&Small::all().unwrap()).unwrap();
        for compared in &bounding.outcomes {
            let moved = compared.variation.to_f64();
            assert!(moved > 0.0 && moved < 1e-8, "{moved:e}");
        }
    }
}
