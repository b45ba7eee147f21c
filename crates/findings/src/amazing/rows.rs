//! The rows of a maze, measured one by one.

use grids::amazing::{Amazing, Rules};
use grids::grid::SizeError;

use super::sampled::dice;
use super::watch::{Event, Watch};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Measure {
    /// The mean number of openings from a cell to other cells.
    Openings,
    /// The mean length of straight walls between two rows, in cells.
    Wall,
    Longest,
    DeadEnds,
    Restarts,
}

impl Measure {
    pub(super) const ALL: [Self; 5] = [
        Self::Openings,
        Self::Wall,
        Self::Longest,
        Self::DeadEnds,
        Self::Restarts,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Openings => "openings of a cell",
            Self::Wall => "mean length of straight walls",
            Self::Longest => "longest straight wall",
            Self::DeadEnds => "dead ends for each cell",
            Self::Restarts => "restarts for each cell",
        }
    }

    /// How many rows are left out at the top, and as many at the bottom.
    ///
    /// The first and the last row have a border, the start and the exit, so their cells have fewer openings. Restarts can be
    /// anywhere. Straight walls lie between two rows, so the border does not count.
    const fn margin(self) -> usize {
        match self {
            Self::Openings | Self::DeadEnds => 1,
            Self::Wall | Self::Longest | Self::Restarts => 0,
        }
    }

    /// How many rows, or lines between rows, are measured in a maze of this height.
    const fn rows(self, height: usize) -> usize {
        match self {
            Self::Wall | Self::Longest => height - 1,
            Self::Openings | Self::DeadEnds | Self::Restarts => height - 2 * self.margin(),
        }
    }
}

pub(super) struct Rows {
    width: usize,
    height: usize,
    /// For each row, the openings of its cells to other cells; an opening to the left or right counts for both cells.
    openings: Vec<usize>,
    /// For each row except the last, the lengths of the straight walls below it.
    walls: Vec<Vec<usize>>,
    dead_ends: Vec<usize>,
    restarts: Vec<usize>,
}

impl Rows {
    fn of(maze: &Amazing, restarts: Vec<usize>) -> Self {
        let (width, height) = (maze.width(), maze.height());
        let mut walls = maze.straight_walls_per_row();
        let south: Vec<usize> = walls
            .iter()
            .map(|runs| width - runs.iter().sum::<usize>())
            .collect();
        // The last row's south sides are the border, and an opening there is the exit.
        walls.truncate(height - 1);
        let inner = |row: usize| if row + 1 < height { south[row] } else { 0 };
        let openings = maze
            .open_walls_per_row()
            .into_iter()
            .enumerate()
            .map(|(row, open)| {
                let east = open - south[row];
                2 * east + inner(row) + row.checked_sub(1).map_or(0, inner)
            });
        Self {
            width,
            height,
            openings: openings.collect(),
            walls,
            dead_ends: maze.dead_ends_per_row(),
            restarts,
        }
    }

    pub(super) fn sample(
        width: usize,
        height: usize,
        rules: Rules,
        seed: u64,
    ) -> Result<Self, SizeError> {
        let mut draws = dice(seed);
        let mut watch = Watch::begin(width, height, rules, &mut draws)?;
        let mut restarts = vec![0; height];
        loop {
            match watch.step(&mut draws) {
                Event::Ended(_) => return Ok(Self::of(watch.walk.maze(), restarts)),
                Event::Restarted(_, (_, row)) => restarts[row] += 1,
                Event::Carved | Event::Exit => {}
            }
        }
    }

    /// A measure over one row, or over the line below it; `None` for the line below the last row.
    pub(super) fn row(&self, measure: Measure, row: usize) -> Option<f64> {
        match measure {
            Measure::Wall | Measure::Longest if row + 1 >= self.height => None,
            _ => Some(self.over(measure, row, row + 1)),
        }
    }

    /// A measure over this fraction of the rows at the top, and over as many at the bottom: half of the rows if `part` is 2.
    pub(super) fn ends(&self, measure: Measure, part: usize) -> [f64; 2] {
        let (first, rows) = (measure.margin(), measure.rows(self.height));
        let last = first + rows;
        [
            self.over(measure, first, first + rows / part),
            self.over(measure, last - rows / part, last),
        ]
    }

    fn over(&self, measure: Measure, from: usize, to: usize) -> f64 {
        let for_each_cell = |counts: &[usize]| {
            counts[from..to].iter().sum::<usize>() as f64 / (self.width * (to - from)) as f64
        };
        let walls = || self.walls[from..to].iter().flatten();
        match measure {
            Measure::Openings => for_each_cell(&self.openings),
            // Rows without a wall have a wall of length 0.
            Measure::Wall => walls().sum::<usize>() as f64 / walls().count().max(1) as f64,
            Measure::Longest => walls().max().copied().unwrap_or(0) as f64,
            Measure::DeadEnds => for_each_cell(&self.dead_ends),
            Measure::Restarts => for_each_cell(&self.restarts),
        }
    }
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;
    use grids::amazing::Restart;

    use super::*;

    /// .  .--.--.--.
    /// I        I  I      The start on the left, then right, right, down, left, left, down, right, right, right, up, up.
    /// :--:--:  :  .
    /// I        I  I      openings of the cells: 1 2 2 1, 2 2 2 2, 2 2 2 2.
    /// :  :--:--:  .
    /// I           I
    /// :--:--:--:--.
    fn snake() -> Rows {
        let mut draws = Tape::new(&[0, 0, 0, 1, 2, 1, 0, 0, 0, 0, 0, 0]);
        let maze = Amazing::generate(4, 3, Restart::Scan, &mut draws).unwrap();
        let rows = [[2, 2, 1, 1], [3, 2, 0, 1], [2, 2, 2, 0]];
        for (y, row) in rows.iter().enumerate() {
            assert!(
                (0..4).all(|x| maze.wall(x, y) == Some(row[x])),
                "{}",
                maze.text()
            );
        }
        Rows::of(&maze, vec![0, 4, 2])
    }

    #[test]
    fn rows_are_measured_by_hand() {
        let rows = snake();
        assert_eq!(rows.openings, [6, 8, 8]);
        assert_eq!(rows.walls, [vec![2], vec![2]]);
        let by_row = |measure| [0, 1, 2].map(|row| rows.row(measure, row));
        assert_eq!(by_row(Measure::Openings), [Some(1.5), Some(2.0), Some(2.0)]);
        assert_eq!(by_row(Measure::Wall), [Some(2.0), Some(2.0), None]);
        assert_eq!(by_row(Measure::Restarts), [Some(0.0), Some(1.0), Some(0.5)]);
    }
}
