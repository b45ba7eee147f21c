//! Spanning trees: how many a graph has, and all of them on small grids of cells.
//!
//! A perfect maze is a spanning tree of its grid: the open walls are the edges. The trees of a graph are counted by
//! Kirchhoff's theorem: any cofactor of the Laplacian (degrees on the diagonal, minus the number of edges elsewhere). The
//! determinant is computed in integers by Bareiss's fraction-free elimination, in `vertices^3` products.
//!
//! A set of a grid's edges is a bit mask. The edges are numbered from zero: for each cell in row-major order its east
//! edge, then its south edge, and only edges that exist get a number. Sources: Kirchhoff 1847; Bareiss, *Sylvester's
//! identity and multistep integer-preserving Gaussian elimination*, 1968.
//!
//! ```
//! use roguelab_exact::spanning_trees::CellGrid;
//!
//! let grid = CellGrid::new(3, 3)?;
//! assert_eq!(grid.count().to_string(), "192");
//! assert_eq!(grid.edges()[..3], [(0, 1), (0, 3), (1, 2)]);
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::error::Error;

/// The most trees that [`CellGrid::trees`] lists: enough for the 4,140,081 of a 4 by 5 grid, not for the 557,568,000 of 5 by 5.
pub const MOST_TREES: u32 = 10_000_000;

/// How many spanning trees the graph on `0..vertices` with these edges has. Parallel edges make different trees, loops
/// none. A graph without vertices has no tree.
///
/// # Errors
/// [`Error::NoSuchVertex`] if an edge ends outside the graph.
pub fn count(vertices: usize, edges: &[(usize, usize)]) -> Result<BigUint, Error> {
    let mut laplacian = vec![vec![BigInt::zero(); vertices]; vertices];
    for &(a, b) in edges {
        if let Some(&outside) = [a, b].iter().find(|&&end| end >= vertices) {
            return Err(Error::NoSuchVertex(outside));
        }
        laplacian[a][a] += 1;
        laplacian[b][b] += 1;
        laplacian[a][b] -= 1;
        laplacian[b][a] -= 1;
    }
    if laplacian.pop().is_none() {
        return Ok(BigUint::zero());
    }
    Ok(determinant(laplacian).magnitude().clone())
}

/// The cells that each edge of a grid joins, in the order of [`CellGrid::edges`].
fn grid_edges(width: usize, height: usize) -> Vec<(usize, usize)> {
    let cells = width * height;
    let mut edges = Vec::new();
    for cell in 0..cells {
        if !(cell + 1).is_multiple_of(width) {
            edges.push((cell, cell + 1));
        }
        if cell + width < cells {
            edges.push((cell, cell + width));
        }
    }
    edges
}

/// The determinant of as many columns as there are rows, from the left; one for no rows.
fn determinant(mut rows: Vec<Vec<BigInt>>) -> BigInt {
    let mut divisor = BigInt::one();
    let mut sign = BigInt::one();
    for step in 0..rows.len() {
        let Some(pivot) = (step..rows.len()).find(|&row| !rows[row][step].is_zero()) else {
            return BigInt::zero();
        };
        if pivot != step {
            rows.swap(pivot, step);
            sign = -sign;
        }
        let (above, below) = rows.split_at_mut(step + 1);
        let pivot = &above[step];
        for row in below {
            for column in step + 1..pivot.len() {
                row[column] =
                    (&row[column] * &pivot[step] - &row[step] * &pivot[column]) / &divisor;
            }
        }
        divisor.clone_from(&pivot[step]);
    }
    sign * divisor
}

/// A grid of cells, neighbours joined by edges; at most 64 of them, for a mask to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGrid {
    cells: usize,
    edges: Vec<(usize, usize)>,
}

impl CellGrid {
    /// The grid of `width` by `height` cells.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are no cells, [`Error::TooManyEdges`] if there are more than 64 edges.
    pub fn new(width: usize, height: usize) -> Result<Self, Error> {
        if width == 0 || height == 0 {
            return Err(Error::NoOutcomes);
        }
        // A connected grid has at most one cell more than edges.
        let cells = width
            .checked_mul(height)
            .filter(|&cells| cells <= 65)
            .ok_or(Error::TooManyEdges)?;
        let edges = grid_edges(width, height);
        if edges.len() > 64 {
            Err(Error::TooManyEdges)
        } else {
            Ok(Self { cells, edges })
        }
    }

    /// How many cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The cells that each edge joins, numbered in row-major order; the edge's number is its place here.
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }

    /// The number of the edge between two cells, given in either order.
    pub fn edge_between(&self, a: usize, b: usize) -> Option<usize> {
        self.edges
            .iter()
            .position(|&edge| edge == (a.min(b), a.max(b)))
    }

    /// How many spanning trees the grid has, by [`count`].
    ///
    /// # Panics
    /// Never: a grid's edges end in its cells, and those are few.
    pub fn count(&self) -> BigUint {
        count(self.cells, &self.edges).expect("a grid's edges end in its cells")
    }

    /// True if exactly the edges in `mask` join all cells without a cycle.
    pub fn is_spanning_tree(&self, mask: u64) -> bool {
        let outside = mask
            .checked_shr(self.edges.len() as u32)
            .is_some_and(|high| high != 0);
        let mut parts = Parts::new(self.cells);
        !outside
            && mask.count_ones() as usize + 1 == self.cells
            && self
                .edges
                .iter()
                .enumerate()
                .filter(|(edge, _)| mask >> edge & 1 == 1)
                .all(|(_, &ends)| parts.join(ends))
    }

    /// All spanning trees, as masks in ascending order.
    ///
    /// # Errors
    /// [`Error::TooManyTrees`] if there are more than [`MOST_TREES`].
    pub fn trees(&self) -> Result<Vec<u64>, Error> {
        if self.count() > BigUint::from(MOST_TREES) {
            return Err(Error::TooManyTrees(MOST_TREES));
        }
        let mut trees = Vec::new();
        // Edges are decided from the last to the first, each first left out and then taken: masks come in ascending order.
        self.extend(self.edges.len(), 0, &Parts::new(self.cells), &mut trees);
        Ok(trees)
    }

    /// All trees that have exactly the edges of `mask` among those from `undecided` on; `parts` is what these join.
    fn extend(&self, undecided: usize, mask: u64, parts: &Parts, trees: &mut Vec<u64>) {
        if parts.number == 1 {
            trees.push(mask);
            return;
        }
        let Some(edge) = undecided.checked_sub(1) else {
            return;
        };
        let mut without = parts.clone();
        for &ends in &self.edges[..edge] {
            without.join(ends);
        }
        if without.number == 1 {
            self.extend(edge, mask, parts, trees);
        }
        let mut with = parts.clone();
        if with.join(self.edges[edge]) {
            self.extend(edge, mask | 1 << edge, &with, trees);
        }
    }
}

/// The parts of a graph that are joined already.
#[derive(Clone, Debug)]
struct Parts {
    /// A label per vertex, equal within a part.
    labels: Vec<usize>,
    number: usize,
}

impl Parts {
    fn new(vertices: usize) -> Self {
        Self {
            labels: (0..vertices).collect(),
            number: vertices,
        }
    }

    /// Joins two vertices; false if they were joined already.
    fn join(&mut self, (a, b): (usize, usize)) -> bool {
        let (kept, gone) = (self.labels[a], self.labels[b]);
        if kept == gone {
            return false;
        }
        self.labels
            .iter_mut()
            .filter(|label| **label == gone)
            .for_each(|label| *label = kept);
        self.number -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_grids_have_the_published_numbers() {
        // OEIS A007341.
        for (side, trees) in [
            (1, "1"),
            (2, "4"),
            (3, "192"),
            (4, "100352"),
            (6, "32565539635200"),
            (8, "126231322912498539682594816"),
            (10, "5694319004079097795957215725765328371712000"),
        ] {
            assert_eq!(
                count(side * side, &grid_edges(side, side))
                    .unwrap()
                    .to_string(),
                trees,
                "{side}x{side}"
            );
        }
    }

    #[test]
    fn enumeration_finds_as_many_trees_as_kirchhoff() {
        for (width, height) in (1..=4).flat_map(|width| (1..=3).map(move |height| (width, height)))
        {
            let grid = CellGrid::new(width, height).unwrap();
            let trees = grid.trees().unwrap();
            assert_eq!(BigUint::from(trees.len()), grid.count(), "{width}x{height}");
            assert!(
                trees.is_sorted_by(|a, b| a < b),
                "{width}x{height}: ascending, none twice"
            );
            assert!(trees.iter().all(|&mask| grid.is_spanning_tree(mask)));
            assert_eq!(grid.cells(), width * height);
            for (number, &(a, b)) in grid.edges().iter().enumerate() {
                assert_eq!(grid.edge_between(b, a), Some(number));
            }
        }
    }

    #[test]
    fn the_masks_that_are_trees_are_those_enumerated() {
        let grid = CellGrid::new(3, 3).unwrap();
        let judged: Vec<u64> = (0..1 << grid.edges().len())
            .filter(|&mask| grid.is_spanning_tree(mask))
            .collect();
        assert_eq!(judged, grid.trees().unwrap());
    }

    #[test]
    fn parallel_edges_count_and_loops_do_not() {
        assert_eq!(
            count(2, &[(0, 1), (1, 0), (0, 0)]),
            Ok(BigUint::from(2_u32))
        );
        assert_eq!(count(3, &[(0, 1)]), Ok(BigUint::zero()), "not connected");
        assert_eq!(count(0, &[]), Ok(BigUint::zero()));
    }

    #[test]
    fn a_determinant_survives_a_zero_pivot() {
        for (rows, expected) in [
            ([[0, 2, 1], [3, 0, 0], [1, 1, 1]], -3),
            ([[1, 2, 3], [2, 4, 6], [0, 1, 5]], 0),
        ] {
            let rows = rows.map(|row| row.map(BigInt::from).to_vec()).to_vec();
            assert_eq!(determinant(rows), BigInt::from(expected));
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(CellGrid::new(0, 5), Err(Error::NoOutcomes));
        assert_eq!(CellGrid::new(6, 7), Err(Error::TooManyEdges));
        assert_eq!(
            CellGrid::new(usize::MAX, usize::MAX),
            Err(Error::TooManyEdges)
        );
        assert_eq!(
            CellGrid::new(1, 65).unwrap().trees(),
            Ok(vec![u64::MAX]),
            "64 edges still fit"
        );
        assert!(CellGrid::new(65, 1).unwrap().is_spanning_tree(u64::MAX));
        assert_eq!(
            CellGrid::new(5, 5).unwrap().trees(),
            Err(Error::TooManyTrees(MOST_TREES))
        );
        assert_eq!(count(2, &[(0, 2)]), Err(Error::NoSuchVertex(2)));
    }
}
