//! Vectors of permutations without lists and of the maze.

use std::collections::HashMap;

use generators::bounding::Modulo;
use generators::draw::{Dice, Recorder, Tape};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Maze, Order, generate};
use permute::directions::random_directions;
use permute::draws::permutation_of;
use permute::printed::Collisions;
use serde_json::{Map, Value, json};

use super::VectorError;
use super::entry::{Entry, MOST_TILES};

/// Single digits: the tables write lists of them without anything between.
const MOST_DIGITS: u32 = 10;

/// A table for one length: draws to permutation, both as digits.
pub(super) fn permutations(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let n: u32 = entry.key.parse().ok().filter(|n| (1..=MOST_DIGITS).contains(n)).ok_or_else(|| {
        entry.malformed(format!("its key is no length from 1 to {MOST_DIGITS}, as numbers are single digits"))
    })?;
    let rows =
        entry.value.as_object().ok_or_else(|| entry.malformed("an object of draws and permutations belongs here"))?;
    let mut facts = Map::new();
    for key in rows.keys() {
        let draws: Option<Vec<u32>> = key.chars().map(|digit| digit.to_digit(10)).collect();
        let permutation = draws.filter(|draws| draws.len() == n as usize).and_then(|draws| permutation_of(draws).ok());
        let permutation =
            permutation.ok_or_else(|| entry.malformed(format!("`{key}` are no draws below {n}, {n} - 1, ..., 1")))?;
        facts.insert(key.clone(), permutation.iter().map(ToString::to_string).collect::<String>().into());
    }
    Ok(facts.into())
}

/// Three draws, and the byte they are packed into.
pub(super) fn directions(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let draws: Vec<u32> = entry.part("r")?.list()?.iter().map(Entry::number).collect::<Result<_, _>>()?;
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
pub(super) fn example(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (r1, r2): (u32, u32) = (entry.part("r1")?.number()?, entry.part("r2")?.number()?);
    let mut draws = [0; 10];
    (draws[0], draws[1]) = (r1, r2);
    let permutation = permutation_of(draws).map_err(|error| entry.malformed(error.to_string()))?;
    Ok(json!({ "r1": r1, "r2": r2, "n2_expected": permutation[1] }))
}

/// How often the third number of the prose is one of the first two.
pub(super) fn collisions() -> Value {
    let Collisions { collisions, of } = Collisions::of(10).unwrap_or(Collisions { collisions: 0, of: 0 });
    json!({ "collisions": collisions as u64, "of": of as u64 })
}

/// How deep the document's recursion is: the cells on the longest way from the start.
fn depth(maze: &Maze) -> usize {
    let mut depths: HashMap<(usize, usize), usize> = HashMap::new();
    for &(x, y) in maze.visited() {
        // The way to a cell is through its only open neighbour that was there before.
        let from = [(x.wrapping_sub(2), y, x.wrapping_sub(1), y), (x + 2, y, x + 1, y)]
            .into_iter()
            .chain([(x, y.wrapping_sub(2), x, y.wrapping_sub(1)), (x, y + 2, x, y + 1)])
            .filter(|&(_, _, x, y)| maze.grid().is_open(x, y))
            .find_map(|(x, y, ..)| depths.get(&(x, y)));
        let depth = from.map_or(1, |depth| depth + 1);
        depths.insert((x, y), depth);
    }
    depths.into_values().max().unwrap_or(0)
}

/// A maze, and how it was made.
pub(super) fn maze(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (width, height) = entry.size(MOST_TILES)?;
    let (initstate, initseq) = (entry.part("initstate")?, entry.part("initseq")?);
    let dice = Dice::<_, Modulo>::new(Pcg32::srandom(initstate.bits()?, initseq.bits()?));
    let mut draws = 0u64;
    let maze = generate(width, height, Order::Packed, &mut Recorder::new(dice, |_, _| draws += 1))
        .map_err(|error| entry.malformed(error.to_string()))?;
    let rows = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
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
        "raw_rows": rows(maze.grid().ascii(' ').to_string()),
        "final_rows": rows(maze.grid().text().to_string()),
        "border_intact": maze.open_border().next().is_none(),
    }))
}
