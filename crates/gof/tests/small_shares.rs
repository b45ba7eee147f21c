//! How far the chi-square limit can be trusted far out: exact false alarms of Pearson's and the G statistic with a rare cell.

use gof::power::critical_value;
use gof::tail::binomial;

/// The exact chance that the statistic of two cells exceeds the chi-square point of `alpha`, over `alpha`.
fn inflation(statistic: impl Fn(f64, f64) -> f64, expected: f64, items: u64, alpha: f64) -> f64 {
    let critical = critical_value(1, alpha).unwrap();
    let n = items as f64;
    let exceeds = |count: u64| {
        let observed = count as f64;
        statistic(observed, expected) + statistic(n - observed, n - expected) >= critical
    };
    let chance = expected / n;
    let (below, above) = (expected as u64, expected as u64 + 1);
    // Both statistics grow with the distance from the expectation, so what exceeds is a tail on either side.
    let low = (0..=below).rev().find(|&k| exceeds(k)).map_or(0.0, |k| binomial::at_most(k, items, chance).value());
    let high = (above..=items).find(|&k| exceeds(k)).map_or(0.0, |k| binomial::at_least(k, items, chance).value());
    (low + high) / alpha
}

fn pearson(observed: f64, expected: f64) -> f64 {
    (observed - expected).powi(2) / expected
}

fn likelihood_ratio(observed: f64, expected: f64) -> f64 {
    if observed > 0.0 { 2.0 * observed * (observed / expected).ln() } else { 0.0 }
}

#[test]
fn an_expectation_of_five_is_enough_for_one_in_a_hundred() {
    for items in [100, 1000, 100_000] {
        for statistic in [pearson, likelihood_ratio] {
            let times = inflation(statistic, 5.0, items, 0.01);
            assert!((0.5..2.0).contains(&times), "{items} items: {times}");
        }
    }
}

#[test]
fn an_expectation_of_five_gives_hundreds_of_times_the_false_alarms_of_one_in_a_billion() {
    for items in [100, 1000, 100_000] {
        let times = inflation(pearson, 5.0, items, 1e-9);
        assert!(times > 300.0, "{items} items: {times}");
    }
}

#[test]
fn an_expectation_of_fifty_gives_more_than_ten_times_and_of_five_hundred_about_twice() {
    for (expected, range) in [(50.0, 10.0..25.0), (500.0, 1.0..3.0)] {
        let times = inflation(pearson, expected, expected as u64 * 200, 1e-9);
        assert!(range.contains(&times), "{expected}: {times}");
    }
}

#[test]
fn the_likelihood_ratio_stays_within_a_factor_of_two_and_a_bit() {
    for expected in [5.0, 50.0, 500.0] {
        for items in [20, 200, 20_000] {
            for alpha in [0.01, 1e-3, 1e-6, 1e-9] {
                let times = inflation(likelihood_ratio, expected, expected as u64 * items, alpha);
                assert!(times < 2.2, "{expected} of {items}: {times} at {alpha}");
            }
        }
    }
}
