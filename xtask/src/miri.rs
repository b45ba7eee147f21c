//! The task `miri`: unit tests of `generators` under Miri, the interpreter that detects undefined behaviour.
//!
//! Our crates forbid unsafe code, except `foreign`, of which Miri can run nothing: it neither calls C nor opens libraries nor
//! starts programs. What it can find is in dependencies, and generators is the crate that has its words converted and its
//! loops compiled for several processors by others. It needs a nightly toolchain.
//!
//! Miri takes seconds for what takes a millisecond without it: a long test is made shorter by `cfg!(miri)`, or is marked
//! `#[cfg_attr(miri, ignore)]`.

use std::path::Path;

use crate::{MISUSE, process};

/// The tests read fixtures, and properties look for files with old failures. By default Miri adds random errors to functions
/// of floats, which the standard library permits; our digests rely on what platforms really do.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-deterministic-floats";

/// Cases of each property.
const CASES: &str = "4";

/// Runs them, if Miri is here.
pub(crate) fn run(root: &Path) -> u8 {
    if let Err(missing) = look(root) {
        eprintln!("miri: skipped: {missing}");
        return MISUSE;
    }
    let mut command = process::cargo_of("nightly", root);
    command.args([
        "miri",
        "test",
        "--quiet",
        "--locked",
        "-p",
        "roguelab-generators",
        "--lib",
    ]);
    // A backtrace of a test that must panic takes Miri seconds.
    process::exit_code(
        command
            .env("MIRIFLAGS", FLAGS)
            .env("PROPTEST_CASES", CASES)
            .env("RUST_BACKTRACE", "0"),
    )
}

/// Whether Miri is here; if not, what to do.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo_of("nightly", root).args(["miri", "--version"]));
    works
        .then_some(())
        .ok_or_else(|| "no Miri (rustup toolchain install nightly --component miri)".into())
}
