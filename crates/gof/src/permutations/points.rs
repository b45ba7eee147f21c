//! Fixed points, and neighbours that stay together.

use super::{Classes, LONGEST, length};
use crate::Error;
use crate::tally::Tally;

/// More fixed points, or pairs, than this count as this many: the chance is below `1 / 30!`.
const MOST: usize = 30;

/// How many items are in their own place.
///
/// `k` of them in `C(n, k) D(n - k)` of the `n!` permutations, with the number `D(m)` of derangements: the rencontres
/// numbers, not their limit, Poisson. Source: de Montmort 1713; Riordan, *An Introduction to Combinatorial Analysis*,
/// 3.5.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn fixed_points(n: usize) -> Result<Classes, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let mut factorial = 1.0;
    let probability = |k: usize| {
        factorial *= k.max(1) as f64;
        deranged(n - k) / factorial
    };
    let tally = Tally::new((0..=n.min(MOST)).map(probability).collect())?;
    Ok(Classes::new("fixed-points", "fixed points follow the rencontres numbers", n, tally, |permutation| {
        let fixed = permutation.iter().enumerate().filter(|(place, item)| *place == **item as usize).count();
        fixed.min(MOST)
    }))
}

/// How many items are followed by their successor, `p[i + 1] = p[i] + 1`.
///
/// `k` of them in `C(n - 1, k) (D(n - k) + D(n - k - 1))` permutations. Source: Roselle, *Permutations by number of rises
/// and successions*, 1968; OEIS A000255 for none.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn adjacent_pairs(n: usize) -> Result<Classes, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let mut factorial = 1.0;
    // C(n - 1, k) (n - k)! / n! = (n - k) / (n k!)
    let probability = |k: usize| {
        factorial *= k.max(1) as f64;
        let left = (n - k) as f64;
        left / (n as f64 * factorial) * (deranged(n - k) + deranged(n - k - 1) / left)
    };
    let tally = Tally::new((0..n.min(MOST + 1)).map(probability).collect())?;
    Ok(Classes::new("adjacent-pairs", "pairs that stay together follow their exact law", n, tally, |permutation| {
        permutation.windows(2).filter(|pair| pair[1] == pair[0] + 1).count().min(MOST)
    }))
}

/// `D(m) / m!`, the chance that a permutation of `m` has no fixed point.
///
/// The quotient of two whole numbers up to `m = 30`; beyond, it differs from that of 30 by less than `1 / 31!`.
fn deranged(m: usize) -> f64 {
    let (mut derangements, mut factorial) = (1_u128, 1_u128);
    for i in 1..=m.min(30) as u128 {
        // D(i) = i D(i - 1) + (-1)^i
        derangements = if i % 2 == 0 { i * derangements + 1 } else { i * derangements - 1 };
        factorial *= i;
    }
    derangements as f64 / factorial as f64
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use num_bigint::BigUint;
    use num_rational::Ratio;
    use num_traits::ToPrimitive;

    #[test]
    fn their_probabilities_are_exact() {
        check::is_exact(fixed_points, 2..=7);
        check::is_exact(adjacent_pairs, 2..=7);
    }

    /// The same by whole numbers of any size, for lengths that cannot be gone through.
    #[test]
    fn long_permutations_have_the_probabilities_of_big_integers() {
        let n = 52_u32;
        let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
        let choose = |n: u32, k: u32| factorial(n) / (factorial(k) * factorial(n - k));
        let derangements: Vec<BigUint> = (0..=n)
            .scan([BigUint::ZERO, BigUint::from(1_u32)], |last, m| {
                // D(m) = (m - 1) (D(m - 1) + D(m - 2)), from D(0) = 1 and D(1) = 0.
                let next = match m {
                    0 => BigUint::from(1_u32),
                    1 => BigUint::ZERO,
                    _ => (&last[0] + &last[1]) * (m - 1),
                };
                *last = [last[1].clone(), next.clone()];
                Some(next)
            })
            .collect();
        let chance = |ways: BigUint| Ratio::new(ways, factorial(n)).to_f64().unwrap();
        for (k, stated) in (0..MOST as u32).zip(fixed_points(n as usize).unwrap().probabilities()) {
            let expected = chance(choose(n, k) * &derangements[(n - k) as usize]);
            assert!((stated / expected - 1.0).abs() < 1e-14, "{k} fixed points: {stated}, not {expected}");
        }
        for (k, stated) in (0..MOST as u32).zip(adjacent_pairs(n as usize).unwrap().probabilities()) {
            let without = &derangements[(n - k) as usize] + &derangements[(n - k - 1) as usize];
            let expected = chance(choose(n - 1, k) * without);
            assert!((stated / expected - 1.0).abs() < 1e-14, "{k} adjacent pairs: {stated}, not {expected}");
        }
    }

    #[test]
    fn a_shuffle_that_moves_every_item_is_caught() {
        check::catches(
            || fixed_points(52).unwrap(),
            |item, items| {
                if item % 3 == 0 {
                    let stays = |(place, it): (usize, &u32)| (place == *it as usize).then_some(place);
                    while let Some(place) = items.iter().enumerate().find_map(stays) {
                        items.swap(place, (place + 1) % 52);
                    }
                }
            },
        );
        assert!(fixed_points(1).is_err() && fixed_points(LONGEST + 1).is_err());
    }

    #[test]
    fn cards_that_stick_together_are_caught() {
        check::catches(
            || adjacent_pairs(52).unwrap(),
            |item, items| {
                if item % 4 == 0 {
                    let at = items.iter().position(|it| *it == 7).unwrap();
                    items.remove(at);
                    let after = items.iter().position(|it| *it == 6).unwrap() + 1;
                    items.insert(after, 7);
                }
            },
        );
        assert!(adjacent_pairs(1).is_err() && adjacent_pairs(LONGEST + 1).is_err());
    }
}
