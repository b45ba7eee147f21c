//! The task `msrv`: checks the workspace with the oldest Rust it promises.
//!
//! The version stands once, in the root manifest; it is read from there.

use std::path::Path;
use std::process::Command;

use crate::process;

/// Installs the promised toolchain through rustup and checks every target with it.
pub(crate) fn run(root: &Path, _arguments: &[String]) -> u8 {
    let manifest = match std::fs::read_to_string(root.join("Cargo.toml")) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("msrv: cannot read the root Cargo.toml: {error}");
            return 1;
        }
    };
    let Some(version) = rust_version(&manifest) else {
        eprintln!("msrv: the root Cargo.toml states no rust-version");
        return 1;
    };
    println!("msrv: Rust {version}");
    let install = ["toolchain", "install", version, "--profile", "minimal", "--no-self-update"];
    let check = ["run", version, "cargo", "check", "--workspace", "--all-targets", "--locked"];
    let installed = process::exit_code(Command::new("rustup").args(install));
    if installed != 0 {
        return installed;
    }
    // The variables of the cargo that runs us would bring the newer toolchain back.
    process::exit_code(
        Command::new("rustup").current_dir(root).args(check).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN"),
    )
}

/// The value of `rust-version` in a manifest.
fn rust_version(manifest: &str) -> Option<&str> {
    manifest.lines().find_map(|line| {
        let value = line.strip_prefix("rust-version")?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_the_manifest() {
        assert_eq!(rust_version("[workspace.package]\nrust-version = \"1.89\"\n"), Some("1.89"));
    }

    #[test]
    fn an_inherited_version_is_no_statement() {
        assert_eq!(rust_version("rust-version.workspace = true\n"), None);
    }
}
