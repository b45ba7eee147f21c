//! The exact numbers of the report, as they are committed, and what has changed since.

use anyhow::{Context, Result};
use findings::Documents;
use serde::Serialize;
use serde_json::Value;

use crate::change::Change;
use crate::report::SCHEMA;

/// The baseline's name below `fixtures`.
pub const NAME: &str = "baseline.json";

/// The numbers that must not change: everything about the documents. What was compared with what depends on the oracles
/// that are there, and stays out.
///
/// # Errors
/// If the numbers cannot be written as JSON: a defect of this program.
pub fn baseline(documents: &Documents) -> Result<String> {
    #[derive(Serialize)]
    struct Baseline<'a> {
        schema: &'static str,
        #[serde(flatten)]
        documents: &'a Documents,
    }
    Ok(serde_json::to_string_pretty(&Baseline { schema: SCHEMA, documents })? + "\n")
}

/// Reads a baseline.
///
/// # Errors
/// If it is no JSON, with the line.
pub fn parse(text: &str) -> Result<Value> {
    serde_json::from_str(text).context("the baseline is no JSON: make it anew with `cargo xtask bless`")
}

/// How many values it holds: numbers, texts, truth values.
pub fn values(value: &Value) -> u64 {
    match value {
        Value::Object(parts) => parts.values().map(values).sum(),
        Value::Array(parts) => parts.iter().map(values).sum(),
        _ => 1,
    }
}

/// Every value that differs, old and new, by its place.
pub fn changes(old: Option<&Value>, new: Option<&Value>) -> Vec<Change> {
    let mut changes = Vec::new();
    compare(&mut String::new(), old, new, &mut changes);
    changes
}

fn compare(place: &mut String, old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<Change>) {
    let mut below = |name: &str, old: Option<&Value>, new: Option<&Value>| {
        let length = place.len();
        place.push('/');
        place.push_str(name);
        compare(place, old, new, changes);
        place.truncate(length);
    };
    match (old, new) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
                below(name, old.get(name), new.get(name));
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            for i in 0..old.len().max(new.len()) {
                below(&i.to_string(), old.get(i), new.get(i));
            }
        }
        _ if old == new => {}
        _ => {
            let show = |value: Option<&Value>| value.map_or("nothing".into(), ToString::to_string);
            changes.push(Change { place: place.clone(), was: show(old), is: show(new) });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_change_is_named_by_its_place() {
        let (old, new) = (json!({"a": [1, 2], "b": {"c": "1/3"}}), json!({"a": [1, 3, 4], "b": {}}));
        let changes = changes(Some(&old), Some(&new));
        let shown: Vec<_> = changes.iter().map(|c| (c.place.as_str(), c.was.as_str(), c.is.as_str())).collect();
        assert_eq!(shown, [("/a/1", "2", "3"), ("/a/2", "nothing", "4"), ("/b/c", "\"1/3\"", "nothing")]);
    }

    #[test]
    fn equal_numbers_are_no_change_and_no_json_is_an_error() {
        assert!(changes(Some(&json!([1])), Some(&json!([1]))).is_empty());
        assert!(parse("[1").unwrap_err().to_string().contains("bless"));
    }

    #[test]
    fn values_are_counted_at_the_leaves() {
        assert_eq!(values(&json!({"a": [1, "2"], "b": {"c": null}, "d": []})), 3);
    }
}
