//! Bytes as a text that somebody wrote: vectors, or a statistical plan.

use std::fs;

use gof::Plan;
use serde_json::{Map, Value};

use super::{Defect, TARGETS};
use crate::fixtures::root;
use crate::vectors;

/// The longest side of a map, and the most items of a spread, that an input may ask for. What a file may ask for is more: 2^22
/// tiles, and 2^27 items, which take seconds.
const LONGEST_SIDE: f64 = 40.0;
const MOST_ITEMS: u64 = 5000;

pub(super) fn vectors(bytes: &[u8]) -> Result<(), Defect> {
    let text = String::from_utf8_lossy(bytes);
    if serde_json::from_str(&text).is_ok_and(|value| asks_for_much(&value)) {
        return Ok(());
    }
    match vectors::check(&text) {
        Ok(checked) if checked.agreed() + checked.disagreed() == 0 => {
            Err(Defect(String::from("a file passes as checked in which nothing was compared")))
        }
        Ok(checked) => {
            let shown: Vec<_> = checked.errors.iter().map(ToString::to_string).chain(checked.differences).collect();
            said(&shown)
        }
        Err(error) => said(&[error.to_string()]),
    }
}

/// Whether a map or a spread would be large.
fn asks_for_much(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(asks_for_much),
        Value::Object(map) => map.iter().any(|(key, value)| {
            let side = ["width", "height"].contains(&key.as_str());
            let large = |count: &str| count.parse().is_ok_and(|count: u64| count > MOST_ITEMS);
            side && value.as_f64().is_some_and(|side| side > LONGEST_SIDE)
                || key.split(',').any(large)
                || asks_for_much(value)
        }),
        _ => false,
    }
}

/// That nothing is said in no words.
fn said(lines: &[String]) -> Result<(), Defect> {
    if lines.iter().any(|line| line.trim().is_empty()) {
        return Err(Defect(String::from("an error says nothing")));
    }
    Ok(())
}

/// Of every file of the documents' outputs, each kind of entry once, alone in a file.
pub(super) fn vector_seeds() -> Vec<Vec<u8>> {
    let most = TARGETS.iter().find(|target| target.name == "vectors").map_or(0, |target| target.most);
    let mut names: Vec<_> = fs::read_dir(root().join("fixtures/documents")).into_iter().flatten().flatten().collect();
    names.sort_by_key(fs::DirEntry::file_name);
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for name in names {
        let text = fs::read_to_string(name.path()).unwrap_or_default();
        let Ok(Value::Object(file)) = serde_json::from_str(&text) else { continue };
        let mut spreads = 0;
        for (key, value) in file {
            spreads += usize::from(key.contains(','));
            let first = match value {
                Value::Array(list) => Value::Array(list.into_iter().take(1).collect()),
                Value::Object(map) => map.into_iter().take(1).collect::<Map<_, _>>().into(),
                other => other,
            };
            let seed = Value::Object(Map::from_iter([(key, first)])).to_string();
            if seed.len() <= most && spreads <= 8 {
                seeds.push(seed.into_bytes());
            }
        }
    }
    seeds
}

pub(super) fn plan(bytes: &[u8]) -> Result<(), Defect> {
    let plan = match Plan::from_toml(&String::from_utf8_lossy(bytes)) {
        Ok(plan) => plan,
        Err(error) => return said(&[error.to_string()]),
    };
    match plan.verify() {
        Ok(verified) if verified.checks().len() == plan.checks.len() => {
            said(&[verified.to_string(), verified.header()])
        }
        Ok(_) => Err(Defect(String::from("a plan is verified without all its checks"))),
        Err(errors) if errors.is_empty() => Err(Defect(String::from("a plan is refused without a reason"))),
        Err(errors) => said(&errors.iter().map(ToString::to_string).collect::<Vec<_>>()),
    }
}

/// Each check of the plan of the gate, alone.
pub(super) fn plan_seeds() -> Vec<Vec<u8>> {
    const START: &str = "[[check]]";
    let text = fs::read_to_string(root().join("fixtures").join(zoo::plan::NAME)).unwrap_or_default();
    let checks = text.split(START).skip(1);
    checks.map(|check| format!("alpha = 1e-2\n{START}{check}").into_bytes()).collect()
}
