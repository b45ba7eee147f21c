//! The C references give what the documents' own code gave, keep their promises of safety, and carry their prefixes.
//!
//! What they do beyond that is compared with the ports, op by op, by the crate `subjects`.

#[path = "../../../lab/tests/suite/child.rs"]
mod child;
mod documents;
mod game;
mod haskell;
mod references;
mod symbols;

use std::fs;
use std::path::Path;

use serde_json::Value;

/// A file of the outputs of the documents' own code.
fn vectors(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/documents").join(name);
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A list with something in it.
fn list(value: &Value) -> &[Value] {
    let list = value.as_array().unwrap();
    assert!(!list.is_empty());
    list
}

fn number(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn hex(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap()
}
