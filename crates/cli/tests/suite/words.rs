//! `roguelab words` as a user sees it: the streams it writes, closed pipes, and its errors on bad input.

use std::io::Read;
use std::process::Stdio;

use crate::program::{PROGRAM, Said, roguelab, run};

use generators::bsd_random::Type3;

fn words(arguments: &str) -> Said {
    run(&["words"]
        .into_iter()
        .chain(arguments.split_whitespace())
        .collect::<Vec<_>>())
}

/// What is written, if it is written without any complaint.
fn written(arguments: &str) -> Vec<u8> {
    let said = words(arguments);
    assert_eq!(
        (said.code, said.stderr.as_str()),
        (Some(0), ""),
        "{arguments}"
    );
    said.bytes
}

#[test]
fn words_are_four_bytes_each_little_endian() {
    let mut rrandom = Type3::srrandom(42);
    let expected: Vec<u8> = (0..40_000)
        .flat_map(|_| rrandom.next_word().to_le_bytes())
        .collect();
    assert_eq!(written("rrandom --seed 42 -n 40000"), expected);
    assert!(written("pcg32 --seed 1 -n 0").is_empty());
}

#[test]
fn a_closed_pipe_ends_an_endless_stream_quietly() {
    let mut command = roguelab(&["words", "rrandom", "--seed", "42"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 4];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    assert_eq!(u32::from_le_bytes(first), Type3::srrandom(42).next_word());
}

#[test]
fn a_fresh_seed_is_shown_and_gives_the_same_again() {
    let fresh = words("rrandom -n 10");
    let seed = fresh.stderr.trim().strip_prefix("--seed ").unwrap();
    assert_eq!(
        written(&format!("rrandom -n 10 --seed {seed}")),
        fresh.bytes
    );
}

#[test]
fn a_terminal_gets_no_binary() {
    use pty_process::blocking::{Command as OnTerminal, open};

    let (mut terminal, slave) = open().unwrap();
    let mut child = OnTerminal::new(PROGRAM)
        .args(["words", "pcg32", "--seed", "1"])
        .spawn(slave)
        .unwrap();
    let mut shown = Vec::new();
    // Reading ends in an error when the program has closed its side.
    let _ = terminal.read_to_end(&mut shown);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("--format text"), "{shown}");
}
