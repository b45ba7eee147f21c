//! What is drawn and what is kept, without a list and with one.

use std::mem::size_of;

use generators::bounding::Modulo;
use generators::draw::{Dice, Draw, Recorder, Tape};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use permute::directions::{Directions, TABLE, random_directions, table_directions};
use permute::fisher_yates::fisher_yates;
use permute::listless::{Listless, ListlessIn};
use permute::unrolled::four;

use super::rules::SIZE;
use crate::prelude::*;
use crate::prose::LISTLESS as WORDS;

/// The greatest length for which the least storage is searched for.
const LONGEST: u32 = 40;

#[derive(Serialize)]
pub struct Costs {
    pub ways: Vec<Cost>,
    /// The least amount of storage with which `ListlessIn` makes a permutation, for lengths from 0 on.
    pub storage: Vec<u64>,
    pub maze: Maze,
}

#[derive(Serialize)]
pub struct Cost {
    pub way: &'static str,
    pub numbers: u32,
    pub draws: usize,
    pub bytes: usize,
    pub list: bool,
}

#[derive(Serialize)]
pub struct Maze {
    pub cells: usize,
    pub draws_with_list: usize,
    pub draws_without: usize,
    pub lists: usize,
    pub bytes: usize,
}

fn count(run: impl FnOnce(&mut dyn Draw)) -> usize {
    let zeros = [0; 2048];
    let mut draws = 0;
    run(&mut Recorder::new(Tape::new(&zeros), |_, _| draws += 1));
    draws
}

impl Cost {
    const fn new(way: &'static str, numbers: u32, draws: usize, bytes: usize) -> Self {
        Self {
            way,
            numbers,
            draws,
            bytes,
            list: false,
        }
    }

    /// The cost of `Listless`, without the generator that it is given.
    fn listless<const N: usize>() -> Self {
        let draws = count(|draws| _ = Listless::<N, _>::new(draws).count());
        Self::new("Listless", N as u32, draws, size_of::<Listless<N, ()>>())
    }

    fn first_two<const N: usize>() -> Self {
        let mut storage = [0; 2];
        let bytes = size_of_val(&storage);
        let draws = count(|draws| {
            _ = ListlessIn::first(2, N as u32, &mut storage, draws).map(Iterator::count);
        });
        Self::new("ListlessIn, the first two", N as u32, draws, bytes)
    }

    fn shuffle<T: Copy + Default, const N: usize>(way: &'static str) -> Self {
        let mut items = [T::default(); N];
        let draws = count(|mut draws| _ = fisher_yates(&mut items, &mut draws));
        Self {
            list: true,
            ..Self::new(way, N as u32, draws, size_of_val(&items))
        }
    }
}

impl Maze {
    fn compute() -> Self {
        let dug = |order| {
            let mut draws = 0;
            let dice = Dice::<_, Modulo>::new(Pcg32::srandom(42, 54));
            let maze = generate(
                SIZE.0,
                SIZE.1,
                order,
                &mut Recorder::new(dice, |_, _| draws += 1),
            );
            (draws, maze.expect("a grid has this size").visited().len())
        };
        let ((draws_with_list, lists), (draws_without, cells)) =
            (dug(Order::Shuffled), dug(Order::Packed));
        Self {
            cells,
            draws_with_list,
            draws_without,
            lists,
            bytes: lists * size_of::<[i32; 4]>(),
        }
    }
}

/// The least storage with which a permutation of `0..n` can be made.
fn least_storage(n: u32) -> u64 {
    let enough =
        |&places: &u32| ListlessIn::new(n, &mut vec![0; places as usize], Tape::new(&[])).is_ok();
    (0..=n).find(enough).map_or(u64::MAX, u64::from)
}

impl Costs {
    pub(super) fn compute() -> Self {
        let ways = vec![
            Cost::listless::<4>(),
            Cost::new(
                "unrolled::four",
                4,
                count(|mut draws| _ = four(&mut draws)),
                size_of::<[u32; 4]>(),
            ),
            Cost::new(
                "random_directions",
                4,
                count(|mut draws| _ = random_directions(&mut draws)),
                size_of::<Directions>(),
            ),
            Cost::new(
                "table_directions",
                4,
                count(|mut draws| _ = table_directions(&mut draws)),
                size_of::<Directions>() + size_of_val(&TABLE),
            ),
            Cost::shuffle::<u8, 4>("fisher_yates, bytes"),
            Cost::shuffle::<i32, 4>("fisher_yates, Int32"),
            Cost::listless::<10>(),
            Cost::shuffle::<u8, 10>("fisher_yates, bytes"),
            Cost::listless::<255>(),
            Cost::shuffle::<u8, 255>("fisher_yates, bytes"),
            Cost::first_two::<1000>(),
            Cost::shuffle::<u32, 1000>("fisher_yates, words"),
        ];
        Self {
            ways,
            storage: (0..=LONGEST).map(least_storage).collect(),
            maze: Maze::compute(),
        }
    }

    /// Whether the general form keeps at least as much as the smallest list with which the same length is shuffled.
    pub(super) fn general_keeps_as_much(&self) -> bool {
        self.ways
            .iter()
            .filter(|way| way.way == "Listless")
            .all(|listless| {
                let lists = self
                    .ways
                    .iter()
                    .filter(|way| way.list && way.numbers == listless.numbers);
                lists
                    .map(|list| list.bytes)
                    .min()
                    .is_some_and(|least| listless.bytes >= least)
            })
    }

    /// Whether a permutation takes one place of storage for each of its draws, at any length.
    pub(super) fn a_place_for_each_draw(&self) -> bool {
        self.storage.iter().zip(0..).all(|(&places, n)| places == n)
    }

    pub(super) fn way(&self, name: &str, numbers: u32) -> &Cost {
        among(&self.ways, |way| way.way == name && way.numbers == numbers)
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        WORDS
            .beside(self, json!({ "width": SIZE.0, "height": SIZE.1 }))
            .blocks("costs", [])
    }
}
