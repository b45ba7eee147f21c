//! Classes of games that look the same to somebody who has seen some of their names, for every choice of what was seen.
//!
//! The choices are walked depth first; each parts the classes of the one before by one name more. A game that is alone in
//! its class stays so, whatever else is seen: it is counted for all choices below at once, and dropped. So are two games, or
//! three: two of them stay together as long as only kinds are seen of which they have the same name.

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
            self.add_class(size, classes);
        }
    }

    fn add_class(&mut self, size: u64, classes: u64) {
        match (size, classes) {
            (0, _) | (_, 0) => {}
            (1, _) => self.alone += classes,
            _ => *self.larger.entry(size).or_default() += classes,
        }
    }
}

/// `n` over `k`, zero where `k` is greater.
pub(super) fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |value, i| value * (n as u64).saturating_sub(i) / (i + 1))
}

/// For each number of kinds seen, from none to all, the classes of all choices of them.
pub(super) fn tallies(columns: &[Column]) -> Vec<Tally> {
    let games = columns.first().map_or(0, Vec::len);
    let root = Classes { games: (0..games as u32).collect(), ends: vec![games] };
    below(&Names::new(columns), &root, 0, 0)
}

/// The names, by kinds and by games.
struct Names<'a> {
    columns: &'a [Column],
    /// All names of a game, one game after the other.
    rows: Vec<u32>,
}

impl<'a> Names<'a> {
    fn new(columns: &'a [Column]) -> Self {
        let games = columns.first().map_or(0, Vec::len);
        Self { columns, rows: (0..games).flat_map(|game| columns.iter().map(move |column| column[game])).collect() }
    }

    /// The names that a game has of the kinds from `next` on.
    fn of(&self, game: u32, next: usize) -> &[u32] {
        let kinds = self.columns.len();
        &self.rows[game as usize * kinds + next..(game as usize + 1) * kinds]
    }

    /// Of how many kinds from `next` on two games have the same name.
    fn in_common(&self, [a, b]: [u32; 2], next: usize) -> usize {
        self.of(a, next).iter().zip(self.of(b, next)).filter(|(a, b)| a == b).count()
    }

    /// The same of three games.
    fn in_common_of_three(&self, [a, b, c]: [u32; 3], next: usize) -> usize {
        let pairs = self.of(a, next).iter().zip(self.of(b, next));
        pairs.zip(self.of(c, next)).filter(|((a, b), c)| a == b && b == c).count()
    }
}

/// The classes of more than three games, one after the other.
struct Classes {
    games: Vec<u32>,
    ends: Vec<usize>,
}

/// Tallies the choices that add kinds from `next` on, or none, to `seen` others, whose classes are given.
fn below(names: &Names, classes: &Classes, seen: usize, next: usize) -> Vec<Tally> {
    let kinds = names.columns.len();
    let none = || vec![Tally::default(); kinds + 1];
    let add = |mut sum: Vec<Tally>, one: Vec<Tally>| {
        sum.iter_mut().zip(&one).for_each(|(sum, one)| sum.add(one));
        sum
    };
    let branch = |kind: usize| {
        let (finer, small) = part(names, classes, kind);
        let mut tallies = below(names, &finer, seen + 1, kind + 1);
        small.tally(&mut tallies[seen + 1..]);
        tallies
    };
    let mut tallies = if classes.ends.is_empty() {
        none()
    } else if seen < PARALLEL {
        (next..kinds).into_par_iter().map(branch).reduce(none, add)
    } else {
        (next..kinds).map(branch).fold(none(), add)
    };
    let mut start = 0;
    for &end in &classes.ends {
        tallies[seen].add_class((end - start) as u64, 1);
        start = end;
    }
    tallies
}

/// Classes of one game, of two and of three.
struct Small {
    games: u64,
    /// The number of pairs of games in one class that have so many names in common, of the kinds that are left to see.
    pairs: Vec<u64>,
    /// The number of classes of three that do.
    triples: Vec<u64>,
}

impl Small {
    /// Tallies them for all choices of more kinds, from none on.
    fn tally(&self, tallies: &mut [Tally]) {
        let rest = self.pairs.len() - 1;
        for (more, tally) in tallies.iter_mut().take(rest + 1).enumerate() {
            // Those that stay together, over all choices: of each only names in common are seen.
            let together = |of: &[u64]| {
                let some = of.iter().enumerate().filter(|&(_, &count)| count > 0);
                some.map(|(common, count)| count * choose(common, more)).sum::<u64>()
            };
            let triples = together(&self.triples);
            // Three that are together are three pairs.
            let pairs = together(&self.pairs) - 3 * triples;
            tally.add_class(3, triples);
            tally.add_class(2, pairs);
            tally.alone += self.games * choose(rest, more) - 2 * pairs - 3 * triples;
        }
    }
}

/// Parts every class by the names of a kind: the classes of more than three games, and those that are smaller.
fn part(names: &Names, classes: &Classes, kind: usize) -> (Classes, Small) {
    let (column, next) = (&names.columns[kind], kind + 1);
    let none = || vec![0; names.columns.len() - next + 1];
    let mut finer = Classes { games: Vec::with_capacity(classes.games.len()), ends: Vec::new() };
    let mut small = Small { games: 0, pairs: none(), triples: none() };
    let mut start = 0;
    // Names above, games below.
    let mut class: Vec<u64> = Vec::new();
    for &end in &classes.ends {
        class.clear();
        class.extend(
            classes.games[start..end].iter().map(|&game| u64::from(column[game as usize]) << 32 | u64::from(game)),
        );
        class.sort_unstable();
        for same in class.chunk_by(|a, b| a >> 32 == b >> 32) {
            let mut pair = |a: u64, b: u64| small.pairs[names.in_common([a as u32, b as u32], next)] += 1;
            match *same {
                [_] => {}
                [a, b] => pair(a, b),
                [a, b, c] => {
                    pair(a, b);
                    pair(a, c);
                    pair(b, c);
                    small.triples[names.in_common_of_three([a as u32, b as u32, c as u32], next)] += 1;
                }
                _ => {
                    finer.games.extend(same.iter().map(|&named| named as u32));
                    finer.ends.push(finer.games.len());
                    continue;
                }
            }
            small.games += same.len() as u64;
        }
        start = end;
    }
    (finer, small)
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
        for games in [0, 1, 2, 3, 4, 5, 40, 300] {
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
    fn any_number_of_threads_counts_the_same() {
        let columns = columns(7, 500);
        let by = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| tallies(&columns))
        };
        assert_eq!(by(1), by(2));
        assert_eq!(by(1), by(7));
    }

    #[test]
    fn every_game_is_counted_once_for_every_choice() {
        for (seen, tally) in tallies(&columns(5, 200)).iter().enumerate() {
            assert_eq!(tally.sizes().map(|(size, classes)| size * classes).sum::<u64>(), 200 * choose(5, seen));
        }
    }
}
