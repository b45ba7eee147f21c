use super::*;
use std::collections::BTreeMap;

/// The exact law of the statistic, in ascending order: values in units of `1e-7`, and their chances. It is computed from
/// Poisson counts, cell after cell, by their sum and the statistic.
fn law(items: usize, weights: &[u32]) -> Vec<(f64, f64)> {
    let total: u32 = weights.iter().sum();
    let mut open = vec![BTreeMap::from([(0_u64, 1.0)])];
    open.resize(items + 1, BTreeMap::new());
    for weight in weights {
        let e = items as f64 * f64::from(*weight) / f64::from(total);
        let mut next = vec![BTreeMap::new(); items + 1];
        for count in 0..=items {
            let chance = ln_poisson(count as f64, e).exp();
            let more = ((count as f64 - e).powi(2) / e * 1e7).round() as u64;
            for (sum, row) in open[..=items - count].iter().enumerate() {
                for (value, before) in row {
                    *next[sum + count].entry(value + more).or_insert(0.0) += before * chance;
                }
            }
        }
        open = next;
    }
    let of_total = ln_poisson(items as f64, items as f64).exp();
    // Values that differ by rounding are one value.
    let mut law: Vec<(f64, f64)> = Vec::new();
    for (value, chance) in &open[items] {
        let (value, chance) = (*value as f64 / 1e7, chance / of_total);
        match law.last_mut() {
            Some(last) if value - last.0 < 1e-5 => last.1 += chance,
            _ => law.push((value, chance)),
        }
    }
    law
}

/// The greatest factors by which the tails of an exact law are too small and too large, and those of the limit too small, for
/// tails from 0.05 to 1e-9.
fn errors(side: Side, items: usize, weights: &[u32]) -> [f64; 3] {
    let mut law = law(items, weights);
    let total: u32 = weights.iter().sum();
    let mut expected: Vec<f64> = weights
        .iter()
        .map(|weight| items as f64 * f64::from(*weight) / f64::from(total))
        .collect();
    expected.sort_by(f64::total_cmp);
    if side == Side::Upper {
        law.reverse();
    }
    let (mut sum, mut seen, mut factors) = (0.0, 0.0, [1.0; 3]);
    for (value, chance) in law {
        sum += chance;
        // Twenty per decade are enough. No statistic is below zero, whose chance is that of the counts.
        if !(1e-9..0.05).contains(&sum) || sum < 1.12 * seen || value <= 0.0 {
            continue;
        }
        seen = sum;
        let limit = side
            .of(chi_square::both(value, weights.len() as u64 - 1))
            .value();
        let found = tail_by_expectations(side, value, items as f64, &expected)
            .value()
            .max(limit);
        let now = [sum / found, found / sum, sum / limit];
        factors
            .iter_mut()
            .zip(now)
            .for_each(|(factor, now)| *factor = f64::max(*factor, now));
    }
    factors
}

#[test]
#[ignore = "slow: run in CI"]
fn tails_of_few_items_are_at_most_a_tenth_too_small_where_the_limit_is_far_off() {
    for (side, items, weights, off) in [
        (Side::Upper, 35, &[1; 7][..], 100.0),
        (Side::Lower, 35, &[1; 7], 2.0),
        (Side::Upper, 25, &[1; 5], 20.0),
        (Side::Upper, 60, &[1; 12], 100.0),
        (Side::Lower, 60, &[1; 12], 4.0),
        (Side::Upper, 60, &[4, 4, 1, 1, 1, 1], 1000.0),
        (Side::Lower, 60, &[4, 4, 1, 1, 1, 1], 1.5),
    ] {
        let [small, large, limit] = errors(side, items, weights);
        println!("{side:?} {items} {weights:?}: {small} {large} {limit}");
        assert!(
            small < 1.1 && large < 1.6,
            "{side:?} {items} {weights:?}: {small}, {large}"
        );
        assert!(
            limit > off,
            "{side:?} {items} {weights:?}: the limit is {limit} times too small"
        );
    }
}

/// The exact chance over alpha at the limit's point of alpha, as in [`crate::limit`]; for the last three, by the convolution on
/// 8192 points.
#[rustfmt::skip]
const LARGE: [(u32, u32, f64, f64); 8] = [
    (10, 500, 3e-5, 1.11), (24, 480, 3e-5, 1.21), (24, 1200, 1e-7, 1.32), (120, 2400, 1e-7, 1.25),
    (720, 3600, 1e-7, 1.34), (24, 120, 1e-9, 27.0), (256, 1280, 1e-9, 2.4), (720, 3600, 1e-9, 1.66),
];

#[test]
fn tails_of_many_cells_are_those_of_a_second_method() {
    for (cells, items, alpha, truth) in LARGE {
        let limit = Tail::new(alpha);
        let statistic = crate::power::critical_value(cells - 1, alpha).unwrap();
        let pools = vec![(0, f64::from(items) / f64::from(cells)); cells as usize];
        let found =
            tail(Side::Upper, limit, statistic, items.into(), &pools).value() / alpha / truth;
        assert!(
            (0.95..1.4).contains(&found),
            "{cells} cells, {items}, {alpha}: {found} of the tail"
        );
    }
}

#[test]
fn the_two_methods_meet() {
    let expected = [5.0; CELLS];
    for statistic in [320.0, 360.0, 400.0] {
        let few = convolve_tail(Side::Upper, statistic, 5.0 * CELLS as f64, &expected);
        let many = four_cumulants(Side::Upper, statistic, 5.0 * CELLS as f64, &expected)
            .0
            .value();
        assert!(
            (0.9..1.5).contains(&(few / many)),
            "{statistic}: {few:e} {many:e}"
        );
    }
}

#[test]
fn large_expectations_and_common_values_cost_nothing() {
    for (p, e) in [(0.2, 5.0), (1e-3, 1e6), (1e-9, 1e6)] {
        let limit = Tail::new(p);
        assert_eq!(tail(Side::Upper, limit, 1e9, 1 << 20, &[(0, e); 12]), limit);
    }
}

#[test]
fn a_lower_tail_is_the_limit_where_there_are_many_vectors_of_counts() {
    let limit = Tail::new(0.045);
    let is_limit = |side, e: f64| tail(side, limit, 3.0, 3 * e as u64, &[(0, e); 3]) == limit;
    assert!(is_limit(Side::Lower, 1e4) && !is_limit(Side::Lower, 3e3));
    assert!(is_limit(Side::Upper, 3e3));
}
