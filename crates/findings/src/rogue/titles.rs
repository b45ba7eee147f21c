//! Scroll titles: two to five of 39 syllables, and how often two scrolls of a game share a title.

use std::collections::HashSet;

use exact::collisions::Outcomes;
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::tables::{SCROLLS, SYLLABLES};

use super::bounded::rule;
use crate::prelude::*;
use crate::prose::ROGUE as WORDS;

#[derive(Serialize)]
pub struct ScrollTitles {
    pub titles: String,
    pub repeated_ideal: Exact,
    pub repeated_rule: Exact,
    pub games_with_repeat: u64,
    /// The expected number of pairs of scrolls with one title: ideal,
    pub pairs_ideal: Exact,
    pub pairs_rule: Exact,
    pub pairs_counted: u64,
    /// How many scrolls, over all games, have two, three, four and five syllables.
    pub lengths: Vec<u64>,
    pub draws_ideal: Exact,
    pub draws_counted: u64,
    pub examples: Vec<Example>,
}

#[derive(Serialize)]
pub struct Example {
    pub seed: usize,
    pub title: String,
}

/// The least number of syllables, and how many numbers of syllables there are. The syllable at index 0 is never drawn.
const LENGTHS: (usize, usize) = (2, 4);
const DRAWN: usize = SYLLABLES.len() - 1;
const EXAMPLES: usize = 5;

fn repeated(game: &Identities) -> Option<String> {
    let mut seen = HashSet::new();
    game.scrolls
        .iter()
        .find(|&&title| !seen.insert(title))
        .map(ToString::to_string)
}

fn equal_pairs(game: &Identities) -> usize {
    (0..SCROLLS)
        .map(|i| {
            game.scrolls[..i]
                .iter()
                .filter(|&&other| other == game.scrolls[i])
                .count()
        })
        .sum()
}

impl ScrollTitles {
    pub(super) fn compute(atlas: &Atlas) -> Result<Self> {
        let (shortest, lengths) = LENGTHS;
        let ideal = Outcomes::words(
            shortest,
            &Weights::uniform(lengths)?,
            &Weights::uniform(DRAWN)?,
        )?;
        let real = Outcomes::words(shortest, &rule(lengths as u32)?, &rule(DRAWN as u32)?)?;
        let repeats = || {
            let games = atlas.games().iter().enumerate();
            games.filter_map(|(seed, game)| repeated(game).map(|title| Example { seed, title }))
        };
        let counted: Vec<u64> = (shortest..shortest + lengths)
            .map(|len| {
                let scrolls = atlas.games().iter().flat_map(|game| game.scrolls);
                scrolls
                    .filter(|title| title.syllables().len() == len)
                    .count() as u64
            })
            .collect();
        let mean_length = Distribution::from(&Weights::uniform(lengths)?).mean() + whole(shortest);
        Ok(Self {
            titles: ideal
                .classes()
                .iter()
                .map(|class| &class.outcomes)
                .sum::<exact::BigUint>()
                .to_string(),
            repeated_ideal: ideal.some_equal(SCROLLS).into(),
            repeated_rule: real.some_equal(SCROLLS).into(),
            games_with_repeat: repeats().count() as u64,
            pairs_ideal: ideal.expected_equal_pairs(SCROLLS).into(),
            pairs_rule: real.expected_equal_pairs(SCROLLS).into(),
            pairs_counted: atlas.games().iter().map(equal_pairs).sum::<usize>() as u64,
            draws_ideal: (whole(SCROLLS) * (whole(1) + mean_length)).into(),
            draws_counted: counted
                .iter()
                .zip(shortest..)
                .map(|(&count, len)| count * (1 + len as u64))
                .sum(),
            lengths: counted,
            examples: repeats().take(EXAMPLES).collect(),
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let games = GAMES as u64;
        let by_length = rows(self.lengths.iter().enumerate(), |(i, count)| {
            json!({
                "length": LENGTHS.0 + i,
                "ideal": share(1, LENGTHS.1 as u64),
                "count": count,
                "all": games * SCROLLS as u64,
            })
        });
        let more = json!({
            "drawn": DRAWN,
            "different": self.titles.parse::<u64>().unwrap_or_default(),
            "games": games,
            "shown": self.examples.len(),
            "by_length": by_length,
            "one_in": games / self.games_with_repeat.max(1),
        });
        WORDS.beside(self, more).blocks("titles", [])
    }
}
