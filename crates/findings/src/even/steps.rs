//! The steps of lines: their directions, their number, and the document's example step by step.

use std::collections::BTreeSet;

use grids::line::{Axis, Direction, Point, bresenham, deviation, line};
use grids::spread::{is_spread, largest_deviation, recursion, spread};

use super::picture::tiles;
use crate::prelude::*;
use crate::prose::EVEN as WORDS;

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

/// The document's example of a line, in three orders.
#[derive(Serialize)]
pub struct Example {
    pub to: Point,
    pub attempts: [Attempt; 3],
    /// Whether the algorithm gives the steps at which the document arrives.
    pub as_the_document: bool,
    /// The sizes of the groups of the algorithm's steps, and of the groups of those groups.
    pub group_sizes: [Vec<usize>; 2],
}

#[derive(Serialize)]
pub struct Attempt {
    pub name: &'static str,
    pub steps: String,
    /// How far north of the true line each step ends, in tiles.
    pub off: Vec<Exact>,
    pub deviation: Exact,
    pub squared: Exact,
    /// Whether the steps are as spread out as possible, by the definition.
    pub spread: bool,
    #[serde(skip)]
    points: Vec<Point>,
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
    fn new(name: &'static str, ordinal: &[bool], to: Point) -> Self {
        let mut points = vec![(0, 0)];
        for (x, &ordinal) in (1..).zip(ordinal) {
            points.push((x, points[points.len() - 1].1 + i32::from(ordinal)));
        }
        let off = |&(x, y): &Point| Exact::from(ratio(y * to.0 - x * to.1, to.0));
        let arrow = |&ordinal: &bool| {
            if ordinal {
                Direction::NorthEast.arrow()
            } else {
                Direction::East.arrow()
            }
        };
        Self {
            name,
            steps: ordinal.iter().map(arrow).collect(),
            off: points[1..].iter().map(off).collect(),
            deviation: largest_deviation(ordinal, &true).into(),
            squared: deviation(points.iter().copied(), (0, 0), to).into(),
            spread: is_spread(ordinal),
            points,
        }
    }
}

impl Example {
    fn compute() -> Result<Self> {
        let ordinal = |steps: Vec<Direction>| {
            steps
                .into_iter()
                .map(Direction::is_ordinal)
                .collect::<Vec<_>>()
        };
        let document = ordinal(line((0, 0), EXAMPLE, Axis::YUp)?.collect());
        let rounded = ordinal(bresenham((0, 0), EXAMPLE, Axis::YUp)?.collect());
        let sizes = group_sizes(&document, &false);
        Ok(Self {
            to: EXAMPLE,
            as_the_document: document == LAST_ATTEMPT,
            attempts: [
                Attempt::new("first attempt", &FIRST_ATTEMPT, EXAMPLE),
                Attempt::new("the algorithm", &document, EXAMPLE),
                Attempt::new("Bresenham", &rounded, EXAMPLE),
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

    pub(super) fn blocks(&self) -> Vec<Block> {
        let example = &self.example;
        let [first, document, rounded] = &example.attempts;
        let off = |attempt: &Attempt, step: usize| {
            let arrow = attempt.steps.chars().nth(step).unwrap_or_default();
            format!("{arrow} {}", attempt.off[step].fraction)
        };
        let mut rows: Vec<_> = (0..document.off.len())
            .map(|step| {
                [
                    (step + 1).to_string(),
                    off(first, step),
                    off(document, step),
                    off(rounded, step),
                ]
            })
            .collect();
        let last = |name: &str, cell: fn(&Attempt) -> String| {
            [name.into(), cell(first), cell(document), cell(rounded)]
        };
        rows.push(last("deviation", |attempt| {
            attempt.deviation.fraction.clone()
        }));
        rows.push(last("distance, squared", |attempt| {
            attempt.squared.fraction.clone()
        }));
        rows.push(last("spread out", |attempt| {
            if attempt.spread {
                "yes".into()
            } else {
                "no".into()
            }
        }));
        let directions: Vec<_> = self
            .ordinals
            .iter()
            .map(|it| format!("{} {}", it.direction, grouped(it.targets)))
            .collect();
        let pictures = example
            .attempts
            .iter()
            .map(|attempt| tiles(attempt.name, &attempt.points, 28));
        let more = json!({ "shown": rows, "directions": directions.join(", ") });
        WORDS
            .beside(self, more)
            .blocks("steps", [pictures.collect()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand, for the document's first attempt: after the steps, 1, 1, 2, 2, 3, 4 tiles up against 2/3 of each step number.
    #[test]
    fn the_first_attempt_ends_its_steps_where_it_does_by_hand() {
        let attempt = Attempt::new("by hand", &FIRST_ATTEMPT, EXAMPLE);
        let off: Vec<&str> = attempt
            .off
            .iter()
            .map(|off| off.fraction.as_str())
            .collect();
        assert_eq!(off, ["1/3", "-1/3", "0", "-2/3", "-1/3", "0"]);
        assert_eq!(
            (
                attempt.deviation.fraction.as_str(),
                attempt.squared.fraction.as_str()
            ),
            ("2/3", "4/13")
        );
        assert!(!attempt.spread);
        assert_eq!(attempt.points.last(), Some(&EXAMPLE));
    }
}
