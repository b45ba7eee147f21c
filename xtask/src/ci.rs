//! The task `ci`: every check except the tests in one call, the same on a developer's machine and on a server.
//!
//! A failed step does not stop the later ones, so one run shows everything that is wrong. A step is skipped if it needs a
//! program that is missing, and the summary says so and why.
//!
//! `.ci/run` calls the steps in groups, because the tests often leave a core idle: `ci first` while the tests are built, `ci
//! beside` while they run, and `ci steps` after them. `ci STEP...` runs steps by their names.
//!
//! The lints also check the dependencies for the docs and the packages, since all three use the oldest Rust.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::{MISUSE, browser, process, tidy, toolchains};

/// Reports a tool that is missing, and how to get it.
type Look = fn(&Path) -> Result<(), String>;

/// What a step runs.
enum Action {
    /// Cargo with these arguments.
    Cargo(&'static str),
    /// The same with the [oldest Rust](toolchains::check), with warnings of rustdoc as errors.
    Check(&'static str),
    /// `evidence` with these arguments.
    Evidence(&'static [&'static str]),
    /// Another task.
    Task(fn(&Path) -> u8),
}

use Action::{Cargo, Check, Evidence, Task};

/// For steps that run on any machine.
const NOTHING: Look = |_| Ok(());

/// When a step is run.
#[derive(Clone, Copy, PartialEq)]
enum When {
    /// While the tests are built: these steps need no oracle and no lock of cargo's.
    First,
    /// While the tests run.
    Beside,
    /// After the tests.
    After,
}

use When::{After, Beside, First};

/// The target of a browser.
const WEBASSEMBLY: &str = "wasm32-unknown-unknown";

/// A step: its name, what it needs, when it runs, and what it runs.
type Step = (&'static str, Look, When, Action);

#[rustfmt::skip]
const STEPS: &[Step] = &[
    ("format", NOTHING, After, Cargo("fmt --all --check")),
    ("tidy", NOTHING, After, Task(|root| tidy::run(root, &[]))),
    // Together with cli, generators has all its features. The benchmarks and fuzz targets alone would need separate builds.
    ("lints", NOTHING, First, Check("clippy --workspace --all-targets --features benches/timing,roguelab-fuzz/targets -- -D warnings")),
    ("docs", NOTHING, First, Check("doc --no-deps --workspace --features benches/timing")),
    ("packages", toolchains::has_oldest, First, Task(toolchains::packages)),
    // A static library with its own panic handler and without an allocator: std anywhere below it would be a second panic
    // handler, alloc a missing allocator, and either is a compile error on any target.
    ("no-std", NOTHING, First, Cargo("build --quiet --locked --manifest-path crates/generators/no_std_probe/Cargo.toml")),
    ("gate", NOTHING, Beside, Evidence(&["gate"])),
    ("browser", browser::look, Beside, Task(|root| browser::run(root, &[]))),
    ("gof without features", NOTHING, Beside, Cargo("clippy --quiet -p roguelab-gof -- -D warnings")),
    // Processors known to have AVX2.
    ("newer processors", NOTHING, Beside, Cargo("check --quiet -p roguelab-generators -p roguelab-rogue \
        --config target.'cfg(target_arch=\"x86_64\")'.rustflags=['-Ctarget-cpu=x86-64-v3','-Dwarnings']")),
    // These tests take a moment, so compiling with less optimisation is faster.
    ("portable", NOTHING, Beside, Cargo("test --quiet -p roguelab-generators -p roguelab-rogue --no-default-features --lib --test games --test properties \
        --config profile.dev.package.roguelab-generators.opt-level=0 --config profile.dev.package.roguelab-rogue.opt-level=1")),
    // What a browser asks has no C, no threads of its own and no clock: see also crates/answers/clippy.toml.
    ("webassembly", webassembly, Beside, Cargo("check --quiet -p roguelab-answers --target wasm32-unknown-unknown")),
    ("benches", NOTHING, Beside, Cargo("test --quiet -p benches")),
    ("schema", validator, Beside, Task(schema)),
    ("mpi", open_mpi, After, Cargo("test --quiet -p roguelab --features mpi --test mpirun")),
    ("deny", |_| lack(&["cargo-deny"], " (cargo install cargo-deny --locked)"), After, Cargo("deny check licenses bans sources")),
];

/// The outcome of a step.
#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    Failed,
    /// Why the step was skipped.
    Skipped(String),
}

/// The result of a step: its name, its outcome, and how long it took.
type Ran = (&'static str, Outcome, Duration);

/// Runs every step, or the requested ones, prints the outcome of each, and fails if any failed.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let names = || {
        ["first", "beside", "steps"]
            .into_iter()
            .chain(STEPS.iter().map(|step| step.0))
    };
    if let Some(unknown) = arguments
        .iter()
        .find(|argument| !names().any(|name| *argument == name))
    {
        let names: Vec<_> = names().map(|name| format!("`{name}`")).collect();
        eprintln!(
            "ci: `{}` is none of {}",
            unknown.to_string_lossy().escape_debug(),
            names.join(", ")
        );
        return MISUSE;
    }
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    let wanted = |(name, _, when, _): &&Step| {
        let group = match when {
            First => "first",
            Beside => "beside",
            After => "steps",
        };
        arguments.is_empty() || is_named(group) || is_named(name)
    };
    let run = |(name, look, _, action): &Step| {
        println!("== {name}");
        timed(name, look(root), || carry_out(root, action))
    };
    let results: Vec<Ran> = STEPS.iter().filter(wanted).map(run).collect();
    print!("{}", summary(&results));
    verdict(&results)
}

/// Runs a step, unless something it needs is missing.
fn timed(name: &'static str, lacks: Result<(), String>, run: impl FnOnce() -> bool) -> Ran {
    let begun = Instant::now();
    let outcome = match lacks {
        Ok(()) if run() => Outcome::Passed,
        Ok(()) => Outcome::Failed,
        Err(missing) => {
            println!("skipped: {missing}");
            Outcome::Skipped(missing)
        }
    };
    (name, outcome, begun.elapsed())
}

fn carry_out(root: &Path, action: &Action) -> bool {
    let code = match action {
        Cargo(arguments) => process::exit_code(process::cargo(root).args(arguments.split(' '))),
        Check(arguments) => {
            let mut cargo = toolchains::check(root, arguments);
            process::exit_code(cargo.env("RUSTDOCFLAGS", "-D warnings"))
        }
        Evidence(arguments) => process::evidence(root, arguments, &[]),
        Task(run) => run(root),
    };
    code == 0
}

/// An error with those of these programs that do not respond.
pub(crate) fn lack(programs: &[&str], packages: &str) -> Result<(), String> {
    let answers = |program: &&&str| process::works(Command::new(program).arg("--version"));
    let missing: Vec<_> = programs.iter().filter(|of| !answers(of)).copied().collect();
    let missing = missing.join(", ");
    missing
        .is_empty()
        .then_some(())
        .ok_or_else(|| format!("not here: {missing}{packages}"))
}

/// The tools that the feature `mpi` of cli needs; libclang generates its bindings.
fn open_mpi(_root: &Path) -> Result<(), String> {
    let packages = " (Debian: libopenmpi-dev, openmpi-bin, libclang-dev)";
    lack(&["mpicc", "mpirun"], packages)?;
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut libraries = folders.map(|entry| entry.path().join("lib/libclang.so"));
    let is_here = env::var_os("LIBCLANG_PATH").is_some() || libraries.any(|path| path.exists());
    is_here
        .then_some(())
        .ok_or_else(|| format!("not here: libclang{packages}"))
}

/// Pythons that may have the module of a Debian package.
const PYTHONS: [&str; 2] = ["python3", "/usr/bin/python3"];

fn python() -> Option<&'static str> {
    let has =
        |python: &&str| process::works(Command::new(python).args(["-c", "import jsonschema"]));
    PYTHONS.into_iter().find(has)
}

/// Reports a missing validator of JSON Schema.
fn validator(_root: &Path) -> Result<(), String> {
    let missing = "not here: Python's jsonschema (Debian: python3-jsonschema)";
    python().map(|_| ()).ok_or_else(|| missing.into())
}

fn schema(root: &Path) -> u8 {
    let script = root.join("crates/cli/tests/schema.py");
    match (python(), process::build_program(root)) {
        (Some(python), Ok(program)) => {
            process::exit_code(Command::new(python).arg(script).arg(program))
        }
        _ => 1,
    }
}

/// Reports a missing standard library for the browser's target.
fn webassembly(root: &Path) -> Result<(), String> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", WEBASSEMBLY]);
    let printed = rustc.current_dir(root).output();
    let folder = printed.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    match folder {
        Ok(folder) if Path::new(&folder).is_dir() => Ok(()),
        _ => Err(format!(
            "not here: the target {WEBASSEMBLY} (rustup target add {WEBASSEMBLY})"
        )),
    }
}

/// Asks npm for a package, which fails without a network.
pub(crate) fn npm_has(package: &str) -> Result<(), String> {
    let view = ["view", package, "version", "--fetch-retries=0"];
    let mut npm = Command::new("npm");
    let answers = process::works(npm.args(view).arg("--fetch-timeout=30000"));
    answers
        .then_some(())
        .ok_or_else(|| format!("the registry of npm cannot be reached (npm view {package})"))
}

/// The summary, with one line per step.
fn summary(results: &[Ran]) -> String {
    let lines = results.iter().map(|(name, outcome, taken)| match outcome {
        Outcome::Passed => format!("pass  {name} ({} s)\n", taken.as_secs()),
        Outcome::Failed => format!("FAIL  {name} ({} s)\n", taken.as_secs()),
        Outcome::Skipped(why) => format!("skip  {name}: {why}\n"),
    });
    format!("== summary\n{}", lines.collect::<String>())
}

/// The exit code: 0 if a step passed and none failed.
fn verdict(results: &[Ran]) -> u8 {
    let any = |wanted| results.iter().any(|(_, outcome, _)| *outcome == wanted);
    u8::from(any(Outcome::Failed) || !any(Outcome::Passed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Failed, Passed, Skipped};

    #[test]
    fn a_run_passes_if_a_step_passed_and_none_failed() {
        let ran = |name, outcome| (name, outcome, Duration::from_millis(2700));
        let skipped = || ran("deny", Skipped("no cargo-deny".into()));
        assert_eq!(verdict(&[ran("gate", Passed), skipped()]), 0);
        assert_eq!(
            verdict(&[
                ran("format", Passed),
                ran("tidy", Failed),
                ran("gate", Passed)
            ]),
            1
        );
        assert_eq!(verdict(&[]), 1, "nothing was checked");
        assert_eq!(verdict(&[skipped()]), 1, "nothing was checked");
        let lines = summary(&[ran("format", Passed), ran("tidy", Failed), skipped()]);
        assert_eq!(
            lines,
            "== summary\npass  format (2 s)\nFAIL  tidy (2 s)\nskip  deny: no cargo-deny\n"
        );
    }

    #[test]
    fn a_step_is_skipped_only_for_what_it_lacks() {
        assert_eq!(timed("a", Ok(()), || false).1, Failed);
        assert_eq!(
            timed("a", Err("no compiler".into()), || true).1,
            Skipped("no compiler".into())
        );
    }
}
