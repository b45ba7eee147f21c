//! Descents: how often an item is smaller than the one before it.

use super::{Classes, LONGEST, length};
use crate::Error;
use crate::tally::Tally;

/// Descents are counted among so many items at most.
const COUNTED: usize = 1000;

/// How many items are smaller than the one before them.
///
/// `k` of them in as many permutations as the Eulerian number says. The chances follow from those of shorter
/// permutations by `P(n, k) = ((k + 1) P(n - 1, k) + (n - k) P(n - 1, k - 1)) / n`: sums of positive terms, so their
/// relative error is below `n` times 4e-16. Source: Knuth, *The Art of Computer Programming* 3, 5.1.3.
///
/// Of a longer permutation only the first 1000 items are looked at: their order is as uniform as that of all.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to [`LONGEST`].
pub fn descents(n: usize) -> Result<Classes, Error> {
    length(n, 2, LONGEST, "2 to 16777216")?;
    let counted = n.min(COUNTED);
    let mut chances = vec![0.0; counted];
    chances[0] = 1.0;
    for m in 2..=counted {
        for k in (0..m).rev() {
            let one_more = if k > 0 { (m - k) as f64 * chances[k - 1] } else { 0.0 };
            chances[k] = ((k + 1) as f64 * chances[k] + one_more) / m as f64;
        }
    }
    let null = "descents follow the Eulerian numbers";
    Ok(Classes::new("descents", null, n, Tally::new(chances)?, move |permutation| {
        permutation[..counted].windows(2).filter(|pair| pair[1] < pair[0]).count()
    }))
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
        check::is_exact(descents, 2..=7);
    }

    #[test]
    fn long_permutations_have_the_chances_of_eulerian_numbers() {
        // The closed form: the sum over j of (-1)^j C(n + 1, j) (k + 1 - j)^n.
        let n = 52_u32;
        let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
        let choose = |n: u32, k: u32| factorial(n) / (factorial(k) * factorial(n - k));
        for (k, stated) in (0..n).zip(descents(n as usize).unwrap().probabilities()) {
            let terms = |parity: u32| -> BigUint {
                (0..=k).filter(|j| j % 2 == parity).map(|j| choose(n + 1, j) * BigUint::from(k + 1 - j).pow(n)).sum()
            };
            let expected = Ratio::new(terms(0) - terms(1), factorial(n)).to_f64().unwrap();
            assert!((stated / expected - 1.0).abs() < 1e-13, "{k}: {stated}, not {expected}");
        }
    }

    #[test]
    fn shuffles_that_keep_some_order_are_caught() {
        let sorted_start = |item: u64, items: &mut Vec<u32>| {
            if item.is_multiple_of(2) {
                items[..4].sort_unstable();
            }
        };
        check::catches(|| descents(14).unwrap(), sorted_start);
        check::catches(|| descents(2000).unwrap(), |_, items| items[..20].sort_unstable());
        assert!(descents(1).is_err() && descents(LONGEST + 1).is_err());
    }
}
