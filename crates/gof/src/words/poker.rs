//! The poker test: how many different symbols there are in a hand of five.
//!
//! `r` different ones of `d` have probability `S(5, r) d (d - 1) ... (d - r + 1) / d^5`, with Stirling's numbers of the
//! second kind. Source: Knuth, *The Art of Computer Programming* 2, 3.3.2 C, in its simplified form.

use super::{Classifier, out_of_range};
use crate::Error;

/// Stirling's numbers of the second kind, `S(5, 1)` to `S(5, 5)`.
const STIRLING: [f64; HAND] = [1.0, 15.0, 25.0, 10.0, 1.0];
const HAND: usize = 5;

/// Each five symbols are a piece, classes are how many of them differ.
#[derive(Clone, Copy, Debug)]
pub struct Poker {
    symbols: u32,
    hand: [u32; HAND],
    held: usize,
}

impl Poker {
    /// For symbols below `symbols`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 2^31 symbols.
    pub fn new(symbols: u64) -> Result<Self, Error> {
        match u32::try_from(symbols) {
            Ok(symbols @ 2..=0x8000_0000) => Ok(Self { symbols, hand: [0; HAND], held: 0 }),
            _ => Err(out_of_range("symbols", symbols, "2 to 2^31")),
        }
    }
}

impl Classifier for Poker {
    fn symbols(&self) -> u64 {
        u64::from(self.symbols)
    }

    fn probabilities(&self) -> Vec<f64> {
        let d = f64::from(self.symbols);
        // d (d - 1) ... (d - r + 1) / d^5
        let mut falling = d.powi(-(HAND as i32));
        let mut probabilities = Vec::with_capacity(HAND);
        for (r, ways) in STIRLING.iter().enumerate() {
            falling *= (d - r as f64).max(0.0);
            probabilities.push(ways * falling);
        }
        probabilities
    }

    fn longest(&self) -> u64 {
        HAND as u64
    }

    fn classes(&self) -> String {
        "hands of five have as many different symbols as poker hands".into()
    }

    fn class_name(&self, class: usize, _name: &dyn Fn(u32) -> String) -> String {
        format!("{} different ones among 5", class + 1)
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        self.hand[self.held] = symbol;
        self.held += 1;
        if self.held < HAND {
            return None;
        }
        self.held = 0;
        let new = |at: usize| !self.hand[..at].contains(&self.hand[at]);
        Some((1..HAND).filter(|at| new(*at)).count())
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn its_probabilities_are_exact() {
        check::is_exact(&Poker::new(2).unwrap());
        check::is_exact(&Poker::new(3).unwrap());
        check::is_exact(&Poker::new(4).unwrap());
    }
}
