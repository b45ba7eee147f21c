//! What the fuzz targets do with bytes that nobody chose.
//!
//! Each [`Target`] is a body that takes any bytes. It looks for a panic, for work without end, and for an answer that is
//! wrong; the last is an `Err`. The same bodies run under libFuzzer (`cargo xtask fuzz`) and, over bytes from a fixed seed, in
//! `tests/suite/fuzz.rs`. An input that asks for much is passed over: every body is done within some milliseconds.
//!
//! ```
//! let target = lab::fuzzing::find("ops").unwrap();
//! assert_eq!((target.body)(b"any bytes at all"), Ok(()));
//! assert!((target.seeds)().iter().all(|seed| (target.body)(seed).is_ok()));
//! ```

mod documents;
mod mutation;
mod numbers;
mod ops;
mod outside;
mod save;
mod scans;
mod traces;

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use ops::Bytes;

pub use mutation::mutated;
pub use ops::{differ, op_list};

/// One fuzz target.
pub struct Target {
    /// Its name, also that of the program in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// What must hold for any bytes.
    pub about: &'static str,
    /// The most bytes that an input has.
    pub most: usize,
    /// What is done with an input.
    pub body: fn(&[u8]) -> Result<(), Defect>,
    /// Inputs to start from, all of them made here or taken from the fixtures.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// What bytes brought to light.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{0}")]
pub struct Defect(pub String);

fn defect(what: impl Into<String>) -> Defect {
    Defect(what.into())
}

/// Every target there is.
pub static TARGETS: [Target; 10] = [
    Target {
        name: "savefile",
        about: "bytes are the save file of a game or a typed error, and the names of a game are read as they are written",
        most: 12_000,
        body: save::read,
        seeds: save::seeds,
    },
    Target {
        name: "vectors",
        about: "a text is checked as vectors or refused",
        most: 4096,
        body: documents::vectors,
        seeds: documents::vector_seeds,
    },
    Target {
        name: "plan",
        about: "a text is a plan that adds up and is written as it is read, or is refused with a reason",
        most: 2048,
        body: documents::plan,
        seeds: documents::plan_seeds,
    },
    Target {
        name: "predicates",
        about: "a text is a predicate and is read the same from its canonical form, or is refused at a place; so is a rule",
        most: 1024,
        body: scans::predicates,
        seeds: scans::predicate_seeds,
    },
    Target {
        name: "numbers",
        about: "numbers and permutations are read the same however they are cut into reads, as many as there are at most",
        most: 2048,
        body: numbers::read,
        seeds: numbers::seeds,
    },
    Target {
        name: "traces",
        about: "a text is a trace or refused, is read as it is written, and two of them are compared to their end",
        most: 2048,
        body: traces::compare,
        seeds: traces::seeds,
    },
    Target {
        name: "answers",
        about: "a line is an answer of a program that is read as it is written, or no answer with a reason",
        most: 1024,
        body: outside::answers,
        seeds: outside::answer_seeds,
    },
    Target {
        name: "who",
        about: "bytes are numbers in their range or refused, and what made them is asked in little time",
        most: 512,
        body: outside::numbers,
        seeds: outside::number_seeds,
    },
    Target {
        name: "subjects",
        about: "a text describes a subject whose cases have only its ops, or is refused with a reason",
        most: 2048,
        body: outside::subjects,
        seeds: outside::subject_seeds,
    },
    Target {
        name: "ops",
        about: "port, references and oracles of a subject show the same after every op",
        most: 512,
        body: ops::any_subject,
        seeds: ops::seeds,
    },
];

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The variable that names the folder which [`write_seeds`] is to fill.
pub const SEEDS_VARIABLE: &str = "ROGUELAB_FUZZ_SEEDS";

/// Writes the seeds of a target into a folder, one file each.
pub fn write_seeds(target: &Target, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (i, seed) in (target.seeds)().into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{i:03}")), seed)?;
    }
    Ok(())
}
