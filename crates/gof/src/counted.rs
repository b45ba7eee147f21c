//! Tests that count: an assertion and a battery compare the counts with their law, and [`crate::same`] compares those of two
//! samples.

pub(crate) mod permutations;
pub(crate) mod values;

use std::fmt;

use crate::permutations::position_matrix;
use crate::tail::binomial;
use crate::test::check_enough;
use crate::{Cells, Error, Outcome, PValue, Reference, Tail, Test, extreme, observed, pearson};

/// A cell that expects so many items stays empty with a chance of 2e-9, if the source is fair.
const SURELY_COMES: f64 = 20.0;

/// The cell of an item; `None` if the null hypothesis does not allow it.
type CellOf<Item> = dyn FnMut(&Item) -> Option<usize> + Send;

/// Adds an item to the counts.
type AddTo<Item> = dyn FnMut(&Item, &mut [u64]) + Send;

/// How an item is counted.
enum Counter<Item: ?Sized> {
    /// In one cell; in none if the null hypothesis does not allow it.
    One(Box<CellOf<Item>>),
    /// In any number of cells.
    Any(Box<AddTo<Item>>),
}

/// A cell or a kind of trial, in a few words.
type CellName = dyn Fn(usize) -> String + Send;

/// A test of the counts of one distribution of the items.
pub struct Counted<Item: ?Sized> {
    /// The test's name.
    pub(crate) test: &'static str,
    null: String,
    /// The quantity that it counts, in a few words.
    pub(crate) what: String,
    pub(crate) law: Law,
    pub(crate) counts: Vec<u64>,
    pub(crate) items: u64,
    impossible: bool,
    /// Whether it counts single items, as opposed to what one item has to do with others.
    pub(crate) single: bool,
    /// Whether a cell that is too rare for the chi-square limit is judged alone as well.
    judges_rare: bool,
    count: Counter<Item>,
    cell: Box<CellName>,
}

/// How counts are distributed.
pub(crate) enum Law {
    /// One cell for each piece of some items, with these probabilities.
    Cells {
        /// The cells and their probabilities.
        cells: Cells,
        /// How many items make a piece.
        piece: u64,
    },
    /// The position matrix of this many items: at each position, the count of each item.
    Matrix(usize),
    /// Successes of independent trials, a count for each kind of trial.
    Trials {
        /// The chance of success for each kind.
        chances: Vec<f64>,
        /// How many trials of a kind this many items make.
        trials: fn(usize, u64) -> u64,
    },
}

impl Law {
    /// Successes of one trial of each kind for every item.
    pub(crate) fn one_trial_per_item(chances: Vec<f64>) -> Self {
        Self::Trials {
            chances,
            trials: |_, items| items,
        }
    }
}

/// The result of a test in a stage of an assertion.
pub(crate) struct StageResult {
    pub(crate) statistic: f64,
    pub(crate) freedom: u32,
    pub(crate) p: PValue,
    /// The cell that deviates most, its count and what it expects.
    pub(crate) worst: String,
}

impl<Item: ?Sized> fmt::Debug for Counted<Item> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counted")
            .field("test", &self.test)
            .field("what", &self.what)
            .finish_non_exhaustive()
    }
}

impl<Item: ?Sized> Counted<Item> {
    fn with_counter(
        test: &'static str,
        counted: impl Into<String>,
        law: Law,
        count: Counter<Item>,
        cell: impl Fn(usize) -> String + Send + 'static,
    ) -> Self {
        let counts = match &law {
            Law::Cells { cells, .. } => cells.len(),
            Law::Matrix(items) => items * items,
            Law::Trials { chances, .. } => chances.len(),
        };
        Self {
            test,
            null: String::new(),
            what: counted.into(),
            law,
            counts: vec![0; counts],
            items: 0,
            impossible: false,
            single: true,
            judges_rare: false,
            count,
            cell: Box::new(cell),
        }
    }

    /// Counts items that may each be in several cells, or in none.
    pub(crate) fn new(
        test: &'static str,
        counted: impl Into<String>,
        law: Law,
        count: impl FnMut(&Item, &mut [u64]) + Send + 'static,
        cell: impl Fn(usize) -> String + Send + 'static,
    ) -> Self {
        Self::with_counter(test, counted, law, Counter::Any(Box::new(count)), cell)
    }

    /// Counts items that are each in one cell, or in none if the null hypothesis does not allow them.
    pub(crate) fn with_cells(
        test: &'static str,
        counted: impl Into<String>,
        cells: Cells,
        cell: impl FnMut(&Item) -> Option<usize> + Send + 'static,
        name: impl Fn(usize) -> String + Send + 'static,
    ) -> Self {
        let law = Law::Cells { cells, piece: 1 };
        Self::with_counter(test, counted, law, Counter::One(Box::new(cell)), name)
    }

    /// The same test with this null hypothesis.
    pub(crate) fn with_null(self, null: impl Into<String>) -> Self {
        let null = null.into();
        Self { null, ..self }
    }

    /// The same test, of what one item has to do with others.
    pub(crate) fn relate_items(self) -> Self {
        Self {
            single: false,
            ..self
        }
    }

    /// The same test, in which rare cells are judged as those of [`observed::counts`] are.
    #[cfg(feature = "battery")]
    pub(crate) fn judge_rare_cells(self) -> Self {
        Self {
            judges_rare: true,
            ..self
        }
    }

    /// The same test in cells of at least this probability: neighbours are joined. Cells are named with a number first.
    pub(crate) fn join_rare(self, least: f64) -> Result<Self, Error>
    where
        Item: 'static,
    {
        let (cell_of, cells) = join_neighbours(self.probabilities(), least);
        let (first, name) = (first_classes(&cell_of), self.cell);
        let count = match self.count {
            Counter::One(mut class) => {
                Counter::One(Box::new(move |item| Some(cell_of[class(item)?])))
            }
            count @ Counter::Any(_) => count,
        };
        let law = Law::Cells {
            cells: Cells::from_probabilities(cells)?,
            piece: 1,
        };
        Ok(Self::with_counter(
            self.test,
            self.what,
            law,
            count,
            move |cell| name_joined(&*name, &first, cell),
        ))
    }

    /// How many items there were in each cell.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The probability of each cell; empty for a test without cells.
    pub fn probabilities(&self) -> &[f64] {
        if let Law::Cells { cells, .. } = &self.law {
            cells.probabilities()
        } else {
            &[]
        }
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

    /// How many tests it stands for: the smallest of their p-values counts, times their number.
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

    /// The part of the outcome that an assertion uses: with two cells, the two-sided p-value of the count of the first.
    pub(crate) fn stage_result(&self) -> Result<StageResult, Error> {
        let (statistic, p) = match &self.law {
            Law::Cells { cells, .. } if cells.len() == 2 => {
                let (trials, chance) = (self.counts[0] + self.counts[1], cells.probabilities()[0]);
                let p = two_sided_tail(self.counts[0], trials, chance);
                (
                    squared_deviation(self.counts[0], trials, chance),
                    PValue::new(Tail::new(1.0), p),
                )
            }
            _ => {
                let outcome = self.outcome()?;
                (outcome.statistic, outcome.p)
            }
        };
        Ok(StageResult {
            statistic,
            freedom: self.freedom(),
            p,
            worst: self.describe_worst(),
        })
    }

    /// The cell that deviates most or, if several never came that should have, one of these.
    fn describe_worst(&self) -> String {
        if !matches!(self.law, Law::Trials { .. }) {
            let is_missing =
                |cell: &usize| self.counts[*cell] == 0 && self.expected(*cell) >= SURELY_COMES;
            let mut missing = (0..self.counts.len()).filter(is_missing);
            if let Some(first) = missing.next()
                && let more @ 1.. = missing.count()
            {
                return format!(
                    "{} of {} never came, such as {}: expected {:.1} times",
                    more + 1,
                    self.counts.len(),
                    self.cell(first),
                    self.expected(first)
                );
            }
        }
        let mut cell = 0;
        for other in 1..self.counts.len() {
            if self
                .deviation(other)
                .total_cmp(&self.deviation(cell))
                .is_ge()
            {
                cell = other;
            }
        }
        format!(
            "{}: {} times, expected {:.1}",
            self.cell(cell),
            self.counts[cell],
            self.expected(cell)
        )
    }

    /// The square of a count's deviation, over its expectation, or over its variance if it counts trials.
    fn deviation(&self, cell: usize) -> f64 {
        if let Law::Trials { chances, trials } = &self.law {
            return squared_deviation(self.counts[cell], trials(cell, self.items), chances[cell]);
        }
        let expected = self.expected(cell);
        (self.counts[cell] as f64 - expected).powi(2) / expected
    }

    /// A cell that has items, but none according to the weights. Elsewhere a chance of 0 may be a tiny one.
    fn impossible_cell(&self) -> Option<usize> {
        if !self.judges_rare {
            return None;
        }
        let mut cells = self.probabilities().iter().zip(&self.counts);
        cells.position(|(chance, count)| *chance <= 0.0 && *count > 0)
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

impl<Item: ?Sized> Test<Item> for Counted<Item> {
    fn name(&self) -> &'static str {
        self.test
    }

    fn null(&self) -> String {
        self.null.clone()
    }

    fn push(&mut self, item: &Item) {
        self.items += 1;
        match &mut self.count {
            Counter::One(cell) => match cell(item).and_then(|cell| self.counts.get_mut(cell)) {
                Some(count) => *count += 1,
                None => self.impossible = true,
            },
            Counter::Any(count) => count(item, &mut self.counts),
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        match &self.law {
            Law::Cells { cells, piece } => cells.needed() * piece,
            Law::Matrix(items) => 5 * *items as u64,
            Law::Trials { .. } => 1,
        }
    }

    fn worst(&self) -> Option<String> {
        if let Some(cell) = self.impossible_cell() {
            return Some(format!("{} cannot come, but did", self.cell(cell)));
        }
        let (cell, count) = extreme::farthest_class(&self.counts, self.probabilities())?;
        Some(format!("{}: {}", self.cell(cell), count.times()))
    }

    /// Both tails of Pearson's statistic, or of [`position_matrix`] for that; for trials, the p-value of the count that is
    /// farthest out on either side, times their number.
    fn outcome(&self) -> Result<Outcome, Error> {
        // An item that cannot come needs no others.
        if self.impossible_cell().is_none() {
            check_enough(self.items, self.needed())?;
        }
        let outcome = match &self.law {
            Law::Cells { cells, .. } if self.judges_rare => Outcome {
                test: self.test,
                ..observed::counts(&[&self.counts], cells)?
            },
            Law::Cells { cells, .. } => pearson::outcome(self.test, &self.counts, cells)?,
            Law::Matrix(items) => {
                let cells = (0..self.counts.len()).map(|at| (self.counts[at], self.expected(at)));
                position_matrix(*items, self.items, cells)
            }
            Law::Trials { chances, trials } => {
                let (mut least, mut statistic) = (Tail::new(1.0), 0.0_f64);
                for (kind, &chance) in chances.iter().enumerate() {
                    let p = two_sided_tail(self.counts[kind], trials(kind, self.items), chance);
                    if kind == 0 || p.log10().total_cmp(&least.log10()).is_lt() {
                        least = p;
                    }
                    statistic = statistic.max(self.deviation(kind));
                }
                Outcome {
                    test: self.test,
                    items: self.items,
                    statistic,
                    reference: Reference::Farthest {
                        counts: chances.len() as u64,
                    },
                    p: PValue::new(Tail::new(1.0), least.times(chances.len() as f64)),
                }
            }
        };
        Ok(outcome.refuted_if(self.impossible))
    }
}

/// A cell of joined classes, the first of which are given.
fn name_joined(name: &CellName, first: &[usize], cell: usize) -> String {
    let from = name(first[cell]);
    match first.get(cell + 1).map(|next| next - 1) {
        None => format!("{from} or more"),
        Some(to) if to == first[cell] => from,
        Some(to) => format!("{} to {}", from.split(' ').next().unwrap_or(""), name(to)),
    }
}

/// The greatest chance that a binomial count is as far out as this one on its side: twice the smaller tail.
fn two_sided_tail(count: u64, trials: u64, chance: f64) -> Tail {
    binomial::both(count, trials, chance).two_sided()
}

/// The square of a binomial count's deviation, over its variance.
fn squared_deviation(count: u64, trials: u64, chance: f64) -> f64 {
    let (off, variance) = (
        count as f64 - trials as f64 * chance,
        trials as f64 * chance * (1.0 - chance),
    );
    // Impossible or certain trials that are as expected do not deviate.
    if off == 0.0 {
        0.0
    } else {
        off * off / variance
    }
}

/// Joins neighbouring classes until each cell has at least this probability: the cell of each class, and the cells.
pub(crate) fn join_neighbours(classes: &[f64], least: f64) -> (Vec<usize>, Vec<f64>) {
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

/// The first class of each cell.
fn first_classes(cell_of: &[usize]) -> Vec<usize> {
    (0..=cell_of.last().copied().unwrap_or(0))
        .map(|cell| cell_of.partition_point(|other| *other < cell))
        .collect()
}
