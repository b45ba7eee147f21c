//! Measures on the grid of a statistic, and their convolution.

use super::{Atom, Side};

/// A complex measure on the grid. The last point stands for everything above it.
#[derive(Clone)]
pub(super) struct Grid {
    pub(super) re: Vec<f64>,
    pub(super) im: Vec<f64>,
}

impl Grid {
    fn empty(bins: usize) -> Self {
        Self {
            re: vec![0.0; bins + 1],
            im: vec![0.0; bins + 1],
        }
    }

    /// A cell's counts, with their phases.
    pub(super) fn spread(atoms: &[Atom], bins: usize, t: f64) -> Self {
        let mut grid = Self::empty(bins);
        for atom in atoms {
            let (sin, cos) = (t * atom.deviation).sin_cos();
            let mut add = |point: usize, share: f64| {
                grid.re[point] += share * atom.chance * cos;
                grid.im[point] += share * atom.chance * sin;
            };
            let below = (atom.at as usize).min(bins);
            let share = if below == bins {
                0.0
            } else {
                atom.at - below as f64
            };
            add(below, 1.0 - share);
            add((below + 1).min(bins), share);
        }
        grid
    }

    /// The measure of the sum of two variables.
    pub(super) fn times(&self, other: &Self) -> Self {
        let filled = |grid: &Self| {
            grid.re
                .iter()
                .zip(&grid.im)
                .filter(|(re, im)| **re != 0.0 || **im != 0.0)
                .count()
        };
        let (few, many) = if filled(self) < filled(other) {
            (self, other)
        } else {
            (other, self)
        };
        let mut product = Self::empty(many.re.len() - 1);
        convolve(few, many, &mut product);
        let bins = product.re.len() - 1;
        (product.re[bins], product.im[bins]) = few.tail(many, Side::Upper);
        product
    }

    /// The part of the product on this side of the last point, which belongs to the upper part.
    pub(super) fn tail(&self, other: &Self, side: Side) -> (f64, f64) {
        let bins = self.re.len() - 1;
        let (mut re, mut im) = (0.0, 0.0);
        // The sum of `other` from a point on, or of what lies below the point.
        let (mut c, mut d) = (0.0, 0.0);
        for left in 0..=bins {
            let (point, next) = match side {
                Side::Upper => (left, bins - left),
                Side::Lower if left == 0 => continue,
                Side::Lower => (bins - left, left - 1),
            };
            (c, d) = (c + other.re[next], d + other.im[next]);
            let (a, b) = (self.re[point], self.im[point]);
            (re, im) = (re + a * c - b * d, im + a * d + b * c);
        }
        (re, im)
    }
}

/// Adds the products below the last point; those of a square that are the same only once.
#[cfg_attr(
    feature = "battery",
    multiversion::multiversion(targets(
        "x86_64+avx512f+avx512bw+avx512dq+avx512vl",
        "x86_64+avx2"
    ))
)]
fn convolve(few: &Grid, many: &Grid, product: &mut Grid) {
    let bins = many.re.len() - 1;
    let is_square = std::ptr::eq(few, many);
    // The first term has no phases.
    let is_real = [few, many]
        .iter()
        .all(|grid| grid.im.iter().all(|im| *im == 0.0));
    for (point, (&a, &b)) in few.re[..bins].iter().zip(&few.im).enumerate() {
        if a == 0.0 && b == 0.0 {
            continue;
        }
        let (mut a, mut b, mut first) = (a, b, 0);
        if is_square {
            if 2 * point >= bins {
                break;
            }
            product.re[2 * point] += a * a - b * b;
            product.im[2 * point] += 2.0 * a * b;
            (a, b, first) = (2.0 * a, 2.0 * b, point + 1);
        }
        let to = point + first..bins;
        let from = first..bins - point;
        if is_real {
            let to = product.re[to].iter_mut();
            to.zip(&many.re[from]).for_each(|(re, c)| *re += a * c);
            continue;
        }
        let to = product.re[to.clone()].iter_mut().zip(&mut product.im[to]);
        for ((re, im), (c, d)) in to.zip(many.re[from.clone()].iter().zip(&many.im[from])) {
            *re += a * c - b * d;
            *im += a * d + b * c;
        }
    }
}
