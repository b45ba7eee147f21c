//! Shuffles of `n` cards: how likely is each arrangement, by classes of equally likely ones.
//!
//! Few cards that are moved at random again and again are followed through all arrangements, up to [`MOST_FOLLOWED`]: see
//! [`Arrangements`]. The riffle of Gilbert, Shannon and Reeds has a closed form: after `k` riffles an arrangement with `r` rising sequences has
//! probability `C(2^k + n - r, n) / 2^(nk)`, and as many have `r` as the Eulerian number of `r - 1` descents (Bayer and
//! Diaconis, *Trailing the dovetail shuffle to its lair*, 1992). Random transpositions are in [`crate::transpositions`].
//!
//! ```
//! use roguelab_exact::shuffles;
//! use roguelab_exact::rational::decimal;
//!
//! let naive = shuffles::naive(3)?;
//! assert_eq!(naive.chance(&[1, 0, 2]).to_string(), "5/27");
//! assert_eq!(naive.outcomes()?.total_variation().to_string(), "1/18");
//! // "Seven shuffles suffice."
//! assert_eq!(decimal(&shuffles::riffle(52, 7)?.total_variation(), 3), "0.334");
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

mod arrangements;
mod sorts;

pub use arrangements::{Arrangements, Swap};
pub use sorts::{RandomSort, sort};

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::collisions::{OutcomeClass, Outcomes};
use crate::counting::factorial;
use crate::error::Error;
use crate::rational::{ratio, whole};

/// The most cards whose arrangements are all followed: 40,320 of 8.
pub const MOST_FOLLOWED: usize = 8;

/// The most cards for a closed form, whose numbers grow with them.
pub const MOST_CARDS: usize = 1000;

/// The most repetitions, for the same reason.
pub const MOST_TIMES: u32 = 1000;

fn check_limits(n: usize, limit: usize, times: u32) -> Result<(), Error> {
    match (n, n <= limit, times <= MOST_TIMES) {
        (0, ..) => Err(Error::NoOutcomes),
        (_, false, _) => Err(Error::BeyondLimit {
            what: "cards",
            requested: n as u64,
            limit: limit as u64,
        }),
        (.., false) => Err(Error::BeyondLimit {
            what: "times",
            requested: times.into(),
            limit: MOST_TIMES.into(),
        }),
        _ => Ok(()),
    }
}

/// Each place in turn swapped with a random one of all: `n^n` equally likely ways.
///
/// # Errors
/// [`Error::NoOutcomes`] without cards, [`Error::BeyondLimit`] beyond [`MOST_FOLLOWED`].
pub fn naive(n: usize) -> Result<Arrangements, Error> {
    swap_each(n, 0..n, |_, _| true)
}

/// Each place in turn swapped with a random one of all others: `(n - 1)^n` equally likely ways.
///
/// The parity of the arrangement is that of `n`, so half of all arrangements never come.
///
/// # Errors
/// As in [`naive`], and [`Error::NoOutcomes`] for one card.
pub fn never_itself(n: usize) -> Result<Arrangements, Error> {
    swap_each(n, 0..n, |i, j| i != j)
}

/// These places in turn, each swapped with one of those that are allowed, all equally likely.
fn swap_each(
    n: usize,
    places: impl Iterator<Item = usize>,
    is_allowed: impl Fn(usize, usize) -> bool,
) -> Result<Arrangements, Error> {
    let mut arrangements = Arrangements::in_order(n)?;
    for i in places {
        let others: Vec<usize> = (0..n).filter(|&j| is_allowed(i, j)).collect();
        if others.is_empty() {
            return Err(Error::NoOutcomes);
        }
        let chance = ratio(1, others.len());
        let swap = |j| Swap {
            i,
            j,
            chance: chance.clone(),
        };
        let swaps: Vec<Swap> = others.into_iter().map(swap).collect();
        arrangements.swap(&swaps);
    }
    Ok(arrangements)
}

/// How likely the card of each place lands in each place after [`sattolo`]: anywhere else, and never where it was.
pub fn sattolo_places(n: usize) -> Vec<Vec<BigRational>> {
    let mut cards = Vec::new();
    for card in 0..n {
        let mut chances = vec![ratio(1, n.saturating_sub(1).max(1)); n];
        if n > 1 {
            chances[card] = whole(0);
        }
        cards.push(chances);
    }
    cards
}

/// The deck is cut at each gap with a chance of 1/2, and the packets are put down in reverse order; this is done `times` times.
///
/// # Errors
/// As in [`naive`], and [`Error::BeyondLimit`] beyond [`MOST_TIMES`].
pub fn overhand(n: usize, times: u32) -> Result<Arrangements, Error> {
    check_limits(n, MOST_FOLLOWED, times)?;
    let mut arrangements = Arrangements::in_order(n)?;
    let places: Vec<usize> = (0..n).collect();
    let mut moves = Vec::new();
    for cuts in 0..1_u32 << (n - 1) {
        let packets = places.chunk_by(|&before, _| cuts >> before & 1 == 0);
        moves.push(packets.rev().flatten().copied().collect());
    }
    for _ in 0..times {
        arrangements.rearrange(&moves);
    }
    Ok(arrangements)
}

/// Sattolo's algorithm with ideal draws: each of the `(n - 1)!` cycles, and nothing else.
///
/// # Errors
/// [`Error::NoOutcomes`] without cards, [`Error::BeyondLimit`] beyond [`MOST_CARDS`].
pub fn sattolo(n: usize) -> Result<Outcomes, Error> {
    check_limits(n, MOST_CARDS, 1)?;
    let cycles = factorial(n - 1);
    let others = OutcomeClass {
        outcomes: factorial(n) - &cycles,
        weight: BigUint::zero(),
    };
    Outcomes::new(vec![
        OutcomeClass {
            outcomes: cycles,
            weight: BigUint::one(),
        },
        others,
    ])
}

/// Riffles, one after the other. There is a class for each number of rising sequences, from one on.
///
/// # Errors
/// [`Error::NoOutcomes`] without cards, [`Error::BeyondLimit`] beyond [`MOST_CARDS`] or [`MOST_TIMES`].
pub fn riffle(n: usize, times: u32) -> Result<Outcomes, Error> {
    check_limits(n, MOST_CARDS, times)?;
    let all = factorial(n);
    let mut classes = Vec::new();
    for (outcomes, rising) in eulerian(n).into_iter().zip(1..) {
        let most = (BigUint::one() << times) + (n - rising);
        let mut weight = BigUint::zero();
        if most >= BigUint::from(n) {
            weight = (0..n).map(|i| &most - i).product::<BigUint>() / &all;
        }
        classes.push(OutcomeClass { outcomes, weight });
    }
    Outcomes::new(classes)
}

/// How many arrangements of `n` cards, at least one, have 0, 1, ..., n - 1 descents.
fn eulerian(n: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::one()];
    for cards in 2..=n {
        // The next card is put into a descent or at the end; anywhere else it makes one descent more.
        let mut next = vec![BigUint::zero(); cards];
        for (descents, count) in row.iter().enumerate() {
            next[descents] += count * (descents + 1);
            next[descents + 1] += count * (cards - descents - 1);
        }
        row = next;
    }
    row
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rational::decimal;

    fn sorted(outcomes: &Outcomes) -> Vec<(BigUint, BigUint)> {
        let mut classes = BTreeMap::<BigUint, BigUint>::new();
        for class in outcomes
            .classes()
            .iter()
            .filter(|class| !class.outcomes.is_zero())
        {
            *classes.entry(class.weight.clone()).or_default() += &class.outcomes;
        }
        classes.into_iter().collect()
    }

    /// Bayer and Diaconis 1992, table 1: 52 cards, 1 to 10 riffles.
    #[test]
    fn fifty_two_riffled_cards_are_at_the_published_distances() {
        let published = [
            "1.000", "1.000", "1.000", "1.000", "0.924", "0.614", "0.334", "0.167", "0.085",
            "0.043",
        ];
        for (times, expected) in (1..).zip(published) {
            assert_eq!(
                decimal(&riffle(52, times).unwrap().total_variation(), 3),
                expected,
                "{times} riffles"
            );
        }
    }

    /// The places from which a riffle takes its cards: each comes from one of two parts by a fair bit, from the top one if that
    /// is 0.
    fn riffle_by_bits(n: usize, bits: u32) -> Vec<usize> {
        let (mut top, mut bottom) = (0, n - bits.count_ones() as usize);
        let mut places = Vec::new();
        for place in 0..n {
            let part = if bits >> place & 1 == 0 {
                &mut top
            } else {
                &mut bottom
            };
            places.push(*part);
            *part += 1;
        }
        places
    }

    #[test]
    fn the_closed_form_of_riffles_equals_all_cuts_and_all_ways_to_fall() {
        for n in 1..=5 {
            let moves: Vec<_> = (0..1 << n).map(|bits| riffle_by_bits(n, bits)).collect();
            for times in 0..=3 {
                let mut followed = Arrangements::in_order(n).unwrap();
                (0..times).for_each(|_| followed.rearrange(&moves));
                assert_eq!(
                    sorted(&followed.outcomes().unwrap()),
                    sorted(&riffle(n, times).unwrap()),
                    "{n} cards, {times} times"
                );
            }
        }
    }

    #[test]
    fn sattolo_makes_the_cycles_only() {
        assert_eq!(sattolo(14).unwrap().total_variation().to_string(), "13/14");
        assert_eq!(sattolo(1).unwrap().total_variation().to_string(), "0");
    }

    /// How often each card lands in each place, over all ways to choose one of the swaps of each step.
    fn count_places(n: usize, choices: &[Vec<(usize, usize)>]) -> Vec<Vec<BigRational>> {
        let mut ways = vec![(0..n).collect::<Vec<_>>()];
        for swaps in choices {
            let mut next = Vec::new();
            for way in &ways {
                for &(i, j) in swaps {
                    let mut cards = way.clone();
                    cards.swap(i, j);
                    next.push(cards);
                }
            }
            ways = next;
        }
        let mut counts = vec![vec![0_u64; n]; n];
        for way in &ways {
            for (place, card) in way.iter().enumerate() {
                counts[*card][place] += 1;
            }
        }
        let chance = |count: &u64| ratio(*count, ways.len());
        counts
            .iter()
            .map(|row| row.iter().map(chance).collect())
            .collect()
    }

    #[test]
    fn places_are_those_of_all_ways() {
        for n in 1..=5 {
            let mut naive = Vec::new();
            let mut sattolo = Vec::new();
            for i in 0..n {
                naive.push((0..n).map(|j| (i, j)).collect());
            }
            for i in (1..n).rev() {
                sattolo.push((0..i).map(|j| (i, j)).collect());
            }
            assert_eq!(
                super::naive(n).unwrap().places(),
                count_places(n, &naive),
                "naive, {n} cards"
            );
            assert_eq!(
                sattolo_places(n),
                count_places(n, &sattolo),
                "Sattolo's, {n} cards"
            );
        }
    }

    #[test]
    fn one_overhand_shuffle_makes_an_arrangement_for_each_set_of_cuts() {
        let once = sorted(&overhand(6, 1).unwrap().outcomes().unwrap());
        assert_eq!(
            once,
            [
                (0_u32.into(), (720_u32 - 32).into()),
                (1_u32.into(), 32_u32.into())
            ]
        );
        let distances: Vec<_> = (0..12)
            .map(|times| {
                overhand(5, times)
                    .unwrap()
                    .outcomes()
                    .unwrap()
                    .total_variation()
            })
            .collect();
        assert!(distances.is_sorted_by(|before, after| before >= after));
        assert!(crate::rational::to_f64(&distances[11]) < 0.1);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for refused in [
            naive(9).err(),
            never_itself(9).err(),
            sort(9, RandomSort::Merge).err(),
            overhand(9, 1).err(),
            overhand(3, 1001).err(),
            riffle(1001, 1).err(),
            riffle(3, 1001).err(),
            sattolo(1001).err(),
        ] {
            assert!(matches!(refused, Some(Error::BeyondLimit { .. })));
        }
        assert_eq!(riffle(0, 1).unwrap_err(), Error::NoOutcomes);
    }
}
