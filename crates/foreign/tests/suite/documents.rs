//! The references of mazes, rooms and even spreads refuse requests that are too large, and serve the largest ones on any stack.

use roguelab_foreign::OracleError;
use roguelab_foreign::reference::maps::{LONGEST_SIDE, amazing, boss_maze, rooms};
use roguelab_foreign::reference::sequences::{LONGEST_SPREAD, spread};
use roguelab_foreign::reference::{DiceRule, ReferenceDice};

#[test]
fn sizes_out_of_range_are_refused_and_nothing_is_drawn() {
    let mut dice = ReferenceDice::srandom(42, 54, DiceRule::Modulo);
    let refused = |width: u32, height: u32, shortest: u32| {
        let why = format!("a map of {width} by {height}: both sides must be {shortest} to 200");
        Some(OracleError::Refused(why))
    };
    for (width, height) in [(0, 5), (5, 0), (201, 5), (5, 201), (u32::MAX, u32::MAX)] {
        let expected = refused(width, height, 1);
        assert_eq!(boss_maze(width, height, false, &mut dice).err(), expected);
        assert_eq!(amazing(width, height, true, &mut dice).err(), expected);
    }
    for (width, height) in [(6, 7), (7, 6), (201, 7), (7, u32::MAX)] {
        let expected = refused(width, height, 7);
        assert_eq!(rooms(width, height, true, &mut dice).err(), expected);
    }
    assert!(dice.draws().is_empty());
    for (na, nb) in [(LONGEST_SPREAD, 1), (u32::MAX, 1)] {
        assert!(spread(na, nb).is_err());
    }
    assert!(rooms(7, 7, false, &mut dice).is_ok());
}

/// Runs on a thread whose stack has room for only a few calls.
fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(128 * 1024)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap()
}

#[test]
fn the_largest_maze_is_dug_whatever_stack_the_caller_has() {
    let dug = || {
        let mut dice = ReferenceDice::srandom(42, 54, DiceRule::Modulo);
        let maze = boss_maze(LONGEST_SIDE, LONGEST_SIDE, false, &mut dice).unwrap();
        (maze, dice)
    };
    let (maze, dice) = on_a_small_stack(dug);
    assert_eq!(maze.visited.len(), 10_000);
    assert_eq!(dice.draws().len(), 2 + 3 * 10_000);
    assert_eq!((maze, dice), dug(), "and it is the same as on a large one");
}

#[test]
fn the_largest_sequence_is_spread_whatever_stack_the_caller_has() {
    for nb in [1, 3_819_660, 4_999_999, LONGEST_SPREAD / 2] {
        let sequence = on_a_small_stack(move || spread(LONGEST_SPREAD - nb, nb)).unwrap();
        assert_eq!(sequence.into_iter().map(u32::from).sum::<u32>(), nb);
    }
}
