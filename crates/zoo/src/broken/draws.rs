//! Broken bounded draws.

use std::collections::VecDeque;

use super::broken;
use super::fair::{below, bound, dice, word};
use super::generators::seeded_outputs;
use crate::sources::Source;

/// The number of 16-bit words.
const SIXTEEN: u32 = 1 << 16;

/// All broken draws.
pub(super) fn all() -> Vec<Source> {
    let mut sources = biased_draws();
    sources.extend(draws_of_generators());
    sources.extend(dependent_draws());
    sources.extend(pleasing_draws());
    sources
}

/// Draws that are biased, each alike.
fn biased_draws() -> Vec<Source> {
    vec![
        broken(
            "modulo-of-byte",
            "a byte's remainder by 100",
            "0 to 55 come three times where the others come twice",
        )
        .value(100, |draws| below(draws, 256) % 100),
        broken(
            "low-14-bits",
            "14 bits' remainder by 100: Rogue's get_rand",
            "16384 is no multiple of 100",
        )
        .value(100, |draws| below(draws, 1 << 14) % 100),
        broken(
            "mask-15-bits",
            "15 bits' remainder by 1000",
            "32768 is no multiple of 1000",
        )
        .value(1000, |draws| below(draws, 1 << 15) % 1000),
        broken(
            "scaled-16-bits",
            "16 bits as a fraction, times 1000",
            "65536 is no multiple of 1000",
        )
        .value(1000, |draws| {
            (u64::from(below(draws, SIXTEEN)) * 1000 / u64::from(SIXTEEN)) as u32
        }),
        broken(
            "fifteen-bits-for-a-million",
            "15 bits as a fraction, times 1,000,000: a `rand` whose RAND_MAX is 32767",
            "at most 32768 of the million ever come",
        )
        .values(1_000_000, |seed| {
            let mut draws = dice(seed);
            move || ((u64::from(below(&mut draws, 1 << 15)) * 1_000_000) >> 15) as u32
        }),
        broken(
            "rejection-off-by-one",
            "a byte's remainder by 6, bytes above 252 drawn again",
            "252 should be drawn again too: 0 comes once more",
        )
        .value(6, |draws| {
            draws.draw_until(bound(256), &mut |byte| byte <= 252) % 6
        }),
        broken(
            "clamped",
            "a byte, and 199 where it is more",
            "the greatest takes what should be drawn again",
        )
        .value(200, |draws| below(draws, 256).min(199)),
        broken(
            "greatest-never",
            "a draw below n - 1",
            "the greatest never comes: an exclusive bound taken for an inclusive one",
        )
        .value(100, |draws| below(draws, 99)),
        broken(
            "inclusive-wrapped",
            "a draw up to and with n, n taken for 0",
            "0 comes twice as often",
        )
        .value(100, |draws| below(draws, 101) % 100),
        broken(
            "rounded",
            "a fraction of 16 bits times n - 1, rounded to the nearest",
            "0 and the greatest come half as often",
        )
        .value(20, |draws| {
            (below(draws, SIXTEEN) * 19 + SIXTEEN / 2) / SIXTEEN
        }),
        broken(
            "two-digits",
            "two decimal digits, the first one again if it is 0",
            "numbers below 10 never come",
        )
        .value(100, |draws| {
            let tens = draws.draw_until(bound(10), &mut |digit| digit > 0);
            10 * tens + below(draws, 10)
        }),
        broken(
            "one-of-a-thousand",
            "a draw below 1000, one in a thousand of which is replaced by 617",
            "one value comes twice as often",
        )
        .value(1000, |draws| {
            let value = below(draws, 1000);
            if below(draws, 1000) == 0 { 617 } else { value }
        }),
        broken(
            "biased-coin",
            "heads if a percentile is at most 50",
            "51 of 100: an inclusive bound",
        )
        .value(2, |draws| u32::from(below(draws, 100) <= 50)),
    ]
}

/// Draws from the outputs of broken generators.
fn draws_of_generators() -> Vec<Source> {
    vec![
        broken(
            "low-bits-of-lcg",
            "rand() % 8 of a generator modulo 2^32",
            "the lowest bits have a period of 8: too even",
        )
        .values(8, |seed| congruential_remainders(seed, 8)),
        broken(
            "lcg-modulo",
            "rand() % 100 of a generator modulo 2^32",
            "100 is a multiple of 4: remainders by 4 come in turn",
        )
        .values(100, |seed| congruential_remainders(seed, 100)),
        broken(
            "xorshift128-modulo",
            "xorshift128 % 6",
            "the lowest bit of the word is that of the roll, and linear",
        )
        .values(6, |seed| {
            draw_from_outputs("xorshift128", seed, |word| word % 6)
        }),
        broken(
            "xorshift128-scaled",
            "xorshift128 as a fraction, times 6",
            "the highest bit of the word is whether a roll is more than 2, and linear",
        )
        .values(6, |seed| {
            draw_from_outputs("xorshift128", seed, |word| {
                ((u64::from(word) * 6) >> 32) as u32
            })
        }),
        broken(
            "msvc-d20",
            "rand() % 20 of Microsoft's C library",
            "the lowest bit is that of a generator modulo 2^17",
        )
        .values(20, |seed| {
            draw_from_outputs("msvc-rand", seed, |word| word % 20)
        }),
    ]
}

/// Draws that depend on those before: a follower, or a repeat.
fn dependent_draws() -> Vec<Source> {
    vec![
        broken(
            "half-linear",
            "coins, each with an even chance the exclusive or of those 5 and 17 before",
            "three coins are not independent",
        )
        .dependent(2, VecDeque::from([0; 17]), |draws, coins| {
            let (fresh, is_fresh) = (below(draws, 2), below(draws, 2) == 1);
            let coin = if is_fresh {
                fresh
            } else {
                coins[0] ^ coins[12]
            };
            coins.pop_front();
            coins.push_back(coin);
            coin
        }),
        broken(
            "parity-of-32",
            "coins, each 32nd makes their number of heads even",
            "one of 32 coins is that of the others",
        )
        .dependent(2, (0, 0), |draws, (at, odd)| {
            *at = (*at + 1) % 32;
            let coin = if *at == 0 { *odd } else { below(draws, 2) };
            *odd ^= coin;
            coin
        }),
        broken(
            "sticky",
            "one draw in twenty repeats the one before",
            "a draw follows the one before; each is fair",
        )
        .dependent(10, 0, |draws, last| {
            if below(draws, 20) > 0 {
                *last = below(draws, 10);
            }
            *last
        }),
        broken(
            "one-more",
            "one draw in twenty is one more than the one before, modulo n",
            "a draw follows the one before, to another value; each is fair",
        )
        .dependent(20, 0, |draws, last| {
            *last = if below(draws, 20) > 0 {
                below(draws, 20)
            } else {
                (*last + 1) % 20
            };
            *last
        }),
        broken(
            "never-twice",
            "drawn again while it is the one before",
            "no number comes twice running; each is fair",
        )
        .dependent(10, 0, |draws, last| {
            *last = (*last + 1 + below(draws, 9)) % 10;
            *last
        }),
        broken(
            "drifting-six",
            "one of fifty ones is a six for 100,000 rolls, then one of fifty sixes a one, in turn",
            "a chance that wanders; all rolls together are fair",
        )
        .dependent(6, 0, |draws, at| {
            *at = (*at + 1) % 200_000;
            let (from, to) = if *at < 100_000 { (0, 5) } else { (5, 0) };
            let value = below(draws, 6);
            if value == from && below(draws, 50) == 0 {
                to
            } else {
                value
            }
        }),
        broken(
            "never-after",
            "a 7 on a d20 is never followed by an 11: it is rolled again",
            "one pair of 400 does not come",
        )
        .dependent(20, 0, |draws, last| {
            let mut value = below(draws, 20);
            while *last == 7 && value == 11 {
                value = below(draws, 20);
            }
            *last = value;
            value
        }),
        broken(
            "blocks-by-two",
            "two workers with the same seed, each giving eight draws in turn",
            "what one gives, the other gives after it",
        )
        .dependent(10, ([0; 8], 0), |draws, (block, at)| {
            if *at % 16 == 0 {
                *block = std::array::from_fn(|_| below(draws, 10));
            }
            *at += 1;
            block[(*at - 1) % 8]
        }),
    ]
}

/// Draws that are to look random, or to be fair to a player.
fn pleasing_draws() -> Vec<Source> {
    vec![
        broken(
            "not-of-the-last-four",
            "drawn again, four times at most, while it is one of the last four",
            "a history that is to look random: too even",
        )
        .dependent(10, VecDeque::from([0; 4]), |draws, last| {
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
        }),
        broken(
            "bag",
            "all ten come in a random order before any comes again",
            "too even",
        )
        .dependent(10, Vec::new(), |draws, left| {
            if left.is_empty() {
                left.extend(0..10);
            }
            let at = below(draws, left.len() as u32) as usize;
            left.swap_remove(at)
        }),
        broken(
            "copied-100",
            "one roll in twenty is the one 100 before",
            "what a player rolled comes again; each is fair",
        )
        .dependent(6, VecDeque::from([0; 100]), |draws, rolls| {
            let roll = if below(draws, 20) == 0 {
                rolls[0]
            } else {
                below(draws, 6)
            };
            rolls.pop_front();
            rolls.push_back(roll);
            roll
        }),
        broken(
            "coins-in-a-loop",
            "1,000,000 coins, tossed once, given out again and again",
            "a short period: as even as the coins once were",
        )
        .values(2, |seed| {
            let (mut draws, mut at) = (dice(seed), 0);
            let coins: Vec<u32> = (0..1_000_000).map(|_| below(&mut draws, 2)).collect();
            move || {
                at = (at + 1) % coins.len();
                coins[at]
            }
        }),
        broken(
            "never-four-alike",
            "a d20, rolled again if it would be the fourth alike in a row",
            "a history that is to look random",
        )
        .dependent(20, [0; 3], |draws, last| {
            let mut value = below(draws, 20);
            while *last == [value; 3] {
                value = below(draws, 20);
            }
            *last = [last[1], last[2], value];
            value
        }),
        broken(
            "pity",
            "a six after twenty rolls without one",
            "no six is ever further away",
        )
        .dependent(6, 0, |draws, without| {
            let value = if *without == 20 { 5 } else { below(draws, 6) };
            *without = if value == 5 { 0 } else { *without + 1 };
            value
        }),
    ]
}

/// Remainders by `n` of the outputs of a generator modulo 2^32.
fn congruential_remainders(seed: u64, n: u32) -> impl FnMut() -> u32 {
    let mut state = word(seed);
    move || {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12345);
        state % n
    }
}

/// One draw for each output of a row of the catalogue.
fn draw_from_outputs(key: &str, seed: u64, draw: fn(u32) -> u32) -> impl FnMut() -> u32 + use<> {
    let mut output = seeded_outputs(key, word(seed));
    move || draw(output())
}

#[cfg(test)]
mod tests {
    use generators::draw::Words as _;
    use gof::battery::{self, BatteryKind as Items};
    use rayon::prelude::*;

    use super::*;
    use crate::broken::fair::words;
    use crate::broken::find;

    type Values = Box<dyn FnMut() -> u32>;

    /// Values from a seed, their bound, the test that finds the flaw, and the number of items it takes.
    type FoundValues = (fn(u64) -> Values, u32, &'static str, u64);

    /// The items of the broken source with this name.
    fn zoo(name: &str, seed: u64) -> Values {
        let mut stream = find(name).unwrap().open(seed);
        Box::new(move || {
            let mut item = [0];
            stream.fill(&mut item);
            item[0]
        })
    }

    fn boxed(key: &str, seed: u64, draw: fn(u32) -> u32) -> Values {
        Box::new(draw_from_outputs(key, seed, draw))
    }

    /// Coins, each the exclusive or of the coins 32 and 521 places before.
    fn register(seed: u64) -> Values {
        let mut fair = words(seed);
        let coins = (0..521).map(|_| fair.next_word() & 1).collect();
        Box::new(super::super::generators::lagged_fibonacci(
            coins,
            32,
            |x, y| x ^ y,
        ))
    }

    #[rustfmt::skip]
    const ROWS: &[FoundValues] = &[
        (register, 2, "linear-complexity", 1 << 13),
        (|seed| zoo("half-linear", seed), 2, "relations", 1 << 15),
        (|seed| boxed("xorshift128", seed, |word| word & 1), 2, "linear-complexity", 1 << 12),
        (|seed| boxed("xorshift128", seed, |word| word & 3), 4, "linear-complexity", 1 << 12),
        (|seed| zoo("xorshift128-modulo", seed), 6, "linear-complexity", 1 << 12),
        (|seed| boxed("xorshift128", seed, |word| word % 20), 20, "linear-complexity", 1 << 12),
        (|seed| zoo("xorshift128-scaled", seed), 6, "linear-complexity-half", 1 << 12),
        (|seed| boxed("randu", seed, |word| scaled(word, 6)), 6, "relations", 1 << 18),
        (|seed| boxed("randu", seed, |word| scaled(word, 20)), 20, "relations", 640_000),
        (|seed| boxed("randu", seed, |word| scaled(word, 100)), 100, "relations", 640_000),
        (|seed| boxed("minstd-16807", seed, |word| word % 6), 6, "relations", 1_000_000),
        (|seed| boxed("minstd-16807", seed, |word| word % 20), 20, "relations", 1_000_000),
        (|seed| zoo("msvc-d20", seed), 20, "relations-lowest-bit", 1 << 15),
        (|seed| boxed("msvc-rand", seed, |word| word % 100), 100, "relations-lowest-bit", 1 << 15),
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
                let mut test = battery::build_test::<u32>(*below, name).unwrap();
                let mut next = open(seed);
                let block: Vec<u32> = (0..*items).map(|_| next()).collect();
                test.push_all(&block);
                let price = tests * gof::looks::price(items.ilog2().into());
                let p = test.outcome().unwrap().p.two_sided().times(price);
                assert!(p.log10() < -6.0, "{name} of {below}, seed {seed}: {p:?}");
            });
    }
}
