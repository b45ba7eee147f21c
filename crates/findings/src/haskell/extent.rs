//! What a room takes of its sector along one axis: two draws, sorted. Everything about rooms follows from this.

use crate::prelude::*;
use exact::explore::{Limits, Rule, explore};
use generators::draw::Draw;
use std::num::NonZeroU32;

/// The distribution of the first and the last column that a room takes in its sector, or of its rows.
pub(super) struct Extents {
    size: usize,
    weights: Vec<((u32, u32), BigUint)>,
    total: BigUint,
}

impl Extents {
    pub(super) fn new(rule: &Rule, size: usize) -> Result<Self> {
        let n = u32::try_from(size).ok().and_then(NonZeroU32::new);
        let n = n.ok_or(Error::Missing("a tile of a sector"))?;
        let explored = explore(rule, &Limits::default(), |draws| {
            let [one, other] = [n, n].map(|n| draws.draw(n));
            (one.min(other), one.max(other))
        })?;
        let distribution = explored.distribution(explored.outcomes())?;
        let places = explored.probabilities().map(|(&places, _)| places);
        Ok(Self {
            size,
            weights: places
                .zip(distribution.numerators().iter().cloned())
                .collect(),
            total: distribution.denominator().clone(),
        })
    }

    /// The probability of each length, from 1 on.
    pub(super) fn lengths(&self) -> Vec<BigRational> {
        let mut lengths = vec![BigUint::default(); self.size];
        for ((first, last), weight) in &self.weights {
            lengths[(last - first) as usize] += weight;
        }
        lengths
            .into_iter()
            .map(|weight| ratio(weight, self.total.clone()))
            .collect()
    }

    /// For three rooms in a line, `[a][b]` is the weight of the cases where the first two share a place (`a` is 1) or do not,
    /// and the last two (`b`) likewise. The weights sum to [`Extents::line_total`].
    pub(super) fn line(&self) -> [[BigUint; 2]; 2] {
        // ending[i] is the weight of all that end before i; starting[i], of all that start after i.
        let (mut ending, mut starting) = (
            vec![BigUint::default(); self.size],
            vec![BigUint::default(); self.size],
        );
        for ((first, last), weight) in &self.weights {
            ending[*last as usize + 1..]
                .iter_mut()
                .for_each(|sum| *sum += weight);
            starting[..*first as usize]
                .iter_mut()
                .for_each(|sum| *sum += weight);
        }
        let mut line = <[[BigUint; 2]; 2]>::default();
        for ((first, last), weight) in &self.weights {
            let apart = &ending[*first as usize] + &starting[*last as usize];
            let sides = [apart.clone(), &self.total - apart];
            // Given the middle room, the two others are independent.
            for (a, before) in sides.iter().enumerate() {
                for (b, behind) in sides.iter().enumerate() {
                    line[a][b] += weight * before * behind;
                }
            }
        }
        line
    }

    /// The sum of the weights in [`Extents::line`].
    pub(super) fn line_total(&self) -> BigUint {
        &self.total * &self.total * &self.total
    }

    /// The probability that points drawn in each of two rooms are at the same place on this axis.
    pub(super) fn aligned(&self) -> BigRational {
        let mut aligned = whole(0);
        for place in 0..self.size as u32 {
            let mut here = whole(0);
            for ((first, last), weight) in &self.weights {
                if (*first..=*last).contains(&place) {
                    here += ratio(weight.clone(), &self.total * (last - first + 1));
                }
            }
            aligned += &here * &here;
        }
        aligned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_extents(n: u32) -> Vec<(u32, u32)> {
        (0..n * n)
            .map(|both| (both / n, both % n))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect()
    }

    const fn share(a: (u32, u32), b: (u32, u32)) -> bool {
        a.0 <= b.1 && b.0 <= a.1
    }

    /// All 6^6 draws of three rooms in a line agree.
    #[test]
    fn a_line_of_three_rooms_is_as_counted() {
        let all = all_extents(6);
        let mut counted = [[0u32; 2]; 2];
        for &a in &all {
            for &b in &all {
                for &c in &all {
                    counted[usize::from(share(a, b))][usize::from(share(b, c))] += 1;
                }
            }
        }
        let extents = Extents::new(&Rule::ideal(), 6).unwrap();
        assert_eq!(extents.line(), counted.map(|row| row.map(BigUint::from)));
        assert_eq!(extents.line_total(), BigUint::from(6u32.pow(6)));
    }

    /// In two tiles: a room is tile 0, tile 1 or both, with probabilities 1/4, 1/4 and 1/2. A point is at 0 in half of all cases.
    #[test]
    fn points_in_rooms_of_two_tiles_are_aligned_every_other_time() {
        assert_eq!(
            Extents::new(&Rule::ideal(), 2).unwrap().aligned(),
            ratio(1, 2)
        );
        assert_eq!(Extents::new(&Rule::ideal(), 1).unwrap().aligned(), whole(1));
    }
}
