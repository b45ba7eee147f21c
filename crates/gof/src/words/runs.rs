//! Runs up: how long the symbols rise.
//!
//! The simple variant: a run ends with the first symbol that is not greater than the one before, and that symbol is
//! thrown away, so that the next run is independent. Without that, runs are correlated, and Knuth's covariance matrix is
//! needed. A run has at least `r` symbols with probability `C(d, r) / d^r`: equal neighbours end a run, and are in the
//! null distribution. For words of many bits that is close to `1 / r!`. Source: Knuth, *The Art of Computer Programming*
//! 2, 3.3.2 G and exercise 14.
//!
//! Runs are cut off at [`LONGEST`]; then nothing is thrown away, as the symbols so far say nothing about the next.

use super::{Classifier, out_of_range};
use crate::Error;

/// Longer runs count as this long. One run in 4 * 10^7 is, of words.
pub const LONGEST: usize = 11;

/// Pieces are runs with the symbol that ends them, classes are their lengths.
#[derive(Clone, Copy, Debug)]
pub struct RunsUp {
    symbols: u64,
    length: usize,
    last: u32,
}

impl RunsUp {
    /// For symbols below `symbols`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 2 to 2^32 symbols.
    pub fn new(symbols: u64) -> Result<Self, Error> {
        if !(2..=1 << 32).contains(&symbols) {
            return Err(out_of_range("symbols", symbols, "2 to 2^32"));
        }
        Ok(Self { symbols, length: 0, last: 0 })
    }
}

impl Classifier for RunsUp {
    fn symbols(&self) -> u64 {
        self.symbols
    }

    fn probabilities(&self) -> Vec<f64> {
        let d = self.symbols as f64;
        // at_least = C(d, r) / d^r, and length r has what r + 1 has not: the difference, written without cancellation.
        let mut at_least = 1.0;
        let mut probabilities = Vec::with_capacity(LONGEST);
        for r in 1..LONGEST {
            let goes_on = ((d - r as f64) / (d * (r + 1) as f64)).max(0.0);
            probabilities.push(at_least * (1.0 - goes_on));
            at_least *= goes_on;
        }
        probabilities.push(at_least);
        probabilities
    }

    fn longest(&self) -> u64 {
        LONGEST as u64
    }

    fn classes(&self) -> String {
        "runs up are as long as those of independent symbols".into()
    }

    fn class_name(&self, class: usize, _name: &dyn Fn(u32) -> String) -> String {
        format!("a rise of {}", class + 1)
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        if self.length == 0 || symbol > self.last {
            self.last = symbol;
            self.length += 1;
            if self.length < LONGEST {
                return None;
            }
        }
        Some(std::mem::take(&mut self.length) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn its_probabilities_are_exact() {
        for symbols in [2, 3, 5, 6] {
            check::is_exact(&RunsUp::new(symbols).unwrap());
        }
    }

    #[test]
    fn runs_of_words_follow_the_factorials() {
        let probabilities = RunsUp::new(1 << 32).unwrap().probabilities();
        let mut factorial = 1.0;
        for (at, found) in probabilities.iter().enumerate().take(LONGEST - 1) {
            let r = (at + 1) as f64;
            factorial *= r;
            let expected = 1.0 / factorial - 1.0 / (factorial * (r + 1.0));
            assert!((found / expected - 1.0).abs() < 1e-7, "{r}: {found}, not {expected}");
        }
    }

    #[test]
    fn the_longest_run_ends() {
        let mut runs = RunsUp::new(100).unwrap();
        let ends: Vec<_> = (0..30).filter_map(|symbol| runs.push(symbol)).collect();
        assert_eq!(ends, [LONGEST - 1, LONGEST - 1]);
    }
}
