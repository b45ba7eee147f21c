//! The steps of lines: their directions, their number, and the document's example step by step.

use std::collections::BTreeSet;

use grids::line::{Axis, Direction, Point, deviation, line};
use grids::spread::{largest_deviation, recursion, spread};

use crate::prelude::*;

/// Targets are at most this many tiles away in each direction.
const REACH: i32 = 63;
/// The target of the document's example: four ordinal steps and two cardinal ones.
const EXAMPLE: Point = (6, 4);
/// The document's first attempt at the example, and its last: whether each step is ordinal.
const FIRST_ATTEMPT: [bool; 6] = [true, false, true, false, true, true];
const LAST_ATTEMPT: [bool; 6] = [true, false, true, true, false, true];
const SEQUENCE: (u64, u64) = (17, 4);

#[derive(Serialize)]
pub struct Steps {
    pub reach: i32,
    pub targets: u64,
    /// Lines that reach their target in as many steps as their longer extent, which is the minimum.
    pub fewest: u64,
    pub two_directions: u64,
    /// Lines with as many ordinal steps as their shorter extent; the other steps are cardinal.
    pub counted: u64,
    pub ordinals: Vec<Ordinal>,
    pub example: Example,
    pub sequence: Groups,
}

#[derive(Serialize)]
pub struct Ordinal {
    pub direction: String,
    pub targets: u64,
}

/// The document's example of a line: its first attempt, and what the algorithm gives.
#[derive(Serialize)]
pub struct Example {
    pub to: Point,
    pub attempts: [Attempt; 2],
    /// Whether the algorithm gives the steps at which the document arrives.
    pub as_the_document: bool,
    /// The sizes of the groups of the algorithm's steps, and of the groups of those groups.
    pub group_sizes: [Vec<usize>; 2],
}

#[derive(Serialize)]
pub struct Attempt {
    pub steps: String,
    pub deviation: Exact,
    /// The largest distance of a tile's middle from the true line, squared.
    pub squared: Exact,
}

#[derive(Serialize)]
pub struct Groups {
    pub na: u64,
    pub nb: u64,
    pub sizes: Vec<usize>,
    pub small: u64,
    pub large: u64,
}

fn group_sizes<T: PartialEq>(items: &[T], single: &T) -> Vec<usize> {
    items.split(|item| item == single).map(<[T]>::len).collect()
}

impl Attempt {
    fn new(ordinal: &[bool], to: Point) -> Self {
        let mut points = vec![(0, 0)];
        for (x, &ordinal) in (1..).zip(ordinal) {
            points.push((x, points[points.len() - 1].1 + i32::from(ordinal)));
        }
        let mut steps = String::new();
        for &ordinal in ordinal {
            steps += &if ordinal {
                Direction::NorthEast.arrow()
            } else {
                Direction::East.arrow()
            }
            .to_string();
        }
        Self {
            steps,
            deviation: largest_deviation(ordinal, &true).into(),
            squared: deviation(points, (0, 0), to).into(),
        }
    }
}

impl Example {
    fn compute() -> Result<Self> {
        let document: Vec<bool> = line((0, 0), EXAMPLE, Axis::YUp)?
            .map(Direction::is_ordinal)
            .collect();
        let sizes = group_sizes(&document, &false);
        Ok(Self {
            to: EXAMPLE,
            as_the_document: document == LAST_ATTEMPT,
            attempts: [
                Attempt::new(&FIRST_ATTEMPT, EXAMPLE),
                Attempt::new(&document, EXAMPLE),
            ],
            group_sizes: [sizes.clone(), group_sizes(&sizes, &2)],
        })
    }
}

impl Steps {
    pub(super) fn compute() -> Result<Self> {
        let [mut targets, mut fewest, mut two_directions, mut counted] = [0; 4];
        let mut ordinals = [
            Direction::NorthEast,
            Direction::SouthEast,
            Direction::SouthWest,
            Direction::NorthWest,
        ]
        .map(|direction| (direction, 0));
        for to in (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |y| (x, y))) {
            let line = line((0, 0), to, Axis::YUp)?;
            let steps: Vec<Direction> = line.clone().collect();
            let (wide, high) = (to.0.unsigned_abs() as usize, to.1.unsigned_abs() as usize);
            let ordinal_steps = steps.iter().filter(|step| step.is_ordinal()).count();
            let (ordinal, cardinal): (BTreeSet<Direction>, BTreeSet<Direction>) =
                steps.iter().partition(|step| step.is_ordinal());
            targets += 1;
            fewest += u64::from(steps.len() == wide.max(high) && line.points().last() == Some(to));
            two_directions += u64::from(ordinal.len() <= 1 && cardinal.len() <= 1);
            counted += u64::from(ordinal_steps == wide.min(high));
            for (direction, lines) in &mut ordinals {
                *lines += u64::from(ordinal.contains(direction));
            }
        }
        let (na, nb) = SEQUENCE;
        let (small, large) = recursion(na, nb).next().unwrap_or_default();
        Ok(Self {
            reach: REACH,
            targets,
            fewest,
            two_directions,
            counted,
            ordinals: ordinals
                .map(|(direction, targets)| Ordinal {
                    direction: format!("{direction:?}").to_lowercase(),
                    targets,
                })
                .into(),
            example: Example::compute()?,
            sequence: Groups {
                na,
                nb,
                sizes: group_sizes(&spread('a', 'b', na, nb)?, &'b'),
                small,
                large,
            },
        })
    }

    /// How many of the lines go in this direction, if it is an ordinal one.
    pub(super) fn lines_towards(&self, direction: &str) -> u64 {
        first_where(&self.ordinals, |ordinal| ordinal.direction == direction).targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: after the steps, 1, 1, 2, 2, 3, 4 tiles up against 2/3 of each step number.
    #[test]
    fn the_first_attempt_strays_as_far_as_by_hand() {
        let attempt = Attempt::new(&FIRST_ATTEMPT, EXAMPLE);
        assert_eq!(
            (
                attempt.deviation.fraction.as_str(),
                attempt.squared.fraction.as_str()
            ),
            ("2/3", "4/13")
        );
    }
}
