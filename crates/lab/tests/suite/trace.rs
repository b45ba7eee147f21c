//! `roguelab trace` and `roguelab trace diff` as a user meets them.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::child::ChildInTime as _;
use crate::program::{Files, fed, roguelab, run};

use lab::trace::{self, Traced};
use lockstep::Basis;
use lockstep::diverge::{Comparison, Settings};
use lockstep::trace::{FORMAT, Options, Reader};
use rogue::random::{get_rand, srrandom};

fn traced(subject: &Traced, options: &Options) -> String {
    let mut text = Vec::new();
    subject.write(options, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn of(name: &str, options: &Options) -> String {
    traced(&trace::find(name).unwrap(), options)
}

/// The draws of a trace, without its head.
fn draws(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn the_port_s_draws_are_those_that_the_c_logs_with_its_arguments() {
    for name in ["new-game", "get_rand", "boss-maze", "amazing", "rooms"] {
        for seed in [0, 1, 42, u64::from(u32::MAX), 1_700_000_000] {
            let options = Options {
                seed,
                limit: Some(5000),
                ..Options::default()
            };
            let port = of(name, &options);
            let reference = of(
                name,
                &Options {
                    basis: Basis::Reference,
                    ..options
                },
            );
            assert_eq!(draws(&port).len(), draws(&reference).len(), "{name} {seed}");
            // The C knows neither words nor, for maps, sites.
            for (port, reference) in draws(&port).into_iter().zip(draws(&reference)) {
                let fields = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
                let (mut port, reference) = (fields(port), fields(reference));
                assert!(port[4].parse::<u32>().is_ok(), "{name}: {port:?}");
                port[4] = "-".into();
                if reference[1] == "-" {
                    port[1] = "-".into();
                }
                assert_eq!(port, reference, "{name} {seed}");
            }
        }
    }
}

#[test]
fn a_new_game_has_its_sites_and_words() {
    let text = of(
        "new-game",
        &Options {
            seed: 7,
            ..Options::default()
        },
    );
    let mut dice = srrandom(7);
    let mut sites: Vec<&str> = Vec::new();
    for (index, line) in draws(&text).into_iter().enumerate() {
        let fields: Vec<_> = line.split(' ').collect();
        let number = |at: usize| fields[at].parse::<i32>().unwrap();
        assert_eq!(number(0), index as i32);
        let word = dice.clone().words().next_word();
        assert_eq!(number(4), word as i32);
        assert_eq!(
            number(5),
            get_rand(&mut dice, number(2), number(3)),
            "{line}"
        );
        if sites.last() != Some(&fields[1]) {
            sites.push(fields[1]);
        }
    }
    assert_eq!(sites, ["mix_colors", "wands", "rings", "scrolls", "arrows"]);
}

#[test]
fn all_that_is_listed_can_be_traced_and_says_the_same_twice() {
    for subject in trace::all() {
        let options = Options {
            limit: Some(20),
            ..Options::default()
        };
        let text = traced(&subject, &options);
        assert_eq!(draws(&text).len(), 20, "{}", subject.name);
        assert!(text.contains(&format!("# subject: {}, seed 1", subject.name)));
        let again = traced(&subject, &options);
        let mut comparison =
            Comparison::new(text.as_bytes(), again.as_bytes(), Settings::default());
        assert_eq!(comparison.next_divergence().unwrap(), None);
        assert_eq!(
            (comparison.tally().agreed, comparison.tally().met),
            (20, 20)
        );
    }
}

#[test]
fn mazes_have_the_size_that_is_asked_for() {
    let lines = |size| {
        draws(&of(
            "boss-maze",
            &Options {
                size: Some(size),
                ..Options::default()
            },
        ))
        .len()
    };
    // Two for the start, three for each of the cells.
    assert_eq!(lines((9, 7)), 2 + 3 * 4 * 3);
    assert_eq!(lines((21, 11)), 2 + 3 * 10 * 5);
}

#[test]
fn the_example_of_the_format_is_a_trace() {
    let example = FORMAT
        .split("```text\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let mut reader = Reader::new(example.as_bytes());
    assert_eq!(reader.next_draw().unwrap().unwrap().call.result, Some(12));
    assert_eq!(
        reader.next_draw().unwrap().unwrap().call.word,
        Some(0x4883_ac87)
    );
    assert!(reader.next_draw().unwrap().is_none());
    assert_eq!(run(&["trace", "format"]).ended(0, &[]), FORMAT);
}

/// A porter's program, as it would print its draws in another language: no index, no words, CR LF, its own names.
fn porters(draws: &[&str]) -> String {
    let mut text = "# my port\r\n# columns: site lo hi result\r\n".to_owned();
    for line in draws {
        let fields: Vec<_> = line.split(' ').collect();
        write!(
            text,
            "my_{}\t{}\t{}\t{}\r\n",
            fields[1], fields[2], fields[3], fields[5]
        )
        .unwrap();
    }
    text
}

#[test]
fn a_porter_s_trace_is_compared_with_ours() {
    let ours = of(
        "new-game",
        &Options {
            seed: 42,
            ..Options::default()
        },
    );
    let good = porters(&draws(&ours));
    let mut fewer = draws(&ours);
    fewer.remove(40);
    let files = Files::new(&[
        ("ours", &ours),
        ("good", &good),
        ("fewer", &porters(&fewer)),
    ]);
    let stdout = files.run(&["trace", "diff", "ours", "good"]).ended(0, &[]);
    let count = draws(&ours).len();
    let expected = format!(
        "the traces agree; {count} draws agree\nsites differ in {count} lines that agree, first in line 4 of A \
         (`mix_colors`) and 3 of B (`my_mix_colors`); --strict compares them\n"
    );
    assert_eq!(stdout, expected);
    files
        .run(&["trace", "diff", "--strict", "ours", "good"])
        .ended(1, &[]);
    let needles = [
        "A (expected)  ours\nB (actual)    fewer\n",
        "1: line 44 of A, line 43 of B: 40 draws agree before it",
        "\n  44    - 40 mix_colors 0 13 ",
        "likely cause: missing call: B lacks one line of A, and goes on with the numbers of A",
        "without one line of A: ",
        "1 divergence; ",
    ];
    files
        .run(&["trace", "diff", "ours", "fewer"])
        .ended(1, &needles);
}

#[test]
fn divergences_are_shown_up_to_the_number_asked_for() {
    let ours = of(
        "get_rand",
        &Options {
            limit: Some(1000),
            ..Options::default()
        },
    );
    let edited: Vec<_> = draws(&ours)
        .into_iter()
        .enumerate()
        .map(|(index, line)| {
            if index % 100 == 50 {
                line.replace(" 1 100 ", " 1 99 ")
            } else {
                line.to_owned()
            }
        })
        .collect();
    let files = Files::new(&[("a", &ours), ("b", &edited.join("\n"))]);
    for (arguments, divergences, end) in [
        (
            &["trace", "diff", "a", "b"][..],
            1,
            "1 divergence shown, and there are more: --all shows them; 149 draws agree\n",
        ),
        (
            &["trace", "diff", "a", "b", "--max", "3"],
            3,
            "3 divergences shown, and there are more: --all shows them; 347 draws agree\n",
        ),
        (
            &["trace", "diff", "a", "b", "--all", "-C", "0"],
            10,
            "10 divergences; 990 draws agree\n",
        ),
    ] {
        let stdout = files.run(arguments).ended(1, &[]);
        assert_eq!(
            stdout.matches("likely cause: another bound").count(),
            divergences
        );
        assert!(stdout.ends_with(end), "{stdout}");
    }
    files
        .run(&["trace", "diff", "a", "b", "--ignore", "arguments"])
        .ended(0, &[]);
}

#[test]
fn a_trace_that_ends_early_can_be_accepted() {
    let ours = of(
        "new-game",
        &Options {
            seed: 42,
            ..Options::default()
        },
    );
    let all = draws(&ours);
    let (count, first) = (all.len(), all[..100].join("\n"));
    let other = first.replace("mix_colors 0 13", "mix_colors 0 14");
    let files = Files::new(&[("ours", &ours), ("first", &first), ("other", &other)]);
    let said = format!(
        "all 100 draws agree, then B ends: A has {} more draws",
        count - 100
    );
    files
        .run(&["trace", "diff", "ours", "first"])
        .ended(1, &[&said, "--prefix accepts a trace that ends early"]);
    files
        .run(&["trace", "diff", "ours", "first", "--prefix"])
        .ended(0, &[&said]);
    let said = said.replace("B ends: A", "A ends: B");
    files
        .run(&["trace", "diff", "first", "ours", "--prefix"])
        .ended(0, &[&said]);
    files
        .run(&["trace", "diff", "ours", "other", "--prefix", "--all"])
        .ended(1, &["another bound"]);
}

#[test]
fn words_of_a_file_are_compared_with_those_of_a_trace() {
    let ours = of(
        "pcg32",
        &Options {
            seed: 42,
            limit: Some(1000),
            ..Options::default()
        },
    );
    let word = |(at, line): (usize, &str)| {
        let word: u32 = line.split(' ').nth(4).unwrap().parse().unwrap();
        if at % 20 == 19 {
            "0x7\n".into()
        } else {
            format!("{word:#010X}\n").replace("0X", "0x")
        }
    };
    let yours: String = draws(&ours).into_iter().enumerate().map(word).collect();
    let files = Files::new(&[("ours", &ours), ("yours", &yours)]);
    files
        .run(&["trace", "diff", "ours", "yours"])
        .ended(1, &["950 of 1000 draws agree line by line\n"]);
    files
        .run(&["trace", "diff", "ours", "yours", "--format", "trace"])
        .refused(&["yours:1: the line has 1 field"]);
}

#[test]
fn a_state_that_differs_while_the_draws_agree_is_a_failure() {
    let text = |hp: u32| {
        let turn = |turn: u32| format!("hit 1 6 - 3\nevent hp {}\n", turn.min(hp));
        (1..=30).map(turn).collect::<Vec<_>>().concat()
    };
    let files = Files::new(&[
        ("a", &text(30)),
        ("b", &text(12)),
        ("none", &text(30).replace("event", "# event")),
    ]);
    let needles = [
        "the draws agree; 30 draws agree\n",
        "the events differ after draw 13, before the draw of line 27 of A and 27 of B: A has `hp 13`, B has `hp 12`; \
         18 such places in all",
    ];
    files.run(&["trace", "diff", "a", "b"]).ended(1, &needles);
    files.run(&["trace", "diff", "a", "none"]).ended(
        0,
        &["A has 30 events, and B has none: events are not compared"],
    );
}

#[test]
fn what_is_no_trace_is_refused_with_file_and_line() {
    let files = Files::new(&[
        ("good", "x 0 1 - 1\n"),
        ("bad", "x 0 1 - 1\nx 0 1 - one\n"),
        ("head", "# nothing follows\n"),
        ("unknown", "x 0 1 - -\n"),
    ]);
    for (arguments, needle) in [
        (
            ["good", "bad"],
            "bad:2: RESULT is `one`, and should be a whole number",
        ),
        (["bad", "bad"], "bad:2: RESULT is `one`"),
        (["good", "missing"], "cannot read missing: "),
        (
            ["head", "head"],
            "nothing was compared: neither of the traces has a draw",
        ),
        (
            ["good", "unknown"],
            "nothing was compared: in no line do both show a word or a result that is compared",
        ),
        (["-", "-"], "only one of the traces can be standard input"),
    ] {
        let said = files.run(&["trace", "diff", arguments[0], arguments[1]]);
        said.refused(&[needle]);
        assert_eq!(said.stdout, "", "{arguments:?}");
    }
}

#[test]
fn a_trace_comes_from_standard_input_too() {
    let ours = of("rooms", &Options::default());
    let files = Files::new(&[("ours", &ours)]);
    let path = files.0.path().join("ours");
    for arguments in [
        ["trace", "diff", "-", path.to_str().unwrap()],
        ["trace", "diff", path.to_str().unwrap(), "-"],
    ] {
        fed(&arguments, ours.as_bytes()).ended(0, &["the traces agree"]);
    }
}

#[test]
fn an_endless_trace_ends_when_nobody_reads_any_more() {
    let mut child = roguelab(&["trace", "record", "rrandom", "--seed", "1"]);
    let mut child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line, "# roguelab trace 1\n");
    let output = child.output_in_time().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn a_file_holds_what_standard_output_would() {
    let files = Files::new(&[]);
    let arguments = [
        "trace", "record", "get_rand", "--seed", "-1", "-n", "9", "--range", "6", "1",
    ];
    let stdout = files
        .run(&arguments)
        .ended(0, &["# subject: get_rand, seed -1, port\n0 get_rand 6 1 "]);
    assert_eq!(
        files
            .run(&[&arguments[..], &["--out", "file"]].concat())
            .all(),
        ""
    );
    assert_eq!(
        fs::read_to_string(files.0.path().join("file")).unwrap(),
        stdout
    );
}

#[test]
fn what_cannot_be_traced_is_refused() {
    let files = Files::new(&[]);
    for (arguments, needle) in [
        (
            &["new-gam", "--seed", "1"][..],
            "`new-gam` cannot be traced; these can: get_rand, new-game, boss-maze",
        ),
        (&["new-game"], "--seed"),
        (
            &["rrandom", "--seed", "1", "--size", "9", "9"],
            "--size says nothing about rrandom",
        ),
        (
            &["rrandom", "--seed", "0x100000000"],
            "the seed of rrandom is a number from -2147483648 to 4294967295",
        ),
        (
            &["rooms", "--seed", "1", "--size", "3", "9", "-o", "file"],
            "a map of 3 by 9 is too small",
        ),
        (
            &["boss-maze", "--seed", "1", "--size", "0", "9"],
            "0 by 9 is no map",
        ),
        (
            &[
                "boss-maze",
                "--seed",
                "1",
                "--size",
                "300",
                "9",
                "--basis",
                "reference",
            ],
            "its sides are 200 at most",
        ),
        (
            &[
                "get_rand",
                "--seed",
                "1",
                "--range",
                "-2147483648",
                "2147483647",
            ],
            "wider than an int",
        ),
    ] {
        let said = files.run(&[&["trace", "record"], arguments].concat());
        said.refused(&[needle]);
        assert_eq!(said.stdout, "", "{arguments:?}");
    }
    assert!(!files.0.path().join("file").exists());
}
