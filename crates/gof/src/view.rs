//! What is counted of a sample: an assertion compares the counts with their law, [`crate::same`] those of two samples.

pub(crate) mod permutations;
pub(crate) mod values;

use crate::permutations::position_matrix;
use crate::tail::binomial;
use crate::{Cells, Error, PValue, Tail, pearson};

/// Counts an item: adds to the counts.
type Count<Item> = dyn FnMut(&Item, &mut [u64]) + Send;

/// Counts of one distribution of the items.
pub(crate) struct View<Item: ?Sized> {
    /// The test's name.
    pub(crate) test: &'static str,
    /// What it counts, in a few words.
    pub(crate) counted: String,
    pub(crate) law: Law,
    pub(crate) counts: Vec<u64>,
    pub(crate) items: u64,
    /// Whether it counts single items, as opposed to what one item has to do with others.
    pub(crate) single: bool,
    count: Box<Count<Item>>,
    cell: Box<dyn Fn(usize) -> String + Send>,
}

/// How counts are distributed.
pub(crate) enum Law {
    /// One cell for each piece of so many items, with these probabilities.
    Cells {
        /// Their probabilities.
        cells: Cells,
        /// How many items make a piece.
        piece: u64,
    },
    /// The position matrix of so many items: at each position, the count of each item.
    Matrix(usize),
    /// Successes of independent trials, a count for each kind of trial.
    Trials {
        /// The chance of each kind.
        chances: Vec<f64>,
        /// How many trials of a kind so many items make.
        trials: fn(usize, u64) -> u64,
    },
}

/// What a view shows of its law.
pub(crate) struct Shown {
    pub(crate) statistic: f64,
    pub(crate) freedom: u32,
    pub(crate) p: PValue,
    /// The cell that is off most, its count and what it expects.
    pub(crate) worst: String,
}

impl<Item: ?Sized> View<Item> {
    pub(crate) fn new(
        test: &'static str,
        counted: String,
        law: Law,
        count: impl FnMut(&Item, &mut [u64]) + Send + 'static,
        cell: impl Fn(usize) -> String + Send + 'static,
    ) -> Self {
        let counts = match &law {
            Law::Cells { cells, .. } => cells.len(),
            Law::Matrix(items) => items * items,
            Law::Trials { chances, .. } => chances.len(),
        };
        let (count, cell) = (Box::new(count), Box::new(cell));
        Self {
            test,
            counted,
            law,
            counts: vec![0; counts],
            items: 0,
            single: true,
            count,
            cell,
        }
    }

    /// Takes an item.
    pub(crate) fn push(&mut self, item: &Item) {
        self.items += 1;
        (self.count)(item, &mut self.counts);
    }

    /// The name of a cell or of a kind of trial.
    pub(crate) fn cell(&self, index: usize) -> String {
        (self.cell)(index)
    }

    /// The degrees of freedom. In the position matrix of `k` items, rows and columns are bound: `(k - 1)^2`.
    pub(crate) fn freedom(&self) -> u32 {
        match &self.law {
            Law::Cells { cells, .. } => cells.len() as u32 - 1,
            Law::Matrix(items) => (*items as u32 - 1).pow(2),
            Law::Trials { .. } => 1,
        }
    }

    /// How many tests it is: the smallest of their p-values counts, times their number.
    pub(crate) fn parts(&self) -> usize {
        if let Law::Trials { chances, .. } = &self.law {
            chances.len()
        } else {
            1
        }
    }

    /// How much chi-square an item gains for each unit of chi-square per cell. A permutation is one sample in the cells
    /// of a position matrix for each item but the one that is bound.
    pub(crate) fn gain(&self) -> f64 {
        const MANY: u64 = 1 << 40;
        match &self.law {
            Law::Cells { piece, .. } => 1.0 / *piece as f64,
            Law::Matrix(items) => *items as f64 - 1.0,
            Law::Trials { chances, trials } => {
                let fewest = (0..chances.len())
                    .map(|kind| trials(kind, MANY))
                    .min()
                    .unwrap_or(MANY);
                fewest as f64 / MANY as f64
            }
        }
    }

    /// Both tails of the statistic: Pearson's, exactly for two cells and for trials; [`position_matrix`] where it is that.
    pub(crate) fn shown(&self) -> Result<Shown, Error> {
        let (statistic, p) = match &self.law {
            Law::Cells { cells, .. } if cells.len() == 2 => {
                let (trials, chance) = (self.counts[0] + self.counts[1], cells.probabilities()[0]);
                let p = at_least_as_far(self.counts[0], trials, chance);
                (
                    squared(self.counts[0], trials, chance),
                    PValue::new(Tail::new(1.0), p),
                )
            }
            Law::Cells { cells, .. } => {
                let outcome = pearson::chi_square(self.test, &self.counts, cells)?;
                (outcome.statistic, outcome.p)
            }
            Law::Matrix(items) => {
                let cells = self
                    .counts
                    .iter()
                    .enumerate()
                    .map(|(cell, count)| (*count, self.expected(cell)));
                let outcome = position_matrix(*items, self.items, cells);
                (outcome.statistic, outcome.p)
            }
            Law::Trials { chances, trials } => {
                let p = |kind: usize| {
                    at_least_as_far(self.counts[kind], trials(kind, self.items), chances[kind])
                };
                let least = (0..chances.len())
                    .map(p)
                    .min_by(|a, b| a.log10().total_cmp(&b.log10()));
                let least = least.unwrap_or(Tail::new(1.0)).times(chances.len() as f64);
                let largest = (0..chances.len())
                    .map(|kind| self.deviation(kind))
                    .fold(0.0, f64::max);
                (largest, PValue::new(Tail::new(1.0), least))
            }
        };
        let cell =
            (0..self.counts.len()).max_by(|a, b| self.deviation(*a).total_cmp(&self.deviation(*b)));
        let cell = cell.unwrap_or(0);
        let worst = format!(
            "{}: {} times, expected {:.1}",
            self.cell(cell),
            self.counts[cell],
            self.expected(cell)
        );
        Ok(Shown {
            statistic,
            freedom: self.freedom(),
            p,
            worst,
        })
    }

    /// The square of what a count is off, over its expectation, or over its variance if it counts trials.
    fn deviation(&self, cell: usize) -> f64 {
        if let Law::Trials { chances, trials } = &self.law {
            return squared(self.counts[cell], trials(cell, self.items), chances[cell]);
        }
        let expected = self.expected(cell);
        (self.counts[cell] as f64 - expected).powi(2) / expected
    }

    /// How many items a cell expects.
    fn expected(&self, cell: usize) -> f64 {
        match &self.law {
            Law::Cells { cells, piece } => {
                (self.items / piece) as f64 * cells.probabilities()[cell]
            }
            Law::Matrix(items) => self.items as f64 / *items as f64,
            Law::Trials { chances, trials } => trials(cell, self.items) as f64 * chances[cell],
        }
    }
}

/// The chance, at most, that a binomial count is as far out as this one on its side: twice the smaller tail.
fn at_least_as_far(count: u64, trials: u64, chance: f64) -> Tail {
    binomial::both(count, trials, chance).two_sided()
}

/// The square of what a binomial count is off, over its variance.
fn squared(count: u64, trials: u64, chance: f64) -> f64 {
    let (off, variance) = (
        count as f64 - trials as f64 * chance,
        trials as f64 * chance * (1.0 - chance),
    );
    // Impossible or certain trials that are not off deviate by nothing.
    if off == 0.0 {
        0.0
    } else {
        off * off / variance
    }
}

/// Neighbouring classes are joined until each cell has at least this probability: the cell of each class, and the cells.
fn joined(classes: &[f64], least: f64) -> (Vec<usize>, Vec<f64>) {
    let (mut cell_of, mut cells, mut open) = (Vec::new(), Vec::new(), 0.0);
    for probability in classes {
        cell_of.push(cells.len());
        open += probability;
        if open >= least {
            cells.push(std::mem::take(&mut open));
        }
    }
    // What is left joins the last cell.
    match cells.last_mut() {
        Some(last) => *last += open,
        None => cells.push(open),
    }
    let last = cells.len() - 1;
    (
        cell_of.into_iter().map(|cell| last.min(cell)).collect(),
        cells,
    )
}
