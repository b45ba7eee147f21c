//! The section of the report on the tests themselves: how often they raise a false alarm.

use answers::number::grouped;
use anyhow::Result;
use findings::block::{Section, table};
use gof::observed::Rate;
use serde::Serialize;
use zoo::calibration::{self, Calibrated, Calibration, LEVELS, SUSPICION};

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
        let confidence = 100.0 * (1.0 - SUSPICION);
        let [one, two, three] = LEVELS;
        Section::new(
            "Are the instruments right?",
            vec![table(
                format!(
                    "Measured: the p-values of every test on words of ChaCha12, which follow its null hypothesis. Distance: \
                         Kolmogorov and Smirnov's between them and the uniform distribution, and its p-value. Rates: how many were \
                         at most the level, with the interval of {confidence} % (Clopper and Pearson). p-values of Poisson and \
                         binomial counts are randomized, so they are uniform if the law is right. What is outside its interval is a \
                         suspicion, tested again on fresh runs; `cargo xtask bless` refuses a test that is outside again."
                ),
                [
                    "test",
                    "its statistic",
                    "items (needed)",
                    "runs",
                    "distance (p)",
                    &format!("two-sided, {one}"),
                    &format!("two-sided, {two}"),
                    &format!("two-sided, {three}"),
                    &format!("upper, {one}"),
                    &format!("upper, {two}"),
                    &format!("upper, {three}"),
                    "suspicions, not confirmed",
                ],
                self.calibration.tests.iter().map(cells_of_calibrated),
            )],
        )
    }
}

/// A test with the rates of its p-values, and the suspicions against it.
fn cells_of_calibrated(test: &Calibrated) -> [String; 12] {
    let mut cells = vec![
        format!("{}, {}", test.test, test.items_are),
        test.reference.clone(),
        format!("{} ({})", grouped(test.items), grouped(test.needed)),
        grouped(test.runs),
        format!("{} ({})", test.distance, test.distance_p),
    ];
    for &hits in test.two_sided.iter().chain(&test.upper) {
        let rate = Rate {
            hits,
            trials: test.runs,
        };
        let (least, most) = rate.interval(SUSPICION);
        let share = hits as f64 / test.runs as f64;
        cells.push(format!("{share:.5} ({least:.5} to {most:.5})"));
    }
    cells.push(if test.unconfirmed.is_empty() {
        "none".to_owned()
    } else {
        test.unconfirmed.join("; ")
    });
    cells.try_into().expect("three levels, from two sides each")
}
