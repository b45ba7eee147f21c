//! `roguelab scan` as a user sees it.

use crate::program::{Said, assert_has, roguelab, run, signal};

use generators::bsd_random::Type3;
use rogue::random::{get_rand, srrandom};

const QUESTION: [&str; 5] = [
    "scan",
    "--subject",
    "rrandom",
    "--where",
    "word(0) % 6 == 3 && get_rand(1, 1, 100) == 42",
];

fn arguments<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUESTION[..], more].concat()
}

#[test]
fn a_scan_finds_what_playing_each_seed_finds() {
    let seeds = 30_000;
    let matching: Vec<i32> = (0..seeds)
        .filter(|&seed| {
            let mut dice = srrandom(seed);
            get_rand(&mut dice, 1, 100);
            Type3::srrandom(seed).next_word() % 6 == 3 && get_rand(&mut dice, 1, 100) == 42
        })
        .collect();
    let scanned = |threads| {
        let options = [
            "--to",
            "29999",
            "--keep",
            "5",
            "--json",
            "--threads",
            threads,
        ];
        run(&arguments(&options)).ended(0, &[])
    };
    let text = scanned("7");
    assert_eq!(text, scanned("1"), "the threads change nothing");
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({
        "schema": "roguelab-scan/1", "subject": "rrandom", "predicate": QUESTION[4], "from": 0, "to": 29_999,
        "seeds": seeds, "matches": matching.len(), "first": matching[..5],
    });
    assert_eq!(found, expected);
}

#[test]
fn what_a_scan_knows_are_subjects() {
    for name in scan::Seeded::NAMES {
        assert_eq!(subjects::registry::find(name).unwrap().name(), name);
    }
}

#[test]
#[cfg(unix)]
fn a_scan_that_is_interrupted_says_how_far_it_came() {
    use std::process::Stdio;
    use std::time::Duration;

    // A condition that no seed meets, and that takes long to test.
    let slow = (0..100)
        .map(|n| format!("word({n}) % 7 == 8"))
        .collect::<Vec<_>>()
        .join(" || ");
    let interrupted = |after| {
        let mut command = roguelab(&[
            "scan",
            "--subject",
            "rrandom",
            "--threads",
            "1",
            "--where",
            &slow,
        ]);
        let scan = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(after));
        signal(&scan, "INT");
        Said::from(scan.wait_with_output().unwrap())
    };
    // A signal that arrives before the scan has started ends the program silently.
    let said = [200, 1000, 5000]
        .into_iter()
        .map(interrupted)
        .find(|said| !said.stderr.is_empty())
        .unwrap();
    assert_eq!(
        (said.code, said.stdout.as_str()),
        (Some(130), ""),
        "{}",
        said.stderr
    );
    assert_has(
        &said.stderr,
        &["The scan was stopped after ", " of 4,294,967,296 seeds."],
    );
}
