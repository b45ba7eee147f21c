//! The references written from the documents against what the documents' own code gave: permutations, mazes, Amazing
//! and even separation.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroU32;
use std::path::Path;

use foreign::reference::maps::{LONGEST_SIDE, SizeError, Status, amazing, boss_maze};
use foreign::reference::sequences::{LONGEST_SPREAD, permutation, random_directions, spread};
use foreign::reference::{ReferenceDice, ReferencePcg32, Rule};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/documents").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn list(value: &Value) -> &[Value] {
    let list = value.as_array().unwrap();
    assert!(!list.is_empty());
    list
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn pair(value: &Value) -> (u32, u32) {
    (number(&value[0]), number(&value[1]))
}

/// Dice of the stream that a vector names.
fn dice(vector: &Value, rule: Rule) -> ReferenceDice {
    ReferenceDice::srandom(vector["initstate"].as_u64().unwrap(), vector["initseq"].as_u64().unwrap(), rule)
}

fn bound(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
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
fn the_document_adds_the_first_two_draws_and_one() {
    let example = &vectors("boss.json")["document_example"];
    let (r1, r2) = (number(&example["r1"]), number(&example["r2"]));
    let mut dice = ReferenceDice::srandom(42, 54, Rule::Modulo);
    let numbers = (0..10_000).find_map(|_| {
        dice.forget_draws();
        let numbers = permutation(10, &mut dice);
        (dice.draws()[..2] == [(10, r1), (9, r2)]).then_some(numbers)
    });
    assert_eq!(numbers.unwrap()[..2], [r1, number(&example["n2_expected"])]);
}

#[test]
fn a_permutation_has_every_number_once() {
    let mut dice = ReferenceDice::srandom(7, 7, Rule::Haskell);
    for n in [0, 1, 2, 5, 255, 256, 1000] {
        dice.forget_draws();
        let mut numbers = permutation(n, &mut dice);
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..n.into()), "{n}");
        assert_eq!(dice.draws().len(), usize::from(n));
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

#[test]
fn the_shuffled_order_is_the_draws_applied_to_a_list_from_its_end() {
    let mut dice = ReferenceDice::srandom(42, 54, Rule::Modulo);
    let maze = boss_maze(41, 41, true, &mut dice).unwrap();
    assert_eq!(maze.visited.len(), 400);
    assert_eq!(maze.start, maze.visited[0]);
    let draws = dice.draws();
    assert_eq!(draws.len(), 2 + 3 * 400);
    for triple in draws[2..].chunks(3) {
        assert!(triple.iter().map(|draw| draw.0).eq([4, 3, 2]));
    }
    // From the first cell the visitor goes where the last of the list points, unless that is outside.
    let mut directions = [0, 1, 2, 3];
    for (i, draw) in [3, 2, 1].into_iter().zip(&draws[2..5]) {
        directions.swap(i, draw.1 as usize);
    }
    let (i, j) = maze.start;
    let goals = [(i, j.wrapping_sub(2)), (i.wrapping_sub(2), j), (i, j + 2), (i + 2, j)];
    let first = directions.into_iter().rev().map(|direction| goals[direction]).find(|&(i, j)| i < 41 && j < 41);
    assert_eq!(maze.visited[1], first.unwrap());
}

#[test]
fn a_maze_has_one_opening_less_than_cells() {
    for shuffled in [false, true] {
        for (width, height) in [(3, 3), (9, 7), (10, 8), (199, 199), (200, 200), (2, 2), (2, 9)] {
            let mut dice = ReferenceDice::srandom(3, 5, Rule::Scaled);
            let maze = boss_maze(width, height, shuffled, &mut dice).unwrap();
            let cells = (width / 2 * (height / 2)) as usize;
            assert_eq!(maze.visited.len(), cells, "{width} by {height}");
            assert_eq!(maze.tiles.iter().filter(|wall| !**wall).count(), 2 * cells - 1, "{width} by {height}");
        }
    }
}

#[test]
fn a_maze_one_tile_wide_is_all_wall() {
    let mut dice = ReferenceDice::srandom(3, 5, Rule::Modulo);
    let maze = boss_maze(1, 5, false, &mut dice).unwrap();
    assert!(maze.tiles.iter().all(|&wall| wall) && maze.visited.is_empty());
    assert_eq!(maze.joined, [2, 10, 10, 10, 8]);
    assert_eq!((maze.start.0, dice.draws().len()), (1, 2));
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
fn amazing_reads_past_a_list_of_one_entry_or_none() {
    let mut lengths = BTreeSet::new();
    for seed in 0..200 {
        let mut dice = ReferenceDice::srandom(seed, 54, Rule::Scaled);
        let maze = amazing(3, 1, false, &mut dice).unwrap();
        if maze.status == Status::PastList {
            lengths.insert(maze.visited_list.len());
            assert!(dice.draws().iter().all(|draw| draw.0 > 0), "the draw that cannot be made is not noted");
        }
    }
    assert!(lengths.into_iter().eq([0, 1]));
}

#[test]
fn a_restart_never_tries_the_first_of_the_list() {
    // In a row of five, from the middle: right, out, and from the corner back to the start's left and to the corner
    // again. Of the visited only the first has a way left.
    let stuck = (0..500).find_map(|seed| {
        let mut dice = ReferenceDice::srandom(seed, 54, Rule::Scaled);
        let maze = amazing(5, 1, false, &mut dice).unwrap();
        (maze.visited == [4, 3, 1, 2, 0]).then_some(maze)
    });
    let maze = stuck.unwrap();
    assert_eq!(maze.visited_list, [(3, 0), (1, 0), (0, 0)]);
    assert_eq!((maze.status, maze.current, maze.exit_placed), (Status::Endless, (0, 0), true));
}

#[test]
fn scanning_draws_nothing_for_a_restart_and_always_ends() {
    for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (5, 2), (3, 3), (10, 10), (200, 200)] {
        for seed in 0..10 {
            let mut dice = ReferenceDice::srandom(seed, 54, Rule::Scaled);
            let maze = amazing(width, height, true, &mut dice).unwrap();
            assert_eq!(maze.status, Status::Done);
            let mut order = maze.visited.clone();
            order.sort_unstable();
            assert!(order.into_iter().eq(1..=width * height));
            // The opening, one draw for each cell but the first, and one for the exit.
            assert_eq!(dice.draws().len() as u32, width * height + u32::from(maze.exit_placed));
            assert!(dice.draws()[1..].iter().all(|draw| (1..=4).contains(&draw.0)));
        }
    }
}

/// A row of three cells with the opening in the middle: the ways the visitor can go, and the cells it comes to.
#[test]
fn a_scan_goes_on_to_the_next_cell_that_is_not_locked() {
    let (left, right) = ((0, 0), (2, 0));
    let ways = [
        // To the right and out. That leaves it in the corner, unvisited: the next cell is the middle.
        ([(3, 1), (3, 0), (1, 0), (1, 0)], [right, left]),
        // To the left and out, where it stays; the next is the middle.
        ([(3, 1), (3, 2), (1, 0), (1, 0)], [left, right]),
        // Out, on from the middle to the right; behind the last cell comes the corner, unvisited, then the middle.
        ([(3, 1), (3, 1), (2, 0), (1, 0)], [right, left]),
        // Out, on from the middle to the left; the next is the middle.
        ([(3, 1), (3, 1), (2, 1), (1, 0)], [left, right]),
    ];
    let mut met = BTreeSet::new();
    for seed in 0..200 {
        let mut dice = ReferenceDice::srandom(seed, 54, Rule::Scaled);
        let maze = amazing(3, 1, true, &mut dice).unwrap();
        if dice.draws()[0] == (3, 1) {
            let way = ways.iter().position(|way| way.0 == *dice.draws()).unwrap();
            assert_eq!(maze.visited_list, ways[way].1, "{way}");
            met.insert(way);
        }
    }
    assert_eq!(met.len(), ways.len());
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
            Some(digest) => {
                let bytes: Vec<u8> =
                    (0..64).step_by(2).map(|at| u8::from_str_radix(&digest[at..at + 2], 16).unwrap()).collect();
                assert_eq!(Sha256::digest(&text)[..], bytes, "{counts}");
            }
        }
    }
}

#[test]
fn spread_keeps_the_counts() {
    for (na, nb) in [(0, 0), (1, 0), (0, 9), (100, 101), (101, 100), (1000, 999), (832_040, 514_229), (5_000_000, 3)] {
        let items = spread(na, nb).unwrap();
        assert_eq!((items.len() as u32, items.iter().copied().map(u32::from).sum()), (na + nb, nb));
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

#[test]
fn each_rule_makes_its_number_of_the_same_word() {
    for n in [1, 2, 3, 10, 1000, 4_294_967, 4_294_968, u32::MAX] {
        let word = ReferencePcg32::srandom(42, 54).random();
        let dice = |rule| {
            let mut dice = ReferenceDice::srandom(42, 54, rule);
            let drawn = dice.draw(bound(n));
            assert_eq!(dice.draws(), [(n, drawn)]);
            (drawn, dice)
        };
        assert_eq!(dice(Rule::Modulo).0, word % n);
        assert_eq!(dice(Rule::Scaled).0, (u64::from(word) * u64::from(n) / (1 << 32)) as u32);
        let (value, rolled) = dice(Rule::Haskell);
        let mut rng = ReferencePcg32::srandom(42, 54);
        let mut digits = u64::from(rng.random() ^ 0x8000_0000);
        if n > 4_294_967 {
            digits = (digits << 32) + u64::from(rng.random() ^ 0x8000_0000);
        }
        assert_eq!(u64::from(value), digits % u64::from(n));
        assert_eq!((rolled.state(), rolled.inc()), (rng.state(), rng.inc()));
    }
}

#[test]
fn a_choice_is_a_draw_but_for_haskell() {
    for (rule, same) in [(Rule::Modulo, true), (Rule::Scaled, true), (Rule::Haskell, false)] {
        let start = ReferenceDice::raw(1, 2, rule);
        let (mut draws, mut choices) = (start.clone(), start);
        assert!((0..100).all(|_| choices.choose(bound(7)) < 7 && draws.draw(bound(7)) < 7));
        assert_eq!(draws == choices, same, "{rule:?}");
        assert_eq!((draws.inc(), draws.rule()), (2, rule));
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
