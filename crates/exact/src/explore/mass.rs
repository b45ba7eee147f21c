//! Probabilities while they are being added up: integers over few different denominators.
//!
//! The weight of a branch is a product of counts over a product of totals. Different branches have few different
//! products of totals, so each is kept once and has a number; adding two masses over the same one is one integer sum.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::collections::HashMap;

/// The number of a denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Over(u32);

impl Over {
    /// The denominator 1.
    pub(super) const ONE: Self = Self(0);
}

/// All denominators that occur.
#[derive(Debug)]
pub(super) struct Denominators {
    values: Vec<BigUint>,
    numbers: HashMap<BigUint, Over>,
    products: HashMap<(Over, u128), Over>,
}

impl Denominators {
    pub(super) fn new() -> Self {
        let numbers = HashMap::from([(BigUint::one(), Over::ONE)]);
        Self {
            values: vec![BigUint::one()],
            numbers,
            products: HashMap::new(),
        }
    }

    /// The number of `value`.
    pub(super) fn over(&mut self, value: BigUint) -> Over {
        if let Some(&over) = self.numbers.get(&value) {
            return over;
        }
        let over = Over(self.values.len() as u32);
        self.values.push(value.clone());
        self.numbers.insert(value, over);
        over
    }

    /// The number of a denominator times `total`.
    pub(super) fn times(&mut self, over: Over, total: u128) -> Over {
        if let Some(&product) = self.products.get(&(over, total)) {
            return product;
        }
        let product = self.over(&self.values[over.0 as usize] * total);
        self.products.insert((over, total), product);
        product
    }

    fn value(&self, over: Over) -> &BigUint {
        &self.values[over.0 as usize]
    }

    /// The least common denominator of all these sums.
    pub(super) fn common<'a>(&self, sums: impl IntoIterator<Item = &'a Sum>) -> BigUint {
        let mut overs: Vec<Over> = sums
            .into_iter()
            .flat_map(|sum| sum.0.iter().map(|&(over, _)| over))
            .collect();
        overs.sort_unstable();
        overs.dedup();
        let mut lcm = BigUint::one();
        for over in overs {
            lcm = lcm.lcm(self.value(over));
        }
        lcm
    }

    /// The numerator of a sum over `common`, a multiple of its denominators.
    pub(super) fn numerator(&self, sum: &Sum, common: &BigUint) -> BigUint {
        sum.0
            .iter()
            .map(|(over, numerator)| numerator * (common / self.value(*over)))
            .sum()
    }
}

/// A sum of probabilities: one numerator for each denominator.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum(Vec<(Over, BigUint)>);

impl Sum {
    pub(super) fn add(&mut self, numerator: &BigUint, over: Over) {
        match self.0.binary_search_by_key(&over, |&(over, _)| over) {
            Ok(place) => self.0[place].1 += numerator,
            Err(place) => self.0.insert(place, (over, numerator.clone())),
        }
    }
}
