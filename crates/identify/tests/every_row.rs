//! Every row of the catalogue is found: by a small seed and, where its structure allows it, by its state. No limit of time
//! decides: only the quick ways are asked, which end.

use identify::catalogue::{self, Generator, Structure, find};
use identify::{Answer, Numbers, Options, who};

/// Rows of which no small seed can be found, and why.
const NO_SMALL_SEED: &[(&str, &str)] =
    &[("middle-square-weyl", "of a seed below 2^32 all outputs are 0, and greater ones are not tried")];

/// Rows with a structure of which the quick ways find no state, and why.
const NO_STATE: &[(&str, &str)] = &[
    ("newlib-rand", "an output lacks 32 bits of the state, and trying all is not quick"),
    ("musl-rand", "an output lacks 33 bits of the state, and trying all is not quick"),
];

fn outputs(row: &Generator, seed: u64, skip: usize, count: usize) -> Vec<u64> {
    let mut stream = (row.seeded)(seed);
    (0..skip + count).map(|_| stream()).skip(skip).collect()
}

fn words(row: &Generator, outputs: &[u64]) -> Numbers {
    Numbers::Words { bits: row.bits, values: outputs.to_vec() }
}

fn dice(outputs: &[u64]) -> Numbers {
    Numbers::below(6, &outputs.iter().map(|output| output % 6).collect::<Vec<_>>()).unwrap()
}

/// What makes these numbers, of the rows that begin as this one's key.
fn asked(row: &Generator, numbers: &Numbers) -> Option<Answer> {
    let options = Options { time: None, only: Some(row.key), quick: true, ..Options::default() };
    who(numbers, options).answers.into_iter().next()
}

/// Whether an answer, taken at its word, gives these outputs.
fn gives(answer: &Answer, outputs: &[u64]) -> bool {
    let Some((row, seed)) = find(&answer.generator).zip(answer.seed) else { return false };
    crate::outputs(row, seed, answer.position as usize, outputs.len()) == outputs
}

/// Whether a row is in a list of those that are not found; one that is found must not be in it.
fn excepted(row: &Generator, list: &[(&str, &str)], found: bool) -> bool {
    let listed = list.iter().any(|(key, why)| *key == row.key && !why.is_empty());
    assert!(!(listed && found), "{} is found: take it out of the list", row.key);
    listed
}

#[test]
fn a_small_seed_of_every_row_is_found_from_words_and_from_dice() {
    for row in catalogue::all() {
        let outputs = outputs(row, 77, 3, 60);
        for numbers in [words(row, &outputs), dice(&outputs)] {
            let answer = asked(row, &numbers);
            let found = answer.as_ref().is_some_and(|answer| gives(answer, &outputs) && answer.evidence.matched == 60);
            assert!(excepted(row, NO_SMALL_SEED, found) || found, "{}: {answer:?}", row.key);
        }
    }
}

#[test]
fn a_state_of_every_row_with_a_structure_is_found_far_from_any_seed() {
    for row in catalogue::all() {
        let needs = match row.structure {
            Structure::Congruential { .. } => 40,
            Structure::Additive { long, .. } => 3 * long + 40,
            // As many bits as the state has, and some more.
            Structure::Linear { state, bits, mask, .. } => {
                2 * state * bits as usize / (mask.count_ones() as usize).min(row.bits as usize) + 140
            }
            Structure::Invertible { needs, .. } => needs + 40,
            Structure::Seeds => continue,
        };
        let outputs = outputs(row, 0x0123_4567_89ab_cdef >> (64 - row.seed_bits), 5000, needs);
        let answer = asked(row, &words(row, &outputs));
        let found = answer.as_ref().is_some_and(|answer| {
            // Several libraries have the same generator, and name its seeds differently.
            let told = answer.state.is_some() || answer.parameters.is_some();
            answer.evidence.matched == needs && if answer.seed.is_some() { gives(answer, &outputs) } else { told }
        });
        assert!(excepted(row, NO_STATE, found) || found, "{}: {answer:?}", row.key);
    }
}

#[test]
fn what_was_tried_is_told_with_its_conventions_and_is_all_only_if_nothing_was_left_out() {
    let row = find("xorshift32").unwrap();
    let outputs = outputs(row, 5, 0, 40);
    // One bit is wrong: no state makes it.
    let mut values = outputs.clone();
    values[20] ^= 1;
    let options = Options { time: None, only: Some("xorshift32"), quick: true, all: true, ..Options::default() };
    let found = who(&words(row, &values), options);
    let states = found.tried.iter().find(|tried| tried.what == "states of xorshift32").unwrap();
    assert!(states.all && states.conventions.contains(&"each output as it is".to_owned()), "{states:?}");
    let seeds = found.tried.iter().find(|tried| tried.what == "seeds of xorshift32").unwrap();
    assert!(!seeds.all && (seeds.candidates - 7.0).abs() < 1e-9, "{seeds:?}");
    // Dice tell too little of a state of 256 bits: it is not said that all were tried.
    let found = who(&dice(&outputs), Options { only: Some("xoshiro256**"), ..options });
    assert!(found.tried.iter().all(|tried| !tried.all || !tried.what.starts_with("states of")), "{:?}", found.tried);
}
