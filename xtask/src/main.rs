//! The project's own commands: `cargo xtask TASK`.
//!
//! It is small and has no dependencies, so that it is built in a second: each task starts cargo or `evidence`, or checks the
//! text of the repository. Exit codes: 0 the task succeeded, 2 it could not be carried out (unknown task, wrong arguments),
//! otherwise the code of the program that it started. Start reading at [`TASKS`].

mod browser;
mod ci;
mod npm;
mod page;
mod process;
mod python;
mod report;
mod tidy;
mod toolchains;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit code for a call that cannot be carried out.
const MISUSE: u8 = 2;

/// How a task is run. Functions get the root of the repository.
#[derive(Clone, Copy)]
enum Run {
    /// By the subcommand of `evidence` with the same name and arguments. Paths are relative to the folder of the call.
    Evidence,
    /// By a function of the root of the repository and the arguments.
    With(fn(&Path, &[OsString]) -> u8),
}

/// A task.
struct Task {
    name: &'static str,
    run: Run,
    /// Its line in the help.
    summary: &'static str,
}

impl Task {
    const fn new(name: &'static str, run: Run, summary: &'static str) -> Self {
        Self { name, run, summary }
    }
}

/// All tasks.
#[rustfmt::skip]
const TASKS: &[Task] = &[
    Task::new("report", Run::With(report::run), "print the summary and write the report, with the page, to target/report"),
    Task::new("gate",   Run::Evidence, "regenerate the fixtures, and fail if git sees that one changed"),
    Task::new("bless",  Run::Evidence, "regenerate the fixtures from the references and oracles"),
    Task::new("setup",  Run::Evidence, "install missing oracles, as root; some need --accept-licence"),
    Task::new("doctor", Run::Evidence, "show which oracles and tools this machine has, and what each of them proves"),
    Task::new("game",   Run::Evidence, "play the real game and compare it with the port"),
    Task::new("wild",   Run::Evidence, "compare published packages with subjects: [--bless] [NAME...]"),
    Task::new("detection", Run::Evidence, "write docs/detection.md: how soon generators fail; takes some minutes"),
    Task::new("ci",     Run::With(ci::run), "every check except the tests, or only STEP...: format, lints, docs, oldest Rust, licences, fixtures, gate and more"),
    Task::new("tidy",   Run::With(tidy::run), "check the structure of the repository, or of FOLDER"),
    Task::new("browser", Run::With(browser::run), "write the report and test its pages in a headless Chromium: [--shots FOLDER] [PAGE...]"),
    Task::new("page",   Run::With(page::run), "write the page that answers in a browser to target/page: [--small]"),
    Task::new("npm",    Run::With(npm::run), "write the npm package of crates/web/npm to target/npm, and test it: [--write-only] [--run-slow]"),
    Task::new("python", Run::With(python::run), "build the wheel of crates/python, and test it: [--run-slow]"),
    Task::new("bench",  Run::With(process::bench), "run the benchmarks; with --table, put the last run into docs/speed.md"),
    Task::new("help",   Run::With(help), "print this list"),
];

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    // The workspace is the parent folder of this package.
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = package
        .as_deref()
        .and_then(Path::parent)
        .unwrap_or(Path::new("."));
    ExitCode::from(dispatch(root, &arguments))
}

/// Runs the task that the arguments name, and returns its exit code.
fn dispatch(root: &Path, arguments: &[OsString]) -> u8 {
    let Some((name, rest)) = arguments.split_first() else {
        return misuse("no task given");
    };
    if name == "--help" || name == "-h" {
        return help(root, rest);
    }
    let Some(task) = TASKS.iter().find(|task| name == task.name) else {
        return misuse(&format!(
            "unknown task `{}`",
            name.to_string_lossy().escape_debug()
        ));
    };
    match task.run {
        Run::Evidence => process::evidence(root, &[task.name], rest),
        Run::With(run) => run(root, rest),
    }
}

fn misuse(message: &str) -> u8 {
    eprintln!("xtask: {message}\n\n{}", usage());
    MISUSE
}

fn help(_root: &Path, _arguments: &[OsString]) -> u8 {
    println!("{}", usage());
    0
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask TASK [ARGUMENT...]\n\ntasks:");
    for task in TASKS {
        text += &format!("\n  {:<10}{}", task.name, task.summary);
    }
    text
}
