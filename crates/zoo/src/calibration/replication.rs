//! The gate's plan, run repeatedly on data that follow its null hypotheses: how often is it red?

use crate::error::{Context, Result};
use gof::plan::{Expect, Verified};
use gof::{Error, Outcome, Plan, Tail, holm};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::sampling::{Multinomial, shuffle};
use super::{Rate, SUSPICION};
use crate::plan::{self, Null, reproduce};

/// How many replications.
const REPLICATIONS: u64 = 10_000;

/// The chance of a false alarm with the shares scaled up: the plan's own is too small to be seen.
const SCALED: f64 = 0.05;

/// The seed; each check has the next one, each replication a stream of its own.
const SEED: u64 = 0x9a7e_0000;

/// One permutation stands for this many: the statistic's law depends on their number `n` by a share of `1 / n` of its
/// variance only ([`gof::permutations::PositionMatrix`]).
const THINNED: u64 = 50;

/// How often the checks that must pass failed.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Replications {
    /// How many checks must pass.
    pub checks: u64,
    /// Runs that were not green, judged as the gate does.
    pub alarms: Rate,
    /// The chance that the plan declares for that, at most.
    pub declared: f64,
    /// Runs that would have had an alarm if the shares were scaled to a total of [`Self::scaled_to`].
    pub scaled_alarms: Rate,
    /// That total.
    pub scaled_to: f64,
}

/// A check and its data.
struct Source {
    name: String,
    null: Null,
    counts: Option<Multinomial>,
    samples: u64,
}

impl Source {
    /// The outcome of one replication.
    fn outcome(&self, random: &mut ChaCha8Rng) -> Result<Result<Outcome, Error>> {
        if let (Null::Cells(..), Some(counts)) = (&self.null, &self.counts) {
            return Ok(self.null.outcome(&counts.draw(random)?, self.samples));
        }
        let Null::Positions { n, .. } = self.null else {
            crate::error::bail!("cells have probabilities")
        };
        let thinned = self.samples / THINNED;
        let (mut counts, mut permutation) = (vec![0; n * n], (0..n as u32).collect::<Vec<_>>());
        for _ in 0..thinned {
            shuffle(&mut permutation, random);
            permutation
                .iter()
                .enumerate()
                .for_each(|(place, &item)| counts[place * n + item as usize] += 1);
        }
        // The plan asks for its own number of samples.
        Ok(self.null.outcome(&counts, thinned).map(|outcome| Outcome {
            items: self.samples,
            ..outcome
        }))
    }
}

impl Replications {
    /// Of the checks of this plan that must pass.
    ///
    /// # Errors
    /// If the plan does not add up or a law cannot be computed.
    pub fn of(plan: &Plan) -> Result<Self> {
        let mut plan = plan.clone();
        plan.checks.retain(|check| check.expect == Expect::Pass);
        let verified = plan::verify(&plan)?;
        let source = |check: &gof::plan::Check| {
            let (null, counts) = match Null::of(check)? {
                Null::Positions { n, .. } => (Null::uniform_positions(n), None),
                Null::Cells(test, cells) => {
                    let counts = Multinomial::new(check.n, cells.probabilities().to_vec())?;
                    (Null::Cells(test, cells), Some(counts))
                }
            };
            Ok(Source {
                name: check.name.clone(),
                null,
                counts,
                samples: check.n,
            })
        };
        let sources: Vec<Source> = plan.checks.par_iter().map(source).collect::<Result<_>>()?;
        let alarm = |replication: u64| {
            let found = replicate(&sources, replication)?;
            let judged = verified.judge(&found, |check| reproduce(&check.name))?;
            Ok::<_, crate::Error>(
                [!judged.verdict.is_pass(), scaled_alarm(&verified, &found)?].map(u64::from),
            )
        };
        let add = |sum: [u64; 2], more: [u64; 2]| {
            Ok::<_, crate::Error>([sum[0] + more[0], sum[1] + more[1]])
        };
        let alarms = (0..REPLICATIONS)
            .into_par_iter()
            .map(alarm)
            .try_reduce(|| [0; 2], add)?;
        let [alarms, scaled_alarms] = alarms.map(|came| Rate {
            came,
            runs: REPLICATIONS,
        });
        Ok(Self {
            checks: sources.len() as u64,
            alarms,
            declared: verified.alarm(),
            scaled_alarms,
            scaled_to: SCALED,
        })
    }

    /// What is not as declared: the gate may be red less often than that, and with its shares scaled not by much either,
    /// as its checks are independent.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut hold = |rate: Rate, declared: f64, tail: Tail| {
            if tail.value() <= SUSPICION / 2.0 {
                faults.push(format!(
                    "{} of {} runs had a false alarm, declared is {declared:e}",
                    rate.came, rate.runs
                ));
            }
        };
        hold(
            self.alarms,
            self.declared,
            self.alarms.p(self.declared).upper(),
        );
        hold(
            self.scaled_alarms,
            self.scaled_to,
            self.scaled_alarms.p(self.scaled_to).upper(),
        );
        hold(
            self.scaled_alarms,
            self.independent(),
            self.scaled_alarms.p(self.independent()).lower(),
        );
        faults
    }

    /// The chance of an alarm of independent checks whose equal shares add up to the scaled total.
    pub fn independent(&self) -> f64 {
        let checks = self.checks.max(1) as f64;
        1.0 - (1.0 - self.scaled_to / checks).powf(checks)
    }
}

type Found<'a> = Vec<(&'a str, Result<Outcome, Error>)>;

/// The outcomes of all checks.
fn replicate(sources: &[Source], replication: u64) -> Result<Found<'_>> {
    let of_source = |(seed, source): (u64, &'_ Source)| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(replication);
        source.outcome(&mut random)
    };
    let named = (SEED..)
        .zip(sources)
        .map(|(seed, source)| Ok((source.name.as_str(), of_source((seed, source))?)));
    named.collect()
}

/// Holm's procedure, as the gate has it, with the shares scaled.
fn scaled_alarm(verified: &Verified, found: &Found) -> Result<bool> {
    let p_and_share = verified
        .checks()
        .iter()
        .zip(found)
        .map(|(row, (name, outcome))| {
            let outcome = outcome
                .as_ref()
                .map_err(|error| crate::Error::Refused(format!("{name}: {error}")))?;
            Ok((outcome.p.of(row.check.sides), row.check.alpha))
        });
    let (p, shares): (Vec<Tail>, Vec<f64>) =
        p_and_share.collect::<Result<Vec<_>>>()?.into_iter().unzip();
    let adjusted = holm::adjust(&p, &shares).context("shares of a verified plan")?;
    Ok(adjusted.iter().any(|p| p.value() <= SCALED))
}
