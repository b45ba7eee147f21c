//! Sizes at which the document's code never ends, or reads past its list.

use grids::grid::{Grid, Tile};

use super::outcome::{explored, fates};
use super::watch::{RANDOM, RULES};
use crate::prelude::*;

/// The sizes that are explored: for heights 1, 2 and 3, all widths up to this one.
const EXPLORED: [usize; 3] = [9, 6, 4];
/// The width and height up to which it is checked whether a start and a neighbouring cell can cut a maze in two.
const CUT: usize = 16;

#[derive(Serialize)]
pub struct Endings {
    pub exact: Vec<Ending>,
    /// Among the sizes up to `cut_up_to` in width and height, those where a start, alone or with a neighbouring cell, cuts the
    /// rest into parts: width and height.
    pub cut: Vec<(usize, usize)>,
    pub cut_up_to: usize,
}

#[derive(Serialize)]
pub struct Ending {
    pub width: usize,
    pub height: usize,
    pub endless: Exact,
    pub past_the_list: Exact,
}

impl Ending {
    fn compute(width: usize, height: usize) -> Result<Self> {
        let fates = fates(&explored(width, height, RULES[RANDOM].1)?);
        let (endless, past_the_list) = (fates.endless, fates.past_the_list);
        Ok(Self {
            width,
            height,
            endless,
            past_the_list,
        })
    }

    /// The probability that there is no end, or a bad one.
    pub fn fails(&self) -> f64 {
        self.endless.to_f64() + self.past_the_list.to_f64()
    }

    pub fn fails_percent(&self) -> String {
        format!("{:.2} %", 100.0 * self.fails())
    }

    pub fn size(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }
}

impl Endings {
    pub(super) fn compute() -> Result<Self> {
        let sizes: Vec<_> = (1..)
            .zip(EXPLORED)
            .flat_map(|(height, widths)| (1..=widths).map(move |width| (width, height)))
            .collect();
        // The largest first, so that no thread starts it last.
        let mut exact = try_parallel_map(sizes.into_iter().rev(), |(width, height)| {
            Ending::compute(width, height)
        })?;
        exact.reverse();
        let mut cut = Vec::new();
        for height in 1..=CUT {
            for width in 1..=CUT {
                if can_be_cut(width, height) {
                    cut.push((width, height));
                }
            }
        }
        Ok(Self {
            exact,
            cut,
            cut_up_to: CUT,
        })
    }

    /// Whether the explored sizes certainly fail only at height 1 from width 2 on and at height 2 from width 3 on, and no
    /// larger height can be cut.
    pub(super) fn as_stated(&self) -> bool {
        for size in &self.exact {
            let (width, height) = (size.width, size.height);
            let expected = height == 1 && width >= 2 || height == 2 && width >= 3;
            if (size.fails() > 0.0) != expected || size.fails() >= 1.0 {
                return false;
            }
        }
        self.cut.iter().all(|&(_, height)| height <= 2)
    }

    pub(super) fn worst(&self) -> &Ending {
        max_by_value(&self.exact, Ending::fails)
    }

    pub(super) fn at(&self, width: usize, height: usize) -> &Ending {
        first_where(&self.exact, |size| {
            (size.width, size.height) == (width, height)
        })
    }

    pub(super) fn section(&self) -> Section {
        let worst = self.worst();
        let (size, fails, heights) = (worst.size(), worst.fails_percent(), self.cut_heights());
        Section::new(
            "Sizes at which it never ends",
            vec![
                text(
                    "A restart draws from the list of visited cells until it finds one that is not locked. The start is not in \
                     the list, and the first entry is never drawn. If only these two have unvisited neighbours, the document's \
                     code draws for ever; if the list has fewer than two entries, it reads one that does not exist. Scan and the \
                     corrected rules always end.",
                ),
                text(format!(
                    "From three rows on it always ends. For no restart to be possible, the unvisited cells must be cut off from \
                     all visited ones but the start and the first entry. From three rows on no start in the top row and no cell \
                     next to it cut the grid in two (checked for all sizes up to {CUT}x{CUT}: only heights {heights} can be \
                     cut), and these two cannot be all that is visited, because neither is in the bottom row, and only an exit \
                     takes the visitor from a cell that has somewhere to go. It can fail with one row from two cells on and with \
                     two rows from three on, and no size that was explored always fails."
                )),
                text(format!(
                    "For a porter: reject fewer than three rows, or put the start into the list and draw from all of it. Of the \
                     sizes explored, {size} fails most often, in {fails} of all runs."
                )),
            ],
        )
    }

    fn cut_heights(&self) -> String {
        let mut heights: Vec<_> = self.cut.iter().map(|&(_, height)| height).collect();
        heights.dedup();
        heights
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" and ")
    }
}

/// Whether some start in the top row, alone or with a neighbouring cell, cuts the others into parts that do not touch.
fn can_be_cut(width: usize, height: usize) -> bool {
    for x in 0..width {
        if parts_without(width, height, &[(x, 0)]) > 1 {
            return true;
        }
        for beside in [(x + 1, 0), (x, 1), (x.wrapping_sub(1), 0)] {
            if parts_without(width, height, &[(x, 0), beside]) > 1 {
                return true;
            }
        }
    }
    false
}

/// The number of parts that the cells form without these.
fn parts_without(width: usize, height: usize, without: &[(usize, usize)]) -> usize {
    let mut grid = Grid::new(width, height, Tile::Floor).expect("a grid has this size");
    for &(x, y) in without {
        if x < width && y < height {
            grid.set(x, y, Tile::Wall);
        }
    }
    grid.regions()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_and_two_rows_can_be_cut() {
        for (width, height) in [(3, 1), (3, 2), (9, 2)] {
            assert!(can_be_cut(width, height), "{width}x{height}, in the middle");
        }
        for (width, height) in [(1, 1), (2, 1), (2, 2), (1, 5), (2, 5), (3, 3), (9, 4)] {
            assert!(!can_be_cut(width, height), "{width}x{height}");
        }
    }
}
