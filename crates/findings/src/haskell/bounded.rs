//! How far `randomR` and `uniformMay` are from fair.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use exact::distance::variation_from_uniform;
use generators::bounding::Bounding;
use generators::haskell::{RandomR, UniformMay};
use grids::rooms::sectors;

use super::layout::MAP;
use crate::notice::{ALPHA, Notice, POWER};
use crate::prelude::*;

/// The numbers of elements from which `uniformMay` is asked to choose; on the document's map, rooms share at most 26 columns.
const SIZES: RangeInclusive<u32> = 1..=26;
/// The widest range that takes one word, and the narrowest that takes two.
const WIDEST: u32 = 4_294_967;

#[derive(Serialize)]
pub struct Bounded {
    pub alpha: f64,
    pub power: f64,
    pub ranges: Vec<Range>,
    pub choices: Vec<Choice>,
}

#[derive(Serialize)]
pub struct Range {
    pub used: &'static str,
    pub low: u32,
    pub high: u32,
    pub words: u32,
    /// How many of all values of these words give the lowest number, as a text because it may be long.
    pub most: String,
    pub least: String,
    /// How many numbers, the lowest ones, come up once more than the others.
    pub favoured: u64,
    /// How many times likelier the likeliest number is than the least likely.
    pub ratio: Exact,
    pub total_variation: Exact,
    pub to_notice: Notice,
}

#[derive(Serialize)]
pub struct Choice {
    pub elements: u32,
    pub most: u64,
    pub least: u64,
    pub ratio: Exact,
    pub total_variation: Exact,
    pub to_notice: Notice,
}

impl Range {
    fn row(&self) -> [String; 9] {
        [
            format!("({}, {})", self.low, self.high),
            self.used.to_owned(),
            self.words.to_string(),
            format!("{} ({})", self.most, self.favoured),
            self.least.clone(),
            format!("{:.3e}", self.ratio.to_f64() - 1.0),
            format!("{:.3e}", self.total_variation.to_f64()),
            self.to_notice.omnibus.clone(),
            self.to_notice.optimal.clone(),
        ]
    }

    /// The result by formula: of `total` values, `favoured` of the `n` numbers have one more than the others. For wide ranges,
    /// counting them all would take too long.
    fn compute(used: &'static str, low: u32, high: u32) -> Result<Self> {
        let n = NonZeroU32::new(high - low + 1).expect("a range is not empty");
        let [most, least] = [0, n.get() - 1].map(|outcome| RandomR::weight(32, n, outcome));
        let total = most.total;
        let (count, favoured) = (u128::from(n.get()), total % u128::from(n.get()));
        let unfair = favoured * (count - favoured);
        Ok(Self {
            used,
            low,
            high,
            words: total.ilog2() / 32,
            most: most.count.to_string(),
            least: least.count.to_string(),
            favoured: favoured as u64,
            ratio: ratio(most.count, least.count).into(),
            total_variation: (ratio(unfair, count) / whole(total)).into(),
            to_notice: Notice::new(&[
                (favoured as u64, whole(most.count) / whole(total)),
                ((count - favoured) as u64, whole(least.count) / whole(total)),
            ])?,
        })
    }
}

impl Choice {
    fn row(&self) -> [String; 6] {
        [
            self.elements.to_string(),
            self.most.to_string(),
            self.least.to_string(),
            format!("{:.3e}", self.total_variation.to_f64()),
            self.to_notice.omnibus.clone(),
            self.to_notice.optimal.clone(),
        ]
    }

    fn compute(elements: u32) -> Result<Self> {
        let weights = Weights::of_rule::<UniformMay>(
            32,
            NonZeroU32::new(elements).expect("there are elements"),
        )?;
        let real = Distribution::from(&weights);
        Ok(Self {
            elements,
            most: weights.max() as u64,
            least: weights.min() as u64,
            ratio: ratio(weights.max(), weights.min()).into(),
            total_variation: variation_from_uniform(&real)?.into(),
            to_notice: Notice::for_law(&real)?,
        })
    }
}

impl Bounded {
    pub(super) fn compute() -> Result<Self> {
        let rooms = sectors(MAP.0, MAP.1)?;
        let columns =
            [0, 1, 2].map(|i| ("columns of a room", rooms[i].xl as u32, rooms[i].xh as u32));
        let rows = [0, 3, 6].map(|i| ("rows of a room", rooms[i].yl as u32, rooms[i].yh as u32));
        let others = [
            ("corners of the first map's block", 1, 20),
            ("a die", 1, 6),
            ("the widest of one word", 1, WIDEST),
            ("the narrowest of two", 1, WIDEST + 1),
        ];
        let ranges = columns.into_iter().chain(rows).chain(others);
        Ok(Self {
            alpha: ALPHA,
            power: POWER,
            ranges: ranges
                .map(|(used, low, high)| Range::compute(used, low, high))
                .collect::<Result<_>>()?,
            choices: SIZES.map(Choice::compute).collect::<Result<_>>()?,
        })
    }

    /// The range in which the likeliest and the least likely number are furthest apart.
    pub(super) fn worst(&self) -> &Range {
        max_by_value(&self.ranges, |range| range.ratio.to_f64())
    }

    pub(super) fn die(&self) -> &Range {
        first_where(&self.ranges, |range| range.high == 6)
    }

    /// The least fair of the ranges from which rooms are drawn.
    pub(super) fn worst_of_rooms(&self) -> &Range {
        max_by_value(&self.ranges[..6], |range| range.total_variation.to_f64())
    }

    /// The number of elements for which a choice is furthest from uniform.
    pub(super) fn worst_choice(&self) -> &Choice {
        max_by_value(&self.choices, |choice| choice.total_variation.to_f64())
    }

    pub(super) fn section(&self) -> Section {
        let Range {
            low,
            high,
            to_notice: Notice {
                omnibus, optimal, ..
            },
            ..
        } = self.worst_of_rooms();
        Section::new(
            "randomR and uniformMay",
            vec![
                text(
                    "`randomR` of random-1.1 combines words until the range fits 1000 times, and takes the remainder. So if one \
                     number has 1000 values, none has more than 1001. `uniformMay` draws a Double of 53 bits, which takes three \
                     words even for a single element.",
                ),
                table(
                    format!(
                        "`randomR`, exact: the number of values (of all values of so many words) that give the likeliest number \
                         (in brackets: how many numbers are that likely) and the unlikeliest, and the ratio of the two minus \
                         one. Last columns: draws until a test with false-alarm rate {ALPHA} has power {POWER}; by the \
                         chi-square test of all numbers, which knows nothing, and by the optimal test (Neyman and Pearson's), \
                         which knows which numbers are favoured; “about” marks figures from a limit law."
                    ),
                    [
                        "range",
                        "used for",
                        "words",
                        "likeliest",
                        "unlikeliest",
                        "ratio - 1",
                        "total variation",
                        "draws to notice, chi-square",
                        "optimal",
                    ],
                    self.ranges.iter().map(Range::row),
                ),
                table(
                    "`uniformMay`, exact: the same, of 2^53 Doubles.",
                    [
                        "elements",
                        "likeliest",
                        "unlikeliest",
                        "total variation",
                        "draws to notice, chi-square",
                        "optimal",
                    ],
                    self.choices.iter().map(Choice::row),
                ),
                text(format!(
                    "For a player: none of this can be seen. Of the ranges that rooms are drawn from, ({low}, {high}) is the \
                     least fair, and it takes {omnibus} draws to notice by a chi-square test, {optimal} by the optimal one."
                )),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula agrees with sums over all outcomes.
    #[test]
    fn a_range_is_as_far_from_uniform_as_counting_says() {
        for n in [1, 2, 6, 7, 20, 25, 1000] {
            let weights = Weights::of_rule::<RandomR>(32, NonZeroU32::new(n).unwrap()).unwrap();
            let real = Distribution::from(&weights);
            let range = Range::compute("", 1, n).unwrap();
            assert_eq!(
                range.total_variation,
                variation_from_uniform(&real).unwrap().into(),
                "{n}"
            );
            let notice = Notice::for_law(&real).unwrap();
            assert_eq!(range.to_notice.omnibus, notice.omnibus, "{n}");
            assert_eq!(range.to_notice.optimal, notice.optimal, "{n}");
            assert_eq!(
                (range.most, range.least),
                (weights.max().to_string(), weights.min().to_string()),
                "{n}"
            );
        }
    }
}
