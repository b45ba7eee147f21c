//! Seeds as users give them.

use std::fmt;
use std::ops::RangeInclusive;

use generators::catalogue::{self, seed_of_bits};

/// A number that is no seed of a generator.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SeedError {
    name: String,
    bits: u32,
    given: i128,
}

/// The seed of some numbers, as far as a user knows it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum GivenSeed {
    /// This one.
    Number(i128),
    /// One of these.
    Range(RangeInclusive<u64>),
    /// A text.
    Text(String),
}

/// The seed that the generator, subject or source of this name makes of a number; it takes seeds of so many bits.
pub fn seed_of_number(name: &str, bits: u32, given: i128) -> Result<u64, SeedError> {
    let seed = match catalogue::find(name) {
        Some(row) => row.taken(given),
        None => seed_of_bits(bits, given),
    };
    seed.ok_or_else(|| SeedError {
        name: name.to_owned(),
        bits,
        given,
    })
}

impl std::error::Error for SeedError {}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, bits, given } = self;
        let least = -(1_i128 << (bits - 1));
        if (least..0).contains(given) {
            let (long, longer) = ((1_i128 << 32) + given, (1_i128 << 64) + given);
            return write!(
                f,
                "the seed {given} of {name} depends on the width of C's unsigned long: give {long} for 32 bits, or {longer} for 64"
            );
        }
        let most = (1_i128 << bits) - 1;
        write!(
            f,
            "the seed {given} is out of range: {name} takes one from {least} to {most}"
        )
    }
}
