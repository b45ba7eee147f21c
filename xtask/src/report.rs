//! The task `report`: writes the report, and into its folder `ask` the page of the task `page`, where that can be built.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{browser, ci, process};

/// How long to wait for rustup, which may have no network.
const PATIENCE: Duration = Duration::from_secs(30);

/// Writes the report. Without the page, the report has another one in its place that says how to get it.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let code = process::evidence(root, &["report"], arguments);
    let folder = folder_of_page(root, arguments);
    let is_help = arguments
        .iter()
        .any(|word| word == "--help" || word == "-h");
    if is_help || code > 1 || !folder.is_dir() {
        return code;
    }
    if let Err(missing) = add_page(root, &folder) {
        eprintln!("xtask: the report is without the page that answers questions: {missing}");
    }
    code
}

/// The folder of the page in the report that these arguments ask for.
fn folder_of_page(root: &Path, arguments: &[OsString]) -> PathBuf {
    let mut report = root.join("target/report");
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if word == "--out" {
            report = words.next().map_or(report, PathBuf::from);
        } else if let Some(path) = word.to_str().and_then(|word| word.strip_prefix("--out=")) {
            report = path.into();
        }
    }
    report.join("ask")
}

/// Builds the page and copies it. An error is a line.
fn add_page(root: &Path, folder: &Path) -> Result<(), String> {
    if ci::check_webassembly(root).is_err() {
        add_target(root);
        ci::check_webassembly(root)?;
    }
    let built = process::target_folder(root).join("page");
    if !built.is_dir() {
        eprintln!("xtask: building the page that answers questions, which takes minutes once");
    }
    let program = env::current_exe().map_err(|error| error.to_string())?;
    if !process::works(Command::new(program).arg("page")) {
        return Err("`cargo xtask page` fails".to_owned());
    }
    browser::copy(&built, folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Asks rustup for the target, and ends it if that takes long.
fn add_target(root: &Path) {
    let mut rustup = Command::new("rustup");
    rustup
        .current_dir(root)
        .args(["target", "add", ci::WEBASSEMBLY])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Ok(mut rustup) = rustup.spawn() else {
        return;
    };
    let started = Instant::now();
    while let Ok(None) = rustup.try_wait() {
        if started.elapsed() > PATIENCE {
            // It may have ended just now.
            let _ = rustup.kill();
            let _ = rustup.wait();
            return;
        }
        sleep(Duration::from_millis(100));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_goes_into_the_folder_that_out_names() {
        for (arguments, folder) in [
            (&["--all"][..], "root/target/report/ask"),
            (&["--out", "a", "--all"], "a/ask"),
            (&["--json", "--out=b/c"], "b/c/ask"),
        ] {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            assert_eq!(
                folder_of_page(Path::new("root"), &arguments),
                Path::new(folder)
            );
        }
    }
}
