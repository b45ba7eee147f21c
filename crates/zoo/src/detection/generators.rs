//! The generators of the page.

use std::sync::LazyLock;

use ::generators::catalogue;

use crate::broken;
use crate::sources::stream;

/// A generator, and the figures published for it.
#[derive(Debug)]
pub struct Row {
    /// The generator's name on the page.
    pub name: &'static str,
    words: Words,
    /// The published figures of `PractRand` and of `SmokeRand`; an empty text if there is none.
    pub published: [&'static str; 2],
}

/// An endless stream of words, opened where it is used.
type Stream = Box<dyn FnMut() -> u64>;

/// Where the words of a generator come from.
#[derive(Clone, Copy, Debug)]
enum Words {
    /// The row of the catalogue with this key.
    Row(&'static str),
    /// The broken source with this name.
    Broken(&'static str),
    /// Words of this many bits from a stream that is used only here.
    Own(u32, fn() -> Stream),
}

use Words::{Broken, Own, Row as Of};

/// The seed of all rows of the catalogue, cut to the number of bits in a seed.
const SEED: u64 = 0x0123_4567_89ab_cdef;

impl Row {
    /// The number of bits in a word.
    pub fn bits(&self) -> u32 {
        match self.words {
            Of(key) => catalogue::find(key).map_or(0, |row| row.bits),
            Broken(_) => 32,
            Own(bits, _) => bits,
        }
    }

    /// The number of bytes that hold a word.
    pub fn bytes(&self) -> u64 {
        u64::from(self.bits().div_ceil(8)).next_power_of_two()
    }

    /// The words of the generator.
    pub(super) fn open(&self) -> Stream {
        match self.words {
            Of(key) => {
                let row = catalogue::find(key).expect("the key is that of a row");
                (row.seeded)(SEED & (u64::MAX >> (64 - row.seed_bits)))
            }
            Broken(name) => {
                let source = broken::find(name).expect("the name is that of a source");
                singly(source.open(1))
            }
            Own(_, open) => open(),
        }
    }
}

/// The words of a stream one by one.
fn singly(mut words: Box<dyn stream::Stream>) -> Stream {
    Box::new(move || {
        let mut word = [0];
        words.fill(&mut word);
        word[0].into()
    })
}

/// A stream from a state and a function that advances it and returns a word.
fn stepped<S: 'static, W: Into<u64> + 'static>(mut state: S, step: fn(&mut S) -> W) -> Stream {
    Box::new(move || step(&mut state).into())
}

/// A state of this many fair words of 32 bits.
fn state(words: usize) -> Vec<u32> {
    let mut outputs = (catalogue::find("pcg32").expect("a row").seeded)(SEED);
    (0..words).map(|_| outputs() as u32).collect()
}

/// Words in a ring, and the index of the oldest.
struct Ring(Vec<u32>, usize);

impl Ring {
    fn of(words: usize) -> Self {
        Self(state(words), 0)
    }

    /// The word this many steps back; the oldest is as many steps back as there are words.
    fn back(&self, steps: usize) -> u32 {
        self.0[(self.1 + self.0.len() - steps) % self.0.len()]
    }

    /// Puts a word in place of the oldest.
    fn put(&mut self, word: u32) -> u32 {
        self.0[self.1] = word;
        self.1 = (self.1 + 1) % self.0.len();
        word
    }
}

/// `SplitMix` with an increment of 1.
fn counted(state: &mut u64) -> u64 {
    *state = state.wrapping_add(1);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn congruential_128(state: &mut u128) -> u64 {
    *state = state.wrapping_mul(18_000_690_696_906_969_069) + 1;
    (*state >> 64) as u64
}

fn superduper(state: &mut [u64; 2]) -> u64 {
    let [lcg, xs] = state;
    *lcg = lcg.wrapping_mul(6_906_969_069).wrapping_add(1_234_567);
    *xs ^= *xs << 13;
    *xs ^= *xs >> 17;
    *xs ^= *xs << 43;
    lcg.wrapping_add(*xs)
}

fn kiss93(state: &mut [u32; 3]) -> u32 {
    let [lcg, one, two] = state;
    *lcg = lcg.wrapping_mul(69069).wrapping_add(23_606_797);
    *one ^= *one << 17;
    *one ^= *two >> 15;
    *two = (*two << 18 ^ *two) & 0x7fff_ffff;
    *two ^= *two >> 13;
    lcg.wrapping_add(*one).wrapping_add(*two)
}

fn kiss99(state: &mut [u32; 4]) -> u32 {
    let [z, w, xs, lcg] = state;
    *z = 36969 * (*z & 0xffff) + (*z >> 16);
    *w = 18000 * (*w & 0xffff) + (*w >> 16);
    *xs ^= *xs << 17;
    *xs ^= *xs >> 13;
    *xs ^= *xs << 5;
    *lcg = lcg.wrapping_mul(69069).wrapping_add(1_234_567);
    ((*z << 16).wrapping_add(*w) ^ *lcg).wrapping_add(*xs)
}

fn xorwow(state: &mut [u32; 6]) -> u32 {
    let [x, .., v, weyl] = *state;
    let t = x ^ x >> 2;
    state.copy_within(1..5, 0);
    state[4] = v ^ v << 4 ^ t ^ t << 1;
    state[5] = weyl.wrapping_add(362_437);
    state[5].wrapping_add(state[4])
}

fn lfsr113(state: &mut [u32; 4]) -> u32 {
    const STEPS: [(u32, u32, u32, u32); 4] = [
        (6, 13, 1, 18),
        (2, 27, 3, 2),
        (13, 21, 4, 7),
        (3, 12, 7, 13),
    ];
    for (z, (left, right, kept, shift)) in state.iter_mut().zip(STEPS) {
        *z = (*z >> kept << kept) << shift ^ (*z << left ^ *z) >> right;
    }
    state.iter().fold(0, |sum, z| sum ^ z)
}

fn tinymt(state: &mut [u32; 4]) -> u32 {
    let mut y = state[3];
    let mut x = state[0] & 0x7fff_ffff ^ state[1] ^ state[2];
    x ^= x << 1;
    y ^= y >> 1 ^ x;
    *state = [state[1], state[2], x ^ y << 10, y];
    let odd = (y & 1).wrapping_neg();
    state[1] ^= odd & 0x8f70_11ee;
    state[2] ^= odd & 0xfc78_ff1f;
    let t = state[0].wrapping_add(state[2] >> 8);
    state[3] ^ t ^ (t & 1).wrapping_neg() & 0x3793_fdff
}

fn splitmix32(state: &mut u32) -> u32 {
    *state = state.wrapping_add(0x9e37_79b9);
    let z = (*state ^ *state >> 16).wrapping_mul(0x85eb_ca6b);
    let z = (z ^ z >> 13).wrapping_mul(0xc2b2_ae35);
    z ^ z >> 16
}

fn mrg32k3a(state: &mut [[u64; 3]; 2]) -> u32 {
    const MODULI: [u64; 2] = [4_294_967_087, 4_294_944_443];
    let [x, y] = *state;
    // Each second product may have up to 64 bits.
    let one = (1_403_580 * x[1] + (MODULI[0] - 810_728) * x[0] % MODULI[0]) % MODULI[0];
    let two = (527_612 * y[2] + (MODULI[1] - 1_370_589) * y[0] % MODULI[1]) % MODULI[1];
    *state = [[x[1], x[2], one], [y[1], y[2], two]];
    ((one + MODULI[0] - two) % MODULI[0]) as u32
}

fn swb() -> Stream {
    let (mut ring, mut borrow) = (Ring::of(43), 1);
    Box::new(move || {
        let (minuend, subtrahend) = (ring.back(22), ring.back(43));
        let mut word = minuend.wrapping_sub(subtrahend).wrapping_sub(borrow);
        borrow = u32::from(minuend < word);
        // The modulus is 2^32 - 5.
        word = word.wrapping_sub(5 * borrow);
        ring.put(word).into()
    })
}

/// Good generators that are read four times as far.
pub(super) const CONTROLS: [&str; 6] = [
    "sfc64",
    "chacha12",
    "pcg64",
    "xoshiro256**",
    "kiss99",
    "mrg32k3a",
];

/// A generator that is used only here: its name, the bits of a word, and its stream.
type Used = (&'static str, u32, fn() -> Stream);

/// All generators that are used only here.
#[rustfmt::skip]
const OWN: &[Used] = &[
    ("lcg42, its high 32 bits", 32, || stepped(SEED | 1, |x| { *x = x.wrapping_mul(762_939_453_125) & 0x3ff_ffff_ffff; (*x >> 10) as u32 })),
    ("lfsr113", 32, || stepped([12_345, 67_890, 13_579, 24_680], lfsr113)),
    ("xorwow", 32, || stepped([123_456_789, 362_436_069, 521_288_629, 88_675_123, 5_783_321, 6_615_241], xorwow)),
    ("coveyou64", 32, || stepped(SEED << 2 | 2, |x| { *x = x.wrapping_add(1).wrapping_mul(*x); (*x >> 32) as u32 })),
    ("superduper64", 64, || stepped([SEED, !SEED], superduper)),
    ("kiss93", 32, || stepped([12_345, 6789, 111_213], kiss93)),
    ("lfib4", 32, || { let mut ring = Ring::of(256); Box::new(move || { let sum = [256, 198, 137, 78].iter().fold(0, |sum: u32, steps| sum.wrapping_add(ring.back(*steps))); ring.put(sum).into() }) }),
    ("swb, lags 43 and 22", 32, swb),
    ("cmwc4827", 32, || { let mut words = broken::carried(state(4827), 4095, 1271, u32::MAX); Box::new(move || words().into()) }),
    ("splitmix32", 32, || stepped(1, splitmix32)),
    ("tinymt32", 32, || stepped([1, 0x8f70_11ee, 0xfc78_ff1f, 0x3793_fdff], tinymt)),
    ("splitmix with gamma 1", 64, || stepped(SEED, counted)),
    ("xorshift128+, its high half", 32, || { let mut words = (catalogue::find("xorshift128+").expect("a row").seeded)(SEED); Box::new(move || words() >> 32) }),
    ("congruential modulo 2^128, its high half", 64, || stepped(SEED.into(), congruential_128)),
    ("coveyou128", 64, || stepped(u128::from(SEED) << 66 | 2, |x| { *x = x.wrapping_add(1).wrapping_mul(*x); (*x >> 64) as u64 })),
    ("mwc64", 32, || stepped(SEED, |x| { *x = (*x & 0xffff_ffff) * 0xffff_da61 + (*x >> 32); *x as u32 })),
    ("kiss99", 32, || stepped([362_436_069, 521_288_629, 123_456_789, 380_116_160], kiss99)),
    ("mrg32k3a", 32, || stepped([[12_345; 3]; 2], mrg32k3a)),
];

/// All rows, in the order of their file.
pub static GENERATORS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("generators.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .map(row)
        .collect()
});

fn row(line: &'static str) -> Row {
    let mut parts = line.split(" | ");
    let mut next = || parts.next().unwrap_or_default();
    let (name, words, published) = (next(), next(), [next(), next()]);
    let own = |(other, bits, open): &Used| (*other == name).then_some(Own(*bits, *open));
    let words = match words.strip_prefix("broken ") {
        Some(source) => Broken(source),
        None if words == "own" => OWN.iter().find_map(own).expect("a stream of its own"),
        None => Of(words),
    };
    Row {
        name,
        words,
        published,
    }
}
