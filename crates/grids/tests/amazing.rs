//! Properties of Amazing, tested from outside. The program compares it with the outputs of the document's own code.

use std::ops::ControlFlow;

use exact::explore::{Branch, Explored, Limits, Rule, Step, explore_steps};
use proptest::prelude::*;
use roguelab_generators::bounding::{LowBits, Scaled};
use roguelab_generators::draw::{Dice, Recorder, RngWords};
use roguelab_generators::pcg32::Pcg32;
use roguelab_grids::amazing::{Amazing, End, MAX_CELLS, Restart, Rules, Walk};
use roguelab_grids::grid::{SizeError, Tile};

const RULES: [Rules; 3] = [
    Rules::Document(Restart::RandomVisited),
    Rules::Document(Restart::Scan),
    Rules::Corrected,
];

fn dice(initstate: u64, initseq: u64) -> Dice<RngWords<Pcg32>, Scaled> {
    Dice::new(RngWords(Pcg32::srandom(initstate, initseq)))
}

/// The neighbours of a place that are inside the grid.
fn neighbours(
    maze: &Amazing,
    (column, row): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> {
    let steps = [(0, usize::MAX), (1, 0), (0, 1), (usize::MAX, 0)];
    let next = steps.map(|(x, y)| (column.wrapping_add(x), row.wrapping_add(y)));
    let (width, height) = (maze.width(), maze.height());
    next.into_iter()
        .filter(move |&(column, row)| column < width && row < height)
}

/// Whether a restart may go to this place, by the matrix of visits.
fn visited_and_unlocked(maze: &Amazing, place: (usize, usize)) -> bool {
    let visited = maze.visited();
    visited[place.0][place.1] > 0
        && neighbours(maze, place).any(|(column, row)| visited[column][row] == 0)
}

/// Checks the reported end against the list of places.
fn assert_proved(end: End, walk: &Walk) {
    let list: Vec<_> = walk.list().collect();
    assert!(walk.maze().cells_left() > 0);
    match end {
        End::Complete => panic!("a finished maze is no error"),
        End::PastTheList => assert!(list.len() < 2),
        End::Endless => {
            assert!(list.len() >= 2);
            assert!(
                !list[1..]
                    .iter()
                    .any(|&place| visited_and_unlocked(walk.maze(), place))
            );
        }
    }
}

#[test]
fn sizes_without_cells_or_with_too_many_are_errors_and_draw_nothing() {
    for (width, height) in [
        (0, 0),
        (0, 5),
        (5, 0),
        (usize::MAX, 2),
        (usize::MAX, usize::MAX),
        (1 << 24, 2),
        (4097, 4096),
    ] {
        let mut none = roguelab_generators::draw::Tape::new(&[]);
        for rules in RULES {
            assert_eq!(
                Walk::begin(width, height, rules, &mut none),
                Err(SizeError {
                    width,
                    height,
                    most: MAX_CELLS
                })
            );
        }
    }
}

#[test]
fn a_corrected_maze_is_one_tree_with_one_exit() {
    for (width, height) in (1..=12).flat_map(|width| (1..=12).map(move |height| (width, height))) {
        for seed in 0..20 {
            let maze = Amazing::corrected(width, height, &mut dice(seed, 54)).unwrap();
            let analysis = maze.analysis();
            assert!(
                analysis.perfect && analysis.exit_reachable_from_start,
                "{width}x{height}, {seed}:\n{maze}"
            );
            assert_eq!(
                (analysis.exit_columns.len(), analysis.open_edges),
                (1, width * height - 1)
            );
            assert_eq!(
                (
                    analysis.east_openings_on_last_column,
                    analysis.unvisited_cells
                ),
                (0, vec![])
            );
        }
    }
}

#[test]
fn the_grid_has_the_openings_of_the_maze() {
    let maze = Amazing::corrected(7, 4, &mut dice(3, 54)).unwrap();
    let grid = maze.to_grid().unwrap();
    let open = |x, y| grid.get(x, y) == Some(Tile::Floor);
    let floor = (0..9)
        .flat_map(|y| (0..15).map(move |x| (x, y)))
        .filter(|&(x, y)| open(x, y))
        .count();
    assert_eq!(floor, 28 + 27 + 2, "cells, passages, start and exit");
    assert!(open(2 * maze.start_column() + 1, 0));
    assert!(open(2 * maze.analysis().exit_columns[0] + 1, 8));
    for (x, column) in maze.walls().iter().enumerate() {
        for (y, &wall) in column.iter().enumerate() {
            let (east, south) = (open(2 * x + 2, 2 * y + 1), open(2 * x + 1, 2 * y + 2));
            assert_eq!(wall, u8::from(south) + 2 * u8::from(east));
            assert_eq!(maze.wall(x, y), Some(wall));
        }
    }
    assert_eq!((maze.wall(7, 0), maze.wall(0, 4)), (None, None));
    assert_eq!((grid.width(), grid.height()), (15, 9));
}

type Outcome = (End, Vec<Vec<u8>>, usize);

/// Every end of a walk, with walks merged by `merge`.
fn outcomes(
    size: (usize, usize),
    rules: Rules,
    rule: &Rule,
    merge: fn(Walk) -> Walk,
) -> Explored<Outcome> {
    let step = |walk: &Option<Walk>, draws: &mut Branch| {
        let Some(mut walk) = walk.clone() else {
            return Step::Continue(Some(merge(
                Walk::begin(size.0, size.1, rules, draws).unwrap(),
            )));
        };
        let ControlFlow::Break(end) = walk.step(draws) else {
            return Step::Continue(Some(merge(walk)));
        };
        if end != End::Complete {
            assert!(rules == RULES[0], "only the document's own restart fails");
            assert_proved(end, &walk);
        }
        Step::Done((end, walk.maze().walls(), walk.maze().start_column()))
    };
    explore_steps(rule, &Limits::default(), &None, step).unwrap()
}

/// A rule that gives all of up to eight numbers, but not equally often unless their count is a power of two.
fn unfair() -> Rule {
    Rule::of::<LowBits<3>>(31).unwrap()
}

#[test]
fn merged_walks_have_the_outcomes_of_all_walks() {
    for size in [
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (1, 4),
        (2, 2),
        (3, 2),
        (2, 3),
    ] {
        for rules in RULES {
            for rule in [Rule::ideal(), unfair()] {
                let all = outcomes(size, rules, &rule, |walk| walk);
                let merged = outcomes(size, rules, &rule, Walk::canonical);
                assert!(
                    all.probabilities().eq(merged.probabilities()),
                    "{size:?} {rules:?}"
                );
                assert!(merged.states() <= all.states(), "{size:?} {rules:?}");
            }
            let all = outcomes(size, rules, &Rule::ideal(), Walk::canonical);
            let merged = outcomes(size, rules, &Rule::ideal(), Walk::canonical_if_ideal);
            assert!(
                all.probabilities().eq(merged.probabilities()),
                "{size:?} {rules:?}"
            );
        }
    }
}

#[test]
fn going_up_into_the_unvisited_corner_closes_its_east_side() {
    // Down and out on the right, thrown to the corner; right, down, left, up: back in the corner.
    let mut draws = roguelab_generators::draw::Tape::new(&[2, 0, 0, 0, 0, 0, 0]);
    let maze = Amazing::generate(3, 2, Restart::RandomVisited, &mut draws).unwrap();
    assert_eq!(maze.walls(), [[1, 2], [1, 0], [1, 1]]);
    assert_eq!(maze.visited(), [[6, 5], [3, 4], [1, 2]]);
}

proptest! {
    #[test]
    fn every_size_ends_and_every_error_is_proved(width in 0..=40_usize, height in 0..=40_usize, seed: u64, rules in 0..3_usize) {
        let mut calls = 0;
        let mut draws = Recorder::new(dice(seed, 54), |_, _| calls += 1);
        let Ok(mut walk) = Walk::begin(width, height, RULES[rules], &mut draws) else {
            prop_assert_eq!(width * height, 0);
            return Ok(());
        };
        prop_assert_eq!(walk.at(), (walk.maze().start_column(), 0));
        let end = walk.run(&mut draws);
        let maze = walk.maze();
        let analysis = maze.analysis();
        prop_assert_eq!(analysis.unvisited_cells.len(), maze.cells_left());
        prop_assert!(!analysis.has_cycle && analysis.exit_columns.len() <= 1);
        let lines = maze.text();
        prop_assert!(lines.lines().count() == 2 * height + 1 && lines.lines().all(|line| line.len() == 3 * width + 1));
        let without_blanks = |text: String| text.replace(' ', "");
        prop_assert_eq!(without_blanks(maze.text_literal()), without_blanks(lines));
        let open_edges: usize = maze.open_walls_per_row().iter().sum();
        prop_assert_eq!(open_edges, analysis.open_edges + analysis.exit_columns.len());
        let cells = width * height;
        let straight: usize = maze.straight_walls_per_row().iter().flatten().sum();
        prop_assert_eq!(straight, maze.walls().iter().flatten().filter(|&wall| wall & 1 == 0).count());
        if end == End::Complete {
            // One draw for the start, one for each other cell, and one for the exit; restarts by scan take none.
            let least = cells + analysis.exit_columns.len();
            prop_assert!(calls == least || (calls > least && rules != 1), "{} draws, not {}", calls, least);
            prop_assert!(analysis.components <= 2);
        } else {
            prop_assert_eq!(rules, 0);
            assert_proved(end, &walk);
            let stuck = walk.clone();
            prop_assert_eq!(walk.run(&mut draws), end);
            prop_assert_eq!(walk, stuck);
        }
    }
}
