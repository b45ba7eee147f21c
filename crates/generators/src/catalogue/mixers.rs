//! Generators that hash a counter, and other small nonlinear ones.

use super::{Generator, Structure, row, stream};

/// Those of the catalogue.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "splitmix64",
        about: "splitmix64, the generator that seeds others; Java's SplittableRandom",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| seed => splitmix64,
        structure: Structure::Invertible {
            needs: 1,
            state: |outputs| Some(alloc::vec![unmixed(outputs[0]).wrapping_sub(GAMMA)]),
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
        structure: Structure::Seeds,
        source: "Tommy Ettinger's Mulberry32, 2017, public domain",
    },
    row! {
        key: "middle-square-weyl",
        about: "Widynski's middle-square Weyl sequence; the seed is the word added, as its paper's single stream has it",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| [0, 0, seed] => middle_square_weyl,
        structure: Structure::Seeds,
        source: "Widynski, Middle-square Weyl sequence RNG, arXiv 1704.00358",
    },
    row! {
        key: "jsf32",
        about: "Bob Jenkins's small generator of 32-bit words: Brogue",
        bits: 32,
        seed_bits: 32,
        seeded: jsf32_seeded => jsf32,
        structure: Structure::Seeds,
        source: "Bob Jenkins, A small noncryptographic PRNG, 2007",
    },
    row! {
        key: "libtcod-cmwc",
        about: "Marsaglia's complementary multiply-with-carry generator as libtcod seeds it: its default, roguelikes",
        bits: 32,
        seed_bits: 32,
        seeded: Cmwc::seeded => Cmwc::next,
        structure: Structure::Seeds,
        source: "libtcod, mersenne_c.c; Marsaglia, Random number generators, 2003",
    },
];

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;
const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

#[inline]
pub(super) fn splitmix64(x: &mut u64) -> u64 {
    *x = x.wrapping_add(GAMMA);
    let mut z = *x;
    z = (z ^ z >> 30).wrapping_mul(FIRST);
    z = (z ^ z >> 27).wrapping_mul(SECOND);
    z ^ z >> 31
}

/// The counter whose hash is `z`.
#[inline]
fn unmixed(mut z: u64) -> u64 {
    z ^= z >> 31 ^ z >> 62;
    z = z.wrapping_mul(super::inverse(SECOND));
    z ^= z >> 27 ^ z >> 54;
    z = z.wrapping_mul(super::inverse(FIRST));
    z ^ z >> 30 ^ z >> 60
}

#[inline]
fn mulberry32(x: &mut u32) -> u64 {
    *x = x.wrapping_add(0x6d2b_79f5);
    let mut t = (*x ^ *x >> 15).wrapping_mul(*x | 1);
    t ^= t.wrapping_add((t ^ t >> 7).wrapping_mul(t | 0x3d));
    u64::from(t ^ t >> 14)
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

/// 4096 words and a carry; the modulus is 2^32 - 1.
struct Cmwc {
    words: [u32; 4096],
    at: usize,
    carry: u32,
}

impl Cmwc {
    fn seeded(seed: u64) -> Self {
        let mut x = seed as u32;
        let mut next = || {
            x = x.wrapping_mul(1_103_515_245).wrapping_add(12345);
            x
        };
        let words = core::array::from_fn(|_| next());
        Self { words, at: 0, carry: next() % 809_430_660 }
    }

    fn next(&mut self) -> u64 {
        self.at = (self.at + 1) % self.words.len();
        let product = 18782 * u64::from(self.words[self.at]) + u64::from(self.carry);
        self.carry = (product >> 32) as u32;
        let (mut x, overflow) = (product as u32).overflowing_add(self.carry);
        if overflow {
            x = x.wrapping_add(1);
            self.carry += 1;
        }
        if x == u32::MAX {
            x = 0;
            self.carry += 1;
        }
        self.words[self.at] = 0xffff_fffe - x;
        self.words[self.at].into()
    }
}
