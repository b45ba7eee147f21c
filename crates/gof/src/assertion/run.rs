//! How many samples an assertion draws, and how they are judged.

use std::fmt;

use super::failure::{Bias, Failure};
use super::seeding::Seed;
use super::{Demand, TestRng};
use crate::confirmation::{Confirmation, Finding, Suspicion};
use crate::counted::{Counted, Law, StageResult};
use crate::{Cells, Error, PValue, Sides, Tail, limit, power};

/// The result for a source that passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Passed {
    /// The source.
    pub what: String,
    /// How many samples were drawn, computed from the error rates.
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// Each distribution that was counted.
    pub views: Vec<Seen>,
    /// The least chance with which each view would have found the effect that it excludes.
    pub power: f64,
    /// The flaws that no view can see, in a sentence.
    pub unseen: &'static str,
    /// Whether there was a suspicion that was not confirmed.
    pub suspected: bool,
}

/// One distribution of a source that passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The quantity that was counted.
    pub counted: String,
    /// The statistic: Pearson's, or the largest of several.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub freedom: u32,
    /// Its p-value.
    pub p: PValue,
    /// The total variation, of what was counted, from which on a bias is found with the power; for counts of single events, the
    /// deviation of the chance of one of them.
    pub excludes: f64,
}

impl fmt::Display for Passed {
    /// The quantities that were counted, and the effects that the counts exclude.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: nothing found in {} samples with seed {}",
            self.what, self.samples, self.seed
        )?;
        writeln!(
            f,
            "  a bias is found with a chance of at least {} from this total variation on:",
            self.power
        )?;
        for seen in &self.views {
            writeln!(
                f,
                "  {:<7} in {}",
                format!("{:.2}%", 100.0 * seen.excludes),
                seen.counted
            )?;
        }
        write!(f, "  not seen: {}", self.unseen)
    }
}

/// How a test is judged.
pub(super) struct Terms {
    pub(super) counted: String,
    pub(super) freedom: u32,
    /// How many tests it stands for.
    pub(super) parts: usize,
    /// The chi-square that a sample gains for each unit of chi-square per cell.
    pub(super) gain: f64,
    /// If its chi-square distribution is a limit: the cells, and how many samples make one piece of these.
    pub(super) limit: Option<(Cells, f64)>,
    /// Whether the effect applies to it.
    pub(super) single: bool,
}

impl Terms {
    pub(super) fn from_test<Item: ?Sized>(test: &Counted<Item>) -> Self {
        let limit = match &test.law {
            Law::Cells { cells, .. } if cells.len() == 2 => None,
            Law::Cells { cells, piece } => Some((cells.clone(), *piece as f64)),
            // A permutation puts an item into each row of a position matrix, so the matrix needs fewer of them by that factor;
            // the excess is then that of independent cells, an estimate.
            Law::Matrix(items) => Cells::uniform((items - 1).pow(2) + 1)
                .ok()
                .map(|cells| (cells, 1.0 / *items as f64)),
            Law::Trials { .. } => None,
        };
        Self {
            counted: test.what.clone(),
            freedom: test.freedom(),
            parts: test.parts(),
            gain: test.gain(),
            limit,
            single: test.single,
        }
    }
}

/// No assertion draws more samples: at ten million a second they take a day.
const MOST_SAMPLES: f64 = 1e12;

/// By how much the chance of a false alarm may exceed a level, relative to it, as the chi-square distribution is a limit.
const EXCESS: f64 = 0.1;

/// Rare classes are joined until this many samples are expected in each.
const EXPECTED: f64 = 100.0;

/// The number of samples, and how all views are judged.
struct Design {
    samples: u64,
    stages: Confirmation,
    views: Vec<ViewDesign>,
}

/// How a view is judged.
#[derive(Clone, Copy)]
struct ViewDesign {
    /// The sides that count.
    sides: Sides,
    /// The total variation that it excludes.
    excludes: f64,
}

/// The noncentrality at which one stage notices a view with the power that the demand leaves it.
fn noncentrality(terms: &Terms, stage: f64, demand: Demand) -> Result<f64, Error> {
    const GRAIN: f64 = 1e-3;
    // A bad fit lies in the upper tail, which gets half of the level if both sides count.
    let level = stage / 2.0 / terms.parts as f64;
    let draws = power::samples_to_notice(GRAIN, terms.freedom, level, demand.power.sqrt())?;
    Ok(draws.map_or(f64::INFINITY, |draws| draws as f64 * GRAIN))
}

fn design(all: &[Terms], demand: Demand) -> Result<Design, Error> {
    let effect = demand.effect_per_sample()?;
    // Every view has the same share; both stages may exceed their level.
    let stages =
        Confirmation::even(demand.false_alarms / all.len() as f64 / (1.0 + EXCESS).powi(2))?;
    let (mut samples, mut needs) = (1.0_f64, Vec::new());
    for terms in all {
        let need = noncentrality(terms, stages.first(), demand)? / terms.gain;
        needs.push(need);
        if terms.single {
            samples = samples.max((need / effect).ceil());
        }
        if let Some((cells, piece)) = &terms.limit {
            let pieces = limit::samples_for_cells(cells, stages.first() / 2.0, EXCESS)?;
            samples = samples.max((pieces as f64 * piece).ceil());
        }
    }
    if samples > MOST_SAMPLES {
        let effect = demand.effect.to_string();
        return Err(Error::TooSmall {
            effect,
            samples,
            limit: MOST_SAMPLES,
        });
    }
    let samples = samples as u64;
    let mut views = Vec::with_capacity(all.len());
    for (terms, need) in all.iter().zip(needs) {
        let has_lower = terms.limit.is_some()
            && limit::has_lower_tail(terms.freedom, samples, stages.first() / 2.0);
        views.push(ViewDesign {
            sides: if has_lower { Sides::Both } else { Sides::Upper },
            excludes: (need / samples as f64).sqrt() / 2.0,
        });
    }
    Ok(Design {
        samples,
        stages,
        views,
    })
}

/// Checks a source whose samples are counted in views of a known law. `make` is given the smallest probability of a class that
/// is not joined with its neighbours.
pub(super) fn check<Item: ?Sized>(
    what: &str,
    unseen: &'static str,
    demand: Demand,
    make: impl Fn(f64) -> Result<Vec<Counted<Item>>, Error>,
    mut next: impl FnMut(&mut TestRng, &mut [Counted<Item>]) -> Result<(), String>,
) -> Result<Passed, Failure> {
    // The fewest possible samples: those for one degree of freedom and one view.
    let one = Terms {
        counted: String::new(),
        freedom: 1,
        parts: 1,
        gain: 1.0,
        limit: None,
        single: true,
    };
    let fewest = design(&[one], demand)?.samples;
    let least = (EXPECTED / fewest as f64).min(0.25);
    let all: Vec<Terms> = make(least)?.iter().map(Terms::from_test).collect();
    run(
        what,
        ["is biased", "is too even to be random"],
        unseen,
        demand,
        &all,
        &mut |samples, [mut rng, _]| {
            let mut tests = make(least).map_err(Stop::Error)?;
            for sample in 1..=samples {
                next(&mut rng, &mut tests).map_err(|found| Stop::Bad(sample, found))?;
            }
            tests
                .iter()
                .map(Counted::stage_result)
                .collect::<Result<_, _>>()
                .map_err(Stop::Error)
        },
    )
}

/// A view whose suspicion was confirmed, and its p-value in the second stage.
struct ConfirmedView {
    p: Tail,
    index: usize,
}

fn smallest<'a>(views: impl Iterator<Item = &'a ConfirmedView>) -> Option<&'a ConfirmedView> {
    views.min_by(|a, b| a.p.log10().total_cmp(&b.p.log10()))
}

/// The view that a failure reports: the one with the smallest p-value. But values that come too often come in too many pairs
/// as well, so a view of single items goes before those that show little more than it explains.
fn choose_view(
    confirmed: &[ConfirmedView],
    all: &[Terms],
    found: &[StageResult],
    samples: u64,
) -> Option<usize> {
    /// How much more chi-square is taken for noise.
    const SLACK: f64 = 2.0;
    let chi_square = |view: &ConfirmedView| {
        let excess = found[view.index].statistic - f64::from(found[view.index].freedom);
        excess / (samples as f64 * all[view.index].gain)
    };
    let best = smallest(confirmed.iter())?;
    if let Some(single) = smallest(confirmed.iter().filter(|view| all[view.index].single)) {
        // That of pairs of independent values whose chi-square is `x` is `(1 + x)^2 - 1`, and of equal values less.
        let x = chi_square(single);
        if chi_square(best) <= SLACK * x * (2.0 + x) {
            return Some(single.index);
        }
    }
    Some(best.index)
}

/// Why a stage has no result.
pub(super) enum Stop {
    Error(Error),
    /// A sample that is impossible: its number, from 1, and what is wrong with it.
    Bad(u64, String),
}

/// Runs one stage of this many samples or, if that raises a suspicion, two; `stage` gives what each view shows.
pub(super) fn run(
    what: &str,
    findings: [&'static str; 2],
    unseen: &'static str,
    demand: Demand,
    all: &[Terms],
    stage: &mut dyn FnMut(u64, [TestRng; 2]) -> Result<Vec<StageResult>, Stop>,
) -> Result<Passed, Failure> {
    let Design {
        samples,
        stages,
        views,
    } = design(all, demand)?;
    let seed = Seed::choose(demand.seed)?;
    let mut stage = |stream: u64| {
        // Each of two sources has its own generator.
        let rngs = [0, 1_u64].map(|source| TestRng::new(seed.value, 2 * stream + source));
        stage(samples, rngs).map_err(|stop| match stop {
            Stop::Error(error) => Failure::Demand(error),
            Stop::Bad(sample, found) => Failure::BadResult {
                what: what.to_owned(),
                sample,
                found,
                replay: seed.replay(),
            },
        })
    };
    let first = stage(1)?;
    let mut suspicions: Vec<(usize, Suspicion)> = Vec::new();
    for (index, (found, view)) in first.iter().zip(&views).enumerate() {
        if let Finding::Suspicion(suspicion) = stages.judge(1, found.p.of(view.sides))? {
            suspicions.push((index, suspicion));
        }
    }
    if !suspicions.is_empty() {
        let fresh = stage(2)?;
        let mut confirmed = Vec::new();
        for (index, suspicion) in &suspicions {
            let p = fresh[*index].p.of(views[*index].sides);
            if suspicion.confirm(2, p)? {
                confirmed.push(ConfirmedView { p, index: *index });
            }
        }
        if let Some(index) = choose_view(&confirmed, all, &fresh, samples) {
            let (first, second, sides) = (&first[index], &fresh[index], views[index].sides);
            let even = sides == Sides::Both && second.p.lower().log10() < second.p.upper().log10();
            return Err(Failure::Biased(Box::new(Bias {
                what: what.to_owned(),
                finding: findings[usize::from(even)],
                counted: all[index].counted.clone(),
                samples,
                statistics: [first.statistic, second.statistic],
                freedom: second.freedom,
                parts: all[index].parts,
                p: [first.p.of(sides), second.p.of(sides)],
                worst: second.worst.clone(),
                false_alarms: demand.false_alarms,
                power: demand.power,
                effect: demand.effect,
                seed: seed.value,
                replay: seed.replay(),
            })));
        }
    }
    let mut seen = Vec::with_capacity(all.len());
    for ((terms, found), view) in all.iter().zip(&first).zip(&views) {
        seen.push(Seen {
            counted: terms.counted.clone(),
            statistic: found.statistic,
            freedom: found.freedom,
            p: found.p,
            excludes: view.excludes,
        });
    }
    Ok(Passed {
        what: what.to_owned(),
        samples,
        seed: seed.value,
        views: seen,
        power: demand.power,
        unseen,
        suspected: !suspicions.is_empty(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counted::{permutations, values};

    fn terms<Item: ?Sized>(tests: Result<Vec<Counted<Item>>, Error>) -> Vec<Terms> {
        tests.unwrap().iter().map(Terms::from_test).collect()
    }

    #[test]
    fn the_design_has_the_power_and_the_rate_it_states() {
        let weighted = values::weighted(&[1, 4, 95], 1e-3);
        for all in [
            terms(permutations::tests(5, 0.0)),
            terms(permutations::tests(12, 1e-3)),
            terms(values::tests::<u64>(2)),
            terms(values::tests::<u64>(5000)),
            terms(weighted),
        ] {
            let demand = Demand {
                false_alarms: 1e-6,
                ..Demand::for_variation(0.05)
            };
            let design = design(&all, demand).unwrap();
            let mut rate = 0.0;
            for (terms, view) in all.iter().zip(&design.views) {
                let excludes = view.excludes;
                // This is one side of two: the power of both sides together is larger.
                let one_side = design.stages.first() / 2.0 / terms.parts as f64;
                let noncentrality = design.samples as f64 * terms.gain * 4.0 * excludes * excludes;
                let power = power::power(noncentrality, terms.freedom, one_side)
                    .unwrap()
                    .powi(2);
                assert!(
                    (demand.power..demand.power + 1e-4).contains(&power),
                    "{}: {power}",
                    terms.counted
                );
                assert!(
                    !terms.single || excludes <= 0.05,
                    "{}: {excludes}",
                    terms.counted
                );
                rate += design.stages.alpha() * (1.0 + EXCESS).powi(2);
            }
            assert!((rate / 1e-6 - 1.0).abs() < 1e-9, "{rate}");
        }
    }

    /// The sides that count of the first view.
    fn first_sides(all: &[Terms], demand: Demand) -> Sides {
        design(all, demand).unwrap().views[0].sides
    }

    #[test]
    fn few_cells_are_judged_from_above_only() {
        let demand = Demand::for_variation(0.05);
        let permutations = terms(permutations::tests(5, 0.0));
        assert_eq!(first_sides(&permutations, demand), Sides::Both);
        for (false_alarms, least) in [(1e-4, 5), (1e-12, 7)] {
            let demand = Demand {
                false_alarms,
                ..demand
            };
            for below in 2..99 {
                let sides = first_sides(&terms(values::tests::<u64>(below)), demand);
                assert_eq!(sides == Sides::Both, below >= least, "{below}");
            }
        }
    }

    #[test]
    fn a_permutation_counts_in_each_row_of_the_matrix() {
        let matrix = permutations::tests(12, 1e-3).unwrap().remove(0);
        let (cells, piece) = Terms::from_test(&matrix).limit.unwrap();
        assert_eq!((cells.len(), piece), (11 * 11 + 1, 1.0 / 12.0));
        assert_eq!(crate::Test::needed(&matrix), 60);
    }
}
