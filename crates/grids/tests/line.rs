//! Lines: where they lead, how straight they are, and whether they are the same in both directions.

use roguelab_grids::line::{
    Axis, Direction, Line, LineError, Point, bresenham, deviation, line, symmetric,
};
use roguelab_grids::spread::{Fraction, MAXIMUM};

const HERE: Point = (0, 0);

/// All points up to `tiles` away from `(0, 0)` in any direction.
fn around(tiles: i32) -> impl Iterator<Item = Point> {
    (-tiles..=tiles).flat_map(move |x| (-tiles..=tiles).map(move |y| (x, y)))
}

/// All targets in a square of 64x64 tiles with the start in a corner.
fn square() -> impl Iterator<Item = Point> {
    (0..64).flat_map(|x| (0..64).map(move |y| (x, y)))
}

fn arrows(steps: impl Iterator<Item = Direction>) -> String {
    steps.map(Direction::arrow).collect()
}

fn points<S: Iterator<Item = Direction>>(line: Result<Line<S>, LineError>) -> Vec<Point> {
    line.unwrap().points().collect()
}

/// Checks both ends, the number of steps, and that every step leads to a neighbour.
fn assert_leads_there(points: &[Point], from: Point, to: Point) {
    assert_eq!((points.first(), points.last()), (Some(&from), Some(&to)));
    assert_eq!(
        points.len() as u32 - 1,
        from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)),
        "{from:?} to {to:?}"
    );
    for pair in points.windows(2) {
        let (wide, high) = (pair[0].0.abs_diff(pair[1].0), pair[0].1.abs_diff(pair[1].1));
        assert_eq!(wide.max(high), 1, "{pair:?} are no neighbours");
    }
}

#[test]
fn every_line_leads_to_its_target_in_as_few_steps_as_can_be() {
    for to in square().chain(around(12)) {
        for axis in [Axis::YUp, Axis::YDown] {
            for from in [HERE, (-5, 3)] {
                assert_leads_there(&points(line(from, to, axis)), from, to);
                assert_leads_there(&points(symmetric(from, to, axis)), from, to);
                assert_leads_there(&points(bresenham(from, to, axis)), from, to);
            }
        }
    }
}

#[test]
fn the_document_s_example_is_four_ordinal_steps_and_two_cardinal_ones() {
    let line = line(HERE, (6, 4), Axis::YUp).unwrap();
    assert_eq!(line.clone().filter(|step| step.is_ordinal()).count(), 4);
    assert_eq!(line.len(), 6);
    assert_eq!(arrows(line), "↗→↗↗→↗");
}

#[test]
fn the_axis_turns_the_directions_and_not_the_points() {
    for to in around(9) {
        let (up, down) = (
            line(HERE, to, Axis::YUp).unwrap(),
            line(HERE, to, Axis::YDown).unwrap(),
        );
        assert!(up.clone().points().eq(down.clone().points()), "{to:?}");
        assert!(
            line(HERE, (to.0, -to.1), Axis::YUp).unwrap().eq(down),
            "{to:?}"
        );
    }
}

#[test]
fn a_symmetric_line_is_the_same_backwards() {
    for to in around(20) {
        let mut back = points(symmetric(to, HERE, Axis::YUp));
        back.reverse();
        assert_eq!(points(symmetric(HERE, to, Axis::YUp)), back, "{to:?}");
        let (low, high) = (HERE.min(to), HERE.max(to));
        let there = points(line(low, high, Axis::YUp));
        assert_eq!(points(symmetric(low, high, Axis::YUp)), there, "{to:?}");
    }
}

/// The true line is rounded with a division, once for lines that are wider than high, and once for their mirror images.
#[test]
fn bresenham_s_line_is_the_true_one_rounded() {
    for (wide, high) in square().filter(|(wide, high)| wide >= high && *wide > 0) {
        let rounded: Vec<Point> = (0..=wide)
            .map(|x| (x, (2 * x * high + wide).div_euclid(2 * wide)))
            .collect();
        assert_eq!(points(bresenham(HERE, (wide, high), Axis::YUp)), rounded);
        let turned: Vec<Point> = rounded.into_iter().map(|(x, y)| (-y, x)).collect();
        assert_eq!(points(bresenham(HERE, (-high, wide), Axis::YDown)), turned);
    }
}

#[test]
fn deviation_is_the_distance_from_the_line_through_both_points() {
    let squared = |points: &[Point], to| deviation(points.iter().copied(), HERE, to);
    assert_eq!(
        squared(&[(0, 0), (5, 5)], (3, 3)),
        Fraction::new(0, 1).unwrap()
    );
    assert_eq!(
        squared(&[(1, 0), (0, 2)], (3, 3)),
        Fraction::new(2, 1).unwrap()
    );
    assert_eq!(squared(&[(1, 1)], (2, 1)), Fraction::new(1, 5).unwrap());
    assert_eq!(
        squared(&[(3, 4), (1, 1)], HERE),
        Fraction::new(25, 1).unwrap()
    );
    assert_eq!(squared(&[], (2, 1)), Fraction::new(0, 1).unwrap());
    // The corners of the whole plane.
    let far = deviation(
        [(i32::MAX, i32::MIN)],
        (i32::MIN, i32::MIN),
        (i32::MAX, i32::MAX),
    );
    assert_eq!(far, Fraction::new(u128::from(u32::MAX).pow(2), 2).unwrap());
}

#[test]
fn lines_that_are_too_long_are_errors() {
    let (from, to) = ((i32::MIN, 0), (1, 0));
    let error = LineError::TooLong(MAXIMUM + 1);
    assert_eq!(line(from, to, Axis::YUp).map(drop), Err(error));
    assert_eq!(symmetric(from, to, Axis::YUp).map(drop), Err(error));
    assert_eq!(bresenham(from, to, Axis::YUp).map(drop), Err(error));
    assert_eq!(line(from, HERE, Axis::YUp).unwrap().len() as u64, MAXIMUM);
}

#[test]
fn a_line_is_drawn_with_north_above() {
    let rows = |line: Line<_>| line.draw().unwrap().ascii('.').to_string();
    assert_eq!(
        rows(line((10, 10), (13, 12), Axis::YUp).unwrap()),
        "...Z\n.**.\n@...\n"
    );
    assert_eq!(
        rows(line((10, 10), (13, 12), Axis::YDown).unwrap()),
        "@...\n.**.\n...Z\n"
    );
    assert_eq!(rows(line((0, 0), (0, -2), Axis::YUp).unwrap()), "@\n*\nZ\n");
    assert_eq!(rows(line((7, 7), (7, 7), Axis::YUp).unwrap()), "@\n");
    assert!(
        line((0, 0), (1 << 20, 1 << 20), Axis::YUp)
            .unwrap()
            .draw()
            .is_err()
    );
}

#[test]
fn directions_are_their_offsets() {
    for direction in Direction::ALL {
        for axis in [Axis::YUp, Axis::YDown] {
            let (x, y) = direction.offset(axis);
            assert_eq!(Direction::of((x, y), axis), Some(direction));
            assert_eq!(direction.is_ordinal(), x != 0 && y != 0);
        }
    }
    assert_eq!(Direction::of((0, 0), Axis::YUp), None);
    assert_eq!(Direction::North.offset(Axis::YDown), (0, -1));
    assert_eq!(arrows(Direction::ALL.into_iter()), "↑↗→↘↓↙←↖");
}
