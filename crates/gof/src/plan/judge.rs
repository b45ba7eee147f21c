//! Compares what the checks found with the plan.

use std::collections::BTreeMap;
use std::fmt;

use super::{Check, Expect, PlanError, Verified};
use crate::{Error, Outcome, Reference, Tail, Verdict, holm};

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunVerdict {
    /// The gravest verdict of its checks.
    pub verdict: Verdict,
    /// The greatest chance of any false alarm in the run.
    pub alarm: f64,
    /// The checks, in the order of the plan.
    pub checks: Vec<CheckVerdict>,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckVerdict {
    /// The check.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason, in a line.
    pub why: String,
    /// The command that reproduces the result, unless the check passed.
    pub reproduce: Option<String>,
}

impl Verified {
    /// Compares what the checks found with the plan. `reproduce` gives the command that runs a check again.
    ///
    /// A check is [`Verdict::Fail`] if its p-value, adjusted by Holm's procedure with the shares as weights, is at most the sum
    /// of the shares. A canary is [`Verdict::Void`] if its p-value exceeds its own alpha. A check without an outcome, or with
    /// an outcome of other data or of another test than declared, is [`Verdict::Invalid`], never passed; in Holm's procedure it
    /// takes part with a p-value of one.
    ///
    /// # Errors
    /// [`PlanError`] for an outcome of a check that the plan does not declare, or a second one of the same check.
    pub fn judge(
        &self,
        found: &[(&str, Result<Outcome, Error>)],
        reproduce: impl Fn(&Check) -> String,
    ) -> Result<RunVerdict, PlanError> {
        let mut by_name = BTreeMap::new();
        for (name, outcome) in found {
            let refused = |what: &str| {
                let (check, what) = (Some((*name).to_owned()), what.to_owned());
                Err(PlanError {
                    line: None,
                    check,
                    what,
                    enough: None,
                })
            };
            if !self.checks().iter().any(|row| row.check.name == *name) {
                return refused(
                    "it has an outcome but is not in the plan: declare it before its data",
                );
            }
            if by_name.insert(*name, outcome).is_some() {
                return refused("it has two outcomes: the data of a check are looked at once");
            }
        }
        let valid = self
            .checks()
            .iter()
            .map(|row| match by_name.get(row.check.name.as_str()) {
                None => Err("it has no outcome".to_owned()),
                Some(Err(error)) => Err(error.to_string()),
                Some(Ok(outcome)) => row.check.p_of(outcome),
            });
        let valid: Vec<Result<Tail, String>> = valid.collect();
        let adjusted = self.adjusted(&valid);
        let judged = self
            .checks()
            .iter()
            .zip(valid)
            .zip(adjusted)
            .map(|((row, p), adjusted)| {
                let (verdict, why) = match p {
                    Ok(p) => row.check.verdict(p, adjusted, self.shares()),
                    Err(why) => (Verdict::Invalid, why),
                };
                let reproduce = (!verdict.is_pass()).then(|| reproduce(&row.check));
                CheckVerdict {
                    name: row.check.name.clone(),
                    verdict,
                    why,
                    reproduce,
                }
            });
        let checks: Vec<CheckVerdict> = judged.collect();
        let verdict = Verdict::of_all(checks.iter().map(|check| check.verdict));
        Ok(RunVerdict {
            verdict,
            alarm: self.alarm(),
            checks,
        })
    }

    /// Holm's adjusted p-values of the checks that must pass.
    fn adjusted(&self, found: &[Result<Tail, String>]) -> Vec<Option<Tail>> {
        let must_pass: Vec<usize> = (0..self.checks().len())
            .filter(|i| self.checks()[*i].check.expect == Expect::Pass)
            .collect();
        let p: Vec<Tail> = must_pass
            .iter()
            .map(|i| *found[*i].as_ref().unwrap_or(&Tail::new(1.0)))
            .collect();
        let shares: Vec<f64> = must_pass
            .iter()
            .map(|i| self.checks()[*i].check.alpha)
            .collect();
        let mut adjusted = vec![None; self.checks().len()];
        // Shares of a verified plan are positive, and p-values that are not numbers are not valid: there is an answer.
        for (i, tail) in must_pass
            .iter()
            .zip(holm::adjust(&p, &shares).into_iter().flatten())
        {
            adjusted[*i] = Some(tail);
        }
        adjusted
    }
}

impl Check {
    /// The p-value of an outcome, if that is of the declared test on the declared number of samples.
    fn p_of(&self, outcome: &Outcome) -> Result<Tail, String> {
        if outcome.test != self.test {
            return Err(format!(
                "its outcome is that of `{}`, the plan declares `{}`",
                outcome.test, self.test
            ));
        }
        if outcome.items != self.n {
            return Err(format!(
                "it saw {} samples, the plan declares {}",
                outcome.items, self.n
            ));
        }
        if let Reference::ChiSquare { freedom } = outcome.reference
            && freedom != u64::from(self.freedom)
        {
            return Err(format!(
                "its statistic has {freedom} degrees of freedom, the plan declares {}",
                self.freedom
            ));
        }
        let p = outcome.p.of(self.sides);
        if outcome.statistic.is_nan() || p.log10().is_nan() {
            return Err("its statistic is not a number".to_owned());
        }
        Ok(p)
    }

    fn verdict(&self, p: Tail, adjusted: Option<Tail>, shares: f64) -> (Verdict, String) {
        match (self.expect, adjusted) {
            (Expect::Fail, _) if p.log10() <= self.alpha.log10() => (
                Verdict::Pass,
                format!(
                    "the canary is caught: p = {}, at most {:e}",
                    text(p),
                    self.alpha
                ),
            ),
            (Expect::Fail, _) => {
                let missed = 1.0 / (1.0 - self.power.value()).max(1e-9);
                let (p, alpha) = (text(p), self.alpha);
                let why = format!(
                    "the canary is not caught: p = {p}, more than {alpha:e}; theory misses one in {missed:.1e}"
                );
                (Verdict::Void, why)
            }
            (Expect::Pass, Some(adjusted)) if adjusted.log10() > shares.log10() => (
                Verdict::Pass,
                format!(
                    "p = {}, adjusted {}: more than {shares:e}",
                    text(p),
                    text(adjusted)
                ),
            ),
            (Expect::Pass, Some(adjusted)) => (
                Verdict::Fail,
                format!(
                    "p = {}, adjusted {}: at most {shares:e}",
                    text(p),
                    text(adjusted)
                ),
            ),
            (Expect::Pass, None) => (
                Verdict::Invalid,
                "its p-value could not be adjusted".to_owned(),
            ),
        }
    }
}

/// A tail as text, even if it underflows.
fn text(tail: Tail) -> String {
    if tail.value() > 1e-300 || tail.log10().is_infinite() {
        format!("{:.3e}", tail.value())
    } else {
        format!("10^{:.1}", tail.log10())
    }
}

impl fmt::Display for RunVerdict {
    /// A line for each check that has not passed, with its command, and a last line for the run.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for check in self.checks.iter().filter(|check| !check.verdict.is_pass()) {
            let command = check.reproduce.as_deref().unwrap_or_default();
            writeln!(
                f,
                "{:7} {}: {}; reproduce: {command}",
                check.verdict, check.name, check.why
            )?;
        }
        let passed = self
            .checks
            .iter()
            .filter(|check| check.verdict.is_pass())
            .count();
        write!(
            f,
            "{}: {passed} of {} checks passed",
            self.verdict,
            self.checks.len()
        )
    }
}
