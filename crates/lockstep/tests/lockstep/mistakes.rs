//! What programs do wrong, and what is said about it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use roguelab_lockstep::program::trusted;
use roguelab_lockstep::{Cases, Kind, Runner, Seen, Start, TomlSubject, split_ops};

use crate::programs::{Told, beside, counter, judged, runner, script};

fn right(subject: &'static TomlSubject) -> Start<'static> {
    trusted(subject, script(&counter(true, "")))
}

#[test]
fn each_mistake_is_shrunk_and_noted() {
    let rows: toml::Table = include_str!("mistakes.toml").parse().unwrap();
    for row in rows["mistakes"].as_array().unwrap() {
        let [wrong, from, to, cases, said] = [0, 1, 2, 3, 4].map(|at| row[at].as_str().unwrap());
        let sides = Runner {
            more: split_ops("startover 8; next; twice; start 5; next"),
            ..runner(right, &counter(true, wrong).replacen(from, to, 1))
        };
        let lists: Vec<_> = cases.split('/').map(split_ops).collect();
        let judged = sides
            .run(vec![Cases::new(Kind::Golden, lists.len(), lists)])
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
        let cases = cases.map(|(list, promised)| Cases::new(Kind::Edge, promised, [vec![list]]));
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
    let cases = Cases::new(Kind::Edge, 3, vec![vec!["next"; 2048]; 3]);
    let found = judged(cases, late, &counter(true, ""), 2).unwrap();
    assert_eq!(found.difference.unwrap().case, 0);
}
