//! Windows of words that occur twice.

use gof::{Error, Outcome, Reference, Tail, Test};

use super::seeds::{Seeds, enough, upper};

/// Windows of words that occur twice.
pub(super) struct Overlaps {
    pub(super) seeds: Seeds,
    /// The words, grouped by place, with the seeds in order.
    pub(super) words: Vec<u64>,
}

impl Overlaps {
    /// All windows, as their words, with the seed and the place of the first word.
    fn windows(&self) -> Vec<(u128, u32, u32)> {
        let (seeds, window) = (self.seeds.count as usize, self.seeds.window() as usize);
        let places = (self.words.len() / seeds).saturating_sub(window - 1);
        let at = |seed: usize, place: usize| {
            let words = (place..place + window).map(|place| self.words[place * seeds + seed]);
            words.fold(0_u128, |key, word| {
                key << self.seeds.bits | u128::from(word)
            })
        };
        let mut all: Vec<_> = (0..places)
            .flat_map(|place| {
                (0..seeds).map(move |seed| (at(seed, place), seed as u32, place as u32))
            })
            .collect();
        all.sort_unstable();
        all
    }

    /// How many windows occurred before, and the pair of equal windows that is earliest in its streams.
    fn repeats(windows: &[(u128, u32, u32)]) -> (u64, Option<[(u32, u32); 2]>) {
        let equal = || windows.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let pairs = equal().map(|pair| [0, 1].map(|side: usize| (pair[side].1, pair[side].2)));
        (
            equal().count() as u64,
            pairs.min_by_key(|[one, other]| (one.1 + other.1, one.0, other.0)),
        )
    }
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
        let repeats = Self::repeats(&windows).0;
        // The probability that any pair is equal is at most the expected number of equal pairs.
        let p = Tail::new(if repeats > 0 { mean } else { 1.0 });
        let reference = Reference::Poisson { mean };
        Ok(upper("overlaps", self.items(), repeats, reference, p))
    }

    fn worst(&self) -> Option<String> {
        let [one, other] = Self::repeats(&self.windows()).1?;
        let place = |(seed, place): (u32, u32)| {
            format!(
                "seed {} from word {} on",
                self.seeds.first + u64::from(seed),
                place + 1
            )
        };
        Some(format!(
            "{} gives the same words as {}",
            place(one),
            place(other)
        ))
    }
}
