//! The plan computed again.

use std::collections::BTreeSet;
use std::fmt;

use super::family::nearest;
use super::{Check, Expect, Family, Fault, Plan, PlanError};
use crate::{Sides, limit, power};

/// What the caller knows of a check from its source and null hypothesis. What is left out is not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facts {
    /// The degrees of freedom that the test will have.
    pub freedom: Option<u32>,
    /// How many samples the test needs.
    pub needed: Option<u64>,
    /// The exact chi-square per sample between source and null hypothesis: of a canary, the effect that is there.
    pub effect: Option<f64>,
}

/// A plan that adds up.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Verified {
    alpha: f64,
    shares: f64,
    excess: f64,
    misses: f64,
    #[serde(rename = "check")]
    checks: Vec<VerifiedCheck>,
}

/// A check of a plan that adds up, with what was computed for it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct VerifiedCheck {
    /// The check as declared.
    #[serde(flatten)]
    pub check: Check,
    /// Its power at the declared effect, computed.
    pub computed_power: f64,
    /// What it adds to the chance of a false alarm of the run: its share, or the chance that the canary is missed.
    pub alarm: f64,
}

/// A miss is never counted as rarer than the accuracy with which it is computed ([`crate::power`]).
const LEAST_MISS: f64 = 1e-9;

/// By how much the chance of a false alarm may exceed the share, as the chi-square distribution is only a limit.
const MOST_EXCESS: f64 = 0.1;

impl Plan {
    /// Computes the power of each check and the chance of any false alarm again.
    ///
    /// # Errors
    /// Everything in the plan that does not add up.
    pub fn verify(&self) -> Result<Verified, Vec<PlanError>> {
        self.verify_with(|_| Ok(Facts::default()))
    }

    /// The same, with what the caller knows of sources and null hypotheses. `facts` answers with a message, remedy
    /// included, for a key that it does not know.
    ///
    /// # Errors
    /// Everything in the plan that does not add up.
    pub fn verify_with(&self, facts: impl Fn(&Check) -> Result<Facts, String>) -> Result<Verified, Vec<PlanError>> {
        let mut errors = Vec::new();
        let of_plan = |fault| PlanError { line: None, check: None, fault };
        if !inside(self.alpha) {
            errors.push(of_plan(Fault::Alpha(self.alpha)));
        }
        if self.checks.is_empty() {
            errors.push(of_plan(Fault::NoChecks));
        }
        let mut names = BTreeSet::new();
        let mut checks = Vec::new();
        for check in &self.checks {
            let mut faults = Vec::new();
            if !names.insert(&check.name) {
                faults.push(Fault::DuplicateName);
            }
            check.own_faults(&mut faults);
            match facts(check) {
                Ok(facts) => check.faults_by(&facts, &mut faults),
                Err(message) => faults.push(Fault::Unresolved(message)),
            }
            match check.computed_power(&mut faults) {
                Some(computed_power) if faults.is_empty() => checks.push(VerifiedCheck {
                    check: check.clone(),
                    computed_power,
                    alarm: match check.expect {
                        Expect::Pass => check.alpha,
                        Expect::Fail => (1.0 - computed_power).max(LEAST_MISS),
                    },
                }),
                _ => errors.extend(faults.into_iter().map(|fault| PlanError {
                    line: check.line,
                    check: Some(check.name.clone()),
                    fault,
                })),
            }
        }
        let sum = |expect| checks.iter().filter(|of| of.check.expect == expect).map(|of| of.alarm).sum::<f64>();
        let (shares, misses) = (sum(Expect::Pass), sum(Expect::Fail));
        let excess = checks.iter().map(VerifiedCheck::excess).fold(0.0, f64::max);
        let total = shares * (1.0 + excess) + misses;
        // Shares that add up to alpha in decimal may exceed it by a rounding in binary.
        if total > self.alpha * (1.0 + 1e-9) {
            errors.push(of_plan(Fault::Overdrawn { shares, excess, misses, total, alpha: self.alpha }));
        }
        if errors.is_empty() { Ok(Verified { alpha: self.alpha, shares, excess, misses, checks }) } else { Err(errors) }
    }
}

impl VerifiedCheck {
    /// By how much the chance of a false alarm exceeds the share, relative to it, at this number of samples.
    pub fn excess(&self) -> f64 {
        let check = &self.check;
        match (check.expect, Family::of(&check.test)) {
            (Expect::Pass, Some(family @ Family::Cells)) => family
                .upper_level(check.alpha, check.sides)
                .and_then(|level| limit::upper_tail_excess(check.freedom, check.n, level).ok())
                .map_or(0.0, |excess| excess.max(0.0)),
            _ => 0.0,
        }
    }
}

impl Check {
    /// What is wrong with each field by itself.
    fn own_faults(&self, faults: &mut Vec<Fault>) {
        for (field, value) in [("name", &self.name), ("source", &self.source), ("null", &self.null)] {
            if value.trim().is_empty() {
                faults.push(Fault::Empty(field));
            }
        }
        if !inside(self.alpha) {
            faults.push(Fault::Alpha(self.alpha));
        }
        if self.seeds.is_empty() {
            faults.push(Fault::NoSeeds);
        } else if !self.n.is_multiple_of(self.seeds.len() as u64) {
            faults.push(Fault::Uneven { n: self.n, seeds: self.seeds.len() });
        }
        if let Some(twice) = self.seeds.iter().enumerate().find(|(i, seed)| self.seeds[..*i].contains(seed)) {
            faults.push(Fault::SeedTwice(*twice.1));
        }
        let effect = self.effect.value();
        if !(effect > 0.0 && effect.is_finite()) {
            faults.push(Fault::Effect(effect));
        }
        let power = self.power.value();
        if !(power > 0.0 && power <= 1.0) {
            faults.push(Fault::PowerOutside(power));
        }
        if self.freedom == 0 {
            faults.push(Fault::NoFreedom);
        }
    }

    /// What disagrees with what the caller knows.
    fn faults_by(&self, facts: &Facts, faults: &mut Vec<Fault>) {
        if let Some(freedom) = facts.freedom
            && freedom != self.freedom
        {
            faults.push(Fault::Freedom(self.freedom, format!("declare {freedom}")));
        }
        if let Some(needed) = facts.needed
            && self.n < needed
        {
            faults.push(Fault::TooFewForCells { n: self.n, freedom: self.freedom, needed });
        }
        // The effect of a check that must pass is what matters, not what is there.
        if let Some(effect) = facts.effect
            && self.expect == Expect::Fail
            && !self.effect.covers(effect)
        {
            faults.push(Fault::EffectDiffers { declared: self.effect, computed: self.effect.like(effect) });
        }
    }

    /// The power at the declared effect, if the fields allow to compute it.
    fn computed_power(&self, faults: &mut Vec<Fault>) -> Option<f64> {
        let Some(family) = Family::of(&self.test) else {
            faults.push(Fault::UnknownTest { given: self.test.clone(), nearest: nearest(&self.test) });
            return None;
        };
        if family == Family::DistributionFunction {
            faults.push(Fault::NoPower(self.test.clone()));
            return None;
        }
        let fields_stand =
            faults.iter().all(|fault| !matches!(fault, Fault::Alpha(_) | Fault::NoFreedom | Fault::Effect(_)));
        if !fields_stand {
            return None;
        }
        let Some(level) = family.upper_level(self.alpha, self.sides) else {
            faults.push(Fault::Sides { upper: family != Family::Normal });
            return None;
        };
        self.faults_of_family(family, level, faults);
        match power::power(self.n as f64 * self.effect.value(), self.freedom, level) {
            Ok(computed) => {
                self.compare_power(computed, level, faults);
                Some(computed)
            }
            Err(error) => {
                faults.push(error.into());
                None
            }
        }
    }

    /// What the family of the test asks of freedom and samples.
    fn faults_of_family(&self, family: Family, level: f64, faults: &mut Vec<Fault>) {
        let root = self.freedom.isqrt();
        match family {
            Family::Normal if self.freedom != 1 => {
                faults.push(Fault::Freedom(self.freedom, "a single count has freedom = 1".to_owned()));
            }
            Family::PositionMatrix if root * root != self.freedom => {
                let remedy = "with k items it is (k - 1)^2, a square".to_owned();
                faults.push(Fault::Freedom(self.freedom, remedy));
            }
            _ => {}
        }
        // A canary that is rejected too often is no harm.
        let excess = if self.expect == Expect::Pass { MOST_EXCESS } else { f64::INFINITY };
        match family.samples_needed(self.freedom, level, excess) {
            Ok(needed) if self.n < needed => {
                faults.push(Fault::TooFewForCells { n: self.n, freedom: self.freedom, needed });
            }
            Ok(_)
                if family != Family::Normal
                    && self.sides == Sides::Both
                    && !limit::has_lower_tail(self.freedom, self.n, level) =>
            {
                faults.push(Fault::LowerTail { freedom: self.freedom, n: self.n, level });
            }
            Ok(_) => {}
            Err(error) => faults.push(error.into()),
        }
    }

    /// Holds the declared power against the computed one.
    fn compare_power(&self, computed: f64, level: f64, faults: &mut Vec<Fault>) {
        if self.power.covers(computed) {
            return;
        }
        let wanted = (self.power.value() - self.power.half_unit()).max(self.power.value() / 2.0);
        let enough = if computed < wanted {
            power::samples_to_notice(self.effect.value(), self.freedom, level, wanted).ok().flatten()
        } else {
            None
        };
        faults.push(match (self.expect, enough) {
            (Expect::Fail, Some(needed)) => Fault::CanaryTooSmall { n: self.n, declared: self.power, needed },
            _ => Fault::Power { declared: self.power, computed: self.power.like(computed), enough },
        });
    }
}

fn inside(alpha: f64) -> bool {
    alpha > 0.0 && alpha < 1.0
}

impl Verified {
    /// The checks, in the order of the plan.
    pub fn checks(&self) -> &[VerifiedCheck] {
        &self.checks
    }

    /// The declared chance of any false alarm.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The sum of the shares of the checks that must pass: Holm's procedure keeps to it however they depend on one
    /// another.
    pub const fn shares(&self) -> f64 {
        self.shares
    }

    /// The sum of the chances of missing a canary.
    pub const fn misses(&self) -> f64 {
        self.misses
    }

    /// By how much, relative to it, a share may be exceeded, as the chi-square distribution is only a limit: the most of
    /// any check.
    pub const fn excess(&self) -> f64 {
        self.excess
    }

    /// The chance of any false alarm in a run, at most: shares, what they may be exceeded by, and misses (Boole's
    /// inequality).
    pub fn alarm(&self) -> f64 {
        self.shares * (1.0 + self.excess) + self.misses
    }

    /// The sentence for the header of a report.
    pub fn header(&self) -> String {
        format!("the chance of any false alarm in this run is at most {}", upwards(self.alarm()))
    }
}

/// Three digits, rounded up, so that "at most" stays true.
fn upwards(chance: f64) -> String {
    if chance <= 0.0 {
        return "0".to_owned();
    }
    let unit = 10_f64.powi(chance.log10().floor() as i32 - 2);
    let digits = (chance / unit - 1e-6).ceil();
    let rounded: f64 = format!("{:.2e}", digits * unit).parse().unwrap_or(chance);
    format!("{rounded:e}")
}

impl fmt::Display for Verified {
    /// The header and a table, a line for each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.checks.iter().map(|row| row.check.name.chars().count()).max().unwrap_or(0).max(5);
        writeln!(f, "{}", self.header())?;
        writeln!(
            f,
            "{:width$}  {:6}  {:>12}  {:>9}  {:>10}  {:>10}  {:>9}",
            "check", "expect", "n", "alpha", "effect", "power", "alarm"
        )?;
        for row in &self.checks {
            let expect = match row.check.expect {
                Expect::Pass => "pass",
                Expect::Fail => "fail",
            };
            writeln!(
                f,
                "{:width$}  {expect:6}  {:>12}  {:>9.2e}  {:>10}  {:>10}  {:>9.2e}",
                row.check.name, row.check.n, row.check.alpha, row.check.effect, row.check.power, row.alarm
            )?;
        }
        Ok(())
    }
}
