//! Descents: how often an item is smaller than the one before it.

use super::class::{LONGEST, classes, length};
use crate::{Cells, Counted, Error};

/// Descents are counted among at most this many items.
const COUNTED: usize = 1000;

/// How many items are smaller than the one before them.
///
/// As many permutations have `k` descents as the Eulerian number says. The chances follow from those of shorter permutations by
/// `P(n, k) = ((k + 1) P(n - 1, k) + (n - k) P(n - 1, k - 1)) / n`: sums of positive terms, so their relative error is below
/// `n` times 4e-16. Source: Knuth, *The Art of Computer Programming* 3, 5.1.3.
///
/// Only the first 1000 items of a longer permutation are examined: their order is as uniform as that of all.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn descents(n: usize) -> Result<Counted<[u32]>, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let (cells, class) = eulerian(n)?;
    let words = [
        "descents",
        "descents",
        "descents follow the Eulerian numbers",
    ];
    Ok(classes(words, n, cells, class, |descents| {
        format!("{descents} descents")
    }))
}

/// The chance of each number of descents, and the function that counts them.
pub(super) fn eulerian(n: usize) -> Result<(Cells, impl Fn(&[u32]) -> usize + use<>), Error> {
    let counted = n.min(COUNTED);
    let mut chances = vec![0.0; counted];
    chances[0] = 1.0;
    for m in 2..=counted {
        for k in (0..m).rev() {
            let one_more = if k > 0 {
                (m - k) as f64 * chances[k - 1]
            } else {
                0.0
            };
            chances[k] = ((k + 1) as f64 * chances[k] + one_more) / m as f64;
        }
    }
    let class = move |permutation: &[u32]| {
        permutation[..counted]
            .windows(2)
            .filter(|pair| pair[1] < pair[0])
            .count()
    };
    Ok((Cells::from_probabilities(chances)?, class))
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn their_probabilities_are_exact() {
        check::is_exact(descents, 2..=7);
    }
}
