//! The maze of document 000.

use foreign::reference::maps;
use generators::bounding::Modulo;
use generators::draw::Dice;
use grids::boss_maze::{self, Order};
use grids::grid::{Grid, Tile};
use lockstep::trace::Trace;
use lockstep::{
    Budget, Cases, Chooser, Kind, Missing, Role, Seen, Side, Subject, TypedSide, split_ops,
};

use super::arguments::{Length, words};
use super::dice::{
    CDice, DiceRule, PortDice, Seeded, line, place, random_seed, refused, rows, unseeded,
};
use super::traced::{self, Traced};

words! {
    /// How the directions at a cell are put in order.
    pub struct OrderArgument(Order) { Packed = "packed", Shuffled = "shuffled" }
}

lockstep::ops! {
    /// An op on the maze.
    pub enum BossMazeOp {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// Digs a maze of width by height tiles, all rock. If a side is 0: one line `refused: no map is W by H`, no draw.
        /// Otherwise draws the start: column = 2 * (a draw below (width - 2) / 2 + 1) + 1, row likewise with height,
        /// divisions rounded towards zero; visit(column, row) as below. visit: if outside or no rock, return; open the tile
        /// and the one half-way from where one came (two tiles a step); note the place as visited; put the four directions
        /// in order; visit from there two tiles on in each, in that order, going back where it ends. Directions 0 up, 1
        /// left, 2 down, 3 right. packed: the byte of random_directions of the subject permutation, lowest two bits first.
        /// shuffled: list 0 1 2 3; for i = 3, 2, 1 draw k below i + 1 and swap places i and k; used from the end. Lines:
        /// `start C,R`; `visited` and every C,R in order; the rows, # rock and . open; the rows again, each wall the glyph
        /// in the table joined at 8 * (wall above) + 4 * (left) + 2 * (below) + 1 * (right), open tiles and walls alone a
        /// blank; `state ` and the state of the generator in 16 hexadecimal digits.
        Maze { width: Length, height: Length, order: OrderArgument } = "maze" => texts [draws],
    }
}

/// The subject.
pub struct BossMaze;

struct Port(PortDice);

fn port_lines(maze: &boss_maze::Maze) -> Vec<String> {
    let grid: &Grid = maze.grid();
    let open: Vec<bool> = grid
        .rows()
        .flatten()
        .map(|&tile| tile == Tile::Floor)
        .collect();
    let mut lines = vec![line("start", [place(maze.start())])];
    lines.push(line("visited", maze.visited().iter().copied().map(place)));
    lines.extend(rows(&open, grid.width() as u32));
    lines.extend(grid.text().to_string().lines().map(str::to_owned));
    lines
}

impl TypedSide for Port {
    type Op = BossMazeOp;

    fn apply(&mut self, op: &BossMazeOp) -> Seen {
        match *op {
            BossMazeOp::Srandom {
                initstate,
                initseq,
                rule,
            } => self.0.restart(PortDice::srandom(initstate, initseq, rule)),
            BossMazeOp::Maze {
                width,
                height,
                order,
            } => self.0.map(|mut dice| {
                boss_maze::generate(
                    width.get() as usize,
                    height.get() as usize,
                    order.0,
                    &mut dice,
                )
                .map_or_else(
                    |error| refused(error.width, error.height),
                    |maze| port_lines(&maze),
                )
            }),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(CDice);

/// What the document prints for a wall among walls: up adds 8, left 4, down 2, right 1.
const JOINED: [&str; 16] = [
    " ", "━", "┃", "┏", "━", "━", "┓", "┳", "┃", "┗", "┃", "┣", "┛", "┻", "┫", "╋",
];

fn c_lines(maze: &maps::BossMaze, width: u32) -> Vec<String> {
    let open: Vec<bool> = maze.tiles.iter().map(|&is_wall| !is_wall).collect();
    let mut lines = vec![line("start", [place(maze.start)])];
    lines.push(line("visited", maze.visited.iter().copied().map(place)));
    lines.extend(rows(&open, width));
    let joined = maze.joined.chunks(width as usize);
    lines.extend(joined.map(|row| {
        row.iter()
            .map(|&walls| JOINED[usize::from(walls)])
            .collect::<String>()
    }));
    lines
}

impl TypedSide for Reference {
    type Op = BossMazeOp;

    fn apply(&mut self, op: &BossMazeOp) -> Seen {
        match *op {
            BossMazeOp::Srandom {
                initstate,
                initseq,
                rule,
            } => self.0.restart(CDice::srandom(initstate, initseq, rule)),
            BossMazeOp::Maze {
                width,
                height,
                order,
            } => self.0.map(|dice| {
                maps::boss_maze(width.get(), height.get(), order.0 == Order::Shuffled, dice)
                    .map_or_else(
                        |_| refused(width, height),
                        |maze| c_lines(&maze, width.get()),
                    )
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

fn both_orders((width, height): (u32, u32)) -> [String; 2] {
    ["packed", "shuffled"].map(|order| format!("maze {width} {height} {order}"))
}

fn all_sizes((initstate, initseq): (u64, u64), rule: DiceRule) -> Vec<String> {
    let seed = format!("srandom {initstate} {initseq} {rule}");
    let mazes = SIZES.into_iter().flat_map(both_orders);
    std::iter::once(seed).chain(mazes).collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    if chooser.below(4) == 0 {
        return random_seed(chooser);
    }
    let (width, height) = (chooser.below(30), chooser.below(30));
    format!("maze {width} {height} {}", chooser.pick(OrderArgument::ALL))
}

impl Subject for BossMaze {
    facts!(
        "boss-maze",
        "the maze that a worm digs, its directions packed in a byte or shuffled in a list",
        BossMazeOp,
        [Role::Port, Role::Reference],
        "boss_maze"
    );

    fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
        Ok(match role {
            Role::Port => Box::new(Port(unseeded())),
            _ => Box::new(Reference(unseeded())),
        })
    }

    fn trace(&self) -> Option<Trace> {
        Some(Trace {
            seed_bits: 64,
            takes: traced::MAP,
            write: |options, sink| {
                let (width, height) = traced::size(options, (109, 25))?;
                let dice = Dice::<_, Modulo>::new(traced::port(options));
                let mut traced = Traced {
                    dice,
                    first: ("start", 2),
                    later: "directions",
                    chosen: "directions",
                    sink,
                };
                let mut maze = boss_maze::BossMaze::begin(
                    width as usize,
                    height as usize,
                    Order::Packed,
                    &mut traced,
                )?;
                while maze.step(&mut traced) && !traced.sink.is_full() {}
                Ok(())
            },
        })
    }

    fn tables(&self) -> &[(&'static str, &'static [&'static str])] {
        &[("joined", &JOINED)]
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        Some(match kind {
            // The document's mazes, each from its seed, and then one after the other.
            Kind::Golden => {
                let alone = SIZES[..3].iter().map(|(width, height)| {
                    split_ops(&format!(
                        "srandom 42 54 modulo; maze {width} {height} packed"
                    ))
                });
                Cases::new(
                    kind,
                    4,
                    alone.chain([all_sizes((42, 54), DiceRule::Modulo)]),
                )
            }
            // Ends of the seeds by every rule, and the longest sides.
            Kind::Edge => {
                let ends = [(0, 0), (u64::MAX, u64::MAX)];
                let small = ends
                    .into_iter()
                    .flat_map(|seed| DiceRule::ALL.iter().map(move |&rule| all_sizes(seed, rule)));
                let longest = [(200, 199), (199, 200), (200, 1), (1, 200)];
                let long = longest.map(|size| both_orders(size).to_vec());
                Cases::new(kind, 2 * DiceRule::ALL.len() + 4, small.chain(long))
            }
            // Every size to 20 by 20.
            Kind::Sweep => {
                let case = |height| {
                    (0..=20)
                        .flat_map(|width| both_orders((width, height)))
                        .collect()
                };
                Cases::new(kind, 21, (0..=20).map(case))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                (0..40).map(|_| random_op(chooser)).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}
