//! Vectors of Amazing.

use generators::bounding::Scaled;
use generators::draw::{Dice, Recorder};
use generators::pcg32::Pcg32;
use grids::amazing::{Amazing, AmazingError, Analysis, Restart};
use serde_json::{Value, json};

use super::VectorError;
use super::entry::{Entry, MOST_TILES};

/// A cell and its walls are four tiles.
const MOST_CELLS: usize = MOST_TILES / 4;

fn analysis(analysis: &Analysis) -> Value {
    json!({
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
    })
}

/// A run: a maze, or where the document's code hangs or crashes, what there was of it.
pub(super) fn run(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (width, height) = entry.size(MOST_CELLS)?;
    let (initstate, initseq) = (entry.part("initstate")?, entry.part("initseq")?);
    let dice = Dice::<_, Scaled>::new(Pcg32::srandom(initstate.bits()?, initseq.bits()?));
    let mut calls = 0u64;
    let made = Amazing::generate(width, height, Restart::RandomVisited, &mut Recorder::new(dice, |_, _| calls += 1));
    let (status, maze, walk) = match made {
        Ok(maze) => ("ok", maze, None),
        Err(AmazingError::Endless(walk)) => ("hang", walk.maze().clone(), Some(walk)),
        Err(AmazingError::PastTheList(walk)) => ("crash", walk.maze().clone(), Some(walk)),
        Err(error) => return Err(entry.malformed(error.to_string())),
    };
    let mut facts = json!({
        "width": width,
        "height": height,
        "initstate": initstate.value,
        "initseq": initseq.value,
        "status": status,
        // What hangs never comes to an end of its calls.
        "random_calls": if status == "hang" { Value::Null } else { calls.into() },
        "vWalls": maze.walls(),
        "wVisited": maze.visited(),
        "analysis": analysis(&maze.analysis()),
    });
    // Notes: which batch a run was of, and what the language said when it failed.
    for note in ["set", "error"] {
        if let Some(note) = entry.get(note) {
            facts[note.key] = note.value.clone();
        }
    }
    if let Some(walk) = walk {
        facts["printed_before_failure_literal"] = maze.text_literal().split_inclusive('\n').next().into();
        facts["visitedCellList"] = walk.list().map(|place| json!(place)).collect();
        // The document's visitor goes on jumping among the places that can be drawn: any of them may be noted.
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
