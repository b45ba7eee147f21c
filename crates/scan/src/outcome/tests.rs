use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

fn question() -> Question {
    Question { subject: "rrandom".into(), stream: None, predicate: "word(0) == 1".into(), keep: 3 }
}

fn span(from: u32, to: u32) -> Span {
    Span::new(from, to).unwrap()
}

/// Seeds that are multiples of 4 match.
fn outcome(from: u32, to: u32) -> Outcome {
    let mut outcome = Outcome::new(question(), span(from, to));
    let matching: Vec<u32> = (from..=to).filter(|seed| seed % 4 == 0).collect();
    outcome.append(span(from, to), matching.len() as u64, matching);
    outcome
}

fn merged(outcomes: impl IntoIterator<Item = Outcome>) -> Outcome {
    outcomes.into_iter().reduce(|sum, outcome| sum.merge(outcome).unwrap()).unwrap()
}

#[test]
fn the_file_is_read_as_it_was_written() {
    for outcome in [Outcome::new(question(), Span::ALL), outcome(0, 20), merged([outcome(0, 3), outcome(9, 12)])] {
        assert_eq!(Outcome::parse(&outcome.to_text()).unwrap(), outcome);
    }
}

#[test]
fn the_file_says_what_was_asked_and_found() {
    let text = outcome(3, 4).to_text();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let sha256 = found["sha256"].as_str().unwrap();
    assert_eq!(sha256.len(), 64);
    let expected = serde_json::json!({
        "schema": SCHEMA, "made_by": MADE_BY, "subject": "rrandom", "predicate": "word(0) == 1", "keep": 3,
        "whole": {"from": 3, "to": 4}, "ranges": [{"from": 3, "to": 4}], "seeds": 2, "matches": 1, "first": [4],
        "sha256": sha256,
    });
    assert_eq!(found, expected);
    assert!(text.starts_with("{\n  \"schema\"") && text.ends_with("}\n"), "{text}");
}

#[test]
fn a_changed_file_is_refused() {
    let text = merged([outcome(0, 9), outcome(20, 29)]).to_text();
    for (from, to, what) in [
        ("\"seeds\": 20", "\"seeds\": 21", "do not have that many seeds"),
        ("\"matches\": 6", "\"matches\": 21", "more seeds match"),
        ("\"matches\": 6", "\"matches\": 2", "as many matching seeds"),
        ("\"matches\": 6", "\"matches\": 5", "its SHA-256 is"),
        ("    8\n", "    9\n", "its SHA-256 is"),
        ("word(0) == 1", "word(0) == 2", "its SHA-256 is"),
        ("\"from\": 0,\n    \"to\": 29", "\"from\": 0,\n    \"to\": 39", "its SHA-256 is"),
        ("\"from\": 0,\n    \"to\": 29", "\"from\": 0,\n    \"to\": 28", "not in the whole"),
        ("\"to\": 9", "\"to\": 19", "not in order"),
        ("\"from\": 20", "\"from\": 30", "not in order"),
        ("    8\n", "    15\n", "in none of its ranges"),
        ("    8\n", "    4\n", "matching seeds are not in order"),
        (SCHEMA, "roguelab-scan/1", "of the version roguelab-scan/1"),
        ("\"keep\"", "\"kept\"", "not written by"),
        ("}\n", "", "not written by"),
    ] {
        assert!(text.contains(from), "{from} is not in {text}");
        let error = Outcome::parse(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(what), "{from}: {error}");
    }
}

#[test]
fn the_result_of_another_program_is_refused() {
    let mut other = outcome(0, 9);
    other.content.made_by = "roguelab 0.0.1".into();
    let error = Outcome::parse(&other.to_text()).unwrap_err().to_string();
    assert!(error.contains("made by roguelab 0.0.1") && error.contains("run the scan again"), "{error}");
}

#[test]
fn listed_seeds_are_tried_again() {
    // No seed below 10 has 1 for its first word; with a digest of its own, the file itself is as it was written.
    let sealed = Outcome::parse(&outcome(0, 9).to_text()).unwrap();
    let error = sealed.verify().unwrap_err().to_string();
    assert!(error.contains("seed 0 is listed and does not match"), "{error}");

    let mut right = outcome(0, 9);
    right.content.question.predicate = "word(0) >= 0".into();
    right.verify().unwrap();
    right.content.question.predicate = "word(0) >=".into();
    assert!(right.verify().is_err());
    right.content.question.stream = Some("0xg".into());
    assert!(right.verify().unwrap_err().to_string().contains("`0xg` is no stream"));
}

#[test]
fn seeds_that_no_shard_looked_at_are_missing() {
    let shard = |from, to| Outcome { content: Content { whole: span(0, 99), ..outcome(from, to).content } };
    assert_eq!(shard(0, 99).missing(), []);
    assert_eq!(shard(10, 19).missing(), [span(0, 9), span(20, 99)]);
    assert_eq!(merged([shard(0, 9), shard(50, 99)]).missing(), [span(10, 49)]);
    assert_eq!(merged([outcome(0, 9), outcome(20, 29)]).missing(), [span(10, 19)]);
    assert_eq!(Outcome::new(question(), Span::ALL).missing(), [Span::ALL]);
    assert_eq!(
        Outcome { content: Content { whole: Span::ALL, ..outcome(0, u32::MAX >> 20).content } }.missing(),
        [span((u32::MAX >> 20) + 1, u32::MAX)]
    );
}

#[test]
fn seeds_are_ordered_as_bits_without_a_sign() {
    let merged = merged([outcome(u32::MAX - 3, u32::MAX), outcome(8, 8)]);
    assert_eq!(merged.first(), [8, -4]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn merging_does_not_depend_on_order_or_grouping(
        cuts in proptest::collection::btree_set(1u32..200, 2..8),
        keys in proptest::collection::vec(any::<u32>(), 9),
        group in 1usize..8,
    ) {
        let bounds: Vec<u32> = [0].into_iter().chain(cuts).chain([200]).collect();
        let parts: Vec<_> = bounds.windows(2).map(|pair| outcome(pair[0], pair[1] - 1)).collect();
        let mut shuffled: Vec<_> = parts.into_iter().zip(keys).collect();
        shuffled.sort_by_key(|&(_, key)| key);
        let shuffled: Vec<_> = shuffled.into_iter().map(|(part, _)| part).collect();
        let (left, right) = shuffled.split_at(group.min(shuffled.len() - 1));
        let grouped = merged(left.to_vec()).merge(merged(right.to_vec())).unwrap();
        prop_assert_eq!(grouped, outcome(0, 199));
    }
}
