//! The verdict over all tests of a source: how strong it is, and what it excludes.

use std::fmt;

use gof::looks::price;
use gof::observed::{self, Evidence};
use gof::{Cells, Reference, Tail, Verdict};

use super::findings::{Finding, Findings};
use super::source::Items;

/// Above this p-value no evidence is called strong, whatever chance of a false alarm is allowed.
pub(super) const STRONG: f64 = 1e-4;

/// Tests whose laws take the frequencies for granted. If values are independent and only their frequencies are off, the evidence
/// in other counts of them is at most about that in the frequencies, as counts hold no more than the values.
const DEPENDENCE: [&str; 5] = ["serial-pairs", "lagged", "absences", "drift", "cells"];

/// What the findings of a source say together.
#[derive(Clone, Copy)]
pub(super) struct Judgement<'a> {
    /// The kind of items; `None` if two streams are compared.
    pub(super) items: Option<&'a Items>,
    pub(super) findings: &'a Findings,
    /// The chance of any false alarm.
    pub(super) alpha: f64,
}

/// The strongest evidence against a source.
pub(super) struct Strongest<'a> {
    pub(super) evidence: Evidence,
    /// The p-value over all tests.
    pub(super) p: Tail,
    /// The test with the smallest p-value.
    row: &'a Finding,
}

/// Tests of which it is said what they found.
pub(super) struct Notable<'a> {
    pub(super) findings: Vec<&'a Finding>,
    /// Tests that may fail only because frequencies are off.
    pub(super) by_frequency: Vec<&'a Finding>,
}

impl<'a> Judgement<'a> {
    fn row(self, name: &str) -> Option<&'a Finding> {
        self.findings.rows.iter().find(|row| row.test == name)
    }

    /// The share of the chance of a false alarm that a test has for its looks.
    fn share(self, row: &Finding) -> f64 {
        let price = if row.looks > 1 { price(row.looks) } else { 1.0 };
        self.alpha / self.findings.rows.len() as f64 / price
    }

    /// The strongest evidence against the source; `None` without a p-value. Whether a test has a p-value depends on the number
    /// of items, not on the items, so the other tests do not count.
    pub(super) fn strongest(self) -> Option<Strongest<'a>> {
        let rows = self.findings.rows.iter();
        let judged = rows.filter(|row| row.overall.is_some());
        let tests = judged.clone().count();
        let row = judged.min_by(|one, other| one.log10_p().total_cmp(&other.log10_p()))?;
        let p = row.overall?.p.times(tests as f64);
        let evidence = Evidence::from_p(p, self.alpha);
        Some(Strongest { evidence, p, row })
    }

    /// The test with the strongest evidence, if that is weak.
    fn weak(self) -> Option<&'a Finding> {
        let strongest = self.strongest()?;
        (strongest.evidence == Evidence::Weak).then_some(strongest.row)
    }

    /// How many items in total would decide weak evidence, if the proportions stay the same.
    pub(super) fn items_to_decide(self) -> Option<u64> {
        let row = self.weak()?;
        let found = row.outcome.as_ref().ok()?;
        observed::items_to_decide(row.items, self.share(row), |times| {
            observed::outcome_times(found, times)
        })
    }

    /// The tests of which it is said what they found: those that fail, or the one with weak evidence.
    pub(super) fn notable(self) -> Notable<'a> {
        let rows = self.findings.rows.iter();
        let mut findings: Vec<&Finding> = rows
            .filter(|row| row.verdict == Verdict::Fail)
            .chain(self.weak())
            .collect();
        if findings.iter().any(|row| !row.is_of_halves()) {
            findings.retain(|row| !row.is_of_halves());
        }
        let mut by_frequency = Vec::new();
        if let Some(frequency) = self.uneven_frequency() {
            let least = 2.0 * frequency.log10_p();
            for row in std::mem::take(&mut findings) {
                if DEPENDENCE.contains(&&*row.test) && row.log10_p() > least {
                    by_frequency.push(row);
                } else {
                    findings.push(row);
                }
            }
            if findings.is_empty() && !by_frequency.is_empty() {
                findings.push(frequency);
            }
        }
        Notable {
            findings,
            by_frequency,
        }
    }

    /// The test of the frequencies of values, if they are rather uneven than even.
    fn uneven_frequency(self) -> Option<&'a Finding> {
        let Some(Items::Values { .. }) = self.items else {
            return None;
        };
        let row = self.row("frequency")?;
        let p = row.outcome.as_ref().ok()?.p;
        (p.upper().log10() < p.lower().log10()).then_some(row)
    }

    /// The values that the test of frequencies counts as one, in groups.
    pub(super) fn pooled(self) -> Option<Vec<Vec<usize>>> {
        let Some(Items::Values { weights, .. }) = self.items else {
            return None;
        };
        let null = Cells::from_weights(weights.as_deref()?).ok()?;
        let items = self.row("frequency")?.outcome.as_ref().ok()?.items;
        Some(pooled_values(items, &null, 0))
    }

    /// The effects that this number of items excludes.
    pub(super) fn excluded(self) -> Option<Effect> {
        match self.items? {
            Items::Words { bits, .. } => {
                let half = Count {
                    test: "bits",
                    chance: 0.5,
                    freedom: (*bits).into(),
                    share: false,
                };
                let percent = 50.0 * self.times_excluded(&half)?;
                Some(Effect::Bit { percent })
            }
            Items::Fractions { .. } => {
                let row = self.row_with_enough("kolmogorov")?;
                let distance = observed::distance_excluded(row.items, self.share(row));
                (distance < 1.0).then_some(Effect::Distance(distance))
            }
            Items::Values { below, weights, .. } => {
                // There may be billions: no list of them is made.
                let mut what = Counted::Value;
                let mut count = Count {
                    test: "frequency",
                    chance: 1.0 / f64::from(*below),
                    freedom: u64::from(*below) - 1,
                    share: true,
                };
                if let Some(weights) = weights {
                    if weights.iter().any(|weight| *weight != weights[0]) {
                        what = Counted::LikeliestValue;
                    }
                    let sum: f64 = weights.iter().map(|weight| *weight as f64).sum();
                    count.chance = weights.iter().copied().max()? as f64 / sum;
                    let possible = weights.iter().filter(|weight| **weight > 0).count();
                    count.freedom = possible as u64 - 1;
                }
                let times = self.times_excluded(&count)?;
                Some(Effect::Often { what, times })
            }
            Items::Permutations { length, .. } => {
                let length = u64::from(*length);
                let orders: u64 = (1..=length.min(12)).product();
                let order = Count {
                    test: "ranks",
                    chance: 1.0 / orders as f64,
                    freedom: orders - 1,
                    share: true,
                };
                if let Some(times) = self.times_excluded(&order) {
                    let what = Counted::Order;
                    return Some(Effect::Often { what, times });
                }
                let place = Count {
                    test: "position-matrix",
                    chance: 1.0 / length as f64,
                    freedom: (length - 1).pow(2),
                    share: false,
                };
                let times = self.times_excluded(&place)?;
                let what = Counted::Place;
                Some(Effect::Often { what, times })
            }
        }
    }

    /// A test that has enough items.
    fn row_with_enough(self, test: &str) -> Option<&'a Finding> {
        self.row(test)
            .filter(|row| row.more() == 0 && row.outcome.is_ok())
    }

    /// How many times as often as it should a count must come to be excluded, if its test counts nothing else.
    fn times_excluded(self, count: &Count) -> Option<f64> {
        let Count {
            chance,
            freedom,
            share,
            ..
        } = *count;
        let row = self.row_with_enough(count.test)?;
        let is_whole = match row.outcome.as_ref().ok()?.reference {
            Reference::Binomial { .. } | Reference::TwoCells { .. } => share && freedom == 1,
            Reference::Exact { .. } => share,
            reference => reference == Reference::ChiSquare { freedom },
        };
        if !is_whole {
            return None;
        }
        let alpha = self.share(row);
        let excess = observed::excess_excluded(chance, row.items, freedom, share, alpha)?;
        Some(1.0 + excess)
    }
}

/// One of the counts of a test.
struct Count {
    test: &'static str,
    chance: f64,
    /// The degrees of freedom of the test.
    freedom: u64,
    /// Whether the other counts share the remaining items.
    share: bool,
}

/// An effect that a number of items excludes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// A bit that is set in so many percent of the words.
    Bit {
        /// More than 50.
        percent: f64,
    },
    /// A distribution function that is off by this.
    Distance(f64),
    /// Something comes too often.
    Often {
        /// What is counted.
        what: Counted,
        /// How many times as often as it should it comes.
        times: f64,
    },
}

/// What comes too often.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Counted {
    /// Any value.
    Value,
    /// The value with the greatest weight.
    LikeliestValue,
    /// An order of a permutation.
    Order,
    /// A place of an item in permutations.
    Place,
    /// The event of a rate.
    Event,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit { percent } => {
                write!(f, "a bit that is set in {percent:.3} % of the words")
            }
            Self::Distance(distance) => write!(
                f,
                "a distribution function that is off by {distance:.5} anywhere"
            ),
            Self::Often { what, times } => {
                let what = match what {
                    Counted::Value => "a value",
                    Counted::LikeliestValue => "the likeliest value",
                    Counted::Order => "an order",
                    Counted::Place => "a place of an item",
                    Counted::Event => "an event",
                };
                write!(
                    f,
                    "{what} that comes {times:.3} times as often as it should"
                )
            }
        }
    }
}

/// The values that are counted as one among this many items, in groups, by their numbers from `first` on.
pub(super) fn pooled_values(items: u64, null: &Cells, first: usize) -> Vec<Vec<usize>> {
    let mut groups = observed::pools(items, null);
    for group in &mut groups {
        group.sort_unstable();
        for value in group {
            *value += first;
        }
    }
    groups
}

/// The evidence in JSON, which is not strong only because alpha is great.
pub(super) fn cautious_evidence(p: Tail, alpha: f64) -> Evidence {
    Evidence::from_p(p, alpha.min(STRONG))
}
