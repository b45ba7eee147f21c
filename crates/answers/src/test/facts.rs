//! Plain facts about the items, which say more than a statistic: a block that comes again, a place that never changes.

use std::collections::HashMap;
use std::fmt;

use super::battery::Item;
use super::decks::{Decks, FittingShuffle};

/// How many of the first numbers are kept.
const KEPT: usize = 4096;

/// A block that comes again holds at least so many bits: among all pairs of places a block of 23 bits is expected.
const BITS: f64 = 64.0;

/// A place that never changes counts from this number of lists on: with two items, one in 2^31 has such a place.
const LISTS: u64 = 32;

/// A plain fact about the items, which are counted from 1. `Display` says it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fact {
    /// Items come again.
    Repeat {
        /// The first item that comes again, with those that were skipped.
        first: u64,
        /// How much later it comes again.
        lag: u64,
        /// How many items come again.
        length: u64,
    },
    /// All lists are the same.
    SameLists,
    /// An entry never moves.
    Fixed {
        /// The entry, from 0.
        entry: u32,
        /// Its place, from 0.
        place: usize,
        /// How many others never move.
        others: usize,
    },
    /// The lists fit a known wrong shuffle.
    Shuffle(FittingShuffle),
}

/// What is kept of the items to state facts.
#[derive(Default)]
pub(super) struct Facts {
    /// The first numbers.
    pub(super) numbers: Vec<u64>,
    lists: u64,
    length: usize,
    /// Places of lists with the item that has been there in all lists.
    fixed: Vec<(usize, u32)>,
    decks: Decks,
}

impl Facts {
    /// Whether later items can still matter.
    pub(super) fn wants_more(&self) -> bool {
        let wants_lists = self.lists == 0 || !self.fixed.is_empty() || self.decks.wants_more();
        self.numbers.len() < KEPT && wants_lists
    }

    pub(super) fn take<I: Item + ?Sized>(&mut self, item: &I) {
        if let Some(number) = item.number() {
            if self.numbers.len() < KEPT {
                self.numbers.push(number);
            }
            return;
        }
        let list = item.list();
        if self.lists == 0 {
            self.length = list.len();
            self.fixed = list.iter().copied().enumerate().collect();
        } else {
            self.fixed.retain(|(place, entry)| list[*place] == *entry);
        }
        self.lists += 1;
        self.decks.take(list);
    }

    /// The fact, if there is one; `skipped` items were left out before the first.
    pub(super) fn find(&self, skipped: u64) -> Option<Fact> {
        if self.lists >= LISTS {
            return self
                .find_fixed()
                .or_else(|| self.decks.find().map(Fact::Shuffle));
        }
        let repeat = longest_repeat(&self.numbers)?;
        Some(Fact::Repeat {
            first: repeat.first as u64 + 1 + skipped,
            lag: repeat.lag as u64,
            length: repeat.length as u64,
        })
    }

    fn find_fixed(&self) -> Option<Fact> {
        let (place, entry) = *self.fixed.first()?;
        if self.fixed.len() == self.length {
            return Some(Fact::SameLists);
        }
        let others = self.fixed.len() - 1;
        Some(Fact::Fixed {
            entry,
            place,
            others,
        })
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Repeat { first, lag, length } => {
                let again = first + lag;
                let last = again + length - 1;
                if length > lag {
                    return write!(f, "Items {first} to {last} repeat every {lag} items.");
                }
                let end = first + length - 1;
                write!(f, "Items {again} to {last} repeat items {first} to {end}.")
            }
            Self::SameLists => f.write_str("All lists are the same."),
            Self::Shuffle(shuffle) => shuffle.fmt(f),
            Self::Fixed {
                entry,
                place,
                others,
            } => {
                write!(f, "Item {entry} is always at position {place}")?;
                match others {
                    0 => {}
                    1 => write!(f, ", and one other never moves")?,
                    _ => write!(f, ", and {others} others never move")?,
                }
                f.write_str(" (both from 0).")
            }
        }
    }
}

/// A block of numbers that comes again `lag` numbers later.
struct Repeat {
    first: usize,
    lag: usize,
    length: usize,
}

/// The longest block that comes again, if that is no coincidence: its numbers have [`BITS`] bits, counted by how often two
/// of the numbers are equal.
fn longest_repeat(numbers: &[u64]) -> Option<Repeat> {
    let mut longest = Repeat {
        first: 0,
        lag: 0,
        length: 0,
    };
    for lag in 1..numbers.len() {
        let mut length = 0;
        for (at, number) in numbers[lag..].iter().enumerate() {
            length = if *number == numbers[at] {
                length + 1
            } else {
                0
            };
            if length > longest.length {
                longest = Repeat {
                    first: at + 1 - length,
                    lag,
                    length,
                };
            }
        }
    }
    let mut counts: HashMap<u64, f64> = HashMap::new();
    for number in numbers {
        *counts.entry(*number).or_default() += 1.0;
    }
    let equal: f64 = counts.values().map(|count| count * count).sum();
    let bits = 2.0 * (numbers.len() as f64).log2() - equal.log2();
    (longest.length as f64 * bits >= BITS).then_some(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(facts: &Facts) -> Option<String> {
        facts.find(0).map(|fact| fact.to_string())
    }

    fn fact_about(numbers: impl IntoIterator<Item = u64>) -> Option<String> {
        let mut facts = Facts::default();
        numbers.into_iter().for_each(|number| facts.take(&number));
        said(&facts)
    }

    /// Outputs of splitmix64 of this many bits.
    fn words(count: usize, bits: u32) -> Vec<u64> {
        let mut stream = (generators::catalogue::find("splitmix64").unwrap().seeded)(1);
        (0..count).map(|_| stream() >> (64 - bits)).collect()
    }

    #[test]
    fn a_repeated_block_is_said_and_no_other() {
        let twice = [words(1000, 32), words(1000, 32), vec![7, 8]].concat();
        let said = "Items 1001 to 2000 repeat items 1 to 1000.";
        assert_eq!(fact_about(twice).as_deref(), Some(said));
        let said = "Items 1 to 600 repeat every 50 items.";
        let period = words(50, 8).repeat(12);
        assert_eq!(fact_about(period).as_deref(), Some(said));
        // A rare event is absent for long: that is no repetition.
        let rare = words(4096, 8)
            .iter()
            .map(|number| u64::from(*number == 0))
            .collect();
        for numbers in [rare, vec![5; 4096], words(4096, 1)] {
            assert_eq!(fact_about(numbers), None);
        }
    }

    #[test]
    fn a_place_that_never_changes_is_said() {
        let said_of = |decks: &[[u32; 4]], times: usize| {
            let mut facts = Facts::default();
            let all = decks.iter().cycle().take(decks.len() * times);
            all.for_each(|deck| facts.take::<[u32]>(deck));
            said(&facts)
        };
        let last = "Item 3 is always at position 3 (both from 0).";
        assert_eq!(
            said_of(&[[0, 1, 2, 3], [1, 2, 0, 3]], 20).as_deref(),
            Some(last)
        );
        assert_eq!(
            said_of(&[[0, 1, 2, 3]], 40).as_deref(),
            Some("All lists are the same.")
        );
        assert_eq!(said_of(&[[0, 1, 2, 3], [1, 2, 0, 3]], 15), None);
        assert_eq!(said_of(&[[0, 1, 2, 3], [1, 2, 3, 0]], 20), None);
    }
}
