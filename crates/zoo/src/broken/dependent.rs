//! Words in which some bits, or sums of bits, depend on others.

use ::generators::draw::Words as _;

use super::broken;
use super::fair::words;
use crate::sources::Source;

/// All of them.
pub(super) fn all() -> Vec<Source> {
    vec![
        broken(
            "ranrot",
            "x[n] = x[n-7] turned by 9 bits + x[n-4] turned by 15",
            "the lowest bit of a sum has no carry",
        )
        .words(32, |seed| {
            let mut fair = words(seed);
            let mut x = [0; 7].map(|_: u32| fair.next_word());
            let mut at = 0;
            move || {
                let word = x[at]
                    .rotate_left(9)
                    .wrapping_add(x[(at + 3) % 7].rotate_left(15));
                x[at] = word;
                at = (at + 1) % 7;
                word
            }
        }),
        broken(
            "register-in-one-bit",
            "fair words, bit 21 x[n] = x[n-47] ^ x[n-42] of its own",
            "a bit is a shift register of 47",
        )
        .words(32, |seed| {
            let mut fair = words(seed);
            let mut register = u64::from(fair.next_word()) << 32 | 1;
            move || {
                let bit = (register ^ register >> 5) & 1;
                register = (register & ((1 << 47) - 1)) >> 1 | bit << 46;
                fair.next_word() & !(1 << 21) | (bit as u32) << 21
            }
        }),
        broken(
            "parities-alike",
            "fair words, one in 16 changed to the parity of the word three before",
            "a sum of 64 bits is not fair",
        )
        .words(32, |seed| {
            let (mut fair, mut past) = (words(seed), [0_u32; 3]);
            move || {
                let mut word = fair.next_word();
                if fair.next_word() >> 28 == 0 {
                    word ^= ((word.count_ones() + past[0]) % 2) << 9;
                }
                past = [past[1], past[2], word.count_ones()];
                word
            }
        }),
        broken(
            "even-threes",
            "fair words, three bits 2 and 3 apart made even once in 16 words",
            "a sum of three bits is not fair, no two depend on each other",
        )
        .words(32, |seed| {
            let mut fair = words(seed);
            move || {
                let (word, draw) = (fair.next_word(), fair.next_word());
                let place = draw & 15;
                let odd = (word >> place ^ word >> (place + 2) ^ word >> (place + 5)) & 1;
                word ^ if draw >> 28 == 0 { odd << place } else { 0 }
            }
        }),
        broken(
            "echo-from-afar",
            "fair words, the low half once in 256 that of 20,000 before",
            "a half comes again, too far away for a list of the last ones",
        )
        .words(32, |seed| {
            let (mut fair, mut past, mut at) = (words(seed), vec![0; 20_000], 0);
            move || {
                let (mut word, draw) = (fair.next_word(), fair.next_word());
                if draw >> 24 == 0 {
                    word = word & !0xffff | past[at] & 0xffff;
                }
                past[at] = word;
                at = (at + 1) % past.len();
                word
            }
        }),
        broken(
            "five-with-an-even-sum",
            "fair words, the top bit once in 16 the sum of those 3, 4, 8 and 11 before",
            "a sum of five bits is not fair, no four depend on each other",
        )
        .words(32, |seed| {
            let (mut fair, mut past) = (words(seed), 0_u32);
            move || {
                let (mut word, draw) = (fair.next_word(), fair.next_word());
                if draw >> 28 == 0 {
                    let sum = (past >> 2 ^ past >> 3 ^ past >> 7 ^ past >> 10) & 1;
                    word = word << 1 >> 1 | sum << 31;
                }
                past = past << 1 | word >> 31;
                word
            }
        }),
        broken(
            "middle-square-weyl",
            "x -> x^2 plus a counter, its halves exchanged, the low one",
            "a small number has a small square: the next word is the counter",
        )
        .words(32, |seed| {
            let mut fair = words(seed);
            let mut next = || u64::from(fair.next_word()) << 32 | u64::from(fair.next_word());
            let (mut x, mut count) = (next(), next());
            move || {
                count = count.wrapping_add(1);
                x = x.wrapping_mul(x).wrapping_add(count).rotate_left(32);
                x as u32
            }
        }),
    ]
}
