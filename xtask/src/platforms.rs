//! The task `platforms`: checks that the whole program compiles for other systems, where Rust has their standard library.
//!
//! Nothing is linked, and no C is compiled: that needs a compiler for the target.

use std::path::Path;
use std::process::Command;

use crate::process;

const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

pub(crate) fn run(root: &Path) -> u8 {
    let check = |target| {
        if !is_installed(target) {
            println!("platforms: {target} is not checked (rustup target add {target})");
            return 0;
        }
        println!("platforms: {target}");
        let mut cargo = process::cargo(root);
        // The build script of foreign takes it.
        cargo.env("ROGUELAB_C", "off");
        process::exit_code(cargo.args(["check", "--quiet", "-p", "roguelab", "--target", target]))
    };
    TARGETS.map(check).into_iter().fold(0, u8::max)
}

/// Whether one of the targets is here; if not, how to get them.
pub(crate) fn look(_root: &Path) -> Result<(), String> {
    let missing = format!("no standard library of another system (rustup target add {})", TARGETS.join(" "));
    TARGETS.into_iter().any(is_installed).then_some(()).ok_or(missing)
}

fn is_installed(target: &str) -> bool {
    let folder = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    let folder = folder.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    !folder.is_empty() && Path::new(&folder).is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_rust_does_not_know_is_not_installed() {
        assert!(!is_installed("no-such-target"));
    }
}
