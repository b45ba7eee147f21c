//! Properties of every grid, however it was filled.

use proptest::prelude::*;
use roguelab_grids::grid::{Grid, Tile};

fn any_tile() -> impl Strategy<Value = Tile> {
    prop_oneof![
        Just(Tile::Wall),
        Just(Tile::Floor),
        any::<char>().prop_map(Tile::Mark)
    ]
}

/// A coordinate near the grid, or anywhere.
fn any_at() -> impl Strategy<Value = usize> {
    prop_oneof![9 => 0..12_usize, 1 => any::<usize>()]
}

fn any_grid() -> impl Strategy<Value = Grid> {
    let fills = prop::collection::vec((any_at(), any_at(), any_at(), any_at(), any_tile()), 0..12);
    (1..10_usize, 1..10_usize, any_tile(), fills).prop_map(|(width, height, tile, fills)| {
        let mut grid = Grid::new(width, height, tile).unwrap();
        for (x1, y1, x2, y2, tile) in fills {
            grid.fill_rect((x1, y1), (x2, y2), tile);
        }
        grid
    })
}

/// Counts regions by spreading labels to neighbours until none changes: simple and slow.
fn regions_by_labels(grid: &Grid) -> usize {
    let (width, height) = (grid.width(), grid.height());
    let mut labels: Vec<usize> = (0..width * height).collect();
    let pairs = |at: usize| {
        let right = (at % width + 1 < width).then_some((at, at + 1));
        let down = (at + width < width * height).then_some((at, at + width));
        [right, down].into_iter().flatten()
    };
    let open = |at: usize| grid.is_open(at % width, at / width);
    let mut changed = true;
    while changed {
        changed = false;
        for (a, b) in (0..width * height)
            .flat_map(pairs)
            .filter(|&(a, b)| open(a) && open(b))
        {
            changed |= labels[a] != labels[b];
            let least = labels[a].min(labels[b]);
            (labels[a], labels[b]) = (least, least);
        }
    }
    (0..width * height)
        .filter(|&at| open(at) && labels[at] == at)
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn regions_equal_those_found_by_labels(grid in any_grid()) {
        prop_assert_eq!(grid.regions(), regions_by_labels(&grid));
    }

    #[test]
    fn a_rectangle_fills_what_lies_between_its_corners(grid in any_grid(), one in (any_at(), any_at()), other in (any_at(), any_at())) {
        let mut filled = grid.clone();
        filled.fill_rect(one, other, Tile::Mark('x'));
        let between = |at: usize, a: usize, b: usize| (a.min(b)..=a.max(b)).contains(&at);
        for (x, y) in (0..grid.width()).flat_map(|x| (0..grid.height()).map(move |y| (x, y))) {
            let inside = between(x, one.0, other.0) && between(y, one.1, other.1);
            prop_assert_eq!(filled.get(x, y), if inside { Some(Tile::Mark('x')) } else { grid.get(x, y) });
        }
    }
}
