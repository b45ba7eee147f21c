//! Some bits of each word, put together into words of their own.
//!
//! A generator whose low bits are worse than the others, or whose top bits are, shows it sooner where nothing else is between
//! them: a test that reads a share of the words reads more of these bits, and a lag is as many times longer. Bits of independent
//! and uniform words make such words too, so the law of the test is the same. Source: the extra folding of `PractRand`.

use super::BLOCK;
use crate::state::{Kept, kept};
use crate::{Error, Outcome, Test};

/// The bits that are taken of each word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fold {
    /// How many, a divisor of [`Fold::SIZE`].
    pub(crate) taken: u32,
    /// Whether they are the top ones.
    is_top: bool,
}

impl Fold {
    /// The bits of a word that is put together.
    pub(crate) const SIZE: u32 = 32;

    pub(crate) const fn low(taken: u32) -> Self {
        let is_top = false;
        Self { taken, is_top }
    }

    pub(crate) const fn top(taken: u32) -> Self {
        let is_top = true;
        Self { taken, is_top }
    }

    /// What they are called.
    fn about(self) -> String {
        let end = if self.is_top { "top" } else { "low" };
        match self.taken {
            1 => format!("the {end} bit of each word, put together"),
            taken => format!("the {end} {taken} bits of each word, put together"),
        }
    }
}

/// Gives words that are put together to a test.
pub(crate) struct Folded {
    name: &'static str,
    test: Box<dyn Test<u64>>,
    fold: Fold,
    /// How many bits of a word are below those that are taken.
    below: u32,
    words: u64,
    /// The bits of the next word, and how many there are.
    held: (u64, u32),
}

impl Folded {
    /// The test of words of `bits` bits.
    pub(crate) fn new(name: &'static str, test: Box<dyn Test<u64>>, fold: Fold, bits: u32) -> Self {
        Self {
            name,
            test,
            fold,
            below: if fold.is_top { bits - fold.taken } else { 0 },
            words: 0,
            held: (0, 0),
        }
    }

    /// How many words are put together.
    const fn together(&self) -> u64 {
        (Fold::SIZE / self.fold.taken) as u64
    }
}

kept!(Folded { test, words, held } but { name, fold, below });

impl Test<u64> for Folded {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!("{}: {}", self.fold.about(), self.test.null())
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        self.words += words.len() as u64;
        let (taken, below) = (self.fold.taken, self.below);
        let (mut bits, mut count) = self.held;
        let mut folded = Vec::with_capacity(BLOCK);
        for word in words {
            bits |= (word >> below & ((1 << taken) - 1)) << count;
            count += taken;
            if count == Fold::SIZE {
                folded.push(std::mem::take(&mut bits));
                count = 0;
            }
            if folded.len() == BLOCK {
                self.test.push_all(&folded);
                folded.clear();
            }
        }
        self.test.push_all(&folded);
        self.held = (bits, count);
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn read(&self) -> u64 {
        self.test.read() * self.together()
    }

    fn needed(&self) -> u64 {
        self.test.needed() * self.together()
    }

    fn worst(&self) -> Option<String> {
        Some(format!("{}: {}", self.fold.about(), self.test.worst()?))
    }

    fn kept(&mut self) -> Option<&mut dyn Kept> {
        Some(self)
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        crate::test::check_enough(self.words, self.needed())?;
        let outcome = self.test.outcome()?;
        Ok(Outcome {
            test: self.name,
            ..outcome
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Rng, fair};
    use crate::words::bits::BitBalance;

    /// The counts of a test are those of the words that are put together by hand, however the words are cut.
    #[test]
    fn bits_are_put_together_without_gaps() {
        let mut random = fair(91);
        let words: Vec<u64> = (0..40_000).map(|_| random.next_u64()).collect();
        for (fold, below, about) in [
            (Fold::low(1), 0, "the low bit"),
            (Fold::low(4), 0, "the low 4 bits"),
            (Fold::low(16), 0, "the low 16 bits"),
            (Fold::top(1), 59, "the top bit"),
            (Fold::top(8), 52, "the top 8 bits"),
        ] {
            let taken = fold.taken;
            let bits = |name| Box::new(BitBalance::new(name, Fold::SIZE).unwrap());
            let mut test = Folded::new("folded", bits("bits"), fold, 60);
            words.chunks(777).for_each(|words| test.push_all(words));
            let mut plain = bits("folded");
            for words in words.chunks_exact((Fold::SIZE / taken) as usize) {
                let parts = words.iter().rev();
                let mask = (1 << taken) - 1;
                let word = parts.fold(0, |word, next| word << taken | next >> below & mask);
                plain.push(&word);
            }
            assert_eq!(test.outcome(), plain.outcome());
            assert_eq!(test.read(), 40_000);
            assert_eq!(test.needed(), 1000 * u64::from(Fold::SIZE / taken));
            let worst = format!(
                "{about} of each word, put together: {}",
                plain.worst().unwrap()
            );
            assert_eq!(test.worst(), Some(worst));
        }
    }
}
