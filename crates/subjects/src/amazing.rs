//! The maze of document 002, bugs included.

use std::num::NonZeroU32;

use foreign::reference::ReferenceDice;
use foreign::reference::maps::{self, Status};
use generators::draw::Draw;
use grids::amazing::{End, Rules, Walk};
use lockstep::{Budget, Cases, Chooser, Corner, Kind, Missing, Seen, Side, Subject};

use super::arguments::{Length, words};
use super::dice::{CDice, PortDice, Rule, Seeded, line, place, refused, unseeded};

words! {
    /// Where the visitor starts again after a dead end.
    pub enum Restart {
        /// The document's own.
        RandomVisited = "random",
        /// The BASIC's.
        Scan = "scan",
    }
}

lockstep::ops! {
    /// An op on the maze.
    pub enum AmazingOp {
        /// Seeds the dice.
        Srandom { initstate: u64, initseq: u64, rule: Rule } = "srandom",
        /// A maze of so many cells: how it ended and where, the list that restarts are drawn from, and column by column
        /// the wall values and the numbers of the visits.
        Maze { width: Length, height: Length, restart: Restart } = "maze",
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
        let Self { status, start, at, cell_count, list, walls, visited } = self;
        let end = format!("{status} at {}, entered at {start}, next cell {cell_count}", place(at));
        let mut lines = vec![end, line("list", list.into_iter().map(place))];
        lines.extend(walls.into_iter().map(|column| line("walls", column)));
        lines.extend(visited.into_iter().map(|column| line("visited", column)));
        lines
    }
}

struct Port(PortDice);

fn port_lines(width: Length, height: Length, restart: Restart, dice: &mut dyn Draw) -> Vec<String> {
    let restart = match restart {
        Restart::RandomVisited => grids::amazing::Restart::RandomVisited,
        Restart::Scan => grids::amazing::Restart::Scan,
    };
    let walk = Walk::begin(width.get() as usize, height.get() as usize, Rules::Document(restart), dice);
    let Ok(mut walk) = walk else { return refused(width, height) };
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

impl Side<AmazingOp> for Port {
    fn apply(&mut self, op: &AmazingOp) -> Seen {
        match *op {
            AmazingOp::Srandom { initstate, initseq, rule } => {
                self.0.restart(PortDice::srandom(initstate, initseq, rule))
            }
            AmazingOp::Maze { width, height, restart } => self.0.map(|dice| port_lines(width, height, restart, dice)),
        }
    }

    fn state(&self) -> String {
        self.0.to_string()
    }
}

struct Reference(CDice);

fn c_lines(width: Length, height: Length, restart: Restart, dice: &mut ReferenceDice) -> Vec<String> {
    let c_restart = match restart {
        Restart::RandomVisited => maps::Restart::RandomVisited,
        Restart::Scan => maps::Restart::Scan,
    };
    let Ok(maze) = maps::amazing(width.get(), height.get(), c_restart, dice) else { return refused(width, height) };
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
        list: if restart == Restart::Scan { Vec::new() } else { maze.visited_list },
        walls: maze.walls.chunks(height).map(<[u8]>::to_vec).collect(),
        visited: maze.visited.chunks(height).map(<[u32]>::to_vec).collect(),
    };
    shown.lines()
}

impl Side<AmazingOp> for Reference {
    fn apply(&mut self, op: &AmazingOp) -> Seen {
        match *op {
            AmazingOp::Srandom { initstate, initseq, rule } => self.0.restart(CDice::srandom(initstate, initseq, rule)),
            AmazingOp::Maze { width, height, restart } => self.0.map(|dice| c_lines(width, height, restart, dice)),
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

fn length(length: u32) -> Length {
    Length::new(length).expect("no longer than the references serve")
}

fn both_restarts((width, height): (u32, u32)) -> impl Iterator<Item = AmazingOp> {
    let (width, height) = (length(width), length(height));
    Restart::ALL.iter().map(move |&restart| AmazingOp::Maze { width, height, restart })
}

/// Each maze from this seed anew.
fn each_from(initstate: u64, initseq: u64, rule: Rule, sizes: &[(u32, u32)]) -> Vec<AmazingOp> {
    let mazes = sizes.iter().copied().flat_map(both_restarts);
    mazes.flat_map(|maze| [AmazingOp::Srandom { initstate, initseq, rule }, maze]).collect()
}

fn random_op(chooser: &mut Chooser) -> AmazingOp {
    if chooser.below(4) == 0 {
        let rule = *chooser.pick(Rule::ALL);
        return AmazingOp::Srandom { initstate: chooser.next_u64(), initseq: chooser.next_u64(), rule };
    }
    // Of any size, so that those which fail come often.
    let mut side = || length((chooser.below(32) >> chooser.below(5)) as u32);
    let (width, height) = (side(), side());
    AmazingOp::Maze { width, height, restart: *chooser.pick(Restart::ALL) }
}

impl Subject for AmazingMaze {
    type Op = AmazingOp;

    fn name(&self) -> &'static str {
        "amazing"
    }

    fn about(&self) -> &'static str {
        "the maze of Amazing, with restarts drawn and by scan, and with its ways to fail"
    }

    fn corners(&self) -> &'static [Corner] {
        &[Corner::Port, Corner::Reference]
    }

    fn side<'a>(&'a self, corner: Corner) -> Result<Box<dyn Side<AmazingOp> + 'a>, Missing> {
        Ok(match corner {
            Corner::Port => Box::new(Port(unseeded())),
            _ => Box::new(Reference(unseeded())),
        })
    }

    fn cases(&self, kind: Kind, budget: &Budget) -> Option<Cases<AmazingOp>> {
        Some(match kind {
            // The document's mazes from its three seeds; and one where the visitor goes up into a corner that he had left
            // by an opening.
            Kind::Golden => {
                let document = [42, 43, 44].map(|initstate| each_from(initstate, 54, Rule::Scaled, &SIZES));
                let corner = each_from(53, 54, Rule::Scaled, &[(4, 2)]);
                Cases::new(kind, 4, document.into_iter().chain([corner]))
            }
            // Ends of the seeds by every rule, sizes that have no maze, and the longest sides.
            Kind::Edge => {
                let ends = [0, u64::MAX];
                let seeds = ends.into_iter().flat_map(|seed| Rule::ALL.iter().map(move |&rule| (seed, rule)));
                let small = seeds.map(|(seed, rule)| each_from(seed, seed, rule, &SIZES));
                let sizes = [(0, 0), (0, 5), (5, 0), (200, 1), (1, 200), (200, 2), (200, 10), (10, 200)];
                Cases::new(kind, 2 * Rule::ALL.len() + 1, small.chain([each_from(7, 54, Rule::Scaled, &sizes)]))
            }
            // The small sizes, whose mazes go wrong in every way, from many seeds.
            Kind::Sweep => {
                let case = |initstate| each_from(initstate, 54, Rule::Scaled, &SIZES[..SMALL]);
                Cases::new(kind, 500, (0..500).map(case))
            }
            Kind::Random => Cases::random(budget, |chooser| (0..40).map(|_| random_op(chooser)).collect()),
            Kind::Exhaustive => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use lockstep::Failure;

    use super::*;

    #[test]
    fn the_golden_mazes_end_in_every_way() {
        let mut seen = String::new();
        let mut port = Port(unseeded());
        let golden = AmazingMaze.cases(Kind::Golden, &Budget::default()).unwrap();
        let show = |_, ops: Vec<AmazingOp>| {
            seen.extend(ops.iter().map(|op| port.apply(op).output.to_string()));
            Ok::<(), Failure>(())
        };
        golden.each(show).unwrap();
        assert!(["done", "endless", "past the list"].iter().all(|status| seen.contains(&format!("\"{status} at"))));
    }
}
