//! Blocks and bytes as `rand_core` has them, made of many words at once.
//!
//! [`Generator`] is implemented for the generators, so that [`BlockRng`](rand_core::block::BlockRng) can hand out the words
//! of a block one by one, and `fill_bytes` makes its bytes of blocks. Both give what `next_u32` gives.
//!
//! ```
//! use generators::pcg32::Pcg32;
//! use rand_core::Rng;
//! use rand_core::block::BlockRng;
//!
//! let mut stepped = Pcg32::srandom(42, 54);
//! let mut blocks = BlockRng::new(Pcg32::srandom(42, 54));
//! assert!((0..1000).all(|_| blocks.next_word() == stepped.next_u32()));
//! ```

use core::convert::Infallible;

use rand_core::block::Generator;
use rand_core::{TryRng, utils};

use crate::bsd_random::{Additive, BsdRandom, Type0};
use crate::pcg32::Pcg32;

/// Words of 32 bits in a block.
pub const WORDS: usize = 256;

impl Generator for Pcg32 {
    type Output = [u32; WORDS];

    fn generate(&mut self, output: &mut Self::Output) {
        self.fill(output);
    }
}

/// Each word of 32 bits is made of two of 31: see [`bsd_random`](crate::bsd_random).
macro_rules! blocks_of_31_bits {
    ($random:ty $(, $($parameters:tt)*)?) => {
        impl $(<$($parameters)*>)? Generator for $random {
            type Output = [u32; WORDS];

            fn generate(&mut self, output: &mut Self::Output) {
                let mut words = [0; 2 * WORDS];
                self.fill(&mut words);
                for (word, [first, second]) in output.iter_mut().zip(words.as_chunks().0) {
                    *word = first >> 15 << 16 | second >> 15;
                }
            }
        }
    };
}

blocks_of_31_bits!(Additive<DEGREE, SEPARATION>, const DEGREE: usize, const SEPARATION: usize);
blocks_of_31_bits!(Type0);
blocks_of_31_bits!(BsdRandom);

/// Fills `bytes` with the words that `next_u32` gives, little endian.
pub(crate) fn fill_bytes<R>(random: &mut R, bytes: &mut [u8]) -> Result<(), Infallible>
where
    R: TryRng<Error = Infallible> + Generator<Output = [u32; WORDS]>,
{
    let (blocks, rest) = bytes.as_chunks_mut::<{ 4 * WORDS }>();
    for block in blocks {
        let mut words = [0; WORDS];
        random.generate(&mut words);
        *block = bytemuck::must_cast(words.map(u32::to_le));
    }
    utils::fill_bytes_via_next_word(rest, || random.try_next_u32())
}

#[cfg(test)]
mod tests {
    use std::vec;

    use rand_core::Rng;
    use rand_core::block::BlockRng;

    use super::*;
    use crate::bsd_random::{Kind, Seeding, Type3};

    /// Bytes and words of blocks are those of `next_u32`, and leave the generator where that does.
    fn gives_the_words_of_next_u32<R>(random: &R)
    where
        R: TryRng<Error = Infallible> + Generator<Output = [u32; WORDS]> + Clone + PartialEq,
    {
        // Miri takes seconds for what takes a millisecond without it.
        let lengths: &[usize] =
            if cfg!(miri) { &[3, 4 * WORDS + 5] } else { &[0, 3, 4, 4 * WORDS - 1, 4 * WORDS, 12 * WORDS + 5] };
        for &length in lengths {
            let (mut one, mut many) = (random.clone(), random.clone());
            let mut bytes = vec![0; length];
            many.fill_bytes(&mut bytes);
            for chunk in bytes.chunks(4) {
                assert_eq!(*chunk, one.next_u32().to_le_bytes()[..chunk.len()]);
            }
            assert!(one == many, "after {length} bytes");
        }
        let (mut one, mut blocks) = (random.clone(), BlockRng::new(random.clone()));
        assert!((0..3 * WORDS).all(|_| blocks.next_word() == one.next_u32()));
    }

    #[test]
    fn blocks_and_bytes_give_the_words_of_next_u32() {
        gives_the_words_of_next_u32(&Pcg32::srandom(42, 54));
        gives_the_words_of_next_u32(&Type3::srrandom(42));
        gives_the_words_of_next_u32(&Type0::srrandom(42));
        for kind in Kind::ALL {
            gives_the_words_of_next_u32(&BsdRandom::new(kind, Seeding::Glibc, 42));
        }
    }
}
