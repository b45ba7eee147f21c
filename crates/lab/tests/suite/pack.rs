//! The vector pack: its files, and what `roguelab vectors` says of them. The crate `schema` validates them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Said, run};

use lab::fixtures::root;
use lab::pack;
use lab::vectors::{Checked, check};
use serde_json::{Value, json};
use subjects::registry::SUBJECTS;

/// No file is longer, and all of them together are not.
const LONGEST: usize = 300_000;
const LONGEST_IN_ALL: usize = 1_500_000;

fn folder() -> PathBuf {
    root().join("fixtures").join(pack::FOLDER)
}

/// Every file of the pack, by subject.
fn files() -> Vec<(&'static str, String)> {
    let read = |name: String| fs::read_to_string(folder().join(&name)).expect(&name);
    SUBJECTS
        .iter()
        .map(|&subject| (subject.name(), read(pack::name(subject))))
        .collect()
}

fn parsed() -> Vec<(&'static str, Value)> {
    files()
        .into_iter()
        .map(|(name, text)| (name, serde_json::from_str(&text).expect(name)))
        .collect()
}

fn checked(file: &Value) -> Checked {
    check(&file.to_string()).unwrap()
}

/// The places of all steps: case, step, op.
fn steps(file: &Value) -> Vec<(usize, usize, String)> {
    let cases = file["cases"].as_array().unwrap().iter().enumerate();
    let steps = cases.flat_map(|(i, case)| {
        let steps = case["steps"].as_array().unwrap().iter().enumerate();
        steps.map(move |(j, step)| (i, j, step["op"].as_str().unwrap().to_owned()))
    });
    steps.collect()
}

/// The place of the last step of each op.
fn one_of_each_op(file: &Value) -> BTreeMap<String, (usize, usize)> {
    steps(file)
        .into_iter()
        .map(|(i, j, op)| (op, (i, j)))
        .collect()
}

/// Changes the last number or letter within a value; false if there is none.
fn flip(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => {
            *value = (number.as_i64().unwrap() ^ 1).into();
            true
        }
        Value::String(text) => {
            // 8 stays 9 and 9 becomes 8: a number stays one, and no larger than its type allows.
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
fn the_folder_has_a_short_file_for_each_subject_the_schema_and_the_page() {
    let found: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: BTreeSet<String> = SUBJECTS
        .iter()
        .map(|&subject| pack::name(subject))
        .collect();
    for (name, text) in pack::descriptions().unwrap() {
        let committed = fs::read_to_string(folder().join(name)).unwrap();
        assert!(
            committed == text,
            "{name} is not what `cargo xtask bless` writes"
        );
        expected.insert(name.to_owned());
    }
    assert_eq!(found, expected);
    let lengths: Vec<usize> = files().iter().map(|(_, text)| text.len()).collect();
    assert!(
        lengths.iter().all(|&length| length <= LONGEST),
        "{lengths:?}"
    );
    assert!(
        lengths.iter().sum::<usize>() <= LONGEST_IN_ALL,
        "{lengths:?}"
    );
}

#[test]
fn a_flipped_bit_in_any_op_of_any_file_is_found_and_named() {
    for (name, file) in parsed() {
        let places = one_of_each_op(&file);
        assert_eq!(
            places.len(),
            file["ops"].as_array().unwrap().len(),
            "{name}: an op that no case has"
        );
        let mut flipped = 0;
        for (op, (i, j)) in places {
            for part in ["output", "draws"] {
                let mut broken = file.clone();
                let Some(value) = broken["cases"][i]["steps"][j].get_mut(part) else {
                    continue;
                };
                if !flip(value) {
                    continue;
                }
                flipped += 1;
                let checked = checked(&broken);
                assert_eq!(
                    (checked.disagreed(), checked.errors.len()),
                    (1, 0),
                    "{name} {op} {part}"
                );
                let said = &checked.differences[0];
                let case = file["cases"][i]["name"].as_str().unwrap();
                let named = [
                    name,
                    case,
                    &format!("steps[{j}]"),
                    &format!("`{op}"),
                    part,
                    "the file has",
                    "the port",
                ];
                assert!(named.iter().all(|text| said.contains(text)), "{said}");
            }
        }
        assert!(flipped > 0, "{name}");
    }
}

#[test]
fn a_number_of_another_json_type_is_a_difference() {
    let (_, file) = parsed()
        .into_iter()
        .find(|(name, _)| *name == "pcg32")
        .unwrap();
    for (op, other) in [("srandom", "u64"), ("random", "u32")] {
        let (i, j) = one_of_each_op(&file)[op];
        let mut broken = file.clone();
        let shown = &mut broken["cases"][i]["steps"][j]["output"][other];
        let number = shown
            .as_str()
            .map_or_else(|| shown.as_u64().unwrap(), |text| text.parse().unwrap());
        *shown = if shown.is_string() {
            json!(number)
        } else {
            json!(number.to_string())
        };
        assert_eq!(checked(&broken).disagreed(), 1, "{op}");
    }
}

#[test]
fn a_flipped_letter_of_a_table_or_a_declaration_is_found() {
    for (name, file) in parsed() {
        let mut broken = file.clone();
        if flip(&mut broken["tables"]) {
            assert_eq!(checked(&broken).disagreed(), 1, "{name}");
        }
        let mut broken = file.clone();
        broken["ops"][0]["draws"] = json!(!file["ops"][0]["draws"].as_bool().unwrap());
        assert_eq!(checked(&broken).disagreed(), 1, "{name}");
    }
}

#[test]
fn what_cannot_be_checked_is_said() {
    let (_, file) = parsed().swap_remove(0);
    let said = |change: &dyn Fn(&mut Value)| {
        let mut broken = file.clone();
        change(&mut broken);
        match check(&broken.to_string()) {
            Ok(checked) => checked
                .errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("; "),
            Err(error) => error.to_string(),
        }
    };
    assert!(
        said(&|file| file["schema"] = json!("roguelab-vectors/2"))
            .contains("only roguelab-vectors/1 is known")
    );
    assert!(
        said(&|file| file["subject"] = json!("rrandon")).contains("no subject is called `rrandon`")
    );
    assert!(said(&|file| file["cases"] = json!([])).contains("empty"));
    assert!(said(&|file| file["cases"][0]["steps"] = json!([])).contains("empty"));
    assert!(
        said(&|file| file["cases"][0]["extra"] = json!(1))
            .contains("extra is none of its keys, which are: steps, name")
    );
    let step = |key: &'static str, value: Value| {
        move |file: &mut Value| file["cases"][1]["steps"][0][key] = value.clone()
    };
    assert!(said(&step("op", json!("srandom"))).contains("no op is called `srandom`"));
    assert!(said(&step("args", json!({}))).contains("the key seed is missing"));
    assert!(
        said(&step("args", json!({"seed": "1"}))).contains("a number, of type i32, belongs here")
    );
    assert!(
        said(&step("args", json!({"seed": 4_294_967_296_i64})))
            .contains("where SEED is -2147483648 to 2147483647")
    );
    assert!(
        said(&step("draws", json!([])))
            .contains("draws is none of its keys, which are: op, args, output")
    );
    assert_eq!(said(&|_| {}), "");
}

fn vectors(arguments: &[&str], path: &Path) -> Said {
    run(&[&["vectors"], arguments, &[path.to_str().unwrap()]].concat())
}

#[test]
fn the_command_names_a_changed_step_and_refuses_an_unknown_version() {
    let file = folder().join("new-game.json");
    let (text, temporary) = (
        fs::read_to_string(&file).unwrap(),
        tempfile::NamedTempFile::new().unwrap(),
    );
    fs::write(
        temporary.path(),
        text.replacen("\"i32\":26", "\"i32\":27", 1),
    )
    .unwrap();
    let said = "new-game, case `function by function: seed 0`, steps[4], `arrows`: output.i32: the file has 27, the port 26";
    vectors(&["check"], temporary.path()).ended(1, &[said]);
    fs::write(temporary.path(), text.replace("vectors/1", "vectors/2")).unwrap();
    vectors(&["check"], temporary.path()).refused(&["only roguelab-vectors/1 is known"]);
}

#[test]
fn the_command_writes_what_is_committed() {
    let temporary = tempfile::tempdir().unwrap();
    let made = temporary.path().join("pack");
    vectors(
        &["write", "--subject", "spread", "--subject", "get_rand"],
        &made,
    )
    .ended(0, &[]);
    for (name, committed) in [
        ("spread.json", "spread.json"),
        ("get_rand.json", "get_rand.json"),
        ("schema.json", "schema.json"),
        ("VECTORS.md", "README.md"),
    ] {
        let text = |path: PathBuf| fs::read_to_string(path).unwrap();
        assert!(
            text(made.join(name)) == text(folder().join(committed)),
            "{name} is not the committed {committed}"
        );
    }
    assert_eq!(fs::read_dir(&made).unwrap().count(), 4);
    vectors(&["write", "--subject", "sprad"], &made).refused(&["sprad"]);
}
