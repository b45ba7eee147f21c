//! No argument makes the crate panic, and all results are permutations.

use generators::bounding::{Bounding, Modulo, Threshold};
use generators::draw::{Dice, RngWords};
use generators::pcg32::Pcg32;
use permute::Error;
use permute::draws::{draws_of, permutation_of};
use permute::listless::{Listless, ListlessIn};
use permute::rank::{rank, unrank};
use proptest::collection::vec;
use proptest::prelude::*;

fn dice<B: Bounding>(seed: u64) -> Dice<RngWords<Pcg32>, B> {
    Dice::new(RngWords(Pcg32::srandom(seed, 54)))
}

fn is_permutation(numbers: &[u32]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..numbers.len() as u32)
}

/// Numbers of which lists are now and then permutations or draws.
fn numbers() -> impl Strategy<Value = Vec<u32>> {
    prop_oneof![vec(0u32..4, 0..5), vec(any::<u32>(), 0..40), shuffled()]
}

fn shuffled() -> impl Strategy<Value = Vec<u32>> {
    (0u32..40).prop_flat_map(|n| Just((0..n).collect::<Vec<_>>()).prop_shuffle())
}

proptest! {
    #[test]
    fn the_same_draws_give_the_same_numbers_everywhere(seed: u64) {
        let listless: Vec<u32> = Listless::<34, _>::new(dice::<Threshold>(seed)).collect();
        let mut storage = [0; 34];
        let mut kept = ListlessIn::new(34, &mut storage, dice::<Threshold>(seed)).unwrap();
        prop_assert!(kept.by_ref().eq(listless.iter().copied()));
        prop_assert_eq!(permutation_of(kept.draws().to_vec()), Ok(listless.clone()));
        prop_assert_eq!(draws_of(listless), Ok(storage.to_vec()));
    }

    #[test]
    fn the_first_numbers_are_those_of_the_whole(seed: u64, n: u32, count in 0u32..50) {
        let mut storage = [0; 50];
        let first: Vec<u32> = ListlessIn::first(count, n, &mut storage, dice::<Modulo>(seed)).unwrap().collect();
        let mut storage = [0; 50];
        let more: Vec<u32> = ListlessIn::first(50, n, &mut storage, dice::<Modulo>(seed)).unwrap().collect();
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
        let refused = ListlessIn::first(count, n, &mut storage, dice::<Modulo>(1)).err();
        let expected = (needed as usize > places).then_some(Error::StorageTooShort(needed, places));
        prop_assert_eq!(refused, expected);
    }

    #[test]
    fn draws_and_ranks_exist_exactly_for_permutations(list in numbers()) {
        prop_assert_eq!(draws_of(list.clone()).is_ok(), is_permutation(&list));
        prop_assert_eq!(rank(&list).is_ok(), is_permutation(&list) && list.len() <= 34);
        let mut kept = list.clone();
        if draws_of(&mut kept).is_err() {
            prop_assert_eq!(&kept, &list);
        }
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

    #[test]
    fn a_permutation_is_the_one_of_its_rank(list in shuffled()) {
        if let Ok(place) = rank(&list) {
            prop_assert_eq!(unrank(place, vec![9; list.len()]), Ok(list));
        }
    }
}
