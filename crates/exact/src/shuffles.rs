//! Shuffles of `n` cards, and how far from uniform over all `n!` arrangements each leaves them.
//!
//! | module | shuffle | method, and how far it is exact |
//! |---|---|---|
//! | [`deck`] | any that moves cards at random, again and again | all arrangements, up to 8 cards |
//! | [`fisher_yates`] | Fisher and Yates's, under any bounding rule | a product of draws: classes of equal weight, to 20 cards and more |
//! | [`sattolo`] | Sattolo's, under any bounding rule | the same |
//! | [`naive`] | each place swapped with any other, `n^n` | a deck |
//! | [`overhand`] | cut at random gaps, packets reversed | a deck |
//! | [`riffle`] | Gilbert, Shannon and Reeds's | closed form by rising sequences, for any `n` |
//! | [`reachable`] | any, from so many seeds | counting bound; all seeds run |
//!
//! Those by random transpositions are in [`crate::transpositions`], and any shipped algorithm can be explored
//! ([`crate::explore`]). An arrangement lists, for each place, the card that lies there; cards are named by the place they
//! lay in before.
//!
//! ```
//! use exact::shuffles::{naive::naive, riffle::riffle};
//! use exact::{Weights, rational::decimal};
//!
//! assert_eq!(naive(&Weights::uniform(3)?)?.outcomes().total_variation().to_string(), "1/18");
//! // "Seven shuffles suffice."
//! assert_eq!(decimal(&riffle(52, 7)?.total_variation(), 3), "0.334");
//! # Ok::<(), exact::Error>(())
//! ```

pub mod deck;
pub mod fisher_yates;
pub mod naive;
pub mod overhand;
pub mod reachable;
pub mod riffle;
pub mod sattolo;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::classes::Class;
use crate::{Error, Weights};

/// The most classes of equal weight that are kept apart.
pub const MOST_CLASSES: usize = 1 << 17;

/// The sequences of independent draws, classed by weight. There may be no draw: that is one sequence.
fn sequences<'a>(draws: impl IntoIterator<Item = &'a Weights>) -> Result<Vec<Class>, Error> {
    let mut classes = BTreeMap::from([(BigUint::one(), BigUint::one())]);
    for draw in draws {
        let mut numbers = BTreeMap::<u128, usize>::new();
        for &weight in draw.counts() {
            *numbers.entry(weight).or_default() += 1;
        }
        let mut longer = BTreeMap::<BigUint, BigUint>::new();
        for (weight, sequences) in &classes {
            for (&of_draw, &outcomes) in &numbers {
                *longer.entry(weight * of_draw).or_default() += sequences * outcomes;
            }
        }
        if longer.len() > MOST_CLASSES {
            return Err(Error::BeyondLimit {
                what: "classes of equal weight",
                asked: longer.len() as u64,
                limit: MOST_CLASSES as u64,
            });
        }
        classes = longer;
    }
    let class = |(weight, outcomes): (BigUint, BigUint)| Class { outcomes, weight };
    Ok(classes.into_iter().map(class).filter(|class| !class.outcomes.is_zero()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "minutes under Miri")]
    fn more_classes_than_are_kept_apart_are_refused() {
        // All products of different primes are different.
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61];
        let draws = primes.map(|prime| Weights::new(vec![1, prime]).unwrap());
        assert_eq!(sequences(&draws[..17]).unwrap().len(), MOST_CLASSES);
        assert!(matches!(sequences(&draws), Err(Error::BeyondLimit { asked: 262_144, limit: 131_072, .. })));
    }
}
