//! Two rows of counts over the same cells.

use crate::multinomial::{self, CellPart};
use crate::pearson::tails_by_distance;
use crate::sum::Sum;
use crate::tail::binomial::{Mean, probability};
use crate::tail::{chi_square, hypergeometric};
use crate::{Error, Outcome, PValue, Reference, Tail};

/// At most this many tables with the same sums are enumerated.
const ENUMERATED: f64 = 1e5;

/// Beyond that, cells are pooled until the smaller row expects this many.
const EXPECTED: f64 = 5.0;

/// A cell that has items in either row.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Column {
    /// The items in the first row.
    first: u64,
    /// The items in both rows.
    total: u64,
}

impl Column {
    /// The contribution to the statistic, with `row` of `all` items in the first row.
    fn statistic(self, row: u64, all: u64) -> f64 {
        let (share, total) = (row as f64 / all as f64, self.total as f64);
        (self.first as f64 - share * total).powi(2) / (total * share * (1.0 - share))
    }

    fn join(&mut self, other: Self) {
        self.first += other.first;
        self.total += other.total;
    }
}

/// Pearson's chi-square of two rows of counts over the same cells.
///
/// Given the sums of rows and columns, the first row is multivariate hypergeometric: with two cells (Fisher's exact test) and
/// if there are at most 100,000 tables with these sums, both tails are exact, from all tables with a statistic at least as
/// large or as small. Otherwise cells of small expectation are pooled, the rarest first, and the upper tail is that of the
/// chi-square distribution; by exact computation for cells of equal totals (rows of one size, and of sizes 1 to 4) it is too
/// small by at most a tenth at levels from 0.1 to 1e-6. The lower tail is never below the chance of the table itself. Sources:
/// Fisher 1935; Mehta and Patel 1983.
///
/// # Errors
/// [`Error::DifferentLengths`]; [`Error::NothingToTest`] if a row is empty or only one cell has counts.
pub fn counts(one: &[u64], other: &[u64]) -> Result<Outcome, Error> {
    if one.len() != other.len() {
        return Err(Error::DifferentLengths {
            counts: one.len(),
            cells: other.len(),
        });
    }
    let mut table = Vec::new();
    for (&first, &second) in one.iter().zip(other) {
        let total = first + second;
        if total > 0 {
            table.push(Column { first, total });
        }
    }
    let row: u64 = one.iter().sum();
    let all = row + other.iter().sum::<u64>();
    if row == 0 || row == all || table.len() < 2 {
        return Err(Error::NothingToTest("two samples need items in two cells"));
    }
    table.sort_unstable_by_key(|column| column.total);
    let mut outcomes = 1.0;
    for column in &table[..table.len() - 1] {
        outcomes *= column.total as f64 + 1.0;
    }
    if outcomes > ENUMERATED {
        table = pool_columns(&table, row.min(all - row) as f64 / all as f64);
    }
    let statistic = table
        .iter()
        .map(|column| column.statistic(row, all))
        .collect::<Sum>()
        .value();
    let (p, reference) = if let [column, _] = table[..] {
        let marked = column.total;
        (
            tails_by_distance(
                column.first,
                row,
                row as f64 * (marked as f64 / all as f64),
                |count| hypergeometric::at_most(count, row, marked, all),
                |count| hypergeometric::at_least(count, row, marked, all),
            ),
            Reference::Exact {
                outcomes: marked.min(row) + 1,
            },
        )
    } else if outcomes <= ENUMERATED {
        (
            sum_all_tables(&table, row, all, statistic),
            Reference::Exact {
                outcomes: outcomes as u64,
            },
        )
    } else {
        let freedom = table.len() as u64 - 1;
        let limit = chi_square::both(statistic, freedom);
        let lower = limit
            .lower()
            .max(Tail::from_ln(ln_chance(&table, row, all)));
        (
            PValue::new(lower, limit.upper()),
            Reference::ChiSquare { freedom },
        )
    };
    Ok(Outcome {
        test: "same-counts",
        items: all,
        statistic,
        reference,
        p,
    })
}

/// Joins cells, the rarest first, until the smaller row, which has this share, expects enough in each; the most frequent cell
/// stays by itself.
fn pool_columns(table: &[Column], share: f64) -> Vec<Column> {
    // The counts of a smaller row are more skewed.
    let enough = EXPECTED * (1.0 / share - 1.0);
    let (mut pools, mut open) = (Vec::new(), Column::default());
    let (rest, largest) = table.split_at(table.len() - 1);
    for column in rest {
        open.join(*column);
        if open.total as f64 * share >= enough {
            pools.push(std::mem::take(&mut open));
        }
    }
    match pools.last_mut() {
        Some(last) => last.join(open),
        None => pools.push(open),
    }
    pools.extend(largest);
    pools
}

/// The logarithm of the chance that `first` of `total` items, each with the chance `share`, are in the first row.
fn ln_binomial(first: u64, total: u64, share: f64) -> f64 {
    let n = total as f64;
    let (ln, factor) = probability(first as f64, n, Mean::new(n * share, n * (1.0 - share)));
    ln + factor.ln()
}

/// The logarithm of the chance of this table.
fn ln_chance(table: &[Column], row: u64, all: u64) -> f64 {
    let share = row as f64 / all as f64;
    let columns = table
        .iter()
        .map(|column| ln_binomial(column.first, column.total, share));
    columns.collect::<Sum>().value() - ln_binomial(row, all, share)
}

/// Both tails over all tables with the same sums.
fn sum_all_tables(table: &[Column], row: u64, all: u64, statistic: f64) -> PValue {
    const TIE: f64 = 1e-9;
    let share = row as f64 / all as f64;
    let mut cells = Vec::with_capacity(table.len());
    for &Column { total, .. } in table {
        let mut parts = Vec::with_capacity(total as usize + 1);
        for first in 0..=total {
            parts.push(CellPart {
                ln_chance: ln_binomial(first, total, share),
                statistic: Column { first, total }.statistic(row, all),
            });
        }
        cells.push(parts);
    }
    let (ln, factor) = probability(
        row as f64,
        all as f64,
        Mean::new(row as f64, (all - row) as f64),
    );
    let start = CellPart {
        ln_chance: -ln - factor.ln(),
        statistic: 0.0,
    };
    let room = TIE * statistic.max(1.0);
    let (mut lower, mut upper) = (Sum::default(), Sum::default());
    multinomial::enumerate(&cells, row as usize, start, &mut |table| {
        if table.statistic <= statistic + room {
            lower.add(table.ln_chance.exp());
        }
        if table.statistic >= statistic - room {
            upper.add(table.ln_chance.exp());
        }
    });
    PValue::new(Tail::new(lower.value()), Tail::new(upper.value()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of the sum of squares of `row` items divided among `cells` cells of `total` each, by convolution: the chance of
    /// each sum. The statistic of cells of equal totals depends on that sum alone.
    fn law(cells: u64, total: u64, row: u64) -> Vec<f64> {
        let mut ways = vec![0.5_f64.powi(total as i32)];
        for a in 1..=total {
            ways.push(ways[a as usize - 1] * (total - a + 1) as f64 / a as f64);
        }
        let size = (row * total) as usize + 1;
        let mut law = vec![vec![]; row as usize + 1];
        law[0] = vec![1.0];
        for _ in 0..cells {
            let mut next: Vec<Vec<f64>> = vec![vec![]; row as usize + 1];
            for (sum, squares) in law.iter().enumerate() {
                for (a, ways) in ways.iter().enumerate().take(row as usize + 1 - sum) {
                    let to = &mut next[sum + a];
                    to.resize(to.len().max(squares.len() + a * a).min(size), 0.0);
                    for (to, chance) in to[a * a..].iter_mut().zip(squares) {
                        *to += chance * ways;
                    }
                }
            }
            law = next;
        }
        let law = law.pop().unwrap();
        let all: f64 = law.iter().sum();
        law.into_iter().map(|chance| chance / all).collect()
    }

    /// By how much the chance of a p-value of the chi-square limit up to a level exceeds that level.
    fn excess(law: &[f64], (cells, total, row): (u64, u64, u64), level: f64) -> f64 {
        let share = row as f64 / (cells * total) as f64;
        let mean = total as f64 * share;
        let mut rejected = 0.0;
        for (squares, chance) in law.iter().enumerate() {
            let statistic = (squares as f64 - cells as f64 * mean * mean) / (mean * (1.0 - share));
            if chi_square::sf(statistic * (1.0 + 1e-12), cells - 1).value() <= level {
                rejected += chance;
            }
        }
        rejected / level
    }

    #[test]
    fn the_limit_is_never_too_small_by_more_than_a_tenth() {
        // Rows of equal size, however few items are in a cell; and of sizes 1 to 4, with the 20 to which cells are pooled.
        let equal = [(3, 100, 150), (6, 10, 30), (10, 4, 20), (20, 10, 100)];
        let unequal = [(5, 100, 100), (10, 100, 200)];
        for (cells, total, row) in equal.into_iter().chain(unequal) {
            let law = law(cells, total, row);
            for level in [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6] {
                let excess = excess(&law, (cells, total, row), level);
                assert!(
                    excess <= 1.1,
                    "{cells} cells of {total}, row {row}: {excess} at {level}"
                );
            }
        }
        let table = [50, 50, 50, 50, 400].map(|total| Column { first: 0, total });
        let pools = [100, 100, 400].map(|total| Column { first: 0, total });
        assert_eq!(pool_columns(&table, 0.2), pools);
        // With fewer items in a cell it is too small.
        assert!(excess(&law(10, 45, 45), (10, 45, 45), 1e-6) > 2.0);
    }

    /// Compares the two tails of a table with those over all ways to divide marked balls.
    #[test]
    fn small_tables_are_exact() {
        // Every item of both rows is a ball; each choice of the first row's balls is equally likely.
        for totals in [
            vec![2_u64, 3],
            vec![1, 1, 2],
            vec![3, 3],
            vec![1, 2, 2, 3],
            vec![4, 1, 3],
        ] {
            let all: u64 = totals.iter().sum();
            let cell_of: Vec<usize> = totals
                .iter()
                .enumerate()
                .flat_map(|(cell, total)| vec![cell; *total as usize])
                .collect();
            for row in 1..all {
                let mut tables = Vec::new();
                for choice in
                    (0..1_u32 << all).filter(|choice| u64::from(choice.count_ones()) == row)
                {
                    let mut one = vec![0_u64; totals.len()];
                    (0..all)
                        .filter(|ball| choice >> ball & 1 == 1)
                        .for_each(|ball| one[cell_of[ball as usize]] += 1);
                    tables.push(one);
                }
                let mut found = Vec::new();
                for one in &tables {
                    let other: Vec<u64> = totals.iter().zip(one).map(|(n, a)| n - a).collect();
                    found.push(counts(one, &other).unwrap());
                }
                let statistics: Vec<f64> = found.iter().map(|outcome| outcome.statistic).collect();
                for outcome in &found {
                    let (mut upper, mut lower) = (0.0, 0.0);
                    for other in &statistics {
                        if *other >= outcome.statistic - 1e-9 {
                            upper += 1.0 / found.len() as f64;
                        }
                        if *other <= outcome.statistic + 1e-9 {
                            lower += 1.0 / found.len() as f64;
                        }
                    }
                    assert!(
                        (outcome.p.upper().value() - upper).abs() < 1e-12,
                        "{totals:?} {row}: {outcome:?} {upper}"
                    );
                    assert!(
                        (outcome.p.lower().value() - lower).abs() < 1e-12,
                        "{totals:?} {row}: {outcome:?} {lower}"
                    );
                }
            }
        }
    }

    /// The logarithm of `n` over `n / 2`.
    fn ln_choose_half(n: u64) -> f64 {
        (1..=n / 2)
            .map(|i| ((n / 2 + i) as f64 / i as f64).ln())
            .sum()
    }

    #[test]
    fn too_like_rows_have_a_small_lower_tail_and_others_a_small_upper_one() {
        let even = counts(&[1000; 64], &[1000; 64]).unwrap();
        assert!(
            even.p.lower().log10() < -30.0 && even.p.upper().value() > 0.999,
            "{even:?}"
        );
        // No table is more alike, so its lower tail is its own chance.
        let own = 64.0 * ln_choose_half(2000) - ln_choose_half(128_000);
        assert!((even.p.lower().log10() * std::f64::consts::LN_10 / own - 1.0).abs() < 1e-9);
        let mut tilted = vec![1000; 64];
        tilted[5] = 2000;
        assert!(counts(&tilted, &[1000; 64]).unwrap().p.upper().value() < 1e-9);
    }
}
