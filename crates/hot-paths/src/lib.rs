//! The ports' inner loops, each to be run so many times over and nothing else: what the gate counts the instructions of.
//!
//! What is inlined into a loop is compiled with it: this crate is optimised as the ports are, whatever calls it.
//!
//! ```
//! let path = hot_paths::find("get_rand").unwrap();
//! assert_ne!(path.run(1), path.run(2));
//! ```

use std::hint::black_box;
use std::num::NonZeroU32;

use generators::bounding::Threshold;
use generators::bsd_random::Type3;
use generators::closed_form::Table;
use generators::draw::{Dice, Draw, RngWords};
use generators::pcg32::Pcg32;
use generators::population::Population;
use gof::words::permutation::Permutation;
use grids::{boss_maze, rooms, spread};
use permute::listless::Listless;
use permute::rank::rank;
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};

/// A loop to be counted.
pub struct HotPath {
    /// Its name, as given on a command line.
    pub name: &'static str,
    /// What one step of it does.
    pub step: &'static str,
    /// How many steps are counted: some millions of instructions.
    pub steps: u64,
    run: fn(u64) -> u64,
}

impl HotPath {
    /// Runs so many steps; a sum of what they gave, so that none of them is left out.
    pub fn run(&self, steps: u64) -> u64 {
        (self.run)(black_box(steps))
    }
}

/// What the loops were compiled by.
pub const COMPILER: &str = env!("HOT_PATHS_COMPILER");

/// What they were compiled for.
pub const TARGET: &str = env!("HOT_PATHS_TARGET");

/// Their level of optimisation, and rustc's flags where there are any.
pub const OPTIMISATION: &str = env!("HOT_PATHS_OPTIMISATION");

/// All of them.
pub static HOT_PATHS: [HotPath; 13] = [
    HotPath { name: "get_rand", step: "get_rand(1, 100) of Rogue", steps: 500_000, run: rogue_draws },
    HotPath { name: "rrandom-bulk", step: "a block of 1024 words", steps: 1000, run: rrandom_blocks },
    HotPath { name: "population", step: "the first get_rand(1, 100) of 1024 seeds", steps: 1000, run: columns },
    HotPath { name: "new-game", step: "the names of a game, stepped", steps: 1000, run: new_games },
    HotPath { name: "new-game-dealt", step: "the names of a game, dealt", steps: 5000, run: dealt_games },
    HotPath { name: "pcg32", step: "a word", steps: 1_000_000, run: pcg32_words },
    HotPath { name: "pcg32-bulk", step: "a block of 1024 words", steps: 1000, run: pcg32_blocks },
    HotPath { name: "threshold", step: "PCG32's draw below 10", steps: 500_000, run: threshold_draws },
    HotPath {
        name: "permutation",
        step: "ten numbers without a list, and their rank",
        steps: 50_000,
        run: permutations,
    },
    HotPath { name: "permutation-test", step: "the pattern of 6 words, counted", steps: 200_000, run: patterns },
    HotPath { name: "boss-maze", step: "a maze of 31 by 21 tiles", steps: 200, run: boss_mazes },
    HotPath { name: "rooms", step: "a dungeon of 80 by 24 tiles", steps: 500, run: dungeons },
    HotPath { name: "spread", step: "3000 items of two kinds", steps: 200, run: spreads },
];

/// The hot path of this name.
pub fn find(name: &str) -> Option<&'static HotPath> {
    HOT_PATHS.iter().find(|path| path.name == name)
}

fn dice() -> Dice<RngWords<Pcg32>, Threshold> {
    Dice::new(RngWords(Pcg32::srandom(42, 54)))
}

fn sum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, u64::wrapping_add)
}

fn rogue_draws(steps: u64) -> u64 {
    let mut dice = srrandom(42);
    sum((0..steps).map(|_| get_rand(&mut dice, 1, 100) as u64))
}

/// The first word of each block that is filled.
fn blocks(steps: u64, mut fill: impl FnMut(u64, &mut [u32])) -> u64 {
    let mut words = [0; 1024];
    sum((0..steps).map(|step| {
        fill(step, black_box(&mut words));
        u64::from(words[0])
    }))
}

fn rrandom_blocks(steps: u64) -> u64 {
    let mut random = Type3::srrandom(42);
    blocks(steps, |_, words| random.fill(words))
}

fn columns(steps: u64) -> u64 {
    static FIRST: Table<1> = Table::additive::<31, 3>();
    let hundred = NonZeroU32::MIN.saturating_add(99);
    blocks(steps, |step, draws| Population::from_seed((1024 * step) as i32).draws(&FIRST, 0, hundred, draws))
}

fn new_games(steps: u64) -> u64 {
    sum((0..steps).map(|seed| u64::from(Identities::of_seed(seed as i32).potions[0])))
}

fn dealt_games(steps: u64) -> u64 {
    sum((0..steps).map(|seed| u64::from(Identities::deal(seed as i32).potions[0])))
}

fn pcg32_words(steps: u64) -> u64 {
    let mut words = Pcg32::srandom(42, 54);
    sum((0..steps).map(|_| u64::from(words.next_word())))
}

fn pcg32_blocks(steps: u64) -> u64 {
    let mut pcg = Pcg32::srandom(42, 54);
    blocks(steps, |_, words| pcg.fill(words))
}

fn threshold_draws(steps: u64) -> u64 {
    let mut dice = dice();
    let ten = NonZeroU32::MIN.saturating_add(9);
    sum((0..steps).map(|_| u64::from(dice.draw(ten))))
}

fn permutations(steps: u64) -> u64 {
    let mut dice = dice();
    let mut numbers = [0; 10];
    sum((0..steps).map(|_| {
        for (number, drawn) in numbers.iter_mut().zip(Listless::<10, _>::new(&mut dice)) {
            *number = drawn;
        }
        rank(&numbers).unwrap_or_default() as u64
    }))
}

/// The same hundred tuples again and again: making words is not what is counted.
fn patterns(steps: u64) -> u64 {
    let mut pcg = Pcg32::srandom(42, 54);
    let words: Vec<u32> = (0..6 * 100).map(|_| pcg.next_word()).collect();
    let mut counts = vec![0; Permutation::<6>::PATTERNS];
    for tuples in (0..steps).step_by(100).map(|done| (steps - done).min(100)) {
        Permutation::<6>::count_all(black_box(&words[..6 * tuples as usize]), &mut counts);
    }
    sum(counts.into_iter().zip(0..).map(|(count, pattern)| count * pattern))
}

fn boss_mazes(steps: u64) -> u64 {
    let mut dice = dice();
    let maze = |_| boss_maze::generate(31, 21, boss_maze::Order::Packed, &mut dice);
    sum((0..steps).map(maze).map(|maze| maze.map_or(0, |maze| maze.visited().len() as u64)))
}

fn dungeons(steps: u64) -> u64 {
    let mut dice = dice();
    let dungeon = |_| rooms::generate(80, 24, rooms::Halls::Straight, &mut dice);
    sum((0..steps).map(dungeon).map(|dungeon| dungeon.map_or(0, |dungeon| dungeon.rooms()[0].width() as u64)))
}

fn spreads(steps: u64) -> u64 {
    let items = |_| spread::spread(0u8, 1u8, black_box(1231), black_box(1769));
    sum((0..steps).map(items).map(|items| items.map_or(0, |items| sum(items.into_iter().map(u64::from)))))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_hot_path_works_and_no_step_of_it_is_empty() {
        let names: HashSet<_> = HOT_PATHS.iter().map(|path| path.name).collect();
        assert_eq!(names.len(), HOT_PATHS.len());
        for path in &HOT_PATHS {
            assert_eq!(path.run(0), 0, "{}", path.name);
            assert!(path.run(40) > 0, "{}", path.name);
        }
    }
}
