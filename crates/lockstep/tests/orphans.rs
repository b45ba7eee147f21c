//! What programs leave behind is ended. This is a process of its own, which adopts what its programs leave. It does not call
//! `end_all` afterwards: with a mistake in it, that could kill any process of this machine.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use roguelab_lockstep::Side as _;
use roguelab_lockstep::program::{Answer, Gone, Program, adopt_orphans, end_all};

static NEVER: AtomicBool = AtomicBool::new(false);

#[test]
fn nothing_that_programs_leave_is_left() {
    let start = |script: &str| {
        let command = ["sh", "-c", script].map(str::to_owned);
        let mut program = Program::start(&command, Duration::from_secs(30), &NEVER).unwrap();
        let answer = program.apply("x").to_string();
        (program, Path::new("/proc").join(answer))
    };
    let (mut running, _) = start("echo 1; sleep 1000");
    end_all();
    let answer = running.apply("x");
    assert!(matches!(answer, Answer::Gone(Gone::Ended { .. })));
    adopt_orphans();
    let (program, child) = start("sleep 1000 & echo $!; wait");
    drop(program);
    assert!(!child.exists(), "it is dead, and nobody has waited for it");
}
