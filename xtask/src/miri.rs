//! The task `miri`: unit tests of `generators` under Miri, the interpreter that detects undefined behaviour.
//!
//! Our crates forbid unsafe code, except `foreign`, of which Miri can run nothing: it neither calls C nor opens libraries nor
//! starts programs. Miri can find errors in dependencies, and `generators` is the crate that lets others convert its words and
//! compile its loops for several processors. The task needs a nightly toolchain.
//!
//! What takes a millisecond otherwise takes seconds in Miri, so a long test is shortened by `cfg!(miri)`, or marked
//! `#[cfg_attr(miri, ignore)]`.

use std::path::Path;

use crate::{MISUSE, process};

/// Miri must allow access to files: the tests read fixtures, and properties look for files with old failures. By default Miri
/// adds random errors to floating-point functions, which the standard library permits, but our digests rely on what platforms
/// really do.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-deterministic-floats";

/// The number of cases for each property.
const CASES: &str = "4";

/// Runs the tests, if Miri is installed.
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
    // The backtrace of a test that must panic would take Miri seconds.
    process::exit_code(
        command
            .env("MIRIFLAGS", FLAGS)
            .env("PROPTEST_CASES", CASES)
            .env("RUST_BACKTRACE", "0"),
    )
}

/// Reports what to do if Miri is not installed.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo_of("nightly", root).args(["miri", "--version"]));
    works
        .then_some(())
        .ok_or_else(|| "no Miri (rustup toolchain install nightly --component miri)".into())
}
