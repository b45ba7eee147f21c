use proptest::prelude::*;

use super::*;
use crate::fixtures::root;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/documents").join(name)).unwrap()
}

#[test]
#[ignore = "slow: run in CI"]
fn every_value_of_a_file_is_compared() {
    every_leaf_counts("pcg32-demo.json", 1);
    every_leaf_counts("pcg32.json", 1);
    every_leaf_counts("rogue.json", 1);
    every_leaf_counts("spread.json", 1);
    every_leaf_counts("boss.json", 1);
    // These are large, and a change in any place is found by checking all of them.
    every_leaf_counts("haskell.json", 7);
    every_leaf_counts("amazing.json", 97);
}

/// Changes each leaf of the file in turn, one in `step` of them: each change must be seen, as a difference or as an
/// error. Only the notes may be changed, and seeds.
fn every_leaf_counts(name: &str, step: usize) {
    let mut file: Value = serde_json::from_str(&fixture(name)).unwrap();
    let leaves = leaves(&file);
    assert!(leaves.len() > 10);
    for pointer in leaves.iter().step_by(step) {
        // The smallest mazes are the same for many seeds.
        let is_seed = pointer.ends_with("/initstate") || pointer.ends_with("/initseq");
        if is_seed || NOTES.iter().any(|note| pointer[1..].starts_with(note)) {
            continue;
        }
        let leaf = file.pointer_mut(pointer).unwrap();
        let sound = leaf.clone();
        *leaf = match &sound {
            Value::Number(number) if number.is_f64() => (number.as_f64().unwrap() + 0.125).into(),
            Value::Number(number) => number
                .as_i64()
                .map_or(0.into(), |number| (number ^ 1).into()),
            Value::String(text) => format!("{text}x").into(),
            Value::Bool(value) => (!value).into(),
            _ => "changed".into(),
        };
        if let Ok(checked) = check(&file.to_string()) {
            let seen = checked.disagreed() > 0 || !checked.errors.is_empty();
            assert!(seen, "{name}{pointer}: a change was not seen");
        }
        *file.pointer_mut(pointer).unwrap() = sound;
    }
}

fn leaves(value: &Value) -> Vec<String> {
    fn walk(value: &Value, path: String, leaves: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                map.iter()
                    .for_each(|(key, value)| walk(value, format!("{path}/{key}"), leaves));
            }
            Value::Array(list) => {
                list.iter()
                    .enumerate()
                    .for_each(|(i, value)| walk(value, format!("{path}/{i}"), leaves));
            }
            _ => leaves.push(path),
        }
    }
    let mut found = Vec::new();
    walk(value, String::new(), &mut found);
    found
}

#[test]
fn files_that_cannot_be_checked_are_refused_with_the_place() {
    let generator = r#""gen": ["0x1", "0x2"]"#;
    let seed = r#""initstate": "0x1", "initseq": "0x1""#;
    let pcgen = |key: &str| format!(r#"{{"pcgen": [{{{generator}, {key}}}]}}"#);
    let nested = "[".repeat(100_000);
    for (text, said) in [
        (String::new(), "no entry"),
        (" \n".into(), "no entry"),
        ("{}".into(), "no entry"),
        (r#"{"seeds": []}"#.into(), "no entry"),
        (r#"{"seeds": [{"seed": 1"#.into(), "cut short"),
        ("{]".into(), "not JSON"),
        ("# Vectors".into(), "not JSON"),
        (r#"{"2,1": "aba"} x"#.into(), "not JSON"),
        (nested, "not JSON"),
        (
            r#"{"2,1": "aba", "2,1": "abb"}"#.into(),
            "`2,1` appears twice",
        ),
        ("[1]".into(), "generators"),
        (r#"{"sneeds": []}"#.into(), "`sneeds`"),
        (
            r#"{"seeds": [{"seed": 1}]}"#.into(),
            "`seeds[0]`: it has nothing to compare",
        ),
        (r#"{"seeds": [{"potions": []}]}"#.into(), "`seeds[0].seed`"),
        (
            r#"{"seeds": [{"seed": 1.5, "rings": []}]}"#.into(),
            "`seeds[0].seed`",
        ),
        (
            r#"{"seeds": [{"seed": 1, "poisons": []}]}"#.into(),
            "`seeds[0].poisons`",
        ),
        (
            r#"{"generators": [{"kind": "srandom", "args": ["0x1", "7"]}]}"#.into(),
            "generators[0].args[1]",
        ),
        // Nothing does not agree.
        (pcgen(r#""steps": []"#), "pcgen[0]"),
        (pcgen(r#""steps": [{}]"#), "pcgen[0]"),
        (pcgen(r#""split_left_chain": []"#), "pcgen[0]"),
        (pcgen(r#""random_Int": {"values": []}"#), "pcgen[0]"),
        (pcgen(r#""random_Int": {}"#), "pcgen[0]"),
        (
            pcgen(r#""randomR_Bool_False_Maybe": {"values": [false]}"#),
            "pcgen[0].randomR_Bool_False_Maybe",
        ),
        (
            format!(
                r#"{{"dungeons": [{{"width": 7, "height": 7, {generator}, "v4_final": {{}}}}]}}"#
            ),
            "dungeons[0].v4_final",
        ),
        // Too large to compute.
        (
            format!(r#"{{"mazes": [{{"width": 8000, "height": 8000, {seed}, "cells": 1}}]}}"#),
            "at most",
        ),
        (
            format!(
                r#"{{"mazes": [{{"width": 4294967296, "height": 4294967296, {seed}, "cells": 1}}]}}"#
            ),
            "at most",
        ),
        (
            format!(r#"{{"runs": [{{"width": 4000, "height": 4000, {seed}, "status": "ok"}}]}}"#),
            "at most",
        ),
        (
            format!(
                r#"{{"dungeons": [{{"width": 8000, "height": 8000, {generator}, "v2_sectors": {{}}}}]}}"#
            ),
            "at most",
        ),
        (r#"{"1000000000,1000000000": "sha256:0"}"#.into(), "at most"),
    ] {
        let error = check(&text).unwrap_err().to_string();
        assert!(error.contains(said), "{said}: {error}");
    }
}

#[test]
fn an_entry_that_makes_no_sense_does_not_hide_the_others() {
    let text =
        r#"{"2,1": "abb", "2,2": "abab", "seeds": [{"seed": 1, "poisons": []}, 7], "sneeds": 1}"#;
    let checked = check(text).unwrap();
    assert_eq!(
        (checked.agreed(), checked.disagreed(), checked.errors.len()),
        (1, 1, 3)
    );
    let seeds = checked
        .tallies
        .iter()
        .find(|tally| tally.kind == "Rogue seeds")
        .unwrap();
    assert_eq!((seeds.agreed, seeds.disagreed, seeds.unchecked), (0, 0, 2));
}

#[test]
fn numbers_may_be_written_in_any_way() {
    let double = |value: &str| {
        format!(
            r#"{{"pcgen": [{{"gen": ["0x2a", "0x6d"], "random_Double": {{"values": [{value}]}}}}]}}"#
        )
    };
    let bools = |range: &str| {
        format!(
            r#"{{"pcgen": [{{"gen": ["0x1", "0x2"], "randomR_Bool_{range}": {{"values": [false, false]}}}}]}}"#
        )
    };
    let directions = "\u{feff}{\"random_directions\": [{\"r\": [0.0, 0, 0], \"byte\": 27.0}]}";
    for (text, agreed) in [
        (directions.into(), 1),
        (directions.replace("27.0", "27.5"), 0),
        (r#"{"generators": [{"kind": "raw", "args": ["0x1", 3], "inc": "0x3", "state": "0x001"}]}"#.into(), 1),
        (double("0.16754367177937424"), 1),
        (double("\"0.16754367177937424\""), 1),
        (double("[\"0.16754367177937424\", \"(6036396942350996,-55)\"]"), 1),
        (double("0.16754367177937427"), 0),
        (bools("False_False"), 1),
        (bools("True_True"), 0),
    ] {
        let checked = check(&text).unwrap();
        assert_eq!((checked.agreed(), checked.disagreed()), (agreed, 1 - agreed), "{text}");
    }
}

/// An entry of every kind that the documents' files have.
fn entries() -> Vec<String> {
    let paths = std::fs::read_dir(root().join("fixtures/documents"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let files = files.map(|path| std::fs::read_to_string(path).unwrap());
    let entries = files
        .flat_map(|text| serde_json::from_str::<serde_json::Map<String, Value>>(&text).unwrap());
    let first = |(key, value)| {
        let value = match value {
            Value::Array(list) => list.into_iter().take(1).collect(),
            Value::Object(map) => Value::Object(map.into_iter().take(1).collect()),
            other => other,
        };
        Value::Object(serde_json::Map::from_iter([(key, value)])).to_string()
    };
    entries
        .map(first)
        .filter(|text| text.len() < 4096)
        .collect()
}

/// What stands in vectors, and what should not. No number is one that makes a large map.
const PIECES: [&str; 14] = [
    "",
    "0",
    "-1",
    "7",
    "2.5",
    "1e308",
    "18446744073709551616",
    "null",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "\u{0}",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_checked_or_refused_and_never_passes_with_nothing_compared(
        text in prop::sample::select(entries()),
        at in any::<prop::sample::Index>(),
        length in 0_usize..9,
        piece in prop::sample::select(&PIECES[..]),
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, piece.bytes());
        match check(&String::from_utf8_lossy(&bytes)) {
            Ok(checked) => prop_assert!(checked.agreed() + checked.disagreed() > 0),
            Err(error) => prop_assert!(!error.to_string().trim().is_empty()),
        }
    }
}
