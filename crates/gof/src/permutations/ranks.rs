//! Ranks of permutations in lexicographic order.

use super::class::{Validity, classes, length};
use crate::error::check_range;
use crate::{Cells, Counted, Error};

/// Every one of the `n!` permutations is equally frequent.
///
/// Degrees of freedom: `n! - 1`. Source of the rank: Knuth, *The Art of Computer Programming* 2, 3.3.2 F; 4A, 7.2.1.2.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to 8.
pub fn ranks(n: usize) -> Result<Counted<[u32]>, Error> {
    length(n, 2, 8, "2 to 8: there are 40320 permutations of 8")?;
    Ok(order(n, n)?.with_null(format!(
        "permutations of {n} are uniform: all of them are equally frequent"
    )))
}

/// The order of the first items of `0..n`, or of all items.
pub(crate) fn order(n: usize, first: usize) -> Result<Counted<[u32]>, Error> {
    let cells = Cells::uniform(factorial(first) as usize)?;
    let counted = if first == n {
        format!("all {} permutations", cells.len())
    } else {
        format!("the order of the first {first}")
    };
    let mut validity = Validity::new(n);
    Ok(Counted::with_cells(
        if first == n { "ranks" } else { "order" },
        counted,
        cells,
        move |items: &[u32]| {
            let is_valid = validity.is_permutation(items);
            is_valid.then(|| rank(&items[..first]) as usize)
        },
        move |rank| {
            let order = unrank(first, rank);
            if first == n {
                format!("the order {order:?}")
            } else {
                format!("the first {first} in the order {order:?}")
            }
        },
    ))
}

/// The `n!` ranks in buckets of neighbours, as equal as they can be.
///
/// Bucket `b` of `B` has the ranks `r` with `b = floor(r B / n!)`, whose number is exact. Degrees of freedom: buckets minus one.
///
/// # Errors
/// [`Error::Parameter`] unless `n` is 2 to 20 and `buckets` is 2 to 65,536; [`Error::NothingToTest`] if there are not more
/// ranks than buckets: use [`ranks`] then.
pub fn rank_buckets(n: usize, buckets: u32) -> Result<Counted<[u32]>, Error> {
    length(n, 2, 20, "2 to 20: more than 20! ranks do not fit a word")?;
    check_range("buckets", buckets, 2..=0x1_0000, "2 to 65536")?;
    let (all, buckets) = (u128::from(factorial(n)), u128::from(buckets));
    if all <= buckets {
        return Err(Error::NothingToTest(
            "there are no more ranks than buckets: test the ranks",
        ));
    }
    let mut sizes = Vec::with_capacity(buckets as usize);
    for bucket in 0..buckets {
        let next = first_rank(bucket + 1, all, buckets);
        sizes.push((next - first_rank(bucket, all, buckets)) as u64);
    }
    let words = [
        "rank-buckets",
        "buckets of ranks",
        "buckets of ranks are as frequent as they are large",
    ];
    Ok(classes(
        words,
        n,
        Cells::from_weights(&sizes)?,
        move |permutation| (u128::from(rank(permutation)) * buckets / all) as usize,
        move |bucket| {
            let first = first_rank(bucket as u128, all, buckets);
            let next = first_rank(bucket as u128 + 1, all, buckets);
            format!(
                "orders {} to {next} in the order of a dictionary",
                first + 1
            )
        },
    ))
}

/// The first of `all` ranks that is in a bucket.
fn first_rank(bucket: u128, all: u128, buckets: u128) -> u128 {
    (bucket * all).div_ceil(buckets)
}

/// `n!` for `n` up to 20.
fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

/// The rank of the order of some items in lexicographic order, in the factorial number system: for each item, how many after it
/// are smaller. It takes up to 20 items; only their order counts. The crate `permute` ranks longer ones, and refuses lists that
/// are not permutations; this crate does not depend on it.
pub(crate) fn rank(items: &[u32]) -> u64 {
    let mut rank = 0;
    for (place, item) in items.iter().enumerate() {
        let smaller = items[place + 1..]
            .iter()
            .filter(|other| *other < item)
            .count();
        rank = rank * (items.len() - place) as u64 + smaller as u64;
    }
    rank
}

/// The permutation of `0..n` that has this rank.
pub(crate) fn unrank(n: usize, rank: usize) -> Vec<u32> {
    let mut unused: Vec<u32> = (0..n as u32).collect();
    let mut permutation = Vec::with_capacity(n);
    for left in (1..=n).rev() {
        let place = rank / factorial(left - 1) as usize % left;
        permutation.push(unused.remove(place));
    }
    permutation
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn ranks_are_places_in_lexicographic_order() {
        for n in 2..=6 {
            for (place, permutation) in check::all(n).iter().enumerate() {
                assert_eq!(rank(permutation), place as u64);
                assert_eq!(unrank(n, place), *permutation);
            }
        }
        let last: Vec<u32> = (0..20).rev().collect();
        assert_eq!(rank(&last), 2_432_902_008_176_639_999);
        assert_eq!(
            rank(&[40, 10, 30]),
            rank(&[2, 0, 1]),
            "only the order counts"
        );
    }

    #[test]
    fn their_probabilities_are_exact() {
        check::is_exact(ranks, 2..=7);
        check::is_exact(|n| rank_buckets(n, 7), 4..=7);
        check::is_exact(|n| rank_buckets(n, 1000), 7..=7);
    }
}
