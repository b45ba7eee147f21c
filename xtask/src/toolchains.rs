//! The steps of `ci` that need another toolchain than the usual one: Miri, and the oldest Rust that the workspace supports.

use std::path::Path;
use std::process::Command;

use crate::process;

/// The tests read fixtures, and properties look for files with old failures. By default Miri adds random errors to functions
/// of floats, which the standard library permits; our digests rely on what platforms really do.
const FLAGS: &str = "-Zmiri-disable-isolation -Zmiri-deterministic-floats";

/// The tests that Miri runs. It can run nothing of `foreign`, the only crate of ours with unsafe code: Miri neither calls C nor
/// opens libraries nor starts programs. What it can find is in dependencies, and other people's code converts the words of
/// generators and compiles its loops for several processors.
///
/// Miri takes seconds for what takes a millisecond without it: a long test is made shorter by `cfg!(miri)`, or is marked
/// `#[cfg_attr(miri, ignore)]`.
const TESTS: &str = "miri test --quiet --locked -p roguelab-generators --lib";

/// Runs the tests of `generators` under Miri, with a few cases of each property.
pub(crate) fn miri(root: &Path) -> u8 {
    let mut command = process::cargo_of("nightly", root);
    command.args(TESTS.split(' '));
    // The backtrace of a test that must panic would take Miri seconds.
    command
        .env("MIRIFLAGS", FLAGS)
        .env("PROPTEST_CASES", "4")
        .env("RUST_BACKTRACE", "0");
    process::exit_code(&mut command)
}

/// Reports what to do if Miri is not installed.
pub(crate) fn has_miri(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo_of("nightly", root).args(["miri", "--version"]));
    works
        .then_some(())
        .ok_or_else(|| "no Miri (rustup toolchain install nightly --component miri)".into())
}

/// Checks every library and program of the default members with the oldest supported Rust.
pub(crate) fn msrv(root: &Path) -> u8 {
    let mut command = of_oldest(root);
    // In one target folder two cargos would wait for each other's lock.
    let folder = process::target_folder(root).join("msrv");
    command
        .args(["check", "--quiet", "--locked"])
        .env("CARGO_TARGET_DIR", folder);
    process::exit_code(&mut command)
}

/// Reports what to do if that toolchain is not installed.
pub(crate) fn has_oldest(root: &Path) -> Result<(), String> {
    let version = oldest(root);
    let missing =
        format!("no Rust {version} (rustup toolchain install {version} --profile minimal)");
    let works = process::works(of_oldest(root).arg("--version"));
    works.then_some(()).ok_or(missing)
}

fn of_oldest(root: &Path) -> Command {
    process::cargo_of(&oldest(root), root)
}

/// The `rust-version` of the workspace; empty if it has none.
fn oldest(root: &Path) -> String {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let version = |line: &str| {
        Some(
            line.strip_prefix("rust-version = \"")?
                .strip_suffix('"')?
                .to_owned(),
        )
    };
    manifest.lines().find_map(version).unwrap_or_default()
}
