//! How many draws it takes to notice a bias, as the report shows it.

use exact::BigRational;
use exact::rational::to_f64;
use gof::power::{Draws, draws_to_notice};
use serde::Serialize;

use crate::error::Result;
use crate::number::grouped;

/// The false-alarm rate at which the report asks for it.
pub(crate) const ALPHA: f64 = 1e-6;
/// And the chance of noticing the bias then.
pub(crate) const POWER: f64 = 0.9;

/// The draws until a bias is noticed, by two tests. `never` where there is none.
#[derive(Clone, Debug, Serialize)]
pub struct Notice {
    /// By a chi-square test of all outcomes.
    pub omnibus: String,
    /// By the best test there is, which knows the biased law.
    pub optimal: String,
    #[serde(skip)]
    draws: Draws,
}

impl Notice {
    /// For this chi-square per draw over so many outcomes.
    pub(crate) fn of(effect: &BigRational, outcomes: u32) -> Result<Self> {
        let draws = draws_to_notice(
            to_f64(effect),
            outcomes.saturating_sub(1).max(1),
            ALPHA,
            POWER,
        )?;
        Ok(Self {
            omnibus: shown(draws.omnibus),
            optimal: shown(draws.optimal),
            draws,
        })
    }

    /// For sorting: the draws of the omnibus test, without end where there is no bias.
    pub(crate) const fn draws(&self) -> f64 {
        self.draws.omnibus
    }

    /// For two columns of a table.
    pub(crate) fn cells(&self) -> [String; 2] {
        [self.omnibus.clone(), self.optimal.clone()]
    }
}

/// In full, or to six digits: more of a large number would depend on how a machine takes logarithms.
fn shown(draws: f64) -> String {
    match draws {
        f64::INFINITY => "never".into(),
        ..1e9 => grouped(draws as u64),
        _ => format!("{draws:.5e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_stay() {
        assert_eq!(
            [7.0, 999_999_999.0, 1_234_567_890.0].map(shown),
            ["7", "999,999,999", "1.23457e9"]
        );
    }
}
