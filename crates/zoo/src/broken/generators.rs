//! Broken generators.

use ::generators::bsd_random::{Seeding, Type1, Type3, Type4};
use ::generators::catalogue::{self, Generator};
use ::generators::draw::Words as _;

use super::fair::{word, words};
use super::{Broken, Make, broken};
use crate::sources::{Kind, Stream, stream};

const fn wide(name: &'static str, open: fn(u64) -> Box<dyn Stream>) -> Broken {
    of_bits(32, name, open)
}

const fn of_bits(bits: u32, name: &'static str, open: fn(u64) -> Box<dyn Stream>) -> Broken {
    broken(Kind::Words { bits }, name, Make::Stream(open))
}

/// The first fair words, used as a state.
fn drawn<const N: usize>(seed: u64) -> [u32; N] {
    let mut state = [0; N];
    stream::words(words(seed)).fill(&mut state);
    state
}

/// Fair words with a change applied to each.
fn changed(seed: u64, change: fn(u32) -> u32) -> Box<dyn Stream> {
    let mut fair = words(seed);
    stream::singles(move || change(fair.next_word()))
}

/// The row of this key in the catalogue.
fn row(key: &str) -> &'static Generator {
    catalogue::find(key).expect("the key is that of a row")
}

/// The low 32 bits of a row's outputs from a seed.
pub(super) fn seeded(key: &str, seed: u32) -> impl FnMut() -> u32 + 'static {
    let mut outputs = (row(key).seeded)(seed.into());
    move || outputs() as u32
}

/// The low 32 bits of a row's outputs from a raw state.
fn from_state(key: &str, state: &[u64]) -> Box<dyn Stream> {
    let mut outputs = row(key).from_state().expect("the row takes a state")(state);
    stream::singles(move || outputs() as u32)
}

/// A stream from a one-word state and its step.
fn stepped(seed: u64, mut step: impl FnMut(&mut u32) -> u32 + Send + 'static) -> Box<dyn Stream> {
    let mut state = word(seed);
    stream::singles(move || step(&mut state))
}

/// The outputs of a lagged Fibonacci generator, `x[n] = x[n - long] op x[n - short]`, from its first `long` words, the oldest
/// first.
pub(super) fn lagged(
    mut words: Vec<u32>,
    short: usize,
    op: fn(u32, u32) -> u32,
) -> impl FnMut() -> u32 + Send {
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
pub(crate) fn carried(
    mut words: Vec<u32>,
    factor: u64,
    mut carry: u64,
    complement: u32,
) -> impl FnMut() -> u32 + Send {
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
fn wichmann_hill(mut state: [u32; 3]) -> impl FnMut() -> u32 + Send {
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
fn xorshift128_plus(mut state: [u64; 2]) -> impl FnMut() -> u32 + Send {
    move || {
        let [mut x, y] = state;
        x ^= x << 23;
        state = [y, x ^ y ^ x >> 18 ^ y >> 5];
        state[1].wrapping_add(y) as u32
    }
}

#[rustfmt::skip]
pub(super) static ALL: &[Broken] = &[
    wide("stuck-bit", |seed| changed(seed, |word| word | 1 << 7)),
    wide("copied-bit", |seed| changed(seed, |word| word & !1 | word >> 31)),
    wide("biased-bit", |seed| {
        let mut fair = words(seed);
        stream::singles(move || {
            let word = fair.next_word();
            if fair.next_word() >> 27 == 0 { word | 1 << 12 } else { word }
        })
    }),
    of_bits(8, "byte-never", |seed| {
        let mut fair = words(seed);
        stream::singles(move || loop {
            let byte = fair.next_word() >> 24;
            if byte < 255 {
                return byte;
            }
        })
    }),
    wide("lcg", |seed| {
        stream::singles(seeded("numerical-recipes", word(seed)))
    }),
    of_bits(31, "randu", |seed| {
        stream::singles(seeded("randu", word(seed) | 1))
    }),
    wide("lcg64-high", |seed| {
        let [high, low] = drawn(seed).map(u64::from);
        let mut state = high << 32 | low;
        stream::singles(move || {
            state = state.wrapping_mul(6_906_969_069).wrapping_add(1);
            (state >> 32) as u32
        })
    }),
    wide("pcg-once", |seed| {
        stream::singles(seeded("pcg-rxs-m-xs-32", word(seed)))
    }),
    wide("counter", |seed| stepped(seed, |state| {
        *state = state.wrapping_add(1);
        let word = state.wrapping_mul(0x9e37_79b1);
        word ^ word >> 16
    })),
    wide("middle-square", |seed| stepped(seed, |state| {
        *state = (u64::from(*state).pow(2) >> 16) as u32;
        *state
    })),
    wide("short-period", |seed| {
        let mut block = vec![0; 4096];
        stream::words(words(seed)).fill(&mut block);
        let mut at = 0;
        stream::singles(move || {
            at = (at + 1) % block.len();
            block[at]
        })
    }),
    wide("word-twice", |seed| {
        let (mut fair, mut count, mut word) = (words(seed), 0_u64, 0);
        stream::singles(move || {
            count += 1;
            if count % 65 != 0 {
                word = fair.next_word();
            }
            word
        })
    }),
    wide("lagged-sum", |seed| {
        let mut first = drawn::<31>(seed);
        first.rotate_left(1);
        stream::singles(lagged(first.into(), 3, u32::wrapping_add))
    }),
    of_bits(31, "type-1", |seed| {
        let mut random = Type1::srrandom(word(seed) as i32);
        stream::singles(move || random.next_word())
    }),
    of_bits(16, "additive-shifted", |seed| {
        let mut random = Type3::srrandom(word(seed) as i32);
        stream::singles(move || random.next_word() >> 15)
    }),
    of_bits(16, "bytes-overlap", |seed| {
        let (mut fair, mut last) = (words(seed), 0);
        stream::singles(move || {
            let next = fair.next_word() & 0xff;
            std::mem::replace(&mut last, next) << 8 | next
        })
    }),
    wide("ascending", |seed| {
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
    wide("sevens", |seed| {
        let mut draws = super::fair::dice(seed);
        stream::singles(move || super::fair::below(&mut draws, 100_000_000) << 5)
    }),
    wide("double-as-float", |seed| changed(seed, |word| {
        // A float keeps 24 bits.
        (word as f32 / 4_294_967_296.0 * 4_294_967_296.0) as u32
    })),
    wide("echo", |seed| {
        let (mut fair, mut past, mut at) = (words(seed), [0; 100], 0);
        stream::singles(move || {
            let (word, echoes) = (fair.next_word(), fair.next_word() < u32::MAX / 20);
            at = (at + 1) % past.len();
            past[at] = if echoes { word & 0x00ff_ffff | past[at] & 0xff00_0000 } else { word };
            past[at]
        })
    }),
    of_bits(31, "minstd", |seed| {
        stream::singles(seeded("minstd-48271", word(seed) >> 2 | 1))
    }),
    wide("xorshift32", |seed| {
        stream::singles(seeded("xorshift32", word(seed) | 1))
    }),
    wide("xorshift32-twins", |seed| {
        let first = word(seed) | 1;
        let mut twins = [first, first.wrapping_add(1).max(1)].map(|seed| seeded("xorshift32", seed));
        stream::singles(move || {
            twins.swap(0, 1);
            twins[0]()
        })
    }),
    wide("xorshift128", |seed| {
        from_state("xorshift128", &drawn::<4>(seed).map(u64::from))
    }),
    wide("xorshift128-plus-low", |seed| {
        let [a, b, c, d] = drawn(seed).map(u64::from);
        stream::singles(xorshift128_plus([a << 32 | b, c << 32 | d]))
    }),
    wide("xoroshiro128-plus-low", |seed| {
        let [a, b, c, d] = drawn(seed).map(u64::from);
        from_state("xoroshiro128+", &[a << 32 | b, c << 32 | d])
    }),
    wide("r250", |seed| {
        stream::singles(lagged(drawn::<250>(seed).into(), 103, |x, y| x ^ y))
    }),
    of_bits(31, "lagged-607", |seed| {
        let mut words = lagged(drawn::<607>(seed).into(), 273, u32::wrapping_add);
        stream::singles(move || words() >> 1)
    }),
    of_bits(31, "random-glibc-4", |seed| {
        let mut random = Type4::new(Seeding::Glibc, word(seed) as i32);
        stream::singles(move || random.next_word())
    }),
    wide("wichmann-hill", |seed| {
        stream::singles(wichmann_hill(drawn(seed).map(|word| word % 30_000 + 1)))
    }),
    of_bits(30, "ansi-rand-joined", |seed| {
        let mut rand = seeded("ansi-c-rand", word(seed));
        stream::singles(move || rand() << 15 | rand())
    }),
    wide("mwc1616", |seed| {
        from_state("mwc1616", &drawn::<2>(seed).map(u64::from))
    }),
    wide("mwc4691", |seed| {
        stream::singles(carried(drawn::<4691>(seed).into(), 8193, 0, 0))
    }),
    wide("flea32x1", |seed| {
        let mut state = drawn::<4>(seed);
        stream::singles(move || {
            let [a, b, c, d] = state;
            let turned = b.rotate_left(15);
            let next = d.wrapping_add(turned);
            state = [turned, c.wrapping_add(d.rotate_left(27)), next, a.wrapping_add(next)];
            next
        })
    }),
    wide("mt19937", |seed| {
        stream::singles(seeded("mt19937", word(seed)))
    }),
];

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
        let mut words = lagged(first.into(), 147, |x, y| x ^ y);
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
