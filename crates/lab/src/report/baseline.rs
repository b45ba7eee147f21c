//! The exact numbers of the report, as they are committed, and what has changed since.

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::Value;

use super::SCHEMA;
use crate::experiments::Documents;

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

/// Every number that differs, old and new, by its place.
///
/// # Errors
/// If one of the two is no JSON.
pub fn changes(old: &str, new: &str) -> Result<Vec<String>> {
    let old: Value =
        serde_json::from_str(old).context("the baseline is no JSON: make it anew with `cargo xtask bless`")?;
    let new: Value = serde_json::from_str(new)?;
    let mut changes = Vec::new();
    compare(&mut String::new(), Some(&old), Some(&new), &mut changes);
    Ok(changes)
}

fn compare(place: &mut String, old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<String>) {
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
            changes.push(format!("{place}: was {}, is {}", show(old), show(new)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_named_by_its_place() {
        let (old, new) = (r#"{"a": [1, 2], "b": {"c": "1/3"}}"#, r#"{"a": [1, 3, 4], "b": {}}"#);
        let changes = changes(old, new).unwrap();
        assert_eq!(changes, ["/a/1: was 2, is 3", "/a/2: was nothing, is 4", "/b/c: was \"1/3\", is nothing"]);
    }

    #[test]
    fn equal_numbers_are_no_change_and_no_json_is_an_error() {
        assert!(changes("[1]", "[1]").unwrap().is_empty());
        assert!(changes("[1", "[1]").unwrap_err().to_string().contains("bless"));
    }
}
