//! Spawning cargo and the program `roguelab`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::{MISUSE, compiler};

/// The cargo that runs this program, or the one on the path.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(cargo_program());
    command.current_dir(root);
    command
}

fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// Cargo of another toolchain of rustup, free of the variables of the cargo that runs us, which would bring its own back.
pub(crate) fn cargo_of(toolchain: &str, root: &Path) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(root).args(["run", toolchain, "cargo"]);
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(variable);
    }
    command
}

/// The folder that cargo builds in.
pub(crate) fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Whether a command succeeds; what it says is not shown.
pub(crate) fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Runs a command to its end with our own standard streams and gives its exit code.
pub(crate) fn exit_code(command: &mut Command) -> u8 {
    match command.status() {
        Ok(status) => code_of(status),
        Err(error) => {
            eprintln!("xtask: cannot start {}: {error}", command.get_program().display());
            1
        }
    }
}

/// The exit code to pass on: 1 where the child has none (a signal ended it) or
/// one that does not fit a byte.
fn code_of(status: ExitStatus) -> u8 {
    status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1))
}

/// Runs a subcommand of `roguelab`, in the folder that the user called from: paths among the arguments are relative to it.
pub(crate) fn roguelab(root: &Path, subcommand: &str, arguments: &[OsString]) -> u8 {
    let mut command = Command::new(cargo_program());
    // Of the build that the tests use, which is optimised too: nothing is built twice.
    command.args(["run", "--quiet", "--manifest-path"]).arg(root.join("Cargo.toml"));
    with_references(command.args(["-p", "lab", "--bin", "roguelab", "--", subcommand]).args(arguments))
}

/// The task `bench`: runs the benchmarks, or makes the table of the last run.
pub(crate) fn bench(root: &Path, arguments: &[OsString]) -> u8 {
    if let Some((first, rest)) = arguments.split_first()
        && first == "--table"
    {
        let run = ["run", "--quiet", "-p", "benches", "--"];
        return exit_code(cargo(root).args(run).args(rest));
    }
    with_references(cargo(root).args(["bench", "-p", "benches", "--features", "timing"]).args(arguments))
}

/// Runs a command that builds the C references, after a look for the compiler
/// that this needs.
fn with_references(command: &mut Command) -> u8 {
    match compiler::preflight() {
        Ok(()) => exit_code(command),
        Err(message) => {
            eprintln!("{message}");
            MISUSE
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt as _;

    #[test]
    fn an_exit_code_is_passed_on() {
        assert_eq!(code_of(ExitStatus::from_raw(0)), 0);
        assert_eq!(code_of(ExitStatus::from_raw(3 << 8)), 3);
    }

    #[test]
    fn a_signal_counts_as_failure() {
        let killed = 9;
        assert_eq!(code_of(ExitStatus::from_raw(killed)), 1);
    }

    #[test]
    fn a_program_that_cannot_start_counts_as_failure() {
        assert_eq!(exit_code(&mut Command::new("/nonexistent/program")), 1);
    }
}
