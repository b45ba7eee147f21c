//! Mazes and rooms, as numbers of classes.

use std::sync::LazyLock;

use exact::spanning_trees::CellGrid;
use generators::bounding::{Bounding, LowBits, Threshold};
use generators::draw::{Dice, Draw, Words};
use generators::haskell::{HaskellDice, PCGen};
use generators::pcg32::Pcg32;
use grids::boss_maze::{BossMaze, Order};
use grids::rooms::{self, Halls, Room};

use super::games::long_game;
use super::generators::{INCREMENT, STREAM};
use super::{ItemKind, Source, Stream, stream};

/// The number of cells in a row and in a column of a maze.
const CELLS: usize = 3;

/// The number of tiles in a row and in a column, including walls.
const TILES: usize = 2 * CELLS + 1;

/// The spanning trees of the cells as masks of open walls, sorted. The class of a maze is the index of its tree.
pub(super) static TREES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    CellGrid::new(CELLS, CELLS)
        .and_then(|grid| grid.trees())
        .expect("the grid is small")
});

/// The class of a maze made by the shipped algorithm.
fn dig_maze(draws: &mut impl Draw) -> u32 {
    let mut maze = begin_maze(draws);
    while maze.step(draws) {}
    let class = TREES.binary_search(&maze.mask());
    class.expect("a maze is a spanning tree") as u32
}

pub(super) fn begin_maze(draws: &mut impl Draw) -> BossMaze {
    BossMaze::begin(TILES, TILES, Order::Packed, draws).expect("a grid has this size")
}

fn maze_stream<B: Bounding + Send + 'static, W: Words + Send + 'static>(
    words: W,
) -> Box<dyn Stream> {
    let mut dice = Dice::<W, B>::new(words);
    stream::singles(move || dig_maze(&mut dice))
}

fn maze_source(key: &str, drawn: &str, open: fn(u64) -> Box<dyn Stream>) -> Source {
    let about = format!(
        "mazes of {CELLS} by {CELLS} cells dug by a worm, {drawn}: which of the spanning trees"
    );
    let cells = TREES.len() as u32;
    Source::new(key, about, ItemKind::Classes { cells }, open)
}

/// The size of the document's map, in tiles.
const MAP: (usize, usize) = (80, 24);

/// The sectors as large as the first, the last of them first. Their rooms have the same distribution.
const ALIKE: [usize; 4] = [4, 3, 1, 0];

/// The first sector.
fn sector() -> Room {
    rooms::sectors(MAP.0, MAP.1).expect("the document's map is large enough")[0]
}

/// The width or the height of a room.
type Side = fn(&Room) -> usize;

/// The lengths of one side of the rooms in the first two columns and rows of sectors.
fn room_source(key: &str, what: &str, side: Side) -> Source {
    let cells = side(&sector()) as u32;
    let about =
        format!("rooms of the document on dungeons: {what}, less one, in sectors of {cells} tiles");
    Source::new(key, about, ItemKind::Classes { cells }, move |seed| {
        let mut dice = HaskellDice::new(PCGen::new(seed, INCREMENT));
        let mut waiting = Vec::new();
        stream::singles(move || {
            if waiting.is_empty() {
                let dungeon = rooms::generate(MAP.0, MAP.1, Halls::Straight, &mut dice);
                let dungeon = dungeon.expect("the document's map is large enough");
                for sector in ALIKE {
                    waiting.push(side(&dungeon.rooms()[sector]) as u32 - 1);
                }
            }
            waiting.pop().unwrap_or_default()
        })
    })
}

/// The sources of mazes under two rules, and of the sizes of rooms.
pub(super) fn all() -> Vec<Source> {
    vec![
        maze_source("maze-pcg32", "fair draws from PCG32", |seed| {
            maze_stream::<Threshold, _>(Pcg32::srandom(seed, STREAM))
        }),
        maze_source("maze-rogue", "Rogue's get_rand", |seed| {
            maze_stream::<LowBits<14>, _>(long_game(seed))
        }),
        room_source("room-widths", "width", Room::width),
        room_source("room-heights", "height", Room::height),
    ]
}
