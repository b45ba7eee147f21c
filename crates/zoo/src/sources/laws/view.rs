//! Views of an item: into which of finitely many cells it falls.

use exact::{BigUint, Distribution, Weights};
use permute::draws::draws_of;
use permute::rank::{MAX_LENGTH, permutations, rank, unrank};

use super::ItemKind;

/// The most cells that are counted.
const MOST_CELLS: usize = 1 << 20;

/// A way to sort items into cells.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum View {
    /// The value or the class itself, or a word of up to 20 bits.
    Item,
    /// The rank of a permutation among all, in lexicographic order.
    Rank,
    /// The rank of a permutation times the number of buckets, divided by the number of permutations and rounded down.
    RankBuckets(u32),
    /// The number at this place of a permutation.
    Slot(u32),
    /// How many of the draws that give a permutation without a list are numbers that Rogue's rule favours. Under that rule the
    /// permutations in one cell are about equally probable, so this view shows the bias with the fewest items.
    Favoured,
}

/// How many numbers below `bound` Rogue's rule gives once more than the others: always the lowest ones.
const fn favoured(bound: u32) -> u32 {
    // 0 for a divisor of 2^14.
    (1 << 14) % bound
}

impl View {
    /// The number of cells; `None` if the view does not apply to the kind, or if there are more than 2^20.
    pub(crate) fn cells(self, kind: ItemKind) -> Option<usize> {
        let cells = match (self, kind) {
            (Self::Item, ItemKind::Words { bits }) => 1_u128.checked_shl(bits)?,
            (Self::Item, ItemKind::Values { below: cells } | ItemKind::Classes { cells }) => {
                cells.into()
            }
            (Self::Rank, ItemKind::Permutations { n }) => permutations(n as usize)?,
            (Self::RankBuckets(buckets), ItemKind::Permutations { n }) => {
                // With fewer permutations than buckets, some buckets would be empty.
                Some(u128::from(buckets))
                    .filter(|&buckets| permutations(n as usize).is_some_and(|all| buckets <= all))?
            }
            (Self::Favoured, ItemKind::Permutations { n }) if n <= MAX_LENGTH => {
                1 + (1..=n).filter(|&bound| favoured(bound) > 0).count() as u128
            }
            (Self::Slot(place), ItemKind::Permutations { n }) if place < n => n.into(),
            _ => return None,
        };
        usize::try_from(cells)
            .ok()
            .filter(|cells| (1..=MOST_CELLS).contains(cells))
    }

    /// The cell of an item; `None` if the view does not apply, or if this is not an item of the kind.
    pub(crate) fn cell(self, kind: ItemKind, item: &[u32]) -> Option<usize> {
        if let ItemKind::Permutations { n } = kind
            && item.len() != n as usize
        {
            return None;
        }
        let cell = match self {
            Self::Item => u128::from(*item.first()?),
            Self::Rank => rank(item).ok()?,
            Self::RankBuckets(buckets) => {
                bucket(rank(item).ok()?, buckets, permutations(item.len())?)?
            }
            Self::Slot(place) => u128::from(*item.get(place as usize)?),
            Self::Favoured => favoured_draws(item)?,
        };
        usize::try_from(cell)
            .ok()
            .filter(|&cell| self.cells(kind).is_some_and(|cells| cell < cells))
    }

    /// The distribution of a fair source over the cells; `None` if [`View::cells`] is `None`.
    pub(crate) fn ideal(self, kind: ItemKind) -> Option<Distribution> {
        let cells = self.cells(kind)?;
        if let (Self::Favoured, ItemKind::Permutations { n }) = (self, kind) {
            let fair = (1..=n).map(|bound| Weights::uniform(bound as usize).unwrap());
            return Some(favoured_law(&fair.collect::<Vec<_>>()));
        }
        if let (Self::RankBuckets(buckets), ItemKind::Permutations { n }) = (self, kind) {
            let all = permutations(n as usize)?;
            let sizes = (0..buckets).map(|bucket| {
                let [first, next] =
                    [bucket, bucket + 1].map(|bucket| first_rank(bucket, buckets, all));
                Some(BigUint::from(next? - first?))
            });
            return Distribution::new(sizes.collect::<Option<_>>()?).ok();
        }
        Weights::uniform(cells)
            .ok()
            .as_ref()
            .map(Distribution::from)
    }
}

/// How many of the draws that give this permutation are favoured; `None` if it is no permutation, or too long.
fn favoured_draws(item: &[u32]) -> Option<u128> {
    let mut buffer = [0; MAX_LENGTH as usize];
    let draws = buffer.get_mut(..item.len())?;
    draws.copy_from_slice(item);
    let draws = draws_of(draws).ok()?;
    Some(
        draws
            .iter()
            .rev()
            .zip(1..)
            .filter(|&(&draw, bound)| draw < favoured(bound))
            .count() as u128,
    )
}

/// The law of [`View::Favoured`] if the draws have these weights, all with different bounds.
pub(super) fn favoured_law(weights: &[Weights]) -> Distribution {
    // ways[k] is the number of cases with k favoured draws.
    let mut ways = vec![BigUint::from(1_u32)];
    for weights in weights {
        let (low, high) = weights
            .counts()
            .split_at(favoured(weights.outcomes() as u32) as usize);
        let [low, high] = [low, high].map(|counts| counts.iter().sum::<u128>());
        if low == 0 {
            for ways in &mut ways {
                *ways *= high;
            }
            continue;
        }
        let raised = std::iter::once(BigUint::default())
            .chain(ways.iter().map(|ways| ways * low))
            .collect::<Vec<_>>();
        ways.push(BigUint::default());
        ways = ways
            .into_iter()
            .zip(raised)
            .map(|(ways, raised)| ways * high + raised)
            .collect();
    }
    Distribution::new(ways).unwrap()
}

/// The bucket of a rank below `all`; `None` if a number overflows.
fn bucket(rank: u128, buckets: u32, all: u128) -> Option<u128> {
    rank.checked_mul(buckets.into())?.checked_div(all)
}

/// The first rank in a bucket, or `all` for the bucket after the last; `None` if a number overflows.
pub(super) fn first_rank(bucket: u32, buckets: u32, all: u128) -> Option<u128> {
    // From this rank on, rank * buckets / all is no longer below `bucket`.
    Some(
        all.checked_mul(bucket.into())?
            .div_ceil(u128::from(buckets).max(1)),
    )
}

const FIVE: ItemKind = ItemKind::Permutations { n: 5 };

#[test]
fn an_ideal_is_what_all_permutations_fill_the_cells_with() {
    for view in [
        View::Rank,
        View::RankBuckets(7),
        View::RankBuckets(120),
        View::Slot(4),
        View::Favoured,
    ] {
        let mut counts = vec![0_u32; view.cells(FIVE).unwrap()];
        for rank in 0..120 {
            counts[view.cell(FIVE, &unrank(rank, [0; 5]).unwrap()).unwrap()] += 1;
        }
        let counted = Distribution::new(counts.into_iter().map(BigUint::from).collect()).unwrap();
        assert_eq!(
            view.ideal(FIVE).unwrap().probabilities(),
            counted.probabilities(),
            "{view:?}"
        );
    }
}

#[test]
fn views_that_do_not_apply_have_no_cells() {
    for (view, kind) in [
        (View::Item, FIVE),
        (View::Item, ItemKind::Words { bits: 31 }),
        (View::Rank, ItemKind::Values { below: 5 }),
        (View::Rank, ItemKind::Permutations { n: 10 }),
        (View::Rank, ItemKind::Permutations { n: 99 }),
        (View::RankBuckets(0), FIVE),
        (View::RankBuckets(121), FIVE),
        (View::Slot(5), FIVE),
    ] {
        assert_eq!(view.cells(kind), None, "{view:?} {kind}");
        assert!(view.ideal(kind).is_none());
    }
}

#[test]
fn what_is_no_item_has_no_cell() {
    for (view, item) in [
        (View::Rank, &[0, 0, 1, 2, 3][..]),
        (View::Rank, &[0, 1]),
        (View::Slot(1), &[0, 9, 1, 2, 3]),
        (View::Item, &[0, 1, 2, 3, 4]),
    ] {
        assert_eq!(view.cell(FIVE, item), None, "{view:?} {item:?}");
    }
    assert_eq!(View::Item.cell(ItemKind::Values { below: 3 }, &[3]), None);
    assert_eq!(View::Item.cell(ItemKind::Values { below: 3 }, &[]), None);
}
