//! Two rows of counts over the same cells.

use crate::pearson::by_distance;
use crate::sum::Sum;
use crate::tail::binomial::{Mean, probability};
use crate::tail::{chi_square, hypergeometric};
use crate::{Error, Outcome, PValue, Reference, Tail};

/// At most this many tables with the same sums are enumerated.
const ENUMERATED: f64 = 1e5;

/// Beyond that, cells are pooled until the smaller row expects this many.
const EXPECTED: f64 = 5.0;

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
    let mut table: Vec<[u64; 2]> = one
        .iter()
        .zip(other)
        .map(|(a, b)| [*a, a + b])
        .filter(|[_, total]| *total > 0)
        .collect();
    let row: u64 = one.iter().sum();
    let all = row + other.iter().sum::<u64>();
    if row == 0 || row == all || table.len() < 2 {
        return Err(Error::NothingToTest("two samples need items in two cells"));
    }
    table.sort_unstable_by_key(|[_, total]| *total);
    let outcomes = table[..table.len() - 1]
        .iter()
        .fold(1.0, |product, [_, total]| product * (*total as f64 + 1.0));
    if outcomes > ENUMERATED {
        table = pooled(&table, row.min(all - row) as f64 / all as f64);
    }
    let statistic = table
        .iter()
        .map(|cell| part(*cell, row, all))
        .collect::<Sum>()
        .value();
    let (p, reference) = if let [[a, marked], _] = table[..] {
        (
            by_distance(
                a,
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
            enumerated(&table, row, all, statistic),
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

/// The contribution to the statistic of a cell with `a` items in the first row and `total` in both.
fn part([a, total]: [u64; 2], row: u64, all: u64) -> f64 {
    let (share, total) = (row as f64 / all as f64, total as f64);
    (a as f64 - share * total).powi(2) / (total * share * (1.0 - share))
}

/// Joins cells, the rarest first, until the smaller row, which has this share, expects enough in each; the most frequent cell
/// stays by itself.
fn pooled(table: &[[u64; 2]], share: f64) -> Vec<[u64; 2]> {
    // The counts of a smaller row are more skewed.
    let enough = EXPECTED * (1.0 / share - 1.0);
    let (mut pools, mut open): (Vec<[u64; 2]>, [u64; 2]) = (Vec::new(), [0, 0]);
    let joined = |[a, b]: [u64; 2], [c, d]: [u64; 2]| [a + c, b + d];
    let (rest, largest) = table.split_at(table.len() - 1);
    for cell in rest {
        open = joined(open, *cell);
        if open[1] as f64 * share >= enough {
            pools.push(std::mem::take(&mut open));
        }
    }
    match pools.last_mut() {
        Some(last) => *last = joined(*last, open),
        None => pools.push(open),
    }
    pools.extend(largest);
    pools
}

/// The logarithm of the chance of this table.
fn ln_chance(table: &[[u64; 2]], row: u64, all: u64) -> f64 {
    let share = row as f64 / all as f64;
    let ln = |k: u64, n: u64| {
        let n = n as f64;
        let (ln, factor) = probability(k as f64, n, Mean::new(n * share, n * (1.0 - share)));
        ln + factor.ln()
    };
    table
        .iter()
        .map(|[a, total]| ln(*a, *total))
        .collect::<Sum>()
        .value()
        - ln(row, all)
}

/// Both tails over all tables with the same sums.
fn enumerated(table: &[[u64; 2]], row: u64, all: u64, statistic: f64) -> PValue {
    let share = row as f64 / all as f64;
    // For each cell and each count: the logarithm of its chance, and its contribution to the statistic.
    let cells = table.iter().map(|[_, total]| {
        let n = *total as f64;
        let of = |a: u64| {
            let (ln, factor) = probability(a as f64, n, Mean::new(n * share, n * (1.0 - share)));
            (ln + factor.ln(), part([a, *total], row, all))
        };
        (0..=*total).map(of).collect()
    });
    let cells: Vec<Vec<(f64, f64)>> = cells.collect();
    let (ln, factor) = probability(
        row as f64,
        all as f64,
        Mean::new(row as f64, (all - row) as f64),
    );
    let mut tails = [Sum::default(), Sum::default()];
    visit(&cells, row as usize, (-ln - factor.ln(), 0.0), &mut |(
        ln,
        value,
    )| {
        const TIE: f64 = 1e-9;
        let room = TIE * statistic.max(1.0);
        if value <= statistic + room {
            tails[0].add(ln.exp());
        }
        if value >= statistic - room {
            tails[1].add(ln.exp());
        }
    });
    let [lower, upper] = tails.map(|tail| Tail::new(tail.value()));
    PValue::new(lower, upper)
}

/// Calls `each` for every division of `left` items among the cells, with the logarithm of its chance and its statistic.
fn visit(
    cells: &[Vec<(f64, f64)>],
    left: usize,
    so_far: (f64, f64),
    each: &mut impl FnMut((f64, f64)),
) {
    let with = |part: (f64, f64)| (so_far.0 + part.0, so_far.1 + part.1);
    match cells {
        [] => {}
        [last] => {
            if let Some(part) = last.get(left) {
                each(with(*part));
            }
        }
        [cell, rest @ ..] => {
            for (count, part) in cell.iter().take(left + 1).enumerate() {
                visit(rest, left - count, with(*part), each);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of the sum of squares of `row` items divided among `cells` cells of `total` each, by convolution: the chance of
    /// each sum. The statistic of cells of equal totals depends on that sum alone.
    fn law(cells: u64, total: u64, row: u64) -> Vec<f64> {
        let ways: Vec<f64> = (0..=total)
            .map(|a| {
                (1..=a).fold(1.0, |ways, i| ways * (total - a + i) as f64 / i as f64)
                    * 0.5_f64.powi(total as i32)
            })
            .collect();
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
        let reject = |(squares, chance): (usize, &f64)| {
            let statistic = (squares as f64 - cells as f64 * mean * mean) / (mean * (1.0 - share));
            if chi_square::sf(statistic * (1.0 + 1e-12), cells - 1).value() <= level {
                *chance
            } else {
                0.0
            }
        };
        law.iter().enumerate().map(reject).sum::<f64>() / level
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
        let pools = pooled(&[[0, 50], [0, 50], [0, 50], [0, 50], [0, 400]], 0.2);
        assert_eq!(pools, [[0, 100], [0, 100], [0, 400]]);
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
                let other = |one: &[u64]| {
                    totals
                        .iter()
                        .zip(one)
                        .map(|(total, a)| total - a)
                        .collect::<Vec<u64>>()
                };
                let found: Vec<Outcome> = tables
                    .iter()
                    .map(|one| counts(one, &other(one)).unwrap())
                    .collect();
                for outcome in &found {
                    let share = |holds: &dyn Fn(f64) -> bool| {
                        found.iter().filter(|other| holds(other.statistic)).count() as f64
                            / found.len() as f64
                    };
                    let upper = share(&|statistic| statistic >= outcome.statistic - 1e-9);
                    let lower = share(&|statistic| statistic <= outcome.statistic + 1e-9);
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

    #[test]
    fn too_like_rows_have_a_small_lower_tail_and_others_a_small_upper_one() {
        let even = counts(&[1000; 64], &[1000; 64]).unwrap();
        assert!(
            even.p.lower().log10() < -30.0 && even.p.upper().value() > 0.999,
            "{even:?}"
        );
        // No table is more alike, so its lower tail is its own chance.
        let ln_choose_half = |n: u64| -> f64 {
            (1..=n / 2)
                .map(|i| ((n / 2 + i) as f64 / i as f64).ln())
                .sum()
        };
        let own = 64.0 * ln_choose_half(2000) - ln_choose_half(128_000);
        assert!((even.p.lower().log10() * std::f64::consts::LN_10 / own - 1.0).abs() < 1e-9);
        let mut tilted = vec![1000; 64];
        tilted[5] = 2000;
        assert!(counts(&tilted, &[1000; 64]).unwrap().p.upper().value() < 1e-9);
    }
}
