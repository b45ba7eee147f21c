//! Generators of packages, mostly of npm, and of newer libraries of languages.

use super::generator::{Generator, Structure, row};
use super::languages::xorwow;
use super::mixers::{GAMMA, sfc32};
use super::stream::stream;
use super::xorshift::{filled, xoroshiro128_plus_plus, xoshiro256_plus_plus};
use crate::rule::odd_inverse;

/// A row of wyrand with these constants.
macro_rules! wyrand {
    ($key:literal, $about:literal, $summand:literal, $mask:literal, $source:literal) => {
        row! {
            key: $key,
            about: $about,
            bits: 64,
            seed_bits: 64,
            seeded: |seed| seed => |x: &mut u64| {
                *x = x.wrapping_add($summand);
                folded(*x, *x ^ $mask)
            },
            source: $source,
        }
    };
}

/// A row of Bays and Durham's shuffled minimal standard: its table has so many words, and comes after so many that are left out.
macro_rules! shuffled {
    ($key:literal, $about:literal, $words:literal, $left_out:literal, $source:literal) => {
        Generator {
            below: Some(MERSENNE_31),
            ..row! {
                key: $key,
                about: $about,
                bits: 31,
                seed_bits: 31,
                seeded: |seed| Shuffled::<$words>::seeded(seed, $left_out) => Shuffled::next,
                source: $source,
            }
        }
    };
}

/// The rows of this family.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "alea",
        about: "Baagoe's Alea, times 2^32, seeded by the digits of the seed: the npm packages alea and seedrandom",
        bits: 32,
        seed_bits: 53,
        seeded: |seed| Alea::of_text(&Digits::of(seed)) => Alea::next,
        structure: ALEA,
        source: "Baagoe, Better random numbers for javascript, 2010",
    },
    row! {
        key: "rot-js",
        about: "Alea, times 2^32, seeded by 69069x + 1: RNG of rot.js",
        bits: 32,
        seed_bits: 53,
        seeded: |seed| {
            // Products of a double, which are rounded above 2^53.
            let next = |x: f64| f64::from((x * 69_069.0 + 1.0) as u128 as u32);
            // A seed below 1 is replaced by its inverse; that of 0 is infinite, whose low bits are 0.
            let first = if seed == 0 { 0.0 } else { next(seed as f64) };
            let second = if seed == 0 { 1.0 } else { next(first) };
            Alea { words: [seed as u32, first as u32, second as u32], carry: 1 }
        } => Alea::next,
        structure: ALEA,
        source: "rot.js 2.2, rng.ts",
    },
    row! {
        key: "seedrandom",
        about: "seedrandom of npm, times 2^64: ARC4, seeded by the digits of the seed and a 0 as its key",
        bits: 64,
        seed_bits: 53,
        seeded: |seed| Arc4::of_text(Digits::of(seed).chain([0])) => Arc4::fraction,
        source: "seedrandom 3.0.5",
    },
    row! {
        key: "seedrandom-int32",
        about: "int32() and quick() of seedrandom of npm, taken as unsigned: ARC4, seeded by the digits of the seed and a 0 as its key",
        bits: 32,
        seed_bits: 53,
        seeded: |seed| Arc4::of_text(Digits::of(seed).chain([0])) => |arc4: &mut Arc4| arc4.word(),
        source: "seedrandom 3.0.5",
    },
    row! {
        key: "uheprng",
        about: "Gibson's UHEPRNG, multiply-with-carry with lag 48, seeded by the digits of the seed: the npm package random-seed",
        bits: 32,
        seed_bits: 53,
        seeded: |seed| Uhe::of_text(Digits::of(seed)) => Uhe::next,
        source: "random-seed 0.3.0",
    },
    row! {
        key: "xorwow",
        about: "Marsaglia's xorwow seeded by a number below 2^31 as in seedrandom's xorwow",
        bits: 32,
        seed_bits: 31,
        seeded: |seed| {
            let seed = seed as u32;
            let mut state = ([seed, 0, 0, 0, 0], seed << 10 ^ seed >> 4);
            for _ in 0..64 {
                xorwow(&mut state);
            }
            state
        } => xorwow,
        source: "Marsaglia, Xorshift RNGs, 2003; seedrandom 3.0.5",
    },
    row! {
        key: "splitmix32",
        about: "splitmix32 with the constants 0x21f0aaad and 0x735a2d97: demos in JavaScript, and the seeds of their other generators",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| seed as u32 => splitmix32,
        structure: Structure::Invertible {
            needs: 1,
            state: |outputs| Some(alloc::vec![splitmix32_before(u32::try_from(outputs[0]).ok()?).into()]),
            from_state: |words| stream(words[0] as u32, splitmix32),
        },
        source: "bryc, JavaScript implementations of PRNGs",
    },
    row! {
        key: "sfc32-constants",
        about: "SFC32 seeded by digits of phi, pi and e, the seed ^ 0xdeadbeef, and 15 rounds: demos in JavaScript",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| {
            let mut state = [0x9e37_79b9, 0x243f_6a88, 0xb7e1_5162, seed as u32 ^ 0xdead_beef];
            for _ in 0..15 {
                sfc32(&mut state);
            }
            state
        } => sfc32,
        source: "Stack Overflow, question 521295",
    },
    wyrand!(
        "wyrand",
        "wyrand of wyhash 3: nanorand, fastrand before 2.1, V",
        0xa076_1d64_78bd_642f,
        0xe703_7ed1_a0b4_28db,
        "Wang Yi, wyhash, final version 3"
    ),
    wyrand!(
        "wyrand-4",
        "wyrand of wyhash 4: fastrand since 2.1",
        0x2d35_8dcc_aa6c_78a5,
        0x8bb8_4b93_962e_acc9,
        "Wang Yi, wyhash, final version 4.2"
    ),
    row! {
        key: "wyhash64",
        about: "wyhash64, the first wyrand: Lemire's collection",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| seed => |x: &mut u64| {
            *x = x.wrapping_add(0x60be_e2be_e120_fc15);
            folded(folded(*x, 0xa3b1_9535_4a39_b70d), 0x1b03_7387_12fa_d5c9)
        },
        source: "Lemire, testingRNG, wyhash.h",
    },
    row! {
        key: "java-xoshiro256++",
        about: "xoshiro256++ of Java since 17, RandomGeneratorFactory.of(\"Xoshiro256PlusPlus\").create(seed)",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| filled::<4>(java_start(seed)) => xoshiro256_plus_plus,
        source: "OpenJDK 17, Xoshiro256PlusPlus.java",
    },
    row! {
        key: "java-xoroshiro128++",
        about: "xoroshiro128++ of Java since 17, RandomGeneratorFactory.of(\"Xoroshiro128PlusPlus\").create(seed)",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| filled::<2>(java_start(seed)) => xoroshiro128_plus_plus,
        source: "OpenJDK 17, Xoroshiro128PlusPlus.java",
    },
    shuffled!(
        "ran1",
        "ran1 of Numerical Recipes: the minimal standard, dealt from a table of 32 as Bays and Durham do",
        32,
        8,
        "Press and others, Numerical Recipes in C, 1992"
    ),
    shuffled!(
        "knuth-b",
        "C++ std::knuth_b: the minimal standard, dealt from a table of 256 as Bays and Durham do",
        256,
        0,
        "ISO C++, [rand.predef]; Bays and Durham, ACM Transactions on Mathematical Software 2, 1976"
    ),
];

/// The characters of a text, as JavaScript has them.
pub(super) type Character = u16;

/// The decimal digits of a number as characters, the highest first.
#[derive(Clone)]
pub(super) struct Digits {
    rest: u64,
    divisor: u64,
}

impl Digits {
    pub(super) const fn of(number: u64) -> Self {
        let log = match number.checked_ilog10() {
            Some(log) => log,
            None => 0,
        };
        Self {
            rest: number,
            divisor: 10_u64.pow(log),
        }
    }
}

impl Iterator for Digits {
    type Item = Character;

    fn next(&mut self) -> Option<Character> {
        let digit = self.rest.checked_div(self.divisor)?;
        self.rest %= self.divisor;
        self.divisor /= 10;
        Some(Character::from(b'0') + digit as Character)
    }
}

/// Baagoe's hash of texts, whose words of 32 bits depend on all texts before.
struct Mash(f64);

impl Mash {
    const FIRST: Self = Self(4_022_871_197.0);

    fn word(&mut self, text: impl Iterator<Item = Character>) -> u32 {
        for character in text {
            self.0 += f64::from(character);
            let product = 0.025_196_032_824_169_38 * self.0;
            let whole = f64::from(product as u32);
            let product = (product - whole) * whole;
            let whole = f64::from(product as u32);
            self.0 = whole + (product - whole) * 4_294_967_296.0;
        }
        self.0 as u64 as u32
    }
}

const SPACE: [Character; 1] = [b' ' as Character];

/// Multiply-with-carry with lag 3. A fraction of the original is a word over 2^32.
pub(super) struct Alea {
    words: [u32; 3],
    carry: u32,
}

impl Alea {
    const MULTIPLIER: u32 = 2_091_639;

    pub(super) fn of_text(text: &(impl Iterator<Item = Character> + Clone)) -> Self {
        let mut mash = Mash::FIRST;
        let mut words = [0; 3].map(|_: u32| mash.word(SPACE.into_iter()));
        for word in &mut words {
            *word = word.wrapping_sub(mash.word(text.clone()));
        }
        Self { words, carry: 1 }
    }

    pub(super) fn next(&mut self) -> u64 {
        let [first, second, third] = self.words;
        let product = with_carry(Self::MULTIPLIER, first, &mut self.carry);
        self.words = [second, third, product];
        product.into()
    }

    /// The state before four outputs: the last of them reveals the carry, from which the words before follow.
    fn before(outputs: &[u64]) -> Option<Self> {
        let mut word = [0; 4];
        for (word, output) in word.iter_mut().zip(outputs) {
            *word = u32::try_from(*output).ok()?;
        }
        let [first, second, third, fourth] = word;
        let carry = fourth.wrapping_sub(Self::MULTIPLIER.wrapping_mul(first));
        let mut before = Self {
            words: [first, second, third],
            carry,
        };
        for at in (0..3).rev() {
            if before.carry >= Self::MULTIPLIER {
                return None;
            }
            let product = u64::from(before.carry) << 32 | u64::from(before.words[at]);
            before.words[at] = (product / u64::from(Self::MULTIPLIER)) as u32;
            before.carry = (product % u64::from(Self::MULTIPLIER)) as u32;
        }
        Some(before)
    }
}

const ALEA: Structure = Structure::Invertible {
    needs: 4,
    state: |outputs| {
        let Alea { words, carry } = Alea::before(outputs)?;
        Some([words[0], words[1], words[2], carry].map(u64::from).into())
    },
    from_state: |words| {
        let state = Alea {
            words: [words[0] as u32, words[1] as u32, words[2] as u32],
            carry: words[3] as u32,
        };
        stream(state, Alea::next)
    },
};

/// The low half of a product with a carry, whose high half is the next carry.
#[inline]
fn with_carry(multiplier: u32, word: u32, carry: &mut u32) -> u32 {
    let product = u64::from(multiplier) * u64::from(word) + u64::from(*carry);
    *carry = (product >> 32) as u32;
    product as u32
}

/// Multiply-with-carry with lag 48.
pub(super) struct Uhe {
    words: [u32; 48],
    at: usize,
    carry: u32,
}

impl Uhe {
    pub(super) fn of_text(text: impl Iterator<Item = Character> + Clone) -> Self {
        let mut mash = Mash::FIRST;
        let mut words = [0; 48].map(|_: u32| mash.word(SPACE.into_iter()));
        mash.word(text.clone());
        for character in text {
            for word in &mut words {
                *word = word.wrapping_sub(mash.word(Digits::of(character.into())));
            }
        }
        Self {
            words,
            at: 0,
            carry: 1,
        }
    }

    pub(super) fn next(&mut self) -> u64 {
        let word = &mut self.words[self.at];
        *word = with_carry(1_768_863, *word, &mut self.carry);
        self.at = (self.at + 1) % 48;
        (*word).into()
    }
}

/// ARC4 after its first 256 bytes.
pub(super) struct Arc4 {
    bytes: [u8; 256],
    at: u8,
    other: u8,
}

impl Arc4 {
    /// The state keyed with a text.
    pub(super) fn of_text(text: impl Iterator<Item = Character>) -> Self {
        let (mut key, mut length, mut smear) = ([0_u8; 256], 0, 0_u32);
        for character in text {
            let byte = &mut key[length % 256];
            // Characters after the first 256 are mixed into these.
            smear ^= u32::from(*byte) * 19;
            *byte = (smear.wrapping_add(character.into())) as u8;
            length += 1;
        }
        let key = &key[..length.clamp(1, 256)];
        let mut bytes = core::array::from_fn(|i| i as u8);
        let mut other = 0_u8;
        for at in 0..256 {
            other = other
                .wrapping_add(bytes[at])
                .wrapping_add(key[at % key.len()]);
            bytes.swap(at, other.into());
        }
        let mut arc4 = Self {
            bytes,
            at: 0,
            other: 0,
        };
        for _ in 0..256 {
            arc4.byte();
        }
        arc4
    }

    fn byte(&mut self) -> u8 {
        self.at = self.at.wrapping_add(1);
        let (at, taken) = (usize::from(self.at), self.bytes[usize::from(self.at)]);
        self.other = self.other.wrapping_add(taken);
        let other = usize::from(self.other);
        self.bytes.swap(at, other);
        self.bytes[usize::from(self.bytes[at].wrapping_add(taken))]
    }

    pub(super) fn word(&mut self) -> u64 {
        (0..4).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    /// A fraction times 2^64: bytes until there are 52 bits and a last byte, cut to 53 bits from the highest 1 on.
    pub(super) fn fraction(&mut self) -> u64 {
        let (mut bytes, mut count) = (0_u128, 0);
        while count < 7 || bytes < 1 << 52 && count < 15 {
            bytes = bytes << 8 | u128::from(self.byte());
            count += 1;
        }
        let spare = (u128::BITS - bytes.leading_zeros()).saturating_sub(53);
        ((bytes >> spare << spare) << 64 >> (8 * count)) as u64
    }
}

#[inline]
fn splitmix32(x: &mut u32) -> u64 {
    *x = x.wrapping_add(GAMMA_32);
    let z = (*x ^ *x >> 16).wrapping_mul(FIRST_32);
    let z = (z ^ z >> 15).wrapping_mul(SECOND_32);
    (z ^ z >> 15).into()
}

const GAMMA_32: u32 = 0x9e37_79b9;
const FIRST_32: u32 = 0x21f0_aaad;
const SECOND_32: u32 = 0x735a_2d97;

/// The seed from which splitmix32 makes this as its first output.
const fn splitmix32_before(mut z: u32) -> u32 {
    z = (z ^ z >> 15 ^ z >> 30).wrapping_mul(odd_inverse(SECOND_32 as u64) as u32);
    z = (z ^ z >> 15 ^ z >> 30).wrapping_mul(odd_inverse(FIRST_32 as u64) as u32);
    (z ^ z >> 16).wrapping_sub(GAMMA_32)
}

/// The halves of a product, added modulo 2.
#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The seed of the splitmix64 that fills a state in Java, where the first word is mixed before a step.
const fn java_start(seed: u64) -> u64 {
    (seed ^ 0x6a09_e667_f3bc_c909).wrapping_sub(GAMMA)
}

/// The prime of the minimal standard.
const MERSENNE_31: u64 = (1 << 31) - 1;

/// The minimal standard, each output of which chooses the next one from a table, where a new word takes its place.
struct Shuffled<const WORDS: usize> {
    word: u64,
    table: [u64; WORDS],
    last: u64,
}

impl<const WORDS: usize> Shuffled<WORDS> {
    fn seeded(seed: u64, left_out: usize) -> Self {
        let mut word = match seed % MERSENNE_31 {
            0 => 1,
            seed => seed,
        };
        for _ in 0..left_out {
            word = minimal_standard(word);
        }
        let mut table = [0; WORDS];
        for place in &mut table {
            word = minimal_standard(word);
            *place = word;
        }
        if left_out > 0 {
            // Numerical Recipes fills the table from its end, and goes on with the word of its first place.
            table.reverse();
        } else {
            word = minimal_standard(word);
        }
        Self {
            word,
            table,
            last: word,
        }
    }

    fn next(&mut self) -> u64 {
        let words = WORDS as u64;
        let place = if WORDS == 32 {
            self.last / (1 + (MERSENNE_31 - 1) / words)
        } else {
            words * (self.last - 1) / (MERSENNE_31 - 1)
        };
        self.word = minimal_standard(self.word);
        self.last = core::mem::replace(&mut self.table[place as usize], self.word);
        self.last
    }
}

#[inline]
const fn minimal_standard(word: u64) -> u64 {
    word * 16_807 % MERSENNE_31
}
