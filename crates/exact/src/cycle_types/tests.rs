//! The chain on cycle types against walks over all permutations, closed forms and published numbers.

use super::*;
use num_traits::Signed;

fn cycle_type(permutation: &[usize]) -> Partition {
    Partition::cycle_type(permutation).expect("a permutation")
}

/// How many of the `n^(2 * swaps)` walks end at each permutation that can be reached.
fn walks(n: usize, swaps: usize) -> BTreeMap<Vec<usize>, u64> {
    let mut now = BTreeMap::from([((0..n).collect::<Vec<_>>(), 1)]);
    for _ in 0..swaps {
        let mut next = BTreeMap::new();
        for (permutation, ways) in now {
            for j in 0..n {
                for k in 0..n {
                    let mut swapped = permutation.clone();
                    swapped.swap(j, k);
                    *next.entry(swapped).or_default() += ways;
                }
            }
        }
        now = next;
    }
    now
}

fn all_permutations(n: usize) -> u64 {
    (1..=n as u64).product()
}

#[test]
fn the_chain_equals_walks_over_all_permutations() {
    for n in 1..=6 {
        let walk = TranspositionWalk::new(n).unwrap();
        for swaps in 0..=5 {
            let walks = walks(n, swaps);
            let mut expected = vec![BigUint::zero(); walk.types().len()];
            let mut fixed = vec![BigUint::zero(); n + 1];
            for (permutation, &ways) in &walks {
                let cycles = cycle_type(permutation);
                expected[walk.types().iter().position(|t| *t == cycles).unwrap()] += ways;
                fixed[permutation.iter().enumerate().filter(|(place, thing)| place == *thing).count()] += ways;
            }
            let after = walk.after(swaps);
            assert_eq!(after.ways, expected, "n = {n}, {swaps} swaps");
            assert_eq!(after.fixed_points().numerators(), fixed);
        }
    }
}

#[test]
fn distances_equal_sums_over_all_permutations() {
    for n in 1..=6 {
        let walk = TranspositionWalk::new(n).unwrap();
        for swaps in 0..=5 {
            let walks = walks(n, swaps);
            let total = (n as u64).pow(2 * swaps as u32);
            let probability = |ways: u64| BigRational::new(ways.into(), total.into());
            let ideal = BigRational::new(1.into(), all_permutations(n).into());
            let unreached = all_permutations(n) - walks.len() as u64;
            let sum: BigRational = walks.values().map(|&ways| (probability(ways) - &ideal).abs()).sum();
            let sum = sum + &ideal * BigRational::from_integer(unreached.into());
            let after = walk.after(swaps);
            assert_eq!(after.total_variation(), sum / BigRational::from_integer(2.into()));
            let least = if unreached > 0 { 0 } else { *walks.values().min().unwrap() };
            assert_eq!(after.separation(), BigRational::one() - probability(least) / ideal);
        }
    }
}

#[test]
fn expected_fixed_points_follow_the_closed_form() {
    for n in [1, 2, 5, 14_i64] {
        let walk = TranspositionWalk::new(n as usize).unwrap();
        for swaps in [0, 1, 7, 33] {
            // n times the chance that one thing is where it was: 1 + (n - 1) (1 - 2/n)^k.
            let decayed = BigRational::new((n - 2).into(), n.into()).pow(swaps as i32);
            let expected = BigRational::one() + BigRational::from_integer((n - 1).into()) * decayed;
            assert_eq!(walk.after(swaps).fixed_points().mean(), expected);
        }
    }
}

#[test]
fn ways_sum_to_all_draws() {
    let walk = TranspositionWalk::new(14).unwrap();
    let after = walk.after(33);
    assert_eq!(after.ways.iter().sum::<BigUint>(), num_traits::pow(BigUint::from(14_u32), 66));
    assert_eq!(after.distribution().denominator(), &after.denominator);
}

#[test]
fn class_sizes_equal_counts_of_permutations() {
    for n in 1..=6 {
        let mut counted = BTreeMap::<Partition, u64>::new();
        // n swaps reach every permutation.
        for permutation in walks(n, n).into_keys() {
            *counted.entry(cycle_type(&permutation)).or_default() += 1;
        }
        let walk = TranspositionWalk::new(n).unwrap();
        let sizes: BTreeMap<_, _> = walk.types().iter().cloned().zip(walk.sizes().iter().cloned()).collect();
        assert_eq!(sizes, counted.into_iter().map(|(cycles, count)| (cycles, count.into())).collect());
    }
    let walk = TranspositionWalk::new(14).unwrap();
    assert_eq!(walk.types().len(), 135);
    assert_eq!(walk.sizes().iter().sum::<BigUint>(), factorial(14));
    for moves in &walk.moves {
        assert_eq!(moves.iter().map(|&(_, pairs)| pairs).sum::<u64>(), 14 * 14);
    }
}

#[test]
fn uniform_is_stationary() {
    let walk = TranspositionWalk::new(8).unwrap();
    let uniform = CycleTypes { walk: &walk, ways: walk.sizes.clone(), denominator: factorial(8) };
    assert!(uniform.total_variation().is_zero() && uniform.separation().is_zero());
    assert!(uniform.step().total_variation().is_zero());
    assert_eq!(uniform.fixed_points().numerators(), uniform_fixed_points(8).unwrap().numerators());
}

#[test]
fn rencontres_numbers_are_the_published_ones() {
    // OEIS A008290, rows 1, 4 and 5.
    for (n, row) in [(1, &[0_u32, 1][..]), (4, &[9, 8, 6, 0, 1]), (5, &[44, 45, 20, 10, 0, 1])] {
        let expected: Vec<BigUint> = row.iter().map(|&count| count.into()).collect();
        assert_eq!(uniform_fixed_points(n).unwrap().numerators(), expected);
    }
    assert!(uniform_fixed_points(14).unwrap().mean().is_one());
}

#[test]
fn the_curve_starts_far_away_and_only_falls() {
    let walk = TranspositionWalk::new(14).unwrap();
    let curve = walk.total_variation_curve(40);
    assert_eq!(curve.len(), 41);
    assert_eq!(curve[0], BigRational::one() - ratio(BigUint::one(), factorial(14)));
    assert!(curve.is_sorted_by(|earlier, later| earlier > later));
    assert_eq!(curve[33], walk.after(33).total_variation());
}

/// The same distance from the characters of the symmetric group on 14 things (Murnaghan-Nakayama rule), where a step
/// multiplies the part of each character by `1/n + (1 - 1/n) chi(transposition)/chi(identity)`: computed in Python's
/// fractions, apart from this crate.
#[test]
fn characters_give_the_same_distance() {
    let curve = TranspositionWalk::new(14).unwrap().total_variation_curve(50);
    for (swaps, expected) in [
        (16, "0.3801270524944363496044497351948539"),
        (33, "0.0302972973200317360615707599717482"),
        (50, "0.0022302441498148727526470105678641"),
    ] {
        assert_eq!(crate::rational::decimal(&curve[swaps], 34), expected);
    }
}

#[test]
fn nothing_cannot_be_permuted() {
    assert_eq!(TranspositionWalk::new(0).unwrap_err(), Error::NoOutcomes);
    assert_eq!(uniform_fixed_points(0).unwrap_err(), Error::NoOutcomes);
}
