//! The sources of an audit: some that should be fair, and one that is known not to be.

use std::num::NonZeroU32;

use generators::bounding::Threshold;
use generators::draw::{Dice, Draw, RngWords};
use generators::pcg32::Pcg32;
use permute::fisher_yates::fisher_yates;
use permute::listless::Listless;
use permute::rank::rank;

/// A source of outcomes that should be equally likely.
#[derive(Debug)]
pub(crate) struct Source {
    /// Its name, as it stands in the ledger.
    pub name: &'static str,
    /// A description of its outcomes.
    pub about: &'static str,
    /// The number of outcomes.
    pub cells: usize,
    outcome: Outcome,
}

type Outcome = fn(&mut Dice<RngWords<Pcg32>, Threshold>) -> usize;

pub(crate) static SOURCES: [Source; 2] = [
    Source {
        name: "listless-5",
        about: "all 120 permutations of the list-free method, PCG32 with its rejection",
        cells: 120,
        outcome: |dice| {
            let mut numbers = [0; 5];
            for (number, drawn) in numbers.iter_mut().zip(Listless::<5, _>::new(dice)) {
                *number = drawn;
            }
            place(&numbers)
        },
    },
    Source {
        name: "fisher-yates-5",
        about: "all 120 permutations by Fisher and Yates, PCG32 with its rejection",
        cells: 120,
        outcome: |dice| {
            let mut numbers = [0, 1, 2, 3, 4];
            match fisher_yates(&mut numbers, dice) {
                Ok(()) => place(&numbers),
                Err(_) => usize::MAX,
            }
        },
    },
];

/// The planted defect: each of five slots is swapped with any slot, so that 5^5 ways lead to 120 permutations.
pub(crate) static CANARY: Source = Source {
    name: "naive-5",
    about: "every slot swapped with any slot",
    cells: 120,
    outcome: |dice| {
        const FIVE: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
        let mut numbers = [0, 1, 2, 3, 4];
        for slot in 0..numbers.len() {
            numbers.swap(slot, dice.draw(FIVE) as usize);
        }
        place(&numbers)
    },
};

/// The rank. What is no permutation has none, and is missing from the counts.
fn place(numbers: &[u32]) -> usize {
    rank(numbers).map_or(usize::MAX, |rank| rank as usize)
}

impl Source {
    /// Counts `items` outcomes from a seed.
    pub(crate) fn counts(&self, seed: u64, items: u64) -> Vec<u64> {
        // Any stream will do; it is the one of the generator's own demonstration.
        let mut dice = Dice::new(RngWords(Pcg32::srandom(seed, 54)));
        let mut counts = vec![0; self.cells];
        for _ in 0..items {
            if let Some(count) = counts.get_mut((self.outcome)(&mut dice)) {
                *count += 1;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_one_of_the_outcomes() {
        for source in SOURCES.iter().chain([&CANARY]) {
            let counts = source.counts(1, 5000);
            assert_eq!(counts.iter().sum::<u64>(), 5000, "{}", source.name);
            assert!(counts.iter().all(|&count| count > 0), "{}", source.name);
        }
    }
}
