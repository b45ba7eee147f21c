//! Permutations without lists, and their exact laws.

use std::num::NonZeroU32;

use crate::error::{Context, Result};
use exact::{BigUint, Distribution, Weights};
use generators::bounding::{LowBits, Threshold};
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use permute::draws::draws_of;
use permute::listless::{Listless, ListlessIn};
use permute::rank::{permutations, unrank};

use super::games::long_game;
use super::generators::STREAM;
use super::view::{favoured_law, first_rank};
use super::{Kind, Source, Stream, View, stream};

/// The lengths for which there are sources.
const LENGTHS: std::ops::RangeInclusive<u32> = 4..=14;

/// Writes a permutation without a list. The storage has as many places as the item.
fn listless(item: &mut [u32], storage: &mut [u32], draws: &mut impl Draw) {
    let n = item.len() as u32;
    let numbers = ListlessIn::new(n, storage, draws).into_iter().flatten();
    item.iter_mut()
        .zip(numbers)
        .for_each(|(place, number)| *place = number);
}

fn permutation_stream(n: u32, mut draws: impl Draw + Send + 'static) -> Box<dyn Stream> {
    /// A stream whose length is known to the compiler, which takes a quarter of the time.
    fn of<const N: usize>(mut draws: impl Draw + Send + 'static) -> Box<dyn Stream> {
        stream::items(N, move |item| {
            item.iter_mut()
                .zip(Listless::<N, _>::new(&mut draws))
                .for_each(|(place, number)| *place = number);
        })
    }
    match n {
        4 => of::<4>(draws),
        5 => of::<5>(draws),
        6 => of::<6>(draws),
        7 => of::<7>(draws),
        8 => of::<8>(draws),
        10 => of::<10>(draws),
        14 => of::<14>(draws),
        _ => {
            let mut storage = vec![0; n as usize];
            stream::items(n as usize, move |item| {
                listless(item, &mut storage, &mut draws);
            })
        }
    }
}

/// How often each number is drawn, draw by draw: below n, n - 1, ... 1.
struct DrawWeights(Vec<Weights>);

impl DrawWeights {
    /// The weights for permutations of `0..n`, by Rogue's rule.
    fn rogue(n: u32) -> Result<Self> {
        let weights = (1..=n)
            .rev()
            .filter_map(NonZeroU32::new)
            .map(|n| Weights::of_rule::<LowBits<14>>(31, n));
        Ok(Self(weights.collect::<Result<_, _>>()?))
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
    fn below(&self, rank: u128) -> Result<BigUint> {
        let n = self.0.len();
        if Some(rank) == permutations(n) {
            return Ok(self.total_from(0));
        }
        let permutation = unrank(rank, vec![0; n])?;
        let mut sum = BigUint::default();
        let mut prefix = BigUint::from(1_u32);
        let draws = draws_of(permutation.clone())?;
        let mut other = permutation.clone();
        for at in 0..n {
            let weight = |draw: u32| self.0[at].counts()[draw as usize];
            let mut smaller = 0;
            for place in at + 1..n {
                if permutation[place] < permutation[at] {
                    other.swap(at, place);
                    smaller += weight(draws_of(other.clone())?[at]);
                    other.swap(at, place);
                }
            }
            if smaller > 0 {
                sum += &prefix * smaller * self.total_from(at + 1);
            }
            prefix *= weight(draws[at]);
        }
        Ok(sum)
    }

    /// The law of the rank, counted in buckets.
    fn rank_buckets(&self, buckets: u32) -> Result<Distribution> {
        let all = permutations(self.0.len()).context("a rank fits 128 bits")?;
        let below =
            |bucket| self.below(first_rank(bucket, buckets, all).context("a rank fits 128 bits")?);
        let bounds: Vec<_> = (0..=buckets).map(below).collect::<Result<_>>()?;
        Ok(Distribution::new(
            bounds.windows(2).map(|pair| &pair[1] - &pair[0]).collect(),
        )?)
    }

    /// The law of the number at a place: the draw for that place, taken through the draws before it. Each level applies the
    /// document's formula, `(number + previous + 1) % (limit + 1)`.
    fn slot(&self, place: usize) -> Result<Distribution> {
        let counts = |at: usize| {
            self.0[at]
                .counts()
                .iter()
                .map(|&count| BigUint::from(count))
        };
        let mut numbers: Vec<BigUint> = counts(place).collect();
        for at in (0..place).rev() {
            let mut led = vec![BigUint::default(); numbers.len() + 1];
            for (previous, weight) in counts(at).enumerate() {
                for (number, ways) in numbers.iter().enumerate() {
                    led[(number + previous + 1) % (numbers.len() + 1)] += ways * &weight;
                }
            }
            numbers = led;
        }
        Ok(Distribution::new(numbers)?)
    }

    fn law(&self, view: View) -> Result<Option<Distribution>> {
        let n = self.0.len();
        let kind = Kind::Permutations { n: n as u32 };
        let Some(cells) = view.cells(kind) else {
            return Ok(None);
        };
        Ok(Some(match view {
            View::Rank => self.rank_buckets(cells as u32)?,
            View::RankBuckets(buckets) => self.rank_buckets(buckets)?,
            View::Slot(place) => self.slot(place as usize)?,
            View::Favoured => favoured_law(&self.0)?,
            View::Item => return Ok(None),
        }))
    }
}

fn by_pcg32(n: u32) -> Source {
    let kind = Kind::Permutations { n };
    Source::new(
        format!("listless-pcg32-{n}"),
        format!("permutations of {n} without a list, fair draws from PCG32"),
        kind,
        move |seed| permutation_stream(n, Dice::<_, Threshold>::new(Pcg32::srandom(seed, STREAM))),
    )
    .with_law(move |view| Ok(view.ideal(kind)))
}

fn by_rogue(n: u32) -> Source {
    Source::new(
        format!("listless-rogue-{n}"),
        format!("permutations of {n} without a list, Rogue's get_rand"),
        Kind::Permutations { n },
        move |seed| permutation_stream(n, Dice::<_, LowBits<14>>::new(long_game(seed))),
    )
    .with_law(move |view| DrawWeights::rogue(n)?.law(view))
}

/// The sources under two rules, for each length.
pub(super) fn all() -> Vec<Source> {
    LENGTHS.flat_map(|n| [by_pcg32(n), by_rogue(n)]).collect()
}

#[cfg(test)]
mod tests {
    use exact::distance::chi_square_per_draw;
    use exact::explore::Rule;
    use exact::rational::to_f64;

    use super::super::law::of_branches;
    use super::*;

    /// The law of the shipped algorithm, over every branch.
    fn explored(n: u32, view: View) -> Distribution {
        let mut storage = vec![0; n as usize];
        let rule = Rule::of::<LowBits<14>>(31).unwrap();
        of_branches(Kind::Permutations { n }, view, &rule, |item, draws| {
            listless(item, &mut storage, draws);
        })
        .unwrap()
    }

    #[test]
    fn the_law_is_what_the_algorithm_makes_of_all_its_draws() {
        for n in 4..=6 {
            let source = by_rogue(n);
            for view in [
                View::Rank,
                View::RankBuckets(7),
                View::Slot(0),
                View::Slot(n - 1),
                View::Slot(2),
                View::Favoured,
            ] {
                let law = source.law(view).unwrap().unwrap();
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
        let rogue = by_rogue(14);
        let effect = |view: View| {
            let (law, ideal) = (
                rogue.law(view).unwrap().unwrap(),
                view.ideal(rogue.kind).unwrap(),
            );
            to_f64(&chi_square_per_draw(&law, &ideal).unwrap())
        };
        assert_eq!(View::Favoured.cells(rogue.kind), Some(11));
        // Each draw adds its own effect; the view keeps seven eighths of the sum.
        let whole: f64 = (1..=14)
            .filter_map(NonZeroU32::new)
            .map(|n| {
                (
                    Weights::of_rule::<LowBits<14>>(31, n).unwrap(),
                    Weights::uniform(n.get() as usize).unwrap(),
                )
            })
            .map(|(rule, fair)| {
                to_f64(&chi_square_per_draw(&(&rule).into(), &(&fair).into()).unwrap())
            })
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
        let law = by_rogue(14).law(View::RankBuckets(1000)).unwrap().unwrap();
        assert_eq!(law.outcomes(), 1000);
        // The first number is the first draw, and a fourteenth of all ranks begins with it.
        let sevenths = by_rogue(14).law(View::RankBuckets(14)).unwrap().unwrap();
        assert_eq!(
            sevenths.probabilities(),
            by_rogue(14)
                .law(View::Slot(0))
                .unwrap()
                .unwrap()
                .probabilities()
        );
    }
}
