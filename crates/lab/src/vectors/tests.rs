use super::*;
use crate::fixtures::root;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/documents").join(name)).unwrap()
}

#[test]
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
            Value::Number(number) => number.as_i64().map_or(0.into(), |number| (number ^ 1).into()),
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
                map.iter().for_each(|(key, value)| walk(value, format!("{path}/{key}"), leaves));
            }
            Value::Array(list) => {
                list.iter().enumerate().for_each(|(i, value)| walk(value, format!("{path}/{i}"), leaves));
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
        (r#"{"2,1": "aba", "2,1": "abb"}"#.into(), "`2,1` appears twice"),
        ("[1]".into(), "generators"),
        (r#"{"sneeds": []}"#.into(), "`sneeds`"),
        (r#"{"seeds": [{"seed": 1}]}"#.into(), "`seeds[0]`: it has nothing to compare"),
        (r#"{"seeds": [{"potions": []}]}"#.into(), "`seeds[0].seed`"),
        (r#"{"seeds": [{"seed": 1.5, "rings": []}]}"#.into(), "`seeds[0].seed`"),
        (r#"{"seeds": [{"seed": 1, "poisons": []}]}"#.into(), "`seeds[0].poisons`"),
        (r#"{"generators": [{"kind": "srandom", "args": ["0x1", "7"]}]}"#.into(), "generators[0].args[1]"),
        // Nothing does not agree.
        (pcgen(r#""steps": []"#), "pcgen[0]"),
        (pcgen(r#""steps": [{}]"#), "pcgen[0]"),
        (pcgen(r#""split_left_chain": []"#), "pcgen[0]"),
        (pcgen(r#""random_Int": {"values": []}"#), "pcgen[0]"),
        (pcgen(r#""random_Int": {}"#), "pcgen[0]"),
        (pcgen(r#""randomR_Bool_False_Maybe": {"values": [false]}"#), "pcgen[0].randomR_Bool_False_Maybe"),
        (
            format!(r#"{{"dungeons": [{{"width": 7, "height": 7, {generator}, "v4_final": {{}}}}]}}"#),
            "dungeons[0].v4_final",
        ),
        // Too large to compute.
        (format!(r#"{{"mazes": [{{"width": 8000, "height": 8000, {seed}, "cells": 1}}]}}"#), "at most"),
        (format!(r#"{{"mazes": [{{"width": 4294967296, "height": 4294967296, {seed}, "cells": 1}}]}}"#), "at most"),
        (format!(r#"{{"runs": [{{"width": 4000, "height": 4000, {seed}, "status": "ok"}}]}}"#), "at most"),
        (format!(r#"{{"dungeons": [{{"width": 8000, "height": 8000, {generator}, "v2_sectors": {{}}}}]}}"#), "at most"),
        (r#"{"1000000000,1000000000": "sha256:0"}"#.into(), "at most"),
    ] {
        let error = check(&text).unwrap_err().to_string();
        assert!(error.contains(said), "{said}: {error}");
    }
}

#[test]
fn an_entry_that_makes_no_sense_does_not_hide_the_others() {
    let text = r#"{"2,1": "abb", "2,2": "abab", "seeds": [{"seed": 1, "poisons": []}, 7], "sneeds": 1}"#;
    let checked = check(text).unwrap();
    assert_eq!((checked.agreed(), checked.disagreed(), checked.errors.len()), (1, 1, 3));
    let seeds = checked.tallies.iter().find(|tally| tally.kind == "Rogue seeds").unwrap();
    assert_eq!((seeds.agreed, seeds.disagreed, seeds.unchecked), (0, 0, 2));
}

#[test]
fn numbers_may_be_written_in_any_way() {
    let double = |value: &str| {
        format!(r#"{{"pcgen": [{{"gen": ["0x2a", "0x6d"], "random_Double": {{"values": [{value}]}}}}]}}"#)
    };
    let bools = |range: &str| {
        format!(r#"{{"pcgen": [{{"gen": ["0x1", "0x2"], "randomR_Bool_{range}": {{"values": [false, false]}}}}]}}"#)
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
