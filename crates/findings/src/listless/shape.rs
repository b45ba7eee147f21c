//! Mazes as graphs of their cells.

use std::collections::VecDeque;

use exact::spanning_trees::CellGrid;

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
pub(crate) fn longest_path(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let (start, _) = search_from(0, neighbours);
    let (end, before) = search_from(start, neighbours);
    core::iter::successors(Some(end), |&at| before[at]).collect()
}

/// The last cell reached by a breadth-first search, and the cell from which each was reached.
fn search_from(start: usize, neighbours: &[Vec<usize>]) -> (usize, Vec<Option<usize>>) {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_path_of_a_comb_of_three_teeth_has_five_cells() {
        // Two rows of three cells: the upper row open, and each tooth.
        let grid = CellGrid::new(3, 2).unwrap();
        let mut mask = 0;
        for (a, b) in [(0, 1), (1, 2), (0, 3), (1, 4), (2, 5)] {
            mask |= 1 << grid.edge_between(a, b).unwrap();
        }
        assert_eq!(longest_path(&neighbours(&grid, mask)).len(), 5);
    }
}
