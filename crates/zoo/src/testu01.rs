//! gof's statistics are those of `TestU01`, and its p-values those of scipy: `fixtures/gof/testu01.json`.
//!
//! The words are made here, by the ports, from the seeds given there.

use std::fs;

use generators::bsd_random::Type3;
use generators::pcg32::Pcg32;
use gof::words::permutation::Permutation;
use gof::words::serial::Pairs;
use gof::words::spacings::{BirthdaySpacings, Year};
use gof::words::{Bits, Classified, Classifier, Share};
use gof::{Cells, Outcome, Reference, Test, pearson, tail};
use serde_json::Value;

fn figures() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/gof/testu01.json"
    );
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn list<'a>(figures: &'a Value, test: &str) -> &'a [Value] {
    let list = figures[test].as_array().unwrap();
    assert!(!list.is_empty());
    list
}

fn number(figure: &Value, key: &str) -> usize {
    usize::try_from(figure[key].as_u64().unwrap()).unwrap()
}

fn words(stream: &Value, count: usize) -> Vec<u32> {
    let (mut pcg, mut rrandom) = (Pcg32::srandom(42, 54), Type3::srrandom(42));
    match stream.as_str().unwrap() {
        "pcg32" => (0..count).map(|_| pcg.next_word()).collect(),
        "rrandom" => (0..count).map(|_| rrandom.next_word() << 1).collect(),
        other => panic!("no such stream: {other}"),
    }
}

fn widened(words: &[u32]) -> Vec<u64> {
    words.iter().map(|word| u64::from(*word)).collect()
}

/// Pearson's sum, scaled as in `TestU01`.
fn scaled(pearson: f64, freedom: usize, n: usize) -> f64 {
    let freedom = freedom as f64;
    (pearson - freedom) / (1.0 - 1.0 / n as f64).sqrt() + freedom
}

#[track_caller]
fn assert_close(found: f64, figure: &Value, key: &str, tolerance: f64) {
    let expected = figure[key].as_f64().unwrap();
    assert!(
        (found / expected - 1.0).abs() < tolerance,
        "{figure}: {key} is {found}"
    );
}

/// Whether any tuple has two equal words: only then do the two count different patterns.
fn has_ties<const T: usize>(words: &[u32]) -> bool {
    words
        .as_chunks::<T>()
        .0
        .iter()
        .any(|tuple| (1..T).any(|at| tuple[..at].contains(&tuple[at])))
}

/// The statistic for equal cells, and the outcome of the test with its exact null hypothesis.
fn permutation<const T: usize>(words: &[u32]) -> (f64, Outcome) {
    assert!(!has_ties::<T>(words));
    let mut test = classified(Permutation::<T>::new(1 << 32).unwrap(), 32);
    test.push_all(&widened(words));
    let null = Cells::uniform(test.counts().len()).unwrap();
    let equal = pearson::chi_square("permutation", test.counts(), &null).unwrap();
    (equal.statistic, test.outcome().unwrap())
}

fn classified<C: Classifier>(classifier: C, top: u32) -> Classified<Bits, C> {
    Classified::new("test", Bits::top(32, top).unwrap(), classifier).unwrap()
}

#[test]
fn permutation_statistics_are_those_of_testu01() {
    for figure in list(&figures(), "permutation") {
        let (t, n) = (number(figure, "t"), number(figure, "n"));
        let words = words(&figure["stream"], t * n);
        let (statistic, outcome) = match t {
            2 => permutation::<2>(&words),
            3 => permutation::<3>(&words),
            4 => permutation::<4>(&words),
            5 => permutation::<5>(&words),
            6 => permutation::<6>(&words),
            7 => permutation::<7>(&words),
            8 => permutation::<8>(&words),
            _ => panic!("{figure}"),
        };
        let freedom = (1..=t).product::<usize>() - 1;
        assert_close(scaled(statistic, freedom, n), figure, "statistic", 1e-11);
        // TestU01 prints two decimals, so the unscaled statistic is within half a unit of the last.
        assert!(
            (statistic - figure["statistic"].as_f64().unwrap()).abs() < 0.005,
            "{figure}: {statistic}"
        );
        // Ties were possible but did not occur: the exact null hypothesis changes the statistic by less than one printed unit.
        assert!(
            (outcome.statistic - statistic).abs() < 1e-3,
            "{figure}: {}",
            outcome.statistic
        );
    }
}

#[test]
fn serial_statistics_are_those_of_testu01() {
    for figure in list(&figures(), "serial_pairs") {
        let (d, n) = (number(figure, "d"), number(figure, "n"));
        let mut test = classified(Pairs::new(d as u64).unwrap(), d.ilog2());
        test.push_all(&widened(&words(&figure["stream"], 2 * n)));
        let statistic = test.outcome().unwrap().statistic;
        assert_close(scaled(statistic, d * d - 1, n), figure, "statistic", 1e-11);
    }
}

#[test]
fn birthday_spacings_are_those_of_testu01() {
    for figure in list(&figures(), "birthday_spacings") {
        let (years, birthdays) = (number(figure, "years"), number(figure, "birthdays"));
        let days = Bits::top(32, 31).unwrap();
        let year = Year {
            first: birthdays as u64,
            birthdays: birthdays as u64,
            ..Year::of(1 << 31, 1, Share::one_in(1))
        };
        let mut test = BirthdaySpacings::with("test", days, year).unwrap();
        test.push_all(&widened(&words(&figure["stream"], years * birthdays)));
        assert_eq!(test.years(), years as u64);
        let outcome = test.outcome().unwrap();
        assert_close(outcome.statistic, figure, "statistic", f64::EPSILON);
        // TestU01 uses the textbook's mean, which is too large by about 3 / m of itself; gof uses the exact one.
        let textbook = years as f64 * (birthdays as f64).powi(3) / 2_f64.powi(33);
        let p = tail::poisson::at_least(outcome.statistic as u64, textbook);
        assert_close(p.value(), figure, "scipy_p", 1e-12);
        let Reference::Poisson { mean } = outcome.reference else {
            panic!("{outcome:?}")
        };
        assert!(
            (0.5..2.0).contains(&((1.0 - mean / textbook) * birthdays as f64 / 3.0)),
            "{mean}, not {textbook}"
        );
    }
}
