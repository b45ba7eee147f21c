//! A program compared with another, over cases of text ops.
#![cfg(unix)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lockstep::program::{Answer, Compared, Judge, Judged, Original, RESET, original};
use lockstep::{Budget, Cases, Failure, Kind, Seen};

static NEVER: AtomicBool = AtomicBool::new(false);
const TIMEOUT: Duration = Duration::from_secs(60);

/// A counter in the shell: `start N`, `next`, and `twice` if it has it. `wrong` is run before each answer of `next`.
fn counter(has_twice: bool, wrong: &str) -> Vec<String> {
    let twice = if has_twice {
        "twice) echo $((n * 2));;"
    } else {
        ""
    };
    let script = format!(
        "n=0; while read op x; do case $op in reset) n=0; echo nothing;; start) n=$x; echo nothing;; \
         next) n=$((n + 1)); {wrong} echo $n;; {twice} *) echo '?';; esac; done"
    );
    ["sh", "-c", &script].map(str::to_owned).to_vec()
}

/// Cases that start at their number and ask for a few numbers.
fn cases() -> Cases<String> {
    let case = |case: usize| {
        [&format!("start {case}"), "next", "twice", "next"]
            .map(str::to_owned)
            .to_vec()
    };
    Cases::new(Kind::Sweep, 20, (0..20).map(case))
}

fn judged(
    make: &(dyn Fn() -> Result<Original, String> + Sync),
    command: &[String],
    jobs: usize,
) -> Result<Judged, Failure> {
    judged_over(cases(), make, command, jobs)
}

fn judged_over(
    cases: Cases<String>,
    make: &(dyn Fn() -> Result<Original, String> + Sync),
    command: &[String],
    jobs: usize,
) -> Result<Judged, Failure> {
    let judge = Judge {
        subject: "counter",
        names: ["the original", "the port"],
        command,
        original: make,
        seed: Some("start 0"),
        seeds: &|op| op.starts_with("start"),
        keep: &|ops| ops,
        more: &[],
        replay: &|ops| ops.join("; "),
        timeout: TIMEOUT,
        stop: &NEVER,
        jobs,
        progress: &|_| (),
    };
    judge.run(vec![cases])
}

fn beside(expected: &[String], actual: &[String], jobs: usize) -> Result<Judged, Failure> {
    let make = || original(expected.to_vec(), TIMEOUT, &NEVER).map_err(|error| error.to_string());
    judged(&make, actual, jobs)
}

#[test]
fn two_programs_are_compared_without_the_ops_that_one_of_them_lacks() {
    let sum = |cases, ops, outputs| Compared {
        cases,
        ops,
        outputs,
        draws: 0,
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
            (found.total(), found.unknown.get("twice").copied()),
            (total, left_out),
            "{expected} {actual}"
        );
    }
}

/// After `startover`, which one side lacks, nobody knows where the other one is.
#[test]
fn what_follows_an_op_that_seeds_and_is_left_out_is_left_out_until_the_next_that_seeds() {
    let with_startover = || -> Result<Original, String> {
        let mut n = 0;
        Ok(Box::new(move |op| {
            let (op, x) = op.split_once(' ').unwrap_or((op, "0"));
            n = if op == "next" {
                n + 1
            } else {
                x.parse().unwrap()
            };
            Answer::Seen(if op == "next" {
                Seen::number(n)
            } else {
                Seen::nothing()
            })
        }))
    };
    let has_startover: Vec<String> = counter(false, "")
        .iter()
        .map(|part| part.replace("start)", "start|startover)"))
        .collect();
    let ops = [
        "startover 9",
        "next",
        "next",
        "start 4",
        "next",
        "startover 7",
        "next",
    ]
    .map(str::to_owned)
    .to_vec();
    let cases = || Cases::new(Kind::Golden, 1, std::iter::once(ops.clone()));
    let lacks_it =
        || original(counter(false, ""), TIMEOUT, &NEVER).map_err(|error| error.to_string());
    // A right port answers `next` by what it begins with, which is not what the original begins with.
    let begins_elsewhere: Vec<String> = counter(false, "")
        .iter()
        .map(|part| part.replace("reset) n=0", "reset) n=50"))
        .collect();
    for found in [
        judged_over(cases(), &with_startover, &begins_elsewhere, 1).unwrap(),
        judged_over(cases(), &lacks_it, &has_startover, 1).unwrap(),
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
fn the_first_case_that_differs_is_found_by_any_number_of_jobs_and_is_shrunk() {
    let wrong = counter(true, "[ $n -gt 10 ] && n=$((n + 1));");
    for jobs in [1, 4] {
        let found = beside(&counter(true, ""), &wrong, jobs).unwrap();
        let failed = found.failed.unwrap();
        assert_eq!((failed.verdict, failed.mismatch.case), ("differs", 9));
        assert_eq!(failed.mismatch.shortest, ["start 9", "next", "next"]);
        assert_eq!(
            (&failed.mismatch.expected, &failed.mismatch.actual),
            (&Seen::number(11), &Seen::number(12))
        );
        assert_eq!(failed.mismatch.replay, "start 9; next; next");
    }
}

#[test]
fn an_unsteady_program_is_called_so() {
    let folder = std::env::temp_dir().join(format!("lockstep-unsteady-{}", std::process::id()));
    std::fs::remove_file(&folder).ok();
    // Wrong only the first time it is asked, in all its runs.
    let wrong = counter(
        true,
        &format!("[ -e {0} ] || n=100; touch {0};", folder.display()),
    );
    let found = beside(&counter(true, ""), &wrong, 1).unwrap();
    std::fs::remove_file(&folder).unwrap();
    assert!(
        found
            .failed
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
        ("while read l; do echo '! no'; done", "with an error: no"),
    ] {
        let command = ["sh", "-c", lines].map(str::to_owned);
        let Err(Failure::Invalid(error)) = beside(&command, &counter(true, ""), 1) else {
            panic!("{lines}")
        };
        assert!(
            error.starts_with("the expected side failed at `start 0`") && error.contains(why),
            "{error}"
        );
    }
    let make = || Err("it is not here".to_owned());
    assert!(
        matches!(judged(&make, &counter(true, ""), 2), Err(Failure::Invalid(why)) if why == "it is not here")
    );
}

#[test]
fn draws_and_words_of_any_width_are_compared() {
    let make = || -> Result<Original, String> {
        Ok(Box::new(|op| {
            Answer::Seen(match op {
                RESET | "start 0" => Seen::nothing(),
                "wide" => Seen::words64([1, 2]),
                _ => "7 | 0 9 7, 1 6 3".parse().unwrap(),
            })
        }))
    };
    let found = |answer: &str| {
        let script = format!(
            "while read op x; do case $op in wide) echo '[1 2]';; draw) echo '{answer}';; *) echo nothing;; esac; done"
        );
        let command = ["sh", "-c", &script].map(str::to_owned);
        let cases = Cases::random(&Budget { seed: 1, cases: 1 }, |_| {
            ["wide", "draw"].map(str::to_owned).to_vec()
        });
        let judge = Judge {
            subject: "draws",
            names: ["a", "b"],
            command: &command,
            original: &make,
            seed: Some("start 0"),
            seeds: &|op| op.starts_with("start"),
            keep: &|ops| ops,
            more: &[],
            replay: &|_| String::new(),
            timeout: TIMEOUT,
            stop: &NEVER,
            jobs: 1,
            progress: &|_| (),
        };
        judge.run(vec![cases]).unwrap()
    };
    let total = |outputs, draws| Compared {
        cases: 1,
        ops: 3,
        outputs,
        draws,
    };
    assert_eq!(found("7 | 0 9 7, 1 6 3").total(), total(3, 2));
    assert_eq!(
        found("7").total(),
        total(3, 0),
        "a program that shows no draws is compared by its outputs"
    );
    let failed = found("7 | 0 9 7, 1 6 4").failed.unwrap();
    assert!(
        failed
            .mismatch
            .to_string()
            .contains("draw 1 of the op\n  expected  value 3 (lo 1, hi 6)"),
        "{}",
        failed.mismatch
    );
    assert!(
        failed.notes[0].contains("of a: 0 9 7, 1 6 3; of b: 0 9 7, 1 6 4"),
        "{:?}",
        failed.notes
    );
    assert!(found("- | 0 9 8").failed.is_some());
}
