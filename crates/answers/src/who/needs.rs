//! How many outputs it takes to name a generator.

use std::fmt;

use generators::catalogue::{self, Generator, Structure};
use identify::{BITS_FOR_SEED, Needed, Numbers, bits_shown, numbers_for_states};
use serde::{Serialize, Serializer};

use crate::read::sample::Sample;

/// How many bits the outputs must have beyond those of the seed or the state.
const MORE_BITS: u64 = 20;

/// Draws below at most this are more often meant than words of as many bits.
const MOST_SIDES: u64 = 100;

/// The width that the list keeps to.
const WIDTH: usize = 100;

/// The least number of whole outputs from which a generator is named.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OutputsNeeded {
    /// With a seed below 2^32.
    pub with_seed: u64,
    /// With any state, if there is a method for it.
    pub with_state: Option<u64>,
}

impl OutputsNeeded {
    /// The outputs needed for a row of the catalogue.
    pub fn of(row: &Generator) -> Self {
        let with_state = match row.structure {
            Structure::Congruential { modulus, .. } => {
                let bits = u64::from((modulus - 1).ilog2() + 1);
                Some(outputs_with(bits, row.bits))
            }
            Structure::Additive { long, .. } => Some(long as u64 + outputs_with(0, row.bits)),
            Structure::Linear {
                state, bits, mask, ..
            } => {
                let shown = mask.count_ones().min(row.bits);
                Some(outputs_with(state as u64 * u64::from(bits), shown))
            }
            Structure::Invertible { needs, .. } => Some(needs as u64 + outputs_with(0, row.bits)),
            Structure::Seeds => None,
        };
        Self {
            with_seed: outputs_with(row.seed_bits.min(32).into(), row.bits),
            with_state,
        }
    }
}

/// How much numbers show, and how much would be needed. Small ones are taken for draws below the bound by which they show least.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// About how many bits they show.
    pub bits: f64,
    /// About how many bits determine a seed below 2^32.
    pub bits_for_seed: f64,
    /// About how many such numbers in a row determine any state of generators that often make them, the fewest first.
    #[serde(serialize_with = "needed_as_objects")]
    pub numbers_for_states: Vec<Needed>,
}

impl Shown {
    /// What a sample shows; `None` if it has the numbers of several seeds.
    pub(super) fn of(sample: &Sample) -> Option<Self> {
        if !sample.lines.is_empty() {
            return None;
        }
        let mut least: (f64, &Numbers) = (bits_shown(&sample.numbers), &sample.numbers);
        for reading in sample.all_readings() {
            let bits = bits_shown(&reading.numbers);
            let is_small = matches!(&reading.numbers, Numbers::Bounded(draws)
                if draws.iter().all(|draw| draw.bound <= MOST_SIDES));
            if is_small && bits < least.0 && bits > 0.0 {
                least = (bits, &reading.numbers);
            }
        }
        let (bits, numbers) = least;
        Some(Self {
            bits,
            bits_for_seed: BITS_FOR_SEED,
            numbers_for_states: numbers_for_states(numbers),
        })
    }
}

/// Each generator with its number.
fn needed_as_objects<S: Serializer>(all: &[Needed], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Entry {
        generator: &'static str,
        numbers: usize,
    }

    serializer.collect_seq(all.iter().map(|needed| Entry {
        generator: needed.key,
        numbers: needed.numbers,
    }))
}

/// How many outputs, each of which shows so many bits, have enough bits beyond these.
fn outputs_with(bits: u64, shown: u32) -> u64 {
    (bits + MORE_BITS).div_ceil(shown.into())
}

/// All generators, as a table.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorTable;

impl fmt::Display for GeneratorTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = catalogue::all().map(|row| row.key.len()).max().unwrap_or(0);
        let lead = width + 16;
        writeln!(
            f,
            "How many whole outputs a name takes at least: of a seed below 2^32, and of any state.\n\n\
             {:width$}   seed   state  what it is",
            "generator"
        )?;
        for row in catalogue::all() {
            let needed = OutputsNeeded::of(row);
            let state = match needed.with_state {
                Some(outputs) => outputs.to_string(),
                None => "-".to_owned(),
            };
            write!(f, "{:width$} {:>6} {state:>7} ", row.key, needed.with_seed)?;
            let mut column = lead;
            for word in row.about.split(' ') {
                let length = 1 + word.chars().count();
                if column + length > WIDTH {
                    write!(f, "\n{:lead$}", "")?;
                    column = lead;
                }
                write!(f, " {word}")?;
                column += length;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
