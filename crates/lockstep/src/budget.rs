//! How much a run may take, and from which seed.

use std::env;

use thiserror::Error;

/// The seed for random cases, and how many of them.
///
/// ```
/// use lockstep::Budget;
/// let budget = Budget::from_vars(|name| (name == "ROGUELAB_CASES").then(|| "1000".into())).unwrap();
/// assert_eq!(budget, Budget { cases: 1000, ..Budget::default() });
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Budget {
    /// The seed of every random list.
    pub seed: u64,
    /// The number of random cases; at least one.
    pub cases: usize,
}

impl Default for Budget {
    /// A fixed seed (the letters ROGUELAB) and 64 cases.
    fn default() -> Self {
        Self { seed: u64::from_be_bytes(*b"ROGUELAB"), cases: 64 }
    }
}

impl Budget {
    /// The variable that holds the seed, decimal or, after `0x`, hexadecimal.
    pub const SEED: &'static str = "ROGUELAB_SEED";
    /// The variable that holds the number of cases.
    pub const CASES: &'static str = "ROGUELAB_CASES";

    /// The default, changed by the environment variables [`SEED`](Self::SEED) and [`CASES`](Self::CASES).
    ///
    /// # Errors
    ///
    /// A variable whose value cannot be used.
    pub fn from_env() -> Result<Self, BudgetError> {
        Self::from_vars(|name| env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    /// The default, changed by the values that `var` finds for the two names.
    ///
    /// # Errors
    ///
    /// A value that cannot be used.
    pub fn from_vars(var: impl Fn(&str) -> Option<String>) -> Result<Self, BudgetError> {
        let default = Self::default();
        let seed = read(&var, Self::SEED, "a number from 0 to 2^64 - 1, decimal or after 0x hexadecimal", read_seed)?;
        let cases = read(&var, Self::CASES, "a whole number, at least 1", |text| {
            text.parse().ok().filter(|&cases: &usize| cases > 0)
        })?;
        Ok(Self { seed: seed.unwrap_or(default.seed), cases: cases.unwrap_or(default.cases) })
    }
}

fn read<T>(
    var: &impl Fn(&str) -> Option<String>,
    variable: &'static str,
    expected: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, BudgetError> {
    let Some(value) = var(variable) else { return Ok(None) };
    match parse(value.trim()) {
        Some(number) => Ok(Some(number)),
        None => Err(BudgetError { variable, value, expected }),
    }
}

/// A seed, decimal or after `0x` hexadecimal.
pub(crate) fn read_seed(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// An environment variable whose value cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{variable}={value}: expected {expected}")]
pub struct BudgetError {
    /// The variable.
    pub variable: &'static str,
    /// Its value.
    pub value: String,
    /// What was expected.
    pub expected: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &'static str, value: &'static str) -> Result<Budget, BudgetError> {
        Budget::from_vars(|asked| (asked == name).then(|| value.to_owned()))
    }

    #[test]
    fn the_default_seed_is_fixed() {
        assert_eq!(Budget::default(), Budget { seed: 0x524f_4755_454c_4142, cases: 64 });
    }

    #[test]
    fn seeds_are_decimal_or_hexadecimal() {
        assert_eq!(with(Budget::SEED, "26").unwrap().seed, 26);
        assert_eq!(with(Budget::SEED, "0x1a").unwrap().seed, 26);
        assert_eq!(with(Budget::SEED, "18446744073709551615").unwrap().seed, u64::MAX);
    }

    #[test]
    fn a_bad_value_names_variable_value_and_what_was_expected() {
        for (name, value) in [(Budget::SEED, "seven"), (Budget::SEED, "-1"), (Budget::CASES, "0"), (Budget::CASES, "")]
        {
            let text = with(name, value).unwrap_err().to_string();
            assert!(text.starts_with(&format!("{name}={value}: expected a ")), "{text}");
        }
    }
}
