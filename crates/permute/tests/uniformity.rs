//! The document's shuffle is sampled and judged by chi-square: all permutations of 4 to 8 items, and where each of 10 and of 14
//! items is. Fisher and Yates's shuffle is held to the same.
//!
//! A fair shuffle fails a test with a chance of at most 2e-9, and one that is off by a total variation of 0.03 (in all
//! permutations, or in the place of an item) passes with at most 1e-3. Rogue's draws are off by far less: their bounds divide
//! 2^14 to within one part in a thousand.

use gof::permutations::{PositionMatrix, ranks};
use gof::power::samples_to_notice;
use gof::{Outcome, Test};
use roguelab_generators::bounding::{LowBits, Threshold};
use roguelab_generators::bsd_random::Type3;
use roguelab_generators::draw::{Dice, Draw, RngWords};
use roguelab_generators::pcg32::Pcg32;
use roguelab_permute::fisher_yates::fisher_yates;
use roguelab_permute::listless::Listless;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The chance with which a fair shuffle fails on either side.
const ALPHA: f64 = 1e-9;
const POWER: f64 = 0.999;
const TOTAL_VARIATION: f64 = 0.03;

fn pcg32() -> impl Draw {
    Dice::<_, Threshold>::new(RngWords(Pcg32::srandom(42, 54)))
}

fn rogue() -> impl Draw {
    Dice::<_, LowBits<14>>::new(Type3::srrandom(42))
}

fn without_list<const N: usize>(dice: &mut impl Draw) -> [u32; N] {
    let mut listless = Listless::<N, _>::new(dice);
    std::array::from_fn(|_| listless.next().expect("N numbers"))
}

fn of_list<const N: usize>(dice: &mut impl Draw) -> [u32; N] {
    let mut items = std::array::from_fn(|item| item as u32);
    fisher_yates(&mut items, dice).expect("a short list");
    items
}

/// The outcome of a chi-square test of as many permutations as it takes to notice the least chi-square per permutation that the
/// total variation allows: four times its square.
fn outcome<const N: usize>(
    mut test: impl Test<[u32]>,
    freedom: u32,
    mut permutation: impl FnMut() -> [u32; N],
) -> Outcome {
    let effect = 4.0 * TOTAL_VARIATION.powi(2) * (N as f64 - 1.0) / N as f64;
    let samples = samples_to_notice(effect, freedom, ALPHA, POWER)
        .unwrap()
        .unwrap();
    for _ in 0..samples.max(test.needed()) {
        test.push(&permutation());
    }
    test.outcome().unwrap()
}

fn assert_fair(outcome: &Outcome) {
    assert!(outcome.p.two_sided().value() > 2.0 * ALPHA, "{outcome:?}");
}

fn assert_ranks_are_uniform<const N: usize>() {
    let freedom = (1..=N as u32).product::<u32>() - 1;
    let (mut pcg32, mut rogue) = (pcg32(), rogue());
    assert_fair(&outcome::<N>(ranks(N).unwrap(), freedom, || {
        without_list(&mut pcg32)
    }));
    assert_fair(&outcome::<N>(ranks(N).unwrap(), freedom, || {
        without_list(&mut rogue)
    }));
    assert_fair(&outcome::<N>(ranks(N).unwrap(), freedom, || {
        of_list(&mut pcg32)
    }));
}

fn assert_places_are_uniform<const N: usize>() {
    let freedom = (N as u32 - 1).pow(2);
    let (mut pcg32, mut rogue) = (pcg32(), rogue());
    let places = || PositionMatrix::new(N).unwrap();
    assert_fair(&outcome::<N>(places(), freedom, || {
        without_list(&mut pcg32)
    }));
    assert_fair(&outcome::<N>(places(), freedom, || {
        without_list(&mut rogue)
    }));
    assert_fair(&outcome::<N>(places(), freedom, || of_list(&mut pcg32)));
}

#[test]
fn permutations_of_4_are_uniform_by_chi_square() {
    assert_ranks_are_uniform::<4>();
}

#[test]
fn permutations_of_5_to_8_are_uniform_by_chi_square() {
    assert_ranks_are_uniform::<5>();
    assert_ranks_are_uniform::<6>();
    assert_ranks_are_uniform::<7>();
    assert_ranks_are_uniform::<8>();
}

#[test]
fn places_of_10_and_14_items_are_uniform_by_chi_square() {
    assert_places_are_uniform::<10>();
    assert_places_are_uniform::<14>();
}

/// Each place is swapped with any: 4^4 equally likely ways to 24 permutations.
#[test]
fn a_naive_shuffle_of_4_is_found_to_be_biased() {
    let mut dice = pcg32();
    let four = 4.try_into().unwrap();
    let naive = || {
        let mut items = [0, 1, 2, 3];
        (0..4).for_each(|place| items.swap(place, dice.draw(four) as usize));
        items
    };
    let outcome = outcome(ranks(4).unwrap(), 23, naive);
    assert!(outcome.p.upper().value() < ALPHA, "{outcome:?}");
}

#[test]
fn the_p_value_is_that_of_another_library() {
    let mut dice = pcg32();
    let outcome = outcome::<4>(ranks(4).unwrap(), 23, || without_list(&mut dice));
    let theirs = ChiSquared::new(23.0).unwrap();
    let ours = [outcome.p.lower().value(), outcome.p.upper().value()];
    let expected = [theirs.cdf(outcome.statistic), theirs.sf(outcome.statistic)];
    for (ours, expected) in ours.iter().zip(expected) {
        assert!(
            (ours / expected - 1.0).abs() < 1e-9,
            "{ours}, not {expected}"
        );
    }
}
