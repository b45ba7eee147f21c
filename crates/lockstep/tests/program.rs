//! Programs that answer, and programs that fail in each way a program can.
#![cfg(unix)]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use roguelab_lockstep::program::{Answer, Gone, Program, program};
use roguelab_lockstep::{Seen, Side as _};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A shell script, with this long to answer each time.
fn waiting(seconds: u64, script: &str) -> Program {
    let command = ["sh", "-c", script].map(str::to_owned);
    Program::start(&command, Duration::from_secs(seconds), &NEVER).unwrap()
}

fn script(script: &str) -> Program {
    waiting(30, script)
}

#[test]
fn a_program_answers_line_by_line() {
    let mut program = script(
        "while read op rest; do case $op in reset) echo nothing;; add) echo $(($rest + 1));; *) echo '?';; esac; done",
    );
    assert_eq!(program.apply("reset"), Answer::Seen(Seen::nothing()));
    assert_eq!(program.apply("add 41"), Answer::Seen(Seen::number(42)));
    assert_eq!(program.apply("sub 1"), Answer::Unknown);
    let ops: Vec<_> = (0..10_000).map(|n| format!("add {n}")).collect();
    program.ahead(&mut ops.iter().map(String::as_str));
    for (n, op) in (0..9_000).zip(&ops) {
        assert_eq!(program.apply(op), Answer::Seen(Seen::number(n + 1)));
    }
    program.skip();
    assert_eq!(program.apply("add 1"), Answer::Seen(Seen::number(2)));
    assert_eq!(program.surplus(10), 0);
}

#[test]
fn each_failure_has_its_name() {
    for (lines, expected) in [
        ("exit 7", "ended before it answered: exit status: 7"),
        ("exit 0", "ended before it answered: exit status: 0"),
        (
            "kill -SEGV $$",
            "ended before it answered: signal: 11 (SIGSEGV)",
        ),
        (
            "printf 12",
            "ended before the end of a line, `12`: exit status: 0",
        ),
        (
            "exec >&-; sleep 100",
            "closed its standard output, and runs on",
        ),
        (
            r"tr '\0' x </dev/zero",
            "wrote a line of more than 33554432 bytes",
        ),
        (
            "echo hello; read more",
            "gave an invalid answer: `hello` is not an output",
        ),
        (
            "echo '! no room'; read more",
            "answered with an error: no room",
        ),
        (r"printf '\377\n'; read more", "the line is not UTF-8"),
        ("echo; read more", "`` is not an output"),
    ] {
        let mut program = script(lines);
        let trouble = program.apply("reset").trouble().unwrap_or_default();
        assert!(trouble.contains(expected), "{lines}: {trouble}");
    }
}

#[test]
fn a_stuck_program_is_told_from_one_that_buffers_its_answers() {
    let hung = |script, held| {
        let answer = waiting(1, script).apply("reset");
        assert!(
            matches!(answer, Answer::Gone(Gone::Hung { after_input, .. }) if after_input == held),
            "{script}: {answer:?}"
        );
    };
    hung("sleep 100", false);
    hung("cat >/dev/null; echo nothing", true);
    let ended = waiting(1, "sleep 100 & exit 3").apply("reset");
    let said = "ended, but its output stays open: exit status: 3";
    assert_eq!(
        (ended.verdict(), &*ended.trouble().unwrap()),
        ("exit", said)
    );
}

#[test]
fn a_program_may_be_slow_or_have_long_lines_and_can_be_stopped() {
    static STOPPED: AtomicBool = AtomicBool::new(true);
    // Each pause comes in the middle of a line.
    let lines = "sleep 0.1; head -c 33554432 /dev/zero | tr '\\0' x; sleep 0.1; echo; sleep 0.1; echo 7; sleep 100";
    let mut slow = script(lines);
    assert!(matches!(slow.apply("reset"), Answer::Garbage(..)));
    assert_eq!(slow.apply("next"), Answer::Seen(Seen::number(7)));
    let command = ["sleep", "100"].map(str::to_owned);
    let mut stopped = Program::start(&command, Duration::from_secs(30), &STOPPED).unwrap();
    assert_eq!(stopped.apply("next"), Answer::Gone(Gone::Stopped));
}

#[test]
fn the_end_of_standard_error_is_kept() {
    let mut program = script("seq 1 100000 >&2; echo last words >&2; exit 3");
    assert!(matches!(
        program.apply("reset"),
        Answer::Gone(Gone::Ended { .. })
    ));
    assert!(program.is_gone());
    let errors = program.errors();
    assert!(
        errors.ends_with("100000\nlast words") && errors.len() <= 2048,
        "{errors}"
    );
}

#[test]
fn lines_that_nobody_asked_for_are_counted() {
    let mut program = script("read op; echo nothing; echo more; echo and more");
    assert_eq!(program.apply("reset"), Answer::Seen(Seen::nothing()));
    assert_eq!(program.surplus(10), 2);
}

#[test]
fn nothing_is_left_running() {
    let mut program = script("sleep 1000 & echo $!; wait");
    let Answer::Seen(seen) = program.apply("reset") else {
        panic!()
    };
    let is_running = || {
        std::process::Command::new("kill")
            .args(["-0", &seen.to_string()])
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap()
            .success()
    };
    assert!(is_running());
    drop(program);
    let since = Instant::now();
    // The process that adopts it will reap it.
    while is_running() && !is_zombie(&seen.to_string()) {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "a child of the program runs on"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a process has ended and has not been reaped.
fn is_zombie(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "))
}

#[test]
fn what_cannot_be_started_is_an_error() {
    assert!(Program::start(&[], Duration::MAX, &NEVER).is_err());
    for (command, remedy) in [
        ("/no/such/program", "that is found in PATH"),
        ("/dev/null", "make it executable"),
    ] {
        let started = program(vec![command.into()], Duration::MAX, &NEVER)();
        let error = started.err().unwrap().to_string();
        assert!(error.ends_with(remedy), "{error}");
    }
    assert!(format!("{:?}", script("")).starts_with("process "));
}
