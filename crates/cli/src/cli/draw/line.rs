//! `roguelab draw line`.

use std::num::NonZeroU32;

use crate::ending::Ending;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use generators::bounding::Modulo;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use grids::line::{Axis, Direction, Line, LineError, Point, bresenham, deviation, line, symmetric};

use super::{MOST_TILES, ShowArgs, check_size};
use crate::cli::arguments::{Choice, SeedArgs, one_of};

/// The order of the steps.
#[derive(Clone, Copy)]
enum Rule {
    Spread,
    Symmetric,
    Bresenham,
}

const RULES: &[Choice<Rule>] = &[
    ("spread", "spread evenly, as in the document", Rule::Spread),
    (
        "symmetric",
        "the same line in both directions",
        Rule::Symmetric,
    ),
    (
        "bresenham",
        "as close to the true line as possible",
        Rule::Bresenham,
    ),
];

/// The number of columns within which a random target lies.
const COLUMNS: NonZeroU32 = NonZeroU32::new(64).unwrap();
const ROWS: NonZeroU32 = NonZeroU32::new(24).unwrap();

#[derive(Args)]
pub(in crate::cli) struct LineArgs {
    /// The target, y growing to the north; if absent, a random one within 64 columns and 24 rows of the start
    #[arg(num_args = 2, value_names = ["X", "Y"], allow_negative_numbers = true)]
    target: Vec<i32>,
    /// Where the line starts
    #[arg(long, num_args = 2, value_names = ["X", "Y"], allow_negative_numbers = true, default_values_t = [0, 0])]
    from: Vec<i32>,
    /// The order of the steps
    #[arg(long, value_parser = one_of(RULES), default_value = "spread")]
    by: Rule,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    show: ShowArgs,
}

impl LineArgs {
    /// The start, the target, and the options that reproduce a random target.
    fn ends(&self) -> Result<(Point, Point, String)> {
        let &[x, y] = &self.from[..] else {
            bail!("--from takes two numbers");
        };
        if let &[to_x, to_y] = &self.target[..] {
            return Ok(((x, y), (to_x, to_y), String::new()));
        }
        let seed = self.seed.settle();
        let mut dice = Dice::<Pcg32, Modulo>::new(seed.generator());
        let mut further = |at: i32, numbers| at.checked_add(dice.draw(numbers) as i32);
        let target = further(x, COLUMNS).zip(further(y, ROWS));
        let target = target
            .ok_or_else(|| anyhow!("--from is too far out for a random target: give a target"))?;
        Ok(((x, y), target, format!(": {seed}")))
    }

    pub(super) fn run(&self) -> Result<Ending> {
        let (from, to, seed) = self.ends()?;
        let side = |a: i32, b: i32| (a.abs_diff(b) as usize).saturating_add(1);
        check_size(
            side(from.0, to.0),
            side(from.1, to.1),
            1,
            MOST_TILES,
            "tiles",
        )?;
        match self.by {
            Rule::Spread => self.draw(line(from, to, Axis::YUp), from, to, &seed),
            Rule::Symmetric => self.draw(symmetric(from, to, Axis::YUp), from, to, &seed),
            Rule::Bresenham => self.draw(bresenham(from, to, Axis::YUp), from, to, &seed),
        }
    }

    fn draw<S>(
        &self,
        line: Result<Line<S>, LineError>,
        from: Point,
        to: Point,
        seed: &str,
    ) -> Result<Ending>
    where
        S: Iterator<Item = Direction> + Clone,
    {
        let line = line?;
        let square = deviation(line.clone().points(), from, to);
        let steps: String = line.clone().map(Direction::arrow).collect();
        let caption = format!(
            "line from {} {} to {} {}{seed}\nsteps: {}\nlargest distance from the true line: {:.3} (its square is {square})",
            from.0,
            from.1,
            to.0,
            to.1,
            steps,
            square.to_f64().sqrt(),
        );
        let grid = line.draw()?;
        self.show
            .show(&caption, grid.ascii('.'), || Ok(grid.clone()))
    }
}
