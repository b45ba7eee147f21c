//! Defects of values and decks that a test of the battery finds with every seed.

use generators::catalogue;
use gof::battery::{self, Item};
use gof::{Test, battery::Kind};
use rayon::prelude::*;

/// What makes the items of a seed.
type Items = fn(u64) -> Box<dyn FnMut() -> u32>;

/// A defect: name, bound, items of a seed, the test that finds it, and after how many items.
struct Row(&'static str, u32, Items, &'static str, u64);

/// The outputs of a row of the catalogue from a seed that is spread over 32 bits.
fn outputs(key: &str, seed: u64, draw: fn(u64) -> u64) -> Box<dyn FnMut() -> u32> {
    let spread = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    let mut output = (catalogue::find(key).unwrap().seeded)(spread | 1);
    Box::new(move || draw(output()) as u32)
}

/// Coins of a shift register of 521 bits, and of one that is used half of the time.
fn register(seed: u64, is_always: bool) -> Box<dyn FnMut() -> u32> {
    let [short, long] = if is_always { [32, 521] } else { [5, 17] };
    let mut fair = outputs("splitmix64", seed, |word| word >> 32);
    let mut coins: std::collections::VecDeque<u32> = (0..long).map(|_| fair() & 1).collect();
    Box::new(move || {
        let word = fair();
        let coin = if is_always || word & 2 == 0 {
            coins[0] ^ coins[long - short]
        } else {
            word & 1
        };
        coins.pop_front();
        coins.push_back(coin);
        coin
    })
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row("coins of a shift register", 2, |seed| register(seed, true), "linear-complexity", 1 << 16),
    Row("half of the coins of a shift register", 2, |seed| register(seed, false), "relations", 1 << 16),
    Row("xorshift128 & 1", 2, |seed| outputs("xorshift128", seed, |word| word & 1), "linear-complexity", 1 << 12),
    Row("xorshift128 & 3", 4, |seed| outputs("xorshift128", seed, |word| word & 3), "linear-complexity", 1 << 12),
    Row("xorshift128 % 6", 6, |seed| outputs("xorshift128", seed, |word| word % 6), "linear-complexity", 1 << 12),
    Row("xorshift128 % 20", 20, |seed| outputs("xorshift128", seed, |word| word % 20), "linear-complexity", 1 << 12),
    Row("xorshift128 scaled to 6", 6, |seed| outputs("xorshift128", seed, |word| (word * 6) >> 32), "linear-complexity-half", 1 << 12),
    Row("RANDU scaled to 6", 6, |seed| outputs("randu", seed, |word| (word * 6) >> 31), "relations", 1 << 18),
    Row("RANDU scaled to 20", 20, |seed| outputs("randu", seed, |word| (word * 20) >> 31), "relations", 1_000_000),
    Row("RANDU scaled to 100", 100, |seed| outputs("randu", seed, |word| (word * 100) >> 31), "relations", 1_000_000),
    Row("MINSTD % 6", 6, |seed| outputs("minstd-16807", seed, |word| word % 6), "relations", 1_000_000),
    Row("MINSTD % 20", 20, |seed| outputs("minstd-16807", seed, |word| word % 20), "relations", 1_000_000),
    Row("MINSTD % 20", 20, |seed| outputs("minstd-16807", seed, |word| word % 20), "birthday-spacings-several", 1_000_000),
    Row("MSVC rand() % 20", 20, |seed| outputs("msvc-rand", seed, |word| word % 20), "relations-lowest-bit", 1 << 17),
    Row("MSVC rand() % 100", 100, |seed| outputs("msvc-rand", seed, |word| word % 100), "relations-lowest-bit", 1 << 17),
];

/// The worst of so many p-values at a look of this number of items, as the battery of this kind takes it: by its decimal
/// logarithm, with the share of this test and of this look.
fn share<I: Item + ?Sized>(items: u64) -> f64 {
    let looks = u64::from(items.ilog2());
    let tests = battery::tests()
        .filter(|test| test.kind() == I::KIND)
        .count();
    (tests as f64 * gof::looks::price(looks)).log10()
}

#[test]
fn values_are_found_with_every_seed() {
    for Row(name, below, open, test, items) in ROWS {
        let started = std::time::Instant::now();
        let least = (1..=20_u64)
            .into_par_iter()
            .map(|seed| {
                let mut test = battery::named::<u32>(*below, test).unwrap();
                let mut item = open(seed);
                (0..*items).for_each(|_| test.push(&item()));
                test.outcome().unwrap().p.two_sided().log10() + share::<u32>(*items)
            })
            .collect::<Vec<_>>();
        eprintln!(
            "{name} {test} {:?} {:?}",
            least.iter().copied().fold(f64::MIN, f64::max),
            started.elapsed()
        );
    }
}
