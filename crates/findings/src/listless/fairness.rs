//! The probability of each permutation, with ideal draws and with others.

use exact::explore::{Branch, Explored, Limits, explore};
use permute::fisher_yates::fisher_yates;
use permute::listless::ListlessIn;

use super::rules::Draws;
use crate::notice::{ALPHA, Notice, POWER};
use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;
use crate::svg::heat_map;

pub(super) const LONGEST: u32 = 7;

#[derive(Serialize)]
pub struct Fairness {
    pub alpha: f64,
    pub power: f64,
    pub spreads: Vec<Spread>,
    /// For the greatest length with 14 low bits: where each number ends up, without a list and shuffled.
    pub places: [Places; 2],
}

/// The distribution of all permutations of a length under a rule.
#[derive(Serialize)]
pub struct Spread {
    pub n: u32,
    pub draws: Draws,
    pub branches: u64,
    pub came: usize,
    pub permutations: usize,
    pub total_variation: Exact,
    /// How much likelier the likeliest permutation is than the rarest: the ratio minus one.
    pub excess: Exact,
    pub to_notice: Notice,
    /// Whether a Fisher-Yates shuffle has the same probabilities, though perhaps for other permutations.
    pub equals_shuffle: bool,
    pub equals_shuffle_throughout: bool,
}

#[derive(Serialize)]
pub struct Places {
    pub way: &'static str,
    /// A row for each place, with the probability of each number there.
    pub probabilities: Vec<Vec<Exact>>,
    pub largest_error: Exact,
}

type Way = fn(u32, &mut Branch) -> Vec<u32>;

/// A permutation made the document's way.
fn listless(n: u32, draws: &mut Branch) -> Vec<u32> {
    let mut storage = vec![0; n as usize];
    ListlessIn::new(n, &mut storage, draws)
        .expect("the storage has n places")
        .collect()
}

/// A permutation made the textbook way.
fn shuffled(n: u32, draws: &mut Branch) -> Vec<u32> {
    let mut items: Vec<u32> = (0..n).collect();
    fisher_yates(&mut items, draws).expect("a list that short can be shuffled");
    items
}

fn permutations(way: Way, n: u32, draws: Draws) -> Result<Explored<Vec<u32>>> {
    Ok(explore(&draws.rule()?, &Limits::default(), |draws| {
        way(n, draws)
    })?)
}

impl Spread {
    fn compute(n: u32, draws: Draws) -> Result<Self> {
        let (here, there) = (
            permutations(listless, n, draws)?,
            permutations(shuffled, n, draws)?,
        );
        let permutations = (1..=n as usize).product();
        let sorted = |explored: &Explored<Vec<u32>>| {
            let mut all: Vec<BigRational> = explored
                .probabilities()
                .map(|(_, probability)| probability)
                .collect();
            all.sort();
            all
        };
        let ratio = here
            .extremes_ratio()
            .ok_or(Error::Missing("a permutation"))?;
        Ok(Self {
            n,
            draws,
            branches: here.branches(),
            came: here.outcomes(),
            permutations,
            total_variation: here.variation_from_uniform(permutations)?.into(),
            excess: (ratio - whole(1)).into(),
            to_notice: Notice::of(&here.distribution(permutations)?)?,
            equals_shuffle: sorted(&here) == sorted(&there),
            equals_shuffle_throughout: here.probabilities().eq(there.probabilities()),
        })
    }
}

impl Places {
    fn compute(name: &'static str, way: Way) -> Result<Self> {
        let explored = permutations(way, LONGEST, Draws::LowBits)?;
        let mut sums = vec![vec![whole(0); LONGEST as usize]; LONGEST as usize];
        for (permutation, probability) in explored.probabilities() {
            for (place, &number) in permutation.iter().enumerate() {
                sums[place][number as usize] += &probability;
            }
        }
        let one = whole(1);
        let error = |p: &BigRational| {
            let relative = p * whole(LONGEST);
            if relative < one {
                &one - relative
            } else {
                relative - &one
            }
        };
        let largest = sums
            .iter()
            .flatten()
            .map(error)
            .fold(whole(0), BigRational::max);
        let probabilities = sums
            .into_iter()
            .map(|row| row.into_iter().map(Exact::from).collect())
            .collect();
        Ok(Self {
            way: name,
            probabilities,
            largest_error: largest.into(),
        })
    }
}

impl Fairness {
    pub(super) fn compute() -> Result<Self> {
        let cases: Vec<_> = (2..=LONGEST)
            .flat_map(|n| Draws::ALL.map(|draws| (n, draws)))
            .collect();
        let spreads = try_each(cases, |(n, draws)| Spread::compute(n, draws))?;
        let places = [
            Places::compute("list-free", listless)?,
            Places::compute("shuffled by Fisher-Yates", shuffled)?,
        ];
        Ok(Self {
            alpha: ALPHA,
            power: POWER,
            spreads,
            places,
        })
    }

    pub(super) fn under(&self, draws: Draws) -> impl Iterator<Item = &Spread> {
        self.spreads
            .iter()
            .filter(move |spread| spread.draws == draws)
    }

    pub(super) fn longest(&self, draws: Draws) -> &Spread {
        self.under(draws).last().expect("every rule has lengths")
    }

    /// Whether all permutations are equally likely with ideal draws.
    pub(super) fn ideally_uniform(&self) -> bool {
        self.under(Draws::Ideal).all(|spread| {
            spread.total_variation.to_f64() == 0.0 && spread.came == spread.permutations
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let shown = rows(
            &self.spreads,
            |spread| json!({ "spread": spread, "name": spread.draws.name() }),
        );
        let more = json!({
            "shown": shown,
            "longest": LONGEST,
            "low_bits": self.longest(Draws::LowBits),
        });
        WORDS.beside(self, more).blocks("fairness", [self.maps()])
    }

    fn maps(&self) -> String {
        let names: Vec<String> = (0..LONGEST).map(|number| number.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let centre = 1.0 / f64::from(LONGEST);
        let reach = centre * self.places[0].largest_error.to_f64();
        let map = |places: &Places| {
            let values: Vec<Vec<f64>> = places
                .probabilities
                .iter()
                .map(|row| row.iter().map(Exact::to_f64).collect())
                .collect();
            heat_map(places.way, &names, &values, centre, reach)
        };
        self.places.iter().map(map).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_from_14_bits_are_weighed_by_hand() {
        // 16384 is 3 * 5461 + 1: the first draw is 0 in 5462 cases, and 1 or 2 in 5461 each; the second is a fair coin.
        let spread = Spread::compute(3, Draws::LowBits).unwrap();
        assert_eq!(
            (
                spread.excess.fraction.as_str(),
                spread.total_variation.fraction.as_str()
            ),
            ("1/5461", "1/24576")
        );
        assert!(spread.equals_shuffle && !spread.equals_shuffle_throughout);
    }
}
