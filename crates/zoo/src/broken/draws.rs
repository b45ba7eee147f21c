//! Broken bounded draws.

use std::collections::VecDeque;

use generators::draw::Draw;

use super::fair::{below, dice, word};
use super::{Broken, Make, broken};
use crate::sources::{Kind, Stream, stream};

const fn value(name: &'static str, bound: u32, value: fn(&mut dyn Draw) -> u32) -> Broken {
    special(name, bound, Make::Value(value))
}

const fn special(name: &'static str, below: u32, make: Make) -> Broken {
    broken(Kind::Values { below }, name, make)
}

/// The number of 16-bit words.
const SIXTEEN: u32 = 1 << 16;

#[rustfmt::skip]
pub(super) static ALL: &[Broken] = &[
    value("modulo-of-byte", 100, |draws| below(draws, 256) % 100),
    value("low-14-bits", 100, |draws| below(draws, 1 << 14) % 100),
    value("mask-15-bits", 1000, |draws| below(draws, 1 << 15) % 1000),
    value("scaled-16-bits", 1000, |draws| {
        (u64::from(below(draws, SIXTEEN)) * 1000 / u64::from(SIXTEEN)) as u32
    }),
    special("fifteen-bits-for-a-million", 1_000_000, Make::Stream(|seed| {
        let mut draws = dice(seed);
        stream::singles(move || ((u64::from(below(&mut draws, 1 << 15)) * 1_000_000) >> 15) as u32)
    })),
    value("rejection-off-by-one", 6, |draws| {
        let byte = std::num::NonZeroU32::new(256).map_or(0, |n| draws.draw_until(n, &mut |byte| byte <= 252));
        byte % 6
    }),
    value("clamped", 200, |draws| below(draws, 256).min(199)),
    value("greatest-never", 100, |draws| below(draws, 99)),
    value("inclusive-wrapped", 100, |draws| below(draws, 101) % 100),
    value("rounded", 20, |draws| {
        (below(draws, SIXTEEN) * 19 + SIXTEEN / 2) / SIXTEEN
    }),
    value("two-digits", 100, |draws| {
        let tens = std::num::NonZeroU32::new(10).map_or(1, |n| draws.draw_until(n, &mut |digit| digit > 0));
        10 * tens + below(draws, 10)
    }),
    value("biased-coin", 2, |draws| u32::from(below(draws, 100) <= 50)),
    special("low-bits-of-lcg", 8, Make::Stream(|seed| congruential(seed, 8))),
    special("lcg-modulo", 100, Make::Stream(|seed| congruential(seed, 100))),
    special("xorshift128-modulo", 6, Make::Stream(|seed| rolled("xorshift128", seed, |word| word % 6))),
    special("xorshift128-scaled", 6, Make::Stream(|seed| {
        rolled("xorshift128", seed, |word| ((u64::from(word) * 6) >> 32) as u32)
    })),
    special("msvc-d20", 20, Make::Stream(|seed| rolled("msvc-rand", seed, |word| word % 20))),
    special("half-linear", 2, Make::Stream(|seed| remembering(seed, VecDeque::from([0; 17]), |draws, coins| {
        let (fresh, is_fresh) = (below(draws, 2), below(draws, 2) == 1);
        let coin = if is_fresh { fresh } else { coins[0] ^ coins[12] };
        coins.pop_front();
        coins.push_back(coin);
        coin
    }))),
    special("parity-of-32", 2, Make::Stream(|seed| remembering(seed, (0, 0), |draws, (at, odd)| {
        *at = (*at + 1) % 32;
        let coin = if *at == 0 { *odd } else { below(draws, 2) };
        *odd ^= coin;
        coin
    }))),
    special("sticky", 10, Make::Stream(|seed| remembering(seed, 0, |draws, last| {
        if below(draws, 20) > 0 {
            *last = below(draws, 10);
        }
        *last
    }))),
    special("one-more", 20, Make::Stream(|seed| remembering(seed, 0, |draws, last| {
        *last = if below(draws, 20) > 0 { below(draws, 20) } else { (*last + 1) % 20 };
        *last
    }))),
    special("never-twice", 10, Make::Stream(|seed| remembering(seed, 0, |draws, last| {
        *last = (*last + 1 + below(draws, 9)) % 10;
        *last
    }))),
    special("blocks-by-two", 10, Make::Stream(|seed| remembering(seed, ([0; 8], 0), |draws, (block, at)| {
        if *at % 16 == 0 {
            *block = std::array::from_fn(|_| below(draws, 10));
        }
        *at += 1;
        block[(*at - 1) % 8]
    }))),
    special("not-of-the-last-four", 10, Make::Stream(|seed| remembering(seed, VecDeque::from([0; 4]), |draws, last| {
        let mut value = below(draws, 10);
        for _ in 0..4 {
            if !last.contains(&value) {
                break;
            }
            value = below(draws, 10);
        }
        last.pop_front();
        last.push_back(value);
        value
    }))),
    special("bag", 10, Make::Stream(|seed| remembering(seed, Vec::new(), |draws, left| {
        if left.is_empty() {
            left.extend(0..10);
        }
        let at = below(draws, left.len() as u32) as usize;
        left.swap_remove(at)
    }))),
    special("copied-100", 6, Make::Stream(|seed| remembering(seed, VecDeque::from([0; 100]), |draws, rolls| {
        let roll = if below(draws, 20) == 0 { rolls[0] } else { below(draws, 6) };
        rolls.pop_front();
        rolls.push_back(roll);
        roll
    }))),
    special("coins-in-a-loop", 2, Make::Stream(|seed| {
        let (mut draws, mut at) = (dice(seed), 0);
        let coins: Vec<u32> = (0..1_000_000).map(|_| below(&mut draws, 2)).collect();
        stream::singles(move || {
            at = (at + 1) % coins.len();
            coins[at]
        })
    })),
    special("never-four-alike", 20, Make::Stream(|seed| remembering(seed, [0; 3], |draws, last| {
        let mut value = below(draws, 20);
        while *last == [value; 3] {
            value = below(draws, 20);
        }
        *last = [last[1], last[2], value];
        value
    }))),
    special("pity", 6, Make::Stream(|seed| remembering(seed, 0, |draws, without| {
        let value = if *without == 20 { 5 } else { below(draws, 6) };
        *without = if value == 5 { 0 } else { *without + 1 };
        value
    }))),
];

/// The values that `next` draws, which remembers something of the ones before.
fn remembering<M: 'static>(
    seed: u64,
    mut memory: M,
    next: impl Fn(&mut dyn Draw, &mut M) -> u32 + 'static,
) -> Box<dyn Stream> {
    let mut draws = dice(seed);
    stream::singles(move || next(&mut draws, &mut memory))
}

/// Remainders by `n` of the outputs of a generator modulo 2^32.
fn congruential(seed: u64, n: u32) -> Box<dyn Stream> {
    let mut state = word(seed);
    stream::singles(move || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        state % n
    })
}

/// One draw for each output of a row of the catalogue.
fn rolled(key: &str, seed: u64, draw: fn(u32) -> u32) -> Box<dyn Stream> {
    let mut output = super::generators::seeded(key, word(seed));
    stream::singles(move || draw(output()))
}

#[cfg(test)]
mod tests {
    use generators::draw::Words as _;
    use gof::battery::{self, Kind as Items};
    use rayon::prelude::*;

    use super::*;
    use crate::broken::fair::words;
    use crate::broken::find;

    /// The function that makes items from a seed, their bound, the test that finds the flaw, and the number of items it takes.
    type Row = (fn(u64) -> Box<dyn Stream>, u32, &'static str, u64);

    /// The items of the specimen with this name.
    fn zoo(name: &str, seed: u64) -> Box<dyn Stream> {
        find(name).unwrap().open(seed)
    }

    /// Coins, each the exclusive or of the coins 32 and 521 places before.
    fn register(seed: u64) -> Box<dyn Stream> {
        let mut fair = words(seed);
        let coins = (0..521).map(|_| fair.next_word() & 1).collect();
        stream::singles(super::super::generators::lagged(coins, 32, |x, y| x ^ y))
    }

    #[rustfmt::skip]
    const ROWS: &[Row] = &[
        (register, 2, "linear-complexity", 1 << 13),
        (|seed| zoo("half-linear", seed), 2, "relations", 1 << 15),
        (|seed| rolled("xorshift128", seed, |word| word & 1), 2, "linear-complexity", 1 << 12),
        (|seed| rolled("xorshift128", seed, |word| word & 3), 4, "linear-complexity", 1 << 12),
        (|seed| zoo("xorshift128-modulo", seed), 6, "linear-complexity", 1 << 12),
        (|seed| rolled("xorshift128", seed, |word| word % 20), 20, "linear-complexity", 1 << 12),
        (|seed| zoo("xorshift128-scaled", seed), 6, "linear-complexity-half", 1 << 12),
        (|seed| rolled("randu", seed, |word| scaled(word, 6)), 6, "relations", 1 << 18),
        (|seed| rolled("randu", seed, |word| scaled(word, 20)), 20, "relations", 640_000),
        (|seed| rolled("randu", seed, |word| scaled(word, 100)), 100, "relations", 640_000),
        (|seed| rolled("minstd-16807", seed, |word| word % 6), 6, "relations", 1_000_000),
        (|seed| rolled("minstd-16807", seed, |word| word % 20), 20, "relations", 1_000_000),
        (|seed| zoo("msvc-d20", seed), 20, "relations-lowest-bit", 1 << 15),
        (|seed| rolled("msvc-rand", seed, |word| word % 100), 100, "relations-lowest-bit", 1 << 15),
    ];

    fn scaled(word: u32, below: u64) -> u32 {
        ((u64::from(word) * below) >> 31) as u32
    }

    /// Each fails the battery at one in a million: its p-value is multiplied by the number of tests of values, and by the
    /// number of looks so far.
    #[test]
    #[ignore = "slow: run in CI"]
    fn linear_and_congruential_values_are_found_with_each_of_20_seeds() {
        let tests = battery::tests().filter(|test| test.kind() == Items::Values);
        let tests = tests.count() as f64;
        let all = ROWS
            .iter()
            .flat_map(|row| (1..=20).map(move |seed| (row, seed)));
        let all: Vec<_> = all.collect();
        all.into_par_iter()
            .for_each(|((open, below, name, items), seed)| {
                let mut test = battery::named::<u32>(*below, name).unwrap();
                let (mut stream, mut block) = (open(seed), vec![0; *items as usize]);
                stream.fill(&mut block);
                test.push_all(&block);
                let price = tests * gof::looks::price(items.ilog2().into());
                let p = test.outcome().unwrap().p.two_sided().times(price);
                assert!(p.log10() < -6.0, "{name} of {below}, seed {seed}: {p:?}");
            });
    }
}
