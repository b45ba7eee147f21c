//! Programs compared with programs and with functions, over cases.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use roguelab_lockstep::Cases;
use roguelab_lockstep::program::{program, start_trusted};
use roguelab_lockstep::{
    Answer, CaseKind, Failure, RESET, RunResult, Runner, Seen, Side, Start, Tally, TomlSubject,
    split_ops,
};

static NEVER: AtomicBool = AtomicBool::new(false);

pub(crate) fn script(script: &str) -> Start<'static> {
    let command = ["sh", "-c", script].map(str::to_owned).to_vec();
    program(command, Duration::from_secs(60), &NEVER)
}

/// A counter as a shell script: `start N`, `next`, and with `has_twice` also `twice`. `wrong` is run before each answer to
/// `next`.
pub(crate) fn counter(has_twice: bool, wrong: &str) -> String {
    let twice = if has_twice {
        "twice) echo $((n * 2));;"
    } else {
        ""
    };
    format!(
        "n=0; while read op x; do case $op in reset) n=0; echo nothing;; start) n=$x; echo nothing;; \
         next) n=$((n + 1)); {wrong} echo $n;; {twice} *) echo '?';; esac; done"
    )
}

/// Cases that start at their own number and ask for a few numbers.
fn cases() -> Cases {
    let case = |case: usize| split_ops(&format!("start {case}; next; twice; next"));
    Cases::new(CaseKind::Sweep, 20, (0..20).map(case))
}

/// The counter, with a script under test.
pub(crate) fn runner(
    expected: impl FnOnce(&'static TomlSubject) -> Start<'static>,
    actual: &str,
) -> Runner<'static> {
    let subject: &TomlSubject = Box::leak(Box::new(
        TomlSubject::read(include_str!("counter.toml"), &|_| false).unwrap(),
    ));
    Runner {
        seed: Some("start 0".to_owned()),
        replay: Box::new(|ops| ops.join("; ")),
        ..Runner::new(
            subject,
            ["a", "b"].map(str::to_owned),
            expected(subject),
            script(actual),
        )
    }
}

/// Compares two sides over cases.
pub(crate) fn judged(
    cases: Cases,
    expected: impl FnOnce(&'static TomlSubject) -> Start<'static>,
    actual: &str,
    jobs: usize,
) -> Result<RunResult, Failure> {
    let runner = Runner {
        jobs,
        ..runner(expected, actual)
    };
    runner.run(vec![cases])
}

pub(crate) fn beside(expected: &str, actual: &str, jobs: usize) -> Result<RunResult, Failure> {
    let expected = |subject: &'static TomlSubject| start_trusted(subject, script(expected));
    judged(cases(), expected, actual, jobs)
}

/// A side that is a function.
pub(crate) struct Told<F>(pub(crate) F);

impl<F: FnMut(&str) -> Seen> Side for Told<F> {
    fn apply(&mut self, op: &str) -> Answer {
        Answer::Seen((self.0)(op))
    }
}

#[test]
fn a_program_that_hangs_is_started_and_waited_for_once() {
    static STARTS: AtomicUsize = AtomicUsize::new(0);
    let expected =
        |subject: &'static TomlSubject| start_trusted(subject, script(&counter(true, "")));
    let sides = Runner {
        actual: Box::new(|| {
            STARTS.fetch_add(1, Ordering::Relaxed);
            let hangs = counter(true, "[ $n = 2 ] && sleep 100;");
            let command = ["sh", "-c", &hangs].map(str::to_owned).to_vec();
            program(command, Duration::from_secs(1), &NEVER)()
        }),
        ..runner(expected, "")
    };
    let found = sides.run(vec![cases()]).unwrap().difference.unwrap();
    assert_eq!((STARTS.load(Ordering::Relaxed), found.verdict), (1, "hang"));
    assert_eq!(found.expected, Seen::number(2));
    let said = found.to_string();
    assert!(
        said.contains("\n  ops       4 ops: start 0; next; twice; next\n"),
        "{said}"
    );
}

#[test]
fn long_answers_that_nobody_asked_for_are_not_kept() {
    let held = allocation_counter::measure(|| {
        let told = |words| -> Start<'static> {
            Box::new(move || {
                let answer = move |op: &str| match op {
                    RESET => Seen::nothing(),
                    _ => Seen::words(vec![7; words]),
                };
                Ok(Box::new(Told(answer)))
            })
        };
        let sides = Runner {
            actual: told(1 << 16),
            more: vec!["next".to_owned(); 2000],
            ..runner(|_| told(1), "")
        };
        let cases = Cases::new(CaseKind::Edge, 1, [vec!["next"; 9]]);
        assert!(sides.run(vec![cases]).unwrap().difference.is_some());
    });
    assert!(held.bytes_max < 1 << 27, "{}", held.bytes_max);
}

#[test]
fn a_function_without_state_agrees_only_if_something_is_compared() {
    let mut told = Told(|_: &str| Seen::nothing());
    assert_eq!(
        (told.state(), told.surplus(9), told.errors()),
        Default::default()
    );
    assert!(!RunResult::default().agrees());
}

#[test]
fn ops_that_one_of_two_programs_lacks_are_left_out() {
    let sum = |cases, ops, outputs| Tally {
        cases,
        ops,
        outputs,
        ..Tally::default()
    };
    for (expected, actual, total, left_out) in [
        (true, true, sum(20, 80, 60), None),
        (true, false, sum(20, 60, 40), Some(20)),
        (false, true, sum(20, 60, 40), Some(20)),
        (false, false, sum(20, 60, 40), Some(20)),
    ] {
        let found = beside(&counter(expected, ""), &counter(actual, ""), 1).unwrap();
        assert!(found.agrees());
        assert_eq!(
            (
                Tally {
                    sha256: String::new(),
                    ..found.total()
                },
                found.unknown.get("twice").copied()
            ),
            (total, left_out),
            "{expected} {actual}"
        );
    }
}

/// After `startover`, which one side lacks, the state of the other side is unknown.
#[test]
fn ops_after_a_left_out_seed_are_left_out_up_to_the_next_seed() {
    let ops = "startover 9; next; next; start 4; next; startover 7; next";
    let cases = || Cases::new(CaseKind::Golden, 1, [split_ops(ops)]);
    let has_startover = |_: &'static TomlSubject| -> Start<'static> {
        Box::new(|| {
            let mut n = 0;
            Ok(Box::new(Told(move |op: &str| {
                let (op, x) = op.split_once(' ').unwrap_or((op, "0"));
                let is_next = op == "next";
                n = if is_next { n + 1 } else { x.parse().unwrap() };
                if is_next {
                    Seen::number(n)
                } else {
                    Seen::nothing()
                }
            })))
        })
    };
    // A right port may answer `next` from its own initial state, which is not the original's.
    let begins_elsewhere = counter(false, "").replace("reset) n=0", "reset) n=50");
    let with_startover = counter(false, "").replace("start)", "start|startover)");
    for found in [
        judged(cases(), has_startover, &begins_elsewhere, 1).unwrap(),
        judged(
            cases(),
            |subject: &'static TomlSubject| start_trusted(subject, script(&counter(false, ""))),
            &with_startover,
            1,
        )
        .unwrap(),
    ] {
        assert!(found.agrees(), "{found:?}");
        assert_eq!(
            (
                found.total().outputs,
                &found.unknown["startover"],
                &found.unseeded["next"]
            ),
            (1, &2, &3)
        );
    }
}

#[test]
fn any_number_of_jobs_finds_and_shrinks_the_first_differing_case() {
    let wrong = counter(true, "[ $n -gt 10 ] && n=$((n + 1));");
    for jobs in [0, 1, 4] {
        let found = beside(&counter(true, ""), &wrong, jobs).unwrap();
        let found = found.difference.unwrap();
        assert_eq!((found.verdict, found.case), ("differs", 9));
        assert_eq!(found.shortest, ["start 9", "next", "next"]);
        assert_eq!(
            (&found.expected, &found.actual),
            (&Seen::number(11), &Seen::number(12))
        );
        assert_eq!(found.replay, "start 9; next; next");
    }
}

#[test]
fn an_unsteady_program_is_called_so() {
    let folder = std::env::temp_dir().join(format!("lockstep-unsteady-{}", std::process::id()));
    std::fs::remove_file(&folder).ok();
    // Wrong only at the first question, in all its runs.
    let wrong = counter(
        true,
        &format!("[ -e {0} ] || n=100; touch {0};", folder.display()),
    );
    let found = beside(&counter(true, ""), &wrong, 1).unwrap();
    std::fs::remove_file(&folder).unwrap();
    assert!(
        found
            .difference
            .unwrap()
            .notes
            .iter()
            .any(|note| note.starts_with("unsteady: "))
    );
}

#[test]
fn an_original_that_breaks_proves_nothing() {
    for (lines, why) in [
        ("exit 3", "exit status: 3"),
        ("while read l; do echo '! no'; done", "with an error: "),
        (
            "while read l; do echo 7; done",
            "`reset` was answered with 7, and `nothing` was expected",
        ),
        (
            "read l; echo nothing; while read l; do echo '[1 2]'; done",
            "it shows [1 2], and the description says nothing",
        ),
    ] {
        let Err(Failure::Invalid(error)) = beside(lines, &counter(true, ""), 1) else {
            panic!("{lines}")
        };
        assert!(
            error.starts_with("the expected side failed at `start 0`") && error.contains(why),
            "{error}"
        );
    }
    let missing = |_: &'static TomlSubject| -> Start<'static> {
        Box::new(|| Err(Failure::Invalid("it is not here".into())))
    };
    let failure = judged(cases(), missing, &counter(true, ""), 2).unwrap_err();
    assert_eq!(failure.to_string(), "it is not here");
}

#[test]
fn draws_and_words_of_any_width_are_compared() {
    let found = |answer: &str| {
        let expected = |_: &'static TomlSubject| -> Start<'static> {
            Box::new(|| {
                Ok(Box::new(Told(|op: &str| match op {
                    RESET | "start 0" => Seen::nothing(),
                    "wide" => Seen::words64([1, 2]),
                    "names" => Seen::texts([""; 0]),
                    _ => "7 | 0 9 7, 1 6 3".parse().unwrap(),
                })))
            })
        };
        let (next, names) = answer.split_once('/').unwrap_or((answer, "[]"));
        let actual = format!(
            "while read op x; do case $op in wide) echo '[1 2]';; next) echo '{next}';; names) echo '{names}';; *) echo nothing;; esac; done"
        );
        let cases = Cases::new(CaseKind::Golden, 1, [vec!["wide", "names", "next"]]);
        judged(cases, expected, &actual, 1).unwrap()
    };
    let total = |answer| {
        let total = found(answer).total();
        (total.cases, total.ops, total.outputs, total.draws)
    };
    assert_eq!(total("7 | 0 9 7, 1 6 3"), (1, 4, 3, 2));
    assert_eq!(
        total("7"),
        (1, 4, 3, 0),
        "a program that shows no draws is compared by its outputs"
    );
    let difference = found("7 | 0 9 7, 1 6 4").difference.unwrap();
    let text = difference.to_string();
    assert!(
        text.contains("draw 1 of the op\n  expected  value 3 (lo 1, hi 6)"),
        "{text}"
    );
    assert!(
        difference.notes[0].contains("of a: 0 9 7, 1 6 3; of b: 0 9 7, 1 6 4"),
        "{:?}",
        difference.notes
    );
    let hidden = found("-");
    assert!(hidden.agrees() && hidden.hidden["next"] == 1);
    for (answer, said) in [
        ("- | 0 9 8", "value 8 (lo 0"),
        ("7/[5]", "actual    1 words"),
    ] {
        let text = found(answer).difference.unwrap().to_string();
        assert!(text.contains(said), "{text}");
    }
}
