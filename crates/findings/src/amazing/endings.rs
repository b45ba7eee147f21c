//! Sizes at which the document's code never ends, or reads past its list.

use grids::grid::{Grid, Tile};

use super::outcome::{explored, fates};
use super::sampled::Sample;
use super::watch::{RANDOM, RULES};
use crate::prelude::*;
use crate::prose::AMAZING as WORDS;

/// The sizes that are explored: for heights 1, 2 and 3, all widths up to this one.
const EXPLORED: [usize; 3] = [9, 6, 4];
const SAMPLED: [(usize, usize); 6] = [(20, 1), (80, 1), (10, 2), (20, 2), (80, 2), (20, 3)];
const MAZES: u64 = 1_000;
/// The width and height up to which it is checked whether a start and a neighbouring cell can cut a maze in two.
const CUT: usize = 16;

#[derive(Serialize)]
pub struct Endings {
    pub exact: Vec<Ending>,
    pub sampled: Vec<Sample>,
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
    pub no_exit: Exact,
    pub right: Exact,
}

impl Ending {
    fn of(width: usize, height: usize) -> Result<Self> {
        let fates = fates(&explored(width, height, RULES[RANDOM].1)?);
        let (endless, past_the_list) = (fates.endless, fates.past_the_list);
        Ok(Self {
            width,
            height,
            endless,
            past_the_list,
            no_exit: fates.no_exit,
            right: fates.right,
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
        let mut exact = try_each(sizes.into_iter().rev(), |(width, height)| {
            Ending::of(width, height)
        })?;
        exact.reverse();
        let sampled = SAMPLED
            .iter()
            .map(|&(width, height)| Sample::of(width, height, MAZES, RANDOM));
        let sizes = (1..=CUT).flat_map(|height| (1..=CUT).map(move |width| (width, height)));
        Ok(Self {
            exact,
            sampled: sampled.collect::<Result<_, _>>()?,
            cut: sizes
                .filter(|&(width, height)| can_be_cut(width, height))
                .collect(),
            cut_up_to: CUT,
        })
    }

    /// Whether the explored sizes certainly fail only at height 1 from width 2 on and at height 2 from width 3 on, and no
    /// larger height can be cut.
    pub(super) fn as_stated(&self) -> bool {
        let expected = |width, height| height == 1 && width >= 2 || height == 2 && width >= 3;
        self.exact
            .iter()
            .all(|size| (size.fails() > 0.0) == expected(size.width, size.height))
            && self.exact.iter().all(|size| size.fails() < 1.0)
            && self.cut.iter().all(|&(_, height)| height <= 2)
    }

    pub(super) fn worst(&self) -> &Ending {
        most(&self.exact, Ending::fails)
    }

    pub(super) fn at(&self, width: usize, height: usize) -> &Ending {
        let is = |size: &Ending| (size.width, size.height) == (width, height);
        among(&self.exact, is)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let worst = self.worst();
        let more = json!({
            "cut_heights": self.cut_heights(),
            "size": worst.size(),
            "fails_percent": worst.fails_percent(),
        });
        WORDS.beside(self, more).blocks("endings", [])
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
    let parts = |without: &[(usize, usize)]| {
        let mut grid = Grid::new(width, height, Tile::Floor).expect("a grid has this size");
        for &(x, y) in without.iter().filter(|&&(x, y)| x < width && y < height) {
            grid.set(x, y, Tile::Wall);
        }
        grid.regions()
    };
    (0..width).any(|x| {
        let beside = [(x + 1, 0), (x, 1), (x.wrapping_sub(1), 0)];
        parts(&[(x, 0)]) > 1 || beside.iter().any(|&first| parts(&[(x, 0), first]) > 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_and_two_rows_can_be_cut() {
        let cut = |width, height| can_be_cut(width, height);
        assert!(cut(3, 1) && cut(3, 2) && cut(9, 2), "in the middle");
        assert!(
            !cut(1, 1)
                && !cut(2, 1)
                && !cut(2, 2)
                && !cut(1, 5)
                && !cut(2, 5)
                && !cut(3, 3)
                && !cut(9, 4)
        );
    }
}
