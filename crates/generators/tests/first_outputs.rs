//! The rows of the catalogue give the first outputs that others published or printed.

#[path = "first_outputs/table.rs"]
mod table;

use std::collections::BTreeSet;

use generators::catalogue::{Stream, all, find};
use roguelab_generators as generators;
use table::{FIRST, First, Outputs, Start};

/// The stream of the row from where the outputs begin, if the row can begin there.
fn stream_of(first: &First) -> Option<Stream> {
    let row = find(first.key)?;
    let mut stream = match first.start {
        Start::Seed(seed) => (row.seeded)(seed),
        Start::Seeding(name, seed) => row.seeding(name)?(seed),
        Start::State(words) => row.from_state()?(words),
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
