//! The task `fuzz`: each fuzz target under libFuzzer, for some seconds.
//!
//! It needs neither cargo-fuzz nor a nightly toolchain: stable Rust accepts cargo-fuzz's flags for coverage. Rust's sanitizers
//! are left out: the ports have no unsafe code, and the C has a test of its own (`crates/foreign/tests/sanitizers.rs`).

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{MISUSE, compiler, process};

/// Where the targets are, one file each.
const TARGETS: &str = "fuzz/fuzz_targets";

/// What libFuzzer needs: how often each edge of the program was taken, and what was compared.
const COVERAGE: [&str; 7] = [
    "--cfg",
    "fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

const USAGE: &str = "usage: cargo xtask fuzz [--seconds N] [--subject SUBJECT] [TARGET...]";

/// A call of the task.
#[derive(Debug, PartialEq)]
struct Call {
    seconds: u32,
    /// For the target `ops`.
    subject: Option<String>,
    targets: Vec<String>,
}

impl Call {
    /// Without a target all known ones are meant; a subject is of the target `ops`.
    fn read(arguments: &[OsString], known: Vec<String>) -> Result<Self, String> {
        let mut call = Self { seconds: 10, subject: None, targets: Vec::new() };
        let mut rest = arguments.iter().map(|argument| argument.to_string_lossy().escape_debug().to_string());
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--seconds" => {
                    let text = value()?;
                    let seconds = text.parse().ok().filter(|seconds| *seconds > 0);
                    call.seconds = seconds.ok_or_else(|| format!("`{text}` is not a number of seconds above 0"))?;
                }
                "--subject" => call.subject = Some(value()?),
                option if option.starts_with('-') => return Err(format!("there is no option `{option}`")),
                target if known.iter().any(|name| name == target) => call.targets.push(target.to_owned()),
                _ => return Err(format!("no target is called `{argument}`; there are: {}", known.join(", "))),
            }
        }
        if call.targets.is_empty() {
            call.targets = if call.subject.is_some() { vec!["ops".into()] } else { known };
        }
        Ok(call)
    }
}

/// Runs the targets that the arguments name, or all of them; the exit code of the first that finds something.
pub(crate) fn run(root: &Path, arguments: &[OsString]) -> u8 {
    let call = match Call::read(arguments, targets(&root.join(TARGETS))) {
        Ok(call) => call,
        Err(message) => {
            eprintln!("fuzz: {message}\n{USAGE}");
            return MISUSE;
        }
    };
    if let Err(missing) = compiler::preflight().and_then(|()| compiler::cpp()) {
        eprintln!("fuzz: skipped: {missing}");
        return MISUSE;
    }
    let built = process::exit_code(cargo(root, "build").args(call.targets.iter().flat_map(|name| ["--bin", name])));
    if built != 0 || call.targets.is_empty() {
        eprintln!("fuzz: the targets in {TARGETS} do not build");
        return built.max(1);
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
    command.args([subcommand, "--quiet", "--profile", "fuzz", "--locked", "-p", "roguelab-fuzz", "--features", "run"]);
    // With a target named, build scripts and macros are built without the flags.
    command.arg("--target").arg(compiler::host()).env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
    command
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
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Call::read(&arguments, ["ops", "plan"].map(String::from).into())
    }

    #[test]
    fn options_may_stand_anywhere_and_without_targets_all_are_meant() {
        let all = vec![String::from("ops"), String::from("plan")];
        let call = read(&["ops", "--seconds", "600", "plan", "--subject", "pcg32"]);
        let subject = Some(String::from("pcg32"));
        assert_eq!(call, Ok(Call { seconds: 600, subject: subject.clone(), targets: all.clone() }));
        assert_eq!(read(&[]), Ok(Call { seconds: 10, subject: None, targets: all }));
        let of_ops = Call { seconds: 10, subject, targets: vec!["ops".into()] };
        assert_eq!(read(&["--subject", "pcg32"]), Ok(of_ops));
    }

    #[test]
    fn arguments_that_make_no_sense_are_refused() {
        for (arguments, why) in [
            (&["--seconds"][..], "needs a value"),
            (&["--seconds", "0"], "`0` is not a number of seconds"),
            (&["--fast"], "no option `--fast`"),
            (&["opps"], "no target is called `opps`; there are: ops, plan"),
        ] {
            assert!(read(arguments).unwrap_err().contains(why), "{arguments:?}");
        }
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
