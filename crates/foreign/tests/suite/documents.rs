//! The references of permutations, mazes, Amazing and even spreads give what the documents' own code gave.

use std::collections::BTreeSet;

use foreign::reference::maps::{LONGEST_SIDE, SizeError, Status, amazing, boss_maze};
use foreign::reference::sequences::{LONGEST_SPREAD, permutation, random_directions, spread};
use foreign::reference::{ReferenceDice, Rule};
use lockstep::hex as digest;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{list, number, numbers, vectors};

fn pair(value: &Value) -> (u32, u32) {
    (number(&value[0]), number(&value[1]))
}

/// Dice of the stream that a vector names.
fn dice(vector: &Value, rule: Rule) -> ReferenceDice {
    ReferenceDice::srandom(vector["initstate"].as_u64().unwrap(), vector["initseq"].as_u64().unwrap(), rule)
}

#[test]
fn permutations_equal_the_tables_for_every_tuple_of_draws() {
    let file = vectors("boss.json");
    for (n, table) in file["permutation_tables"].as_object().unwrap() {
        let n: u16 = n.parse().unwrap();
        let table = table.as_object().unwrap();
        let mut dice = ReferenceDice::srandom(42, 54, Rule::Modulo);
        let mut met = BTreeSet::new();
        while met.len() < table.len() {
            dice.forget_draws();
            let numbers = permutation(n, &mut dice);
            assert!(dice.draws().iter().map(|draw| draw.0).eq((1..=n.into()).rev()));
            let draws: String = dice.draws().iter().map(|draw| draw.1.to_string()).collect();
            let numbers: String = numbers.iter().map(u32::to_string).collect();
            assert_eq!(table[&draws], numbers, "{n}: {draws}");
            met.insert(draws);
        }
    }
}

#[test]
fn the_packed_directions_equal_the_vectors_for_every_triple_of_draws() {
    let file = vectors("boss.json");
    let expected = list(&file["random_directions"]);
    let mut dice = ReferenceDice::srandom(1, 1, Rule::Scaled);
    let mut met = BTreeSet::new();
    while met.len() < expected.len() {
        dice.forget_draws();
        let byte = random_directions(&mut dice);
        let [(4, r1), (3, r2), (2, r3)] = *dice.draws() else { panic!("{:?}", dice.draws()) };
        let row = expected.iter().find(|row| numbers(&row["r"]) == [r1, r2, r3]).unwrap();
        assert_eq!(number(&row["byte"]), u32::from(byte));
        met.insert((r1, r2, r3));
    }
}

#[test]
fn mazes_of_the_packed_order_equal_the_vectors() {
    const WALLS: &str = " ━┃┏━━┓┳┃┗┃┣┛┻┫╋";
    for expected in list(&vectors("boss.json")["mazes"]) {
        let (width, height) = (number(&expected["width"]), number(&expected["height"]));
        let mut dice = dice(expected, Rule::Modulo);
        let maze = boss_maze(width, height, false, &mut dice).unwrap();
        assert_eq!(dice.draws().len(), number(&expected["draws"]) as usize);
        assert_eq!(dice.draws()[0].0, (width - 2) / 2 + 1);
        assert_eq!(maze.start, pair(&expected["start"]));
        assert!(maze.visited.iter().copied().eq(list(&expected["visit_order"]).iter().map(pair)));
        assert_eq!(maze.visited.len(), number(&expected["cells"]) as usize);
        let rows = |tiles: Vec<char>| -> Vec<String> {
            tiles.chunks(width as usize).map(|row| row.iter().collect()).collect()
        };
        let raw = maze.tiles.iter().map(|&wall| if wall { '#' } else { ' ' }).collect();
        assert_eq!(serde_json::json!(rows(raw)), expected["raw_rows"]);
        let joined = maze.joined.iter().map(|&walls| WALLS.chars().nth(walls.into()).unwrap()).collect();
        assert_eq!(serde_json::json!(rows(joined)), expected["final_rows"]);
    }
}

/// A matrix column by column, flattened.
fn flat(value: &Value) -> Vec<u32> {
    list(value).iter().flat_map(numbers).collect()
}

#[test]
fn amazing_equals_the_vectors() {
    let mut endless = 0;
    for expected in list(&vectors("amazing.json")["runs"]) {
        let (width, height) = (number(&expected["width"]), number(&expected["height"]));
        let what = format!("{width} by {height}, {}", expected["initstate"]);
        let mut dice = dice(expected, Rule::Scaled);
        let maze = amazing(width, height, false, &mut dice).unwrap();
        match expected["status"].as_str().unwrap() {
            "ok" => {
                assert_eq!(maze.status, Status::Done, "{what}");
                assert_eq!(dice.draws().len(), number(&expected["random_calls"]) as usize, "{what}");
                let analysis = &expected["analysis"];
                assert_eq!(maze.start, number(&analysis["start_column"]), "{what}");
                // An opening to the south in the bottom row is the exit.
                let exits = numbers(&analysis["exit_columns"]);
                assert_eq!(maze.exit_placed, !exits.is_empty(), "{what}");
                assert_eq!(maze.cell_count, width * height + 1, "{what}");
            }
            "hang" => {
                endless += 1;
                assert_eq!(maze.status, Status::Endless, "{what}");
                assert_eq!(maze.cell_count, number(&expected["cellCount"]), "{what}");
                assert!(maze.visited_list.iter().copied().eq(list(&expected["visitedCellList"]).iter().map(pair)));
            }
            status => panic!("unknown status {status}"),
        }
        let walls: Vec<u32> = maze.walls.iter().copied().map(u32::from).collect();
        assert_eq!(walls, flat(&expected["vWalls"]), "{what}");
        assert_eq!(maze.visited, flat(&expected["wVisited"]), "{what}");
    }
    assert!(endless > 0, "some of the vectors hang");
}

#[test]
fn spread_equals_the_vectors() {
    let file = vectors("spread.json");
    let entries = file.as_object().unwrap();
    assert!(!entries.is_empty());
    for (counts, expected) in entries {
        let (na, nb) = counts.split_once(',').unwrap();
        let items = spread(na.parse().unwrap(), nb.parse().unwrap()).unwrap();
        let text: String = items.iter().map(|&item| char::from(b"ab"[usize::from(item)])).collect();
        match expected.as_str().unwrap().strip_prefix("sha256:") {
            None => assert_eq!(expected.as_str().unwrap(), text, "{counts}"),
            Some(expected) => assert_eq!(digest(&Sha256::digest(&text)), expected, "{counts}"),
        }
    }
}

#[test]
fn sizes_out_of_range_are_refused_and_nothing_is_drawn() {
    let mut dice = ReferenceDice::srandom(42, 54, Rule::Modulo);
    let size = |error: SizeError| (error.width, error.height, error.shortest);
    for (width, height) in [(0, 5), (5, 0), (201, 5), (5, 201), (u32::MAX, 5), (u32::MAX, u32::MAX)] {
        let refused = Err((width, height, 1));
        assert_eq!(boss_maze(width, height, false, &mut dice).map_err(size).map(drop), refused);
        assert_eq!(amazing(width, height, true, &mut dice).map_err(size).map(drop), refused);
    }
    assert!(dice.draws().is_empty());
    for (na, nb) in [(LONGEST_SPREAD, 1), (u32::MAX, u32::MAX), (u32::MAX, 1), (0, LONGEST_SPREAD + 1)] {
        assert!(spread(na, nb).is_err());
    }
}

/// Runs on a thread with so small a stack that only few calls fit.
fn on_a_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(128 * 1024).spawn(run).unwrap().join().unwrap()
}

#[test]
fn the_largest_maze_is_dug_whatever_stack_the_caller_has() {
    let dug = || {
        let mut dice = ReferenceDice::srandom(42, 54, Rule::Modulo);
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
