//! Starts cargo and `evidence`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The cargo that runs this program, or the one found in `PATH`.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(cargo_program());
    command.current_dir(root);
    command
}

/// A cargo command of another rustup toolchain, without the variables that would select the toolchain that runs us.
pub(crate) fn toolchain_cargo(toolchain: &str, root: &Path) -> Command {
    let mut command = Command::new("rustup");
    command.current_dir(root).args(["run", toolchain, "cargo"]);
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(variable);
    }
    command
}

/// The folder into which cargo builds.
pub(crate) fn target_folder(root: &Path) -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => folder.into(),
        None => root.join("target"),
    }
}

/// Builds the program `roguelab`, and returns its path; an exit code if that fails.
pub(crate) fn build_program(root: &Path) -> Result<PathBuf, u8> {
    let arguments = ["build", "--quiet", "-p", "roguelab", "--bin", "roguelab"];
    match exit_code(cargo(root).args(arguments)) {
        0 => {
            let name = format!("roguelab{}", env::consts::EXE_SUFFIX);
            Ok(target_folder(root).join("debug").join(name))
        }
        code => Err(code),
    }
}

/// Whether a command succeeds; its output is not shown.
pub(crate) fn works(command: &mut Command) -> bool {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Runs a command to its end with our own standard streams. Returns 1 if it has no exit code (because a signal ended it), or if
/// the code does not fit a byte.
pub(crate) fn exit_code(command: &mut Command) -> u8 {
    match command.status() {
        Ok(status) => status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(1),
        Err(error) => {
            eprintln!(
                "xtask: cannot start {}: {error}",
                command.get_program().display()
            );
            1
        }
    }
}

/// Runs a subcommand of `evidence` in the folder of the call.
pub(crate) fn evidence(root: &Path, subcommand: &[&str], arguments: &[OsString]) -> u8 {
    let mut command = Command::new(cargo_program());
    // The tests use this build, which is optimised too, so nothing is built twice.
    command
        .args(["run", "--quiet", "--manifest-path"])
        .arg(root.join("Cargo.toml"));
    exit_code(
        command
            .args(["-p", "roguelab-evidence", "--bin", "evidence", "--"])
            .args(subcommand)
            .args(arguments),
    )
}

/// The task `bench`: runs the benchmarks, or makes the table of the last run.
pub(crate) fn bench(root: &Path, arguments: &[OsString]) -> u8 {
    match arguments.split_first() {
        Some((first, rest)) if first == "--table" => exit_code(
            cargo(root)
                .args(["run", "--quiet", "-p", "benches", "--"])
                .args(rest),
        ),
        // The benchmarks time the program too.
        _ => match exit_code(cargo(root).args(["build", "--release", "-p", "roguelab"])) {
            0 => exit_code(
                cargo(root)
                    .args(["bench", "-p", "benches", "--features", "timing"])
                    .args(arguments),
            ),
            code => code,
        },
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_passed_on_and_signals_are_failures() {
        for (script, code) in [("exit 0", 0), ("exit 3", 3), ("kill -9 $$", 1)] {
            let mut shell = Command::new("sh");
            assert_eq!(exit_code(shell.args(["-c", script])), code, "{script}");
        }
        assert_eq!(exit_code(&mut Command::new("/nonexistent/program")), 1);
    }
}
