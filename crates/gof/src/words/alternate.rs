//! Every second word: one half of words of twice as many bits, judged apart from the other.
//!
//! A generator of 64-bit words whose lowest bits are linear, such as xorshift128+, shows this in its low halves only. In a
//! stream of 32-bit words they alternate with the high halves, which hide it. Every second of some independent and uniform
//! words are such words too, so the law of the test is the same.

use super::BLOCK;
use crate::state::{Kept, kept};
use crate::{Error, Outcome, Test};

/// Gives every second word to a test.
pub(crate) struct Alternate {
    name: &'static str,
    test: Box<dyn Test<u64>>,
    is_second: bool,
    words: u64,
}

impl Alternate {
    pub(crate) fn new(name: &'static str, test: Box<dyn Test<u64>>, is_second: bool) -> Self {
        Self {
            name,
            test,
            is_second,
            words: 0,
        }
    }

    const fn half(&self) -> &'static str {
        if self.is_second {
            "the second of each two words"
        } else {
            "the first of each two words"
        }
    }
}

/// Takes the first word, and every second after it.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn take_every_second(words: &[u64], half: &mut [u64; BLOCK]) {
    let (pairs, last) = words.as_chunks::<2>();
    for (taken, [first, _]) in half.iter_mut().zip(pairs) {
        *taken = *first;
    }
    if let ([only], Some(taken)) = (last, half.get_mut(pairs.len())) {
        *taken = *only;
    }
}

kept!(Alternate { test, words } but { name, is_second });

impl Test<u64> for Alternate {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!("{}: {}", self.half(), self.test.null())
    }

    fn push(&mut self, word: &u64) {
        self.push_all(std::slice::from_ref(word));
    }

    fn push_all(&mut self, words: &[u64]) {
        // The words so far decide whether this piece begins with one of the half.
        let skipped = usize::from(self.words.is_multiple_of(2) == self.is_second);
        let mut half = [0; BLOCK];
        for words in words[skipped.min(words.len())..].chunks(2 * BLOCK) {
            take_every_second(words, &mut half);
            self.test.push_all(&half[..words.len().div_ceil(2)]);
        }
        self.words += words.len() as u64;
    }

    fn items(&self) -> u64 {
        self.words
    }

    fn read(&self) -> u64 {
        self.test.read()
    }

    fn needed(&self) -> u64 {
        2 * self.test.needed()
    }

    fn worst(&self) -> Option<String> {
        Some(format!("{}: {}", self.half(), self.test.worst()?))
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
