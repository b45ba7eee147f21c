//! Lazy iterators allocate nothing, and mazes only what they consist of.

use allocation_counter::{AllocationInfo, measure};
use generators::bounding::Modulo;
use generators::draw::Dice;
use generators::pcg32::Pcg32;
use grids::boss_maze::{Order, generate};
use grids::grid::Tile;
use grids::line::{Axis, bresenham, line, symmetric};
use grids::spread::{reversed_iter, spread_iter};

/// Together a million, in the ratio whose groups nest deepest: the golden one.
const NA: u64 = 618_034;
const NB: u64 = 381_966;

#[test]
fn what_is_lazy_allocates_nothing() {
    let (mut steps, mut points) = (0, 0);
    let info = measure(|| {
        steps += spread_iter('a', 'b', NA, NB)
            .unwrap()
            .filter(|&item| item == 'b')
            .count();
        steps += reversed_iter('a', 'b', NA, NB)
            .unwrap()
            .filter(|&item| item == 'b')
            .count();
        let (from, to) = ((0, 0), ((NA + NB) as i32, -(NB as i32)));
        points += line(from, to, Axis::YUp).unwrap().points().count();
        points += symmetric(to, from, Axis::YUp).unwrap().points().count();
        points += bresenham(from, to, Axis::YDown).unwrap().points().count();
    });
    assert_eq!(info, AllocationInfo::default());
    assert_eq!(
        (steps as u64, points as u64),
        (2 * NB, 3 * (NA + NB + 1)),
        "every item was there"
    );
}

/// For each cell: its four tiles, its place in the order of digging, its byte while digging, and of the way to it, which
/// is at most all cells, one branch of eight bytes. A growing list is reallocated, doubled each time: together
/// less than twice the next power of two.
#[test]
fn a_large_maze_allocates_what_it_is_made_of() {
    const SIDE: usize = 2001;
    const CELLS: usize = (SIDE / 2) * (SIDE / 2);
    let info = measure(|| {
        let mut dice = Dice::<_, Modulo>::new(Pcg32::srandom(42, 54));
        let maze = generate(SIDE, SIDE, Order::Packed, &mut dice).unwrap();
        assert_eq!(maze.visited().len(), CELLS);
    });
    let kept = SIDE * SIDE * size_of::<Tile>() + CELLS * size_of::<(usize, usize)>() + CELLS;
    let way = 2 * CELLS.next_power_of_two() * 8;
    let bytes = info.bytes_total as usize;
    assert!(
        (kept..kept + way).contains(&bytes),
        "{bytes} bytes, and not {kept} to {}",
        kept + way
    );
    assert!(
        bytes < 50 * CELLS,
        "{bytes} bytes are {} for each cell",
        bytes / CELLS
    );
}
