//! The constants of numbers that are `from + scale * u`, for known values of `u` and numbers known by their digits.
//!
//! Each printed number bounds `from + scale * u` on two sides, so the constants that fit form a convex polygon.

use crate::reading::Decimal;

/// The ways to print a number: rounded, cut toward 0, down and up.
const PRINTINGS: usize = 4;

/// The pairs of constants that make all the numbers.
pub(super) struct Constants {
    /// The corners of the polygon.
    corners: Vec<Line>,
    /// The two constants, where they are clearly simple ones.
    from: Option<f64>,
    scale: Option<f64>,
    /// A pair in the middle.
    middle: Line,
}

/// A pair of constants.
#[derive(Clone, Copy)]
struct Line {
    from: f64,
    scale: f64,
}

impl Line {
    fn at(self, u: f64) -> f64 {
        self.from + self.scale * u
    }
}

/// Numbers, each with the value of which it was made, and how exact their functions are.
struct Points<'a> {
    all: &'a [(Decimal, f64)],
    low: (Decimal, f64),
    high: (Decimal, f64),
    slack: f64,
}

impl Points<'_> {
    /// How far the exact number may be below and above the printed one.
    fn bounds(&self, number: Decimal, printing: usize) -> [f64; 2] {
        let cut = match number.value {
            0.0 => [-1.0, 1.0],
            value if value < 0.0 => [-1.0, 0.0],
            _ => [0.0, 1.0],
        };
        let [least, most] = [[-0.5, 0.5], cut, [0.0, 1.0], [-1.0, 0.0]][printing];
        [
            least * number.last - self.slack,
            most * number.last + self.slack,
        ]
    }

    /// The corners of the polygon if the numbers were printed in this way; none if they were not.
    fn corners(&self, printing: usize) -> Vec<Line> {
        let ((low, low_u), (high, high_u)) = (self.low, self.high);
        let [a, b] = self.bounds(low, printing);
        let [c, d] = self.bounds(high, printing);
        // A corner is how far the lowest and the highest number are from those printed.
        let mut corners = vec![[a, c], [b, c], [b, d], [a, d]];
        for &(number, u) in self.all {
            let part = (u - low_u) / (high_u - low_u);
            let apart = low.value - number.value + part * (high.value - low.value);
            let [least, most] = self.bounds(number, printing);
            for (sign, bound) in [(1.0, -least), (-1.0, most)] {
                corners = clip(&corners, |[low, high]| {
                    bound + sign * (apart + low + part * (high - low))
                });
            }
        }
        let mut lines = Vec::new();
        for [below, above] in corners {
            let scale = (high.value - low.value + above - below) / (high_u - low_u);
            let from = low.value + below - scale * low_u;
            lines.push(Line { from, scale });
        }
        lines
    }
}

/// The part of a convex polygon where a linear function is not negative.
fn clip(corners: &[[f64; 2]], function: impl Fn([f64; 2]) -> f64) -> Vec<[f64; 2]> {
    let mut kept = Vec::new();
    for (i, &one) in corners.iter().enumerate() {
        let next = corners[(i + 1) % corners.len()];
        let (here, there) = (function(one), function(next));
        if here >= 0.0 {
            kept.push(one);
        }
        if (here < 0.0) != (there < 0.0) {
            let part = here / (here - there);
            kept.push([0, 1].map(|side| one[side] + part * (next[side] - one[side])));
        }
    }
    kept
}

/// The ends of the part of a polygon that has this first constant.
fn on_line(corners: &[Line], from: f64) -> Vec<Line> {
    let mut ends = Vec::new();
    for (i, one) in corners.iter().enumerate() {
        let next = corners[(i + 1) % corners.len()];
        if (one.from <= from) != (next.from <= from) {
            let part = (from - one.from) / (next.from - one.from);
            let scale = one.scale + part * (next.scale - one.scale);
            ends.push(Line { from, scale });
        }
    }
    ends
}

/// The least and the greatest of these.
fn ends(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], one| {
        [least.min(one), most.max(one)]
    })
}

/// The least and the greatest scale.
fn scale_ends(lines: &[Line]) -> [f64; 2] {
    ends(lines.iter().map(|line| line.scale))
}

/// The roundest number between these, if it is so round, and they so near, that it is hardly there by chance. Zero counts as
/// a multiple of `size`.
fn simplest([least, most]: [f64; 2], size: f64) -> Option<f64> {
    let width = most - least;
    if least <= 0.0 && 0.0 <= most {
        return (width < NARROW * size).then_some(0.0);
    }
    for digits in -3..16 {
        for part in [10.0, 5.0] {
            let unit = part * 10_f64.powi(-digits);
            let places = usize::try_from(digits).unwrap_or(0);
            let steps = (f64::midpoint(least, most) / unit).round();
            let round: f64 = format!("{:.places$}", steps * unit).parse().ok()?;
            if (least..=most).contains(&round) {
                let is_clear = width < NARROW * unit && steps.abs() * width < 10.0 * NARROW * unit;
                return is_clear.then_some(round);
            }
        }
    }
    None
}

/// A random interval of this part of a unit hardly contains a multiple of the unit.
const NARROW: f64 = 0.02;

impl Constants {
    /// The constants that make each of these numbers of its value; `None` if none make them all.
    pub(super) fn fit(points: &[(Decimal, f64)]) -> Option<Self> {
        let low = *points.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let high = *points.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let scale = (high.0.value - low.0.value) / (high.1 - low.1);
        let from = low.0.value - scale * low.1;
        let slack = exactness(from, scale);
        let points = Points {
            all: points,
            low,
            high,
            slack,
        };
        let mut fits: Vec<_> = (0..PRINTINGS).map(|one| points.corners(one)).collect();
        fits.retain(|corners| !corners.is_empty());
        let mut fitted = Self::of_corners(fits.first()?.clone());
        let mut constants = fits.iter().map(|corners| Self::of_corners(corners.clone()));
        if let Some(simple) = constants.find(|constants| constants.simple().is_some()) {
            return Some(simple);
        }
        // Of numbers with one sign, or printed all down or all up, the others are as if all were rounded.
        let signs = ends(points.all.iter().map(|(number, _)| number.value));
        if signs[0] < 0.0 && 0.0 < signs[1] {
            fitted.corners.extend(fits.into_iter().skip(1).flatten());
        }
        Some(fitted)
    }

    fn of_corners(mut corners: Vec<Line>) -> Self {
        let [_, most] = scale_ends(&corners);
        let from = simplest(ends(corners.iter().map(|line| line.from)), most);
        if let Some(from) = from {
            corners = on_line(&corners, from);
        }
        let scale = simplest(scale_ends(&corners), 0.0);
        let count = corners.len() as f64;
        let middle = Line {
            from: from.unwrap_or(corners.iter().map(|line| line.from).sum::<f64>() / count),
            scale: scale.unwrap_or(corners.iter().map(|line| line.scale).sum::<f64>() / count),
        };
        if from.is_some() && scale.is_some() {
            corners.clear();
        }
        Self {
            corners,
            from,
            scale,
            middle,
        }
    }

    /// The number that is made of this value.
    pub(super) fn number(&self, u: f64) -> f64 {
        self.middle.at(u)
    }

    /// How far that number may be off.
    pub(super) fn doubt(&self, u: f64) -> f64 {
        let apart = self.corners.iter().map(|line| line.at(u) - self.number(u));
        let least = exactness(self.middle.from, self.middle.scale);
        apart.map(f64::abs).fold(least, f64::max)
    }

    /// The two constants, if both are clearly simple ones.
    pub(super) fn simple(&self) -> Option<(f64, f64)> {
        self.from.zip(self.scale)
    }

    /// Describes constants of which any may be right.
    pub(super) fn describe(all: &[&Self]) -> String {
        let lines = all.iter().flat_map(|one| &one.corners);
        let from = shared(all.iter().map(|one| one.from));
        let scale = shared(all.iter().map(|one| one.scale));
        let scale = describe_constant(scale, ends(lines.clone().map(|line| line.scale)));
        if from == Some(0.0) {
            return scale;
        }
        let from = describe_constant(from, ends(lines.map(|line| line.from)));
        format!("{from} + {scale}")
    }
}

/// What all of these are.
fn shared(mut all: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let first = all.next()??;
    all.all(|one| one == Some(first)).then_some(first)
}

/// How exact a number is: functions such as `ln` and `cos` are not the same to the last digit in all libraries.
fn exactness(from: f64, scale: f64) -> f64 {
    1e-14 * (from.abs() + 10.0 * scale.abs())
}

/// A simple constant, or between which numbers it is.
fn describe_constant(simple: Option<f64>, [least, most]: [f64; 2]) -> String {
    if let Some(simple) = simple {
        return simple.to_string();
    }
    // One digit more than show how far the ends are apart.
    let digits = (1.0 - (most - least).log10().floor()).clamp(0.0, 17.0);
    let unit = 10_f64.powf(digits);
    let middle = f64::midpoint(least, most);
    let (least, most) = ((least * unit).floor() / unit, (most * unit).ceil() / unit);
    let digits = digits as usize;
    format!("about {middle:.digits$} ({least:.digits$} to {most:.digits$})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{E, PI};

    #[test]
    fn next_numbers_are_as_near_as_stated() {
        let row = generators::catalogue::find("mt19937-array").unwrap();
        let ranges = [
            (0.0, PI),
            (0.0, 2.0 * PI),
            (-PI, PI),
            (0.0, 100.0 / 3.0),
            (1.0, E),
            (0.0, 0.1),
            (-5.0, 5.0),
            (10.0, 20.0),
        ];
        for seed in 0..200 {
            let (from, to) = ranges[seed % ranges.len()];
            let mut outputs = (row.seeded)(seed as u64);
            let mut random = || ((outputs() >> 5 << 26 | outputs() >> 6) as f64) / 2_f64.powi(53);
            let (digits, count) = (1 + seed / 8 % 6, 8 + seed % 23);
            let mut points = Vec::new();
            for _ in 0..count {
                let u = random();
                let value = format!("{:.digits$}", from + (to - from) * u);
                let value = value.parse().unwrap();
                let last = 10_f64.powi(-(digits as i32));
                points.push((Decimal { value, last }, u));
            }
            let constants = Constants::fit(&points).unwrap();
            for _ in 0..10 {
                let u = random();
                let apart = (from + (to - from) * u - constants.number(u)).abs();
                assert!(apart <= constants.doubt(u), "seed {seed}: {apart}");
            }
        }
    }
}
