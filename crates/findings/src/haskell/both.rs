//! A probability with ideal draws and with `randomR`.

use crate::prelude::*;
use exact::explore::Rule;
use exact::rational::scientific;
use generators::haskell::RandomR;

#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Both {
    pub ideal: Exact,
    pub rule: Exact,
    pub added: String,
}

impl Both {
    pub(super) fn new([ideal, rule]: [BigRational; 2]) -> Self {
        let added = scientific(&(&rule - &ideal), 3);
        Self {
            ideal: ideal.into(),
            rule: rule.into(),
            added,
        }
    }

    pub(super) fn zip([ideal, rule]: [Vec<BigRational>; 2]) -> Vec<Self> {
        ideal
            .into_iter()
            .zip(rule)
            .map(|(ideal, rule)| Self::new([ideal, rule]))
            .collect()
    }
}

/// What `compute` gives for ideal draws, and for the document's.
pub(super) fn under_both<T>(compute: impl Fn(&Rule) -> Result<T>) -> Result<[T; 2]> {
    Ok([
        compute(&Rule::ideal())?,
        compute(&Rule::of::<RandomR>(32)?)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_far_below_a_doubles_last_digit_is_shown() {
        let third = ratio(1, 3);
        let more = &third + ratio(1, 1u128 << 100);
        let both = Both::new([third, more]);
        assert_eq!(
            (both.added.as_str(), both.ideal.value == both.rule.value),
            ("7.89e-31", true)
        );
    }
}
