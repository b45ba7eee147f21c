//! What the fuzz targets have in common. Their bodies are in `lab::fuzzing`, where tests run them too.

use std::env;
use std::path::Path;

use lab::fuzzing::{SEEDS_VARIABLE, Target, find, write_seeds};

fn target(name: &str) -> &'static Target {
    find(name).unwrap_or_else(|| panic!("lab::fuzzing has no target {name}"))
}

/// Before the first input: writes the seeds, if a folder for them is named.
///
/// # Panics
/// If the folder cannot be written.
pub fn begin(name: &str) {
    if let Some(folder) = env::var_os(SEEDS_VARIABLE) {
        write_seeds(target(name), Path::new(&folder)).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    }
}

/// Gives an input to the target.
///
/// # Panics
/// If it brings a defect to light.
pub fn feed(name: &str, bytes: &[u8]) {
    let target = target(name);
    let bytes = &bytes[..bytes.len().min(target.most)];
    if let Err(defect) = (target.body)(bytes) {
        panic!("{defect}");
    }
}
