//! Samples, from fixed seeds, of mazes that are too large to explore every outcome.

use generators::bounding::Scaled;
use generators::draw::{Dice, Recorder, RngWords};
use generators::pcg32::Pcg32;
use grids::amazing::Rules;
use grids::grid::SizeError;

use super::facts::{Facts, Fates};
use super::watch::{Event, RULES, Watch};
use crate::prelude::*;

/// The sizes that are sampled under all rules, and how many mazes of each. The first is the size in the document's figure.
const SIZES: [(usize, usize, u64); 2] = [(5, 5, 10_000), (40, 30, 300)];

/// The stream of the generator for all samples; the seeds are 0, 1, 2, ...
pub(super) const STREAM: u64 = 54;

/// The draws of a seed: the document's `floor(u * n)` on words of PCG32.
pub(super) fn dice(seed: u64) -> Dice<RngWords<Pcg32>, Scaled> {
    Dice::new(RngWords(Pcg32::srandom(seed, STREAM)))
}

#[derive(Serialize)]
pub struct Sample {
    pub width: usize,
    pub height: usize,
    pub rules: &'static str,
    pub mazes: u64,
    pub fates: Fates<u64>,
    pub complete: Complete,
}

#[derive(Default, Serialize)]
pub struct Complete {
    pub mazes: u64,
    pub out_of_reach: u64,
    /// Draws for starts, directions and exits.
    pub carving: u64,
    pub restarting: u64,
    pub restarts: u64,
    /// The distance from where a visitor gets stuck to where he restarts, in places from left to right and top to bottom, the
    /// first following the last. The scan looks at this many places.
    pub distance: u64,
}

struct Run {
    facts: Facts,
    drawn: u64,
    carving: u64,
    restarts: u64,
    distance: u64,
}

impl Run {
    fn walk(width: usize, height: usize, rules: Rules, seed: u64) -> Result<Self, SizeError> {
        let mut drawn = 0;
        let mut draws = Recorder::new(dice(seed), |_, _| drawn += 1);
        let mut watch = Watch::begin(width, height, rules, &mut draws)?;
        let (mut restarts, mut distance, mut exits) = (0, 0, 0);
        let end = loop {
            match watch.step(&mut draws) {
                Event::Ended(end) => break end,
                Event::Restarted(from, to) => {
                    let [from, to] = [from, to].map(|(column, row)| row * width + column);
                    restarts += 1;
                    distance += ((to + width * height - from) % (width * height)) as u64;
                }
                Event::Exit => exits += 1,
                Event::Carved => {}
            }
        };
        Ok(Self {
            facts: Facts::new(end, &watch),
            drawn,
            // One draw for each cell, since the start is drawn too.
            carving: watch.walk.maze().cells_visited() as u64 + exits,
            restarts,
            distance,
        })
    }
}

impl Complete {
    const fn add(&mut self, run: &Run) {
        self.mazes += 1;
        self.out_of_reach += run.facts.out_of_reach as u64;
        self.carving += run.carving;
        self.restarting += run.drawn - run.carving;
        self.restarts += run.restarts;
        self.distance += run.distance;
    }
}

impl Sample {
    /// A sample of this many mazes under the rules at this place of [`RULES`].
    pub fn draw(width: usize, height: usize, mazes: u64, rules: usize) -> Result<Self, SizeError> {
        let (name, rules) = RULES[rules];
        let runs = try_parallel_map(0..mazes, |seed| Run::walk(width, height, rules, seed))?;
        let mut complete = Complete::default();
        for run in &runs {
            if run.facts.complete() {
                complete.add(run);
            }
        }
        Ok(Self {
            width,
            height,
            rules: name,
            mazes,
            fates: Fates::ask(|event| runs.iter().filter(|run| event(&run.facts)).count() as u64),
            complete,
        })
    }

    /// 5x5 and 40x30 cells under all rules.
    pub(super) fn draw_all() -> Result<Vec<Self>, SizeError> {
        let mut samples = Vec::new();
        for (width, height, mazes) in SIZES {
            for rules in 0..RULES.len() {
                samples.push(Self::draw(width, height, mazes, rules)?);
            }
        }
        Ok(samples)
    }

    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    /// The share of mazes that are one tree with one exit, in percent.
    pub fn share_right(&self) -> String {
        share(self.fates.right, self.mazes).percent()
    }

    /// The share of all cells that cannot be reached from the start, in percent.
    pub fn share_out_of_reach(&self) -> String {
        share(self.complete.out_of_reach, self.cells()).percent()
    }

    /// The mean number of tries in a restart.
    pub fn tries(&self) -> Exact {
        share(self.complete.restarting, self.complete.restarts.max(1))
    }

    /// The mean number of cells that a scan looks at in a restart.
    pub fn looks(&self) -> Exact {
        share(self.complete.distance, self.complete.restarts.max(1))
    }

    /// The number of draws per cell of a complete maze.
    pub fn draws_per_cell(&self) -> Exact {
        share(
            self.complete.carving + self.complete.restarting,
            self.cells().max(1),
        )
    }

    pub const fn cells(&self) -> u64 {
        (self.width * self.height) as u64 * self.complete.mazes
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::{explored, fates};
    use super::*;

    /// Whether a count is within five standard deviations of its expectation, which by chance one in 1.7 million is not.
    fn is_near(count: u64, mazes: u64, p: f64) -> bool {
        let mazes = mazes as f64;
        (count as f64 - mazes * p).abs() <= 5.0 * (mazes * p * (1.0 - p)).sqrt()
    }

    #[test]
    fn samples_of_a_small_size_are_near_the_exact_probabilities() {
        for (rules, &(name, exact)) in RULES.iter().enumerate() {
            let (sample, exact) = (
                Sample::draw(3, 3, 20_000, rules).unwrap(),
                fates(&explored(3, 3, exact).unwrap()),
            );
            for (count, p) in [
                (sample.fates.right, exact.right),
                (sample.fates.no_exit, exact.no_exit),
                (sample.fates.two_trees, exact.two_trees),
                (sample.fates.thrown_to_unvisited, exact.thrown_to_unvisited),
                (sample.fates.lost, exact.lost),
                (sample.fates.restart_on_start, exact.restart_on_start),
            ] {
                assert!(
                    is_near(count, sample.mazes, p.to_f64()),
                    "{name}: {count} against {}",
                    p.value
                );
            }
        }
        assert!(!is_near(580, 1000, 0.5), "the judge can say no");
    }
}
