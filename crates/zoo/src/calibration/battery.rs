//! The p-values of every test of the battery, on data that follow its null hypothesis.

use crate::error::{Context, Result};
use chacha20::ChaCha12Rng;
use gof::battery::Kind::{Permutations, Values, Words};
use gof::battery::{self, Entry, Kind};
use gof::confirmation::{Confirmation, Finding};
use gof::observed::Rate;
use gof::{Error, Outcome, Reference, Tail, uniformity};
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::fair::Fair;

/// The levels at which p-values are counted.
pub const LEVELS: [f64; 3] = [0.05, 0.01, 0.001];

/// The level of a suspicion and of its confirmation on fresh runs; intervals have a coverage of one minus this.
pub const SUSPICION: f64 = 0.001;

/// The seed of the first runs, and of those that confirm a suspicion. Each run has its own stream.
const SEEDS: [u64; 2] = [0x0ca1_1b4a_7e00, 0x0ca1_1b4a_7e01];

const MISSING: Error = Error::NothingToTest("no test of the battery is called so");

/// A test to be calibrated.
pub(super) struct Case {
    kind: Kind,
    /// The bits of a word, the bound of the values, or the length of the permutations.
    of: u32,
    test: &'static str,
    /// How many times the items are more than the test needs.
    times: u64,
    runs: u64,
}

const fn case(kind: Kind, of: u32, test: &'static str, times: u64, runs: u64) -> Case {
    Case {
        kind,
        of,
        test,
        times,
        runs,
    }
}

/// Every test of the battery. If there are few cells and few items, the statistic has few values, and no continuous
/// distribution fits it: such tests get more items than they need.
static CASES: &str = include_str!("cases.txt");

/// All cases.
///
/// # Panics
/// If a line of `cases.txt` is wrong, which a test would find.
pub(super) fn cases() -> Vec<Case> {
    let case = |line: &'static str| -> Option<Case> {
        let mut words = line.split(' ');
        let kind = match words.next()? {
            "Words" => Words,
            "Values" => Values,
            _ => Permutations,
        };
        let (of, test) = (words.next()?.parse().ok()?, words.next()?);
        let [times, runs] = [words.next()?, words.next()?].map(str::parse);
        Some(case(kind, of, test, times.ok()?, runs.ok()?))
    };
    let cases = CASES.lines().map(case);
    cases.collect::<Option<_>>().expect("each line is a case")
}

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

/// The p-values of some runs, counted by level.
struct Runs {
    /// Whether the p-values are only bounds: small ones are no likelier than they say, but they are not uniform.
    bounds: bool,
    distance: Outcome,
    two_sided: [u64; 3],
    upper: [u64; 3],
}

#[cfg(test)]
impl Case {
    pub(super) fn is_of(&self, entry: &Entry) -> bool {
        (self.kind, self.test) == (entry.kind(), entry.name)
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

impl Case {
    /// The distribution of the p-values of all runs, and what is wrong with it.
    pub(super) fn calibrate(&self) -> Result<Calibrated> {
        let about = format!("{:?} of {}: {}", self.kind, self.of, self.test);
        let (needed, items, outcome) = self.sizes().with_context(|| about.clone())?;
        let first = self.run(SEEDS[0]).with_context(|| about.clone())?;
        let stages = Confirmation::new(SUSPICION, SUSPICION)?;
        let (mut suspicions, mut unconfirmed, mut confirmed) = (Vec::new(), Vec::new(), Vec::new());
        for (place, (name, p)) in first.findings(self.runs).into_iter().enumerate() {
            if let Finding::Suspicion(suspicion) = stages.judge(SEEDS[0], p)? {
                suspicions.push((place, name, suspicion));
            }
        }
        if !suspicions.is_empty() {
            let again = self
                .run(SEEDS[1])
                .with_context(|| about.clone())?
                .findings(self.runs);
            for (place, name, suspicion) in suspicions {
                let is = suspicion.confirm(SEEDS[1], again[place].1)?;
                if is { &mut confirmed } else { &mut unconfirmed }.push(name);
            }
        }
        Ok(Calibrated {
            items_are: self.fair().about(),
            test: self.test.into(),
            reference: named(&outcome),
            items,
            needed,
            runs: self.runs,
            distance: if first.bounds {
                "-".into()
            } else {
                format!("{:.4}", first.distance.statistic)
            },
            distance_p: if first.bounds {
                "-".into()
            } else {
                format!("{:.3}", first.distance.p.upper().value())
            },
            two_sided: first.two_sided,
            upper: first.upper,
            unconfirmed,
            confirmed,
        })
    }

    fn fair(&self) -> Fair {
        Fair {
            kind: self.kind,
            of: self.of,
        }
    }

    /// How many items the test needs, how many it gets, and its outcome for one run.
    fn sizes(&self) -> Result<(u64, u64, Outcome), Error> {
        let needed = self.fair().needed(self.entry()?)?;
        let items = needed * self.times;
        let outcome = self.outcome(items, &mut ChaCha12Rng::seed_from_u64(SEEDS[0]))?;
        Ok((needed, items, outcome))
    }

    fn entry(&self) -> Result<&'static Entry, Error> {
        battery::by_name(self.kind, self.test).ok_or(MISSING)
    }

    /// The outcome of one run.
    fn outcome(&self, items: u64, random: &mut ChaCha12Rng) -> Result<Outcome, Error> {
        self.fair().outcome(self.entry()?, items, random)
    }

    /// The p-values of all runs. Every run has its own stream, so their order does not matter.
    fn run(&self, seed: u64) -> Result<Runs> {
        let (_, items, outcome) = self.sizes()?;
        let bounds = is_bound(&outcome);
        // The two-sided p-value, and the upper tail.
        let p_of = |run: u64| {
            let mut random = ChaCha12Rng::seed_from_u64(seed);
            random.set_stream(run);
            let p = self.outcome(items, &mut random)?.p;
            if bounds {
                return Ok((p.two_sided().value(), p.upper().value()));
            }
            let p = p.randomized((random.next_u64() >> 11) as f64 * 2_f64.powi(-53));
            Ok((2.0 * p.min(1.0 - p), p))
        };
        let p: Vec<(f64, f64)> = (0..self.runs)
            .into_par_iter()
            .map(p_of)
            .collect::<Result<_, Error>>()?;
        let upper: Vec<f64> = p.iter().map(|p| p.1).collect();
        Ok(Runs {
            bounds,
            distance: uniformity::kolmogorov(&upper)?,
            two_sided: LEVELS.map(|level| p.iter().filter(|p| p.0 <= level).count() as u64),
            upper: LEVELS.map(|level| upper.iter().filter(|p| **p <= level).count() as u64),
        })
    }
}

impl Runs {
    /// The possible faults, each with the p-value it would have in a calibrated test.
    fn findings(&self, runs: u64) -> Vec<(String, Tail)> {
        let rates = [("two-sided", self.two_sided), ("upper", self.upper)];
        let of_rates = rates.into_iter().flat_map(|(sides, counts)| {
            LEVELS.into_iter().zip(counts).map(move |(level, came)| {
                let rate = Rate {
                    hits: came,
                    trials: runs,
                };
                let p = rate.p(level);
                let p = if self.bounds {
                    p.upper()
                } else {
                    p.two_sided()
                };
                (format!("{sides} at {level}: {came} of {runs}"), p)
            })
        });
        let distance = (
            format!("distance {:.4}", self.distance.statistic),
            self.distance.p.upper(),
        );
        Some(distance)
            .filter(|_| !self.bounds)
            .into_iter()
            .chain(of_rates)
            .collect()
    }
}

/// Whether p-values are only bounds: by Bonferroni's inequality, or because a count that is too low is never a fault.
fn is_bound(outcome: &Outcome) -> bool {
    match outcome.reference {
        Reference::Farthest { .. } => true,
        Reference::Poisson { .. } => outcome.p.lower().value() >= 1.0,
        _ => false,
    }
}

fn named(outcome: &Outcome) -> String {
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
            for fair in sizes(kind).iter().map(|&of| Fair { kind, of }) {
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
                    let about = fair.about();
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
            let runs = Runs {
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
