use gof::{Error, PValue};

use super::*;

/// A test that says what it is told to, once it has an item.
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
            return Err(Error::TooFew {
                have: self.2,
                need: 3,
            });
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

fn looks_at(ps: &[f64]) -> Looks<u64> {
    let mut tests = Vec::new();
    for p in ps {
        tests.push(NamedTest::own(Box::new(Scripted("scripted", *p, 0))));
    }
    Looks::new(tests, || Duration::ZERO)
}

fn looked(ps: &[f64], items: u64, alpha: f64) -> Findings {
    let mut looks = looks_at(ps);
    looks.take(&vec![0_u64; items as usize]);
    assert_eq!(looks.items(), items);
    looks.end();
    looks.findings(alpha)
}

fn verdicts(findings: &Findings) -> Vec<Verdict> {
    findings.rows.iter().map(|row| row.verdict).collect()
}

#[test]
fn shares_grow_as_tests_are_rejected() {
    use Verdict::{Fail, Pass};
    // Holm's own order: 0.05/4, 0.05/3, 0.05/2, 0.05.
    let findings = looked(&[0.04, 0.012, 0.016, 0.026], 3, 0.05);
    assert_eq!(verdicts(&findings), [Pass, Fail, Fail, Pass]);
    assert_eq!(findings.verdict(false), Fail);
    let findings = looked(&[0.013, 0.016, 0.02, 0.03], 3, 0.05);
    assert_eq!(
        (verdicts(&findings), findings.verdict(false)),
        (vec![Pass; 4], Pass)
    );
    assert_eq!(
        verdicts(&looked(&[0.0; 4], 3, 1e-6)),
        [Fail; 4],
        "a p-value that underflows"
    );
}

#[test]
fn too_few_items_are_invalid_and_never_a_failure() {
    let findings = looked(&[0.0, 0.0], 2, 0.05);
    assert_eq!(verdicts(&findings), [Verdict::Invalid; 2]);
    assert_eq!(
        (findings.verdict(false), findings.more()),
        (Verdict::Invalid, 1)
    );
    assert_eq!(
        looked(&[], 2, 0.05).verdict(false),
        Verdict::Invalid,
        "no test proves nothing"
    );
}

#[test]
fn a_test_without_enough_items_is_missed_by_a_strict_verdict_alone() {
    let mut findings = looked(&[0.5, 0.6], 3, 0.05);
    findings.rows[1].needed = 4;
    findings.rows[1].verdict = Verdict::Invalid;
    assert_eq!(
        [false, true].map(|strict| findings.verdict(strict)),
        [Verdict::Pass, Verdict::Invalid]
    );
    findings.rows[0].verdict = Verdict::Fail;
    assert_eq!(
        [false, true].map(|strict| findings.verdict(strict)),
        [Verdict::Fail; 2]
    );
}

#[test]
fn a_p_value_that_is_no_number_is_no_pass() {
    let findings = looked(&[f64::NAN, 0.5], 3, 0.05);
    assert_eq!(verdicts(&findings), [Verdict::Invalid, Verdict::Pass]);
    assert_eq!(findings.verdict(false), Verdict::Invalid);
}

#[test]
fn a_test_without_a_p_value_keeps_its_share() {
    let verdicts = |p| verdicts(&looked(&[p, f64::NAN, f64::NAN], 3, 0.05))[0];
    assert_eq!(
        (verdicts(0.02), verdicts(0.016)),
        (Verdict::Pass, Verdict::Fail)
    );
}

#[test]
fn looks_are_at_doublings_and_the_end() {
    let (mut tested, mut at) = (looks_at(&[0.01]), Vec::new());
    while tested.items() < 700 {
        let due = looks::next(tested.items()).min(700) - tested.items();
        if tested.take(&vec![0_u64; due.min(100) as usize]) {
            at.push(tested.items());
        }
    }
    tested.end();
    tested.end();
    let row = &tested.findings(0.05).rows[0];
    let PAtLook { p, look_at } = row.overall.unwrap();
    // The first look has half of alpha, so p counts double; later looks add nothing to the same p.
    assert_eq!((at, row.looks), (vec![256, 512], 3));
    assert_eq!((p.value(), look_at), (0.02, 256));
    // Each look alone.
    let looks = row
        .p_values
        .iter()
        .map(|look| (look.look_at, look.p.value()));
    assert!(looks.eq([(256, 0.01), (512, 0.01), (700, 0.01)]));
}

#[test]
fn what_comes_after_a_failure_does_not_undo_it() {
    /// A test that fails at the first look and is fair later.
    struct Early(u64);
    impl Test<u64> for Early {
        fn name(&self) -> &'static str {
            "early"
        }
        fn null(&self) -> String {
            "none".into()
        }
        fn push(&mut self, _: &u64) {
            self.0 += 1;
        }
        fn items(&self) -> u64 {
            self.0
        }
        fn needed(&self) -> u64 {
            1
        }
        fn outcome(&self) -> Result<Outcome, Error> {
            Scripted(
                "early",
                if self.0 > looks::FIRST { 0.5 } else { 1e-9 },
                self.0,
            )
            .outcome()
        }
    }
    let mut looks = Looks::new(vec![NamedTest::own(Box::new(Early(0)))], || Duration::ZERO);
    for _ in 0..4 {
        looks.take(&vec![0_u64; 1 << 7]);
    }
    let row = &looks.findings(1e-6).rows[0];
    assert_eq!(
        (row.verdict, row.looks, row.overall.unwrap().look_at),
        (Verdict::Fail, 2, looks::FIRST)
    );
    assert!(
        row.p().unwrap().value() > 0.4,
        "the last look is what is shown"
    );
    assert_eq!(looks.smallest_p().unwrap().0, "early");
}
