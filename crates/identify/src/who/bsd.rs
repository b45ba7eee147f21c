//! random(3) of BSD, all types and seedings, from whole words.

use std::ops::ControlFlow;

use generators::bsd_random::{BsdRandom, Kind, Seeding};
use generators::inverse::{enough_words, seed_of_state, seeds_of_words, states_of_words};

use super::{Candidate, Search};
use crate::catalogue::{Generator, LANES, Stream, Structure};
use crate::convention::{Convention, ones};
use crate::numbers::Numbers;

/// How far back the seed of a state is looked for.
const BACK: u64 = 1_000_000;

/// How many states, or seeds of one place, are tried.
const MOST: usize = 64;

const KEYS: [[&str; 3]; 5] = [
    ["bsd-random-0-weak", "bsd-random-0-glibc", "bsd-random-0-libc5"],
    ["bsd-random-1-weak", "bsd-random-1-glibc", "bsd-random-1-libc5"],
    ["bsd-random-2-weak", "bsd-random-2-glibc", "bsd-random-2-libc5"],
    ["bsd-random-3-weak", "bsd-random-3-glibc", "bsd-random-3-libc5"],
    ["bsd-random-4-weak", "bsd-random-4-glibc", "bsd-random-4-libc5"],
];

const fn key(kind: Kind, seeding: Seeding) -> &'static str {
    KEYS[kind as usize][seeding as usize]
}

const fn about(seeding: Seeding) -> &'static str {
    match seeding {
        Seeding::Weak => {
            "random(3) of BSD, with the seeding of 4.3BSD and Rogue; the last digit of the key is its type"
        }
        Seeding::Glibc => "random(3) of BSD as in glibc, where rand() is type 3; the digit of the key is its type",
        Seeding::Libc5 => "random(3) of BSD, with the seeding of Linux libc5; the digit of the key is its type",
    }
}

/// A row for the answer.
fn row(kind: Kind, seeding: Seeding) -> Generator {
    Generator {
        key: key(kind, seeding),
        about: about(seeding),
        bits: 31,
        seed_bits: 32,
        seeded: |_| Box::new(|| 0),
        block: |_, outputs| outputs.fill([0; LANES]),
        structure: Structure::Seeds,
        source: "the C libraries",
    }
}

fn stream(mut random: BsdRandom) -> Stream {
    Box::new(move || random.next_word().into())
}

pub(super) fn words(search: &mut Search<'_>) {
    let Numbers::Words { values, .. } = search.numbers else { return };
    let only = |kind: Kind| search.options.only.is_none_or(|only| key(kind, Seeding::Weak).starts_with(only));
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| only(*kind)).collect();
    let words: Vec<u32> = values.iter().filter(|word| **word <= ones(31)).map(|word| *word as u32).collect();
    if kinds.is_empty() || words.len() < values.len() {
        return;
    }
    let convention = Convention::all(search.numbers, 31, 1 << 31)[0];
    let within = search.options.within;
    for &kind in &kinds {
        search.ways += 1;
        for position in 0..=within {
            let Ok(seeds) = seeds_of_words(kind, position, &words[..words.len().min(8)]) else { continue };
            // One word leaves two seeds or more, and any place has some.
            for seed in seeds.take(if words.len() > 1 { MOST } else { 0 }) {
                let start = BsdRandom::new(kind, Seeding::Weak, seed);
                one(
                    search,
                    kind,
                    Seeding::Weak,
                    Some(seed),
                    &start,
                    position,
                    convention,
                    32.0 + (within as f64).log2(),
                );
                if search.is_over() {
                    return;
                }
            }
        }
        let what = format!("seeds of random(3), type {}, seeded weakly, {within} outputs before at most", kind as u8);
        search.tried(what, 32.0, words.len() > 1, &[]);
    }
    for kind in kinds {
        let degree = if kind == Kind::Type0 { 1 } else { kind.degree() };
        if words.len() <= degree {
            continue;
        }
        search.ways += 1;
        let mut states = Vec::new();
        let enough = enough_words(kind) + degree;
        let solved = states_of_words(kind, &words[..words.len().min(enough)], &mut |state| {
            states.push(state.before);
            if states.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let all = solved.is_ok() && states.len() < MOST;
        search.tried(format!("states of random(3), type {}", kind as u8), 32.0 * degree as f64, all, &[]);
        for state in states {
            let seeded = if kind == Kind::Type0 { None } else { seed_of_state(&state, BACK.max(within)) };
            // The low bits that are lost are part of the state.
            let candidates = 32.0 * degree as f64;
            match seeded {
                Some(found) => {
                    let start = BsdRandom::new(kind, found.seeding, found.seed);
                    one(search, kind, found.seeding, Some(found.seed), &start, found.index, convention, candidates);
                }
                None => one(search, kind, Seeding::Weak, None, &state, 0, convention, candidates),
            }
            if search.is_over() {
                return;
            }
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "what an answer consists of")]
fn one(
    search: &mut Search<'_>,
    kind: Kind,
    seeding: Seeding,
    seed: Option<i32>,
    start: &BsdRandom,
    position: u64,
    convention: Convention,
    candidates: f64,
) {
    search.consider(&Candidate {
        row: &row(kind, seeding),
        mistake: None,
        stream: &|| stream(start.clone()),
        seed: seed.map(|seed| u64::from(seed as u32)),
        state: Some(start.save().words().iter().map(|word| u64::from(*word)).collect()),
        position,
        convention,
        candidates,
    });
}
