//! Arguments that several commands take.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use generators::pcg32::Pcg32;

use answers::read::{Endian, ItemKind, Width, parse_whole};

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

/// A time limit in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|&seconds| seconds > 0.0 && seconds <= 3600.0);
    seconds.ok_or_else(|| "give seconds as a number above 0, at most 3600".into())
}

/// A probability that is neither 0 nor 1.
pub(super) fn chance(text: &str) -> Result<f64, String> {
    let chance = text
        .parse::<f64>()
        .ok()
        .filter(|&chance| chance > 0.0 && chance < 1.0);
    chance.ok_or_else(|| "give a chance above 0 and below 1, like 1e-6".into())
}

/// A word as a shell takes it, quoted if necessary.
pub(super) fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    if !text.is_empty() && characters.all(|c| c.is_ascii_alphanumeric() || "-_./+=:,@%".contains(c))
    {
        return text.to_owned();
    }
    if !text.chars().any(lockstep::is_obeyed) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut quoted = "$'".to_owned();
    for byte in text.bytes() {
        match byte {
            b'\'' | b'\\' => quoted += &format!("\\{}", char::from(byte)),
            b' '..=b'~' => quoted.push(char::from(byte)),
            byte => quoted += &format!("\\x{byte:02x}"),
        }
    }
    quoted + "'"
}

/// A choice: its name, its help and its value.
pub(super) type Choice<T> = (&'static str, &'static str, T);

/// The possible byte orders of a binary word.
pub(super) const ENDIANS: &[Choice<Endian>] = &[
    ("little", "the lowest byte first", Endian::Little),
    ("big", "the highest byte first", Endian::Big),
];

/// How numbers may be written. `who` reads traces as well.
pub(super) const KINDS_AND_TRACE: &[Choice<ItemKind>] = &[
    ("u8", "bytes", ItemKind::Binary(Width::One, 8)),
    ("u16", "words of 2 bytes", ItemKind::Binary(Width::Two, 16)),
    (
        "u31",
        "words of 4 bytes, all below 2^31",
        ItemKind::Binary(Width::Four, 31),
    ),
    ("u32", "words of 4 bytes", ItemKind::Binary(Width::Four, 32)),
    (
        "u64",
        "words of 8 bytes",
        ItemKind::Binary(Width::Eight, 64),
    ),
    (
        "text",
        "whole numbers, decimal or 0x..., separated by blanks, commas, semicolons, brackets or line ends; # begins a comment",
        ItemKind::Text,
    ),
    (
        "float",
        "fractions from 0 up to 1 in text; `test` takes the top 32 bits of each, or --bits",
        ItemKind::Float,
    ),
    (
        "f32",
        "fractions from 0 up to 1 in 4 bytes; `test` takes the top 24 bits of each",
        ItemKind::Floats(Width::Four, 24),
    ),
    (
        "f64",
        "fractions from 0 up to 1 in 8 bytes; `test` takes the top 53 bits of each",
        ItemKind::Floats(Width::Eight, 53),
    ),
    (
        "trace",
        "the words or the draws of a trace, as `roguelab trace format` describes it",
        ItemKind::Trace,
    ),
];

/// How numbers may be written, except as a trace.
pub(super) const KINDS: &[Choice<ItemKind>] = KINDS_AND_TRACE.split_last().unwrap().1;

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
