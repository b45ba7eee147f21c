//! Characters against walks over all permutations, the chain on cycle types, exploration and closed forms.

use generators::draw::Draw;

use super::*;
use crate::cycle_types::TranspositionWalk;
use crate::explore::{Limits, Rule, explore};
use crate::rational::decimal;
use std::num::NonZeroU32;

fn walk(n: usize) -> RandomTranspositions {
    RandomTranspositions::new(n).unwrap()
}

fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// How many of the `n^(2 * swaps)` draws make each permutation, swap by swap.
fn counted(n: usize, swaps: usize) -> BTreeMap<Vec<usize>, u64> {
    let mut now = BTreeMap::from([((0..n).collect::<Vec<_>>(), 1)]);
    for _ in 0..swaps {
        let mut next = BTreeMap::new();
        for (permutation, ways) in now {
            for (j, k) in (0..n).flat_map(|j| (0..n).map(move |k| (j, k))) {
                let mut swapped = permutation.clone();
                swapped.swap(j, k);
                *next.entry(swapped).or_default() += ways;
            }
        }
        now = next;
    }
    now
}

/// One outcome for each of all permutations, those that do not come included.
fn listed(n: usize, swaps: usize) -> Outcomes {
    let counted = counted(n, swaps);
    let missing = factorial(n) - counted.len();
    let came = counted.into_values().map(|ways| Class { outcomes: BigUint::one(), weight: ways.into() });
    Outcomes::new(came.chain([Class { outcomes: missing, weight: BigUint::zero() }]).collect()).unwrap()
}

#[test]
fn probabilities_equal_counts_over_all_permutations() {
    for n in 1..=6 {
        let walk = walk(n);
        for (swaps, after) in walk.steps().take(6).enumerate() {
            let classes = after.permutations();
            let mut seen = BigUint::zero();
            for (permutation, ways) in counted(n, swaps) {
                let cycles = Partition::cycle_type(&permutation).unwrap();
                let class = &classes.classes()[walk.types().iter().position(|other| *other == cycles).unwrap()];
                let draws = BigUint::from(n).pow(2 * swaps as u32);
                assert_eq!(ratio(class.weight.clone(), classes.total().clone()), ratio(ways.into(), draws));
                seen += ways;
            }
            assert_eq!(seen, BigUint::from(n).pow(2 * swaps as u32));
            let listed = listed(n, swaps);
            assert_eq!(after.total_variation(), listed.total_variation(), "n = {n}, {swaps} swaps");
            assert_eq!(after.separation(), listed.separation(), "n = {n}, {swaps} swaps");
            assert_eq!(classes.total_variation(), listed.total_variation());
        }
    }
}

#[test]
fn every_step_to_forty_equals_the_chain_on_cycle_types() {
    let (characters, chain) = (walk(14), TranspositionWalk::new(14).unwrap());
    let curve = chain.total_variation_curve(40);
    for (swaps, after) in characters.steps().take(41).enumerate() {
        assert_eq!(after.total_variation(), curve[swaps], "{swaps} swaps");
    }
    for swaps in [0, 1, 13, 14, 33] {
        let (by_characters, by_chain) = (characters.after(swaps), chain.after(swaps as usize));
        assert_eq!(by_characters.separation(), by_chain.separation());
        assert_eq!(by_characters.fixed_points().probabilities(), by_chain.fixed_points().probabilities());
        let types = by_characters.permutations().distribution();
        assert_eq!(types.probabilities(), by_chain.distribution().probabilities());
    }
}

#[test]
fn the_shipped_loop_explored_gives_the_same_probabilities() {
    // mix_colors: two draws, one swap, again and again.
    let (n, swaps) = (4_usize, 3_u32);
    let bound = NonZeroU32::new(n as u32).unwrap();
    let mixed = explore(&Rule::ideal(), &Limits::default(), |draws| {
        let mut places: Vec<usize> = (0..n).collect();
        for _ in 0..swaps {
            let (j, k) = (draws.draw(bound) as usize, draws.draw(bound) as usize);
            places.swap(j, k);
        }
        places
    })
    .unwrap();
    let walk = walk(n);
    let after = walk.after(swaps);
    assert_eq!(mixed.variation_from_uniform(24).unwrap(), after.total_variation());
    let fixed = |places: &[usize]| places.iter().enumerate().filter(|(place, thing)| place == *thing).count();
    for count in 0..=n {
        let explored = mixed.probability_where(|places| fixed(places) == count);
        assert_eq!(explored, after.fixed_points().probability(count));
    }
}

#[test]
fn expected_fixed_points_follow_the_closed_form() {
    // A thing stays with probability 1/n + (1 - 1/n) (1 - 2/n)^k, see crate::chain; n of those are expected.
    for n in [1, 2, 3, 7, 14, 20_i64] {
        for (swaps, after) in walk(n as usize).steps().take(12).enumerate() {
            let expected = BigRational::one() + fraction(n - 1, 1) * fraction(n - 2, n).pow(swaps as i32);
            assert_eq!(after.expected_fixed_points(), expected, "n = {n}, {swaps} swaps");
        }
    }
}

#[test]
fn a_jump_lands_where_the_steps_do() {
    for n in [1, 2, 5, 14] {
        let walk = walk(n);
        for (swaps, after) in walk.steps().enumerate().step_by(7).take(4) {
            let jumped = walk.after(swaps as u32);
            assert_eq!((jumped.excess, jumped.denominator), (after.excess, after.denominator));
        }
    }
}

#[test]
fn eigenvalues_fall_from_one_to_that_of_the_sign() {
    let eigenvalues = walk(14).eigenvalues();
    assert_eq!((eigenvalues[0].clone(), eigenvalues[1].clone()), (BigRational::one(), fraction(12, 14)));
    assert_eq!(*eigenvalues.last().unwrap(), fraction(2 - 14, 14));
    assert!(eigenvalues.is_sorted_by(|a, b| a > b));
    assert_eq!(walk(1).eigenvalues(), [BigRational::one()]);
}

/// Computed in Python's fractions by the same formula, apart from this crate.
#[test]
fn the_distances_of_mix_colors_are_the_known_ones() {
    let colours = walk(14);
    for (swaps, expected) in [
        (16, "0.3801270524944363496044497351948539"),
        (33, "0.0302972973200317360615707599717482"),
        (50, "0.0022302441498148727526470105678641"),
    ] {
        assert_eq!(decimal(&colours.after(swaps).total_variation(), 34), expected);
    }
}

#[test]
fn one_swap_fewer_is_not_enough() {
    let colours = walk(14);
    for (distance, swaps) in [(fraction(1, 1000), 56), (fraction(1, 1_000_000), 101)] {
        assert_eq!(colours.swaps_within(&distance), Some(swaps));
        assert!(colours.after(swaps as u32).total_variation() <= distance);
        assert!(colours.after(swaps as u32 - 1).total_variation() > distance);
    }
    assert_eq!(colours.swaps_within(&fraction(1, 1)), Some(0));
    assert_eq!(colours.swaps_within(&fraction(0, 1)), None);
    assert_eq!((walk(2).swaps_within(&fraction(0, 1)), walk(1).swaps_within(&fraction(0, 1))), (Some(1), Some(0)));
    assert_eq!(walk(1).swaps_within(&fraction(-1, 2)), None);
}

#[test]
fn probabilities_sum_to_one_at_twenty_things_too() {
    let walk = walk(20);
    let after = walk.after(60);
    let sum: BigInt =
        after.excess.iter().zip(&walk.sizes).map(|(excess, size)| excess * BigInt::from(size.clone())).sum();
    assert!(sum.is_zero(), "what some have more, others have less");
    assert!(after.total_variation() < after.separation());
}
