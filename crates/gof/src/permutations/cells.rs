//! The farthest of all cells of two tables: each item at each place, and each place after each place of the list before.
//!
//! The matrices of [`PositionMatrix`](super::PositionMatrix) add up all cells, in which a single one that is off drowns. Here
//! each is judged alone. In a uniform permutation an item is at a place with a chance of `1 / n`, and whatever the list before
//! was, so is the item that was at some place there. Every count is binomial, with no approximation; the p-value is that of the
//! farthest by Bonferroni's inequality. Of long lists only the first and the last places count.
//!
//! Sources: Diaconis, *Group Representations in Probability and Statistics*, 1988, 2B, for the permutation from one list to the
//! next, which is uniform if one of them is; Fuchs and Kenett, *A test for detecting outlying cells in the multinomial
//! distribution*, JASA 75, 1980, for the farthest.
//!
//! The test finds: a card that is on top too often, or never where another was.

use super::class::{Validity, length};
use crate::extreme::{self, BinomialCount};
use crate::{Error, Outcome, Test};

/// The longest list whose items are counted at each place.
const MOST: usize = 1 << 12;

/// How many places at either end of a list are counted.
const END: usize = 32;

/// How many lists there must be before there is an outcome.
const NEEDED: u64 = 50;

/// Counts items by place, and the places of the list before by place.
pub struct FarthestCell {
    n: usize,
    /// The places that are counted.
    places: Vec<usize>,
    /// For each of these places, the count of each item.
    items_at: Vec<u64>,
    /// For each of these places, the count of each of them from which the item came.
    came_from: Vec<u64>,
    /// The number of each place among those that are counted; of the others it is their number.
    column: Vec<u32>,
    /// The number of the place of each item in the list before.
    column_before: Vec<u32>,
    items: u64,
    impossible: bool,
    validity: Validity,
}

/// What is counted.
#[derive(Clone, Copy)]
enum Cell {
    /// This item at this place.
    Item(usize, usize),
    /// The item of this place of the list before at this place.
    From(usize, usize),
}

impl FarthestCell {
    /// The test for permutations of `0..n`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `n` is 3 to 4096.
    pub fn new(n: usize) -> Result<Self, Error> {
        length(n, 3, MOST, "3 to 4096")?;
        let places: Vec<usize> = (0..n).filter(|&at| at < END || at + END >= n).collect();
        let mut column = vec![places.len() as u32; n];
        for (number, &place) in (0..).zip(&places) {
            column[place] = number;
        }
        Ok(Self {
            n,
            items_at: vec![0; places.len() * n],
            came_from: vec![0; places.len().pow(2)],
            column_before: vec![places.len() as u32; n],
            column,
            places,
            items: 0,
            impossible: false,
            validity: Validity::new(n),
        })
    }

    fn counts(&self) -> impl Iterator<Item = (Cell, BinomialCount)> {
        let (n, places) = (self.n, &self.places);
        let binomial = move |came, trials| BinomialCount {
            came,
            trials,
            chance: 1.0 / n as f64,
        };
        let items_at = self.items_at.iter().enumerate().map(move |(cell, &came)| {
            let what = Cell::Item(cell % n, places[cell / n]);
            (what, binomial(came, self.items))
        });
        let came_from = self.came_from.iter().enumerate().map(move |(cell, &came)| {
            let what = Cell::From(places[cell % places.len()], places[cell / places.len()]);
            (what, binomial(came, self.items.saturating_sub(1)))
        });
        items_at.chain(came_from)
    }
}

impl Test<[u32]> for FarthestCell {
    fn name(&self) -> &'static str {
        "cells"
    }

    fn null(&self) -> String {
        format!(
            "permutations of {} are independent and uniform: no item is anywhere too often or too rarely, nor after a place of the list \
             before",
            self.n
        )
    }

    fn push(&mut self, list: &[u32]) {
        self.items += 1;
        if self.impossible || !self.validity.is_permutation(list) {
            self.impossible = true;
            return;
        }
        let counted = self.places.len();
        for (row, &place) in self.places.iter().enumerate() {
            let item = list[place] as usize;
            self.items_at[row * self.n + item] += 1;
            let column = self.column_before[item] as usize;
            if column < counted {
                self.came_from[row * counted + column] += 1;
            }
        }
        for (item, column) in list.iter().zip(&self.column) {
            self.column_before[*item as usize] = *column;
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (cell, count) = extreme::farthest(self.counts())?;
        let shares = count.shares();
        Some(match cell {
            Cell::Item(item, place) => {
                format!("item {item} is at position {place} in {shares} of the lists (both from 0)")
            }
            Cell::From(from, place) => format!(
                "the item at position {from} of the list before is at position {place} in {shares} of the lists (both from 0)"
            ),
        })
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), self.impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use crate::fair::{fair, shuffle};

    /// Checks over all pairs of lists that each cell comes once in `n`.
    #[test]
    fn the_chance_of_each_cell_is_exact() {
        for n in 3..=5 {
            let all = check::all(n);
            let mut came = vec![0; 2 * n * n];
            for first in &all {
                for second in &all {
                    let mut test = FarthestCell::new(n).unwrap();
                    test.push(first);
                    test.push(second);
                    for (sum, (_, count)) in came.iter_mut().zip(test.counts()) {
                        *sum += count.came;
                    }
                }
            }
            let pairs = (all.len() * all.len() / n) as u64;
            let (items, from) = came.split_at(n * n);
            assert!(items.iter().all(|came| *came == 2 * pairs), "{n}");
            assert!(from.iter().all(|came| *came == pairs), "{n}");
        }
    }

    #[test]
    fn places_at_both_ends_of_a_long_list_are_told_apart() {
        let (mut random, n) = (fair(6), 100);
        let (mut test, mut last) = (FarthestCell::new(n).unwrap(), shuffle(&mut random, n));
        for _ in 0..200 {
            let mut list = shuffle(&mut random, n);
            // The card that was at place 97 comes to place 3.
            let at = list.iter().position(|item| *item == last[97]).unwrap();
            list.swap(3, at);
            test.push(&list);
            last = list;
        }
        assert!(test.outcome().unwrap().p.upper().log10() < -100.0);
        assert_eq!(
            test.worst().unwrap(),
            "the item at position 97 of the list before is at position 3 in 100.0 % instead of 1.0 % of the lists (both from 0)"
        );
    }
}
