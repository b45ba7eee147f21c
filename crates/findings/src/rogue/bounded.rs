//! `get_rand` over the ranges the game uses: exact probabilities under the 14-bit mask.

use std::num::NonZeroU32;

use exact::distance::{largest_relative_error, variation_from_uniform};
use rogue::random::Rule;
use rogue::tables::RANGES;

use crate::notice::{ALPHA, Notice, POWER};
use crate::prelude::*;
use crate::prose::ROGUE as WORDS;

#[derive(Serialize)]
pub struct Bounded {
    pub alpha: f64,
    pub power: f64,
    pub ranges: Vec<Range>,
}

#[derive(Serialize)]
pub struct Range {
    pub low: i32,
    pub high: i32,
    /// How many of `total` words give the likeliest number.
    pub most: u128,
    pub least: u128,
    pub total: u128,
    /// How many numbers are the likeliest.
    pub likeliest: usize,
    pub relative_error: Exact,
    pub total_variation: Exact,
    pub to_notice: Notice,
}

/// The game's rule over `n` numbers, for 31-bit words.
pub(super) fn rule(n: u32) -> Result<Weights> {
    Ok(Weights::of_rule::<Rule>(
        31,
        NonZeroU32::new(n).expect("a range is not empty"),
    )?)
}

impl Bounded {
    pub(super) fn compute() -> Result<Self> {
        let ranges = RANGES
            .into_iter()
            .map(|(low, high)| Range::compute(low, high))
            .collect::<Result<_>>()?;
        Ok(Self {
            alpha: ALPHA,
            power: POWER,
            ranges,
        })
    }

    pub(super) fn quickest(&self) -> &Range {
        least(&self.ranges, |range| range.to_notice.draws())
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let shown = rows(&self.ranges, |range| {
            let [omnibus, optimal] = range.to_notice.cells();
            let fair = range.most == range.least;
            [
                format!("({}, {})", range.low, range.high),
                format!("{}/{} ({})", range.most, range.total, range.likeliest),
                format!("{}/{}", range.least, range.total),
                if fair {
                    "0 %".into()
                } else {
                    range.relative_error.percent()
                },
                if fair {
                    "0".into()
                } else {
                    range.total_variation.decimal(7)
                },
                omnibus,
                optimal,
            ]
        });
        let more = json!({ "shown": shown, "quickest": self.quickest() });
        WORDS.beside(self, more).blocks("bounded", [])
    }
}

impl Range {
    fn compute(low: i32, high: i32) -> Result<Self> {
        let weights = rule((high - low + 1) as u32)?;
        let real = Distribution::from(&weights);
        Ok(Self {
            low,
            high,
            most: weights.max(),
            least: weights.min(),
            total: weights.total(),
            likeliest: weights
                .counts()
                .iter()
                .filter(|&&count| count == weights.max())
                .count(),
            relative_error: largest_relative_error(&real).into(),
            total_variation: variation_from_uniform(&real)?.into(),
            to_notice: Notice::of(&real)?,
        })
    }
}
