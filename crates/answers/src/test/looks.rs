//! A battery of tests on one stream, with looks whenever the number of items has doubled, and the joint verdict.
//!
//! Each test sees the same items in the same order, so the findings do not depend on the number of threads or on how the stream
//! is cut into blocks. [`gof::looks`] says when there is a look and what it costs; a test takes part once it has
//! [`Test::needed`] items. The verdicts over all tests follow Holm's procedure: the chance that a fair source fails any of them
//! at any look is at most `alpha` ([`gof::holm`]).

use std::cmp::Reverse;
use std::time::Duration;

use gof::looks::{self, two_sided};
use gof::state::{Kept, State};
use gof::{Error, Outcome, PValue, Reference, Tail, Test, Verdict, holm};
use identify::parallel;

use super::battery::NamedTest;
use super::findings::{Finding, Findings, PAtLook};
use crate::read::Block;

/// What is said of a fit that is too good, where no cell is far from its expectation.
const TOO_EVEN: &str = "the counts are closer to what is expected than those of a fair source: as if outcomes took turns";

/// Whether the fit is too good, at the level at which a single result counts as such.
fn is_too_even(outcome: &Result<Outcome, Error>) -> bool {
    match outcome {
        Ok(Outcome {
            reference: Reference::ChiSquare { .. },
            p,
            ..
        }) => p.lower().log10() < -4.0,
        _ => false,
    }
}

/// A place for an outcome that is restored.
fn no_outcome(test: &'static str) -> Outcome {
    Outcome {
        test,
        items: 0,
        statistic: 0.0,
        reference: Reference::Poisson { mean: 0.0 },
        p: PValue::new(Tail::default(), Tail::default()),
    }
}

/// A test, and what the looks at it have shown.
struct WatchedTest<Item: ?Sized> {
    name: String,
    test: Box<dyn Test<Item>>,
    /// How many items it needed before it was given any.
    needed: u64,
    looked: looks::Looked,
    /// The p-value of each look, and the items at it.
    p_values: Vec<(Tail, u64)>,
    /// The outcome of the last look, and the items that the test had used.
    last: Option<(Result<Outcome, Error>, u64)>,
    /// How long it has worked: the slowest starts first.
    worked: Duration,
}

impl<Item: ?Sized> WatchedTest<Item> {
    fn new(named: NamedTest<Item>) -> Self {
        Self {
            needed: named.test.needed(),
            name: named.name,
            test: named.test,
            looked: looks::Looked::default(),
            p_values: Vec::new(),
            last: None,
            worked: Duration::ZERO,
        }
    }

    /// Looks at it: the only time, if the stream ends before the first look.
    fn look(&mut self, items: u64, is_end: bool) {
        let outcome = self.test.outcome();
        let is_refuted = (outcome.as_ref()).is_ok_and(|found| found.p.upper() == Tail::new(0.0));
        if items >= self.needed || is_refuted {
            self.looked.look(&outcome, items, is_end);
            let p = outcome.as_ref().ok().and_then(two_sided);
            self.p_values.extend(p.map(|p| (p, items)));
        }
        self.last = Some((outcome, self.test.read()));
    }

    /// Saves or restores what was counted and what the looks have shown.
    fn keep(&mut self, state: &mut State) {
        self.test.keep(state);
        self.looked.keep(state);
        self.p_values.keep(state);
        let (mut outcome, mut too_few, mut read) = (None, None, 0);
        match self.last.take() {
            Some((Ok(found), used)) => (outcome, read) = (Some(found), used),
            Some((Err(Error::TooFew { have, need }), used)) => {
                (too_few, read) = (Some((have, need)), used);
            }
            _ => {}
        }
        let mut has_outcome = outcome.is_some();
        has_outcome.keep(state);
        too_few.keep(state);
        read.keep(state);
        if has_outcome {
            let mut found = outcome.unwrap_or_else(|| no_outcome(self.test.name()));
            found.keep(state);
            self.last = Some((Ok(found), read));
        } else if let Some((have, need)) = too_few {
            self.last = Some((Err(Error::TooFew { have, need }), read));
        }
    }

    /// The verdict, given the p-value over all looks and all tests.
    fn verdict(&self, adjusted: Tail, alpha: f64) -> Verdict {
        if adjusted.log10() <= alpha.log10() {
            return Verdict::Fail;
        }
        match &self.last {
            Some((Ok(outcome), _)) if self.looked.looks > 0 && two_sided(outcome).is_some() => {
                Verdict::Pass
            }
            _ => Verdict::Invalid,
        }
    }

    /// What was found, given the p-value over all looks and all tests.
    fn finding(&self, adjusted: Tail, alpha: f64) -> Finding {
        let (outcome, read) = match &self.last {
            Some(last) => last.clone(),
            None => (self.test.outcome(), self.test.read()),
        };
        Finding {
            test: self.name.clone(),
            null: self.test.null(),
            items: self.test.items(),
            read,
            needed: self.needed,
            looks: self.looked.looks,
            worst: if is_too_even(&outcome) {
                Some(TOO_EVEN.into())
            } else {
                self.test.worst()
            },
            outcome,
            p_values: (self.p_values.iter())
                .map(|&(p, look_at)| PAtLook { p, look_at })
                .collect(),
            overall: (self.looked.overall).map(|(p, look_at)| PAtLook { p, look_at }),
            verdict: self.verdict(adjusted, alpha),
        }
    }
}

/// Tests, and the items they have seen.
pub(super) struct Looks<Item: ?Sized> {
    tests: Vec<WatchedTest<Item>>,
    items: u64,
    looked_at: Option<u64>,
    /// The time since some moment.
    clock: fn() -> Duration,
}

impl<Item: ?Sized> Looks<Item> {
    /// Begins with no items.
    pub(super) fn new(tests: Vec<NamedTest<Item>>, clock: fn() -> Duration) -> Self {
        Self {
            tests: tests.into_iter().map(WatchedTest::new).collect(),
            items: 0,
            looked_at: None,
            clock,
        }
    }

    /// The names of the tests.
    pub(super) fn names(&self) -> Vec<&str> {
        self.tests.iter().map(|test| test.name.as_str()).collect()
    }

    /// How many items were seen.
    pub(super) const fn items(&self) -> u64 {
        self.items
    }

    /// Gives a block to every test, at the same time, and looks where a look is due: no block may reach beyond one
    /// ([`looks::next`]). Whether there was a look.
    pub(super) fn take<B: Block<Item = Item>>(&mut self, block: &B) -> bool {
        let due = looks::next(self.items);
        self.items += block.count();
        assert!(
            self.items <= due,
            "a block reaches beyond the look at {due} items"
        );
        let clock = self.clock;
        let mut order: Vec<_> = self.tests.iter_mut().collect();
        order.sort_by_key(|watched| Reverse(watched.worked));
        parallel::for_each(order.into_iter(), |watched| {
            let started = clock();
            block.give_to(&mut *watched.test);
            watched.worked += clock().saturating_sub(started);
        });
        if self.items == due {
            self.look(false);
        }
        self.items == due
    }

    fn look(&mut self, is_end: bool) {
        let items = self.items;
        parallel::for_each(self.tests.iter_mut(), |test| test.look(items, is_end));
        self.looked_at = Some(items);
    }

    /// Whether nothing was looked at yet.
    pub(super) const fn is_unseen(&self) -> bool {
        self.looked_at.is_none()
    }

    /// The look at the end of the stream.
    pub(super) fn end(&mut self) {
        if self.looked_at != Some(self.items) {
            self.look(true);
        }
    }

    /// The smallest p-value over all looks, with its test.
    pub(super) fn smallest_p(&self) -> Option<(&str, Tail)> {
        let ps = self
            .tests
            .iter()
            .filter_map(|watched| Some((watched.name.as_str(), watched.looked.overall?.0)));
        ps.min_by(|one, other| one.1.log10().total_cmp(&other.1.log10()))
    }

    /// The p-value of each test over all looks and all tests.
    fn adjusted(&self) -> Vec<Tail> {
        let mut ps = Vec::new();
        for watched in &self.tests {
            // Tests without a p-value keep their share: which tests have enough items depends on the data.
            ps.push(watched.looked.overall.map_or(Tail::new(1.0), |(p, _)| p));
        }
        holm::adjust(&ps, &vec![1.0; ps.len()]).unwrap_or_default()
    }

    /// Whether a test fails at this chance of any false alarm.
    pub(super) fn fails(&self, alpha: f64) -> bool {
        self.adjusted().iter().any(|p| p.log10() <= alpha.log10())
    }

    /// The findings of the looks, at this chance of any false alarm.
    pub(super) fn findings(&self, alpha: f64) -> Findings {
        let mut rows = Vec::new();
        for (watched, adjusted) in self.tests.iter().zip(self.adjusted()) {
            rows.push(watched.finding(adjusted, alpha));
        }
        Findings { rows }
    }
}

impl<Item: ?Sized> Kept for Looks<Item> {
    fn keep(&mut self, state: &mut State) {
        self.items.keep(state);
        self.looked_at.keep(state);
        for watched in &mut self.tests {
            watched.keep(state);
        }
    }
}

#[cfg(test)]
mod tests;
