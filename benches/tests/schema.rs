//! The JSON Schema of the vector pack accepts every file of the pack and no broken copy of one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::draft202012;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    benches::root().join("fixtures/vectors")
}

fn read(path: &Path) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file of the pack, by name.
fn pack() -> BTreeMap<String, Value> {
    let paths = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let json = paths.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    json.map(|path| (path.display().to_string(), read(&path)))
        .filter(|(name, _)| !name.ends_with("schema.json"))
        .collect()
}

/// The place of the last step of each op.
fn one_of_each_op(file: &Value) -> BTreeMap<&str, (usize, usize)> {
    let cases = file["cases"].as_array().unwrap().iter().enumerate();
    let steps = cases.flat_map(|(i, case)| {
        let steps = case["steps"].as_array().unwrap().iter().enumerate();
        steps.map(move |(j, step)| (step["op"].as_str().unwrap(), (i, j)))
    });
    steps.collect()
}

#[test]
fn every_file_is_valid_and_a_broken_one_is_not() {
    // An invalid schema is refused here.
    let validator = draft202012::new(&read(&folder().join("schema.json"))).unwrap();
    let pack = pack();
    assert!(!pack.is_empty());
    for (name, file) in pack {
        assert!(
            validator.is_valid(&file),
            "{name}: {}",
            validator.validate(&file).unwrap_err()
        );
        let broken = |change: &dyn Fn(&mut Value)| {
            let mut broken = file.clone();
            change(&mut broken);
            assert_ne!(broken, file);
            assert!(!validator.is_valid(&broken), "{name}");
        };
        for key in file.as_object().unwrap().keys() {
            broken(&|file| drop(file.as_object_mut().unwrap().remove(key)));
        }
        for (i, j) in one_of_each_op(&file).into_values() {
            let step = &file["cases"][i]["steps"][j];
            for key in ["op", "args", "output"] {
                broken(&|file| {
                    drop(
                        file["cases"][i]["steps"][j]
                            .as_object_mut()
                            .unwrap()
                            .remove(key),
                    );
                });
            }
            // A number instead of a text, or a text instead of a number.
            for part in ["args", "output"] {
                for (key, value) in step[part].as_object().unwrap() {
                    let other = if value.is_string() {
                        json!(1)
                    } else {
                        json!("1")
                    };
                    broken(&|file| file["cases"][i]["steps"][j][part][key] = other.clone());
                }
            }
        }
    }
}
