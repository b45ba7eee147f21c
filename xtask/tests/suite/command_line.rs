//! What the program does with its command line: exit codes and messages.

use std::process::Command;

use crate::{Ended, run};

const TASKS: [&str; 12] = [
    "report", "gate", "bless", "setup", "game", "ci", "tidy", "no-std", "msrv", "miri", "bench",
    "help",
];

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

fn lists_the_tasks(text: &str) -> bool {
    TASKS
        .iter()
        .all(|task| text.contains(&format!("\n  {task} ")))
}

#[test]
fn no_task_or_an_unknown_one_or_an_argument_too_many_is_an_error_that_lists_the_tasks() {
    for (arguments, message) in [
        (&[][..], "no task given"),
        (&["reprot"], "unknown task `reprot`"),
        (
            &["no-std", "--fast"],
            "`no-std` does not take the argument `--fast`",
        ),
    ] {
        let Ended {
            code,
            stdout,
            stderr,
        } = run(&mut xtask(arguments));
        assert_eq!((code, stdout.as_str()), (Some(2), ""));
        assert!(
            stderr.contains(message) && lists_the_tasks(&stderr),
            "{stderr}"
        );
    }
}

#[test]
fn help_lists_the_tasks() {
    for word in ["help", "--help", "-h"] {
        let Ended {
            code,
            stdout,
            stderr,
        } = run(&mut xtask(&[word]));
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{word}");
        assert!(lists_the_tasks(&stdout), "{stdout}");
    }
}

/// With stand-ins for all that a task starts.
#[cfg(unix)]
mod with_stand_ins {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::{Ended, TASKS, run};
    use crate::stand_ins::StandIns;

    /// It says where it was called and with what.
    const ECHO: &str = "echo \"$PWD: $*\"";

    /// What all steps of `ci` that are imitated here look for.
    fn everything() -> StandIns {
        ["cargo", "rustup", "cc", "c++"]
            .into_iter()
            .fold(StandIns::new(), |all, name| all.program(name, ECHO))
    }

    #[test]
    fn a_missing_c_compiler_is_an_error_that_says_what_to_do() {
        for task in ["report", "gate", "bless", "setup", "game", "bench"] {
            let stand_ins = StandIns::new().program("cargo", ECHO);
            let Ended {
                code,
                stdout,
                stderr,
            } = run(stand_ins.xtask(&[task]).env("CC", "/nonexistent/cc"));
            assert_eq!((code, stdout.as_str()), (Some(2), ""), "{task}");
            assert!(
                stderr.starts_with("roguelab needs a C compiler: "),
                "{stderr}"
            );
            assert!(
                stderr.contains("`/nonexistent/cc`, from the environment variable CC"),
                "{stderr}"
            );
            assert!(stderr.contains("apt-get install gcc"), "{stderr}");
        }
    }

    #[test]
    fn further_arguments_and_the_exit_code_are_passed_through() {
        let stand_ins = everything().program("cargo", "echo \"$@\"\nexit 7");
        let manifest = stand_ins.root().join("Cargo.toml");
        let report = format!(
            "run --quiet --manifest-path {} -p roguelab --bin roguelab -- report --threads 2\n",
            manifest.display()
        );
        for (arguments, expected) in [
            (
                &["bench", "words", "--quick"][..],
                "bench -p benches --features timing words --quick\n",
            ),
            (
                &["bench", "--table", "--mixed"],
                "run --quiet -p benches -- --mixed\n",
            ),
            (&["report", "--threads", "2"], &report),
        ] {
            let Ended { code, stdout, .. } = run(&mut stand_ins.xtask(arguments));
            assert_eq!((code, stdout.as_str()), (Some(7), expected));
        }
    }

    #[test]
    fn a_path_is_relative_to_the_folder_of_the_call() {
        let stand_ins = everything();
        let folder = stand_ins
            .root()
            .join("crates/rogue")
            .canonicalize()
            .expect("the folder is there");
        for task in ["report", "gate", "bless", "plan", "setup", "doctor", "game"] {
            let Ended { stdout, stderr, .. } = run(stand_ins
                .xtask(&[task, "--out", "result"])
                .current_dir(&folder));
            assert!(
                stdout.starts_with(&format!("{}: run ", folder.display())),
                "{stdout}{stderr}"
            );
            // What only a checkout needs is hidden from the users of the program.
            let users = ["report", "gate", "doctor"].contains(&task);
            let command = if users {
                task.to_owned()
            } else {
                format!("checkout {task}")
            };
            assert!(
                stdout.ends_with(&format!(" -- {command} --out result\n")),
                "{stdout}"
            );
        }
        let tidy = run(stand_ins
            .xtask(&["tidy", "no-such-folder"])
            .current_dir(&folder));
        assert_eq!(
            (tidy.code, tidy.stderr.as_str()),
            (Some(2), "tidy: no-such-folder is not a folder\n")
        );
    }

    #[test]
    fn an_argument_that_is_not_utf_8_is_passed_on_or_refused() {
        let no_text = OsStr::from_bytes(b"\x1b\xff");
        // It prints its last argument.
        let stand_ins =
            everything().program("cargo", "for last; do :; done; printf '%s' \"$last\"");
        let unknown = run(&mut stand_ins.xtask(&[no_text]));
        assert_eq!(unknown.code, Some(2));
        assert!(
            unknown
                .stderr
                .starts_with("xtask: unknown task `\\u{1b}\u{fffd}`"),
            "{}",
            unknown.stderr
        );
        for task in TASKS {
            let Ended {
                code,
                stdout,
                stderr,
            } = run(&mut stand_ins.xtask(&[OsStr::new(task), no_text]));
            match task {
                "report" | "gate" | "bless" | "setup" | "game" | "bench" => {
                    assert_eq!(
                        (code, stdout.as_str(), stderr.as_str()),
                        (Some(0), "\x1b\u{fffd}", ""),
                        "{task}"
                    );
                }
                _ => {
                    assert_eq!((code, stdout.as_str()), (Some(2), ""), "{task}");
                    assert!(
                        task == "tidy" || stderr.contains("`\\u{1b}\u{fffd}`"),
                        "{stderr}"
                    );
                }
            }
        }
    }

    #[test]
    fn checks_that_lack_a_program_are_skipped_by_name() {
        let stand_ins = StandIns::new()
            .program("cc", ":")
            .program("cargo", "test \"$*\" != 'deny --version'");
        let output = run(&mut stand_ins.xtask(&["ci"])).stdout;
        let deny = "cargo-deny is not installed (cargo install cargo-deny --locked)";
        for (step, why) in [
            (
                "miri",
                "no Miri (rustup toolchain install nightly --component miri)",
            ),
            (
                "msrv",
                "no Rust 1.89 (rustup toolchain install 1.89 --profile minimal)",
            ),
            ("deny", deny),
            ("advisories", deny),
            ("browser", "not here: node, npm"),
        ] {
            assert!(
                output.contains(&format!("== {step}\nskipped: {why}\n")),
                "{step}: {output}"
            );
            assert!(
                output.contains(&format!("\nskip  {step}: {why}\n")),
                "{step}: {output}"
            );
        }
    }

    #[test]
    fn advisories_that_cannot_be_fetched_are_a_skipped_check() {
        let output = run(&mut everything()
            .program("cargo", "test \"$*\" != 'deny fetch db'")
            .xtask(&["ci"]))
        .stdout;
        assert!(
            output.contains(
                "\npass  deny (0 s)\nskip  advisories: the advisory database cannot be fetched "
            ),
            "{output}"
        );
    }

    #[test]
    fn checks_that_lack_nothing_are_made_and_can_fail() {
        let failing = |line| format!("{ECHO}\ntest \"$*\" != '{line}'");
        let deny = "deny check licenses bans sources";
        let check = "run 1.89 cargo check --quiet --locked";
        let stand_ins = everything()
            .program("cargo", &failing(deny))
            .program("rustup", &failing(check));
        let root = stand_ins
            .root()
            .canonicalize()
            .expect("the folder is there");
        let output = run(&mut stand_ins.xtask(&["ci"])).stdout;
        for (step, line) in [
            ("deny", deny),
            (
                "miri",
                "run nightly cargo miri test --quiet --locked -p roguelab-generators ",
            ),
        ] {
            assert!(
                output.contains(&format!("== {step}\n{}: {line}", root.display())),
                "{step}: {output}"
            );
        }
        assert!(
            output.contains(&format!(
                "== msrv\nmsrv: Rust 1.89\n{}: {check}\n",
                root.display()
            )),
            "{output}"
        );
        assert!(output.contains("\npass  docs ("), "{output}");
        assert!(
            output.contains("\nFAIL  deny (") && output.contains("\nFAIL  msrv ("),
            "{output}"
        );
        assert!(output.contains("\npass  miri ("), "{output}");
    }
}
