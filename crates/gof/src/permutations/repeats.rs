//! Lists that come again.
//!
//! Of each list the order of its first items is kept, as many as fit 128 bits, as a number of its own: no two orders share one.
//! Under the null hypothesis a list begins like one of `k` kept ones with a chance of at most `k` over the number of such
//! orders, whatever came before. So the number of repeats exceeds a sum of independent events of these chances at no level, and
//! its upper tail, from its mean plus one on, is at most that of Poisson (Hoeffding 1956; Anderson and Samuels 1967). The
//! p-value is that bound, and 1 below.
//!
//! The test finds: a shuffle with few seeds, as soon as one comes again.

use std::collections::HashSet;

use super::class::{LONGEST, Validity, length};
use crate::tail::poisson;
use crate::test::check_enough;
use crate::{Error, Outcome, PValue, Reference, Tail, Test};

/// The most lists that are kept, in 64 MiB. Later ones are compared with these.
const KEPT: usize = 1 << 20;

/// How many lists there must be before there is an outcome.
const NEEDED: u64 = 50;

/// Counts lists that begin like an earlier one.
pub struct Repeats {
    n: usize,
    /// How many items form the beginning of a list.
    head: usize,
    /// The chance that two lists begin alike.
    chance: f64,
    kept: HashSet<u128>,
    again: u64,
    /// The greatest mean that the number of repeats can have.
    mean: f64,
    items: u64,
    impossible: bool,
    validity: Validity,
}

impl Repeats {
    /// The test for permutations of `0..n`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `n` is 8 to [`LONGEST`]: all orders of fewer items come again soon.
    pub fn new(n: usize) -> Result<Self, Error> {
        length(n, 8, LONGEST, "8 to 16777216")?;
        let bits = usize::BITS - (n - 1).leading_zeros();
        let head = n.min((128 / bits) as usize);
        Ok(Self {
            n,
            head,
            chance: (0..head).map(|taken| 1.0 / (n - taken) as f64).product(),
            kept: HashSet::new(),
            again: 0,
            mean: 0.0,
            items: 0,
            impossible: false,
            validity: Validity::new(n),
        })
    }
}

impl Test<[u32]> for Repeats {
    fn name(&self) -> &'static str {
        "repeats"
    }

    fn null(&self) -> String {
        format!(
            "permutations of {} are independent and uniform: the first {} items come again in the same order by chance only",
            self.n, self.head
        )
    }

    fn push(&mut self, list: &[u32]) {
        self.items += 1;
        if !self.validity.is_permutation(list) {
            self.impossible = true;
            return;
        }
        let head = list[..self.head].iter();
        let number = head.fold(0, |number, item| {
            number * self.n as u128 + u128::from(*item)
        });
        // This is as if all earlier lists were different: how many are kept depends on chance, and a bound must not.
        self.mean += (self.items - 1).min(KEPT as u64) as f64 * self.chance;
        if self.kept.contains(&number) {
            self.again += 1;
        } else if self.kept.len() < KEPT {
            self.kept.insert(number);
        }
    }

    fn items(&self) -> u64 {
        self.items
    }

    fn needed(&self) -> u64 {
        NEEDED
    }

    fn worst(&self) -> Option<String> {
        Some(format!(
            "{} lists begin with {} items of an earlier one, {:.1e} expected",
            self.again, self.head, self.mean
        ))
    }

    /// The statistic is the number of repeats.
    fn outcome(&self) -> Result<Outcome, Error> {
        check_enough(self.items, NEEDED)?;
        let upper = if self.again as f64 >= self.mean + 1.0 {
            poisson::at_least(self.again, self.mean)
        } else {
            Tail::new(1.0)
        };
        Ok(Outcome {
            test: self.name(),
            items: self.items,
            statistic: self.again as f64,
            reference: Reference::Poisson { mean: self.mean },
            p: PValue::new(Tail::new(1.0), upper),
        }
        .refuted_if(self.impossible))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{fair, shuffle};

    #[test]
    fn one_deck_that_comes_again_is_enough() {
        let mut random = fair(3);
        // After k decks the next begins like each of them with a chance of 31! / 52!: 80,200 / 9.809e33 in all. Of ten
        // cards 0.02 are expected to come again, and the bound holds only from 1.02 on.
        for (cards, least) in [(52, 8.176e-30), (10, 1.0)] {
            let mut test = Repeats::new(cards).unwrap();
            let decks: Vec<_> = (0..400).map(|_| shuffle(&mut random, cards)).collect();
            for deck in &decks {
                test.push(deck);
            }
            assert!(test.outcome().unwrap().p.upper().value() > 0.999);
            test.push(&decks[7]);
            let p = test.outcome().unwrap().p.upper().value();
            assert!((p / least - 1.0).abs() < 1e-3, "{p:e}");
        }
    }

    #[test]
    fn no_more_than_a_million_lists_are_kept() {
        let mut random = fair(5);
        let mut test = Repeats::new(20).unwrap();
        let mut last = Vec::new();
        for _ in 0..=KEPT {
            last = shuffle(&mut random, 20);
            test.push(&last);
        }
        test.push(&last);
        assert_eq!(test.again, 0);
    }
}
