//! Characters compared with walks over all permutations, exploration and closed forms.

use num_traits::Signed;

use super::*;
use crate::rational::{decimal, ratio};

fn walk(n: usize) -> RandomTranspositions {
    RandomTranspositions::new(n).unwrap()
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

#[test]
fn the_characters_equal_counts_over_all_permutations() {
    for n in 1..=6 {
        let walk = walk(n);
        let all: u64 = (1..=n as u64).product();
        assert_eq!(walk.steps().take(6).count(), 6, "the steps have no end");
        for (swaps, after) in walk.steps().take(6).enumerate() {
            let (counted, draws) = (counted(n, swaps), (n as u64).pow(2 * swaps as u32));
            let (mut sum, mut least) = (
                BigRational::zero(),
                if (counted.len() as u64) < all {
                    0
                } else {
                    u64::MAX
                },
            );
            for (permutation, &ways) in &counted {
                let cycles = Partition::cycle_type(permutation).unwrap();
                let at = walk
                    .types
                    .iter()
                    .position(|other| *other == cycles)
                    .unwrap();
                assert_eq!(after.probability(at), ratio(ways, draws));
                sum += (ratio(ways, draws) - ratio(1, all)).abs();
                least = least.min(ways);
            }
            sum += ratio(all - counted.len() as u64, all);
            assert_eq!(
                after.total_variation(),
                sum / ratio(2, 1),
                "n = {n}, {swaps} swaps"
            );
            assert_eq!(
                after.separation(),
                BigRational::one() - ratio(least * all, draws)
            );
        }
    }
}

#[test]
fn expected_fixed_points_follow_the_closed_form_and_a_jump_lands_where_the_steps_do() {
    // A thing stays with probability 1/n + (1 - 1/n) (1 - 2/n)^k, see crate::chain; n of those are expected.
    for n in [1, 2, 3, 7, 14, 20_i64] {
        let walk = walk(n as usize);
        for (swaps, after) in walk.steps().take(12).enumerate() {
            let expected = BigRational::one() + ratio(n - 1, 1) * ratio(n - 2, n).pow(swaps as i32);
            assert_eq!(
                after.expected_fixed_points(),
                expected,
                "n = {n}, {swaps} swaps"
            );
            let jumped = walk.after(swaps as u32);
            assert_eq!(
                (jumped.excess, jumped.denominator),
                (after.excess, after.denominator)
            );
        }
    }
}

/// Computed in Python's fractions by the same formula, independently of this crate.
#[test]
fn the_distances_of_mix_colors_are_the_known_ones() {
    let colours = walk(14);
    for (swaps, expected) in [
        (16, "0.3801270524944363496044497351948539"),
        (33, "0.0302972973200317360615707599717482"),
        (50, "0.0022302441498148727526470105678641"),
    ] {
        assert_eq!(
            decimal(&colours.after(swaps).total_variation(), 34),
            expected
        );
    }
}

#[test]
fn rencontres_numbers_are_the_published_ones() {
    // OEIS A008290, rows 1, 4 and 5.
    for (n, row) in [
        (1, &[0_u32, 1][..]),
        (4, &[9, 8, 6, 0, 1]),
        (5, &[44, 45, 20, 10, 0, 1]),
    ] {
        let expected: Vec<BigUint> = row.iter().map(|&count| count.into()).collect();
        assert_eq!(uniform_fixed_points(n).unwrap().numerators(), expected);
    }
    assert!(uniform_fixed_points(14).unwrap().mean().is_one());
    assert_eq!(uniform_fixed_points(0).unwrap_err(), Error::NoOutcomes);
}
