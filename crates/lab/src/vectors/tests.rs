use super::*;
use crate::fixtures::root;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(root().join("fixtures/documents").join(name)).unwrap()
}

/// The vectors of a file all agree, and there are so many.
fn assert_agrees(name: &str, entries: usize) {
    let checked = check(&fixture(name)).unwrap();
    assert_eq!((checked.agreed(), checked.differences), (entries, vec![]), "{name}");
}

#[test]
fn every_vector_of_the_documents_agrees() {
    assert_agrees("amazing.json", 39);
    assert_agrees("boss.json", 4 + 24 + 1 + 1 + 3);
    assert_agrees("haskell.json", 2 + 4);
    assert_agrees("pcg32-demo.json", 1);
    assert_agrees("pcg32.json", 6 + 1);
    assert_agrees("rogue.json", 4 + 1);
    assert_agrees("spread.json", 226);
}

#[test]
fn a_changed_word_is_named_by_its_place() {
    let changed = fixture("pcg32.json").replacen("2707161783", "2707161784", 1);
    let checked = check(&changed).unwrap();
    assert_eq!((checked.agreed(), checked.disagreed()), (6, 1));
    assert!(checked.differences[0].starts_with("generators[0].first64[0]: the file has 2707161784"));
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
fn files_that_are_no_vectors_are_refused() {
    let refused = |text: &str| check(text).unwrap_err().to_string();
    assert!(refused("").contains("no entry") && refused(" \n").contains("no entry"));
    assert!(refused(r#"{"seeds": [{"seed": 1"#).contains("cut short"));
    assert!(refused("{]").contains("no JSON"));
    assert!(refused(r#"{"2,1": "aba", "2,1": "abb"}"#).contains("`2,1` is there twice"));
    assert!(refused("[1]").contains("generators"));
    assert!(refused("{}").contains("no entry"));
    assert!(refused(r#"{"seeds": []}"#).contains("no entry"));
    assert!(refused(r#"{"sneeds": []}"#).contains("`sneeds`"));
    assert!(refused(r#"{"seeds": [{"seed": 1}]}"#).contains("`seeds[0]`: it has nothing to compare"));
    assert!(refused(r#"{"seeds": [{"potions": []}]}"#).contains("`seeds[0].seed`"));
    assert!(refused(r#"{"seeds": [{"seed": 1, "poisons": []}]}"#).contains("`seeds[0].poisons`"));
    assert!(
        refused(r#"{"generators": [{"kind": "srandom", "args": ["0x1", "7"]}]}"#).contains("generators[0].args[1]")
    );
}

#[test]
fn numbers_count_by_their_value_and_a_byte_order_mark_does_not() {
    let text = "\u{feff}{\"random_directions\": [{\"r\": [0.0, 0, 0], \"byte\": 27.0}]}";
    assert_eq!(check(text).unwrap().differences, Vec::<String>::new());
    assert_eq!(check(&text.replace("27.0", "27.5")).unwrap().disagreed(), 1);
}

#[test]
fn entries_too_large_to_compute_are_refused() {
    let seed = r#""initstate": "0x1", "initseq": "0x1""#;
    for file in [
        format!(r#"{{"mazes": [{{"width": 8000, "height": 8000, {seed}, "cells": 1}}]}}"#),
        format!(r#"{{"mazes": [{{"width": 4294967296, "height": 4294967296, {seed}, "cells": 1}}]}}"#),
        format!(r#"{{"runs": [{{"width": 4000, "height": 4000, {seed}, "status": "ok"}}]}}"#),
        r#"{"dungeons": [{"width": 8000, "height": 8000, "gen": ["0x1", "0x1"], "v2_sectors": {}}]}"#.to_owned(),
        r#"{"1000000000,1000000000": "sha256:0"}"#.to_owned(),
    ] {
        let refused = check(&file).unwrap_err().to_string();
        assert!(refused.contains("at most"), "{refused}");
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
fn nothing_does_not_agree() {
    let generator = r#""gen": ["0x1", "0x2"]"#;
    for nothing in [
        r#""steps": []"#,
        r#""steps": [{}]"#,
        r#""split_left_chain": []"#,
        r#""random_Int": {"values": []}"#,
        r#""random_Int": {}"#,
    ] {
        let error = check(&format!(r#"{{"pcgen": [{{{generator}, {nothing}}}]}}"#)).unwrap_err().to_string();
        assert!(error.contains("pcgen[0]"), "{nothing}: {error}");
    }
    let dungeon = format!(r#"{{"dungeons": [{{"width": 7, "height": 7, {generator}, "v4_final": {{}}}}]}}"#);
    assert!(check(&dungeon).unwrap_err().to_string().contains("dungeons[0].v4_final"));
}

#[test]
fn a_number_may_be_written_in_any_way() {
    let generator =
        r#"{"generators": [{"kind": "raw", "args": ["0x1", 3], "inc": "0x3", "state": "0x0000000000000001"}]}"#;
    assert_eq!(check(generator).unwrap().agreed(), 1);
    let doubles = |value: &str| {
        format!(r#"{{"pcgen": [{{"gen": ["0x2a", "0x6d"], "random_Double": {{"values": [{value}]}}}}]}}"#)
    };
    for value in
        ["0.16754367177937424", "\"0.16754367177937424\"", "[\"0.16754367177937424\", \"(6036396942350996,-55)\"]"]
    {
        assert_eq!(check(&doubles(value)).unwrap().agreed(), 1, "{value}");
    }
    assert_eq!(check(&doubles("0.16754367177937427")).unwrap().disagreed(), 1);
}

#[test]
fn bounds_of_a_bool_are_named() {
    let values = |range: &str| {
        let key = format!("randomR_Bool_{range}");
        let text = format!(r#"{{"pcgen": [{{"gen": ["0x1", "0x2"], "{key}": {{"values": [false, false]}}}}]}}"#);
        check(&text).map(|checked| checked.agreed()).ok()
    };
    assert_eq!((values("False_False"), values("True_True"), values("False_Maybe")), (Some(1), Some(0), None));
}
