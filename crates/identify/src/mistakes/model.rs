//! Rows of the catalogue over an arithmetic and constants that may be wrong, with lines that can be left out and mistakes of
//! their own.

use generators::catalogue::Generator;
use generators::definition::Constant;

use super::side::{Flaw, General};
use super::{congruential, isaac, small, twister};

/// A stream of shown words, which a mistake can make negative or too wide.
pub(super) type Shown = Box<dyn FnMut() -> i128 + Send>;

/// A row of the catalogue, written so that any part of it can be wrong.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// The row's key.
    pub(super) key: &'static str,
    /// The constants of the row.
    pub(super) constants: &'static [Constant],
    /// The lines of a step that can be left out, or exchanged with the next one.
    pub(super) lines: &'static [&'static str],
    /// The row's own mistakes.
    pub(super) flaws: &'static [Flaw],
    /// A stream of the row from a seed.
    pub(super) seeded: fn(&'static Generator, General, u64) -> Shown,
}

/// The model of a row. In a row without a model, only seeds and words can be wrong.
pub(super) fn of(row: &Generator) -> Model {
    let families = [small::MODELS, twister::MODELS, isaac::MODELS];
    let own = families
        .into_iter()
        .flatten()
        .find(|model| model.key == row.key);
    let plain = Model {
        key: row.key,
        constants: &[],
        lines: &[],
        flaws: &[],
        seeded: |row, _, seed| {
            let mut stream = (row.seeded)(seed);
            Box::new(move || stream().into())
        },
    };
    match row.congruential {
        Some(congruential) => Model {
            constants: congruential.constants,
            flaws: congruential::FLAWS,
            seeded: congruential::seeded,
            ..plain
        },
        None => own.copied().unwrap_or(plain),
    }
}

/// The words of a row from a seed.
pub(super) fn words(row: &'static Generator, general: General, seed: u64) -> Shown {
    let bits = u64::MAX >> (u64::BITS - row.seed_bits);
    let seed = general.used_seed(seed & bits) & bits;
    let mut stream = (of(row).seeded)(row, general, seed);
    for _ in 0..general.skipped {
        stream();
    }
    Box::new(move || (general.word)(stream(), row.bits))
}
