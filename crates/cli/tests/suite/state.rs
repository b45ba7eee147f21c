//! `roguelab test --state`: a run that was stopped and goes on is the run that was not.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::program::{Said, assert_has, roguelab, signal};
use crate::test_command::{tested, words};

const MORE: &[&str] = &["--battery", "more"];

fn bytes(count: usize) -> Vec<u8> {
    let words = words(count);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn tested_with(state: &Path, more: &[&str], input: &[u8]) -> Said {
    let state = [
        "--state",
        state.to_str().unwrap(),
        "--json",
        "--all-p-values",
    ];
    tested(&[&state, more].concat(), input)
}

/// Tests these pieces, one a second and a half, and sends a signal before the input ends.
fn stopped(state: &Path, pieces: &[&[u8]], name: &str) -> String {
    let mut child = roguelab(&[&["test", "--state", state.to_str().unwrap()], MORE].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for piece in pieces {
        input.write_all(piece).unwrap();
        sleep(Duration::from_millis(1500));
    }
    signal(&child, name);
    let output = child.wait_with_output().unwrap();
    drop(input);
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_run_that_was_stopped_is_the_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let all = bytes(400_000);
    let whole = tested(&[&["--json", "--all-p-values"], MORE].concat(), &all);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);

    // Ctrl-C between the looks at 131072 and 262144 items, in the middle of an item.
    let said = stopped(&state, &[&all[..1_000_003]], "INT");
    let (_, reached) = said.split_once("stopped after ").unwrap();
    let (reached, _) = reached.split_once(':').unwrap();
    let items: usize = reached.split(' ').next().unwrap().parse().unwrap();
    assert!((131_073..=250_000).contains(&items), "{items}");
    let after_stop = fs::read(&state).unwrap();
    let resumed = tested_with(&state, MORE, &all);
    assert_has(&resumed.stderr, &[&format!("going on after {reached}")]);
    assert!(resumed.stdout == whole.stdout, "{}", resumed.stdout);

    // The rest of the stream alone.
    fs::write(&state, &after_stop).unwrap();
    let rest = tested_with(
        &state,
        &[MORE, &["--continued"]].concat(),
        &all[4 * items..],
    );
    assert!(rest.stdout == whole.stdout, "{}", rest.stdout);

    // A crash: the state is that of a look, after 2^17 items if the machine is not too slow.
    fs::remove_file(&state).unwrap();
    stopped(&state, &[&all[..400_000], &all[400_000..800_000]], "KILL");
    let resumed = tested_with(&state, MORE, &all);
    assert_has(&resumed.stderr, &["going on after "]);
    assert!(resumed.stdout == whole.stdout, "{}", resumed.stdout);
}

#[test]
fn a_failure_is_found_again_without_reading_on() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let flat = vec![0x55; 8000];
    let first = tested_with(&state, &["--kind", "u8"], &flat);
    let second = tested_with(&state, &["--kind", "u8"], &flat);
    assert_eq!((first.code, second.code), (Some(1), Some(1)));
    assert_eq!(first.stdout, second.stdout);
}

#[test]
fn a_state_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let all = bytes(5000);
    assert_eq!(
        tested_with(&state, &["--limit", "4000"], &all).code,
        Some(0)
    );
    let saved = fs::read(&state).unwrap();
    let mut other = all.clone();
    other[9000] ^= 1;
    let refused = |more: &[&str], input: &[u8], needle: &str| {
        let said = tested_with(&state, more, input);
        assert_eq!(said.code, Some(2), "{}", said.stdout);
        assert_has(&said.stderr, &[needle]);
        assert_eq!(fs::read(&state).unwrap(), saved, "the state is as it was");
    };
    refused(&["--alpha", "0.01"], &all, "a run with --alpha 0.000001");
    refused(&["--skip", "1"], &all, "a run with --skip 0");
    refused(&["--kind", "u16"], &all, "a run of words of 32 bits");
    refused(
        &["--only", "bits"],
        &all,
        "a run with the tests frequency-top",
    );
    refused(&[], &other, "the first 4000 items are not those");
    refused(&[], &all[..400], "the input has 100 items, and 4000 were");
    for at in [0, 40, saved.len() - 1] {
        let mut damaged = saved.clone();
        damaged[at] ^= 1;
        fs::write(&state, damaged).unwrap();
        let said = tested_with(&state, &[], &all);
        assert_eq!(said.code, Some(2), "{}", said.stdout);
    }
    fs::write(&state, b"text of somebody else").unwrap();
    let said = tested_with(&state, &[], &all);
    assert_has(&said.stderr, &["it is not the state of a run"]);
    let none = folder.path().join("none");
    let said = tested_with(&none, &["--continued"], &all);
    assert_has(&said.stderr, &["nothing to go on from"]);
    let said = tested_with(&none, &["--below", "6"], b"1 2 3");
    assert_has(&said.stderr, &["--state is for words and fractions"]);
    assert!(!none.exists());
}
