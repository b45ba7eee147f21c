//! How texts are read, and what is refused.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use crate::formula::Formula;
use crate::{Predicate, Rule, Seeded};

/// Predicates, and how they are shown.
const CANONICAL: [(&str, &str); 13] = [
    ("word(0)==1", "word(0) == 1"),
    ("((word(0x3)) % (2+3*1)) == -(-4)", "word(3) % 5 == 4"),
    (
        "(word(0)-word(1))-word(2) > 0",
        "word(0) - word(1) - word(2) > 0",
    ),
    (
        "word(0)-(word(1)-word(2)) > 0",
        "word(0) - (word(1) - word(2)) > 0",
    ),
    ("word(0)&3==1", "word(0) & 3 == 1"),
    ("(word(0)|1)&6 != 1<<2>>1^7", "(word(0) | 1) & 6 != 5"),
    ("-(word(0)+1) < - - 5 - -3", "-(word(0) + 1) < 8"),
    (
        "!(!coin_toss(0)) || rand_percent(1, 30)",
        "!!coin_toss(0) || rand_percent(1, 30)",
    ),
    (
        "coin_toss(0) || coin_toss(1) && !(coin_toss(2))",
        "coin_toss(0) || coin_toss(1) && !coin_toss(2)",
    ),
    (
        "(coin_toss(0) || coin_toss(1)) && coin_toss(2)",
        "(coin_toss(0) || coin_toss(1)) && coin_toss(2)",
    ),
    (
        "coin_toss(0) && (coin_toss(1) && coin_toss(2))",
        "coin_toss(0) && (coin_toss(1) && coin_toss(2))",
    ),
    ("!(word(0) == 1)", "!(word(0) == 1)"),
    (
        "get_rand(1+1, -5, 0x10) >= 9223372036854775807",
        "get_rand(2, -5, 16) >= 9223372036854775807",
    ),
];

/// Texts that are not predicates: the column of the fault, and how its message begins or ends.
const PREDICATE_FAULTS: [(&str, usize, &str); 17] = [
    ("word(0) = 3", 9, "found `=`; equality is `==`"),
    ("word(0) %", 10, "expected a number or a condition"),
    ("word(0) + 1", 1, "expected a condition, found a number"),
    ("1 < 2 < 3", 7, "a comparison of a comparison"),
    (
        "word(0) == 5 & word(1) == 5",
        24,
        "a comparison of a comparison: join conditions with &&",
    ),
    ("1 == 2 3", 8, "expected an operator or the end, found `3`"),
    ("(word(0) == 1", 14, "expected `)`, found the end"),
    (
        "wrod(0) == 1",
        1,
        "nothing is called `wrod`: there are word, get_rand, rand_percent and coin_toss",
    ),
    (
        "word(1024) == 1",
        6,
        "the number of a word is from 0 to 1023",
    ),
    ("word(word(0)) == 1", 6, "expected a constant"),
    (
        "get_rand(0, 1, 0x80000000) == 1",
        16,
        "a C int is from -2147483648 to 2147483647",
    ),
    (
        "get_rand(0, -0x80000000, 0x7fffffff) == 1",
        1,
        "the range of all 2^32 numbers divides by zero",
    ),
    ("word(0) / (3 - 3) == 1", 9, "this divides by zero"),
    (
        "word(0) * word(1) * word(2) == 1",
        19,
        "this may be beyond 64 bits",
    ),
    (
        "9223372036854775808 == 1",
        1,
        "this number is beyond 64 bits",
    ),
    (
        "1 << -1 == 1",
        3,
        "the number of bits to shift by must be from 0 to 63",
    ),
    ("1 == \u{1}", 6, "found `\\u{1}`"),
];

fn canonical(text: &str) -> String {
    let parsed = Predicate::parse(text, Seeded::Rogue("rrandom"));
    let shown = parsed
        .as_ref()
        .map_or_else(|error| panic!("{error}"), ToString::to_string);
    assert_eq!(
        Predicate::parse(&shown, Seeded::Rogue("rrandom")),
        parsed,
        "{shown} is read as {text} is"
    );
    shown
}

#[test]
fn the_canonical_form_keeps_the_meaning_and_drops_the_rest() {
    for (given, shown) in CANONICAL {
        assert_eq!(canonical(given), shown);
    }
}

#[test]
fn a_fault_has_its_column_and_what_belongs_there() {
    for (text, column, message) in PREDICATE_FAULTS {
        let error = Predicate::parse(text, Seeded::Rogue("rrandom")).expect_err(text);
        let said = error.to_string();
        let said = said.lines().next().unwrap();
        let begin = format!("the predicate, column {column}: {message}");
        assert!(
            said.starts_with(&begin) || said.ends_with(message),
            "{error}"
        );
        assert_eq!(error.column(), column, "{error}");
    }
}

#[test]
fn the_caret_stands_below_the_column() {
    let error = Predicate::parse("word(0) = 3", Seeded::Type0).unwrap_err();
    assert!(
        error.to_string().ends_with("\n  word(0) = 3\n          ^"),
        "{error}"
    );
}

#[test]
fn draws_of_the_game_are_of_its_own_words() {
    for source in [Seeded::Type0, Seeded::Pcg32 { stream: 54 }] {
        for text in [
            "get_rand(0, 1, 6) == 1",
            "coin_toss(0)",
            "rand_percent(0, 5)",
        ] {
            let error = Predicate::parse(text, source).unwrap_err();
            assert_eq!(error.column(), 1, "{error}");
            assert!(error.to_string().contains(source.name()), "{error}");
        }
    }
}

#[test]
fn a_text_without_end_is_refused() {
    for part in ["(", "!", "-", "1+", "coin_toss(0)||"] {
        let error = Predicate::parse(&part.repeat(100_000), Seeded::Type0).unwrap_err();
        assert!(
            error.to_string().contains("more than"),
            "{}",
            &error.to_string()[..80]
        );
    }
}

/// Pieces of texts that are nearly predicates or rules.
const PIECES: [&str; 30] = [
    "w1",
    "max(",
    "if(",
    ",",
    "word(0)",
    "get_rand(1, 1, 6)",
    "coin_toss(2)",
    "w",
    "n",
    "floor(",
    "double(",
    "(",
    ")",
    " until ",
    "-",
    "*",
    "/",
    "%",
    "^",
    "<<",
    "==",
    "<",
    "&&",
    "||",
    "!",
    "0x",
    "0",
    "65",
    "1e999",
    "9223372036854775807",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_predicate_or_a_rule_or_is_refused_at_a_place(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..12),
    ) {
        let text = pieces.concat();
        match Predicate::parse(&text, Seeded::Rogue("rrandom")) {
            Ok(predicate) => drop(canonical(&predicate.to_string())),
            Err(error) => prop_assert!(error.column() <= text.chars().count() + 1, "{error}"),
        }
        if let Err(error) = Rule::parse(&text, 7, None).and_then(|rule| rule.join()) {
            prop_assert!(error.column() <= text.chars().count() + 1, "{error}");
        }
        if let Ok(rule) = Formula::parse(&text, 7, Some(6))
            && rule.runs() <= 128
            && let Ok(Some(law)) = rule.count(1, &AtomicBool::new(false), &|_| ())
        {
            let outside = law.outside.map_or(0, |outside| outside.count);
            prop_assert_eq!(law.counts.iter().sum::<u128>() + law.rejected + outside, 128);
        }
    }
}
