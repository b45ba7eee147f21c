//! Ops for outputs of the documents' own code that no subject shows. `fixtures/documents` contains such outputs, and only the
//! port computes them again.

use std::collections::HashMap;

use generators::bounding::{Modulo, Scaled};
use generators::draw::{Dice, Recorder};
use generators::haskell::{HaskellDice, PCGen, Random as _};
use generators::pcg32::Pcg32;
use grids::amazing::{Amazing, AmazingError, Restart, Walk};
use grids::boss_maze::{self, Maze, Order};
use grids::grid::Grid;
use grids::rooms;
use lockstep::{Seen, hex};
use permute::draws::permutation_of;
use permute::printed::Collisions;
use rogue::atlas::residue;
use rogue::identities::Identities;
use sha2::{Digest as _, Sha256};

use super::error::{Result, VectorsError};

lockstep::ops! {
    /// An op that only a document's code has. Its arguments contain everything that it needs.
    pub enum DocumentOp {
        /// The residue of the seed, how many numbers the names of its game take, and the SHA-256 of its line in the canonical dump.
        Game { seed: i32 } = "game" => texts,
        /// The least and the greatest number of next.
        GenRange = "gen_range" => texts,
        /// Numbers of randomR (l, h) :: Double, as the bits of IEEE doubles, and the generator after them.
        Doubles { state: u64, inc: u64, l: i64, h: i64, count: u32 } = "doubles" => texts,
        /// The first stage of the dungeon, one room: the rows, and the state after it.
        Blob { width: u32, height: u32, state: u64, inc: u64 } = "blob" => texts,
        /// The second stage, nine rooms without halls: corners as drawn, the rows, and the state after them.
        Sectors { width: u32, height: u32, state: u64, inc: u64 } = "sectors" => texts,
        /// The second number of a permutation of ten whose first draws are these.
        SecondOfTen { r1: u32, r2: u32 } = "second_of_ten" => u32,
        /// The formula as printed: of how many triples of draws the third number is one of the first two, and of how many.
        Collisions { n: u32 } = "collisions" => words,
        /// For a packed maze with the rule modulo: draws, calls, depth of the recursion, cells, and whether the border is
        /// intact.
        Counts { width: u32, height: u32, initstate: u64, initseq: u64 } = "counts" => texts,
        /// A run of the document's Amazing, with the rule scaled: how it ended, and what there is of the maze.
        Run { width: u32, height: u32, initstate: u64, initseq: u64 } = "run" => texts,
        /// 1 if the visitor of a run that never ends comes by this place again and again, otherwise 0.
        MayStandAt { width: u32, height: u32, initstate: u64, initseq: u64, column: u32, row: u32 } = "may_stand_at" => u32,
    }
}

/// The sides of a map, unless it is too large to be written as text.
fn sides(width: u32, height: u32) -> Result<(usize, usize)> {
    const MOST_TILES: u64 = 1 << 20;
    let tiles = u64::from(width) * u64::from(height);
    if tiles > MOST_TILES {
        return Err(VectorsError::new(format_args!(
            "{width} by {height} is too large: at most {MOST_TILES} tiles"
        )));
    }
    Ok((width as usize, height as usize))
}

impl DocumentOp {
    /// The output of the port.
    pub(super) fn show(&self) -> Result<Seen> {
        Ok(Seen::texts(match *self {
            Self::Game { seed } => {
                let game = Identities::of_seed(seed);
                let line = Sha256::digest(format!("{}\n", game.canonical_line(seed)));
                vec![
                    format!("residue {}", residue(seed)),
                    format!("draws {}", game.draws.unwrap_or_default()),
                    format!("sha256 {}", hex(&line)),
                ]
            }
            Self::GenRange => {
                let (least, greatest) = PCGen::gen_range();
                vec![least.to_string(), greatest.to_string()]
            }
            Self::Doubles {
                state,
                inc,
                l,
                h,
                count,
            } => {
                if count > 1 << 20 {
                    return Err(VectorsError::new(format_args!(
                        "{count} numbers are too many"
                    )));
                }
                let mut generator = PCGen::new(state, inc);
                let range = (l as f64, h as f64);
                let mut lines: Vec<_> = (0..count)
                    .map(|_| format!("{:016x}", f64::random_r(range, &mut generator).to_bits()))
                    .collect();
                lines.push(generator.to_string());
                lines
            }
            Self::Blob {
                width,
                height,
                state,
                inc,
            } => {
                let (width, height) = sides(width, height)?;
                let mut dice = HaskellDice::new(PCGen::new(state, inc));
                let grid = rooms::blob(width, height, &mut dice).map_err(VectorsError::new)?;
                tiles(Vec::new(), &grid, &dice)
            }
            Self::Sectors {
                width,
                height,
                state,
                inc,
            } => {
                let (width, height) = sides(width, height)?;
                let mut dice = HaskellDice::new(PCGen::new(state, inc));
                let made =
                    rooms::generate(width, height, None, &mut dice).map_err(VectorsError::new)?;
                let corners = made
                    .corners()
                    .iter()
                    .map(|[x1, y1, x2, y2]| format!("room {x1} {y1} {x2} {y2}"));
                tiles(corners.collect(), made.grid(), &dice)
            }
            Self::SecondOfTen { r1, r2 } => {
                let mut draws = [0; 10];
                (draws[0], draws[1]) = (r1, r2);
                return Ok(Seen::number(
                    permutation_of(draws).map_err(VectorsError::new)?[1],
                ));
            }
            Self::Collisions { n } => {
                let found = Collisions::of(n.min(1000))
                    .ok_or_else(|| VectorsError::new("there are no triples"))?;
                return Ok(Seen::words([found.collisions as u32, found.of as u32]));
            }
            Self::Counts {
                width,
                height,
                initstate,
                initseq,
            } => {
                let (width, height) = sides(width, height)?;
                let dice = Dice::<_, Modulo>::new(Pcg32::srandom(initstate, initseq));
                let mut draws = 0u64;
                let mut counted = Recorder::new(dice, |_, _| draws += 1);
                let maze = boss_maze::generate(width, height, Order::Packed, &mut counted)
                    .map_err(VectorsError::new)?;
                let cells = maze.visited().len();
                vec![
                    format!("draws {draws}"),
                    // The first visit, and four from each cell.
                    format!("visit_calls {}", 1 + 4 * cells),
                    format!("max_recursion_depth {}", depth(&maze)),
                    format!("cells {cells}"),
                    format!("border_intact {}", maze.open_border().next().is_none()),
                ]
            }
            Self::Run {
                width,
                height,
                initstate,
                initseq,
            } => {
                let mut calls = 0;
                let made = amazing(width, height, initstate, initseq, &mut calls)?;
                run(&made, calls)
            }
            Self::MayStandAt {
                width,
                height,
                initstate,
                initseq,
                column,
                row,
            } => {
                let Err(("hang", walk)) = amazing(width, height, initstate, initseq, &mut 0)?
                else {
                    return Err(VectorsError::new("this run ends"));
                };
                // The document's visitor keeps jumping among the places that can be drawn.
                let mut drawable = walk.list().skip(1);
                let place = (column as usize, row as usize);
                return Ok(Seen::number(u32::from(
                    drawable.any(|drawn| drawn == place),
                )));
            }
        }))
    }
}

/// The lines, then the rows of a map, then the state of the generator.
fn tiles(mut lines: Vec<String>, grid: &Grid, dice: &HaskellDice) -> Vec<String> {
    lines.extend(grid.ascii('.').to_string().lines().map(str::to_owned));
    lines.push(format!("state {:016x}", dice.as_gen().state()));
    lines
}

/// The depth of the document's recursion, which is the number of cells on the longest path from the start.
fn depth(maze: &Maze) -> usize {
    let mut depths: HashMap<(usize, usize), usize> = HashMap::new();
    for &(x, y) in maze.visited() {
        // The path to a cell comes through its only open neighbour that existed before.
        let beside = [
            (x.wrapping_sub(2), y, x.wrapping_sub(1), y),
            (x + 2, y, x + 1, y),
            (x, y.wrapping_sub(2), x, y.wrapping_sub(1)),
            (x, y + 2, x, y + 1),
        ];
        let from = beside
            .iter()
            .filter(|&&(.., x, y)| maze.grid().is_open(x, y))
            .find_map(|&(x, y, ..)| depths.get(&(x, y)));
        let depth = from.map_or(1, |depth| depth + 1);
        depths.insert((x, y), depth);
    }
    depths.into_values().max().unwrap_or(0)
}

/// The end of a run of Amazing: a maze, or how the document's code fails, and the walk at that point.
type Made = Result<Amazing, (&'static str, Box<Walk>)>;

fn amazing(width: u32, height: u32, initstate: u64, initseq: u64, calls: &mut u64) -> Result<Made> {
    let (width, height) = sides(width, height)?;
    let dice = Dice::<_, Scaled>::new(Pcg32::srandom(initstate, initseq));
    let mut counted = Recorder::new(dice, |_, _| *calls += 1);
    Ok(
        match Amazing::generate(width, height, Restart::RandomVisited, &mut counted) {
            Ok(maze) => Ok(maze),
            Err(AmazingError::Endless(walk)) => Err(("hang", walk)),
            Err(AmazingError::PastTheList(walk)) => Err(("crash", walk)),
            Err(error) => return Err(VectorsError::new(error)),
        },
    )
}

fn run(made: &Made, calls: u64) -> Vec<String> {
    let (status, maze) = match made {
        Ok(maze) => ("ok", maze),
        Err((status, walk)) => (*status, walk.maze()),
    };
    let found = maze.analysis();
    let mut exits = "exit_columns".to_owned();
    for exit in &found.exit_columns {
        exits += &format!(" {exit}");
    }
    let mut lines = vec![
        format!("status {status}"),
        columns("walls", &maze.walls()),
        columns("visited", &maze.visited()),
        format!("start_column {}", found.start_column),
        exits,
        format!("open_edges {}", found.open_edges),
        format!("components {}", found.components),
        format!("has_cycle {}", found.has_cycle),
        format!(
            "cells_reachable_from_start {}",
            found.cells_reachable_from_start
        ),
        format!("perfect {}", found.perfect),
        format!(
            "exit_reachable_from_start {}",
            found.exit_reachable_from_start
        ),
        format!(
            "east_openings_on_last_column {}",
            found.east_openings_on_last_column
        ),
        places("unvisited_cells", found.unvisited_cells.iter().copied()),
    ];
    let literal = maze.text_literal();
    // In a run that hangs, the number of calls is never final.
    if status != "hang" {
        lines.push(format!("random_calls {calls}"));
    }
    match made {
        Ok(_) => {
            lines.extend(literal.lines().map(str::to_owned));
            lines.extend(maze.text().lines().map(str::to_owned));
        }
        Err((_, walk)) => {
            lines.extend(literal.lines().next().map(str::to_owned));
            lines.push(places("list", walk.list()));
            lines.push(format!("cellCount {}", maze.cells_visited() + 1));
        }
    }
    lines
}

/// A line with the numbers of each column, separated by commas.
fn columns<T: ToString>(name: &str, columns: &[Vec<T>]) -> String {
    let mut line = name.to_owned();
    for column in columns {
        let numbers: Vec<String> = column.iter().map(ToString::to_string).collect();
        line += &format!(" {}", numbers.join(","));
    }
    line
}

/// A line with places, column before row.
fn places(name: &str, places: impl Iterator<Item = (usize, usize)>) -> String {
    let mut line = name.to_owned();
    for (column, row) in places {
        line += &format!(" {column},{row}");
    }
    line
}
