//! How far the arrangement of the colours is from uniform, by number of swaps.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use exact::BigRational;
use exact::transpositions::{RandomTranspositions, Swapped};
use rogue::new_game::SWAPS;
use rogue::tables::POTIONS;
use serde::Serialize;

use crate::block::{Block, figure, tabular};
use crate::number::Exact;
use crate::svg::{Line, line_chart};

/// How many swaps the curves go to.
const CURVE: usize = 120;

/// Distances to uniform over all arrangements, with ideal draws. Each list is by number of swaps: 0, 1, 2, ...
#[derive(Clone, Debug, Serialize)]
pub struct Distances {
    pub total_variation: Exact,
    pub curve: Vec<Exact>,
    /// Separation: one less 14! times the probability of the least likely arrangement.
    pub separation: Vec<Exact>,
    /// The expected number of potions that keep their colour; one in a fair shuffle.
    pub expected_keepers: Vec<Exact>,
    /// The fewest swaps that come within 1/1000 of uniform in total variation.
    pub swaps_for_thousandth: usize,
    pub swaps_for_millionth: usize,
}

impl Distances {
    pub(super) fn compute(walk: &RandomTranspositions) -> Result<Self> {
        let steps: Vec<Swapped> = walk.steps().take(CURVE + 1).collect();
        let variation: Vec<BigRational> = steps.iter().map(Swapped::total_variation).collect();
        let within = |bound: u32| {
            let bound = BigRational::new(1.into(), bound.into());
            variation.iter().position(|distance| *distance <= bound).context("the curve stops too early")
        };
        Ok(Self {
            total_variation: variation[SWAPS as usize].clone().into(),
            separation: steps.iter().map(Swapped::separation).map(Exact::from).collect(),
            expected_keepers: steps.iter().map(Swapped::expected_fixed_points).map(Exact::from).collect(),
            swaps_for_thousandth: within(1000)?,
            swaps_for_millionth: within(1_000_000)?,
            curve: variation.into_iter().map(Exact::from).collect(),
        })
    }

    /// Tens to the end, and the numbers of swaps that have a meaning.
    fn rows(&self) -> BTreeSet<usize> {
        let marked = [SWAPS as usize, self.swaps_for_thousandth, self.swaps_for_millionth];
        (0..self.curve.len()).step_by(10).chain(marked).collect()
    }

    pub(super) fn blocks(&self) -> [Block; 2] {
        let values = |curve: &[Exact]| curve.iter().map(Exact::to_f64).collect();
        let lines = [
            Line { name: "total variation", values: values(&self.curve) },
            Line { name: "separation", values: values(&self.separation) },
        ];
        [
            figure(
                format!(
                    "Exact: distance to uniform over all {POTIONS}! arrangements, by number of swaps, ideal draws. The game stops \
                     at {SWAPS}: {} in total variation. For 1/1000 it takes {} swaps, for 1/1000000 {}.",
                    self.total_variation.decimal(6),
                    self.swaps_for_thousandth,
                    self.swaps_for_millionth,
                ),
                line_chart("Distance to uniform by number of swaps", "swaps", -7, SWAPS as usize, &lines),
            ),
            tabular(
                "Exact, by the characters of the symmetric group. Total variation is the most that any event's probability is \
                 off; separation is by how much the least likely arrangement is rarer than it should be. A fair shuffle keeps \
                 one potion's colour on average.",
                "swaps | total variation | separation | expected potions that keep their colour",
                self.rows().into_iter().map(|swaps| {
                    [
                        swaps.to_string(),
                        self.curve[swaps].scientific(6),
                        self.separation[swaps].scientific(6),
                        self.expected_keepers[swaps].decimal(8),
                    ]
                }),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distances() -> Distances {
        Distances::compute(&RandomTranspositions::new(POTIONS).unwrap()).unwrap()
    }

    #[test]
    fn the_table_shows_the_games_swaps_and_those_that_would_be_enough() {
        let distances = distances();
        let rows = distances.rows();
        for swaps in [0, 100, 33, distances.swaps_for_thousandth, distances.swaps_for_millionth] {
            assert!(rows.contains(&swaps), "{swaps}");
        }
        let Block::Table(table) = &distances.blocks()[1] else { panic!("the second block is the table") };
        assert_eq!(table.rows.len(), rows.len());
        assert!((0..4).all(|column| table.is_numeric(column)));
    }
}
