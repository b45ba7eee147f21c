//! What an audit looks at: sources that should be fair, and one that is known not to be.

use std::num::NonZeroU32;

use generators::bounding::Threshold;
use generators::draw::{Dice, Draw, RngWords};
use generators::pcg32::Pcg32;
use permute::fisher_yates::fisher_yates;
use permute::listless::Listless;
use permute::rank::rank;

use super::evidence::Counts;

/// A source of outcomes that should be equally likely.
#[derive(Debug)]
pub struct Source {
    /// Its name, as it stands in the ledger.
    pub name: &'static str,
    /// What its outcomes are.
    pub about: &'static str,
    /// How many outcomes there are.
    pub cells: usize,
    outcome: Outcome,
}

type Outcome = fn(&mut Dice<RngWords<Pcg32>, Threshold>) -> usize;

/// What is audited.
pub static SOURCES: [Source; 2] = [
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
pub static CANARY: Source = Source {
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

/// The rank; what is no permutation has none, and the counts then lack it.
fn place(numbers: &[u32]) -> usize {
    rank(numbers).map_or(usize::MAX, |rank| rank as usize)
}

impl Source {
    /// Counts so many outcomes from a seed.
    pub fn counts(&self, seed: u64, items: u64) -> Counts {
        // Any stream will do; it is the one of the generator's own demonstration.
        let mut dice = Dice::new(RngWords(Pcg32::srandom(seed, 54)));
        let mut counts = Counts::none(self.cells);
        for _ in 0..items {
            counts.push((self.outcome)(&mut dice));
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
            assert_eq!(counts.items(), 5000, "{}", source.name);
            assert!(counts.counts().iter().all(|&count| count > 0), "{}", source.name);
        }
    }
}
