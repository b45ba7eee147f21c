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
    Restarts,
}

impl Measure {
    pub(super) const ALL: [Self; 3] = [Self::Openings, Self::Wall, Self::Restarts];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Openings => "openings of a cell",
            Self::Wall => "mean length of straight walls",
            Self::Restarts => "restarts for each cell",
        }
    }

    /// How many rows are left out at the top, and as many at the bottom.
    ///
    /// The first and the last row have a border, the start and the exit, so their cells have fewer openings. Restarts can be
    /// anywhere. Straight walls lie between two rows, so the border does not count.
    const fn margin(self) -> usize {
        match self {
            Self::Openings => 1,
            Self::Wall | Self::Restarts => 0,
        }
    }

    /// How many rows, or lines between rows, are measured in a maze of this height.
    const fn rows(self, height: usize) -> usize {
        match self {
            Self::Wall => height - 1,
            Self::Openings | Self::Restarts => height - 2 * self.margin(),
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
    restarts: Vec<usize>,
}

impl Rows {
    fn new(maze: &Amazing, restarts: Vec<usize>) -> Self {
        let (width, height) = (maze.width(), maze.height());
        let mut walls = maze.straight_walls_per_row();
        let south: Vec<usize> = walls
            .iter()
            .map(|runs| width - runs.iter().sum::<usize>())
            .collect();
        // The last row's south sides are the border, and an opening there is the exit.
        walls.truncate(height - 1);
        let mut openings = Vec::new();
        for (row, open) in maze.open_walls_per_row().into_iter().enumerate() {
            let mut ends = 2 * (open - south[row]);
            if row > 0 {
                ends += south[row - 1];
            }
            if row + 1 < height {
                ends += south[row];
            }
            openings.push(ends);
        }
        Self {
            width,
            height,
            openings,
            walls,
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
                Event::Ended(_) => return Ok(Self::new(watch.walk.maze(), restarts)),
                Event::Restarted(_, (_, row)) => restarts[row] += 1,
                Event::Carved | Event::Exit => {}
            }
        }
    }

    /// A measure over the half of the rows at the top, and over as many at the bottom.
    pub(super) fn halves(&self, measure: Measure) -> [f64; 2] {
        let (first, rows) = (measure.margin(), measure.rows(self.height));
        let last = first + rows;
        [
            self.over(measure, first, first + rows / 2),
            self.over(measure, last - rows / 2, last),
        ]
    }

    fn over(&self, measure: Measure, from: usize, to: usize) -> f64 {
        let cells = (self.width * (to - from)) as f64;
        match measure {
            Measure::Openings => self.openings[from..to].iter().sum::<usize>() as f64 / cells,
            Measure::Restarts => self.restarts[from..to].iter().sum::<usize>() as f64 / cells,
            Measure::Wall => {
                let (mut length, mut walls) = (0, 0);
                for row in &self.walls[from..to] {
                    length += row.iter().sum::<usize>();
                    walls += row.len();
                }
                // Rows without a wall have a wall of length 0.
                length as f64 / walls.max(1) as f64
            }
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
        Rows::new(&maze, vec![0, 4, 2])
    }

    fn is_near(measured: f64, by_hand: f64) -> bool {
        (measured - by_hand).abs() < 1e-12
    }

    #[test]
    fn rows_are_measured_by_hand() {
        let rows = snake();
        assert_eq!(rows.openings, [6, 8, 8]);
        assert_eq!(rows.walls, [vec![2], vec![2]]);
        for (row, openings, restarts) in [(0, 1.5, 0.0), (1, 2.0, 1.0), (2, 2.0, 0.5)] {
            assert!(is_near(
                rows.over(Measure::Openings, row, row + 1),
                openings
            ));
            assert!(is_near(
                rows.over(Measure::Restarts, row, row + 1),
                restarts
            ));
        }
        assert!(is_near(rows.over(Measure::Wall, 0, 2), 2.0));
    }
}
