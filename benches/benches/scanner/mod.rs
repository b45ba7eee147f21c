//! The first draw of many seeds at once, by the closed form.

use std::num::NonZeroU32;

use generators::closed_form::Table;
use generators::population::Population;

static FIRST: Table<1> = Table::additive::<31, 3>();

/// Seeds that are taken at once.
pub(crate) const BLOCK: u32 = 1 << 12;

/// The sum of `get_rand(1, 100)` over a block of seeds.
pub(crate) fn block(first: u32) -> u64 {
    const HUNDRED: NonZeroU32 = NonZeroU32::new(100).unwrap();
    let mut draws = [0; BLOCK as usize];
    Population::from_seed(first as i32).draws(&FIRST, 0, HUNDRED, &mut draws);
    // Below 2^19: a u32 holds it.
    u64::from(BLOCK + draws.iter().sum::<u32>())
}
