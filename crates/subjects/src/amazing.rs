//! The maze of document 002, bugs included.

use std::num::NonZeroU32;

use foreign::reference::ReferenceDice;
use foreign::reference::maps::{self, Status};
use generators::bounding::Scaled;
use generators::draw::{Dice, Draw};
use grids::amazing::{End, Restart, Rules, Walk};
use lockstep::trace::Trace;
use lockstep::{
    Budget, Cases, Chooser, Kind, Missing, Role, Seen, Side, Subject, TypedSide, split_ops,
};

use super::arguments::{Length, words};
use super::dice::{CDice, DiceRule, PortDice, Seeded, line, place, random_seed, refused, unseeded};
use super::traced::{self, Traced};

words! {
    /// Where the visitor starts again after a dead end: as in the document, or as in the BASIC.
    pub struct RestartArgument(Restart) { RandomVisited = "random", Scan = "scan" }
}

lockstep::ops! {
    /// An op on the maze.
    pub enum AmazingOp {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// Runs the maze of document 002, bugs included, and tells how it ended: fixtures/vectors/README.md has the rules.
        /// If a side is 0: one line `refused: no map is W by H`, no draw. Lines: `HOW at C,R, entered at C, next cell N`,
        /// HOW one of done, endless, past the list; `list` and every C,R that a restart may draw from (none with scan);
        /// column by column `walls` and the wall values, then column by column `visited` and the numbers of the visits;
        /// `state ` and the state of the generator in 16 hexadecimal digits.
        Maze { width: Length, height: Length, restart: RestartArgument } = "maze" => texts [draws],
    }
}

/// The subject.
pub struct AmazingMaze;

/// A maze as both sides show it.
struct Shown<'a> {
    status: &'a str,
    start: u32,
    at: (u32, u32),
    cell_count: u32,
    list: Vec<(u32, u32)>,
    walls: Vec<Vec<u8>>,
    visited: Vec<Vec<u32>>,
}

impl Shown<'_> {
    fn lines(self) -> Vec<String> {
        let Self {
            status,
            start,
            at,
            cell_count,
            list,
            walls,
            visited,
        } = self;
        let end = format!(
            "{status} at {}, entered at {start}, next cell {cell_count}",
            place(at)
        );
        let mut lines = vec![end, line("list", list.into_iter().map(place))];
        lines.extend(walls.into_iter().map(|column| line("walls", column)));
        lines.extend(visited.into_iter().map(|column| line("visited", column)));
        lines
    }
}

struct Port(PortDice);

fn port_lines(width: Length, height: Length, restart: Restart, dice: &mut dyn Draw) -> Vec<String> {
    let walk = Walk::begin(
        width.get() as usize,
        height.get() as usize,
        Rules::Document(restart),
        dice,
    );
    let Ok(mut walk) = walk else {
        return refused(width, height);
    };
    let status = match walk.run(dice) {
        End::Complete => "done",
        End::Endless => "endless",
        End::PastTheList => "past the list",
    };
    let number = |(column, row): (usize, usize)| (column as u32, row as u32);
    let maze = walk.maze();
    let shown = Shown {
        status,
        start: maze.start_column() as u32,
        at: number(walk.at()),
        cell_count: maze.cells_visited() as u32 + 1,
        list: walk.list().map(number).collect(),
        walls: maze.walls(),
        visited: maze.visited(),
    };
    shown.lines()
}

impl TypedSide for Port {
    type Op = AmazingOp;

    fn apply(&mut self, op: &AmazingOp) -> Seen {
        match *op {
            AmazingOp::Srandom {
                initstate,
                initseq,
                rule,
            } => self.0.restart(PortDice::srandom(initstate, initseq, rule)),
            AmazingOp::Maze {
                width,
                height,
                restart,
            } => self
                .0
                .map(|dice| port_lines(width, height, restart.0, dice)),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(CDice);

fn c_lines(
    width: Length,
    height: Length,
    restart: Restart,
    dice: &mut ReferenceDice,
) -> Vec<String> {
    let scan = restart == Restart::Scan;
    let Ok(maze) = maps::amazing(width.get(), height.get(), scan, dice) else {
        return refused(width, height);
    };
    let status = match maze.status {
        Status::Done => "done",
        Status::Endless => "endless",
        Status::PastList => {
            // The document's code takes one more number before it reads past the list; the C ends before that.
            dice.draw(NonZeroU32::MIN);
            "past the list"
        }
    };
    let height = height.get() as usize;
    let shown = Shown {
        status,
        start: maze.start,
        at: maze.current,
        cell_count: maze.cell_count,
        // The port keeps none where nothing is drawn from it.
        list: if scan { Vec::new() } else { maze.visited_list },
        walls: maze.walls.chunks(height).map(<[u8]>::to_vec).collect(),
        visited: maze.visited.chunks(height).map(<[u32]>::to_vec).collect(),
    };
    shown.lines()
}

impl TypedSide for Reference {
    type Op = AmazingOp;

    fn apply(&mut self, op: &AmazingOp) -> Seen {
        match *op {
            AmazingOp::Srandom {
                initstate,
                initseq,
                rule,
            } => self.0.restart(CDice::srandom(initstate, initseq, rule)),
            AmazingOp::Maze {
                width,
                height,
                restart,
            } => self.0.map(|dice| c_lines(width, height, restart.0, dice)),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

/// Where mazes go wrong in every way, and then the other sizes of the document's vectors.
const SIZES: [(u32, u32); 14] = [
    (3, 1),
    (1, 5),
    (5, 1),
    (3, 2),
    (2, 3),
    (3, 3),
    (4, 2),
    (1, 1),
    (2, 2),
    (5, 5),
    (10, 10),
    (15, 12),
    (23, 7),
    (40, 30),
];

/// How many of them are for going wrong.
const SMALL: usize = 9;

/// Each maze, with both restarts, seeded again.
fn each_from(initstate: u64, initseq: u64, rule: DiceRule, sizes: &[(u32, u32)]) -> Vec<String> {
    let seed = format!("srandom {initstate} {initseq} {rule}");
    let mazes = sizes.iter().flat_map(|(width, height)| {
        let maze = format!("{seed}; maze {width} {height}");
        split_ops(&format!("{maze} random; {maze} scan"))
    });
    mazes.collect()
}

fn random_op(chooser: &mut Chooser) -> String {
    if chooser.below(4) == 0 {
        return random_seed(chooser);
    }
    // Of any size, so that those which fail come often.
    let mut side = || chooser.below(32) >> chooser.below(5);
    let (width, height) = (side(), side());
    format!(
        "maze {width} {height} {}",
        chooser.pick(RestartArgument::ALL)
    )
}

impl Subject for AmazingMaze {
    facts!(
        "amazing",
        "the maze of Amazing, with restarts drawn and by scan, and with its ways to fail",
        AmazingOp,
        [Role::Port, Role::Reference],
        "amazing"
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
                let (width, height) = traced::size(options, (23, 7))?;
                let dice = Dice::<_, Scaled>::new(traced::port(options));
                let mut traced = Traced {
                    dice,
                    first: ("start", 1),
                    later: "direction",
                    chosen: "restart",
                    sink,
                };
                let rules = Rules::Document(Restart::RandomVisited);
                let mut walk = Walk::begin(width as usize, height as usize, rules, &mut traced)?;
                while walk.step(&mut traced).is_continue() && !traced.sink.is_full() {}
                Ok(())
            },
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases> {
        Some(match kind {
            // The document's mazes from its three seeds; and one where the visitor goes up into a corner that he had left
            // by an opening.
            Kind::Golden => {
                let document = [42, 43, 44]
                    .map(|initstate| each_from(initstate, 54, DiceRule::Scaled, &SIZES));
                let corner = each_from(53, 54, DiceRule::Scaled, &[(4, 2)]);
                Cases::new(kind, 4, document.into_iter().chain([corner]))
            }
            // Ends of the seeds by every rule, sizes that have no maze, and the longest sides.
            Kind::Edge => {
                let ends = [0, u64::MAX];
                let seeds = ends
                    .into_iter()
                    .flat_map(|seed| DiceRule::ALL.iter().map(move |&rule| (seed, rule)));
                let small = seeds.map(|(seed, rule)| each_from(seed, seed, rule, &SIZES));
                let sizes = [
                    (0, 0),
                    (0, 5),
                    (5, 0),
                    (200, 1),
                    (1, 200),
                    (200, 2),
                    (200, 10),
                    (10, 200),
                ];
                Cases::new(
                    kind,
                    2 * DiceRule::ALL.len() + 1,
                    small.chain([each_from(7, 54, DiceRule::Scaled, &sizes)]),
                )
            }
            // The small sizes, whose mazes go wrong in every way, from many seeds.
            Kind::Sweep => {
                let case = |initstate| each_from(initstate, 54, DiceRule::Scaled, &SIZES[..SMALL]);
                Cases::new(kind, 500, (0..500).map(case))
            }
            Kind::Random => Cases::random(budget, |chooser| {
                (0..40).map(|_| random_op(chooser)).collect()
            }),
            Kind::Exhaustive => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_golden_mazes_end_in_every_way() {
        let golden = AmazingMaze.cases(Kind::Golden, &Budget::default()).unwrap();
        let ops: Vec<String> = golden.flat_map(Result::unwrap).collect();
        let mut seen = String::new();
        lockstep::show(&AmazingMaze, Role::Port, &ops, &mut |shown| {
            seen += &shown.output.to_string();
        })
        .unwrap();
        assert!(
            ["done", "endless", "past the list"]
                .iter()
                .all(|status| seen.contains(&format!("\"{status} at")))
        );
    }
}
