//! Where one token ends when the contents of two random slots are swapped again and again.
//!
//! In each step two slots `j` and `k` are drawn independently with the given weights, and their contents are swapped; `j = k`
//! is allowed and changes nothing. Seen from one token this is a Markov chain on the slots: with
//! weights `w` of sum `W`, a token in slot `a` goes to `b != a` with probability `2 w_a w_b / W^2` and stays otherwise.
//! The step matrix is symmetric, so the uniform distribution is stationary *whatever the weights are*.
//!
//! With `n` equal weights the matrix is `(1 - 2/n) I + (2/n^2) J`, where `J` is all ones: its eigenvalues are 1 and,
//! `n - 1` times, `1 - 2/n`. Hence after `k` steps a token is where it was with probability
//! `1/n + (1 - 1/n) (1 - 2/n)^k`, and in any given other slot with `1/n - (1/n) (1 - 2/n)^k`.
//!
//! All numbers are integers over `W^(2k)`; the cost is `n^2` products of a long by a short number per step. Sources: Diaconis and
//! Shahshahani, *Generating a random permutation with random transpositions*, 1981; Feller 1, chapter XV.
//!
//! ```
//! use roguelab_exact::{Weights, chain::swap_chain};
//!
//! let once = swap_chain(&Weights::uniform(3)?, 1);
//! assert_eq!(once.probability(0, 0).to_string(), "5/9");
//! assert_eq!(once.probability(0, 1).to_string(), "2/9");
//! # Ok::<(), roguelab_exact::Error>(())
//! ```

use crate::rational::{ratio, to_f64};
use crate::weights::Weights;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Probabilities of ending in slot `to` after starting in slot `from`, one integer each over one denominator.
#[derive(Clone, Debug)]
pub struct PositionMatrix {
    rows: Vec<Vec<BigUint>>,
    denominator: BigUint,
}

impl PositionMatrix {
    /// The number of slots: the matrix is square.
    pub fn slots(&self) -> usize {
        self.rows.len()
    }

    /// The denominator of all entries: `W^(2 * swaps)`.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// One entry, as an integer over [`PositionMatrix::denominator`].
    ///
    /// # Panics
    /// If `from` or `to` is not below [`PositionMatrix::slots`].
    pub fn numerator(&self, from: usize, to: usize) -> &BigUint {
        &self.rows[from][to]
    }

    /// Probability that the token that was in slot `from` is now in slot `to`.
    ///
    /// # Panics
    /// If `from` or `to` is not below [`PositionMatrix::slots`].
    pub fn probability(&self, from: usize, to: usize) -> BigRational {
        ratio(self.rows[from][to].clone(), self.denominator.clone())
    }

    /// All entries by rows (`[from][to]`), each rounded to the nearest `f64`.
    pub fn to_f64s(&self) -> Vec<Vec<f64>> {
        let mut rows = Vec::with_capacity(self.slots());
        for from in 0..self.slots() {
            let row = (0..self.slots()).map(|to| to_f64(&self.probability(from, to)));
            rows.push(row.collect());
        }
        rows
    }
}

/// The position of every token after `swaps` swaps of two slots drawn with `weights`.
pub fn swap_chain(weights: &Weights, swaps: u32) -> PositionMatrix {
    let rows = (0..weights.outcomes())
        .map(|from| row_after(weights, from, swaps))
        .collect();
    PositionMatrix {
        rows,
        denominator: num_traits::pow(squared(weights.total()), swaps as usize),
    }
}

fn row_after(weights: &Weights, from: usize, swaps: u32) -> Vec<BigUint> {
    let mut row = vec![BigUint::zero(); weights.outcomes()];
    row[from] = BigUint::one();
    for _ in 0..swaps {
        // The weight that arrives in b is 2 w_b times the sum of row[a] w_a over a != b: one sum serves all b.
        let pushed: Vec<BigUint> = row
            .iter()
            .zip(weights.counts())
            .map(|(mass, &w)| mass * w)
            .collect();
        let all: BigUint = pushed.iter().sum();
        for ((mass, pushed), &w) in row.iter_mut().zip(&pushed).zip(weights.counts()) {
            let arriving = ((&all - pushed) * w) << 1_u32;
            *mass = &*mass * staying_pairs(weights.total(), w) + arriving;
        }
    }
    row
}

/// How many of the `W^2` pairs of words leave a slot of weight `w` alone: `W^2 - 2 w (W - w)`.
fn staying_pairs(total: u128, w: u128) -> BigUint {
    squared(w) + squared(total - w)
}

fn squared(x: u128) -> BigUint {
    BigUint::from(x) * x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts over all draws of `(j, k)`, `swaps` times over: the definition.
    fn enumerate_draws(weights: &Weights, swaps: u32) -> Vec<Vec<BigUint>> {
        let n = weights.outcomes();
        let mut rows = vec![vec![BigUint::zero(); n]; n];
        let mut walks = vec![((0..n).collect::<Vec<usize>>(), BigUint::one())];
        for _ in 0..swaps {
            let mut next = Vec::new();
            for (slots, ways) in &walks {
                for j in 0..n {
                    for k in 0..n {
                        let mut slots = slots.clone();
                        slots.swap(j, k);
                        next.push((slots, ways * weights.counts()[j] * weights.counts()[k]));
                    }
                }
            }
            walks = next;
        }
        for (slots, ways) in walks {
            for (slot, token) in slots.into_iter().enumerate() {
                rows[token][slot] += &ways;
            }
        }
        rows
    }

    #[test]
    fn the_chain_equals_enumeration() {
        for counts in [
            vec![1, 1, 1],
            vec![1, 2, 4],
            vec![3, 0, 5],
            vec![9, 1],
            vec![1],
        ] {
            let weights = Weights::new(counts).unwrap();
            for swaps in 0..=3 {
                let chain = swap_chain(&weights, swaps);
                let expected = enumerate_draws(&weights, swaps);
                let rounded = chain.to_f64s();
                for (from, row) in expected.iter().enumerate() {
                    for (to, ways) in row.iter().enumerate() {
                        assert_eq!(chain.numerator(from, to), ways, "{weights:?} {swaps}");
                        let share = to_f64(&ratio(ways.clone(), chain.denominator().clone()));
                        assert_eq!(rounded[from][to].to_bits(), share.to_bits());
                    }
                }
                assert_eq!(chain.slots(), expected.len());
                assert_eq!(&expected[0].iter().sum::<BigUint>(), chain.denominator());
            }
        }
    }
}
