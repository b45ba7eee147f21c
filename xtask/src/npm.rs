//! The task `npm`: writes the package of `crates/web/npm` with the WebAssembly of the page, installs it into an empty folder, and
//! runs its tests there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::{browser, ci, page, process};

/// The folder of the package.
const FOLDER: &str = "crates/web/npm";

/// The folders whose tests are copied beside the installed package.
const TESTS: [&str; 2] = ["crates/web/npm/test", "examples/javascript"];

/// Reports what is missing for the tests.
pub(crate) fn check_tools(root: &Path) -> Result<(), String> {
    ci::check_webassembly(root)?;
    ci::check_programs(&["node", "npm"], "")?;
    ci::check_npm_has("typescript@5.9.3")
}

/// Writes the package to `target/npm`, and tests it unless the argument is `--write-only`; `--run-slow` runs the slow tests too. Other
/// arguments are those of `node --test`.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    // What is published is small.
    let is_slow = arguments.iter().any(|argument| argument == "--run-slow");
    let how = if is_slow {
        &[page::SMALL.into()][..]
    } else {
        &[]
    };
    match page::run(root, how) {
        0 => {}
        code => return code,
    }
    let target = process::target_folder(root);
    let (package, empty) = (target.join("npm"), target.join("npm-test"));
    // Only the new package is installed.
    for folder in [&package, &empty] {
        let _was_there = fs::remove_dir_all(folder);
    }
    if let Err(error) = write(root, &package, &empty) {
        eprintln!("xtask: the package cannot be written: {error}");
        return 1;
    }
    if arguments.iter().any(|argument| argument == "--write-only") {
        println!("npm: {}", package.display());
        return 0;
    }
    let mut pack = npm(&package);
    pack.args(["pack", "--silent", "--pack-destination"])
        .arg(&empty);
    let mut packages = npm(&empty);
    packages.args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]);
    let mut types = npm(&empty);
    types.args(["exec", "--offline", "--", "tsc", "--project", "."]);
    let mut tests = Command::new("node");
    tests
        .current_dir(&empty)
        .arg("--test")
        .env("ROGUELAB_ROOT", root);
    for argument in arguments {
        if argument == "--run-slow" {
            tests.env("ROGUELAB_SLOW", "1");
        } else {
            tests.arg(argument);
        }
    }
    for step in [&mut pack, &mut packages] {
        match process::exit_code(step) {
            0 => {}
            code => return code,
        }
    }
    let mut install = npm(&empty);
    install.args([
        "install",
        "--no-save",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--silent",
    ]);
    match archive(&empty) {
        Some(archive) => install.arg(archive),
        None => return 1,
    };
    for step in [&mut install, &mut types, &mut tests] {
        match process::exit_code(step) {
            0 => {}
            code => return code,
        }
    }
    0
}

fn npm(folder: &Path) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(folder);
    npm
}

/// Copies the package, and what tests it.
fn write(root: &Path, package: &Path, tests: &Path) -> io::Result<()> {
    copy_files(&root.join(FOLDER), package)?;
    let wasm = process::target_folder(root).join("page/roguelab.wasm");
    fs::copy(wasm, package.join("roguelab.wasm"))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root.join(licence), package.join(licence))?;
    }
    for folder in TESTS {
        browser::copy(&root.join(folder), tests)?;
    }
    Ok(())
}

/// Copies the files of a folder, without its folders.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// The packed package in a folder.
fn archive(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let mut archives = entries.map(|entry| entry.path());
    archives.find(|path| path.extension().is_some_and(|extension| extension == "tgz"))
}
