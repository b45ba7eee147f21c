//! `roguelab scan` as a user sees it.

use crate::program::{Said, assert_has, roguelab, run, signal};

#[test]
fn threads_change_nothing() {
    let scan = [
        "scan",
        "--subject=rrandom",
        "--where=word(0) % 6 == 3 && get_rand(1, 1, 100) == 42",
        "--to=29999",
        "--json",
        "--threads",
    ];
    let [one, seven] =
        ["1", "7"].map(|threads| run(&[&scan[..], &[threads]].concat()).ended(0, &[]));
    assert_eq!(one, seven);
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
