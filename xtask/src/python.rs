//! The task `python`: builds the wheel of `crates/python`, installs it into an empty environment, and runs its tests there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::process;

/// The folder of the package.
const FOLDER: &str = "crates/python";

/// Tests of others, from the folder of the package.
const EXAMPLES: &str = "../../examples/pytest";

/// The folder of an environment's programs.
const PROGRAMS: &str = if cfg!(windows) { "Scripts" } else { "bin" };

fn environment(root: &Path) -> PathBuf {
    process::target_folder(root).join("python/environment")
}

/// The Python of the environment.
fn python(root: &Path) -> Command {
    let name = format!("python{}", env::consts::EXE_SUFFIX);
    let mut python = Command::new(environment(root).join(PROGRAMS).join(name));
    python.current_dir(root.join(FOLDER));
    python
}

/// Makes an empty environment, and installs what builds and tests the wheel: an error if that cannot be had.
pub(crate) fn check_tools(root: &Path) -> Result<(), String> {
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(environment(root));
    if !process::works(&mut make) {
        return Err("not here: python3 with venv (Debian: python3-venv)".into());
    }
    let mut pip = python(root);
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    if !process::works(pip.args(["-r", "tests/requirements.txt"])) {
        return Err(format!(
            "pip cannot install {FOLDER}/tests/requirements.txt"
        ));
    }
    Ok(())
}

/// Builds and tests the wheel. `arguments` are those of pytest, such as `--run-slow`.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    if let Err(missing) = check_tools(root) {
        eprintln!("xtask: {missing}");
        return crate::MISUSE;
    }
    test(root, arguments)
}

/// The same in an environment that was made.
pub(crate) fn test(root: &Path, arguments: &[OsString]) -> u8 {
    let wheels = process::target_folder(root).join("python/wheels");
    // Only the new wheel is installed.
    let _is_new = fs::remove_dir_all(&wheels);
    // Thousands of seeds take longer than the build of what is published; a few tests do not.
    let is_slow = arguments.iter().any(|argument| argument == "--run-slow");
    let profile = if is_slow { "release" } else { "dev" };
    let mut build = python(root);
    build.args(["-m", "maturin", "build", "--quiet", "--profile", profile]);
    build.arg("--out");
    let mut install = python(root);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-index",
        "--find-links",
    ]);
    let mut types = python(root);
    types.args(["-m", "mypy", "--strict", "python", "tests", EXAMPLES]);
    let mut tests = python(root);
    // The documentation of the installed package has examples too, and so has its page.
    tests.args([
        "-m",
        "pytest",
        "--quiet",
        "--doctest-modules",
        "--doctest-glob=python.md",
    ]);
    tests.args([
        "--pyargs",
        "roguelab",
        "tests",
        EXAMPLES,
        "../../docs/python.md",
    ]);
    for step in [
        build.arg(&wheels),
        install.arg(&wheels).arg("roguelab"),
        &mut types,
        tests.args(arguments),
    ] {
        match process::exit_code(step) {
            0 => {}
            code => return code,
        }
    }
    0
}
