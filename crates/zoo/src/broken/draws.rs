//! Broken bounded draws.

use generators::draw::Draw;

use super::fair::{below, dice, words};
use super::{Broken, Make, broken};
use crate::sources::{Kind, Stream, stream};
use ::generators::draw::Words as _;

const fn value(name: &'static str, bound: u32, value: fn(&mut dyn Draw) -> u32) -> Broken {
    special(name, bound, Make::Value(value))
}

const fn special(name: &'static str, below: u32, make: Make) -> Broken {
    broken(Kind::Values { below }, name, make)
}

/// Words of 16 bits.
const SIXTEEN: u32 = 1 << 16;

#[rustfmt::skip]
pub(super) const ALL: &[Broken] = &[
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
    value("zero-never", 100, |draws| 1 + below(draws, 99)),
    value("inclusive-wrapped", 100, |draws| below(draws, 101) % 100),
    value("rounded", 20, |draws| {
        (below(draws, SIXTEEN) * 19 + SIXTEEN / 2) / SIXTEEN
    }),
    value("mean-of-two", 100, |draws| u32::midpoint(below(draws, 100), below(draws, 100))),
    value("two-digits", 100, |draws| {
        let tens = std::num::NonZeroU32::new(10).map_or(1, |n| draws.draw_until(n, &mut |digit| digit > 0));
        10 * tens + below(draws, 10)
    }),
    value("biased-coin", 2, |draws| u32::from(below(draws, 100) <= 50)),
    special("low-bits-of-lcg", 8, Make::Stream(|seed| congruential(seed, 8))),
    special("lcg-modulo", 100, Make::Stream(|seed| congruential(seed, 100))),
    special("sticky", 10, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), 0);
        stream::singles(move || {
            if below(&mut draws, 20) > 0 {
                last = below(&mut draws, 10);
            }
            last
        })
    })),
    special("one-more", 6, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), 0);
        stream::singles(move || {
            last = if below(&mut draws, 20) > 0 { below(&mut draws, 6) } else { (last + 1) % 6 };
            last
        })
    })),
    special("never-twice", 10, Make::Stream(|seed| {
        let (mut draws, mut last) = (dice(seed), 0);
        stream::singles(move || {
            last = (last + 1 + below(&mut draws, 9)) % 10;
            last
        })
    })),
    special("blocks-by-two", 10, Make::Stream(|seed| {
        let (mut draws, mut block, mut at) = (dice(seed), [0; 8], 0);
        stream::singles(move || {
            if at % 16 == 0 {
                block = std::array::from_fn(|_| below(&mut draws, 10));
            }
            at += 1;
            block[(at - 1) % 8]
        })
    })),
    special("not-of-the-last-four", 10, Make::Stream(|seed| {
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
    special("bag", 10, Make::Stream(|seed| {
        let (mut draws, mut left) = (dice(seed), Vec::new());
        stream::singles(move || {
            if left.is_empty() {
                left.extend(0..10);
            }
            let at = below(&mut draws, left.len() as u32) as usize;
            left.swap_remove(at)
        })
    })),
    special("copied-31", 6, Make::Stream(|seed| copied(seed, 31))),
    special("copied-100", 6, Make::Stream(|seed| copied(seed, 100))),
    special("coins-in-a-loop", 2, Make::Stream(|seed| {
        let (mut draws, mut at) = (dice(seed), 0);
        let coins: Vec<u32> = (0..131_071).map(|_| below(&mut draws, 2)).collect();
        stream::singles(move || {
            at = (at + 1) % coins.len();
            coins[at]
        })
    })),
    special("never-four-alike", 20, Make::Stream(|seed| {
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
    special("pity", 6, Make::Stream(|seed| {
        let (mut draws, mut without) = (dice(seed), 0);
        stream::singles(move || {
            let value = if without == 20 { 5 } else { below(&mut draws, 6) };
            without = if value == 5 { 0 } else { without + 1 };
            value
        })
    })),
];

/// Remainders by `n` of a generator modulo 2^32.
fn congruential(seed: u64, n: u32) -> Box<dyn Stream> {
    let mut state = words(seed).next_word();
    stream::singles(move || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        state % n
    })
}

/// Rolls of which one in twenty is that of `lag` before.
fn copied(seed: u64, lag: usize) -> Box<dyn Stream> {
    let (mut draws, mut rolls) = (dice(seed), std::collections::VecDeque::new());
    stream::singles(move || {
        let again = rolls.len() == lag && below(&mut draws, 20) == 0;
        let before = if rolls.len() == lag {
            rolls.pop_front()
        } else {
            None
        };
        let roll = before
            .filter(|_| again)
            .unwrap_or_else(|| below(&mut draws, 6));
        rolls.push_back(roll);
        roll
    })
}
