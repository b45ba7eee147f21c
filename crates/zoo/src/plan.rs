//! The statistical plan, `fixtures/plan.toml`: read, verified against what is known of its sources, and run.
//!
//! A check of the plan names a source ([`sources`]), a null hypothesis and a test. A test counts items by a [`View`] and
//! compares the counts with the null hypothesis: `uniform` is what a fair source gives, `law` is the exact distribution of the
//! source itself. So the same source passes against its law and, with enough samples, fails against `uniform`. How many samples
//! are enough is computed in advance from the exact distance between the two.

use crate::error::{Context, Error, Result, bail};
use exact::Distribution;
use exact::distance::chi_square_per_draw;
use exact::rational::to_f64;
use gof::permutations::position_matrix;
use gof::plan::{Check, Expect, Facts, RunVerdict, Verified};
use gof::{Cells, Outcome, Plan, pearson};
use rayon::prelude::*;

use crate::sources::{self, Kind, Source, View};

/// The plan's name below `fixtures`.
pub const NAME: &str = "plan.toml";

/// The number of samples in a block.
const BLOCK: usize = 4096;

/// What a test of the plan counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Counted {
    /// The cells of a view.
    Cells(View),
    /// How often each item is in each place.
    Positions,
}

/// The tests that a plan may name, with what they count.
const TESTS: &[(&str, Counted)] = &[
    ("frequency", Counted::Cells(View::Item)),
    ("ranks", Counted::Cells(View::Rank)),
    ("rank-buckets", Counted::Cells(View::RankBuckets(1000))),
    ("first-item", Counted::Cells(View::Slot(0))),
    ("favoured-draws", Counted::Cells(View::Favoured)),
    ("position-matrix", Counted::Positions),
];

/// Reads the text of a plan and verifies it; its sources must be in [`sources`].
///
/// # Errors
/// If the plan is wrong: everything in it that does not add up, each with its place and what to do.
pub fn read(text: &str) -> Result<Verified> {
    let verified =
        Plan::from_toml(text)?.verify_with(|check| facts(check).map_err(|error| error.to_string()));
    verified.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Error::Refused(lines.join("\n"))
    })
}

/// Runs every check on its seeds, and judges the outcomes. `tick` is called after each check.
///
/// # Errors
/// If a law cannot be computed: a defect of this program.
pub fn run(plan: &Verified, tick: &(dyn Fn() + Sync)) -> Result<RunVerdict> {
    let outcomes = plan.checks().par_iter().map(|row| {
        let outcome = outcome(&row.check, &row.check.seeds);
        tick();
        Ok((row.check.name.as_str(), outcome?))
    });
    let found: Vec<_> = outcomes.collect::<Result<_>>()?;
    Ok(plan.judge(&found, |check| reproduce(&check.name))?)
}

/// The command that runs a check of the plan again.
pub fn reproduce(check: &str) -> String {
    format!("cargo xtask plan --check {check}")
}

/// What the keys of a check refer to.
struct Resolved {
    source: Source,
    test: &'static str,
    counted: Counted,
    against_law: bool,
}

impl Resolved {
    fn of(check: &Check) -> Result<Self> {
        let source = sources::find(&check.source).with_context(|| {
            format!(
                "no source is called `{}`: `roguelab words --list` shows them",
                check.source
            )
        })?;
        let &(test, counted) = TESTS
            .iter()
            .find(|(name, _)| *name == check.test)
            .with_context(|| {
                let names: Vec<_> = TESTS.iter().map(|(name, _)| *name).collect();
                format!(
                    "no test of the plan is called `{}`: take one of {}",
                    check.test,
                    names.join(", ")
                )
            })?;
        let against_law = match check.null.as_str() {
            "uniform" => false,
            "law" => true,
            other => bail!(
                "no null hypothesis is called `{other}`: take `uniform`, or `law` for the source's own"
            ),
        };
        Ok(Self {
            source,
            test,
            counted,
            against_law,
        })
    }

    /// The distribution of a view's cells under the null hypothesis.
    fn cells(&self, view: View) -> Result<Distribution> {
        let kind = self.source.kind;
        let null = if self.against_law {
            self.source.law(view)?
        } else {
            view.ideal(kind)
        };
        null.with_context(|| {
            let what = if self.against_law {
                "has no known law"
            } else {
                "cannot be counted"
            };
            format!(
                "`{}`, which makes {kind}, {what} for `{}`: choose another test",
                self.source.key, self.test
            )
        })
    }

    /// The length of the permutations.
    fn length(&self) -> Result<usize> {
        match self.source.kind {
            Kind::Permutations { n } => Ok(n as usize),
            kind => bail!(
                "`{}` makes {kind}: a position matrix needs permutations",
                self.source.key
            ),
        }
    }

    /// The probability of each item in each place, place by place.
    fn positions(&self) -> Result<Vec<f64>> {
        let n = self.length()?;
        if !self.against_law {
            return Ok(vec![1.0 / n as f64; n * n]);
        }
        let law = self
            .source
            .positions()?
            .with_context(|| format!("`{}` has no known law by place", self.source.key))?;
        Ok(law.iter().flat_map(probabilities).collect())
    }
}

fn probabilities(distribution: &Distribution) -> Vec<f64> {
    distribution.probabilities().iter().map(to_f64).collect()
}

/// What is known about a check before its data. Only a canary has an exact effect: in a check that must pass, source and null
/// hypothesis are the same.
fn facts(check: &Check) -> Result<Facts> {
    let resolved = Resolved::of(check)?;
    let Counted::Cells(view) = resolved.counted else {
        let n = resolved.length()? as u32;
        return Ok(Facts {
            freedom: Some((n - 1).pow(2)),
            needed: Some(5 * u64::from(n)),
            effect: None,
        });
    };
    let null = resolved.cells(view)?;
    let cells = Cells::from_probabilities(probabilities(&null))?;
    let effect = match check.expect {
        Expect::Pass => None,
        Expect::Fail => {
            let law = resolved.source.law(view)?;
            let law = law.with_context(|| {
                format!(
                    "`{}` has no known law: it cannot be a canary",
                    resolved.source.key
                )
            })?;
            Some(to_f64(&chi_square_per_draw(&law, &null)?))
        }
    };
    Ok(Facts {
        freedom: u32::try_from(cells.freedom(check.n)).ok(),
        needed: Some(cells.needed()),
        effect,
    })
}

/// The exact chi-square per sample of a check's source against uniform items, in the cells that the check counts; `None` if the
/// source's law is not known.
///
/// # Errors
/// If the check names something unknown.
pub fn from_uniform(check: &Check) -> Result<Option<f64>> {
    let Resolved {
        source,
        counted: Counted::Cells(view),
        ..
    } = Resolved::of(check)?
    else {
        return Ok(None);
    };
    let (Some(law), Some(uniform)) = (source.law(view)?, view.ideal(source.kind)) else {
        return Ok(None);
    };
    Ok(Some(to_f64(&chi_square_per_draw(&law, &uniform)?)))
}

/// Runs a check on these seeds, the same number of samples from each.
///
/// # Errors
/// As in [`run`]. If the test itself refuses its data, the inner result is an error.
pub fn outcome(check: &Check, seeds: &[u64]) -> Result<Result<Outcome, gof::Error>> {
    let resolved = Resolved::of(check)?;
    let (source, samples) = (&resolved.source, check.samples_per_seed());
    let (kind, all) = (source.kind, samples * seeds.len() as u64);
    if let Counted::Cells(view) = resolved.counted {
        let cells = Cells::from_probabilities(probabilities(&resolved.cells(view)?))?;
        let counts = count(source, seeds, samples, cells.len(), |item, counts| {
            counts[view
                .cell(kind, item)
                .context("a source keeps to its kind")?] += 1;
            Ok(())
        })?;
        return Ok(pearson::chi_square(resolved.test, &counts, &cells));
    }
    let (n, probabilities) = (kind.width(), resolved.positions()?);
    let counts = count(source, seeds, samples, n * n, |item, counts| {
        item.iter()
            .enumerate()
            .for_each(|(place, &item)| counts[place * n + item as usize] += 1);
        Ok(())
    })?;
    // The laws here differ from uniform by at most a part in a thousand.
    let expected = probabilities
        .iter()
        .map(|probability| all as f64 * probability);
    Ok(Ok(position_matrix(
        n,
        all,
        counts.into_iter().zip(expected),
    )))
}

/// Sums of counts over all seeds. Counts are integers, so the order of the threads does not matter.
fn count(
    source: &Source,
    seeds: &[u64],
    samples: u64,
    cells: usize,
    take: impl Fn(&[u32], &mut [u64]) -> Result<()> + Sync,
) -> Result<Vec<u64>> {
    let width = source.kind.width();
    let of_seed = |&seed: &u64| {
        let (mut stream, mut counts, mut left) = (source.open(seed), vec![0; cells], samples);
        let mut block = vec![0; BLOCK * width];
        while left > 0 {
            let now = left.min(BLOCK as u64);
            let block = &mut block[..now as usize * width];
            stream.fill(block);
            block
                .chunks_exact(width)
                .try_for_each(|item| take(item, &mut counts))?;
            left -= now;
        }
        Ok(counts)
    };
    let add = |mut sum: Vec<u64>, more: Vec<u64>| {
        sum.iter_mut()
            .zip(more)
            .for_each(|(sum, more)| *sum += more);
        sum
    };
    seeds
        .par_iter()
        .map(of_seed)
        .try_reduce(|| vec![0; cells], |sum, more| Ok(add(sum, more)))
}
