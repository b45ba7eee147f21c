//! How many arrangements of a deck a generator can reach.

use std::fmt;

use exact::BigUint;
use exact::rational::{ratio, scientific};
use serde::Serialize;

use super::error::{BiasError, Result};
use super::fraction::{Fraction, describe_integer};
use crate::json::as_text;

/// The most cards of which all arrangements are counted.
const MAX_CARDS: u32 = 10_000;

/// How much of `n!` a generator with some bits of state can reach. `Display` says it in lines.
#[derive(Clone, Debug, Serialize)]
pub struct Reach {
    /// What was asked.
    pub what: String,
    /// How it was found.
    pub mark: &'static str,
    /// The number of states.
    #[serde(serialize_with = "as_text")]
    pub states: BigUint,
    /// The number of arrangements.
    #[serde(serialize_with = "as_text")]
    pub arrangements: BigUint,
    /// The largest share of all arrangements that can be reached.
    pub largest_share: Fraction,
    /// The largest number of cards of which all arrangements can be reached.
    pub largest_n: u32,
    #[serde(skip)]
    bits: u32,
    #[serde(skip)]
    cards: u32,
}

/// How much of `n!` a generator with this many bits of state can reach.
pub fn reach(bits: u32, cards: u32) -> Result<Reach> {
    if cards > MAX_CARDS {
        return Err(BiasError::TooManyCards(cards));
    }
    let states = BigUint::from(1_u32) << bits;
    let mut largest_n = 1_u32;
    let mut factorial = BigUint::from(1_u32);
    while &factorial * (largest_n + 1) <= states {
        largest_n += 1;
        factorial *= largest_n;
    }
    let arrangements: BigUint = (1..=cards).map(BigUint::from).product();
    let reached = states.clone().min(arrangements.clone());
    Ok(Reach {
        what: format!("arrangements of {cards} cards that 2^{bits} states can reach"),
        mark: "exact",
        largest_share: Fraction(ratio(reached, arrangements.clone())),
        states,
        arrangements,
        largest_n,
        bits,
        cards,
    })
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bits, cards) = (self.bits, self.cards);
        let states = describe_integer(&self.states);
        let all = describe_integer(&self.arrangements);
        write!(
            f,
            "{cards} cards have {cards}! = {all} arrangements; a generator has 2^{bits} = {states} states: "
        )?;
        if self.largest_n >= cards {
            writeln!(f, "all can be reached")?;
        } else {
            writeln!(f, "at most {states} of them can be reached")?;
        }
        let share = &self.largest_share.0;
        let share = if share.is_integer() {
            share.to_string()
        } else {
            scientific(share, 4)
        };
        writeln!(f, "largest share      {share} (exact)")?;
        writeln!(
            f,
            "largest deck       {} cards: the largest n with n! <= 2^{bits}",
            self.largest_n
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_reached_are_counted() {
        // 12! = 479,001,600 <= 2^32 < 13!.
        let of_52 = reach(32, 52).unwrap();
        assert_eq!(of_52.largest_n, 12);
        assert_eq!(scientific(&of_52.largest_share.0, 3), "5.32e-59");
        assert_eq!(reach(32, 12).unwrap().largest_share.0.to_string(), "1");
        for (bits, cards, largest) in [(0, 1, 1), (1, 2, 2), (226, 52, 52)] {
            assert_eq!(reach(bits, cards).unwrap().largest_n, largest);
        }
    }
}
