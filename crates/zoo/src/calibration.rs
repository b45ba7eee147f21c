//! Calibration: every test of the battery on data that follow its null hypothesis.
//!
//! The p-values of a correct test are uniform. This is checked on a cryptographic generator with committed seeds. The results
//! are in `fixtures/calibration.json`, where a miscalibrated test is an error. A count outside its 99.9 % interval is a
//! suspicion, to be confirmed on fresh runs, so that the calibration itself has practically no false alarms.
//!
//! p-values of discrete statistics are randomized ([`gof::PValue::randomized`]), which makes them exactly uniform if the
//! law is right; those of chi-square limits are taken as they are.

mod battery;
mod fair;

pub use battery::{Calibrated, LEVELS, SUSPICION};

use crate::error::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// The name of the calibration file below `fixtures`.
pub const NAME: &str = "calibration.json";

/// The version of the file.
const SCHEMA: &str = "roguelab-calibration/2";

/// The results of all runs.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Calibration {
    /// The version of the file.
    pub schema: String,
    /// The calibrated tests of the battery.
    pub tests: Vec<Calibrated>,
}

impl Calibration {
    /// Runs the tests of the battery.
    ///
    /// # Errors
    /// If a test cannot be run.
    pub fn compute() -> Result<Self> {
        let tests = battery::CASES
            .iter()
            .map(battery::CalibrationCase::calibrate)
            .collect::<Result<_>>()?;
        Ok(Self {
            schema: SCHEMA.into(),
            tests,
        })
    }

    /// Descriptions of all miscalibrated results.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for test in &self.tests {
            for fault in &test.confirmed {
                let (name, items) = (&test.test, &test.items_are);
                faults.push(format!(
                    "{name} of {items}: {fault}, and again in fresh runs"
                ));
            }
        }
        faults
    }

    /// The text to commit.
    ///
    /// # Errors
    /// If a test is miscalibrated: the error names each.
    pub fn text(&self) -> Result<String> {
        let faults = self.faults();
        ensure!(
            faults.is_empty(),
            "miscalibrated, correct the test:\n{}",
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
                "{:?} {}: add it to CASES in calibration/battery.rs, and run `cargo xtask bless`",
                entry.kind(),
                entry.name
            );
        }
    }

    #[test]
    fn a_miscalibrated_test_has_no_fixture_and_is_named() {
        let cases = [
            battery::CalibrationCase::quick(),
            battery::CalibrationCase::discrete(),
        ];
        let found = Calibration {
            schema: SCHEMA.into(),
            tests: cases.map(|case| case.calibrate().unwrap()).into(),
        };
        let error = found.text().unwrap_err().to_string();
        assert!(
            error.contains("cycles of permutations of 3: distance"),
            "{error}"
        );
        assert_eq!(found.faults().len(), error.lines().count() - 1);
        assert!(!error.contains("autocorrelation"), "{error}");
    }
}
