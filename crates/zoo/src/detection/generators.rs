//! The generators of the page.

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

const fn row(
    name: &'static str,
    words: Words,
    practrand: &'static str,
    smokerand: &'static str,
) -> Row {
    Row {
        name,
        words,
        published: [practrand, smokerand],
    }
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

/// All rows: first those that `PractRand` fails, the earliest first, then those that it passes, then those without a figure.
#[rustfmt::skip]
pub const GENERATORS: &[Row] = &[
    row("randu", Of("randu"), "1 KiB", "6 / 23 / 41 / 45"),
    row("congruential modulo 2^32, 69069", Of("vax"), "2 KiB", "6 / 20 / 38 / 43"),
    row("lcg42, its high 32 bits", Own(32, || stepped(SEED | 1, |x| { *x = x.wrapping_mul(762_939_453_125) & 0x3ff_ffff_ffff; (*x >> 10) as u32 })), "16 KiB", "5 / 17 / 34 / 36"),
    row("xorshift32", Of("xorshift32"), "32 KiB", "2 / 17 / 33 / 37"),
    row("xorshift64", Of("xorshift64"), "32 KiB", "2 / 6 / 12 / 15"),
    row("taus88", Of("taus88"), "32 KiB", "2 / 3 / 5 / 7"),
    row("lfsr113", Own(32, || stepped([12_345, 67_890, 13_579, 24_680], lfsr113)), "32 KiB", "2 / 3 / 5 / 7"),
    row("xorshift128", Of("xorshift128"), "128 KiB", "2 / 5 / 7 / 9"),
    row("xorwow", Own(32, || stepped([123_456_789, 362_436_069, 521_288_629, 88_675_123, 5_783_321, 6_615_241], xorwow)), "128 KiB", "1 / 3 / 7 / 9"),
    row("minstd, 16807", Of("minstd-16807"), "256 KiB", "1 / 14 / 32 / 37"),
    row("coveyou64", Own(32, || stepped(SEED << 2 | 2, |x| { *x = x.wrapping_add(1).wrapping_mul(*x); (*x >> 32) as u32 })), "256 KiB", "1 / 3 / 4 / 4"),
    row("superduper64", Own(64, || stepped([SEED, !SEED], superduper)), "512 KiB", "1 / 1 / 3 / 5"),
    row("xorshift64*", Of("xorshift64*"), "512 KiB", "1 / 1 / 3 / 5"),
    row("r250", Broken("r250"), "1 MiB", "3 / 7 / 10 / 13"),
    row("drand48, its high 32 bits", Of("mrand48"), "1 MiB", "3 / 13 / 21 / 23"),
    row("kiss93", Own(32, || stepped([12_345, 6789, 111_213], kiss93)), "1 MiB", "1 / 1 / 3 / 5"),
    row("xoroshiro64*", Of("xoroshiro64*"), "1 MiB", "1 / 1 / 3 / 5"),
    row("ranlux of luxury 0 (theirs: 32 bits of two words)", Of("ranlux24-base"), "4 MiB", "1 / 6 / 9 / 12"),
    row("flea32x1", Broken("flea32x1"), "4 MiB", "+ / 1 / 1 / 1"),
    row("xoshiro128+", Of("xoshiro128+"), "8 MiB", "1 / 1 / 2 / 4"),
    row("xoroshiro128+", Of("xoroshiro128+"), "16 MiB", "1 / 1 / 2 / 3"),
    row("congruential modulo 2^64, its high half", Broken("lcg64-high"), "16 MiB", "1 / 6 / 8 / 12"),
    row("mwc1616", Broken("mwc1616"), "16 MiB", "1 / 10 / 13 / 20"),
    row("additive, lags 31 and 3 (theirs: all 32 bits)", Of("random-bsd"), "32 MiB", "1 / 6 / 8 / 11"),
    row("lfib4", Own(32, || { let mut ring = Ring::of(256); Box::new(move || { let sum = [256, 198, 137, 78].iter().fold(0, |sum: u32, steps| sum.wrapping_add(ring.back(*steps))); ring.put(sum).into() }) }), "32 MiB", "1 / 1 / 3 / 4"),
    row("xoshiro256+", Of("xoshiro256+"), "64 MiB", "1 / 1 / 2 / 3"),
    row("well1024a", Of("well1024a"), "64 MiB", "2 / 3 / 5 / 7"),
    row("swb, lags 43 and 22", Own(32, swb), "128 MiB", "1 / 6 / 7 / 9"),
    row("mulberry32", Of("mulberry32"), "512 MiB", "+ / 1 / 2 / 5"),
    row("cmwc4827", Own(32, || { let mut words = broken::carried(state(4827), 4095, 1271, u32::MAX); Box::new(move || words().into()) }), "512 MiB", "+ / 1 / 1 / 1"),
    row("splitmix32", Own(32, || stepped(1, splitmix32)), "1 GiB", "+ / 3 / 4 / 5"),
    row("mwc4691", Broken("mwc4691"), "1 GiB", "+ / 1 / 1 / 1"),
    row("additive, lags 55 and 24", Of("lagged-55"), "2 GiB", "1 / 5 / 6 / 8"),
    row("tinymt32", Own(32, || stepped([1, 0x8f70_11ee, 0xfc78_ff1f, 0x3793_fdff], tinymt)), "4 GiB", "1 / 2 / 4 / 6"),
    row("splitmix with gamma 1", Own(64, || stepped(SEED, counted)), "8 GiB", "+ / 1 / 1 / 2"),
    row("xorshift128+", Of("xorshift128+"), "32 GiB", "1 / 1 / 2 / 3"),
    row("xorshift128+, its low half", Broken("xorshift128-plus-low"), "", ""),
    row("xorshift128+, its high half", Own(32, || { let mut words = (catalogue::find("xorshift128+").expect("a row").seeded)(SEED); Box::new(move || words() >> 32) }), "", ""),
    row("congruential modulo 2^128, its high half", Own(64, || stepped(SEED.into(), congruential_128)), "64 GiB", "+ / 1 / 1 / 1"),
    row("coveyou128", Own(64, || stepped(u128::from(SEED) << 66 | 2, |x| { *x = x.wrapping_add(1).wrapping_mul(*x); (*x >> 64) as u64 })), "64 GiB", "+ / 1 / 1 / 1"),
    row("mt19937", Of("mt19937"), "128 GiB", "+ / 3 / 3 / 3"),
    row("mt19937-64", Of("mt19937-64"), "256 GiB", "+ / 3 / 3 / 3"),
    row("additive, lags 607 and 273 (theirs: 32 bits)", Of("lagged-607"), "256 GiB", "1 / 4 / 4 / 5"),
    row("wichmann-hill of 1982", Broken("wichmann-hill"), "256 GiB", "+ / 5 / 11 / 13"),
    row("mwc64", Own(32, || stepped(SEED, |x| { *x = (*x & 0xffff_ffff) * 0xffff_da61 + (*x >> 32); *x as u32 })), "1 TiB", "+ / 1 / 2 / 4"),
    row("pcg32", Of("pcg32"), "32 TiB", "+ / + / + / +"),
    row("pcg64", Of("pcg64"), ">= 32 TiB", "+ / + / + / +"),
    row("pcg64-dxsm", Of("pcg64-dxsm"), ">= 16 TiB", "+ / + / + / +"),
    row("sfc32", Of("sfc32"), ">= 16 TiB", "+ / + / + / +"),
    row("sfc64", Of("numpy-sfc64"), ">= 16 TiB", "+ / + / + / +"),
    row("chacha12", Of("rust-std-rng"), ">= 32 TiB", "+ / + / + / +"),
    row("philox", Of("numpy-philox"), ">= 32 TiB", "+ / + / + / +"),
    row("kiss99", Own(32, || stepped([362_436_069, 521_288_629, 123_456_789, 380_116_160], kiss99)), ">= 32 TiB", "+ / + / + / +"),
    row("mrg32k3a", Own(32, || stepped([[12_345; 3]; 2], mrg32k3a)), ">= 4 TiB", "+ / + / + / +"),
    row("isaac", Of("isaac"), ">= 16 TiB", "+ / + / + / +"),
    row("isaac64", Of("isaac64"), ">= 32 TiB", "+ / + / + / +"),
    row("splitmix64", Of("splitmix64"), ">= 32 TiB", "+ / + / + / +"),
    row("xoroshiro64**", Of("xoroshiro64**"), ">= 32 TiB", "+ / + / + / +"),
    row("xoroshiro128++", Of("xoroshiro128++"), ">= 32 TiB", "+ / + / + / +"),
    row("xoshiro128++", Of("xoshiro128++"), ">= 16 TiB", "+ / + / + / +"),
    row("xoshiro256++", Of("xoshiro256++"), ">= 16 TiB", "+ / + / + / +"),
    row("xoshiro256**", Of("xoshiro256**"), ">= 4 TiB", "+ / + / + / +"),
    row("rand() of the C standard", Of("ansi-c-rand"), "", ""),
    row("rand() of Microsoft", Of("msvc-rand"), "", ""),
    row("rand_r() of glibc", Of("glibc-rand-r"), "", ""),
    row("random() of glibc", Of("random-glibc"), "", ""),
    row("random() of glibc, TYPE_4", Of("random-glibc-type-4"), "", ""),
    row("rand() of musl", Of("musl-rand"), "", ""),
    row("rand() of newlib", Of("newlib-rand"), "", ""),
    row("java.util.Random", Of("java-random"), "", ""),
    row("System.Random of .NET with a seed", Of("dotnet-random"), "", ""),
    row("Math.random of V8", Of("v8-math-random"), "", ""),
    row("math/rand of Go", Of("go-math-rand"), "", ""),
    row("math.random of LuaJIT", Of("luajit-random"), "", ""),
    row("minstd, 48271", Of("minstd-48271"), "", ""),
    row("ranqd1 of Numerical Recipes", Of("numerical-recipes"), "", ""),
    row("pcg-rxs-m-xs-32", Of("pcg-rxs-m-xs-32"), "", ""),
    row("Rogue 5.2's", Of("rogue5"), "", ""),
    row("jsf32", Of("jsf32"), "", ""),
    row("ranlux24 of C++", Of("ranlux24"), "", ""),
];
