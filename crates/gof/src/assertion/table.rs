//! What an assertion counts.

use crate::{Error, PValue, limit, tail};

/// Counts of one distribution of the samples.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    cells: Cells,
    counts: Vec<u64>,
    samples: u64,
}

/// Which cells a sample falls into.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cells {
    /// For each position the item that stands there.
    Positions { items: usize },
    /// The order of the first items, or of all, by its rank.
    Order { first: usize, all: bool },
    /// The value itself.
    Values { below: u64 },
    /// Ranges of values, as even as they can be.
    Ranges { below: u64 },
    /// The lowest bits of the value.
    LowBits { below: u64 },
}

/// Permutations of up to this many items are counted one by one.
const RANKED: usize = 7;
/// Longer ones are refused: at this length the position matrix has 2^22 cells.
const MOST_ITEMS: usize = 2048;
/// Of longer ones the order of the first items is counted, this many.
const ORDERED: usize = 5;
/// Up to this many values are counted one by one.
const MOST_VALUES: u64 = 1024;
/// Of more values, this many ranges.
const RANGES: u64 = 256;
/// And this many values of the lowest bits.
const LOW: u64 = 16;

impl Table {
    /// What is counted of permutations.
    pub(super) fn permutations(items: usize) -> Result<Vec<Self>, Error> {
        match items {
            0 | 1 => Err(Error::NothingToTest("fewer than two items have one order")),
            2..=RANKED => Ok(vec![Self::new(Cells::Order { first: items, all: true })]),
            _ if items > MOST_ITEMS => Err(Error::Parameter {
                name: "the number of items",
                value: items.to_string(),
                expected: "2 to 2048, as each of them is counted at each position",
            }),
            _ => {
                Ok(vec![Self::new(Cells::Positions { items }), Self::new(Cells::Order { first: ORDERED, all: false })])
            }
        }
    }

    /// What is counted of values.
    pub(super) fn values(below: u64) -> Result<Vec<Self>, Error> {
        match below {
            0 | 1 => Err(Error::NothingToTest("fewer than two values have nothing to draw")),
            2..=MOST_VALUES => Ok(vec![Self::new(Cells::Values { below })]),
            _ => Ok(vec![Self::new(Cells::Ranges { below }), Self::new(Cells::LowBits { below })]),
        }
    }

    fn new(cells: Cells) -> Self {
        Self { cells, counts: vec![0; cells.len()], samples: 0 }
    }

    pub(super) fn push_permutation(&mut self, items: &[usize]) {
        self.samples += 1;
        match self.cells {
            Cells::Order { first, .. } => self.counts[rank(&items[..first])] += 1,
            Cells::Positions { items: n } => {
                for (position, item) in items.iter().enumerate() {
                    self.counts[position * n + item] += 1;
                }
            }
            Cells::Values { .. } | Cells::Ranges { .. } | Cells::LowBits { .. } => {}
        }
    }

    pub(super) fn push_value(&mut self, value: u64) {
        self.samples += 1;
        match self.cells {
            Cells::Values { .. } => self.counts[value as usize] += 1,
            Cells::Ranges { below } => {
                self.counts[(u128::from(value) * u128::from(RANGES) / u128::from(below)) as usize] += 1;
            }
            Cells::LowBits { .. } => self.counts[(value % LOW) as usize] += 1,
            Cells::Positions { .. } | Cells::Order { .. } => {}
        }
    }

    /// The degrees of freedom. In the position matrix of `k` items, rows and columns are bound: `(k - 1)^2`.
    pub(super) fn freedom(&self) -> u32 {
        let cells = self.counts.len() as u32;
        if let Cells::Positions { items } = self.cells { (items as u32 - 1).pow(2) } else { cells - 1 }
    }

    /// How much chi-square a sample gains for each unit of chi-square per cell. A permutation is one sample in the cells
    /// of a position matrix for each item but the one that is bound.
    pub(super) fn gain(&self) -> f64 {
        if let Cells::Positions { items } = self.cells { items as f64 - 1.0 } else { 1.0 }
    }

    /// The samples for an upper tail that is true up to an excess. A permutation puts an item into each row of a position
    /// matrix, so it takes as many fewer; the excess is then that of cells that are independent, an estimate.
    pub(super) fn samples_needed(&self, level: f64, excess: f64) -> Result<u64, Error> {
        match self.cells {
            Cells::Positions { items } => {
                Ok(limit::samples_for_upper_tail(self.freedom(), level, excess)?.div_ceil(items as u64))
            }
            _ => limit::samples_for_upper_tail(self.freedom(), level, excess),
        }
    }

    /// Pearson's statistic; for the position matrix of `k` items times `(k - 1) / k`, since the rows of one permutation
    /// are not independent.
    pub(super) fn statistic(&self) -> f64 {
        let sum: f64 = (0..self.counts.len()).map(|cell| self.deviation(cell)).sum();
        if let Cells::Positions { items } = self.cells { sum * (items as f64 - 1.0) / items as f64 } else { sum }
    }

    fn deviation(&self, cell: usize) -> f64 {
        let expected = self.expected(cell);
        let off = self.counts[cell] as f64 - expected;
        off * off / expected
    }

    /// How many samples a cell expects.
    fn expected(&self, cell: usize) -> f64 {
        let samples = self.samples as f64;
        match self.cells {
            Cells::Positions { items } => samples / items as f64,
            Cells::Ranges { below } => samples * range(cell as u64, below).1 as f64 / below as f64,
            Cells::LowBits { below } => samples * (below - cell as u64).div_ceil(LOW) as f64 / below as f64,
            _ => samples / self.counts.len() as f64,
        }
    }

    /// Both tails of the statistic.
    pub(super) fn p(&self) -> PValue {
        tail::chi_square::both(self.statistic(), u64::from(self.freedom()))
    }

    /// What it counts.
    pub(super) fn name(&self) -> String {
        match self.cells {
            Cells::Order { all: true, .. } => format!("all {} permutations", self.counts.len()),
            Cells::Positions { .. } => "the item at each position".to_owned(),
            Cells::Order { first, .. } => format!("the order of the first {first}"),
            Cells::Values { below } => format!("all {below} values"),
            Cells::Ranges { .. } => format!("{RANGES} ranges of values"),
            Cells::LowBits { .. } => "the lowest four bits".to_owned(),
        }
    }

    /// The cell that is off most: its name, its count and what it expects.
    pub(super) fn worst_cell(&self) -> (String, u64, f64) {
        let cells = 0..self.counts.len();
        let cell = cells.max_by(|a, b| self.deviation(*a).total_cmp(&self.deviation(*b))).unwrap_or(0);
        let name = match self.cells {
            Cells::Order { first, all: true } => format!("{:?}", unrank(cell, first)),
            Cells::Order { first, .. } => format!("the first {first} in the order {:?}", unrank(cell, first)),
            Cells::Positions { items } => format!("item {} at position {}", cell % items, cell / items),
            Cells::Values { .. } => format!("value {cell}"),
            Cells::Ranges { below } => {
                let (start, length) = range(cell as u64, below);
                format!("values {start} to {}", start + length - 1)
            }
            Cells::LowBits { .. } => format!("lowest bits {cell:04b}"),
        };
        (name, self.counts[cell], self.expected(cell))
    }
}

impl Cells {
    fn len(self) -> usize {
        match self {
            Self::Positions { items } => items * items,
            Self::Order { first, .. } => (1..=first).product(),
            Self::Values { below } => below as usize,
            Self::Ranges { .. } => RANGES as usize,
            Self::LowBits { .. } => LOW as usize,
        }
    }
}

/// The first value of a range and how many there are: all values with this quotient of `value * RANGES / below`.
fn range(index: u64, below: u64) -> (u64, u64) {
    let start = |index: u64| (u128::from(index) * u128::from(below)).div_ceil(u128::from(RANGES)) as u64;
    (start(index), start(index + 1) - start(index))
}

/// The rank of the order of some items, in the factorial number system: for each, how many after it are smaller.
fn rank(items: &[usize]) -> usize {
    let mut rank = 0;
    for (place, item) in items.iter().enumerate() {
        let smaller = items[place + 1..].iter().filter(|other| *other < item).count();
        rank = rank * (items.len() - place) + smaller;
    }
    rank
}

/// The order of a rank.
fn unrank(mut rank: usize, items: usize) -> Vec<usize> {
    let mut digits = vec![0; items];
    for base in 1..=items {
        digits[items - base] = rank % base;
        rank /= base;
    }
    let mut left: Vec<usize> = (0..items).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_all_orders_once() {
        let mut orders: Vec<Vec<usize>> = (0..120).map(|index| unrank(index, 5)).collect();
        assert!(orders.iter().enumerate().all(|(index, order)| rank(order) == index));
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 120);
        assert_eq!(rank(&[40, 10, 30]), rank(&[2, 0, 1]), "only the order counts");
    }

    #[test]
    fn ranges_and_low_bits_expect_what_they_hold() {
        for below in [1025, 4095, 65_536, 1_000_003] {
            for mut table in Table::values(below).unwrap() {
                (0..below).for_each(|value| table.push_value(value));
                assert!(table.statistic() < 1e-15, "{below}: {}", table.statistic());
            }
        }
        let table = &Table::values(u64::MAX).unwrap()[0];
        assert_eq!(table.freedom(), 255);
        let lengths: u128 = (0..RANGES).map(|index| u128::from(range(index, u64::MAX).1)).sum();
        assert_eq!(lengths, u128::from(u64::MAX));
    }

    /// Mean and variance over all pairs of permutations of three items: exactly those of the covariance that makes the
    /// limit chi-square with `(k - 1)^2` degrees of freedom. The mean is `(k - 1)^2` at any number of samples.
    #[test]
    fn the_position_matrix_has_the_mean_of_its_degrees_of_freedom() {
        for (items, samples) in [(3, 1), (3, 2), (3, 3), (4, 2)] {
            let orders: usize = (1..=items).product();
            let total: f64 = (0..orders.pow(samples))
                .map(|mut index| {
                    let mut table = Table::new(Cells::Positions { items });
                    for _ in 0..samples {
                        table.push_permutation(&unrank(index % orders, items));
                        index /= orders;
                    }
                    table.statistic()
                })
                .sum();
            let mean = total / orders.pow(samples) as f64;
            assert!((mean - ((items - 1) * (items - 1)) as f64).abs() < 1e-9, "{items} items, {samples}: {mean}");
        }
    }
}
