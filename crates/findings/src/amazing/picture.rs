//! Pictures of mazes.

use std::fmt::Write;

use grids::amazing::Amazing;
use grids::grid::{Grid, Tile};

use crate::svg::tiles;

/// A maze with its label above; what cannot be reached from the start is coloured.
pub(super) fn maze(label: &str, maze: &Amazing) -> String {
    let grid = maze.to_grid().expect("the size is small");
    let mut path = String::new();
    for (x, y) in out_of_reach(&grid, (2 * maze.start_column() + 1, 0)) {
        write!(path, "M{x} {y}h1v1h-1z").expect("a string takes everything");
    }
    tiles(
        label,
        &grid,
        6,
        &format!("<path class=\"more\" fill-opacity=\".6\" d=\"{path}\"/>"),
    )
}

/// The open tiles that cannot be reached from a tile.
fn out_of_reach(grid: &Grid, from: (usize, usize)) -> Vec<(usize, usize)> {
    let mut left = grid.clone();
    let mut to_do = vec![from];
    while let Some((x, y)) = to_do.pop() {
        if left.is_open(x, y) {
            left.set(x, y, Tile::Wall);
            to_do.extend([
                (x + 1, y),
                (x, y + 1),
                (x.wrapping_sub(1), y),
                (x, y.wrapping_sub(1)),
            ]);
        }
    }
    let places = (0..left.height()).flat_map(|y| (0..left.width()).map(move |x| (x, y)));
    places.filter(|&(x, y)| left.is_open(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use generators::draw::Tape;
    use grids::amazing::Restart;

    use super::*;

    #[test]
    fn a_second_tree_is_out_of_reach() {
        // Start on the right, down, out, thrown to the corner, down, up: two columns that are not joined.
        let made = Amazing::generate(
            2,
            2,
            Restart::RandomVisited,
            &mut Tape::new(&[1, 0, 0, 0, 0]),
        )
        .unwrap();
        assert_eq!(
            out_of_reach(&made.to_grid().unwrap(), (3, 0)),
            [(1, 1), (1, 2), (1, 3)]
        );
        assert!(
            maze("two trees", &made)
                .contains("<path class=\"more\" fill-opacity=\".6\" d=\"M1 1h1v1h-1zM1 2")
        );
    }
}
