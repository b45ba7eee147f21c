//! A share of the words for a test that reads all that it is given.
//!
//! Some of independent and uniform words are such words too, so the law of the test is the same.

use super::share::Share;
use crate::test::BuiltTest;
use crate::{Error, Outcome, Test};

/// How many words are in a block: the tests compare words up to 10,240 apart.
const BLOCK: u64 = 1 << 16;

/// Gives a share of the words to a test.
pub(crate) struct Shared {
    test: Box<dyn Test<u64>>,
    share: Share,
    words: u64,
}

impl Shared {
    /// The test of this share: of all words up to `after`, and later of one block in `one_in`.
    pub(crate) fn build(test: BuiltTest<u64>, share: Share) -> BuiltTest<u64> {
        Ok(Box::new(Self {
            test: test?,
            share: share.checked()?,
            words: 0,
        }))
    }
}

crate::state::kept!(Shared { test, words } but { share });

impl Test<u64> for Shared {
    fn name(&self) -> &'static str {
        self.test.name()
    }

    fn null(&self) -> String {
        self.test.null()
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, mut words: &[u64]) {
        while !words.is_empty() {
            let left = (BLOCK - self.words % BLOCK) as usize;
            let (now, after) = words.split_at(left.min(words.len()));
            let block = self.words / BLOCK;
            if self.words < self.share.after || block.is_multiple_of(self.share.one_in) {
                self.test.push_all(now);
            }
            self.words += now.len() as u64;
            words = after;
        }
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn read(&self) -> u64 {
        self.test.read()
    }

    fn needed(&self) -> u64 {
        self.test.needed()
    }

    fn worst(&self) -> Option<String> {
        self.test.worst()
    }

    fn kept(&mut self) -> Option<&mut dyn crate::state::Kept> {
        Some(self)
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        self.test.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::autocorrelation;

    #[test]
    fn later_words_are_read_in_one_block_of_so_many() {
        let share = Share {
            after: 2 * BLOCK,
            one_in: 3,
        };
        for cut in [1000, 9 * BLOCK as usize] {
            let mut test = Shared::build(autocorrelation::build_test("lag", 8, 8), share).unwrap();
            let words: Vec<u64> = (0..9 * BLOCK).map(|at| at / BLOCK % 2).collect();
            words.chunks(cut).for_each(|words| test.push_all(words));
            // Blocks 0, 1, 3 and 6: the bit changes between them twice.
            let outcome = test.outcome().unwrap();
            assert_eq!((test.items(), test.read()), (9 * BLOCK, 4 * BLOCK));
            assert_eq!(
                (outcome.items, outcome.statistic),
                (8 * (4 * BLOCK - 1), 2.0)
            );
        }
    }
}
