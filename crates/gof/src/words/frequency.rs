//! The frequency test, or equidistribution: all symbols are equally frequent.
//!
//! Source: Knuth, *The Art of Computer Programming* 2, 3.3.2 A. Degrees of freedom: symbols minus one.

use super::Classifier;
use crate::Error;
use crate::error::out_of_range;

/// Each symbol is a piece, and a class.
#[derive(Clone, Copy, Debug)]
pub struct Frequency {
    symbols: u32,
}

impl Frequency {
    /// The classifier of symbols below `symbols`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 65,536 symbols.
    pub fn new(symbols: u64) -> Result<Self, Error> {
        match u32::try_from(symbols) {
            Ok(symbols @ 2..=0x1_0000) => Ok(Self { symbols }),
            _ => Err(out_of_range("symbols", symbols, "2 to 65536")),
        }
    }
}

crate::state::kept!(Frequency {} but { symbols });

impl Classifier for Frequency {
    fn symbols(&self) -> u64 {
        u64::from(self.symbols)
    }

    fn probabilities(&self) -> Vec<f64> {
        vec![1.0 / f64::from(self.symbols); self.symbols as usize]
    }

    fn longest(&self) -> u64 {
        1
    }

    fn classes(&self) -> String {
        "all are equally frequent".into()
    }

    fn class_name(&self, class: usize, name: &dyn Fn(u32) -> String) -> String {
        name(class as u32)
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        Some(symbol as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn its_probabilities_are_exact() {
        check::is_exact(&Frequency::new(3).unwrap());
        check::is_exact(&Frequency::new(7).unwrap());
    }
}
