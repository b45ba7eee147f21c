//! The cycle type of a product of random transpositions, and from it the exact distance to a uniform permutation.
//!
//! In each step two places of 0..n are drawn independently and uniformly and their contents swapped; drawing the same
//! place twice is allowed and does nothing. Started at the identity, the chance of a permutation after `k` steps
//! depends on its cycle type only, so a chain on the partitions of `n` (135 for n = 14) describes all `n!` permutations
//! exactly. Of the `n^2` ordered pairs, `n` do nothing; two cycles of lengths `a` and `b` are joined by `2ab`; a cycle
//! of length `a` is split into `d` and `a - d` by `a`, for each `d` in `1..a`.
//!
//! The same distribution by characters: [`crate::transpositions`].
//!
//! Integers over `n^(2k)`. One step costs one product of a long by a short number per possible move, of which a
//! partition has at most about `n`. Sources: Diaconis and Shahshahani 1981 (mixing after about `n ln(n) / 2` steps);
//! Feller 1, sections IV.4 and X.6 (matches); class sizes `n!/z` as in Stanley, *Enumerative Combinatorics* 1, 1.3.2.
//!
//! ```
//! use exact::cycle_types::{TranspositionWalk, uniform_fixed_points};
//!
//! let walk = TranspositionWalk::new(14)?;
//! let shuffled = walk.after(33);
//! assert_eq!(format!("{:.4}", exact::rational::to_f64(&shuffled.total_variation())), "0.0303");
//! assert_eq!(uniform_fixed_points(3)?.probability(0).to_string(), "1/3");
//! # Ok::<(), exact::Error>(())
//! ```

use crate::counting::factorial;
use crate::partitions::Partition;
use crate::rational::ratio;
use crate::{Distribution, Error};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// The walk by random transpositions on the permutations of `n` things, seen by cycle type.
#[derive(Clone, Debug)]
pub struct TranspositionWalk {
    n: usize,
    types: Vec<Partition>,
    /// How many permutations have each cycle type; they sum to `n!`.
    sizes: Vec<BigUint>,
    /// For each type: the types one step away, and how many of the `n^2` pairs lead there.
    moves: Vec<Vec<(usize, u64)>>,
}

impl TranspositionWalk {
    /// The walk on permutations of `n` things. Time and memory grow with the number of partitions of `n`.
    ///
    /// # Errors
    /// [`Error::NoOutcomes`] if `n` is zero, [`Error::BeyondLimit`] beyond [`crate::partitions::MOST_LISTED`].
    pub fn new(n: usize) -> Result<Self, Error> {
        if n == 0 {
            return Err(Error::NoOutcomes);
        }
        let types = Partition::all(n)?;
        let index: BTreeMap<&Partition, usize> = types.iter().enumerate().map(|(i, t)| (t, i)).collect();
        let step = |from: &Partition| moves_from(from).into_iter().map(|(to, pairs)| (index[&to], pairs)).collect();
        let moves = types.iter().map(step).collect();
        let sizes = types.iter().map(Partition::class_size).collect();
        Ok(Self { n, types, sizes, moves })
    }

    /// All cycle types, in the order that [`CycleTypes::distribution`] uses; the identity is last.
    pub fn types(&self) -> &[Partition] {
        &self.types
    }

    /// How many of the `n!` permutations have each of [`TranspositionWalk::types`].
    pub fn sizes(&self) -> &[BigUint] {
        &self.sizes
    }

    /// The distribution of the cycle type after `swaps` steps from the identity.
    pub fn after(&self, swaps: usize) -> CycleTypes<'_> {
        (0..swaps).fold(self.start(), |now, _| now.step())
    }

    /// The total variation distance to a uniform permutation after 0, 1, ..., `max_swaps` steps, in one pass.
    pub fn total_variation_curve(&self, max_swaps: usize) -> Vec<BigRational> {
        let walk = std::iter::successors(Some(self.start()), |now| Some(now.step()));
        walk.take(max_swaps + 1).map(|now| now.total_variation()).collect()
    }

    fn start(&self) -> CycleTypes<'_> {
        let mut ways = vec![BigUint::zero(); self.types.len()];
        *ways.last_mut().expect("every n has a partition") = BigUint::one();
        CycleTypes { walk: self, ways, denominator: BigUint::one() }
    }
}

/// The exact distribution of the cycle type after some number of steps.
#[derive(Clone, Debug)]
pub struct CycleTypes<'a> {
    walk: &'a TranspositionWalk,
    ways: Vec<BigUint>,
    denominator: BigUint,
}

impl CycleTypes<'_> {
    /// The probability of each cycle type, in the order of [`TranspositionWalk::types`].
    ///
    /// # Panics
    /// Never: the ways sum to `n^(2 * swaps)`.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(self.ways.clone()).expect("the ways sum to the denominator")
    }

    /// The distribution of the number of fixed points, 0..=n: how many things are where they were.
    ///
    /// # Panics
    /// Never: the ways sum to `n^(2 * swaps)`.
    pub fn fixed_points(&self) -> Distribution {
        let mut counts = vec![BigUint::zero(); self.walk.n + 1];
        for (cycles, ways) in self.walk.types.iter().zip(&self.ways) {
            counts[cycles.ones()] += ways;
        }
        Distribution::new(counts).expect("the ways sum to the denominator")
    }

    /// Total variation distance between the whole permutation and a uniform one, over all `n!`.
    ///
    /// Within a cycle type every permutation is equally likely in both, so a sum over the types is exact.
    pub fn total_variation(&self) -> BigRational {
        let all = factorial(self.walk.n);
        let differences = self.ways.iter().zip(&self.walk.sizes).map(|(ways, size)| {
            let (real, ideal) = (ways * &all, size * &self.denominator);
            if real > ideal { real - ideal } else { ideal - real }
        });
        ratio(differences.sum(), (&all * &self.denominator) << 1_u32)
    }

    /// Separation: one less `n!` times the probability of the least likely permutation; 1 while one is unreachable.
    ///
    /// # Panics
    /// Never: every `n` has a partition.
    pub fn separation(&self) -> BigRational {
        let per_permutation =
            self.ways.iter().zip(&self.walk.sizes).map(|(ways, size)| ratio(ways.clone(), size.clone()));
        let least = per_permutation.min().expect("every n has a partition");
        BigRational::one() - least * ratio(factorial(self.walk.n), self.denominator.clone())
    }

    fn step(&self) -> Self {
        let mut ways = vec![BigUint::zero(); self.ways.len()];
        for (moves, before) in self.walk.moves.iter().zip(&self.ways).filter(|(_, before)| !before.is_zero()) {
            for &(to, pairs) in moves {
                ways[to] += before * pairs;
            }
        }
        Self { walk: self.walk, ways, denominator: &self.denominator * self.walk.n * self.walk.n }
    }
}

/// The number of fixed points of a uniform permutation of `n` things: the rencontres numbers over `n!`.
///
/// # Errors
/// [`Error::NoOutcomes`] if `n` is zero.
pub fn uniform_fixed_points(n: usize) -> Result<Distribution, Error> {
    if n == 0 {
        return Err(Error::NoOutcomes);
    }
    // Permutations without a fixed point: d(0) = 1, d(1) = 0, d(m) = (m - 1) (d(m - 1) + d(m - 2)).
    let mut deranged = vec![BigUint::one(), BigUint::zero()];
    for m in 2..=n {
        let next = (&deranged[m - 1] + &deranged[m - 2]) * (m - 1);
        deranged.push(next);
    }
    let choose = |k: usize| factorial(n) / (factorial(k) * factorial(n - k));
    Distribution::new((0..=n).map(|fixed| choose(fixed) * &deranged[n - fixed]).collect())
}

/// Every type one step from `from`, with the number of ordered pairs that lead there; they sum to `n^2`.
fn moves_from(from: &Partition) -> BTreeMap<Partition, u64> {
    let cycles = from.parts();
    let mut moves = BTreeMap::from([(from.clone(), from.size() as u64)]);
    let mut lead_to = |removed: &[usize], added: &[usize], pairs: usize| {
        let kept = cycles.iter().enumerate().filter(|(place, _)| !removed.contains(place)).map(|(_, &length)| length);
        let next = Partition::sorted(kept.chain(added.iter().copied()).collect());
        *moves.entry(next).or_default() += pairs as u64;
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

#[cfg(test)]
mod tests;
