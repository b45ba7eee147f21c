//! Generators of languages' standard libraries, where the language seeds a known generator in a way of its own or has made
//! its own generator.

use sha2::{Digest, Sha256};

use super::generator::{Generator, Structure, row};
use super::go::{Lagged, lagged_block};
use super::pcg::{Pcg64, SeedSequence};
use super::stream::{LANES, block, stream};
use super::twister::{
    RECOVERED, States, Twister, are_fresh, fresh, genrand, genrand_block, step_words, tempered,
};
use super::xorshift::xoshiro256_plus_plus;

/// The rows of this family.
#[rustfmt::skip]
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "r-mersenne-twister",
        about: "R's default generator after set.seed(seed): the Mersenne Twister, filled by 69069x + 1",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| Twister::new(scrambled(seed), 0) => Twister::one,
        block: scrambled_block,
        structure: RECOVERED,
        source: "R, src/main/RNG.c",
    },
    row! {
        key: "numpy-mt19937",
        about: "numpy's Generator(MT19937(seed)): the Mersenne Twister filled by a SeedSequence",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| Twister::new(sequence_filled(seed), 1) => Twister::one,
        block: sequence_block,
        structure: RECOVERED,
        source: "numpy, _mt19937.pyx",
    },
    // The low bit that decides is the word's own, not that of the next one.
    row! {
        key: "php5-mt-rand",
        about: "mt_rand() of PHP before 7.1, and of later ones with MT_RAND_PHP: a twist that takes its low bit from another word",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| Twister::new(genrand([seed]), 0) => |twister: &mut Twister<1>| (twister.twisted(|word, _, _| word)[0] >> 1).into(),
        block: |first, outputs| genrand_block(first, outputs, |word, _, _| word, 1),
        source: "PHP, ext/standard/mt_rand.c of 5.6",
    },
    row! {
        key: "go-math-rand",
        about: "Go's math/rand with a seed: additive lagged Fibonacci with lags 607 and 273; an output is Int63()",
        bits: 63,
        seed_bits: 31,
        seeded: Lagged::seeded => Lagged::next,
        block: lagged_block,
        structure: Structure::Additive { long: 607, short: 273, minus: false, modulus: 1 << 63, shift: 0 },
        source: "Go, src/math/rand/rng.go",
    },
    row! {
        key: "luajit-random",
        about: "math.random of LuaJIT, times 2^52: four Tausworthe generators of 63 to 47 bits",
        bits: 52,
        seed_bits: 32,
        seeded: tausworthe => tausworthe_next,
        structure: Structure::Linear {
            state: 4,
            bits: 64,
            mask: (1 << 52) - 1,
            unscrambled: |output| output,
            from_state: |words| stream(core::array::from_fn(|i| words[i]), tausworthe_next),
        },
        source: "LuaJIT, lj_prng.c and lib_math.c",
    },
    row! {
        key: "bash-random",
        about: "RANDOM of bash since 5.1, where it is no repetition of the number before: both halves of a minimal standard",
        bits: 15,
        seed_bits: 31,
        seeded: Bash::seeded => Bash::next,
        source: "bash, lib/sh/random.c and variables.c",
    },
    row! {
        key: "java-splittable-int",
        about: "nextInt() of java.util.SplittableRandom, taken as unsigned; its nextLong() is splitmix64",
        bits: 32,
        seed_bits: 64,
        seeded: |seed: u64| seed => |state: &mut u64| {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (*state ^ *state >> 33).wrapping_mul(0x62a9_d9ed_7997_05f5);
            (z ^ z >> 28).wrapping_mul(0xcb24_d0a5_c88c_35b3) >> 32
        },
        source: "OpenJDK, java/util/SplittableRandom.java",
    },
    row! {
        key: "numpy-philox",
        about: "numpy's Generator(Philox(seed)): Philox 4x64 of 10 rounds, its key from a SeedSequence",
        bits: 64,
        seed_bits: 64,
        seeded: Philox::seeded => Philox::next,
        source: "Salmon and others, Parallel random numbers: as easy as 1, 2, 3, SC 2011; numpy, _philox.pyx",
    },
    row! {
        key: "numpy-sfc64",
        about: "numpy's Generator(SFC64(seed)): SFC64 of PractRand, seeded by a SeedSequence",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| {
            let mut word = SeedSequence::of(seed).words_64();
            let mut state = [word(), word(), word(), 1];
            for _ in 0..12 {
                sfc64(&mut state);
            }
            state
        } => sfc64,
        source: "Doty-Humphrey, PractRand; numpy, _sfc64.pyx",
    },
    row! {
        key: "numpy-pcg64-dxsm",
        about: "numpy's Generator(PCG64DXSM(seed)): PCG64 DXSM seeded by a SeedSequence",
        bits: 64,
        seed_bits: 64,
        seeded: Pcg64::of_sequence => Pcg64::dxsm,
        source: "numpy, _pcg64.pyx and pcg64.h",
    },
    row! {
        key: "julia-xoshiro",
        about: "Julia's default generator since 1.7, after Random.seed!(seed): xoshiro256++, its state the SHA-256 of the seed",
        bits: 64,
        seed_bits: 32,
        seeded: |seed| hashed(seed as u32) => xoshiro256_plus_plus,
        source: "Julia, stdlib/Random/src/Xoshiro.jl and RNGs.jl of 1.7 to 1.10",
    },
    row! {
        key: "rust-std-rng",
        about: "StdRng of Rust's rand 0.8 to 0.10 after seed_from_u64(seed): ChaCha of 12 rounds",
        bits: 32,
        seed_bits: 64,
        seeded: ChaCha::seeded => ChaCha::next,
        source: "Bernstein, ChaCha, a variant of Salsa20, 2008; rand, src/rngs/std.rs; rand_core, seed_from_u64",
    },
    row! {
        key: "rust-small-rng-0.8",
        about: "SmallRng of Rust's rand 0.8 on 64-bit machines after seed_from_u64(seed): xoshiro256++; newer ones seed by splitmix64",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| {
            let word = rand_core_words(seed);
            let mut word = word.map(u64::from);
            core::array::from_fn(|_| word.next().unwrap_or_default() | word.next().unwrap_or_default() << 32)
        } => xoshiro256_plus_plus,
        source: "rand 0.8, src/rngs/small.rs; rand_core 0.6, seed_from_u64",
    },
    row! {
        key: "nim-random",
        about: "Nim's std/random after initRand(seed): xoroshiro128+ with the shifts 55, 14, 36, 2^64 outputs on",
        bits: 64,
        seed_bits: 63,
        seeded: |seed: u64| {
            let seed = if seed == 0 { (1 << 31) - 1 } else { seed };
            let mut state = jumped([seed >> 16, seed & 0xffff]);
            nim_next(&mut state);
            state
        } => nim_next,
        source: "Nim 1.6, lib/pure/random.nim",
    },
    row! {
        key: "musl-random",
        about: "random() of musl: static Linux programs",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| (musl_filled(seed), 0) => |(words, at): &mut ([u32; 31], usize)| {
            let front = (*at + 3) % 31;
            words[front] = words[front].wrapping_add(words[*at]);
            *at = (*at + 1) % 31;
            u64::from(words[front] >> 1)
        },
        structure: Structure::Additive { long: 31, short: 3, minus: false, modulus: 1 << 32, shift: 1 },
        source: "musl, src/prng/random.c",
    },
    row! {
        key: "kotlin-random",
        about: "kotlin.random.Random(seed): Marsaglia's xorwow, 64 outputs on",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| {
            let [low, high] = [seed as u32, (seed >> 32) as u32];
            let mut state = ([low, high, 0, 0, !low], low << 10 ^ high >> 4);
            for _ in 0..64 {
                xorwow(&mut state);
            }
            state
        } => xorwow,
        source: "Kotlin, kotlin/random/XorWowRandom.kt",
    },
];

#[inline]
pub(super) fn xorwow((words, sum): &mut ([u32; 5], u32)) -> u64 {
    let [first, rest @ .., last] = *words;
    let mixed = first ^ first >> 2;
    let new = mixed ^ mixed << 1 ^ last ^ last << 4;
    *words = [rest[0], rest[1], rest[2], last, new];
    *sum = sum.wrapping_add(362_437);
    new.wrapping_add(*sum).into()
}

/// The words with which `rand_core` fills a seed: those of PCG32 with another increment, each after a step.
fn rand_core_words(seed: u64) -> impl Iterator<Item = u32> {
    let mut state = seed;
    core::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(11_634_580_027_462_260_723);
        let mixed = ((state >> 18 ^ state) >> 27) as u32;
        mixed.rotate_right((state >> 59) as u32)
    })
}

/// `ChaCha` of 12 rounds with a counter of 64 bits and a nonce of 0.
struct ChaCha {
    key: [u32; 8],
    counter: u64,
    block: [u32; 16],
    at: usize,
}

impl ChaCha {
    fn seeded(seed: u64) -> Self {
        let mut words = rand_core_words(seed);
        Self {
            key: core::array::from_fn(|_| words.next().unwrap_or_default()),
            counter: 0,
            block: [0; 16],
            at: 16,
        }
    }

    fn next(&mut self) -> u64 {
        if self.at == 16 {
            self.fill();
        }
        self.at += 1;
        self.block[self.at - 1].into()
    }

    fn fill(&mut self) {
        // "expand 32-byte k"
        let mut first = [
            0x6170_7865,
            0x3320_646e,
            0x7962_2d32,
            0x6b20_6574,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
        ];
        first[4..12].copy_from_slice(&self.key);
        [first[12], first[13]] = [self.counter as u32, (self.counter >> 32) as u32];
        let mut x = first;
        for round in 0..12 {
            for column in 0..4 {
                // Columns, and then diagonals.
                let place = |row: usize| 4 * row + (column + round % 2 * row) % 4;
                let [a, b, c, d] = [place(0), place(1), place(2), place(3)];
                for (to, by, mixed, rotation) in
                    [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]
                {
                    x[to] = x[to].wrapping_add(x[by]);
                    x[mixed] = (x[mixed] ^ x[to]).rotate_left(rotation);
                }
            }
        }
        self.block = core::array::from_fn(|i| x[i].wrapping_add(first[i]));
        (self.counter, self.at) = (self.counter + 1, 0);
    }
}

/// The first xoroshiro128+.
#[inline]
fn nim_next(s: &mut [u64; 2]) -> u64 {
    let output = s[0].wrapping_add(s[1]);
    let mixed = s[0] ^ s[1];
    *s = [
        s[0].rotate_left(55) ^ mixed ^ mixed << 14,
        mixed.rotate_left(36),
    ];
    output
}

/// The state 2^64 outputs later.
fn jumped(mut state: [u64; 2]) -> [u64; 2] {
    let mut later = [0; 2];
    for word in [0xbeac_0467_eba5_facbu64, 0xd86b_048b_86aa_9922] {
        for bit in 0..64 {
            if word >> bit & 1 == 1 {
                later = [later[0] ^ state[0], later[1] ^ state[1]];
            }
            nim_next(&mut state);
        }
    }
    later
}

/// Fills the state with the high halves of Knuth's congruential generator, and makes the first of them odd.
fn musl_filled(seed: u64) -> [u32; 31] {
    let mut x = seed;
    let mut words = core::array::from_fn(|_| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (x >> 32) as u32
    });
    words[0] |= 1;
    words
}

/// One step of R's congruential generator.
#[inline]
const fn scrambling(word: u32) -> u32 {
    word.wrapping_mul(69_069).wrapping_add(1)
}

/// R steps a congruential generator 50 times, then once for a place in the state that it never uses, and once for each word.
fn scrambled(seed: u64) -> States<1> {
    let mut word = seed as u32;
    for _ in 0..51 {
        word = scrambling(word);
    }
    core::array::from_fn(|_| {
        word = scrambling(word);
        [word]
    })
}

fn scrambled_block(first: u64, outputs: &mut [[u64; LANES]]) {
    if !are_fresh(outputs) {
        return block(
            first,
            outputs,
            |seed| Twister::new(scrambled(seed), 0),
            Twister::one,
        );
    }
    let seeds = core::array::from_fn(|lane| {
        let mut word = (first as u32).wrapping_add(lane as u32);
        for _ in 0..52 {
            word = scrambling(word);
        }
        word
    });
    fresh::<LANES>(
        outputs,
        0,
        seeds,
        #[inline(always)]
        |words, from, to| step_words(words, from, to, |word, _| scrambling(word)),
        |_, mixed, _| mixed,
        0,
    );
}

/// Fills all words from a `SeedSequence` except the first, which is 2^31.
fn sequence_filled(seed: u64) -> States<1> {
    let mut words = [[0]; 624];
    let sequence = SeedSequence::of(seed);
    for (word, made) in words.iter_mut().zip(sequence.words()) {
        *word = [made];
    }
    words[0] = [1 << 31];
    words
}

/// The first output is the last word as it is; the others are those of a fresh state.
fn sequence_block(first: u64, outputs: &mut [[u64; LANES]]) {
    if !are_fresh(outputs) {
        return block(
            first,
            outputs,
            |seed| Twister::new(sequence_filled(seed), 1),
            Twister::one,
        );
    }
    let Some((last, rest)) = outputs.split_first_mut() else {
        return;
    };
    let pools: [_; LANES] =
        core::array::from_fn(|lane| SeedSequence::of(first.wrapping_add(lane as u64)));
    for (output, pool) in last.iter_mut().zip(&pools) {
        *output = tempered(pool.word(623)).into();
    }
    fresh(
        rest,
        0,
        [1 << 31; LANES],
        #[inline(always)]
        |words, _, to| {
            for (word, pool) in words.iter_mut().zip(&pools) {
                *word = pool.word(to);
            }
        },
        |_, mixed, _| mixed,
        0,
    );
}

/// For each of `LuaJIT`'s words, its bits and its two inner shifts, called k, q and s in L'Ecuyer's tables.
const TAUSWORTHE: [(u32, u32, u32); 4] = [(63, 31, 18), (58, 19, 28), (55, 24, 7), (47, 21, 8)];

#[inline]
fn tausworthe_next(state: &mut [u64; 4]) -> u64 {
    let mut output = 0;
    for (word, (k, q, s)) in state.iter_mut().zip(TAUSWORTHE) {
        let kept = *word & u64::MAX << (64 - k);
        *word = (*word << q ^ *word) >> (k - s) ^ kept << s;
        output ^= *word;
    }
    output & ((1 << 52) - 1)
}

/// The words of the state: the bits of doubles, each computed from the one before.
fn tausworthe(seed: u64) -> [u64; 4] {
    // LuaJIT takes a number of Lua, a double, which holds any seed of 32 bits exactly.
    let mut double = seed as f64;
    let mut state = TAUSWORTHE.map(|(k, ..)| {
        // There are two roundings: multiplication and addition are not fused.
        double = double * core::f64::consts::PI + core::f64::consts::E;
        let (bits, least) = (double.to_bits(), 1 << (64 - k));
        if bits < least { bits + least } else { bits }
    });
    for _ in 0..10 {
        tausworthe_next(&mut state);
    }
    state
}

/// Bash's generator, with the number that it gave before.
struct Bash {
    x: u64,
    last: u64,
}

impl Bash {
    fn seeded(seed: u64) -> Self {
        Self { x: seed, last: 0 }
    }

    fn next(&mut self) -> u64 {
        loop {
            if self.x == 0 {
                self.x = 123_459_876;
            }
            self.x = self.x * 16_807 % ((1 << 31) - 1);
            let number = (self.x >> 16 ^ self.x) & 0x7fff;
            if number != self.last {
                self.last = number;
                return number;
            }
        }
    }
}

/// Philox with four words of 64 bits.
struct Philox {
    key: [u64; 2],
    counter: u64,
    buffer: [u64; 4],
    at: usize,
}

impl Philox {
    fn seeded(seed: u64) -> Self {
        let mut word = SeedSequence::of(seed).words_64();
        Self {
            key: [word(), word()],
            counter: 0,
            buffer: [0; 4],
            at: 4,
        }
    }

    fn next(&mut self) -> u64 {
        if self.at == 4 {
            self.counter += 1;
            let (mut words, mut key) = ([self.counter, 0, 0, 0], self.key);
            for _ in 0..10 {
                let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
                let [a, b] = [
                    product(0xd2e7_470e_e14c_6c93, words[0]),
                    product(0xca5a_8263_9512_1157, words[2]),
                ];
                words = [
                    (b >> 64) as u64 ^ words[1] ^ key[0],
                    b as u64,
                    (a >> 64) as u64 ^ words[3] ^ key[1],
                    a as u64,
                ];
                key[0] = key[0].wrapping_add(0x9e37_79b9_7f4a_7c15);
                key[1] = key[1].wrapping_add(0xbb67_ae85_84ca_a73b);
            }
            (self.buffer, self.at) = (words, 0);
        }
        self.at += 1;
        self.buffer[self.at - 1]
    }
}

#[inline]
fn sfc64([a, b, c, counter]: &mut [u64; 4]) -> u64 {
    let output = a.wrapping_add(*b).wrapping_add(*counter);
    *counter = counter.wrapping_add(1);
    *a = *b ^ *b >> 11;
    *b = c.wrapping_add(*c << 3);
    *c = c.rotate_left(24).wrapping_add(output);
    output
}

/// The four little-endian words of a seed's digest.
fn hashed(seed: u32) -> [u64; 4] {
    let digest: [u8; 32] = Sha256::digest(seed.to_le_bytes()).into();
    let (words, _) = digest.as_chunks();
    core::array::from_fn(|i| u64::from_le_bytes(words[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_of_chacha_has_two_words() {
        let of = |counter| {
            let mut chacha = ChaCha::seeded(1);
            chacha.counter = counter;
            chacha.next()
        };
        assert_ne!(of(1 << 32), of(0));
    }
}
