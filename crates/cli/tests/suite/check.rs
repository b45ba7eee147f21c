//! `roguelab check`: which processes it ends. What it prints is in `tests/snapshots/check.md`.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{roguelab, run};

#[test]
fn ctrl_c_ends_the_program_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("pid");
    let script = format!(
        "sleep 1000 & echo $! >{}.new; mv {0}.new {0}; wait",
        written.display()
    );
    let mut command = roguelab(&[
        "check",
        "pcg32",
        "--timeout",
        "600",
        "--",
        "sh",
        "-c",
        &script,
    ]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let since = Instant::now();
    let in_time = || {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "it took too long"
        );
    };
    while !written.exists() {
        in_time();
        thread::sleep(Duration::from_millis(10));
    }
    let pid = fs::read_to_string(&written).unwrap().trim().to_owned();
    crate::program::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let runs =
        || fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "));
    while runs() {
        in_time();
        thread::sleep(Duration::from_millis(10));
    }
}

/// A process that detaches itself is ended together with the command that started its program.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_detaches_ends_with_the_command() {
    let folder = tempfile::TempDir::new().unwrap();
    for command in [&["check", "pcg32"][..], &["trace", "exec"]] {
        let written = folder.path().join(command.concat());
        let script = format!(
            "setsid sh -c 'echo $$ >{0}.new; mv {0}.new {0}; exec sleep 1000' >{0}.out 2>&1 <&1 & \
             while ! [ -e {0} ]; do sleep 0.01; done; echo 1",
            written.display()
        );
        run(&[command, &["--", "sh", "-c", &script]].concat());
        let pid = fs::read_to_string(&written).unwrap();
        let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        assert!(stat.is_err(), "{command:?} left {stat:?}");
    }
}

/// A program that ignores the end of its input ends when roguelab is killed without a chance to end it. Once it has read an op,
/// its group is known.
#[cfg(target_os = "linux")]
#[test]
fn a_program_ends_when_roguelab_is_killed() {
    let folder = tempfile::TempDir::new().unwrap();
    let written = folder.path().join("pid");
    let script = format!(
        "trap '' HUP TERM; read x; echo $$ >{0}.new; mv {0}.new {0}; while :; do sleep 1; done",
        written.display()
    );
    let mut child = roguelab(&["check", "pcg32", "--", "sh", "-c", &script])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let wait = || {
        assert!(started.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(10));
    };
    while !written.exists() {
        wait();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let pid = fs::read_to_string(&written).unwrap();
    while Path::new("/proc").join(pid.trim()).exists() {
        wait();
    }
}
