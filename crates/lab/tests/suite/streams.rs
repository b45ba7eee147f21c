//! `roguelab test --against` and `--streams`: two streams, and streams of neighbouring seeds.

use crate::program::{PROGRAM, Said, assert_has, run};
use crate::test_command::assert_verdict;

#[test]
#[ignore = "slow: run in CI"]
fn streams_of_neighbouring_seeds_tell_a_good_seeding_from_a_bad_one() {
    let affine = run(&["test", "--streams", "rrandom", "--words", "4"]);
    assert_verdict(
        &affine,
        1,
        &[
            "differences: word ",
            "of a seed is that of the seed before plus 0x",
            "--streams rrandom --seeds 0..65536 --words 4",
        ],
    );
    assert_verdict(
        &run(&["test", "--streams", "pcg32", "--words", "4"]),
        1,
        &["bits ", "\nFAIL\n"],
    );
    assert_verdict(
        &run(&["test", "--streams", "chacha20", "--words", "4"]),
        0,
        &["\nPASS\n", "avalanche ", "overlaps "],
    );
}

#[test]
#[ignore = "slow: run in CI"]
fn a_few_long_streams_are_tested_interleaved_and_against_each_other() {
    for (source, verdict, has) in [
        ("xorshift128", 1, "\nlinear-complexity of differences: "),
        ("mmix", 1, "\nautocorrelation-word of differences: "),
        ("pcg32-streams", 1, " of differences: "),
        ("chacha20", 0, " linear-complexity of exclusive-ors "),
    ] {
        let words = ["--seeds", "1..4", "--words", "60000"];
        let said = run(&[&["test", "--streams", source], &words[..]].concat());
        assert_verdict(&said, verdict, &[has]);
    }
}

#[cfg(unix)]
#[test]
#[ignore = "slow: run in CI"]
fn a_command_gives_the_streams_of_its_seeds() {
    let command = format!("{PROGRAM} words pcg32 --seed {{seed}} -n 20");
    let outside = run(&[
        "test",
        "--streams",
        &command,
        "--seeds",
        "100..300",
        "--words",
        "8",
    ]);
    let inside = run(&[
        "test",
        "--streams",
        "pcg32",
        "--seeds",
        "100..300",
        "--words",
        "8",
    ]);
    let table = |said: &Said| {
        said.stdout
            .lines()
            .filter(|line| line.starts_with(' '))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(table(&outside), table(&inside));
    assert_has(&outside.stdout, &["overlaps", "1600 items"]);
    let equal = "sh -c 'seq $(({seed} % 150)) 40000; sleep 100'";
    let said = run(&[
        "test",
        "--streams",
        equal,
        "--kind",
        "text",
        "--seeds",
        "0..160",
        "--only",
        "overlaps",
    ]);
    assert_verdict(
        &said,
        1,
        &["overlaps: seed 0 from word 1 on gives the same words as seed 150 from word 1 on"],
    );
}
