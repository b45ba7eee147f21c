//! The Mersenne Twister and what libraries make from it.

use super::generator::{Generator, Structure, row};
use super::stream::stream;
use super::xorshift::{successive, twister_filling};

const SOURCE: &str =
    "Matsumoto and Nishimura, Mersenne Twister, ACM TOMACS 8(1), 1998; mt19937ar.c, 2002";

/// The rows of this family.
pub(super) static GENERATORS: &[Generator] = &[
    row! {
        key: "mt19937",
        about: "the Mersenne Twister seeded by init_genrand: C++ std::mt19937, numpy.random.seed, Ruby's Random",
        bits: 32,
        seed_bits: 32,
        seeded: |seed| Twister::of(&successive(seed, twister_filling)) => Twister::next,
        structure: RECOVERED,
        source: SOURCE,
    },
    row! {
        key: "mt19937-array",
        about: "the Mersenne Twister seeded by init_by_array with the seed's words: Python's random.seed(n)",
        bits: 32,
        seed_bits: 64,
        seeded: |seed| Twister::of(&by_array(seed)) => Twister::next,
        structure: RECOVERED,
        source: SOURCE,
    },
    row! {
        key: "php-mt-rand",
        about: "mt_rand() of PHP since 7.1: the upper 31 bits of the Mersenne Twister",
        bits: 31,
        seed_bits: 32,
        seeded: |seed| Twister::of(&successive(seed, twister_filling)) => |twister: &mut Twister| twister.next() >> 1,
        source: "PHP, ext/random/engine_mt19937.c",
    },
    row! {
        key: "mt19937-64",
        about: "the Mersenne Twister of 64 bits: C++ std::mt19937_64",
        bits: 64,
        seed_bits: 64,
        seeded: |seed| Twister64::of(&filled_64(seed)) => Twister64::next,
        structure: Structure::Invertible {
            needs: 312,
            state: |outputs| Some(outputs.iter().take(312).map(|&output| untempered_64(output)).collect()),
            from_state: |words| stream(Twister64::before(&core::array::from_fn(|i| words[i])), Twister64::next),
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
            Twister::before(&core::array::from_fn(|i| words[i] as u32)),
            Twister::next,
        )
    },
};

#[derive(Clone)]
pub(super) struct Twister {
    words: [u32; 624],
    at: usize,
    /// How many words are handed out before one is twisted.
    ready: usize,
}

impl Twister {
    /// The freshly seeded generator: each word is twisted before it is handed out.
    pub(super) const fn of(words: &[u32; 624]) -> Self {
        Self::with(words, 0)
    }

    /// The generator that hands out these words next.
    const fn before(words: &[u32; 624]) -> Self {
        Self::with(words, 624)
    }

    /// The seeded generator with its last word not yet handed out, as numpy leaves it.
    pub(super) const fn at_last(words: &[u32; 624]) -> Self {
        Self::with(words, 1)
    }

    const fn with(words: &[u32; 624], ready: usize) -> Self {
        Self {
            words: *words,
            at: (624 - ready) % 624,
            ready,
        }
    }

    pub(super) fn next(&mut self) -> u64 {
        self.twisted(|_, mixed| mixed)
    }

    /// The next word as PHP made it before 7.1: the low bit that decides is the word's own, not that of the next one.
    pub(super) fn next_of_php5(&mut self) -> u64 {
        self.twisted(|word, _| word)
    }

    /// The next word. `deciding` makes the word whose low bit decides on the constant of a twist, from the word and from the
    /// word mixed with the next one.
    ///
    /// The original twists all words at once. One after another they are the same, and of most seeds only the first are wanted.
    #[inline]
    fn twisted(&mut self, deciding: impl Fn(u32, u32) -> u32) -> u64 {
        let (at, next) = (self.at, if self.at == 623 { 0 } else { self.at + 1 });
        if self.ready > 0 {
            self.ready -= 1;
        } else {
            let y = self.words[at] & 0x8000_0000 | self.words[next] & 0x7fff_ffff;
            let twist = if deciding(self.words[at], y) & 1 == 1 {
                0x9908_b0df
            } else {
                0
            };
            let far = if at < 227 { at + 397 } else { at - 227 };
            self.words[at] = self.words[far] ^ y >> 1 ^ twist;
        }
        self.at = next;
        let mut y = self.words[at];
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        u64::from(y ^ y >> 18)
    }
}

fn untempered(mut y: u32) -> u32 {
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

/// `init_by_array` with the 32-bit words of a number, as many as it has, low words first.
fn by_array(seed: u64) -> [u32; 624] {
    let key = [seed as u32, (seed >> 32) as u32];
    let last = usize::from(key[1] > 0);
    let mut words = BEFORE_THE_ARRAY;
    let mixed = |words: &[u32; 624], i: usize, by: u32| {
        words[i] ^ (words[i - 1] ^ words[i - 1] >> 30).wrapping_mul(by)
    };
    // Both loops go round the words from 1 on, and word 0 is the last whenever they begin again.
    let mut places = (1..624).cycle();
    for (n, at) in places.by_ref().take(624).enumerate() {
        let j = n & last;
        words[at] = mixed(&words, at, 1_664_525)
            .wrapping_add(key[j])
            .wrapping_add(j as u32);
        words[0] = if at == 623 { words[623] } else { words[0] };
    }
    for at in places.take(623) {
        words[at] = mixed(&words, at, 1_566_083_941).wrapping_sub(at as u32);
        words[0] = if at == 623 { words[623] } else { words[0] };
    }
    words[0] = 0x8000_0000;
    words
}

#[derive(Clone)]
struct Twister64 {
    words: [u64; 312],
    at: usize,
}

impl Twister64 {
    /// The same as [`Twister::of`], with words of 64 bits.
    const fn of(words: &[u64; 312]) -> Self {
        Self {
            words: *words,
            at: 312,
        }
    }

    /// The same as [`Twister::before`], with words of 64 bits.
    const fn before(words: &[u64; 312]) -> Self {
        Self {
            words: *words,
            at: 0,
        }
    }

    fn next(&mut self) -> u64 {
        if self.at == 312 {
            for i in 0..312 {
                let y =
                    self.words[i] & 0xffff_ffff_8000_0000 | self.words[(i + 1) % 312] & 0x7fff_ffff;
                let twist = if y & 1 == 1 { 0xb502_6f5a_a966_19e9 } else { 0 };
                self.words[i] = self.words[(i + 156) % 312] ^ y >> 1 ^ twist;
            }
            self.at = 0;
        }
        let mut y = self.words[self.at];
        self.at += 1;
        y ^= y >> 29 & 0x5555_5555_5555_5555;
        y ^= y << 17 & 0x71d6_7fff_eda6_0000;
        y ^= y << 37 & 0xfff7_eee0_0000_0000;
        y ^ y >> 43
    }
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
        let word = words[i - 1];
        words[i] = (word ^ word >> 62)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(i as u64);
    }
    words
}
