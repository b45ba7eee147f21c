//! The formula for the third number as the text prints it.

use permute::draws::permutation_of;
use permute::printed::third_as_printed;

use crate::prelude::*;

pub(super) const EXAMPLE: u32 = 10;
/// The lengths for which every triple of draws is tried.
const LENGTHS: std::ops::RangeInclusive<u32> = 3..=12;

#[derive(Serialize)]
pub struct Printed {
    pub lengths: Vec<Length>,
}

#[derive(Serialize)]
pub struct Length {
    pub n: u32,
    pub triples: u64,
    pub first_again: u64,
    pub second_again: u64,
    /// The same count for the list of equations that follows in the document.
    pub by_later_equation: u64,
}

impl Length {
    fn compute(n: u32) -> Self {
        let (mut triples, mut first_again, mut second_again, mut by_later_equation) = (0, 0, 0, 0);
        let draws = (0..n)
            .flat_map(|r1| (0..n - 1).flat_map(move |r2| (0..n - 2).map(move |r3| [r1, r2, r3])));
        for [r1, r2, r3] in draws {
            let mut all = vec![0; n as usize];
            all[..3].copy_from_slice(&[r1, r2, r3]);
            let right = permutation_of(all).expect("each draw is below its bound");
            let printed = third_as_printed(n, r1, r2, r3);
            triples += 1;
            first_again += u64::from(printed == Some(right[0]));
            second_again += u64::from(printed == Some(right[1]));
            by_later_equation += u64::from(right[..2].contains(&right[2]));
        }
        Self {
            n,
            triples,
            first_again,
            second_again,
            by_later_equation,
        }
    }

    /// Triples that repeat a number.
    pub(super) fn collisions(&self) -> u64 {
        self.first_again + self.second_again
    }
}

impl Printed {
    pub(super) fn compute() -> Self {
        Self {
            lengths: LENGTHS.map(Length::compute).collect(),
        }
    }

    pub(super) fn example(&self) -> &Length {
        first_where(&self.lengths, |length| length.n == EXAMPLE)
    }
}
