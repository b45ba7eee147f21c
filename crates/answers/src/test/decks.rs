//! Which known wrong shuffle lists fit, if they do not fit a fair one.
//!
//! Lists may be shuffled from the list in order, or each from the one before; both are looked at. A shuffle is named if its own
//! law fits, with at most a tenth of the misfit of the fair law left, and no other known one does.

use std::collections::BTreeMap;
use std::fmt;

use exact::rational::to_f64;
use exact::shuffles::{self, Arrangements};
use gof::observed::{self, Rate};
use gof::{Cells, Test, battery};
use permute::rank::permutations as count_orders;

/// The lists that are counted.
const LISTS: u64 = 1 << 16;

/// The fewest lists of which a shuffle is named.
const LEAST: u64 = 100;

/// The lengths for which laws are known.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=64;

/// Up to this length all orders are counted.
const ORDERED: usize = 8;

/// Up to this length the chance of every order is known.
const FOLLOWED: usize = 7;

/// The smallest two-sided p-value of a law that fits.
const FITS: f64 = 1e-3;

/// How many standard deviations a chi-square statistic may be above its mean if a law fits, and must be if the fair one does
/// not.
const DEVIATIONS: (f64, f64) = (4.0, 12.0);

/// How much of the misfit of the fair law may be left.
const LEFT: f64 = 0.1;

/// The shuffle that lists fit. `Display` says it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FittingShuffle {
    /// The shuffle.
    pub shuffle: WrongShuffle,
    /// Whether each list is shuffled from the one before, not from the list in order.
    pub is_from_last: bool,
}

/// A shuffle that is often written by mistake.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum WrongShuffle {
    /// Only cycles of full length.
    Sattolo,
    /// Each place is swapped with any place.
    Naive {
        /// Whether the last place is the first to be swapped.
        is_from_end: bool,
    },
    /// Each place is swapped with any other place.
    NeverItself {
        /// Whether the last place is the first to be swapped.
        is_from_end: bool,
    },
}

impl fmt::Display for FittingShuffle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = |is_from_end| {
            if is_from_end {
                "from the last to the first"
            } else {
                "from the first to the last"
            }
        };
        f.write_str("The lists fit ")?;
        match self.shuffle {
            WrongShuffle::Sattolo => f.write_str(
                "Sattolo's shuffle, which makes only cycles, all equally often: Fisher-Yates with draws below i, not i + 1",
            )?,
            WrongShuffle::Naive { is_from_end } => write!(
                f,
                "the naive shuffle: each place, {}, is swapped with any of all places",
                direction(is_from_end)
            )?,
            WrongShuffle::NeverItself { is_from_end } => write!(
                f,
                "a shuffle in which each place, {}, is swapped with any other place, never itself",
                direction(is_from_end)
            )?,
        }
        f.write_str(if self.is_from_last {
            "; each begins with the list before."
        } else {
            "."
        })
    }
}

/// Counts lists, and how each differs from the one before.
#[derive(Default)]
pub(super) struct Decks {
    from_order: Option<Counts>,
    from_last: Option<Counts>,
    place_before: Vec<u32>,
}

impl Decks {
    /// Whether later lists can still matter.
    pub(super) fn wants_more(&self) -> bool {
        self.from_order
            .as_ref()
            .is_some_and(|counts| counts.lists < LISTS)
    }

    pub(super) fn take(&mut self, list: &[u32]) {
        let n = list.len();
        if self.place_before.is_empty() {
            self.place_before = vec![0; n];
            if LENGTHS.contains(&n) {
                (self.from_order, self.from_last) = (Some(Counts::new(n)), Some(Counts::new(n)));
            }
        } else if let Some(counts) = &mut self.from_last {
            let moved: Vec<u32> = list
                .iter()
                .map(|item| self.place_before[*item as usize])
                .collect();
            counts.take(&moved);
        }
        if let Some(counts) = &mut self.from_order {
            counts.take(list);
        }
        for (place, item) in (0..).zip(list) {
            self.place_before[*item as usize] = place;
        }
    }

    /// The shuffle that the lists fit, if there is one.
    pub(super) fn find(&self) -> Option<FittingShuffle> {
        for (counts, is_from_last) in [(&self.from_order, false), (&self.from_last, true)] {
            if let Some(shuffle) = counts.as_ref().and_then(Counts::find) {
                return Some(FittingShuffle {
                    shuffle,
                    is_from_last,
                });
            }
        }
        None
    }
}

/// What is counted of lists.
struct Counts {
    n: usize,
    lists: u64,
    /// The count of each order, for short lists.
    orders: BTreeMap<Vec<usize>, u64>,
    /// How often each item was at each place, place by place.
    places: Vec<u64>,
    odd: u64,
    /// The tests of what is left of a cycle that begins with item 0; none once a list was no cycle.
    cycles: Option<Vec<Box<dyn Test<[u32]>>>>,
}

/// A law with which counts are compared.
struct Law {
    /// The chance of each item at each place.
    places: Vec<f64>,
    /// The chance of each order, if it is known.
    orders: Option<Vec<f64>>,
    /// The chance of an odd order.
    odd: f64,
}

/// How far counts are from a law: by how much Pearson's statistic is above its mean, and its deviation.
struct Misfit {
    excess: f64,
    deviation: f64,
}

impl Counts {
    fn new(n: usize) -> Self {
        Self {
            n,
            lists: 0,
            orders: BTreeMap::new(),
            places: vec![0; n * n],
            odd: 0,
            cycles: battery::permutations(n - 1).ok(),
        }
    }

    fn take(&mut self, list: &[u32]) {
        self.lists += 1;
        if self.n <= ORDERED {
            let order = list.iter().map(|item| *item as usize).collect();
            *self.orders.entry(order).or_default() += 1;
        }
        for (row, item) in self.places.chunks_exact_mut(self.n).zip(list) {
            row[*item as usize] += 1;
        }
        self.odd += u64::from((self.n - count_cycles(list)) % 2 == 1);
        let Some(tests) = &mut self.cycles else {
            return;
        };
        let cycle = cycle_of_first(list);
        if cycle.len() + 1 < self.n {
            self.cycles = None;
            return;
        }
        for test in tests {
            test.push(&cycle);
        }
    }

    fn find(&self) -> Option<WrongShuffle> {
        if self.lists < LEAST {
            return None;
        }
        if let Some(tests) = &self.cycles {
            return self.are_fair_cycles(tests).then_some(WrongShuffle::Sattolo);
        }
        let fair = vec![1.0 / self.n as f64; self.n * self.n];
        let fair = self.misfit_of_places(&fair)?;
        if fair.excess < DEVIATIONS.1 * fair.deviation {
            return None;
        }
        let mut fitting = Vec::new();
        for is_from_end in [false, true] {
            if self.fits(&self.law_of_swaps(true, is_from_end), &fair) {
                fitting.push(WrongShuffle::Naive { is_from_end });
            }
            if self.fits(&self.law_of_swaps(false, is_from_end), &fair) {
                fitting.push(WrongShuffle::NeverItself { is_from_end });
            }
        }
        match fitting[..] {
            [shuffle] => Some(shuffle),
            _ => None,
        }
    }

    /// Whether no test finds that some cycles come too often.
    fn are_fair_cycles(&self, tests: &[Box<dyn Test<[u32]>>]) -> bool {
        let limit = FITS / (tests.len() + 1) as f64;
        if self.n <= ORDERED {
            let cycles: u64 = (1..self.n as u64).product();
            let mut counts: Vec<u64> = self.orders.values().copied().collect();
            counts.resize(cycles as usize, 0);
            let null = Cells::uniform(counts.len());
            let found = null.and_then(|null| observed::counts(&[&counts], &null));
            // Too many to be simulated are enough for the tests.
            if found.is_ok_and(|found| found.p.two_sided().value() <= limit) {
                return false;
            }
        }
        let found = tests.iter().filter_map(|test| test.outcome().ok());
        found
            .into_iter()
            .all(|found| found.p.two_sided().value() > limit)
    }

    /// The law of a shuffle of swaps with any place, or with any other.
    fn law_of_swaps(&self, may_stay: bool, is_from_end: bool) -> Law {
        let n = self.n;
        let stays = if may_stay { 1.0 / n as f64 } else { 0.0 };
        // A swap of two different places changes the parity.
        let odd = (1.0 - f64::powi(2.0 * stays - 1.0, n as i32)) / 2.0;
        let places = places_after_swaps(n, may_stay, is_from_end);
        let mut orders = None;
        if n <= FOLLOWED {
            let known = if may_stay {
                shuffles::naive(n)
            } else {
                shuffles::never_itself(n)
            };
            orders = known
                .ok()
                .map(|known| chances_of_orders(n, &known, is_from_end));
        }
        Law {
            places,
            orders,
            odd,
        }
    }

    /// `None` if something came that cannot.
    fn misfit_of_places(&self, chances: &[f64]) -> Option<Misfit> {
        let (excess, _) = compare(&self.places, chances, self.lists)?;
        // Items and places are bound, as in the position matrix.
        let scale = (self.n as f64 - 1.0) / self.n as f64;
        let mean: f64 = chances
            .iter()
            .filter(|chance| **chance > 0.0)
            .map(|chance| 1.0 - chance)
            .sum();
        Some(Misfit {
            excess: scale * excess,
            deviation: (2.0 * scale * mean).sqrt(),
        })
    }

    /// `None` if something came that cannot.
    fn misfit_of_orders(&self, chances: &[f64]) -> Option<Misfit> {
        let mut counts = Vec::new();
        for order in all_orders(self.n) {
            counts.push(self.orders.get(&order).copied().unwrap_or(0));
        }
        let (excess, variance) = compare(&counts, chances, self.lists)?;
        Some(Misfit {
            excess,
            deviation: variance.sqrt(),
        })
    }

    fn fits(&self, law: &Law, fair: &Misfit) -> bool {
        let is_parity_right = if law.odd <= 0.0 {
            self.odd == 0
        } else if law.odd >= 1.0 {
            self.odd == self.lists
        } else {
            self.fits_chance(self.odd, law.odd, 1)
        };
        let Some(places) = self.misfit_of_places(&law.places) else {
            return false;
        };
        let mut are_orders_right = true;
        if let Some(chances) = &law.orders {
            let orders = self.misfit_of_orders(chances);
            are_orders_right =
                orders.is_some_and(|orders| orders.excess < DEVIATIONS.0 * orders.deviation);
        }
        let mut cells = self.places.iter().zip(&law.places);
        is_parity_right
            && are_orders_right
            && places.excess < DEVIATIONS.0 * places.deviation
            && places.excess < LEFT * fair.excess
            && cells.all(|(count, chance)| self.fits_chance(*count, *chance, self.places.len()))
    }

    /// Whether one of so many counts is not too far from what this chance gives.
    fn fits_chance(&self, hits: u64, chance: f64, of: usize) -> bool {
        let trials = self.lists;
        let p = Rate { hits, trials }.p(chance.clamp(0.0, 1.0));
        p.two_sided().value() > FITS / of as f64
    }
}

/// By how much Pearson's statistic is above its mean, and its variance (Haldane 1937); `None` if something came that cannot.
fn compare(counts: &[u64], chances: &[f64], items: u64) -> Option<(f64, f64)> {
    let (mut excess, mut inverse, mut cells) = (0.0, 0.0, 0.0);
    for (&count, &chance) in counts.iter().zip(chances) {
        if chance > 0.0 {
            let expected = items as f64 * chance;
            excess += (count as f64 - expected).powi(2) / expected - (1.0 - chance);
            inverse += 1.0 / chance;
            cells += 1.0;
        } else if count > 0 {
            return None;
        }
    }
    let of_few = (inverse - cells * cells - 2.0 * cells + 2.0) / items as f64;
    Some((excess, 2.0 * (cells - 1.0) + of_few))
}

/// The chance of each order of `n` items.
fn chances_of_orders(n: usize, law: &Arrangements, is_from_end: bool) -> Vec<f64> {
    let known: BTreeMap<&[usize], f64> = law
        .chances()
        .map(|(order, chance)| (order, to_f64(&chance)))
        .collect();
    let mut chances = Vec::new();
    for mut order in all_orders(n) {
        if is_from_end {
            // The same shuffle of the list seen from behind.
            order.reverse();
            for item in &mut order {
                *item = n - 1 - *item;
            }
        }
        chances.push(known.get(&order[..]).copied().unwrap_or(0.0));
    }
    chances
}

/// The chance of each item at each place, place by place, after each place was swapped with any, or with any other.
fn places_after_swaps(n: usize, may_stay: bool, is_from_end: bool) -> Vec<f64> {
    let others = if may_stay { n } else { n - 1 } as f64;
    // For each place the chance of each item.
    let mut places = vec![vec![0.0; n]; n];
    for (place, row) in places.iter_mut().enumerate() {
        row[place] = 1.0;
    }
    for step in 0..n {
        let i = if is_from_end { n - 1 - step } else { step };
        let before = places[i].clone();
        let stays = if may_stay { 1.0 / others } else { 0.0 };
        let mut swapped: Vec<f64> = before.iter().map(|chance| chance * stays).collect();
        for (j, row) in places.iter_mut().enumerate() {
            if j == i {
                continue;
            }
            for item in 0..n {
                swapped[item] += row[item] / others;
                row[item] += (before[item] - row[item]) / others;
            }
        }
        places[i] = swapped;
    }
    places.concat()
}

/// All orders of `n` items.
fn all_orders(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..count_orders(n).unwrap_or(0)).map(move |rank| {
        let mut order = vec![0; n];
        // The rank is below the number of orders.
        let _ = permute::rank::unrank(rank, &mut order);
        order.into_iter().map(|item: u32| item as usize).collect()
    })
}

fn count_cycles(list: &[u32]) -> usize {
    let (mut seen, mut cycles) = (vec![false; list.len()], 0);
    for start in 0..list.len() {
        let mut at = start;
        cycles += usize::from(!seen[at]);
        while !seen[at] {
            seen[at] = true;
            at = list[at] as usize;
        }
    }
    cycles
}

/// The items of the cycle of item 0 after it, each one less.
fn cycle_of_first(list: &[u32]) -> Vec<u32> {
    let (mut cycle, mut at) = (Vec::new(), list[0]);
    while at != 0 {
        cycle.push(at - 1);
        at = list[at as usize];
    }
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below a bound, fair enough.
    struct Dice(Box<dyn FnMut() -> u64>);

    impl Dice {
        fn new(seed: u64) -> Self {
            let key = "splitmix64";
            Self((generators::catalogue::find(key).unwrap().seeded)(seed))
        }

        fn below(&mut self, n: usize) -> usize {
            ((((self.0)() >> 32) * n as u64) >> 32) as usize
        }
    }

    /// Shuffles a list in place.
    type Shuffle = fn(&mut [u32], &mut Dice);

    fn naive(list: &mut [u32], dice: &mut Dice) {
        for i in 0..list.len() {
            list.swap(i, dice.below(list.len()));
        }
    }

    fn naive_from_end(list: &mut [u32], dice: &mut Dice) {
        for i in (0..list.len()).rev() {
            list.swap(i, dice.below(list.len()));
        }
    }

    fn never_itself(list: &mut [u32], dice: &mut Dice) {
        let n = list.len();
        for i in 0..n {
            list.swap(i, (i + 1 + dice.below(n - 1)) % n);
        }
    }

    fn never_itself_from_end(list: &mut [u32], dice: &mut Dice) {
        let n = list.len();
        for i in (0..n).rev() {
            list.swap(i, (i + 1 + dice.below(n - 1)) % n);
        }
    }

    fn sattolo(list: &mut [u32], dice: &mut Dice) {
        for i in (1..list.len()).rev() {
            list.swap(i, dice.below(i));
        }
    }

    fn fair(list: &mut [u32], dice: &mut Dice) {
        for i in (1..list.len()).rev() {
            list.swap(i, dice.below(i + 1));
        }
    }

    /// The shuffle that is named for so many lists of `n` items.
    fn named(
        shuffle: Shuffle,
        n: usize,
        lists: usize,
        is_from_last: bool,
        seed: u64,
    ) -> Option<FittingShuffle> {
        let (mut dice, mut decks) = (Dice::new(seed), Decks::default());
        let mut list: Vec<u32> = (0..n as u32).collect();
        for _ in 0..lists {
            if !is_from_last {
                list.sort_unstable();
            }
            shuffle(&mut list, &mut dice);
            decks.take(&list);
        }
        decks.find()
    }

    #[rustfmt::skip]
    const KNOWN: [(Shuffle, WrongShuffle); 5] = [
        (naive, WrongShuffle::Naive { is_from_end: false }),
        (naive_from_end, WrongShuffle::Naive { is_from_end: true }),
        (never_itself, WrongShuffle::NeverItself { is_from_end: false }),
        (never_itself_from_end, WrongShuffle::NeverItself { is_from_end: true }),
        (sattolo, WrongShuffle::Sattolo),
    ];

    #[test]
    #[ignore = "slow: run in CI"]
    fn known_shuffles_are_named() {
        for (shuffle, expected) in KNOWN {
            for (n, lists) in [(4, 60_000), (6, 20_000), (8, 20_000), (52, 10_000)] {
                for is_from_last in [false, true] {
                    let found = named(shuffle, n, lists, is_from_last, 1);
                    let expected = FittingShuffle {
                        shuffle: expected,
                        is_from_last,
                    };
                    assert_eq!(found, Some(expected), "{n} items");
                }
            }
        }
    }

    /// Shuffles that resemble known ones.
    const OTHERS: [(&str, Shuffle); 14] = [
        ("fair", fair),
        ("one step fewer", |list, dice| {
            for i in 1..list.len() {
                list.swap(i, dice.below(list.len()));
            }
        }),
        ("last step missing", |list, dice| {
            for i in 0..list.len() - 1 {
                list.swap(i, dice.below(list.len()));
            }
        }),
        ("naive, then from the end", |list, dice| {
            naive(list, dice);
            naive_from_end(list, dice);
        }),
        ("naive in a third of the lists", |list, dice| {
            if dice.below(3) == 0 {
                naive(list, dice);
            } else {
                fair(list, dice);
            }
        }),
        ("naive but for the last places", |list, dice| {
            let n = list.len();
            for i in 0..n {
                list.swap(
                    i,
                    if i + 2 < n {
                        dice.below(n)
                    } else {
                        i - dice.below(2)
                    },
                );
            }
        }),
        ("any place up to the last but one", |list, dice| {
            for i in 0..list.len() {
                list.swap(i, dice.below(list.len() - 1));
            }
        }),
        ("rotation", |list, dice| {
            let by = 1 + dice.below(list.len() - 1);
            list.rotate_left(by);
        }),
        ("Sattolo with a clock of four bits", |list, dice| {
            let mut dice = Dice::new(dice.below(16) as u64);
            sattolo(list, &mut dice);
        }),
        ("Sattolo with four bits", |list, dice| {
            for i in (1..list.len()).rev() {
                list.swap(i, dice.below(16) % i);
            }
        }),
        ("Sattolo, and two places swapped", |list, dice| {
            sattolo(list, dice);
            list.swap(0, 1);
        }),
        ("never itself, and never its neighbour", |list, dice| {
            let n = list.len();
            for i in 0..n {
                list.swap(i, (i + 2 + dice.below(n - 2)) % n);
            }
        }),
        ("random transpositions", |list, dice| {
            for _ in 0..list.len() {
                list.swap(dice.below(list.len()), dice.below(list.len()));
            }
        }),
        ("sort by coin", |list, dice| {
            for i in 1..list.len() {
                let mut at = i;
                while at > 0 && dice.below(2) == 0 {
                    list.swap(at - 1, at);
                    at -= 1;
                }
            }
        }),
    ];

    #[test]
    #[ignore = "slow: run in CI"]
    fn shuffles_that_resemble_known_ones_are_not_named() {
        for (name, shuffle) in OTHERS {
            for (n, lists) in [
                (4, 4000),
                (5, 16_000),
                (6, 4000),
                (7, 16_000),
                (8, 4000),
                (13, 8000),
                (52, 6000),
            ] {
                for is_from_last in [false, true] {
                    let found = named(shuffle, n, lists, is_from_last, 1);
                    assert_eq!(found, None, "{name}, {n} items, {lists} lists");
                }
            }
        }
    }
}
