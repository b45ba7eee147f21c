//! The promise of `roguelab who`: nothing is named that did not make the numbers.
//!
//! It is tested in every options of input, with randomness that no generator of the catalogue made, and with numbers from people's
//! lives.

mod inputs;

use std::time::Duration;

use generators::catalogue::{self, Generator, Structure};
use identify::evidence::Contradiction;
use identify::{Found, Numbers, Options, who};

use self::inputs::{Hashed, Input, holed, people, random};
use super::search::search;
use super::tests::{control, now};
use crate::read::sample::{MAX_NUMBERS, Sample};

/// Asks what made an input, for this long.
fn search_input(input: &Input, only: Option<&str>, time: Duration, quick: bool) -> Found {
    let options = Options {
        only,
        quick,
        seed: input.seed.map(i128::from),
        time: Some(time),
        control: control(),
        ..Options::default()
    };
    let mut sample = Sample::read(&input.options, input.bytes.clone()).expect(&input.what);
    // What takes a minute heeds no limit.
    let end = now() + time + Duration::from_secs(60);
    let (found, _) = search(&mut sample, options);
    assert!(now() < end, "{}: {only:?}", input.what);
    found
}

/// Asks about this many inputs, going through the kinds in turn, and fails if one is named.
fn nothing_is_named(seed: u64, count: u64) {
    let keys: Vec<&str> = catalogue::all().map(|row| row.key).collect();
    for i in 0..count {
        let mut source = Hashed::new(seed, i);
        let (mut input, may_be_named) = if i % 3 == 0 {
            people(&mut source)
        } else {
            (random(&mut source), false)
        };
        input = holed(input, &mut source);
        if i % 3 == 1 {
            input.seed = Some(source.choose(&[0, 1, 42, 12345, 1 << 40, u64::MAX]));
        }
        // Either all generators for a short time, or one of them to a greater depth.
        let only = (i % 5 != 0).then(|| source.choose(&keys));
        let quick = i % 2 == 0;
        let time = Duration::from_millis(if only.is_none() && i % 100 == 0 {
            300
        } else {
            12
        });
        let found = search_input(&input, only, time, quick);
        for answer in &found.answers {
            let name = &*answer.generator;
            let is_true = may_be_named
                && (name.starts_with("progression") || name.starts_with("additive lagged"));
            assert!(
                is_true,
                "seed {seed}, input {i}, {}: {answer:?}",
                input.what
            );
        }
    }
}

#[test]
fn true_randomness_and_numbers_of_people_are_not_named() {
    nothing_is_named(20_261_123, 60);
}

#[test]
#[ignore = "slow: run in CI"]
fn true_randomness_and_numbers_of_people_are_not_named_in_2000_inputs() {
    nothing_is_named(1, 2000);
}

#[test]
#[ignore = "slow: run in CI"]
fn fresh_randomness_of_this_machine_is_not_named_in_500_inputs() {
    let mut seed = [0; 8];
    rand::TryRng::try_fill_bytes(&mut rand::rngs::SysRng, &mut seed).unwrap();
    nothing_is_named(u64::from_le_bytes(seed), 500);
}

#[test]
#[ignore = "slow: run in CI"]
fn as_many_numbers_as_are_looked_at_take_no_longer_than_asked() {
    type Shape = (&'static str, fn(u64) -> u64);
    let shapes: [Shape; 5] = [
        ("equal words", |_| 77),
        ("two words", |i| Hashed::new(1, i).bits(1) + 9),
        ("a staircase", |i| i >> 9),
        ("words", |i| Hashed::new(2, i).bits(32)),
        ("one word with an exception", |i| 5 + u64::from(i == 1000)),
    ];
    for (what, number) in shapes {
        let numbers: Vec<String> = (0..MAX_NUMBERS as u64)
            .map(|i| number(i).to_string())
            .collect();
        let input = Input::new(what, None, numbers.join("\n"));
        let found = search_input(&input, None, Duration::from_secs(2), false);
        assert_eq!(found.answers, [], "{what}");
    }
}

/// Numbers from a row's generator, with one in ten changed.
fn changed(row: &Generator, random: &mut Hashed) -> Numbers {
    // If numbers only determine the state, they are not predicted, so there must be more.
    let state = match row.structure {
        Structure::Additive { long, .. } => long,
        _ if row.key.starts_with("random-") => 63,
        _ => 0,
    };
    let count = 3 * state + 20 + random.below(200) as usize;
    let mut stream = (row.seeded)(random.bits(row.seed_bits.min(32)));
    let mut outputs: Vec<u64> = (0..count).map(|_| stream()).collect();
    for (i, output) in outputs.iter_mut().enumerate() {
        if i == 7 || i + 1 == count || random.below(10) == 0 {
            *output ^= 1 + random.below((row.range() - 1) as u64 / 4);
        }
    }
    match random.below(3) {
        0 => Numbers::below(
            1000,
            &outputs
                .iter()
                .map(|output| output % 1000)
                .collect::<Vec<_>>(),
        )
        .unwrap(),
        _ => Numbers::Words {
            bits: row.bits,
            values: outputs,
        },
    }
}

/// Asks about this many streams of the catalogue, and fails if all the numbers of one are said to be right.
fn changes_are_told(count: u64) {
    let rows: Vec<&Generator> = catalogue::all().collect();
    let mut named = 0;
    for i in 0..count {
        let (row, mut random) = (rows[i as usize % rows.len()], Hashed::new(3, i));
        let numbers = changed(row, &mut random);
        let options = Options {
            only: Some(row.key),
            quick: i % 4 != 0,
            time: Some(Duration::from_millis(60)),
            control: control(),
            ..Options::default()
        };
        for answer in who(&numbers, options).answers {
            named += 1;
            assert_ne!(
                answer.evidence.contradiction,
                Contradiction::None,
                "{i}: {} {answer:?}\n{numbers:?}",
                row.key
            );
        }
    }
    assert!(named > 0, "no stream at all was named");
}

#[test]
fn a_stream_of_which_one_number_in_ten_is_changed_is_not_called_whole() {
    changes_are_told(100);
}

#[test]
#[ignore = "slow: run in CI"]
fn a_stream_of_which_one_number_in_ten_is_changed_is_not_called_whole_in_400_streams() {
    changes_are_told(400);
}
