//! How straight the document's lines are, compared with Bresenham's, and whether they are the same in both directions.

use std::cmp::Ordering;

use grids::line::Direction;
use grids::line::{Axis, Line, LineError, Point, bresenham, deviation, line, symmetric};
use grids::spread::Fraction;

use super::fraction::{compare, largest, one_over};
use super::picture::tiles;
use crate::prelude::*;
use crate::prose::EVEN as WORDS;
use crate::svg::bitmap;

/// The side of the square that contains the targets; lines start in one of its corners.
const SIDE: i32 = 64;
const START: Point = (0, 0);

#[derive(Serialize)]
pub struct Straightness {
    pub side: i32,
    pub targets: u64,
    /// Targets for which the document's line strays further from the true line than Bresenham's.
    pub further: u64,
    pub equal: u64,
    pub nearer: u64,
    pub different: u64,
    pub document: Kind,
    pub symmetric: Kind,
    pub bresenham: Kind,
    /// Targets for which the symmetric choice strays exactly as far from the true line as the document's.
    pub symmetric_as_far: u64,
    /// For each target, whether the document's line strays no further than Bresenham's.
    #[serde(skip)]
    as_near: Vec<bool>,
    /// For each target, whether the line back is a different one.
    #[serde(skip)]
    turns: Vec<bool>,
}

#[derive(Serialize)]
pub struct Kind {
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

impl Kind {
    fn of(drawn: &[&Drawn]) -> Self {
        let count = |so: fn(&Drawn) -> bool| drawn.iter().filter(|drawn| so(drawn)).count() as u64;
        let worst =
            drawn[largest(drawn.iter().map(|drawn| drawn.squared)).expect("there are targets")];
        Self {
            worst: worst.points.last().copied().unwrap_or(START),
            squared: worst.squared.into(),
            distance: worst.squared.to_f64().sqrt(),
            beyond_half: count(|drawn| compare(drawn.squared, one_over(4)) == Ordering::Greater),
            other_way_back: count(|drawn| drawn.other_way_back),
        }
    }
}

impl Straightness {
    pub(super) fn compute() -> Result<Self> {
        let targets: Vec<Point> = (0..SIDE)
            .flat_map(|y| (0..SIDE).map(move |x| (x, y)))
            .collect();
        let lines = try_each(targets, Lines::compute)?;
        let count =
            |so: &dyn Fn(&Lines) -> bool| lines.iter().filter(|lines| so(lines)).count() as u64;
        let kind = |of: fn(&Lines) -> &Drawn| Kind::of(&lines.iter().map(of).collect::<Vec<_>>());
        let against = |order| count(&|lines| lines.against_bresenham() == order);
        Ok(Self {
            side: SIDE,
            targets: lines.len() as u64,
            further: against(Ordering::Greater),
            equal: against(Ordering::Equal),
            nearer: against(Ordering::Less),
            different: count(&|lines| lines.document.points != lines.bresenham.points),
            document: kind(|lines| &lines.document),
            symmetric: kind(|lines| &lines.symmetric),
            bresenham: kind(|lines| &lines.bresenham),
            symmetric_as_far: count(&|lines| lines.symmetric.squared == lines.document.squared),
            as_near: lines
                .iter()
                .map(|lines| lines.against_bresenham() != Ordering::Greater)
                .collect(),
            turns: lines
                .iter()
                .map(|lines| lines.document.other_way_back)
                .collect(),
        })
    }

    /// The document's line to its worst target and Bresenham's, a tile being this many pixels wide.
    pub(crate) fn picture(&self, pixels: usize) -> String {
        let worst = Lines::compute(self.document.worst).expect("it was drawn before");
        tiles("the document's line", &worst.document.points, pixels)
            + &tiles("Bresenham's line", &worst.bresenham.points, pixels)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        // North is up: the row furthest from the start comes first.
        let map = |label, bits: &[bool]| {
            let rows: Vec<Vec<bool>> = bits
                .chunks(self.side as usize)
                .rev()
                .map(<[bool]>::to_vec)
                .collect();
            bitmap(label, &rows)
        };
        let maps = map(
            "Targets at which the document's line is as near as Bresenham's",
            &self.as_near,
        ) + &map(
            "Targets from which the document's line comes back another way",
            &self.turns,
        );
        let more = json!({ "as_back": self.targets - self.symmetric.other_way_back });
        WORDS
            .beside(self, more)
            .blocks("straightness", [self.picture(10), maps])
    }
}
