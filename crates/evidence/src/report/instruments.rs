//! The section of the report on the tests themselves: their stated chance of a false alarm, and whether the statement is true.

use anyhow::Result;
use findings::block::Section;
use gof::observed::Rate;
use gof::plan::{Expect, VerifiedCheck};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;
use zoo::calibration::{self, Calibrated, Calibration, LEVELS, SUSPICION};
use zoo::plan;

use super::WORDS;
use crate::fixtures::committed;

/// The plan, and the committed calibration.
#[derive(Serialize)]
pub(crate) struct Instruments {
    /// The chance of any false alarm, in a sentence.
    pub header: String,
    /// The plan's checks.
    pub plan: Vec<Planned>,
    /// The results of the checks of permutations without lists and of `mix_colors`.
    pub run: Vec<Run>,
    /// The results of the tests on fair sources.
    pub calibration: Calibration,
}

/// A check of the plan.
#[derive(Serialize)]
pub(crate) struct Planned {
    /// The name of the check.
    pub name: String,
    /// The source and the null hypothesis.
    pub about: String,
    /// The name of the test.
    pub test: String,
    /// The expected result.
    pub expect: Expect,
    /// The number of samples.
    pub n: u64,
    /// The check's share of alpha.
    pub alpha: f64,
    /// The effect that the check must find.
    pub effect: String,
    /// The power at that effect.
    pub power: String,
}

/// A check of the plan, run on its seeds.
#[derive(Serialize)]
pub(crate) struct Run {
    /// The index of the check in the plan.
    #[serde(skip)]
    at: usize,
    /// The name of the check.
    pub name: String,
    /// The statistic, which is a chi-square.
    pub statistic: String,
    /// The degrees of freedom.
    pub freedom: u32,
    /// The p-value, one- or two-sided as the plan says.
    pub p: String,
    /// The source's exact chi-square per sample against uniform, if its law is known.
    pub from_uniform: Option<String>,
}

/// The beginnings of the sources' names for the mission's two tests: permutations without lists, and `mix_colors` with ideal
/// draws and as it is.
const TESTED: [&str; 2] = ["listless-pcg32-", "mix-colors"];

impl Run {
    fn of((at, row): (usize, &VerifiedCheck)) -> Result<Self> {
        let check = &row.check;
        let found = plan::outcome(check, &check.seeds)??;
        Ok(Self {
            at,
            name: check.name.clone(),
            statistic: format!("{:.2}", found.statistic),
            freedom: check.freedom,
            p: format!("{:.2e}", found.p.of(check.sides).value()),
            from_uniform: plan::from_uniform(check)?.map(|effect| {
                if effect == 0.0 {
                    "0".into()
                } else {
                    format!("{effect:.3e}")
                }
            }),
        })
    }
}

impl Instruments {
    /// Reads the fixtures.
    pub(crate) fn read() -> Result<Self> {
        let verified = plan::read(&committed(plan::NAME)?)?;
        let plan = verified.checks().iter().map(|row| Planned {
            name: row.check.name.clone(),
            about: format!("{} against {}", row.check.source, row.check.null),
            test: row.check.test.clone(),
            expect: row.check.expect,
            n: row.check.n,
            alpha: row.check.alpha,
            effect: row.check.effect.to_string(),
            power: row.check.power.to_string(),
        });
        let tested = |(_, row): &(usize, &VerifiedCheck)| {
            TESTED.iter().any(|key| row.check.source.starts_with(key))
        };
        let tested: Vec<_> = verified
            .checks()
            .iter()
            .enumerate()
            .filter(tested)
            .collect();
        Ok(Self {
            header: verified.header(),
            plan: plan.collect(),
            run: tested.into_par_iter().map(Run::of).collect::<Result<_>>()?,
            calibration: Calibration::parse(&committed(calibration::NAME)?)?,
        })
    }

    /// The chance of any false alarm, for the header of the report.
    pub(crate) fn chance(&self) -> String {
        self.header.replace("in this run", "of all checks together")
    }

    pub(crate) fn section(&self) -> Section {
        let measured: Vec<_> = self
            .run
            .iter()
            .map(|run| (&self.plan[run.at], run))
            .collect();
        let values = json!({
            "measured": measured,
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
