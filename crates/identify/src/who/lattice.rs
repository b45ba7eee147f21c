//! Lattices: the states of a linear congruential generator, each of which is known to lie in an interval.
//!
//! The state at place `i` is `a[i] * x + c[i] mod m`, where `x` is the first one. So the states minus their `c` are a vector of
//! the lattice spanned by `a` and by `m` times each unit vector, near the middles of the intervals. The basis is reduced by the
//! method of Lenstra, Lenstra and Lovász, and the near vectors are listed by that of Fincke and Pohst.

/// The most vectors that are tried while listing.
const NODES: u32 = 1 << 21;

/// The most near vectors that are listed.
const LISTED: usize = 1 << 10;

/// The constant in Lovász's condition.
const DELTA: f64 = 0.99;

/// The number of swaps after which a basis is used as it is.
const SWAPS: u32 = 1 << 18;

/// A reduced basis and its orthogonalization.
pub(super) struct Lattice {
    rows: Vec<Vec<i128>>,
    /// The rows in doubles.
    floats: Vec<Vec<f64>>,
    /// For each row, the multiples of the orthogonal rows before it.
    mu: Vec<Vec<f64>>,
    /// The squares of the orthogonal rows' lengths.
    squares: Vec<f64>,
}

fn floats(row: &[i128]) -> Vec<f64> {
    row.iter().map(|number| *number as f64).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn subtract(from: &mut [i128], times: i128, row: &[i128]) {
    for (from, row) in from.iter_mut().zip(row) {
        *from -= times * row;
    }
}

impl Lattice {
    /// The lattice spanned by these rows, which form a square matrix.
    pub(super) fn reduced(rows: Vec<Vec<i128>>) -> Self {
        let n = rows.len();
        let mut lattice = Self {
            floats: rows.iter().map(|row| floats(row)).collect(),
            rows,
            mu: vec![vec![0.0; n]; n],
            squares: vec![0.0; n],
        };
        lattice.shorten(0);
        let (mut k, mut swaps) = (1, 0);
        while k < n {
            lattice.shorten(k);
            let mu = lattice.mu[k][k - 1];
            if swaps == SWAPS || lattice.squares[k] >= (DELTA - mu * mu) * lattice.squares[k - 1] {
                k += 1;
                continue;
            }
            swaps += 1;
            lattice.rows.swap(k, k - 1);
            lattice.floats.swap(k, k - 1);
            if k == 1 {
                lattice.shorten(0);
            }
            k = (k - 1).max(1);
        }
        lattice
    }

    /// Subtracts multiples of the earlier rows from row `k` until it is as short as they make it.
    fn shorten(&mut self, k: usize) {
        let Self {
            rows,
            floats: all,
            mu,
            squares,
        } = self;
        let (before, rest) = rows.split_at_mut(k);
        let row = &mut rest[0];
        // Rounding may leave a remainder the first time.
        for _ in 0..8 {
            for j in 0..k {
                let sum: f64 = (0..j).map(|l| mu[j][l] * mu[k][l] * squares[l]).sum();
                mu[k][j] = (dot(&all[k], &all[j]) - sum) / squares[j];
            }
            let mut changed = false;
            for j in (0..k).rev() {
                let times = mu[k][j].round();
                if times != 0.0 {
                    changed = true;
                    subtract(row, times as i128, &before[j]);
                    let (above, this) = mu.split_at_mut(k);
                    for (mine, its) in this[0].iter_mut().zip(&above[j][..j]) {
                        *mine -= times * its;
                    }
                    this[0][j] -= times;
                }
            }
            if !changed {
                break;
            }
            all[k] = floats(row);
        }
        let sum: f64 = (0..k).map(|j| mu[k][j] * mu[k][j] * squares[j]).sum();
        squares[k] = dot(&all[k], &all[k]) - sum;
    }

    /// The vectors of the lattice whose squared distance from a point is at most `square`.
    pub(super) fn near(&self, point: &[i128], square: f64) -> Vec<Vec<i128>> {
        let n = self.rows.len();
        // First move the point near zero, where doubles are exact enough.
        let mut left = point.to_vec();
        for _ in 0..4 {
            let mut within = self.parts(&left);
            for j in (0..n).rev() {
                let times = within[j].round();
                subtract(&mut left, times as i128, &self.rows[j]);
                for (part, mu) in within.iter_mut().zip(&self.mu[j][..j]) {
                    *part -= times * mu;
                }
            }
        }
        let mut search = Search {
            lattice: self,
            parts: self.parts(&left),
            times: vec![0.0; n],
            nodes: 0,
            found: Vec::new(),
        };
        search.level(n, square);
        let base: Vec<i128> = point
            .iter()
            .zip(&left)
            .map(|(point, left)| point - left)
            .collect();
        search
            .found
            .iter()
            .map(|times| {
                let mut near = base.clone();
                for (times, row) in times.iter().zip(&self.rows) {
                    subtract(&mut near, -times as i128, row);
                }
                near
            })
            .collect()
    }

    /// A vector as multiples of the orthogonal rows.
    fn parts(&self, vector: &[i128]) -> Vec<f64> {
        let vector = floats(vector);
        let mut products: Vec<f64> = self.floats.iter().map(|row| dot(row, &vector)).collect();
        for j in 0..products.len() {
            let sum: f64 = (0..j).map(|l| self.mu[j][l] * products[l]).sum();
            products[j] -= sum;
        }
        products
            .iter()
            .zip(&self.squares)
            .map(|(product, square)| product / square)
            .collect()
    }
}

struct Search<'a> {
    lattice: &'a Lattice,
    /// The point as multiples of the orthogonal rows.
    parts: Vec<f64>,
    /// Whole numbers: as integers they would have to be converted at every node.
    times: Vec<f64>,
    nodes: u32,
    found: Vec<Vec<f64>>,
}

impl Search<'_> {
    /// Chooses the multiples of the rows below a level, the nearest first.
    fn level(&mut self, level: usize, square: f64) {
        let Some(j) = level.checked_sub(1) else {
            self.found.push(self.times.clone());
            return;
        };
        let above: f64 = (level..self.times.len())
            .map(|i| self.times[i] * self.lattice.mu[i][j])
            .sum();
        let centre = self.parts[j] - above;
        let nearest = centre.round();
        let side = if centre < nearest { -1.0 } else { 1.0 };
        for step in 0_u32.. {
            // 0, 1, -1, 2, -2 from the nearest one, towards the centre first.
            let away = f64::from(step.div_ceil(2)) * if step % 2 == 1 { side } else { -side };
            let distance = nearest + away - centre;
            let left = square - distance * distance * self.lattice.squares[j];
            self.nodes += 1;
            if left < 0.0 || self.nodes > NODES || self.found.len() >= LISTED {
                break;
            }
            self.times[j] = nearest + away;
            self.level(j, left);
        }
        self.times[j] = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_vectors_of_a_skewed_lattice_are_found() {
        // The lattice of all integer vectors, given by a basis that hides it.
        let lattice = Lattice::reduced(vec![
            vec![1, 0, 0],
            vec![1_000_003, 1, 0],
            vec![-77_777_777, 123_456, 1],
        ]);
        assert!(
            lattice
                .squares
                .iter()
                .all(|square| (square - 1.0).abs() < 1e-9),
            "{:?}",
            lattice.squares
        );
        let mut near = lattice.near(&[1 << 60, 5, -9], 1.001);
        near.sort();
        assert_eq!(near.len(), 7);
        assert_eq!(near[3], [1 << 60, 5, -9]);
    }
}
