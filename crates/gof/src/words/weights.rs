//! Hamming weights: whether words with many ones follow others as often as they should.
//!
//! A word is light, middling or heavy by its number of ones, which is binomial. Each four successive words, not
//! overlapping, are a piece, and its class is which of these they are in turn: the product of four binomial chances.
//! Sources: `sstring_HammingIndep` of L'Ecuyer and Simard, *`TestU01`*, 2007; Blackman and Vigna, *A new test for
//! Hamming-weight dependencies*, 2022, for the three kinds.

use super::{Classifier, Projection, Symbol, out_of_range};
use crate::Error;

/// Words of a piece.
const WORDS: usize = 4;

/// The kinds of words: light, middling, heavy.
const KINDS: usize = 3;

/// Words by their number of ones, and four of them in turn.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    bits: u32,
    /// A word is middling if twice its ones differ from its bits by at most this.
    middling: u32,
    chances: [f64; KINDS],
    class: usize,
    held: usize,
}

impl Weights {
    /// For words of `bits` bits: the middle is as narrow as it can be with a third of the words.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 64 bits.
    pub fn new(bits: u32) -> Result<Self, Error> {
        if !(2..=64).contains(&bits) {
            return Err(out_of_range("bits of a word", bits, "2 to 64"));
        }
        let mut weight = 2_f64.powi(-(bits as i32));
        let chances: Vec<f64> = (0..=bits)
            .map(|ones| {
                let chance = weight;
                weight *= f64::from(bits - ones) / f64::from(ones + 1);
                chance
            })
            .collect();
        let within = |middling: u32| {
            let near = chances.iter().zip(0..).filter(|(_, ones)| bits.abs_diff(2 * ones) <= middling);
            near.map(|(chance, _)| chance).sum::<f64>()
        };
        let middling = (0..bits).find(|middling| within(*middling) >= 1.0 / 3.0).unwrap_or_default();
        let tail = (1.0 - within(middling)) / 2.0;
        Ok(Self { bits, middling, chances: [tail, within(middling), tail], class: 0, held: 0 })
    }
}

impl Projection<u64> for Weights {
    fn symbols(&self) -> u64 {
        KINDS as u64
    }

    fn about(&self) -> String {
        format!("the ones in words of {} bits", self.bits)
    }

    #[inline]
    fn symbol(&self, word: &u64) -> Symbol {
        if self.bits < 64 && word >> self.bits != 0 {
            return Symbol::Impossible;
        }
        let twice = 2 * word.count_ones();
        Symbol::Of(u32::from(twice + self.middling >= self.bits) + u32::from(twice > self.bits + self.middling))
    }

    fn items(&self, symbols: u64) -> u64 {
        symbols
    }
}

impl Classifier for Weights {
    fn symbols(&self) -> u64 {
        KINDS as u64
    }

    fn probabilities(&self) -> Vec<f64> {
        let kind = |class: usize, at: u32| self.chances[class / KINDS.pow(at) % KINDS];
        (0..KINDS.pow(WORDS as u32)).map(|class| (0..WORDS as u32).map(|at| kind(class, at)).product()).collect()
    }

    fn longest(&self) -> u64 {
        WORDS as u64
    }

    fn classes(&self) -> String {
        format!("all turns of {WORDS} light, middling and heavy words are as frequent as binomial weights make them")
    }

    fn class_name(&self, class: usize, _name: &dyn Fn(u32) -> String) -> String {
        let kind = |at: usize| ["light", "middling", "heavy"][class / KINDS.pow((WORDS - 1 - at) as u32) % KINDS];
        (0..WORDS).map(kind).collect::<Vec<_>>().join(", ")
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        self.class = self.class * KINDS + symbol as usize;
        self.held += 1;
        if self.held < WORDS {
            return None;
        }
        self.held = 0;
        Some(std::mem::take(&mut self.class))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Classified;
    use super::*;
    use crate::Test;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// Through all pieces of words of few bits.
    #[test]
    fn the_chances_are_those_of_all_words() {
        for bits in 2..=4_u32 {
            let mut weights = Weights::new(bits).unwrap();
            let mut counts = vec![0_u64; KINDS.pow(WORDS as u32)];
            let pieces = 1_u64 << (bits * WORDS as u32);
            for piece in 0..pieces {
                for at in 0..WORDS as u32 {
                    let word = piece >> (bits * at) & ((1 << bits) - 1);
                    let Symbol::Of(symbol) = weights.symbol(&word) else { panic!("{word} has {bits} bits") };
                    if let Some(class) = weights.push(symbol) {
                        counts[class] += 1;
                    }
                }
            }
            for (chance, count) in weights.probabilities().iter().zip(counts) {
                assert!((chance - count as f64 / pieces as f64).abs() < 1e-14, "{bits}: {chance}, {count}");
            }
        }
        assert_eq!(Weights::new(32).unwrap().middling, 2);
        assert!(Weights::new(1).is_err() && Weights::new(65).is_err());
    }

    #[test]
    fn heavy_after_heavy_is_caught_and_named() {
        let mut random = ChaCha8Rng::seed_from_u64(60);
        let test = || Classified::new::<u64>("weights", Weights::new(32).unwrap(), Weights::new(32).unwrap()).unwrap();
        let (mut fair, mut drawn) = (test(), test());
        let mut before = 0_u64;
        for _ in 0..40_000 {
            let word = u64::from(random.next_u32());
            fair.push(&word);
            // Half of the light words after a heavy one are given up for another.
            let again = before.count_ones() > 17 && word.count_ones() < 15 && random.next_u32() < u32::MAX / 2;
            before = if again { u64::from(random.next_u32()) } else { word };
            drawn.push(&before);
        }
        assert!(Test::<u64>::outcome(&fair).unwrap().p.two_sided().value() > 0.001);
        assert!(Test::<u64>::outcome(&drawn).unwrap().p.upper().log10() < -9.0);
        assert!(Test::<u64>::worst(&drawn).unwrap().contains("heavy, "), "{:?}", Test::<u64>::worst(&drawn));
    }
}
