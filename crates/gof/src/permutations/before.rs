//! A list and the one before: how a shuffle moves what it is given.
//!
//! Under the null hypothesis a permutation is uniform whatever came before it. So the places to which it moves the items of the
//! list before, in their order there, are a uniform permutation too. Before the first list comes the list in order.

use super::class::{LONGEST, classes, length};
use super::descents::eulerian;
use super::points::{pairs, successors};
use crate::{Counted, Error};

/// Rising sequences: how often an item that stood after another now stands before it, plus one. A riffle at most doubles them.
/// Source: Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992; for the law see
/// [`descents`](super::descents()).
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn rising_sequences(n: usize) -> Result<Counted<[u32]>, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let (cells, descents) = eulerian(n)?;
    let words = [
        "rising-sequences",
        "rising sequences of the list before",
        "rising sequences of the list before follow the Eulerian numbers",
    ];
    Ok(classes(words, n, cells, moved(n, descents), |descents| {
        format!("{} rising sequences of the list before", descents + 1)
    }))
}

/// Items that follow the same item as before, by the law of [`adjacent_pairs`](super::adjacent_pairs).
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn kept_pairs(n: usize) -> Result<Counted<[u32]>, Error> {
    let counted = "items that follow the same item as before";
    pairs(["kept-pairs", counted], n, moved(n, successors))
}

/// The class of the places of the items of the list before.
fn moved(n: usize, class: impl Fn(&[u32]) -> usize) -> impl FnMut(&[u32]) -> usize {
    let mut before: Vec<u32> = (0..n as u32).collect();
    let mut place_of = before.clone();
    move |list| {
        for (place, item) in (0..).zip(list) {
            place_of[*item as usize] = place;
        }
        for item in &mut before {
            *item = place_of[*item as usize];
        }
        let class = class(&before);
        before.copy_from_slice(list);
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Test;

    #[test]
    fn what_a_shuffle_keeps_is_counted_from_the_list_before() {
        // The first list is cut after the third item, 3 2 0 | 1 4, and riffled.
        let lists = [[3, 2, 0, 1, 4], [3, 1, 2, 4, 0]];
        let mut tests = [rising_sequences(5).unwrap(), kept_pairs(5).unwrap()];
        for test in &mut tests {
            for list in &lists {
                test.push(list);
            }
        }
        // From 0 1 2 3 4: rising sequences 01, 2, 34 and one pair; then 3 2 0, 1 4 and two.
        assert_eq!(tests[0].counts(), [0, 1, 1, 0, 0]);
        assert_eq!(tests[1].counts(), [1, 1, 0, 0, 0]);
    }
}
