//! How many draws it takes to notice a bias, as the report shows it.

use crate::prelude::*;
use exact::rational::to_f64;
use gof::power::{draws_to_notice, optimal};
use std::collections::BTreeMap;

/// The false-alarm rate at which the report asks for it.
pub(crate) const ALPHA: f64 = 1e-6;
/// The chance of noticing the bias with this many draws.
pub(crate) const POWER: f64 = 0.9;

/// The draws until a bias is noticed, by two tests. `never` where there is none.
#[derive(Serialize)]
pub struct Notice {
    /// By a chi-square test of all outcomes.
    pub omnibus: String,
    /// By the best test there is, which knows the biased law.
    pub optimal: String,
    #[serde(skip)]
    draws: f64,
}

impl Notice {
    /// The draws to notice a law over outcomes in classes, given as the size of each class and the chance of each outcome in
    /// it.
    pub(crate) fn new(classes: &[(u64, BigRational)]) -> Result<Self> {
        let count: u64 = classes.iter().map(|(count, _)| count).sum();
        let whole = |number: u64| BigRational::from_integer(number.into());
        let excess = |chance: &BigRational| chance * whole(count) - whole(1);
        let effect = classes
            .iter()
            .map(|(count, chance)| excess(chance) * excess(chance) * whole(*count))
            .fold(whole(0), |sum, square| sum + square)
            / whole(count);
        let freedom = (count - 1).max(1) as u32;
        let omnibus = draws_to_notice(to_f64(&effect), freedom, ALPHA, POWER)?;
        let classes: Vec<_> = classes
            .iter()
            .map(|(of, chance)| (*of as f64 / count as f64, to_f64(&excess(chance))))
            .collect();
        Ok(Self {
            omnibus: omnibus.to_string(),
            optimal: optimal::draws_to_tell(&classes, ALPHA, POWER)?.to_string(),
            draws: omnibus.draws,
        })
    }

    /// The draws to notice a law over outcomes.
    pub(crate) fn of(law: &Distribution) -> Result<Self> {
        let mut classes = BTreeMap::<_, u64>::new();
        for chance in law.probabilities() {
            *classes.entry(chance).or_default() += 1;
        }
        let class = |(chance, count)| (count, chance);
        Self::new(&classes.into_iter().map(class).collect::<Vec<_>>())
    }

    /// For sorting: the draws of the omnibus test, without end where there is no bias.
    pub(crate) const fn draws(&self) -> f64 {
        self.draws
    }

    /// For two columns of a table.
    pub(crate) fn cells(&self) -> [String; 2] {
        [self.omnibus.clone(), self.optimal.clone()]
    }
}
