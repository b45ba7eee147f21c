//! Rows of the catalogue over an arithmetic and constants that may be wrong, with lines that can be left out and mistakes of
//! their own.

use generators::catalogue::Generator;
use generators::definition::Constant;

use super::side::{DEFAULT_STATES, Flaw, General, Reseeding};
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

/// How many words a row makes at a time, if these are more than one.
pub(super) fn block_of(key: &str) -> Option<u16> {
    match key {
        "isaac" | "isaac64" | "isaac64-mixed-once" => Some(256),
        "mt19937" | "mt19937-array" | "php-mt-rand" => Some(624),
        _ => None,
    }
}

/// The words of a row from a seed.
pub(super) fn words(row: &'static Generator, general: General, seed: u64) -> Shown {
    let bits = u64::MAX >> (u64::BITS - row.seed_bits);
    let seed = general.used_seed(seed & bits) & bits;
    let mut stream = match (general.reseeding, general.default_state, row.from_state()) {
        (Some(reseeding), ..) => reseeded(row, general, seed, reseeding),
        (None, Some(index), Some(from_state)) => {
            let mut stream = from_state(DEFAULT_STATES[usize::from(index)].1);
            Box::new(move || stream().into())
        }
        _ => (of(row).seeded)(row, general, seed),
    };
    if general.is_reversed {
        stream = reversed(stream, block_of(row.key).unwrap_or(1).into());
    }
    for _ in 0..general.skipped {
        stream();
    }
    Box::new(move || (general.word)(stream(), row.bits))
}

/// The first words of successive seeds.
fn reseeded(
    row: &'static Generator,
    general: General,
    mut seed: u64,
    reseeding: Reseeding,
) -> Shown {
    let bits = u64::MAX >> (u64::BITS - row.seed_bits);
    Box::new(move || {
        let word = (of(row).seeded)(row, general, seed)();
        seed = match reseeding {
            Reseeding::Same => seed,
            Reseeding::OneMore => seed.wrapping_add(1) & bits,
            Reseeding::Word => word as u64 & bits,
        };
        word
    })
}

/// A stream of which each block is handed out from its last word to its first.
fn reversed(mut stream: Shown, block: usize) -> Shown {
    let mut words = Vec::new();
    Box::new(move || {
        if words.is_empty() {
            words.extend(std::iter::repeat_with(&mut stream).take(block));
        }
        words.pop().unwrap_or_default()
    })
}
