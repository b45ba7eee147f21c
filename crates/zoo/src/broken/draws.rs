//! Broken bounded draws.

use generators::draw::Draw;

use super::fair::{below, dice, words};
use super::{Broken, Make, broken};
use crate::sources::{Kind, Stream, stream};
use ::generators::draw::Words as _;

const fn value(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    bound: u32,
    value: fn(&mut dyn Draw) -> u32,
) -> Broken {
    special(name, about, wrong, bound, Make::Value(value))
}

const fn special(
    name: &'static str,
    about: &'static str,
    wrong: &'static str,
    below: u32,
    make: Make,
) -> Broken {
    broken(Kind::Values { below }, name, about, wrong, make)
}

/// Words of 16 bits.
const SIXTEEN: u32 = 1 << 16;

#[rustfmt::skip]
pub(super) const ALL: &[Broken] = &[
    value("modulo-of-byte", "a byte's remainder by 100", "0 to 55 come three times where the others come twice", 100, |draws| below(draws, 256) % 100),
    value("low-14-bits", "14 bits' remainder by 100: Rogue's get_rand", "16384 is no multiple of 100", 100, |draws| below(draws, 1 << 14) % 100),
    value("mask-15-bits", "15 bits' remainder by 1000", "32768 is no multiple of 1000", 1000, |draws| below(draws, 1 << 15) % 1000),
    value("scaled-16-bits", "16 bits as a fraction, times 1000", "65536 is no multiple of 1000", 1000, |draws| {
        (u64::from(below(draws, SIXTEEN)) * 1000 / u64::from(SIXTEEN)) as u32
    }),
    special("fifteen-bits-for-a-million", "15 bits as a fraction, times 1,000,000: a `rand` whose RAND_MAX is 32767", "at most 32768 of the million ever come", 1_000_000, Make::Stream(|seed| {
        let mut draws = dice(seed);
        stream::singles(move || ((u64::from(below(&mut draws, 1 << 15)) * 1_000_000) >> 15) as u32)
    })),
    value("rejection-off-by-one", "a byte's remainder by 6, bytes above 252 drawn again", "252 should be drawn again too: 0 comes once more", 6, |draws| {
        let byte = std::num::NonZeroU32::new(256).map_or(0, |n| draws.draw_until(n, &mut |byte| byte <= 252));
        byte % 6
    }),
    value("clamped", "a byte, and 199 where it is more", "the greatest takes what should be drawn again", 200, |draws| below(draws, 256).min(199)),
    value("greatest-never", "a draw below n - 1", "the greatest never comes: an exclusive bound taken for an inclusive one", 100, |draws| below(draws, 99)),
    value("inclusive-wrapped", "a draw up to and with n, n taken for 0", "0 comes twice as often", 100, |draws| below(draws, 101) % 100),
    value("rounded", "a fraction of 16 bits times n - 1, rounded to the nearest", "0 and the greatest come half as often", 20, |draws| {
        (below(draws, SIXTEEN) * 19 + SIXTEEN / 2) / SIXTEEN
    }),
    value("two-digits", "two decimal digits, the first one again if it is 0", "numbers below 10 never come", 100, |draws| {
        let tens = std::num::NonZeroU32::new(10).map_or(1, |n| draws.draw_until(n, &mut |digit| digit > 0));
        10 * tens + below(draws, 10)
    }),
    value("biased-coin", "heads if a percentile is at most 50", "51 of 100: an inclusive bound", 2, |draws| u32::from(below(draws, 100) <= 50)),
    special("low-bits-of-lcg", "rand() % 8 of a generator modulo 2^32", "the lowest bits have a period of 8: too even", 8, Make::Stream(|seed| {
        let mut state = words(seed).next_word();
        stream::singles(move || {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            state % 8
        })
    })),
    special("lcg-modulo", "rand() % 100 of a generator modulo 2^32", "100 is a multiple of 4: remainders by 4 come in turn", 100, Make::Stream(|seed| {
        let mut state = words(seed).next_word();
        stream::singles(move || {
            state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
            state % 100
        })
    })),
    special("xorshift128-modulo", "xorshift128 % 6", "the lowest bit of the word is that of the roll, and linear", 6, Make::Stream(|seed| rolled("xorshift128", seed, |word| word % 6))),
    special("xorshift128-scaled", "xorshift128 as a fraction, times 6", "the highest bit of the word is whether a roll is more than 2, and linear", 6, Make::Stream(|seed| {
        rolled("xorshift128", seed, |word| ((u64::from(word) * 6) >> 32) as u32)
    })),
    special("msvc-d20", "rand() % 20 of Microsoft's C library", "the lowest bit is that of a generator modulo 2^17", 20, Make::Stream(|seed| rolled("msvc-rand", seed, |word| word % 20))),
    special("half-linear", "coins, each with an even chance the exclusive or of those 5 and 17 before", "three coins are not independent", 2, Make::Stream(|seed| {
        let (mut draws, mut coins) = (dice(seed), std::collections::VecDeque::from([0; 17]));
        stream::singles(move || {
            let (fresh, is_fresh) = (below(&mut draws, 2), below(&mut draws, 2) == 1);
            let coin = if is_fresh { fresh } else { coins[0] ^ coins[12] };
            coins.pop_front();
            coins.push_back(coin);
            coin
        })
    })),
    special("parity-of-32", "coins, each 32nd makes their number of heads even", "one of 32 coins is that of the others", 2, Make::Stream(|seed| {
        let (mut draws, mut at, mut odd) = (dice(seed), 0, 0);
        stream::singles(move || {
            at = (at + 1) % 32;
            let coin = if at == 0 { odd } else { below(&mut draws, 2) };
            odd ^= coin;
            coin
        })
    })),
    special("sticky", "one draw in twenty repeats the one before", "a draw follows the one before; each is fair", 10, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), 0);
        stream::singles(move || {
            if below(&mut draws, 20) > 0 {
                last = below(&mut draws, 10);
            }
            last
        })
    })),
    special("one-more", "one draw in twenty is one more than the one before, modulo n", "a draw follows the one before, to another value; each is fair", 20, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), 0);
        stream::singles(move || {
            last = if below(&mut draws, 20) > 0 { below(&mut draws, 20) } else { (last + 1) % 20 };
            last
        })
    })),
    special("never-twice", "drawn again while it is the one before", "no number comes twice running; each is fair", 10, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), 0);
        stream::singles(move || {
            last = (last + 1 + below(&mut draws, 9)) % 10;
            last
        })
    })),
    special("blocks-by-two", "two workers with the same seed, each giving eight draws in turn", "what one gives, the other gives after it", 10, Make::Stream(|seed| {
        let (mut draws, mut block, mut at) = (dice(seed), [0; 8], 0);
        stream::singles(move || {
            if at % 16 == 0 {
                block = std::array::from_fn(|_| below(&mut draws, 10));
            }
            at += 1;
            block[(at - 1) % 8]
        })
    })),
    special("not-of-the-last-four", "drawn again, four times at most, while it is one of the last four", "a history that is to look random: too even", 10, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), std::collections::VecDeque::from([0; 4]));
        stream::singles(move || {
            let mut value = below(&mut draws, 10);
            for _ in 0..4 {
                if !last.contains(&value) {
                    break;
                }
                value = below(&mut draws, 10);
            }
            last.pop_front();
            last.push_back(value);
            value
        })
    })),
    special("bag", "all ten come in a random order before any comes again", "too even", 10, Make::Stream(|seed| {
        let (mut draws, mut left) = (dice(seed), Vec::new());
        stream::singles(move || {
            if left.is_empty() {
                left.extend(0..10);
            }
            let at = below(&mut draws, left.len() as u32) as usize;
            left.swap_remove(at)
        })
    })),
    special("copied-100", "one roll in twenty is the one 100 before", "what a player rolled comes again; each is fair", 6, Make::Stream(|seed| {
        let (mut draws, mut rolls) = (dice(seed), std::collections::VecDeque::from([0; 100]));
        stream::singles(move || {
            let roll = if below(&mut draws, 20) == 0 { rolls[0] } else { below(&mut draws, 6) };
            rolls.pop_front();
            rolls.push_back(roll);
            roll
        })
    })),
    special("coins-in-a-loop", "1,000,000 coins, tossed once, given out again and again", "a short period: as even as the coins once were", 2, Make::Stream(|seed| {
        let (mut draws, mut at) = (dice(seed), 0);
        let coins: Vec<u32> = (0..1_000_000).map(|_| below(&mut draws, 2)).collect();
        stream::singles(move || {
            at = (at + 1) % coins.len();
            coins[at]
        })
    })),
    special("never-four-alike", "a d20, rolled again if it would be the fourth alike in a row", "a history that is to look random", 20, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), [0; 3]);
        stream::singles(move || {
            let mut value = below(&mut draws, 20);
            while last == [value; 3] {
                value = below(&mut draws, 20);
            }
            last = [last[1], last[2], value];
            value
        })
    })),
    special("pity", "a six after twenty rolls without one", "no six is ever further away", 6, Make::Stream(|seed| {
        let (mut draws, mut without) = (dice(seed), 0);
        stream::singles(move || {
            let value = if without == 20 { 5 } else { below(&mut draws, 6) };
            without = if value == 5 { 0 } else { without + 1 };
            value
        })
    })),
];

/// A draw of each output of a row of the catalogue.
fn rolled(key: &str, seed: u64, draw: fn(u32) -> u32) -> Box<dyn Stream> {
    let mut output = super::generators::seeded(key, words(seed).next_word());
    stream::singles(move || draw(output()))
}

#[cfg(test)]
mod tests {
    use gof::battery::{self, Kind as Items};
    use rayon::prelude::*;

    use super::*;
    use crate::broken::find;

    /// What makes items of a seed, their bound, the test that finds it, and after how many items.
    type Row = (fn(u64) -> Box<dyn Stream>, u32, &'static str, u64);

    /// The specimen of this name.
    fn zoo(name: &str, seed: u64) -> Box<dyn Stream> {
        find(name).unwrap().open(seed)
    }

    /// The exclusive or of coins 32 and 521 before.
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

    /// Each fails the battery at one in a million: its p-value is taken as often as there are tests of values, and by the share
    /// of a look at every doubling so far.
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
