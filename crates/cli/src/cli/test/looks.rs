//! A battery of tests on one stream, with looks whenever the number of items has doubled, and the joint verdict.
//!
//! Each test sees the same items in the same order, so the findings do not depend on the number of threads or on how the stream
//! is cut into blocks. [`gof::looks`] says when there is a look and what it costs; a test takes part once it has
//! [`Test::needed`] items. The verdicts over all tests follow Holm's procedure: the chance that a fair source fails any of them
//! at any look is at most `alpha` ([`gof::holm`]).

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use gof::looks::{self, two_sided};
use gof::{Outcome, Reference, Tail, Test, Verdict, battery, holm};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use answers::read::Block;

/// Why reading stopped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum End {
    /// The stream ended, or its limit was reached.
    Whole,
    /// A test failed at a look.
    Failed,
    /// The user pressed Ctrl-C.
    Stopped,
}

/// The result of one test.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    /// The test's name, with its parameters if they were given.
    pub test: String,
    /// The test's null hypothesis.
    pub null: String,
    /// How many items it was given.
    pub items: u64,
    /// How many of these items it had used at the last look.
    pub read: u64,
    /// How many items the test needs.
    pub needed: u64,
    /// How many looks there were.
    pub looks: u64,
    /// The test's outcome at the last look.
    pub outcome: Result<Outcome, gof::Error>,
    /// The p-value over all looks, if there is one, and the number of items at the look where it arose.
    pub overall: Option<(Tail, u64)>,
    /// The cell, bit or lag that is farthest from its expectation, in a sentence.
    pub worst: Option<String>,
    /// The test's verdict, taking the other tests into account.
    pub verdict: Verdict,
}

impl Finding {
    /// The two-sided p-value at the last look, if there is one.
    pub(super) fn p(&self) -> Option<Tail> {
        two_sided(self.outcome.as_ref().ok()?)
    }

    /// Whether it is a test of every second word.
    pub(super) fn is_of_halves(&self) -> bool {
        battery::is_of_halves(&self.test)
    }

    /// How many more items the test needs; none if an item that cannot come decides it.
    pub(super) fn more(&self) -> u64 {
        if self.verdict == Verdict::Fail {
            return 0;
        }
        self.needed.saturating_sub(self.items)
    }
}

/// What is said of a fit that is too good, where no cell is far from its expectation.
const TOO_EVEN: &str = "the counts are closer to what is expected than those of a fair source: as if outcomes took turns";

/// Whether the fit is too good, at the level at which a single result counts as such.
fn is_too_even(outcome: &Result<Outcome, gof::Error>) -> bool {
    let is_fit = |outcome: &&Outcome| matches!(outcome.reference, Reference::ChiSquare { .. });
    outcome
        .as_ref()
        .ok()
        .filter(is_fit)
        .is_some_and(|outcome| outcome.p.lower().log10() < -4.0)
}

/// The results of all tests.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    /// The findings, in the order of the tests.
    pub rows: Vec<Finding>,
}

impl Findings {
    /// FAIL if a test fails; otherwise PASS by the tests that have enough items, and INVALID if none has enough, or with
    /// `strict` if one has too few.
    pub(super) fn verdict(&self, strict: bool) -> Verdict {
        let judged = self.rows.iter().filter(|row| strict || row.more() == 0);
        Verdict::of_all(judged.map(|row| row.verdict))
    }

    /// How many more items there must be until every test has enough.
    pub(super) fn more(&self) -> u64 {
        self.rows.iter().map(Finding::more).max().unwrap_or(0)
    }
}

/// A test, and what the looks at it have shown.
struct Looked<Item: ?Sized> {
    label: String,
    test: Box<dyn Test<Item>>,
    /// How many items it needed before it was given any.
    needed: u64,
    so_far: looks::Looked,
    /// The outcome of the last look, and the items that the test had used.
    outcome: Option<(Result<Outcome, gof::Error>, u64)>,
    /// How long it has worked: the slowest starts first.
    worked: Duration,
}

impl<Item: ?Sized> Looked<Item> {
    /// Looks at it: the only time, if the stream ends before the first look.
    fn look(&mut self, items: u64, is_end: bool) {
        let outcome = self.test.outcome();
        let is_refuted = (outcome.as_ref()).is_ok_and(|found| found.p.upper() == Tail::new(0.0));
        if items >= self.needed || is_refuted {
            self.so_far.look(&outcome, items, is_end);
        }
        self.outcome = Some((outcome, self.test.read()));
    }
}

/// Tests, and the items they have seen.
pub(super) struct Looks<Item: ?Sized> {
    tests: Vec<Looked<Item>>,
    items: u64,
    looked_at: Option<u64>,
}

impl<Item: ?Sized> Looks<Item> {
    /// Begins with no items.
    pub(super) fn new(tests: impl IntoIterator<Item = (String, Box<dyn Test<Item>>)>) -> Self {
        let looked = |(label, test): (String, Box<dyn Test<Item>>)| Looked {
            needed: test.needed(),
            label,
            test,
            so_far: looks::Looked::default(),
            outcome: None,
            worked: Duration::ZERO,
        };
        Self {
            tests: tests.into_iter().map(looked).collect(),
            items: 0,
            looked_at: None,
        }
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
        let mut order: Vec<_> = self.tests.iter_mut().collect();
        order.sort_by_key(|looked| Reverse(looked.worked));
        rayon::scope_fifo(|scope| {
            for Looked { test, worked, .. } in order {
                scope.spawn_fifo(move |_| {
                    let started = Instant::now();
                    block.give_to(&mut **test);
                    *worked += started.elapsed();
                });
            }
        });
        if self.items == due {
            self.look(false);
        }
        self.items == due
    }

    fn look(&mut self, is_end: bool) {
        let items = self.items;
        self.tests
            .par_iter_mut()
            .with_max_len(1)
            .for_each(|test| test.look(items, is_end));
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
    pub(super) fn worst(&self) -> Option<(&str, Tail)> {
        let ps = self
            .tests
            .iter()
            .filter_map(|test| Some((test.label.as_str(), test.so_far.overall?.0)));
        ps.min_by(|one, other| one.1.log10().total_cmp(&other.1.log10()))
    }

    /// The p-value of each test over all looks and all tests.
    fn adjusted(&self) -> Vec<Tail> {
        // Tests without a p-value keep their share: which tests have enough items depends on the data.
        let ps: Vec<Tail> = self
            .tests
            .iter()
            .map(|test| test.so_far.overall.map_or(Tail::new(1.0), |(p, _)| p))
            .collect();
        holm::adjust(&ps, &vec![1.0; ps.len()]).unwrap_or_default()
    }

    /// Whether a test fails at this chance of any false alarm.
    pub(super) fn fails(&self, alpha: f64) -> bool {
        self.adjusted().iter().any(|p| p.log10() <= alpha.log10())
    }

    /// The findings of the looks, at this chance of any false alarm.
    pub(super) fn findings(&self, alpha: f64) -> Findings {
        let verdict = |looked: &Looked<Item>, adjusted: Tail| match &looked.outcome {
            _ if adjusted.log10() <= alpha.log10() => Verdict::Fail,
            Some((Ok(outcome), _)) if looked.so_far.looks > 0 && two_sided(outcome).is_some() => {
                Verdict::Pass
            }
            _ => Verdict::Invalid,
        };
        let finding = |(looked, adjusted): (&Looked<Item>, Tail)| {
            let Looked {
                label,
                test,
                so_far: looks::Looked { looks, overall },
                ..
            } = looked;
            let (outcome, read) = looked
                .outcome
                .clone()
                .unwrap_or_else(|| (test.outcome(), test.read()));
            Finding {
                test: label.clone(),
                null: test.null(),
                items: test.items(),
                read,
                needed: looked.needed,
                looks: *looks,
                worst: if is_too_even(&outcome) {
                    Some(TOO_EVEN.into())
                } else {
                    test.worst()
                },
                outcome,
                overall: *overall,
                verdict: verdict(looked, adjusted),
            }
        };
        Findings {
            rows: self
                .tests
                .iter()
                .zip(self.adjusted())
                .map(finding)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
