//! A battery of tests over one stream, and their joint verdict.
//!
//! Each test sees the same items in the same order, so the findings do not depend on the number of threads or on how the
//! stream is cut into blocks. The verdicts are those of Holm's procedure over all chosen tests: the chance that a fair
//! source fails any of them is at most `alpha`, however the tests depend on each other ([`gof::holm`]), for a length that is
//! fixed before the data are seen.

use gof::{Outcome, Tail, Test, Verdict, holm};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use crate::input::Block;

/// The result of one test.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The test's name.
    pub test: &'static str,
    /// Its null hypothesis.
    pub null: String,
    /// How many items it has seen.
    pub items: u64,
    /// How many it needs.
    pub needed: u64,
    /// Its outcome.
    pub outcome: Result<Outcome, gof::Error>,
    /// Its verdict, taking the other tests into account.
    pub verdict: Verdict,
}

impl Finding {
    /// The p-value, two-sided, if there is one.
    pub(crate) fn p(&self) -> Option<Tail> {
        let p = self.outcome.as_ref().ok()?.p.two_sided();
        (!p.value().is_nan()).then_some(p)
    }

    /// How many more items the test needs.
    pub(crate) fn more(&self) -> u64 {
        self.needed.saturating_sub(self.items)
    }
}

/// The results of all tests.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    /// In the order of the tests.
    pub rows: Vec<Finding>,
}

impl Findings {
    /// FAIL if a test fails; otherwise INVALID if a test has too few items; otherwise PASS.
    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::of_all(self.rows.iter().map(|row| row.verdict))
    }

    /// How many more items there must be until every test has enough.
    pub(crate) fn more(&self) -> u64 {
        self.rows.iter().map(Finding::more).max().unwrap_or(0)
    }
}

/// Tests, and the items they have seen.
pub(crate) struct Examination<Item: ?Sized> {
    tests: Vec<Box<dyn Test<Item>>>,
    items: u64,
}

impl<Item: ?Sized> Examination<Item> {
    /// Begins with no items.
    pub(crate) const fn new(tests: Vec<Box<dyn Test<Item>>>) -> Self {
        Self { tests, items: 0 }
    }

    /// How many items were seen.
    pub(crate) const fn items(&self) -> u64 {
        self.items
    }

    /// Gives a block to every test, at the same time.
    pub(crate) fn take<B: Block<Item = Item>>(&mut self, block: &B) {
        self.items += block.count();
        self.tests.par_iter_mut().with_max_len(1).for_each(|test| block.for_each(|item| test.push(item)));
    }

    /// The smallest p-value so far, with its test.
    pub(crate) fn worst(&self) -> Option<(&'static str, Tail)> {
        let ps = self.tests.iter().filter_map(|test| Some((test.name(), test.outcome().ok()?.p.two_sided())));
        ps.min_by(|one, other| one.1.log10().total_cmp(&other.1.log10()))
    }

    /// What the tests found, at this chance of any false alarm.
    pub(crate) fn findings(&self, alpha: f64) -> Findings {
        let mut rows: Vec<Finding> = self.tests.iter().map(|test| finding(&**test)).collect();
        // Tests without a p-value keep their share: which tests have enough items depends on the data.
        let ps: Vec<Tail> = rows.iter().map(|row| row.p().unwrap_or(Tail::new(1.0))).collect();
        let adjusted = holm::adjust(&ps, &vec![1.0; ps.len()]).unwrap_or_default();
        for (row, adjusted) in rows.iter_mut().zip(adjusted) {
            if row.verdict == Verdict::Pass && adjusted.log10() <= alpha.log10() {
                row.verdict = Verdict::Fail;
            }
        }
        Findings { rows }
    }
}

fn finding<Item: ?Sized>(test: &dyn Test<Item>) -> Finding {
    let mut finding = Finding {
        test: test.name(),
        null: test.null(),
        items: test.items(),
        needed: test.needed(),
        outcome: test.outcome(),
        verdict: Verdict::Pass,
    };
    // A p-value that is not a number means nothing.
    if finding.p().is_none() {
        finding.verdict = Verdict::Invalid;
    }
    finding
}

#[cfg(test)]
mod tests {
    use gof::{Error, PValue, Reference};

    use super::*;

    /// Says what it is told to, once it has an item.
    struct Scripted(&'static str, f64, u64);

    impl Test<u64> for Scripted {
        fn name(&self) -> &'static str {
            self.0
        }

        fn null(&self) -> String {
            "none".into()
        }

        fn push(&mut self, _: &u64) {
            self.2 += 1;
        }

        fn items(&self) -> u64 {
            self.2
        }

        fn needed(&self) -> u64 {
            3
        }

        fn outcome(&self) -> Result<Outcome, Error> {
            if self.2 < 3 {
                return Err(Error::TooFew { have: self.2, need: 3 });
            }
            let p = PValue::new(Tail::new(1.0), Tail::new(self.1 / 2.0));
            Ok(Outcome {
                test: self.0,
                items: self.2,
                statistic: 0.0,
                reference: Reference::ChiSquare { freedom: 1 },
                p,
            })
        }
    }

    fn examined(ps: &[f64], items: u64, alpha: f64) -> Findings {
        let tests = ps.iter().map(|&p| Box::new(Scripted("scripted", p, 0)) as Box<dyn Test<u64>>);
        let mut examination = Examination::new(tests.collect());
        examination.take(&vec![0_u64; items as usize]);
        assert_eq!(examination.items(), items);
        examination.findings(alpha)
    }

    fn verdicts(findings: &Findings) -> Vec<Verdict> {
        findings.rows.iter().map(|row| row.verdict).collect()
    }

    #[test]
    fn shares_grow_as_tests_are_rejected() {
        use Verdict::{Fail, Pass};
        // Holm's own order: 0.05/4, 0.05/3, 0.05/2, 0.05.
        let findings = examined(&[0.04, 0.012, 0.016, 0.026], 3, 0.05);
        assert_eq!(verdicts(&findings), [Pass, Fail, Fail, Pass]);
        assert_eq!(findings.verdict(), Fail);
        let findings = examined(&[0.013, 0.016, 0.02, 0.03], 3, 0.05);
        assert_eq!((verdicts(&findings), findings.verdict()), (vec![Pass; 4], Pass));
        assert_eq!(verdicts(&examined(&[0.0; 4], 3, 1e-6)), [Fail; 4], "a p-value that underflows");
    }

    #[test]
    fn too_few_items_are_invalid_and_never_a_failure() {
        let findings = examined(&[0.0, 0.0], 2, 0.05);
        assert_eq!(verdicts(&findings), [Verdict::Invalid; 2]);
        assert_eq!((findings.verdict(), findings.more()), (Verdict::Invalid, 1));
        assert_eq!(examined(&[], 2, 0.05).verdict(), Verdict::Invalid, "no test proves nothing");
    }

    #[test]
    fn a_p_value_that_is_no_number_is_no_pass() {
        let findings = examined(&[f64::NAN, 0.5], 3, 0.05);
        assert_eq!(verdicts(&findings), [Verdict::Invalid, Verdict::Pass]);
        assert_eq!(findings.verdict(), Verdict::Invalid);
    }

    #[test]
    fn a_test_without_a_p_value_keeps_its_share() {
        let verdicts = |p| verdicts(&examined(&[p, f64::NAN, f64::NAN], 3, 0.05))[0];
        assert_eq!((verdicts(0.02), verdicts(0.016)), (Verdict::Pass, Verdict::Fail));
    }

    #[test]
    fn the_worst_is_the_smallest() {
        let tests: Vec<Box<dyn Test<u64>>> = vec![Box::new(Scripted("a", 0.5, 3)), Box::new(Scripted("b", 0.25, 3))];
        let worst = Examination::new(tests).worst().unwrap();
        assert_eq!((worst.0, worst.1.value()), ("b", 0.25));
        let early: Vec<Box<dyn Test<u64>>> = vec![Box::new(Scripted("a", 0.5, 0))];
        assert!(Examination::new(early).worst().is_none());
    }
}
