//! How far the sequences stray from a constant rate, against the least that any sequence can.

use std::cmp::Ordering;

use anyhow::Result;
use grids::spread::{Fraction, largest_deviation, spread};
use rayon::prelude::*;
use serde::Serialize;

use super::{compare, largest, one_over, pairs};
use crate::block::{Block, figure, tabular, text};
use crate::number::{Exact, grouped, share};
use crate::svg::bitmap;

/// The largest numbers of one kind of item that are looked at.
const LIMITS: [u64; 6] = [10, 25, 50, 75, 100, 200];
/// Up to this one every two stretches of a sequence are compared; the pictures are as large.
const STRETCHES: u64 = 64;

/// Sequences against a constant rate.
#[derive(Clone, Debug, Serialize)]
pub struct Evenness {
    pub limits: Vec<Limit>,
    pub stretches_largest: u64,
    pub stretches_pairs: u64,
    /// Pairs for which any two stretches of equal length differ by at most one item of a kind.
    pub balanced: u64,
    /// A row for each `na`, a bit for each `nb`: no sequence strays less.
    #[serde(skip)]
    picture: Vec<Vec<bool>>,
}

/// All pairs of numbers up to a largest one.
#[derive(Clone, Debug, Serialize)]
pub struct Limit {
    pub largest: u64,
    pub pairs: u64,
    pub beyond_half: u64,
    pub least: u64,
    pub worst: Worst,
}

/// The sequence that strays furthest.
#[derive(Clone, Debug, Serialize)]
pub struct Worst {
    pub na: u64,
    pub nb: u64,
    pub deviation: Exact,
    pub least: Exact,
}

/// The deviation for a pair of numbers.
struct Strayed {
    na: u64,
    nb: u64,
    deviation: Fraction,
    least: Fraction,
}

impl Strayed {
    fn compute((na, nb): (u64, u64)) -> Result<Self> {
        let deviation = largest_deviation(&spread(false, true, na, nb)?, &true);
        Ok(Self { na, nb, deviation, least: least_deviation(na, nb) })
    }

    fn is_least(&self) -> bool {
        compare(self.deviation, self.least) == Ordering::Equal
    }

    fn is_beyond_half(&self) -> bool {
        compare(self.deviation, one_over(2)) == Ordering::Greater
    }
}

/// The least deviation of any sequence of so many items. After k of n items the number of `b` is whole and k*nb/n need not
/// be; rounding it makes a sequence, and nothing whole is nearer. In lowest terms n has the denominator m, and the multiples
/// of nb/n run through all of 0/m, 1/m, ..., (m-1)/m; the one nearest to 1/2 is m/2 rounded down, over m.
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
        let counts = sums.iter().zip(&sums[length..]).map(|(before, after)| after - before);
        let (low, high) = counts.fold((u32::MAX, 0), |(low, high), count| (low.min(count), high.max(count)));
        high - low <= 1
    })
}

impl Limit {
    fn of(limit: u64, strayed: &[Strayed]) -> Self {
        let within: Vec<&Strayed> = strayed.iter().filter(|pair| pair.na <= limit && pair.nb <= limit).collect();
        let worst = within[largest(within.iter().map(|pair| pair.deviation)).expect("there are pairs")];
        Self {
            largest: limit,
            pairs: within.len() as u64,
            beyond_half: within.iter().filter(|pair| pair.is_beyond_half()).count() as u64,
            least: within.iter().filter(|pair| pair.is_least()).count() as u64,
            worst: Worst { na: worst.na, nb: worst.nb, deviation: worst.deviation.into(), least: worst.least.into() },
        }
    }
}

impl Evenness {
    pub(super) fn compute() -> Result<Self> {
        let all = pairs(LIMITS[LIMITS.len() - 1]);
        let strayed: Vec<Strayed> = all.into_par_iter().map(Strayed::compute).collect::<Result<_>>()?;
        let stretches = pairs(STRETCHES);
        let balanced = |&(na, nb): &(u64, u64)| Ok(is_balanced(&spread(false, true, na, nb)?));
        let balanced: Vec<bool> = stretches.par_iter().map(balanced).collect::<Result<_>>()?;
        let shown = strayed.iter().filter(|pair| pair.na <= STRETCHES && pair.nb <= STRETCHES);
        let picture: Vec<bool> = shown.map(Strayed::is_least).collect();
        Ok(Self {
            limits: LIMITS.map(|limit| Limit::of(limit, &strayed)).to_vec(),
            stretches_largest: STRETCHES,
            stretches_pairs: stretches.len() as u64,
            balanced: balanced.into_iter().filter(|&balanced| balanced).count() as u64,
            picture: picture.chunks(STRETCHES as usize + 1).map(<[bool]>::to_vec).collect(),
        })
    }

    /// The pairs up to the largest limit.
    pub(super) fn all(&self) -> &Limit {
        self.limits.last().expect("there are limits")
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let rows = self.limits.iter().map(|limit| {
            let Worst { na, nb, deviation, least } = &limit.worst;
            [
                limit.largest.to_string(),
                grouped(limit.pairs),
                grouped(limit.least),
                grouped(limit.beyond_half),
                share(limit.beyond_half, limit.pairs).percent(),
                format!("{na}, {nb}"),
                format!("{} ({})", deviation.fraction, deviation.decimal(4)),
                format!("{} ({})", least.fraction, least.decimal(4)),
            ]
        });
        let all = self.all();
        vec![
            text(
                "Another measure: after k of n items, a constant rate would have given k*nb/n of `b`, and the deviation is the \
                 largest distance from that. Rounding it at every step makes a sequence that is never off by more than 1/2, and \
                 no sequence does better.",
            ),
            tabular(
                "Exact, all pairs of numbers up to a largest one: for how many the document's sequence strays as little as any \
                 can; for how many it strays by more than 1/2; the pair for which it strays furthest, and the least possible \
                 for it.",
                "up to | pairs | least possible | beyond 1/2 | share | worst (na, nb) | deviation | least possible there",
                rows,
            ),
            text(
                "The reason is the ends: a rounded line begins and ends with a group of half the size, the document's with a whole \
                 one, so the first single item comes late and the last one early.",
            ),
            figure(
                format!(
                    "Exact, a square for each pair of numbers: `na` downwards, `nb` to the right, both from 0 to {STRETCHES}. Filled \
                     where no sequence strays less than the document's; elsewhere, up to {}, {} by more than 1/2.",
                    all.largest,
                    match all.pairs - all.least - all.beyond_half {
                        0 => "it always strays".to_owned(),
                        within => format!("it strays, but for {} pairs,", grouped(within)),
                    },
                ),
                bitmap("Pairs for which no sequence strays less", &self.picture),
            ),
            text(format!(
                "Within itself the sequence is even: for {} of {} pairs up to {}, any two stretches of the same length differ by at \
                 most one item of a kind. That is what a straight line on a grid must do; it is a straight one, though not the one \
                 from end to end.",
                grouped(self.balanced),
                grouped(self.stretches_pairs),
                self.stretches_largest,
            )),
            text(
                "For a porter: to mix events at a steady rate, round k*nb/n; the document's way is for sequences that should look \
                 the same from both ends.",
            ),
        ]
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
                assert_eq!(least_deviation(length - nb, nb), least, "{},{nb}", length - nb);
            }
        }
    }

    #[test]
    fn rounding_the_constant_rate_strays_by_the_least_deviation() {
        for (na, nb) in pairs(40) {
            let n = na + nb;
            let rounded = |k: u64| (2 * k * nb + n) / (2 * n);
            let sequence: Vec<bool> = (0..n).map(|k| rounded(k + 1) > rounded(k)).collect();
            assert_eq!(largest_deviation(&sequence, &true), least_deviation(na, nb), "{na},{nb}");
            assert!(is_balanced(&sequence));
        }
    }

    #[test]
    fn stretches_that_differ_by_two_are_not_balanced() {
        let balanced = |text: &str| is_balanced(&text.chars().map(|letter| letter == 'b').collect::<Vec<_>>());
        assert!(balanced("") && balanced("aba") && balanced("abaabab"));
        assert!(!balanced("aabb") && !balanced("babbabaaba"));
    }

    #[test]
    fn the_worst_pair_is_worst() {
        let strayed: Vec<Strayed> = pairs(10).into_iter().map(|pair| Strayed::compute(pair).unwrap()).collect();
        let limit = Limit::of(10, &strayed);
        assert!(strayed.iter().all(|pair| pair.deviation.to_f64() <= limit.worst.deviation.to_f64()));
        assert_eq!((limit.worst.na, limit.worst.nb, limit.worst.deviation.fraction.as_str()), (5, 9, "5/7"));
        assert_eq!(limit.pairs, 121);
    }
}
