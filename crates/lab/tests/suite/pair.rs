//! `roguelab who A B`: how two lists differ that should have been the same.

use generators::catalogue;
use serde_json::Value;

use crate::program::run;

/// What is said of two lists: with so many seconds, in which a slow machine too finds what is there.
fn compared(options: &[&str], a: &str, b: &str) -> (i32, String) {
    let pair = ["who", "--seconds", "20", "--numbers", a, "--numbers", b];
    let said = run(&[&pair, options].concat());
    assert_eq!(said.stderr, "");
    (said.code.unwrap(), said.stdout)
}

/// The first outputs of a row.
fn outputs(key: &str, seed: u64, count: usize) -> Vec<u64> {
    let mut stream = (catalogue::find(key).unwrap().seeded)(seed);
    (0..count).map(|_| stream()).collect()
}

fn list(numbers: impl IntoIterator<Item = u64>) -> String {
    let numbers: Vec<String> = numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect();
    numbers.join(" ")
}

#[test]
#[ignore = "slow: run in CI"]
fn pairs_from_public_threads_are_told_apart() {
    let pairs: toml::Table = include_str!("pairs.toml").parse().unwrap();
    let pairs = pairs["pair"].as_array().unwrap();
    assert_eq!(pairs.len(), 9);
    for pair in pairs {
        let [thread, a, b, expected] =
            ["thread", "a", "b", "says"].map(|key| pair[key].as_str().unwrap());
        let (code, text) = compared(&[], a, b);
        assert!(code == 0 && text.contains(expected), "{thread}: {text}");
    }
}

#[test]
fn the_same_words_by_another_rule_are_recognised() {
    // MRI masks 7 bits and rejects; natalie-lang/natalie#918 multiplied.
    let words = outputs("mt19937", 0, 60);
    let mri = list(
        words
            .iter()
            .map(|word| word & 127)
            .filter(|number| *number < 100)
            .take(20),
    );
    assert!(mri.starts_with("44 47 "));
    let natalie = list(words[..20].iter().map(|word| (word * 100) >> 32));
    let (code, text) = compared(&["--below", "100"], &mri, &natalie);
    assert!(
        code == 0
            && text
                .contains("A and B are made of the same words by different rules: A: the low bits"),
        "{text}"
    );
}

#[test]
fn decks_shuffled_with_the_same_draws_from_either_end_are_recognised() {
    let words = outputs("mt19937", 5, 52);
    let shuffled = |from_start: bool| {
        let mut deck: Vec<u64> = (0..52).collect();
        for (i, word) in words.iter().enumerate().take(51) {
            let left = 52 - i;
            let draw = (word % left as u64) as usize;
            if from_start {
                deck.swap(i, i + draw);
            } else {
                deck.swap(left - 1, draw);
            }
        }
        deck
    };
    let (a, b) = (shuffled(false), shuffled(true));
    let (code, text) = compared(&[], &list(a.clone()), &list(b));
    assert!(
        code == 0
            && text.contains(
                "The same numbers were drawn for A and B, but the decks were shuffled in two ways."
            ),
        "{text}"
    );
    let dealt = list(a.iter().rev().copied());
    let (code, text) = compared(&[], &list(a), &dealt);
    assert!(
        code == 0 && text.contains("B is A from its end to its start."),
        "{text}"
    );
}

#[test]
fn lists_that_have_nothing_in_common_are_not_related_and_what_would_help_is_said() {
    let random = |seed: u64| {
        list(
            outputs("numpy-sfc64", 0x0dd5_eed0_0000_0000 | seed, 12)
                .into_iter()
                .map(|word| word >> 40),
        )
    };
    let said = run(&[
        "who",
        "--seconds",
        "1",
        "--numbers",
        &random(1),
        "--numbers",
        &random(2),
    ]);
    said.ended(
        1,
        &[
            "How A and B differ is unknown",
            "This would help: more numbers of each list, the seed of both (--seed)",
        ],
    );
    let json = run(&[
        "who",
        "--seconds",
        "1",
        "--json",
        "--numbers",
        &random(1),
        "--numbers",
        &random(2),
    ]);
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["difference"].as_array().unwrap().len(), 0);
}

#[test]
fn the_seed_of_both_names_what_the_numbers_alone_do_not() {
    let of = |key: &str| list(outputs(key, 0x1234_5678_9abc_def1, 6));
    let pair = [
        "who",
        "--seconds",
        "1",
        "--seed",
        "0x123456789abcdef1",
        "--numbers",
        &of("pcg32"),
        "--numbers",
        &of("sfc32"),
    ];
    run(&pair).ended(0, &["A is made by pcg32", "B is made by sfc32"]);
}
