//! Lists that depend on a list a few places before.
//!
//! Under the null hypothesis a permutation is uniform whatever came before it. So is its quotient by an earlier one `q`: the
//! permutation that leads from `q` to it, from the reverse of `q`, or from the inverse of `q`. For these three relations and
//! for lags up to [`NEAR`] the test asks whether at least 1, 3, 5 or 12 items agree. Places that agree are fixed points of the
//! permutation between the two, so their number follows the rencontres numbers, and each count is binomial, with no
//! approximation.
//!
//! The p-value is that of the farthest count by Bonferroni's inequality. Sources: Diaconis, *Group Representations in
//! Probability and Statistics*, 1988, 2B, for the quotient of two independent permutations, which is uniform if one of them is;
//! Riordan, *An Introduction to Combinatorial Analysis*, 3.5, for fixed points.
//!
//! The test finds: a list that is reversed, or shuffled too little from the last one.

use std::collections::VecDeque;

use super::class::{LONGEST, Validity, length};
use super::points::rencontres;
use crate::extreme::{self, BinomialCount};
use crate::{Error, Outcome, Test};

/// The longest lag.
const NEAR: usize = 2;

/// The numbers of places that agree.
const AGREE: [usize; 4] = [1, 3, 5, 12];

/// How many lists there must be before there is an outcome.
const NEEDED: u64 = 50;

/// How a list is compared with an earlier one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Relation {
    Same,
    Reverse,
    Inverse,
}

const RELATIONS: [Relation; 3] = [Relation::Same, Relation::Reverse, Relation::Inverse];

/// The quantity that is counted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Row {
    relation: Relation,
    lag: usize,
    /// How many places agree at least.
    agree: usize,
}

/// Counts lists that agree with an earlier one.
#[derive(Debug)]
pub struct Lagged {
    n: usize,
    /// The earlier lists, the latest first.
    before: VecDeque<Vec<u32>>,
    /// The counts for each relation, each near lag and each of [`AGREE`].
    agreeing: [[[u64; AGREE.len()]; NEAR]; 3],
    inverse: Vec<u32>,
    items: u64,
    impossible: bool,
    validity: Validity,
}

impl Lagged {
    /// The test for permutations of `0..n`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
    pub fn new(n: usize) -> Result<Self, Error> {
        length(n, 2, LONGEST, "2 to 16777216")?;
        Ok(Self {
            n,
            before: VecDeque::with_capacity(NEAR + 1),
            agreeing: [[[0; AGREE.len()]; NEAR]; 3],
            inverse: vec![0; n],
            items: 0,
            impossible: false,
            validity: Validity::new(n),
        })
    }

    fn counts(&self) -> impl Iterator<Item = (Row, BinomialCount)> {
        RELATIONS
            .into_iter()
            .zip(&self.agreeing)
            .flat_map(move |(relation, lags)| {
                (1..).zip(lags).flat_map(move |(lag, counts)| {
                    let of = AGREE.into_iter().zip(counts);
                    of.filter(|(agree, _)| *agree <= self.n)
                        .map(move |(agree, &came)| {
                            let most = self.n.min(agree + 30);
                            let row = Row {
                                relation,
                                lag,
                                agree,
                            };
                            let count = BinomialCount {
                                came,
                                trials: self.items.saturating_sub(lag as u64),
                                chance: (agree..=most).map(|k| rencontres(self.n, k)).sum(),
                            };
                            (row, count)
                        })
                })
            })
    }
}

impl Test<[u32]> for Lagged {
    fn name(&self) -> &'static str {
        "lagged"
    }

    fn null(&self) -> String {
        format!(
            "permutations of {} are independent and uniform: each agrees with those before as one does by chance",
            self.n
        )
    }

    fn push(&mut self, list: &[u32]) {
        if self.impossible || !self.validity.is_permutation(list) {
            self.items += 1;
            self.impossible = true;
            return;
        }
        self.items += 1;
        (0..)
            .zip(list)
            .for_each(|(place, item)| self.inverse[*item as usize] = place);
        for (lag, before) in self.before.iter().enumerate() {
            let pairs = || list.iter().zip(before);
            let agreeing = [
                pairs().filter(|(new, old)| new == old).count(),
                list.iter()
                    .rev()
                    .zip(before)
                    .filter(|(new, old)| new == old)
                    .count(),
                self.inverse
                    .iter()
                    .zip(before)
                    .filter(|(new, old)| new == old)
                    .count(),
            ];
            for (relation, places) in agreeing.into_iter().enumerate() {
                for (count, agree) in self.agreeing[relation][lag].iter_mut().zip(AGREE) {
                    *count += u64::from(places >= agree);
                }
            }
        }
        let mut kept = if self.before.len() == NEAR {
            self.before.pop_back()
        } else {
            None
        }
        .unwrap_or_default();
        kept.clear();
        kept.extend_from_slice(list);
        self.before.push_front(kept);
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        let (
            Row {
                relation,
                lag,
                agree,
            },
            count,
        ) = extreme::farthest(self.counts())?;
        let list = match relation {
            Relation::Same => "list",
            Relation::Reverse => "reverse of the list",
            Relation::Inverse => "inverse of the list",
        };
        let what = match agree {
            1 => "some item".into(),
            agree => format!("{agree} or more items"),
        };
        Some(format!(
            "{} of the lists have {what} as in the {list} {lag} before",
            count.shares()
        ))
    }

    fn outcome(&self) -> Result<Outcome, Error> {
        extreme::test_outcome(self, self.counts(), self.impossible)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use crate::fair::{ChaCha8Rng, Rng, fair, shuffle};

    /// Checks over all pairs of lists that each count comes as often as its chance says.
    #[test]
    fn the_chance_of_each_count_is_exact() {
        for n in 2..=5 {
            let all = check::all(n);
            let mut came: Vec<f64> = Vec::new();
            for pair in all
                .iter()
                .flat_map(|first| all.iter().map(move |second| [first, second]))
            {
                let mut test = Lagged::new(n).unwrap();
                for list in pair {
                    test.push(list);
                }
                let counts: Vec<BinomialCount> = test
                    .counts()
                    .map(|(_, count)| count)
                    .filter(|count| count.trials > 0)
                    .collect();
                came.resize(counts.len(), 0.0);
                for (came, count) in came.iter_mut().zip(&counts) {
                    assert_eq!(count.trials, 1);
                    *came += count.came as f64 - count.chance;
                }
            }
            assert!(
                came.len() >= 3 && came.iter().all(|difference| difference.abs() < 1e-9),
                "{n}: {came:?}"
            );
        }
    }

    /// The findings among this many decks that depend on an earlier deck.
    fn found(
        n: usize,
        decks: usize,
        depend: impl Fn(&mut ChaCha8Rng, &[Vec<u32>]) -> Option<Vec<u32>>,
    ) -> (f64, String) {
        let mut random = fair(11);
        let (mut test, mut all) = (Lagged::new(n).unwrap(), Vec::new());
        for _ in 0..decks {
            let deck = depend(&mut random, &all).unwrap_or_else(|| shuffle(&mut random, n));
            test.push(&deck);
            all.push(deck);
        }
        (
            test.outcome().unwrap().p.two_sided().log10(),
            test.worst().unwrap(),
        )
    }

    #[test]
    fn decks_that_depend_on_earlier_ones_are_found_and_named() {
        for n in [5, 52] {
            let (p, worst) = found(n, 100, |_, all| {
                (all.len() % 2 == 1).then(|| all[all.len() - 1].iter().rev().copied().collect())
            });
            assert!(
                p < -9.0 && worst.ends_with("as in the reverse of the list 1 before"),
                "{n}: {p} {worst}"
            );
            let (p, worst) = found(n, 100, |_, all| {
                let inverse = |last: &Vec<u32>| {
                    let mut inverse = vec![0; n];
                    last.iter()
                        .zip(0..)
                        .for_each(|(item, place)| inverse[*item as usize] = place);
                    inverse
                };
                (all.len() % 2 == 1).then(|| inverse(&all[all.len() - 1]))
            });
            assert!(
                p < -9.0 && worst.contains("the inverse of the list 1 before"),
                "{n}: {p} {worst}"
            );
        }
        // Each deck is only forty swaps of two places after the one before.
        let (p, worst) = found(52, 1000, |random, all| {
            let mut deck = all.last()?.clone();
            (0..40).for_each(|_| {
                deck.swap(
                    (random.next_u32() % 52) as usize,
                    (random.next_u32() % 52) as usize,
                );
            });
            Some(deck)
        });
        assert!(
            p < -9.0 && worst.ends_with("items as in the list 1 before"),
            "{p} {worst}"
        );
    }
}
