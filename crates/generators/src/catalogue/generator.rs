//! What the catalogue says about a generator.

use alloc::vec::Vec;

use super::stream::{Block, Stream};
use crate::definition::Constant;
use crate::rule::ones;

/// A generator of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Its name on a command line, as in `msvc-rand`.
    pub key: &'static str,
    /// What it is, and where it is found.
    pub about: &'static str,
    /// Bits of an output.
    pub bits: u32,
    /// What all outputs are below, where that follows neither from the bits nor from the structure.
    pub below: Option<u64>,
    /// Bits of a seed, 1 to 64. Seeds from 2 to this power on repeat those below it, or are not accepted.
    pub seed_bits: u32,
    /// Whether its library takes a negative seed as its absolute value.
    pub absolute: bool,
    /// A fresh stream from a seed, by the default seeding: as its library seeds it, or as `about` says.
    pub seeded: fn(u64) -> Stream,
    /// Other ways from a seed to a stream.
    pub seedings: &'static [Seeding],
    /// The first outputs of many seeds at once, and faster: for scans.
    pub block: Block,
    /// How its state is recovered from outputs.
    pub structure: Structure,
    /// What a linear congruential generator has beside its structure.
    pub congruential: Option<Congruential>,
    /// Where its definition comes from.
    pub source: &'static str,
}

/// What a linear congruential generator has beside its structure.
#[derive(Clone, Copy, Debug)]
pub struct Congruential {
    /// The multiplier, the increment and the shift.
    pub constants: &'static [Constant; 3],
    /// The state before the first step, from a seed.
    pub state: fn(u64) -> u64,
}

/// A way from a seed to a stream that is not a generator's default.
#[derive(Clone, Copy, Debug)]
pub struct Seeding {
    /// Its name, as in `words`: on a command line it follows the generator's key and a colon.
    pub name: &'static str,
    /// What it does with the seed, and who seeds in this way.
    pub about: &'static str,
    /// A fresh stream from a seed. Seeds have as many bits as those of the default seeding.
    pub seeded: fn(u64) -> Stream,
}

impl Generator {
    /// The same row with more seedings.
    pub(super) const fn with_seedings(self, seedings: &'static [Seeding]) -> Self {
        Self { seedings, ..self }
    }

    /// What it is, without how it is seeded and who seeds it so: all that can be said of a state.
    pub fn algorithm(&self) -> &'static str {
        match self.about.split_once(" seeded by ") {
            Some((algorithm, _)) => algorithm.trim_end_matches(','),
            None => self.about,
        }
    }

    /// The seeding of this name.
    pub fn seeding(&self, name: &str) -> Option<fn(u64) -> Stream> {
        self.seedings
            .iter()
            .find(|seeding| seeding.name == name)
            .map(|seeding| seeding.seeded)
    }

    /// The function that makes a stream from a raw state, if the structure has one.
    pub const fn from_state(&self) -> Option<fn(&[u64]) -> Stream> {
        match self.structure {
            Structure::Linear { from_state, .. } | Structure::Invertible { from_state, .. } => {
                Some(from_state)
            }
            _ => None,
        }
    }

    /// How many words a raw state has, if a stream can be made from one.
    pub fn state_words(&self) -> Option<usize> {
        match self.structure {
            Structure::Congruential { .. } => Some(1),
            Structure::Linear { state, .. } => Some(state),
            Structure::Invertible { needs, state, .. } => {
                let outputs = core::iter::repeat_with((self.seeded)(1)).take(needs);
                state(&outputs.collect::<Vec<u64>>()).map(|words| words.len())
            }
            Structure::Additive { .. } | Structure::Seeds => None,
        }
    }

    /// A stream from a raw state; `None` if the row has no such states, or the state has another number of words.
    pub fn stream_from(&self, state: &[u64]) -> Option<Stream> {
        if self.state_words()? != state.len() {
            return None;
        }
        let Structure::Congruential {
            multiplier,
            increment,
            modulus,
            shift,
            mask,
        } = self.structure
        else {
            return Some(self.from_state()?(state));
        };
        Some(super::stream::stream(state[0], move |x: &mut u64| {
            let product = u128::from(multiplier) * u128::from(*x);
            *x = ((product + u128::from(increment)) % modulus) as u64;
            *x >> shift & mask
        }))
    }

    /// How many seeds it has; with 64 bits, all but the greatest.
    pub const fn seeds(&self) -> u64 {
        if self.seed_bits < u64::BITS {
            1 << self.seed_bits
        } else {
            u64::MAX
        }
    }

    /// The seed that the default seeding makes of a number; `None` if it is out of range, or if not all platforms agree.
    pub fn taken(&self, said: i128) -> Option<u64> {
        let low = Some(said as u64 & ones(self.seed_bits));
        match self.structure {
            _ if self.absolute => u64::try_from(said.unsigned_abs()).ok(),
            _ if said > u64::MAX.into() || said < i64::MIN.into() => None,
            // Bits above those of the seed change nothing.
            Structure::Congruential { modulus, .. } if modulus.is_power_of_two() => low,
            // All arithmetic is modulo the prime. The width of a C long decides what a negative seed is.
            Structure::Congruential { modulus, .. } if modulus <= 1 << self.seed_bits => {
                let seed = u128::try_from(said).ok()?;
                if seed >> self.seed_bits == 0 {
                    low
                } else {
                    Some((seed % modulus) as u64)
                }
            }
            _ => seed_of_bits(self.seed_bits, said),
        }
    }

    /// Outputs are below this: a library that makes numbers from 0 to 1 of them divides by it.
    pub const fn range(&self) -> u128 {
        match self.structure {
            Structure::Congruential {
                modulus,
                shift,
                mask: u64::MAX,
                ..
            }
            | Structure::Additive { modulus, shift, .. } => ((modulus - 1) >> shift) + 1,
            _ => match self.below {
                Some(below) => below as u128,
                None => 1 << self.bits,
            },
        }
    }
}

/// A seed of so many bits from a number that fits in them, as one with a sign or as one without: C takes both as the same bits.
pub fn seed_of_bits(bits: u32, said: i128) -> Option<u64> {
    let fits = (-1..=1).contains(&(said >> (bits - 1)));
    fits.then_some(said as u64 & ones(bits))
}

/// What is known about a generator's inner workings: how to get from outputs to its state.
#[derive(Clone, Copy, Debug)]
pub enum Structure {
    /// `x = (multiplier * x + increment) mod modulus`; an output is `(x >> shift) & mask` of the new `x`.
    Congruential {
        /// The multiplier.
        multiplier: u64,
        /// The increment.
        increment: u64,
        /// The modulus, up to 2^64.
        modulus: u128,
        /// How many low bits of the state an output lacks.
        shift: u32,
        /// The bits of `x >> shift` that an output keeps; all 64 if it keeps them all.
        mask: u64,
    },
    /// `x[n] = (x[n - long] + x[n - short]) mod modulus`, or the difference; an output is `x[n] >> shift`. Without a shift the
    /// state
    /// is the last `long` outputs; with one, carries of the lost bits make an output greater by 1 at times.
    Additive {
        /// The longer lag.
        long: usize,
        /// The shorter lag.
        short: usize,
        /// Whether it is `x[n - long] - x[n - short]`; otherwise the sum.
        minus: bool,
        /// The modulus, up to 2^64.
        modulus: u128,
        /// How many low bits of the state an output lacks.
        shift: u32,
    },
    /// The bits of the next state, and the bits of the output that are in the mask, are sums modulo 2 of bits of the state.
    Linear {
        /// 64-bit words that hold the state.
        state: usize,
        /// How many bits of each word are used: the low ones.
        bits: u32,
        /// The bits of an unscrambled output that are linear.
        mask: u64,
        /// Undoes the invertible part of an output's making that is not linear: what it returns is linear.
        unscrambled: fn(u64) -> u64,
        /// A stream from a raw state.
        from_state: fn(&[u64]) -> Stream,
    },
    /// A function finds the raw state from the first outputs it gives; `None` if no state gives them.
    Invertible {
        /// How many outputs it needs.
        needs: usize,
        /// Computes the raw state before the outputs from them.
        state: fn(&[u64]) -> Option<Vec<u64>>,
        /// A stream from a raw state.
        from_state: fn(&[u64]) -> Stream,
    },
    /// The state is found only by trying seeds.
    Seeds,
}

/// A row of the catalogue: `seeded` is a function from a seed to a state, an arrow, and one that advances a state and
/// returns an output.
macro_rules! row {
    (
        key: $key:expr,
        about: $about:expr,
        bits: $bits:expr,
        seed_bits: $seed_bits:expr,
        seeded: $seeded:expr => $next:expr,
        $(block: $block:expr,)?
        $(structure: $structure:expr,)?
        $(congruential: $congruential:expr,)?
        source: $source:expr $(,)?
    ) => {
        $crate::catalogue::Generator {
            key: $key,
            about: $about,
            bits: $bits,
            below: None,
            seed_bits: $seed_bits,
            absolute: false,
            seeded: |seed| $crate::catalogue::stream::stream($seeded(seed), $next),
            block: row!(@or |first, outputs| $crate::catalogue::stream::block(first, outputs, $seeded, $next) $(, $block)?),
            structure: row!(@or $crate::catalogue::Structure::Seeds $(, $structure)?),
            congruential: row!(@or None $(, Some($congruential))?),
            source: $source,
            seedings: &[],
        }
    };
    (@or $usual:expr) => {
        $usual
    };
    (@or $usual:expr, $own:expr) => {
        $own
    };
}

pub(super) use row;
