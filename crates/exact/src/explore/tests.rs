use core::num::NonZeroU32;
use std::cell::Cell;

use generators::bounding::{LowBits, Modulo, Scaled};
use generators::draw::Draw;
use num_rational::BigRational;
use num_traits::One;

use super::*;
use crate::error::Error;
use crate::rational::ratio;
use crate::weights::Weights;

fn below(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap()
}

fn game() -> Rule {
    Rule::of::<LowBits<14>>(31).unwrap()
}

fn ideally<T: Ord>(algorithm: impl FnMut(&mut Branch) -> T) -> Explored<T> {
    explore(&Rule::ideal(), &Limits::default(), algorithm).unwrap()
}

fn sums_to_one<T: Ord>(explored: &Explored<T>) {
    let sum: BigRational = explored.probabilities().map(|(_, p)| p).sum();
    assert_eq!(sum + explored.endless(), BigRational::one());
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
    assert_eq!(die.branches(), 6);
    sums_to_one(&die);
    for bits in 0..=65 {
        let rule = Rule::of::<LowBits<14>>(bits);
        assert_eq!(rule.is_ok(), (1..=64).contains(&bits), "{bits}");
    }
}

#[test]
fn the_naive_shuffle_of_three_gives_27ths() {
    let shuffled = ideally(|draws| naive(3, draws));
    let by_hand = [
        ([0, 1, 2], 4),
        ([0, 2, 1], 5),
        ([1, 0, 2], 5),
        ([1, 2, 0], 5),
        ([2, 0, 1], 4),
        ([2, 1, 0], 4),
    ];
    for (order, ways) in by_hand {
        assert_eq!(
            shuffled.probability(&order.to_vec()),
            ratio(ways, 27),
            "{order:?}"
        );
    }
    assert_eq!(
        shuffled.probability_where(|order| order[0] == 0),
        ratio(9, 27)
    );
    assert_eq!(shuffled.variation_from_uniform(6), Ok(ratio(1, 18)));
    assert_eq!(shuffled.extremes_ratio(), Some(ratio(5, 4)));
    assert_eq!(
        shuffled.variation_from_uniform(5),
        Err(Error::DifferentLengths { left: 6, right: 5 })
    );
    assert_eq!(shuffled.variation_from_uniform(0), Err(Error::NoOutcomes));
}

#[test]
fn runs_of_different_lengths_and_outcomes_that_never_come_are_in_one_distance() {
    let early = ideally(|draws| match draws.draw(below(2)) {
        0 => 0,
        _ => 1 + draws.draw(below(3)),
    });
    assert_eq!(early.probability(&0), ratio(1, 2));
    assert_eq!(early.probability(&3), ratio(1, 6));
    // 3/10 too much, three times 1/30 and once 1/5 too little.
    assert_eq!(early.variation_from_uniform(5), Ok(ratio(3, 10)));
}

fn draw_odd(draws: &mut Branch) -> u32 {
    draws.draw_until(below(6), &mut |value| value % 2 == 1)
}

#[test]
fn a_retry_is_conditioned_on_acceptance() {
    let fair = ideally(draw_odd);
    assert_eq!(
        fair.probabilities()
            .map(|(&v, p)| (v, p))
            .collect::<Vec<_>>(),
        [1, 3, 5].map(|v| (v, ratio(1, 3)))
    );
    assert_eq!(fair.branches(), 3);
    // Weights 2731, 2731 and 2730.
    let real = explore(&game(), &Limits::default(), draw_odd).unwrap();
    assert_eq!(real.probability(&3), ratio(2731, 8192));
    assert_eq!(real.probability(&5), ratio(2730, 8192));
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
    assert_eq!(
        seen.probabilities()
            .map(|(&pair, _)| pair)
            .collect::<Vec<_>>(),
        [(2, 2), (3, 3)]
    );
}

#[test]
fn a_retry_that_accepts_nothing_is_endless() {
    let stuck = ideally(|draws| {
        let first = draws.draw(below(3));
        draws.draw_until(below(6), &mut |value| first > 0 && value == first)
    });
    assert_eq!(stuck.endless(), ratio(1, 3));
    sums_to_one(&stuck);
    // LowBits<2> never gives 4 or 5.
    let starved = explore(
        &Rule::of::<LowBits<2>>(31).unwrap(),
        &Limits::default(),
        |draws| draws.draw_until(below(6), &mut |value| value > 3),
    )
    .unwrap();
    assert!(
        starved.endless().is_one()
            && starved.distribution(6).is_err()
            && starved.extremes_ratio().is_none()
    );
}

fn draw_until_zero(draws: &mut Branch) -> u32 {
    let mut tries = 1;
    while draws.draw(below(2)) > 0 {
        tries += 1;
    }
    tries
}

/// A walk on 0..=4, down or up by one, until it reaches an end.
fn walk(place: u32, draws: &mut Branch) -> Step<u32, u32> {
    if place == 0 || place == 4 {
        return Step::Done(place);
    }
    let is_down = draws.draw(below(2)) == 0;
    Step::Continue(if is_down { place - 1 } else { place + 1 })
}

#[test]
fn loops_without_end_are_refused() {
    let refused = explore(&Rule::ideal(), &Limits::default(), draw_until_zero).unwrap_err();
    assert_eq!(refused, ExploreError::RunTooLong { limit: 4096 });
    let refused = explore_steps(&Rule::ideal(), &Limits::default(), &1, |&place, draws| {
        walk(place, draws)
    })
    .unwrap_err();
    assert_eq!(refused, ExploreError::RunTooLong { limit: 4096 });
}

#[test]
fn merged_steps_equal_whole_runs() {
    // Six throws: the sum, with the rule's weights; the state is the throws to come and the sum so far.
    for rule in [Rule::ideal(), game()] {
        let steps = explore_steps(
            &rule,
            &Limits::default(),
            &(6, 0),
            |&(throws, sum), draws| {
                if throws == 0 {
                    return Step::Done(sum);
                }
                Step::Continue((throws - 1, sum + draws.draw(below(throws + 1))))
            },
        )
        .unwrap();
        let runs = explore(&rule, &Limits::default(), |draws| {
            (2..=7).rev().map(|n| draws.draw(below(n))).sum::<u32>()
        })
        .unwrap();
        assert!(steps.probabilities().eq(runs.probabilities()));
        assert_eq!(runs.branches(), 5040);
        assert!(steps.branches() < 500, "{}", steps.branches());
        // The numbers of sums that are possible before each throw and after the last: one step for each throw, states counted
        // in each.
        assert_eq!(steps.states(), 1 + 7 + 12 + 16 + 19 + 21 + 22);
        sums_to_one(&steps);
    }
}

#[test]
fn a_number_that_never_comes_is_no_branch() {
    let few = explore(
        &Rule::of::<LowBits<2>>(31).unwrap(),
        &Limits::default(),
        |d| d.draw(below(u32::MAX)),
    )
    .unwrap();
    assert_eq!((few.branches(), few.outcomes()), (4, 4));
    // Two bits times seven, over four: 0, 1, 3 and 5.
    let gaps = explore(&Rule::of::<Scaled>(2).unwrap(), &Limits::default(), |d| {
        d.draw(below(7))
    })
    .unwrap();
    assert_eq!((gaps.branches(), gaps.outcomes()), (4, 4));
    let sure = explore(
        &Rule::of::<Modulo>(32).unwrap(),
        &Limits::default(),
        |draws| draws.draw(below(1)),
    )
    .unwrap();
    assert_eq!(
        (sure.branches(), sure.probability(&0)),
        (1, BigRational::one())
    );
    assert_eq!(ideally(|_| 'x').probability(&'x'), BigRational::one());
}

#[test]
fn the_limit_itself_is_still_allowed() {
    let limits = Limits {
        branches: 120,
        ..Limits::default()
    };
    assert!(explore(&Rule::ideal(), &limits, |draws| fisher_yates(5, draws)).is_ok());
    let refused = explore(
        &Rule::ideal(),
        &Limits {
            branches: 119,
            ..limits
        },
        |draws| fisher_yates(5, draws),
    );
    assert_eq!(refused.unwrap_err(), ExploreError::TooLarge { limit: 119 });
}

#[test]
fn a_retry_over_too_many_numbers_is_refused() {
    let limits = Limits {
        branches: 100,
        ..Limits::default()
    };
    let refused = explore(&Rule::ideal(), &limits, |draws| {
        draws.draw_until(below(101), &mut |_| true)
    })
    .unwrap_err();
    assert_eq!(refused, ExploreError::RetryTooWide { n: 101, limit: 100 });
    let widest = explore(&Rule::ideal(), &limits, |draws| {
        draws.draw_until(below(100), &mut |_| true)
    })
    .unwrap();
    assert_eq!(widest.outcomes(), 100);
}

#[test]
fn an_algorithm_with_a_memory_is_found_out() {
    let runs = Cell::new(0);
    let other_bounds = explore(&Rule::ideal(), &Limits::default(), |draws| {
        runs.set(runs.get() + 1);
        draws.draw(below(runs.get())) + draws.draw(below(3))
    });
    assert_eq!(other_bounds.unwrap_err(), ExploreError::Unsteady);
    runs.set(1);
    let fewer_draws = explore(&Rule::ideal(), &Limits::default(), |draws| {
        runs.set(runs.get() + 1);
        if runs.get() & 1 == 0 {
            draws.draw(below(3))
        } else {
            0
        }
    });
    assert_eq!(fewer_draws.unwrap_err(), ExploreError::Unsteady);
}
