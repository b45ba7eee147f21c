//! The generators of the page.

use ::generators::catalogue;

use crate::broken;
use crate::sources::stream;

/// A generator, and the figures published for it.
#[derive(Debug)]
pub struct TestedGenerator {
    /// The generator's name on the page.
    pub name: &'static str,
    words: WordSource,
    /// The size at which `PractRand` fails it, or which it passes; empty if none is published.
    pub practrand: &'static str,
    /// How many tests of each battery of `SmokeRand` it fails; empty if that is not published.
    pub smokerand: &'static str,
}

/// An endless stream of words, opened where it is used.
pub type Outputs = Box<dyn FnMut() -> u64>;

/// Where the words of a generator come from.
#[derive(Clone, Copy, Debug)]
enum WordSource {
    /// The row of the catalogue with this key.
    Catalogue(&'static str),
    /// The broken source with this name.
    Broken(&'static str),
    /// Words of this many bits from a stream that is used only here.
    Own(u32, fn() -> Outputs),
}

use WordSource::{Broken, Catalogue, Own};

/// The seed of all rows of the catalogue, cut to the number of bits in a seed.
const SEED: u64 = 0x0123_4567_89ab_cdef;

impl TestedGenerator {
    /// The same generator with the published figures of `PractRand` and of `SmokeRand`.
    const fn published(self, practrand: &'static str, smokerand: &'static str) -> Self {
        Self {
            practrand,
            smokerand,
            ..self
        }
    }

    /// The number of bits in a word.
    pub fn bits(&self) -> u32 {
        match self.words {
            Catalogue(key) => catalogue::find(key).map_or(0, |row| row.bits),
            Broken(_) => 32,
            Own(bits, _) => bits,
        }
    }

    /// The words of the generator.
    pub(super) fn open(&self) -> Outputs {
        match self.words {
            Catalogue(key) => outputs(key),
            Broken(name) => {
                let source = broken::find(name).expect("the name is that of a source");
                outputs_of_stream(source.open(1))
            }
            Own(_, open) => open(),
        }
    }
}

/// The outputs of a row of the catalogue.
fn outputs(key: &str) -> Outputs {
    outputs_of_row(key, SEED)
}

/// The outputs of a row of the catalogue from a seed, which is cut to the bits that the row takes.
pub(super) fn outputs_of_row(key: &str, seed: u64) -> Outputs {
    let row = catalogue::find(key).expect("the key is that of a row");
    (row.seeded)(seed & (u64::MAX >> (64 - row.seed_bits)))
}

/// The words of a stream one by one.
fn outputs_of_stream(mut words: Box<dyn stream::Stream>) -> Outputs {
    Box::new(move || {
        let mut word = [0];
        words.fill(&mut word);
        word[0].into()
    })
}

/// A stream from a state and a function that advances it and returns a word.
fn stepped<S: 'static, W: Into<u64> + 'static>(mut state: S, step: fn(&mut S) -> W) -> Outputs {
    Box::new(move || step(&mut state).into())
}

/// A state of this many fair words of 32 bits.
fn fair_state(words: usize) -> Vec<u32> {
    let mut outputs = outputs("pcg32");
    (0..words).map(|_| outputs() as u32).collect()
}

/// Words in a ring, and the index of the oldest.
struct Ring(Vec<u32>, usize);

impl Ring {
    fn of(words: usize) -> Self {
        Self(fair_state(words), 0)
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

fn lcg42(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(762_939_453_125) & 0x3ff_ffff_ffff;
    (*state >> 10) as u32
}

fn coveyou64(state: &mut u64) -> u32 {
    *state = state.wrapping_add(1).wrapping_mul(*state);
    (*state >> 32) as u32
}

fn coveyou128(state: &mut u128) -> u64 {
    *state = state.wrapping_add(1).wrapping_mul(*state);
    (*state >> 64) as u64
}

fn mwc64(state: &mut u64) -> u32 {
    *state = (*state & 0xffff_ffff) * 0xffff_da61 + (*state >> 32);
    *state as u32
}

/// `SplitMix` with an increment of 1.
fn splitmix_gamma_1(state: &mut u64) -> u64 {
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

fn lfib4() -> Outputs {
    let mut ring = Ring::of(256);
    Box::new(move || {
        let mut sum = 0_u32;
        for steps in [256, 198, 137, 78] {
            sum = sum.wrapping_add(ring.back(steps));
        }
        ring.put(sum).into()
    })
}

fn cmwc4827() -> Outputs {
    let mut words = broken::multiply_with_carry(fair_state(4827), 4095, 1271, u32::MAX);
    Box::new(move || words().into())
}

fn high_half_of_xorshift128_plus() -> Outputs {
    let mut words = outputs("xorshift128+");
    Box::new(move || words() >> 32)
}

fn swb() -> Outputs {
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

const fn tested(name: &'static str, words: WordSource) -> TestedGenerator {
    TestedGenerator {
        name,
        words,
        practrand: "",
        smokerand: "",
    }
}

/// A generator that has the name of its row in the catalogue.
const fn catalogued(key: &'static str) -> TestedGenerator {
    tested(key, Catalogue(key))
}

/// All generators: first those that `PractRand` fails, the earliest first, then those that it passes, then those without a
/// figure.
pub static GENERATORS: &[TestedGenerator] = &[
    catalogued("randu").published("1 KiB", "6 / 23 / 41 / 45"),
    tested("congruential modulo 2^32, 69069", Catalogue("vax"))
        .published("2 KiB", "6 / 20 / 38 / 43"),
    tested(
        "lcg42, its high 32 bits",
        Own(32, || stepped(SEED | 1, lcg42)),
    )
    .published("16 KiB", "5 / 17 / 34 / 36"),
    catalogued("xorshift32").published("32 KiB", "2 / 17 / 33 / 37"),
    catalogued("xorshift64").published("32 KiB", "2 / 6 / 12 / 15"),
    catalogued("taus88").published("32 KiB", "2 / 3 / 5 / 7"),
    tested(
        "lfsr113",
        Own(32, || stepped([12_345, 67_890, 13_579, 24_680], lfsr113)),
    )
    .published("32 KiB", "2 / 3 / 5 / 7"),
    catalogued("xorshift128").published("128 KiB", "2 / 5 / 7 / 9"),
    tested(
        "xorwow",
        Own(32, || {
            stepped(
                [
                    123_456_789,
                    362_436_069,
                    521_288_629,
                    88_675_123,
                    5_783_321,
                    6_615_241,
                ],
                xorwow,
            )
        }),
    )
    .published("128 KiB", "1 / 3 / 7 / 9"),
    tested("minstd, 16807", Catalogue("minstd-16807")).published("256 KiB", "1 / 14 / 32 / 37"),
    tested("coveyou64", Own(32, || stepped(SEED << 2 | 2, coveyou64)))
        .published("256 KiB", "1 / 3 / 4 / 4"),
    tested(
        "superduper64",
        Own(64, || stepped([SEED, !SEED], superduper)),
    )
    .published("512 KiB", "1 / 1 / 3 / 5"),
    catalogued("xorshift64*").published("512 KiB", "1 / 1 / 3 / 5"),
    tested("r250", Broken("r250")).published("1 MiB", "3 / 7 / 10 / 13"),
    tested("drand48, its high 32 bits", Catalogue("mrand48"))
        .published("1 MiB", "3 / 13 / 21 / 23"),
    tested(
        "kiss93",
        Own(32, || stepped([12_345, 6789, 111_213], kiss93)),
    )
    .published("1 MiB", "1 / 1 / 3 / 5"),
    catalogued("xoroshiro64*").published("1 MiB", "1 / 1 / 3 / 5"),
    tested(
        "ranlux of luxury 0 (theirs: 32 bits of two words)",
        Catalogue("ranlux24-base"),
    )
    .published("4 MiB", "1 / 6 / 9 / 12"),
    tested("flea32x1", Broken("flea32x1")).published("4 MiB", "+ / 1 / 1 / 1"),
    catalogued("xoshiro128+").published("8 MiB", "1 / 1 / 2 / 4"),
    catalogued("xoroshiro128+").published("16 MiB", "1 / 1 / 2 / 3"),
    tested(
        "congruential modulo 2^64, its high half",
        Broken("lcg64-high"),
    )
    .published("16 MiB", "1 / 6 / 8 / 12"),
    tested("mwc1616", Broken("mwc1616")).published("16 MiB", "1 / 10 / 13 / 20"),
    tested(
        "additive, lags 31 and 3 (theirs: all 32 bits)",
        Catalogue("random-bsd"),
    )
    .published("32 MiB", "1 / 6 / 8 / 11"),
    tested("lfib4", Own(32, lfib4)).published("32 MiB", "1 / 1 / 3 / 4"),
    catalogued("xoshiro256+").published("64 MiB", "1 / 1 / 2 / 3"),
    catalogued("well1024a").published("64 MiB", "2 / 3 / 5 / 7"),
    tested("swb, lags 43 and 22", Own(32, swb)).published("128 MiB", "1 / 6 / 7 / 9"),
    catalogued("mulberry32").published("512 MiB", "+ / 1 / 2 / 5"),
    tested("cmwc4827", Own(32, cmwc4827)).published("512 MiB", "+ / 1 / 1 / 1"),
    tested("splitmix32", Own(32, || stepped(1, splitmix32))).published("1 GiB", "+ / 3 / 4 / 5"),
    tested("mwc4691", Broken("mwc4691")).published("1 GiB", "+ / 1 / 1 / 1"),
    tested("additive, lags 55 and 24", Catalogue("lagged-55")).published("2 GiB", "1 / 5 / 6 / 8"),
    tested(
        "tinymt32",
        Own(32, || {
            stepped([1, 0x8f70_11ee, 0xfc78_ff1f, 0x3793_fdff], tinymt)
        }),
    )
    .published("4 GiB", "1 / 2 / 4 / 6"),
    tested(
        "splitmix with gamma 1",
        Own(64, || stepped(SEED, splitmix_gamma_1)),
    )
    .published("8 GiB", "+ / 1 / 1 / 2"),
    catalogued("xorshift128+").published("32 GiB", "1 / 1 / 2 / 3"),
    tested("xorshift128+, its low half", Broken("xorshift128-plus-low")),
    tested(
        "xorshift128+, its high half",
        Own(32, high_half_of_xorshift128_plus),
    ),
    tested(
        "congruential modulo 2^128, its high half",
        Own(64, || stepped(SEED.into(), congruential_128)),
    )
    .published("64 GiB", "+ / 1 / 1 / 1"),
    tested(
        "coveyou128",
        Own(64, || stepped(u128::from(SEED) << 66 | 2, coveyou128)),
    )
    .published("64 GiB", "+ / 1 / 1 / 1"),
    catalogued("mt19937").published("128 GiB", "+ / 3 / 3 / 3"),
    catalogued("mt19937-64").published("256 GiB", "+ / 3 / 3 / 3"),
    tested(
        "additive, lags 607 and 273 (theirs: 32 bits)",
        Catalogue("lagged-607"),
    )
    .published("256 GiB", "1 / 4 / 4 / 5"),
    tested("wichmann-hill of 1982", Broken("wichmann-hill"))
        .published("256 GiB", "+ / 5 / 11 / 13"),
    tested("mwc64", Own(32, || stepped(SEED, mwc64))).published("1 TiB", "+ / 1 / 2 / 4"),
    catalogued("pcg32").published("32 TiB", "+ / + / + / +"),
    catalogued("pcg64").published(">= 32 TiB", "+ / + / + / +"),
    catalogued("pcg64-dxsm").published(">= 16 TiB", "+ / + / + / +"),
    catalogued("sfc32").published(">= 16 TiB", "+ / + / + / +"),
    tested("sfc64", Catalogue("numpy-sfc64")).published(">= 16 TiB", "+ / + / + / +"),
    tested("chacha12", Catalogue("rust-std-rng")).published(">= 32 TiB", "+ / + / + / +"),
    tested("philox", Catalogue("numpy-philox")).published(">= 32 TiB", "+ / + / + / +"),
    tested(
        "kiss99",
        Own(32, || {
            stepped([362_436_069, 521_288_629, 123_456_789, 380_116_160], kiss99)
        }),
    )
    .published(">= 32 TiB", "+ / + / + / +"),
    tested("mrg32k3a", Own(32, || stepped([[12_345; 3]; 2], mrg32k3a)))
        .published(">= 4 TiB", "+ / + / + / +"),
    catalogued("isaac").published(">= 16 TiB", "+ / + / + / +"),
    catalogued("isaac64").published(">= 32 TiB", "+ / + / + / +"),
    catalogued("splitmix64").published(">= 32 TiB", "+ / + / + / +"),
    catalogued("xoroshiro64**").published(">= 32 TiB", "+ / + / + / +"),
    catalogued("xoroshiro128++").published(">= 32 TiB", "+ / + / + / +"),
    catalogued("xoshiro128++").published(">= 16 TiB", "+ / + / + / +"),
    catalogued("xoshiro256++").published(">= 16 TiB", "+ / + / + / +"),
    catalogued("xoshiro256**").published(">= 4 TiB", "+ / + / + / +"),
    tested("rand() of the C standard", Catalogue("ansi-c-rand")),
    tested("rand() of Microsoft", Catalogue("msvc-rand")),
    tested("rand_r() of glibc", Catalogue("glibc-rand-r")),
    tested("random() of glibc", Catalogue("random-glibc")),
    tested(
        "random() of glibc, TYPE_4",
        Catalogue("random-glibc-type-4"),
    ),
    tested("rand() of musl", Catalogue("musl-rand")),
    tested("rand() of newlib", Catalogue("newlib-rand")),
    tested("java.util.Random", Catalogue("java-random")),
    tested(
        "System.Random of .NET with a seed",
        Catalogue("dotnet-random"),
    ),
    tested("Math.random of V8", Catalogue("v8-math-random")),
    tested("math/rand of Go", Catalogue("go-math-rand")),
    tested("math.random of LuaJIT", Catalogue("luajit-random")),
    tested("minstd, 48271", Catalogue("minstd-48271")),
    tested(
        "ranqd1 of Numerical Recipes",
        Catalogue("numerical-recipes"),
    ),
    catalogued("pcg-rxs-m-xs-32"),
    tested("Rogue 5.2's", Catalogue("rogue5")),
    catalogued("jsf32"),
    tested("ranlux24 of C++", Catalogue("ranlux24")),
];
