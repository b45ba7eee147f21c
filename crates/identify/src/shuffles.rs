//! What is wrong with shuffles: told from decks that were sorted before, and the seeds that they were shuffled from.

use generators::catalogue::Generator;

use crate::convention::{Convention, Tape};
use crate::numbers::Numbers;

/// A wrong way to shuffle.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WrongShuffle {
    /// Each card is exchanged with one at a place below its own: Sattolo's algorithm, by which no card stays where it was.
    BelowOwnPlace,
    /// Each card is exchanged with one at any place, so that some orders are likelier than others.
    AnyPlace,
}

impl WrongShuffle {
    /// The name of the mistake.
    pub const fn key(self) -> &'static str {
        match self {
            Self::BelowOwnPlace => "sattolo-swaps-below-own-place",
            Self::AnyPlace => "swaps-with-any-place",
        }
    }
}

/// A deck of the cards from 0 on that was sorted before it was shuffled, and the seed of its shuffle.
pub type SeededDeck = (u64, Vec<usize>);

/// How the decks were shuffled, if it was in a wrong way, beyond coincidence. The draws for swaps with any place are those of this
/// row; the other way shows itself, whatever the draws are.
pub fn find_wrong_shuffle(row: &Generator, decks: &[SeededDeck]) -> Option<WrongShuffle> {
    let mut cycle_bits = 0.0;
    for (_, deck) in decks {
        // Of the orders of n cards, one in n is a single cycle.
        cycle_bits += if is_one_cycle(deck)? {
            (deck.len() as f64).log2()
        } else {
            f64::NEG_INFINITY
        };
    }
    if cycle_bits >= ENOUGH {
        return Some(WrongShuffle::BelowOwnPlace);
    }
    swaps_with_any_place(row, decks).then_some(WrongShuffle::AnyPlace)
}

/// How many bits an observation must have.
const ENOUGH: f64 = 32.0;

/// Whether a deck is a single cycle of all its cards; `None` if it has no cards, or one twice.
fn is_one_cycle(deck: &[usize]) -> Option<bool> {
    let mut seen = vec![false; deck.len()];
    for &card in deck {
        if std::mem::replace(seen.get_mut(card)?, true) {
            return None;
        }
    }
    let mut place = *deck.first()?;
    let mut length = 1;
    while place != 0 {
        place = deck[place];
        length += 1;
    }
    Some(length == deck.len())
}

/// Whether some way to draw from the row gives all decks by swaps with any place.
fn swaps_with_any_place(row: &Generator, decks: &[SeededDeck]) -> bool {
    let Some((_, first)) = decks.first() else {
        return false;
    };
    let bits: f64 = (2..=first.len()).map(|n| (n as f64).log2()).sum();
    if bits < ENOUGH || decks.iter().any(|(_, deck)| deck.len() != first.len()) {
        return false;
    }
    let n = first.len();
    let Some(numbers) = Numbers::below(n as u64, &vec![0; n]) else {
        return false;
    };
    let up: Vec<usize> = (0..n).collect();
    let down: Vec<usize> = (0..n).rev().collect();
    for convention in Convention::all(&numbers, row.bits, row.range()) {
        for order in [&up[..], &up[1..], &up[..n - 1], &down, &down[..n - 1]] {
            let mut is_shuffled_so = true;
            for (seed, deck) in decks {
                let mut tape = Tape::new((row.seeded)(*seed));
                let mut shuffled = up.clone();
                for (place, other) in order.iter().zip(convention.made(&numbers, &mut tape, 0)) {
                    shuffled.swap(*place, other as usize);
                }
                is_shuffled_so &= shuffled == *deck;
            }
            if is_shuffled_so {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use generators::catalogue::find;

    #[test]
    fn swaps_with_any_place_are_recognised_from_their_draws() {
        // SeededShuffle.shuffle of 0 to 19 by seededshuffle 0.2.0.
        let decks = [
            (
                42,
                vec![
                    0, 18, 2, 3, 17, 19, 16, 9, 6, 13, 11, 14, 1, 12, 7, 10, 15, 4, 8, 5,
                ],
            ),
            (
                7,
                vec![
                    0, 18, 7, 17, 16, 5, 13, 1, 8, 19, 15, 6, 2, 3, 10, 14, 4, 12, 11, 9,
                ],
            ),
        ];
        let row = find("lcg-9301").unwrap();
        assert_eq!(
            find_wrong_shuffle(row, &decks),
            Some(WrongShuffle::AnyPlace)
        );
        assert_eq!(
            find_wrong_shuffle(find("minstd-16807").unwrap(), &decks),
            None
        );
        let decks = [(43, decks[0].1.clone())];
        assert_eq!(find_wrong_shuffle(row, &decks), None);
    }

    /// Shuffles of 12 cards, in which card `i` is exchanged with one at a place below `i + more`.
    fn decks(more: u64) -> Vec<SeededDeck> {
        let mut stream = (find("mt19937").unwrap().seeded)(1);
        let mut decks = Vec::new();
        for seed in 0..20 {
            let mut deck: Vec<usize> = (0..12).collect();
            for place in 1..12 {
                deck.swap(place, (stream() % (place as u64 + more)) as usize);
            }
            decks.push((seed, deck));
        }
        decks
    }

    #[test]
    fn sattolos_shuffle_shows_itself_and_a_fair_one_is_not_wrong() {
        let row = find("mt19937").unwrap();
        assert_eq!(
            find_wrong_shuffle(row, &decks(0)),
            Some(WrongShuffle::BelowOwnPlace)
        );
        assert_eq!(find_wrong_shuffle(row, &decks(1)), None);
        // Eight cycles of 12 have 28.7 bits, and nine 32.3.
        assert_eq!(find_wrong_shuffle(row, &decks(0)[..8]), None);
        assert_eq!(
            find_wrong_shuffle(row, &decks(0)[..9]),
            Some(WrongShuffle::BelowOwnPlace)
        );
        assert_eq!(find_wrong_shuffle(row, &[]), None);
    }
}
