//! Top against bottom: whether restarting by scan makes mazes that are more open at the top.

use std::fmt;

use super::picture;
use super::rows::{Measure, Rows};
use super::sampled::dice;
use super::watch::{RANDOM, RULES, SCAN};
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;
use crate::svg::curves::{Axis, Line, curves};

const SIZES: [(usize, usize); 2] = [(20, 20), (25, 25)];
/// How many mazes of each size are made under each set of rules.
const MAZES: u64 = 1_000;
/// One half of the rows against the other, and the top quarter against the bottom quarter.
const PARTS: [usize; 2] = [2, 4];
/// The effect size that Cohen calls small. A smaller effect is not visible to the eye.
pub(super) const SMALL: f64 = 0.2;
/// A value this many standard errors from zero is not chance: a normal variable is that far out in 1 of 15,000 cases.
pub(super) const SURE: f64 = 4.0;

#[derive(Serialize)]
pub struct Tilt {
    pub mazes: u64,
    pub mazes_of: Vec<Measured>,
}

#[derive(Serialize)]
pub struct Measured {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    pub effects: Vec<Ends>,
    pub profiles: Vec<Profile>,
}

/// A measure over the rows at the top minus the same measure over those at the bottom, maze by maze.
#[derive(Serialize)]
pub struct Ends {
    pub measure: &'static str,
    /// The rows at the top, and those at the bottom, are one part in this many.
    pub part: usize,
    pub top: f64,
    pub bottom: f64,
    pub difference: f64,
    pub deviation: f64,
    pub effect: f64,
    pub z: f64,
}

#[derive(Serialize)]
pub struct Profile {
    pub measure: &'static str,
    pub rows: Vec<f64>,
}

impl Ends {
    fn of(measure: Measure, part: usize, mazes: &[Rows]) -> Self {
        let ends: Vec<_> = mazes.iter().map(|rows| rows.ends(measure, part)).collect();
        let [top, bottom] = [0, 1].map(|end| mean(ends.iter().map(|ends: &[f64; 2]| ends[end])));
        let differences: Vec<f64> = ends.iter().map(|[top, bottom]| top - bottom).collect();
        let (difference, deviation) = mean_and_deviation(&differences);
        let effect = if deviation > 0.0 {
            difference / deviation
        } else {
            0.0
        };
        let z = effect * (differences.len() as f64).sqrt();
        Self {
            measure: measure.name(),
            part,
            top,
            bottom,
            difference,
            deviation,
            effect,
            z,
        }
    }

    /// Whether the difference has this sign, is at least a small effect, and is not chance.
    fn shows(&self, sign: f64) -> bool {
        self.effect * sign >= SMALL && self.z * sign >= SURE
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.4} / {:.4} (d = {:+.2}, z = {:+.1})",
            self.top, self.bottom, self.effect, self.z
        )
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// The mean, and the standard deviation of a single value, estimated from at least two.
fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let mean = mean(values.iter().copied());
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    (mean, (squares / (values.len() - 1) as f64).sqrt())
}

impl Measured {
    fn of((width, height): (usize, usize), rules: usize) -> Result<Self> {
        let (name, rules) = RULES[rules];
        let mazes = try_each(0..MAZES, |seed| Rows::sample(width, height, rules, seed))?;
        let effects = Measure::ALL
            .into_iter()
            .flat_map(|measure| PARTS.map(|part| Ends::of(measure, part, &mazes)));
        let profiles = Measure::ALL.into_iter().map(|measure| {
            let row = |row| {
                mazes
                    .iter()
                    .map(|rows| rows.row(measure, row))
                    .collect::<Option<Vec<_>>>()
            };
            let rows = (0..height)
                .map_while(row)
                .map(|values| mean(values.into_iter()))
                .collect();
            Profile {
                measure: measure.name(),
                rows,
            }
        });
        Ok(Self {
            width,
            height,
            rules: name,
            effects: effects.collect(),
            profiles: profiles.collect(),
        })
    }

    fn halves(&self, measure: Measure) -> &Ends {
        let of = |effect: &Ends| effect.measure == measure.name() && effect.part == PARTS[0];
        among(&self.effects, of)
    }

    /// Whether the document's statement about the scan holds: more open at the top, longer walls at the bottom.
    fn tilted(&self) -> bool {
        self.halves(Measure::Openings).shows(1.0) && self.halves(Measure::Wall).shows(-1.0)
    }

    /// Whether it is certain that there are more openings at the top, and longer walls at the bottom, however small the effect.
    fn sure(&self) -> [bool; 2] {
        [
            self.halves(Measure::Openings).z >= SURE,
            self.halves(Measure::Wall).z <= -SURE,
        ]
    }
}

impl Tilt {
    pub(super) fn compute() -> Result<Self> {
        let places = SIZES
            .iter()
            .flat_map(|&size| (0..RULES.len()).map(move |rules| (size, rules)));
        let mazes_of = places
            .map(|(size, rules)| Measured::of(size, rules))
            .collect::<Result<_>>()?;
        Ok(Self {
            mazes: MAZES,
            mazes_of,
        })
    }

    /// All sizes under the rules at this place of [`RULES`].
    fn under(&self, rules: usize) -> impl Iterator<Item = &Measured> {
        self.mazes_of.iter().skip(rules).step_by(RULES.len())
    }

    pub(super) fn tilted(&self, rules: usize) -> bool {
        self.under(rules).all(Measured::tilted)
    }

    /// Whether it is certain, for the largest mazes, that there are more openings at the top, and longer walls at the bottom.
    pub(super) fn sure(&self, rules: usize) -> [bool; 2] {
        self.largest(rules).sure()
    }

    /// Whether at every size random restarts split more evenly between the halves than restarts by scan, by more than chance.
    pub(super) fn restarts_evened(&self) -> bool {
        self.under(RANDOM)
            .zip(self.under(SCAN))
            .all(|(random, scan)| {
                let [random, scan] =
                    [random, scan].map(|measured| measured.halves(Measure::Restarts));
                let error = (random.deviation * random.deviation + scan.deviation * scan.deviation)
                    / self.mazes as f64;
                scan.difference.abs() - random.difference.abs() >= SURE * error.sqrt()
            })
    }

    /// The largest size under the rules at this place.
    fn largest(&self, rules: usize) -> &Measured {
        &self.mazes_of[self.mazes_of.len() - RULES.len() + rules]
    }

    /// The effects on openings, walls and restarts in halves, for the largest mazes under the rules at this place.
    pub(super) fn halves(&self, rules: usize) -> [&Ends; 3] {
        [Measure::Openings, Measure::Wall, Measure::Restarts]
            .map(|measure| self.largest(rules).halves(measure))
    }

    pub(super) fn largest_size(&self) -> String {
        let largest = self.largest(RANDOM);
        format!("{}x{}", largest.width, largest.height)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let rows = Measure::ALL.iter().flat_map(|measure| {
            (0..RULES.len()).map(move |rules| {
                let effects = self.under(rules).flat_map(|measured| &measured.effects);
                let cells: Vec<_> = effects
                    .filter(|effect| effect.measure == measure.name())
                    .map(|effect| {
                        format!(
                            "{:+.4} ({:+.2}, {:+.1})",
                            effect.difference, effect.effect, effect.z
                        )
                    })
                    .collect();
                let names = [measure.name(), RULES[rules].0].map(str::to_owned);
                [&names[..], &cells].concat()
            })
        });
        let largest = self.largest(RANDOM);
        let chart = |measure: Measure, range: (f64, f64)| {
            let line = |rules: usize| {
                let profiles = &self.largest(rules).profiles;
                let of = |profile: &Profile| profile.measure == measure.name();
                Line {
                    name: RULES[rules].0,
                    values: among(profiles, of).rows.clone(),
                }
            };
            let lines: Vec<_> = (0..RULES.len()).map(line).collect();
            curves(
                measure.name(),
                "row, from the top",
                Axis::Linear(range.0, range.1),
                None,
                &lines,
            )
        };
        let charts = [
            chart(Measure::Openings, (1.8, 2.2)),
            chart(Measure::Wall, (1.8, 2.4)),
            chart(Measure::DeadEnds, (0.0, 0.2)),
            chart(Measure::Restarts, (0.0, 0.2)),
        ];
        let pictures = [RANDOM, SCAN].map(|rules| {
            let mut draws = dice(0);
            let (name, rules) = RULES[rules];
            let walk =
                grids::amazing::Walk::begin(largest.width, largest.height, rules, &mut draws);
            let mut walk = walk.expect("it is a size");
            walk.run(&mut draws);
            picture::maze(name, walk.maze())
        });
        let more = json!({
            "shown": rows.collect::<Vec<_>>(),
            "small": SMALL,
            "sure": SURE,
            "width": largest.width,
            "height": largest.height,
        });
        WORDS
            .beside(self, more)
            .blocks("tilt", [charts.concat(), pictures.concat()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(effect: f64, z: f64) -> Ends {
        Ends {
            measure: "",
            part: 2,
            top: 0.0,
            bottom: 0.0,
            difference: 0.0,
            deviation: 0.0,
            effect,
            z,
        }
    }

    #[test]
    fn a_tilt_is_both_open_at_the_top_and_walled_at_the_bottom() {
        let tilted = |openings: f64, wall: f64| {
            let of = |measure: Measure, d| Ends {
                measure: measure.name(),
                ..effect(d, 30.0 * d)
            };
            let effects = vec![of(Measure::Openings, openings), of(Measure::Wall, wall)];
            Measured {
                width: 1,
                height: 1,
                rules: "",
                effects,
                profiles: Vec::new(),
            }
            .tilted()
        };
        assert!(tilted(0.3, -0.3));
        assert!(
            !tilted(0.3, 0.3) && !tilted(-0.3, -0.3) && !tilted(0.3, -0.1) && !tilted(0.1, -0.3)
        );
    }
}
