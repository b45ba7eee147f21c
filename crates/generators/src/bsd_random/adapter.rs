//! The generators as sources of words, and as generators of `rand_core`.

use core::convert::Infallible;

use rand_core::{SeedableRng, TryRng, utils};

use super::{Additive, BsdRandom, Type0};
use crate::draw::Words;

/// Words of 31 bits, and the adapter to `rand_core` that the module's documentation describes.
macro_rules! words_of_31_bits {
    ($random:ty $(, $($parameters:tt)*)?) => {
        impl $(<$($parameters)*>)? Words for $random {
            type Word = u32;
            const BITS: u32 = 31;

            #[inline]
            fn next_word(&mut self) -> u32 {
                Self::next_word(self)
            }

            fn fill(&mut self, words: &mut [u32]) {
                Self::fill(self, words);
            }
        }

        impl $(<$($parameters)*>)? TryRng for $random {
            type Error = Infallible;

            #[inline]
            fn try_next_u32(&mut self) -> Result<u32, Infallible> {
                let high = self.next_word() >> 15;
                let low = self.next_word() >> 15;
                Ok(high << 16 | low)
            }

            #[inline]
            fn try_next_u64(&mut self) -> Result<u64, Infallible> {
                utils::next_u64_via_u32(self)
            }

            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
                utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
            }
        }
    };
}

words_of_31_bits!(Additive<DEGREE, SEPARATION>, const DEGREE: usize, const SEPARATION: usize);
words_of_31_bits!(Type0);
words_of_31_bits!(BsdRandom);

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
