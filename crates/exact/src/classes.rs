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
    let mut ways = 1;
    for i in 0..k as u64 {
        ways = ways * (n as u64).saturating_sub(i) / (i + 1);
    }
    ways
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
    let mut counts = vec![ClassCounts::default(); columns.len() + 1];
    Walk { names: &names, run }.visit(&root, 0, 0, &mut counts);
    let mut tallies = vec![Tally::default(); counts.len()];
    for (seen, counts) in counts.iter().enumerate() {
        for (size, &classes) in (0..).zip(&counts.larger) {
            tallies[seen].add_class(size, classes);
        }
        for (more, tally) in tallies[seen..].iter_mut().enumerate() {
            counts.tally_small(more, tally);
        }
    }
    tallies
}

/// The names of all kinds in all games.
struct Names<'a> {
    columns: &'a [Column],
    /// The names of each game, zero for kinds that there are not.
    rows: Vec<[u16; KINDS]>,
}

impl<'a> Names<'a> {
    fn new(columns: &'a [Column]) -> Self {
        let games = columns.first().map_or(0, Vec::len);
        assert!(
            columns.len() <= KINDS && games <= 1 << u16::BITS,
            "the game has no more kinds and no more seeds"
        );
        let mut rows = vec![[0; KINDS]; games];
        for (kind, column) in columns.iter().enumerate() {
            for (game, row) in rows.iter_mut().enumerate() {
                row[kind] = column[game];
            }
        }
        Self { columns, rows }
    }

    /// One for each kind from `next` on, and zero for the others.
    fn mark_kinds_from(&self, next: usize) -> [u16; KINDS] {
        from_fn(|kind| u16::from((next..self.columns.len()).contains(&kind)))
    }

    /// How many of the marked kinds have the same name in all three games, which are the lower halves of `a`, `b` and `c`. The
    /// same game may be given twice.
    ///
    /// Most of the time goes here. A check for overflow would keep the compiler from comparing several kinds at once, and so
    /// would a copy of the function that knows that two of the games are the same.
    #[inline(never)]
    fn count_common(&self, a: u32, b: u32, c: u32, marked: &[u16; KINDS]) -> usize {
        let a = &self.rows[usize::from(a as u16)];
        let b = &self.rows[usize::from(b as u16)];
        let c = &self.rows[usize::from(c as u16)];
        let mut common = 0_u16;
        for kind in 0..KINDS {
            let is_same = (a[kind] ^ b[kind]) | (a[kind] ^ c[kind]) == 0;
            common = common.wrapping_add(if is_same { marked[kind] } else { 0 });
        }
        common.into()
    }
}

/// The classes of more than three games, one after another.
struct Classes {
    games: Vec<u16>,
    ends: Vec<usize>,
}

/// How many classes there are over all choices of one number of kinds.
#[derive(Clone, Default)]
struct ClassCounts {
    /// The number of classes of more than three games, by size.
    larger: Vec<u64>,
    /// For the smaller classes: the number of games by how many kinds are left to see.
    games: [u64; KINDS + 1],
    /// For the smaller classes: the number of pairs of games in one class, by how many names they share among the kinds left to
    /// see.
    pairs: [u64; KINDS + 1],
    /// The same for the triples of games in one class.
    triples: [u64; KINDS + 1],
}

impl ClassCounts {
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
        for left in 0..=KINDS {
            self.games[left] += other.games[left];
            self.pairs[left] += other.pairs[left];
            self.triples[left] += other.triples[left];
        }
    }

    /// Tallies the small classes over all choices of `more` kinds.
    fn tally_small(&self, more: usize, tally: &mut Tally) {
        let triples = sum_choices(&self.triples, more);
        // Three games together are three pairs.
        let pairs = sum_choices(&self.pairs, more) - 3 * triples;
        tally.add_class(3, triples);
        tally.add_class(2, pairs);
        tally.add_class(1, sum_choices(&self.games, more) - 2 * pairs - 3 * triples);
    }
}

/// The pairs or triples that stay together, over all choices of `more` kinds: only names that they share are seen. `counts` is
/// by how many names they share.
fn sum_choices(counts: &[u64], more: usize) -> u64 {
    let mut sum = 0;
    for (common, count) in counts.iter().enumerate() {
        sum += count * choose(common, more);
    }
    sum
}

/// What all steps of the walk over the choices of kinds need.
struct Walk<'a> {
    names: &'a Names<'a>,
    run: Run<'a>,
}

impl Walk<'_> {
    /// Counts the given classes, to which a choice of `seen` kinds led, and those of all choices that add kinds from `next` on.
    fn visit(&self, classes: &Classes, seen: usize, next: usize, counts: &mut [ClassCounts]) {
        if classes.ends.is_empty() {
            return;
        }
        let kinds = self.names.columns.len();
        let mut start = 0;
        for &end in &classes.ends {
            counts[seen].add_larger(end - start, 1);
            start = end;
        }
        if seen >= PARALLEL {
            for kind in next..kinds {
                self.add_kind(classes, seen, kind, counts);
            }
            return;
        }
        let sums = Mutex::new(counts);
        (self.run)(kinds - next, &|place| {
            let mut counts = vec![ClassCounts::default(); kinds + 1];
            self.add_kind(classes, seen, next + place, &mut counts);
            let mut sums = sums.lock().expect("no panic");
            for (sum, one) in sums.iter_mut().zip(&counts) {
                sum.add(one);
            }
        });
    }

    /// Adds one kind to a choice of `seen` kinds, and goes on from there.
    fn add_kind(&self, classes: &Classes, seen: usize, kind: usize, counts: &mut [ClassCounts]) {
        let finer = split_classes(self.names, classes, kind, &mut counts[seen + 1]);
        self.visit(&finer, seen + 1, kind + 1, counts);
    }
}

/// Splits every class by the names of a kind. Small classes are counted; those of more than three games are returned.
fn split_classes(
    names: &Names,
    classes: &Classes,
    kind: usize,
    counts: &mut ClassCounts,
) -> Classes {
    let (column, rest) = (&names.columns[kind], names.mark_kinds_from(kind + 1));
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
            match *same {
                [_] => {}
                [a, b] => counts.pairs[names.count_common(a, b, b, &rest)] += 1,
                [a, b, c] => {
                    counts.pairs[names.count_common(a, b, b, &rest)] += 1;
                    counts.pairs[names.count_common(a, c, c, &rest)] += 1;
                    counts.pairs[names.count_common(b, c, c, &rest)] += 1;
                    counts.triples[names.count_common(a, b, c, &rest)] += 1;
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
    counts.games[names.columns.len() - kind - 1] += games;
    finer
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Some columns with few names, so that there are classes of all sizes.
    fn columns(kinds: u32, games: u32) -> Vec<Column> {
        let mut columns = Vec::new();
        for kind in 0..kinds {
            let mut names = Vec::new();
            for game in 0..games {
                let mixed = game.wrapping_mul(0x9e37_79b9).rotate_right(2 * kind + 3);
                names.push(mixed % (2 + kind % 3));
            }
            columns.push(column(&names));
        }
        columns
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
