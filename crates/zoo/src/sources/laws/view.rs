//! Views of an item: into which of finitely many cells it falls.

use exact::{BigUint, Distribution, Weights};
use permute::draws::draws_of;
use permute::rank::{permutations, rank, unrank};

use super::ItemKind;

/// A way to sort items into cells. The functions panic if it does not suit the items.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum View {
    /// The value or the class itself.
    Item,
    /// The rank of a permutation, in lexicographic order, times the number of buckets, divided by the number of permutations
    /// and rounded down.
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
    /// The number of cells.
    pub(crate) fn cells(self, kind: ItemKind) -> usize {
        let cells = match (self, kind) {
            (Self::Item, ItemKind::Values { below: cells } | ItemKind::Classes { cells })
            | (Self::RankBuckets(cells), _)
            | (Self::Slot(_), ItemKind::Permutations { n: cells }) => cells,
            (Self::Favoured, ItemKind::Permutations { n }) => {
                1 + (1..=n).filter(|&bound| favoured(bound) > 0).count() as u32
            }
            _ => panic!("{self:?} of {kind}"),
        };
        cells as usize
    }

    /// The cell of an item.
    pub(crate) fn cell(self, item: &[u32]) -> usize {
        match self {
            Self::Item => item[0] as usize,
            Self::RankBuckets(buckets) => {
                let all = permutations(item.len()).unwrap();
                (rank(item).unwrap() * u128::from(buckets) / all) as usize
            }
            Self::Slot(place) => item[place as usize] as usize,
            Self::Favoured => favoured_draws(item),
        }
    }

    /// The distribution of a fair source over the cells.
    pub(crate) fn ideal(self, kind: ItemKind) -> Distribution {
        match (self, kind) {
            (Self::Favoured, ItemKind::Permutations { n }) => {
                let fair = (1..=n).map(|bound| Weights::uniform(bound as usize).unwrap());
                favoured_law(&fair.collect::<Vec<_>>())
            }
            (Self::RankBuckets(buckets), ItemKind::Permutations { n }) => {
                let all = permutations(n as usize).unwrap();
                let firsts: Vec<_> = (0..=buckets)
                    .map(|bucket| first_rank(bucket, buckets, all))
                    .collect();
                let sizes = firsts
                    .windows(2)
                    .map(|pair| BigUint::from(pair[1] - pair[0]));
                Distribution::new(sizes.collect()).unwrap()
            }
            _ => Distribution::from(&Weights::uniform(self.cells(kind)).unwrap()),
        }
    }
}

/// How many of the draws that give this permutation are favoured.
fn favoured_draws(item: &[u32]) -> usize {
    let draws = draws_of(item.to_vec()).unwrap();
    let by_bound = draws.iter().rev().zip(1..);
    by_bound
        .filter(|&(&draw, bound)| draw < favoured(bound))
        .count()
}

/// The law of [`View::Favoured`] if the draws have these weights, all with different bounds.
pub(super) fn favoured_law(weights: &[Weights]) -> Distribution {
    // ways[k] is the number of cases with k favoured draws.
    let mut ways = vec![BigUint::from(1_u32)];
    for weights in weights {
        let favoured = favoured(weights.outcomes() as u32) as usize;
        let (low, high) = weights.counts().split_at(favoured);
        let (low, high) = (low.iter().sum::<u128>(), high.iter().sum::<u128>());
        if low > 0 {
            ways.push(BigUint::default());
        }
        for k in (0..ways.len()).rev() {
            let raised = if k > 0 {
                &ways[k - 1] * low
            } else {
                BigUint::default()
            };
            ways[k] = &ways[k] * high + raised;
        }
    }
    Distribution::new(ways).unwrap()
}

/// The first rank in a bucket, or `all` for the bucket after the last.
pub(super) fn first_rank(bucket: u32, buckets: u32, all: u128) -> u128 {
    // From this rank on, rank * buckets / all is no longer below `bucket`.
    (all * u128::from(bucket)).div_ceil(buckets.into())
}

#[test]
fn an_ideal_is_what_all_permutations_fill_the_cells_with() {
    let five = ItemKind::Permutations { n: 5 };
    for view in [
        View::RankBuckets(7),
        View::RankBuckets(120),
        View::Slot(4),
        View::Favoured,
    ] {
        let mut counts = vec![0_u32; view.cells(five)];
        for rank in 0..120 {
            counts[view.cell(&unrank(rank, [0; 5]).unwrap())] += 1;
        }
        let counts = counts.into_iter().map(BigUint::from);
        let counted = Distribution::new(counts.collect()).unwrap();
        let ideal = view.ideal(five);
        assert_eq!(ideal.probabilities(), counted.probabilities(), "{view:?}");
    }
}
