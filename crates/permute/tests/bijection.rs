//! Each tuple of draws gives a different permutation: proved for every length up to nine by running all tuples.

use roguelab_generators::draw::Tape;
use roguelab_permute::draws::{draws_of, permutation_of};
use roguelab_permute::fisher_yates::fisher_yates;
use roguelab_permute::listless::Listless;
use roguelab_permute::rank::{permutations, rank};
use roguelab_permute::unrolled::{three, two};

/// The ranks that have occurred so far.
struct Seen {
    bits: Vec<u64>,
    left: usize,
}

impl Seen {
    fn new(length: usize) -> Self {
        let left = usize::try_from(permutations(length).unwrap()).unwrap();
        Self {
            bits: vec![0; left.div_ceil(64)],
            left,
        }
    }

    /// Marks a permutation; returns whether it is valid and occurs for the first time.
    fn first_time(&mut self, permutation: &[u32]) -> bool {
        let Ok(place) = rank(permutation) else {
            return false;
        };
        let (word, bit) = ((place / 64) as usize, 1 << (place % 64));
        let first = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        self.left -= usize::from(first);
        first
    }
}

/// Every tuple of `N` draws below `N`, `N - 1`, ..., 1.
fn for_each_tuple<const N: usize>(mut run: impl FnMut([u32; N])) {
    for tuple in 0..permutations(N).unwrap() {
        let mut rest = tuple;
        run(core::array::from_fn(|at| {
            let bound = (N - at) as u128;
            let draw = rest % bound;
            rest /= bound;
            draw as u32
        }));
    }
}

fn every_tuple_is_another_permutation<const N: usize>() {
    let mut seen = Seen::new(N);
    for_each_tuple::<N>(|draws| {
        let mut listless = Listless::<N, _>::new(Tape::new(&draws));
        let permutation: [u32; N] = core::array::from_fn(|_| listless.next().unwrap());
        assert!(
            seen.first_time(&permutation),
            "{draws:?} give {permutation:?}"
        );
        assert_eq!(permutation_of(draws), Ok(permutation));
        assert_eq!(draws_of(permutation), Ok(draws));
    });
    assert_eq!(seen.left, 0, "permutations of {N} that no draws give");
}

#[test]
fn all_draws_of_up_to_nine_numbers_are_all_permutations() {
    every_tuple_is_another_permutation::<0>();
    every_tuple_is_another_permutation::<1>();
    every_tuple_is_another_permutation::<2>();
    every_tuple_is_another_permutation::<3>();
    every_tuple_is_another_permutation::<4>();
    every_tuple_is_another_permutation::<5>();
    every_tuple_is_another_permutation::<6>();
    every_tuple_is_another_permutation::<7>();
    every_tuple_is_another_permutation::<8>();
    every_tuple_is_another_permutation::<9>();
}

#[test]
fn two_and_three_numbers_need_no_last_draw() {
    for_each_tuple::<2>(|draws| {
        assert_eq!(permutation_of(draws), Ok(two(&mut Tape::new(&draws[..1]))));
    });
    for_each_tuple::<3>(|draws| {
        assert_eq!(
            permutation_of(draws),
            Ok(three(&mut Tape::new(&draws[..2])))
        );
    });
}

#[test]
fn all_draws_of_a_fisher_yates_shuffle_are_all_permutations() {
    let mut seen = Seen::new(7);
    for_each_tuple::<7>(|draws| {
        let mut items = [0, 1, 2, 3, 4, 5, 6];
        fisher_yates(&mut items, &mut Tape::new(&draws)).unwrap();
        assert!(seen.first_time(&items), "{draws:?} give {items:?}");
    });
    assert_eq!(seen.left, 0);
}

/// The check can fail: the equations without their `+ 1` are not a bijection.
#[test]
fn draws_without_the_plus_one_repeat_permutations_or_give_none() {
    let mut seen = Seen::new(4);
    let mut refused = 0;
    for_each_tuple::<4>(|[r1, r2, r3, _]| {
        let (second, third) = ((r1 + r2) % 4, (r1 + (r2 + r3) % 3) % 4);
        let fourth = 6u32.wrapping_sub(r1 + second + third);
        refused += usize::from(!seen.first_time(&[r1, second, third, fourth]));
    });
    assert!(refused > 0);
    assert_eq!(seen.left, refused);
}
