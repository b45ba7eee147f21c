//! Tests whose statistics are counts of a binomial law, with no approximation.
//!
//! The p-value of a single count is that of its law; the p-value of several counts is that of the farthest one, times their
//! number (Bonferroni), as it is not known how they depend on each other.

use super::{check_word_bits, has_more};
use crate::extreme::{self, BinomialCount};
use crate::state::{Kept, kept};
use crate::tail::binomial;
use crate::test::{BuiltTest, check_enough};
use crate::{Error, Outcome, Reference, Test};

/// How many words are checked and counted at once.
const NEAR: usize = 1 << 12;

/// The quantity that is counted in a stream of words.
pub(super) trait Counting: Kept + Send {
    /// The null hypothesis, in a line.
    fn null(&self) -> String;

    /// Takes words that have no more bits than they should.
    fn take(&mut self, words: &[u64]);

    /// How many words it needs before it has a count.
    fn needed(&self) -> u64;

    /// How many of this many words it has used.
    fn read(&self, words: u64) -> u64 {
        words
    }

    /// How many counts there are, if [`Self::counts`] leaves out some that are not the farthest.
    fn all(&self) -> Option<u64> {
        None
    }

    /// The counts, always the same number of them unless [`Self::all`] gives their number.
    fn counts(&self) -> impl Iterator<Item = BinomialCount>;

    /// A sentence about the count at this place among them.
    fn worst(&self, place: usize, count: &BinomialCount) -> String;
}

/// A test by these counts.
#[derive(Clone, Debug)]
pub(super) struct CountingTest<C> {
    name: &'static str,
    bits: u32,
    words: u64,
    impossible: bool,
    pub(super) counting: C,
}

impl<C: Counting> CountingTest<C> {
    /// The test for words of `bits` bits.
    pub(super) fn new(name: &'static str, bits: u32, counting: C) -> Result<Self, Error> {
        check_word_bits(bits)?;
        Ok(Self {
            name,
            bits,
            words: 0,
            impossible: false,
            counting,
        })
    }

    /// The same test, boxed.
    pub(super) fn build(name: &'static str, bits: u32, counting: C) -> BuiltTest<u64>
    where
        C: 'static,
    {
        Ok(Box::new(Self::new(name, bits, counting)?))
    }
}

kept!(CountingTest<C> [C: Counting] { words, impossible, counting } but { name, bits });

impl<C: Counting> Test<u64> for CountingTest<C> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "words of {} bits are independent and uniform: {}",
            self.bits,
            self.counting.null()
        )
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        self.words += words.len() as u64;
        // Few enough that the nearest memory still has them when they are counted.
        for words in words.chunks(NEAR) {
            if has_more(words, self.bits) {
                self.impossible = true;
                let mask = u64::MAX >> (64 - self.bits);
                let cut: Vec<u64> = words.iter().map(|word| word & mask).collect();
                self.counting.take(&cut);
            } else {
                self.counting.take(words);
            }
        }
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn read(&self) -> u64 {
        self.counting.read(self.words)
    }

    fn needed(&self) -> u64 {
        self.counting.needed()
    }

    fn worst(&self) -> Option<String> {
        let (place, count) = extreme::farthest(self.counting.counts().enumerate())?;
        Some(self.counting.worst(place, &count))
    }

    fn kept(&mut self) -> Option<&mut dyn Kept> {
        Some(self)
    }

    /// The outcome's items are the trials of a single count, or words; the statistic is a single count, or the approximate
    /// standard deviations of the farthest one.
    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.words, self.needed())?;
        let mut counts = self.counting.counts();
        let outcome = if let (Some(only), None) = (counts.next(), counts.next()) {
            Outcome {
                test: self.name,
                items: only.trials,
                statistic: only.came as f64,
                reference: Reference::Binomial {
                    trials: only.trials,
                    chance: only.chance,
                },
                p: binomial::both(only.came, only.trials, only.chance),
            }
        } else {
            let counts = self.counting.counts().enumerate();
            extreme::outcome(self.name, self.read(), self.counting.all(), counts)?
        };
        Ok(outcome.refuted_if(self.impossible))
    }
}
