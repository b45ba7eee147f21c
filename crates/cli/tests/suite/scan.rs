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
fn a_scan_that_is_interrupted_has_the_matches_so_far_and_goes_on() {
    use std::process::Stdio;
    use std::time::Duration;

    // A condition that one seed in 100 meets, and that takes long to test.
    let never = (1..100).map(|n| format!("word({n}) % 7 == 8"));
    let slow = std::iter::once("word(0) % 100 == 42".to_owned())
        .chain(never)
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
    // A signal that arrives before the first seeds are scanned finds no matches.
    let said = [200, 1000, 5000]
        .into_iter()
        .map(interrupted)
        .find(|said| !said.stdout.is_empty())
        .unwrap();
    let next = said.stderr.trim_end().strip_suffix('.').unwrap();
    let next: u32 = next.rsplit(' ').next().unwrap().parse().unwrap();
    assert_has(
        &said.stderr,
        &[
            "The scan was stopped after ",
            " of 4,294,967,296 seeds. To go on, use --from ",
        ],
    );
    // The same as a scan of only these seeds says, but for the time.
    assert_eq!(said.code, Some(130));
    let last = (next - 1).to_string();
    let whole = run(&[
        "scan",
        "--subject=rrandom",
        "--to",
        &last,
        "--where=word(0) % 100 == 42",
    ]);
    let lines = |text: &str| {
        let lines = text.lines().skip(1).filter(|line| !line.starts_with("in "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&said.stdout), lines(&whole.ended(0, &[])));
    assert_has(
        &said.stdout,
        &[&format!("; seeds 0 to {last}"), " match, 1."],
    );
}
