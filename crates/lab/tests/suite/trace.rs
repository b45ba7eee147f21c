//! `roguelab trace` and `roguelab trace diff` as a user sees them.

use std::fmt::Write as _;
use std::fs;

use crate::program::{Files, fed, run};

use lockstep::trace::{FORMAT, Reader};
use rogue::random::{get_rand, srrandom};

fn of(arguments: &[&str]) -> String {
    run(&[&["trace", "record"], arguments].concat()).ended(0, &[])
}

/// The draws of a trace, without its header.
fn draws(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn a_new_game_has_its_sites_and_words() {
    let text = of(&["new-game", "--seed", "7"]);
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
fn mazes_have_the_size_that_is_asked_for() {
    let text = of(&["boss-maze", "--seed", "1", "--size", "21", "11"]);
    // Two for the start, and three for each cell.
    assert_eq!(draws(&text).len(), 2 + 3 * 10 * 5);
    assert!(text.contains("\n# subject: boss-maze, seed 1, stream 54\n"));
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

/// The draws as a port in another language might print them: no index, no words, CR LF, its own names.
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
    let ours = of(&["new-game", "--seed", "42"]);
    let good = porters(&draws(&ours));
    let mut fewer = draws(&ours);
    fewer.remove(40);
    let files = Files::new(&[
        ("ours", &ours),
        ("good", &good),
        ("fewer", &porters(&fewer)),
    ]);
    let agree = format!("the traces agree; {} draws agree\n", draws(&ours).len());
    assert_eq!(
        files.run(&["trace", "diff", "ours", "good"]).ended(0, &[]),
        agree
    );
    let path = files.0.path().join("good");
    fed(
        &["trace", "diff", "-", path.to_str().unwrap()],
        ours.as_bytes(),
    )
    .ended(0, &[&agree]);
    let needles = [
        "A (expected)  ours\nB (actual)    fewer\n",
        "\nline 44 of A, line 43 of B: 40 draws agree before it",
        "\n  44    - 40 mix_colors 0 13 ",
        "likely cause: missing call: B lacks one call, ",
        "without one line of A: ",
        "the traces differ; ",
    ];
    files
        .run(&["trace", "diff", "ours", "fewer"])
        .ended(1, &needles);
}

#[test]
fn a_trace_that_ends_early_can_be_accepted() {
    let ours = of(&["new-game", "--seed", "42"]);
    let all = draws(&ours);
    let first = all[..100].join("\n");
    let other = first.replace("mix_colors 0 13", "mix_colors 0 14");
    let files = Files::new(&[("ours", &ours), ("first", &first), ("other", &other)]);
    let diff = |a, b, more: &[&str], code, said: &str| {
        files
            .run(&[&["trace", "diff", a, b], more].concat())
            .ended(code, &[said])
    };
    let more = all.len() - 100;
    let said = format!("all 100 draws agree, then B ends: A has {more} more draws");
    diff(
        "ours",
        "first",
        &[],
        1,
        &format!("{said}\n--prefix accepts"),
    );
    diff("ours", "first", &["--prefix"], 0, &said);
    diff(
        "first",
        "ours",
        &["--prefix"],
        0,
        &said.replace("B ends: A", "A ends: B"),
    );
    diff("ours", "other", &["--prefix"], 1, "another bound");
}

#[test]
fn a_file_holds_what_standard_output_would() {
    let files = Files::new(&[]);
    let arguments = [
        "trace", "record", "get_rand", "--seed", "-1", "-n", "9", "--range", "6", "1",
    ];
    let stdout = files
        .run(&arguments)
        .ended(0, &["# subject: get_rand, seed -1\n0 get_rand 6 1 "]);
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
fn a_formula_that_is_wrong_at_one_place_is_named_with_its_place() {
    let trace = |drop: fn(u64) -> u64| {
        let mut dice = srrandom(7);
        let mut line = |i: u64| {
            let word: u64 = dice.words().next_word().into();
            if i.is_multiple_of(3) {
                format!("{i} drop 0 99 {word} {}\n", drop(word))
            } else {
                format!("{i} hit 1 20 {word} {}\n", 1 + word % 20)
            }
        };
        (0..60).map(&mut line).collect::<String>()
    };
    let files = Files::new(&[
        ("right", &trace(|word| word % 100)),
        ("wrong", &trace(|word| word % 99)),
        (
            "other",
            &trace(|word| word.wrapping_mul(0x9e37_79b9) >> 8 & 63),
        ),
    ]);
    let said = "likely cause: at drop, on all 20 calls: RESULT is LO plus output % n, with n = HI - LO; \
                in A RESULT is LO plus output % n, with n = HI - LO + 1";
    let diff = |b| files.run(&["trace", "diff", "right", b]);
    diff("wrong").ended(1, &[said]);
    let other = diff("other").ended(1, &[]);
    assert!(!other.contains("RESULT is"), "{other}");
}
