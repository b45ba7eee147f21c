//! Generators of interpreters: OCaml's before version 5, Guile's and gawk's.

use super::generator::{Generator, row};
use crate::bsd_random::{Seeding, Type4};

/// The rows of this family.
#[rustfmt::skip]
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "ocaml-random",
        about: "Random of OCaml before 5: a sum with lags 55 and 31, the newer number mixed, its state of MD5",
        bits: 30,
        seed_bits: 62,
        seeded: seeded => next,
        source: "OCaml 4, stdlib/random.ml",
    },
    row! {
        key: "guile-random",
        about: "Guile's random numbers after seed->random-state: Marsaglia's multiply-with-carry, seeded with the digits of the seed",
        bits: 32,
        seed_bits: 64,
        seeded: decimal_digits => |[word, carry]: &mut [u32; 2]| {
            let sum = 2_131_995_753 * u64::from(*word) + u64::from(*carry);
            (*word, *carry) = (sum as u32, (sum >> 32) as u32);
            u64::from(*word)
        },
        source: "Guile, libguile/random.c",
    },
    row! {
        key: "gawk-random",
        about: "rand() of gawk since 4.1.4: random() with 256 bytes of state, dealt from a table of 512",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| Gawk::seeded(seed as u32) => Gawk::next,
        source: "outputs of gawk 5.2.1; Bays and Durham, ACM Transactions on Mathematical Software 2, 1976",
    },
];

/// The decimal digits of a seed, as characters: four go into each word in turn, and are added to what is there.
fn decimal_digits(seed: u64) -> [u32; 2] {
    let digits = seed.checked_ilog10().map_or(1, |log| log + 1);
    let mut words = [0_u32; 2];
    for i in 0..digits {
        let digit = b'0' + (seed / 10_u64.pow(digits - 1 - i) % 10) as u8;
        let word = &mut words[(i / 4 % 2) as usize];
        *word = word.wrapping_add(u32::from(digit) << (8 * (i % 4)));
    }
    words
}

/// Each output chooses the next one from a table, and a new word takes its place there.
struct Gawk {
    words: Type4,
    table: [u32; 512],
    last: u32,
}

impl Gawk {
    /// Takes as many outputs from the table as `random()` discards.
    fn seeded(seed: u32) -> Self {
        let mut ring = [seed; 63];
        for i in 1..ring.len() {
            // 0 would stay 0.
            let word = if ring[i - 1] == 0 {
                123_459_876
            } else {
                ring[i - 1]
            };
            ring[i] = Seeding::Glibc.after(word);
        }
        let mut words = Type4::of_ring(ring, 1);
        let table = core::array::from_fn(|_| words.next_word());
        let last = words.next_word();
        let mut state = Self { words, table, last };
        for _ in 0..630 {
            state.next();
        }
        state
    }

    fn next(&mut self) -> u64 {
        let chosen = &mut self.table[self.last as usize % 512];
        self.last = core::mem::replace(chosen, self.words.next_word());
        self.last.into()
    }
}

/// The numbers of the state, each of 30 bits, and the place of the last one drawn.
type State = ([u32; 55], usize);

fn seeded(seed: u64) -> State {
    let mut words = core::array::from_fn(|i| i as u32);
    let digits = seed.checked_ilog10().map_or(1, |log| log + 1);
    let digits = (0..digits)
        .rev()
        .map(|i| b'0' + (seed / 10_u64.pow(i) % 10) as u8);
    // The block has the result of the mixing before, the seed in decimal, and the padding of MD5.
    let mut block = [0; 64];
    let mut from = 1;
    block[0] = b'x';
    for i in 0..110 {
        let end = from + digits.clone().count();
        for (to, digit) in block[from..].iter_mut().zip(digits.clone()) {
            *to = digit;
        }
        block[end..].fill(0);
        block[end] = 0x80;
        block[56..58].copy_from_slice(&(8 * end as u16).to_le_bytes());
        let mixed = md5(&block);
        for (to, word) in block.as_chunks_mut().0.iter_mut().zip(mixed) {
            *to = word.to_le_bytes();
        }
        from = 16;
        words[i % 55] = (words[i % 55] ^ mixed[0]) & MASK;
    }
    (words, 0)
}

const MASK: u32 = (1 << 30) - 1;

fn next((words, at): &mut State) -> u64 {
    *at = (*at + 1) % 55;
    let word = words[*at];
    let mixed = word ^ word >> 25 & 31;
    words[*at] = words[(*at + 24) % 55].wrapping_add(mixed) & MASK;
    words[*at].into()
}

/// The sines of 1 to 64 in radians, without their signs, times 2^32.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

const ROTATED: [[u32; 4]; 4] = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
];

/// The MD5 of a message of one block, with its padding: RFC 1321.
fn md5(block: &[u8; 64]) -> [u32; 4] {
    const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let words = block.as_chunks().0;
    let [mut a, mut b, mut c, mut d] = START;
    for (i, sine) in SINES.into_iter().enumerate() {
        let (mixed, word) = match i / 16 {
            0 => (b & c | !b & d, i),
            1 => (d & b | !d & c, 5 * i + 1),
            2 => (b ^ c ^ d, 3 * i + 5),
            _ => (c ^ (b | !d), 7 * i),
        };
        let sum = a
            .wrapping_add(mixed)
            .wrapping_add(sine)
            .wrapping_add(u32::from_le_bytes(words[word % 16]));
        let rotated = sum.rotate_left(ROTATED[i / 16][i % 4]);
        (a, d, c, b) = (d, c, b, b.wrapping_add(rotated));
    }
    let end = [a, b, c, d];
    core::array::from_fn(|i| START[i].wrapping_add(end[i]))
}
