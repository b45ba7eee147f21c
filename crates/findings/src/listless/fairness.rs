//! The probability of each permutation, with ideal draws and with others.

use exact::explore::{Branch, Explored, Limits, explore};
use permute::fisher_yates::fisher_yates;
use permute::listless::ListlessIn;

use super::rules::Draws;
use crate::notice::{ALPHA, Notice, POWER};
use crate::prelude::*;

pub(super) const LONGEST: u32 = 7;

#[derive(Serialize)]
pub struct Fairness {
    pub alpha: f64,
    pub power: f64,
    pub spreads: Vec<Spread>,
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

fn sorted_probabilities(explored: &Explored<Vec<u32>>) -> Vec<BigRational> {
    let mut probabilities = Vec::new();
    for (_, probability) in explored.probabilities() {
        probabilities.push(probability);
    }
    probabilities.sort();
    probabilities
}

impl Spread {
    fn compute(n: u32, draws: Draws) -> Result<Self> {
        let (here, there) = (
            permutations(listless, n, draws)?,
            permutations(shuffled, n, draws)?,
        );
        let permutations = (1..=n as usize).product();
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
            to_notice: Notice::for_law(&here.distribution(permutations)?)?,
            equals_shuffle: sorted_probabilities(&here) == sorted_probabilities(&there),
            equals_shuffle_throughout: here.probabilities().eq(there.probabilities()),
        })
    }
}

impl Spread {
    fn row(&self) -> [String; 10] {
        let (came, all) = (grouped(self.came as u64), grouped(self.permutations as u64));
        [
            grouped(self.n.into()),
            self.draws.name().to_owned(),
            grouped(self.branches),
            format!("{came} of {all}"),
            short(self.total_variation.to_f64(), 3),
            short(self.excess.to_f64(), 3),
            self.to_notice.omnibus.clone(),
            self.to_notice.optimal.clone(),
            yes_or_no(self.equals_shuffle),
            yes_or_no(self.equals_shuffle_throughout),
        ]
    }
}

fn yes_or_no(holds: bool) -> String {
    if holds { "yes" } else { "no" }.to_owned()
}

impl Fairness {
    pub(super) fn compute() -> Result<Self> {
        let cases: Vec<_> = (2..=LONGEST)
            .flat_map(|n| Draws::ALL.map(|draws| (n, draws)))
            .collect();
        let spreads = try_parallel_map(cases, |(n, draws)| Spread::compute(n, draws))?;
        Ok(Self {
            alpha: ALPHA,
            power: POWER,
            spreads,
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

    pub(super) fn section(&self) -> Section {
        Section::new(
            "How fair a permutation is",
            vec![
                text(
                    "Each permutation comes from one tuple of draws, so a permutation is exactly as likely as its draws. With \
                     ideal draws all are equally likely. The document does not show `Random.int32(n)`; if it takes a remainder, \
                     low numbers are slightly more frequent, and so are the permutations made of them.",
                ),
                table(
                    format!(
                        "Exact: the shipped code run for every branch of its draws. Distance is total variation from uniform; \
                         excess is how much likelier the likeliest permutation is than the rarest. To notice: permutations until \
                         a test with false-alarm rate {ALPHA} has power {POWER}; by the chi-square test of all permutations, \
                         which knows nothing, and by the optimal test (Neyman and Pearson's), which knows the biased law; about, \
                         as both are limit laws. The last two columns: whether a Fisher-Yates shuffle under the same rule has \
                         the same set of probabilities, and has them for the same permutations."
                    ),
                    [
                        "numbers",
                        "rule",
                        "branches",
                        "occur",
                        "distance",
                        "excess",
                        "to notice, chi-square",
                        "optimal",
                        "shuffle alike",
                        "one by one",
                    ],
                    self.spreads.iter().map(Spread::row),
                ),
            ],
        )
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
