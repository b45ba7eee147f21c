//! `get_rand` over the ranges the game uses: exact probabilities under the 14-bit mask.

use std::num::NonZeroU32;

use anyhow::Result;
use exact::distance::{chi_square_per_draw, largest_relative_error, total_variation};
use exact::{Distribution, Weights};
use gof::power::samples_to_notice;
use rogue::random::Rule;
use rogue::tables::RANGES;
use serde::Serialize;

use super::{ALPHA, POWER, WORDS};
use crate::block::Block;
use crate::number::{Exact, grouped};

#[derive(Clone, Debug, Serialize)]
pub struct Bounded {
    pub alpha: f64,
    pub power: f64,
    pub ranges: Vec<Range>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Range {
    pub low: i32,
    pub high: i32,
    /// How many of `total` give the likeliest number.
    pub most: u128,
    pub least: u128,
    pub total: u128,
    /// How many numbers are the likeliest.
    pub likeliest: usize,
    pub relative_error: Exact,
    pub total_variation: Exact,
    /// How many draws a chi-square test needs to notice; none for a fair range.
    pub samples_to_notice: Option<u64>,
}

/// The game's rule over `n` numbers, for words of 31 bits.
pub(super) fn rule(n: u32) -> Result<Weights> {
    Ok(Weights::of_rule::<Rule>(31, NonZeroU32::new(n).expect("a range is not empty"))?)
}

impl Bounded {
    pub(super) fn compute() -> Result<Self> {
        let ranges = RANGES.into_iter().map(|(low, high)| Range::compute(low, high)).collect::<Result<_>>()?;
        Ok(Self { alpha: ALPHA, power: POWER, ranges })
    }

    pub(super) fn quickest(&self) -> &Range {
        let noticed = self.ranges.iter().filter(|range| range.samples_to_notice.is_some());
        noticed.min_by_key(|range| range.samples_to_notice).expect("not all ranges are powers of two")
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let rows = self.ranges.iter().map(|range| {
            [
                format!("({}, {})", range.low, range.high),
                format!("{}/{} ({})", range.most, range.total, range.likeliest),
                format!("{}/{}", range.least, range.total),
                if range.samples_to_notice.is_some() { range.relative_error.percent() } else { "0 %".into() },
                if range.samples_to_notice.is_some() { range.total_variation.decimal(7) } else { "0".into() },
                range.samples_to_notice.map_or("never".into(), grouped),
            ]
        });
        let quickest = self.quickest();
        vec![
            WORDS.text("bounded.about", &[]),
            WORDS.table("bounded.table", &[("alpha", &ALPHA), ("power", &POWER)], rows),
            WORDS.text(
                "bounded.advice",
                &[
                    ("low", &quickest.low),
                    ("high", &quickest.high),
                    ("samples_to_notice", &grouped(quickest.samples_to_notice.unwrap_or_default())),
                ],
            ),
        ]
    }
}

impl Range {
    fn compute(low: i32, high: i32) -> Result<Self> {
        let n = (high - low + 1) as usize;
        let weights = rule(n as u32)?;
        let (real, ideal) = (Distribution::from(&weights), Distribution::from(&Weights::uniform(n)?));
        let effect = Exact::from(chi_square_per_draw(&real, &ideal)?).to_f64();
        Ok(Self {
            low,
            high,
            most: weights.max(),
            least: weights.min(),
            total: weights.total(),
            likeliest: weights.counts().iter().filter(|&&count| count == weights.max()).count(),
            relative_error: largest_relative_error(&real).into(),
            total_variation: total_variation(&real, &ideal)?.into(),
            samples_to_notice: samples_to_notice(effect, n as u32 - 1, ALPHA, POWER)?,
        })
    }
}
