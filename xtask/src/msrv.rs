//! The task `msrv`: checks that what users build compiles with the oldest Rust that the workspace supports.
//!
//! That is every library and program of the default members. Tests and benchmarks are compiled with the usual toolchain only.

use std::path::Path;
use std::process::Command;

use crate::{MISUSE, process};

/// Checks with that toolchain, which rustup installs if it is missing.
pub(crate) fn run(root: &Path) -> u8 {
    let version = match oldest(root) {
        Ok(version) => version,
        Err(message) => {
            eprintln!("msrv: {message}");
            return MISUSE;
        }
    };
    println!("msrv: Rust {version}");
    if !installed(root, &version) {
        let install = ["toolchain", "install", &version, "--profile", "minimal", "--no-self-update"];
        let code = process::exit_code(Command::new("rustup").args(install));
        if code != 0 {
            return code;
        }
    }
    let check = ["check", "--quiet", "--locked"];
    process::exit_code(cargo(root, &version).args(check))
}

/// Whether the toolchain is here; if not, what to do.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let version = oldest(root)?;
    let missing = format!("no Rust {version} (rustup toolchain install {version} --profile minimal)");
    installed(root, &version).then_some(()).ok_or(missing)
}

fn installed(root: &Path, version: &str) -> bool {
    process::works(process::cargo_of(version, root).arg("--version"))
}

/// Cargo of that version. In the usual target folder each would wait for the lock of the other.
fn cargo(root: &Path, version: &str) -> Command {
    let mut command = process::cargo_of(version, root);
    command.env("CARGO_TARGET_DIR", process::target_folder(root).join("msrv"));
    command
}

/// The `rust-version` of the root manifest.
fn oldest(root: &Path) -> Result<String, String> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))
        .map_err(|error| format!("cannot read the root Cargo.toml: {error}"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| "the root Cargo.toml has no rust-version".into())
}
