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

use crate::{MISUSE, browser, npm, page, process, python, tidy, toolchains};

/// An error with a tool that is missing, and how to get it.
type ToolCheck = fn(&Path) -> Result<(), String>;

/// What a step runs.
enum Action {
    /// Cargo with these arguments.
    Cargo(&'static str),
    /// The same with the [oldest Rust](toolchains::cargo_oldest), with warnings of rustdoc as errors.
    Check(&'static str),
    /// `evidence` with these arguments.
    Evidence(&'static [&'static str]),
    /// Another task.
    Task(fn(&Path) -> u8),
}

use Action::{Cargo, Check, Evidence, Task};

/// For steps that run on any machine.
const NOTHING: ToolCheck = |_| Ok(());

/// When a step is run.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// While the tests are built and the oracles installed, neither of which these steps need.
    First,
    /// While the tests run.
    Beside,
    /// After the tests.
    After,
}

use Phase::{After, Beside, First};

impl Phase {
    const ALL: [Self; 3] = [First, Beside, After];

    /// The argument that names all its steps.
    const fn name(self) -> &'static str {
        match self {
            First => "first",
            Beside => "beside",
            After => "steps",
        }
    }
}

/// The target of a browser.
pub(crate) const WEBASSEMBLY: &str = "wasm32-unknown-unknown";

/// One of the checks.
struct Step {
    name: &'static str,
    needs: ToolCheck,
    phase: Phase,
    action: Action,
}

impl Step {
    const fn new(name: &'static str, needs: ToolCheck, phase: Phase, action: Action) -> Self {
        Self {
            name,
            needs,
            phase,
            action,
        }
    }
}

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step::new("format", NOTHING, After, Cargo("fmt --all --check")),
    Step::new("tidy", NOTHING, After, Task(|root| tidy::run(root, &[]))),
    // Together with cli, generators has all its features. The benchmarks and fuzz targets alone would need separate builds.
    Step::new("lints", NOTHING, First, Check("clippy --workspace --all-targets --features benches/timing,roguelab-fuzz/targets -- -D warnings")),
    Step::new("docs", NOTHING, First, Check("doc --no-deps --workspace --features benches/timing")),
    Step::new("packages", toolchains::check_oldest, First, Task(toolchains::check_packages)),
    // A static library with its own panic handler and without an allocator: std anywhere below it would be a second panic
    // handler, alloc a missing allocator, and either is a compile error on any target.
    Step::new("no-std", NOTHING, First, Cargo("build --quiet --locked --manifest-path crates/generators/no_std_probe/Cargo.toml")),
    // Its dependencies are those of the tests, which are built by now.
    Step::new("python", python::check_tools, First, Task(|root| python::test(root, &[]))),
    Step::new("gate", NOTHING, Beside, Evidence(&["gate"])),
    Step::new("browser", browser::check_tools, Beside, Task(|root| browser::run(root, &[]))),
    Step::new("gof without features", NOTHING, Beside, Cargo("clippy --quiet -p roguelab-gof -- -D warnings")),
    // Processors known to have AVX2.
    Step::new("newer processors", NOTHING, Beside, Cargo("check --quiet -p roguelab-generators -p roguelab-rogue \
        --config target.'cfg(target_arch=\"x86_64\")'.rustflags=['-Ctarget-cpu=x86-64-v3','-Dwarnings']")),
    // These tests take a moment, so compiling with less optimisation is faster.
    Step::new("portable", NOTHING, Beside, Cargo("test --quiet -p roguelab-generators -p roguelab-rogue --no-default-features --lib --test games --test properties \
        --config profile.dev.package.roguelab-generators.opt-level=0 --config profile.dev.package.roguelab-rogue.opt-level=1")),
    // What a browser asks has no C, no threads of its own and no clock: see also crates/answers/clippy.toml.
    Step::new("webassembly", check_webassembly, Beside, Cargo("clippy --quiet -p roguelab-answers -p roguelab-web --target wasm32-unknown-unknown -- -D warnings")),
    Step::new("page", page::check_tools, Beside, Task(page::test)),
    // After the step page, whose build it finds.
    Step::new("npm", npm::check_tools, Beside, Task(|root| npm::run(root, &[]))),
    Step::new("benches", NOTHING, Beside, Cargo("test --quiet -p benches")),
    Step::new("schema", check_validator, Beside, Task(validate_schema)),
    Step::new("mpi", check_open_mpi, After, Cargo("test --quiet -p roguelab --features mpi --test mpirun")),
    Step::new("deny", |_| check_programs(&["cargo-deny"], " (cargo install cargo-deny --locked)"), After, Cargo("deny check licenses bans sources")),
];

/// The outcome of a step.
#[derive(Debug, PartialEq)]
enum Outcome {
    Passed,
    Failed,
    /// Why the step was skipped.
    Skipped(String),
}

/// The result of a step.
struct StepResult {
    name: &'static str,
    outcome: Outcome,
    taken: Duration,
}

/// Runs every step, or the requested ones, prints the outcome of each, and fails if any failed.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let mut names: Vec<_> = Phase::ALL.iter().map(|phase| phase.name()).collect();
    names.extend(STEPS.iter().map(|step| step.name));
    for argument in arguments {
        if !names.iter().any(|name| argument == name) {
            let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            eprintln!(
                "ci: `{}` is none of {}",
                argument.to_string_lossy().escape_debug(),
                names.join(", ")
            );
            return MISUSE;
        }
    }
    let mut results = Vec::new();
    for step in STEPS {
        if is_wanted(step, arguments) {
            println!("== {}", step.name);
            let needs = (step.needs)(root);
            results.push(run_step(step.name, needs, || carry_out(root, &step.action)));
        }
    }
    print!("{}", summary(&results));
    exit_code(&results)
}

/// Whether these arguments ask for a step: none of them ask for all.
fn is_wanted(step: &Step, arguments: &[OsString]) -> bool {
    let mut names = arguments.iter();
    arguments.is_empty() || names.any(|name| name == step.name || name == step.phase.name())
}

/// Runs a step, unless something it needs is missing.
fn run_step(
    name: &'static str,
    needs: Result<(), String>,
    run: impl FnOnce() -> bool,
) -> StepResult {
    let begun = Instant::now();
    let outcome = match needs {
        Ok(()) if run() => Outcome::Passed,
        Ok(()) => Outcome::Failed,
        Err(missing) => {
            println!("skipped: {missing}");
            Outcome::Skipped(missing)
        }
    };
    StepResult {
        name,
        outcome,
        taken: begun.elapsed(),
    }
}

fn carry_out(root: &Path, action: &Action) -> bool {
    let code = match action {
        Cargo(arguments) => process::exit_code(process::cargo(root).args(arguments.split(' '))),
        Check(arguments) => {
            let mut cargo = toolchains::cargo_oldest(root, arguments);
            process::exit_code(cargo.env("RUSTDOCFLAGS", "-D warnings"))
        }
        Evidence(arguments) => process::evidence(root, arguments, &[]),
        Task(run) => run(root),
    };
    code == 0
}

/// Whether a program can be started.
pub(crate) fn prints_version(program: &str) -> bool {
    process::works(Command::new(program).arg("--version"))
}

/// An error with those of these programs that cannot be started.
pub(crate) fn check_programs(programs: &[&str], packages: &str) -> Result<(), String> {
    let mut missing = programs.to_vec();
    missing.retain(|program| !prints_version(program));
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("not here: {}{packages}", missing.join(", ")))
}

/// The tools that the feature `mpi` of cli needs; libclang generates its bindings.
fn check_open_mpi(_root: &Path) -> Result<(), String> {
    let packages = " (Debian: libopenmpi-dev, openmpi-bin, libclang-dev)";
    check_programs(&["mpicc", "mpirun"], packages)?;
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut libraries = folders.map(|entry| entry.path().join("lib/libclang.so"));
    if env::var_os("LIBCLANG_PATH").is_some() || libraries.any(|path| path.exists()) {
        return Ok(());
    }
    Err(format!("not here: libclang{packages}"))
}

/// Pythons that may have the module of a Debian package.
const PYTHONS: [&str; 2] = ["python3", "/usr/bin/python3"];

/// A Python that has the validator.
fn find_python() -> Option<&'static str> {
    PYTHONS.into_iter().find(|python| has_jsonschema(python))
}

fn has_jsonschema(python: &str) -> bool {
    process::works(Command::new(python).args(["-c", "import jsonschema"]))
}

/// An error if the validator of JSON Schema is missing.
fn check_validator(_root: &Path) -> Result<(), String> {
    match find_python() {
        Some(_) => Ok(()),
        None => Err("not here: Python's jsonschema (Debian: python3-jsonschema)".into()),
    }
}

fn validate_schema(root: &Path) -> u8 {
    let script = root.join("crates/cli/tests/schema.py");
    match (find_python(), process::build_program(root)) {
        (Some(python), Ok(program)) => {
            process::exit_code(Command::new(python).arg(script).arg(program))
        }
        _ => 1,
    }
}

/// An error if the standard library for the browser's target is missing.
pub(crate) fn check_webassembly(root: &Path) -> Result<(), String> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", WEBASSEMBLY]);
    if let Ok(output) = rustc.current_dir(root).output()
        && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    {
        return Ok(());
    }
    Err(format!(
        "not here: the target {WEBASSEMBLY} (rustup target add {WEBASSEMBLY})"
    ))
}

/// Asks npm for a package, which fails without a network.
pub(crate) fn check_npm_has(package: &str) -> Result<(), String> {
    let mut npm = Command::new("npm");
    npm.args(["view", package, "version", "--fetch-retries=0"]);
    if process::works(npm.arg("--fetch-timeout=30000")) {
        return Ok(());
    }
    Err(format!(
        "the registry of npm cannot be reached (npm view {package})"
    ))
}

/// The summary, with one line per step.
fn summary(results: &[StepResult]) -> String {
    let mut text = "== summary\n".to_owned();
    for StepResult {
        name,
        outcome,
        taken,
    } in results
    {
        text += &match outcome {
            Outcome::Passed => format!("pass  {name} ({} s)\n", taken.as_secs()),
            Outcome::Failed => format!("FAIL  {name} ({} s)\n", taken.as_secs()),
            Outcome::Skipped(why) => format!("skip  {name}: {why}\n"),
        };
    }
    text
}

/// The exit code: 0 if a step passed and none failed.
fn exit_code(results: &[StepResult]) -> u8 {
    let mut passed = false;
    for result in results {
        match result.outcome {
            Outcome::Failed => return 1,
            Outcome::Passed => passed = true,
            Outcome::Skipped(_) => {}
        }
    }
    u8::from(!passed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Failed, Passed, Skipped};

    fn result(name: &'static str, outcome: Outcome) -> StepResult {
        StepResult {
            name,
            outcome,
            taken: Duration::from_millis(2700),
        }
    }

    #[test]
    fn a_run_passes_if_a_step_passed_and_none_failed() {
        let skipped = || result("deny", Skipped("no cargo-deny".into()));
        assert_eq!(exit_code(&[result("gate", Passed), skipped()]), 0);
        assert_eq!(
            exit_code(&[
                result("format", Passed),
                result("tidy", Failed),
                result("gate", Passed)
            ]),
            1
        );
        assert_eq!(exit_code(&[]), 1, "nothing was checked");
        assert_eq!(exit_code(&[skipped()]), 1, "nothing was checked");
        let lines = summary(&[result("format", Passed), result("tidy", Failed), skipped()]);
        assert_eq!(
            lines,
            "== summary\npass  format (2 s)\nFAIL  tidy (2 s)\nskip  deny: no cargo-deny\n"
        );
    }

    #[test]
    fn a_step_is_skipped_only_for_what_it_lacks() {
        assert_eq!(run_step("a", Ok(()), || false).outcome, Failed);
        assert_eq!(
            run_step("a", Err("no compiler".into()), || true).outcome,
            Skipped("no compiler".into())
        );
    }
}
