//! The rows of the catalogue give the first outputs that others published or printed.

#[path = "first_outputs/table.rs"]
mod table;

use std::collections::BTreeSet;

use generators::catalogue::{InitialState, Stream, UNSEEDED, all, find};
use roguelab_generators as generators;
use table::{FIRST, First, Outputs, Start};

/// Rows that crates and the GSL vouch for, in the test `catalogue` of the program.
const BY_ORACLES: &[&str] = &[
    "bsd-rand",
    "mrand48",
    "randu",
    "vax",
    "transputer",
    "borosh13",
    "waterman14",
    "fishman18",
    "lecuyer21",
    "random-glibc",
    "random-bsd",
    "random-libc5",
    "random-glibc-type-1",
    "random-bsd-type-1",
    "random-libc5-type-1",
    "random-glibc-type-2",
    "random-bsd-type-2",
    "random-libc5-type-2",
    "random-glibc-type-4",
    "random-bsd-type-4",
    "random-libc5-type-4",
    "ran3",
    "xoroshiro64*",
    "xoroshiro64**",
    "xoroshiro128**",
    "xoshiro128+",
    "xoshiro256+",
    "xoshiro256**",
    "xoroshiro128++",
    "xoshiro128++",
    "xoshiro256++",
    "taus88",
    "mt19937-array",
    "pcg32",
    "pcg32-zero",
    "pcg32-one",
    "pcg32-oneseq",
    "pcg32-oorandom",
    "pcg64",
    "pcg64-fast",
    "pcg64-dxsm",
    "isaac",
    "isaac64",
    "splitmix64",
];

/// The stream of the row from where the outputs begin, if the row can begin there.
fn stream_of(first: &First) -> Option<Stream> {
    let row = find(first.key)?;
    let mut stream = match first.start {
        Start::Seed(seed) => (row.seeded)(seed),
        Start::Seeding(name, seed) => row.seeding(name)?(seed),
        Start::State(words) => row.from_state()?(words),
        Start::Unseeded => {
            let mut all = UNSEEDED.iter();
            all.find(|unseeded| unseeded.key == first.key)?.stream()
        }
    };
    for _ in 0..first.skipped {
        stream();
    }
    Some(stream)
}

/// Whether the row gives these outputs.
fn is_given(first: &First) -> bool {
    let Some(mut stream) = stream_of(first) else {
        return false;
    };
    match first.outputs {
        Outputs::Whole(theirs) => theirs.iter().all(|output| stream() == *output),
        Outputs::Part(of, theirs) => theirs.iter().all(|output| of(stream()) == *output),
        Outputs::Fraction(of, theirs) => {
            (theirs.iter()).all(|output| of(stream()).to_bits() == output.to_bits())
        }
    }
}

#[test]
fn every_row_gives_the_outputs_that_others_have() {
    for first in FIRST {
        assert!(is_given(first), "{} of {}", first.key, first.by);
    }
    let keys: BTreeSet<&str> = FIRST.iter().map(|first| first.key).collect();
    assert!(keys.len() > 60);
}

#[test]
fn every_other_seeding_has_outputs_that_others_have() {
    for row in all() {
        for seeding in row.seedings {
            let is_named = |first: &First| {
                first.key == row.key
                    && matches!(first.start, Start::Seeding(name, _) if name == seeding.name)
            };
            let (key, name) = (row.key, seeding.name);
            assert!(
                FIRST.iter().any(is_named),
                "{key}: nothing vouches for {name}"
            );
        }
    }
}

#[test]
fn every_initial_state_has_outputs_that_others_have() {
    for unseeded in UNSEEDED {
        let has_outputs = FIRST
            .iter()
            .any(|first| first.key == unseeded.key && matches!(first.start, Start::Unseeded));
        let is_seed = matches!(unseeded.start, InitialState::Seed(_));
        assert!(
            has_outputs || is_seed,
            "nothing vouches for {}",
            unseeded.key
        );
        unseeded.stream()();
    }
}

#[test]
fn every_row_has_something_that_vouches_for_it() {
    let mut missing = Vec::new();
    for row in all() {
        let has_outputs = FIRST.iter().any(|first| first.key == row.key);
        if !has_outputs && !BY_ORACLES.contains(&row.key) {
            missing.push(row.key);
        }
    }
    assert!(
        missing.is_empty(),
        "{missing:?}: add outputs that others have to first_outputs/table.rs, or an oracle to the program's tests of the catalogue, \
         and the name to BY_ORACLES"
    );
}
