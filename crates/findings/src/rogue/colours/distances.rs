//! How far the arrangement of the colours is from uniform, by number of swaps.

use std::collections::BTreeSet;

use exact::transpositions::{RandomTranspositions, Swapped};
use rogue::new_game::SWAPS;
use rogue::tables::POTIONS;

use crate::block::Figure;
use crate::prelude::*;
use crate::svg::curves::{Line, curves};

const CURVE: usize = 120;

/// Distances to uniform over all arrangements, with ideal draws. Each list is indexed by the number of swaps: 0, 1, 2, ...
#[derive(Serialize)]
pub struct Distances {
    pub total_variation: Exact,
    pub curve: Vec<Exact>,
    /// The separation: one minus 14! times the probability of the least likely arrangement.
    pub separation: Vec<Exact>,
    /// The expected number of potions that keep their colours; a fair shuffle has one.
    pub expected_keepers: Vec<Exact>,
    /// The least number of swaps that come within 1/1000 of uniform in total variation.
    pub swaps_for_thousandth: usize,
    pub swaps_for_millionth: usize,
}

impl Distances {
    pub(super) fn compute(walk: &RandomTranspositions) -> Result<Self> {
        let steps: Vec<Swapped> = walk.steps().take(CURVE + 1).collect();
        let variation: Vec<BigRational> = steps.iter().map(Swapped::total_variation).collect();
        Ok(Self {
            total_variation: variation[SWAPS as usize].clone().into(),
            separation: steps
                .iter()
                .map(Swapped::separation)
                .map(Exact::from)
                .collect(),
            expected_keepers: steps
                .iter()
                .map(Swapped::expected_fixed_points)
                .map(Exact::from)
                .collect(),
            swaps_for_thousandth: first_within(&variation, 1000)?,
            swaps_for_millionth: first_within(&variation, 1_000_000)?,
            curve: variation.into_iter().map(Exact::from).collect(),
        })
    }

    /// The rows that are shown: multiples of ten to the end, and the numbers of swaps that have a meaning.
    fn rows(&self) -> BTreeSet<usize> {
        let marked = [
            SWAPS as usize,
            self.swaps_for_thousandth,
            self.swaps_for_millionth,
        ];
        (0..self.curve.len()).step_by(10).chain(marked).collect()
    }

    pub(crate) fn picture(&self) -> String {
        let lines = [
            Line {
                name: "total variation",
                values: self.curve.iter().map(Exact::to_f64).collect(),
            },
            Line {
                name: "separation",
                values: self.separation.iter().map(Exact::to_f64).collect(),
            },
        ];
        curves("Distance to uniform", "swaps", -8, SWAPS as usize, &lines)
    }

    pub(super) fn blocks(&self) -> [Block; 2] {
        let mut rows = Vec::new();
        for swaps in self.rows() {
            rows.push([
                swaps.to_string(),
                self.curve[swaps].scientific(6),
                self.separation[swaps].scientific(6),
                self.expected_keepers[swaps].decimal(8),
            ]);
        }
        let distance = self.total_variation.decimal(6);
        let (thousandth, millionth) = (self.swaps_for_thousandth, self.swaps_for_millionth);
        [
            Block::Figure(Figure {
                caption: format!(
                    "Exact: distance from uniform over all {POTIONS}! arrangements, by number of swaps, ideal draws. The game \
                     stops at {SWAPS}: {distance} in total variation. Reaching 1/1000 takes {thousandth} swaps, 1/1000000 takes \
                     {millionth}."
                ),
                svg: self.picture(),
            }),
            table(
                "Exact, by the characters of the symmetric group. Total variation is the largest error in the probability of any \
                 event; separation is how much rarer the least likely arrangement is than it should be. A fair shuffle keeps one \
                 potion's colour on average.",
                [
                    "swaps",
                    "total variation",
                    "separation",
                    "expected potions that keep their colour",
                ],
                rows,
            ),
        ]
    }
}

/// The least number of swaps after which the distance is at most one in `bound`.
fn first_within(variation: &[BigRational], bound: u32) -> Result<usize> {
    let bound = ratio(1, bound);
    variation
        .iter()
        .position(|distance| *distance <= bound)
        .ok_or(Error::Missing("a distance so small"))
}
