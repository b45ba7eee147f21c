//! Classes of games that look the same to somebody who has seen some of their names, for every choice of what was seen.
//!
//! The choices are walked depth first; each parts the classes of the one before by one name more. A game that is alone in
//! its class stays so, whatever else is seen: it is counted for all choices below at once, and dropped.

use std::collections::BTreeMap;

use rayon::prelude::*;

/// What each game has as the name of one kind: equal numbers for equal names.
pub(super) type Column = Vec<u32>;

/// Down to this depth, branches are walked side by side.
const PARALLEL: usize = 3;

/// The classes of all choices of so many kinds.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Tally {
    /// How many classes have one game.
    pub(super) alone: u64,
    /// How many have more, by how many.
    pub(super) larger: BTreeMap<u64, u64>,
}

impl Tally {
    /// How many classes there are of each size, the sizes rising.
    pub(super) fn sizes(&self) -> impl Iterator<Item = (u64, u64)> {
        core::iter::once((1, self.alone)).chain(self.larger.iter().map(|(&size, &classes)| (size, classes)))
    }

    fn add(&mut self, other: &Self) {
        self.alone += other.alone;
        for (&size, &classes) in &other.larger {
            *self.larger.entry(size).or_default() += classes;
        }
    }
}

/// `n` over `k`.
pub(super) fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |value, i| value * (n as u64 - i) / (i + 1))
}

/// For each number of kinds seen, from none to all, the classes of all choices of them.
pub(super) fn tallies(columns: &[Column]) -> Vec<Tally> {
    let games = columns.first().map_or(0, Vec::len);
    let root = Classes { games: (0..games as u32).collect(), ends: vec![games] };
    let mut tallies = below(columns, &root, 0, 0);
    if games == 1 {
        tallies[0].alone += 1;
    } else if games > 1 {
        tallies[0].larger.insert(games as u64, 1);
    }
    tallies
}

/// The classes of more than one game, one after the other.
struct Classes {
    games: Vec<u32>,
    ends: Vec<usize>,
}

/// Tallies the choices that add kinds from `next` on to `seen` others, whose classes are given.
fn below(columns: &[Column], classes: &Classes, seen: usize, next: usize) -> Vec<Tally> {
    let branch = |kind: usize| {
        let (finer, alone) = part(classes, &columns[kind]);
        let mut tallies = below(columns, &finer, seen + 1, kind + 1);
        let rest = columns.len() - kind - 1;
        for more in 0..=rest {
            tallies[seen + 1 + more].alone += alone * choose(rest, more);
        }
        let mut start = 0;
        for &end in &finer.ends {
            *tallies[seen + 1].larger.entry((end - start) as u64).or_default() += 1;
            start = end;
        }
        tallies
    };
    let none = || vec![Tally::default(); columns.len() + 1];
    let add = |mut sum: Vec<Tally>, one: Vec<Tally>| {
        sum.iter_mut().zip(&one).for_each(|(sum, one)| sum.add(one));
        sum
    };
    if classes.ends.is_empty() {
        none()
    } else if seen < PARALLEL {
        (next..columns.len()).into_par_iter().map(branch).reduce(none, add)
    } else {
        (next..columns.len()).map(branch).fold(none(), add)
    }
}

/// Parts every class by the names in a column: the classes of more than one game, and how many games are now alone.
fn part(classes: &Classes, column: &Column) -> (Classes, u64) {
    let mut finer = Classes { games: Vec::with_capacity(classes.games.len()), ends: Vec::new() };
    let (mut alone, mut start) = (0, 0);
    // Names above, games below.
    let mut class: Vec<u64> = Vec::new();
    for &end in &classes.ends {
        class.clear();
        class.extend(
            classes.games[start..end].iter().map(|&game| u64::from(column[game as usize]) << 32 | u64::from(game)),
        );
        class.sort_unstable();
        for same in class.chunk_by(|a, b| a >> 32 == b >> 32) {
            if same.len() == 1 {
                alone += 1;
            } else {
                finer.games.extend(same.iter().map(|&named| named as u32));
                finer.ends.push(finer.games.len());
            }
        }
        start = end;
    }
    (finer, alone)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Some columns of few names, so that classes are of all sizes.
    fn columns(kinds: u32, games: u32) -> Vec<Column> {
        let name = |kind: u32, game: u32| (game.wrapping_mul(0x9e37_79b9) >> (2 * kind + 3)) % (2 + kind % 3);
        (0..kinds).map(|kind| (0..games).map(|game| name(kind, game)).collect()).collect()
    }

    /// Against the naive way: every choice, every game, a table of what was seen.
    #[test]
    fn classes_are_those_of_every_choice_tried() {
        for games in [0, 1, 2, 40, 300] {
            let columns = columns(6, games);
            let mut naive = vec![Tally::default(); 7];
            for choice in 0..1_u32 << 6 {
                let mut classes: HashMap<Vec<u32>, u64> = HashMap::new();
                for game in (0..games).map(|game| game as usize) {
                    let seen = (0..6).filter(|kind| choice >> kind & 1 == 1).map(|kind: usize| columns[kind][game]);
                    *classes.entry(seen.collect()).or_default() += 1;
                }
                let tally = &mut naive[choice.count_ones() as usize];
                for size in classes.into_values() {
                    if size == 1 {
                        tally.alone += 1;
                    } else {
                        *tally.larger.entry(size).or_default() += 1;
                    }
                }
            }
            assert_eq!(tallies(&columns), naive, "{games} games");
        }
    }

    #[test]
    fn every_game_is_counted_once_for_every_choice() {
        for (seen, tally) in tallies(&columns(5, 200)).iter().enumerate() {
            assert_eq!(tally.sizes().map(|(size, classes)| size * classes).sum::<u64>(), 200 * choose(5, seen));
        }
    }
}
