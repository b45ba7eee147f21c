//! Normals: for each way of making them, the uniform fractions that it was given are recovered.

use std::f64::consts::TAU;

use super::{Reading, Written};
use crate::numbers::{Fraction, Numbers};
use crate::who::around;

/// How normals are made of fractions: all but the first take two for two.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Method {
    /// The inverse of the normal distribution.
    Inverse,
    /// Box and Muller's, the first fraction giving the angle.
    AngleFirst,
    /// Box and Muller's, the second fraction giving the angle.
    RadiusFirst,
    /// Marsaglia's, of points in the circle.
    Polar,
    /// The same, the second fraction giving the first normal.
    PolarSecondFirst,
}

impl Method {
    /// All methods, in the order in which [`of_normals`] tries them.
    const ALL: [Self; 5] = [
        Self::Inverse,
        Self::AngleFirst,
        Self::RadiusFirst,
        Self::Polar,
        Self::PolarSecondFirst,
    ];

    /// The standard normals that are made of these fractions.
    pub fn normals(self, fractions: &[f64]) -> Vec<f64> {
        if self == Self::Inverse {
            return fractions.iter().map(|&u| quantile(u)).collect();
        }
        let pairs = fractions.as_chunks().0.iter();
        pairs.flat_map(|&pair| self.pair(pair)).collect()
    }

    fn pair(self, [u, v]: [f64; 2]) -> [f64; 2] {
        let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
        let square = x * x + y * y;
        let scale = (-2.0 * square.ln() / square).sqrt();
        match self {
            Self::Inverse => [quantile(u), quantile(v)],
            Self::AngleFirst => around(1.0 - v, u),
            Self::RadiusFirst => around(u, v),
            Self::Polar => [x * scale, y * scale],
            Self::PolarSecondFirst => [y * scale, x * scale],
        }
    }
}

/// A number from a normal distribution with mean 0 and standard deviation 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// The number as given.
    pub value: f64,
    /// How far the exact number may be from the given one, because of its digits.
    pub within: f64,
}

/// The precision lost by the functions that made a number and by those that invert them.
const ROUNDING: f64 = 2e-14;

/// The fractions from which each known way makes these normals.
pub fn of_normals(normals: &[Normal]) -> Vec<Reading> {
    let pairs = normals.as_chunks().0;
    let blocks = (normals.len() >= BLOCK).then(|| {
        reading(
            "Sixteen fractions make sixteen normals by Box and Muller's formula: less than 1 by the first eight the radii, the others the angles, as in torch's randn of 16 numbers or more.",
            in_blocks(normals),
        )
    });
    let mut readings = vec![
        reading(
            "The normals are the inverse of the normal distribution at these fractions, as R's rnorm makes them.",
            normals.iter().map(inverted).collect(),
        ),
        reading(
            "Two fractions make two normals by Box and Muller's formula, the first fraction giving the angle, as Python's gauss does.",
            pairs
                .iter()
                .flat_map(|pair| [angle(pair), missing_radius(pair)])
                .collect(),
        ),
        reading(
            "Two fractions make two normals by Box and Muller's formula, the second fraction giving the angle.",
            pairs
                .iter()
                .flat_map(|pair| [radius(pair), angle(pair)])
                .collect(),
        ),
        Reading::new(
            "Two fractions are a point, beside the circle again, and make two normals by Marsaglia's polar method, as Java's nextGaussian does.",
            Numbers::Points(pairs.iter().flat_map(point).collect()),
        ),
        Reading::new(
            "Two fractions are a point, beside the circle again, and make two normals by Marsaglia's polar method, the second fraction the first normal, as in numpy's RandomState and C++.",
            Numbers::Points(
                pairs
                    .iter()
                    .flat_map(|[first, second]| point(&[*second, *first]))
                    .collect(),
            ),
        ),
    ];
    for (reading, method) in readings.iter_mut().zip(Method::ALL) {
        reading.written = Written::Normals(method, 0.0, 1.0);
    }
    readings.extend(blocks.map(|blocks| Reading {
        written: Written::Drawn,
        ..blocks
    }));
    readings
}

fn reading(way: &'static str, fractions: Vec<Fraction>) -> Reading {
    Reading::new(way, Numbers::Fractions(fractions))
}

/// The number of normals that are made at a time.
const BLOCK: usize = 16;

/// The precision lost by 32-bit functions.
const ROUNDING_OF_32: f64 = 5e-7;

/// The fractions of the block of normals that begins here.
fn fill_block(normals: &[Normal], from: usize, fractions: &mut [Fraction]) {
    let half = BLOCK / 2;
    for i in from..from + half {
        let pair = [i, i + half].map(|i| Normal {
            within: normals[i].within.max(ROUNDING_OF_32),
            ..normals[i]
        });
        (fractions[i], fractions[i + half]) = (missing_radius(&pair), angle(&pair));
    }
}

/// The fractions of normals made in blocks. A last block that is not full is made again from new fractions, together with the
/// normals just before it, so nothing is known about what stood there.
fn in_blocks(normals: &[Normal]) -> Vec<Fraction> {
    let half = BLOCK / 2;
    let is_whole = normals.len().is_multiple_of(BLOCK);
    let again = normals.len() - if is_whole { 0 } else { BLOCK };
    let mut fractions = vec![Fraction::GAP; normals.len()];
    for from in (0..normals.len() / BLOCK).map(|block| BLOCK * block) {
        fill_block(normals, from, &mut fractions);
    }
    fractions[again..].fill(Fraction::GAP);
    for i in (0..again).filter(|i| i % BLOCK < half && i + half >= again) {
        fractions[i] = Fraction::GAP;
    }
    if !is_whole {
        let mut last = vec![Fraction::GAP; normals.len()];
        fill_block(normals, again, &mut last);
        fractions.extend_from_slice(&last[again..]);
    }
    fractions
}

/// A fraction below 1.
fn fraction(value: f64, within: f64) -> Fraction {
    Fraction {
        value: value.clamp(0.0, 1.0 - f64::EPSILON / 2.0),
        within: within + ROUNDING,
    }
}

/// The normal at which the distribution function has this value, by Newton's method.
pub(crate) fn quantile(fraction: f64) -> f64 {
    let mut value = 0.0_f64;
    for _ in 0..40 {
        let at = inverted(&Normal { value, within: 0.0 }).value;
        let density = (-0.5 * value * value).exp() / TAU.sqrt();
        let step = (fraction - at) / density;
        value += step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    value
}

/// The distribution function at a normal, by the series of Marsaglia, Evaluating the normal distribution, Journal of
/// Statistical Software 11(4), 2004.
fn inverted(normal: &Normal) -> Fraction {
    let z = normal.value;
    let density = (-0.5 * z * z).exp() / TAU.sqrt();
    let (mut sum, mut term, mut i) = (z, z, 1.0);
    while term.abs() > 1e-18 && i < 1e3 {
        i += 2.0;
        term *= z * z / i;
        sum += term;
    }
    fraction(0.5 + sum * density, normal.within * density)
}

/// Half the square of the distance from 0.
fn half_square([x, y]: &[Normal; 2]) -> f64 {
    0.5 * (x.value * x.value + y.value * y.value)
}

/// How far the values of a pair may be off.
fn within([x, y]: &[Normal; 2]) -> f64 {
    x.within.hypot(y.within)
}

fn angle(pair: &[Normal; 2]) -> Fraction {
    let [x, y] = pair;
    let turns = y.value.atan2(x.value) / TAU;
    let distance = (2.0 * half_square(pair)).sqrt().max(1e-9);
    let (turns, apart) = (
        turns.rem_euclid(1.0),
        (within(pair) / distance).asin() / TAU,
    );
    // Of a pair near the centre nothing is known, and an angle near 0 may be one near a whole turn.
    if (0.0..1.0).contains(&(turns - apart)) && turns + apart < 1.0 {
        fraction(turns, apart)
    } else {
        Fraction::GAP
    }
}

fn radius(pair: &[Normal; 2]) -> Fraction {
    let value = (-half_square(pair)).exp();
    let distance = (2.0 * half_square(pair)).sqrt();
    // Not as a difference of two values, which are nearly equal: it would be rounding, and another one on each computer.
    let changes = [-within(pair).min(distance), within(pair)]
        .map(|by| value * (-0.5 * by * (2.0 * distance + by)).exp_m1().abs());
    fraction(value, changes[0].max(changes[1]))
}

/// The point from which the polar method makes a pair: it moves a point at the distance `r` from the centre to `sqrt(-4 ln r)`.
fn point(pair: &[Normal; 2]) -> [Fraction; 2] {
    let half = half_square(pair).max(1e-18);
    let scale = ((-half).exp() / (2.0 * half)).sqrt();
    // A bound on how far a coordinate moves when a normal does.
    let within = scale * (1.25 + 0.75 * half) * within(pair);
    pair.map(|normal| fraction(0.5 + 0.5 * normal.value * scale, within))
}

fn missing_radius(pair: &[Normal; 2]) -> Fraction {
    let radius = radius(pair);
    fraction(-(-half_square(pair)).exp_m1(), radius.within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_are_read_as_the_fractions_that_make_them() {
        let fractions = [0.3, 0.6, 0.45, 0.81, 0.52, 0.27];
        let exact = |&value: &f64| Normal {
            value,
            within: 1e-12,
        };
        // Tables of the normal distribution: its quantile at 0.975 is 1.959964.
        assert!((quantile(0.975) - 1.959_964).abs() < 1e-6);
        for (place, method) in Method::ALL.into_iter().enumerate() {
            let normals = method.normals(&fractions);
            let read = &of_normals(&normals.iter().map(exact).collect::<Vec<_>>())[place];
            assert_eq!(read.written, Written::Normals(method, 0.0, 1.0));
            let (Numbers::Fractions(found) | Numbers::Points(found)) = &read.numbers else {
                panic!("{method:?}");
            };
            for (found, given) in found.iter().zip(fractions) {
                assert!(
                    (found.value - given).abs() < 1e-11,
                    "{method:?}: {found:?} {given}"
                );
            }
        }
    }
}
