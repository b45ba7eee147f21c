//! The generators of words of 32 bits or fewer as sources of words, and as generators of `rand_core`.

/// Makes a generator a source of words by its own `next_word` and `fill`, and a generator of `rand_core`, whose words of 32 bits
/// the function makes from it.
macro_rules! generator_of_words {
    ($random:ty, $bits:literal, $next_u32:path $(, $($parameters:tt)*)?) => {
        impl $(<$($parameters)*>)? $crate::draw::Words for $random {
            type Word = u32;
            const BITS: u32 = $bits;

            #[inline]
            fn next_word(&mut self) -> u32 {
                Self::next_word(self)
            }

            fn fill(&mut self, words: &mut [u32]) {
                Self::fill(self, words);
            }
        }

        impl $(<$($parameters)*>)? ::rand_core::TryRng for $random {
            type Error = ::core::convert::Infallible;

            #[inline]
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                Ok($next_u32(self))
            }

            #[inline]
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                ::rand_core::utils::next_u64_via_u32(self)
            }

            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
                ::rand_core::utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
            }
        }
    };
}

pub(crate) use generator_of_words;
