//! Calibration: every test of the battery, and the gate's plan, on data that follow the null hypothesis.
//!
//! The p-values of a correct test are uniform, and a run of the plan is red at most as often as it declares. Both are
//! checked on cryptographic generators with committed seeds; the results are `fixtures/calibration.json`, and a
//! miscalibrated test is an error there. A count outside its interval at 99.9 % is a suspicion, to be confirmed on fresh
//! runs, so that the calibration itself has practically no false alarms.
//!
//! p-values of discrete statistics are randomized ([`gof::PValue::randomized`]), which makes them exactly uniform if the
//! law is right; those of chi-square limits are taken as they are.

mod battery;
mod fair;
mod rate;
mod replication;
mod sampling;

pub use battery::{Calibrated, LEVELS, SUSPICION};
pub use rate::Rate;
pub use replication::Replications;

use crate::error::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// Its name below `fixtures`.
pub const NAME: &str = "calibration.json";

/// The version of the file.
const SCHEMA: &str = "roguelab-calibration/1";

/// The results of all runs.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Calibration {
    /// The version of the file.
    pub schema: String,
    /// The tests of the battery.
    pub tests: Vec<Calibrated>,
    /// The gate's plan.
    pub plan: Replications,
}

impl Calibration {
    /// Runs the tests of the battery, beside these replications of the plan.
    ///
    /// # Errors
    /// If a test cannot be run.
    pub fn compute(plan: Replications) -> Result<Self> {
        let tests = battery::CASES
            .iter()
            .map(battery::Case::calibrate)
            .collect::<Result<_>>()?;
        Ok(Self {
            schema: SCHEMA.into(),
            tests,
            plan,
        })
    }

    /// Everything that is miscalibrated.
    pub fn faults(&self) -> Vec<String> {
        let of_test = |test: &Calibrated| {
            let about = format!("{} of {}", test.test, test.items_are);
            test.confirmed
                .iter()
                .map(|fault| format!("{about}: {fault}, and again in fresh runs"))
                .collect::<Vec<_>>()
        };
        let of_plan = self
            .plan
            .faults()
            .into_iter()
            .map(|fault| format!("the plan: {fault}"));
        self.tests.iter().flat_map(of_test).chain(of_plan).collect()
    }

    /// The text to commit.
    ///
    /// # Errors
    /// If a test is miscalibrated: each is named.
    pub fn text(&self) -> Result<String> {
        let faults = self.faults();
        ensure!(
            faults.is_empty(),
            "miscalibrated, correct the test or its plan:\n{}",
            faults.join("\n")
        );
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads the committed text.
    ///
    /// # Errors
    /// If it is not a calibration, with the line.
    pub fn parse(text: &str) -> Result<Self> {
        let read: Self = serde_json::from_str(text)
            .context("not a calibration: regenerate it with `cargo xtask bless`")?;
        ensure!(
            read.schema == SCHEMA,
            "a calibration of version {}, not {SCHEMA}",
            read.schema
        );
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_of_the_battery_is_calibrated() {
        for entry in gof::battery::tests() {
            assert!(
                battery::CASES.iter().any(|case| case.is_of(entry)),
                "{:?} {}",
                entry.kind(),
                entry.name
            );
        }
    }

    fn calibration() -> Calibration {
        let rate = |came| Rate { came, runs: 10_000 };
        Calibration {
            schema: SCHEMA.into(),
            tests: vec![battery::Case::quick().calibrate().unwrap()],
            plan: Replications {
                checks: 23,
                alarms: rate(2),
                declared: 2.3e-4,
                scaled_alarms: rate(490),
                scaled_to: 0.05,
            },
        }
    }

    #[test]
    fn a_miscalibrated_test_or_plan_has_no_fixture_and_is_named() {
        let mut discrete = calibration();
        discrete
            .tests
            .push(battery::Case::discrete().calibrate().unwrap());
        let error = discrete.text().unwrap_err().to_string();
        assert!(
            error.contains("cycles of permutations of 3: distance"),
            "{error}"
        );
        for (alarms, scaled) in [(20, 490), (2, 600), (2, 380)] {
            let mut red = calibration();
            (red.plan.alarms.came, red.plan.scaled_alarms.came) = (alarms, scaled);
            assert!(
                red.text().unwrap_err().to_string().contains("the plan: "),
                "{alarms}, {scaled}"
            );
        }
    }
}
