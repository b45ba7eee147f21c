//! The random numbers a maze takes, and how fair `floor(u * n) + 1` makes them.

use std::num::NonZeroU32;

use exact::distance::{largest_relative_error, variation_from_uniform};
use exact::explore::Rule;
use generators::bounding::Scaled;
use grids::amazing::Walk;

use super::fate::Fate;
use super::outcome::{Small, explored_by, variation};
use super::watch::{RANDOM, RULES};
use crate::prelude::*;

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
    pub outcomes: [Compared; 1],
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
    fn compute(choices: u32) -> Result<Self> {
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
        let (name, document) = RULES[RANDOM];
        let real = explored_by(&rule, Walk::canonical, COMPARED, document)?;
        Ok(Self {
            bits: BITS,
            choices: CHOICES
                .into_iter()
                .map(Choice::compute)
                .collect::<Result<_>>()?,
            outcomes: [Compared {
                width,
                height,
                rules: name,
                variation: variation(&ideal[RANDOM], &real).into(),
            }],
        })
    }

    pub(super) fn direction(&self) -> &Choice {
        self.choices
            .iter()
            .filter(|choice| choice.choices <= 4)
            .max_by_key(|choice| choice.most - choice.least)
            .expect("there are directions")
    }

    pub(super) fn section(&self, fate: &Fate) -> Section {
        let largest = fate.largest_sample(RANDOM);
        let (size, tries) = (largest.size(), largest.tries().decimal(2));
        let rows = self.choices.iter().map(|choice| {
            [
                choice.choices.to_string(),
                grouped(choice.most),
                grouped(choice.least),
                short(choice.relative_error.to_f64(), 2),
                short(choice.total_variation.to_f64(), 2),
            ]
        });
        Section::new(
            "Random numbers",
            vec![
                text(
                    "A maze takes one number for the start, one for each further cell, even where there is only one way to go, \
                     and one for the exit. By scan that is all. A random restart takes a number for each try, and the longer the \
                     list of visited cells is, the more of them are locked. The corrected rules may take one more, for a missing \
                     exit.",
                ),
                table(
                    format!(
                        "Exact: `floor(u * n) + 1` where u is a word of {BITS} bits over 2^{BITS}, as our port draws it and not \
                         as `Math.random` of a browser does: how many words give the likeliest number and the unlikeliest, the \
                         largest relative error, and total variation from uniform."
                    ),
                    [
                        "n",
                        "words, likeliest",
                        "unlikeliest",
                        "largest error",
                        "total variation",
                    ],
                    rows,
                ),
                text(format!(
                    "For a porter: the bias of this rule cannot be seen. To get the same mazes, keep the order of draws, \
                     including rejected tries. With {size} cells a random restart takes {tries} tries."
                )),
            ],
        )
    }
}
