//! The cells of a null hypothesis, and how they are pooled.
//!
//! The limit distribution of Pearson's and the G statistic needs an expectation of at least 5 in every cell. Cells with less
//! are pooled: in ascending order of their probability (equal ones in their own order), cells are put together until they reach
//! 5. That depends only on the null hypothesis and the number of items, never on the data. Cells of probability zero stay
//! outside: one item there refutes the hypothesis.
//!
//! ```
//! use roguelab_gof::Cells;
//!
//! let cells = Cells::from_weights(&[8, 4, 2, 1, 1])?;
//! assert_eq!(cells.probabilities()[0], 0.5);
//! assert_eq!((cells.freedom(80), cells.freedom(40)), (4, 3));
//! assert_eq!(Cells::uniform(6)?.needed(), 30);
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

use crate::Error;
use crate::sum::Sum;

/// The smallest expectation of a pooled cell.
pub(crate) const EXPECTATION: f64 = 5.0;

/// More cells than anybody has the memory for.
const MOST: usize = 1 << 28;

/// How far from one a sum of probabilities may be.
const TOLERANCE: f64 = 1e-9;

/// Probabilities of cells, and the order in which they are pooled.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    probabilities: Vec<f64>,
    /// The cells of nonzero probability, the rarest first; `None` if all are equal.
    ascending: Option<Vec<usize>>,
    needed: u64,
}

impl Cells {
    /// How many items there are in all.
    pub(crate) fn total(&self, counts: &[u64]) -> Result<u64, Error> {
        if counts.len() != self.len() {
            return Err(Error::DifferentLengths {
                counts: counts.len(),
                cells: self.len(),
            });
        }
        let mut items = 0_u64;
        for &count in counts {
            items = items.checked_add(count).ok_or_else(|| Error::TooLarge {
                size: counts.iter().map(|&count| count as f64).sum(),
                limit: u64::MAX,
            })?;
        }
        Ok(items)
    }

    /// Cells of equal probability.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] for fewer than two, [`Error::TooLarge`] above `2^28`.
    pub fn uniform(cells: usize) -> Result<Self, Error> {
        if cells < 2 {
            return Err(Error::NothingToTest("a null hypothesis needs two cells"));
        }
        check_memory(cells)?;
        Ok(Self::needing(vec![1.0 / cells as f64; cells], None))
    }

    /// Cells with probabilities in proportion to whole numbers.
    ///
    /// # Errors
    /// [`Error::NothingToTest`] with fewer than two weights above zero, [`Error::TooLarge`] above `2^28` cells.
    pub fn from_weights(weights: &[u64]) -> Result<Self, Error> {
        let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
        check_memory(weights.len())?;
        Self::new(
            weights
                .iter()
                .map(|&weight| weight as f64 / total.max(1) as f64)
                .collect(),
        )
    }

    /// Cells with these probabilities, which sum to one within `1e-9`; the difference is shared out.
    ///
    /// # Errors
    /// [`Error::NotADistribution`], [`Error::NothingToTest`] with fewer than two above zero, [`Error::TooLarge`] above
    /// `2^28` cells.
    pub fn from_probabilities(mut probabilities: Vec<f64>) -> Result<Self, Error> {
        check_memory(probabilities.len())?;
        if probabilities.iter().any(|p| !p.is_finite() || *p < 0.0) {
            return Err(Error::NotADistribution);
        }
        let total = probabilities.iter().copied().collect::<Sum>().value();
        if (total - 1.0).abs() > TOLERANCE {
            return Err(Error::NotADistribution);
        }
        for p in &mut probabilities {
            *p /= total;
        }
        Self::new(probabilities)
    }

    fn new(probabilities: Vec<f64>) -> Result<Self, Error> {
        let mut ascending: Vec<usize> = (0..probabilities.len())
            .filter(|&i| probabilities[i] > 0.0)
            .collect();
        if ascending.len() < 2 {
            return Err(Error::NothingToTest(
                "a null hypothesis needs two cells of nonzero probability",
            ));
        }
        ascending.sort_by(|&i, &j| probabilities[i].total_cmp(&probabilities[j]));
        Ok(Self::needing(probabilities, Some(ascending)))
    }

    fn needing(probabilities: Vec<f64>, ascending: Option<Vec<usize>>) -> Self {
        let items = match &ascending {
            Some(ascending) => {
                EXPECTATION / rarest(ascending.iter().rev().map(|&i| probabilities[i]))
            }
            None => EXPECTATION * probabilities.len() as f64,
        };
        Self {
            probabilities,
            ascending,
            needed: (items * (1.0 - TOLERANCE)).ceil() as u64,
        }
    }

    /// How many cells, those of probability zero included.
    #[expect(clippy::len_without_is_empty, reason = "there are always at least two")]
    pub const fn len(&self) -> usize {
        self.probabilities.len()
    }

    /// The probability of each cell.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// How many items it takes for an expectation of at least 5 in the cells that hold nine tenths of the probability, and in
    /// two cells after pooling.
    ///
    /// With equal cells that is 5 for each. The cells with the rest of the probability may be pooled.
    pub const fn needed(&self) -> u64 {
        self.needed
    }

    /// The degrees of freedom for a number of items: cells after pooling, minus one.
    pub fn freedom(&self, items: u64) -> u64 {
        let mut pooled = 0_u64;
        self.pool(items, |_, _| pooled += 1);
        pooled.saturating_sub(1)
    }

    /// The cells that are counted as one with this many items: a list for each such group, the rarest first.
    ///
    /// ```
    /// let cells = roguelab_gof::Cells::from_weights(&[3, 1, 96])?;
    /// assert_eq!(cells.pools(200), [[1, 0]]);
    /// assert!(cells.pools(500).is_empty());
    /// # Ok::<(), roguelab_gof::Error>(())
    /// ```
    pub fn pools(&self, items: u64) -> Vec<Vec<usize>> {
        let mut pools = Vec::new();
        self.pool(items, |pool, _| {
            if pool.end - pool.start > 1 {
                pools.push(pool.cells().collect());
            }
        });
        pools
    }

    /// Observed and expected number of each pooled cell.
    pub(crate) fn pooled(&self, counts: &[u64], items: u64, mut each: impl FnMut(u64, f64)) {
        self.pool(items, |cells, expected| each(cells.total(counts), expected));
    }

    /// Whether there is an item in a cell of probability zero.
    pub(crate) fn refuted_by(&self, counts: &[u64]) -> bool {
        self.probabilities
            .iter()
            .zip(counts)
            .any(|(&p, &count)| p <= 0.0 && count > 0)
    }

    /// Calls `each` with the cells and the expectation of every pooled cell.
    fn pool(&self, items: u64, mut each: impl FnMut(Pool<'_>, f64)) {
        // Rounding must not push a cell of exactly 5 below it.
        let enough = EXPECTATION * (1.0 - TOLERANCE);
        let items = items as f64;
        let order = self.ascending.as_deref();
        let cells = order.map_or(self.len(), <[usize]>::len);
        // A pool is handed over when the next one is full: a remainder that never fills joins the last.
        let (mut start, mut open, mut full) = (0, 0.0, None);
        for i in 0..cells {
            open += items * self.probabilities[order.map_or(i, |order| order[i])];
            if open >= enough {
                let end = i + 1;
                if let Some((pool, expected)) = full.replace((Pool { order, start, end }, open)) {
                    each(pool, expected);
                }
                (start, open) = (end, 0.0);
            }
        }
        match full {
            Some((Pool { start, .. }, expected)) => {
                let end = cells;
                each(Pool { order, start, end }, expected + open);
            }
            None => each(
                Pool {
                    order,
                    start: 0,
                    end: cells,
                },
                open,
            ),
        }
    }
}

/// A run of cells in ascending order.
struct Pool<'a> {
    order: Option<&'a [usize]>,
    start: usize,
    end: usize,
}

impl Pool<'_> {
    fn cells(&self) -> impl Iterator<Item = usize> {
        (self.start..self.end).map(|i| self.order.map_or(i, |order| order[i]))
    }

    fn total(&self, counts: &[u64]) -> u64 {
        self.cells().map(|cell| counts[cell]).sum()
    }
}

/// The probability of the cell that must expect enough: the rarest of the likeliest cells that hold nine tenths, or of all but
/// the likeliest if that is less. The probabilities are above zero, the largest first.
fn rarest(descending: impl Iterator<Item = f64>) -> f64 {
    const SHARE: f64 = 0.9;
    let (mut held, mut largest, mut smallest) = (0.0, 0.0_f64, 1.0);
    for p in descending {
        if held >= SHARE {
            break;
        }
        largest = largest.max(p);
        held += p;
        smallest = p;
    }
    smallest.min(1.0 - largest)
}

pub(crate) fn check_memory(cells: usize) -> Result<(), Error> {
    if cells > MOST {
        Err(Error::TooLarge {
            size: cells as f64,
            limit: MOST as u64,
        })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pools(cells: &Cells, counts: &[u64]) -> Vec<(u64, f64)> {
        let mut pools = Vec::new();
        cells.pooled(counts, counts.iter().sum(), |count, expected| {
            pools.push((count, expected));
        });
        pools
    }

    #[test]
    fn rare_cells_are_pooled_and_the_rest_joins_the_last() {
        let cells = Cells::from_weights(&[8, 0, 4, 2, 1, 1]).unwrap();
        assert_eq!(
            pools(&cells, &[20, 0, 10, 5, 3, 2]),
            [(5, 5.0), (5, 5.0), (10, 10.0), (20, 20.0)]
        );
        let uniform = Cells::uniform(7).unwrap();
        let thirty_one = pools(&uniform, &[1, 2, 3, 4, 5, 6, 10]);
        assert_eq!(
            thirty_one.iter().map(|pool| pool.0).collect::<Vec<_>>(),
            [3, 7, 21]
        );
        assert!((thirty_one.iter().map(|pool| pool.1).sum::<f64>() - 31.0).abs() < 1e-12);
    }

    #[test]
    fn every_pool_expects_five() {
        for items in 10..400 {
            let cells = Cells::from_weights(&[50, 30, 10, 4, 3, 2, 1]).unwrap();
            let mut least = f64::INFINITY;
            cells.pool(items, |_, expected| least = least.min(expected));
            assert!(least > 4.999_999, "{items}: {least}");
        }
    }

    #[test]
    fn needed_items_leave_two_pools_and_one_fewer_is_too_few_for_equal_cells() {
        for weights in [
            vec![1, 1],
            vec![1; 40],
            vec![95, 5],
            vec![60, 30, 5, 5],
            vec![1 << 20, 1, 1],
            vec![9, 0, 1],
        ] {
            let cells = Cells::from_weights(&weights).unwrap();
            assert!(cells.freedom(cells.needed()) >= 1, "{weights:?}");
        }
        for k in [2, 3, 24, 720, 40_320] {
            let cells = Cells::uniform(k).unwrap();
            assert_eq!(
                (cells.needed(), cells.freedom(cells.needed())),
                (5 * k as u64, k as u64 - 1)
            );
            assert!(cells.freedom(cells.needed() - 1) < k as u64 - 1);
            assert_eq!(
                Cells::from_weights(&vec![3; k]).unwrap().needed(),
                cells.needed()
            );
        }
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        let refused = [
            vec![0.5, 0.6],
            vec![1.5, -0.5],
            vec![f64::NAN, 1.0],
            vec![f64::INFINITY, 0.0],
            vec![],
            vec![0.1],
        ];
        for probabilities in refused {
            assert_eq!(
                Cells::from_probabilities(probabilities),
                Err(Error::NotADistribution)
            );
        }
        let nearly = Cells::from_probabilities(vec![0.25, 0.75 + 6e-10]).unwrap();
        assert!((nearly.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-15);
        assert!(check_memory(MOST).is_ok());
        for too_few in [
            Cells::uniform(1),
            Cells::from_weights(&[]),
            Cells::from_weights(&[0, 7, 0]),
        ] {
            assert!(matches!(too_few, Err(Error::NothingToTest(_))));
        }
        assert!(matches!(
            Cells::uniform(usize::MAX),
            Err(Error::TooLarge { .. })
        ));
        assert!(Cells::from_weights(&[u64::MAX, u64::MAX]).is_ok());
    }
}
