//! What the algorithm costs: the items in all its recursive calls, and their sizes.

use std::cmp::Ordering;

use grids::spread::{Fraction, recursion};

use super::fraction::{compare, pairs};
use crate::prelude::*;

/// The calls are listed for all pairs of numbers up to this one.
const LARGEST: u64 = 300;

#[derive(Serialize)]
pub struct Recursion {
    pub largest: u64,
    pub pairs: u64,
    pub calls: u64,
    pub above_half: u64,
    /// Calls whose caller has one more item of one kind than of the other.
    pub next_to_diagonal: u64,
    pub only_one_of_both: u64,
    /// Calls with more than half of the items that are followed by another call.
    pub above_half_not_last: u64,
    pub largest_part: Cost,
    /// The pair with the most items in all calls together, relative to its own number of items.
    pub most_work: Cost,
}

#[derive(Serialize)]
pub struct Cost {
    pub na: u64,
    pub nb: u64,
    pub items: u64,
    pub ratio: Exact,
}

/// The largest ratio and its pair, the first if several are equal.
struct Largest {
    pair: (u64, u64),
    items: u64,
    ratio: Fraction,
}

impl Largest {
    const fn none(nothing: Fraction) -> Self {
        Self {
            pair: (0, 0),
            items: 0,
            ratio: nothing,
        }
    }

    fn note(&mut self, pair: (u64, u64), items: u64) {
        let Some(ratio) = Fraction::new(items.into(), (pair.0 + pair.1).into()) else {
            return;
        };
        if compare(ratio, self.ratio) == Ordering::Greater {
            *self = Self { pair, items, ratio };
        }
    }

    fn cost(self) -> Cost {
        Cost {
            na: self.pair.0,
            nb: self.pair.1,
            items: self.items,
            ratio: self.ratio.into(),
        }
    }
}

impl Recursion {
    pub(super) fn compute() -> Self {
        let pairs = pairs(LARGEST);
        let nothing = Fraction::new(0, 1).expect("1 is not zero");
        let (mut part, mut work) = (Largest::none(nothing), Largest::none(nothing));
        let [
            mut calls,
            mut above_half,
            mut next_to_diagonal,
            mut only_one,
            mut not_last,
        ] = [0; 5];
        for &(na, nb) in &pairs {
            let mut caller = (na, nb);
            let mut items = na + nb;
            let mut callees = recursion(na, nb).peekable();
            while let Some(callee) = callees.next() {
                let size = callee.0 + callee.1;
                let above = 2 * size > caller.0 + caller.1;
                let next_to = caller.0.abs_diff(caller.1) == 1;
                calls += 1;
                above_half += u64::from(above);
                next_to_diagonal += u64::from(next_to);
                only_one += u64::from(above != next_to);
                not_last += u64::from(above && callees.peek().is_some());
                part.note(caller, size);
                items += size;
                caller = callee;
            }
            work.note((na, nb), items);
        }
        Self {
            largest: LARGEST,
            pairs: pairs.len() as u64,
            calls,
            above_half,
            next_to_diagonal,
            only_one_of_both: only_one,
            above_half_not_last: not_last,
            largest_part: part.cost(),
            most_work: work.cost(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document's function as written, counting the items of every sequence it makes.
    fn count_items(na: u64, nb: u64) -> u64 {
        if na < nb {
            return count_items(nb, na);
        }
        if nb == 0 || na == nb {
            return na + nb;
        }
        let groups = nb + 1;
        let large = na - groups * (na / groups);
        na + nb + count_items(groups - large, large)
    }

    #[test]
    fn the_items_of_all_calls_are_those_of_the_document_s_function() {
        let recursion = Recursion::compute();
        let (worst, items) = (&recursion.most_work, count_items);
        assert_eq!(worst.items, items(worst.na, worst.nb));
        for (na, nb) in pairs(LARGEST).into_iter().skip(1) {
            assert!(
                items(na, nb) * (worst.na + worst.nb) <= worst.items * (na + nb),
                "{na},{nb}"
            );
        }
    }
}
