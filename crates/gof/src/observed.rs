//! Counts and rates that exist already: how well they fit, how strong the evidence is, and how many more would decide.
//!
//! ```
//! use roguelab_gof::observed::{Evidence, Rate, counts};
//! use roguelab_gof::Cells;
//!
//! // A die with twenty faces, rolled 119 times.
//! let rolls = [15, 3, 2, 1, 10, 3, 3, 5, 7, 9, 8, 5, 10, 7, 5, 1, 9, 1, 5, 10];
//! let found = counts(&[&rolls], &Cells::uniform(20)?)?;
//! assert_eq!(format!("{:.2}, p {:.1e}", found.statistic, found.p.upper().value()), "46.21, p 6.3e-4");
//! assert_eq!(Evidence::from_p(found.p.two_sided(), 1e-6), Evidence::Weak);
//!
//! // None of 84, where one in fourteen was promised.
//! let rate = Rate { hits: 0, trials: 84 };
//! assert_eq!(format!("{:.2e}", rate.p(0.07).lower().value()), "2.25e-3");
//! assert_eq!(format!("{:.4}", rate.interval(0.05).1), "0.0430");
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

mod draws;
mod excluded;
mod simulated;

pub use draws::{chances_in_a_draw, draws};
pub use excluded::{distance_excluded, excess_excluded};

use crate::cells::EXPECTATION;
use crate::error::out_of_range;
use crate::sum::Sum;
use crate::tail::{binomial, chi_square, kolmogorov};
use crate::test::check_enough;
use crate::{Cells, Error, Outcome, PValue, Reference, Tail, multinomial, pearson};
use excluded::{crossing, excess};
use simulated::Simulation;

/// Above this p-value nothing is unusual.
const USUAL: f64 = 0.01;

/// From this expectation in every cell on, the chi-square limit holds for the sum of several runs.
const EXPECTED: f64 = 100.0;

/// Up to this many vectors of counts all are enumerated: a millisecond.
const VECTORS: f64 = 2e4;

/// How strong the evidence against a null hypothesis is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Evidence {
    /// A two-sided p-value above 0.01: one run in a hundred is as far out.
    Nothing,
    /// A p-value of at most 0.01, and above the chance of a false alarm that was allowed.
    Weak,
    /// A p-value of at most that chance.
    Strong,
}

impl Evidence {
    /// The meaning of a two-sided p-value if a false alarm may have the chance `alpha`.
    pub fn from_p(p: Tail, alpha: f64) -> Self {
        if p.log10() <= alpha.log10() {
            Self::Strong
        } else if p.value() <= USUAL {
            Self::Weak
        } else {
            Self::Nothing
        }
    }
}

/// Compares the counts of one or several runs with the chances of their cells: one answer for all runs.
///
/// One run has Pearson's statistic. Its p-value is exact for two cells, where all vectors of counts can be enumerated, and for
/// up to about a hundred items in equal cells or with small whole weights. With fewer items than the chi-square limit needs
/// ([`Cells::needed`]) it is otherwise estimated from simulations with a fixed seed ([`Reference::Simulated`]), and never below what these
/// can show, except by the exact law of a single value; with more it is at most about a tenth too small. Values
/// that are pooled ([`pools`]) are also judged alone. The statistics of several runs are summed, with their
/// degrees of freedom, for the upper tail. The lower tails are combined by Fisher's method, which can only raise the p-value of
/// counts; if a cell expects fewer than 100 in a run, the upper tails too.
///
/// # Errors
/// [`Error::NothingToTest`] without a run or without items, [`Error::DifferentLengths`], [`Error::TooFew`] for more items than
/// can be simulated.
pub fn counts(runs: &[&[u64]], null: &Cells) -> Result<Outcome, Error> {
    let tables = runs.len();
    let mut outcomes = Vec::new();
    for (table, run) in runs.iter().enumerate() {
        let simulation = Simulation { table, tables };
        outcomes.push(judge_run(run, null, Some(simulation))?);
    }
    combine_runs(&outcomes, null)
}

/// The outcome of all runs.
fn combine_runs(runs: &[Outcome], null: &Cells) -> Result<Outcome, Error> {
    match runs {
        [] => return Err(Error::NothingToTest("there are no counts")),
        [run] => return Ok(run.clone()),
        _ => {}
    }
    let items = runs.iter().map(|run| run.items).sum();
    let upper = if runs.iter().all(|run| is_large(run, null)) {
        let statistics: Sum = runs.iter().map(|run| run.statistic).collect();
        CombinedTail::new(statistics.value(), null.freedom(items) * runs.len() as u64)
    } else {
        CombinedTail::by_fisher(runs, PValue::upper)
    };
    // The limit has no lower tail of whole counts: the best fit is possible, and often likely.
    let lower = CombinedTail::by_fisher(runs, PValue::lower);
    let freedom = upper.freedom;
    let mut reference = Reference::ChiSquare { freedom };
    for run in runs {
        if let Reference::Simulated { runs, .. } = run.reference {
            reference = Reference::Simulated { runs, freedom };
        }
    }
    Ok(Outcome {
        test: "counts",
        items,
        statistic: upper.statistic,
        reference,
        p: PValue::new(lower.tail, upper.tail),
    })
}

/// A tail of several runs: the upper tail of a sum that has a chi-square distribution.
struct CombinedTail {
    statistic: f64,
    freedom: u64,
    tail: Tail,
}

impl CombinedTail {
    fn new(statistic: f64, freedom: u64) -> Self {
        Self {
            statistic,
            freedom,
            tail: chi_square::sf(statistic, freedom),
        }
    }

    /// One of the tails of each run, combined by Fisher's method.
    fn by_fisher(runs: &[Outcome], tail: fn(PValue) -> Tail) -> Self {
        let terms = runs
            .iter()
            .map(|run| -2.0 * std::f64::consts::LN_10 * tail(run.p).log10());
        Self::new(terms.collect::<Sum>().value(), 2 * runs.len() as u64)
    }
}

/// The outcome of one run. Without a simulation, [`Error::TooFew`] where there is no other way.
fn judge_run(
    counts: &[u64],
    null: &Cells,
    simulation: Option<Simulation>,
) -> Result<Outcome, Error> {
    let items = null.total(counts)?;
    if is_enumerable(items, null) {
        return multinomial::exact("counts", counts, null);
    }
    if let Some(outcome) = judge_whole(counts, items, null) {
        return Ok(outcome);
    }
    let few = match pearson::outcome("counts", counts, null) {
        Ok(outcome) => return Ok(judge_pooled_alone(outcome, counts, null)),
        Err(few) => few,
    };
    if let Ok(outcome) = multinomial::exact("counts", counts, null) {
        return Ok(outcome);
    }
    let simulated = simulation.and_then(|simulation| simulation.judge(counts, items, null));
    Ok(judge_unseen_alone(simulated.ok_or(few)?, counts, null))
}

/// A simulated outcome; if no simulation was as uneven, the upper tail may instead be that of the farthest single value.
///
/// That keeps the error rate at every level: one above the smallest p-value of simulations is reached by these alone, and a
/// smaller one only by the single values.
fn judge_unseen_alone(found: Outcome, counts: &[u64], null: &Cells) -> Outcome {
    if !found.is_beyond_simulations() {
        return found;
    }
    let values = 0..null.len();
    match tail_alone(counts, found.items, null, values) {
        Some(alone) => {
            let p = PValue::new(found.p.lower(), smaller_tail(found.p.upper(), alone));
            Outcome { p, ..found }
        }
        None => found,
    }
}

/// Judges by the exact law of more than two cells with small whole weights of which none is pooled; `None` for others, and for
/// too many counts.
fn judge_whole(counts: &[u64], items: u64, null: &Cells) -> Option<Outcome> {
    let possible = null.probabilities().iter().filter(|p| **p > 0.0).count();
    if possible <= 2
        || null.refuted_by(counts)
        || (items >= null.needed() && !null.pools(items).is_empty())
    {
        return None;
    }
    let p = pearson::whole::both(counts, null)?;
    Some(Outcome {
        test: "counts",
        items,
        statistic: pearson::statistic(counts, items, null),
        reference: Reference::Convolved {
            freedom: possible as u64 - 1,
        },
        p,
    })
}

fn is_enumerable(items: u64, null: &Cells) -> bool {
    let possible = null.probabilities().iter().filter(|p| **p > 0.0).count();
    multinomial::vectors(items, possible) <= VECTORS
}

/// The values that are counted as one in a run of this many items, in groups; each is also judged alone.
pub fn pools(items: u64, null: &Cells) -> Vec<Vec<usize>> {
    if is_enumerable(items, null) || items < null.needed() {
        return Vec::new();
    }
    null.pools(items)
}

/// The outcome of pooled counts, of whose upper tail half is for the pooled values alone.
fn judge_pooled_alone(found: Outcome, counts: &[u64], null: &Cells) -> Outcome {
    let pooled = pools(found.items, null).into_iter().flatten();
    let Some(alone) = tail_alone(counts, found.items, null, pooled) else {
        return found;
    };
    let upper = smaller_tail(found.p.upper(), alone).doubled();
    let p = PValue::new(found.p.lower(), upper);
    Outcome { p, ..found }
}

/// The least of the binomial tails of single values, times the number of these tails.
fn tail_alone(
    counts: &[u64],
    items: u64,
    null: &Cells,
    values: impl Iterator<Item = usize>,
) -> Option<Tail> {
    let mut tails = Vec::new();
    for value in values {
        let chance = null.probabilities()[value];
        if chance <= 0.0 {
            continue;
        }
        let p = binomial::both(counts[value], items, chance);
        tails.push(p.upper());
        // That a rarer value does not come at all is likely enough.
        if chance * items as f64 >= EXPECTATION {
            tails.push(p.lower());
        }
    }
    let number = tails.len() as f64;
    let least = tails.into_iter().reduce(smaller_tail)?;
    Some(least.times(number))
}

fn smaller_tail(one: Tail, other: Tail) -> Tail {
    if other.log10() < one.log10() {
        other
    } else {
        one
    }
}

/// Whether every cell expects enough for the chi-square limit.
fn is_large(run: &Outcome, null: &Cells) -> bool {
    let mut chances = null.probabilities().iter().filter(|p| **p > 0.0);
    chances.all(|p| p * run.items as f64 >= EXPECTED)
}

/// How many items there must be in all for a p-value of at most `alpha`, if they come in the same proportions. `p` gives the
/// p-value of this many times the items. `None` if a million times as many are not enough.
pub fn items_to_decide(items: u64, alpha: f64, p: impl Fn(f64) -> Option<Tail>) -> Option<u64> {
    const MOST: f64 = 1e6;
    let needed = |times: f64| (items as f64 * times).ceil();
    let (mut low, mut high) = (0.0, 1.0);
    while p(high).is_none_or(|p| p.log10() > alpha.log10()) {
        (low, high) = (high, 2.0 * high);
        if high >= MOST {
            return None;
        }
    }
    while needed(low) < needed(high) {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if p(middle).is_some_and(|p| p.log10() <= alpha.log10()) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(needed(high) as u64)
}

/// The two-sided p-value of `times` times the counts, for [`items_to_decide`]; `None` if they are too even, which more counts
/// in the same proportions would not be.
pub fn counts_times(runs: &[&[u64]], null: &Cells, times: f64) -> Option<Tail> {
    let mut outcomes = Vec::new();
    for run in runs {
        let scaled: Vec<u64> = run
            .iter()
            .map(|count| scale(*count as f64, times))
            .collect();
        outcomes.push(judge_run(&scaled, null, None).ok()?);
    }
    misfit(combine_runs(&outcomes, null).ok()?.p)
}

fn scale(number: f64, times: f64) -> u64 {
    (number * times).round() as u64
}

/// The two-sided p-value of a statistic of `times` times the items, for [`items_to_decide`]; `None` if it does not grow with
/// them, or if a fit is too good.
pub fn outcome_times(found: &Outcome, times: f64) -> Option<Tail> {
    match found.reference {
        Reference::ChiSquare { freedom } => chi_square_times(found, freedom, times),
        Reference::TwoCells { .. } => chi_square_times(found, 1, times),
        Reference::Binomial { trials, chance } => {
            let hits = scale(found.statistic, times);
            let p = binomial::both(hits, scale(trials as f64, times), chance);
            Some(p.two_sided())
        }
        Reference::Kolmogorov { values } => {
            let values = scale(values as f64, times);
            misfit(kolmogorov::both(found.statistic, values))
        }
        _ => None,
    }
}

/// `None` also if the statistic is not what makes the p-value small, as with a pooled value that is judged alone.
fn chi_square_times(found: &Outcome, freedom: u64, times: f64) -> Option<Tail> {
    let limit = chi_square::both(found.statistic, freedom).two_sided();
    if misfit(found.p)?.log10() < limit.log10() - 1.0 {
        return None;
    }
    misfit(chi_square::both(found.statistic * times, freedom))
}

/// The two-sided p-value if the upper tail is the smaller one; `None` for a fit that is too good.
fn misfit(p: PValue) -> Option<Tail> {
    (p.upper().log10() <= p.lower().log10()).then(|| p.two_sided())
}

/// How often an event came.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Rate {
    /// How often the event came.
    pub hits: u64,
    /// The number of tries.
    pub trials: u64,
}

impl Rate {
    /// Both tails of the count, exactly, if each try has this chance.
    ///
    /// # Panics
    /// If there are more hits than tries, or the chance is not from 0 to 1.
    pub fn p(self, chance: f64) -> PValue {
        assert!(
            self.hits <= self.trials,
            "{self:?} has more hits than tries"
        );
        assert!((0.0..=1.0).contains(&chance), "{chance} is not a chance");
        binomial::both(self.hits, self.trials, chance)
    }

    /// The chances that the count does not refute, with each tail at half of `alpha`. Source: Clopper and Pearson 1934.
    ///
    /// ```
    /// use roguelab_gof::observed::Rate;
    ///
    /// // None of ten: up to 1 - 0.025^(1/10).
    /// let (least, most) = Rate { hits: 0, trials: 10 }.interval(0.05);
    /// assert_eq!((least, format!("{most:.6}")), (0.0, "0.308497".into()));
    /// ```
    pub fn interval(self, alpha: f64) -> (f64, f64) {
        let least = if self.hits == 0 {
            0.0
        } else {
            crossing(|chance| self.p(chance).upper().value() > alpha / 2.0)
        };
        let most = if self.hits == self.trials {
            1.0
        } else {
            crossing(|chance| self.p(chance).lower().value() <= alpha / 2.0)
        };
        (least, most)
    }

    /// The exact relative excess of the event with which this many tries fail at `alpha` in nine runs of ten.
    pub fn excess_excluded(self, chance: f64, alpha: f64) -> Option<f64> {
        excess(chance, self.trials, |hits| {
            binomial::at_least(hits, self.trials, chance).value() <= alpha / 2.0
        })
    }

    /// The count as the outcome of a test.
    ///
    /// # Errors
    /// [`Error::TooFew`] without tries, [`Error::OutsideUnitInterval`] for the chance; [`Error::Parameter`] for more hits than
    /// tries.
    pub fn outcome(self, chance: f64) -> Result<Outcome, Error> {
        check_enough(self.trials, 1)?;
        if !(chance > 0.0 && chance < 1.0) {
            return Err(Error::OutsideUnitInterval(chance));
        }
        if self.hits > self.trials {
            return Err(out_of_range(
                "the number of hits",
                self.hits,
                "at most the number of tries",
            ));
        }
        Ok(Outcome {
            test: "rate",
            items: self.trials,
            statistic: self.hits as f64,
            reference: Reference::Binomial {
                trials: self.trials,
                chance,
            },
            p: self.p(chance),
        })
    }
}

/// The greatest chance with which the assertions on counts and rates fail a fair source.
const ALARM: f64 = 1e-9;

/// Asserts that counts fit weights: their two-sided p-value is above 1e-9.
///
/// It judges the counts as they are. [`counts()`] gives the p-value for a level of your own, and [`crate::assert_weighted`]
/// draws as many samples as a stated bias takes.
///
/// ```
/// // Ten thousand drops of a loot table.
/// roguelab_gof::assert_counts(&[103, 411, 9486], &[1, 4, 95]);
/// ```
///
/// # Panics
/// If they do not fit; if there are fewer than two weights above 0, too few counts, or not as many counts as weights.
#[track_caller]
pub fn assert_counts(observed: &[u64], weights: &[u64]) {
    let found = Cells::from_weights(weights).and_then(|null| counts(&[observed], &null));
    assert_weak(found, || {
        format!("the counts {observed:?} with weights {weights:?}")
    });
}

/// Asserts that an event with this chance came about as often as expected: its exact two-sided p-value is above 1e-9.
///
/// ```
/// roguelab_gof::assert_rate(68, 1000, 0.07);
/// ```
///
/// # Panics
/// If it came too often or too rarely; without tries, with more hits than tries, or with a chance that is not between 0 and 1.
#[track_caller]
pub fn assert_rate(hits: u64, trials: u64, chance: f64) {
    let found = Rate { hits, trials }.outcome(chance);
    assert_weak(found, || {
        format!("{hits} of {trials} with a chance of {chance} each")
    });
}

#[track_caller]
fn assert_weak(found: Result<Outcome, Error>, what: impl Fn() -> String) {
    match found {
        Err(error) => panic!("{}: {error}", what()),
        Ok(found) if Evidence::from_p(found.p.two_sided(), ALARM) == Evidence::Strong => panic!(
            "{}: the statistic is {:.3}, the two-sided p-value {:.1e}; a fair source gives at most {ALARM:e} with \
             that chance",
            what(),
            found.statistic,
            found.p.two_sided().value(),
        ),
        Ok(_) => {}
    }
}

#[cfg(test)]
mod tests;
