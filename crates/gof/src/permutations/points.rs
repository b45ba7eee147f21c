//! Fixed points, and neighbours that stay together.

use super::class::{LONGEST, classes, length};
use crate::{Cells, Counted, Error};

/// More fixed points or pairs than this count as this many: their chance is below `1 / 30!`.
const MOST: usize = 30;

/// How many items are in their own place.
///
/// `C(n, k) D(n - k)` of the `n!` permutations have `k` of them, where `D(m)` is the number of derangements: the rencontres
/// numbers, not their Poisson limit. Source: de Montmort 1713; Riordan, *An Introduction to Combinatorial Analysis*, 3.5.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn fixed_points(n: usize) -> Result<Counted<[u32]>, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let cells = Cells::from_probabilities((0..=n.min(MOST)).map(|k| rencontres(n, k)).collect())?;
    let words = [
        "fixed-points",
        "items in their own place",
        "fixed points follow the rencontres numbers",
    ];
    Ok(classes(words, n, cells, count_fixed, |fixed| {
        format!("{fixed} items in their own place")
    }))
}

/// How many items are in their own place, up to [`MOST`].
fn count_fixed(permutation: &[u32]) -> usize {
    let mut fixed = 0;
    for (place, item) in permutation.iter().enumerate() {
        fixed += usize::from(place == *item as usize);
    }
    fixed.min(MOST)
}

/// How many items are followed by their successor, `p[i + 1] = p[i] + 1`.
///
/// `C(n - 1, k) (D(n - k) + D(n - k - 1))` permutations have `k` of them. Source: Roselle, *Permutations by number of rises and
/// successions*, 1968; OEIS A000255 for none.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn adjacent_pairs(n: usize) -> Result<Counted<[u32]>, Error> {
    let counted = "items followed by their successor";
    pairs(["adjacent-pairs", counted], n, successors)
}

/// How many items are followed by their successor.
pub(super) fn successors(items: &[u32]) -> usize {
    items
        .windows(2)
        .filter(|pair| pair[1] == pair[0] + 1)
        .count()
}

/// How many items are followed by their predecessor, `p[i + 1] = p[i] - 1`. The law is that of [`adjacent_pairs`]: the list of
/// all `n - 1 - p[i]` has a rise where `p` has a fall.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn adjacent_pairs_falling(n: usize) -> Result<Counted<[u32]>, Error> {
    let counted = "items followed by their predecessor";
    pairs(["adjacent-pairs-falling", counted], n, predecessors)
}

fn predecessors(items: &[u32]) -> usize {
    items
        .windows(2)
        .filter(|pair| pair[0] == pair[1] + 1)
        .count()
}

/// A test of how many pairs of some kind there are, which has the law of [`adjacent_pairs`].
pub(super) fn pairs(
    [name, counted]: [&'static str; 2],
    n: usize,
    mut class: impl FnMut(&[u32]) -> usize + Send + 'static,
) -> Result<Counted<[u32]>, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let mut factorial = 1.0;
    // C(n - 1, k) (n - k)! / n! = (n - k) / (n k!)
    let mut chances = Vec::new();
    for k in 0..n.min(MOST + 1) {
        factorial *= k.max(1) as f64;
        let left = (n - k) as f64;
        let deranged = derangement_share(n - k) + derangement_share(n - k - 1) / left;
        chances.push(left / (n as f64 * factorial) * deranged);
    }
    let cells = Cells::from_probabilities(chances)?;
    let words = [
        name,
        counted,
        "pairs that stay together follow their exact law",
    ];
    Ok(classes(
        words,
        n,
        cells,
        move |permutation| class(permutation).min(MOST),
        move |pairs| format!("{pairs} {counted}"),
    ))
}

/// The chance of `k` fixed points among `n`.
pub(super) fn rencontres(n: usize, k: usize) -> f64 {
    derangement_share(n - k) / (1..=k).map(|i| i as f64).product::<f64>()
}

/// `D(m) / m!`, the chance that a permutation of `m` has no fixed point.
///
/// It is a quotient of two whole numbers up to `m = 30`; beyond, it differs from that of 30 by less than `1 / 31!`.
fn derangement_share(m: usize) -> f64 {
    let (mut count, mut factorial) = (1_u128, 1_u128);
    for i in 1..=m.min(30) as u128 {
        // D(i) = i D(i - 1) + (-1)^i
        count = if i % 2 == 0 {
            i * count + 1
        } else {
            i * count - 1
        };
        factorial *= i;
    }
    count as f64 / factorial as f64
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn their_probabilities_are_exact() {
        check::is_exact(fixed_points, 2..=7);
        check::is_exact(adjacent_pairs, 2..=7);
        check::is_exact(adjacent_pairs_falling, 2..=7);
    }
}
