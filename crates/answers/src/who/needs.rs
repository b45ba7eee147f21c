//! How many outputs it takes to name a generator.

use std::fmt;

use generators::catalogue::{self, Generator, Structure};

/// How many bits the outputs must have beyond those of the seed or the state.
const MORE_BITS: u64 = 20;

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
