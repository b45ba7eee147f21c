//! `roguelab who` as a user meets it, and the commands that ask it when they have nothing better to say.

use std::fmt::Write as _;
use std::fs;
#[cfg(target_os = "linux")]
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::time::Duration;

#[cfg(target_os = "linux")]
use crate::program::roguelab;
use crate::program::{Said, fed, run};

fn lines(numbers: impl IntoIterator<Item = u64>) -> String {
    numbers.into_iter().fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{number}");
        text
    })
}

/// A counter hashed twice over: of no generator of the catalogue.
fn noise(count: u64) -> Vec<u64> {
    let mix = |x: u64| {
        (x ^ x >> 29)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .rotate_left(17)
            ^ x >> 7
    };
    (0..count)
        .map(|i| mix(mix(mix(i.wrapping_mul(0x1234_5678_9abc_def1)) + 77)) >> 32)
        .collect()
}

fn asked(arguments: &[&str], input: impl AsRef<[u8]>) -> Said {
    fed(&[&["who"], arguments].concat(), input.as_ref())
}

#[test]
fn draws_that_follow_those_of_a_trace_count_from_their_lo_and_need_one_bound() {
    let trace = run(&["trace", "record", "get_rand", "--seed", "77", "-n", "32"]).ended(0, &[]);
    let draws = trace
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').collect::<Vec<_>>());
    let results: Vec<u64> = draws.map(|draw| draw[5].parse().unwrap()).collect();
    let line = |hi: u64, result: &u64| format!("m 1 {hi} - {}\n", (result - 1) % hi + 1);
    let given: String = results[..30]
        .iter()
        .map(|result| line(100, result))
        .collect();
    let told = format!(
        "The next, each from its LO, are {}, {}.",
        results[30] - 1,
        results[31] - 1
    );
    let options = ["--kind", "trace", "--next", "2"];
    asked(&options, &given).ended(0, &["of random-bsd from output 1 on, seed 77", &told]);
    let mixed = line(50, &results[0]) + &given[line(100, &results[0]).len()..];
    asked(&options, mixed).ended(
        0,
        &[
            "seed 77",
            "The next cannot be told: the numbers have different bounds.",
        ],
    );
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_is_no_end_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("noise");
    fs::write(&file, lines(noise(40))).unwrap();
    let mut command = roguelab(&["who", "--seconds", "600", file.to_str().unwrap()]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It searches once it has worked for longer than it takes to read: field 14, in ticks of 10 ms.
    let worked = || -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(11)?.parse().ok()
    };
    while worked().unwrap() < 20 {
        std::thread::sleep(Duration::from_millis(10));
    }
    crate::program::signal(&child, "INT");
    let said = Said::from(child.wait_with_output().unwrap())
        .ended(130, &["Interrupted: not all ways were tried."]);
    assert!(!said.contains("Time is over"), "{said}");
}

#[test]
fn the_list_fits_a_terminal_and_says_how_many_outputs_are_needed() {
    let list = run(&["who", "--list"]).ended(0, &["generator"]);
    assert!(
        list.lines().all(|line| line.chars().count() <= 100),
        "{list}"
    );
    let row = |key: &str| -> Vec<String> {
        let line = list
            .lines()
            .find(|line| line.split(' ').next() == Some(key));
        line.unwrap()
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    // 32 bits of seed and 20 more, of 15 bits each; 31 bits of state and 20 more.
    assert_eq!(row("msvc-rand")[1..3], ["4", "4"]);
    assert_eq!(row("jsf32")[1..3], ["2", "-"]);
}
