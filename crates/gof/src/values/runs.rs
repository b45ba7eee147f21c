//! Runs of equal symbols: how often 2, 3, 4 and more equal symbols follow each other.
//!
//! Under the null hypothesis a symbol equals the one before with a chance of one in `d`, independently of what came before.
//! For runs of `r + 1` these equalities are cut into blocks of `r`: a block is all equal with a chance of `1 / d^r`,
//! independently of the other blocks, so the number of such blocks is binomial, with no approximation. The p-value is that
//! of the farthest length by Bonferroni's inequality. Source: Mood, *The distribution theory of runs*, Annals of
//! Mathematical Statistics 11, 1940, for runs; the blocks make them binomial.
//!
//! What it finds: rolls that are drawn again because they do not look random.

use crate::extreme::{self, Count};
use crate::test::Made;
use crate::test::enough;
use crate::words::{Projection, Symbol, Values};
use crate::{Error, Outcome, Test};

/// Longer runs than those that are rarer than this are not counted apart.
const RAREST: f64 = 1e-12;

/// Symbols before there is an outcome.
const NEEDED: u64 = 100;

/// For values below a bound.
///
/// # Errors
/// [`Error::Parameter`] unless `below` is at least 2.
pub fn of_values(name: &'static str, below: u32) -> Made<u32> {
    let projection = Values::new(below, below)?;
    if below < 2 {
        return Err(Error::NothingToTest("all symbols are equal"));
    }
    let longest = (RAREST.ln() / -f64::from(below).ln()).ceil() as usize;
    Ok(Box::new(EqualRuns {
        name,
        projection,
        last: None,
        run: 0,
        equalities: 0,
        blocks: vec![0; longest],
        items: 0,
        impossible: false,
    }))
}

/// Counts blocks of equalities.
struct EqualRuns {
    name: &'static str,
    projection: Values,
    last: Option<u32>,
    /// How many equalities there were in a row.
    run: u64,
    /// How many symbols have been compared with the one before.
    equalities: u64,
    /// For each length from 1: how many blocks were all equal.
    blocks: Vec<u64>,
    items: u64,
    impossible: bool,
}

impl EqualRuns {
    fn take(&mut self, symbol: u32) {
        let Some(last) = self.last.replace(symbol) else {
            return;
        };
        self.equalities += 1;
        if last != symbol {
            self.run = 0;
            return;
        }
        self.run += 1;
        for (blocks, length) in self.blocks.iter_mut().zip(1..=self.run) {
            *blocks += u64::from(self.equalities.is_multiple_of(length));
        }
    }

    /// With the number of equal symbols in a row.
    fn counts(&self) -> impl Iterator<Item = (u64, Count)> {
        let chance = 1.0 / self.projection.symbols() as f64;
        self.blocks.iter().zip(1..).map(move |(&came, length)| {
            let trials = self.equalities / length;
            (
                length + 1,
                Count {
                    came,
                    trials,
                    chance: chance.powi(length as i32),
                },
            )
        })
    }
}

impl Test<u32> for EqualRuns {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        format!(
            "{} are independent and uniform: runs of equal ones are as frequent as they should be",
            self.projection.about()
        )
    }

    fn push(&mut self, item: &u32) {
        self.items += 1;
        match self.projection.symbol(item) {
            Symbol::Of(symbol) => self.take(symbol),
            Symbol::Skipped => {}
            Symbol::Impossible => self.impossible = true,
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (run, count) = extreme::farthest(self.counts())?;
        Some(format!("{run} equal values in a row: {}", count.times()))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        enough(self.items, NEEDED)?;
        let outcome = extreme::outcome(self.name, self.items, self.counts())?;
        Ok(outcome.refuted_if(self.impossible))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all strings of seven symbols of three: the equal blocks of each length are binomial.
    #[test]
    fn equal_blocks_are_binomial() {
        let mut found = [[0_u64; 7]; 6];
        for string in 0..3_u32.pow(7) {
            let mut test = EqualRuns {
                name: "equal-runs",
                projection: Values::new(3, 3).unwrap(),
                last: None,
                run: 0,
                equalities: 0,
                blocks: vec![0; 6],
                items: 0,
                impossible: false,
            };
            (0..7).for_each(|at| test.push(&(string / 3_u32.pow(at) % 3)));
            for (run, count) in test.counts() {
                assert_eq!(count.trials, 6 / (run - 1));
                found[run as usize - 2][count.came as usize] += 1;
            }
        }
        for (length, found) in (1..).zip(found) {
            let (trials, d) = (6 / length, 3_u64.pow(length));
            let binomial =
                |k: u32| (0..k).fold(1, |ways, i| ways * u64::from(trials - i) / u64::from(i + 1));
            for k in 0..=trials {
                let ways = binomial(k) * (d - 1).pow(trials - k) * 3_u64.pow(7 - length * trials);
                assert_eq!(found[k as usize], ways, "{k} blocks of {length}");
            }
        }
    }
}
