//! The Mersenne Twister and what libraries make from it.

use core::array::from_fn;

use multiversion::multiversion;

use super::generator::{Generator, Structure, row};
use super::stream::{LANES, Stream, block, stream};
use super::xorshift::twister_filling;
use crate::definition::{Constant, Definition, Right};

const SOURCE: &str =
    "Matsumoto and Nishimura, Mersenne Twister, ACM TOMACS 8(1), 1998; mt19937ar.c, 2002";

/// The rows of this family.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "mt19937",
        about: "the Mersenne Twister seeded by init_genrand: C++ std::mt19937, numpy.random.seed, Ruby's Random",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| Twister::new(genrand([seed]), 0) => Twister::one,
        block: |first, outputs| genrand_block(first, outputs, |_, mixed, _| mixed, 0),
        structure: RECOVERED,
        source: SOURCE,
    },
    Generator {
        absolute: true,
        ..row! {
            key: "mt19937-array",
            about: "the Mersenne Twister seeded by init_by_array with the seed's words: Python's random.seed(n)",
            bits: 32,
            seed_bits: 64,
            seeded: |seed| Twister::new(by_array([seed]), 0) => Twister::one,
            block: array_block,
            structure: RECOVERED,
            source: SOURCE,
        }
    },
    row! {
        key: "php-mt-rand",
        about: "mt_rand() of PHP since 7.1: the upper 31 bits of the Mersenne Twister",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| Twister::new(genrand([seed]), 0) => |twister: &mut Twister<1>| twister.one() >> 1,
        block: |first, outputs| genrand_block(first, outputs, |_, mixed, _| mixed, 1),
        source: "PHP, ext/random/engine_mt19937.c",
    },
    row! {
        key: "php4-mt-rand",
        about: "mt_rand() of PHP 3.0.7 to 5.2.0: the upper 31 bits of the Mersenne Twister, filled with an odd seed times powers of 69069",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| Twister::new(powers([seed | 1]), 0) => |twister: &mut Twister<1>| twister.one() >> 1,
        block: powers_block,
        source: "php_mt_seed, README; outputs of the same seeding in Cokus, mt19937.c, 1998",
    },
    row! {
        key: "mt19937-64",
        about: "the Mersenne Twister of 64 bits: C++ std::mt19937_64",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| Twister64 { words: filled_64(seed), at: 312 } => Twister64::next,
        block: block_64,
        structure: Structure::Invertible {
            needs: 312,
            state: |outputs| Some(outputs.iter().take(312).map(|&output| untempered_64(output)).collect()),
            from_state: |words| stream(Twister64 { words: from_fn(|i| words[i]), at: 0 }, Twister64::next),
        },
        source: "Nishimura, Tables of 64-bit Mersenne Twisters, 2000; mt19937-64.c, 2004",
    },
];

pub(super) const RECOVERED: Structure = Structure::Invertible {
    needs: 624,
    state: |outputs| {
        let word = |&output: &u64| {
            u32::try_from(output)
                .ok()
                .map(|output| untempered(output).into())
        };
        outputs.iter().take(624).map(word).collect()
    },
    from_state: |words| {
        stream(
            Twister::new(from_fn(|i| [words[i] as u32]), 624),
            Twister::one,
        )
    },
};

/// The words of states, beside each other.
pub(super) type States<const N: usize> = [[u32; N]; 624];

/// One generator, or several side by side.
#[derive(Clone)]
pub(super) struct Twister<const N: usize> {
    words: States<N>,
    at: usize,
    /// How many words are handed out before one is twisted.
    ready: usize,
}

impl Twister<1> {
    /// The next word.
    pub(super) fn one(&mut self) -> u64 {
        self.twisted(|_, mixed, _| mixed)[0].into()
    }
}

impl<const N: usize> Twister<N> {
    /// The generator with these words, of which it hands out the last `ready` ones first, as they are: none if it was just
    /// seeded, all of a state, and one after numpy's seeding.
    pub(super) const fn new(words: States<N>, ready: usize) -> Self {
        Self {
            words,
            at: (624 - ready) % 624,
            ready,
        }
    }

    /// The next words; `deciding` is that of [`twist`].
    ///
    /// The original twists all words at once. One after another they are the same, and of most seeds only the first are wanted.
    #[inline]
    pub(super) fn twisted(&mut self, deciding: impl Fn(u32, u32, u32) -> u32) -> [u32; N] {
        let (at, next) = (self.at, if self.at == 623 { 0 } else { self.at + 1 });
        if self.ready > 0 {
            self.ready -= 1;
        } else {
            let far = if at < 227 { at + 397 } else { at - 227 };
            self.words[at] = from_fn(|lane| {
                let words = [at, next, far].map(|i| self.words[i][lane]);
                twist(&MT_19937, words, 1, &deciding)
            });
        }
        self.at = next;
        self.words[at].map(tempered)
    }
}

/// The constants of the Mersenne Twister.
pub const MT_19937: Right<u32> = Right::new(&[
    Constant::factor("multiplier of the filling", 1_812_433_253, 32),
    Constant::shift("shift of the filling", 30, 32),
    Constant::count("distance of the twist", 397),
    Constant::factor("matrix of the twist", 0x9908_b0df, 32),
    Constant::factor("upper mask of the twist", 0x8000_0000, 32),
    Constant::factor("lower mask of the twist", 0x7fff_ffff, 32),
    Constant::shift("first shift of the tempering", 11, 32),
    Constant::shift("second shift of the tempering", 7, 32),
    Constant::factor("first mask of the tempering", 0x9d2c_5680, 32),
    Constant::shift("third shift of the tempering", 15, 32),
    Constant::factor("second mask of the tempering", 0xefc6_0000, 32),
    Constant::shift("fourth shift of the tempering", 18, 32),
]);

/// The new word from a word, the next one and one far ahead. The mixture of the first two is shifted by `by`, which is 1. The low
/// bit of a word decides on the matrix: `deciding` makes it from the word, the mixture, and the new word without the matrix.
#[inline]
pub fn twist<D: Definition>(
    d: &D,
    [word, next, far]: [D::Word; 3],
    by: u64,
    deciding: impl Fn(D::Word, D::Word, D::Word) -> D::Word,
) -> D::Word {
    let mixed = word & d.word(d.constant(4)) | next & d.word(d.constant(5));
    let new = far ^ d.shift_right(mixed, by);
    let is_applied = d.low(deciding(word, mixed, new)) & 1;
    new ^ d.word(d.constant(3) * is_applied)
}

/// One of the four lines of the tempering.
#[inline]
pub fn tempering_line<D: Definition>(d: &D, line: usize, y: D::Word) -> D::Word {
    y ^ match line {
        0 => d.shift_right(y, d.constant(6)),
        1 => d.shift_left(y, d.constant(7)) & d.word(d.constant(8)),
        2 => d.shift_left(y, d.constant(9)) & d.word(d.constant(10)),
        _ => d.shift_right(y, d.constant(11)),
    }
}

/// The output that the Mersenne Twister makes from a word of its state.
#[inline]
pub fn tempered(y: u32) -> u32 {
    (0..4).fold(y, |y, line| tempering_line(&MT_19937, line, y))
}

/// The word of the state from which the Mersenne Twister makes an output.
pub fn untempered(mut y: u32) -> u32 {
    y = undone(y, |x| x >> 18);
    y = undone(y, |x| x << 15 & 0xefc6_0000);
    y = undone(y, |x| x << 7 & 0x9d2c_5680);
    undone(y, |x| x >> 11)
}

/// The `x` for which `x ^ shifted(x)` is this word, where `shifted` moves bits in one direction only.
fn undone<W: Copy + PartialEq + core::ops::BitXor<Output = W>>(
    word: W,
    shifted: impl Fn(W) -> W,
) -> W {
    let mut x = word;
    loop {
        let better = word ^ shifted(x);
        if better == x {
            return x;
        }
        x = better;
    }
}

/// The words with which `init_by_array` begins.
const BEFORE_THE_ARRAY: [u32; 624] = {
    let mut words = [19_650_218; 624];
    let mut at = 1;
    while at < 624 {
        words[at] = twister_filling(words[at - 1], at as u32);
        at += 1;
    }
    words
};

/// Output `n` of a fresh state is made of the words `n`, `n + 1` and `n + 397` alone, up to the last of them.
const FRESH: usize = 624 - 397;

/// Whether there are so few outputs that [`fresh`] makes them.
pub(super) const fn are_fresh(outputs: &[[u64; LANES]]) -> bool {
    outputs.len() <= FRESH
}

/// The first outputs of the seeds of a block from lane `start` on, if [`are_fresh`], each shifted right by `shift`. `words` are the
/// first words of the states; `advance` makes words of one place into those of a later one. Nothing else of the states is made.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
pub(super) fn fresh<const N: usize>(
    outputs: &mut [[u64; LANES]],
    start: usize,
    mut words: [u32; N],
    advance: impl Fn(&mut [u32; N], usize, usize),
    deciding: impl Fn(u32, u32, u32) -> u32,
    shift: u32,
) {
    // Until it is made, an output has its own word in the low half, and the one far ahead in the high half.
    for (n, row) in outputs.iter_mut().enumerate() {
        for (output, word) in row[start..].iter_mut().zip(&words) {
            *output = (*word).into();
        }
        advance(&mut words, n, n + 1);
    }
    let mut next = words;
    let mut at = outputs.len();
    for (n, row) in outputs.iter_mut().enumerate() {
        advance(&mut words, at, n + 397);
        at = n + 397;
        for (output, word) in row[start..].iter_mut().zip(&words) {
            *output |= u64::from(*word) << 32;
        }
    }
    for row in outputs.iter_mut().rev() {
        for (output, next) in row[start..].iter_mut().zip(&mut next) {
            let (word, far) = (*output as u32, (*output >> 32) as u32);
            let new = twist(&MT_19937, [word, *next, far], 1, &deciding);
            *output = (tempered(new) >> shift).into();
            *next = word;
        }
    }
}

/// The outputs of a block of seeds of `init_genrand`.
#[inline]
pub(super) fn genrand_block(
    first: u64,
    outputs: &mut [[u64; LANES]],
    deciding: impl Fn(u32, u32, u32) -> u32,
    shift: u32,
) {
    if are_fresh(outputs) {
        fresh::<LANES>(
            outputs,
            0,
            from_fn(|lane| (first as u32).wrapping_add(lane as u32)),
            #[inline(always)]
            |words, from, to| step_words(words, from, to, twister_filling),
            deciding,
            shift,
        );
    } else {
        several(first, outputs, genrand, deciding, shift);
    }
}

/// Makes words of one place into those of a later one: `step` makes a word from the one before and its place.
#[inline]
pub(super) fn step_words<const N: usize>(
    words: &mut [u32; N],
    from: usize,
    to: usize,
    step: impl Fn(u32, u32) -> u32,
) {
    for at in from + 1..=to {
        for word in words.iter_mut() {
            *word = step(*word, at as u32);
        }
    }
}

/// How many states `init_by_array` fills side by side: it goes through all words twice, so they must stay in the second cache.
const ARRAYS: usize = 128;

/// The outputs of a block of seeds of `init_by_array`.
fn array_block(first: u64, outputs: &mut [[u64; LANES]]) {
    if are_fresh(outputs) {
        array_fresh(first, outputs);
    } else {
        several(first, outputs, by_array, |_, mixed, _| mixed, 0);
    }
}

#[allow(
    clippy::large_stack_arrays,
    reason = "the system would map 320 KiB of the heap again for each block"
)]
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn array_fresh(first: u64, outputs: &mut [[u64; LANES]]) {
    let mut states = [[0; ARRAYS]; 624];
    for start in (0..LANES).step_by(ARRAYS) {
        let first = first.wrapping_add(start as u64);
        fill_by_array(&mut states, from_fn(|lane| first.wrapping_add(lane as u64)));
        fresh(
            outputs,
            start,
            states[0],
            |words, _, to| *words = states[to],
            |_, mixed, _| mixed,
            0,
        );
    }
}

/// How many whole states are made side by side.
const WHOLE: usize = 64;

/// A block of seeds. A word that fills a state waits for the one before it, but not for other states.
#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn several(
    first: u64,
    outputs: &mut [[u64; LANES]],
    filled: impl Fn([u64; WHOLE]) -> States<WHOLE>,
    deciding: impl Fn(u32, u32, u32) -> u32,
    shift: u32,
) {
    for start in (0..LANES).step_by(WHOLE) {
        let first = first.wrapping_add(start as u64);
        let seeds = from_fn(|lane| first.wrapping_add(lane as u64));
        let mut twister = Twister::new(filled(seeds), 0);
        for row in &mut *outputs {
            let words = twister.twisted(&deciding);
            for (output, word) in row[start..].iter_mut().zip(words) {
                *output = (word >> shift).into();
            }
        }
    }
}

/// `init_genrand` with the low 32 bits of each number.
#[inline]
pub(super) fn genrand<const N: usize>(seeds: [u64; N]) -> States<N> {
    let mut words = [seeds.map(|seed| seed as u32); 624];
    for at in 1..624 {
        words[at] = words[at - 1].map(|word| twister_filling(word, at as u32));
    }
    words
}

/// The factor between the words of the seeding of 1998.
const FACTOR: u32 = 69_069;

/// The seeding of 1998 with the low 32 bits of each number, which ought to be odd.
fn powers<const N: usize>(seeds: [u64; N]) -> States<N> {
    let mut words = [seeds.map(|seed| seed as u32); 624];
    for at in 1..624 {
        words[at] = words[at - 1].map(|word| word.wrapping_mul(FACTOR));
    }
    words
}

/// The outputs of a block of seeds of PHP up to 5.2.0.
fn powers_block(first: u64, outputs: &mut [[u64; LANES]]) {
    if are_fresh(outputs) {
        fresh::<LANES>(
            outputs,
            0,
            from_fn(|lane| (first as u32).wrapping_add(lane as u32) | 1),
            #[inline(always)]
            |words, from, to| {
                let factor = FACTOR.wrapping_pow((to - from) as u32);
                *words = words.map(|word| word.wrapping_mul(factor));
            },
            |_, mixed, _| mixed,
            1,
        );
    } else {
        let filled = |seeds: [u64; WHOLE]| powers(seeds.map(|seed| seed | 1));
        several(first, outputs, filled, |_, mixed, _| mixed, 1);
    }
}

/// The word that `init_by_array` makes from a word and the one before it.
#[inline]
pub fn array_word<D: Definition>(
    d: &D,
    before: D::Word,
    word: D::Word,
    factor: u64,
    summand: D::Word,
) -> D::Word {
    let mixed = before ^ d.shift_right(before, 30);
    d.add(word ^ d.multiply(mixed, factor), summand)
}

/// `init_by_array` with the 32-bit words of numbers, as many as they have, low words first.
#[allow(
    clippy::inline_always,
    reason = "only in a caller with wide registers does it use them"
)]
#[inline(always)]
fn fill_by_array<const N: usize>(words: &mut States<N>, seeds: [u64; N]) {
    let low = seeds.map(|seed| seed as u32);
    // What the steps in between add: the second word and its place, or the only word again.
    let high = seeds.map(|seed| match (seed >> 32) as u32 {
        0 => seed as u32,
        high => high.wrapping_add(1),
    });
    // Both loops go round the words from 1 on. Word 0 is the last one whenever they begin again.
    let mut word = [BEFORE_THE_ARRAY[0]; N];
    for at in 1..624 {
        let added = if at % 2 == 1 { &low } else { &high };
        for lane in 0..N {
            word[lane] = first_mix(word[lane], BEFORE_THE_ARRAY[at], added[lane]);
        }
        words[at] = word;
    }
    for lane in 0..N {
        word[lane] = first_mix(word[lane], words[1][lane], high[lane]);
    }
    words[1] = word;
    for at in (2..624).chain([1]) {
        for (word, before) in word.iter_mut().zip(&words[at]) {
            *word = second_mix(*word, *before, at);
        }
        words[at] = word;
    }
    words[0] = [0x8000_0000; N];
}

/// The states that `init_by_array` fills.
#[inline]
fn by_array<const N: usize>(seeds: [u64; N]) -> States<N> {
    let mut words = [[0; N]; 624];
    fill_by_array(&mut words, seeds);
    words
}

/// A stream after `init_by_array` with these words, of which there is at least one.
pub(super) fn array_filled(key: &[u32]) -> Stream {
    let mut words = BEFORE_THE_ARRAY;
    let mut at = 0;
    for i in 0..key.len().max(624) {
        let place = i % key.len();
        at = at % 623 + 1;
        if at == 1 && i > 0 {
            words[0] = words[623];
        }
        let added = key[place].wrapping_add(place as u32);
        words[at] = first_mix(words[at - 1], words[at], added);
    }
    for _ in 0..623 {
        at = at % 623 + 1;
        if at == 1 {
            words[0] = words[623];
        }
        words[at] = second_mix(words[at - 1], words[at], at);
    }
    words[0] = 0x8000_0000;
    stream(Twister::new(words.map(|word| [word]), 0), Twister::one)
}

#[inline]
fn first_mix(before: u32, word: u32, added: u32) -> u32 {
    array_word(&MT_19937, before, word, 1_664_525, added)
}

#[inline]
fn second_mix(before: u32, word: u32, at: usize) -> u32 {
    let summand = (at as u32).wrapping_neg();
    array_word(&MT_19937, before, word, 1_566_083_941, summand)
}

#[derive(Clone)]
struct Twister64 {
    words: [u64; 312],
    at: usize,
}

impl Twister64 {
    fn next(&mut self) -> u64 {
        if self.at == 312 {
            for i in 0..312 {
                let [next, far] = [1, 156].map(|ahead| self.words[(i + ahead) % 312]);
                self.words[i] = twist_64(self.words[i], next, far);
            }
            self.at = 0;
        }
        self.at += 1;
        tempered_64(self.words[self.at - 1])
    }
}

#[inline]
fn twist_64(word: u64, next: u64, far: u64) -> u64 {
    let y = word & 0xffff_ffff_8000_0000 | next & 0x7fff_ffff;
    far ^ y >> 1 ^ (0xb502_6f5a_a966_19e9 * (y & 1))
}

#[inline]
fn tempered_64(mut y: u64) -> u64 {
    y ^= y >> 29 & 0x5555_5555_5555_5555;
    y ^= y << 17 & 0x71d6_7fff_eda6_0000;
    y ^= y << 37 & 0xfff7_eee0_0000_0000;
    y ^ y >> 43
}

/// The outputs of a block of seeds. As in [`fresh`], the first are made of the words `n`, `n + 1` and `n + 156`.
fn block_64(first: u64, outputs: &mut [[u64; LANES]]) {
    if outputs.len() > 156 {
        let seeded = |seed| Twister64 {
            words: filled_64(seed),
            at: 312,
        };
        return block(first, outputs, seeded, Twister64::next);
    }
    fresh_64(first, outputs);
}

#[multiversion(targets("x86_64+avx512f+avx512dq", "x86_64+avx2"))]
fn fresh_64(first: u64, outputs: &mut [[u64; LANES]]) {
    let mut words: [u64; LANES] = from_fn(|lane| first.wrapping_add(lane as u64));
    let mut far = words;
    for at in 1..=156 {
        for word in &mut far {
            *word = filling_64(*word, at);
        }
    }
    for (n, row) in (1..).zip(outputs) {
        for ((output, word), far) in row.iter_mut().zip(&mut words).zip(&mut far) {
            let next = filling_64(*word, n);
            *output = tempered_64(twist_64(*word, next, *far));
            (*word, *far) = (next, filling_64(*far, n + 156));
        }
    }
}

/// The word of a state at this place, from the one before.
#[inline]
const fn filling_64(word: u64, at: u64) -> u64 {
    (word ^ word >> 62)
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(at)
}

fn untempered_64(mut y: u64) -> u64 {
    y = undone(y, |x| x >> 43);
    y = undone(y, |x| x << 37 & 0xfff7_eee0_0000_0000);
    y = undone(y, |x| x << 17 & 0x71d6_7fff_eda6_0000);
    undone(y, |x| x >> 29 & 0x5555_5555_5555_5555)
}

fn filled_64(seed: u64) -> [u64; 312] {
    let mut words = [seed; 312];
    for i in 1..312 {
        words[i] = filling_64(words[i - 1], i as u64);
    }
    words
}
