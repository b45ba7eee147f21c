//! The task `browser`: tests the pages of the report in a headless Chromium, with `crates/evidence/tests/browser/drive.mjs`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::ci::{check_npm_has, check_programs, prints_version};
use crate::{process, report};

/// The folder of the script, which is run from a copy in the target folder, next to the npm packages.
const FOLDER: &str = "crates/evidence/tests/browser";

/// Programs that may be Chromium.
const CHROMIUMS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Reports a tool that is missing.
pub(crate) fn check_tools(root: &Path) -> Result<(), String> {
    check_programs(&["node", "npm"], "")?;
    let named = std::env::var("CHROMIUM").ok();
    if !named
        .as_deref()
        .into_iter()
        .chain(CHROMIUMS)
        .any(prints_version)
    {
        return Err(
            "not here: chromium (Debian: chromium; the variable CHROMIUM can name one)".into(),
        );
    }
    // After the first time, the packages come from npm's cache.
    let packages = process::target_folder(root).join("browser/node_modules/axe-core");
    if packages.is_dir() {
        return Ok(());
    }
    check_npm_has("axe-core@4.10.3")
}

/// Writes the report, installs the packages if they are missing, and runs the script. `arguments` are pages, or `--shots FOLDER`.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    if let Err(missing) = check_tools(root) {
        eprintln!("xtask: {missing}");
        return crate::MISUSE;
    }
    let folder = match prepare(root) {
        Ok(folder) => folder,
        Err(code) => return code,
    };
    let written_to = folder.join("report");
    let written = report::run(root, &["--out".into(), written_to.clone().into()]);
    if written != 0 {
        return written;
    }
    let program = match process::build_program(root) {
        Ok(program) => program,
        Err(code) => return code,
    };
    let mut node = Command::new("node");
    process::exit_code(
        node.arg(folder.join("drive.mjs"))
            .arg(written_to)
            .arg(program)
            .args(arguments),
    )
}

/// Copies the scripts beside the npm packages, which are installed if they are missing, and returns their folder.
pub(crate) fn prepare(root: &Path) -> Result<PathBuf, u8> {
    let folder = process::target_folder(root).join("browser");
    if let Err(error) = copy(&root.join(FOLDER), &folder).and_then(|()| install(&folder)) {
        eprintln!("xtask: {}: {error}", folder.display());
        return Err(1);
    }
    Ok(folder)
}

/// Copies a folder.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &place)?;
        } else {
            fs::copy(entry.path(), place)?;
        }
    }
    Ok(())
}

/// Installs the packages in the lock file, unless exactly these are installed.
fn install(folder: &Path) -> io::Result<()> {
    let wanted = folder.join("package-lock.json");
    let installed = folder.join("node_modules/installed-lock.json");
    if fs::read(&wanted).ok() == fs::read(&installed).ok() {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.current_dir(folder).args([
        "ci",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]);
    if process::exit_code(&mut npm) != 0 {
        return Err(io::Error::other("npm ci failed"));
    }
    fs::copy(wanted, installed).map(|_| ())
}
