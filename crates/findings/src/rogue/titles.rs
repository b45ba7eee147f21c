//! Scroll titles: two to five of 39 syllables, and how often two scrolls of a game share a title.

use exact::collisions::Outcomes;
use rogue::atlas::{Atlas, GAMES};
use rogue::identities::Identities;
use rogue::tables::{SCROLLS, SYLLABLES};

use super::bounded::rule;
use crate::prelude::*;

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
    pub draws_ideal: Exact,
    pub draws_counted: u64,
}

/// The least number of syllables, and how many numbers of syllables there are. The syllable at index 0 is never drawn.
const LENGTHS: (usize, usize) = (2, 4);
const DRAWN: usize = SYLLABLES.len() - 1;

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
        let (mut games_with_repeat, mut pairs_counted, mut draws_counted) = (0, 0, 0);
        for game in atlas.games() {
            let pairs = equal_pairs(game) as u64;
            games_with_repeat += u64::from(pairs > 0);
            pairs_counted += pairs;
            for title in game.scrolls {
                // A draw for the length, and one for each syllable.
                draws_counted += 1 + title.syllables().len() as u64;
            }
        }
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
            games_with_repeat,
            pairs_ideal: ideal.expected_equal_pairs(SCROLLS).into(),
            pairs_rule: real.expected_equal_pairs(SCROLLS).into(),
            pairs_counted,
            draws_ideal: (whole(SCROLLS) * (whole(1) + mean_length)).into(),
            draws_counted,
        })
    }

    pub(super) fn section(&self) -> Section {
        let games = GAMES as u64;
        let with_repeat = self.games_with_repeat;
        let share_with_repeat = share(with_repeat, games).decimal(8);
        let rows = [
            [
                "a game has a repeated title".to_owned(),
                self.repeated_ideal.decimal(8),
                self.repeated_rule.decimal(8),
                format!("{share_with_repeat} ({with_repeat} games)"),
            ],
            [
                "expected pairs".to_owned(),
                self.pairs_ideal.decimal(8),
                self.pairs_rule.decimal(8),
                share(self.pairs_counted, games).decimal(8),
            ],
            [
                "draws for 13 titles".to_owned(),
                self.draws_ideal.decimal(8),
                self.draws_ideal.decimal(8),
                share(self.draws_counted, games).decimal(8),
            ],
        ];
        let different = grouped(self.titles.parse().unwrap_or_default());
        let one_in = games / with_repeat.max(1);
        Section::new(
            "Scroll titles",
            vec![
                text(format!(
                    "Each of 13 scrolls gets two to five syllables out of {DRAWN} (the syllable numbered 0 is never drawn): \
                     {different} titles."
                )),
                table(
                    "Two scrolls of one game with the same title, and the draws that titles take.",
                    [
                        "",
                        "exact, ideal draws",
                        "exact, the game's rule",
                        "counted over all games",
                    ],
                    rows,
                ),
                text(format!(
                    "For a player: one game in {one_in} has two scrolls that their titles do not distinguish."
                )),
            ],
        )
    }
}
