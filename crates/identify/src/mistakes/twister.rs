//! Mistakes in the Mersenne Twister, and in what libraries make from its words.

use generators::catalogue::Constant;

use super::model::{Model, Shown};
use super::side::{General, flaws};

const SIZE: usize = 624;

const CONSTANTS: &[Constant] = &[
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
];

const LINES: &[&str] = &[
    "y ^= y >> 11",
    "y ^= y << 7 & 0x9d2c5680",
    "y ^= y << 15 & 0xefc60000",
    "y ^= y >> 18",
];

flaws! {
    FLAWS:
    NOT_TEMPERED = "not-tempered", "words are not tempered";
    TEMPERING_MASKS_EXCHANGED = "tempering-masks-exchanged", "the masks of the two shifts to the left have changed places in the tempering";
    FIRST_BLOCK_NOT_TWISTED = "first-block-not-twisted",
        "the state is handed out as it was filled: it must be twisted before its first word";
    LAST_WORD_OF_A_BLOCK_LOST = "last-word-of-a-block-lost", "a block is twisted again after 623 words: it must be twisted after 624";
    LAST_WORD_NOT_TWISTED = "last-word-not-twisted", "the last word of a block is not twisted";
    TWIST_OF_A_COPY = "twist-of-a-copy",
        "a twist takes all words as they were before it: from word 227 on it must take words already twisted";
    TWIST_BY_THE_WORD_ITSELF = "twist-by-the-word-itself",
        "the low bit that decides on the matrix is the word's own, as in PHP before 7.1: it must be that of the next word";
    TWIST_BY_THE_NEW_WORD = "twist-by-the-new-word",
        "the low bit that decides on the matrix is the new word's: it must be that of the next word";
    TWIST_PARITY_REVERSED = "twist-parity-reversed", "the matrix is applied where the low bit is 0: it must be applied where it is 1";
    MATRIX_LEFT_OUT = "matrix-left-out", "the matrix is never applied in a twist";
    TWIST_NOT_SHIFTED = "twist-not-shifted", "the mixed word is not shifted right by one in a twist";
    TWIST_MASKS_EXCHANGED = "twist-masks-exchanged", "the upper and the lower mask have changed places in a twist";
    NEXT_WORD_LEFT_OUT = "next-word-left-out", "a twist mixes a word with itself: it must take the low bits of the next word";
    FILLED_WITHOUT_PLACE = "filled-without-place", "the filling does not add the place of a word";
    FILLED_BY_PLACE_FROM_0 = "filled-by-place-from-0", "the filling adds a place that is 1 too small";
    FILLED_WITHOUT_XOR = "filled-without-xor", "the filling does not xor a word with itself shifted before it is multiplied";
    FILLED_WITH_SUM = "filled-with-sum", "the filling adds a word to itself shifted: it must xor them";
    FILLED_BY_69069 = "filled-by-69069",
        "the state is filled by 69069 * x, as in the first version of 1998: it must be filled by init_genrand of 2002";
    FILLED_BY_69069_IN_HALVES = "filled-by-69069-in-halves",
        "the state is filled by the high halves of 69069 * x + 1, as in the version of 1999: it must be filled by init_genrand of 2002";
}

/// The models of the rows.
pub(super) const MODELS: &[Model] = &[
    Model {
        key: "mt19937",
        constants: CONSTANTS,
        lines: LINES,
        flaws: FLAWS,
        seeded: |_, general, seed| Twister::stream(general, general.filled(seed), 0),
    },
    Model {
        key: "php-mt-rand",
        constants: CONSTANTS,
        lines: LINES,
        flaws: FLAWS,
        seeded: |_, general, seed| Twister::stream(general, general.filled(seed), 1),
    },
    Model {
        key: "mt19937-array",
        constants: CONSTANTS,
        lines: LINES,
        flaws: FLAWS,
        seeded: |_, general, seed| Twister::stream(general, general.by_array(seed), 0),
    },
];

impl General {
    fn filled(&self, seed: u64) -> Vec<u128> {
        let ([factor, shift], flaw) = (self.values(0), self.flaw);
        let arithmetic = self.arithmetic;
        let mut words = vec![u128::from(seed & 0xffff_ffff)];
        if flaw == Some(&FILLED_BY_69069_IN_HALVES) {
            let mut x = seed as u32;
            let mut words = Vec::new();
            for _ in 0..SIZE {
                let high = x & 0xffff_0000;
                x = x.wrapping_mul(69069).wrapping_add(1);
                words.push((high | x >> 16).into());
                x = x.wrapping_mul(69069).wrapping_add(1);
            }
            return words;
        }
        for at in 1..SIZE {
            let x = words[at - 1];
            let shifted = arithmetic.right(x, shift, 32);
            let mixed = match flaw {
                Some(&FILLED_WITHOUT_XOR) => x,
                Some(&FILLED_WITH_SUM) => arithmetic.sum(x, shifted, 32),
                _ => x ^ shifted,
            };
            words.push(match flaw {
                Some(&FILLED_BY_69069) => arithmetic.product(x, 69069, 0, 32),
                Some(&FILLED_WITHOUT_PLACE) => arithmetic.product(mixed, factor, 0, 32),
                Some(&FILLED_BY_PLACE_FROM_0) => {
                    arithmetic.product(mixed, factor, at as u64 - 1, 32)
                }
                _ => arithmetic.product(mixed, factor, at as u64, 32),
            });
        }
        words
    }

    /// The state that `init_by_array` makes from the words of a number.
    fn by_array(&self, seed: u64) -> Vec<u128> {
        let key: &[u64] = &[seed & 0xffff_ffff, seed >> 32];
        let key = if key[1] == 0 { &key[..1] } else { key };
        let mut words = self.filled(19_650_218);
        let mut at = 1;
        for n in 0..2 * SIZE - 1 {
            let x = words[at - 1];
            let mixed = x ^ self.arithmetic.right(x, 30, 32);
            let (first, j) = (n < SIZE, n % key.len());
            let factor = if first { 1_664_525 } else { 1_566_083_941 };
            let product = words[at] ^ self.arithmetic.product(mixed, factor, 0, 32);
            let added = if first {
                key[j] + j as u64
            } else {
                (at as u64).wrapping_neg() & 0xffff_ffff
            };
            words[at] = self.arithmetic.sum(product, added.into(), 32);
            at += 1;
            if at == SIZE {
                words[0] = words[SIZE - 1];
                at = 1;
            }
        }
        words[0] = 0x8000_0000;
        words
    }
}

struct Twister {
    general: General,
    words: Vec<u128>,
    at: usize,
}

impl Twister {
    fn stream(general: General, words: Vec<u128>, shift: u32) -> Shown {
        let at = if general.has(FIRST_BLOCK_NOT_TWISTED) {
            0
        } else {
            SIZE
        };
        let mut twister = Self { general, words, at };
        Box::new(move || (twister.next() >> shift).cast_signed())
    }

    fn twist(&mut self) {
        let ([distance, matrix, upper, lower], flaw) = (self.general.values(2), self.general.flaw);
        let before = if flaw == Some(&TWIST_OF_A_COPY) {
            self.words.clone()
        } else {
            Vec::new()
        };
        let [upper, lower] = match flaw {
            Some(&TWIST_MASKS_EXCHANGED) => [lower, upper],
            _ => [upper, lower],
        };
        let count = SIZE - usize::from(flaw == Some(&LAST_WORD_NOT_TWISTED));
        for i in 0..count {
            let words = if before.is_empty() {
                &self.words
            } else {
                &before
            };
            let next = if flaw == Some(&NEXT_WORD_LEFT_OUT) {
                i
            } else {
                (i + 1) % SIZE
            };
            let y = words[i] & u128::from(upper) | words[next] & u128::from(lower);
            let shifted = if flaw == Some(&TWIST_NOT_SHIFTED) {
                y
            } else {
                self.general.arithmetic.right(y, 1, 32)
            };
            let new = words[(i + distance as usize) % SIZE] ^ shifted;
            let deciding = match flaw {
                Some(&TWIST_BY_THE_WORD_ITSELF) => words[i],
                Some(&TWIST_BY_THE_NEW_WORD) => new,
                _ => y,
            };
            let applied = match flaw {
                Some(&MATRIX_LEFT_OUT) => false,
                Some(&TWIST_PARITY_REVERSED) => deciding & 1 == 0,
                _ => deciding & 1 == 1,
            };
            self.words[i] = new ^ if applied { u128::from(matrix) } else { 0 };
        }
        self.at = 0;
    }

    fn next(&mut self) -> u128 {
        let Self { general, .. } = *self;
        let (flaw, arithmetic) = (general.flaw, general.arithmetic);
        if self.at >= SIZE - usize::from(flaw == Some(&LAST_WORD_OF_A_BLOCK_LOST)) {
            self.twist();
        }
        let mut y = self.words[self.at];
        self.at += 1;
        if flaw == Some(&NOT_TEMPERED) {
            return y;
        }
        let [first, second, b, third, c, fourth] = general.values(6);
        let [b, c] = if flaw == Some(&TEMPERING_MASKS_EXCHANGED) {
            [c, b]
        } else {
            [b, c]
        };
        for line in general.lines::<4>() {
            y ^= match line {
                0 => arithmetic.right(y, first, 32),
                1 => arithmetic.left(y, second, 32) & u128::from(b),
                2 => arithmetic.left(y, third, 32) & u128::from(c),
                _ => arithmetic.right(y, fourth, 32),
            };
        }
        y
    }
}
