//! The task `ci`: every check except the tests, in one call, at home as on a server.
//!
//! A failed step does not stop the later ones: one run shows everything that is wrong. A step that lacks a program that not
//! every machine has is skipped, and the summary says so and why.
//!
//! [`BESIDE`] runs beside the steps, which leave a core idle for much of their time, or wait for the network. Those tasks are
//! processes of their own, and what they build is in target folders of their own; their output is shown at the end. `ci beside`
//! is these alone and `ci steps` the others: `.ci/run` starts the first before the tests.
//!
//! The lints check the dependencies for the docs: both have the same features.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, io, thread};

use crate::{MISUSE, browser, miri, msrv, no_std, packages, platforms, process, semver, tidy};

/// What a step lacks, and how to get it.
type Look = fn(&Path) -> Result<(), String>;

/// What a step runs.
enum Action {
    /// Cargo with these arguments, with warnings of rustdoc as errors.
    Cargo(&'static str),
    /// `roguelab` with these arguments.
    Roguelab(&'static [&'static str]),
    /// Another task.
    Task(fn(&Path) -> u8),
}

use Action::{Cargo, Roguelab, Task};

/// Steps that any machine can run look for nothing.
const NOTHING: Look = |_| Ok(());

/// The tasks that run beside the steps.
const BESIDE: [(&str, Look); 3] = [("miri", miri::look), ("msrv", msrv::look), ("wild", registries)];

#[rustfmt::skip]
const STEPS: &[(&str, Look, Action)] = &[
    ("format", NOTHING, Cargo("fmt --all --check")),
    // With lab, generators has all its features. The benchmarks and fuzz targets alone would be other builds.
    ("lints", NOTHING, Cargo("clippy --workspace --all-targets --features benches/timing,benches/schema,roguelab-fuzz/targets -- -D warnings")),
    ("docs", NOTHING, Cargo("doc --no-deps --workspace --features benches/timing,benches/schema")),
    ("tidy", NOTHING, Task(|root| tidy::run(root, &[]))),
    ("gof without features", NOTHING, Cargo("clippy --quiet -p roguelab-gof -- -D warnings")),
    ("no-std", NOTHING, Task(no_std::run)),
    ("benches", NOTHING, Cargo("test --quiet -p benches --features schema")),
    ("portable", NOTHING, Cargo("test --quiet -p roguelab-generators -p roguelab-rogue --no-default-features --lib --test games --test properties")),
    ("newer processors", NOTHING, Task(for_avx2)),
    ("mpi", open_mpi, Cargo("test --quiet -p roguelab --features mpi --test mpirun")),
    ("packages", NOTHING, Task(packages::run)),
    ("platforms", platforms::look, Task(platforms::run)),
    ("semver", semver::look, Task(semver::run)),
    ("deny", cargo_deny, Cargo("deny check licenses bans sources")),
    ("advisories", advisories, Cargo("deny check advisories")),
    ("gate", NOTHING, Roguelab(&["gate", "--regenerate"])),
    ("browser", browser::look, Task(|root| browser::run(root, &[]))),
];

/// What came of a step.
#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    Failed,
    /// Why it was not run.
    Skipped(String),
}

impl Outcome {
    fn of(success: bool) -> Self {
        if success { Self::Passed } else { Self::Failed }
    }
}

/// Runs every step, or a part of them, prints the outcome of each, and fails if any failed.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let (beside, steps): (&[_], _) = match arguments {
        [] => (&BESIDE, STEPS),
        [part] if part == "beside" => (&BESIDE, &[]),
        [part] if part == "steps" => (&[], STEPS),
        [.., other] => {
            eprintln!("ci: `{}` is not `beside` or `steps`", other.to_string_lossy().escape_debug());
            return MISUSE;
        }
    };
    let beside = beside.iter().map(|&(task, look)| (task, look(root).map(|()| thread::spawn(move || start(task)))));
    let beside: Vec<_> = beside.collect();
    let mut results = Vec::new();
    for (name, look, action) in steps {
        results.push((*name, shown(name, look(root).map(|()| carry_out(root, action)))));
    }
    for (task, started) in beside {
        results.push((task, shown(task, started.map(|thread| move || ended(thread.join())))));
    }
    print!("{}", summary(&results));
    verdict(&results)
}

/// Runs a step under its headline, unless it lacks something.
fn shown(name: &str, step: Result<impl FnOnce() -> bool, String>) -> Outcome {
    println!("== {name}");
    match step {
        Ok(run) => Outcome::of(run()),
        Err(missing) => {
            println!("skipped: {missing}");
            Outcome::Skipped(missing)
        }
    }
}

fn carry_out(root: &Path, action: &Action) -> impl FnOnce() -> bool {
    move || {
        let code = match action {
            Cargo(arguments) => {
                let mut cargo = process::cargo(root);
                process::exit_code(cargo.args(arguments.split(' ')).env("RUSTDOCFLAGS", "-D warnings"))
            }
            Roguelab([subcommand, arguments @ ..]) => {
                process::roguelab(root, subcommand, &arguments.iter().map(Into::into).collect::<Vec<_>>())
            }
            Roguelab([]) => 1,
            Task(run) => run(root),
        };
        code == 0
    }
}

/// Runs a task to its end as a process of its own.
fn start(task: &str) -> io::Result<Output> {
    let program = env::current_exe().unwrap_or_else(|_| PathBuf::from("xtask"));
    Command::new(program).arg(task).stdin(Stdio::null()).output()
}

/// Shows what such a task printed; whether it succeeded.
fn ended(result: thread::Result<io::Result<Output>>) -> bool {
    match result {
        Ok(Ok(output)) => {
            print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            output.status.success()
        }
        Ok(Err(error)) => {
            println!("xtask: it cannot be started: {error}");
            false
        }
        Err(_) => false,
    }
}

/// Checks the code for processors that are known to have AVX2.
fn for_avx2(root: &Path) -> u8 {
    let flags = "target.'cfg(target_arch = \"x86_64\")'.rustflags = ['-Ctarget-cpu=x86-64-v3', '-Dwarnings']";
    let check = ["check", "--quiet", "-p", "roguelab-generators", "-p", "roguelab-rogue", "--tests", "--config", flags];
    process::exit_code(process::cargo(root).args(check))
}

/// What the feature `mpi` of lab needs; libclang generates its bindings.
fn open_mpi(_root: &Path) -> Result<(), String> {
    let answers = |program| process::works(Command::new(program).arg("--version"));
    let mut folders =
        fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path().join("lib/libclang.so"));
    let libclang = env::var_os("LIBCLANG_PATH").is_some() || folders.any(|path| path.exists());
    let missing = [("mpicc", answers("mpicc")), ("mpirun", answers("mpirun")), ("libclang", libclang)];
    let missing: Vec<_> = missing.into_iter().filter(|(_, here)| !here).map(|(name, _)| name).collect();
    let packages = "Debian: libopenmpi-dev, openmpi-bin, libclang-dev";
    if missing.is_empty() { Ok(()) } else { Err(format!("not here: {} ({packages})", missing.join(", "))) }
}

fn cargo_deny(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo(root).args(["deny", "--version"]));
    works.then_some(()).ok_or_else(|| "cargo-deny is not installed (cargo install cargo-deny --locked)".into())
}

/// The database of advisories changes from day to day and comes from the network.
fn advisories(root: &Path) -> Result<(), String> {
    cargo_deny(root)?;
    let fetched = process::works(process::cargo(root).args(["deny", "fetch", "db"]));
    let missing = "the advisory database cannot be fetched (cargo deny fetch db; needs github.com)";
    fetched.then_some(()).ok_or_else(|| missing.into())
}

/// What the packages in other languages need. One of them that cannot be fetched later is skipped by name.
fn registries(_root: &Path) -> Result<(), String> {
    let answers = |program: &&str| process::works(Command::new(program).arg("--version"));
    let missing: Vec<_> = ["node", "npm", "python3"].into_iter().filter(|program| !answers(program)).collect();
    if !missing.is_empty() {
        return Err(format!("not here: {}", missing.join(", ")));
    }
    let view = ["view", "pcg-random@2.0.1", "version", "--fetch-retries=0", "--fetch-timeout=30000"];
    let answers = process::works(Command::new("npm").args(view));
    answers.then_some(()).ok_or_else(|| "the registry of npm cannot be reached (npm view pcg-random@2.0.1)".into())
}

/// One line per step.
fn summary(results: &[(&str, Outcome)]) -> String {
    let lines = results.iter().map(|(name, outcome)| match outcome {
        Outcome::Passed => format!("pass  {name}\n"),
        Outcome::Failed => format!("FAIL  {name}\n"),
        Outcome::Skipped(why) => format!("skip  {name}: {why}\n"),
    });
    String::from("== summary\n") + &lines.collect::<String>()
}

/// 0 if a step passed and none failed.
fn verdict(results: &[(&str, Outcome)]) -> u8 {
    let any = |wanted| results.iter().any(|(_, outcome)| *outcome == wanted);
    u8::from(any(Outcome::Failed) || !any(Outcome::Passed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Failed, Passed, Skipped};

    #[test]
    fn a_run_passes_if_a_step_passed_and_none_failed() {
        let skipped = || ("deny", Skipped("no cargo-deny".into()));
        assert_eq!(verdict(&[("gate", Passed), skipped()]), 0);
        assert_eq!(verdict(&[("format", Passed), ("tidy", Failed), ("gate", Passed)]), 1);
        assert_eq!(verdict(&[]), 1, "nothing was checked");
        assert_eq!(verdict(&[skipped()]), 1, "nothing was checked");
        let lines = summary(&[("format", Passed), ("tidy", Failed), skipped()]);
        assert_eq!(lines, "== summary\npass  format\nFAIL  tidy\nskip  deny: no cargo-deny\n");
    }

    #[test]
    fn a_step_is_skipped_only_for_what_it_lacks() {
        assert_eq!(shown("a", Ok(|| false)), Failed);
        assert_eq!(shown("a", Err::<fn() -> bool, _>("no compiler".into())), Skipped("no compiler".into()));
    }
}
