//! How straight the document's lines are, compared with Bresenham's, and whether they are the same in both directions.

use std::cmp::Ordering;

use grids::line::Direction;
use grids::line::{Axis, Line, LineError, Point, bresenham, deviation, line, symmetric};
use grids::spread::Fraction;

use super::fraction::{compare, largest, one_over};
use super::picture::tiles;
use crate::prelude::*;

/// The side of the square that contains the targets; lines start in one of its corners.
const SIDE: i32 = 64;
const START: Point = (0, 0);
/// The title of the section.
pub(crate) const TITLE: &str = "How straight the line is";

#[derive(Serialize)]
pub struct Straightness {
    pub side: i32,
    pub targets: u64,
    /// Targets for which the document's line strays further from the true line than Bresenham's.
    pub further: u64,
    pub equal: u64,
    pub nearer: u64,
    pub different: u64,
    pub document: LineKind,
    pub symmetric: LineKind,
    pub bresenham: LineKind,
    /// Targets for which the symmetric choice strays exactly as far from the true line as the document's.
    pub symmetric_as_far: u64,
}

#[derive(Serialize)]
pub struct LineKind {
    /// The target for which the line strays furthest from the true line, the first if several are equal.
    pub worst: Point,
    pub squared: Exact,
    pub distance: f64,
    pub beyond_half: u64,
    pub other_way_back: u64,
}

struct Drawn {
    points: Vec<Point>,
    squared: Fraction,
    other_way_back: bool,
}

impl Drawn {
    fn new<S: Iterator<Item = Direction>>(
        draw: fn(Point, Point, Axis) -> Result<Line<S>, LineError>,
        to: Point,
    ) -> Result<Self> {
        let points: Vec<Point> = draw(START, to, Axis::YUp)?.points().collect();
        let back: Vec<Point> = draw(to, START, Axis::YUp)?.points().collect();
        let squared = deviation(points.iter().copied(), START, to);
        Ok(Self {
            other_way_back: !back.iter().rev().eq(&points),
            points,
            squared,
        })
    }
}

/// All lines to a target: the document's, the symmetric choice, and Bresenham's.
struct Lines {
    document: Drawn,
    symmetric: Drawn,
    bresenham: Drawn,
}

impl Lines {
    fn compute(to: Point) -> Result<Self> {
        Ok(Self {
            document: Drawn::new(line, to)?,
            symmetric: Drawn::new(symmetric, to)?,
            bresenham: Drawn::new(bresenham, to)?,
        })
    }

    fn against_bresenham(&self) -> Ordering {
        compare(self.document.squared, self.bresenham.squared)
    }
}

impl LineKind {
    fn new(drawn: &[&Drawn]) -> Self {
        let worst =
            drawn[largest(drawn.iter().map(|drawn| drawn.squared)).expect("there are targets")];
        let [mut beyond_half, mut other_way_back] = [0; 2];
        for drawn in drawn {
            beyond_half += u64::from(compare(drawn.squared, one_over(4)) == Ordering::Greater);
            other_way_back += u64::from(drawn.other_way_back);
        }
        Self {
            worst: worst.points.last().copied().unwrap_or(START),
            squared: worst.squared.into(),
            distance: worst.squared.to_f64().sqrt(),
            beyond_half,
            other_way_back,
        }
    }

    fn row(&self, name: &str) -> [String; 6] {
        let (x, y) = self.worst;
        [
            name.to_owned(),
            format!("({x}, {y})"),
            self.squared.fraction.clone(),
            format!("{:.4}", self.distance),
            grouped(self.beyond_half),
            grouped(self.other_way_back),
        ]
    }
}

impl Straightness {
    pub(super) fn compute() -> Result<Self> {
        let targets: Vec<Point> = (0..SIDE)
            .flat_map(|y| (0..SIDE).map(move |x| (x, y)))
            .collect();
        let lines = try_parallel_map(targets, Lines::compute)?;
        let [
            mut further,
            mut equal,
            mut nearer,
            mut different,
            mut as_far,
        ] = [0; 5];
        for lines in &lines {
            match lines.against_bresenham() {
                Ordering::Greater => further += 1,
                Ordering::Equal => equal += 1,
                Ordering::Less => nearer += 1,
            }
            different += u64::from(lines.document.points != lines.bresenham.points);
            as_far += u64::from(lines.symmetric.squared == lines.document.squared);
        }
        let document: Vec<&Drawn> = lines.iter().map(|lines| &lines.document).collect();
        let symmetric: Vec<&Drawn> = lines.iter().map(|lines| &lines.symmetric).collect();
        let bresenham: Vec<&Drawn> = lines.iter().map(|lines| &lines.bresenham).collect();
        Ok(Self {
            side: SIDE,
            targets: lines.len() as u64,
            further,
            equal,
            nearer,
            different,
            document: LineKind::new(&document),
            symmetric: LineKind::new(&symmetric),
            bresenham: LineKind::new(&bresenham),
            symmetric_as_far: as_far,
        })
    }

    /// The document's line to its worst target and Bresenham's, a tile being this many pixels wide.
    pub(crate) fn picture(&self, pixels: usize) -> String {
        let worst = Lines::compute(self.document.worst).expect("it was drawn before");
        tiles("the document's line", &worst.document.points, pixels)
            + &tiles("Bresenham's line", &worst.bresenham.points, pixels)
    }

    pub(super) fn section(&self) -> Section {
        let side = self.side;
        let [targets, further, equal, nearer, different] = [
            self.targets,
            self.further,
            self.equal,
            self.nearer,
            self.different,
        ]
        .map(grouped);
        let share_further = share(self.further, self.targets).percent();
        let rows = [
            self.document.row("the document's"),
            self.symmetric.row("symmetric"),
            self.bresenham.row("Bresenham's"),
        ];
        let as_back = grouped(self.targets - self.symmetric.other_way_back);
        let as_far = grouped(self.symmetric_as_far);
        let other_way_back = grouped(self.document.other_way_back);
        let distance = self.document.distance;
        Section::new(
            TITLE,
            vec![
                text(format!(
                    "All lines from a corner of a square of {side} by {side} tiles to each of its {targets} tiles: at \
                     {further} targets ({share_further}) the document's line deviates more from the true one than \
                     Bresenham's, at {equal} as much, at {nearer} less. At {different} targets they use different tiles."
                )),
                table(
                    "Exact, all targets: the one at which the middle of a tile is furthest from the true line, that distance \
                     squared and as it is, in tiles; at how many targets it is more than half a tile; for how many the way \
                     back uses other tiles.",
                    [
                        "line",
                        "worst target",
                        "distance, squared",
                        "distance",
                        "beyond half a tile",
                        "other way back",
                    ],
                    rows,
                ),
                text(format!(
                    "The symmetric choice always draws from the smaller end: its way back is its way out for {as_back} of \
                     {targets} targets, and for {as_far} it deviates as much as the document's. It costs nothing."
                )),
                text(format!(
                    "For a player: with the document's lines, what you can shoot may not be able to shoot you, at \
                     {other_way_back} of {targets} places; and a shot can pass up to {distance:.2} tiles from the line of \
                     sight."
                )),
            ],
        )
    }
}
