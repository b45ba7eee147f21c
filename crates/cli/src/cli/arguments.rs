//! Arguments that several commands take.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use generators::pcg32::Pcg32;

pub use answers::arguments::seconds;
pub(super) use answers::arguments::{Choice, ENDIANS, KINDS, KINDS_AND_TRACE, chance, quoted};
use answers::read::parse_whole;

/// The most tiles in a drawing: text and SVG are made in memory, and are many times as large as the grid.
pub(super) const MOST_TILES: usize = 1 << 24;

/// How the generator is seeded.
#[derive(Args)]
pub(super) struct SeedArgs {
    /// The seed of PCG32, decimal or 0x...; if absent, a fresh one is taken from the system and shown
    #[arg(long, value_name = "S", value_parser = bits, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The stream of PCG32, decimal or 0x...
    #[arg(long, value_name = "N", value_parser = bits, allow_negative_numbers = true, default_value = "54")]
    stream: u64,
}

impl SeedArgs {
    /// The seed: a fresh one if none was given.
    pub(super) fn settle(&self) -> Seed {
        Seed {
            seed: self.seed.unwrap_or_else(fresh_seed),
            stream: self.stream,
        }
    }
}

/// A seed from the operating system, by way of the keys of the standard library's hash tables.
pub(super) fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A seed, displayed as the options that reproduce it.
#[derive(Clone, Copy)]
pub(super) struct Seed {
    seed: u64,
    stream: u64,
}

impl Seed {
    /// PCG32, seeded by its own `srandom`.
    pub(super) const fn generator(self) -> Pcg32 {
        Pcg32::srandom(self.seed, self.stream)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--seed {:#x} --stream {}", self.seed, self.stream)
    }
}

pub(super) fn bits(text: &str) -> Result<u64, String> {
    let number = parse_whole(text.as_bytes()).and_then(|number| number.try_into().ok());
    number.ok_or_else(|| format!("give 64 bits, 0 to {} or 0x0 to {:#x}", u64::MAX, u64::MAX))
}

/// A width or a height.
pub(super) fn side(text: &str) -> Result<usize, String> {
    let side = text
        .parse()
        .ok()
        .filter(|side| (1..=MOST_TILES).contains(side));
    side.ok_or_else(|| format!("give a whole number from 1 to {MOST_TILES}"))
}

/// A parser for one of these names.
pub(super) fn one_of<T: Copy + Send + Sync>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let names = choices
        .iter()
        .map(|&(name, help, _)| PossibleValue::new(name).help(help));
    let chosen = |name: String| {
        choices
            .iter()
            .find(|choice| choice.0 == name)
            .map_or(choices[0].2, |choice| choice.2)
    };
    PossibleValuesParser::new(names).map(chosen)
}
