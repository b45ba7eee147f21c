//! The section of the report on the tests themselves: how often they raise a false alarm.

use anyhow::Result;
use findings::block::Section;
use gof::observed::Rate;
use serde::Serialize;
use serde_json::json;
use zoo::calibration::{self, Calibrated, Calibration, LEVELS, SUSPICION};

use super::WORDS;
use crate::fixtures::committed;

/// The committed calibration.
#[derive(Serialize)]
pub(crate) struct Instruments {
    /// The results of the tests on fair sources.
    pub calibration: Calibration,
}

impl Instruments {
    /// Reads the fixture.
    pub(crate) fn read() -> Result<Self> {
        let calibration = Calibration::parse(&committed(calibration::NAME)?)?;
        Ok(Self { calibration })
    }

    pub(crate) fn section(&self) -> Section {
        let values = json!({
            "confidence": 100.0 * (1.0 - SUSPICION),
            "levels": LEVELS,
            "calibrated": self.calibration.tests.iter().map(rates).collect::<Vec<_>>(),
        });
        WORDS.beside(self, values).section("instruments")
    }
}

/// A test with the rates of its p-values, and the suspicions against it.
fn rates(test: &Calibrated) -> impl Serialize {
    let rates = test.two_sided.iter().chain(&test.upper).map(|&came| {
        let rate = Rate {
            hits: came,
            trials: test.runs,
        };
        let (least, most) = rate.interval(SUSPICION);
        let share = came as f64 / test.runs as f64;
        format!("{share:.5} ({least:.5} to {most:.5})")
    });
    let again = if test.unconfirmed.is_empty() {
        "none".into()
    } else {
        test.unconfirmed.join("; ")
    };
    (test.clone(), rates.collect::<Vec<_>>(), again)
}
