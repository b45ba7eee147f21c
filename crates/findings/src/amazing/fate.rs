//! Whether a maze is what the document says: one path, one tree, one exit.

use grids::amazing::Amazing as Maze;

use super::facts::Fates;
use super::outcome::{Small, fates};
use super::picture;
use super::sampled::{Sample, dice};
use super::watch::{Event, RANDOM, RULES, Watch};
use crate::prelude::*;

#[derive(Serialize)]
pub struct Fate {
    pub exact: Vec<Chances>,
    pub sampled: Vec<Sample>,
    #[serde(skip)]
    pub(crate) pictures: String,
}

#[derive(Serialize)]
pub struct Chances {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    pub fates: Fates<Exact>,
}

impl Chances {
    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    fn row(&self) -> [String; 9] {
        let fates = &self.fates;
        [
            self.size(),
            self.rules.to_owned(),
            fates.right.percent(),
            fates.one_path.percent(),
            fates.no_exit.percent(),
            fates.two_trees.percent(),
            fates.endless.percent(),
            fates.past_the_list.percent(),
            fates.cycle.percent(),
        ]
    }
}

/// The title of the section.
pub(crate) const TITLE: &str = "One path, one tree, one exit";
/// The width and height of the mazes that are shown.
pub(crate) const PICTURE: (usize, usize) = (12, 12);

impl Fate {
    pub(super) fn compute(small: &[Small]) -> Result<Self> {
        let exact = small.iter().flat_map(|small| {
            small.by_rules().map(|(rules, explored)| Chances {
                width: small.width,
                height: small.height,
                rules,
                fates: fates(explored),
            })
        });
        Ok(Self {
            exact: exact.collect(),
            sampled: Sample::draw_all()?,
            pictures: pictures(),
        })
    }

    /// The largest size that is computed exactly, under the rules at this place of [`RULES`].
    pub(crate) fn largest(&self, rules: usize) -> &Chances {
        &self.exact[self.exact.len() - RULES.len() + rules]
    }

    /// The sampled size at this place, under the rules at this place.
    pub(crate) fn sample(&self, size: usize, rules: usize) -> &Sample {
        &self.sampled[size * RULES.len() + rules]
    }

    /// The largest sampled size, under the rules at this place.
    pub(super) fn largest_sample(&self, rules: usize) -> &Sample {
        self.sample(self.sampled.len() / RULES.len() - 1, rules)
    }

    pub(super) fn section(&self) -> Section {
        let five = self.sample(0, RANDOM);
        let (right, mazes) = (grouped(five.fates.right), grouped(five.mazes));
        let share_right = five.share_right();
        Section::new(
            TITLE,
            vec![
                text(
                    "The visitor may leave through the bottom row, once. He need not: the walk ends when every cell is visited. \
                     And when he leaves by a cell whose wall value is 0, the code sends him to the upper left corner, visited or \
                     not; from an unvisited corner he carves a second tree.",
                ),
                table(
                    "Exact, for ideal draws. Random restarts are the document's rules, scan is what it says of the BASIC, \
                     corrected are our rules. Right: all cells visited, one tree, one exit. One path: all cells visited, one path \
                     from the start out of the maze, and perhaps cells that are not on it.",
                    [
                        "cells",
                        "rules",
                        "right",
                        "one path",
                        "no exit",
                        "two trees",
                        "never ends",
                        "past its list",
                        "with a cycle",
                    ],
                    self.exact.iter().map(Chances::row),
                ),
                text(format!(
                    "For a player: of mazes of 5x5 cells, the document's figure, {share_right} are right ({right} of {mazes}, \
                     measured). There is never more than one way out, and if there is one, it can be reached."
                )),
            ],
        )
    }
}

/// The mazes of the first seeds that are right, lack an exit, and have two trees.
fn pictures() -> String {
    let mut pictures = String::new();
    for (label, components, exits) in [
        ("right", 1, 1),
        ("without an exit", 1, 0),
        ("two trees", 2, 1),
    ] {
        for seed in 0..1000 {
            let maze = generate(seed);
            let analysis = maze.analysis();
            if (analysis.components, analysis.exit_columns.len()) == (components, exits) {
                pictures += &picture::maze(label, &maze);
                break;
            }
        }
    }
    pictures
}

/// The maze of a seed, by the document's rules.
fn generate(seed: u64) -> Maze {
    let mut draws = dice(seed);
    let (width, height) = PICTURE;
    let mut watch = Watch::begin(width, height, RULES[RANDOM].1, &mut draws).expect("it is a size");
    while !matches!(watch.step(&mut draws), Event::Ended(_)) {}
    watch.walk.into_maze()
}
