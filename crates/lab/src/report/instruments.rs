//! The section of the report on the tests themselves: the stated chance of a false alarm, and whether it is true.

use anyhow::Result;
use findings::block::{Block, Section, table, text};
use findings::number::grouped;
use gof::plan::{Expect, VerifiedCheck};
use rayon::prelude::*;
use serde::Serialize;
use zoo::calibration::{self, Calibration, LEVELS, Rate, SUSPICION};
use zoo::plan;

use crate::fixtures::committed;

/// The plan, and the calibration as it is committed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Instruments {
    /// The chance of any false alarm, in a sentence.
    pub header: String,
    /// The plan's checks.
    pub plan: Vec<Planned>,
    /// Those of the permutations without lists and of `mix_colors`, run.
    pub run: Vec<Run>,
    /// The results of the tests on fair sources.
    pub calibration: Calibration,
}

/// A check of the plan.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Planned {
    /// Its name.
    pub name: String,
    /// The source and the null hypothesis.
    pub about: String,
    /// The test.
    pub test: String,
    /// The expected result.
    pub expect: Expect,
    /// How many samples.
    pub n: u64,
    /// Its share of alpha.
    pub alpha: f64,
    /// The effect that it must find.
    pub effect: String,
    /// The power there.
    pub power: String,
}

/// A check of the plan, run on its seeds.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Run {
    /// Its place in the plan.
    #[serde(skip)]
    at: usize,
    /// The name of the check.
    pub name: String,
    /// The statistic, a chi-square.
    pub statistic: String,
    /// Its degrees of freedom.
    pub freedom: u32,
    /// The p-value, of as many sides as the plan says.
    pub p: String,
    /// The source's exact chi-square per sample from uniform, where its law is known.
    pub from_uniform: Option<String>,
}

/// The sources of the mission's two tests: permutations without lists, and `mix_colors` with ideal draws and as it is.
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
    /// From the fixtures.
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

    /// The chance of any false alarm, for the report's own header.
    pub(crate) fn chance(&self) -> String {
        self.header.replace("in this run", "of all checks together")
    }

    pub(crate) fn section(&self) -> Section {
        Section::new(
            "Are the instruments right?",
            vec![
                text(format!("The gate: {}.", self.header)),
                self.plan(),
                self.run(),
                self.tests(),
            ],
        )
    }

    fn plan(&self) -> Block {
        let rows = self.plan.iter().map(|check| {
            [
                check.name.clone(),
                check.about.clone(),
                check.test.clone(),
                if check.expect == Expect::Pass {
                    "pass"
                } else {
                    "fail"
                }
                .into(),
                grouped(check.n),
                format!("{:e}", check.alpha),
                check.effect.clone(),
                check.power.clone(),
            ]
        });
        table(
            "The plan of the gate, declared before its data and recomputed. Effect: the smallest chi-square per sample that \
             matters, found with this power. A check that must fail is a canary: its alpha is not a share of the false \
             alarms.",
            [
                "check",
                "source and null",
                "test",
                "must",
                "n",
                "alpha",
                "effect",
                "power",
            ],
            rows,
        )
    }

    fn run(&self) -> Block {
        let rows = self.run.iter().map(|run| {
            let check = &self.plan[run.at];
            [
                check.name.clone(),
                check.about.clone(),
                if check.expect == Expect::Pass {
                    "pass"
                } else {
                    "fail"
                }
                .into(),
                grouped(check.n),
                format!("{} ({})", check.effect, check.power),
                format!("{} ({})", run.statistic, run.freedom),
                run.p.clone(),
                run.from_uniform.clone().unwrap_or_default(),
            ]
        });
        table(
            "Measured: chi-square tests of the permutations without lists and of mix_colors, on the samples that the plan \
             declares (n from the seeds of fixtures/plan.toml). Must: what is uniform, or follows the law it is compared \
             with, must pass; mix_colors against uniform must fail, with ideal draws and with those of the games, whose law is \
             counted over all 32,768. Effect: the chi-square per sample that is found with this power. Last column, exact: \
             the source's own chi-square per sample from uniform, through the same cells; a position matrix has several \
             distributions and no one figure.",
            [
                "check",
                "source and null",
                "must",
                "n",
                "effect (power)",
                "chi-square (degrees of freedom)",
                "p",
                "exact",
            ],
            rows,
        )
    }

    fn tests(&self) -> Block {
        let rows = self.calibration.tests.iter().map(|test| {
            let rates = |counts: [u64; 3]| {
                counts.map(|came| {
                    shown(Rate {
                        came,
                        runs: test.runs,
                    })
                })
            };
            let ([a, b, c], [d, e, f]) = (rates(test.two_sided), rates(test.upper));
            let name = format!("{}, {}", test.test, test.items_are);
            let items = format!("{} ({})", grouped(test.items), grouped(test.needed));
            let distance = format!("{} ({})", test.distance, test.distance_p);
            let again = if test.unconfirmed.is_empty() {
                "none".into()
            } else {
                test.unconfirmed.join("; ")
            };
            [
                name,
                test.reference.clone(),
                items,
                grouped(test.runs),
                distance,
                a,
                b,
                c,
                d,
                e,
                f,
                again,
            ]
        });
        let [a, b, c] = LEVELS.map(|level| format!("two-sided, {level}"));
        let [d, e, f] = LEVELS.map(|level| format!("upper, {level}"));
        table(
            format!(
                "Measured: the p-values of every test on words of ChaCha12, which follow its null hypothesis. Distance: \
                 Kolmogorov and Smirnov's between them and the uniform distribution, and its p-value. Rates: how many were at \
                 most the level, with the interval of {} % (Clopper and Pearson). p-values of Poisson and binomial counts are \
                 randomized, so they are uniform if the law is right. What is outside its interval is a suspicion, tested again \
                 on fresh runs; `cargo xtask bless` refuses a test that is outside again.",
                100.0 * (1.0 - SUSPICION)
            ),
            [
                "test",
                "its statistic",
                "items (needed)",
                "runs",
                "distance (p)",
                &a,
                &b,
                &c,
                &d,
                &e,
                &f,
                "suspicions, not confirmed",
            ],
            rows,
        )
    }
}

fn shown(rate: Rate) -> String {
    let (least, most) = rate.interval(SUSPICION);
    format!("{:.5} ({least:.5} to {most:.5})", rate.share())
}
