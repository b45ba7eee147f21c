//! Lazy iterators allocate nothing.

use allocation_counter::{AllocationInfo, measure};
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
