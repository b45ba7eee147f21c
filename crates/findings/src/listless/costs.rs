//! What is drawn and what is kept, without a list and with one.

use std::mem::size_of;

use generators::bounding::Modulo;
use generators::draw::{Dice, Draw, Recorder, Tape};
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use permute::directions::{Directions, random_directions};
use permute::fisher_yates::fisher_yates;
use permute::listless::{Listless, ListlessIn};

use super::rules::SIZE;
use crate::prelude::*;

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
    pub draws_with_list: usize,
    pub draws_without: usize,
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

    fn shuffle<T: Copy + Default, const N: usize>(way: &'static str) -> Self {
        let mut items = [T::default(); N];
        let draws = count(|mut draws| _ = fisher_yates(&mut items, &mut draws));
        Self {
            list: true,
            ..Self::new(way, N as u32, draws, size_of_val(&items))
        }
    }
}

/// The number of draws for a maze of the document's size.
fn draws_of_maze(order: Order) -> usize {
    let mut draws = 0;
    let dice = Dice::<_, Modulo>::new(Pcg32::srandom(42, 54));
    let recorder = &mut Recorder::new(dice, |_, _| draws += 1);
    generate(SIZE.0, SIZE.1, order, recorder).expect("a grid has this size");
    draws
}

/// The least storage with which a permutation of `0..n` can be made.
fn least_storage(n: u32) -> u64 {
    for places in 0..=n {
        let mut storage = vec![0; places as usize];
        if ListlessIn::new(n, &mut storage, Tape::new(&[])).is_ok() {
            return places.into();
        }
    }
    u64::MAX
}

impl Costs {
    pub(super) fn compute() -> Self {
        let ways = vec![
            Cost::listless::<4>(),
            Cost::new(
                "random_directions",
                4,
                count(|mut draws| _ = random_directions(&mut draws)),
                size_of::<Directions>(),
            ),
            Cost::shuffle::<u8, 4>("fisher_yates, bytes"),
            Cost::shuffle::<i32, 4>("fisher_yates, Int32"),
            Cost::listless::<10>(),
            Cost::shuffle::<u8, 10>("fisher_yates, bytes"),
            Cost::listless::<255>(),
            Cost::shuffle::<u8, 255>("fisher_yates, bytes"),
        ];
        Self {
            ways,
            storage: (0..=LONGEST).map(least_storage).collect(),
            maze: Maze {
                draws_with_list: draws_of_maze(Order::Shuffled),
                draws_without: draws_of_maze(Order::Packed),
            },
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
        first_where(&self.ways, |way| way.way == name && way.numbers == numbers)
    }
}
