//! `roguelab test` as a user meets it.

use std::fs;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

use crate::child::ChildInTime as _;
use crate::program::{PROGRAM, Said, assert_has, fed, roguelab, run};

use generators::pcg32::Pcg32;

pub(crate) fn tested(arguments: &[&str], input: &[u8]) -> Said {
    fed(&[&["test"], arguments].concat(), input)
}

/// The program, to be given its input.
fn piped(arguments: &[&str]) -> Child {
    let mut command = roguelab(&[&["test"], arguments].concat());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Asserts the exit code, and what is shown: a verdict is no error.
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

/// Asserts that it is refused without a table, and that the error names each of these.
#[track_caller]
pub(crate) fn assert_refused(said: &Said, needles: &[&str]) {
    said.refused(needles);
    assert_eq!(said.stdout, "");
}

/// Words of PCG32 with the seed and stream of its own example.
pub(crate) fn words(count: usize) -> Vec<u32> {
    let mut generator = Pcg32::srandom(42, 54);
    (0..count).map(|_| generator.next_word()).collect()
}

fn little(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub(crate) fn lines(numbers: impl IntoIterator<Item = u32>) -> Vec<u8> {
    numbers
        .into_iter()
        .flat_map(|number| format!("{number}\n").into_bytes())
        .collect()
}

/// Permutations of 0 to 3 as their ranks draw them, counted from `base`.
pub(crate) fn permutations(count: usize, base: u32) -> String {
    let row = |word: &u32| {
        let mut left: Vec<u32> = (base..base + 4).collect();
        let mut rank = word % 24;
        let mut entry = |choices: u32| {
            let chosen = left.remove((rank % choices) as usize);
            rank /= choices;
            chosen.to_string()
        };
        [entry(4), entry(3), entry(2), entry(1)].join(", ") + "\n"
    };
    words(count).iter().map(row).collect()
}

#[track_caller]
fn all_pass(ways: &[(&[&str], Vec<u8>)]) {
    for (arguments, bytes) in ways {
        let output = tested(arguments, bytes);
        assert_verdict(
            &output,
            0,
            &[
                "\nPASS\n",
                "at most 1e-6",
                &format!("{} bytes", bytes.len()),
            ],
        );
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn fair_words_pass_in_every_way_they_may_be_written() {
    let words = words(1_100_000);
    let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    let halved: Vec<u32> = words.iter().map(|word| word >> 1).collect();
    let text: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
    let unit = words.iter().map(|word| f64::from(*word) / 2_f64.powi(32));
    let fractions: Vec<String> = unit.clone().map(|x| x.to_string()).collect();
    let doubles: Vec<u8> = unit.flat_map(f64::to_le_bytes).collect();
    let floats = words
        .iter()
        .flat_map(|word| ((word >> 8) as f32 / 2_f32.powi(24)).to_be_bytes())
        .collect();
    all_pass(&[
        (&[], little(&words)),
        (&["--kind", "u32", "--endian", "big"], big.clone()),
        (&["--kind", "u8"], big.clone()),
        (&["--kind", "u16", "--endian", "big"], big),
        (&["--kind", "u64"], little(&words)),
        (&["--kind", "u31"], little(&halved)),
        (&["--kind", "u32", "--bits", "31"], little(&halved)),
        (&["--kind", "text"], text.join(", ").into_bytes()),
        (&["--kind", "float"], fractions.join("\n").into_bytes()),
        (&["--kind", "f64", "--bits", "32"], doubles),
        (&["--kind", "f32", "--endian", "big"], floats),
    ]);
}

/// Three kinds of loot with the weights 95, 4 and 1.
fn loot(word: u32) -> u32 {
    match word % 100 {
        0 => 2,
        1..5 => 1,
        _ => 0,
    }
}

#[test]
#[ignore = "slow: run in CI"]
fn fair_values_and_permutations_pass_in_every_way_they_may_be_written() {
    let words = words(200_000);
    let folder = tempfile::tempdir().unwrap();
    let [table, symbols] =
        ["table", "symbols"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&table, "# loot\ngold 95\n\"magic ring\", 4\nrelic 1\n").unwrap();
    fs::write(&symbols, "heads tails").unwrap();
    let drops = words
        .iter()
        .map(|word| ["gold\n", "'magic ring'\n", "relic\n"][loot(*word) as usize]);
    let coins = words
        .iter()
        .map(|word| ["heads\n", "tails\n"][(word >> 31) as usize]);
    let named = permutations(40_000, 1)
        .replace('1', "A")
        .replace('2', "'K H'");
    let lists = permutations(40_000, 0).replace('\n', "]\n[");
    all_pass(&[
        (&["--below", "6"], lines(words.iter().map(|word| word % 6))),
        (
            &["--below", "6", "--kind", "u32"],
            little(&words.iter().map(|word| word % 6).collect::<Vec<_>>()),
        ),
        (
            &["--below", "6", "--base", "1"],
            lines(words.iter().map(|word| word % 6 + 1)),
        ),
        (
            &["--weights", &table],
            drops.collect::<String>().into_bytes(),
        ),
        (
            &["--weights", "95,4,1"],
            lines(words.iter().map(|word| loot(*word))),
        ),
        (
            &["--symbols", &symbols],
            coins.collect::<String>().into_bytes(),
        ),
        (&["--permutations"], permutations(40_000, 1).into_bytes()),
        (
            &["--permutations"],
            format!("[{}", lists.trim_end_matches('[')).into_bytes(),
        ),
        (&["--permutations"], named.into_bytes()),
    ]);
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
        "roguelab test --alpha 1e-6 --limit 2048 --only frequency-top '{}'",
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
fn a_failure_ends_the_reading_at_its_look_unless_told_otherwise() {
    let bytes: Vec<u8> = words(300_000)
        .iter()
        .map(|word| (word >> 24) as u8 & 0xf7)
        .collect();
    let arguments = ["--kind", "u8", "--only", "frequency-top,bits"];
    let stopped = tested(&arguments, &bytes);
    let needles = [
        "1024 items from",
        "Stopped at the look at 1024 items",
        "--keep-going",
        "--limit 1024",
    ];
    assert_verdict(&stopped, 1, &needles);
    let whole = tested(
        &[&arguments[..], &["--keep-going", "--verbose"]].concat(),
        &bytes,
    );
    assert_eq!(whole.code, Some(1));
    assert_has(
        &whole.stdout,
        &["300000 items", "looks at doublings", "FAIL\n"],
    );
    let looks: Vec<_> = whole
        .stderr
        .lines()
        .filter_map(|line| line.split_once(" items: "))
        .map(|look| look.0)
        .collect();
    let doublings = (8..=18).map(|power| (1 << power).to_string());
    assert!(looks.iter().copied().eq(doublings), "{looks:?}");
    let early: Vec<u8> = bytes[..70_000]
        .iter()
        .copied()
        .chain(words(600_000).iter().map(|word| (word >> 24) as u8))
        .collect();
    let said = tested(&["--kind", "u8", "--only", "bits", "--keep-going"], &early);
    assert_has(&said.stdout, &["670000 items", "FAIL at 65536 items"]);
}

#[test]
fn a_test_is_reached_by_its_name_and_with_parameters() {
    let bytes = little(&words(100_000));
    let said = tested(
        &[
            "--only",
            "permutation-3,lags",
            "--only",
            "gap",
            "--skip",
            "1000",
        ],
        &bytes,
    );
    assert_verdict(
        &said,
        0,
        &[
            "99000 items",
            "permutation-3 ",
            "lags ",
            "gap ",
            "Holm over 3 tests",
            "p lower",
        ],
    );
    let said = tested(&["--only", "permutation:t=6,gap:bits=2,low=1"], &bytes);
    assert_verdict(
        &said,
        0,
        &["permutation:t=6 ", "gap:bits=2,low=1 ", "Holm over 2 tests"],
    );
    run(&["test", "--list"]).ended(0, &["With parameters", "members of a tuple"]);
    assert_refused(
        &tested(&["--only", "gap:x=1"], &bytes),
        &["gap:x=1", "bits, low"],
    );
    assert_refused(
        &tested(&["--only", "permutation:t=99"], &bytes),
        &["permutation:t=99", "2 to 8"],
    );
}

#[test]
fn words_of_31_bits_are_recognized() {
    let bytes = little(
        &words(70_000)
            .iter()
            .map(|word| word >> 1)
            .collect::<Vec<_>>(),
    );
    assert_verdict(
        &tested(&["--only", "bits"], &bytes),
        1,
        &["the highest bit is never set", "use --kind u31"],
    );
    let doubles: Vec<u8> = words(70_000)
        .iter()
        .flat_map(|word| (f64::from(*word) / 2_f64.powi(32)).to_le_bytes())
        .collect();
    assert_verdict(
        &tested(&["--kind", "f64", "--only", "bits"], &doubles),
        1,
        &["the lowest 21 of the 53 bits", "--bits 32"],
    );
    let coarse: Vec<String> = words(2000)
        .iter()
        .map(|word| format!("0.{:03}", word % 1000))
        .collect();
    let note = "no fraction has more than 3 digits";
    assert_has(
        &tested(
            &["--kind", "float", "--only", "frequency-top"],
            coarse.join(" ").as_bytes(),
        )
        .stdout,
        &[note],
    );
}

#[test]
fn a_short_stream_is_judged_by_the_tests_that_its_length_allows() {
    let words = little(&words(2000));
    let both = ["--only", "bits,repetitions"];
    assert_verdict(
        &tested(&both, &words),
        0,
        &[
            "\nPASS\n",
            "1 of 2 tests have too few items and say nothing",
        ],
    );
    assert_verdict(
        &tested(&[&both[..], &["--strict"]].concat(), &words),
        2,
        &["\nINVALID\n"],
    );
    let dice = lines(
        crate::test_command::words(10_000)
            .iter()
            .map(|word| word % 6 + 1),
    );
    let said = tested(
        &["--below", "6", "--base", "1", "--only", "frequency"],
        &dice,
    );
    assert_verdict(
        &said,
        0,
        &["\nPASS\n", "With so many items, a value that comes 1.1"],
    );
}

#[test]
fn a_limit_counts_items_or_bytes_and_leaves_the_rest_unread() {
    let mut bytes = little(&words(3000));
    bytes.extend([1, 2, 3]);
    for arguments in [["--limit", "2000"], ["--bytes", "8000"]] {
        let output = tested(
            &[&arguments[..], &["--only", "frequency-top"]].concat(),
            &bytes,
        );
        assert_verdict(&output, 0, &["2000 items", "8000 bytes"]);
    }
    assert_refused(
        &tested(&["--bytes", "8001"], &bytes),
        &["8001 bytes", "multiple of 4"],
    );
    assert_refused(
        &tested(&["--bytes", "8000", "--kind", "text"], &bytes),
        &["--bytes", "--limit"],
    );
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
        child.output_in_time().unwrap().stdout
    };
    assert_eq!(shown("1"), shown("5"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_was_found_so_far() {
    let mut child = piped(&["--only", "frequency-top"]);
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds: when it is all written, the program reads, and so listens for Ctrl-C.
    stdin.write_all(&little(&words(1 << 20))).unwrap();
    crate::program::signal(&child, "INT");
    let said = Said::from(child.output_in_time().unwrap());
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

#[test]
fn a_stream_without_end_ends_at_its_limit() {
    let mut child = piped(&[
        "--kind",
        "u8",
        "--limit",
        "300000",
        "--keep-going",
        "--only",
        "frequency-top",
    ]);
    let mut stdin = child.stdin.take().unwrap();
    let bytes = little(&words(1 << 14));
    let ended = loop {
        if let Err(error) = stdin.write_all(&bytes) {
            break error;
        }
    };
    assert_eq!(ended.kind(), io::ErrorKind::BrokenPipe);
    assert_has(
        &Said::from(child.output_in_time().unwrap()).stdout,
        &["300000 items"],
    );
}
