//! The exact multinomial test against its own definition: the whole null distribution of its p-values, and other methods.

use gof::multinomial::{Statistic, exact, monte_carlo};
use gof::tail::binomial;
use gof::{Cells, Error, Sides};

/// Every vector of `cells` counts with this sum.
fn vectors(items: u64, cells: usize) -> Vec<Vec<u64>> {
    if cells == 1 {
        return vec![vec![items]];
    }
    let with_first =
        |first: u64| vectors(items - first, cells - 1).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=items).flat_map(with_first).collect()
}

/// The multinomial probability, by a product of binomial coefficients.
fn chance(counts: &[u64], probabilities: &[f64]) -> f64 {
    let (mut chance, mut taken) = (1.0, 0);
    for (&count, &p) in counts.iter().zip(probabilities) {
        for i in 1..=count {
            taken += 1;
            chance *= p * f64::from(taken) / i as f64;
        }
    }
    chance
}

/// (p-value, chance) of every outcome, by ascending p-value.
fn null_distribution(items: u64, weights: &[u64], statistic: Statistic, sides: Sides) -> Vec<(f64, f64)> {
    let null = Cells::from_weights(weights).unwrap();
    let outcome = |counts: Vec<u64>| {
        let p = exact("null", &counts, &null, statistic).unwrap().p.of(sides).value();
        (p, chance(&counts, null.probabilities()))
    };
    let mut outcomes: Vec<(f64, f64)> = vectors(items, weights.len()).into_iter().map(outcome).collect();
    outcomes.sort_by(|a, b| a.0.total_cmp(&b.0));
    outcomes
}

const NULLS: [(u64, &[u64]); 6] =
    [(10, &[1, 1]), (9, &[5, 1]), (8, &[1, 1, 1]), (12, &[3, 2, 1]), (7, &[4, 3, 2, 1]), (6, &[1, 1, 1, 1, 1])];

#[test]
fn each_tail_has_its_level_exactly() {
    for (items, weights) in NULLS {
        for statistic in [Statistic::Probability, Statistic::ChiSquare] {
            for sides in [Sides::Upper, Sides::Lower] {
                let outcomes = null_distribution(items, weights, statistic, sides);
                let mut below = 0.0;
                for (i, (p, chance)) in outcomes.iter().enumerate() {
                    below += chance;
                    // At the last outcome of a p-value the chance of one that small is the p-value itself.
                    if outcomes.get(i + 1).is_none_or(|next| next.0 > p + 1e-12) {
                        assert!((below - p).abs() < 1e-12, "{weights:?} {statistic:?} {sides:?}: {below} at {p}");
                    }
                }
                assert!((below - 1.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn both_sides_together_keep_the_level() {
    for (items, weights) in NULLS {
        for statistic in [Statistic::Probability, Statistic::ChiSquare] {
            let mut below = 0.0;
            for (p, chance) in null_distribution(items, weights, statistic, Sides::Both) {
                below += chance;
                assert!(p > 1.0 - 1e-12 || below <= p + 1e-12, "{weights:?} {statistic:?}: {below} at {p}");
            }
        }
    }
}

#[test]
fn randomized_values_are_uniform() {
    for (items, weights) in NULLS {
        let null = Cells::from_weights(weights).unwrap();
        // The expectation of a uniform value is 1/2, and it is below 1/4 a quarter of the time.
        let (mut mean, mut quarter) = (0.0, 0.0);
        for counts in vectors(items, weights.len()) {
            let p = exact("null", &counts, &null, Statistic::Probability).unwrap().p;
            let chance = chance(&counts, null.probabilities());
            let (low, high) = (p.randomized(1.0), p.randomized(0.0));
            mean += chance * f64::midpoint(low, high);
            quarter += chance * ((0.25 - low) / (high - low)).clamp(0.0, 1.0);
        }
        assert!((mean - 0.5).abs() < 1e-12 && (quarter - 0.25).abs() < 1e-12, "{weights:?}: {mean} {quarter}");
    }
}

#[test]
fn counts_in_another_order_are_tied() {
    let null = Cells::uniform(6).unwrap();
    for statistic in [Statistic::Probability, Statistic::ChiSquare] {
        let p = |counts: &[u64]| exact("six", counts, &null, statistic).unwrap().p;
        for counts in [[7, 3, 2, 1, 0, 0], [5, 4, 1, 2, 0, 1]] {
            let mut turned = counts;
            for _ in 0..5 {
                turned.rotate_left(1);
                assert_eq!(p(&turned), p(&counts), "{turned:?} {statistic:?}");
            }
        }
    }
}

#[test]
fn two_equal_cells_are_the_two_sided_binomial_test() {
    let null = Cells::uniform(2).unwrap();
    for heads in 0..=40 {
        let p = exact("coin", &[heads, 40 - heads], &null, Statistic::Probability).unwrap().p.upper().value();
        let expected = binomial::both(heads, 40, 0.5).two_sided().value();
        assert!((p / expected - 1.0).abs() < 1e-12, "{heads}: {p} {expected}");
    }
}

#[test]
fn an_impossible_item_refutes_and_an_impossible_cell_changes_nothing() {
    let null = Cells::from_weights(&[1, 0, 2]).unwrap();
    let without = Cells::from_weights(&[1, 2]).unwrap();
    for statistic in [Statistic::Probability, Statistic::ChiSquare] {
        assert!(exact("zero", &[3, 1, 3], &null, statistic).unwrap().p.upper().value() <= 0.0);
        assert!(monte_carlo("zero", &[3, 1, 3], &null, statistic, 9, 1).unwrap().outcome.p.upper().value() <= 0.0);
        let p = exact("zero", &[3, 0, 3], &null, statistic).unwrap().p;
        assert_eq!(p, exact("zero", &[3, 3], &without, statistic).unwrap().p);
    }
}

#[test]
fn monte_carlo_comes_near_the_exact_tails() {
    let null = Cells::from_weights(&[4, 3, 2, 1]).unwrap();
    for (seed, counts) in [[5, 7, 4, 4], [12, 4, 3, 1], [8, 6, 4, 2], [3, 4, 6, 7]].iter().enumerate() {
        for statistic in [Statistic::Probability, Statistic::ChiSquare] {
            let truth = exact("four", counts, &null, statistic).unwrap();
            let near = monte_carlo("four", counts, &null, statistic, 20_000, seed as u64).unwrap();
            // Five standard errors of the true tail: one in a million.
            for side in [Sides::Lower, Sides::Upper] {
                let (p, q) = (truth.p.of(side).value(), near.outcome.p.of(side).value());
                assert!((p - q).abs() < 5.0 * (p * (1.0 - p) / 20_000.0).sqrt() + 1e-4, "{counts:?}: {p} {q}");
            }
            let q = near.outcome.p.upper().value();
            assert!((near.standard_error - (q * (1.0 - q) / 20_001.0).sqrt()).abs() < 1e-15);
            assert!((near.outcome.statistic - truth.statistic).abs() < 1e-12);
        }
    }
}

#[test]
fn monte_carlo_is_never_zero_and_repeats_itself() {
    let null = Cells::uniform(4).unwrap();
    let far = |seed| monte_carlo("far", &[90, 0, 0, 0], &null, Statistic::ChiSquare, 99, seed).unwrap();
    assert!((far(1).outcome.p.upper().value() - 0.01).abs() < 1e-15);
    let middle = |seed| monte_carlo("mid", &[11, 9, 14, 6], &null, Statistic::Probability, 999, seed).unwrap();
    assert_eq!(middle(1), middle(1));
    assert_ne!(middle(1), middle(2));
}

#[test]
fn too_much_and_too_little_are_refused() {
    let null = Cells::uniform(50).unwrap();
    let refused = exact("large", &[10; 50], &null, Statistic::Probability);
    assert!(matches!(refused, Err(Error::TooLarge { .. })), "{refused:?}");
    let refused = monte_carlo("long", &[10; 50], &null, Statistic::Probability, u64::MAX, 0);
    assert!(matches!(refused, Err(Error::TooLarge { .. })), "{refused:?}");
    assert!(matches!(exact("none", &[0; 50], &null, Statistic::Probability), Err(Error::NothingToTest(_))));
    let refused = monte_carlo("none", &[1; 50], &null, Statistic::Probability, 0, 0);
    assert!(matches!(refused, Err(Error::NothingToTest(_))));
    assert!(matches!(exact("short", &[1; 49], &null, Statistic::Probability), Err(Error::DifferentLengths { .. })));
}
