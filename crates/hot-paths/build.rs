//! Tells the program what it was built with: instruction counts of another compiler, target or level of optimisation cannot
//! be compared.

use std::env::var;
use std::process::Command;

fn main() {
    let rustc = var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    // The flags are parted by a byte that no flag has in it.
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let level = var("OPT_LEVEL").unwrap_or_default();
    // The profile of the tests and of `cargo xtask` looks for overflow, that of --release does not.
    let checks = if var("PROFILE").is_ok_and(|profile| profile == "debug") { "with checks " } else { "" };
    // Parts of a crate that are compiled one by one are inlined less into each other.
    let parts = if var("CARGO_INCREMENTAL").is_ok_and(|value| value != "0") { "in parts " } else { "" };
    println!("cargo::rustc-env=HOT_PATHS_COMPILER={version}");
    println!("cargo::rustc-env=HOT_PATHS_TARGET={}", var("TARGET").unwrap_or_default());
    println!("cargo::rustc-env=HOT_PATHS_OPTIMISATION={}", format!("{level} {checks}{parts}{flags}").trim_end());
    println!("cargo::rerun-if-env-changed=CARGO_INCREMENTAL");
    println!("cargo::rerun-if-changed=build.rs");
}
