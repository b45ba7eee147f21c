//! What is drawn and what is kept, list-free and with a list.

use std::mem::size_of;

use generators::bounding::Modulo;
use generators::draw::{Dice, Draw, Recorder, Tape};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use permute::directions::{Directions, TABLE, random_directions, table_directions};
use permute::fisher_yates::fisher_yates;
use permute::listless::{Listless, ListlessIn};
use permute::unrolled::four;
use serde::Serialize;

use super::SIZE;
use crate::block::{Block, table, text};
use crate::number::grouped;

/// The longest permutation for which the smallest storage is looked for.
const LONGEST: u32 = 40;

/// All ways, and the maze.
#[derive(Clone, Debug, Serialize)]
pub struct Costs {
    /// By way.
    pub ways: Vec<Way>,
    /// The fewest numbers of storage with which `ListlessIn` makes a permutation, for lengths from 0 on.
    pub storage: Vec<u64>,
    /// The document's maze.
    pub maze: Maze,
}

/// A way to make a permutation.
#[derive(Clone, Debug, Serialize)]
pub struct Way {
    /// Which.
    pub way: &'static str,
    /// How many numbers it has.
    pub numbers: u32,
    /// How many draws it makes.
    pub draws: usize,
    /// How many bytes it keeps from one number to the next.
    pub bytes: usize,
    /// Whether these are a list that a shuffle has to have.
    pub list: bool,
}

/// One maze of the document's size.
#[derive(Clone, Debug, Serialize)]
pub struct Maze {
    /// Its cells.
    pub cells: usize,
    /// Draws of the program with a list.
    pub draws_with_list: usize,
    /// Draws of the program without.
    pub draws_without: usize,
    /// Lists that the first program makes: one for each cell.
    pub lists: usize,
    /// Bytes of the numbers in them, at four `Int32` a list.
    pub bytes: usize,
}

/// How many draws it makes.
fn count(run: impl FnOnce(&mut dyn Draw)) -> usize {
    let zeros = [0; 2048];
    let mut draws = 0;
    run(&mut Recorder::new(Tape::new(&zeros), |_, _| draws += 1));
    draws
}

impl Way {
    const fn new(way: &'static str, numbers: u32, draws: usize, bytes: usize) -> Self {
        Self { way, numbers, draws, bytes, list: false }
    }

    /// `Listless`, without the generator that it is given.
    fn listless<const N: usize>() -> Self {
        let draws = count(|draws| _ = Listless::<N, _>::new(draws).count());
        Self::new("Listless", N as u32, draws, size_of::<Listless<N, ()>>())
    }

    /// The first two numbers of `0..N`.
    fn first_two<const N: usize>() -> Self {
        let mut storage = [0; 2];
        let bytes = size_of_val(&storage);
        let draws = count(|draws| {
            _ = ListlessIn::first(2, N as u32, &mut storage, draws).map(Iterator::count);
        });
        Self::new("ListlessIn, the first two", N as u32, draws, bytes)
    }

    /// A list of `N` items, which one wants shuffled.
    fn shuffle<T: Copy + Default, const N: usize>(way: &'static str) -> Self {
        let mut items = [T::default(); N];
        let draws = count(|mut draws| _ = fisher_yates(&mut items, &mut draws));
        Self { list: true, ..Self::new(way, N as u32, draws, size_of_val(&items)) }
    }
}

impl Maze {
    fn compute() -> Self {
        let dug = |order| {
            let mut draws = 0;
            let dice = Dice::<_, Modulo>::new(Pcg32::srandom(42, 54));
            let maze = generate(SIZE.0, SIZE.1, order, &mut Recorder::new(dice, |_, _| draws += 1));
            (draws, maze.expect("a grid has this size").visited().len())
        };
        let ((draws_with_list, lists), (draws_without, cells)) = (dug(Order::Shuffled), dug(Order::Packed));
        Self { cells, draws_with_list, draws_without, lists, bytes: lists * size_of::<[i32; 4]>() }
    }
}

/// The shortest storage with which a permutation of `0..n` can be made.
fn least_storage(n: u32) -> u64 {
    let enough = |&places: &u32| ListlessIn::new(n, &mut vec![0; places as usize], Tape::new(&[])).is_ok();
    (0..=n).find(enough).map_or(u64::MAX, u64::from)
}

impl Costs {
    pub(super) fn compute() -> Self {
        let ways = vec![
            Way::listless::<4>(),
            Way::new("unrolled::four", 4, count(|mut draws| _ = four(&mut draws)), size_of::<[u32; 4]>()),
            Way::new(
                "random_directions",
                4,
                count(|mut draws| _ = random_directions(&mut draws)),
                size_of::<Directions>(),
            ),
            Way::new(
                "table_directions",
                4,
                count(|mut draws| _ = table_directions(&mut draws)),
                size_of::<Directions>() + size_of_val(&TABLE),
            ),
            Way::shuffle::<u8, 4>("fisher_yates, bytes"),
            Way::shuffle::<i32, 4>("fisher_yates, Int32"),
            Way::listless::<10>(),
            Way::shuffle::<u8, 10>("fisher_yates, bytes"),
            Way::listless::<255>(),
            Way::shuffle::<u8, 255>("fisher_yates, bytes"),
            Way::first_two::<1000>(),
            Way::shuffle::<u32, 1000>("fisher_yates, words"),
        ];
        Self { ways, storage: (0..=LONGEST).map(least_storage).collect(), maze: Maze::compute() }
    }

    /// Whether the general form keeps no less than the smallest list that a shuffle of the same length has.
    pub(super) fn general_keeps_as_much(&self) -> bool {
        self.ways.iter().filter(|way| way.way == "Listless").all(|listless| {
            let lists = self.ways.iter().filter(|way| way.list && way.numbers == listless.numbers);
            lists.map(|list| list.bytes).min().is_some_and(|least| listless.bytes >= least)
        })
    }

    /// Whether a permutation of any length takes a place for each of its draws.
    pub(super) fn a_place_for_each_draw(&self) -> bool {
        self.storage.iter().zip(0..).all(|(&places, n)| places == n)
    }

    /// The way of that name for so many numbers.
    pub(super) fn way(&self, name: &str, numbers: u32) -> &Way {
        let found = self.ways.iter().find(|way| way.way == name && way.numbers == numbers);
        found.expect("the way is among those computed")
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let maze = &self.maze;
        vec![
            text(
                "Nothing is allocated in any of these: the crate `permute` is built without `alloc` and has no allocator to call. But \
                 a shuffle need not allocate either, and the general form keeps its draws where a shuffle keeps its items, one for \
                 one. Only where the length is known and written out is there nothing to keep but the result.",
            ),
            table(
                "Exact: draws counted as they are made, bytes as the compiler lays them out, without the generator. Of `ListlessIn` \
                 the storage that its caller provides; of `table_directions` the table as well. Time is in \
                 `cargo xtask bench permutation`, and in the page of `permute::comparison`.",
                ["way", "numbers", "draws", "bytes kept"],
                self.ways.iter().map(|way| {
                    [way.way.into(), grouped(way.numbers.into()), grouped(way.draws as u64), grouped(way.bytes as u64)]
                }),
            ),
            text(format!(
                "In a maze of {} by {} the first program makes a list of four for each of {} cells, {} lists and {} bytes of numbers \
                 that are thrown away again; the second makes none. Both make {} draws.",
                SIZE.0,
                SIZE.1,
                grouped(maze.cells as u64),
                grouped(maze.lists as u64),
                grouped(maze.bytes as u64),
                grouped(maze.draws_without as u64),
            )),
            text(
                "For a porter: use it for four directions, or for a few numbers out of very many; for a long permutation in whole, \
                 shuffle a list.",
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_free_makes_one_draw_more_and_keeps_one_byte_more_than_a_shuffle_of_bytes() {
        let costs = Costs::compute();
        for n in [4, 10, 255] {
            let (listless, list) = (costs.way("Listless", n), costs.way("fisher_yates, bytes", n));
            assert_eq!((listless.draws, listless.bytes), (list.draws + 1, list.bytes + 1));
        }
        assert!(costs.general_keeps_as_much() && costs.a_place_for_each_draw());
    }

    #[test]
    fn four_directions_are_three_draws_and_a_byte() {
        let costs = Costs::compute();
        let way = costs.way("random_directions", 4);
        assert_eq!((way.draws, way.bytes), (3, 1));
        assert_eq!(costs.way("table_directions", 4).draws, 1);
    }

    #[test]
    fn both_programs_make_two_draws_and_three_for_each_cell() {
        let maze = Costs::compute().maze;
        assert_eq!(maze.cells, 54 * 12);
        assert_eq!([maze.draws_with_list, maze.draws_without], [2 + 3 * maze.cells; 2]);
    }
}
