//! What is counted of permutations of `0..n`.

use super::{Law, View, joined};
use crate::permutations::ranks::{rank, unrank};
use crate::permutations::{Classes, adjacent_pairs, cycles, descents, fixed_points, parity};
use crate::{Cells, Error};

/// Permutations of up to this many items are counted one by one.
pub(crate) const RANKED: usize = 7;
/// Longer ones are refused: at this length the position matrix has 2^22 cells.
pub(crate) const MOST_ITEMS: usize = 2048;
/// Of longer ones the order of the first items is counted, this many.
const ORDERED: usize = 5;

/// The views of permutations. Classes that have not the probability `least` are joined.
pub(crate) fn views(items: usize, least: f64) -> Result<Vec<View<[u32]>>, Error> {
    match items {
        0 | 1 => return Err(Error::NothingToTest("fewer than two items have one order")),
        2..=RANKED => return Ok(vec![order(items, items)?]),
        _ if items > MOST_ITEMS => {
            return Err(Error::Parameter {
                name: "the number of items",
                value: items.to_string(),
                expected: "2 to 2048, as each of them is counted at each position",
            });
        }
        _ => {}
    }
    let number = |of: &'static str| move |least: usize, most: usize| between(least, most, of);
    let sign = |least: usize, _| {
        if least == 0 {
            "even permutations"
        } else {
            "odd permutations"
        }
        .to_owned()
    };
    Ok(vec![
        positions(items),
        order(items, ORDERED)?,
        classes(
            "cycles",
            "the number of cycles",
            cycles(items)?,
            least,
            |least, most| between(least + 1, most.saturating_add(1), "cycles"),
        )?,
        classes(
            "parity",
            "even and odd permutations",
            parity(items)?,
            0.0,
            sign,
        )?,
        classes(
            "fixed-points",
            "items in their own place",
            fixed_points(items)?,
            least,
            number("items in their own place"),
        )?,
        classes(
            "adjacent-pairs",
            "items followed by their successor",
            adjacent_pairs(items)?,
            least,
            number("items followed by their successor"),
        )?,
        reversed(classes(
            "reversed-pairs",
            "items preceded by their successor",
            adjacent_pairs(items)?,
            least,
            number("items preceded by their successor"),
        )?),
        classes(
            "descents",
            "descents",
            descents(items)?,
            least,
            number("descents"),
        )?,
    ])
}

/// `2 to 4 of what`; no upper end if there is none.
fn between(least: usize, most: usize, what: &str) -> String {
    if least == most {
        format!("{least} {what}")
    } else if most == usize::MAX {
        format!("{least} {what} or more")
    } else {
        format!("{least} to {most} {what}")
    }
}

/// The item at each position.
fn positions(n: usize) -> View<[u32]> {
    let count = move |items: &[u32], counts: &mut [u64]| {
        for (row, item) in counts.chunks_exact_mut(n).zip(items) {
            row[*item as usize] += 1;
        }
    };
    let name = move |cell| format!("item {} at position {}", cell % n, cell / n);
    View::new(
        "position-matrix",
        "the item at each position".into(),
        Law::Matrix(n),
        count,
        name,
    )
}

/// The order of the first items, or of all.
fn order(n: usize, first: usize) -> Result<View<[u32]>, Error> {
    let cells = Cells::uniform((1..=first).product())?;
    let counted = if first == n {
        format!("all {} permutations", cells.len())
    } else {
        format!("the order of the first {first}")
    };
    let name = move |cell| {
        let order = unrank(first, cell);
        if first == n {
            format!("{order:?}")
        } else {
            format!("the first {first} in the order {order:?}")
        }
    };
    let count =
        move |items: &[u32], counts: &mut [u64]| counts[rank(&items[..first]) as usize] += 1;
    Ok(View::new(
        "order",
        counted,
        Law::Cells { cells, piece: 1 },
        count,
        name,
    ))
}

/// The class of the permutation, by its exact law.
fn classes(
    test: &'static str,
    counted: &str,
    classes: Classes,
    least: f64,
    name: impl Fn(usize, usize) -> String + Send + 'static,
) -> Result<View<[u32]>, Error> {
    let (law, mut class) = classes.into_law();
    let (cell_of, cells) = joined(&law, least);
    let (first, last) = ends(&cell_of);
    let count = move |items: &[u32], counts: &mut [u64]| counts[cell_of[class(items)]] += 1;
    let law = Law::Cells {
        cells: Cells::from_probabilities(cells)?,
        piece: 1,
    };
    Ok(View::new(test, counted.into(), law, count, move |cell| {
        name(first[cell], last[cell])
    }))
}

/// The view of the permutations read backwards, which have the same law.
fn reversed(view: View<[u32]>) -> View<[u32]> {
    let View { mut count, .. } = view;
    let mut backwards = Vec::new();
    let count = Box::new(move |items: &[u32], counts: &mut [u64]| {
        backwards.clear();
        backwards.extend(items.iter().rev());
        count(&backwards, counts);
    });
    View { count, ..view }
}

/// The first and the last class of each cell; the last cell has no end.
fn ends(cell_of: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let first: Vec<usize> = (0..=cell_of.last().copied().unwrap_or(0))
        .map(|cell| cell_of.partition_point(|other| *other < cell))
        .collect();
    let last = first
        .iter()
        .skip(1)
        .map(|next| next - 1)
        .chain([usize::MAX])
        .collect();
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of the 40,320 permutations of eight once: every view counts in each cell what it expects.
    #[test]
    fn each_view_has_its_exact_law() {
        for least in [0.0, 0.01, 0.2] {
            let mut views = views(8, least).unwrap();
            assert_eq!(views.len(), 8);
            for rank in 0..40_320 {
                let items = unrank(8, rank);
                for view in &mut views {
                    view.push(&items);
                }
            }
            for view in views {
                for (cell, count) in view.counts.iter().enumerate() {
                    let expected = view.expected(cell);
                    assert!(
                        (*count as f64 - expected).abs() < 1e-6,
                        "{}: {} {count} {expected}",
                        view.test,
                        view.cell(cell)
                    );
                }
            }
        }
    }
}
