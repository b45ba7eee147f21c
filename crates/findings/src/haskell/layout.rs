//! The nine sectors, and sizes that are not divisible by three.

use grids::rooms::{SMALLEST, sectors};

use crate::prelude::*;

/// The number of columns and of rows of the document's map.
pub(super) const MAP: (usize, usize) = (80, 24);

/// The maps whose halls are examined.
pub(super) const MAPS: [(usize, usize); 7] = [
    (7, 7),
    (10, 10),
    (21, 21),
    (40, 40),
    (60, 30),
    MAP,
    (120, 40),
];

const LARGEST: usize = 200;

/// The sectors of all sizes from the smallest map to [`LARGEST`].
#[derive(Serialize)]
pub struct Layout {
    pub sizes: [usize; 2],
    pub remainders: Vec<Remainder>,
    /// How many sizes have first two sectors of unequal size: none.
    pub uneven: usize,
}

#[derive(Serialize)]
pub struct Remainder {
    pub left_over: usize,
    /// The number of sizes, which are counted once as widths and once as heights.
    pub sizes: usize,
    /// The least number of tiles by which the last sector is larger than the others.
    pub least: i64,
    pub most: i64,
}

/// How many tiles each third has for rooms along one axis.
fn thirds(size: usize) -> Result<[[usize; 3]; 2]> {
    let wide = sectors(size, SMALLEST)?;
    let high = sectors(SMALLEST, size)?;
    Ok([
        [0, 1, 2].map(|column| wide[column].width()),
        [0, 3, 6].map(|row| high[row].height()),
    ])
}

impl Layout {
    pub(super) fn compute() -> Result<Self> {
        let mut remainders: Vec<Remainder> = (0..3)
            .map(|left_over| Remainder {
                left_over,
                sizes: 0,
                least: i64::MAX,
                most: i64::MIN,
            })
            .collect();
        let mut uneven = 0;
        for size in SMALLEST..=LARGEST {
            for [first, second, last] in thirds(size)? {
                let larger = last as i64 - first as i64;
                let remainder = &mut remainders[size % 3];
                remainder.sizes += 1;
                remainder.least = remainder.least.min(larger);
                remainder.most = remainder.most.max(larger);
                uneven += usize::from(first != second);
            }
        }
        Ok(Self {
            sizes: [SMALLEST, LARGEST],
            remainders,
            uneven,
        })
    }

    /// The most tiles by which a last sector is larger than the others.
    pub(super) fn largest_excess(&self) -> i64 {
        self.remainders
            .iter()
            .map(|remainder| remainder.most)
            .fold(i64::MIN, i64::max)
    }

    pub(super) fn least_excess(&self) -> i64 {
        self.remainders
            .iter()
            .map(|remainder| remainder.least)
            .fold(i64::MAX, i64::min)
    }
}
