//! The p-values of every test of the battery, on data that follow its null hypothesis.

use crate::error::{Context, Result};
use chacha20::ChaCha12Rng;
use gof::battery::BatteryKind::{Permutations, Values, Words};
use gof::battery::{self, BatteryKind, Entry};
use gof::confirmation::{Confirmation, Finding};
use gof::observed::Rate;
use gof::{Error, Outcome, Reference, Tail, uniformity};
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fair::FairItems;

/// The levels at which p-values are counted.
pub const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];

/// The level of a suspicion and of its confirmation on fresh runs; intervals have a coverage of one minus this.
pub const SUSPICION: f64 = 0.001;

/// The seed of the first runs, and of those that confirm a suspicion. Each run has its own stream.
const SEEDS: [u64; 2] = [0x0ca1_1b4a_7e00, 0x0ca1_1b4a_7e01];

const MISSING: Error = Error::NothingToTest("no test of the battery is called so");

/// A test to be calibrated.
pub(super) struct CalibrationCase {
    fair: FairItems,
    test: &'static str,
    /// How many times the items are more than the test needs.
    times: u64,
    runs: u64,
}

const fn case(
    kind: BatteryKind,
    of: u32,
    test: &'static str,
    times: u64,
    runs: u64,
) -> CalibrationCase {
    CalibrationCase {
        fair: FairItems { kind, of },
        test,
        times,
        runs,
    }
}

/// Every test of the battery. If there are few cells and few items, the statistic has few values, and no continuous
/// distribution fits it: such tests get more items than they need.
pub(super) static CASES: &[CalibrationCase] = &[
    case(Words, 32, "frequency-top", 4, 5000),
    case(Words, 32, "bits", 1, 5000),
    case(Words, 32, "gap", 1, 2500),
    case(Words, 32, "permutation-3", 20, 5000),
    case(Words, 32, "birthday-spacings", 40, 2000),
    case(Words, 12, "birthday-spacings-pairs", 8, 5000),
    case(Words, 8, "birthday-spacings-low", 16, 2000),
    case(Words, 32, "repetitions", 15, 1000),
    case(Words, 32, "matrix-rank", 4, 5000),
    case(Words, 32, "linear-complexity", 10, 5000),
    case(Words, 32, "lags", 1, 2000),
    case(Words, 32, "autocorrelation-half", 1, 5000),
    case(Words, 32, "autocorrelation-word", 1, 5000),
    case(Words, 32, "differences", 1, 5000),
    case(Words, 32, "thirds", 1, 5000),
    case(Words, 32, "weights", 1, 2000),
    case(Words, 32, "matrix-rank-large", 64, 1000),
    case(Words, 32, "linear-complexity-places", 16, 1000),
    case(Words, 32, "ones", 1, 5000),
    case(Words, 32, "near-bits", 1, 5000),
    case(Words, 32, "distances", 32, 1000),
    case(Words, 32, "parities", 1, 2000),
    case(Words, 32, "ends", 1, 1000),
    case(Values, 6, "frequency", 40, 5000),
    case(Values, 1000, "frequency-remainders", 4, 5000),
    case(Values, 6, "serial-pairs", 4, 5000),
    case(Values, 16_777_216, "birthday-spacings", 1, 5000),
    case(Values, 6, "lagged", 10, 2500),
    case(Values, 6, "equal-runs", 10, 5000),
    case(Values, 6, "absences", 10, 5000),
    case(Values, 6, "period", 10, 2500),
    case(Values, 6, "linear-complexity", 10, 5000),
    case(Values, 6, "linear-complexity-half", 10, 5000),
    case(Values, 2, "matrix-rank", 4, 1000),
    case(Values, 6, "relations", 1, 5000),
    case(Values, 20, "relations-lowest-bit", 1, 5000),
    case(Values, 6, "drift", 20, 5000),
    case(Values, 20, "cells", 10, 5000),
    case(Permutations, 5, "ranks", 2, 5000),
    case(Permutations, 7, "rank-buckets", 1, 2000),
    case(Permutations, 5, "position-matrix", 20, 5000),
    case(Permutations, 5, "adjacent-pairs", 40, 5000),
    case(Permutations, 5, "cycles", 40, 5000),
    case(Permutations, 5, "adjacent-pairs-falling", 40, 5000),
    case(Permutations, 5, "lagged", 10, 2500),
    case(Permutations, 8, "repeats", 4, 5000),
    case(Permutations, 5, "rising-sequences", 40, 5000),
    case(Permutations, 5, "kept-pairs", 40, 5000),
    case(Permutations, 5, "cells", 10, 2500),
];

/// The distribution of a test's p-values under its null hypothesis.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Calibrated {
    /// The kind of its items.
    pub items_are: String,
    /// The test.
    pub test: String,
    /// The distribution of its statistic under the null hypothesis.
    pub reference: String,
    /// The number of items in a run.
    pub items: u64,
    /// The number of items that the test needs.
    pub needed: u64,
    /// The number of runs.
    pub runs: u64,
    /// Kolmogorov's distance between the p-values and the uniform distribution; empty if the p-values are only bounds.
    pub distance: String,
    /// The probability of a distance at least this large.
    pub distance_p: String,
    /// How many two-sided p-values were at most each of [`LEVELS`].
    pub two_sided: [u64; 3],
    /// How many upper tails were at most each of [`LEVELS`].
    pub upper: [u64; 3],
    /// The results that were outside their intervals at first, but not in fresh runs.
    pub unconfirmed: Vec<String>,
    /// The results that were outside their intervals twice: the test is miscalibrated.
    pub confirmed: Vec<String>,
}

/// The p-values of one run.
struct RunTails {
    two_sided: f64,
    upper: f64,
}

/// The p-values of some runs, counted by level.
struct CountedRuns {
    /// Whether the p-values are only bounds: small ones are no likelier than they say, but they are not uniform.
    bounds: bool,
    distance: Outcome,
    two_sided: [u64; 3],
    upper: [u64; 3],
}

#[cfg(test)]
impl CalibrationCase {
    pub(super) fn is_of(&self, entry: &Entry) -> bool {
        (self.fair.kind, self.test) == (entry.kind(), entry.name)
    }

    /// A case with a right reference distribution.
    pub(super) const fn quick() -> Self {
        case(Words, 32, "autocorrelation-word", 1, 2000)
    }

    /// A case with a wrong one: a chi-square of few items takes few values.
    pub(super) const fn discrete() -> Self {
        case(Permutations, 3, "cycles", 1, 2000)
    }
}

impl CalibrationCase {
    /// The distribution of the p-values of all runs, and what is wrong with it.
    pub(super) fn calibrate(&self) -> Result<Calibrated> {
        let about = format!("{:?} of {}: {}", self.fair.kind, self.fair.of, self.test);
        let (needed, items, outcome) = self.sizes().context(&about)?;
        let first = self.run(SEEDS[0]).context(&about)?;
        let stages = Confirmation::new(SUSPICION, SUSPICION)?;
        let (mut suspicions, mut unconfirmed, mut confirmed) = (Vec::new(), Vec::new(), Vec::new());
        for (place, (name, p)) in first.findings(self.runs).into_iter().enumerate() {
            if let Finding::Suspicion(suspicion) = stages.judge(SEEDS[0], p)? {
                suspicions.push((place, name, suspicion));
            }
        }
        if !suspicions.is_empty() {
            let again = self.run(SEEDS[1]).context(&about)?.findings(self.runs);
            for (place, name, suspicion) in suspicions {
                let is = suspicion.confirm(SEEDS[1], again[place].1)?;
                if is { &mut confirmed } else { &mut unconfirmed }.push(name);
            }
        }
        let (mut distance, mut distance_p) = ("-".into(), "-".into());
        if !first.bounds {
            distance = format!("{:.4}", first.distance.statistic);
            distance_p = format!("{:.3}", first.distance.p.upper().value());
        }
        Ok(Calibrated {
            items_are: self.fair.describe(),
            test: self.test.into(),
            reference: describe_reference(&outcome),
            items,
            needed,
            runs: self.runs,
            distance,
            distance_p,
            two_sided: first.two_sided,
            upper: first.upper,
            unconfirmed,
            confirmed,
        })
    }

    /// How many items the test needs, how many it gets, and its outcome for one run.
    fn sizes(&self) -> Result<(u64, u64, Outcome), Error> {
        let needed = self.fair.needed(self.entry()?)?;
        let items = needed * self.times;
        let outcome = self.outcome(items, &mut ChaCha12Rng::seed_from_u64(SEEDS[0]))?;
        Ok((needed, items, outcome))
    }

    fn entry(&self) -> Result<&'static Entry, Error> {
        battery::find_entry(self.fair.kind, self.test).ok_or(MISSING)
    }

    /// The outcome of one run.
    fn outcome(&self, items: u64, random: &mut ChaCha12Rng) -> Result<Outcome, Error> {
        self.fair.outcome(self.entry()?, items, random)
    }

    /// The p-values of all runs. Every run has its own stream, so their order does not matter.
    fn run(&self, seed: u64) -> Result<CountedRuns> {
        let (_, items, outcome) = self.sizes()?;
        let bounds = is_bound(&outcome);
        let tails: Vec<RunTails> = (0..self.runs)
            .into_par_iter()
            .map(|run| self.tails(items, seed, run, bounds))
            .collect::<Result<_, Error>>()?;
        let upper: Vec<f64> = tails.iter().map(|p| p.upper).collect();
        let two_sided: Vec<f64> = tails.iter().map(|p| p.two_sided).collect();
        Ok(CountedRuns {
            bounds,
            distance: uniformity::kolmogorov(&upper)?,
            two_sided: LEVELS.map(|level| at_most(level, &two_sided)),
            upper: LEVELS.map(|level| at_most(level, &upper)),
        })
    }

    /// The p-values of a run.
    fn tails(&self, items: u64, seed: u64, run: u64, bounds: bool) -> Result<RunTails, Error> {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        random.set_stream(run);
        let p = self.outcome(items, &mut random)?.p;
        if bounds {
            return Ok(RunTails {
                two_sided: p.two_sided().value(),
                upper: p.upper().value(),
            });
        }
        let upper = p.randomized((random.next_u64() >> 11) as f64 * 2_f64.powi(-53));
        Ok(RunTails {
            two_sided: 2.0 * upper.min(1.0 - upper),
            upper,
        })
    }
}

impl CountedRuns {
    /// The possible faults, each with the p-value it would have in a calibrated test.
    fn findings(&self, runs: u64) -> Vec<(String, Tail)> {
        let mut findings = Vec::new();
        if !self.bounds {
            let distance = format!("distance {:.4}", self.distance.statistic);
            findings.push((distance, self.distance.p.upper()));
        }
        for (sides, counts) in [("two-sided", self.two_sided), ("upper", self.upper)] {
            for (level, hits) in LEVELS.into_iter().zip(counts) {
                let rate = Rate { hits, trials: runs };
                let p = rate.p(level);
                let p = if self.bounds {
                    p.upper()
                } else {
                    p.two_sided()
                };
                findings.push((format!("{sides} at {level}: {hits} of {runs}"), p));
            }
        }
        findings
    }
}

/// How many p-values are at most this level.
fn at_most(level: f64, p: &[f64]) -> u64 {
    p.iter().filter(|p| **p <= level).count() as u64
}

/// Whether p-values are only bounds: by Bonferroni's inequality, or because a count that is too low is never a fault.
fn is_bound(outcome: &Outcome) -> bool {
    match outcome.reference {
        Reference::Farthest { .. } => true,
        Reference::Poisson { .. } => outcome.p.lower().value() >= 1.0,
        _ => false,
    }
}

fn describe_reference(outcome: &Outcome) -> String {
    match outcome.reference {
        Reference::Poisson { mean } if is_bound(outcome) => {
            format!("Poisson, mean {mean:.3}, a bound")
        }
        Reference::ChiSquare { freedom } => format!("chi-square, {freedom} degrees of freedom"),
        Reference::Poisson { mean } => format!("Poisson, mean {mean:.3}, randomized"),
        Reference::Binomial { trials, chance } | Reference::TwoCells { trials, chance } => {
            format!("binomial, {trials} trials of {chance}, randomized")
        }
        Reference::NegativeBinomial { successes, chance } => {
            format!("negative binomial, {successes} successes of {chance}, randomized")
        }
        Reference::Farthest { counts } => {
            format!("the farthest of {counts}, a bound")
        }
        _ => "exact".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "slow: run in CI"]
    fn small_p_values_are_as_rare_as_they_say_at_the_smallest_number_of_items() {
        let sizes = |kind| match kind {
            Words => &[32][..],
            Values => &[2, 6, 20, 1000, 1 << 24],
            Permutations => &[3, 5, 7, 8, 52],
        };
        for entry in battery::tests() {
            let kind = entry.kind();
            for fair in sizes(kind).iter().map(|&of| FairItems { kind, of }) {
                // A test that does not suit such items is in no battery for them.
                let Ok(items) = fair.needed(entry) else {
                    continue;
                };
                // Tests that take many items get fewer runs.
                let runs = (100_000_000 / items).clamp(300, 2000);
                let p_of = |run| {
                    let mut random = ChaCha12Rng::seed_from_u64(run);
                    let outcome = fair.outcome(entry, items, &mut random).unwrap();
                    outcome.p.two_sided().value()
                };
                let p: Vec<f64> = (0..runs).into_par_iter().map(p_of).collect();
                for level in [0.01, 0.001] {
                    let came = p.iter().filter(|p| **p <= level).count() as u64;
                    // The p-value may be too small by a tenth.
                    let rate = Rate {
                        hits: came,
                        trials: runs,
                    };
                    let chance = rate.p(1.1 * level).upper().value();
                    let about = fair.describe();
                    assert!(chance > 1e-5, "{}, {about}: {came} at {level}", entry.name);
                }
            }
        }
    }

    #[test]
    fn bounds_may_be_rarer_than_their_level_and_no_more_frequent() {
        for (kind, of, test) in [
            (Values, 6, "equal-runs"),
            (Values, 6, "period"),
            (Permutations, 5, "lagged"),
        ] {
            let found = case(kind, of, test, 2, 2000).calibrate().unwrap();
            assert!(
                found.two_sided[0] < 100 && found.distance == "-",
                "{found:?}"
            );
            assert_eq!(
                (found.confirmed, found.unconfirmed),
                (vec![], vec![]),
                "{test}"
            );
        }
        let p = |bounds, came| {
            let distance = uniformity::kolmogorov(&[0.5, 0.6]).unwrap();
            let runs = CountedRuns {
                bounds,
                distance,
                two_sided: [came, 0, 0],
                upper: [0; 3],
            };
            let findings = runs.findings(2000);
            findings
                .iter()
                .find(|(name, _)| name.starts_with("two-sided at 0.05"))
                .unwrap()
                .1
                .value()
        };
        assert!(p(true, 0) > 0.9 && p(false, 0) < 1e-9, "rarer than 5 %");
        assert!(p(true, 200) < 1e-9 && p(false, 200) < 1e-9, "more frequent");
    }
}
