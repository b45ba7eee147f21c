//! What mazes look like on average.

use std::collections::VecDeque;

use crate::prelude::*;
use exact::spanning_trees::CellGrid;

#[derive(Serialize)]
pub struct Shape {
    pub dead_ends: Exact,
    pub longest_way: Exact,
}

impl Shape {
    pub(super) fn expected(
        grid: &CellGrid,
        trees: impl Iterator<Item = (u64, BigRational)>,
    ) -> Self {
        let (mut dead_ends, mut longest_way) = (whole(0), whole(0));
        for (mask, probability) in trees {
            let neighbours = neighbours(grid, mask);
            let ends = neighbours.iter().filter(|beside| beside.len() == 1).count();
            dead_ends += &probability * whole(ends);
            longest_way += probability * whole(longest_way_in(&neighbours).len());
        }
        Self {
            dead_ends: dead_ends.into(),
            longest_way: longest_way.into(),
        }
    }
}

/// For each cell, the cells to which it is open.
pub(crate) fn neighbours(grid: &CellGrid, mask: u64) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); grid.cells()];
    for (_, &(a, b)) in grid
        .edges()
        .iter()
        .enumerate()
        .filter(|(edge, _)| mask >> edge & 1 == 1)
    {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

/// The cells on the longest path in a tree: from any cell to the farthest, and from there to the farthest again.
pub(crate) fn longest_way_in(neighbours: &[Vec<usize>]) -> Vec<usize> {
    // The last cell reached by a breadth-first search, and the cell from which each was reached.
    let search = |start: usize| {
        let mut before = vec![None; neighbours.len()];
        let mut queue = VecDeque::from([start]);
        let mut last = start;
        while let Some(at) = queue.pop_front() {
            last = at;
            for &to in &neighbours[at] {
                if to != start && before[to].is_none() {
                    before[to] = Some(at);
                    queue.push_back(to);
                }
            }
        }
        (last, before)
    };
    let (last, before) = search(search(0).0);
    core::iter::successors(Some(last), |&at| before[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comb_of_three_teeth_has_three_dead_ends() {
        // Two rows of three cells: the upper row open, and each tooth.
        let grid = CellGrid::new(3, 2).unwrap();
        let mask = [(0, 1), (1, 2), (0, 3), (1, 4), (2, 5)]
            .into_iter()
            .fold(0, |mask, (a, b)| {
                mask | 1 << grid.edge_between(a, b).unwrap()
            });
        let shape = Shape::expected(&grid, std::iter::once((mask, whole(1))));
        assert_eq!(
            (
                shape.dead_ends.fraction.as_str(),
                shape.longest_way.fraction.as_str()
            ),
            ("3", "5")
        );
    }
}
