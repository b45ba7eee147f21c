//! `roguelab test` as a user sees it.

use std::fs;
use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use crate::program::{PROGRAM, Said, assert_has, fed, roguelab, run};

use generators::pcg32::Pcg32;

pub(crate) fn tested(arguments: &[&str], input: &[u8]) -> Said {
    fed(&[&["test"], arguments].concat(), input)
}

/// The program, started with its input still to be written.
fn piped(arguments: &[&str]) -> Child {
    let mut command = roguelab(&[&["test"], arguments].concat());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Asserts the exit code and the output: a verdict is not an error.
#[track_caller]
pub(crate) fn assert_verdict(said: &Said, code: i32, needles: &[&str]) {
    assert_eq!(
        (said.code, said.stderr.as_str()),
        (Some(code), ""),
        "{}",
        said.stdout
    );
    assert_has(&said.stdout, needles);
}

/// Words of PCG32 with the seed and stream of its own example.
pub(crate) fn words(count: usize) -> Vec<u32> {
    let mut generator = Pcg32::srandom(42, 54);
    (0..count).map(|_| generator.next_word()).collect()
}

fn little(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn a_biased_generator_fails_with_the_command_that_does_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("high bit.bin");
    fs::write(
        &file,
        little(
            &words(5000)
                .iter()
                .map(|word| word | 1 << 31)
                .collect::<Vec<_>>(),
        ),
    )
    .unwrap();
    let output = run(&[
        "test",
        "--only",
        "frequency-top",
        "--limit",
        "4000",
        file.to_str().unwrap(),
    ]);
    let again = format!(
        "roguelab test --limit 2048 --only frequency-top '{}'",
        file.display()
    );
    assert_verdict(
        &output,
        1,
        &[
            "\nFAIL\n",
            "2048 items",
            &format!("again, with the same input: {again}\n"),
        ],
    );
    let repeated = Said::by(Command::new("sh").args(["-c", &again.replace("roguelab", PROGRAM)]));
    assert_eq!(repeated.stdout, output.stdout, "the command does it again");
}

#[test]
#[ignore = "slow: run in CI"]
fn each_look_is_said_if_that_is_wanted() {
    let arguments = [
        "--kind",
        "u8",
        "--only",
        "bits",
        "--keep-going",
        "--verbose",
    ];
    let said = tested(&arguments, &vec![0; 300_000]);
    let looks: Vec<_> = said
        .stderr
        .lines()
        .filter_map(|line| line.split_once(" items: "))
        .map(|look| look.0)
        .collect();
    let doublings = (8..=18).map(|power| (1 << power).to_string());
    assert!(looks.iter().copied().eq(doublings), "{looks:?}");
}

#[test]
fn the_same_input_gives_the_same_output_for_any_number_of_threads() {
    let bytes = little(&words(200_000));
    let shown = |threads| {
        let mut command = roguelab(&["test", "--json", "-"]);
        command
            .env("RAYON_NUM_THREADS", threads)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(&bytes).unwrap();
        child.wait_with_output().unwrap().stdout
    };
    assert_eq!(shown("1"), shown("5"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_was_found_so_far() {
    let mut child = piped(&["--only", "frequency-top"]);
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: once it is all written, the program is reading, and so listens for Ctrl-C.
    stdin.write_all(&little(&words(1 << 20))).unwrap();
    crate::program::signal(&child, "INT");
    let said = Said::from(child.wait_with_output().unwrap());
    drop(stdin);
    assert_verdict(
        &said,
        130,
        &[
            "frequency",
            "Stopped by Ctrl-C: the verdicts are those of the last look",
        ],
    );
}

/// The program would complain about a closed pipe next to the verdict.
#[test]
fn a_program_that_ends_soon_after_its_failure_meets_no_closed_pipe() {
    let mut child = piped(&["--kind", "u8"]);
    let written = child.stdin.take().unwrap().write_all(&vec![0; 1 << 18]);
    assert!(written.is_ok(), "{written:?}");
    assert_verdict(
        &Said::from(child.wait_with_output().unwrap()),
        1,
        &["256 items", "\nFAIL\n"],
    );
}

/// docs/test-randomness.md promises it.
const MOST_MEMORY: &str = "at most 64 MiB of memory";

/// The most memory, in KiB, that the program has had when it has read this input so many times.
#[cfg(target_os = "linux")]
fn peak_memory(arguments: &[&str], input: &[u8], times: usize) -> u64 {
    let mut child = piped(&[arguments, &["--keep-going"]].concat());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..times {
        stdin.write_all(input).unwrap();
    }
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(stdin);
    assert!(child.wait_with_output().unwrap().status.code() < Some(2));
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.unwrap()
        .trim_matches([' ', '\t', 'k', 'B'])
        .parse()
        .unwrap()
}

/// Words up to the end of the first of the largest matrices, which the battery keeps whole, and dice up to the longest windows.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: run in CI"]
fn a_stream_takes_no_more_memory_than_promised() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/test-randomness.md");
    assert_has(&fs::read_to_string(docs).unwrap(), &[MOST_MEMORY]);
    let words = words(1 << 20);
    let bytes = little(&words);
    for battery in ["default", "more"] {
        let peak = peak_memory(&["--kind", "u32", "--battery", battery], &bytes, 129);
        assert!(peak <= 64 << 10, "words, {battery}: {peak} KiB");
    }
    for below in [2, 5, 6, 1000] {
        let dice = words.iter().map(|word| (word % below).to_string());
        let dice = dice.collect::<Vec<_>>().join("\n") + "\n";
        let peak = peak_memory(&["--below", &below.to_string()], dice.as_bytes(), 2);
        assert!(peak <= 64 << 10, "{below}: {peak} KiB");
    }
}
