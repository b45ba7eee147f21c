//! Properties of all mazes of document 000. The program compares them with the outputs of the document's own code.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use exact::explore::{Branch, Explored, Limits, Rule, Step, explore_steps};
use proptest::prelude::*;
use roguelab_generators::bounding::Modulo;
use roguelab_generators::draw::{Dice, Draw};
use roguelab_generators::pcg32::Pcg32;
use roguelab_grids::boss_maze::{BossMaze, Order, generate};
use roguelab_grids::cells::{Edge, edges};
use roguelab_grids::grid::{Side, Tile};

fn dice(initstate: u64, initseq: u64) -> Dice<Pcg32, Modulo> {
    Dice::new(Pcg32::srandom(initstate, initseq))
}

#[test]
fn even_sizes_open_the_border_at_the_right_and_at_the_bottom() {
    for (width, height, open) in [
        (9, 9, &[][..]),
        (8, 9, &[Side::Right]),
        (9, 8, &[Side::Bottom]),
        (8, 8, &[Side::Bottom, Side::Right]),
        (2, 2, &[Side::Bottom, Side::Right]),
        (2, 3, &[Side::Right]),
    ] {
        for order in Order::ALL {
            let maze = generate(width, height, order, &mut dice(1, 2)).unwrap();
            assert!(
                maze.open_border().eq(open.iter().copied()),
                "{width}x{height}"
            );
            assert_eq!(maze.visited().len(), (width / 2) * (height / 2));
            assert!(maze.grid().cells().is_tree());
        }
    }
}

#[test]
fn a_corridor_is_as_deep_as_it_is_long() {
    // A row of cells, dug from its left end: each from the one before it.
    let maze = generate(2 * 500_000 + 1, 3, Order::Packed, &mut Constant(0)).unwrap();
    assert_eq!(maze.visited().last(), Some(&(999_999, 1)));
}

/// Every maze of this many cells, as the bits of its passages; states with equal futures are merged after each cell.
fn trees(columns: usize, rows: usize, order: Order) -> Explored<u32> {
    let step = |maze: &Option<BossMaze>, draws: &mut Branch| {
        let Some(mut maze) = maze.clone() else {
            return Step::Continue(Some(
                BossMaze::begin(2 * columns + 1, 2 * rows + 1, order, draws).unwrap(),
            ));
        };
        if !maze.step(draws) {
            assert!(maze.at().is_none());
            return Step::Done(maze.passages().fold(0, |bits, number| bits | 1 << number));
        }
        maze.normalise();
        Step::Continue(Some(maze))
    };
    explore_steps(&Rule::ideal(), &Limits::default(), &None, step).unwrap()
}

#[test]
fn both_orders_make_each_tree_equally_often() {
    for (columns, rows, states) in [(2, 2, 33), (3, 2, 139), (3, 3, 1014)] {
        let [packed, shuffled] = Order::ALL.map(|order| trees(columns, rows, order));
        assert!(packed.probabilities().eq(shuffled.probabilities()));
        assert_eq!(
            (packed.states(), shuffled.states()),
            (states, states),
            "merged"
        );
    }
}

/// The cell above each cell, up to `root`, by the passages in `tree`; `None` if they do not form a tree over all cells.
fn parents(
    columns: usize,
    rows: usize,
    tree: u32,
    root: (usize, usize),
) -> Option<BTreeMap<(usize, usize), (usize, usize)>> {
    let passages: Vec<Edge> = edges(columns, rows)
        .enumerate()
        .filter(|(i, _)| tree >> i & 1 == 1)
        .map(|(_, e)| e)
        .collect();
    let mut parents = BTreeMap::from([(root, root)]);
    for _ in 1..columns * rows {
        let grow = |edge: &Edge| match (
            parents.contains_key(&edge.from),
            parents.contains_key(&edge.to),
        ) {
            (true, false) => Some((edge.to, edge.from)),
            (false, true) => Some((edge.from, edge.to)),
            _ => None,
        };
        let (cell, parent) = passages.iter().find_map(grow)?;
        parents.insert(cell, parent);
    }
    (passages.len() + 1 == columns * rows).then_some(parents)
}

#[test]
fn only_trees_of_a_depth_first_search_are_made() {
    // A tree comes from a depth-first search from a root if every remaining wall separates a cell from one on its path to the
    // root. All such trees are made; the other spanning trees are not.
    for (columns, rows, spanning, made) in [(2, 2, 4, 4), (3, 2, 15, 14), (3, 3, 192, 88)] {
        let all: Vec<u32> = (0..1 << edges(columns, rows).count())
            .filter(|&tree| parents(columns, rows, tree, (0, 0)).is_some())
            .collect();
        assert_eq!(all.len(), spanning);
        let roots = || (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y)));
        let depth_first = |tree: u32, root| {
            let parents = parents(columns, rows, tree, root).unwrap();
            let above = |mut low, high| {
                while low != high && low != root {
                    low = parents[&low];
                }
                low == high
            };
            edges(columns, rows).all(|edge| above(edge.from, edge.to) || above(edge.to, edge.from))
        };
        let expected: Vec<u32> = all
            .into_iter()
            .filter(|&tree| roots().any(|root| depth_first(tree, root)))
            .collect();
        assert_eq!(expected.len(), made);
        let made = trees(columns, rows, Order::Packed);
        assert!(
            made.probabilities().map(|(tree, _)| *tree).eq(expected),
            "{columns}x{rows}"
        );
    }
}

/// Always draws the same number, or the largest below the bound.
struct Constant(u32);

impl Draw for Constant {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        self.0.min(n.get() - 1)
    }
}

fn any_order() -> impl Strategy<Value = Order> {
    prop::sample::select(&Order::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odd_sizes_make_closed_trees(columns in 1..40_usize, rows in 1..40_usize, order in any_order(), seed: (u64, u64)) {
        let maze = generate(2 * columns + 1, 2 * rows + 1, order, &mut dice(seed.0, seed.1)).unwrap();
        prop_assert!(maze.grid().cells().is_tree());
        prop_assert_eq!(maze.open_border().next(), None);
        prop_assert_eq!(maze.visited().first(), Some(&maze.start()));
        prop_assert_eq!(maze.visited().len(), columns * rows);
    }

    #[test]
    fn no_size_panics(width in 0..70_usize, height in 0..70_usize, order in any_order(), constant in 0..5_u32) {
        let maze = generate(width, height, order, &mut Constant(constant));
        prop_assert_eq!(maze.is_err(), width == 0 || height == 0);
        let Ok(maze) = maze else { return Ok(()) };
        prop_assert_eq!(maze.grid().cells().is_tree(), width > 1 && height > 1);
        let border = [(height % 2 == 0, Side::Bottom), (width % 2 == 0, Side::Right)];
        let open = border.into_iter().filter(|&(even, _)| even && !maze.visited().is_empty()).map(|(_, side)| side);
        prop_assert!(maze.open_border().eq(open));
    }

    #[test]
    fn normalised_mazes_go_on_as_before(width in 2..20_usize, height in 2..20_usize, order in any_order(),
            seed: (u64, u64), every in 1..9_usize) {
        let mut draws = dice(seed.0, seed.1);
        let mut maze = BossMaze::begin(width, height, order, &mut draws).unwrap();
        let mut normal = maze.clone();
        let mut same = draws.clone();
        for step in 0.. {
            if step % every == 0 {
                normal.normalise();
                let once = normal.clone();
                normal.normalise();
                prop_assert_eq!(&once, &normal, "twice is once");
            }
            let more = maze.step(&mut draws);
            prop_assert_eq!(normal.step(&mut same), more);
            prop_assert!(normal.passages().eq(maze.passages()));
            if !more {
                break;
            }
        }
        let grid = maze.grid();
        prop_assert!(grid.cells().passages().eq(maze.passages()));
        if maze.passages().all(|number| number < 64) {
            prop_assert!((0..64).filter(|bit| maze.mask() >> bit & 1 == 1).eq(maze.passages()));
        }
        prop_assert_eq!(grid.rows().flatten().filter(|&&tile| tile == Tile::Floor).count() + 1, width / 2 * (height / 2) * 2);
    }
}
