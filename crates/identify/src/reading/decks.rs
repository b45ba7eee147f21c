//! Shuffled decks, and hands dealt from them: for each way of shuffling, the draws are recovered from the cards.

use std::collections::HashSet;

use super::{Reading, Written};
use crate::numbers::{Bounded, Numbers};

/// From cards dealt, and the number of cards in the deck, to the numbers drawn for them, each with its bound.
type Draws = fn(&[usize], usize) -> Vec<(usize, usize)>;

/// The ways, whether fewer cards than the whole deck show the draws, and what these are.
const WAYS: [(&str, bool, Draws); 7] = [
    (
        "The deck was shuffled from its end: card i, for i from n - 1 down to 1, was exchanged with the card at a number below i + 1.",
        false,
        |deck, _| from_the_end(deck),
    ),
    (
        "The deck was shuffled from its start: card i, for i from 0 on, was exchanged with the card i places after it or more, at a number below n - i.",
        true,
        from_the_start,
    ),
    (
        "The deck grew: card i, for i from 0 on, went to the place of a number below i + 1, and the card there to the end.",
        false,
        |deck, _| growing(deck),
    ),
    (
        "The deck grew: card i, for i from 1 on, went to the place of a number below i + 1, and the card there to the end.",
        false,
        |deck, _| growing_from_two(deck),
    ),
    (
        "Cards were drawn from those left, each at a number below how many these were, and the last of them went into the gap.",
        true,
        dealt,
    ),
    (
        "Cards were drawn from those left, each at a number below how many these were, and the others kept their order.",
        true,
        dealt_in_order,
    ),
    (
        "The deck grew, as C++ std::shuffle of GCC's library lets it: card i went to the place of a number below i + 1, and one number is the places of two cards.",
        false,
        |deck, _| growing_by_two(deck),
    ),
];

/// The draws by which each known way of shuffling makes this deck from the sorted one; `None` if the deck is no permutation of
/// 0, 1, 2 and so on.
pub fn of_deck(deck: &[u64]) -> Option<Vec<Reading>> {
    read_hands(deck, deck.len(), deck.len())
}

/// Hands of at most this many cards, times the cards of a deck, are looked at.
const MOST: usize = 1 << 22;

/// Numbers below one bound as hands of `size` cards, each dealt from a sorted deck of as many as the bound, in each known way;
/// `None` if a hand has a card twice.
pub fn of_hands(read: &Reading, size: usize) -> Option<Vec<Reading>> {
    let Numbers::Bounded(numbers) = &read.numbers else {
        return None;
    };
    let bound = numbers.first()?.bound;
    if numbers
        .iter()
        .any(|one| (one.bound, one.dice) != (bound, 1))
    {
        return None;
    }
    let cards: Vec<u64> = numbers.iter().map(|one| one.value).collect();
    let n = usize::try_from(bound).ok()?;
    if n.checked_mul(cards.len())? > MOST {
        return None;
    }
    let mut hands = read_hands(&cards, size, n)?;
    let each = if size < cards.len() {
        format!(" Each hand of {size} was drawn from the whole deck.")
    } else {
        String::new()
    };
    for hand in &mut hands {
        hand.way = format!("{} {}{each}", read.way, hand.way)
            .trim_start()
            .to_owned()
            .into();
    }
    Some(hands)
}

/// The draws by which each known way deals these hands of `size` cards, each hand from a sorted deck of `n`; `None` if a hand
/// has a card twice, or one that is not in the deck.
fn read_hands(cards: &[u64], size: usize, n: usize) -> Option<Vec<Reading>> {
    let mut checked = Vec::new();
    for &card in cards {
        checked.push(usize::try_from(card).ok().filter(|card| *card < n)?);
    }
    let hands = checked.chunks(size.max(1));
    let mut is_whole = true;
    for hand in hands.clone() {
        if hand.iter().collect::<HashSet<_>>().len() < hand.len() {
            return None;
        }
        is_whole &= hand.len() == n;
    }
    let mut readings = Vec::new();
    for (way, of_few, draws) in WAYS {
        if !of_few && !is_whole {
            continue;
        }
        let mut drawn = Vec::new();
        for (value, bound) in hands.clone().flat_map(|hand| draws(hand, n)) {
            drawn.push(Bounded::new(value as u64, bound as u64));
        }
        readings.push(Reading {
            written: Written::Drawn,
            ..Reading::new(way, Numbers::Bounded(drawn))
        });
    }
    Some(readings)
}

/// Cards in order, with the place of each; they are all cards from 0 on.
struct Cards {
    cards: Vec<usize>,
    places: Vec<usize>,
}

impl Cards {
    fn new(cards: Vec<usize>) -> Self {
        let mut places = vec![0; cards.len()];
        for (place, &card) in cards.iter().enumerate() {
            places[card] = place;
        }
        Self { cards, places }
    }

    fn sorted(n: usize) -> Self {
        Self::new((0..n).collect())
    }

    /// Exchanges this card with that at a place, and returns where it was.
    fn swap(&mut self, card: usize, place: usize) -> usize {
        let other = self.cards[place];
        let from = std::mem::replace(&mut self.places[card], place);
        self.places[other] = from;
        self.cards.swap(place, from);
        from
    }
}

fn from_the_end(deck: &[usize]) -> Vec<(usize, usize)> {
    let mut cards = Cards::sorted(deck.len());
    let places = (1..deck.len()).rev();
    places.map(|i| (cards.swap(deck[i], i), i + 1)).collect()
}

/// The first draw, below 1, counts too: libraries take a word for it.
fn growing(deck: &[usize]) -> Vec<(usize, usize)> {
    let mut cards = Cards::new(deck.to_vec());
    let places = (0..deck.len()).rev();
    let mut draws: Vec<_> = places.map(|i| (cards.swap(i, i), i + 1)).collect();
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
    let mut joined = alone.to_vec();
    for [(first, bound), (second, next_bound)] in pairs.as_chunks().0 {
        joined.push((first * next_bound + second, bound * next_bound));
    }
    joined
}

/// Of a whole deck, the last card is not drawn.
fn from_the_start(cards: &[usize], n: usize) -> Vec<(usize, usize)> {
    let drawn = cards.len().min(n.saturating_sub(1));
    let mut left = Cards::sorted(n);
    let cards = cards[..drawn].iter().enumerate();
    cards
        .map(|(i, &card)| (left.swap(card, i) - i, n - i))
        .collect()
}

/// The last card that is left fills the gap.
fn dealt(cards: &[usize], n: usize) -> Vec<(usize, usize)> {
    let mut left = Cards::sorted(n);
    let bounds = (1..=n).rev();
    cards
        .iter()
        .zip(bounds)
        .map(|(&card, bound)| (left.swap(card, bound - 1), bound))
        .collect()
}

/// The place of a card among those left is its number without the lower ones that are gone.
fn dealt_in_order(cards: &[usize], n: usize) -> Vec<(usize, usize)> {
    // A Fenwick tree: entry i counts the gone cards of the i & -i numbers below i.
    let mut gone = vec![0; n + 1];
    let mut draws = Vec::new();
    for (&card, bound) in cards.iter().zip((1..=n).rev()) {
        let (mut at, mut lower) = (card, 0);
        while at > 0 {
            lower += gone[at];
            at &= at - 1;
        }
        at = card + 1;
        while at <= n {
            gone[at] += 1;
            at += at & at.wrapping_neg();
        }
        draws.push((card - lower, bound));
    }
    draws
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_of_many_cards_is_read_in_seven_ways() {
        let deck: Vec<u64> = (0..1 << 17).rev().collect();
        assert_eq!(of_deck(&deck).unwrap().len(), 7);
    }

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
        // Hands of three, in the three ways that fewer cards than the deck show.
        let hands = Reading::new("", Numbers::below(6, &[3, 1, 0, 0, 5, 1]).unwrap());
        let drawn = |way: usize| {
            let Numbers::Bounded(drawn) = &of_hands(&hands, 3).unwrap()[way].numbers else {
                panic!("draws")
            };
            drawn
                .iter()
                .map(|one| (one.value, one.bound))
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(0), [(3, 6), (0, 5), (1, 4), (0, 6), (4, 5), (3, 4)]);
        assert_eq!(drawn(1), [(3, 6), (1, 5), (0, 4), (0, 6), (0, 5), (1, 4)]);
        assert_eq!(drawn(2), [(3, 6), (1, 5), (0, 4), (0, 6), (4, 5), (0, 4)]);
        assert_eq!(of_hands(&hands, 6), None);
        assert_eq!(of_deck(&[0, 1, 1]), None);
        assert_eq!(of_deck(&[1, 2, 3]), None);
    }
}
