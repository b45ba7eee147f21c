//! The tests of the program and of the script `.ci/run`.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs a command to its end: its exit code, and what it printed.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().expect("the child starts");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.code(), stdout + &stderr)
}

#[test]
fn wrong_arguments_are_refused() {
    let tasks = "\n  report    ";
    for (arguments, message) in [
        (&[][..], tasks),
        (&["reprot"], "unknown task `reprot`"),
        (&["tidy", "/nonexistent"], "/nonexistent is not a folder\n"),
        (&["ci", "fromat"], "`fromat` is none of `first`"),
    ] {
        let (code, said) = run(Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments));
        assert!(code == Some(2) && said.contains(message), "{said}");
    }
    let (code, said) = run(Command::new(env!("CARGO_BIN_EXE_xtask")).arg("help"));
    assert!(code == Some(0) && said.contains(tasks), "{said}");
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("the folder is made");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("it is made");
        fs::write(path, text).expect("the file is written");
    }
    folder
}

#[test]
fn tidy_passes_a_sound_repository_and_prints_every_violation_of_another() {
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";
    let package = |name: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n\n[lints]\nworkspace = true\n")
    };
    let repository = folder(&[
        ("Cargo.toml", root),
        ("crates/rogue/Cargo.toml", &package("rogue")),
        ("crates/rogue/src/lib.rs", ""),
        ("crates/lockstep/Cargo.toml", &package("lockstep")),
        ("crates/lockstep/src/lib.rs", ""),
    ]);
    let tidy = || {
        for command in [
            &["git", "init", "--quiet"][..],
            &[env!("CARGO"), "generate-lockfile", "--offline"],
        ] {
            let (code, said) = run(Command::new(command[0])
                .args(&command[1..])
                .current_dir(&repository));
            assert_eq!(code, Some(0), "{said}");
        }
        run(Command::new(env!("CARGO_BIN_EXE_xtask"))
            .arg("tidy")
            .arg(repository.path()))
    };
    assert_eq!(tidy(), (Some(0), "tidy: 6 files, 0 violations\n".into()));
    let manifest = package("lockstep") + "[dependencies]\nrogue = { path = \"../rogue\" }\n";
    fs::write(
        repository.path().join("crates/lockstep/Cargo.toml"),
        manifest,
    )
    .expect("it is written");
    fs::write(repository.path().join("notes.md"), "one\ntwo \n").expect("it is written");
    let expected = "crates/lockstep/Cargo.toml:1: arrows: lockstep -> rogue is no arrow of the design\n\
                    notes.md:2: trailing-blank: blanks at the end of the line\ntidy: 7 files, 2 violations\n";
    assert_eq!(tidy(), (Some(1), expected.into()));
}

/// The output of `.ci/run` and whether it succeeds, if cargo runs these lines for the tests and these for `xtask ci steps`.
fn ci(test: &str, steps: &str) -> (bool, String) {
    let cargo = format!(
        "case \"$*\" in\n'test --no-fail-fast -- --include-ignored')\ntest \"$ROGUELAB_ORACLES\" = require || exit 1\n{test}\n;;\n\
         'xtask ci steps')\n{steps}\n;;\n\
         'build --quiet --package xtask')\nmkdir -p target/debug\necho 'echo beside' >target/debug/xtask\nchmod 755 target/debug/xtask\n;;\n\
         *) ;;\nesac"
    );
    let run_text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.ci/run"));
    let repository = folder(&[
        (".ci/run", &run_text.expect("the script")),
        ("bin/cargo", &format!("#!/bin/sh\n{cargo}\n")),
        ("bin/nothing", "#!/bin/sh\n"),
        ("Cargo.toml", "rust-version = \"1.89\"\n"),
    ]);
    let bin = repository.path().join("bin");
    // Another process makes these files programs: a program that is open for writing anywhere cannot be started.
    let names = "cc c++ git node npm python3 pip3 valgrind chromium jsonschema rustup";
    let script =
        format!("chmod 755 cargo nothing; for name in {names}; do ln -s nothing $name; done");
    assert_eq!(
        run(Command::new("sh").args(["-c", &script]).current_dir(&bin)).0,
        Some(0)
    );
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let mut command = Command::new("bash");
    let (code, said) = run(command
        .arg(repository.path().join(".ci/run"))
        .env("PATH", path));
    (code == Some(0), said)
}

const PASSED: &str =
    "echo 'test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out'";
const FAILED: &str =
    "echo 'test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out'";

#[test]
fn the_script_counts_the_tests_and_fails_if_a_test_or_a_step_failed_or_nothing_ran() {
    for (test, steps, success, said) in [
        (
            format!("{PASSED}\n{PASSED}"),
            ":",
            true,
            "beside\n8 passed, 0 failed, 2 skipped\n",
        ),
        (
            format!("{PASSED}\n{FAILED}\nexit 101"),
            ":",
            false,
            "ci: FAILED: tests\n5 passed, 2 failed, 1 skipped\n",
        ),
        (
            format!("{PASSED}\n{FAILED}"),
            ":",
            false,
            "5 passed, 2 failed, 1 skipped\n",
        ),
        (
            PASSED.into(),
            "exit 1",
            false,
            "ci: FAILED: cargo xtask ci steps\n4 passed, 0 failed, 1 skipped\n",
        ),
        (
            ":".into(),
            ":",
            false,
            "ci: no test ran\n0 passed, 0 failed, 0 skipped\n",
        ),
    ] {
        let (succeeded, output) = ci(&test, steps);
        assert!(succeeded == success && output.ends_with(said), "{output}");
    }
}
