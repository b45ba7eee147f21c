//! `get_rand` over the ranges the game uses: exact probabilities under the 14-bit mask.

use std::num::NonZeroU32;

use exact::distance::{largest_relative_error, variation_from_uniform};
use rogue::random::Rule;
use rogue::tables::RANGES;

use crate::notice::{ALPHA, Notice, POWER};
use crate::prelude::*;

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
        min_by_value(&self.ranges, |range| range.to_notice.draws())
    }

    pub(super) fn section(&self) -> Section {
        let Range {
            low,
            high,
            to_notice: Notice {
                omnibus, optimal, ..
            },
            ..
        } = self.quickest();
        Section::new(
            "get_rand: the 14-bit mask",
            vec![
                text(
                    "`get_rand(x, y)` takes the low 14 bits of a word and their remainder by y - x + 1. Where that divides \
                     16384, every number is equally likely; otherwise each of the lowest numbers has one more of the 16384 \
                     values.",
                ),
                table(
                    format!(
                        "Exact, with the game's rule. In brackets: how many numbers are the likeliest. Last columns: draws until \
                         a test with false-alarm rate {ALPHA} has power {POWER}; by the chi-square test of all numbers, which \
                         knows nothing, and by the optimal test (Neyman and Pearson's), which knows which numbers are favoured; \
                         “about” marks figures from a limit law."
                    ),
                    [
                        "range",
                        "likeliest",
                        "unlikeliest",
                        "largest error",
                        "total variation",
                        "draws to notice, chi-square",
                        "optimal",
                    ],
                    self.ranges.iter().map(Range::row),
                ),
                text(format!(
                    "For a player: the mask has no visible effect. Of these ranges ({low}, {high}) shows its bias first, after \
                     {omnibus} draws by a chi-square test, {optimal} by the optimal one."
                )),
            ],
        )
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
            to_notice: Notice::for_law(&real)?,
        })
    }

    fn row(&self) -> [String; 7] {
        let Self {
            most,
            least,
            total,
            likeliest,
            ..
        } = self;
        let (error, variation) = if most == least {
            ("0 %".to_owned(), "0".to_owned())
        } else {
            (
                self.relative_error.percent(),
                self.total_variation.decimal(7),
            )
        };
        [
            format!("({}, {})", self.low, self.high),
            format!("{most}/{total} ({likeliest})"),
            format!("{least}/{total}"),
            error,
            variation,
            self.to_notice.omnibus.clone(),
            self.to_notice.optimal.clone(),
        ]
    }
}
