//! Compares the mazes that the story makes on the page with those of the Rust program.

use std::fs;
use std::path::Path;

use findings::story::mazes::{SIZE, STREAM, mazes};
use serde_json::json;
use tempfile::TempDir;

use crate::{Failed, Outcome, asset, holds, node, script};

const SEEDS: u64 = 20;

/// Whether the script with this text makes the same mazes for the first seeds as the program.
fn agrees(story: &str) -> Result<bool, Failed> {
    let folder = TempDir::new()?;
    let path = folder.path().join("story.js");
    fs::write(&path, story)?;
    let numbers = [SEEDS, STREAM, SIZE.0 as u64, SIZE.1 as u64].map(|number| number.to_string());
    let [seeds, stream, width, height] = numbers.each_ref().map(Path::new);
    let said = node(&[
        &script("mazes.mjs"),
        &asset("games.js"),
        &path,
        seeds,
        stream,
        width,
        height,
    ])?;
    holds(said.code == Some(0), &said)?;
    let made = (0..SEEDS).map(|seed| {
        let both =
            mazes(seed).map(|maze| json!([maze.walls, maze.way, maze.dead_ends, maze.longest]));
        serde_json::Value::from(both.to_vec())
    });
    let shown = said
        .stdout
        .lines()
        .map(serde_json::from_str::<serde_json::Value>);
    Ok(shown.collect::<Result<Vec<_>, _>>()? == made.collect::<Vec<_>>())
}

pub(super) fn mazes_of_the_story_are_those_of_the_rust_program() -> Outcome {
    if agrees(&fs::read_to_string(asset("story.js"))?)? {
        Ok(())
    } else {
        Err("a maze of story.js differs".into())
    }
}
