//! Tells the program where the page on the protocol is, which it has in it: at the root of the repository, of which a package has
//! its own copy.

use std::env;
use std::path::PathBuf;

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = package.join("../..");
    let base = if root.join("crates/cli").is_dir() {
        root
    } else {
        package
    };
    let protocol = base.join("docs/protocol.md");
    println!("cargo:rerun-if-changed={}", protocol.display());
    println!("cargo:rustc-env=PROTOCOL={}", protocol.display());
}
