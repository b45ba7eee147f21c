//! Recomputes a plan.

use std::collections::BTreeSet;
use std::fmt;

use super::family::{names, nearest};
use super::faults::Faults;
use super::{Check, Expect, Family, Plan, PlanError};
use crate::{Sides, limit, power};

/// The facts that the caller derives from the source and the null hypothesis of a check. An absent fact is not checked.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facts {
    /// The degrees of freedom that the test will have.
    pub freedom: Option<u32>,
    /// How many samples the test needs.
    pub needed: Option<u64>,
    /// The exact chi-square per sample between source and null hypothesis: for a canary, its actual effect.
    pub effect: Option<f64>,
}

/// A plan that adds up.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    shares: f64,
    excess: f64,
    misses: f64,
    checks: Vec<VerifiedCheck>,
}

/// A check of a plan that adds up, with what was computed for it.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedCheck {
    /// The check as declared.
    pub check: Check,
    /// Its power at the declared effect, computed.
    pub computed_power: f64,
    /// Its contribution to the run's chance of a false alarm: its share, or the chance that the canary is missed.
    pub alarm: f64,
}

/// A miss is never counted as rarer than the accuracy with which it is computed ([`crate::power`]).
const LEAST_MISS: f64 = 1e-9;

/// By how much the chance of a false alarm may exceed the share, as the chi-square distribution is only a limit.
const MOST_EXCESS: f64 = 0.1;

impl Plan {
    /// Recomputes the power of each check and the chance of any false alarm.
    ///
    /// # Errors
    /// All faults of the plan.
    pub fn verify(&self) -> Result<Verified, Vec<PlanError>> {
        self.verify_with(|_| Ok(Facts::default()))
    }

    /// The same, with the facts that the caller knows about sources and null hypotheses. For an unknown key `facts` answers
    /// with a message that says what to do.
    ///
    /// # Errors
    /// All faults of the plan.
    pub fn verify_with(
        &self,
        facts: impl Fn(&Check) -> Result<Facts, String>,
    ) -> Result<Verified, Vec<PlanError>> {
        let mut errors = Vec::new();
        let of_plan = |what| PlanError {
            line: None,
            check: None,
            what,
            enough: None,
        };
        if !inside(self.alpha) {
            errors.push(of_plan(alpha_outside(self.alpha)));
        }
        if self.checks.is_empty() {
            errors.push(of_plan(
                "there is no check: declare at least one [[check]]".into(),
            ));
        }
        let mut names = BTreeSet::new();
        let mut checks = Vec::new();
        for check in &self.checks {
            let mut faults = Faults {
                check,
                found: Vec::new(),
            };
            if !names.insert(&check.name) {
                faults.add("the name is taken by an earlier check: give each check its own");
            }
            check.own_faults(&mut faults);
            match facts(check) {
                Ok(facts) => check.faults_by(&facts, &mut faults),
                Err(message) => faults.add(message),
            }
            match check.computed_power(&mut faults) {
                Some(computed_power) if faults.found.is_empty() => {
                    let alarm = match check.expect {
                        Expect::Pass => check.alpha,
                        Expect::Fail => (1.0 - computed_power).max(LEAST_MISS),
                    };
                    checks.push(VerifiedCheck {
                        check: check.clone(),
                        computed_power,
                        alarm,
                    });
                }
                _ => errors.extend(faults.found),
            }
        }
        let sum = |expect| {
            checks
                .iter()
                .filter(|of| of.check.expect == expect)
                .map(|of| of.alarm)
                .sum::<f64>()
        };
        let (shares, misses) = (sum(Expect::Pass), sum(Expect::Fail));
        let excess = checks.iter().map(VerifiedCheck::excess).fold(0.0, f64::max);
        let total = shares * (1.0 + excess) + misses;
        // Shares that add up to alpha in decimal may exceed it in binary by a rounding error.
        if total > self.alpha * (1.0 + 1e-9) {
            errors.push(of_plan(format!(
                "the shares of the checks ({shares:.3e}, true up to {:.1} %) and the misses of the canaries ({misses:.3e}) \
                 make {total:.3e}, more than alpha = {:e}: lower the shares, or give the canaries more samples",
                100.0 * excess,
                self.alpha
            )));
        }
        if errors.is_empty() {
            Ok(Verified {
                shares,
                excess,
                misses,
                checks,
            })
        } else {
            Err(errors)
        }
    }
}

fn inside(alpha: f64) -> bool {
    alpha > 0.0 && alpha < 1.0
}

fn alpha_outside(alpha: f64) -> String {
    format!("alpha is {alpha}: it must be strictly between 0 and 1")
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
    fn has_an_effect(&self) -> bool {
        self.effect.value() > 0.0 && self.effect.value().is_finite()
    }

    /// The faults that each field has by itself.
    fn own_faults(&self, faults: &mut Faults<'_>) {
        for (field, value) in [
            ("name", &self.name),
            ("source", &self.source),
            ("null", &self.null),
        ] {
            if value.trim().is_empty() {
                faults.add(format!("{field} is empty: name it"));
            }
        }
        if !inside(self.alpha) {
            faults.add(alpha_outside(self.alpha));
        }
        if self.seeds.is_empty() {
            faults.add("there are no seeds: give at least one");
        } else if !self.n.is_multiple_of(self.seeds.len() as u64) {
            let (n, seeds) = (self.n, self.seeds.len());
            faults.add(format!(
                "{n} samples are not a multiple of {seeds} seeds: each seed gives equally many"
            ));
        }
        if let Some((_, twice)) = self
            .seeds
            .iter()
            .enumerate()
            .find(|(i, seed)| self.seeds[..*i].contains(seed))
        {
            faults.add(format!(
                "seed {twice} is listed twice: it gives the same data again"
            ));
        }
        if !self.has_an_effect() {
            faults.add(format!(
                "the effect is {}: it must be a positive chi-square per sample",
                self.effect.value()
            ));
        }
        let power = self.power.value();
        if !(power > 0.0 && power <= 1.0) {
            faults.add(format!(
                "the power is {power}: it must be above 0 and at most 1"
            ));
        }
        if self.freedom == 0 {
            faults.add("freedom is 0: there is nothing to test with fewer than two cells");
        }
    }

    /// The fields that disagree with what the caller knows.
    fn faults_by(&self, facts: &Facts, faults: &mut Faults<'_>) {
        if let Some(freedom) = facts.freedom.filter(|freedom| *freedom != self.freedom) {
            faults.freedom(&format!("declare {freedom}"));
        }
        if let Some(needed) = facts.needed.filter(|needed| self.n < *needed) {
            faults.too_few_for_cells(needed);
        }
        // A check that must pass states the effect that matters, not an actual one.
        let wrong = |effect: &f64| self.expect == Expect::Fail && !self.effect.covers(*effect);
        if let Some(effect) = facts.effect.filter(wrong) {
            let computed = self.effect.like(effect);
            faults.add(format!(
                "the effect is declared as {}, but is {computed}: declare that",
                self.effect
            ));
        }
    }

    /// The power at the declared effect, if the fields are enough to compute it.
    fn computed_power(&self, faults: &mut Faults<'_>) -> Option<f64> {
        let Some(family) = Family::of(&self.test) else {
            let remedy = match nearest(&self.test) {
                Some(name) => format!("did you mean `{name}`?"),
                None => {
                    format!("it is one of {}", names().collect::<Vec<_>>().join(", "))
                }
            };
            faults.add(format!("unknown test `{}`: {remedy}", self.test));
            return None;
        };
        if !inside(self.alpha) || self.freedom == 0 || !self.has_an_effect() {
            return None;
        }
        let Some(level) = family.upper_level(self.alpha, self.sides) else {
            let upper = if family == Family::Normal {
                ""
            } else {
                ", or \"upper\""
            };
            faults.add(format!(
                "with these sides the test does not find an effect: sides = \"both\"{upper}"
            ));
            return None;
        };
        self.faults_of_family(family, level, faults);
        let computed = faults.of(power::power(
            self.n as f64 * self.effect.value(),
            self.freedom,
            level,
        ))?;
        self.compare_power(computed, level, faults);
        Some(computed)
    }

    /// The demands of the test's family on freedom and samples.
    fn faults_of_family(&self, family: Family, level: f64, faults: &mut Faults<'_>) {
        let root = self.freedom.isqrt();
        match family {
            Family::Normal if self.freedom != 1 => faults.freedom("a single count has freedom = 1"),
            Family::PositionMatrix if root * root != self.freedom => {
                faults.freedom("with k items it is (k - 1)^2, a square");
            }
            _ => {}
        }
        // A canary that is rejected too often does no harm.
        let excess = if self.expect == Expect::Pass {
            MOST_EXCESS
        } else {
            f64::INFINITY
        };
        let Some(needed) = faults.of(family.samples_needed(self.freedom, level, excess)) else {
            return;
        };
        if self.n < needed {
            faults.too_few_for_cells(needed);
        } else if family != Family::Normal
            && self.sides == Sides::Both
            && !limit::has_lower_tail(self.freedom, self.n, level)
        {
            faults.add(format!(
                "with {} degrees of freedom and n = {} there are too few vectors of counts for a lower tail of {level:e}: \
                 sides = \"upper\", or more samples",
                self.freedom, self.n
            ));
        }
    }

    /// Compares the declared power with the computed one.
    fn compare_power(&self, computed: f64, level: f64, faults: &mut Faults<'_>) {
        if self.power.covers(computed) {
            return;
        }
        let wanted = (self.power.value() - self.power.half_unit()).max(self.power.value() / 2.0);
        let enough = (computed < wanted)
            .then(|| {
                power::samples_to_notice(self.effect.value(), self.freedom, level, wanted)
                    .ok()
                    .flatten()
            })
            .flatten();
        let (n, declared) = (self.n, self.power);
        let what = match (self.expect, enough) {
            (Expect::Fail, Some(needed)) => {
                format!(
                    "n = {n} is below what it takes to notice the canary with a power of {declared}: {needed}"
                )
            }
            (_, enough) => {
                let or = enough.map_or_else(String::new, |n| format!(", or n = {n}"));
                let computed = declared.like(computed);
                format!("the power is declared as {declared}, but is {computed}: declare that{or}")
            }
        };
        faults.add_too_few(what, enough);
    }
}

impl Verified {
    /// The checks, in the order of the plan.
    pub fn checks(&self) -> &[VerifiedCheck] {
        &self.checks
    }

    /// The sum of the shares of the checks that must pass: Holm's procedure keeps to it, however they depend on one another.
    pub const fn shares(&self) -> f64 {
        self.shares
    }

    /// The sum of the chances of missing a canary.
    pub const fn misses(&self) -> f64 {
        self.misses
    }

    /// By how much a share may be exceeded, relative to it, as the chi-square distribution is only a limit: the largest excess
    /// of all checks.
    pub const fn excess(&self) -> f64 {
        self.excess
    }

    /// The greatest chance of any false alarm in a run: shares, the excess over them, and misses (Boole's inequality).
    pub fn alarm(&self) -> f64 {
        self.shares * (1.0 + self.excess) + self.misses
    }

    /// The sentence for the header of a report.
    pub fn header(&self) -> String {
        format!(
            "the chance of any false alarm in this run is at most {}",
            upwards(self.alarm())
        )
    }
}

/// The chance in three digits, rounded up, so that "at most" stays true.
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
    /// The header, and a table with a line for each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .checks
            .iter()
            .map(|row| row.check.name.chars().count())
            .max()
            .unwrap_or(0)
            .max(5);
        writeln!(f, "{}", self.header())?;
        writeln!(
            f,
            "{:width$}  {:6}  {:>12}  {:>9}  {:>10}  {:>10}  {:>9}",
            "check", "expect", "n", "alpha", "effect", "power", "alarm"
        )?;
        for row in &self.checks {
            let VerifiedCheck { check, alarm, .. } = row;
            let expect = if check.expect == Expect::Pass {
                "pass"
            } else {
                "fail"
            };
            writeln!(
                f,
                "{:width$}  {expect:6}  {:>12}  {:>9.2e}  {:>10}  {:>10}  {alarm:>9.2e}",
                check.name, check.n, check.alpha, check.effect, check.power
            )?;
        }
        Ok(())
    }
}
