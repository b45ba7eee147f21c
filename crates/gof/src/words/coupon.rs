//! The coupon collector's test: how many symbols it takes until every one has been seen.
//!
//! A piece ends when it is complete; its class is its length. The probability that a piece of length `r` is complete
//! follows from that of having seen `k` symbols after `r` (a sum of positive terms, so exact to some 1e-15). Source:
//! Knuth, *The Art of Computer Programming* 2, 3.3.2 E.
//!
//! Departs from Knuth: a piece also ends, incomplete, at length `longest`, and the next one begins afresh; so a source
//! that never yields one of the symbols is found out too.

use super::{Classifier, out_of_range};
use crate::Error;

/// Pieces are complete sets of symbols, classes are their lengths.
#[derive(Clone, Copy, Debug)]
pub struct Coupons {
    symbols: u32,
    longest: u32,
    /// A bit for each symbol of the open piece.
    seen: u32,
    length: u32,
}

impl Coupons {
    /// Sets of `symbols`, given up at `longest`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 32 symbols and `longest` is more than `symbols`, at most 10,000.
    pub fn new(symbols: u64, longest: u32) -> Result<Self, Error> {
        let Ok(symbols @ 2..=32) = u32::try_from(symbols) else {
            return Err(out_of_range("symbols", symbols, "2 to 32"));
        };
        if !(symbols + 1..=10_000).contains(&longest) {
            return Err(out_of_range("the longest set", longest, "more than there are symbols, at most 10000"));
        }
        Ok(Self { symbols, longest, seen: 0, length: 0 })
    }

    /// Sets of `symbols`, given up where about one in a thousand is longer.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 32 symbols.
    pub fn of_all(symbols: u64) -> Result<Self, Error> {
        // A symbol is missing after r with a chance of at most d (1 - 1/d)^r.
        let d = symbols.clamp(2, 32) as f64;
        Self::new(symbols, ((0.001 / d).ln() / (-1.0 / d).ln_1p()).ceil() as u32)
    }
}

impl Classifier for Coupons {
    fn symbols(&self) -> u64 {
        u64::from(self.symbols)
    }

    fn probabilities(&self) -> Vec<f64> {
        let d = self.symbols as usize;
        // The chance of having seen k symbols, of pieces that are not complete.
        let mut seen = vec![0.0; d];
        seen[0] = 1.0;
        let mut classes = Vec::new();
        for length in 1..=self.longest {
            let complete = seen[d - 1] / d as f64;
            for k in (0..d).rev() {
                let new = if k > 0 { seen[k - 1] * (d - k + 1) as f64 / d as f64 } else { 0.0 };
                seen[k] = seen[k] * k as f64 / d as f64 + new;
            }
            if length >= self.symbols {
                classes.push(complete);
            }
        }
        classes.push(seen.iter().sum());
        classes
    }

    fn longest(&self) -> u64 {
        u64::from(self.longest)
    }

    fn classes(&self) -> String {
        format!("all {} are seen after as many as coupon collecting takes", self.symbols)
    }

    fn class_name(&self, class: usize, _name: &dyn Fn(u32) -> String) -> String {
        let length = (class as u32 + self.symbols).min(self.longest);
        let more = if class as u32 + self.symbols > self.longest { "more than " } else { "" };
        format!("{more}{length} until all {} are seen", self.symbols)
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        self.seen |= 1 << (symbol & 31);
        self.length += 1;
        let complete = self.seen.count_ones() == self.symbols;
        if !complete && self.length < self.longest {
            return None;
        }
        let class = self.length - self.symbols + u32::from(!complete);
        (self.seen, self.length) = (0, 0);
        Some(class as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn its_probabilities_are_exact() {
        check::is_exact(&Coupons::new(2, 7).unwrap());
        check::is_exact(&Coupons::new(3, 6).unwrap());
        check::is_exact(&Coupons::new(4, 5).unwrap());
    }

    #[test]
    fn few_sets_are_given_up() {
        for symbols in 2..=32 {
            let given_up = *Coupons::of_all(symbols).unwrap().probabilities().last().unwrap();
            assert!((0.0002..0.001_01).contains(&given_up), "{symbols}: {given_up}");
        }
    }
}
