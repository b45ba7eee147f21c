//! Runs of equal symbols: how often 2, 3, 4 and more equal symbols follow each other.
//!
//! Under the null hypothesis a symbol equals the one before with a chance of one in `d`, independently of what came before.
//! For runs of `r + 1` these equalities are cut into blocks of `r`: a block is all equal with a chance of `1 / d^r`,
//! independently of the other blocks, so the number of such blocks is binomial, with no approximation. The p-value is that
//! of the farthest length by Bonferroni's inequality. Source: Mood, *The distribution theory of runs*, Annals of
//! Mathematical Statistics 11, 1940, for runs; the blocks make them binomial.
//!
//! The test finds: rolls that are drawn again because they do not look random.

use super::project_test;
use crate::extreme::{self, BinomialCount};
use crate::test::BuiltTest;
use crate::words::Values;
use crate::{Error, Outcome, Test};

/// Longer runs than the first that is rarer than this are not counted separately.
const RAREST: f64 = 1e-12;

/// How many symbols there must be before there is an outcome.
const NEEDED: u64 = 100;

/// The test for values below a bound.
///
/// # Errors
/// [`Error::Parameter`] unless `below` is at least 2.
pub fn build_test(name: &'static str, below: u32) -> BuiltTest<u32> {
    let projection = Values::new(below, below)?;
    if below < 2 {
        return Err(Error::NothingToTest("all symbols are equal"));
    }
    let longest = (RAREST.ln() / -f64::from(below).ln()).ceil() as usize;
    let runs = EqualRuns {
        name,
        chance: 1.0 / f64::from(below),
        last: None,
        run: 0,
        equalities: 0,
        blocks: vec![0; longest],
    };
    let null = "runs of equal ones are as frequent as they should be";
    project_test(projection, Box::new(runs), null)
}

/// Counts blocks of equalities.
struct EqualRuns {
    name: &'static str,
    /// The chance that two symbols are equal.
    chance: f64,
    last: Option<u64>,
    /// How many equalities there were in a row.
    run: u64,
    /// How many symbols have been compared with the one before.
    equalities: u64,
    /// For each length from 1, how many blocks were all equal.
    blocks: Vec<u64>,
}

impl EqualRuns {
    /// The counts, each with its number of equal symbols in a row.
    fn counts(&self) -> impl Iterator<Item = (u64, BinomialCount)> {
        self.blocks.iter().zip(1..).map(move |(&came, length)| {
            let trials = self.equalities / length;
            (
                length + 1,
                BinomialCount {
                    came,
                    trials,
                    chance: self.chance.powi(length as i32),
                },
            )
        })
    }
}

impl Test<u64> for EqualRuns {
    fn name(&self) -> &'static str {
        self.name
    }

    fn null(&self) -> String {
        "as many symbols as should equal the one before".into()
    }

    fn push(&mut self, symbol: &u64) {
        let Some(last) = self.last.replace(*symbol) else {
            return;
        };
        self.equalities += 1;
        if last != *symbol {
            self.run = 0;
            return;
        }
        self.run += 1;
        for (blocks, length) in self.blocks.iter_mut().zip(1..=self.run) {
            *blocks += u64::from(self.equalities.is_multiple_of(length));
        }
    }

    fn items(&self) -> u64 {
        self.equalities + u64::from(self.last.is_some())
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (run, count) = extreme::farthest(self.counts())?;
        Some(format!("{run} equal values in a row: {}", count.times()))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks over all strings of seven symbols out of three that the equal blocks of each length are binomial.
    #[test]
    fn equal_blocks_are_binomial() {
        let mut found = [[0_u64; 7]; 6];
        for string in 0..3_u32.pow(7) {
            let mut test = EqualRuns {
                name: "equal-runs",
                chance: 1.0 / 3.0,
                last: None,
                run: 0,
                equalities: 0,
                blocks: vec![0; 6],
            };
            (0..7).for_each(|at| test.push(&u64::from(string / 3_u32.pow(at) % 3)));
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
