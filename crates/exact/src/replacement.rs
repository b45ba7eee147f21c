//! "Draw until a material not yet used": successive picks of distinct items, and how many draws they take.
//!
//! Each pick draws items with fixed weights, again and again, until one comes that was not picked before. The items
//! come in classes of equal weight, so the state of the process is only how many of each class are used: with unused
//! weight `R` out of `W`, a pick takes `W / R` draws on average and falls on an item of weight `w` with probability
//! `w / R`. The order of the picks follows the Plackett-Luce model.
//!
//! All numbers are integers over a common denominator (the product, over the picks, of the least common multiple of all `R`
//! that can
//! occur). With `m` classes there are at most `(picks + 1)^m` states; each is visited once. Sources: Feller 1, section
//! IX.3 (waiting times in sampling); Luce 1959 and Plackett 1975.
//!
//! ```
//! use roguelab_exact::Weights;
//! use roguelab_exact::replacement::{SuccessivePicks, classes};
//!
//! // Rogue's wands: 11 of 30 materials; those after index 14 are wood.
//! let materials = classes(&Weights::low_bits(14, 30)?, |material| material > 14);
//! let wands = SuccessivePicks::new(materials, 11)?;
//! assert_eq!(format!("{:.3}", roguelab_exact::rational::to_f64(&wands.expected_draws())), "13.417");
//! assert_eq!(wands.count_in(|&is_wood| is_wood).outcomes(), 12);
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use crate::distribution::Distribution;
use crate::error::Error;
use crate::rational::ratio;
use crate::weights::Weights;
use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Items that share a label and a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemClass<L> {
    /// The label of the items; several classes may share one.
    pub label: L,
    /// How many items there are.
    pub items: u64,
    /// Words that give each single item.
    pub weight: u128,
}

/// The outcomes of `weights` gathered into classes of equal label and weight, in order of first appearance.
pub fn classes<L: PartialEq>(weights: &Weights, label: impl Fn(usize) -> L) -> Vec<ItemClass<L>> {
    let mut classes: Vec<ItemClass<L>> = Vec::new();
    for (outcome, &weight) in weights.counts().iter().enumerate() {
        let label = label(outcome);
        match classes
            .iter_mut()
            .find(|class| class.weight == weight && class.label == label)
        {
            Some(class) => class.items += 1,
            None => classes.push(ItemClass {
                label,
                items: 1,
                weight,
            }),
        }
    }
    classes
}

/// How many items of each class are used.
type Used = Vec<u64>;

/// The situation before one pick: the probability of each state divided by its unused weight, over `denominator`.
#[derive(Clone, Debug)]
struct PickState {
    shares: Vec<BigUint>,
    denominator: BigUint,
}

/// The exact process of picking distinct items one after another.
#[derive(Clone, Debug)]
pub struct SuccessivePicks<L> {
    classes: Vec<ItemClass<L>>,
    total: u128,
    before: Vec<PickState>,
    /// The states after the last pick, over their sum.
    after: BTreeMap<Used, BigUint>,
}

impl<L> SuccessivePicks<L> {
    /// Picks `picks` distinct items out of `classes`.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if there are no items, [`Error::ZeroTotal`] if all weigh nothing, [`Error::TotalTooLarge`]
    /// if the weights exceed a `u128`, [`Error::MorePicksThanItems`] if the last pick could never end.
    pub fn new(classes: Vec<ItemClass<L>>, picks: usize) -> Result<Self, Error> {
        if classes.iter().all(|class| class.items == 0) {
            return Err(Error::NoOutcomes);
        }
        let (mut total, mut items) = (0_u128, 0_u64);
        for class in &classes {
            total = u128::from(class.items)
                .checked_mul(class.weight)
                .and_then(|weight| total.checked_add(weight))
                .ok_or(Error::TotalTooLarge)?;
            if class.weight > 0 {
                items = items.saturating_add(class.items);
            }
        }
        if total == 0 {
            return Err(Error::ZeroTotal);
        }
        if picks as u64 > items {
            return Err(Error::MorePicksThanItems { picks, items });
        }
        let after = BTreeMap::from([(vec![0; classes.len()], BigUint::one())]);
        let mut process = Self {
            classes,
            total,
            before: Vec::with_capacity(picks),
            after,
        };
        for _ in 0..picks {
            process.pick();
        }
        Ok(process)
    }

    /// The expected number of draws for all picks together, rejected draws included.
    pub fn expected_draws(&self) -> BigRational {
        let mut draws = BigRational::zero();
        for before in &self.before {
            let weights = before.shares.iter().sum::<BigUint>() * self.total;
            draws += ratio(weights, before.denominator.clone());
        }
        draws
    }

    /// The distribution of how many of the picks, 0..=picks, fall in the classes whose label is `chosen`.
    ///
    /// # Panics
    /// Never: the states after the last pick are not empty.
    pub fn count_in(&self, chosen: impl Fn(&L) -> bool) -> Distribution {
        let mut counts = vec![BigUint::zero(); self.before.len() + 1];
        for (used, ways) in &self.after {
            let picked = used
                .iter()
                .zip(&self.classes)
                .filter(|(_, class)| chosen(&class.label))
                .map(|(used, _)| used);
            counts[picked.sum::<u64>() as usize] += ways;
        }
        Distribution::new(counts).expect("some state is reached")
    }

    /// The weight of all items that are not used.
    fn unused_weight(&self, used: &Used) -> u128 {
        let mut weight = 0;
        for (class, used) in self.classes.iter().zip(used) {
            weight += u128::from(class.items - used) * class.weight;
        }
        weight
    }

    /// One pick: moves every state of `after` on, and remembers what it came from.
    fn pick(&mut self) {
        let now = std::mem::take(&mut self.after);
        let mut lcm = BigUint::one();
        for used in now.keys() {
            lcm = lcm.lcm(&self.unused_weight(used).into());
        }
        let denominator = now.values().sum::<BigUint>() * &lcm;
        let mut shares = Vec::with_capacity(now.len());
        for (used, ways) in now {
            let share = ways * (&lcm / self.unused_weight(&used));
            for (place, class) in self.classes.iter().enumerate() {
                let weight = u128::from(class.items - used[place]) * class.weight;
                if weight > 0 {
                    let mut next = used.clone();
                    next[place] += 1;
                    *self.after.entry(next).or_default() += &share * weight;
                }
            }
            shares.push(share);
        }
        self.before.push(PickState {
            shares,
            denominator,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One ordered list of distinct picks: its probability and its expected draws.
    struct Ordered {
        items: Vec<usize>,
        probability: BigRational,
        draws: BigRational,
    }

    /// Every ordered list of distinct picks, item by item and without classes.
    fn enumerate_picks(weights: &[u128], picks: usize) -> Vec<Ordered> {
        let total: u128 = weights.iter().sum();
        let mut lists = vec![Ordered {
            items: vec![],
            probability: ratio(1, 1),
            draws: ratio(0, 1),
        }];
        for _ in 0..picks {
            let mut longer = Vec::new();
            for list in &lists {
                let mut unused: Vec<usize> = (0..weights.len()).collect();
                unused.retain(|item| !list.items.contains(item) && weights[*item] > 0);
                let left: u128 = unused.iter().map(|&item| weights[item]).sum();
                for item in unused {
                    longer.push(Ordered {
                        items: [&list.items[..], &[item]].concat(),
                        probability: &list.probability * ratio(weights[item], left),
                        draws: &list.draws + ratio(total, left),
                    });
                }
            }
            lists = longer;
        }
        lists
    }

    #[test]
    fn the_process_equals_enumeration() {
        let cases: [&[u128]; 4] = [
            &[1, 1, 1, 1],
            &[5, 5, 3, 3, 1],
            &[2, 0, 7, 2, 0, 2],
            &[4, 3, 2, 1],
        ];
        for counts in cases {
            let weights = Weights::new(counts.to_vec()).unwrap();
            let drawable = counts.iter().filter(|&&count| count > 0).count();
            for picks in 0..=drawable {
                let classes = classes(&weights, |item| item % 2 == 1);
                let process = SuccessivePicks::new(classes, picks).unwrap();
                let mut draws = ratio(0, 1);
                let mut expected = vec![ratio(0, 1); picks + 1];
                for list in enumerate_picks(counts, picks) {
                    let chosen = list.items.iter().filter(|&&item| item % 2 == 1).count();
                    draws += &list.probability * &list.draws;
                    expected[chosen] += list.probability;
                }
                assert_eq!(process.expected_draws(), draws, "{counts:?}, {picks} picks");
                assert_eq!(
                    process.count_in(|&label| label).probabilities(),
                    expected,
                    "{counts:?}, {picks} picks"
                );
            }
        }
    }

    fn class(items: u64, weight: u128) -> ItemClass<()> {
        ItemClass {
            label: (),
            items,
            weight,
        }
    }

    fn refused(classes: Vec<ItemClass<()>>, picks: usize) -> Error {
        SuccessivePicks::new(classes, picks).unwrap_err()
    }

    #[test]
    fn a_loop_that_cannot_end_is_refused() {
        assert_eq!(
            refused(vec![class(2, 1), class(5, 0)], 3),
            Error::MorePicksThanItems { picks: 3, items: 2 }
        );
        assert_eq!(refused(vec![], 0), Error::NoOutcomes);
        assert_eq!(refused(vec![class(0, 3)], 0), Error::NoOutcomes);
        assert_eq!(refused(vec![class(3, 0)], 0), Error::ZeroTotal);
        assert_eq!(refused(vec![class(2, u128::MAX)], 1), Error::TotalTooLarge);
        assert_eq!(
            SuccessivePicks::new(vec![class(2, 1)], 0)
                .unwrap()
                .expected_draws(),
            ratio(0, 1)
        );
    }
}
