//! One game, and what a potion and two scrolls say about which game it is.

use std::cmp::Reverse;

use rogue::atlas::Atlas;
use rogue::identities::Identities;
use rogue::tables::SCROLLS;

/// The year, in universal time, in which the game of the story was started.
pub(super) const YEAR: i32 = 2000;
/// The seed of that game: the first second of the year.
pub(super) const START: i32 = ((YEAR - 1970) * 365 + (YEAR - 1969) / 4) * 24 * 60 * 60;
/// The index of the potion of healing.
pub(super) const HEALING: usize = 2;

/// What two titles and a potion say about one game.
pub(super) struct Guess {
    pub(super) game: Identities,
    /// The kinds of the two scrolls whose titles reveal least.
    pub(super) scrolls: [usize; 2],
    /// The games that fit the colour of healing, the first title, and both.
    pub(super) fit: [Vec<usize>; 3],
    /// The games that fit the second title.
    pub(super) second: Vec<usize>,
}

/// The numbers of the games for which this holds.
fn fitting(atlas: &Atlas, fits: impl Fn(&Identities) -> bool) -> Vec<usize> {
    let games = atlas.games().iter().enumerate();
    games
        .filter(|(_, game)| fits(game))
        .map(|(number, _)| number)
        .collect()
}

impl Guess {
    pub(super) fn new(atlas: &Atlas) -> Self {
        let game = atlas.game_of_seed(START).clone();
        let titles = &game.scrolls;
        let mut kinds: Vec<usize> = (0..SCROLLS).collect();
        kinds.sort_by_cached_key(|&kind| {
            Reverse(fitting(atlas, |other| other.scrolls[kind] == titles[kind]).len())
        });
        let [one, other] = [kinds[0], kinds[1]];
        Self {
            fit: [
                fitting(atlas, |it| it.potions[HEALING] == game.potions[HEALING]),
                fitting(atlas, |it| it.scrolls[one] == titles[one]),
                fitting(atlas, |it| {
                    it.scrolls[one] == titles[one] && it.scrolls[other] == titles[other]
                }),
            ],
            second: fitting(atlas, |it| it.scrolls[other] == titles[other]),
            scrolls: [one, other],
            game,
        }
    }

    /// The two titles, each with the games in which it occurs.
    pub(super) fn titles(&self) -> [(String, Vec<usize>); 2] {
        let [one, other] = self.scrolls.map(|kind| self.game.scroll(kind).to_string());
        [(one, self.fit[1].clone()), (other, self.second.clone())]
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_titles_told_of_leave_one_game() {
        let guess = Guess::new(&Atlas::new());
        let [_, first, both] = &guess.fit;
        assert!(first.len() > both.len());
        assert_eq!(both[..], [usize::from(rogue::atlas::residue(START))]);
    }
}
