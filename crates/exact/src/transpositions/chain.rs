//! The same distribution by another method, for the tests: a chain on cycle types.
//!
//! Of the `n^2` ordered pairs of places, `n` do nothing; two cycles of lengths `a` and `b` are joined by `2ab`; a cycle of
//! length `a` is split into `d` and `a - d` by `a`, for each `d` in `1..a`.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::counting::factorial;
use crate::partitions::Partition;
use crate::rational::ratio;

/// How many of the `n^(2k)` draws of `k` swaps lead to each cycle type, in the order of [`Partition::all`].
pub(super) struct Chain {
    pub(super) types: Vec<Partition>,
    pub(super) ways: Vec<BigUint>,
    pub(super) denominator: BigUint,
}

impl Chain {
    pub(super) fn new(n: usize) -> Self {
        let types = Partition::all(n).unwrap();
        let mut ways = vec![BigUint::zero(); types.len()];
        *ways.last_mut().unwrap() = BigUint::one();
        Self {
            types,
            ways,
            denominator: BigUint::one(),
        }
    }

    pub(super) fn step(&mut self) {
        let mut next = vec![BigUint::zero(); self.ways.len()];
        for (from, ways) in self
            .types
            .iter()
            .zip(&self.ways)
            .filter(|(_, ways)| !ways.is_zero())
        {
            for (to, pairs) in moves_from(from) {
                next[self.types.binary_search_by(|other| to.cmp(other)).unwrap()] += ways * pairs;
            }
        }
        let n = self.types[0].size();
        (self.ways, self.denominator) = (next, &self.denominator * n * n);
    }

    pub(super) fn total_variation(&self) -> BigRational {
        let all = factorial(self.types[0].size());
        let differences = self.types.iter().zip(&self.ways).map(|(cycles, ways)| {
            let (real, ideal) = (ways * &all, cycles.class_size() * &self.denominator);
            if real > ideal {
                real - ideal
            } else {
                ideal - real
            }
        });
        ratio(differences.sum(), (&all * &self.denominator) << 1_u32)
    }

    pub(super) fn separation(&self) -> BigRational {
        let each = self
            .types
            .iter()
            .zip(&self.ways)
            .map(|(cycles, ways)| ratio(ways.clone(), cycles.class_size()));
        BigRational::one()
            - each.min().unwrap() * ratio(factorial(self.types[0].size()), self.denominator.clone())
    }
}

/// Every type one step from `from`, with the number of ordered pairs that lead there; they sum to `n^2`.
fn moves_from(from: &Partition) -> BTreeMap<Partition, usize> {
    let cycles = from.parts();
    let mut moves = BTreeMap::from([(from.clone(), from.size())]);
    let mut lead_to = |removed: &[usize], added: &[usize], pairs: usize| {
        let kept = cycles
            .iter()
            .enumerate()
            .filter(|(place, _)| !removed.contains(place))
            .map(|(_, &length)| length);
        *moves
            .entry(Partition::new(kept.chain(added.iter().copied()).collect()))
            .or_default() += pairs;
    };
    for (i, &a) in cycles.iter().enumerate() {
        for d in 1..a {
            lead_to(&[i], &[d, a - d], a);
        }
        for (j, &b) in cycles.iter().enumerate().skip(i + 1) {
            lead_to(&[i, j], &[a + b], 2 * a * b);
        }
    }
    moves
}
