//! Tests of values with given weights, such as a loot table.
//!
//! They count how often each value comes; how often each pair of neighbours comes, with the product of their chances; how often
//! a value equals the one some places before, with the chance that two are equal, the sum of the squares; how long each value
//! stays away, the rarest as well as the commonest; and whether the chances drift.

use super::absences::Absences;
use super::drift;
use super::period::Period;
use crate::counted::Law;
use crate::extreme::{self, BinomialCount};
use crate::words::{Projection, Symbol};
use crate::{Cells, Counted, Error, Outcome, Test};

/// In pairs, this many of the commonest values are counted singly, and all others as one.
const PAIRED: usize = 64;

/// The longest lag.
const LAGS: usize = 128;

/// How many values there must be before lagged pairs have an outcome.
const NEEDED: u64 = 100;

/// With more values than this, each cannot have its own rows.
const MOST: usize = 1 << 20;

/// All tests of values from 0 that have these weights.
///
/// # Errors
/// [`Error::NothingToTest`] with fewer than two weights above zero; [`Error::TooLarge`] for too many.
pub fn battery(weights: &[u64]) -> Result<Vec<Box<dyn Test<u32>>>, Error> {
    if weights.len() > MOST {
        return Err(Error::TooLarge {
            size: weights.len() as f64,
            limit: MOST as u64,
        });
    }
    let frequency = frequency(weights)?;
    let total = weights.iter().map(|&weight| weight as f64).sum::<f64>();
    let equal = weights
        .iter()
        .map(|&weight| (weight as f64 / total).powi(2))
        .sum::<f64>();
    let lagged = Lagged {
        below: weights.len() as u32,
        equal,
        recent: Vec::new(),
        counts: vec![0; LAGS],
        taken: 0,
        impossible: 0,
    };
    let mut tests: Vec<Box<dyn Test<u32>>> = vec![
        Box::new(frequency),
        Box::new(pairs(weights)?),
        Box::new(lagged),
        Box::new(Absences::new(
            "absences",
            Weighted(weights.len() as u32),
            weights,
        )?),
    ];
    // If nearly all values are equal, a period is to be expected.
    if let Ok(period) = Period::new(-equal.log2()) {
        tests.push(Box::new(period));
    }
    if let Ok(drift) = drift::build_weighted("drift", weights) {
        tests.push(drift);
    }
    Ok(tests)
}

/// A value as its own symbol.
struct Weighted(u32);

impl Projection<u32> for Weighted {
    fn symbols(&self) -> u64 {
        self.0.into()
    }

    fn about(&self) -> String {
        "values with these weights".into()
    }

    fn name(&self, symbol: u32) -> String {
        format!("value {symbol}")
    }

    fn symbol(&self, item: &u32) -> Symbol {
        Symbol::Of(*item)
    }

    fn items(&self, symbols: u64) -> u64 {
        symbols
    }
}

/// The count of each value.
fn frequency(weights: &[u64]) -> Result<Counted<u32>, Error> {
    let cells = Cells::from_weights(weights)?;
    Ok(Counted::with_cells(
        "frequency",
        "",
        cells,
        |value: &u32| Some(*value as usize),
        |value| format!("value {value}"),
    )
    .with_null("each value comes as often as its weight says")
    .judge_rare_cells())
}

/// The count of each pair of neighbours; pairs do not overlap. Among many values, each of the commonest has its own symbol, and
/// all others share one.
fn pairs(weights: &[u64]) -> Result<Counted<u32>, Error> {
    let kinds = weights.len().min(PAIRED);
    let mut order: Vec<usize> = (0..weights.len()).collect();
    if kinds < weights.len() {
        order.sort_by_key(|&value| std::cmp::Reverse(weights[value]));
    }
    let mut symbols = vec![kinds - 1; weights.len()];
    for (symbol, &value) in order.iter().enumerate().take(kinds) {
        symbols[value] = symbol;
    }
    let total = weights.iter().map(|&weight| weight as f64).sum::<f64>();
    let mut shares = vec![0.0; kinds];
    for (symbol, &weight) in symbols.iter().zip(weights) {
        shares[*symbol] += weight as f64 / total;
    }
    let mut square = Vec::with_capacity(kinds * kinds + 1);
    for first in &shares {
        for second in &shares {
            square.push(first * second);
        }
    }
    // The last cell has the pairs that the null hypothesis does not allow.
    square.push(0.0);
    let law = Law::Cells {
        cells: Cells::from_probabilities(square)?,
        piece: 2,
    };
    let mut names = Vec::with_capacity(kinds);
    for (symbol, value) in order.iter().enumerate().take(kinds) {
        names.push(if symbol + 1 < kinds || kinds == order.len() {
            format!("value {value}")
        } else {
            "a rarer value".into()
        });
    }
    let mut first = None;
    Ok(Counted::new(
        "serial-pairs",
        "",
        law,
        move |value: &u32, counts| match (symbols.get(*value as usize), first.take()) {
            (None, _) => counts[kinds * kinds] += 1,
            (Some(symbol), Some(first)) => counts[first * kinds + symbol] += 1,
            (Some(&symbol), None) => first = Some(symbol),
        },
        move |pair| match (names.get(pair / kinds), &names[pair % kinds]) {
            (Some(first), second) => format!("{first}, then {second}"),
            (None, second) => format!("a rarer value, then {second}"),
        },
    )
    .with_null("each pair of neighbours comes as often as its weights say")
    .judge_rare_cells())
}

/// Counts the equal pairs of each lag.
///
/// Any two values are equal with the same chance, but two pairs that share a value are not independent unless all weights are
/// equal. So for each lag only pairs that share no value are taken: the second half of each `2 lag` values with the first.
/// Their number is binomial.
struct Lagged {
    below: u32,
    /// The chance that two values are equal.
    equal: f64,
    /// The last values, in a ring.
    recent: Vec<u32>,
    counts: Vec<u64>,
    taken: u64,
    impossible: u64,
}

impl Lagged {
    fn counts(&self) -> impl Iterator<Item = (u64, BinomialCount)> {
        let lags = (1..).zip(&self.counts);
        lags.map(|(lag, &came)| (lag, self.count(lag, came)))
    }

    fn count(&self, lag: u64, came: u64) -> BinomialCount {
        let rest = (self.taken % (2 * lag)).saturating_sub(lag);
        BinomialCount {
            came,
            trials: self.taken / (2 * lag) * lag + rest,
            chance: self.equal,
        }
    }
}

impl Test<u32> for Lagged {
    fn name(&self) -> &'static str {
        "lagged"
    }

    fn null(&self) -> String {
        format!(
            "values are independent: as many as their weights say equal the one 1 to {LAGS} before"
        )
    }

    fn push(&mut self, item: &u32) {
        if *item >= self.below {
            self.impossible += 1;
            return;
        }
        let at = self.taken as usize;
        if self.recent.len() < LAGS {
            self.recent.push(*item);
        }
        for (lag, count) in (1..).zip(&mut self.counts).take(at) {
            // This value is in a second half.
            if at / lag % 2 == 1 {
                *count += u64::from(self.recent[(at - lag) % LAGS] == *item);
            }
        }
        self.recent[at % LAGS] = *item;
        self.taken += 1;
    }

    fn items(&self) -> u64 {
        self.taken + self.impossible
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (lag, count) = extreme::farthest(self.counts())?;
        Some(format!(
            "{} of the values equal the one {lag} before",
            count.shares()
        ))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), self.impossible > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{ChaCha8Rng, Rng, fair};

    /// A random value with these weights.
    fn draw(random: &mut ChaCha8Rng, weights: &[u64]) -> u32 {
        let total: u64 = weights.iter().sum();
        let mut ticket = ((u128::from(random.next_u64()) * u128::from(total)) >> 64) as u64;
        let mut value = 0;
        while ticket >= weights[value] {
            ticket -= weights[value];
            value += 1;
        }
        value as u32
    }

    #[test]
    fn the_battery_passes_what_has_the_weights() {
        let mut random = fair(13);
        for weights in [
            vec![1, 4, 95],
            vec![1, 1],
            vec![0, 3, 7],
            (1..=200).collect(),
        ] {
            let mut tests = battery(&weights).unwrap();
            let names: Vec<_> = tests.iter().map(|test| test.name()).collect();
            let expected = [
                "frequency",
                "serial-pairs",
                "lagged",
                "absences",
                "period",
                "drift",
            ];
            assert_eq!(names, expected);
            let items = tests
                .iter()
                .map(|test| test.needed())
                .max()
                .unwrap()
                .max(20_000);
            for _ in 0..items {
                let value = draw(&mut random, &weights);
                for test in &mut tests {
                    test.push(&value);
                }
            }
            for test in tests {
                let p = test.outcome().unwrap().p.two_sided().value();
                assert!(
                    p > 1e-4 && test.items() == items,
                    "{weights:?}, {}: {p}",
                    test.name()
                );
            }
        }
        assert!(
            battery(&[5]).is_err()
                && battery(&[0, 5]).is_err()
                && battery(&vec![1; MOST + 1]).is_err()
        );
    }

    /// The chance is `P(X >= 10)` of a binomial count, by Python's fractions, for 3 tails, twice for the pool, and on both sides.
    #[test]
    fn a_rare_value_that_comes_too_often_is_found_among_the_pooled() {
        let mut test = frequency(&[495, 5, 99_500]).unwrap();
        for at in 0..2000 {
            test.push(&if at < 10 { 1 } else { 2 });
        }
        let p = test.outcome().unwrap().p.two_sided().value();
        assert!((p / (2.461_387e-17 * 12.0) - 1.0).abs() < 1e-5, "{p}");
    }

    #[test]
    fn one_value_that_cannot_come_refutes() {
        let mut test = frequency(&[1, 0, 3]).unwrap();
        test.push(&0);
        assert!(test.outcome().is_err());
        test.push(&1);
        assert!(test.outcome().unwrap().p.upper().log10().is_infinite());
        assert_eq!(test.worst().unwrap(), "value 1 cannot come, but did");
    }

    #[test]
    fn the_first_value_of_a_pair_is_named_first() {
        let mut test = pairs(&[1, 1, 1]).unwrap();
        for _ in 0..100 {
            test.push(&0);
            test.push(&1);
        }
        let worst = test.worst().unwrap();
        assert!(
            worst.starts_with("value 0, then value 1: 100 times instead of 11.1"),
            "{worst}"
        );
    }

    /// Checks over all strings of six values with weights 1 and 2 that the equal pairs of each lag are binomial.
    #[test]
    fn equal_pairs_that_share_no_value_are_binomial() {
        let equal = 5.0 / 9.0;
        let mut found = [[0.0; 4]; 5];
        for string in 0..1_u32 << 6 {
            let mut test = Lagged {
                below: 2,
                equal,
                recent: Vec::new(),
                counts: vec![0; 5],
                taken: 0,
                impossible: 0,
            };
            (0..6).for_each(|at| test.push(&(string >> at & 1)));
            let chance = 2_f64.powi(string.count_ones() as i32) / 3_f64.powi(6);
            for (lag, count) in test.counts() {
                assert_eq!(count.trials, [3, 2, 3, 2, 1][lag as usize - 1], "{lag}");
                found[lag as usize - 1][count.came as usize] += chance;
            }
        }
        for (found, trials) in found.iter().zip([3, 2, 3, 2, 1]) {
            for k in 0..=trials {
                let ways = if k == 0 || k == trials {
                    1.0
                } else {
                    f64::from(trials)
                };
                let stated = ways * f64::powi(equal, k) * f64::powi(1.0 - equal, trials - k);
                assert!((found[k as usize] - stated).abs() < 1e-12, "{found:?}");
            }
        }
    }

    /// The two-sided p-value of a test and its finding, for a million values of a loot table.
    fn found(test: usize, mut value: impl FnMut(&mut ChaCha8Rng, &[u32]) -> u32) -> (f64, String) {
        let mut random = fair(14);
        let (mut test, mut all) = (battery(&[1, 4, 95]).unwrap().swap_remove(test), Vec::new());
        for _ in 0..200_000 {
            all.push(value(&mut random, &all));
            test.push(&all[all.len() - 1]);
        }
        (
            test.outcome().unwrap().p.two_sided().log10(),
            test.worst().unwrap(),
        )
    }

    #[test]
    fn each_test_finds_a_broken_loot_table_and_names_what_is_wrong() {
        let weights = [1, 4, 95];
        let (p, worst) = found(0, |random, _| draw(random, &[13, 40, 947]));
        assert!(
            p < -9.0 && worst.starts_with("value 0: 2636 times instead of 2000"),
            "{p} {worst}"
        );
        // The rarest value never comes twice in a row.
        let (p, worst) = found(1, |random, all| match draw(random, &weights) {
            1 if all.last() == Some(&1) => 2,
            value => value,
        });
        assert!(
            p < -9.0 && worst.starts_with("value 1, then value 1: 0 times instead of 160"),
            "{p} {worst}"
        );
        let (p, worst) = found(2, |random, all| {
            let copied = all.len() >= 100 && draw(random, &[1, 9]) == 0;
            if copied {
                all[all.len() - 100]
            } else {
                draw(random, &weights)
            }
        });
        assert!(
            p < -9.0 && worst.ends_with("of the values equal the one 100 before"),
            "{p} {worst}"
        );
        // The rarest value comes more often for 20,000 values, and more rarely for the next 20,000.
        let (p, worst) = found(5, |random, all| match all.len() / 20_000 % 2 {
            0 => draw(random, &[5, 16, 379]),
            _ => draw(random, &[3, 16, 381]),
        });
        assert!(
            p < -9.0 && worst.contains("such blocks differ too much"),
            "{p} {worst}"
        );
        let mut without = 0;
        let (p, worst) = found(3, |random, _| {
            let value = if without == 199 {
                0
            } else {
                draw(random, &weights)
            };
            without = if value == 0 { 0 } else { without + 1 };
            value
        });
        assert!(
            p < -9.0 && worst.starts_with("value 0 is missing from 0 blocks of"),
            "{p} {worst}"
        );
    }
}
