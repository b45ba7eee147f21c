//! How far the chi-square limit can be trusted far out: exact false alarms of Pearson's statistic with a rare cell.

use gof::power::critical_value;
use gof::tail::binomial;

/// The exact chance that the statistic of two cells exceeds the chi-square point of `alpha`, over `alpha`.
fn inflation(expected: f64, items: u64, alpha: f64) -> f64 {
    let critical = critical_value(1, alpha).unwrap();
    let n = items as f64;
    let part = |observed: f64, expected: f64| (observed - expected).powi(2) / expected;
    let exceeds = |count: u64| {
        part(count as f64, expected) + part(n - count as f64, n - expected) >= critical
    };
    let chance = expected / n;
    let (below, above) = (expected as u64, expected as u64 + 1);
    // The statistic grows with the distance from the expectation, so what exceeds is a tail on either side.
    let low = (0..=below)
        .rev()
        .find(|&k| exceeds(k))
        .map_or(0.0, |k| binomial::at_most(k, items, chance).value());
    let high = (above..=items)
        .find(|&k| exceeds(k))
        .map_or(0.0, |k| binomial::at_least(k, items, chance).value());
    (low + high) / alpha
}

#[test]
fn an_expectation_of_five_is_enough_for_one_in_a_hundred_and_far_from_it_for_one_in_a_billion() {
    for items in [100, 1000, 100_000] {
        assert!(
            (0.5..2.0).contains(&inflation(5.0, items, 0.01)),
            "{items} items"
        );
        assert!(inflation(5.0, items, 1e-9) > 300.0, "{items} items");
    }
}

#[test]
fn an_expectation_of_fifty_gives_more_than_ten_times_and_of_five_hundred_about_twice() {
    for (expected, range) in [(50.0, 10.0..25.0), (500.0, 1.0..3.0)] {
        let times = inflation(expected, expected as u64 * 200, 1e-9);
        assert!(range.contains(&times), "{expected}: {times}");
    }
}
