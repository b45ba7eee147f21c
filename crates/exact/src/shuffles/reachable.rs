//! How many arrangements a shuffle can reach from so many seeds.
//!
//! A generator with `s` states starts a shuffle in at most `s` ways: of `n!` arrangements it reaches `s` or fewer, however
//! good its numbers are. [`at_most`] is that bound, and [`Reached`] the count where all seeds can be run. Source: Knuth,
//! *The Art of Computer Programming* 2, section 3.4.2.
//!
//! ```
//! use exact::shuffles::reachable::{at_most, cards_for, total_variation_at_least};
//! use num_bigint::BigUint;
//!
//! let seeds = BigUint::from(1_u64 << 32);
//! assert_eq!(cards_for(&seeds), 12);
//! assert_eq!(at_most(13, &seeds), seeds);
//! assert_eq!(total_variation_at_least(3, &BigUint::from(2_u32)).to_string(), "2/3");
//! ```

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;

use crate::classes::{Class, Outcomes};
use crate::counting::factorial;
use crate::rational::ratio;
use crate::{Distribution, Error};

/// The most arrangements of `cards` cards that `states` states can reach: `n!` or `states`, whichever is less.
pub fn at_most(cards: usize, states: &BigUint) -> BigUint {
    // The factorial of many more cards than that need not be known.
    factorial(cards.min(cards_for(states) + 1)).min(states.clone())
}

/// The most cards whose arrangements are no more than `states`: with one more, some are out of reach.
pub fn cards_for(states: &BigUint) -> usize {
    let arrangements = (1_usize..).scan(BigUint::one(), |all, cards| {
        *all *= cards;
        Some(all.clone())
    });
    arrangements.take_while(|all| all <= states).count()
}

/// The least total variation distance to uniform over all arrangements of `cards` cards that `states` states leave: the share
/// of the arrangements out of reach.
pub fn total_variation_at_least(cards: usize, states: &BigUint) -> BigRational {
    let all = factorial(cards);
    BigRational::one() - ratio(all.clone().min(states.clone()), all)
}

/// What all seeds of a population make, each seed being as likely as any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached<T> {
    made: BTreeMap<T, u64>,
    seeds: u64,
}

impl<T: Ord> Reached<T> {
    /// Runs `shuffle` once for each seed.
    pub fn from<S>(seeds: impl IntoIterator<Item = S>, shuffle: impl FnMut(S) -> T) -> Self {
        let (mut made, mut count) = (BTreeMap::new(), 0);
        for outcome in seeds.into_iter().map(shuffle) {
            *made.entry(outcome).or_default() += 1;
            count += 1;
        }
        Self { made, seeds: count }
    }

    /// How many different outcomes there are.
    pub fn outcomes(&self) -> usize {
        self.made.len()
    }

    /// How many seeds were run.
    pub fn seeds(&self) -> u64 {
        self.seeds
    }

    /// How many seeds make this outcome.
    pub fn seeds_of(&self, outcome: &T) -> u64 {
        self.made.get(outcome).copied().unwrap_or(0)
    }

    /// How many seeds make the outcome that most of them make.
    pub fn most(&self) -> u64 {
        self.made.values().copied().max().unwrap_or(0)
    }

    /// The outcomes classed by how many seeds make them, those of `all` that none makes included.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if no seed was run, [`Error::BeyondLimit`] if more than `all` outcomes were made.
    pub fn among(&self, all: &BigUint) -> Result<Outcomes, Error> {
        let made = BigUint::from(self.made.len());
        if made > *all {
            let limit = u64::try_from(all).unwrap_or(u64::MAX);
            return Err(Error::BeyondLimit { what: "outcomes", asked: self.made.len() as u64, limit });
        }
        let made_by = Distribution::new(self.made.values().map(|&seeds| seeds.into()).collect())?;
        let never = Class { outcomes: all - made, weight: BigUint::ZERO };
        Outcomes::new(Outcomes::of(&made_by).classes().iter().cloned().chain([never]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Zero;

    #[test]
    fn fifty_two_cards_take_226_bits() {
        let bits = |bits: u32| BigUint::one() << bits;
        assert_eq!((cards_for(&bits(225)), cards_for(&bits(226))), (51, 52));
        assert_eq!((cards_for(&bits(32)), cards_for(&bits(64)), cards_for(&bits(31))), (12, 20, 12));
        assert_eq!((cards_for(&BigUint::one()), cards_for(&BigUint::zero())), (1, 0));
        assert_eq!((at_most(3, &7_u32.into()), at_most(4, &7_u32.into())), (6_u32.into(), 7_u32.into()));
        assert_eq!(at_most(usize::MAX, &7_u32.into()), 7_u32.into());
        assert!(total_variation_at_least(12, &bits(32)).is_zero());
        assert!(total_variation_at_least(52, &bits(32)) < BigRational::one());
    }

    #[test]
    fn seeds_that_make_the_same_are_counted_together() {
        // Six seeds, of which some are the same modulo 4: arrangements of three cards by rotation.
        let reached = Reached::from(0..6_usize, |seed| (0..3).map(|place| (place + seed % 4) % 3).collect::<Vec<_>>());
        assert_eq!((reached.outcomes(), reached.seeds(), reached.most()), (3, 6, 3));
        assert_eq!((reached.seeds_of(&vec![0, 1, 2]), reached.seeds_of(&vec![1, 0, 2])), (3, 0));
        let outcomes = reached.among(&6_u32.into()).unwrap();
        assert_eq!((outcomes.outcomes(), outcomes.total()), (6_u32.into(), &6_u32.into()));
        // Half are out of reach; of those that come one has 3/6, one 2/6, one 1/6, which is what it should have.
        assert_eq!(outcomes.total_variation().to_string(), "1/2");
        assert!(outcomes.total_variation() >= total_variation_at_least(3, &6_u32.into()));
    }

    #[test]
    fn no_seeds_and_more_outcomes_than_all_are_refused() {
        let none = Reached::from(0..0, |seed| seed);
        assert_eq!((none.most(), none.among(&6_u32.into()).unwrap_err()), (0, Error::NoOutcomes));
        let many = Reached::from(0..7, |seed| seed);
        assert!(matches!(many.among(&6_u32.into()), Err(Error::BeyondLimit { asked: 7, limit: 6, .. })));
    }
}
