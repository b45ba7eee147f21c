//! How far the sequences deviate from a constant rate, and the least deviation that any sequence can have.

use std::cmp::Ordering;

use grids::spread::{Fraction, largest_deviation, spread};

use super::fraction::{compare, largest, one_over, pairs};
use crate::prelude::*;

/// The largest numbers of one kind of item that are examined.
const LIMITS: [u64; 6] = [10, 25, 50, 75, 100, 200];
/// Up to this number every two stretches of a sequence are compared.
const STRETCHES: u64 = 64;

#[derive(Serialize)]
pub struct Evenness {
    pub limits: Vec<Limit>,
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
    fn new(limit: u64, strayed: &[Strayed]) -> Self {
        let within: Vec<&Strayed> = strayed
            .iter()
            .filter(|pair| pair.na <= limit && pair.nb <= limit)
            .collect();
        let worst =
            within[largest(within.iter().map(|pair| pair.deviation)).expect("there are pairs")];
        Self {
            largest: limit,
            pairs: within.len() as u64,
            beyond_half: within.iter().filter(|pair| pair.is_beyond_half()).count() as u64,
            least: within.iter().filter(|pair| pair.is_least()).count() as u64,
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
        let all = pairs(LIMITS[LIMITS.len() - 1]);
        let strayed = try_parallel_map(all, Strayed::compute)?;
        let stretches = pairs(STRETCHES);
        let balanced = try_parallel_map(&stretches, |&(na, nb)| {
            spread(false, true, na, nb).map(|spread| is_balanced(&spread))
        })?;
        Ok(Self {
            limits: LIMITS.map(|limit| Limit::new(limit, &strayed)).into(),
            stretches_largest: STRETCHES,
            stretches_pairs: stretches.len() as u64,
            balanced: balanced.into_iter().filter(|&balanced| balanced).count() as u64,
        })
    }

    pub(super) fn largest(&self) -> &Limit {
        self.limits.last().expect("there are limits")
    }

    pub(super) fn section(&self) -> Section {
        let rows = self.limits.iter().map(|limit| {
            let worst = &limit.worst;
            [
                limit.largest.to_string(),
                grouped(limit.pairs),
                grouped(limit.least),
                grouped(limit.beyond_half),
                share(limit.beyond_half, limit.pairs).percent(),
                format!("{}, {}", worst.na, worst.nb),
                fraction_and_decimal(&worst.deviation),
                fraction_and_decimal(&worst.least),
            ]
        });
        let (balanced, pairs) = (grouped(self.balanced), grouped(self.stretches_pairs));
        Section::new(
            "As spread out as possible: the constant rate",
            vec![
                text(
                    "Another measure: after k of n items, a constant rate would have given k*nb/n of `b`, and the deviation is \
                     the largest distance from that. Rounding it at every step makes a sequence that is never off by more \
                     than 1/2, and no sequence does better.",
                ),
                table(
                    "Exact, all pairs of numbers up to a largest one: for how many the document's sequence deviates as little \
                     as any can; for how many it deviates by more than 1/2; the pair with the largest deviation, and the least \
                     possible for it.",
                    [
                        "up to",
                        "pairs",
                        "least possible",
                        "beyond 1/2",
                        "share",
                        "worst (na, nb)",
                        "deviation",
                        "least possible there",
                    ],
                    rows,
                ),
                text(
                    "The reason is the ends: a rounded line begins and ends with a group of half the size, the document's \
                     with a whole one, so the first single item comes late and the last one early.",
                ),
                text(format!(
                    "In itself the sequence is even: for {balanced} of {pairs} pairs up to {STRETCHES}, any two stretches of \
                     the same length differ by at most one item of a kind. A straight line on a grid must do that; this is a \
                     straight line, but not the one from end to end."
                )),
                text(
                    "For a porter: to mix events at a steady rate, round k*nb/n; the document's method is for sequences that \
                     should look the same from both ends.",
                ),
            ],
        )
    }
}

fn fraction_and_decimal(number: &Exact) -> String {
    format!("{} ({})", number.fraction, number.decimal(4))
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
