//! The task `miri`: tests of the safe crates under Miri, the interpreter that detects undefined behaviour.
//!
//! These crates forbid unsafe code, so what Miri can find is in their dependencies. Of `foreign` it can run nothing that
//! matters: it neither calls C nor opens libraries nor starts programs. It needs a nightly toolchain.
//!
//! Miri takes seconds for what takes a millisecond without it. [`RUNS`] are the test programs whose tests are mostly short
//! enough; a long test in them is made shorter by `cfg!(miri)`, or is marked `#[cfg_attr(miri, ignore)]`. Crates that
//! mostly compute are left out.

use std::path::Path;

use crate::{MISUSE, process};

/// Crates, and their test programs as options of cargo.
const RUNS: [(&str, &str); 5] = [
    ("generators", "--lib"),
    ("permute", "--lib"),
    ("rogue", "--lib"),
    ("grids", "--lib --test=amazing --test=rooms"),
    ("lockstep", "--lib"),
];

/// The tests read fixtures, and properties look for files with old failures. By default Miri adds random errors to functions
/// of floats, which the standard library permits; our digests rely on what platforms really do.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-deterministic-floats";

/// Cases of each property.
const CASES: &str = "4";

/// Makes every run, if Miri is here; the exit code of the first that failed.
pub(crate) fn run(root: &Path) -> u8 {
    if let Err(missing) = look(root) {
        eprintln!("miri: skipped: {missing}");
        return MISUSE;
    }
    let codes: Vec<u8> = RUNS.iter().map(|&run| under_miri(root, run)).collect();
    codes.into_iter().find(|&code| code != 0).unwrap_or(0)
}

fn under_miri(root: &Path, (package, programs): (&str, &str)) -> u8 {
    let mut command = process::cargo_of("nightly", root);
    command
        .args(["miri", "test", "--quiet", "--locked", "-p", &format!("roguelab-{package}")])
        .args(programs.split(' '));
    // A backtrace of a test that must panic takes Miri seconds.
    process::exit_code(command.env("MIRIFLAGS", FLAGS).env("PROPTEST_CASES", CASES).env("RUST_BACKTRACE", "0"))
}

/// Whether Miri is here; if not, what to do.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo_of("nightly", root).args(["miri", "--version"]));
    works.then_some(()).ok_or_else(|| "no Miri (rustup toolchain install nightly --component miri)".into())
}
