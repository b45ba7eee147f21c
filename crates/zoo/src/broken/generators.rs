//! Broken generators.

use ::generators::bsd_random::{Type1, Type3};
use ::generators::draw::Words as _;

use super::fair::words;
use super::{Broken, CaughtBy, Make};
use crate::sources::{Kind, Stream, stream};

const fn wide(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    open: fn(u64) -> Box<dyn Stream>,
) -> Broken {
    of_bits(32, name, about, wrong, open)
}

const fn of_bits(
    bits: u32,
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    open: fn(u64) -> Box<dyn Stream>,
) -> Broken {
    let kind = Kind::Words { bits };
    Broken { name, about, wrong, kind, caught_by: CaughtBy::Statistics, make: Make::Stream(open) }
}

/// Fair words, each changed.
fn changed(seed: u64, change: fn(u32) -> u32) -> Box<dyn Stream> {
    let mut fair = words(seed);
    stream::singles(move || change(fair.next_word()))
}

/// A state, and what each step makes of it.
fn stepped(seed: u64, mut step: impl FnMut(&mut u32) -> u32 + Send + 'static) -> Box<dyn Stream> {
    let mut state = words(seed).next_word();
    stream::singles(move || step(&mut state))
}

#[rustfmt::skip]
pub(super) const ALL: &[Broken] = &[
    wide("stuck-bit", "fair words, bit 7 always set", "a bit that is no bit", |seed| changed(seed, |word| word | 1 << 7)),
    wide("sign-cleared", "fair words of 31 bits, said to have 32", "the highest bit is always 0", |seed| changed(seed, |word| word >> 1)),
    wide("copied-bit", "fair words, the lowest bit a copy of the highest", "two bits are one", |seed| changed(seed, |word| word & !1 | word >> 31)),
    wide("biased-bit", "fair words, bit 31 set once more in 32 words", "33 ones of 64", |seed| {
        let mut fair = words(seed);
        stream::singles(move || {
            let word = fair.next_word();
            if fair.next_word() >> 27 == 0 { word | 1 << 31 } else { word }
        })
    }),
    wide("lcg", "x -> 1664525 x + 1013904223, all 32 bits", "bit k has a period of 2^(k+1)", |seed| stepped(seed, |state| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *state
    })),
    of_bits(31, "randu", "x -> 65539 x modulo 2^31", "triples lie on 15 planes: x[n+2] = 6 x[n+1] - 9 x[n]; and all are odd", |seed| {
        stepped(seed, |state| {
            *state = (*state | 1).wrapping_mul(65539) & 0x7fff_ffff;
            *state
        })
    }),
    wide("counter", "a counter times an odd constant, its halves added", "hardly mixed: differences repeat", |seed| stepped(seed, |state| {
        *state = state.wrapping_add(1);
        let word = state.wrapping_mul(0x9e37_79b1);
        word ^ word >> 16
    })),
    wide("middle-square", "the middle 32 bits of the square of the state", "it ends in a short cycle, often at 0", |seed| stepped(seed, |state| {
        *state = (u64::from(*state).pow(2) >> 16) as u32;
        *state
    })),
    wide("short-period", "4096 fair words, again and again", "it starts over", |seed| {
        let mut block = vec![0; 4096];
        stream::words(words(seed)).fill(&mut block);
        let mut at = 0;
        stream::singles(move || {
            at = (at + 1) % block.len();
            block[at]
        })
    }),
    wide("word-twice", "fair words, each 64th given out twice", "a word is known beforehand once in 65", |seed| {
        let (mut fair, mut count, mut word) = (words(seed), 0_u64, 0);
        stream::singles(move || {
            count += 1;
            if count % 65 != 0 {
                word = fair.next_word();
            }
            word
        })
    }),
    wide("lagged-sum", "x[n] = x[n-3] + x[n-31], all 32 bits: rrandom before its shift", "three words are in one sum, and the lowest bit is a shift register", |seed| {
        let mut ring = [0; 31];
        stream::words(words(seed)).fill(&mut ring);
        let mut front = 0;
        stream::singles(move || {
            front = (front + 1) % 31;
            ring[front] = ring[front].wrapping_add(ring[(front + 28) % 31]);
            ring[front]
        })
    }),
    of_bits(31, "type-1", "BSD random of TYPE_1: x[n] = x[n-7] + x[n-3], its lowest bit dropped", "seven words of state", |seed| {
        let mut random = Type1::srrandom(words(seed).next_word() as i32);
        stream::singles(move || random.next_word())
    }),
    of_bits(16, "additive-shifted", "the top 16 bits of x[n] = x[n-3] + x[n-31]", "three words are in one sum", |seed| {
        let mut random = Type3::srrandom(words(seed).next_word() as i32);
        stream::singles(move || random.next_word() >> 15)
    }),
    of_bits(16, "bytes-overlap", "words of 16 bits read from fair bytes, the cursor moved on by one", "a byte is in two words", |seed| {
        let (mut fair, mut last) = (words(seed), 0);
        stream::singles(move || {
            let next = fair.next_word() & 0xff;
            std::mem::replace(&mut last, next) << 8 | next
        })
    }),
    wide("ascending", "fair words, every 16 of them sorted", "words of a block only rise", |seed| {
        let (mut fair, mut block) = (stream::words(words(seed)), Vec::new());
        stream::singles(move || {
            if block.is_empty() {
                block.resize(16, 0);
                fair.fill(&mut block);
                block.sort_unstable_by(|a, b| b.cmp(a));
            }
            block.pop().unwrap_or_default()
        })
    }),
    wide("sevens", "words of eight random digits below 10, as decimal numbers in binary", "the highest bits are small: below 100,000,000", |seed| {
        let mut draws = super::fair::dice(seed);
        stream::singles(move || super::fair::below(&mut draws, 100_000_000) << 5)
    }),
    wide("double-as-float", "fair words through a single-precision fraction", "the lowest 8 bits are mostly 0", |seed| changed(seed, |word| {
        // 24 bits are what a float keeps.
        (word as f32 / 4_294_967_296.0 * 4_294_967_296.0) as u32
    })),
];
