//! Classes of games that look alike to somebody who has seen some of their names, for every choice of names.
//!
//! A game is a row, and a kind of thing with its name in each game is a column. Nothing here knows which game it is: any table
//! of at most 16 columns and 2^16 rows will do.
//!
//! The choices are walked depth first; each splits the classes of the previous choice by one more name. A game that is alone in
//! its class stays alone, so it is counted at once for all choices below, and dropped. So are classes of two or three games:
//! two games stay together as long as all further names seen are names they have in common.
//!
//! ```
//! use roguelab_exact::classes::{column, tallies};
//!
//! // Either name leaves two of three games alike, and tells the third from them. Both together tell all.
//! let columns = [column(&["blue", "blue", "pink"]), column(&["oak", "teak", "oak"])];
//! let tallies = tallies(&columns, &|places, work| (0..places).for_each(work));
//! assert_eq!(tallies[1].sizes().collect::<Vec<_>>(), [(1, 2), (2, 2)]);
//! assert_eq!(tallies[2].alone, 3);
//! ```

use std::array::from_fn;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The name of one kind in each game: equal numbers stand for equal names.
pub type Column = Vec<u16>;

/// Calls a function for each place below a number, in any order, perhaps on several threads.
pub type Run<'a> = &'a (dyn Fn(usize, &(dyn Fn(usize) + Sync)) + Sync);

/// A column from names of any type: each name is replaced by its index among all that occur.
///
/// # Panics
/// If there are more than 2^16 different names.
pub fn column<T: Ord + Copy>(names: &[T]) -> Column {
    let mut known = names.to_vec();
    known.sort_unstable();
    known.dedup();
    assert!(
        known.len() <= 1 << u16::BITS,
        "a name is a number of 16 bits"
    );
    names
        .iter()
        .map(|name| known.partition_point(|known| known < name) as u16)
        .collect()
}

const KINDS: usize = 16;

/// Down to this depth, branches may be walked at once.
const PARALLEL: usize = 3;

/// How many classes there are of each size, over all choices of some number of kinds.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// The classes of one game, which is told from all others.
    pub alone: u64,
    /// The classes of more games, by their size.
    pub larger: BTreeMap<u64, u64>,
}

impl Tally {
    /// How many classes there are of each size, in increasing order of size.
    pub fn sizes(&self) -> impl Iterator<Item = (u64, u64)> {
        core::iter::once((1, self.alone))
            .chain(self.larger.iter().map(|(&size, &classes)| (size, classes)))
    }

    fn add_class(&mut self, size: u64, classes: u64) {
        match (size, classes) {
            (0, _) | (_, 0) => {}
            (1, _) => self.alone += classes,
            _ => *self.larger.entry(size).or_default() += classes,
        }
    }
}

/// `n` choose `k`, which is zero if `k` is greater than `n`.
pub fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |value, i| value * (n as u64).saturating_sub(i) / (i + 1))
}

/// For each number of kinds seen, from none to all, the classes over all choices of that many kinds.
///
/// # Panics
/// If there are more than 16 columns, if they are longer than 2^16, or if a later column is shorter than the first.
pub fn tallies(columns: &[Column], run: Run<'_>) -> Vec<Tally> {
    let names = Names::new(columns);
    let games = names.rows.len();
    let root = Classes {
        games: (0..games).map(|game| game as u16).collect(),
        ends: vec![games],
    };
    let mut found = vec![Found::default(); columns.len() + 1];
    below(&names, &root, 0, 0, &mut found, run);
    let mut tallies = vec![Tally::default(); found.len()];
    for (seen, found) in found.iter().enumerate() {
        (0..)
            .zip(&found.larger)
            .for_each(|(size, &classes)| tallies[seen].add_class(size, classes));
        for (more, tally) in tallies[seen..].iter_mut().enumerate() {
            found.tally_small(more, tally);
        }
    }
    tallies
}

struct Names<'a> {
    columns: &'a [Column],
    rows: Vec<[u16; KINDS]>,
}

impl<'a> Names<'a> {
    fn new(columns: &'a [Column]) -> Self {
        let games = columns.first().map_or(0, Vec::len);
        assert!(
            columns.len() <= KINDS && games <= 1 << u16::BITS,
            "the game has no more kinds and no more seeds"
        );
        let row = |game: usize| from_fn(|kind| columns.get(kind).map_or(0, |column| column[game]));
        Self {
            columns,
            rows: (0..games).map(row).collect(),
        }
    }

    /// One for each kind from `next` on, and zero for the others.
    fn from(&self, next: usize) -> [u16; KINDS] {
        from_fn(|kind| u16::from((next..self.columns.len()).contains(&kind)))
    }

    /// How many of these kinds have the same name in all three games. The same game may be given twice.
    ///
    /// Most of the time goes here. A check for overflow would keep the compiler from comparing several kinds at once, and so
    /// would a copy of the function that knows that two of the games are the same.
    #[inline(never)]
    fn in_common(&self, [a, b, c]: [u16; 3], of: &[u16; KINDS]) -> usize {
        let row = |game| &self.rows[usize::from(game)];
        let (a, b, c) = (row(a), row(b), row(c));
        let is_same = |kind: usize| (a[kind] ^ b[kind]) | (a[kind] ^ c[kind]) == 0;
        let add = |sum: u16, kind| sum.wrapping_add(if is_same(kind) { of[kind] } else { 0 });
        (0..KINDS).fold(0, add).into()
    }
}

/// The classes of more than three games, one after another.
struct Classes {
    games: Vec<u16>,
    ends: Vec<usize>,
}

/// The results over all choices of this many kinds.
#[derive(Clone, Default)]
struct Found {
    /// The number of classes of more than three games, by size.
    larger: Vec<u64>,
    /// For the smaller classes: the number of games by how many kinds are left to see.
    games: [u64; KINDS + 1],
    /// For the smaller classes: the number of pairs of games in one class, by how many names they share among the kinds left to
    /// see.
    pairs: [u64; KINDS + 1],
    triples: [u64; KINDS + 1],
}

impl Found {
    fn add_larger(&mut self, size: usize, classes: u64) {
        if self.larger.len() <= size {
            self.larger.resize(size + 1, 0);
        }
        self.larger[size] += classes;
    }

    fn add(&mut self, other: &Self) {
        for (size, &classes) in other.larger.iter().enumerate() {
            self.add_larger(size, classes);
        }
        let sums = [&mut self.games, &mut self.pairs, &mut self.triples];
        for (sum, one) in sums
            .into_iter()
            .zip([other.games, other.pairs, other.triples])
        {
            sum.iter_mut().zip(one).for_each(|(sum, one)| *sum += one);
        }
    }

    /// Tallies the small classes over all choices of `more` kinds.
    fn tally_small(&self, more: usize, tally: &mut Tally) {
        // The pairs or triples that stay together, over all choices: only names that they share are seen.
        let together = |of: &[u64]| {
            (0..)
                .zip(of)
                .map(|(common, count)| count * choose(common, more))
                .sum::<u64>()
        };
        let triples = together(&self.triples);
        // Three games together are three pairs.
        let pairs = together(&self.pairs) - 3 * triples;
        tally.add_class(3, triples);
        tally.add_class(2, pairs);
        tally.add_class(1, together(&self.games) - 2 * pairs - 3 * triples);
    }
}

/// Walks the choices that add kinds from `next` on, or none, to the `seen` kinds that led to the given classes.
fn below(
    names: &Names,
    classes: &Classes,
    seen: usize,
    next: usize,
    found: &mut [Found],
    run: Run<'_>,
) {
    if classes.ends.is_empty() {
        return;
    }
    let kinds = names.columns.len();
    let mut start = 0;
    for &end in &classes.ends {
        found[seen].add_larger(end - start, 1);
        start = end;
    }
    let branch = |kind: usize, found: &mut [Found]| {
        let finer = part(names, classes, kind, &mut found[seen + 1]);
        below(names, &finer, seen + 1, kind + 1, found, run);
    };
    if seen >= PARALLEL {
        return (next..kinds).for_each(|kind| branch(kind, found));
    }
    let sums = Mutex::new(found);
    run(kinds - next, &|place| {
        let mut found = vec![Found::default(); kinds + 1];
        branch(next + place, &mut found);
        let mut sums = sums.lock().expect("no panic");
        sums.iter_mut()
            .zip(&found)
            .for_each(|(sum, one)| sum.add(one));
    });
}

/// Splits every class by the names of a kind. Small classes are counted; those of more than three games are returned.
fn part(names: &Names, classes: &Classes, kind: usize, found: &mut Found) -> Classes {
    let (column, rest) = (&names.columns[kind], names.from(kind + 1));
    let mut finer = Classes {
        games: Vec::with_capacity(classes.games.len()),
        ends: Vec::new(),
    };
    let (mut start, mut games) = (0, 0);
    // Names in the upper half, games in the lower.
    let mut class: Vec<u32> = Vec::new();
    for &end in &classes.ends {
        class.clear();
        class.extend(
            classes.games[start..end]
                .iter()
                .map(|&game| u32::from(column[usize::from(game)]) << 16 | u32::from(game)),
        );
        class.sort_unstable();
        for same in class.chunk_by(|a, b| a >> 16 == b >> 16) {
            let common = |games: [u32; 3]| names.in_common(games.map(|game| game as u16), &rest);
            let mut pair = |a, b| found.pairs[common([a, b, b])] += 1;
            match *same {
                [_] => {}
                [a, b] => pair(a, b),
                [a, b, c] => {
                    pair(a, b);
                    pair(a, c);
                    pair(b, c);
                    found.triples[common([a, b, c])] += 1;
                }
                _ => {
                    finer.games.extend(same.iter().map(|&named| named as u16));
                    finer.ends.push(finer.games.len());
                    continue;
                }
            }
            games += same.len() as u64;
        }
        start = end;
    }
    found.games[names.columns.len() - kind - 1] += games;
    finer
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Some columns with few names, so that there are classes of all sizes.
    fn columns(kinds: u32, games: u32) -> Vec<Column> {
        let name = |kind: u32, game: u32| {
            game.wrapping_mul(0x9e37_79b9).rotate_right(2 * kind + 3) % (2 + kind % 3)
        };
        (0..kinds)
            .map(|kind| column(&(0..games).map(|game| name(kind, game)).collect::<Vec<_>>()))
            .collect()
    }

    /// Compared with the naive way: every choice, every game, a table of what was seen.
    #[test]
    fn classes_are_those_of_every_choice_tried() {
        for (kinds, games) in [(6, 0), (6, 1), (6, 4), (6, 300), (16, 9)] {
            let columns = columns(kinds, games);
            let mut naive = vec![Tally::default(); kinds as usize + 1];
            for choice in 0..1_u32 << kinds {
                let mut classes: HashMap<Vec<u16>, u64> = HashMap::new();
                for game in (0..games).map(|game| game as usize) {
                    let seen = (0..kinds)
                        .filter(|kind| choice >> kind & 1 == 1)
                        .map(|kind| columns[kind as usize][game]);
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
            let found = tallies(&columns, &|places, work| (0..places).for_each(work));
            assert_eq!(found, naive, "{games} games");
        }
    }
}
