//! The assertions, with their error rates.

use std::fmt;

use super::run::{Passed, check};
use super::{Effect, Failure, TestRng};
use crate::counted::{Counted, permutations, values};
use crate::{Error, Test as _};

/// The error rates of an assertion, and its seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Demand {
    pub(super) false_alarms: f64,
    pub(super) power: f64,
    pub(super) effect: Effect,
    /// The pinned seed, if there is one.
    pub(super) seed: Option<u64>,
}

impl Demand {
    pub(super) const fn for_variation(total_variation: f64) -> Self {
        Self {
            false_alarms: 1e-9,
            power: 0.999,
            effect: Effect::TotalVariation(total_variation),
            seed: None,
        }
    }

    /// The chi-square per sample of the effect, if all rates make sense.
    pub(super) fn effect_per_sample(self) -> Result<f64, Error> {
        let effect = self.effect.chi_square()?;
        match [self.power, self.false_alarms]
            .into_iter()
            .find(|chance| !(*chance > 0.0 && *chance < 1.0))
        {
            Some(chance) => Err(Error::OutsideUnitInterval(chance)),
            None => Ok(effect),
        }
    }
}

/// A shuffle to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Shuffle {
    items: usize,
    demand: Demand,
}

/// A source of permutations to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Permutations {
    items: usize,
    demand: Demand,
}

/// A bounded draw to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Draws {
    below: u64,
    demand: Demand,
}

/// A weighted draw to check, such as from a loot table.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighted {
    weights: Vec<u64>,
    demand: Demand,
}

/// A source of numbers with a continuous distribution function, to check.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub(super) demand: Demand,
}

/// Two sources to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Same {
    pub(super) demand: Demand,
}

macro_rules! demands {
    ($($kind:ty: $effect:literal;)*) => {$(
        impl $kind {
            /// Sets the greatest chance that a fair source fails: 1e-9 unless it is set.
            #[must_use]
            pub const fn false_alarms(mut self, chance: f64) -> Self {
                self.demand.false_alarms = chance;
                self
            }

            /// Sets the least chance that a source with the effect fails: 0.999 unless it is set.
            #[must_use]
            pub const fn power(mut self, chance: f64) -> Self {
                self.demand.power = chance;
                self
            }

            #[doc = concat!("The smallest bias that has to be found; unless it is set, ", $effect, ".")]
            #[must_use]
            pub const fn against(mut self, effect: Effect) -> Self {
                self.demand.effect = effect;
                self
            }

            /// Pins the seed, whatever the environment says.
            #[must_use]
            pub const fn seed(mut self, seed: u64) -> Self {
                self.demand.seed = Some(seed);
                self
            }
        }
    )*};
}

demands! {
    Shuffle: "a total variation of 0.02 up to 5 items and of 0.04 beyond";
    Permutations: "a total variation of 0.02 up to 5 items and of 0.04 beyond";
    Draws: "a total variation of 0.005 up to 256 values and of 0.01 beyond";
    Weighted: "a total variation of 0.005 up to 256 values and of 0.01 beyond";
    Distribution: "a total variation of 0.005 between 256 parts of equal chance";
    Same: "a total variation of 0.02 between both";
}

/// A demand that is tested in well under a second even without optimization.
const fn demand_for_permutations(items: usize) -> Demand {
    Demand::for_variation(if items <= 5 { 0.02 } else { 0.04 })
}

/// The same for draws: a byte modulo six has a total variation of 0.0052.
pub(super) const fn demand_for_values(values: u64) -> Demand {
    Demand::for_variation(if values <= 256 { 0.005 } else { 0.01 })
}

/// The flaws that no test of permutations sees.
const UNSEEN_OF_PERMUTATIONS: &str = "what one permutation has to do with another";
/// The flaws that no test of longer permutations sees.
const UNSEEN_OF_LONG: &str = "what one permutation has to do with another, and patterns within one that leave all of these as they are";
/// The flaws that no test of values sees.
pub(super) const UNSEEN_OF_VALUES: &str =
    "dependence over more than 8 draws, among three or more, and periods";

impl Shuffle {
    /// A check of a shuffle of 2 to 2048 items.
    pub const fn of(items: usize) -> Self {
        Self {
            items,
            demand: demand_for_permutations(items),
        }
    }

    /// Checks a shuffle: it is handed the items `0..n` in order, and a generator.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check(
        self,
        mut shuffle: impl FnMut(&mut [usize], &mut TestRng),
    ) -> Result<Passed, Failure> {
        let n = self.items;
        let what = format!("the shuffle of {n} items");
        check_permutations(&what, n, self.demand, &mut |rng, items| {
            items.clear();
            items.extend(0..n);
            shuffle(items, rng);
        })
    }
}

/// Checks a function that puts a permutation of `n` items into its second argument.
///
/// What the assertions share is not generic: it is compiled once, with this crate.
fn check_permutations(
    what: &str,
    n: usize,
    demand: Demand,
    draw: &mut dyn FnMut(&mut TestRng, &mut Vec<usize>),
) -> Result<Passed, Failure> {
    let (mut read, mut items) = (Reader::default(), Vec::new());
    let unseen = if n <= permutations::RANKED {
        UNSEEN_OF_PERMUTATIONS
    } else {
        UNSEEN_OF_LONG
    };
    check(
        what,
        unseen,
        demand,
        |least| permutations::tests(n, least),
        |rng, tests| {
            draw(rng, &mut items);
            push_all(read.permutation(&items, n)?, tests);
            Ok(())
        },
    )
}

impl Permutations {
    /// A check of permutations of `0..items`, for 2 to 2048 items.
    pub const fn of(items: usize) -> Self {
        Self {
            items,
            demand: demand_for_permutations(items),
        }
    }

    /// Checks a source that is handed a generator and gives a permutation.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check(
        self,
        mut source: impl FnMut(&mut TestRng) -> Vec<usize>,
    ) -> Result<Passed, Failure> {
        let what = format!("the source of permutations of {} items", self.items);
        check_permutations(&what, self.items, self.demand, &mut |rng, items| {
            *items = source(rng);
        })
    }
}

impl Draws {
    /// A check of draws of the values `0..below`, at least two of them.
    pub const fn below(below: u64) -> Self {
        Self {
            below,
            demand: demand_for_values(below),
        }
    }

    /// Checks a draw that is handed a generator and gives a value of any integer type.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn check<T>(self, mut draw: impl FnMut(&mut TestRng) -> T) -> Result<Passed, Failure>
    where
        T: TryInto<u64> + Copy + fmt::Debug,
    {
        let below = self.below;
        let what = format!("the draw below {below}");
        check_values(&what, self.demand, &|_| draw_tests(below), &mut |rng| {
            let drawn = draw(rng);
            match drawn.try_into() {
                Ok(value) if value < below => Ok(value),
                _ => Err(format!("{drawn:?}, which is not below {below}")),
            }
        })
    }
}

/// The tests of draws of the values `0..below`.
fn draw_tests(below: u64) -> Result<Vec<Counted<u64>>, Error> {
    let mut tests = values::tests(below.into())?;
    tests.extend(values::repeats(below.into()));
    Ok(tests)
}

impl Weighted {
    /// A check of draws of the values `0..weights.len()` with these weights, at least two of which are above zero.
    pub fn of(weights: &[u64]) -> Self {
        Self {
            weights: weights.to_vec(),
            demand: demand_for_values(weights.len() as u64),
        }
    }

    /// Checks a draw that is handed a generator and gives a value of any integer type.
    ///
    /// # Errors
    /// [`Failure`], also for a value of weight zero.
    pub fn check<T>(self, mut draw: impl FnMut(&mut TestRng) -> T) -> Result<Passed, Failure>
    where
        T: TryInto<u64> + Copy + fmt::Debug,
    {
        let weights = &self.weights;
        let what = format!("the draw of {} weighted values", weights.len());
        let make = &|least| values::weighted(weights, least);
        check_values(&what, self.demand, make, &mut |rng| {
            let drawn = draw(rng);
            let value = drawn.try_into().ok();
            let index = value.and_then(|value| usize::try_from(value).ok());
            match (value, index.and_then(|index| weights.get(index))) {
                (Some(_), Some(0)) => Err(format!("{drawn:?}, whose weight is 0")),
                (Some(value), Some(_)) => Ok(value),
                _ => Err(format!(
                    "{drawn:?}, which has no weight: there are {}",
                    weights.len()
                )),
            }
        })
    }
}

/// Checks a function that gives a value, or says why it is impossible.
fn check_values(
    what: &str,
    demand: Demand,
    make: &dyn Fn(f64) -> Result<Vec<Counted<u64>>, Error>,
    draw: &mut dyn FnMut(&mut TestRng) -> Result<u64, String>,
) -> Result<Passed, Failure> {
    check(what, UNSEEN_OF_VALUES, demand, make, |rng, tests| {
        push_all(&draw(rng)?, tests);
        Ok(())
    })
}

pub(super) fn push_all<Item: ?Sized>(item: &Item, tests: &mut [Counted<Item>]) {
    for test in tests {
        test.push(item);
    }
}

/// Reads permutations.
#[derive(Default)]
pub(super) struct Reader {
    seen: Vec<bool>,
    items: Vec<u32>,
}

impl Reader {
    /// The permutation, or why it is not a permutation.
    pub(super) fn permutation(&mut self, items: &[usize], n: usize) -> Result<&[u32], String> {
        self.seen.clear();
        self.seen.resize(n, false);
        let seen = &mut self.seen;
        let all_new = items.iter().all(|item| {
            seen.get_mut(*item)
                .is_some_and(|seen| !std::mem::replace(seen, true))
        });
        if items.len() == n && all_new {
            self.items.clear();
            self.items.extend(items.iter().map(|item| *item as u32));
            return Ok(&self.items);
        }
        let from_one = items.len() == n && (1..=n).all(|item| items.contains(&item));
        let remedy = if from_one {
            "; count the items from 0, not from 1"
        } else {
            ""
        };
        Err(format!(
            "{items:?}, which is not a permutation of 0 to {}{remedy}",
            n.saturating_sub(1)
        ))
    }
}
