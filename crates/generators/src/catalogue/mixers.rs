//! Generators that hash a counter, and other small nonlinear ones.

use alloc::vec::Vec;

use super::generator::{Generator, Seeding, Structure, row};
use super::stream::{LANES, block, stream};
use crate::definition::{Constant, Definition, Right};
use crate::rule::odd_inverse;

/// A row of two of Marsaglia's multiply-with-carry generators of 16 bits. `sum` says whether the second word is added whole.
macro_rules! mwc {
    ($key:literal, $about:literal, $constants:ident, sum $sum:literal, $source:literal) => {
        row! {
            key: $key,
            about: $about,
            bits: 32,
            seed_bits: 64,
            seeded: |seed| [seed as u32, (seed >> 32) as u32] => |words: &mut [u32; 2]| mwc_word(&$constants, $sum, words).into(),
            structure: Structure::Invertible {
                needs: 2,
                state: |outputs| {
                    let outputs = [u32::try_from(outputs[0]).ok()?, u32::try_from(outputs[1]).ok()?];
                    before_mwc(&$constants, $sum, outputs)
                },
                from_state: |words| stream(
                    [words[0] as u32, words[1] as u32],
                    |words: &mut [u32; 2]| mwc_word(&$constants, $sum, words).into(),
                ),
            },
            source: $source,
        }
    };
}

/// The rows of this family.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "splitmix64",
        about: "splitmix64, the generator that seeds others; Java's SplittableRandom",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| seed => splitmix64,
        structure: Structure::Invertible {
            needs: 1,
            state: |outputs| Some(alloc::vec![splitmix64_before(outputs[0])]),
            from_state: |words| stream(words[0], splitmix64),
        },
        source: "Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014",
    },
    row! {
        key: "mulberry32",
        about: "Mulberry32: games and demos in JavaScript",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| seed as u32 => mulberry32,
        source: "Tommy Ettinger's Mulberry32, 2017, public domain",
    },
    row! {
        key: "middle-square-weyl",
        about: "Widynski's middle-square Weyl sequence; the seed is the word added, as its paper's single stream has it",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| [0, 0, seed] => middle_square_weyl,
        source: "Widynski, Middle-square Weyl sequence RNG, arXiv 1704.00358",
    },
    row! {
        key: "jsf32",
        about: "Bob Jenkins's small generator of 32-bit words: Brogue",
        bits: 32,
        seed_bits: 32,
        seeded: jsf32_seeded => jsf32,
        source: "Bob Jenkins, A small noncryptographic PRNG, 2007",
    },
    row! {
        key: "libtcod-cmwc",
        about: "Marsaglia's complementary multiply-with-carry generator as libtcod seeds it: its default, roguelikes",
        bits: 32,
        seed_bits: 32,
        seeded: Cmwc::seeded => Cmwc::next,
        block: cmwc_block,
        source: "libtcod, mersenne_c.c; Marsaglia, Random number generators, 2003",
    },
    row! {
        key: "sfc32",
        about: "SFC32 of PractRand, seeded by 64 bits and 12 rounds: games and demos in JavaScript",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| sfc32_seeded(seed, 12) => sfc32,
        source: "Chris Doty-Humphrey, PractRand, sfc.cpp",
    }
    .with_seedings(&[Seeding {
        name: "three-words",
        about: "PractRand's seeding by three words and 15 rounds: 0, the low and the high half of the seed",
        seeded: |seed| stream(sfc32_seeded(seed, 15), sfc32),
    }]),
    mwc!(
        "mwc1616",
        "MWC1616: two of Marsaglia's multiply-with-carry generators of 16 bits, seeded by their two words, the first one low",
        MWC_1616,
        sum false,
        "Marsaglia's articles in sci.math and sci.stat.math, 1996 to 1999"
    ),
    mwc!(
        "v8-mwc1616",
        "Math.random of V8 from 3.30 until xorshift128+ in 4.9, times 2^32: MWC1616 with other multipliers, seeded by its two words",
        V8_MWC_1616,
        sum false,
        "V8 3.30, math.js"
    ),
    mwc!(
        "mwc-1999",
        "Marsaglia's MWC of 1999, (z << 16) + w, seeded by z, the low word, and w: SimpleRNG of .NET, small libraries",
        MWC_1999,
        sum true,
        "Marsaglia, Random numbers for C: the end?, sci.stat.math, 1999"
    ),
];

pub(super) const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

#[inline]
pub(super) fn splitmix64(x: &mut u64) -> u64 {
    *x = x.wrapping_add(GAMMA);
    (0..3).fold(*x, |z, line| splitmix_line(&SPLITMIX_64, line, z))
}

/// The constants of splitmix64.
pub const SPLITMIX_64: Right<u64> = Right::new(&[
    Constant::factor("gamma", GAMMA, 64),
    Constant::shift("first shift", 30, 64),
    Constant::factor("first multiplier", FIRST, 64),
    Constant::shift("second shift", 27, 64),
    Constant::factor("second multiplier", SECOND, 64),
    Constant::shift("third shift", 31, 64),
]);

/// One of the three lines by which splitmix64 mixes its counter.
#[inline]
pub fn splitmix_line<D: Definition>(d: &D, line: usize, z: D::Word) -> D::Word {
    let mixed = z ^ d.shift_right(z, d.constant(2 * line + 1));
    if line < 2 {
        d.multiply(mixed, d.constant(2 * line + 2))
    } else {
        mixed
    }
}

/// The seed from which splitmix64 makes this as its first output.
pub const fn splitmix64_before(mut z: u64) -> u64 {
    z ^= z >> 31 ^ z >> 62;
    z = z.wrapping_mul(odd_inverse(SECOND));
    z ^= z >> 27 ^ z >> 54;
    z = z.wrapping_mul(odd_inverse(FIRST));
    (z ^ z >> 30 ^ z >> 60).wrapping_sub(GAMMA)
}

#[inline]
fn mulberry32(x: &mut u32) -> u64 {
    *x = x.wrapping_add(0x6d2b_79f5);
    mulberry(&MULBERRY_32, *x, u32::wrapping_add).into()
}

/// The constants of Mulberry32.
pub const MULBERRY_32: Right<u32> = Right::new(&[
    Constant::factor("summand", 0x6d2b_79f5, 32),
    Constant::shift("first shift", 15, 32),
    Constant::shift("second shift", 7, 32),
    Constant::factor("second bits that are set", 61, 32),
    Constant::shift("third shift", 14, 32),
]);

/// The output that Mulberry32 makes from its counter; `join` makes one word of two products.
#[inline]
pub fn mulberry<D: Definition>(
    d: &D,
    x: D::Word,
    join: impl Fn(D::Word, D::Word) -> D::Word,
) -> D::Word {
    let mut t = d.multiply(x ^ d.shift_right(x, d.constant(1)), d.low(x) | 1);
    let mixed = t ^ d.shift_right(t, d.constant(2));
    t ^= join(t, d.multiply(mixed, d.low(t) | d.constant(3)));
    t ^ d.shift_right(t, d.constant(4))
}

#[inline]
fn middle_square_weyl([x, w, s]: &mut [u64; 3]) -> u64 {
    *w = w.wrapping_add(*s);
    *x = x.wrapping_mul(*x).wrapping_add(*w).rotate_left(32);
    *x & 0xffff_ffff
}

#[inline]
fn jsf32_seeded(seed: u64) -> [u32; 4] {
    let seed = seed as u32;
    let mut state = [0xf1ea_5eed, seed, seed, seed];
    for _ in 0..20 {
        jsf32(&mut state);
    }
    state
}

#[inline]
fn jsf32([a, b, c, d]: &mut [u32; 4]) -> u64 {
    let e = a.wrapping_sub(b.rotate_left(27));
    *a = *b ^ c.rotate_left(17);
    *b = c.wrapping_add(*d);
    *c = d.wrapping_add(e);
    *d = e.wrapping_add(*a);
    u64::from(*d)
}

/// The state from a seed: three words, the first of which is 0, and a counter.
#[inline]
fn sfc32_seeded(seed: u64, rounds: usize) -> [u32; 4] {
    let mut state = [0, seed as u32, (seed >> 32) as u32, 1];
    for _ in 0..rounds {
        sfc32(&mut state);
    }
    state
}

#[inline]
pub(super) fn sfc32([a, b, c, counter]: &mut [u32; 4]) -> u64 {
    let output = a.wrapping_add(*b).wrapping_add(*counter);
    *counter = counter.wrapping_add(1);
    *a = *b ^ *b >> 9;
    *b = c.wrapping_add(*c << 3);
    *c = c.rotate_left(21).wrapping_add(output);
    u64::from(output)
}

const fn mwc_constants(first: u64, second: u64) -> [Constant; 3] {
    [
        Constant::factor("first multiplier", first, 16),
        Constant::factor("second multiplier", second, 16),
        Constant::shift("shift to the carry", 16, 32),
    ]
}

/// The constants of `mwc1616`.
pub const MWC_1616: Right<u32> = Right::new(&mwc_constants(18000, 30903));
/// The constants of `v8-mwc1616`.
pub const V8_MWC_1616: Right<u32> = Right::new(&mwc_constants(18030, 36969));
/// The constants of `mwc-1999`.
pub const MWC_1999: Right<u32> = Right::new(&mwc_constants(36969, 18000));

/// A step of both words, of which the low 16 bits are the digit and the high ones the carry, and the word made of them.
#[inline]
pub fn mwc_word<D: Definition>(d: &D, is_sum: bool, words: &mut [D::Word; 2]) -> D::Word {
    let low = d.word(0xffff);
    for (at, x) in words.iter_mut().enumerate() {
        let carry = d.shift_right(*x, d.constant(2));
        *x = d.add(d.multiply(*x & low, d.constant(at)), carry);
    }
    let high = d.shift_left(words[0], 16);
    if is_sum {
        d.add(high, words[1])
    } else {
        high | words[1] & low
    }
}

/// The words before two successive outputs.
fn before_mwc(d: &Right<u32>, is_sum: bool, outputs: [u32; 2]) -> Option<Vec<u64>> {
    let [first, second] = [d.constant(0) as u32, d.constant(1) as u32];
    let [one, next] = outputs;
    let w = before_digits(second, one & 0xffff, next & 0xffff)?;
    // The carry of the second word, which a sum has in its upper half.
    let mut words = [0, w];
    let mut carry = || {
        mwc_word(d, is_sum, &mut words);
        if is_sum { words[1] >> 16 } else { 0 }
    };
    let digits = [one, next].map(|output| (output >> 16).wrapping_sub(carry()) & 0xffff);
    let z = before_digits(first, digits[0], digits[1])?;
    Some(alloc::vec![z.into(), w.into()])
}

/// The word before two successive digits: the second digit reveals the carry beside the first.
fn before_digits(multiplier: u32, first: u32, second: u32) -> Option<u32> {
    let after = (second.wrapping_sub(multiplier.wrapping_mul(first)) & 0xffff) << 16 | first;
    let digit = (after / multiplier).min(0xffff);
    let carry = after - digit * multiplier;
    (carry <= 0xffff).then_some(carry << 16 | digit)
}

/// The state: 4096 words and a carry. The modulus is 2^32 - 1.
struct Cmwc {
    words: [u32; 4096],
    at: usize,
    carry: u32,
}

impl Cmwc {
    fn seeded(seed: u64) -> Self {
        let mut x = seed as u32;
        let mut next = || {
            x = cmwc_seeding(x);
            x
        };
        let words = core::array::from_fn(|_| next());
        Self {
            words,
            at: 0,
            carry: next() % CARRIES,
        }
    }

    fn next(&mut self) -> u64 {
        self.at = (self.at + 1) % self.words.len();
        let word = cmwc_word(self.words[self.at], &mut self.carry);
        self.words[self.at] = word;
        word.into()
    }
}

/// The first carry is below this.
const CARRIES: u32 = 809_430_660;

/// The next word of the seeding.
#[inline]
const fn cmwc_seeding(x: u32) -> u32 {
    x.wrapping_mul(1_103_515_245).wrapping_add(12345)
}

/// The new word from the one that it replaces and the carry, which becomes the next.
#[inline]
const fn cmwc_word(word: u32, carry: &mut u32) -> u32 {
    let product = 18782 * word as u64 + *carry as u64;
    *carry = (product >> 32) as u32;
    let (mut x, overflow) = (product as u32).overflowing_add(*carry);
    if overflow {
        x = x.wrapping_add(1);
        *carry += 1;
    }
    if x == u32::MAX {
        x = 0;
        *carry += 1;
    }
    0xffff_fffe - x
}

/// The outputs of a block of seeds. Until the words go round, each is made of one word of the seeding, whose steps are affine.
fn cmwc_block(first: u64, outputs: &mut [[u64; LANES]]) {
    if outputs.len() >= 4096 {
        return block(first, outputs, Cmwc::seeded, Cmwc::next);
    }
    // What 4097 steps of the seeding make of 0 and of 1.
    let [zero, one] = const {
        let (mut ends, mut n) = ([0, 1], 0);
        while n < 4097 {
            ends = [cmwc_seeding(ends[0]), cmwc_seeding(ends[1])];
            n += 1;
        }
        ends
    };
    block(
        first,
        outputs,
        #[inline(always)]
        |seed| {
            let seed = seed as u32;
            let last = seed.wrapping_mul(one.wrapping_sub(zero)).wrapping_add(zero);
            [cmwc_seeding(seed), last % CARRIES]
        },
        #[inline(always)]
        |[x, carry]: &mut [u32; 2]| {
            *x = cmwc_seeding(*x);
            cmwc_word(*x, carry).into()
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carry_of_cmwc_is_a_quotient() {
        for carry in 0..2 {
            let words = [u32::MAX; 4096];
            let mut cmwc = Cmwc {
                words,
                at: 0,
                carry,
            };
            let word = 0xffff_fffe - u64::from(carry);
            assert_eq!((cmwc.next(), cmwc.carry), (word, 18782));
        }
    }
}
