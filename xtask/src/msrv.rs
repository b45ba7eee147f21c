//! The task `msrv`: checks that what users build compiles with the oldest Rust that the workspace supports.
//!
//! This covers every library and program of the default members. Tests and benchmarks are compiled only with the usual
//! toolchain. A crate that states an older version is checked with that too, if it is installed.

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
        let install = [
            "toolchain",
            "install",
            &version,
            "--profile",
            "minimal",
            "--no-self-update",
        ];
        let code = process::exit_code(Command::new("rustup").args(install));
        if code != 0 {
            return code;
        }
    }
    let check = ["check", "--quiet", "--locked"];
    let code = process::exit_code(cargo(root, &version).args(check));
    with_own_versions(root)
        .into_iter()
        .map(|(package, version)| own(root, &package, &version))
        .fold(code, u8::max)
}

/// Checks a crate with the version that it states itself.
fn own(root: &Path, package: &str, version: &str) -> u8 {
    if !installed(root, version) {
        println!("msrv: {package} is not checked with Rust {version}, which is not installed");
        return 0;
    }
    println!("msrv: Rust {version} for {package}");
    process::exit_code(cargo(root, version).args([
        "check",
        "--quiet",
        "--locked",
        "--all-features",
        "-p",
        package,
    ]))
}

/// The crates that state their own version.
fn with_own_versions(root: &Path) -> Vec<(String, String)> {
    let folders = std::fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten();
    let manifests =
        folders.filter_map(|entry| std::fs::read_to_string(entry.path().join("Cargo.toml")).ok());
    manifests
        .filter_map(|manifest| {
            Some((
                stated(&manifest, "name")?,
                stated(&manifest, "rust-version")?,
            ))
        })
        .collect()
}

/// The value in the first line `key = "value"`.
pub(crate) fn stated(manifest: &str, key: &str) -> Option<String> {
    let value = manifest.lines().find_map(|line| {
        line.strip_prefix(key)?
            .strip_prefix(" = \"")?
            .strip_suffix('"')
    });
    value.map(str::to_owned)
}

/// Reports what to do if the toolchain is not installed.
pub(crate) fn look(root: &Path) -> Result<(), String> {
    let version = oldest(root)?;
    let missing =
        format!("no Rust {version} (rustup toolchain install {version} --profile minimal)");
    installed(root, &version).then_some(()).ok_or(missing)
}

fn installed(root: &Path, version: &str) -> bool {
    process::works(process::cargo_of(version, root).arg("--version"))
}

/// A cargo command of that version. It has its own target folder, because two in one would wait for each other's lock.
fn cargo(root: &Path, version: &str) -> Command {
    let mut command = process::cargo_of(version, root);
    command.env(
        "CARGO_TARGET_DIR",
        process::target_folder(root).join("msrv"),
    );
    command
}

/// The `rust-version` of the root manifest.
fn oldest(root: &Path) -> Result<String, String> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))
        .map_err(|error| format!("cannot read the root Cargo.toml: {error}"))?;
    stated(&manifest, "rust-version")
        .ok_or_else(|| "the root Cargo.toml has no rust-version".into())
}
