//! The task `fuzz`: each fuzz target under libFuzzer, for some seconds.
//!
//! It needs neither cargo-fuzz nor a nightly toolchain: the flags that make the compiler count coverage are those that
//! cargo-fuzz gives, and stable Rust takes them. The sanitizers of Rust are left out; the ports have no unsafe code, and those
//! of C have a test of their own (`crates/foreign/tests/sanitizers.rs`).

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{MISUSE, compiler, process};

/// Where the targets are, one file each.
const TARGETS: &str = "fuzz/fuzz_targets";

/// What libFuzzer reads: which edge of the program was taken how often, and what was compared.
const COVERAGE: [&str; 7] = [
    "--cfg",
    "fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// A call of the task.
#[derive(Debug, PartialEq)]
struct Call {
    seconds: u32,
    /// Of the target `ops`.
    subject: Option<String>,
    /// No target stands for all.
    targets: Vec<String>,
}

const USAGE: &str = "usage: cargo xtask fuzz [--seconds N] [--subject SUBJECT] [TARGET...]";

impl Call {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let mut call = Self { seconds: 10, subject: None, targets: Vec::new() };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} wants a value"));
            match argument.as_str() {
                "--seconds" => {
                    let text = value()?;
                    let seconds = text.parse().ok().filter(|seconds| *seconds > 0);
                    call.seconds = seconds.ok_or_else(|| format!("`{text}` is no number of seconds above 0"))?;
                }
                "--subject" => call.subject = Some(value()?.clone()),
                option if option.starts_with('-') => return Err(format!("there is no option `{option}`")),
                target => call.targets.push(target.to_owned()),
            }
        }
        Ok(call)
    }
}

/// Runs the targets that the arguments name, or all of them; the exit code of the first that finds something.
pub(crate) fn run(root: &Path, arguments: &[String]) -> u8 {
    let misuse = |message: String| {
        eprintln!("fuzz: {message}\n{USAGE}");
        MISUSE
    };
    let mut call = match Call::read(arguments) {
        Ok(call) => call,
        Err(message) => return misuse(message),
    };
    let known = targets(&root.join(TARGETS));
    if known.is_empty() {
        eprintln!("fuzz: there is no target in {TARGETS}");
        return 1;
    }
    if let Some(unknown) = call.targets.iter().find(|name| !known.contains(name)) {
        return misuse(format!("no target is called `{unknown}`; there are: {}", known.join(", ")));
    }
    if call.targets.is_empty() {
        // A subject is of one target.
        call.targets = if call.subject.is_some() { vec![String::from("ops")] } else { known };
    }
    if let Err(missing) = compiler::preflight().and_then(|()| compiler::cpp()) {
        eprintln!("fuzz: skipped: {missing}");
        return MISUSE;
    }
    let built = build(root, &call.targets);
    if built != 0 {
        eprintln!("fuzz: the targets do not build");
        return built;
    }
    for target in &call.targets {
        println!("fuzz: {target}, {} seconds", call.seconds);
        let code = fuzz(root, target, &call);
        if code != 0 {
            eprintln!("fuzz: {target} found something: the input is in fuzz/artifacts/{target}");
            return code;
        }
    }
    0
}

/// Checks that the targets compile; what they find of the workspace's own checks is not made again.
pub(crate) fn check(root: &Path) -> u8 {
    let mut command = process::cargo(root);
    command.args(["check", "--manifest-path", "fuzz/Cargo.toml", "--locked"]);
    process::exit_code(command.env("CARGO_TARGET_DIR", process::target_folder(root)))
}

/// The names of the files, sorted.
fn targets(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        files.filter_map(|file| file.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned)).collect();
    names.sort();
    names
}

/// Cargo with a subcommand for the fuzz crate, and the flags that count coverage.
fn cargo(root: &Path, subcommand: &str) -> Command {
    let mut command = process::cargo(root);
    command.args([subcommand, "--quiet", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml"]);
    // With a target named, build scripts and macros are built without the flags.
    command.arg("--target").arg(compiler::host()).env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
    command
}

fn build(root: &Path, targets: &[String]) -> u8 {
    process::exit_code(cargo(root, "build").args(targets.iter().flat_map(|target| ["--bin", target.as_str()])))
}

/// Lets a target search.
fn fuzz(root: &Path, target: &str, call: &Call) -> u8 {
    let corpus = match &call.subject {
        Some(subject) => format!("fuzz/corpus/{target}-{subject}"),
        None => format!("fuzz/corpus/{target}"),
    };
    let (seeds, artifacts) = (format!("fuzz/seeds/{target}"), format!("fuzz/artifacts/{target}"));
    for folder in [&corpus, &seeds, &artifacts] {
        if let Err(error) = fs::create_dir_all(root.join(folder)) {
            eprintln!("fuzz: cannot make {folder}: {error}");
            return 1;
        }
    }
    let mut command = cargo(root, "run");
    command.args(["--bin", target, "--", &corpus, &seeds]);
    command.arg(format!("-max_total_time={}", call.seconds)).arg(format!("-artifact_prefix={artifacts}/"));
    command.args(["-timeout=10", "-print_final_stats=1"]);
    command.env("ROGUELAB_FUZZ_SEEDS", root.join(seeds));
    if let Some(subject) = &call.subject {
        command.env("ROGUELAB_FUZZ_SUBJECT", subject);
    }
    process::exit_code(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Call, String> {
        Call::read(&arguments.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_call_without_arguments_is_ten_seconds_of_every_target() {
        assert_eq!(read(&[]), Ok(Call { seconds: 10, subject: None, targets: Vec::new() }));
    }

    #[test]
    fn options_are_read_in_any_place() {
        let call = read(&["ops", "--seconds", "600", "plan", "--subject", "pcg32"]);
        let targets = vec![String::from("ops"), String::from("plan")];
        assert_eq!(call, Ok(Call { seconds: 600, subject: Some(String::from("pcg32")), targets }));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(read(&["--seconds"]).unwrap_err().contains("wants a value"));
        assert!(read(&["--seconds", "0"]).unwrap_err().contains("`0`"));
        assert!(read(&["--fast"]).unwrap_err().contains("--fast"));
    }

    #[test]
    fn every_target_is_declared() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = fs::read_to_string(folder.join("fuzz/Cargo.toml")).expect("the manifest of the fuzz targets");
        let names = targets(&folder.join(TARGETS));
        assert!(!names.is_empty());
        for name in &names {
            assert!(manifest.contains(&format!("\nname = \"{name}\"\n")), "{name}");
        }
        assert_eq!(manifest.matches("[[bin]]").count(), names.len());
    }
}
