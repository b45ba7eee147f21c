//! The laws of permutations without lists.

use std::num::NonZeroU32;

use exact::distance::chi_square_per_draw;
use exact::explore::{Limits, Rule, explore};
use exact::rational::to_f64;
use exact::{BigUint, Distribution, Weights};
use generators::bounding::LowBits;
use permute::draws::draws_of;
use permute::rank::{permutations, unrank};

use super::super::ItemKind;
use super::super::permutations::write_listless;
use super::View;
use super::view::{favoured_law, first_rank};

/// How often each number is drawn, draw by draw: below n, n - 1, ... 1.
pub(super) struct DrawWeights(Vec<Weights>);

impl DrawWeights {
    /// The weights for permutations of `0..n`, by Rogue's rule.
    pub(super) fn rogue(n: u32) -> Self {
        let bounds = (1..=n).rev().filter_map(NonZeroU32::new);
        let weights = bounds.map(|n| Weights::of_rule::<LowBits<14>>(31, n).unwrap());
        Self(weights.collect())
    }

    /// The number of cases from draw `at` on.
    fn total_from(&self, at: usize) -> BigUint {
        self.0[at..]
            .iter()
            .map(|weights| BigUint::from(weights.total()))
            .product()
    }

    /// The number of cases that give a permutation of a lower rank.
    ///
    /// A permutation is below another if it has a smaller number in the first place where they differ. The numbers up to that
    /// place determine the draws up to there, and later draws do not matter.
    fn below(&self, rank: u128) -> BigUint {
        let n = self.0.len();
        if Some(rank) == permutations(n) {
            return self.total_from(0);
        }
        let permutation = unrank(rank, vec![0; n]).unwrap();
        let mut sum = BigUint::default();
        let mut prefix = BigUint::from(1_u32);
        let draws = draws_of(permutation.clone()).unwrap();
        let mut other = permutation.clone();
        for at in 0..n {
            let weights = self.0[at].counts();
            let mut smaller = 0;
            for place in at + 1..n {
                if permutation[place] < permutation[at] {
                    other.swap(at, place);
                    smaller += weights[draws_of(other.clone()).unwrap()[at] as usize];
                    other.swap(at, place);
                }
            }
            if smaller > 0 {
                sum += &prefix * smaller * self.total_from(at + 1);
            }
            prefix *= weights[draws[at] as usize];
        }
        sum
    }

    /// The law of the rank, counted in buckets.
    fn rank_buckets(&self, buckets: u32) -> Distribution {
        let all = permutations(self.0.len()).unwrap();
        let bounds: Vec<_> = (0..=buckets)
            .map(|bucket| self.below(first_rank(bucket, buckets, all)))
            .collect();
        Distribution::new(bounds.windows(2).map(|pair| &pair[1] - &pair[0]).collect()).unwrap()
    }

    /// The law of the number at a place: the draw for that place, taken through the draws before it. Each level applies the
    /// document's formula, `(number + previous + 1) % (limit + 1)`.
    fn slot(&self, place: usize) -> Distribution {
        let counts = self.0[place].counts().iter();
        let mut numbers: Vec<_> = counts.map(|&count| BigUint::from(count)).collect();
        for weights in self.0[..place].iter().rev() {
            let mut led = vec![BigUint::default(); numbers.len() + 1];
            for (previous, &weight) in weights.counts().iter().enumerate() {
                for (number, ways) in numbers.iter().enumerate() {
                    led[(number + previous + 1) % (numbers.len() + 1)] += ways * weight;
                }
            }
            numbers = led;
        }
        Distribution::new(numbers).unwrap()
    }

    /// The law under a view of permutations.
    pub(super) fn law(&self, view: View) -> Distribution {
        match view {
            View::RankBuckets(buckets) => self.rank_buckets(buckets),
            View::Slot(place) => self.slot(place as usize),
            View::Favoured => favoured_law(&self.0),
            View::Item => panic!("a permutation is no value"),
        }
    }
}

/// The law of the shipped algorithm, over every branch.
fn explored(n: u32, view: View) -> Distribution {
    let mut storage = vec![0; n as usize];
    let rule = Rule::of::<LowBits<14>>(31).unwrap();
    let (kind, mut item) = (ItemKind::Permutations { n }, vec![0; n as usize]);
    let explored = explore(&rule, &Limits::default(), |draws| {
        write_listless(&mut item, &mut storage, draws);
        view.cell(&item)
    })
    .unwrap();
    let cells = 0..view.cells(kind);
    let probabilities: Vec<_> = cells.map(|cell| explored.probability(&cell)).collect();
    Distribution::from_rationals(&probabilities).unwrap()
}

#[test]
fn the_law_is_what_the_algorithm_makes_of_all_its_draws() {
    for n in 4..=6 {
        let weights = DrawWeights::rogue(n);
        for view in [
            View::RankBuckets((1..=n).product()),
            View::RankBuckets(7),
            View::Slot(0),
            View::Slot(n - 1),
            View::Slot(2),
            View::Favoured,
        ] {
            let law = weights.law(view);
            assert_eq!(
                law.probabilities(),
                explored(n, view).probabilities(),
                "{n} {view:?}"
            );
        }
    }
}

/// Ten bounds do not divide 2^14: 14, 13, 12, 11, 10, 9, 7, 6, 5 and 3.
#[test]
fn rogue_s_bias_is_seen_soonest_in_the_favoured_draws() {
    let (weights, kind) = (DrawWeights::rogue(14), ItemKind::Permutations { n: 14 });
    let effect = |view: View| {
        let (law, ideal) = (weights.law(view), view.ideal(kind));
        to_f64(&chi_square_per_draw(&law, &ideal).unwrap())
    };
    assert_eq!(View::Favoured.cells(kind), 11);
    // Each draw adds its own effect; the view keeps seven eighths of the sum.
    let whole: f64 = (1..=14)
        .filter_map(NonZeroU32::new)
        .map(|n| {
            (
                Weights::of_rule::<LowBits<14>>(31, n).unwrap(),
                Weights::uniform(n.get() as usize).unwrap(),
            )
        })
        .map(|(rule, fair)| to_f64(&chi_square_per_draw(&(&rule).into(), &(&fair).into()).unwrap()))
        .sum();
    let seen = effect(View::Favoured);
    assert!(
        seen > 0.87 * whole && seen < 1.001 * whole,
        "{seen} of {whole}"
    );
    assert!(effect(View::RankBuckets(1000)) < seen && effect(View::Slot(0)) < seen);
}

#[test]
fn fourteen_have_a_law_over_buckets() {
    let weights = DrawWeights::rogue(14);
    assert_eq!(weights.law(View::RankBuckets(1000)).outcomes(), 1000);
    // The first number is the first draw, and a fourteenth of all ranks begins with it.
    assert_eq!(
        weights.law(View::RankBuckets(14)).probabilities(),
        weights.law(View::Slot(0)).probabilities()
    );
}
