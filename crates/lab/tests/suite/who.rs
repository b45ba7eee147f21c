//! `roguelab who` as a user meets it, and the commands that ask it when they have nothing better to say.

use std::fmt::Write as _;
use std::fs;
#[cfg(target_os = "linux")]
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::time::Duration;

use generators::catalogue::find;
use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::child::ChildInTime as _;
#[cfg(target_os = "linux")]
use crate::program::roguelab;
use crate::program::{Said, fed, run};
use crate::test_command::{tested, words};

/// Outputs of a generator of the catalogue.
fn outputs(key: &str, seed: u64, count: usize) -> Vec<u64> {
    std::iter::repeat_with((find(key).unwrap().seeded)(seed))
        .take(count)
        .collect()
}

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

/// How numbers are made, how many come before, how many are given; as they are, as dice from 1, or as fractions; how they are asked
/// about; what is named.
type Case<'a> = (
    &'a [&'a str],
    [usize; 2],
    &'a dyn Fn(&String) -> String,
    &'a [&'a str],
    &'a str,
);

/// Items of `roguelab words`.
fn made(arguments: &[&str], count: usize) -> Vec<String> {
    let text = run(&[
        &["words"],
        arguments,
        &["--format", "text", "-n", &count.to_string()],
    ]
    .concat())
    .ended(0, &[]);
    text.lines().map(str::to_owned).collect()
}

#[test]
#[ignore = "slow: run in CI"]
fn the_numbers_that_follow_are_those_that_the_generator_goes_on_with() {
    let as_it_is = |item: &String| item.clone();
    let die = |item: &String| (item.parse::<u32>().unwrap() + 1).to_string();
    let fraction = |item: &String| {
        format!(
            "{:.6}",
            f64::from(item.parse::<u32>().unwrap()) / 2_f64.powi(32)
        )
    };
    let dice = ["--below", "6", "--base", "1"];
    let cases: [Case<'_>; 5] = [
        (
            &["rrandom", "--seed", "1700000000"],
            [0, 2],
            &as_it_is,
            &[],
            "outputs 1 to 2 of random-bsd, seed 1700000000",
        ),
        (
            &["rrandom", "--seed", "-5"],
            [0, 3],
            &as_it_is,
            &["--within", "0"],
            "The first 2 numbers fixed the seed and predicted the next one",
        ),
        (
            &["random-glibc", "--seed", "1700000000"],
            [4, 93],
            &as_it_is,
            &[],
            "outputs 5 to 97 of random-glibc, seed 1",
        ),
        (
            &["pcg32", "--seed", "7", "--below", "6"],
            [3, 40],
            &die,
            &dice,
            "pcg32 from output 4 on, seed 7",
        ),
        (
            &["pcg32", "--seed", "7"],
            [0, 9],
            &fraction,
            &[],
            "pcg32 from output 1 on, seed 7",
        ),
    ];
    for (arguments, [before, given], form, options, named) in cases {
        let items: Vec<String> = made(arguments, before + given + 5)
            .iter()
            .map(form)
            .collect();
        let (input, next) = items[before..].split_at(given);
        let options = [options, &["--next", "5"]].concat();
        let told = format!("The next are {}.\n", next.join(", "));
        asked(&options, input.join("\n")).ended(0, &[named, &told]);
        let json = asked(&[&options[..], &["--json"]].concat(), input.join("\n")).ended(0, &[]);
        let found: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(found["answers"][0]["next"], Value::from(next), "{json}");
    }
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
    let said = Said::from(child.output_in_time().unwrap())
        .ended(130, &["Interrupted: not all ways were tried."]);
    assert!(!said.contains("Time is over"), "{said}");
}

#[test]
fn a_test_that_fails_names_the_generator_of_the_first_items_and_of_noise_none() {
    // The lowest bit of RANDU is always 1.
    let randu = outputs("randu", 77, 5000);
    let only = ["--only", "bits"];
    let said = tested(
        &[&["--kind", "text", "--bits", "31"], &only[..]].concat(),
        lines(randu.clone()).as_bytes(),
    );
    said.ended(
        1,
        &[
            "\nFAIL\n",
            "The first 256 items are outputs 1 to 256 of randu, seed 77: ",
        ],
    );
    let dice = lines(randu.iter().map(|word| word % 6));
    let said = tested(&["--below", "6"], dice.as_bytes())
        .ended(1, &["The first 256 items are made of the outputs of randu"]);
    assert!(said.contains("Each is output % n."), "{said}");
    let high = lines(
        words(5000)
            .into_iter()
            .map(|word| u64::from(word | 1 << 31)),
    );
    let said = tested(
        &[&["--kind", "text", "--bits", "32"], &only[..]].concat(),
        high.as_bytes(),
    )
    .ended(1, &["\nFAIL\n"]);
    assert!(!said.contains("The first 256 items"), "{said}");
    let fair = lines(words(20_000).into_iter().map(u64::from));
    let said = tested(
        &["--kind", "text", "--bits", "32", "--only", "bits"],
        fair.as_bytes(),
    )
    .ended(0, &["\nPASS\n"]);
    assert!(!said.contains("The first 256 items"), "{said}");
}

#[test]
fn words_that_no_known_mistake_explains_are_named_if_another_generator_made_them() {
    let check = ["check", "pcg32", "--seed", "42"];
    let said = fed(&check, lines(outputs("msvc-rand", 7, 20)).as_bytes());
    said.ended(
        1,
        &["The first 20 words are outputs 1 to 20 of msvc-rand, seed 7: "],
    );
    let said = fed(&check, lines(noise(20)).as_bytes()).ended(1, &["the words differ"]);
    assert!(!said.contains("The first 20 words"), "{said}");
    // Some editors put a byte order mark before the first word.
    let right = made(&["pcg32", "--seed", "42"], 5).join("\n");
    fed(&check, format!("\u{feff}{right}").as_bytes()).ended(0, &["5 words agree with pcg32"]);
}

#[test]
fn traces_with_nothing_in_common_are_told_what_made_the_second() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, words: Vec<u64>| {
        let path = folder.path().join(name);
        fs::write(&path, lines(words)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let a = file("a", words(60).into_iter().map(u64::from).collect());
    let diverge = |b: &str| run(&["trace", "diff", &a, b]);
    diverge(&file("b", outputs("mulberry32", 5, 60))).ended(
        1,
        &["The first 60 words of B are outputs 1 to 60 of mulberry32, seed 5: "],
    );
    let said = diverge(&file("noise", noise(60))).ended(1, &[]);
    assert!(!said.contains("The first 60 words of B"), "{said}");
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
