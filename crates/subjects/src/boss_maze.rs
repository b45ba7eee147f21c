//! The maze of document 000.

use foreign::reference::maps;
use grids::boss_maze;
use grids::grid::{Grid, Tile};
use lockstep::{Budget, Cases, Chooser, Corner, Kind, Missing, Seen, Side, Subject};

use super::arguments::{Length, words};
use super::dice::{CDice, PortDice, Rule, Seeded, line, place, refused, rows, unseeded};

words! {
    /// How the directions at a cell are put in order.
    pub enum Order {
        /// Without a list.
        Packed = "packed",
        /// With a list.
        Shuffled = "shuffled",
    }
}

lockstep::ops! {
    /// An op on the maze.
    pub enum BossMazeOp {
        /// Seeds the dice.
        Srandom { initstate: u64, initseq: u64, rule: Rule } = "srandom",
        /// Digs a maze of so many tiles: start, cells in the order dug, rows of tiles, rows with walls joined.
        Maze { width: Length, height: Length, order: Order } = "maze",
    }
}

/// The subject.
pub struct BossMaze;

struct Port(PortDice);

fn port_lines(maze: &boss_maze::Maze) -> Vec<String> {
    let grid: &Grid = maze.grid();
    let open: Vec<bool> = grid.rows().flatten().map(|&tile| tile == Tile::Floor).collect();
    let mut lines = vec![line("start", [place(maze.start())])];
    lines.push(line("visited", maze.visited().iter().copied().map(place)));
    lines.extend(rows(&open, grid.width() as u32));
    lines.extend(grid.text().to_string().lines().map(str::to_owned));
    lines
}

impl Side<BossMazeOp> for Port {
    fn apply(&mut self, op: &BossMazeOp) -> Seen {
        match *op {
            BossMazeOp::Srandom { initstate, initseq, rule } => {
                self.0.restart(PortDice::srandom(initstate, initseq, rule))
            }
            BossMazeOp::Maze { width, height, order } => self.0.map(|mut dice| {
                let order = match order {
                    Order::Packed => boss_maze::Order::Packed,
                    Order::Shuffled => boss_maze::Order::Shuffled,
                };
                boss_maze::generate(width.get() as usize, height.get() as usize, order, &mut dice)
                    .map_or_else(|error| refused(error.width, error.height), |maze| port_lines(&maze))
            }),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(CDice);

/// What the document prints for a wall among walls: up adds 8, left 4, down 2, right 1.
pub const JOINED: [char; 16] = [' ', '━', '┃', '┏', '━', '━', '┓', '┳', '┃', '┗', '┃', '┣', '┛', '┻', '┫', '╋'];

fn c_lines(maze: &maps::BossMaze, width: u32) -> Vec<String> {
    let open: Vec<bool> = maze.tiles.iter().map(|&is_wall| !is_wall).collect();
    let mut lines = vec![line("start", [place(maze.start)])];
    lines.push(line("visited", maze.visited.iter().copied().map(place)));
    lines.extend(rows(&open, width));
    let joined = maze.joined.chunks(width as usize);
    lines.extend(joined.map(|row| row.iter().map(|&walls| JOINED[usize::from(walls)]).collect::<String>()));
    lines
}

impl Side<BossMazeOp> for Reference {
    fn apply(&mut self, op: &BossMazeOp) -> Seen {
        match *op {
            BossMazeOp::Srandom { initstate, initseq, rule } => {
                self.0.restart(CDice::srandom(initstate, initseq, rule))
            }
            BossMazeOp::Maze { width, height, order } => self.0.map(|dice| {
                let order = match order {
                    Order::Packed => maps::Order::Packed,
                    Order::Shuffled => maps::Order::Shuffled,
                };
                maps::boss_maze(width.get(), height.get(), order, dice)
                    .map_or_else(|error| refused(error.width, error.height), |maze| c_lines(&maze, width.get()))
            }),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

/// The document's sizes; both sides even; one tile wide or high, where the start lies outside; and none.
const SIZES: [(u32, u32); 14] = [
    (3, 3),
    (9, 7),
    (21, 11),
    (8, 7),
    (9, 8),
    (10, 10),
    (2, 2),
    (3, 2),
    (1, 1),
    (1, 9),
    (12, 1),
    (0, 5),
    (5, 0),
    (31, 25),
];

fn length(length: u32) -> Length {
    Length::new(length).expect("no longer than the references serve")
}

fn both_orders(width: u32, height: u32) -> impl Iterator<Item = BossMazeOp> {
    let (width, height) = (length(width), length(height));
    Order::ALL.iter().map(move |&order| BossMazeOp::Maze { width, height, order })
}

fn all_sizes((initstate, initseq): (u64, u64), rule: Rule) -> Vec<BossMazeOp> {
    let mazes = SIZES.into_iter().flat_map(|(width, height)| both_orders(width, height));
    [BossMazeOp::Srandom { initstate, initseq, rule }].into_iter().chain(mazes).collect()
}

fn random_op(chooser: &mut Chooser) -> BossMazeOp {
    if chooser.below(4) == 0 {
        let rule = *chooser.pick(Rule::ALL);
        return BossMazeOp::Srandom { initstate: chooser.next_u64(), initseq: chooser.next_u64(), rule };
    }
    let mut side = || length(chooser.below(30) as u32);
    let (width, height) = (side(), side());
    BossMazeOp::Maze { width, height, order: *chooser.pick(Order::ALL) }
}

impl Subject for BossMaze {
    type Op = BossMazeOp;

    fn name(&self) -> &'static str {
        "boss-maze"
    }

    fn about(&self) -> &'static str {
        "the maze that a worm digs, its directions packed in a byte or shuffled in a list"
    }

    fn corners(&self) -> &'static [Corner] {
        &[Corner::Port, Corner::Reference]
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<BossMazeOp> + 'a>, Missing> {
        Ok(match corner {
            Corner::Port => Box::new(Port(unseeded())),
            _ => Box::new(Reference(unseeded())),
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<BossMazeOp>> {
        Some(match kind {
            // The document's mazes, each from its seed, and then one after the other.
            Kind::Golden => {
                let start = BossMazeOp::Srandom { initstate: 42, initseq: 54, rule: Rule::Modulo };
                let alone = SIZES[..3].iter().map(move |&(width, height)| {
                    [start.clone()].into_iter().chain(both_orders(width, height).take(1)).collect()
                });
                Cases::new(kind, 4, alone.chain([all_sizes((42, 54), Rule::Modulo)]))
            }
            // Ends of the seeds by every rule, and the longest sides.
            Kind::Edge => {
                let ends = [(0, 0), (u64::MAX, u64::MAX)];
                let small = ends.into_iter().flat_map(|seed| Rule::ALL.iter().map(move |&rule| all_sizes(seed, rule)));
                let longest = [(200, 199), (199, 200), (200, 1), (1, 200)];
                let long = longest.into_iter().map(|(width, height)| both_orders(width, height).collect());
                Cases::new(kind, 2 * Rule::ALL.len() + 4, small.chain(long))
            }
            // Every size to 20 by 20.
            Kind::Sweep => {
                let case = |height| (0..=20).flat_map(move |width| both_orders(width, height)).collect();
                Cases::new(kind, 21, (0..=20).map(case))
            }
            Kind::Random => Cases::random(budget, |chooser| (0..40).map(|_| random_op(chooser)).collect()),
            Kind::Exhaustive => return None,
        })
    }
}
