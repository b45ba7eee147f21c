//! Every row of the catalogue is found: by a small seed and, where its structure allows it, by its state. No limit of time
//! decides: only the quick ways are asked, which end.

use generators::catalogue::{self, Generator, Structure, find};
use identify::{Answer, Numbers, Options, who};

/// Rows of which no small seed can be found, and why.
const NO_SMALL_SEED: &[(&str, &str)] = &[(
    "middle-square-weyl",
    "of a seed below 2^32 all outputs are 0, and greater ones are not tried",
)];

fn outputs(row: &Generator, seed: u64, skip: usize, count: usize) -> Vec<u64> {
    let mut stream = (row.seeded)(seed);
    (0..skip + count).map(|_| stream()).skip(skip).collect()
}

fn words(row: &Generator, outputs: &[u64]) -> Numbers {
    Numbers::Words {
        bits: row.bits,
        values: outputs.to_vec(),
    }
}

fn dice(outputs: &[u64]) -> Numbers {
    Numbers::below(
        6,
        &outputs.iter().map(|output| output % 6).collect::<Vec<_>>(),
    )
    .unwrap()
}

/// How many numbers that follow are told.
const NEXT: usize = 7;

/// What makes these numbers, of the rows that begin as this one's key.
fn asked(row: &Generator, numbers: &Numbers) -> Option<Answer> {
    let options = Options {
        time: None,
        only: Some(row.key),
        quick: true,
        next: NEXT,
        ..Options::default()
    };
    who(numbers, options).answers.into_iter().next()
}

/// Whether an answer, taken at its word, gives these outputs.
fn gives(answer: &Answer, outputs: &[u64]) -> bool {
    let Some((row, seed)) = find(&answer.generator).zip(answer.seed) else {
        return false;
    };
    crate::outputs(row, seed, answer.position as usize, outputs.len()) == outputs
}

#[test]
fn a_small_seed_of_every_row_is_found_from_words_and_from_dice() {
    for row in catalogue::all() {
        let mut outputs = outputs(row, 77, 3, 60 + NEXT);
        let next = outputs.split_off(60);
        let thrown = next.iter().map(|output| output % 6).collect();
        for (numbers, next) in [(words(row, &outputs), next), (dice(&outputs), thrown)] {
            let answer = asked(row, &numbers);
            let found = answer.as_ref().is_some_and(|answer| {
                gives(answer, &outputs)
                    && answer.evidence.matched == 60
                    && answer.next.as_ref() == Ok(&next)
            });
            let excepted = NO_SMALL_SEED
                .iter()
                .any(|(key, why)| *key == row.key && !why.is_empty());
            assert_eq!(found, !excepted, "{}: {answer:?}", row.key);
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
            Structure::Linear {
                state, bits, mask, ..
            } => {
                2 * state * bits as usize / (mask.count_ones() as usize).min(row.bits as usize)
                    + 140
            }
            Structure::Invertible { needs, .. } => needs + 40,
            Structure::Seeds => continue,
        };
        let mut outputs = outputs(
            row,
            0x0123_4567_89ab_cdef >> (64 - row.seed_bits),
            5000,
            needs + NEXT,
        );
        let next = outputs.split_off(needs);
        let answer = asked(row, &words(row, &outputs));
        let found = answer.as_ref().is_some_and(|answer| {
            // Several libraries have the same generator, and name its seeds differently.
            let told = answer.state.is_some() || answer.parameters.is_some();
            let follows = match &answer.next {
                Ok(told) => *told == next,
                Err(_) => answer.generator == "additive lagged Fibonacci generator",
            };
            follows
                && answer.evidence.matched == needs
                && if answer.seed.is_some() {
                    gives(answer, &outputs)
                } else {
                    told
                }
        });
        assert!(found, "{}: {answer:?}", row.key);
    }
}

#[test]
fn what_was_tried_is_told_with_its_conventions_and_is_all_only_if_nothing_was_left_out() {
    let row = find("xorshift32").unwrap();
    let outputs = outputs(row, 5, 0, 40);
    // One bit is wrong: no state makes it.
    let mut values = outputs.clone();
    values[20] ^= 1;
    let options = Options {
        time: None,
        only: Some("xorshift32"),
        quick: true,
        all: true,
        ..Options::default()
    };
    let found = who(&words(row, &values), options);
    let states = found
        .tried
        .iter()
        .find(|tried| tried.what == "states of xorshift32")
        .unwrap();
    assert!(
        states.all
            && states
                .conventions
                .contains(&"each output as it is".to_owned()),
        "{states:?}"
    );
    let seeds = found
        .tried
        .iter()
        .find(|tried| tried.what == "seeds of xorshift32")
        .unwrap();
    assert!(
        !seeds.all && (seeds.candidates - 9.0).abs() < 1e-9,
        "{seeds:?}"
    );
    // Dice tell too little of a state of 256 bits: it is not said that all were tried.
    let found = who(
        &dice(&outputs),
        Options {
            only: Some("xoshiro256**"),
            ..options
        },
    );
    assert!(
        found
            .tried
            .iter()
            .all(|tried| !tried.all || !tried.what.starts_with("states of")),
        "{:?}",
        found.tried
    );
}

#[test]
fn high_parts_of_truncated_states_are_found_by_a_lattice_whatever_the_bound() {
    let found = |key: &str, numbers: Numbers| {
        let options = Options {
            time: None,
            only: Some(key),
            quick: true,
            ..Options::default()
        };
        who(&numbers, options)
            .answers
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("{key}: {numbers:?}"))
    };
    for (key, bits) in [("drand48", 48), ("mmix", 64), ("java-random", 32)] {
        let row = find(key).unwrap();
        let outputs = outputs(row, 0x0123_4567_89ab_cdef >> (64 - row.seed_bits), 3000, 90);
        for n in [5, 6, 7, 100] {
            let scaled = |output: &u64| ((u128::from(*output) * n) >> bits) as u64;
            let numbers =
                Numbers::below(n as u64, &outputs.iter().map(scaled).collect::<Vec<_>>()).unwrap();
            let answer = found(key, numbers);
            let told = answer.state.is_some() || answer.seed.is_some();
            assert!(
                told && answer.evidence.matched == 90,
                "{key} below {n}: {answer:?}"
            );
        }
    }
    // (int) (Math.random() * 6) of Java: 26 bits of an output, and 27 of the next.
    let row = find("java-random").unwrap();
    let outputs = outputs(row, 0x0123_4567_89ab, 3000, 180);
    let double =
        |pair: &[u64]| ((pair[0] >> 6 << 27 | pair[1] >> 5) as f64 / 2_f64.powi(53) * 6.0) as u64;
    let dice = Numbers::below(6, &outputs.chunks(2).map(double).collect::<Vec<_>>()).unwrap();
    let answer = found("java-random", dice);
    assert!(
        answer
            .convention
            .is_some_and(|convention| convention.contains("of the next")),
        "{:?}",
        answer.evidence
    );
    assert_eq!(answer.evidence.matched, 90);
    let noise: Vec<u64> = (0..90_u64)
        .map(|i| (i * i * i + 7 * i * i) % 97 % 6)
        .collect();
    let options = Options {
        time: None,
        only: Some("drand48"),
        quick: true,
        ..Options::default()
    };
    assert_eq!(
        who(&Numbers::below(6, &noise).unwrap(), options).answers,
        []
    );
}
