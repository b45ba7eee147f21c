//! The tests of the program and of the script `.ci/run`, in one program: it is linked once.

#[path = "../../../crates/lab/tests/suite/child.rs"]
mod child;
mod ci_run;
mod command_line;
#[cfg(unix)]
mod stand_ins;
mod tidy;

use std::process::Command;

use child::CommandInTime as _;

/// A child that has ended, and what it printed.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs a command to its end, without input.
fn run(command: &mut Command) -> Ended {
    let output = command.output_in_time().expect("the child starts");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Ended {
        code: output.status.code(),
        stdout,
        stderr,
    }
}
