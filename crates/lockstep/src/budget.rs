//! How many random cases there are, and from which seed.

use std::env;

use thiserror::Error;

/// The seed for random cases, and how many of them.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Budget {
    /// The seed of every random list.
    pub seed: u64,
    /// The number of random cases; at least one.
    pub cases: usize,
}

impl Default for Budget {
    /// The default is a fixed seed (the letters ROGUELAB) and 64 cases.
    fn default() -> Self {
        Self {
            seed: u64::from_be_bytes(*b"ROGUELAB"),
            cases: 64,
        }
    }
}

/// An environment variable whose value cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{0}")]
pub struct BudgetError(String);

impl Budget {
    /// The variable that holds the seed, decimal or, after `0x`, hexadecimal.
    pub const SEED: &'static str = "ROGUELAB_SEED";
    /// The variable that holds the number of cases.
    pub const CASES: &'static str = "ROGUELAB_CASES";

    /// The default, changed by the environment variables [`SEED`](Self::SEED) and [`CASES`](Self::CASES).
    ///
    /// # Errors
    /// If a variable has a value that cannot be used.
    pub fn from_env() -> Result<Self, BudgetError> {
        Self::from_vars(|name| env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    fn from_vars(var: impl Fn(&str) -> Option<String>) -> Result<Self, BudgetError> {
        let mut budget = Self::default();
        if let Some(value) = var(Self::SEED) {
            let Some(seed) = read_seed(value.trim()) else {
                return Err(BudgetError(format!(
                    "{}={value}: expected a number from 0 to 2^64 - 1, decimal or after 0x hexadecimal",
                    Self::SEED
                )));
            };
            budget.seed = seed;
        }
        if let Some(value) = var(Self::CASES) {
            let cases = value.trim().parse().ok().filter(|&cases| cases > 0);
            let Some(cases) = cases else {
                return Err(BudgetError(format!(
                    "{}={value}: expected a whole number, at least 1",
                    Self::CASES
                )));
            };
            budget.cases = cases;
        }
        Ok(budget)
    }
}

/// Reads a seed, decimal or, after `0x`, hexadecimal.
pub(crate) fn read_seed(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_change_the_default_or_are_refused() {
        let default = Budget {
            seed: 0x524f_4755_454c_4142,
            cases: 64,
        };
        assert_eq!(Budget::from_vars(|_| None), Ok(default));
        let Budget { seed, cases } = default;
        for (name, value, expected) in [
            (Budget::SEED, " 0x1a", Some((26, cases))),
            (
                Budget::SEED,
                "18446744073709551615",
                Some((u64::MAX, cases)),
            ),
            (Budget::CASES, "1000", Some((seed, 1000))),
            (Budget::SEED, "-1", None),
            (Budget::CASES, "0", None),
            (Budget::CASES, "", None),
        ] {
            let read = Budget::from_vars(|variable| (variable == name).then(|| value.to_owned()));
            match (read, expected) {
                (Ok(Budget { seed, cases }), Some(expected)) => {
                    assert_eq!((seed, cases), expected);
                }
                (Err(error), None) => {
                    assert!(
                        error
                            .to_string()
                            .starts_with(&format!("{name}={value}: expected a ")),
                        "{error}"
                    );
                }
                (read, _) => panic!("{name}={value}: {read:?}"),
            }
        }
    }

    #[test]
    fn the_environment_is_read() {
        if env::var(Budget::SEED).as_deref() == Ok("7") {
            return assert_eq!(Budget::from_env().unwrap().seed, 7);
        }
        let mut again = std::process::Command::new(env::current_exe().unwrap());
        again
            .args(["--exact", "budget::tests::the_environment_is_read"])
            .env(Budget::SEED, "7");
        assert!(again.output().unwrap().status.success());
    }
}
