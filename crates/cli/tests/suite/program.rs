//! The program `roguelab` as the tests run it.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

#[path = "said.rs"]
mod said;

#[allow(unused_imports, reason = "not every program of tests needs all")]
pub(crate) use said::{Said, VARIABLES, assert_has, copy, program};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_roguelab");

pub(crate) fn roguelab(arguments: &[&str]) -> Command {
    program(PROGRAM, arguments)
}

pub(crate) fn run(arguments: &[&str]) -> Said {
    Said::by(&mut roguelab(arguments))
}

/// Runs the program with this standard input.
pub(crate) fn fed(arguments: &[&str], input: &[u8]) -> Said {
    fed_to(&mut roguelab(arguments), input)
}

/// The same for a command with other settings.
pub(crate) fn fed_to(command: &mut Command, input: &[u8]) -> Said {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A program that has ended reads no more.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap().into()
    })
}

/// Sends a signal, such as INT.
#[allow(dead_code, reason = "only tests for Unix use it")]
#[track_caller]
pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}
