//! The task `no-std`: proves that generators and permute need neither std nor alloc.
//!
//! `no_std_probe` is a static library with its own panic handler and without an allocator: std anywhere below it is a second
//! panic handler, alloc is a missing allocator, and either is a compile error on any target. Where rustup has a target
//! without an operating system, both crates are built for it too.

use std::path::Path;
use std::process::Command;

use crate::process;

/// The probe's folder, from the root.
const PROBE: &str = "crates/generators/no_std_probe";

/// Builds the probe, and both crates for every installed bare-metal target.
pub(crate) fn run(root: &Path) -> u8 {
    let probe = root.join(PROBE);
    let code = process::exit_code(process::cargo(&probe).args(["build", "--quiet", "--locked"]));
    if code != 0 {
        eprintln!(
            "no-std: the probe {PROBE} does not build: generators, permute, or a dependency, needs std or alloc"
        );
        return code;
    }
    println!("no-std: the probe, a static library without std and without an allocator, was built");

    let installed = installed_targets();
    let bare = bare_metal(&installed);
    if bare.is_empty() {
        println!("no-std: no bare-metal target is installed: the probe is the only proof");
    }
    for target in bare {
        let build = [
            "build",
            "--quiet",
            "-p",
            "roguelab-generators",
            "-p",
            "roguelab-permute",
            "--no-default-features",
            "--target",
            target,
        ];
        let code = process::exit_code(process::cargo(root).args(build));
        if code != 0 {
            eprintln!("no-std: generators and permute do not build for {target}");
            return code;
        }
        println!("no-std: generators and permute were built for {target}");
    }
    0
}

/// What rustup says; nothing where there is no rustup.
fn installed_targets() -> String {
    let answer = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .output();
    answer
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default()
}

/// The targets without an operating system in a list of one a line.
fn bare_metal(installed: &str) -> Vec<&str> {
    installed
        .lines()
        .map(str::trim)
        .filter(|target| target.contains("-none"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_metal_targets_are_told_from_hosted_ones() {
        let installed = "thumbv7em-none-eabihf\nx86_64-unknown-linux-gnu\nx86_64-unknown-none\n";
        assert_eq!(
            bare_metal(installed),
            ["thumbv7em-none-eabihf", "x86_64-unknown-none"]
        );
        assert!(bare_metal("x86_64-unknown-linux-gnu\n").is_empty());
    }
}
