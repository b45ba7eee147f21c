//! Lagged Fibonacci generators, Knuth's subtractive generator and others like it.

use super::generator::{Generator, Structure, row};
use super::stream::LANES;
use super::xorshift::filled;

/// A row whose output is a whole word: `x[n] = x[n - long] + x[n - short]`, or the difference.
macro_rules! lagged {
    (
        $key:literal, $about:literal, [$long:literal] $sign:tt [$short:literal] mod $modulus:expr, bits $bits:literal,
        seed $seed_bits:literal $seeded:expr, $source:literal
    ) => {
        row! {
            key: $key,
            about: $about,
            bits: $bits,
            seed_bits: $seed_bits,
            seeded: |seed| Lagged { words: $seeded(seed), at: 0 }
                => Lagged::<$long>::next::<$short, { $modulus }, { lagged!(@minus $sign) }>,
            structure: Structure::Additive {
                long: $long,
                short: $short,
                minus: lagged!(@minus $sign),
                modulus: $modulus,
                shift: 0,
            },
            source: $source,
        }
    };
    (@minus +) => {
        false
    };
    (@minus -) => {
        true
    };
}

/// The rows of this family.
#[rustfmt::skip]
pub(super) static GENERATORS: &[Generator] = &[
    Generator { block: |first, outputs| affine_block(first, outputs, &DOTNET), ..DOTNET },
    Generator { block: |first, outputs| affine_block(first, outputs, &RAN3), ..RAN3 },
    lagged!("lagged-55", "additive lagged Fibonacci with lags 55 and 24; libraries seed it in many ways, here by splitmix64",
        [55] + [24] mod 1 << 32, bits 32, seed 64 |seed| filled(seed).map(|word: u64| word & 0xffff_ffff),
        "Knuth, The Art of Computer Programming 2, section 3.2.2"),
    lagged!("lagged-607", "additive lagged Fibonacci with lags 607 and 273, as in Go's math/rand, which seeds it in its own way; here by splitmix64",
        [607] + [273] mod 1 << 64, bits 64, seed 64 filled, "Knuth, The Art of Computer Programming 2, section 3.2.2"),
    row! {
        key: "ranlux24-base",
        about: "C++ std::ranlux24_base: subtract with borrow, 24 bits",
        bits: 24,
        seed_bits: 31,
        seeded: Borrowing::<24, 10, 24>::seeded => Borrowing::next,
        source: "ISO C++, subtract_with_carry_engine",
    },
    row! {
        key: "ranlux48-base",
        about: "C++ std::ranlux48_base: subtract with borrow, 48 bits",
        bits: 48,
        seed_bits: 31,
        seeded: Borrowing::<12, 5, 48>::seeded => Borrowing::next,
        source: "ISO C++, subtract_with_carry_engine",
    },
    row! {
        key: "ranlux24",
        about: "C++ std::ranlux24: 23 of each 223 outputs of ranlux24_base",
        bits: 24,
        seed_bits: 31,
        seeded: |seed| (Borrowing::<24, 10, 24>::seeded(seed), 0) => |state| kept(state, 23, 223),
        source: "ISO C++, discard_block_engine",
    },
    row! {
        key: "ranlux48",
        about: "C++ std::ranlux48: 11 of each 389 outputs of ranlux48_base",
        bits: 48,
        seed_bits: 31,
        seeded: |seed| (Borrowing::<12, 5, 48>::seeded(seed), 0) => |state| kept(state, 11, 389),
        source: "ISO C++, discard_block_engine",
    },
];

const DOTNET: Generator = lagged!("dotnet-random", "System.Random of .NET with a seed: Knuth's subtractive generator with lags 55 and 34",
    [55] - [34] mod (1 << 31) - 1, bits 31, seed 31 dotnet, "Microsoft's reference source of System.Random");

const RAN3: Generator = lagged!("ran3", "ran3 of Numerical Recipes: Knuth's subtractive generator with lags 55 and 24",
    [55] - [24] mod 1_000_000_000, bits 30, seed 27 ran3, "Numerical Recipes in C, section 7.1");

/// The outputs of a block of seeds, where seeding and stepping only add and subtract modulo the range of an output: from one seed
/// to the next an output changes by the same. Seed 0 may be an exception.
fn affine_block(first: u64, outputs: &mut [[u64; LANES]], row: &Generator) {
    let modulus = row.range() as u64;
    let [mut first, mut second, mut third] =
        [0, 1, 2].map(|ahead| (row.seeded)(first.wrapping_add(ahead)));
    for outputs in outputs {
        outputs[0] = first();
        let mut word = second();
        let step = (third() + modulus - word) % modulus;
        for output in &mut outputs[1..] {
            *output = word;
            word += step;
            word = word.min(word.wrapping_sub(modulus));
        }
    }
}

/// The last words; the oldest is at `at`.
struct Lagged<const LONG: usize> {
    words: [u64; LONG],
    at: usize,
}

impl<const LONG: usize> Lagged<LONG> {
    fn next<const SHORT: usize, const MODULUS: u128, const MINUS: bool>(&mut self) -> u64 {
        let [older, newer] =
            [self.at, self.at + LONG - SHORT].map(|at| u128::from(self.words[at % LONG]));
        let word = if MINUS {
            older + MODULUS - newer
        } else {
            older + newer
        } % MODULUS;
        self.words[self.at] = word as u64;
        self.at = (self.at + 1) % LONG;
        word as u64
    }
}

/// Knuth's seeding of the subtractive generator modulo `modulus`: the words from `begin` on, of which four rounds
/// subtract others 31 places on. An implementation that counts from 1 hands out word 1 first.
fn subtractive(begin: i64, modulus: i64) -> [i64; 56] {
    let mut words = [0; 56];
    words[55] = begin;
    let (mut older, mut newer) = (begin, 1);
    for i in 1..55 {
        words[21 * i % 55] = newer;
        (older, newer) = (newer, (older - newer).rem_euclid(modulus));
    }
    let _ = older;
    for _ in 0..4 {
        for k in 1..56 {
            words[k] = (words[k] - words[1 + (k + 30) % 55]).rem_euclid(modulus);
        }
    }
    words
}

fn in_order(words: &[i64; 56]) -> [u64; 55] {
    core::array::from_fn(|i| words[i + 1] as u64)
}

/// Seeds the generator of .NET: it has 2^31 - 1 seeds, and the others repeat these, as seeds are taken without their sign.
fn dotnet(seed: u64) -> [u64; 55] {
    in_order(&subtractive(
        161_803_398 - (seed & 0x7fff_ffff) as i64,
        i64::from(i32::MAX),
    ))
}

/// Seeds `ran3` as GSL does: seed 0 is 1. Seeds above 161803398 make a number below 0, which implementations treat differently.
fn ran3(seed: u64) -> [u64; 55] {
    in_order(&subtractive(
        161_803_398 - seed.max(1) as i64,
        1_000_000_000,
    ))
}

/// `std::subtract_with_carry_engine` of `BITS` bits, `x[n] = x[n - SHORT] - x[n - LONG] - carry`.
struct Borrowing<const LONG: usize, const SHORT: usize, const BITS: u32> {
    words: [u64; LONG],
    at: usize,
    carry: u64,
}

impl<const LONG: usize, const SHORT: usize, const BITS: u32> Borrowing<LONG, SHORT, BITS> {
    const MASK: u64 = (1 << BITS) - 1;

    /// Seeds by L'Ecuyer's generator, whose words are joined in pairs if they are too short.
    fn seeded(seed: u64) -> Self {
        const MODULUS: u64 = 2_147_483_563;
        let mut x = (if seed == 0 { 19_780_503 } else { seed }) % MODULUS;
        x = x.max(1);
        let mut next = || {
            x = x * 40014 % MODULUS;
            x
        };
        let words = core::array::from_fn(|_| {
            let low = next();
            let high = if BITS > 32 { next() } else { 0 };
            (high << 32).wrapping_add(low) & Self::MASK
        });
        let carry = u64::from(words[LONG - 1] == 0);
        Self {
            words,
            at: 0,
            carry,
        }
    }

    fn next(&mut self) -> u64 {
        let [older, newer] = [self.at, self.at + LONG - SHORT].map(|at| self.words[at % LONG]);
        let word = newer.wrapping_sub(older).wrapping_sub(self.carry);
        self.carry = word >> 63;
        self.words[self.at] = word & Self::MASK;
        self.at = (self.at + 1) % LONG;
        word & Self::MASK
    }
}

/// The first `used` outputs of each block of `block`.
fn kept<const LONG: usize, const SHORT: usize, const BITS: u32>(
    (borrowing, taken): &mut (Borrowing<LONG, SHORT, BITS>, usize),
    used: usize,
    block: usize,
) -> u64 {
    if *taken == used {
        for _ in used..block {
            borrowing.next();
        }
        *taken = 0;
    }
    *taken += 1;
    borrowing.next()
}
