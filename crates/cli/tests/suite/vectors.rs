//! Vectors: the files in the repository, and `roguelab vectors` as a user sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::program::{Said, assert_has, fed};

use answers::vectors::pack;
use answers::vectors::{Checked, check};
use roguelab::files::read::json_files_in;
use serde_json::{Value, json};
use subjects::oracles::root;
use subjects::registry::SUBJECTS;

fn folder(name: &str) -> PathBuf {
    root().join("fixtures").join(name)
}

/// Every file of vectors in the repository, by name.
fn files() -> Vec<(String, Value)> {
    let paths = [pack::FOLDER, "documents"].map(|name| json_files_in(&folder(name)).unwrap());
    let file = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (
            path.display().to_string(),
            serde_json::from_str(&text).unwrap(),
        )
    };
    let paths = paths.into_iter().flatten();
    paths
        .filter(|path| !path.ends_with("schema.json"))
        .map(file)
        .collect()
}

fn checked(file: &Value) -> Checked {
    check(&file.to_string()).unwrap()
}

/// The place of the last step with each op.
fn one_of_each_op(file: &Value) -> BTreeMap<String, (usize, usize)> {
    let cases = file["cases"].as_array().unwrap().iter().enumerate();
    let steps = cases.flat_map(|(i, case)| {
        let steps = case["steps"].as_array().unwrap().iter().enumerate();
        steps.map(move |(j, step)| (step["op"].as_str().unwrap().to_owned(), (i, j)))
    });
    steps.collect()
}

/// Changes the last digit or letter in a value; false if there is none.
fn flip(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => {
            *value = (number.as_i64().unwrap() ^ 1).into();
            true
        }
        Value::String(text) => {
            // 8 becomes 9 and 9 becomes 8, so a number remains one, and no larger than its type allows.
            let last = text.pop();
            text.extend(last.map(|last| char::from_u32(u32::from(last) ^ 1).unwrap()));
            last.is_some()
        }
        Value::Array(list) => list.iter_mut().rev().any(flip),
        Value::Object(map) => map.values_mut().any(flip),
        _ => false,
    }
}

#[test]
fn the_pack_has_a_file_for_each_subject_the_schema_and_the_page() {
    let found: BTreeSet<String> = fs::read_dir(folder(pack::FOLDER))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: BTreeSet<String> = SUBJECTS
        .iter()
        .map(|&subject| pack::name(subject))
        .collect();
    for (name, text) in pack::descriptions().unwrap() {
        let committed = fs::read_to_string(folder(pack::FOLDER).join(name)).unwrap();
        assert!(
            committed == text,
            "{name} is not what `cargo xtask bless` writes"
        );
        expected.insert(name.to_owned());
    }
    assert_eq!(found, expected);
}

#[test]
#[ignore = "slow: run in CI"]
fn a_flipped_bit_in_any_op_table_or_declaration_of_any_file_is_found_and_named() {
    let files = files();
    assert_eq!(files.len(), SUBJECTS.len() + 12);
    for (name, file) in files {
        let mut flipped = 0;
        for (op, (i, j)) in one_of_each_op(&file) {
            for part in ["output", "draws"] {
                let mut broken = file.clone();
                broken["cases"] = json!([file["cases"][i]]);
                let place = &mut broken["cases"][0]["steps"][j];
                if !place.get_mut(part).is_some_and(flip) {
                    continue;
                }
                flipped += 1;
                let checked = checked(&broken);
                assert_eq!(checked.disagreed, 1, "{name} {op} {part}");
                let case = file["cases"][i]["name"].as_str().unwrap();
                assert_has(
                    &checked.differences[0].place,
                    &[case, &format!("step {j}"), &format!("`{op}"), part],
                );
            }
        }
        assert!(flipped > 0, "{name}");
        let mut broken = file.clone();
        if let Some(draws) = broken.pointer_mut("/ops/0/draws") {
            *draws = json!(!draws.as_bool().unwrap());
            assert_eq!(checked(&broken).disagreed, 1, "{name}");
        }
        broken = file;
        if broken.get_mut("tables").is_some_and(flip) {
            assert_eq!(checked(&broken).disagreed, 1, "{name}");
        }
    }
}

#[test]
fn a_number_of_another_json_type_is_a_difference() {
    let text = fs::read_to_string(folder("vectors/pcg32.json")).unwrap();
    for (old, new) in [
        ("\"output\":{\"u32\":0}", "\"output\":{\"u32\":\"0\"}"),
        (
            "\"output\":{\"u64\":\"1753877967969059832\"}",
            "\"output\":{\"u64\":1753877967969059832}",
        ),
    ] {
        let broken = text.replacen(old, new, 1);
        assert_ne!(broken, text, "{old}");
        assert_eq!(check(&broken).unwrap().disagreed, 1, "{old}");
    }
}

fn vectors(arguments: &[&str], input: &str) -> Said {
    fed(&[&["vectors"], arguments].concat(), input.as_bytes())
}

#[test]
fn the_command_writes_what_is_committed() {
    let temporary = tempfile::tempdir().unwrap();
    let made = temporary.path().join("pack");
    let to = made.to_str().unwrap();
    let subjects = ["--subject", "spread", "--subject", "get_rand"];
    vectors(&[&["write", to], &subjects[..]].concat(), "").ended(0, &[]);
    for (name, committed) in [
        ("spread.json", "spread.json"),
        ("get_rand.json", "get_rand.json"),
        ("schema.json", "schema.json"),
        ("VECTORS.md", "README.md"),
    ] {
        let text = |path: PathBuf| fs::read_to_string(path).unwrap();
        assert!(
            text(made.join(name)) == text(folder(pack::FOLDER).join(committed)),
            "{name} is not the committed {committed}"
        );
    }
    assert_eq!(fs::read_dir(&made).unwrap().count(), 4);
    vectors(&["write", to, "--subject", "sprad"], "").refused(&["sprad"]);
}
