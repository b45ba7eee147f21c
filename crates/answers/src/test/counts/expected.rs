//! The law that counts are compared with.

use gof::Cells;

use super::{CountsOptions, TestError};
use crate::arguments::GivenCounts;

/// How often the values that were counted are expected.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedLaw {
    /// All are equally likely.
    Equal,
    /// In proportion to weights.
    Weights {
        /// The weights.
        weights: Vec<u64>,
        /// The names of the values, if they have names.
        names: Option<Vec<String>>,
        /// The weights as they were given.
        given: String,
    },
    /// As the sums of dice, from the lowest on.
    Dice {
        /// How many dice.
        dice: u32,
        /// How many sides each has, with numbers from 1 on.
        sides: u64,
        /// In how many ways they give each sum.
        weights: Vec<u64>,
    },
}

impl ExpectedLaw {
    /// The law of the sums of dice, each with numbers from 1 on.
    ///
    /// # Errors
    /// [`TestError::TooManyRolls`].
    pub fn of_dice(dice: u32, sides: u64) -> Result<Self, TestError> {
        let weights = dice_weights(dice, sides).ok_or(TestError::TooManyRolls)?;
        Ok(Self::Dice {
            dice,
            sides,
            weights,
        })
    }

    /// The names of the values.
    fn names(&self) -> Option<Vec<String>> {
        match self {
            Self::Equal => None,
            Self::Weights { names, .. } => names.clone(),
            Self::Dice { dice, weights, .. } => {
                let sums = (0..weights.len()).map(|place| u64::from(*dice) + place as u64);
                Some(sums.map(|sum| sum.to_string()).collect())
            }
        }
    }

    /// The chances of so many values.
    pub(super) fn cells(&self, values: usize) -> Result<Cells, TestError> {
        let cells = match self {
            Self::Equal => Cells::uniform(values),
            Self::Weights { weights, .. } | Self::Dice { weights, .. } => {
                Cells::from_weights(weights)
            }
        };
        cells.map_err(TestError::Chances)
    }
}

/// The most different sums of dice.
const MOST_SUMS: u64 = 1 << 16;

/// In how many ways dice give each sum, from the lowest on; `None` for too many sums, or more than 2^64 ways.
pub fn dice_weights(dice: u32, sides: u64) -> Option<Vec<u64>> {
    sides.checked_pow(dice)?;
    if dice == 0 || sides < 2 || sides.checked_mul(dice.into())? > MOST_SUMS {
        return None;
    }
    let mut ways = vec![1_u64];
    for _ in 0..dice {
        let mut next = vec![0; ways.len() + sides as usize - 1];
        for (sum, ways) in ways.iter().enumerate() {
            for ways_of_next in &mut next[sum..sum + sides as usize] {
                *ways_of_next += ways;
            }
        }
        ways = next;
    }
    Some(ways)
}

impl CountsOptions {
    /// Counts in the order of the values that are expected; what is not counted came 0 times.
    ///
    /// # Errors
    /// [`TestError::UnexpectedValue`] for a name that has no weight.
    pub fn new(
        given: Vec<GivenCounts>,
        expected: ExpectedLaw,
        alpha: f64,
    ) -> Result<Self, TestError> {
        let mut expected = expected;
        let mut names = expected.names();
        if let Some(first) = given.first() {
            if let (ExpectedLaw::Equal, Some(weights)) = (&expected, &first.weights) {
                let listed: Vec<String> = weights.iter().map(u64::to_string).collect();
                expected = ExpectedLaw::Weights {
                    weights: weights.clone(),
                    names: first.names.clone(),
                    given: listed.join(","),
                };
            }
            names = names.or_else(|| first.names.clone());
        }
        let mut runs = Vec::new();
        for run in given {
            runs.push(match (&names, run.names) {
                (Some(names), Some(counted)) => counts_by_name(names, &counted, &run.counts)?,
                _ => run.counts,
            });
        }
        Ok(Self {
            runs,
            expected,
            names,
            drawn: None,
            alpha,
        })
    }
}

/// The counts in the order of these names.
fn counts_by_name(
    names: &[String],
    counted: &[String],
    counts: &[u64],
) -> Result<Vec<u64>, TestError> {
    let mut by_name = vec![None; names.len()];
    for (name, count) in counted.iter().zip(counts) {
        let Some(place) = names.iter().position(|expected| expected == name) else {
            return Err(TestError::UnexpectedValue(name.clone()));
        };
        if by_name[place].replace(*count).is_some() {
            return Err(TestError::CountedTwice(name.clone()));
        }
    }
    Ok(by_name.into_iter().map(Option::unwrap_or_default).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By listing all rolls.
    #[test]
    fn dice_have_the_sums_of_all_rolls() {
        assert_eq!(
            dice_weights(2, 6).unwrap(),
            [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
        );
        let mut ways = vec![0; 13];
        for roll in 0..5_usize.pow(3) {
            ways[roll % 5 + roll / 5 % 5 + roll / 25] += 1;
        }
        assert_eq!(dice_weights(3, 5).unwrap(), ways);
        assert_eq!(
            dice_weights(24, 6).unwrap().iter().sum::<u64>(),
            6_u64.pow(24)
        );
        assert_eq!(
            (dice_weights(25, 6), dice_weights(2, 1 << 31)),
            (None, None)
        );
    }

    fn run(names: &[&str], counts: &[u64]) -> GivenCounts {
        GivenCounts {
            counts: counts.to_vec(),
            names: Some(names.iter().map(|name| (*name).to_owned()).collect()),
            weights: None,
        }
    }

    #[test]
    fn counts_are_put_in_the_order_of_their_names() {
        let law = ExpectedLaw::of_dice(2, 2).unwrap();
        let given = vec![run(&["4", "2"], &[7, 5])];
        assert_eq!(
            CountsOptions::new(given, law.clone(), 1e-6).unwrap().runs,
            [[5, 0, 7]]
        );
        let several = vec![run(&["a", "b"], &[1, 2]), run(&["b", "a"], &[3, 4])];
        let options = CountsOptions::new(several, ExpectedLaw::Equal, 1e-6).unwrap();
        assert_eq!(options.runs, [[1, 2], [4, 3]]);
        for (names, error) in [(["2", "5"], "5"), (["2", "2"], "2")] {
            let found = CountsOptions::new(vec![run(&names, &[1, 1])], law.clone(), 1e-6);
            let found = found.unwrap_err().to_string();
            assert!(found.contains(&format!("`{error}`")), "{found}");
        }
    }
}
