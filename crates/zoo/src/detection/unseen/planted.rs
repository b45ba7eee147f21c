//! Fair words with one defect each.

use super::{Outputs, Unseen, fair, unseen};

/// A bit that is 1 with the chance `numerator / 2^16`.
fn coin(fair: &mut Outputs, numerator: u64) -> bool {
    fair() & 0xffff < numerator
}

/// The last `N` words, the oldest first to be replaced.
struct Past<const N: usize> {
    words: Box<[u64; N]>,
    at: usize,
}

impl<const N: usize> Past<N> {
    fn of(fair: &mut Outputs) -> Self {
        let words = Box::new(std::array::from_fn(|_| fair()));
        Self { words, at: 0 }
    }

    /// The word this many steps back, at most `N`.
    fn back(&self, steps: usize) -> u64 {
        self.words[(self.at + N - steps) % N]
    }

    fn put(&mut self, word: u64) -> u64 {
        self.words[self.at] = word;
        self.at = (self.at + 1) % N;
        word
    }
}

/// A bit of each word is that of a shift register, `x[n] = x[n - 89] ^ x[n - 38]`; the others are fair.
fn one_linear_bit(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut register = u128::from(fair()) << 64 | u128::from(fair());
    Box::new(move || {
        let bit = (register ^ register >> 51) & 1;
        register = (register & ((1 << 89) - 1)) >> 1 | bit << 88;
        fair() & !(1 << 40) | (bit as u64) << 40
    })
}

fn byte_copied_from_65536_before(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past = Past::<65_536>::of(&mut fair);
    Box::new(move || {
        let byte = if coin(&mut fair, 1 << 10) {
            past.back(65_536)
        } else {
            fair() & 0xff
        };
        past.put(byte & 0xff)
    })
}

fn word_copied_from_a_million_before(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past: Vec<u64> = (0..1_000_003).map(|_| fair() >> 32).collect();
    let mut at = 0;
    Box::new(move || {
        at = (at + 1) % past.len();
        if !coin(&mut fair, 16) {
            past[at] = fair() >> 32;
        }
        past[at]
    })
}

fn bit_like_one_3000_before(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past = Past::<3000>::of(&mut fair);
    Box::new(move || {
        let mut word = fair() >> 32;
        if coin(&mut fair, 1 << 11) {
            word = word & !(1 << 13) | past.back(3000) & 1 << 13;
        }
        past.put(word)
    })
}

/// Bit 5 is the xor of those 9 and 14 words before with the chance 1/2 + 1/256.
fn xor_of_two_bits(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past = Past::<14>::of(&mut fair);
    Box::new(move || {
        let mut word = fair() >> 32;
        if coin(&mut fair, 1 << 9) {
            word = word & !(1 << 5) | (past.back(9) ^ past.back(14)) & 1 << 5;
        }
        past.put(word)
    })
}

/// Each bit is equal to the one before with the chance 1/2 + 1/1024.
fn neighbouring_bits(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut last = 0;
    Box::new(move || {
        // One bit in 512 is copied.
        let mut word = fair() >> 32;
        let mut copied = fair();
        for _ in 0..8 {
            copied &= fair();
        }
        for place in 0..32 {
            if copied >> place & 1 == 1 {
                word = word & !(1 << place) | last << place;
            }
            last = word >> place & 1;
        }
        word
    })
}

/// A word with 16 ones of 32 is drawn again once in 64.
fn number_of_ones(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || {
        let word = fair() >> 32;
        if word.count_ones() == 16 && coin(&mut fair, 1 << 10) {
            return fair() >> 32;
        }
        word
    })
}

/// Bits 3, 11 and 19 have an even sum with the chance 1/2 + 1/256.
fn parity_of_three(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || {
        let word = fair() >> 32;
        let odd = (word >> 3 ^ word >> 11 ^ word >> 19) & 1;
        word ^ if coin(&mut fair, 1 << 9) { odd << 3 } else { 0 }
    })
}

/// Three bits next to each other, at a place that differs by word, have an even sum with the chance 1/2 + 1/64.
fn parity_of_three_neighbours(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || {
        let word = fair() >> 32;
        let place = fair() >> 32 & 15;
        let odd = (word >> place ^ word >> (place + 1) ^ word >> (place + 2)) & 1;
        word ^ if coin(&mut fair, 1 << 11) {
            odd << place
        } else {
            0
        }
    })
}

/// One word in 64 is complemented if that brings its number of ones to the side of the word before.
fn weights_follow(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut last = 0_u64;
    Box::new(move || {
        let mut word = fair();
        let differs = (word.count_ones() > 32) != (last.count_ones() > 32);
        if differs && coin(&mut fair, 1 << 10) {
            word = !word;
        }
        last = word;
        word
    })
}

/// The same four words apart, with words of 32 bits.
fn weights_follow_four_before(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past = Past::<4>::of(&mut fair);
    Box::new(move || {
        let mut word = fair() >> 32;
        let differs = (word.count_ones() > 16) != (past.back(4).count_ones() > 16);
        if differs && coin(&mut fair, 1 << 11) {
            word ^= 0xffff_ffff;
        }
        past.put(word)
    })
}

fn equal_upper_halves(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut last = 0;
    Box::new(move || {
        let mut word = fair() >> 32;
        if word >> 16 == last >> 16 {
            word = fair() >> 32;
        }
        last = word;
        word
    })
}

/// 32 words together have an even number of ones with the chance 17/32.
fn parity_of_1024(seed: u64) -> Outputs {
    let (mut fair, mut count, mut odd) = (fair(seed), 0, 0);
    Box::new(move || {
        let mut word = fair() >> 32;
        count += 1;
        odd ^= word.count_ones() & 1;
        if count == 32 {
            if coin(&mut fair, 1 << 12) {
                word ^= u64::from(odd);
            }
            (count, odd) = (0, 0);
        }
        word
    })
}

fn block_again(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut kept: Vec<u64> = (0..256).map(|_| fair()).collect();
    let mut at = 0_u64;
    Box::new(move || {
        at = (at + 1) % 65_536;
        let place = (at % 256) as usize;
        match at / 256 {
            0 => {
                kept[place] = fair();
                kept[place]
            }
            100 => kept[place],
            _ => fair(),
        }
    })
}

/// The chance of a 1 in bit 9 goes up from 15/32 to 17/32 and down again within 2^20 words.
fn drifting_bit(seed: u64) -> Outputs {
    let (mut fair, mut count) = (fair(seed), 0_u64);
    Box::new(move || {
        let word = fair() >> 32;
        count += 1;
        let (phase, rises) = (count >> 7 & 4095, count >> 19 & 1 == 0);
        let chance = 30_720 + if rises { phase } else { 4095 - phase };
        word & !(1 << 9) | u64::from(coin(&mut fair, chance)) << 9
    })
}

/// The top byte is the sum of those 5 and 17 words before, once in 128.
fn sum_of_top_bytes(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past = Past::<17>::of(&mut fair);
    Box::new(move || {
        let mut word = fair() >> 32;
        if coin(&mut fair, 1 << 9) {
            let sum = (past.back(5) + past.back(17)) & 0xff00_0000;
            word = word & 0x00ff_ffff | sum;
        }
        past.put(word)
    })
}

/// A word is put after a greater one once in 64 pairs where it came first.
fn sorted_pairs(seed: u64) -> Outputs {
    let (mut fair, mut kept) = (fair(seed), None);
    Box::new(move || {
        if let Some(word) = kept.take() {
            return word;
        }
        let (mut a, mut b) = (fair() >> 32, fair() >> 32);
        if a < b && coin(&mut fair, 1 << 10) {
            (a, b) = (b, a);
        }
        kept = Some(b);
        a
    })
}

fn reversed_word(seed: u64) -> Outputs {
    let (mut fair, mut last) = (fair(seed), 0_u64);
    Box::new(move || {
        let word = if coin(&mut fair, 64) {
            last.reverse_bits()
        } else {
            fair()
        };
        last = word;
        word
    })
}

fn successor(seed: u64) -> Outputs {
    let (mut fair, mut last) = (fair(seed), 0_u64);
    Box::new(move || {
        let next = last.wrapping_add(1) & 0xffff_ffff;
        last = if coin(&mut fair, 16) {
            next
        } else {
            fair() >> 32
        };
        last
    })
}

/// The top bytes of words 0, 7 and 31 back have the xor 0 once in 128.
fn xor_of_top_bytes(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    let mut past = Past::<31>::of(&mut fair);
    Box::new(move || {
        let mut word = fair() >> 32;
        if coin(&mut fair, 1 << 9) {
            let xor = (past.back(7) ^ past.back(31)) & 0xff00_0000;
            word = word & 0x00ff_ffff | xor;
        }
        past.put(word)
    })
}

/// Bit 3 of every eighth word is 1 with the chance 33/64.
fn eighth_word_biased(seed: u64) -> Outputs {
    let (mut fair, mut count) = (fair(seed), 0_u64);
    Box::new(move || {
        let word = fair() >> 48;
        count += 1;
        if count.is_multiple_of(8) && coin(&mut fair, 1 << 11) {
            return word | 1 << 3;
        }
        word
    })
}

/// The low half is the high half times a constant, once in 256.
fn low_half_from_high(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || {
        let word = fair();
        if coin(&mut fair, 256) {
            return word >> 32 << 32 | (word >> 32).wrapping_mul(0x9e37_79b1) & 0xffff_ffff;
        }
        word
    })
}

/// A byte 0 after a byte 255 is drawn again once in four.
fn rare_pair_of_bytes(seed: u64) -> Outputs {
    let (mut fair, mut last) = (fair(seed), 0);
    Box::new(move || {
        let mut byte = fair() & 0xff;
        if byte == 0 && last == 255 && coin(&mut fair, 1 << 14) {
            byte = fair() & 0xff;
        }
        last = byte;
        byte
    })
}

fn rounded_to_a_double(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || fair() as f64 as u64)
}

/// The remainder of 40 bits by 2^32 - 2^20.
fn remainder(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || (fair() >> 24) % 0xfff0_0000)
}

/// The parity of a word is that of the one before with the chance 1/2 + 1/128.
fn parities_follow(seed: u64) -> Outputs {
    let (mut fair, mut last) = (fair(seed), 0);
    Box::new(move || {
        let mut word = fair() >> 32;
        let differs = (word.count_ones() + last) & 1;
        if coin(&mut fair, 1 << 10) {
            word ^= u64::from(differs) << 21;
        }
        last = word.count_ones() & 1;
        word
    })
}

/// The product of the bits 8 and 24 is put in bit 16 once in 128.
fn product_of_two_bits(seed: u64) -> Outputs {
    let mut fair = fair(seed);
    Box::new(move || {
        let word = fair() >> 32;
        let product = word >> 8 & word >> 24 & 1;
        if coin(&mut fair, 1 << 9) {
            return word & !(1 << 16) | product << 16;
        }
        word
    })
}

/// The defects.
pub(super) static PLANTED: &[Unseen] = &[
    unseen(
        "bit 40 of 64 a shift register of 89 bits",
        64,
        one_linear_bit,
    ),
    unseen(
        "a byte that of 65,536 before, in 1/64",
        8,
        byte_copied_from_65536_before,
    ),
    unseen(
        "a word that of 1,000,003 before, in 1/4,096",
        32,
        word_copied_from_a_million_before,
    ),
    unseen(
        "bit 13 that of 3,000 words before, in 1/32",
        32,
        bit_like_one_3000_before,
    ),
    unseen("bit 5 the xor of two before, in 1/128", 32, xor_of_two_bits),
    unseen(
        "a bit equal to its neighbour, in 1/512",
        32,
        neighbouring_bits,
    ),
    unseen("words of 16 ones rarer by 1/64", 32, number_of_ones),
    unseen(
        "bits 3, 11 and 19 with an even sum, in 1/128",
        32,
        parity_of_three,
    ),
    unseen(
        "three neighbours with an even sum, in 1/32",
        32,
        parity_of_three_neighbours,
    ),
    unseen("many ones after many, in 1/64", 64, weights_follow),
    unseen(
        "many ones four words after many, in 1/32",
        32,
        weights_follow_four_before,
    ),
    unseen(
        "equal upper halves of neighbours drawn again",
        32,
        equal_upper_halves,
    ),
    unseen("1,024 bits with an even sum, in 1/16", 32, parity_of_1024),
    unseen(
        "256 words again after 25,600, every 65,536",
        64,
        block_again,
    ),
    unseen(
        "the chance of bit 9 from 15/32 to 17/32 and back",
        32,
        drifting_bit,
    ),
    unseen(
        "a top byte the sum of two before, in 1/128",
        32,
        sum_of_top_bytes,
    ),
    unseen("pairs that rise turned round, in 1/64", 32, sorted_pairs),
    unseen(
        "a word the reverse of the one before, in 1/1,024",
        64,
        reversed_word,
    ),
    unseen(
        "a word the successor of the one before, in 1/4,096",
        32,
        successor,
    ),
    unseen(
        "a top byte the xor of two before, in 1/128",
        32,
        xor_of_top_bytes,
    ),
    unseen(
        "bit 3 of each eighth word set, in 1/32",
        16,
        eighth_word_biased,
    ),
    unseen(
        "a low half the high one times a constant, in 1/256",
        64,
        low_half_from_high,
    ),
    unseen(
        "byte 0 after 255 drawn again, in 1/4",
        8,
        rare_pair_of_bytes,
    ),
    unseen("64 bits rounded to a double", 64, rounded_to_a_double),
    unseen("40 bits modulo 2^32 - 2^20", 32, remainder),
    unseen(
        "a word's parity that of the one before, in 1/64",
        32,
        parities_follow,
    ),
    unseen(
        "bit 16 the product of bits 8 and 24, in 1/128",
        32,
        product_of_two_bits,
    ),
];
