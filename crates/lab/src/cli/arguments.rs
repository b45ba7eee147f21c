//! Arguments that several commands take.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use generators::pcg32::Pcg32;

/// The most tiles of a drawing. Its text and its SVG are made in memory, and are many times as large as the grid.
pub(super) const MOST_TILES: usize = 1 << 24;

/// How the generator is seeded.
#[derive(Args)]
pub(super) struct SeedArgs {
    /// The seed of PCG32, decimal or 0x...; without it, a fresh one from the operating system, which is shown
    #[arg(long, value_name = "S", value_parser = bits, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Which of PCG32's streams, decimal or 0x...
    #[arg(long, value_name = "N", value_parser = bits, allow_negative_numbers = true, default_value = "54")]
    stream: u64,
}

impl SeedArgs {
    /// The seed, now settled.
    pub(super) fn settle(&self) -> Seed {
        // The keys of the standard library's hash tables come from the operating system.
        let fresh = || RandomState::new().build_hasher().finish();
        Seed { seed: self.seed.unwrap_or_else(fresh), stream: self.stream }
    }
}

/// A seed that is settled. Shown as the options that give it again.
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

/// 64 bits.
pub(super) fn bits(text: &str) -> Result<u64, String> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = hexadecimal.map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    number.map_err(|_| format!("64 bits belong here, 0 to {} or 0x0 to {:#x}", u64::MAX, u64::MAX))
}

/// A width or a height.
pub(super) fn side(text: &str) -> Result<usize, String> {
    let side = text.parse().ok().filter(|side| (1..=MOST_TILES).contains(side));
    side.ok_or_else(|| format!("a whole number from 1 to {MOST_TILES} belongs here"))
}

/// A choice by name: the name, what it means, the choice.
pub(super) type Choice<T> = (&'static str, &'static str, T);

/// Takes one of the names.
pub(super) fn one_of<T: Copy + Send + Sync>(choices: &'static [Choice<T>]) -> impl TypedValueParser<Value = T> {
    let names = choices.iter().map(|&(name, help, _)| PossibleValue::new(name).help(help));
    let chosen = |name: String| choices.iter().find(|choice| choice.0 == name).map_or(choices[0].2, |choice| choice.2);
    PossibleValuesParser::new(names).map(chosen)
}
