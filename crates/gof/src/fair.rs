//! Fair random numbers, for the tests of this crate.

pub(crate) use chacha20::ChaCha8Rng;
pub(crate) use rand_core::Rng;
use rand_core::SeedableRng as _;

/// A cryptographic generator.
pub(crate) fn fair(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A number below `sides`, with a bias below `sides / 2^32`.
pub(crate) fn die(random: &mut ChaCha8Rng, sides: usize) -> u32 {
    ((u64::from(random.next_u32()) * sides as u64) >> 32) as u32
}

/// A uniform permutation, by Fisher and Yates with a bias below `n / 2^32`.
pub(crate) fn shuffle(random: &mut ChaCha8Rng, n: usize) -> Vec<u32> {
    let mut items: Vec<u32> = (0..n as u32).collect();
    for i in (1..n).rev() {
        items.swap(i, die(random, i + 1) as usize);
    }
    items
}
