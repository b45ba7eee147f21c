//! The catalogue: one row a generator.

mod congruential;
mod xorshift;

/// A stream of outputs.
pub type Stream = Box<dyn FnMut() -> u64 + Send>;

/// A generator of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Its name on a command line, as in `msvc-rand`.
    pub key: &'static str,
    /// What it is, and where it is found.
    pub about: &'static str,
    /// Bits of an output.
    pub bits: u32,
    /// Bits of a seed: 16, 31, 32, 48, 64. All seeds below 2 to this power are distinct, or the rest are the same as these.
    pub seed_bits: u32,
    /// A fresh stream from a seed, as its library seeds it.
    pub seeded: fn(u64) -> Stream,
    /// How its state is recovered from outputs.
    pub structure: Structure,
    /// Where its definition comes from.
    pub source: &'static str,
}

/// What is known of a generator's inside: which way leads from outputs to its state.
#[derive(Clone, Copy, Debug)]
pub enum Structure {
    /// `x = (multiplier * x + increment) mod modulus`; an output is `(x >> shift) & mask`.
    Congruential {
        /// The multiplier.
        multiplier: u64,
        /// The increment.
        increment: u64,
        /// The modulus, up to 2^64.
        modulus: u128,
        /// How many low bits of the state an output lacks.
        shift: u32,
        /// The bits of `x >> shift` that an output keeps.
        mask: u64,
    },
    /// The bits of the next state, and those bits of the output that are in the mask, are sums modulo 2 of bits of the state.
    Linear {
        /// 64-bit words that hold the state.
        state: usize,
        /// How many bits of them are used, the low bits of each word first.
        bits: u32,
        /// The bits of an output that are linear.
        mask: u64,
        /// A stream from a raw state.
        from_state: fn(&[u64]) -> Stream,
    },
    /// A function finds the state from outputs, as an outcome of a raw state; `None` if none gives them.
    Invertible {
        /// How many outputs it needs.
        needs: usize,
        /// From outputs to the raw state before them.
        state: fn(&[u64]) -> Option<Vec<u64>>,
        /// A stream from a raw state.
        from_state: fn(&[u64]) -> Stream,
    },
    /// Only trying seeds helps.
    Seeds,
}

/// Every generator, in groups of a family.
pub static CATALOGUE: &[&[Generator]] = &[congruential::GENERATORS, xorshift::GENERATORS];

/// The generator of this key.
pub fn find(key: &str) -> Option<&'static Generator> {
    CATALOGUE.iter().copied().flatten().find(|generator| generator.key == key)
}
