//! Broken generators.

use ::generators::bsd_random::{Seeding, Type1, Type3, Type4};
use ::generators::catalogue::{self, Generator};
use ::generators::draw::Words as _;

use super::broken;
use super::dependent;
use super::fair::{below, dice, word, words};
use crate::sources::{Source, stream};

/// The first fair words, used as a state.
fn drawn_state<const N: usize>(seed: u64) -> [u32; N] {
    let mut state = [0; N];
    stream::words(words(seed)).fill(&mut state);
    state
}

/// Fair words with a change applied to each.
fn change_words(seed: u64, change: fn(u32) -> u32) -> impl FnMut() -> u32 {
    let mut fair = words(seed);
    move || change(fair.next_word())
}

/// The row of this key in the catalogue.
fn row(key: &str) -> &'static Generator {
    catalogue::find(key).expect("the key is that of a row")
}

/// The low 32 bits of a row's outputs from a seed.
pub(super) fn seeded_outputs(key: &str, seed: u32) -> impl FnMut() -> u32 + use<> {
    let mut outputs = (row(key).seeded)(seed.into());
    move || outputs() as u32
}

/// The low 32 bits of a row's outputs from a raw state.
fn outputs_from_state(key: &str, state: &[u64]) -> impl FnMut() -> u32 + use<> {
    let mut outputs = row(key).from_state().expect("the row takes a state")(state);
    move || outputs() as u32
}

/// A stream from a one-word state and its step.
fn step_word(seed: u64, step: fn(&mut u32) -> u32) -> impl FnMut() -> u32 {
    let mut state = word(seed);
    move || step(&mut state)
}

/// The outputs of a lagged Fibonacci generator, `x[n] = x[n - long] op x[n - short]`, from its first `long` words, the oldest
/// first.
pub(super) fn lagged_fibonacci(
    mut words: Vec<u32>,
    short: usize,
    op: fn(u32, u32) -> u32,
) -> impl FnMut() -> u32 {
    let (long, mut at) = (words.len(), 0);
    move || {
        let word = op(words[at], words[(at + long - short) % long]);
        words[at] = word;
        at = (at + 1) % long;
        word
    }
}

/// The outputs of a multiply-with-carry generator, `x -> factor * x + carry` for the word as many places back as there are
/// first words, or the complement of that. The first words are given oldest first.
pub(crate) fn multiply_with_carry(
    mut words: Vec<u32>,
    factor: u64,
    mut carry: u64,
    complement: u32,
) -> impl FnMut() -> u32 {
    let mut at = 0;
    move || {
        let product = factor * u64::from(words[at]) + carry;
        let word = product as u32 ^ complement;
        carry = product >> 32;
        words[at] = word;
        at = (at + 1) % words.len();
        word
    }
}

/// Wichmann and Hill, *Algorithm AS 183*, Applied Statistics 31, 1982.
fn wichmann_hill(mut state: [u32; 3]) -> impl FnMut() -> u32 {
    const STEPS: [(u32, u32); 3] = [(171, 30269), (172, 30307), (170, 30323)];
    move || {
        let mut sum = 0.0;
        for (x, (factor, modulus)) in state.iter_mut().zip(STEPS) {
            *x = *x * factor % modulus;
            sum += f64::from(*x) / f64::from(modulus);
        }
        (sum.fract() * 4_294_967_296.0) as u32
    }
}

/// The low half of xorshift128+ with the shifts of Vigna, *Further scramblings of Marsaglia's xorshift generators*, 2017; the
/// catalogue's row has the shifts that browsers use.
fn xorshift128_plus(mut state: [u64; 2]) -> impl FnMut() -> u32 {
    move || {
        let [mut x, y] = state;
        x ^= x << 23;
        state = [y, x ^ y ^ x >> 18 ^ y >> 5];
        state[1].wrapping_add(y) as u32
    }
}

/// All broken generators.
pub(super) fn all() -> Vec<Source> {
    let mut sources = spoiled_words();
    sources.extend(repeated_or_summed_words());
    sources.extend(known_generators());
    sources.extend(large_generators());
    sources.extend(dependent::all());
    sources
}

/// Fair words with a defect, and small generators.
fn spoiled_words() -> Vec<Source> {
    vec![
        broken(
            "stuck-bit",
            "fair words, bit 7 always set",
            "a bit that is no bit",
        )
        .words(32, |seed| change_words(seed, |word| word | 1 << 7)),
        broken(
            "copied-bit",
            "fair words, bit 3 a copy of bit 28",
            "two bits are one",
        )
        .words(32, |seed| {
            change_words(seed, |word| word & !(1 << 3) | word >> 28 << 3 & 1 << 3)
        }),
        broken(
            "biased-bit",
            "fair words, bit 12 set once more in 32 words",
            "33 ones of 64",
        )
        .words(32, |seed| {
            let mut fair = words(seed);
            move || {
                let word = fair.next_word();
                if fair.next_word() >> 27 == 0 {
                    word | 1 << 12
                } else {
                    word
                }
            }
        }),
        broken(
            "byte-never",
            "fair bytes, 255 drawn again",
            "the greatest never comes: an exclusive bound taken for an inclusive one",
        )
        .words(8, |seed| {
            let mut fair = words(seed);
            move || loop {
                let byte = fair.next_word() >> 24;
                if byte < 255 {
                    return byte;
                }
            }
        }),
        broken(
            "byte-37-never",
            "fair bytes, 37 drawn again",
            "one never comes, in the middle: no bit and no number of ones says so as soon",
        )
        .words(8, |seed| {
            let mut fair = words(seed);
            move || loop {
                let byte = fair.next_word() >> 24;
                if byte != 37 {
                    return byte;
                }
            }
        }),
        broken(
            "lcg",
            "x -> 1664525 x + 1013904223, all 32 bits",
            "bit k has a period of 2^(k+1)",
        )
        .words(32, |seed| seeded_outputs("numerical-recipes", word(seed))),
        broken(
            "randu",
            "x -> 65539 x modulo 2^31",
            "triples lie on 15 planes: x[n+2] = 6 x[n+1] - 9 x[n]; and all are odd",
        )
        .words(31, |seed| seeded_outputs("randu", word(seed) | 1)),
        broken(
            "lcg64-high",
            "x -> 6906969069 x + 1 modulo 2^64, its high half",
            "bit k has a period of 2^(33+k), and fours of low bits lie on lattices",
        )
        .words(32, |seed| {
            let [high, low] = drawn_state(seed).map(u64::from);
            let mut state = high << 32 | low;
            move || {
                state = state.wrapping_mul(6_906_969_069).wrapping_add(1);
                (state >> 32) as u32
            }
        }),
        broken(
            "pcg-once",
            "PCG RXS-M-XS 32: every word comes once",
            "no word comes twice",
        )
        .words(32, |seed| seeded_outputs("pcg-rxs-m-xs-32", word(seed))),
        broken(
            "counter",
            "a counter times an odd constant, its halves added",
            "hardly mixed: differences repeat",
        )
        .words(32, |seed| {
            step_word(seed, |state| {
                *state = state.wrapping_add(1);
                let word = state.wrapping_mul(0x9e37_79b1);
                word ^ word >> 16
            })
        }),
        broken(
            "middle-square",
            "the middle 32 bits of the square of the state",
            "it ends in a short cycle, often at 0",
        )
        .words(32, |seed| {
            step_word(seed, |state| {
                *state = (u64::from(*state).pow(2) >> 16) as u32;
                *state
            })
        }),
        broken(
            "short-period",
            "4096 fair words, again and again",
            "it starts over",
        )
        .words(32, |seed| {
            let mut block = vec![0; 4096];
            stream::words(words(seed)).fill(&mut block);
            let mut at = 0;
            move || {
                at = (at + 1) % block.len();
                block[at]
            }
        }),
    ]
}

/// Fair words with a defect in time, and what the C libraries made of sums.
fn repeated_or_summed_words() -> Vec<Source> {
    vec![
        broken(
            "word-twice",
            "fair words, each 64th given out twice",
            "a word is known beforehand once in 65",
        )
        .words(32, |seed| {
            let (mut fair, mut count, mut word) = (words(seed), 0_u64, 0);
            move || {
                count += 1;
                if count % 65 != 0 {
                    word = fair.next_word();
                }
                word
            }
        }),
        broken(
            "lagged-sum",
            "x[n] = x[n-3] + x[n-31], all 32 bits: rrandom before its shift",
            "three words are in one sum, and the lowest bit is a shift register",
        )
        .words(32, |seed| {
            let mut first = drawn_state::<31>(seed);
            first.rotate_left(1);
            lagged_fibonacci(first.into(), 3, u32::wrapping_add)
        }),
        broken(
            "type-1",
            "BSD random of TYPE_1: x[n] = x[n-7] + x[n-3], its lowest bit dropped",
            "seven words of state",
        )
        .words(31, |seed| {
            let mut random = Type1::srrandom(word(seed) as i32);
            move || random.next_word()
        }),
        broken(
            "additive-shifted",
            "the top 16 bits of x[n] = x[n-3] + x[n-31]",
            "three words are in one sum",
        )
        .words(16, |seed| {
            let mut random = Type3::srrandom(word(seed) as i32);
            move || random.next_word() >> 15
        }),
        broken(
            "bytes-overlap",
            "words of 16 bits read from fair bytes, the cursor moved on by one",
            "a byte is in two words",
        )
        .words(16, |seed| {
            let (mut fair, mut last) = (words(seed), 0);
            move || {
                let next = fair.next_word() & 0xff;
                std::mem::replace(&mut last, next) << 8 | next
            }
        }),
        broken(
            "ascending",
            "fair words, every 16 of them sorted",
            "words of a block only rise",
        )
        .words(32, |seed| {
            let (mut fair, mut block) = (stream::words(words(seed)), Vec::new());
            move || {
                if block.is_empty() {
                    block.resize(16, 0);
                    fair.fill(&mut block);
                    block.sort_unstable_by(|a, b| b.cmp(a));
                }
                block.pop().unwrap_or_default()
            }
        }),
        broken(
            "sevens",
            "words of eight random digits below 10, as decimal numbers in binary",
            "the highest bits are small: below 100,000,000",
        )
        .words(32, |seed| {
            let mut draws = dice(seed);
            move || below(&mut draws, 100_000_000) << 5
        }),
        broken(
            "double-as-float",
            "fair words through a single-precision fraction",
            "the lowest 8 bits are mostly 0",
        )
        .words(32, |seed| {
            change_words(seed, |word| {
                // A float keeps 24 bits.
                (word as f32 / 4_294_967_296.0 * 4_294_967_296.0) as u32
            })
        }),
        broken(
            "echo",
            "fair words, the top byte of one in 20 that of 100 words before",
            "a byte is known beforehand once in 20",
        )
        .words(32, |seed| {
            let (mut fair, mut past, mut at) = (words(seed), [0; 100], 0);
            move || {
                let (word, echoes) = (fair.next_word(), fair.next_word() < u32::MAX / 20);
                at = (at + 1) % past.len();
                past[at] = if echoes {
                    word & 0x00ff_ffff | past[at] & 0xff00_0000
                } else {
                    word
                };
                past[at]
            }
        }),
    ]
}

/// Well-known generators.
fn known_generators() -> Vec<Source> {
    vec![
        broken(
            "minstd",
            "x -> 48271 x modulo 2^31 - 1, as in C++",
            "no word comes twice, and pairs lie on lines",
        )
        .words(31, |seed| {
            seeded_outputs("minstd-48271", word(seed) >> 2 | 1)
        }),
        broken(
            "xorshift32",
            "Marsaglia's xorshift of 32 bits",
            "no word comes twice, and all bits are linear in 32",
        )
        .words(32, |seed| seeded_outputs("xorshift32", word(seed) | 1)),
        broken(
            "xorshift32-twins",
            "words of two such in turn, seeds one apart",
            "two players' streams are one sum apart",
        )
        .words(32, |seed| {
            let first = word(seed) | 1;
            let mut twins = [first, first.wrapping_add(1).max(1)]
                .map(|seed| seeded_outputs("xorshift32", seed));
            move || {
                twins.swap(0, 1);
                twins[0]()
            }
        }),
        broken(
            "xorshift128",
            "Marsaglia's xorshift of 128 bits",
            "all bits are linear in 128",
        )
        .words(32, |seed| {
            outputs_from_state("xorshift128", &drawn_state::<4>(seed).map(u64::from))
        }),
        broken(
            "xorshift128-plus-low",
            "the low half of xorshift128+",
            "its lowest bit is a shift register of 128",
        )
        .words(32, |seed| {
            let [a, b, c, d] = drawn_state(seed).map(u64::from);
            xorshift128_plus([a << 32 | b, c << 32 | d])
        }),
        broken(
            "xoroshiro128-plus-low",
            "the low half of xoroshiro128+",
            "its lowest bit is a shift register of 128",
        )
        .words(32, |seed| {
            let [a, b, c, d] = drawn_state(seed).map(u64::from);
            outputs_from_state("xoroshiro128+", &[a << 32 | b, c << 32 | d])
        }),
        broken(
            "r250",
            "x[n] = x[n-103] ^ x[n-250], of Kirkpatrick and Stoll",
            "every bit is a shift register of 250",
        )
        .words(32, |seed| {
            lagged_fibonacci(drawn_state::<250>(seed).into(), 103, |x, y| x ^ y)
        }),
    ]
}

/// Well-known generators with much state, or with a state of parts.
fn large_generators() -> Vec<Source> {
    vec![
        broken(
            "lagged-607",
            "x[n] = x[n-607] + x[n-273], its lowest bit dropped",
            "three words are in one sum",
        )
        .words(31, |seed| {
            let mut words =
                lagged_fibonacci(drawn_state::<607>(seed).into(), 273, u32::wrapping_add);
            move || words() >> 1
        }),
        broken(
            "random-glibc-4",
            "glibc's random of TYPE_4: x[n] = x[n-63] + x[n-62], its lowest bit dropped",
            "three words are in one sum",
        )
        .words(31, |seed| {
            let mut random = Type4::new(Seeding::Glibc, word(seed) as i32);
            move || random.next_word()
        }),
        broken(
            "wichmann-hill",
            "three small generators, their fractions added",
            "there are 7 * 10^12 of its words in order, and pairs lie on lines",
        )
        .words(32, |seed| {
            wichmann_hill(drawn_state(seed).map(|word| word % 30_000 + 1))
        }),
        broken(
            "ansi-rand-joined",
            "two words of the C standard's rand, of 15 bits each",
            "31 bits of state",
        )
        .words(30, |seed| {
            let mut rand = seeded_outputs("ansi-c-rand", word(seed));
            move || rand() << 15 | rand()
        }),
        broken(
            "mwc1616",
            "Marsaglia's two multiply-with-carry generators of 16 bits, one in \
             each half of a word",
            "a half of a word is nearly a multiple of the half before",
        )
        .words(32, |seed| {
            outputs_from_state("mwc1616", &drawn_state::<2>(seed).map(u64::from))
        }),
        broken(
            "mwc4691",
            "Marsaglia's x -> 8193 x + carry of the word 4691 before",
            "8193 has two ones: few ones make few",
        )
        .words(32, |seed| {
            multiply_with_carry(drawn_state::<4691>(seed).into(), 8193, 0, 0)
        }),
        broken(
            "flea32x1",
            "four words, rotated and added, of Bob Jenkins",
            "modulo three all is nearly linear",
        )
        .words(32, |seed| {
            let mut state = drawn_state::<4>(seed);
            move || {
                let [a, b, c, d] = state;
                let turned = b.rotate_left(15);
                let next = d.wrapping_add(turned);
                state = [
                    turned,
                    c.wrapping_add(d.rotate_left(27)),
                    next,
                    a.wrapping_add(next),
                ];
                next
            }
        }),
        broken(
            "mt19937",
            "the Mersenne Twister",
            "every bit is linear in 19937",
        )
        .words(32, |seed| seeded_outputs("mt19937", word(seed))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference outputs of Lemire's testingRNG.
    #[test]
    fn first_words_of_xorshift128_plus_are_the_published_ones() {
        let mut words = xorshift128_plus([1, 2]);
        assert_eq!([words(), words()], [8_388_645, 33_816_707]);
    }

    /// GSL's `r250`, x[n] = x[n-147] ^ x[n-250], seeded with 1: its own test expects this as its 10,000th word.
    #[test]
    fn a_lagged_generator_is_that_of_gsl() {
        let mut word = 1_u32;
        let mut first = [0; 250].map(|_: u32| {
            word = word.wrapping_mul(69069);
            word
        });
        for i in 0..32 {
            let place = &mut first[7 * i + 3];
            *place = *place & u32::MAX >> i | 1 << (31 - i);
        }
        let mut words = lagged_fibonacci(first.into(), 147, |x, y| x ^ y);
        (1..10_000).for_each(|_| {
            words();
        });
        assert_eq!(words(), 1_100_653_588);
    }

    /// The fractions of the paper, computed by hand: 171/30269 + 172/30307 + 170/30323 from seeds of one.
    #[test]
    fn wichmann_hill_adds_three_fractions() {
        let sum = 171.0 / 30269.0 + 172.0 / 30307.0 + 170.0 / 30323.0;
        assert_eq!(wichmann_hill([1; 3])(), (sum * 4_294_967_296.0) as u32);
    }
}
