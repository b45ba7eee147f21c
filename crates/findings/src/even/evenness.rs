//! How far the sequences deviate from a constant rate, and the least deviation that any sequence can have.

use std::cmp::Ordering;

use grids::spread::{Fraction, largest_deviation, spread};

use super::fraction::{compare, largest, one_over, pairs};
use crate::prelude::*;

/// The largest number of one kind of item that is examined.
const LARGEST: u64 = 200;
/// Up to this number every two stretches of a sequence are compared.
const STRETCHES: u64 = 64;

#[derive(Serialize)]
pub struct Evenness {
    /// Over all pairs of numbers up to the largest.
    pub limits: [Limit; 1],
    pub stretches_largest: u64,
    pub stretches_pairs: u64,
    /// For how many pairs any two stretches of equal length differ by at most one item of a kind.
    pub balanced: u64,
}

#[derive(Serialize)]
pub struct Limit {
    pub largest: u64,
    pub pairs: u64,
    pub beyond_half: u64,
    pub least: u64,
    pub worst: Worst,
}

#[derive(Serialize)]
pub struct Worst {
    pub na: u64,
    pub nb: u64,
    pub deviation: Exact,
    pub least: Exact,
}

struct Strayed {
    na: u64,
    nb: u64,
    deviation: Fraction,
    least: Fraction,
}

impl Strayed {
    fn compute((na, nb): (u64, u64)) -> Result<Self> {
        let deviation = largest_deviation(&spread(false, true, na, nb)?, &true);
        Ok(Self {
            na,
            nb,
            deviation,
            least: least_deviation(na, nb),
        })
    }

    fn is_least(&self) -> bool {
        compare(self.deviation, self.least) == Ordering::Equal
    }

    fn is_beyond_half(&self) -> bool {
        compare(self.deviation, one_over(2)) == Ordering::Greater
    }
}

/// The least deviation of any sequence of this many items. After k of n items the number of `b` is an integer, but k*nb/n need
/// not be; rounding it makes a sequence, and no integer is nearer. Let m be the denominator of nb/n in lowest terms. Its
/// multiples run through all of 0/m, 1/m, ..., (m-1)/m, and the one nearest to 1/2 is m/2 rounded down, over m.
fn least_deviation(na: u64, nb: u64) -> Fraction {
    let (mut divisor, mut rest) = (na, nb);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let m = u128::from((na + nb).checked_div(divisor).unwrap_or(1));
    Fraction::new(m / 2, m).expect("there are as many items as their divisor, or more")
}

/// Whether any two stretches of equal length differ by at most one `true`.
fn is_balanced(sequence: &[bool]) -> bool {
    let mut sums = vec![0u32];
    for &item in sequence {
        sums.push(sums[sums.len() - 1] + u32::from(item));
    }
    (1..sequence.len()).all(|length| {
        let counts = sums
            .iter()
            .zip(&sums[length..])
            .map(|(before, after)| after - before);
        let (low, high) = counts.fold((u32::MAX, 0), |(low, high), count| {
            (low.min(count), high.max(count))
        });
        high - low <= 1
    })
}

impl Limit {
    fn new(strayed: &[Strayed]) -> Self {
        let worst = largest(strayed.iter().map(|pair| pair.deviation)).expect("there are pairs");
        let worst = &strayed[worst];
        Self {
            largest: LARGEST,
            pairs: strayed.len() as u64,
            beyond_half: strayed.iter().filter(|pair| pair.is_beyond_half()).count() as u64,
            least: strayed.iter().filter(|pair| pair.is_least()).count() as u64,
            worst: Worst {
                na: worst.na,
                nb: worst.nb,
                deviation: worst.deviation.into(),
                least: worst.least.into(),
            },
        }
    }
}

impl Evenness {
    pub(super) fn compute() -> Result<Self> {
        let all = pairs(LARGEST);
        let strayed = try_parallel_map(all, Strayed::compute)?;
        let stretches = pairs(STRETCHES);
        let balanced = try_parallel_map(&stretches, |&(na, nb)| {
            spread(false, true, na, nb).map(|spread| is_balanced(&spread))
        })?;
        Ok(Self {
            limits: [Limit::new(&strayed)],
            stretches_largest: STRETCHES,
            stretches_pairs: stretches.len() as u64,
            balanced: balanced.into_iter().filter(|&balanced| balanced).count() as u64,
        })
    }

    pub(super) const fn largest(&self) -> &Limit {
        &self.limits[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sequences of up to 11 items.
    #[test]
    fn no_sequence_strays_less_than_the_least_deviation() {
        for length in 0..=11u64 {
            let mut least = vec![one_over(1); length as usize + 1];
            for bits in 0..1u64 << length {
                let sequence: Vec<bool> = (0..length).map(|n| bits >> n & 1 == 1).collect();
                let deviation = largest_deviation(&sequence, &true);
                let least = &mut least[bits.count_ones() as usize];
                if compare(deviation, *least) == Ordering::Less {
                    *least = deviation;
                }
            }
            for (nb, least) in (0..).zip(least) {
                assert_eq!(
                    least_deviation(length - nb, nb),
                    least,
                    "{},{nb}",
                    length - nb
                );
            }
        }
    }

    #[test]
    fn stretches_that_differ_by_two_are_not_balanced() {
        let balanced =
            |text: &str| is_balanced(&text.chars().map(|letter| letter == 'b').collect::<Vec<_>>());
        assert!(balanced("") && balanced("aba") && balanced("abaabab"));
        assert!(!balanced("aabb") && !balanced("babbabaaba"));
    }
}
