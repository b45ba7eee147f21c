//! What programs do wrong, and what is said about it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use roguelab_lockstep::program::start_trusted;
use roguelab_lockstep::{CaseKind, Cases, Runner, Seen, Start, TomlSubject, split_ops};

use crate::programs::{Told, beside, counter, judged, runner, script};

fn right(subject: &'static TomlSubject) -> Start<'static> {
    start_trusted(subject, script(&counter(true, "")))
}

/// A mistake of a counter.
struct Mistake {
    /// What it does before it answers `next`.
    wrong: &'static str,
    /// A piece of its script, and what stands there instead.
    from: &'static str,
    to: &'static str,
    cases: &'static [&'static str],
    /// The beginning of what is said: the kind of failure, the shortest ops, the notes, and the answers without repeats.
    said: &'static str,
}

const MISTAKES: [Mistake; 10] = [
    Mistake {
        wrong: "n=99;",
        from: "twice)",
        to: "no)",
        cases: &["startover 9; next; twice; start 4; next"],
        said: "differs | start 4; next |  | start 4: nothing, next: 99, reset: nothing, start 5: nothing, next: 99.",
    },
    Mistake {
        wrong: "n=99;",
        from: "reset)",
        to: "twice) echo ?;; no)",
        cases: &["startover 9; next; twice; start 4; next"],
        said: "differs | start 4; next |  | start 4: nothing, next: 99.",
    },
    Mistake {
        wrong: "",
        from: "n=0; while",
        to: "echo hello; while",
        cases: &["start 4"],
        said: "garbage | reset |  | start 4: `hello`, start 4: nothing",
    },
    Mistake {
        wrong: "",
        from: "n=0; echo nothing",
        to: "echo 7",
        cases: &["start 4; next"],
        said: "differs | reset |  | start 4: nothing, reset: 7, start 5: nothing",
    },
    Mistake {
        wrong: "k=$((k+1)); [ $k -gt 2 ] && n=99;",
        from: "",
        to: "",
        cases: &["start 1; next; next; next; next"],
        said: "differs | start 1; next; next; next |  | ",
    },
    Mistake {
        wrong: "k=$((k+1)); [ $k -gt 2 ] && n=99;",
        from: "",
        to: "",
        cases: &["start 1; next; next", "start 2; next"],
        said: "differs | start 1; next; next; next | after `reset` the program is not as it was when it started",
    },
    Mistake {
        wrong: "[ $n -gt 5 ] && exit 3;",
        from: "",
        to: "",
        cases: &["start 4; next; next; next"],
        said: "exit | start 4; next; next |  | .",
    },
    // Its answers come in blocks, and are lost with it.
    Mistake {
        wrong: "",
        from: "n=0; while",
        to: "while b=$(dd bs=9999 count=1 2>/dev/null) && [ \"$b\" ]; do case $b in *twice*) exit 3;; esac; echo \
             \"$b\" | sed s/.*/nothing/; done; while",
        cases: &["start 1; start 2; twice; start 3"],
        said: "exit | start 2; twice |  | .",
    },
    Mistake {
        wrong: "echo 70;",
        from: "",
        to: "",
        cases: &["start 4; next"],
        said: "differs | start 4; next | it wrote 4 lines for 3 ops, `reset` among them",
    },
    Mistake {
        wrong: "seq 9;",
        from: "",
        to: "",
        cases: &["start 4; next"],
        said: "differs | start 4; next | it wrote at least 6 lines for 3 ops",
    },
];

#[test]
fn each_mistake_is_shrunk_and_noted() {
    for Mistake {
        wrong,
        from,
        to,
        cases,
        said,
    } in MISTAKES
    {
        let sides = Runner {
            more: split_ops("startover 8; next; twice; start 5; next"),
            ..runner(right, &counter(true, wrong).replacen(from, to, 1))
        };
        let lists: Vec<_> = cases.iter().copied().map(split_ops).collect();
        let judged = sides
            .run(vec![Cases::new(CaseKind::Golden, lists.len(), lists)])
            .unwrap();
        let found = judged.difference.unwrap();
        let answers = found.transcript.iter();
        let mut answers: Vec<_> = answers
            .map(|(op, answer)| format!("{op}: {answer}"))
            .collect();
        answers.dedup();
        let parts = [
            found.verdict,
            &found.replay,
            &found.notes.join("; "),
            &answers.join(", "),
        ];
        let all = parts.join(" | ") + ".";
        assert!(judged.surplus == 0 && all.starts_with(said), "{all}");
    }
}

#[test]
fn a_list_given_by_hand_is_counted_like_a_case() {
    let ops = split_ops("startover 9; twice; next; start 5; next");
    let lacks = counter(false, "trap 'echo more' EXIT;");
    let (_, judged) = runner(right, &lacks).ops(&ops).unwrap();
    let counts = format!("{:?}{:?}", judged.unknown, judged.unseeded);
    assert_eq!(counts, r#"{"startover": 1, "twice": 1}{"next": 1}"#);
    let cases = beside(&lacks, &lacks, 1).unwrap();
    assert_eq!((judged.surplus, cases.surplus), (1, 1));
}

#[test]
fn a_run_ends_when_it_is_stopped_or_a_promise_is_broken() {
    static STOPPED: AtomicBool = AtomicBool::new(true);
    let mut sides = runner(right, &counter(true, "n=99;"));
    for why in ["9 cases were promised, and only 1 ran", "stopped"] {
        let cases = [("start 2", 9), ("next", 1)];
        let cases =
            cases.map(|(list, promised)| Cases::new(CaseKind::Edge, promised, [vec![list]]));
        let error = sides.run(cases.into()).unwrap_err();
        assert_eq!(error.to_string(), why);
        sides.stop = &STOPPED;
    }
}

#[test]
fn of_several_cases_that_differ_the_first_is_reported() {
    static FIRST: AtomicBool = AtomicBool::new(true);
    // The worker that starts first is late, and gets the last case.
    let late = |_: &'static TomlSubject| -> Start<'static> {
        Box::new(|| {
            if FIRST.swap(false, Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(100));
            }
            Ok(Box::new(Told(|_: &str| Seen::nothing())))
        })
    };
    let cases = Cases::new(CaseKind::Edge, 3, vec![vec!["next"; 2048]; 3]);
    let found = judged(cases, late, &counter(true, ""), 2).unwrap();
    assert_eq!(found.difference.unwrap().case, 0);
}
