//! The task `ci`: every check but the tests, in one call, at home as on a server.
//!
//! A failed step does not stop the later ones: one run shows everything that is
//! wrong. A step that lacks a program which not every machine has is skipped, and
//! the summary says so and why.
//!
//! [`BESIDE`] are the steps that leave a core idle for most of their time. They run beside the others, each as a process of
//! its own with a target folder of its own, and what they print is shown when they have ended.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::{env, fs, io, thread};

use crate::{compiler, fuzz, miri, msrv, no_std, process, tidy};

/// Says what is missing for a step, and how to get it.
type Look = fn(&Path) -> Result<(), String>;

/// One check.
struct Step {
    name: &'static str,
    action: Action,
}

/// What a check runs.
enum Action {
    /// Cargo with these arguments, warnings of rustdoc being errors.
    Cargo(&'static [&'static str]),
    /// As `Cargo`, if what the first part looks for is there.
    CargoIf(Look, &'static [&'static str]),
    /// The program `roguelab` with a subcommand and an argument list.
    Roguelab(&'static str, &'static [&'static str]),
    /// Another task.
    Task(fn(&Path) -> u8),
    /// As `Task`, if what the first part looks for is there.
    TaskIf(Look, fn(&Path) -> u8),
}

/// The tasks that run beside the steps, by name, and what each looks for.
const BESIDE: [(&str, Look); 2] = [("miri", miri::look), ("msrv", msrv::look)];

/// A whole build for processors that have AVX2, where there can be such.
const FOR_AVX2: &str = "target.'cfg(target_arch = \"x86_64\")'.rustflags = ['-Ctarget-cpu=x86-64-v3', '-Dwarnings']";

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step { name: "format", action: Action::Cargo(&["fmt", "--all", "--check"]) },
    Step { name: "lints", action: Action::Cargo(&["clippy", "--workspace", "--exclude", "schema", "--all-targets", "--", "-D", "warnings"]) },
    Step { name: "lints of schema", action: Action::Cargo(&["clippy", "-p", "schema", "--all-targets", "--", "-D", "warnings"]) },
    Step { name: "lints of generators, all features", action: Action::Cargo(&["clippy", "-p", "generators", "--all-targets", "--all-features", "--", "-D", "warnings"]) },
    Step { name: "docs", action: Action::Cargo(&["doc", "--no-deps", "--workspace"]) },
    Step { name: "tidy", action: Action::Task(tidy::run) },
    Step { name: "no-std", action: Action::Task(no_std::run) },
    Step { name: "fuzz", action: Action::TaskIf(cpp_compiler, fuzz::check) },
    Step { name: "schema", action: Action::Cargo(&["test", "--quiet", "-p", "schema"]) },
    Step { name: "portable", action: Action::Cargo(&["test", "--quiet", "-p", "generators", "-p", "rogue", "--no-default-features", "--lib", "--test", "games", "--test", "properties"]) },
    Step { name: "newer processors", action: Action::Cargo(&["check", "--quiet", "-p", "generators", "-p", "rogue", "--tests", "--config", FOR_AVX2]) },
    Step { name: "mpi", action: Action::CargoIf(open_mpi, &["test", "--profile", "dev", "-p", "cluster", "--features", "mpi"]) },
    Step { name: "deny", action: Action::CargoIf(cargo_deny, &["deny", "check", "licenses", "bans", "sources"]) },
    Step { name: "advisories", action: Action::CargoIf(advisories, &["deny", "check", "advisories"]) },
    Step { name: "gate", action: Action::Roguelab("gate", &["--regenerate"]) },
];

/// What came of a check.
#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    Failed,
    /// It was not made, for this reason.
    Skipped(String),
}

/// Runs every step, prints what came of each, and fails if any failed.
pub(crate) fn run(root: &Path) -> u8 {
    let beside = BESIDE.map(|(task, look)| (task, look(root).map(|()| Beside::start(task))));
    let mut results: Vec<(&str, Outcome)> =
        STEPS.iter().map(|step| (step.name, shown(step.name, || outcome(root, &step.action)))).collect();
    results.extend(
        beside.map(|(task, started)| (task, shown(task, || started.map_or_else(Outcome::Skipped, Beside::end)))),
    );
    print!("{}", summary(&results));
    verdict(&results)
}

/// Makes a check under its headline.
fn shown(name: &str, check: impl FnOnce() -> Outcome) -> Outcome {
    println!("== {name}");
    let outcome = check();
    if let Outcome::Skipped(why) = &outcome {
        println!("skipped: {why}");
    }
    outcome
}

/// A task that runs beside the steps.
struct Beside(JoinHandle<io::Result<std::process::Output>>);

impl Beside {
    fn start(task: &'static str) -> Self {
        let program = env::current_exe().unwrap_or_else(|_| PathBuf::from("xtask"));
        Self(thread::spawn(move || Command::new(program).arg(task).stdin(Stdio::null()).output()))
    }

    /// Waits for its end, and shows what it printed.
    fn end(self) -> Outcome {
        match self.0.join() {
            Ok(Ok(output)) => {
                print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
                if output.status.success() { Outcome::Passed } else { Outcome::Failed }
            }
            Ok(Err(error)) => {
                println!("xtask: it cannot be started: {error}");
                Outcome::Failed
            }
            Err(_) => Outcome::Failed,
        }
    }
}

/// Makes the check, unless it lacks something.
fn outcome(root: &Path, action: &Action) -> Outcome {
    if let Action::CargoIf(look, _) | Action::TaskIf(look, _) = action
        && let Err(missing) = look(root)
    {
        return Outcome::Skipped(missing);
    }
    if carry_out(root, action) == 0 { Outcome::Passed } else { Outcome::Failed }
}

fn carry_out(root: &Path, action: &Action) -> u8 {
    match action {
        Action::Cargo(arguments) | Action::CargoIf(_, arguments) => {
            process::exit_code(process::cargo(root).args(*arguments).env("RUSTDOCFLAGS", "-D warnings"))
        }
        Action::Roguelab(subcommand, arguments) => {
            process::roguelab(root, subcommand, &arguments.iter().map(Into::into).collect::<Vec<_>>())
        }
        Action::Task(run) | Action::TaskIf(_, run) => run(root),
    }
}

/// libFuzzer, which the fuzz target is linked with, is built from C++.
fn cpp_compiler(_root: &Path) -> Result<(), String> {
    compiler::cpp()
}

/// What the crate cluster is built with and tested under; its bindings are made by libclang.
fn open_mpi(_root: &Path) -> Result<(), String> {
    let answers = |program| process::works(Command::new(program).arg("--version"));
    let folders =
        fs::read_dir("/usr/lib").into_iter().flatten().flatten().map(|entry| entry.path().join("lib/libclang.so"));
    let libclang = env::var_os("LIBCLANG_PATH").is_some() || folders.into_iter().any(|path| path.exists());
    let missing = [("mpicc", answers("mpicc")), ("mpirun", answers("mpirun")), ("libclang", libclang)];
    let missing: Vec<_> = missing.into_iter().filter(|(_, here)| !here).map(|(name, _)| name).collect();
    let packages = "Debian: libopenmpi-dev, openmpi-bin, libclang-dev";
    if missing.is_empty() { Ok(()) } else { Err(format!("not here: {} ({packages})", missing.join(", "))) }
}

fn cargo_deny(root: &Path) -> Result<(), String> {
    let works = process::works(process::cargo(root).args(["deny", "--version"]));
    works.then_some(()).ok_or_else(|| String::from("cargo-deny is not installed (cargo install cargo-deny --locked)"))
}

/// Looks for the database of advisories too, which changes from day to day and comes from the network.
fn advisories(root: &Path) -> Result<(), String> {
    cargo_deny(root)?;
    let fetched = process::works(process::cargo(root).args(["deny", "fetch", "db"]));
    let missing = "the advisory database cannot be fetched (cargo deny fetch db; needs github.com)";
    fetched.then_some(()).ok_or_else(|| String::from(missing))
}

/// One line a step.
fn summary(results: &[(&str, Outcome)]) -> String {
    let mut text = String::from("== summary\n");
    for (name, outcome) in results {
        match outcome {
            Outcome::Passed => writeln!(text, "pass  {name}"),
            Outcome::Failed => writeln!(text, "FAIL  {name}"),
            Outcome::Skipped(why) => writeln!(text, "skip  {name}: {why}"),
        }
        .expect("a String takes any text");
    }
    text
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
    fn one_failed_step_fails_the_run() {
        let results = [("format", Passed), ("tidy", Failed), ("gate", Passed)];
        assert_eq!(verdict(&results), 1);
        assert_eq!(summary(&results), "== summary\npass  format\nFAIL  tidy\npass  gate\n");
    }

    #[test]
    fn a_run_of_passed_steps_passes() {
        assert_eq!(verdict(&[("format", Passed), ("gate", Passed)]), 0);
    }

    #[test]
    fn a_run_without_steps_proves_nothing() {
        assert_eq!(verdict(&[]), 1);
    }

    #[test]
    fn a_skipped_step_is_shown_and_neither_fails_the_run_nor_counts_as_passed() {
        let skipped = || ("deny", Skipped(String::from("no cargo-deny")));
        assert_eq!(summary(&[skipped()]), "== summary\nskip  deny: no cargo-deny\n");
        assert_eq!(verdict(&[("gate", Passed), skipped()]), 0);
        assert_eq!(verdict(&[("gate", Failed), skipped()]), 1);
        assert_eq!(verdict(&[skipped()]), 1);
    }

    #[test]
    fn a_step_is_skipped_only_for_what_it_lacks() {
        let step = |look| outcome(Path::new("."), &Action::TaskIf(look, |_| 1));
        assert_eq!(step(|_| Err(String::from("no compiler"))), Skipped(String::from("no compiler")));
        assert_eq!(step(|_| Ok(())), Failed);
    }
}
