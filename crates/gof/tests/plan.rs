//! Plans: what is refused, all faults at once with their places; what a verified plan says; how outcomes are judged.

use roguelab_gof::plan::{Facts, Plan, PlanError};
use roguelab_gof::{Error, Outcome, PValue, Reference, Tail, Verdict};

/// Two checks and a canary.
const PLAN: &str = include_str!("data/plan.toml");

fn plan() -> Plan {
    Plan::from_toml(PLAN).unwrap()
}

/// The plan with a line replaced.
fn with(from: &str, to: &str) -> Result<Plan, PlanError> {
    assert_eq!(PLAN.matches(from).count(), 1, "{from} stands there once");
    Plan::from_toml(&PLAN.replace(from, to))
}

/// The faults of the plan with a line replaced.
fn faults(from: &str, to: &str) -> Vec<PlanError> {
    with(from, to).unwrap().verify().unwrap_err()
}

#[test]
fn a_plan_that_adds_up_says_what_it_risks() {
    let verified = plan().verify().unwrap();
    assert!((verified.shares() - 5e-7).abs() < 1e-20);
    assert!(
        (4.0e-7..4.2e-7).contains(&verified.misses()),
        "{}",
        verified.misses()
    );
    assert!((0.0..0.1).contains(&verified.excess()) && verified.alarm() < 1e-6);
    assert!(
        (verified.alarm() - verified.shares() * (1.0 + verified.excess()) - verified.misses())
            .abs()
            < 1e-20
    );
    let power = roguelab_gof::power::power(20_000.0 * 0.0045, 23, 2e-7).unwrap();
    assert!(
        (verified.checks()[0].computed_power - power).abs() < 1e-15,
        "a two-sided test has half above"
    );
    assert!(
        verified
            .header()
            .starts_with("the chance of any false alarm in this run is at most 9.18e-7")
    );
    let table = verified.to_string();
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(table.contains("naive-4    fail            2800"), "{table}");
}

#[test]
fn the_file_is_read_strictly() {
    let unknown = with("sides = \"upper\"", "side = \"upper\"").unwrap_err();
    assert_eq!(unknown.line, Some(27));
    assert!(
        unknown.to_string().contains("unknown field `side`"),
        "{unknown}"
    );
    let missing = with("seeds = [3]\n", "").unwrap_err();
    assert!(
        missing.to_string().contains("missing field `seeds`"),
        "{missing}"
    );
    assert!(missing.line.is_some(), "{missing:?}");
    let cut = Plan::from_toml(&PLAN[..100]).unwrap_err();
    assert!(cut.line.is_some(), "{cut:?}");
    assert!(
        with("expect = \"fail\"", "expect = \"maybe\"")
            .unwrap_err()
            .to_string()
            .contains("maybe")
    );
    assert!(with("n = 2800", "n = -2800").is_err());
}

#[test]
fn what_does_not_add_up_is_refused_with_a_remedy() {
    let lines = include_str!("data/faults.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let parts: Vec<String> = line
            .split(" => ")
            .map(|part| part.replace("\\n", "\n"))
            .collect();
        let [from, to, message] = &parts[..] else {
            panic!("{line}");
        };
        let errors = faults(from, to);
        let found: Vec<&str> = errors.iter().map(|error| &error.what[..]).collect();
        assert_eq!(found.join(" | "), *message, "{to}");
    }
}

#[test]
fn samples_below_the_need_are_refused_with_the_number_that_is_enough() {
    let enough = |from, to, says: &str| {
        let error = faults(from, to).remove(0);
        assert!(error.what.contains(says), "{error}");
        error.enough.unwrap()
    };
    let needed = enough("n = 20_000", "n = 100", "the cells need at least");
    assert!(
        needed > 24 * 100,
        "more than five in each cell, for the tail to be true: {needed}"
    );

    let mut corrected = with("power = 0.98", "power = 0.999").unwrap();
    corrected.checks[0].n = enough(
        "power = 0.98",
        "power = 0.999",
        "the power is declared as 0.999",
    )
    .next_multiple_of(2);
    assert!(corrected.verify().is_ok(), "the remedy works");

    corrected = plan();
    corrected.checks[2].n = enough(
        "n = 2800",
        "n = 2000",
        "below what it takes to notice the canary",
    );
    corrected.alpha = 2e-6;
    assert!(
        corrected.verify().is_ok(),
        "it is noticed, though a higher chance of a miss has to be paid for"
    );
}

#[test]
fn a_budget_that_is_overdrawn_is_refused() {
    let mut greedy = plan();
    greedy.checks[1].alpha = 5.5e-7;
    greedy.checks[1].power = "0.999".parse().unwrap();
    let errors = greedy.verify().unwrap_err();
    assert!(
        matches!(&errors[..], [error] if error.what.contains("lower the shares")),
        "{errors:#?}"
    );
    // The misses of a canary count in the budget too.
    let mut weak = plan();
    weak.checks[2].n = 2600;
    weak.checks[2].power = "1.0000".parse().unwrap();
    let errors = weak.verify().unwrap_err();
    assert!(
        errors[0].what.contains("misses of the canaries (3.377e-6)"),
        "{errors:#?}"
    );
    assert!(
        Plan::from_toml("alpha = 0.1")
            .unwrap()
            .verify()
            .unwrap_err()[0]
            .to_string()
            .contains("no check")
    );
}

#[test]
fn all_problems_are_listed() {
    let broken = PLAN
        .replace("alpha = 4e-7", "alpha = 7.0")
        .replace("seeds = [3]", "seeds = []")
        .replace("\"ranks\"", "\"rank\"");
    let errors = Plan::from_toml(&broken).unwrap().verify().unwrap_err();
    let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 4, "{text:#?}");
    assert!(
        text[0].starts_with("plan, line 4, check `ranks-4`: "),
        "{text:#?}"
    );
    assert!(
        text[2].starts_with("plan, line 16, check `cycles-10`: there are no seeds"),
        "{text:#?}"
    );
}

#[test]
fn the_plan_is_compared_with_what_the_caller_knows() {
    let errors = plan().verify_with(|check| {
        Err(format!(
            "unknown source `{}`: see roguelab words --list",
            check.source
        ))
    });
    assert_eq!(errors.unwrap_err().len(), 3);
    let exact = |freedom, needed, effect| {
        plan()
            .verify_with(move |_| {
                Ok(Facts {
                    freedom,
                    needed,
                    effect,
                })
            })
            .map_err(|errors| errors.len())
    };
    assert!(
        exact(None, Some(2800), Some(0.054_68)).is_ok(),
        "the effect of a canary rounds to the declared one"
    );
    assert_eq!(
        exact(None, None, Some(0.06)),
        Err(1),
        "only a canary's effect is the one that is there"
    );
    assert_eq!(exact(Some(23), None, None), Err(1));
    assert_eq!(exact(None, Some(3000), None), Err(1));
}

fn outcome(test: &'static str, items: u64, freedom: u64, p: f64) -> Outcome {
    let p = PValue::new(Tail::new(1.0 - p), Tail::new(p));
    Outcome {
        test,
        items,
        statistic: 30.0,
        reference: Reference::ChiSquare { freedom },
        p,
    }
}

/// The outcomes of the three checks with these upper tails.
fn found(p: [f64; 3]) -> Vec<(&'static str, Result<Outcome, Error>)> {
    vec![
        ("ranks-4", Ok(outcome("ranks", 20_000, 23, p[0]))),
        ("cycles-10", Ok(outcome("cycles", 50_000, 2, p[1]))),
        ("naive-4", Ok(outcome("ranks", 2800, 23, p[2]))),
    ]
}

fn judge(found: &[(&str, Result<Outcome, Error>)]) -> roguelab_gof::plan::RunVerdict {
    let command =
        |check: &roguelab_gof::plan::Check| format!("roguelab gate --check {}", check.name);
    plan().verify().unwrap().judge(found, command).unwrap()
}

#[test]
fn a_run_as_planned_passes() {
    let run = judge(&found([0.3, 0.6, 1e-30]));
    assert_eq!(run.verdict, Verdict::Pass);
    assert_eq!(run.to_string(), "PASS: 3 of 3 checks passed");
    assert!(run.checks.iter().all(|check| check.reproduce.is_none()));
}

#[test]
fn a_rejected_check_fails_with_the_line_that_reproduces_it() {
    let run = judge(&found([1e-7, 0.6, 1e-30]));
    assert_eq!(
        (run.verdict, run.checks[0].verdict),
        (Verdict::Fail, Verdict::Fail)
    );
    let text = run.to_string();
    assert!(
        text.starts_with("FAIL    ranks-4: p = 2.000e-7, adjusted 2.500e-7: at most "),
        "{text}"
    );
    assert!(
        text.lines()
            .next()
            .unwrap()
            .ends_with("; reproduce: roguelab gate --check ranks-4"),
        "{text}"
    );
    // A fit that is too good fails too.
    assert_eq!(
        judge(&found([1.0 - 1e-12, 0.6, 1e-30])).verdict,
        Verdict::Fail
    );
    assert_eq!(
        judge(&found([0.3, 1.0, 1e-30])).verdict,
        Verdict::Pass,
        "unless only the upper side counts"
    );
}

#[test]
fn a_canary_that_is_not_caught_voids_the_run() {
    let run = judge(&found([1e-9, 0.6, 0.01]));
    assert_eq!(
        (run.verdict, run.checks[2].verdict),
        (Verdict::Void, Verdict::Void)
    );
    assert!(
        run.to_string()
            .contains("VOID    naive-4: the canary is not caught"),
        "{run}"
    );
}

#[test]
fn data_other_than_declared_are_invalid_and_never_passed() {
    let missing = judge(&found([0.3, 0.6, 1e-30])[1..]);
    assert_eq!(missing.checks[0].verdict, Verdict::Invalid);
    let cases: [Result<Outcome, Error>; 5] = [
        Err(Error::TooFew {
            have: 10,
            need: 120,
        }),
        Ok(outcome("ranks", 19_999, 23, 0.3)),
        Ok(outcome("ranks", 20_000, 22, 0.3)),
        Ok(outcome("adjacent-pairs", 20_000, 23, 0.3)),
        Ok(Outcome {
            statistic: f64::NAN,
            ..outcome("ranks", 20_000, 23, 0.3)
        }),
    ];
    for case in cases {
        let mut all = found([0.3, 0.6, 1e-30]);
        all[0].1 = case;
        let run = judge(&all);
        assert_eq!(
            (run.verdict, run.checks[0].verdict),
            (Verdict::Invalid, Verdict::Invalid),
            "{run}"
        );
        assert!(run.checks[0].reproduce.is_some(), "{run}");
        all[2].1 = Err(Error::TooFew { have: 0, need: 120 });
        assert_eq!(
            judge(&all).checks[2].verdict,
            Verdict::Invalid,
            "nor is a canary"
        );
    }
}

#[test]
fn outcomes_that_were_not_declared_are_refused() {
    let verified = plan().verify().unwrap();
    let mut all = found([0.3, 0.6, 1e-30]);
    all.push(("afterthought", Ok(outcome("ranks", 10, 23, 0.3))));
    let error = verified.judge(&all, |_| String::new()).unwrap_err();
    assert!(error.to_string().contains("not in the plan"), "{error}");
    all[3].0 = "ranks-4";
    assert!(
        verified
            .judge(&all, |_| String::new())
            .unwrap_err()
            .to_string()
            .contains("two outcomes")
    );
}

#[test]
fn a_single_count_is_planned_and_a_canary_that_is_missed_says_how_rarely() {
    let row = "\"autocorrelation-half\"\nfreedom = 1\nn = 20\n";
    let text = PLAN.replacen("\"ranks\"\nfreedom = 23\nn = 20_000\n", row, 1);
    let plan = Plan::from_toml(&text.replacen("0.0045", "2.5", 1)).unwrap();
    let mut alone = plan.clone();
    alone.checks.truncate(1);
    alone.alpha = alone.checks[0].alpha;
    assert!(alone.verify().is_ok(), "all of alpha is shared out");
    let verified = plan.verify().unwrap();
    let rows = verified.checks().iter();
    let rows = rows.map(|row| (row.check.samples_per_seed(), (row.excess() * 1e7).round()));
    assert!(rows.eq([(10, 0.0), (50_000, 3763.0), (2800, 0.0)]));
    let run = judge(&found([0.3, 0.6, 0.5])).to_string();
    assert!(
        run.contains("more than 1e-6; theory misses one in 1.0e9"),
        "{run}"
    );
}
