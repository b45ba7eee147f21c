//! Sorting with a comparison that is a coin, such as `sort(() => Math.random() - 0.5)`: each algorithm makes its own law.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use generators::draw::Draw;
use num_traits::One;

use super::{Arrangements, MOST_FOLLOWED, check_limits};
use crate::error::Error;
use crate::explore::{Explored, Limits, Rule, explore};

/// A sorting algorithm whose comparisons are coins.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RandomSort {
    /// Each card goes back past its neighbours while it is smaller: V8 until 2018 for up to 10 items, `SpiderMonkey` for few.
    Insertion,
    /// The first half, rounded down, and the second are sorted and merged: `qsort` of the GNU C library.
    Merge,
    /// A run from the beginning, and binary insertion of the others: V8 from 2018 on and `CPython` 3.11, for few items.
    Timsort,
}

/// The law of cards in order after this sort, in which each comparison is a fair coin.
///
/// # Errors
/// [`Error::NoOutcomes`] without cards, [`Error::BeyondLimit`] beyond [`MOST_FOLLOWED`].
pub fn sort(n: usize, algorithm: RandomSort) -> Result<Arrangements, Error> {
    check_limits(n, MOST_FOLLOWED, 1)?;
    let law = explore_coins(n, algorithm);
    // All denominators are powers of two, so the greatest is a multiple of the others.
    let denominators = law
        .probabilities()
        .map(|(_, chance)| chance.denom().clone());
    let total = denominators.max().unwrap_or_else(One::one);
    let mut weights = BTreeMap::new();
    for (order, chance) in law.probabilities() {
        weights.insert(order.clone(), chance.numer() * (&total / chance.denom()));
    }
    let weights = weights
        .into_iter()
        .map(|(order, weight)| (order, weight.magnitude().clone()));
    Arrangements::new(n, weights.collect())
}

/// The law of the cards over all sequences of coins.
fn explore_coins(n: usize, algorithm: RandomSort) -> Explored<Vec<usize>> {
    let two = NonZeroU32::MIN.saturating_add(1);
    let law = explore(&Rule::ideal(), &Limits::default(), |draws| {
        let mut cards: Vec<usize> = (0..n).collect();
        let mut is_less = || draws.draw(two) == 0;
        match algorithm {
            RandomSort::Insertion => insertion_sort(&mut cards, &mut is_less),
            RandomSort::Merge => merge_sort(&mut cards, &mut is_less),
            RandomSort::Timsort => timsort(&mut cards, &mut is_less),
        }
        cards
    });
    law.expect("sorts of eight cards have few branches")
}

type Comparison<'a> = &'a mut dyn FnMut() -> bool;

fn insertion_sort(cards: &mut [usize], is_less: Comparison<'_>) {
    for i in 1..cards.len() {
        let mut at = i;
        while at > 0 && is_less() {
            cards.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn merge_sort(cards: &mut [usize], is_less: Comparison<'_>) {
    if cards.len() < 2 {
        return;
    }
    let (left, right) = cards.split_at_mut(cards.len() / 2);
    merge_sort(left, is_less);
    merge_sort(right, is_less);
    let (left, right) = (left.to_vec(), right.to_vec());
    let (mut left, mut right) = (&left[..], &right[..]);
    let mut merged = Vec::new();
    while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
        if is_less() {
            merged.push(*second);
            right = right_rest;
        } else {
            merged.push(*first);
            left = left_rest;
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    cards.copy_from_slice(&merged);
}

fn timsort(cards: &mut [usize], is_less: Comparison<'_>) {
    if cards.len() < 2 {
        return;
    }
    let is_descending = is_less();
    let mut run = 2;
    while run < cards.len() && is_less() == is_descending {
        run += 1;
    }
    if is_descending {
        cards[..run].reverse();
    }
    for i in run..cards.len() {
        let (mut low, mut high) = (0, i);
        while low < high {
            let middle = usize::midpoint(low, high);
            if is_less() {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        cards[low..=i].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rational::ratio;

    /// The chances of all arrangements in the order of dictionaries, in parts of their sum.
    fn check(algorithm: RandomSort, cards: usize, expected: &[u32]) {
        let law = sort(cards, algorithm).unwrap();
        assert_eq!(law.weights().count(), expected.len());
        let total: u32 = expected.iter().sum();
        for ((order, _), weight) in law.weights().zip(expected) {
            assert_eq!(
                law.chance(order),
                ratio(*weight, total),
                "{algorithm:?}, {order:?}"
            );
        }
    }

    /// Insertion: <https://javascript.info/task/shuffle> says how often each order came in 1,000,000 shuffles of three by V8 of
    /// 2017. Merge: `qsort` of glibc 2.36. Timsort: `Array.prototype.sort` of V8 11.3, and `sorted` of `CPython` 3.11, which
    /// agree. These were run once for each sequence of coins.
    #[test]
    fn laws_are_those_of_real_engines() {
        check(RandomSort::Insertion, 3, &[2, 1, 2, 1, 1, 1]);
        check(RandomSort::Merge, 3, &[2, 2, 1, 1, 1, 1]);
        let of_four = [
            2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2,
        ];
        check(RandomSort::Merge, 4, &of_four);
        check(RandomSort::Timsort, 2, &[1, 1]);
        check(RandomSort::Timsort, 3, &[6, 1, 2, 1, 1, 5]);
        let of_four = [
            12, 4, 1, 1, 4, 1, 2, 2, 1, 1, 2, 1, 1, 1, 3, 3, 1, 3, 4, 1, 2, 1, 1, 11,
        ];
        check(RandomSort::Timsort, 4, &of_four);
        // Of 4096 parts: 0 to 5 in order and reversed, the least, and those that are 1 part.
        let six = sort(6, RandomSort::Timsort).unwrap();
        assert_eq!(six.chance(&[0, 1, 2, 3, 4, 5]), ratio(192, 4096));
        assert_eq!(six.chance(&[5, 4, 3, 2, 1, 0]), ratio(151, 4096));
        assert_eq!(six.chance(&[5, 4, 3, 2, 0, 1]), ratio(1, 4096));
    }
}
