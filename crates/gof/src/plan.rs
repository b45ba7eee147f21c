//! A plan: checks declared before their data, with what each may cost and what it must find.
//!
//! A plan states the chance of any false alarm in the whole run, and gives each check a share of it, a number of samples, the
//! smallest effect that matters, and the power at that effect. [`Plan::verify`] recomputes the power and the chances and
//! refuses a plan that does not add up. [`Verified::judge`] then compares the results of the checks with the plan, by Holm's
//! procedure weighted with the shares.
//!
//! A check that expects `fail` is a canary: its data are known not to follow the null hypothesis, so it must be rejected.
//! Its chance of a miss, one minus its power, is part of the run's budget, since a miss turns the run red; its own alpha is
//! not, since rejecting is right.
//!
//! The power is that of the noncentral chi-square distribution ([`crate::power`]), whose effect is the chi-square per
//! sample: see [`Family`] for the tests that are not sums over cells. It is the limit for small effects and many samples;
//! a large effect at few samples spreads more, so a canary should have power to spare.
//!
//! ```
//! use roguelab_gof::Plan;
//!
//! let plan = Plan::from_toml(
//!     r#"
//!     alpha = 1e-6
//!
//!     [[check]]
//!     name = "ranks-4"
//!     source = "list-free-4/pcg32"
//!     null = "uniform"
//!     test = "ranks"
//!     freedom = 23
//!     n = 20000
//!     seeds = [1]
//!     alpha = 5e-7
//!     effect = 0.005
//!     power = 0.99
//!     "#,
//! )?;
//! let verified = plan.verify().map_err(|errors| errors[0].clone())?;
//! assert_eq!(verified.header(), "the chance of any false alarm in this run is at most 5.08e-7");
//!
//! let mut boastful = plan;
//! boastful.checks[0].power = "0.999".parse().unwrap();
//! let errors = boastful.verify().unwrap_err();
//! assert!(errors[0].to_string().starts_with("plan, line 4, check `ranks-4`: the power is declared as 0.999"));
//! # Ok::<(), roguelab_gof::plan::PlanError>(())
//! ```

mod declared;
mod error;
mod family;
mod faults;
mod judge;
mod verify;

pub use declared::Declared;
pub use error::PlanError;
pub use family::Family;
pub use judge::{CheckVerdict, RunVerdict};
pub use verify::{Facts, Verified, VerifiedCheck};

use crate::Sides;
use toml::Spanned;

/// Checks, and the chance of any false alarm that they share.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The chance of any false alarm in the whole run.
    pub alpha: f64,
    /// The checks, in the order of the plan.
    pub checks: Vec<Check>,
}

/// One check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Its unique name.
    pub name: String,
    /// Where the data come from: a key that the caller knows.
    pub source: String,
    /// The null hypothesis: a key that the caller knows.
    pub null: String,
    /// The test, by name: one of the battery, or `chi-square`, `first-item`, `favoured-draws`.
    pub test: String,
    /// Degrees of freedom of its statistic, after pooling.
    pub freedom: u32,
    /// How many samples the test takes in all, in the test's own unit, as [`crate::Outcome::items`] counts them. Each seed
    /// gives the same number.
    pub n: u64,
    /// The seeds of the data.
    pub seeds: Vec<u64>,
    /// Its share of the run's chance of a false alarm; for a canary, the level at which it must be rejected.
    pub alpha: f64,
    /// The smallest effect that matters, or for a canary its actual effect: chi-square per sample.
    pub effect: Declared,
    /// The power at this effect.
    pub power: Declared,
    /// The expected result.
    pub expect: Expect,
    /// The deviations that count.
    pub sides: Sides,
    /// The line of the plan file where the check starts.
    pub line: Option<usize>,
}

/// The expected result of a check.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// The null hypothesis holds, and is not rejected.
    #[default]
    Pass,
    /// A canary: the null hypothesis is wrong, and is rejected.
    Fail,
}

/// A plan as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlan {
    alpha: f64,
    #[serde(default)]
    check: Vec<Spanned<WrittenCheck>>,
}

/// A check as it is written: the digits of declared numbers matter.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCheck {
    name: String,
    source: String,
    null: String,
    test: String,
    freedom: u32,
    n: u64,
    seeds: Vec<u64>,
    alpha: f64,
    effect: Spanned<f64>,
    power: Spanned<f64>,
    #[serde(default)]
    expect: Expect,
    #[serde(default)]
    sides: Sides,
}

impl Plan {
    /// Reads a plan: `alpha`, and for each check a table `[[check]]` with the fields of [`Check`], of which `expect` ("pass")
    /// and `sides` ("both") may be left out.
    ///
    /// # Errors
    /// [`PlanError`] with the line, if the text is not TOML, lacks a field or has an unknown one.
    pub fn from_toml(text: &str) -> Result<Self, PlanError> {
        let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        let written: WrittenPlan = toml::from_str(text).map_err(|error| PlanError {
            line: error.span().map(|span| line(span.start)),
            check: None,
            what: error.message().to_owned(),
            enough: None,
        })?;
        let declared =
            |number: &Spanned<f64>| Declared::written(*number.get_ref(), &text[number.span()]);
        let checks = written.check.into_iter().map(|check| {
            let line = Some(line(check.span().start));
            let check = check.into_inner();
            Check {
                effect: declared(&check.effect),
                power: declared(&check.power),
                name: check.name,
                source: check.source,
                null: check.null,
                test: check.test,
                freedom: check.freedom,
                n: check.n,
                seeds: check.seeds,
                alpha: check.alpha,
                expect: check.expect,
                sides: check.sides,
                line,
            }
        });
        Ok(Self {
            alpha: written.alpha,
            checks: checks.collect(),
        })
    }
}

impl Check {
    /// How many samples each seed gives.
    pub fn samples_per_seed(&self) -> u64 {
        self.n / (self.seeds.len() as u64).max(1)
    }
}
