//! Windows of words that occur twice.

use gof::{Error, Outcome, Reference, Tail, Test};

use super::seeds::{Seeds, enough, upper};

/// Windows of words that occur twice.
pub(super) struct Overlaps {
    pub(super) seeds: Seeds,
    /// The words, grouped by place, with the seeds in order.
    pub(super) words: Vec<u64>,
}

/// Some words in a row.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
struct Window {
    /// The bits of all words.
    key: u128,
    seed: u32,
    /// The place of the first word.
    place: u32,
}

impl Overlaps {
    /// All windows, equal ones in a row.
    fn windows(&self) -> Vec<Window> {
        let (seeds, window) = (self.seeds.count as usize, self.seeds.window() as usize);
        let places = (self.words.len() / seeds).saturating_sub(window - 1);
        let mut all = Vec::new();
        for place in 0..places {
            for seed in 0..seeds {
                let mut key = 0;
                for at in place..place + window {
                    key = key << self.seeds.bits | u128::from(self.words[at * seeds + seed]);
                }
                all.push(Window {
                    key,
                    seed: seed as u32,
                    place: place as u32,
                });
            }
        }
        all.sort_unstable();
        all
    }
}

/// The pairs of equal windows that follow each other, one for each window that occurred before.
fn equal_pairs(windows: &[Window]) -> impl Iterator<Item = (Window, Window)> {
    let pairs = windows.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.filter(|(one, other)| one.key == other.key)
}

impl Test<u64> for Overlaps {
    fn name(&self) -> &'static str {
        "overlaps"
    }

    fn null(&self) -> String {
        format!(
            "no {} words in a row come twice, from one seed or two",
            self.seeds.window()
        )
    }

    fn push(&mut self, word: &u64) {
        self.words.push(*word);
    }

    fn items(&self) -> u64 {
        self.words.len() as u64
    }

    fn needed(&self) -> u64 {
        self.seeds.count * self.seeds.window()
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        enough(self.items(), self.needed())?;
        let windows = self.windows();
        let pairs = windows.len() as f64 * (windows.len() as f64 - 1.0) / 2.0;
        let mean = pairs / 2_f64.powi((u64::from(self.seeds.bits) * self.seeds.window()) as i32);
        let repeats = equal_pairs(&windows).count() as u64;
        // The probability that any pair is equal is at most the expected number of equal pairs.
        let p = Tail::new(if repeats > 0 { mean } else { 1.0 });
        let reference = Reference::Poisson { mean };
        Ok(upper("overlaps", self.items(), repeats, reference, p))
    }

    fn worst(&self) -> Option<String> {
        // The pair that is earliest in its streams.
        let windows = self.windows();
        let (one, other) = equal_pairs(&windows)
            .min_by_key(|(one, other)| (one.place + other.place, one.seed, other.seed))?;
        let first = self.seeds.first;
        Some(format!(
            "seed {} from word {} on gives the same words as seed {} from word {} on",
            first + u64::from(one.seed),
            one.place + 1,
            first + u64::from(other.seed),
            other.place + 1
        ))
    }
}
