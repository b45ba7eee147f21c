//! The serial test of pairs: all pairs of successive symbols are equally frequent.
//!
//! Pairs do not overlap, so they are independent. Source: Knuth, *The Art of Computer Programming* 2, 3.3.2 B. Degrees
//! of freedom: `d^2 - 1` for `d` symbols.

use super::Classifier;
use crate::Error;
use crate::error::out_of_range;

/// Each two symbols are a piece, and their pair is its class.
#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    symbols: u32,
    first: Option<u32>,
}

impl Pairs {
    /// The classifier of symbols below `symbols`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 1024 symbols.
    pub fn new(symbols: u64) -> Result<Self, Error> {
        match u32::try_from(symbols) {
            Ok(symbols @ 2..=1024) => Ok(Self {
                symbols,
                first: None,
            }),
            _ => Err(out_of_range("symbols", symbols, "2 to 1024")),
        }
    }
}

crate::state::kept!(Pairs { first } but { symbols });

impl Classifier for Pairs {
    fn symbols(&self) -> u64 {
        u64::from(self.symbols)
    }

    fn probabilities(&self) -> Vec<f64> {
        let classes = self.symbols as usize * self.symbols as usize;
        vec![1.0 / classes as f64; classes]
    }

    fn longest(&self) -> u64 {
        2
    }

    fn classes(&self) -> String {
        "all pairs of neighbours are equally frequent".into()
    }

    fn class_name(&self, class: usize, name: &dyn Fn(u32) -> String) -> String {
        let [first, second] = [class as u32 / self.symbols, class as u32 % self.symbols].map(name);
        format!("{first}, then {second}")
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        let Some(first) = self.first.take() else {
            self.first = Some(symbol);
            return None;
        };
        Some(first as usize * self.symbols as usize + symbol as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn its_probabilities_are_exact() {
        check::is_exact(&Pairs::new(3).unwrap());
    }
}
