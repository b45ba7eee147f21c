//! Mistakes in the Mersenne Twister, and in what libraries make from its words.

use generators::catalogue::{MT_19937, array_word, tempering_line, twist};
use generators::definition::Definition;

use super::arithmetic::Mistaken;
use super::model::{Model, Shown};
use super::side::flaws;

const SIZE: usize = 624;

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

macro_rules! twister {
    ($key:literal, $words:ident, $shift:literal) => {
        Model {
            key: $key,
            constants: MT_19937.constants,
            lines: &[
                "y ^= y >> 11",
                "y ^= y << 7 & 0x9d2c5680",
                "y ^= y << 15 & 0xefc60000",
                "y ^= y >> 18",
            ],
            flaws: FLAWS,
            seeded: |_, general, seed| {
                let d = general.of(32);
                Twister::stream(d, $words(&d, seed), $shift)
            },
        }
    };
}

/// The models of the rows.
pub(super) const MODELS: &[Model] = &[
    twister!("mt19937", filled, 0),
    twister!("php-mt-rand", filled, 1),
    twister!("mt19937-array", by_array, 0),
];

/// The state that `init_genrand` makes from a seed.
fn filled(d: &Mistaken, seed: u64) -> Vec<u128> {
    if d.general.has(FILLED_BY_69069_IN_HALVES) {
        return filled_in_halves(seed as u32);
    }
    let factor = d.constant(0);
    let mut words = vec![u128::from(seed & 0xffff_ffff)];
    for at in 1..SIZE as u64 {
        let x = words[words.len() - 1];
        let shifted = d.shift_right(x, d.constant(1));
        let (mixed, factor, place) = match d.general.flaw {
            Some(&FILLED_WITHOUT_XOR) => (x, factor, at),
            Some(&FILLED_WITH_SUM) => (d.add(x, shifted), factor, at),
            Some(&FILLED_BY_69069) => (x, 69069, 0),
            Some(&FILLED_WITHOUT_PLACE) => (x ^ shifted, factor, 0),
            Some(&FILLED_BY_PLACE_FROM_0) => (x ^ shifted, factor, at - 1),
            _ => (x ^ shifted, factor, at),
        };
        words.push(d.multiply_add(mixed, factor, place));
    }
    words
}

/// The state that the seeding of 1999 makes.
fn filled_in_halves(mut x: u32) -> Vec<u128> {
    let mut words = Vec::new();
    for _ in 0..SIZE {
        let high = x & 0xffff_0000;
        x = x.wrapping_mul(69069).wrapping_add(1);
        words.push((high | x >> 16).into());
        x = x.wrapping_mul(69069).wrapping_add(1);
    }
    words
}

/// The state that `init_by_array` makes from the words of a number.
fn by_array(d: &Mistaken, seed: u64) -> Vec<u128> {
    let key: &[u64] = &[seed & 0xffff_ffff, seed >> 32];
    let key = if key[1] == 0 { &key[..1] } else { key };
    let mut words = filled(d, 19_650_218);
    let mut at = 1;
    for n in 0..2 * SIZE - 1 {
        let (factor, summand) = if n < SIZE {
            let j = n % key.len();
            (1_664_525, key[j] + j as u64)
        } else {
            (1_566_083_941, (at as u64).wrapping_neg() & 0xffff_ffff)
        };
        words[at] = array_word(d, words[at - 1], words[at], factor, summand.into());
        at += 1;
        if at == SIZE {
            words[0] = words[SIZE - 1];
            at = 1;
        }
    }
    words[0] = 0x8000_0000;
    words
}

struct Twister {
    d: Mistaken,
    words: Vec<u128>,
    at: usize,
}

impl Twister {
    fn stream(d: Mistaken, words: Vec<u128>, shift: u32) -> Shown {
        let d = match d.general.flaw {
            Some(&TWIST_MASKS_EXCHANGED) => d.exchanging(4, 5),
            Some(&TEMPERING_MASKS_EXCHANGED) => d.exchanging(8, 10),
            _ => d,
        };
        let is_twisted = !d.general.has(FIRST_BLOCK_NOT_TWISTED);
        let at = if is_twisted { SIZE } else { 0 };
        let mut twister = Self { d, words, at };
        Box::new(move || (twister.next() >> shift).cast_signed())
    }

    fn twist(&mut self) {
        let (d, flaw) = (&self.d, self.d.general.flaw);
        let before = (flaw == Some(&TWIST_OF_A_COPY)).then(|| self.words.clone());
        let count = SIZE - usize::from(flaw == Some(&LAST_WORD_NOT_TWISTED));
        for i in 0..count {
            let words = before.as_ref().unwrap_or(&self.words);
            let next = i + usize::from(flaw != Some(&NEXT_WORD_LEFT_OUT));
            let far = i + d.constant(2) as usize;
            let from = [i, next, far].map(|place| words[place % SIZE]);
            let by = u64::from(flaw != Some(&TWIST_NOT_SHIFTED));
            self.words[i] = twist(d, from, by, |word, mixed, new| match flaw {
                Some(&TWIST_BY_THE_WORD_ITSELF) => word,
                Some(&TWIST_BY_THE_NEW_WORD) => new,
                Some(&TWIST_PARITY_REVERSED) => mixed ^ 1,
                Some(&MATRIX_LEFT_OUT) => 0,
                _ => mixed,
            });
        }
        self.at = 0;
    }

    fn next(&mut self) -> u128 {
        let is_last_lost = self.d.general.has(LAST_WORD_OF_A_BLOCK_LOST);
        if self.at >= SIZE - usize::from(is_last_lost) {
            self.twist();
        }
        let mut y = self.words[self.at];
        self.at += 1;
        if self.d.general.has(NOT_TEMPERED) {
            return y;
        }
        for line in self.d.general.lines::<4>() {
            y = tempering_line(&self.d, line, y);
        }
        y
    }
}
