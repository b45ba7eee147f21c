//! Mazes and rooms: port, reference, and a peer, by cells (rooms: by tiles) in a second.
//!
//! Port and reference draw from PCG32 by `Scaled`, each map going on where the one before left the generator. The
//! reference writes every draw down and cannot be told not to, so the port is timed both ways. It serves no side longer
//! than `LONGEST_SIDE`, and no corrected maze: a group without it is one of those.
//!
//! The peer is the recursive backtracker of the crate `amaze`: the same kind of maze with as many cells, by one draw of
//! rand's `StdRng` for each passage. It keeps its cells' walls and a list of all its steps, and no grid of tiles.

use std::num::NonZeroU32;

use amaze::generators::RecursiveBacktracker4;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use foreign::reference::maps;
use foreign::reference::{ReferenceDice, Rule};
use generators::bounding::Scaled;
use generators::draw::{Dice, Draw, Recorder};
use generators::pcg32::Pcg32;
use grids::amazing::{Amazing, AmazingError, Restart};
use grids::boss_maze::{self, Order};
use grids::rooms::{self, Halls};

/// What is drawn with a seed: by the port, and by the reference where it serves that.
trait Map {
    type Port;
    type Reference;

    fn port(&self, draws: &mut impl Draw) -> Self::Port;

    fn reference(&self, dice: &mut ReferenceDice) -> Option<Self::Reference>;

    fn same(&self, port: &Self::Port, reference: &Self::Reference) -> bool;
}

struct Boss {
    width: u32,
    height: u32,
}

impl Map for Boss {
    type Port = boss_maze::Maze;
    type Reference = maps::BossMaze;

    fn port(&self, draws: &mut impl Draw) -> Self::Port {
        boss_maze::generate(
            self.width as usize,
            self.height as usize,
            Order::Packed,
            draws,
        )
        .expect("a possible size")
    }

    fn reference(&self, dice: &mut ReferenceDice) -> Option<Self::Reference> {
        maps::boss_maze(self.width, self.height, false, dice).ok()
    }

    fn same(&self, port: &Self::Port, reference: &Self::Reference) -> bool {
        port.grid()
            .rows()
            .flatten()
            .map(|tile| !tile.is_open())
            .eq(reference.tiles.iter().copied())
    }
}

/// By the document's rules, or by the corrected ones.
struct Visitor {
    side: u32,
    restart: Option<Restart>,
}

impl Map for Visitor {
    type Port = Result<Amazing, AmazingError>;
    type Reference = maps::Amazing;

    fn port(&self, draws: &mut impl Draw) -> Self::Port {
        let side = self.side as usize;
        match self.restart {
            Some(restart) => Amazing::generate(side, side, restart, draws),
            None => Ok(Amazing::corrected(side, side, draws)?),
        }
    }

    fn reference(&self, dice: &mut ReferenceDice) -> Option<Self::Reference> {
        let restart = match self.restart? {
            Restart::RandomVisited => false,
            Restart::Scan => true,
        };
        maps::amazing(self.side, self.side, restart, dice).ok()
    }

    fn same(&self, port: &Self::Port, reference: &Self::Reference) -> bool {
        port.as_ref()
            .is_ok_and(|maze| maze.walls().concat() == reference.walls)
    }
}

/// With turned halls.
struct Rooms {
    width: u32,
    height: u32,
}

impl Map for Rooms {
    type Port = rooms::Dungeon;
    type Reference = maps::Rooms;

    fn port(&self, draws: &mut impl Draw) -> Self::Port {
        rooms::generate(
            self.width as usize,
            self.height as usize,
            Halls::Turned,
            draws,
        )
        .expect("a possible size")
    }

    fn reference(&self, dice: &mut ReferenceDice) -> Option<Self::Reference> {
        maps::rooms(self.width, self.height, true, dice).ok()
    }

    fn same(&self, port: &Self::Port, reference: &Self::Reference) -> bool {
        port.grid()
            .rows()
            .flatten()
            .map(|tile| tile.is_open())
            .eq(reference.tiles.iter().copied())
    }
}

fn dice() -> Dice<Pcg32, Scaled> {
    Dice::new(Pcg32::srandom(42, 54))
}

fn reference_dice() -> ReferenceDice {
    ReferenceDice::srandom(42, 54, Rule::Scaled)
}

/// Makes a map and writes its draws down, as the reference does.
fn noting<M: Map>(map: &M, dice: &mut Dice<Pcg32, Scaled>, drawn: &mut Vec<(u32, u32)>) -> M::Port {
    drawn.clear();
    map.port(&mut Recorder::new(dice, |n: NonZeroU32, value| {
        drawn.push((n.get(), value));
    }))
}

fn sides<M: Map>(group: &mut BenchmarkGroup<'_, WallTime>, map: &M) {
    let mut one = dice();
    group.bench_function("port", |bencher| bencher.iter(|| map.port(&mut one)));
    let (mut one, mut drawn) = (dice(), Vec::new());
    group.bench_function("port, noting draws", |bencher| {
        bencher.iter(|| noting(map, &mut one, &mut drawn));
    });

    let mut other = reference_dice();
    let Some(reference) = map.reference(&mut other) else {
        return;
    };
    let port = noting(map, &mut dice(), &mut drawn);
    assert_eq!(drawn, other.draws(), "what is timed is the same");
    assert!(map.same(&port, &reference), "what is timed is the same");
    group.bench_function("reference, noting draws", |bencher| {
        bencher.iter(|| {
            other.forget_draws();
            map.reference(&mut other)
        });
    });
}

fn boss(criterion: &mut Criterion) {
    for (width, height) in [(109, 25), (2001, 2001)] {
        let (columns, rows) = (width as usize / 2, height as usize / 2);
        let mut group = criterion.benchmark_group(format!("boss_maze {width}x{height}"));
        group.throughput(Throughput::Elements((columns * rows) as u64));
        if width > maps::LONGEST_SIDE {
            group.sample_size(10);
        }
        sides(&mut group, &Boss { width, height });
        let mut seed = 0;
        group.bench_function("amaze, noting steps", |bencher| {
            bencher.iter(|| {
                seed += 1;
                RecursiveBacktracker4::new_from_seed(seed).generate(columns, rows)
            });
        });
        group.finish();
    }
}

fn amazing(criterion: &mut Criterion) {
    let rules = [
        ("random", Some(Restart::RandomVisited)),
        ("scan", Some(Restart::Scan)),
        ("corrected", None),
    ];
    for side in [maps::LONGEST_SIDE, 500] {
        for (name, restart) in rules {
            let mut group = criterion.benchmark_group(format!("amazing {side}x{side}, {name}"));
            group
                .throughput(Throughput::Elements(u64::from(side * side)))
                .sample_size(10);
            sides(&mut group, &Visitor { side, restart });
            group.finish();
        }
    }
}

fn nine_rooms(criterion: &mut Criterion) {
    let map = Rooms {
        width: 80,
        height: 24,
    };
    let mut group = criterion.benchmark_group("rooms 80x24");
    group.throughput(Throughput::Elements(u64::from(map.width * map.height)));
    sides(&mut group, &map);
    group.finish();
}

pub(crate) fn benches(criterion: &mut Criterion) {
    boss(criterion);
    amazing(criterion);
    nine_rooms(criterion);
}
