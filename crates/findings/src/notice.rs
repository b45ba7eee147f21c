//! How many draws it takes to notice a bias, as shown in the report.

use crate::prelude::*;
use exact::rational::to_f64;
use gof::power::{draws_to_notice, optimal};
use std::collections::BTreeMap;

/// The false-alarm rate that the report uses.
pub(crate) const ALPHA: f64 = 1e-6;
/// The chance of noticing the bias with this many draws.
pub(crate) const POWER: f64 = 0.9;

/// The number of draws after which a bias is noticed, by two tests; `never` if there is no bias.
#[derive(Serialize)]
pub struct Notice {
    /// By a chi-square test over all outcomes.
    pub omnibus: String,
    /// By the best possible test, which knows the biased law.
    pub optimal: String,
    #[serde(skip)]
    draws: f64,
}

impl Notice {
    /// The draws needed to notice a law whose outcomes are in classes, given as the size of each class and the probability of
    /// each outcome in it.
    pub(crate) fn new(classes: &[(u64, BigRational)]) -> Result<Self> {
        let count: u64 = classes.iter().map(|(count, _)| count).sum();
        let (mut effect, mut ratios) = (whole(0), Vec::new());
        for (size, chance) in classes {
            let excess = chance * whole(count) - whole(1);
            effect += &excess * &excess * whole(*size);
            ratios.push((*size as f64 / count as f64, to_f64(&excess)));
        }
        let effect = to_f64(&(effect / whole(count)));
        let freedom = (count - 1).max(1) as u32;
        let omnibus = draws_to_notice(effect, freedom, ALPHA, POWER)?;
        Ok(Self {
            omnibus: omnibus.to_string(),
            optimal: optimal::draws_to_tell(&ratios, ALPHA, POWER)?.to_string(),
            draws: omnibus.draws,
        })
    }

    /// The draws needed to notice a law.
    pub(crate) fn for_law(law: &Distribution) -> Result<Self> {
        let mut classes = BTreeMap::<_, u64>::new();
        for chance in law.probabilities() {
            *classes.entry(chance).or_default() += 1;
        }
        let classes = classes.into_iter().map(|(chance, count)| (count, chance));
        Self::new(&classes.collect::<Vec<_>>())
    }

    /// The draws of the omnibus test as a number for sorting, infinite if there is no bias.
    pub(crate) const fn draws(&self) -> f64 {
        self.draws
    }
}
