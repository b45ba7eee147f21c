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
    ]
}
