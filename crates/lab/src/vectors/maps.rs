//! Vectors of permutations without lists, mazes, Amazing and dungeons.

use std::collections::HashMap;

use anyhow::Result;
use generators::bounding::{Modulo, Scaled};
use generators::draw::{Dice, Recorder, Tape};
use generators::haskell::HaskellDice;
use generators::pcg32::Pcg32;
use grids::amazing::{Amazing, AmazingError, Restart};
use grids::boss_maze::{self, Maze, Order};
use grids::grid::Grid;
use grids::rooms::{self, Halls, Room};
use permute::directions::random_directions;
use permute::draws::permutation_of;
use permute::printed::Collisions;
use serde_json::{Map, Value, json};

use super::entry::{Entry, MOST_TILES};
use super::haskell::{generator, written};

/// The tables write lists of digits without anything between them.
const MOST_DIGITS: u32 = 10;

/// A table for one length: draws to permutation, both as digits.
pub(super) fn permutations(entry: &Entry<'_>) -> Result<Value> {
    let n: u32 = entry
        .key
        .parse()
        .ok()
        .filter(|n| (1..=MOST_DIGITS).contains(n))
        .ok_or_else(|| {
            entry.malformed(format!("its key must be a length from 1 to {MOST_DIGITS}"))
        })?;
    let rows = entry
        .value
        .as_object()
        .ok_or_else(|| entry.malformed("an object of draws and permutations belongs here"))?;
    let mut facts = Map::new();
    for key in rows.keys() {
        let draws: Option<Vec<u32>> = key.chars().map(|digit| digit.to_digit(10)).collect();
        let permutation = draws
            .filter(|draws| draws.len() == n as usize)
            .and_then(|draws| permutation_of(draws).ok());
        let permutation = permutation.ok_or_else(|| {
            entry.malformed(format!("`{key}` are no draws below {n}, {n} - 1, ..., 1"))
        })?;
        facts.insert(
            key.clone(),
            permutation
                .iter()
                .map(ToString::to_string)
                .collect::<String>()
                .into(),
        );
    }
    Ok(facts.into())
}

/// Three draws, and the byte they are packed into.
pub(super) fn directions(entry: &Entry<'_>) -> Result<Value> {
    let draws: Vec<u32> = entry
        .part("r")?
        .list()?
        .iter()
        .map(Entry::number)
        .collect::<Result<_, _>>()?;
    let &[r1 @ 0..4, r2 @ 0..3, r3 @ 0..2] = &draws[..] else {
        return Err(entry.malformed("`r` must be three draws, below 4, 3 and 2"));
    };
    let packed = random_directions(&mut Tape::new(&[r1, r2, r3]));
    Ok(json!({
        "r": draws,
        "byte": packed.0,
        "d1_to_d4": packed.drawn(),
        "order_visited": packed.visited(),
    }))
}

/// The example of the text: the second of ten numbers.
pub(super) fn example(entry: &Entry<'_>) -> Result<Value> {
    let (r1, r2): (u32, u32) = (entry.part("r1")?.number()?, entry.part("r2")?.number()?);
    let mut draws = [0; 10];
    (draws[0], draws[1]) = (r1, r2);
    let permutation = permutation_of(draws).map_err(|error| entry.malformed(error))?;
    Ok(json!({ "r1": r1, "r2": r2, "n2_expected": permutation[1] }))
}

/// How often the third number of the prose is one of the first two.
pub(super) fn collisions() -> Value {
    let Collisions { collisions, of } = Collisions::of(10).unwrap_or(Collisions {
        collisions: 0,
        of: 0,
    });
    json!({ "collisions": collisions as u64, "of": of as u64 })
}

/// The depth of the document's recursion: the cells on the longest way from the start.
fn depth(maze: &Maze) -> usize {
    let mut depths: HashMap<(usize, usize), usize> = HashMap::new();
    for &(x, y) in maze.visited() {
        // The way to a cell is through its only open neighbour that was there before.
        let from = [
            (x.wrapping_sub(2), y, x.wrapping_sub(1), y),
            (x + 2, y, x + 1, y),
        ]
        .into_iter()
        .chain([
            (x, y.wrapping_sub(2), x, y.wrapping_sub(1)),
            (x, y + 2, x, y + 1),
        ])
        .filter(|&(_, _, x, y)| maze.grid().is_open(x, y))
        .find_map(|(x, y, ..)| depths.get(&(x, y)));
        let depth = from.map_or(1, |depth| depth + 1);
        depths.insert((x, y), depth);
    }
    depths.into_values().max().unwrap_or(0)
}

fn rows(text: &impl ToString) -> Value {
    text.to_string().lines().collect()
}

pub(super) fn maze(entry: &Entry<'_>) -> Result<Value> {
    let (width, height) = entry.size(MOST_TILES)?;
    let (initstate, initseq) = (entry.part("initstate")?, entry.part("initseq")?);
    let dice = Dice::<_, Modulo>::new(Pcg32::srandom(initstate.bits()?, initseq.bits()?));
    let mut draws = 0u64;
    let maze = boss_maze::generate(
        width,
        height,
        Order::Packed,
        &mut Recorder::new(dice, |_, _| draws += 1),
    )
    .map_err(|error| entry.malformed(error))?;
    let cells = maze.visited().len();
    Ok(json!({
        "width": width,
        "height": height,
        "initstate": initstate.value,
        "initseq": initseq.value,
        "start": maze.start(),
        "draws": draws,
        // The first visit, and four from each cell.
        "visit_calls": 1 + 4 * cells,
        "max_recursion_depth": depth(&maze),
        "cells": cells,
        "visit_order": maze.visited(),
        "raw_rows": rows(&maze.grid().ascii(' ')),
        "final_rows": rows(&maze.grid().text()),
        "border_intact": maze.open_border().next().is_none(),
    }))
}

/// A cell of Amazing and its walls are four tiles.
const MOST_CELLS: usize = MOST_TILES / 4;

/// A run of Amazing: a maze, or what there was of it where the document's code hangs or crashes.
pub(super) fn amazing(entry: &Entry<'_>) -> Result<Value> {
    let (width, height) = entry.size(MOST_CELLS)?;
    let (initstate, initseq) = (entry.part("initstate")?, entry.part("initseq")?);
    let dice = Dice::<_, Scaled>::new(Pcg32::srandom(initstate.bits()?, initseq.bits()?));
    let mut calls = 0u64;
    let made = Amazing::generate(
        width,
        height,
        Restart::RandomVisited,
        &mut Recorder::new(dice, |_, _| calls += 1),
    );
    let (status, maze, walk) = match made {
        Ok(maze) => ("ok", maze, None),
        Err(AmazingError::Endless(walk)) => ("hang", walk.maze().clone(), Some(walk)),
        Err(AmazingError::PastTheList(walk)) => ("crash", walk.maze().clone(), Some(walk)),
        Err(error) => return Err(entry.malformed(error)),
    };
    let analysis = maze.analysis();
    let mut facts = json!({
        "width": width,
        "height": height,
        "initstate": initstate.value,
        "initseq": initseq.value,
        "status": status,
        // A run that hangs never comes to an end of its calls.
        "random_calls": if status == "hang" { Value::Null } else { calls.into() },
        "vWalls": maze.walls(),
        "wVisited": maze.visited(),
        "analysis": {
            "start_column": analysis.start_column,
            "exit_columns": analysis.exit_columns,
            "open_edges": analysis.open_edges,
            "components": analysis.components,
            "has_cycle": analysis.has_cycle,
            "cells_reachable_from_start": analysis.cells_reachable_from_start,
            "perfect": analysis.perfect,
            "exit_reachable_from_start": analysis.exit_reachable_from_start,
            "east_openings_on_last_column": analysis.east_openings_on_last_column,
            "unvisited_cells": analysis.unvisited_cells,
        },
    });
    // Notes: the batch of a run, and what the language said when it failed.
    for note in ["set", "error"]
        .into_iter()
        .filter_map(|note| entry.get(note))
    {
        facts[note.key] = note.value.clone();
    }
    if let Some(walk) = walk {
        facts["printed_before_failure_literal"] =
            maze.text_literal().split_inclusive('\n').next().into();
        facts["visitedCellList"] = walk.list().map(|place| json!(place)).collect();
        // The document's visitor goes on jumping among the places that can be drawn: any of them may be given.
        let given = entry.get("current").map(|place| place.value.clone());
        let drawable = |given: &Value| walk.list().skip(1).any(|place| json!(place) == *given);
        facts["current"] = given.filter(drawable).unwrap_or_else(|| json!(walk.at()));
        facts["cellCount"] = (maze.cells_visited() + 1).into();
        facts["selectable_all_locked"] = true.into();
    } else {
        facts["text_literal"] = maze.text_literal().into();
        facts["text_ws3"] = maze.text().into();
    }
    Ok(facts)
}

fn tiles(grid: &Grid) -> Value {
    rows(&grid.ascii('.'))
}

fn corners(room: &Room) -> Value {
    json!([room.xl, room.yl, room.xh, room.yh])
}

/// A dungeon: what each stage of the document's code makes of a size and a generator.
pub(super) fn dungeon(entry: &Entry<'_>) -> Result<Value> {
    let (width, height) = entry.size(MOST_TILES)?;
    let start = generator(&entry.part("gen")?)?;
    let mut facts = json!({ "width": width, "height": height, "gen": written(&start) });
    let refused = |error: rooms::RoomsError| entry.malformed(error);
    if entry.get("v1_blob").is_some() {
        let mut dice = HaskellDice::new(start.clone());
        let grid = rooms::blob(width, height, &mut dice).map_err(refused)?;
        facts["v1_blob"] = json!({ "tiles": tiles(&grid), "gen_after": written(dice.as_gen()) });
    }
    let mut dice = HaskellDice::new(start.clone());
    let sectors = rooms::generate(width, height, None, &mut dice).map_err(refused)?;
    facts["v2_sectors"] = json!({
        "sectors_x1_y1_x2_y2": sectors.corners(),
        "tiles": tiles(sectors.grid()),
        "gen_after": written(dice.as_gen()),
    });
    let mut dice = HaskellDice::new(start);
    let dungeon = rooms::generate(width, height, Halls::Straight, &mut dice).map_err(refused)?;
    facts["v4_final"] = json!({
        "rooms_xl_yl_xh_yh": dungeon.rooms().iter().map(corners).collect::<Value>(),
        "halls_by_border_1_to_12": dungeon.halls().iter().map(|hall| hall.first().map(corners)).collect::<Vec<_>>(),
        "tiles": tiles(dungeon.grid()),
        "gen_after": written(dice.as_gen()),
    });
    Ok(facts)
}
