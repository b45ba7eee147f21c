//! What to look at next, where several games fit.

use std::collections::HashMap;
use std::hash::Hash;

use rogue::identities::Identities;
use rogue::inverse::Table;
use serde::Serialize;

/// A kind of thing that tells the games apart which fit.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    /// What it is, such as a potion.
    pub what: &'static str,
    /// Its kind.
    pub kind: &'static str,
    /// How many names it has in these games.
    pub names: usize,
    /// How many games are left on average when its name has been seen, if all are equally likely.
    pub games_left: f64,
}

/// Of each sort of things the kind whose name leaves the fewest of these games, best first. A sort of which all names are known
/// is left out.
pub(super) fn look_next(games: &[u16]) -> Vec<Look> {
    let mut names = Vec::with_capacity(games.len());
    for game in games {
        names.push(Identities::deal((*game).into()));
    }
    let mut looks = Vec::new();
    for table in [Table::Potion, Table::Scroll, Table::Wand, Table::Ring] {
        let mut best: Option<Look> = None;
        for kind in 0..table.kinds().len() {
            let look = look_at(table, kind, &names);
            if best
                .as_ref()
                .is_none_or(|best| look.games_left < best.games_left)
            {
                best = Some(look);
            }
        }
        looks.extend(best.filter(|look| look.names > 1));
    }
    looks.sort_by(|one, other| one.games_left.total_cmp(&other.games_left));
    looks
}

/// What the name of a kind tells of these games.
fn look_at(table: Table, kind: usize, games: &[Identities]) -> Look {
    let (names, games_left) = match table {
        Table::Potion => split(games.iter().map(|game| game.potions[kind])),
        Table::Scroll => split(games.iter().map(|game| game.scrolls[kind])),
        Table::Wand | Table::Staff => split(games.iter().map(|game| game.wands[kind])),
        Table::Ring => split(games.iter().map(|game| game.rings[kind])),
    };
    Look {
        what: table.name(),
        kind: table.kinds()[kind],
        names,
        games_left,
    }
}

/// How many names there are, and how many games have the name of a game, on average over the games.
fn split(names: impl Iterator<Item = impl Eq + Hash>) -> (usize, f64) {
    let mut counts = HashMap::new();
    for name in names {
        *counts.entry(name).or_insert(0_u64) += 1;
    }
    let games: u64 = counts.values().sum();
    let squares: u64 = counts.values().map(|count| count * count).sum();
    (counts.len(), squares as f64 / games as f64)
}

#[cfg(test)]
mod tests {
    use super::super::game_of_seed;
    use super::*;

    #[test]
    fn the_kinds_that_leave_the_fewest_games_come_first() {
        // Every 300th game.
        let games: Vec<u16> = (0..32_768).step_by(300).map(|game| game as u16).collect();
        let names: Vec<_> = games
            .iter()
            .map(|game| game_of_seed((*game).into()).names)
            .collect();
        // How many games are left, one after the other, if each in turn is the one that is played.
        let mut fewest = HashMap::new();
        for slot in 0..names[0].len() {
            let mut left = 0;
            for played in &names {
                for other in &names {
                    left += usize::from(played[slot].called == other[slot].called);
                }
            }
            let what = names[0][slot].what.replace("staff", "wand");
            let best = fewest.entry(what).or_insert(left);
            *best = left.min(*best);
        }
        let mut expected: Vec<_> = fewest
            .into_iter()
            .map(|(what, left)| (left, what))
            .collect();
        expected.sort();
        let looks = look_next(&games);
        assert_eq!(looks.len(), 4);
        for (look, (left, what)) in looks.iter().zip(expected) {
            assert_eq!(look.what, what);
            let left = left as f64 / games.len() as f64;
            assert!((look.games_left - left).abs() < 1e-9, "{what}: {left}");
            let slot = |name: &&super::super::GameName| {
                name.what.replace("staff", "wand") == what && name.kind == look.kind
            };
            let of_kind = names
                .iter()
                .map(|game| game.iter().find(slot).unwrap().called.clone());
            assert_eq!(
                look.names,
                of_kind.collect::<std::collections::HashSet<_>>().len(),
                "{what}"
            );
        }
    }

    #[test]
    fn where_one_game_is_left_nothing_is_looked_at() {
        assert!(look_next(&[4242]).is_empty());
        assert!(look_next(&[]).is_empty());
    }
}
