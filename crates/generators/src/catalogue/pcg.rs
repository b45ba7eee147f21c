//! The PCG family.

use crate::pcg32::Pcg32;

use super::generator::{Generator, Structure, row};
use super::stream::stream;
use crate::definition::{Constant, Definition, Right};
use crate::rule::odd_inverse as inverse;

const SOURCE: &str =
    "O'Neill, PCG: a family of simple fast space-efficient statistically good algorithms, 2014";

/// A row of PCG32: the sequence is what its seeding takes beside the seed.
macro_rules! pcg32 {
    ($key:literal, $about:literal, $sequence:expr) => {
        row! {
            key: $key,
            about: $about,
            bits: 32,
            seed_bits: 64,
            seeded: |seed| Pcg32::srandom(seed, $sequence) => |pcg: &mut Pcg32| pcg.next_word().into(),
            structure: Structure::Seeds,
            source: SOURCE,
        }
    };
}

/// The rows of this family.
pub(super) static GENERATORS: &[Generator] = &[
    pcg32!(
        "pcg32",
        "PCG32 (XSH-RR 64/32), seeded by its srandom with sequence 54, as in its demonstration",
        54
    ),
    pcg32!("pcg32-zero", "PCG32, sequence 0", 0),
    pcg32!("pcg32-one", "PCG32, sequence 1", 1),
    pcg32!(
        "pcg32-oneseq",
        "PCG32 with its default increment: pcg32(seed) of the C++ library, pcg32_oneseq",
        INCREMENT >> 1
    ),
    pcg32!(
        "pcg32-oorandom",
        "PCG32 with its default increment as sequence: Godot's RandomNumberGenerator, oorandom",
        INCREMENT
    ),
    row! {
        key: "pcg32-fast",
        about: "PCG XSH-RS 64/32 without increment: pcg32_fast",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| seed | 3 => |state: &mut u64| {
            let old = *state;
            *state = old.wrapping_mul(MULTIPLIER);
            (old ^ old >> 22) >> (22 + (old >> 61)) & 0xffff_ffff
        },
        source: SOURCE,
    },
    row! {
        key: "pcg-rxs-m-xs-32",
        about: "PCG RXS-M-XS 32, one sequence: pcg32_once_insecure, and the PCG hash of shaders",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| (seed as u32).wrapping_add(INCREMENT_32).wrapping_mul(MULTIPLIER_32).wrapping_add(INCREMENT_32)
            => |state| stepped(&RXS_M_XS_32, state).into(),
        structure: Structure::Invertible {
            needs: 1,
            state: |outputs| u32::try_from(outputs[0]).ok().map(|output| alloc::vec![un_rxs_m_xs_32(output).into()]),
            from_state: |words| stream(words[0] as u32, |state| stepped(&RXS_M_XS_32, state).into()),
        },
        source: SOURCE,
    },
    row! {
        key: "elm-random",
        about: "elm/random and Gren's Random, their products exact: PCG RXS-M-XS 32 over the step of Numerical Recipes",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| {
            let mut state = 0;
            elm(&mut state);
            state = state.wrapping_add(seed as u32);
            elm(&mut state);
            state
        } => elm,
        structure: Structure::Invertible {
            needs: 1,
            state: |outputs| u32::try_from(outputs[0]).ok().map(|output| alloc::vec![un_rxs_m_xs_32(output).into()]),
            from_state: |words| stream(words[0] as u32, elm),
        },
        source: "elm/random 1.0, Random.elm; gren-lang/core, pull request 146",
    },
    row! {
        key: "pcg-rxs-m-xs-64",
        about: "PCG RXS-M-XS 64, one sequence: pcg64_once_insecure",
        bits: 64,
        seed_bits: 64,
        seeded: |seed: u64| seed.wrapping_add(INCREMENT).wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT)
            => |state| stepped(&RXS_M_XS_64, state),
        structure: Structure::Invertible {
            needs: 1,
            state: |outputs| Some(alloc::vec![un_rxs_m_xs_64(outputs[0])]),
            from_state: |words| stream(words[0], |state| stepped(&RXS_M_XS_64, state)),
        },
        source: SOURCE,
    },
    row! {
        key: "pcg64",
        about: "PCG64 (XSL-RR 128/64) with its default increment: pcg64(seed) of the C++ library",
        bits: 64,
        seed_bits: 64,
        seeded: |seed: u64| Pcg64::seeded(seed.into(), INCREMENT_128) => Pcg64::xsl_rr,
        source: SOURCE,
    },
    row! {
        key: "pcg64-fast",
        about: "PCG XSL-RR 128/64 without increment: pcg64_fast",
        bits: 64,
        seed_bits: 64,
        seeded: |seed: u64| Pcg64 { state: u128::from(seed) | 3, increment: 0 } => Pcg64::xsl_rr,
        source: SOURCE,
    },
    row! {
        key: "pcg64-dxsm",
        about: "PCG64 DXSM with the cheap multiplier and its default increment: PCG64DXSM of numpy with a raw state",
        bits: 64,
        seed_bits: 64,
        seeded: |seed: u64| {
            let state = u128::from(seed).wrapping_add(INCREMENT_128);
            Pcg64 { state: state.wrapping_mul(CHEAP).wrapping_add(INCREMENT_128), increment: INCREMENT_128 }
        } => Pcg64::dxsm,
        source: "O'Neill, PCG, cheap multiplier and DXSM, 2019",
    },
    row! {
        key: "numpy-default-rng",
        about: "numpy.random.default_rng(seed): PCG64 seeded by a SeedSequence",
        bits: 64,
        seed_bits: 64,
        seeded: Pcg64::of_sequence => Pcg64::xsl_rr,
        source: "numpy, bit_generator.pyx and pcg64.c",
    },
];

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;
const MULTIPLIER_32: u32 = 747_796_405;
const INCREMENT_32: u32 = 2_891_336_453;
const MULTIPLIER_128: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
const INCREMENT_128: u128 = (MULTIPLIER as u128) << 64 | INCREMENT as u128;
const CHEAP: u128 = 0xda94_2042_e4dd_58b5;

const MIX_32: u64 = 277_803_737;
const MIX_64: u64 = 12_605_985_483_714_917_081;

/// The constants of a PCG RXS-M-XS of this many bits.
const fn rxs_m_xs_constants(bits: u32, values: [u64; 6]) -> [Constant; 6] {
    let [multiplier, increment, top, least, mix, last] = values;
    let below = bits as u64;
    [
        Constant::factor("multiplier of a step", multiplier, bits),
        Constant::factor("increment", increment, bits),
        Constant::shift("shift to the first shift", top, below),
        Constant::count("summand of the first shift", least),
        Constant::factor("multiplier of a word", mix, bits),
        Constant::shift("last shift", last, below),
    ]
}

/// The constants of `elm-random`.
pub const ELM: Right<u32> = Right::new(&rxs_m_xs_constants(
    32,
    [1_664_525, 1_013_904_223, 28, 4, MIX_32, 22],
));
const RXS_M_XS_32: Right<u32> = Right::new(&rxs_m_xs_constants(
    32,
    [MULTIPLIER_32 as u64, INCREMENT_32 as u64, 28, 4, MIX_32, 22],
));
const RXS_M_XS_64: Right<u64> = Right::new(&rxs_m_xs_constants(
    64,
    [MULTIPLIER, INCREMENT, 59, 5, MIX_64, 43],
));

/// The output of PCG RXS-M-XS for a state.
#[inline]
pub fn rxs_m_xs<D: Definition>(d: &D, state: D::Word) -> D::Word {
    let shift = d.low(d.shift_right(state, d.constant(2))) + d.constant(3);
    let mixed = state ^ d.shift_right(state, shift);
    let word = d.multiply(mixed, d.constant(4));
    word ^ d.shift_right(word, d.constant(5))
}

/// The output of PCG RXS-M-XS, followed by a step.
#[inline]
fn stepped<D: Definition>(d: &D, state: &mut D::Word) -> D::Word {
    let old = *state;
    *state = d.multiply_add(old, d.constant(0), d.constant(1));
    rxs_m_xs(d, old)
}

#[inline]
fn elm(state: &mut u32) -> u64 {
    stepped(&ELM, state).into()
}

/// The state before this output. The top bits say how far the state was shifted, and the shift does not change them.
#[inline]
fn un_rxs_m_xs_32(output: u32) -> u32 {
    let word = (output ^ output >> 22).wrapping_mul(inverse(MIX_32) as u32);
    let shift = (word >> 28) + 4;
    (0..8).fold(word, |state, _| word ^ state >> shift)
}

/// The same as [`un_rxs_m_xs_32`], for 64 bits.
#[inline]
fn un_rxs_m_xs_64(output: u64) -> u64 {
    let word = (output ^ output >> 43).wrapping_mul(inverse(MIX_64));
    let shift = (word >> 59) + 5;
    (0..13).fold(word, |state, _| word ^ state >> shift)
}

/// 128 bits of state. An increment of 0 is the generator without an increment.
pub(super) struct Pcg64 {
    state: u128,
    increment: u128,
}

impl Pcg64 {
    #[inline]
    fn seeded(state: u128, increment: u128) -> Self {
        let mut pcg = Self {
            state: state.wrapping_add(increment),
            increment,
        };
        pcg.step();
        pcg
    }

    #[inline]
    fn step(&mut self) {
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER_128)
            .wrapping_add(self.increment);
    }

    #[inline]
    fn xsl_rr(&mut self) -> u64 {
        self.step();
        ((self.state >> 64) as u64 ^ self.state as u64).rotate_right((self.state >> 122) as u32)
    }

    /// The generator as numpy seeds it: `SeedSequence` gives the high words first.
    #[inline]
    pub(super) fn of_sequence(seed: u64) -> Self {
        let mut word = SeedSequence::of(seed).words_64();
        let mut wide = || u128::from(word()) << 64 | u128::from(word());
        Self::seeded(wide(), wide() << 1 | 1)
    }

    #[inline]
    pub(super) fn dxsm(&mut self) -> u64 {
        let (mut high, low) = ((self.state >> 64) as u64, self.state as u64 | 1);
        self.state = self.state.wrapping_mul(CHEAP).wrapping_add(self.increment);
        high = (high ^ high >> 32).wrapping_mul(CHEAP as u64);
        (high ^ high >> 48).wrapping_mul(low)
    }
}

/// What `generate_state` hashes its first word with.
const FIRST_FACTOR: u32 = 0x8b51_f9dd;

/// What that is multiplied by for each word.
const FACTOR_STEP: u32 = 0x58f3_8ded;

/// A word that `generate_state` makes of one of the pool.
#[inline]
const fn poured(value: u32, factor: u32) -> u32 {
    let value = (value ^ factor).wrapping_mul(factor.wrapping_mul(FACTOR_STEP));
    value ^ value >> 16
}

/// numpy's `SeedSequence`: the pool that a seed is mixed into.
#[derive(Clone, Copy)]
pub(super) struct SeedSequence([u32; 4]);

impl SeedSequence {
    #[inline]
    pub(super) fn of(seed: u64) -> Self {
        let mut factor = 0x43b0_d7e5u32;
        let mut hashed = |value: u32| {
            let value = value ^ factor;
            factor = factor.wrapping_mul(0x931e_8875);
            let value = value.wrapping_mul(factor);
            value ^ value >> 16
        };
        let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0].map(&mut hashed);
        for from in 0..4 {
            for to in 0..4 {
                if from != to {
                    let right = hashed(pool[from]).wrapping_mul(0x4973_f715);
                    let mixed = pool[to].wrapping_mul(0xca01_f9dd).wrapping_sub(right);
                    pool[to] = mixed ^ mixed >> 16;
                }
            }
        }
        Self(pool)
    }

    /// `generate_state` as words of 32 bits, without end.
    #[inline]
    pub(super) fn words(self) -> impl Iterator<Item = u32> {
        let mut factor = FIRST_FACTOR;
        self.0.into_iter().cycle().map(move |value| {
            let before = factor;
            factor = factor.wrapping_mul(FACTOR_STEP);
            poured(value, before)
        })
    }

    /// Word `n` of [`Self::words`].
    #[inline]
    pub(super) fn word(&self, n: usize) -> u32 {
        poured(
            self.0[n % 4],
            FIRST_FACTOR.wrapping_mul(FACTOR_STEP.wrapping_pow(n as u32)),
        )
    }

    /// `generate_state` as words of 64 bits, without end.
    #[inline]
    pub(super) fn words_64(self) -> impl FnMut() -> u64 {
        let mut words = self.words();
        move || {
            let mut half = || u64::from(words.next().unwrap_or_default());
            half() | half() << 32
        }
    }
}
