use core::num::NonZeroU32;
use std::cell::Cell;
use std::collections::BTreeSet;

use generators::bounding::{LowBits, Modulo};
use generators::draw::Draw;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::*;
use crate::replacement::{SuccessivePicks, classes};
use crate::{Distribution, Error, Weights, distance};

fn below(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn game() -> Rule {
    Rule::of::<LowBits<14>>(31).unwrap()
}

fn ideally<T: Ord>(algorithm: impl FnMut(&mut Branch) -> T) -> Explored<T> {
    explore(&Rule::ideal(), &Limits::default(), algorithm).unwrap()
}

fn sums_to_one<T: Ord>(explored: &Explored<T>) {
    let sum: BigRational = explored.probabilities().map(|(_, p)| p).sum();
    assert_eq!(sum + explored.left() + explored.endless(), BigRational::one());
}

fn fisher_yates(n: u32, draws: &mut Branch) -> Vec<u32> {
    let mut items: Vec<u32> = (0..n).collect();
    for i in (1..n).rev() {
        items.swap(i as usize, draws.draw(below(i + 1)) as usize);
    }
    items
}

fn naive(n: u32, draws: &mut Branch) -> Vec<u32> {
    let mut items: Vec<u32> = (0..n).collect();
    for i in 0..n {
        items.swap(i as usize, draws.draw(below(n)) as usize);
    }
    items
}

#[test]
fn one_die_comes_as_its_rule_weighs() {
    let die = explore(&game(), &Limits::default(), |die| die.draw(below(6))).unwrap();
    let weights = Weights::low_bits(14, 6).unwrap();
    let expected: Vec<_> = (0..6).map(|i| (i, weights.probability(i))).collect();
    let found: Vec<_> = die.probabilities().map(|(&i, p)| (i as usize, p)).collect();
    assert_eq!(found, expected);
    assert_eq!((die.branches(), die.draws(), die.longest()), (6, 6, 1));
    sums_to_one(&die);
}

#[test]
fn two_dice_sum_to_the_triangle() {
    let dice = ideally(|dice| dice.draw(below(6)) + dice.draw(below(6)));
    for sum in 0..=10_u32 {
        assert_eq!(dice.probability(&sum), fraction(6 - u64::from(sum.abs_diff(5)), 36));
    }
    assert_eq!(dice.probability(&11), fraction(0, 1));
    assert_eq!(dice.probability_where(|sum| sum % 2 == 0), fraction(1, 2));
    assert_eq!(dice.extremes_ratio(), Some(fraction(6, 1)));
    assert_eq!((dice.branches(), dice.draws(), dice.longest(), dice.states(), dice.steps()), (36, 72, 2, 1, 1));
}

#[test]
fn fisher_yates_is_uniform_with_ideal_draws_only() {
    let fair = ideally(|draws| fisher_yates(5, draws));
    assert_eq!((fair.outcomes(), fair.branches()), (120, 120));
    assert!(fair.variation_from_uniform(120).unwrap().is_zero());
    assert_eq!(fair.extremes_ratio(), Some(BigRational::one()));
    let real = explore(&game(), &Limits::default(), |draws| fisher_yates(5, draws)).unwrap();
    assert!(!real.variation_from_uniform(120).unwrap().is_zero());
    sums_to_one(&real);
}

#[test]
fn the_naive_shuffle_of_three_gives_27ths() {
    let shuffled = ideally(|draws| naive(3, draws));
    let by_hand = [([0, 1, 2], 4), ([0, 2, 1], 5), ([1, 0, 2], 5), ([1, 2, 0], 5), ([2, 0, 1], 4), ([2, 1, 0], 4)];
    for (order, ways) in by_hand {
        assert_eq!(shuffled.probability(&order.to_vec()), fraction(ways, 27), "{order:?}");
    }
    assert_eq!(shuffled.variation_from_uniform(6), Ok(fraction(1, 18)));
    assert_eq!(shuffled.extremes_ratio(), Some(fraction(5, 4)));
    assert_eq!(shuffled.variation_from_uniform(5), Err(Error::DifferentLengths { left: 6, right: 5 }));
    assert_eq!(shuffled.variation_from_uniform(0), Err(Error::NoOutcomes));
}

#[test]
fn distances_agree_with_those_of_the_distribution() {
    let shuffled = explore(&game(), &Limits::default(), |draws| naive(3, draws)).unwrap();
    for outcomes in [6, 7, 20] {
        let uniform = Distribution::from(&Weights::uniform(outcomes).unwrap());
        let expected = distance::total_variation(&shuffled.distribution(outcomes).unwrap(), &uniform);
        assert_eq!(shuffled.variation_from_uniform(outcomes), expected);
    }
}

#[test]
fn a_retry_is_conditioned_on_acceptance() {
    let odd = |draws: &mut Branch| draws.draw_until(below(6), &mut |value| value % 2 == 1);
    let fair = ideally(odd);
    assert_eq!(fair.probabilities().map(|(&v, p)| (v, p)).collect::<Vec<_>>(), [1, 3, 5].map(|v| (v, fraction(1, 3))));
    assert_eq!((fair.branches(), fair.longest()), (3, 1));
    // Weights 2731, 2731 and 2730.
    let real = explore(&game(), &Limits::default(), odd).unwrap();
    assert_eq!(real.probability(&3), fraction(2731, 8192));
    assert_eq!(real.probability(&5), fraction(2730, 8192));
}

#[test]
fn an_accepting_closure_sees_the_accepted_number_last() {
    let seen = ideally(|draws| {
        let mut last = 9;
        let value = draws.draw_until(below(4), &mut |value| {
            last = value;
            value > 1
        });
        (value, last)
    });
    assert_eq!(seen.probabilities().map(|(&pair, _)| pair).collect::<Vec<_>>(), [(2, 2), (3, 3)]);
}

#[test]
fn picks_until_unused_equal_the_process_of_replacement() {
    for (rule, weights, picks) in [
        (game(), Weights::low_bits(14, 6).unwrap(), 3),
        (Rule::of::<LowBits<3>>(31).unwrap(), Weights::low_bits(3, 5).unwrap(), 4),
        (Rule::ideal(), Weights::uniform(4).unwrap(), 4),
    ] {
        let n = below(weights.outcomes() as u32);
        let explored = explore(&rule, &Limits::default(), |draws| {
            let mut used = BTreeSet::new();
            let pick = |_| {
                let item = draws.draw_until(n, &mut |item| !used.contains(&item));
                used.insert(item);
                item
            };
            (0..picks).map(pick).filter(|item| item % 2 == 1).count()
        });
        let process = SuccessivePicks::new(classes(&weights, |item| item % 2 == 1), picks).unwrap();
        let (explored, expected) = (explored.unwrap(), process.count_in(|&odd| odd));
        let found: Vec<_> = (0..=picks).map(|count| explored.probability(&count)).collect();
        assert_eq!(found, expected.probabilities());
    }
}

#[test]
fn a_retry_that_accepts_nothing_is_endless() {
    let stuck = ideally(|draws| {
        let first = draws.draw(below(3));
        draws.draw_until(below(6), &mut |value| first > 0 && value == first)
    });
    assert_eq!((stuck.endless(), stuck.left()), (fraction(1, 3), fraction(0, 1)));
    sums_to_one(&stuck);
    // LowBits<2> never gives 4 or 5.
    let never = |draws: &mut Branch| draws.draw_until(below(6), &mut |value| value > 3);
    let starved = explore(&Rule::of::<LowBits<2>>(31).unwrap(), &Limits::default(), never).unwrap();
    assert!(starved.endless().is_one() && starved.distribution(6).is_err() && starved.extremes_ratio().is_none());
}

fn until_zero(draws: &mut Branch) -> u32 {
    let mut tries = 1;
    while draws.draw(below(2)) > 0 {
        tries += 1;
    }
    tries
}

#[test]
fn a_loop_without_end_is_followed_down_to_the_bound() {
    let bound = 1e-6;
    let geometric = explore(&Rule::ideal(), &Limits::default().leaving(bound), until_zero).unwrap();
    for tries in 1..=10_u64 {
        assert_eq!(geometric.probability(&(tries as u32)), fraction(1, 1 << tries));
    }
    assert!(!geometric.left().is_zero() && geometric.left() <= BigRational::from_float(bound).unwrap());
    sums_to_one(&geometric);
}

#[test]
fn many_small_rests_together_stay_below_the_bound() {
    let limits = Limits::default().leaving(1e-3);
    let sum = explore(&game(), &limits, |draws| until_zero(draws) + until_zero(draws) + until_zero(draws)).unwrap();
    assert!(!sum.left().is_zero() && sum.left() <= BigRational::from_float(1e-3).unwrap());
    sums_to_one(&sum);
}

#[test]
fn a_loop_without_end_and_without_bound_is_refused() {
    let refused = explore(&Rule::ideal(), &Limits::default(), until_zero).unwrap_err();
    assert_eq!(refused, ExploreError::RunTooLong { limit: 4096 });
    // This one never ends, whatever comes: no bound helps.
    let forever = |draws: &mut Branch| -> u32 {
        loop {
            draws.draw(below(2));
        }
    };
    let limits = Limits { branches: 1000, ..Limits::default().leaving(0.01) };
    assert!(matches!(explore(&Rule::ideal(), &limits, forever), Err(ExploreError::TooLarge { limit: 1000, .. })));
}

/// A walk on 0..=4 from `start`, down or up by one, until it comes to an end.
fn walk(place: u32, draws: &mut Branch) -> Step<u32, bool> {
    match place {
        0 => Step::Done(false),
        4 => Step::Done(true),
        _ => Step::Continue(if draws.draw(below(2)) == 0 { place - 1 } else { place + 1 }),
    }
}

#[test]
fn the_gambler_is_ruined_as_often_as_known() {
    let bound = 1e-12;
    let explored =
        explore_steps(&Rule::ideal(), &Limits::default().leaving(bound), &1, |&place, draws| walk(place, draws))
            .unwrap();
    sums_to_one(&explored);
    let left = explored.left();
    assert!(!left.is_zero() && left <= BigRational::from_float(bound).unwrap());
    let won = explored.probability(&true);
    assert!(won <= fraction(1, 4) && won + left >= fraction(1, 4));
    assert!(explored.states() <= 3 * explored.steps(), "of each parity at most three places");
    assert!(explored.states() >= 2 * explored.steps() - 1, "at least two of them, but for the start");
    let endless =
        explore_steps(&Rule::ideal(), &Limits::default(), &1, |&place, draws| walk(place, draws)).unwrap_err();
    assert_eq!(endless, ExploreError::RunTooLong { limit: 4096 });
}

#[test]
fn merged_steps_equal_whole_runs() {
    // Six throws: the sum, with the rule's weights; the state is the throws to come and the sum so far.
    let throw = |&(throws, sum): &(u32, u32), draws: &mut Branch| match throws {
        0 => Step::Done(sum),
        _ => Step::Continue((throws - 1, sum + draws.draw(below(throws + 1)))),
    };
    let whole = |draws: &mut Branch| (2..=7).rev().map(|n| draws.draw(below(n))).sum::<u32>();
    for rule in [Rule::ideal(), game()] {
        let steps = explore_steps(&rule, &Limits::default(), &(6, 0), throw).unwrap();
        let runs = explore(&rule, &Limits::default(), whole).unwrap();
        assert!(steps.probabilities().eq(runs.probabilities()));
        assert_eq!((steps.longest(), runs.longest(), runs.branches()), (6, 6, 5040));
        assert!(steps.branches() < 500, "{}", steps.branches());
        assert_eq!(steps.steps(), 7);
        sums_to_one(&steps);
    }
}

#[test]
fn choices_go_by_their_own_rule() {
    let rule = Rule::ideal().choosing_by(Rule::of::<LowBits<2>>(31).unwrap());
    let both = explore(&rule, &Limits::default(), |draws| (draws.draw(below(3)), draws.choose(below(3)))).unwrap();
    assert_eq!(both.probability(&(2, 0)), fraction(1, 6));
    assert_eq!(both.probability(&(0, 2)), fraction(1, 12));
}

#[test]
fn a_number_that_never_comes_is_no_branch() {
    let few = explore(&Rule::of::<LowBits<2>>(31).unwrap(), &Limits::default(), |d| d.draw(below(u32::MAX))).unwrap();
    assert_eq!((few.branches(), few.outcomes()), (4, 4));
    let sure = explore(&Rule::of::<Modulo>(32).unwrap(), &Limits::default(), |draws| draws.draw(below(1))).unwrap();
    assert_eq!((sure.branches(), sure.probability(&0)), (1, BigRational::one()));
    assert_eq!(ideally(|_| 'x').probability(&'x'), BigRational::one());
}

#[test]
fn an_error_is_an_outcome() {
    let risky = ideally(|draws| 6_u32.checked_rem(draws.draw(below(4))).ok_or("division by zero"));
    assert_eq!(risky.probability(&Err("division by zero")), fraction(1, 4));
    assert_eq!(risky.probability(&Ok(0)), fraction(3, 4));
}

#[test]
fn a_tree_that_is_too_large_is_refused_with_its_size() {
    let limits = Limits { branches: 10_000, ..Limits::default() };
    let refused = explore(&Rule::ideal(), &limits, |draws| fisher_yates(12, draws)).unwrap_err();
    // Every way down a shuffle has the same branch factors: the estimate is exact.
    assert_eq!(refused, ExploreError::TooLarge { limit: 10_000, estimate: 479_001_600.0 });
    assert!(refused.to_string().starts_with("more than 10000 branches, about 4.8e8 are to be expected: raise"));
    let uneven = |draws: &mut Branch| (0..12).take_while(|_| draws.draw(below(4)) > 0).count();
    // The sum of 3^k for k up to 11, and 3^12.
    let Err(ExploreError::TooLarge { estimate, .. }) = explore(&game(), &limits, uneven) else { panic!("refused") };
    assert!((estimate / 797_161.0 - 1.0).abs() < 0.5, "{estimate}");
}

#[test]
fn the_limit_itself_is_still_allowed() {
    let limits = Limits { branches: 120, ..Limits::default() };
    assert!(explore(&Rule::ideal(), &limits, |draws| fisher_yates(5, draws)).is_ok());
    assert!(explore(&Rule::ideal(), &Limits { branches: 119, ..limits }, |draws| fisher_yates(5, draws)).is_err());
}

#[test]
fn a_chain_that_is_too_large_is_refused_too() {
    let limits = Limits { branches: 300, ..Limits::default() };
    let grow = |&(steps, code): &(u32, u32), draws: &mut Branch| match steps {
        0 => Step::Done(code),
        _ => Step::Continue((steps - 1, 4 * code + draws.draw(below(4)))),
    };
    let refused = explore_steps(&Rule::ideal(), &limits, &(6, 0), grow).unwrap_err();
    // 4 + 16 + 64 + 256 branches by the end of the fourth step.
    assert_eq!(refused, ExploreError::TooLarge { limit: 300, estimate: 340.0 });
}

#[test]
fn a_retry_over_too_many_numbers_is_refused() {
    let limits = Limits { branches: 100, ..Limits::default() };
    let refused = explore(&Rule::ideal(), &limits, |draws| draws.draw_until(below(101), &mut |_| true)).unwrap_err();
    assert_eq!(refused, ExploreError::RetryTooWide { n: 101, limit: 100 });
}

#[test]
fn an_algorithm_with_a_memory_is_found_out() {
    let runs = Cell::new(0);
    let other_bounds = |draws: &mut Branch| {
        runs.set(runs.get() + 1);
        draws.draw(below(runs.get())) + draws.draw(below(3))
    };
    assert_eq!(explore(&Rule::ideal(), &Limits::default(), other_bounds).unwrap_err(), ExploreError::Unsteady);
    let fewer_draws = |draws: &mut Branch| {
        runs.set(runs.get() + 1);
        if runs.get() & 1 == 0 { draws.draw(below(3)) } else { 0 }
    };
    runs.set(1);
    assert_eq!(explore(&Rule::ideal(), &Limits::default(), fewer_draws).unwrap_err(), ExploreError::Unsteady);
}

#[test]
#[should_panic(expected = "the algorithm's own")]
fn a_panic_of_the_algorithm_passes_through() {
    ideally(|draws| assert!(draws.draw(below(2)) == 0, "the algorithm's own"));
}

#[test]
fn words_of_a_rule_have_1_to_32_bits() {
    assert_eq!(Rule::of::<Modulo>(0).unwrap_err(), Error::WordBits(0));
    assert_eq!(Rule::of::<Modulo>(65).unwrap_err(), Error::WordBits(65));
    assert!(Rule::of::<Modulo>(1).is_ok() && Rule::of::<Modulo>(32).is_ok());
}

#[test]
fn odd_limits_give_answers_or_errors() {
    let die = |draws: &mut Branch| draws.draw(below(6));
    for left in [f64::NAN, -1.0, f64::NEG_INFINITY, f64::MIN_POSITIVE] {
        let explored = explore(&Rule::ideal(), &Limits::default().leaving(left), die).unwrap();
        assert_eq!(explored.outcomes(), 6, "{left}");
    }
    for left in [1.0, f64::INFINITY, f64::MAX] {
        sums_to_one(&explore(&Rule::ideal(), &Limits::default().leaving(left), die).unwrap());
    }
    let none = Limits { branches: 0, run: 0, left: 0.0 };
    assert!(explore(&Rule::ideal(), &none, die).is_err());
}
