//! Shuffled decks: for each way of shuffling, the draws are recovered from the deck.

use super::Reading;
use crate::numbers::{Bounded, Numbers};

/// From a deck to the numbers drawn for it, each with its bound.
type Draws = fn(&[usize]) -> Vec<(usize, usize)>;

/// The draws by which each known way of shuffling makes this deck from the sorted one; `None` if the deck is no permutation of
/// 0, 1, 2 and so on.
pub fn of_deck(deck: &[u64]) -> Option<Vec<Reading>> {
    let n = deck.len();
    let mut places = vec![n; n];
    for (place, &card) in deck.iter().enumerate() {
        let card = usize::try_from(card).ok().filter(|&card| card < n)?;
        if std::mem::replace(&mut places[card], place) != n {
            return None;
        }
    }
    let deck: Vec<usize> = deck.iter().map(|&card| card as usize).collect();
    let ways: [(&str, Draws); 7] = [
        (
            "The deck was shuffled from its end: card i, for i from n - 1 down to 1, was exchanged with the card at a number below i + 1.",
            from_the_end,
        ),
        (
            "The deck was shuffled from its start: card i, for i from 0 on, was exchanged with the card i places after it or more, at a number below n - i.",
            from_the_start,
        ),
        (
            "The deck grew: card i, for i from 0 on, went to the place of a number below i + 1, and the card there to the end.",
            growing,
        ),
        (
            "The deck grew: card i, for i from 1 on, went to the place of a number below i + 1, and the card there to the end.",
            growing_from_two,
        ),
        (
            "Cards were drawn from those left, each at a number below how many these were, and the last of them went into the gap.",
            with_the_last_in_the_gap,
        ),
        (
            "Cards were drawn from those left, each at a number below how many these were, and the others kept their order.",
            in_order,
        ),
        (
            "The deck grew, as C++ std::shuffle of GCC's library lets it: card i went to the place of a number below i + 1, and one number is the places of two cards.",
            growing_by_two,
        ),
    ];
    let shuffle = |(way, draws): (&'static str, Draws)| {
        let bounded = |(value, bound)| Bounded::new(value as u64, bound as u64);
        let draws = draws(&deck).into_iter().map(bounded);
        Reading::new(way, Numbers::Bounded(draws.collect()))
    };
    Some(ways.map(shuffle).into())
}

/// Where a card is among these cards, which are all different.
fn place(cards: &[usize], card: usize) -> usize {
    cards
        .iter()
        .position(|&other| other == card)
        .unwrap_or(cards.len())
}

fn from_the_end(deck: &[usize]) -> Vec<(usize, usize)> {
    let mut cards: Vec<usize> = (0..deck.len()).collect();
    (1..deck.len())
        .rev()
        .map(|i| {
            let j = place(&cards, deck[i]);
            cards.swap(i, j);
            (j, i + 1)
        })
        .collect()
}

fn from_the_start(deck: &[usize]) -> Vec<(usize, usize)> {
    let n = deck.len();
    let mut cards: Vec<usize> = (0..n).collect();
    (0..n.saturating_sub(1))
        .map(|i| {
            let j = place(&cards, deck[i]);
            cards.swap(i, j);
            (j - i, n - i)
        })
        .collect()
}

/// The first draw, below 1, counts too: libraries take a word for it.
fn growing(deck: &[usize]) -> Vec<(usize, usize)> {
    let mut cards = deck.to_vec();
    let mut draws: Vec<_> = (0..deck.len())
        .rev()
        .map(|i| {
            let j = place(&cards, i);
            cards.swap(i, j);
            (j, i + 1)
        })
        .collect();
    draws.reverse();
    draws
}

fn growing_from_two(deck: &[usize]) -> Vec<(usize, usize)> {
    growing(deck).split_off(1.min(deck.len()))
}

/// With an odd number of draws, the first stands alone.
fn growing_by_two(deck: &[usize]) -> Vec<(usize, usize)> {
    let draws = growing_from_two(deck);
    let (alone, pairs) = draws.split_at(draws.len() % 2);
    let both = |pair: &[(usize, usize); 2]| {
        let [(first, bound), (second, next_bound)] = *pair;
        (first * next_bound + second, bound * next_bound)
    };
    let pairs = pairs.as_chunks().0.iter().map(both);
    alone.iter().copied().chain(pairs).collect()
}

fn with_the_last_in_the_gap(deck: &[usize]) -> Vec<(usize, usize)> {
    let mut left: Vec<usize> = (0..deck.len()).collect();
    deck.iter()
        .map(|&card| {
            let (at, bound) = (place(&left, card), left.len());
            left.swap_remove(at);
            (at, bound)
        })
        .collect()
}

fn in_order(deck: &[usize]) -> Vec<(usize, usize)> {
    let mut left: Vec<usize> = (0..deck.len()).collect();
    deck.iter()
        .map(|&card| {
            let (at, bound) = (place(&left, card), left.len());
            left.remove(at);
            (at, bound)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each way, the deck shuffled with some draws is read as those draws.
    #[test]
    fn a_deck_is_read_as_the_draws_that_made_it() {
        const N: usize = 9;
        let mut x = 1_u64;
        let mut below = |n: usize| {
            x = x
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (x >> 33) as usize % n
        };
        let mut expected = Vec::new();
        let sorted: Vec<usize> = (0..N).collect();
        let mut deck = sorted.clone();
        let mut draws = Vec::new();
        for i in (1..N).rev() {
            draws.push((below(i + 1), i + 1));
            deck.swap(i, draws[draws.len() - 1].0);
        }
        expected.push((deck, draws));
        let (mut deck, mut draws) = (sorted.clone(), Vec::new());
        for i in 0..N - 1 {
            draws.push((below(N - i), N - i));
            deck.swap(i, i + draws[i].0);
        }
        expected.push((deck, draws));
        let (mut deck, mut draws) = (sorted.clone(), Vec::new());
        for i in 0..N {
            draws.push((below(i + 1), i + 1));
            deck.swap(i, draws[i].0);
        }
        expected.push((deck.clone(), draws.clone()));
        expected.push((deck, draws.split_off(1)));
        for remove in [Vec::swap_remove, Vec::remove] {
            let (mut left, mut deck, mut draws) = (sorted.clone(), Vec::new(), Vec::new());
            for i in 0..N {
                draws.push((below(N - i), N - i));
                deck.push(remove(&mut left, draws[i].0));
            }
            expected.push((deck, draws));
        }
        // Two at a time: one draw below 2 * 3 places the cards 1 and 2, and so on.
        let (mut deck, mut draws) = (sorted, Vec::new());
        for i in (1..N).step_by(2) {
            let bound = (i + 1) * (i + 2);
            let draw = below(bound);
            draws.push((draw, bound));
            deck.swap(i, draw / (i + 2));
            deck.swap(i + 1, draw % (i + 2));
        }
        expected.push((deck, draws));
        for (way, (deck, draws)) in expected.into_iter().enumerate() {
            let deck: Vec<u64> = deck.into_iter().map(|card| card as u64).collect();
            let read = of_deck(&deck).unwrap().swap_remove(way);
            let draws = draws
                .into_iter()
                .map(|(value, bound)| Bounded::new(value as u64, bound as u64));
            assert_eq!(
                read.numbers,
                Numbers::Bounded(draws.collect()),
                "{}",
                read.way
            );
        }
        assert_eq!(of_deck(&[0, 1, 1]), None);
        assert_eq!(of_deck(&[1, 2, 3]), None);
    }
}
