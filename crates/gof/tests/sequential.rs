//! The guarantees of the sequential tests: fair bets by enumeration, Ville's bound by simulation, Wald's error rates by
//! an exact computation.

use gof::sequential::{Decision, Evidence, Ledger, LedgerFault, LikelihoodRatio, Mixture, Sprt};
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

const NULL: [f64; 3] = [0.5, 0.3, 0.2];
const ALTERNATIVE: [f64; 3] = [0.2, 0.2, 0.6];

/// The expected e-value after each number of draws, over all sequences of them, by what a process makes of each.
fn expectations<P: Clone>(start: P, longest: usize, push: impl Fn(&mut P, usize) -> f64) -> Vec<f64> {
    let mut level = vec![(start, 1.0, 1.0)];
    let mut expected = vec![1.0];
    for _ in 0..longest {
        let mut next = Vec::with_capacity(level.len() * NULL.len());
        for (process, chance, value) in &level {
            let mut fair = 0.0;
            for (cell, p) in NULL.iter().enumerate() {
                let mut process = process.clone();
                let e = push(&mut process, cell);
                fair += p * e;
                next.push((process, chance * p, e));
            }
            assert!((fair - value).abs() < 1e-12 * value, "each single bet is fair: {fair} from {value}");
        }
        level = next;
        expected.push(level.iter().map(|(_, chance, e)| chance * e).sum());
    }
    expected
}

#[test]
fn a_likelihood_ratio_is_a_fair_bet_at_every_draw() {
    let start = LikelihoodRatio::new(&NULL, &ALTERNATIVE).unwrap();
    let expected = expectations(start, 8, |ratio, cell| {
        ratio.push(cell).unwrap();
        ratio.evidence().value()
    });
    assert!(expected.iter().all(|e| (e - 1.0).abs() < 1e-12), "{expected:?}");
}

#[test]
fn a_mixture_is_a_fair_bet_at_every_draw() {
    for strength in [0.3, 1.5, 40.0] {
        let expected = expectations(Mixture::new(&NULL, strength).unwrap(), 8, |mixture, cell| {
            mixture.push(cell).unwrap();
            mixture.evidence().value()
        });
        assert!(expected.iter().all(|e| (e - 1.0).abs() < 1e-12), "{strength}: {expected:?}");
    }
}

#[test]
fn an_impossible_alternative_only_loses() {
    // The alternative excludes a cell: the bet stays fair, and is lost for good when that cell comes.
    let start = LikelihoodRatio::new(&NULL, &[0.0, 0.5, 0.5]).unwrap();
    let mut level = vec![(start, 1.0)];
    for _ in 0..6 {
        level = level
            .iter()
            .flat_map(|(ratio, chance)| {
                NULL.iter().enumerate().map(move |(cell, p)| {
                    let mut ratio = ratio.clone();
                    ratio.push(cell).unwrap();
                    (ratio, chance * p)
                })
            })
            .collect();
        let expected: f64 = level.iter().map(|(ratio, chance)| chance * ratio.evidence().value()).sum();
        assert!((expected - 1.0).abs() < 1e-12);
    }
}

/// A cell by the given probabilities.
fn draw(rng: &mut ChaCha12Rng, probabilities: &[f64]) -> usize {
    let mut unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    for (cell, p) in probabilities.iter().enumerate() {
        if unit < *p {
            return cell;
        }
        unit -= p;
    }
    probabilities.len() - 1
}

/// In how many of 4000 runs of 400 draws the evidence ever reaches 20, looked at after every draw.
fn ever_reaching_20(source: &[f64], mut process: impl FnMut(usize, bool) -> Evidence) -> u32 {
    let mut rng = ChaCha12Rng::seed_from_u64(1939);
    let mut reached = 0;
    for _ in 0..4000 {
        let mut evidence = Evidence::NONE;
        for drawn in 0..400 {
            evidence = process(draw(&mut rng, source), drawn == 0);
            if evidence.at_least(0.05) {
                break;
            }
        }
        reached += u32::from(evidence.at_least(0.05));
    }
    reached
}

#[test]
fn the_chance_of_ever_reaching_one_over_alpha_is_at_most_alpha() {
    // At most 200 of 4000 are expected; 4 standard deviations (13.8 each) more have a chance of 3e-5, once, as the seed
    // is fixed. A null hypothesis that is looked at after each of 400 draws by a p-value is rejected far more often.
    let limit = 200 + 4 * 14;
    let fresh = LikelihoodRatio::new(&NULL, &ALTERNATIVE).unwrap();
    let mut ratio = fresh.clone();
    let by_ratio = ever_reaching_20(&NULL, |cell, first| {
        if first {
            ratio = fresh.clone();
        }
        ratio.push(cell).unwrap();
        ratio.evidence()
    });
    let fresh = Mixture::new(&NULL, 20.0).unwrap();
    let mut mixture = fresh.clone();
    let mut by_mixture = |source: &[f64]| {
        ever_reaching_20(source, |cell, first| {
            if first {
                mixture = fresh.clone();
            }
            mixture.push(cell).unwrap();
            mixture.evidence()
        })
    };
    let (fair, biased) = (by_mixture(&NULL), by_mixture(&[0.4, 0.3, 0.3]));
    assert!((20..=limit).contains(&by_ratio), "likelihood ratio: {by_ratio} of 4000");
    assert!((20..=limit).contains(&fair), "mixture: {fair} of 4000");
    assert!(biased > 3000, "a bias is found: {biased} of 4000");
}

/// The chances of both decisions and the expected number of draws of a test of coins, exactly: all paths with equal
/// numbers of heads and tails are one state, and each state asks the test itself for its decision.
fn exact_sprt(null: f64, alternative: f64, heads: f64, rates: (f64, f64)) -> (f64, f64, f64) {
    let fresh = Sprt::new(&[1.0 - null, null], &[1.0 - alternative, alternative], rates.0, rates.1).unwrap();
    let mut states = vec![(fresh, 1.0_f64)];
    let (mut for_null, mut for_alternative, mut draws) = (0.0, 0.0, 0.0);
    while states.iter().map(|(_, chance)| chance).sum::<f64>() > 1e-13 {
        let mut next: Vec<(Sprt, f64)> = Vec::new();
        // States come in the order of their heads, so one with as many heads as the last new one is the same state.
        let mut heads_of_last = None;
        for (heads_so_far, (state, chance)) in states.iter().enumerate() {
            draws += chance;
            for cell in [0, 1] {
                let mut test = state.clone();
                let chance = chance * if cell == 1 { heads } else { 1.0 - heads };
                let count = heads_so_far + cell;
                match test.push(cell).unwrap() {
                    Decision::Null => for_null += chance,
                    Decision::Alternative => for_alternative += chance,
                    Decision::Undecided if heads_of_last == Some(count) => next.last_mut().unwrap().1 += chance,
                    Decision::Undecided => {
                        heads_of_last = Some(count);
                        next.push((test, chance));
                    }
                }
            }
        }
        states = next;
    }
    (for_null, for_alternative, draws)
}

#[test]
fn the_error_rates_of_a_sequential_test_are_at_most_as_stated() {
    for rates in [(0.05, 0.05), (0.01, 0.1), (1e-3, 1e-2)] {
        let (null, alternative) = (0.5, 0.6);
        let (right, wrong, draws_null) = exact_sprt(null, alternative, null, rates);
        let (missed, found, draws_alternative) = exact_sprt(null, alternative, alternative, rates);
        assert!((right + wrong - 1.0).abs() < 1e-12 && (missed + found - 1.0).abs() < 1e-12, "it ends");
        assert!(wrong <= rates.0 && missed <= rates.1, "{rates:?}: {wrong} {missed}");
        assert!(wrong > 0.6 * rates.0 && missed > 0.6 * rates.1, "and not far below: {rates:?}: {wrong} {missed}");

        let test = Sprt::new(&[0.5, 0.5], &[0.4, 0.6], rates.0, rates.1).unwrap();
        let expected = test.expected_draws();
        for (exact, approximate) in [(draws_null, expected.0), (draws_alternative, expected.1)] {
            let ratio = exact / approximate;
            assert!((0.97..1.25).contains(&ratio), "{rates:?}: {exact} draws, {approximate} by Wald");
        }
    }
}

#[test]
fn a_decision_stays() {
    let mut test = Sprt::new(&[0.5, 0.5], &[0.1, 0.9], 0.05, 0.05).unwrap();
    while test.push(1).unwrap() == Decision::Undecided {}
    let draws = test.draws();
    for _ in 0..100 {
        assert_eq!(test.push(0), Ok(Decision::Alternative));
    }
    assert_eq!(test.draws(), draws);
    assert!(test.evidence().at_least(0.05) && test.decision() == Decision::Alternative);
}

#[test]
fn a_sequential_test_needs_two_hypotheses_and_two_error_rates() {
    assert!(Sprt::new(&[0.5, 0.5], &[0.5, 0.5], 0.05, 0.05).is_err());
    for rate in [0.0, 1.0, f64::NAN] {
        assert!(Sprt::new(&[0.5, 0.5], &[0.4, 0.6], rate, 0.05).is_err());
        assert!(Sprt::new(&[0.5, 0.5], &[0.4, 0.6], 0.05, rate).is_err());
    }
}

#[test]
fn a_ledger_accumulates_over_runs_and_reads_back() {
    let mut ledger = Ledger::default();
    let mut text = String::new();
    for seed in 0..50 {
        for (check, log10) in [("fair", -0.1), ("biased", 1.0 / 3.0)] {
            text += &ledger.record(check, seed, 1000, Evidence::from_log10(log10)).unwrap().to_line();
            text.push('\n');
        }
    }
    let read = Ledger::parse(&text).unwrap();
    assert_eq!(read.entries().len(), 100);
    assert!((read.product("biased").log10() - 50.0 / 3.0).abs() < 1e-9);
    assert!((read.product("fair").log10() + 5.0).abs() < 1e-9);
    assert!((read.largest("fair").log10()).abs() < 1e-9, "before the first run the product is one");
    assert_eq!(read.product("never seen"), Evidence::NONE);
    assert_eq!(read.checks().collect::<Vec<_>>(), ["biased", "fair"]);
}

#[test]
fn infinite_evidence_is_kept_as_less_and_zero_is_refused() {
    let mut ledger = Ledger::default();
    assert!(ledger.record("a", 1, 9, Evidence::from_ln(f64::INFINITY)).unwrap().log10_e.is_finite());
    assert!(ledger.product("a").at_least(1e-300));
    let error = ledger.record("a", 2, 9, Evidence::from_ln(f64::NEG_INFINITY)).unwrap_err();
    assert!(matches!(error.fault, LedgerFault::NotAccumulable(_)), "{error}");
    assert_eq!(ledger.entries().len(), 1);
}

#[test]
fn a_ledger_that_was_tampered_with_is_refused_with_its_line() {
    let line = |seed: u64, e: f64, product: f64| {
        format!(r#"{{"seed":{seed},"check":"a","n":10,"log10_e":{e},"log10_product":{product}}}"#) + "\n"
    };
    let good = line(1, 0.5, 0.5) + &line(2, -0.25, 0.25);
    assert_eq!(Ledger::parse(&good).unwrap().entries().len(), 2);

    let fault = |text: &str| Ledger::parse(text).unwrap_err();
    let same_seed = fault(&(line(1, 0.5, 0.5) + &line(1, 0.5, 1.0)));
    assert!(matches!(same_seed.fault, LedgerFault::SeedUsedTwice { seed: 1, .. }));
    assert!(same_seed.to_string().starts_with("ledger, line 2: seed 1 was used"), "{same_seed}");
    assert!(matches!(fault(&line(2, -0.25, 0.25)).fault, LedgerFault::WrongProduct { .. }), "a line is missing");
    assert!(matches!(fault(&line(1, 0.5, 0.6)).fault, LedgerFault::WrongProduct { .. }), "a line is changed");
    let extra = line(1, 0.5, 0.5).replace("\"n\"", "\"date\":1,\"n\"");
    assert!(matches!(fault(&extra).fault, LedgerFault::Malformed(_)));
    assert_eq!(fault(&format!("{good}nonsense\n")).line, 3);
}

#[test]
fn a_torn_last_line_is_left_out_and_located() {
    let mut ledger = Ledger::default();
    let first = ledger.record("a", 1, 10, Evidence::NONE).unwrap().to_line() + "\n";
    let second = ledger.record("a", 2, 10, Evidence::NONE).unwrap().to_line();
    let read = Ledger::parse(&format!("{first}{}", &second[..20])).unwrap();
    assert_eq!((read.entries().len(), read.torn()), (1, Some(first.len())));
    assert_eq!(Ledger::parse(&format!("{first}{second}\n")).unwrap().torn(), None);
}
