//! The generators as sources of words, and as generators of `rand_core`.

use rand_core::SeedableRng;

use super::{Additive, BsdRandom, Type0};
use crate::adapter::generator_of_words;
use crate::draw::Words;

/// A word of 32 bits as the module's documentation describes: two halves, the first one high.
#[inline]
fn next_u32(random: &mut impl Words<Word = u32>) -> u32 {
    let high = random.next_word() >> 15;
    let low = random.next_word() >> 15;
    high << 16 | low
}

generator_of_words!(Additive<DEGREE, SEPARATION>, 31, next_u32, const DEGREE: usize, const SEPARATION: usize);
generator_of_words!(Type0, 31, next_u32);
generator_of_words!(BsdRandom, 31, next_u32);

/// The seed is the originals' `int`, little endian, for the weak seeding.
impl<const DEGREE: usize, const SEPARATION: usize> SeedableRng for Additive<DEGREE, SEPARATION> {
    type Seed = [u8; 4];

    fn from_seed(seed: [u8; 4]) -> Self {
        Self::seeded_by_closed_form(i32::from_le_bytes(seed))
    }
}

/// The seed is the originals' `int`, little endian.
impl SeedableRng for Type0 {
    type Seed = [u8; 4];

    fn from_seed(seed: [u8; 4]) -> Self {
        Self::srrandom(i32::from_le_bytes(seed))
    }
}
