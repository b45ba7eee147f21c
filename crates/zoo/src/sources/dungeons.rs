//! Mazes and rooms, as numbers of classes.

use std::num::NonZeroU32;
use std::sync::LazyLock;

use exact::Distribution;
use exact::explore::{Limits, Rule, Step, explore, explore_steps};
use exact::spanning_trees::CellGrid;
use generators::bounding::{Bounding, LowBits, Threshold};
use generators::draw::{Dice, Draw, Words};
use generators::haskell::{HaskellDice, PCGen, RandomR};
use generators::pcg32::Pcg32;
use grids::boss_maze::{BossMaze, Order};
use grids::rooms::{self, Halls, Room};

use super::games::long_game;
use super::generators::STREAM;
use super::{Kind, Source, Stream, View, stream};

/// The number of cells in a row and in a column of a maze.
const CELLS: usize = 3;

/// The number of tiles in a row and in a column, including walls.
const TILES: usize = 2 * CELLS + 1;

/// The spanning trees of the cells as masks of open walls, sorted. The class of a maze is the index of its tree.
static TREES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    CellGrid::new(CELLS, CELLS)
        .and_then(|grid| grid.trees())
        .expect("the grid is small")
});

/// The class of a maze made by the shipped algorithm.
fn maze(draws: &mut impl Draw) -> u32 {
    let mut maze = begin(draws);
    while maze.step(draws) {}
    TREES
        .binary_search(&maze.mask())
        .expect("a maze is a spanning tree") as u32
}

fn begin(draws: &mut impl Draw) -> BossMaze {
    BossMaze::begin(TILES, TILES, Order::Packed, draws).expect("a grid has this size")
}

fn maze_stream<B: Bounding + Send + 'static, W: Words + Send + 'static>(
    words: W,
) -> Box<dyn Stream> {
    let mut dice = Dice::<W, B>::new(words);
    stream::singles(move || maze(&mut dice))
}

/// The exact law of a maze's class under a rule. Mazes with the same future are merged after each cell.
fn maze_law(rule: &Rule) -> crate::Result<Distribution> {
    let explored = explore_steps(
        rule,
        &Limits::default(),
        &None,
        |maze: &Option<BossMaze>, draws| {
            let Some(mut maze) = maze.clone() else {
                return Step::Continue(Some(begin(draws)));
            };
            if !maze.step(draws) {
                return Step::Done(maze.mask());
            }
            maze.normalise();
            Step::Continue(Some(maze))
        },
    )?;
    let probabilities: Vec<_> = TREES
        .iter()
        .map(|tree| explored.probability(tree))
        .collect();
    Ok(Distribution::from_rationals(&probabilities)?)
}

fn maze_source(
    key: &'static str,
    drawn: &str,
    rule: Rule,
    open: fn(u64) -> Box<dyn Stream>,
) -> Source {
    let about = format!(
        "mazes of {CELLS} by {CELLS} cells dug by a worm, {drawn}: which of the spanning trees"
    );
    let cells = TREES.len() as u32;
    Source::new(key, about, Kind::Classes { cells }, open).with_law(move |view| match view {
        View::Item => maze_law(&rule).map(Some),
        _ => Ok(None),
    })
}

/// The size of the document's map, in tiles.
const MAP: (usize, usize) = (80, 24);

/// The sectors as large as the first, whose rooms have the same distribution.
const ALIKE: [usize; 4] = [0, 1, 3, 4];

/// The first sector.
fn sector() -> Room {
    rooms::sectors(MAP.0, MAP.1).expect("the document's map is large enough")[0]
}

/// The width of a room minus one, or its height minus one.
type Side = fn(&Room) -> usize;

/// The lengths of one side of the rooms in the first two columns and rows of sectors.
fn room_source(key: &'static str, what: &str, side: Side) -> Source {
    let tiles = NonZeroU32::new(side(&sector()) as u32).expect("a sector has tiles");
    let about =
        format!("rooms of the document on dungeons: {what}, less one, in sectors of {tiles} tiles");
    Source::new(
        key,
        about,
        Kind::Classes { cells: tiles.get() },
        move |seed| {
            let mut dice = HaskellDice::new(PCGen::new(seed, 109));
            let mut waiting = Vec::new();
            stream::singles(move || {
                if waiting.is_empty() {
                    let dungeon = rooms::generate(MAP.0, MAP.1, Halls::Straight, &mut dice);
                    let dungeon = dungeon.expect("the document's map is large enough");
                    waiting.extend(
                        ALIKE
                            .into_iter()
                            .rev()
                            .map(|sector| side(&dungeon.rooms()[sector]) as u32 - 1),
                    );
                }
                waiting.pop().unwrap_or_default()
            })
        },
    )
    .with_law(move |view| match view {
        View::Item => Ok(Some(lengths(tiles)?)),
        _ => Ok(None),
    })
}

/// The distribution of the distance between two draws below `n`, by the document's rule.
fn lengths(n: NonZeroU32) -> crate::Result<Distribution> {
    let rule = Rule::of::<RandomR>(32)?;
    let explored = explore(&rule, &Limits::default(), |draws| {
        draws.draw(n).abs_diff(draws.draw(n))
    })?;
    Ok(explored.distribution(n.get() as usize)?)
}

/// The sources of mazes under two rules, and of the sizes of rooms.
pub(super) fn all() -> Vec<Source> {
    let rogue = Rule::of::<LowBits<14>>(31).expect("words of 31 bits");
    vec![
        maze_source(
            "maze-pcg32",
            "fair draws from PCG32",
            Rule::ideal(),
            |seed| maze_stream::<Threshold, _>(Pcg32::srandom(seed, STREAM)),
        ),
        maze_source("maze-rogue", "Rogue's get_rand", rogue, |seed| {
            maze_stream::<LowBits<14>, _>(long_game(seed))
        }),
        room_source("room-widths", "width", Room::width),
        room_source("room-heights", "height", Room::height),
    ]
}
