//! The tests of permutations of `0..n` with which an assertion counts and two samples are compared.

use super::{Counted, Law};
use crate::Error;
use crate::error::out_of_range;
use crate::permutations::ranks::order;
use crate::permutations::{
    adjacent_pairs, adjacent_pairs_falling, cycles, descents, fixed_points, parity, ranks,
};

/// Permutations of up to this many items are counted one by one.
pub(crate) const RANKED: usize = 7;
/// Longer ones are refused: at this length the position matrix has 2^22 cells.
pub(crate) const MOST_ITEMS: usize = 2048;
/// For longer permutations, the order of this many first items is counted.
const ORDERED: usize = 5;

/// The tests of permutations. Classes rarer than `least` are joined.
pub(crate) fn tests(items: usize, least: f64) -> Result<Vec<Counted<[u32]>>, Error> {
    match items {
        0 | 1 => return Err(Error::NothingToTest("fewer than two items have one order")),
        2..=RANKED => return Ok(vec![ranks(items)?]),
        _ if items > MOST_ITEMS => {
            return Err(out_of_range(
                "the number of items",
                items,
                "2 to 2048, as each of them is counted at each position",
            ));
        }
        _ => {}
    }
    Ok(vec![
        positions(items),
        order(items, ORDERED)?,
        cycles(items)?.join_rare(least)?,
        parity(items)?,
        fixed_points(items)?.join_rare(least)?,
        adjacent_pairs(items)?.join_rare(least)?,
        adjacent_pairs_falling(items)?.join_rare(least)?,
        descents(items)?.join_rare(least)?,
    ])
}

/// The item at each position.
fn positions(n: usize) -> Counted<[u32]> {
    Counted::new(
        "position-matrix",
        "the item at each position",
        Law::Matrix(n),
        move |items: &[u32], counts| {
            for (row, item) in counts.chunks_exact_mut(n).zip(items) {
                row[*item as usize] += 1;
            }
        },
        move |cell| format!("item {} at position {}", cell % n, cell / n),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Test as _;
    use crate::permutations::ranks::unrank;

    /// Takes each of the 40,320 permutations of eight once: every test counts in each cell what it expects.
    #[test]
    fn each_test_has_its_exact_law() {
        for least in [0.0, 0.01, 0.2] {
            let mut all = super::tests(8, least).unwrap();
            assert_eq!(all.len(), 8);
            for rank in 0..40_320 {
                let items = unrank(8, rank);
                for test in &mut all {
                    test.push(&items);
                }
            }
            for test in all {
                for (cell, count) in test.counts.iter().enumerate() {
                    let (expected, name) = (test.expected(cell), test.cell(cell));
                    let off = (*count as f64 - expected).abs();
                    assert!(off < 1e-6, "{}: {name} {count} {expected}", test.test);
                }
            }
        }
    }

    #[test]
    fn joined_classes_are_named_from_the_first_to_the_last() {
        let cycles = cycles(8).unwrap().join_rare(0.2).unwrap();
        let names: Vec<_> = (0..cycles.counts.len())
            .map(|cell| cycles.cell(cell))
            .collect();
        assert_eq!(names, ["1 to 2 cycles", "3 cycles", "4 cycles or more"]);
    }
}
