//! No argument makes the crate panic, and all results are permutations.

use proptest::collection::vec;
use proptest::prelude::*;
use roguelab_generators::bounding::Modulo;
use roguelab_generators::draw::{Dice, RngWords};
use roguelab_generators::pcg32::Pcg32;
use roguelab_permute::Error;
use roguelab_permute::draws::{draws_of, permutation_of};
use roguelab_permute::listless::ListlessIn;

fn dice(seed: u64) -> Dice<RngWords<Pcg32>, Modulo> {
    Dice::new(RngWords(Pcg32::srandom(seed, 54)))
}

fn is_permutation(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..numbers.len() as u32)
}

/// Numbers, lists of which are now and then permutations or draws.
fn numbers() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![vec(0u32..4, 0..5), vec(any::<u32>(), 0..40), shuffled()]
}

fn shuffled() -> impl Strategy<Value = Vec<u32>> {
    (0u32..40).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle())
}

proptest! {
    #[test]
    fn the_first_numbers_are_those_of_the_whole(seed: u64, n: u32, count in 0u32..50) {
        let mut storage = [0; 50];
        let first: Vec<u32> = ListlessIn::first(count, n, &mut storage, dice(seed)).unwrap().collect();
        let mut storage = [0; 50];
        let more: Vec<u32> = ListlessIn::first(50, n, &mut storage, dice(seed)).unwrap().collect();
        prop_assert_eq!(first.len() as u32, count.min(n));
        prop_assert_eq!(&first[..], &more[..first.len()]);
        let mut sorted = more;
        sorted.sort_unstable();
        prop_assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]) && sorted.last().is_none_or(|&last| last < n));
    }

    #[test]
    fn storage_is_refused_exactly_where_it_is_too_short(n: u32, count: u32, places in 0usize..60) {
        let mut storage = vec![0; places];
        let needed = count.min(n);
        let refused = ListlessIn::first(count, n, &mut storage, dice(1)).err();
        let expected = (needed as usize > places).then_some(Error::StorageTooShort(needed, places));
        prop_assert_eq!(refused, expected);
    }

    #[test]
    fn permutations_exist_exactly_for_draws(list in numbers()) {
        let are_draws = list.iter().rev().zip(1..).all(|(&draw, bound)| draw < bound);
        prop_assert_eq!(permutation_of(list.clone()).is_ok(), are_draws);
        if let Ok(permutation) = permutation_of(list.clone()) {
            prop_assert!(is_permutation(&permutation));
            prop_assert_eq!(draws_of(permutation), Ok(list));
        }
    }
}
