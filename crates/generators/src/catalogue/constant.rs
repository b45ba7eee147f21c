//! Numbers in a generator's definition, by name: with another value of one of them, it is another generator.

use super::stream::Stream;

/// A number in a generator's definition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Constant {
    /// Its name, as in `multiplier`.
    pub name: &'static str,
    /// Its value in the right generator.
    pub value: u64,
    /// The other values that it can have.
    pub kind: Kind,
}

/// The use of a constant, which decides how it can be mistaken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A factor or a summand of this many bits: a digit of it may be wrong, or it may be cut off.
    Factor(u32),
    /// By how many bits something is shifted or rotated, or how many are kept; always below this number.
    Shift(u64),
    /// How often something is done, or how far apart things are.
    Count,
}

impl Constant {
    /// A factor or a summand of this many bits.
    pub const fn factor(name: &'static str, value: u64, bits: u32) -> Self {
        let kind = Kind::Factor(bits);
        Self { name, value, kind }
    }

    /// A shift or rotation by less than this many bits.
    pub const fn shift(name: &'static str, value: u64, below: u64) -> Self {
        let kind = Kind::Shift(below);
        Self { name, value, kind }
    }

    /// A number of times.
    pub const fn count(name: &'static str, value: u64) -> Self {
        let kind = Kind::Count;
        Self { name, value, kind }
    }
}

/// A generator over named constants.
#[derive(Clone, Copy, Debug)]
pub struct Varied {
    /// The constants, with their right values.
    pub constants: &'static [Constant],
    /// A stream of the generator with these values, in the same order, from a seed.
    pub seeded: fn(values: &[u64], seed: u64) -> Stream,
}
