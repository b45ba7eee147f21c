//! Cycles: how many there are, and the sign they give.

use super::class::{LONGEST, classes, length};
use crate::{Cells, Counted, Error};

/// More cycles than this count as this many.
const MOST: usize = 64;

/// How many cycles there are.
///
/// As many permutations have `k` cycles as Stirling's number of the first kind says. The chances follow from those of shorter
/// permutations by `P(n, k) = P(n - 1, k - 1) / n + P(n - 1, k) (n - 1) / n`: sums of positive terms, so their relative error
/// is below `n` times 2e-16. Source: Knuth, *The Art of Computer Programming* 1, 1.3.3.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn cycles(n: usize) -> Result<Counted<[u32]>, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let most = n.min(MOST);
    let mut chances = vec![0.0; most];
    chances[0] = 1.0;
    for m in 2..=n {
        let (one_more, as_many) = (1.0 / m as f64, (m - 1) as f64 / m as f64);
        // Permutations in the last class stay there.
        for k in (0..most.min(m) - 1).rev() {
            chances[k + 1] += chances[k] * one_more;
            chances[k] *= as_many;
        }
    }
    let mut counter = Cycles::new(n);
    let words = [
        "cycles",
        "the number of cycles",
        "cycles follow Stirling's numbers of the first kind",
    ];
    Ok(classes(
        words,
        n,
        Cells::from_probabilities(chances)?,
        move |permutation| {
            let mut cycles = 0;
            counter.visit(permutation, |_| cycles += 1);
            cycles.min(MOST) - 1
        },
        |class| format!("{} cycles", class + 1),
    ))
}

/// Whether the permutation is even or odd: half of all permutations are even.
///
/// This finds a shuffle with a fixed number of real swaps. The test has one degree of freedom.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn parity(n: usize) -> Result<Counted<[u32]>, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let mut counter = Cycles::new(n);
    let words = [
        "parity",
        "even and odd permutations",
        "even and odd ones are equally frequent",
    ];
    Ok(classes(
        words,
        n,
        Cells::uniform(2)?,
        move |permutation| {
            let mut transpositions = 0;
            counter.visit(permutation, |length| transpositions += length - 1);
            transpositions % 2
        },
        |class| ["even permutations", "odd permutations"][class].into(),
    ))
}

/// Finds the cycles of permutations of `0..n`.
struct Cycles {
    seen: Vec<bool>,
}

impl Cycles {
    fn new(n: usize) -> Self {
        Self {
            seen: vec![false; n],
        }
    }

    /// Calls `cycle` with the length of each cycle.
    fn visit(&mut self, permutation: &[u32], mut cycle: impl FnMut(usize)) {
        if permutation.len() <= 64 {
            // A bit for each item that is in no cycle yet.
            let mut left = u64::MAX >> (64 - permutation.len());
            while left != 0 {
                let (mut length, mut at) = (0, left.trailing_zeros() as usize);
                while left >> at & 1 == 1 {
                    left &= !(1 << at);
                    at = permutation[at] as usize;
                    length += 1;
                }
                cycle(length);
            }
            return;
        }
        self.seen.fill(false);
        for start in 0..permutation.len() {
            let (mut length, mut at) = (0, start);
            while !std::mem::replace(&mut self.seen[at], true) {
                length += 1;
                at = permutation[at] as usize;
            }
            if length > 0 {
                cycle(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn their_probabilities_are_exact() {
        check::is_exact(cycles, 2..=7);
        check::is_exact(parity, 2..=7);
    }
}
