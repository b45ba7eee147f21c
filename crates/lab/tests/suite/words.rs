//! `roguelab words` as a user meets it: the streams it writes, closed pipes, and what it says to bad input.

use std::io::Read;
use std::process::{Command, Output, Stdio};

use crate::child::{ChildInTime as _, CommandInTime as _};

use generators::bounding::LowBits;
use generators::bsd_random::Type3;
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;

fn roguelab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roguelab"));
    command.arg("words").args(arguments);
    command
}

/// What is written, if it is written without complaint.
fn written(arguments: &[&str]) -> Vec<u8> {
    let output = roguelab(arguments).output_in_time().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{arguments:?}: {stderr}");
    output.stdout
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(written(arguments)).unwrap()
}

fn assert_refused(arguments: &[&str], needles: &[&str]) {
    let Output { status, stdout, stderr } = roguelab(arguments).output_in_time().unwrap();
    let stderr = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(stdout.is_empty());
    for needle in needles {
        assert!(stderr.contains(needle), "`{needle}` is not in: {stderr}");
    }
}

#[test]
fn words_are_four_bytes_each_little_endian() {
    let mut rrandom = Type3::srrandom(42);
    let expected: Vec<u8> = (0..40_000).flat_map(|_| rrandom.next_word().to_le_bytes()).collect();
    assert_eq!(written(&["rrandom", "--seed", "42", "-n", "40000"]), expected);
    let mut pcg = Pcg32::srandom(42, 54);
    let expected: Vec<u8> = (0..100).flat_map(|_| pcg.next_word().to_be_bytes()).collect();
    assert_eq!(written(&["pcg32", "--seed", "0x2a", "-n", "100", "--format", "u32be"]), expected);
}

#[test]
fn a_seed_below_zero_is_the_c_int() {
    let first = Type3::srrandom(-5).next_word().to_string();
    for seed in ["-5", "4294967291"] {
        assert_eq!(text(&["rrandom", "--seed", seed, "-n", "1", "--format", "text"]).trim(), first);
    }
}

#[test]
fn bounded_words_are_the_dice_s() {
    let mut dice = Dice::<_, LowBits<14>>::new(Type3::srrandom(7));
    let hundred = std::num::NonZeroU32::new(100).unwrap();
    let expected: Vec<String> = (0..50).map(|_| dice.draw(hundred).to_string()).collect();
    let rule = ["--below", "100", "--rule", "low-bits"];
    let arguments = [&["rrandom", "--seed", "7", "-n", "50", "--format", "text"], &rule[..]].concat();
    assert!(text(&arguments).lines().eq(expected));
    let bytes = written(&["pcg32", "--seed", "7", "-n", "300", "--below", "6", "--format", "u8"]);
    assert_eq!(bytes.len(), 300);
    assert!(bytes.iter().all(|&byte| byte < 6));
}

#[test]
fn permutations_are_text_one_a_line() {
    let lines = text(&["listless-rogue-5", "--seed", "1", "-n", "20"]);
    assert_eq!(lines.lines().count(), 20);
    for line in lines.lines() {
        let mut numbers: Vec<u32> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
    }
}

#[test]
fn broken_sources_have_streams_too() {
    let lines = text(&["zoo/loop-starts-low", "--seed", "1", "-n", "100"]);
    assert_eq!(lines.lines().filter(|line| line.ends_with(" 4")).count(), 100);
}

#[test]
fn nothing_asked_for_is_nothing_written() {
    assert!(written(&["pcg32", "--seed", "1", "-n", "0"]).is_empty());
}

#[test]
fn a_closed_pipe_ends_an_endless_stream_quietly() {
    let mut command = roguelab(&["rrandom", "--seed", "42"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 4];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.output_in_time().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(u32::from_le_bytes(first), Type3::srrandom(42).next_word());
}

#[test]
fn a_fresh_seed_is_shown_and_gives_the_same_again() {
    let fresh = roguelab(&["rrandom", "-n", "10"]).output_in_time().unwrap();
    let shown = String::from_utf8(fresh.stderr).unwrap();
    let seed = shown.trim().strip_prefix("--seed ").unwrap();
    assert_eq!(written(&["rrandom", "-n", "10", "--seed", seed]), fresh.stdout);
}

#[test]
fn the_list_has_every_source_fair_or_broken() {
    let list = text(&["--list"]);
    let broken = zoo::broken::all().map(|source| source.name.to_owned());
    for name in zoo::sources::all().into_iter().map(|source| source.key).chain(broken) {
        assert!(list.contains(&name), "{name}");
    }
}

#[test]
fn an_unknown_source_is_refused_with_the_nearest() {
    assert_refused(&["rrandon"], &["`rrandon`", "rrandom", "--list"]);
    assert_refused(&["naive-swap"], &["zoo/naive-swap"]);
}

#[test]
fn a_seed_out_of_range_is_refused_with_the_range() {
    assert_refused(&["rrandom", "--seed", "4294967296"], &["-2147483648 to 4294967295"]);
    assert_refused(&["pcg32", "--seed", "18446744073709551616"], &["18446744073709551615"]);
    assert_refused(&["pcg32", "--seed", "lucky"], &["whole number"]);
}

#[test]
fn what_does_not_fit_together_is_refused() {
    assert_refused(&["mix-colors", "--seed", "1", "--below", "6"], &["--below", "permutations of 14"]);
    assert_refused(&["mix-colors", "--seed", "1", "--format", "u8"], &["--format text"]);
    assert_refused(&["rrandom", "--seed", "1", "--format", "u64le"], &["31 bits", "u32le"]);
    assert_refused(&["pcg32", "--seed", "1", "--below", "0"], &["1 or more"]);
    assert_refused(&["pcg32", "--seed", "1", "--below", "257", "--format", "u8"], &["values below 257", "u32le"]);
    assert_refused(&["pcg32", "--seed", "1", "--below", "16385", "--rule", "low-bits"], &["16384"]);
    assert_refused(&["pcg32", "--rule", "modulo"], &["--below"]);
    assert_refused(&["pcg32", "--list"], &["--list"]);
    assert_refused(&[], &["SUBJECT"]);
}

#[test]
fn an_unknown_format_is_refused_with_those_there_are() {
    assert_refused(&["pcg32", "--format", "u24"], &["u24", "u32le", "text"]);
}

#[test]
fn a_terminal_gets_no_binary() {
    use pty_process::blocking::{Command as OnTerminal, open};

    let (mut terminal, slave) = open().unwrap();
    let program = env!("CARGO_BIN_EXE_roguelab");
    let mut child = OnTerminal::new(program).args(["words", "pcg32", "--seed", "1"]).spawn(slave).unwrap();
    let mut shown = Vec::new();
    // Reading ends in an error when the program has closed its side.
    let _ = terminal.read_to_end(&mut shown);
    assert_eq!(child.wait_in_time().unwrap().code(), Some(2));
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("--format text"), "{shown}");
}
