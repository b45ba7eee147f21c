//! The gap test: how long a marked symbol stays away.
//!
//! Symbols below `marked` are marked. A piece is everything up to and including the next marked symbol; its class is the number
//! `r` of symbols before that, with probability `p (1 - p)^r` for `p = marked / d`. Source: Knuth, *The Art of Computer
//! Programming* 2, 3.3.2 D.
//!
//! Departs from Knuth: a piece also ends when it has `longest` unmarked symbols, and the next one begins afresh. The symbols
//! have no memory, so pieces stay independent, and a source that never marks is found too.

use super::{BLOCK, Classifier};
use crate::Error;
use crate::error::{check_range, out_of_range};

/// Pieces end with a marked symbol; classes are their lengths.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    symbols: u32,
    marked: u32,
    longest: u32,
    unmarked: u32,
}

impl Gap {
    /// Gaps between symbols below `marked`, cut off at `longest`.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `symbols` is 2 to 2^31, `marked` is 1 to less than that, and `longest` 1 to 10,000.
    pub fn new(symbols: u64, marked: u32, longest: u32) -> Result<Self, Error> {
        let Ok(symbols @ 2..=0x8000_0000) = u32::try_from(symbols) else {
            return Err(out_of_range("symbols", symbols, "2 to 2^31"));
        };
        check_range(
            "marked symbols",
            marked,
            1..symbols,
            "at least 1 and fewer than there are",
        )?;
        check_range("the longest gap", longest, 1..=10_000, "1 to 10000")?;
        Ok(Self {
            symbols,
            marked,
            longest,
            unmarked: 0,
        })
    }

    /// The gaps of one marked symbol, cut off where one in a thousand is longer.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `symbols` is 2 to 1024.
    pub fn of_one(symbols: u64) -> Result<Self, Error> {
        check_range("symbols", symbols, 2..=1024, "2 to 1024")?;
        let longest = (0.001_f64.ln() / (-1.0 / symbols as f64).ln_1p()).ceil();
        Self::new(symbols, 1, longest as u32)
    }
}

/// Sets the bit of each symbol below `marked`, 64 of them in each word.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn mark(symbols: &[u32], marked: u32, marks: &mut [u64; BLOCK / 64]) {
    for (marks, symbols) in marks.iter_mut().zip(symbols.chunks(64)) {
        *marks = 0;
        for (at, symbol) in symbols.iter().enumerate() {
            *marks |= u64::from(*symbol < marked) << at;
        }
    }
}

impl Gap {
    /// Takes up to 64 symbols, of which those with a bit in `marks` are marked.
    fn push_marks(&mut self, symbols: u32, mut marks: u64, mut each: impl FnMut(usize)) {
        let mut taken = 0;
        while marks != 0 {
            let at = marks.trailing_zeros();
            self.skip_unmarked(at - taken, &mut each);
            each(std::mem::take(&mut self.unmarked) as usize);
            taken = at + 1;
            marks &= marks - 1;
        }
        self.skip_unmarked(symbols - taken, &mut each);
    }

    /// Takes this many unmarked symbols.
    #[inline]
    fn skip_unmarked(&mut self, symbols: u32, mut each: impl FnMut(usize)) {
        self.unmarked += symbols;
        while self.unmarked >= self.longest {
            each(self.longest as usize);
            self.unmarked -= self.longest;
        }
    }
}

crate::state::kept!(Gap { unmarked } but { symbols, marked, longest });

impl Classifier for Gap {
    fn symbols(&self) -> u64 {
        u64::from(self.symbols)
    }

    fn probabilities(&self) -> Vec<f64> {
        let marked = f64::from(self.marked) / f64::from(self.symbols);
        let unmarked = f64::from(self.symbols - self.marked) / f64::from(self.symbols);
        let mut chances = Vec::new();
        for gap in 0..self.longest {
            chances.push(marked * unmarked.powi(gap as i32));
        }
        chances.push(unmarked.powi(self.longest as i32));
        chances
    }

    fn longest(&self) -> u64 {
        u64::from(self.longest)
    }

    fn classes(&self) -> String {
        format!(
            "gaps between {} of {} symbols are geometric",
            self.marked, self.symbols
        )
    }

    fn class_name(&self, class: usize, name: &dyn Fn(u32) -> String) -> String {
        let more = if class as u32 == self.longest {
            " or more"
        } else {
            ""
        };
        let marked = if self.marked == 1 {
            name(0)
        } else {
            format!("one of the first {}", self.marked)
        };
        format!("{class}{more} others before {marked}")
    }

    #[inline]
    fn push(&mut self, symbol: u32) -> Option<usize> {
        if symbol >= self.marked {
            self.unmarked += 1;
            if self.unmarked < self.longest {
                return None;
            }
        }
        Some(std::mem::take(&mut self.unmarked) as usize)
    }

    fn push_all(&mut self, symbols: &[u32], mut each: impl FnMut(usize)) {
        let mut marks = [0; BLOCK / 64];
        for block in symbols.chunks(BLOCK) {
            mark(block, self.marked, &mut marks);
            for (symbols, marks) in block.chunks(64).zip(marks) {
                self.push_marks(symbols.len() as u32, marks, &mut each);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn its_probabilities_are_exact() {
        check::is_exact(&Gap::new(3, 1, 5).unwrap());
        check::is_exact(&Gap::new(3, 2, 1).unwrap());
        check::is_exact(&Gap::new(2, 1, 8).unwrap());
    }
}
