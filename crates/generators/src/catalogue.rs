//! The catalogue: one row a generator.
//!
//! ```
//! use generators::catalogue::find;
//!
//! let mut rand = (find("msvc-rand").unwrap().seeded)(1);
//! assert_eq!([rand(), rand(), rand()], [41, 18467, 6334]);
//! ```

mod additive;
mod bsd;
mod congruential;
mod constant;
#[cfg(test)]
mod first;
mod interpreters;
mod isaac;
mod languages;
mod mixers;
mod pcg;
mod twister;
mod xorshift;

use crate::affine::odd_inverse;
use alloc::boxed::Box;
use alloc::vec::Vec;

pub use constant::{Constant, Kind, Varied};
use multiversion::multiversion;

/// A stream of outputs.
pub type Stream = Box<dyn FnMut() -> u64 + Send>;

/// How many seeds a block has.
pub const LANES: usize = 64;

/// How many states are advanced together.
const ABREAST: usize = 16;

/// The first outputs of [`LANES`] seeds in a row: `outputs[n][i]` becomes output `n` of the seed `first + i`.
pub type Block = fn(first: u64, outputs: &mut [[u64; LANES]]);

/// A generator of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Its name on a command line, as in `msvc-rand`.
    pub key: &'static str,
    /// What it is, and where it is found.
    pub about: &'static str,
    /// Bits of an output.
    pub bits: u32,
    /// Bits of a seed, 1 to 64. Seeds from 2 to this power on repeat those below it, or are none.
    pub seed_bits: u32,
    /// A fresh stream from a seed, by the default seeding: as its library seeds it, or as `about` says.
    pub seeded: fn(u64) -> Stream,
    /// Other ways from a seed to a stream.
    pub seedings: &'static [Seeding],
    /// The same for many seeds at once, and faster: for scans.
    pub block: Block,
    /// How its state is recovered from outputs.
    pub structure: Structure,
    /// The same over its constants, where they have names.
    pub varied: Option<Varied>,
    /// Where its definition comes from.
    pub source: &'static str,
}

/// A way from a seed to a stream that is not a generator's default.
#[derive(Clone, Copy, Debug)]
pub struct Seeding {
    /// Its name, as in `words`: on a command line it follows the generator's key and a colon.
    pub name: &'static str,
    /// What it does with the seed, and who seeds so.
    pub about: &'static str,
    /// A fresh stream from a seed. Seeds have as many bits as those of the default seeding.
    pub seeded: fn(u64) -> Stream,
}

impl Generator {
    /// The same row over named constants.
    const fn with_varied(self, varied: Varied) -> Self {
        Self {
            varied: Some(varied),
            ..self
        }
    }

    /// The same row with more seedings.
    const fn with_seedings(self, seedings: &'static [Seeding]) -> Self {
        Self { seedings, ..self }
    }

    /// The seeding of this name.
    pub fn seeding(&self, name: &str) -> Option<fn(u64) -> Stream> {
        self.seedings
            .iter()
            .find(|seeding| seeding.name == name)
            .map(|seeding| seeding.seeded)
    }

    /// What makes a stream of a raw state, if the structure has it.
    pub const fn from_state(&self) -> Option<fn(&[u64]) -> Stream> {
        match self.structure {
            Structure::Linear { from_state, .. } | Structure::Invertible { from_state, .. } => {
                Some(from_state)
            }
            _ => None,
        }
    }

    /// How many seeds it has; of 64 bits all but the greatest.
    pub const fn seeds(&self) -> u64 {
        if self.seed_bits < u64::BITS {
            1 << self.seed_bits
        } else {
            u64::MAX
        }
    }

    /// Outputs are below this: a library that makes numbers in 0 to 1 of them divides by it.
    pub const fn range(&self) -> u128 {
        match self.structure {
            Structure::Congruential {
                modulus,
                shift,
                mask,
                ..
            } if mask == u64::MAX => ((modulus - 1) >> shift) + 1,
            Structure::Additive { modulus, shift, .. } => ((modulus - 1) >> shift) + 1,
            _ => 1 << self.bits,
        }
    }
}

/// What is known of a generator's inside: which way leads from outputs to its state.
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
    /// `x[n] = (x[n - long] + x[n - short]) mod modulus`, or minus; an output is `x[n] >> shift`. Without a shift the state
    /// is the last `long` outputs; with one, carries of the lost bits make an output greater by 1 at times.
    Additive {
        /// The longer lag.
        long: usize,
        /// The shorter lag.
        short: usize,
        /// `x[n - long] - x[n - short]`, or the sum.
        minus: bool,
        /// The modulus, up to 2^64.
        modulus: u128,
        /// How many low bits of the state an output lacks.
        shift: u32,
    },
    /// The bits of the next state, and those bits of the output that are in the mask, are sums modulo 2 of bits of the state.
    Linear {
        /// 64-bit words that hold the state.
        state: usize,
        /// How many bits of each word are used: the low ones.
        bits: u32,
        /// The bits of an output, unscrambled, that are linear.
        mask: u64,
        /// Undoes the part of an output's making that is not linear but can be undone: what it returns is linear.
        unscrambled: fn(u64) -> u64,
        /// A stream from a raw state.
        from_state: fn(&[u64]) -> Stream,
    },
    /// A function finds the raw state from the first outputs it gives; `None` if no state gives them.
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
pub static CATALOGUE: &[&[Generator]] = &[
    congruential::GENERATORS,
    bsd::GENERATORS,
    additive::GENERATORS,
    xorshift::GENERATORS,
    twister::GENERATORS,
    pcg::GENERATORS,
    isaac::GENERATORS,
    mixers::GENERATORS,
    languages::GENERATORS,
    interpreters::GENERATORS,
];

/// All of them, one by one.
pub fn all() -> impl Iterator<Item = &'static Generator> {
    CATALOGUE.iter().copied().flatten()
}

/// The generator of this key.
pub fn find(key: &str) -> Option<&'static Generator> {
    all().find(|generator| generator.key == key)
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
        structure: $structure:expr,
        source: $source:expr $(,)?
    ) => {
        $crate::catalogue::Generator {
            key: $key,
            about: $about,
            bits: $bits,
            seed_bits: $seed_bits,
            seeded: |seed| $crate::catalogue::stream($seeded(seed), $next),
            block: |first, outputs| $crate::catalogue::block(first, outputs, $seeded, $next),
            structure: $structure,
            varied: None,
            source: $source,
            seedings: &[],
        }
    };
}

use row;

/// The inverse of an odd number modulo 2^64. An even number has none, and the result means nothing.
pub const fn inverse(odd: u64) -> u64 {
    odd_inverse(odd)
}

/// A stream of the outputs from this state on.
fn stream<S: Send + 'static>(
    mut state: S,
    next: impl Fn(&mut S) -> u64 + Send + 'static,
) -> Stream {
    Box::new(move || next(&mut state))
}

/// A [`Block`] of a generator.
#[inline]
fn block<S>(
    first: u64,
    outputs: &mut [[u64; LANES]],
    seeded: impl Fn(u64) -> S,
    next: impl Fn(&mut S) -> u64,
) {
    if size_of::<S>() <= 64 {
        abreast(first, outputs, seeded, next);
    } else {
        for lane in 0..LANES {
            let mut state = seeded(first.wrapping_add(lane as u64));
            for row in &mut *outputs {
                row[lane] = next(&mut state);
            }
        }
    }
}

/// All states at once, in vectors where the processor has them.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn abreast<S, Seeded: Fn(u64) -> S, Next: Fn(&mut S) -> u64>(
    first: u64,
    outputs: &mut [[u64; LANES]],
    seeded: Seeded,
    next: Next,
) {
    // Few enough states that they stay in registers.
    for start in (0..LANES).step_by(ABREAST) {
        let mut states: [S; ABREAST] = core::array::from_fn(
            #[inline(always)]
            |lane| seeded(first.wrapping_add((start + lane) as u64)),
        );
        for row in &mut *outputs {
            for (lane, state) in states.iter_mut().enumerate() {
                row[start + lane] = next(state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn keys_are_unique_and_every_field_and_seeding_is_filled() {
        let mut keys: Vec<&str> = all().map(|generator| generator.key).collect();
        keys.sort_unstable();
        assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "{keys:?}");
        assert!(all().all(|generator| !generator.about.is_empty() && !generator.source.is_empty()));
        for generator in all() {
            for seeding in generator.seedings {
                let key = generator.key;
                assert!(
                    !seeding.about.is_empty() && !seeding.name.contains([':', ' ']),
                    "{key}"
                );
                let [default, other] =
                    [generator.seeded, seeding.seeded].map(|seeded| seeded(42)());
                assert_ne!(
                    default, other,
                    "{key}: {} is the default seeding",
                    seeding.name
                );
                let starts = first::of(key).map(|[_, _, start, ..]| start.split(' ').next());
                assert!(
                    starts
                        .into_iter()
                        .flatten()
                        .any(|name| name == seeding.name),
                    "{key}: nothing vouches for {}",
                    seeding.name
                );
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn blocks_are_the_streams_of_their_seeds_and_outputs_are_in_range() {
        for generator in all() {
            let first = (1 << (generator.seed_bits - 1)) - 10;
            let mut outputs = [[0; LANES]; 5];
            (generator.block)(first, &mut outputs);
            for lane in [0, 1, LANES - 1] {
                let mut stream = (generator.seeded)(first + lane as u64);
                for row in outputs {
                    assert_eq!(row[lane], stream(), "{}", generator.key);
                    assert!(
                        u128::from(row[lane]) < generator.range(),
                        "{}",
                        generator.key
                    );
                    assert!(
                        generator.range() <= 1 << generator.bits,
                        "{}",
                        generator.key
                    );
                }
            }
        }
    }

    /// The first outputs of some seeds.
    fn samples(generator: &Generator, n: usize) -> impl Iterator<Item = Vec<u64>> {
        let seeds = [
            1,
            42,
            12345,
            u64::MAX >> 1 & ((1 << (generator.seed_bits - 1)) - 1),
        ];
        seeds
            .map(|seed| {
                core::iter::repeat_with((generator.seeded)(seed))
                    .take(n)
                    .collect()
            })
            .into_iter()
    }

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn what_structures_say_is_true_of_the_streams() {
        for generator in all() {
            let key = generator.key;
            match generator.structure {
                Structure::Congruential {
                    multiplier,
                    increment,
                    modulus,
                    shift: 0,
                    mask: u64::MAX,
                } => {
                    let next =
                        |x: u64| u128::from(x) * u128::from(multiplier) + u128::from(increment);
                    for outputs in samples(generator, 9) {
                        assert!(
                            outputs
                                .windows(2)
                                .all(|pair| next(pair[0]) % modulus == pair[1].into()),
                            "{key}"
                        );
                    }
                }
                // The parameters are those of the stream.
                Structure::Congruential { .. } | Structure::Seeds => {}
                Structure::Additive {
                    long,
                    short,
                    minus,
                    modulus,
                    shift,
                } => {
                    for outputs in samples(generator, 3 * long) {
                        for at in long..outputs.len() {
                            let [older, newer] =
                                [outputs[at - long], outputs[at - short]].map(u128::from);
                            let range = ((modulus - 1) >> shift) + 1;
                            let exact = if minus {
                                older + range - newer
                            } else {
                                older + newer
                            } % range;
                            let carried = (exact + 1) % range;
                            let output = u128::from(outputs[at]);
                            assert!(
                                output == exact || shift > 0 && output == carried,
                                "{key} at {at}"
                            );
                        }
                    }
                }
                Structure::Linear {
                    state,
                    bits,
                    mask,
                    unscrambled,
                    from_state,
                } => {
                    let word = |n: u64, i: usize| {
                        (n + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)
                    };
                    let states =
                        [7, 1000].map(|n| (0..state).map(|i| word(n, i)).collect::<Vec<_>>());
                    let sum: Vec<u64> = states[0]
                        .iter()
                        .zip(&states[1])
                        .map(|(a, b)| a ^ b)
                        .collect();
                    let [mut a, mut b, mut both] = [
                        from_state(&states[0]),
                        from_state(&states[1]),
                        from_state(&sum),
                    ];
                    for at in 0..3 * state + 9 {
                        let [a, b, both] =
                            [a(), b(), both()].map(|output| unscrambled(output) & mask);
                        assert_eq!(a ^ b, both, "{key} at {at}");
                    }
                }
                Structure::Invertible {
                    needs,
                    state,
                    from_state,
                } => {
                    for outputs in samples(generator, 3 * needs) {
                        let mut again = from_state(&state(&outputs[..needs]).unwrap());
                        assert!(outputs.iter().all(|&output| again() == output), "{key}");
                    }
                }
            }
        }
    }
}
