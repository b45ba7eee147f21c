//! Top against bottom: whether restarting by scan makes mazes that are more open at the top.

use std::fmt;

use super::rows::{Measure, Rows};
use super::watch::{RANDOM, RULES, SCAN};
use crate::prelude::*;

const SIZES: [(usize, usize); 2] = [(20, 20), (25, 25)];
/// How many mazes of each size are made under each set of rules.
const MAZES: u64 = 1_000;
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
}

/// A measure over the rows at the top minus the same measure over those at the bottom, maze by maze.
#[derive(Serialize)]
pub struct Ends {
    pub measure: &'static str,
    pub top: f64,
    pub bottom: f64,
    pub difference: f64,
    pub deviation: f64,
    pub effect: f64,
    pub z: f64,
}

impl Ends {
    fn compare(measure: Measure, mazes: &[Rows]) -> Self {
        let ends: Vec<_> = mazes.iter().map(|rows| rows.halves(measure)).collect();
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
    fn sample((width, height): (usize, usize), rules: usize) -> Result<Self> {
        let (name, rules) = RULES[rules];
        let mazes = try_parallel_map(0..MAZES, |seed| Rows::sample(width, height, rules, seed))?;
        let effects = Measure::ALL.map(|measure| Ends::compare(measure, &mazes));
        Ok(Self {
            width,
            height,
            rules: name,
            effects: effects.into(),
        })
    }

    fn halves(&self, measure: Measure) -> &Ends {
        first_where(&self.effects, |effect| effect.measure == measure.name())
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
        let mut mazes_of = Vec::new();
        for size in SIZES {
            for rules in 0..RULES.len() {
                mazes_of.push(Measured::sample(size, rules)?);
            }
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(effect: f64, z: f64) -> Ends {
        Ends {
            measure: "",
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
            }
            .tilted()
        };
        assert!(tilted(0.3, -0.3));
        assert!(
            !tilted(0.3, 0.3) && !tilted(-0.3, -0.3) && !tilted(0.3, -0.1) && !tilted(0.1, -0.3)
        );
    }
}
