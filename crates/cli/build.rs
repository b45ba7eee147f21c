//! Compiles into the program what it needs from the repository: some fixtures, and a page of the documentation. These files are
//! at the root of the repository; a package has its own copies.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The fixtures that commands read, one of which is a folder. The package must contain them: see `include` in Cargo.toml.
const FIXTURES: [&str; 5] = [
    "calibration.json",
    "game.txt",
    "plan.toml",
    "wild.json",
    "zoo.json",
];
const DOCUMENTS: &str = "documents";

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = package.join("../..");
    let base = if root.join("crates/cli").is_dir() {
        root
    } else {
        package
    };
    println!("cargo:rerun-if-changed=build.rs");
    let protocol = base.join("docs/protocol.md");
    println!("cargo:rerun-if-changed={}", protocol.display());
    println!("cargo:rustc-env=PROTOCOL={}", protocol.display());

    let fixtures = base.join("fixtures");
    println!(
        "cargo:rerun-if-changed={}",
        fixtures.join(DOCUMENTS).display()
    );
    let mut names: Vec<_> = FIXTURES.map(str::to_owned).into();
    for file in fs::read_dir(fixtures.join(DOCUMENTS))? {
        let name = file?.file_name().to_string_lossy().into_owned();
        if Path::new(&name)
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            names.push(format!("{DOCUMENTS}/{name}"));
        }
    }
    names.sort_unstable();
    let row = |name: &String| {
        let path = fixtures.join(name).display().to_string();
        format!("    ({name:?}, include_str!({path:?})),\n")
    };
    let table = format!("&[\n{}]\n", names.iter().map(row).collect::<String>());
    fs::write(
        PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("fixtures.rs"),
        table,
    )
}
