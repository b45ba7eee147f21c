//! The task `no-std`: proves that generators and permute need neither std nor alloc.
//!
//! `no_std_probe` is a static library with its own panic handler and without an allocator: std anywhere below it is a second
//! panic handler, alloc is a missing allocator, and either is a compile error on any target.

use std::path::Path;

use crate::process;

/// The probe's folder, from the root.
const PROBE: &str = "crates/generators/no_std_probe";

/// Builds the probe.
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

    0
}
