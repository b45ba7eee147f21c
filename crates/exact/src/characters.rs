//! The irreducible characters of the symmetric group on up to 20 things, by the rule of Murnaghan and Nakayama.
//!
//! The character of shape `lambda` at a permutation with a cycle of length `r` is the sum, over all border strips of `r`
//! cells that can be taken off `lambda`, of the smaller shape's character at the permutation without that cycle, with a
//! minus for each row a strip goes down. A shape is kept as beads on a line, one for each row, at the row's length plus the
//! number of rows below it: taking a strip off moves one bead back by `r` to a free place, and the beads it jumps over are
//! the rows the strip goes down. A shape of `m` cells has `m` border strips in all, so one list of them for each `m` does
//! for the whole table; columns grow by one cycle at a time, and those with a beginning in common share it.
//!
//! No character exceeds its dimension, and the squares of all dimensions sum to `n!`: so at `n = 20` every entry is below
//! 1.6e9, and sums of products of two entries are below 20!, which 64 bits hold. Sources: James and Kerber, *The
//! Representation Theory of the Symmetric Group*, section 2.4 (the rule) and 2.7 (beads); Macdonald, section I.7.
//!
//! ```
//! use roguelab_exact::characters::CharacterTable;
//!
//! let table = CharacterTable::new(4)?;
//! // Rows: 4, 31, 22, 211, 1111; columns the same as cycle types, the identity last.
//! assert_eq!(table.row(2), [0, -1, 2, 0, 2]);
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use std::collections::BTreeMap;

use crate::error::Error;
use crate::partitions::Partition;

/// The most things for which the table is computed.
pub const MOST_THINGS: usize = 20;

/// All characters of the symmetric group on `n` things: a row for each shape, a column for each cycle type, both in the
/// order of [`Partition::all`].
#[derive(Clone, Debug)]
pub struct CharacterTable {
    partitions: Vec<Partition>,
    rows: Vec<Vec<i64>>,
}

impl CharacterTable {
    /// The table for `n` things.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if `n` is zero, [`Error::BeyondLimit`] beyond [`MOST_THINGS`].
    pub fn new(n: usize) -> Result<Self, Error> {
        if n == 0 {
            return Err(Error::NoOutcomes);
        }
        if n > MOST_THINGS {
            return Err(Error::BeyondLimit {
                what: "things",
                requested: n as u64,
                limit: MOST_THINGS as u64,
            });
        }
        let columns = Columns::new(n)?.all();
        let rows = (0..columns.len())
            .map(|shape| columns.iter().map(|column| column[shape]).collect())
            .collect();
        Ok(Self {
            partitions: Partition::all(n)?,
            rows,
        })
    }

    /// The partitions of rows and columns: shapes, and cycle types. The trivial character is the first row, the sign the last;
    /// the identity is the last column.
    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    /// The character of the shape with this number, at each cycle type.
    ///
    /// # Panics
    /// If there are not so many [`CharacterTable::partitions`].
    pub fn row(&self, shape: usize) -> &[i64] {
        &self.rows[shape]
    }

    /// Each shape with its characters, in order.
    pub fn rows(&self) -> impl Iterator<Item = (&Partition, &[i64])> {
        self.partitions
            .iter()
            .zip(self.rows.iter().map(Vec::as_slice))
    }
}

/// Taking a border strip off one shape leads to another, a few cells smaller.
#[derive(Clone, Copy, Debug)]
struct Strip {
    from: usize,
    to: usize,
    /// The strip goes down an odd number of rows.
    odd: bool,
}

/// Columns of the tables for 0 to `n` things.
struct Columns {
    n: usize,
    /// How many shapes have this many cells.
    shapes: Vec<usize>,
    /// `[cells][length]`: the border strips of a length in all shapes of this many cells. Shapes are numbered in order.
    strips: Vec<Vec<Vec<Strip>>>,
}

impl Columns {
    fn new(n: usize) -> Result<Self, Error> {
        let mut beads = Vec::new();
        for cells in 0..=n {
            let shapes = Partition::all(cells)?;
            beads.push(shapes.iter().map(|shape| place_beads(shape, n)).collect());
        }
        let mut numbers = Vec::new();
        for shapes in &beads {
            let shapes: &Vec<u64> = shapes;
            numbers.push(shapes.iter().copied().zip(0..).collect());
        }
        let mut strips = Vec::new();
        for cells in 0..=n {
            let lengths = 0..=cells;
            let strips_by_length = lengths
                .map(|length| border_strips(&beads[cells], length, &numbers[cells - length]));
            strips.push(strips_by_length.collect());
        }
        Ok(Self {
            n,
            shapes: beads.iter().map(Vec::len).collect(),
            strips,
        })
    }

    /// The columns for `n` things: cycle types in the order of [`Partition::all`].
    fn all(&self) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        self.extend(0, self.n, &[1], &mut found);
        found
    }

    /// All columns whose cycle type goes on from that of `column`, of `done` things, with cycles of at most `longest`.
    fn extend(&self, done: usize, longest: usize, column: &[i64], found: &mut Vec<Vec<i64>>) {
        if done == self.n {
            found.push(column.to_vec());
            return;
        }
        for length in (1..=longest.min(self.n - done)).rev() {
            let mut longer = vec![0; self.shapes[done + length]];
            for strip in &self.strips[done + length][length] {
                longer[strip.from] += if strip.odd {
                    -column[strip.to]
                } else {
                    column[strip.to]
                };
            }
            self.extend(done + length, length, &longer, found);
        }
    }
}

/// A shape as beads: a set bit for each of `rows` rows, empty ones at the bottom included.
fn place_beads(shape: &Partition, rows: usize) -> u64 {
    let mut beads = 0;
    for row in 0..rows {
        let length = shape.parts().get(row).copied().unwrap_or(0);
        beads |= 1 << (length + rows - 1 - row);
    }
    beads
}

/// All border strips of `length` cells in some shapes; `numbers` are those of the smaller shapes.
fn border_strips(shapes: &[u64], length: usize, numbers: &BTreeMap<u64, usize>) -> Vec<Strip> {
    let mut strips = Vec::new();
    for (from, &beads) in shapes.iter().enumerate() {
        let free = !beads << length;
        for place in length as u32..u64::BITS {
            if beads & free & 1 << place == 0 {
                continue;
            }
            let to = place - length as u32;
            let jumped = beads & ((1 << place) - 1) & !((1 << to) - 1);
            strips.push(Strip {
                from,
                to: numbers[&(beads ^ 1 << place ^ 1 << to)],
                odd: jumped.count_ones() % 2 == 1,
            });
        }
    }
    strips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counting::factorial;
    use num_bigint::BigInt;
    use num_traits::Zero;

    fn table(n: usize) -> CharacterTable {
        CharacterTable::new(n).unwrap()
    }

    fn sizes(table: &CharacterTable) -> Vec<BigInt> {
        table
            .partitions()
            .iter()
            .map(|cycles| cycles.class_size().into())
            .collect()
    }

    #[test]
    fn columns_are_orthogonal() {
        for n in [1, 2, 5, 8, 14, 20] {
            let (table, sizes) = (table(n), sizes(&table(n)));
            let columns = sizes.len();
            // All pairs of columns up to 14, and each column with itself and the next at 20.
            for i in 0..columns {
                for j in (i..columns).take(if n == 20 { 2 } else { columns }) {
                    let product: i64 = table.rows().map(|(_, row)| row[i] * row[j]).sum();
                    let expected = if i == j {
                        BigInt::from(factorial(n)) / &sizes[i]
                    } else {
                        BigInt::zero()
                    };
                    assert_eq!(BigInt::from(product), expected, "{n}: {i}, {j}");
                }
            }
        }
    }

    #[test]
    fn none_and_twenty_one_are_refused() {
        assert_eq!(CharacterTable::new(0).unwrap_err(), Error::NoOutcomes);
        let error = CharacterTable::new(21).unwrap_err();
        assert_eq!(
            error.to_string(),
            "21 things are too many: at most 20 are computed exactly"
        );
    }
}
