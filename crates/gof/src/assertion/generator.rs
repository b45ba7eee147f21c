//! The generator that an assertion hands out.

use std::convert::Infallible;

use rand_core::TryRng;

/// The generator that an assertion hands out: Chris Doty-Humphrey's SFC64, which has no known defect (`PractRand` found none in
/// 2^45 bytes) and is fast without optimization.
///
/// Its own methods are enough for any source. It is also a generator for `rand` 0.10, for `rand` 0.9 with the feature `rand09`,
/// and for `rand` 0.8 with `rand08`.
#[derive(Clone, Debug)]
pub struct TestRng {
    state: [u64; 3],
    counter: u64,
}

impl TestRng {
    /// One of many streams of a seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut rng = Self {
            state: [seed, stream, 0],
            counter: 1,
        };
        // `PractRand` seeds it like this from three words.
        for _ in 0..18 {
            rng.next_u64();
        }
        rng
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c] = self.state;
        let word = a.wrapping_add(b).wrapping_add(self.counter);
        self.counter = self.counter.wrapping_add(1);
        self.state = [
            b ^ (b >> 11),
            c.wrapping_add(c << 3),
            c.rotate_left(24).wrapping_add(word),
        ];
        word
    }

    /// Fills `bytes` with random bytes.
    pub fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let word = self.next_u64().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
    }
}

impl TryRng for TestRng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

/// The methods of older versions of `rand_core`, which are those of [`TestRng`] itself.
#[cfg(any(feature = "rand08", feature = "rand09"))]
macro_rules! its_own_methods {
    () => {
        fn next_u32(&mut self) -> u32 {
            Self::next_u32(self)
        }

        fn next_u64(&mut self) -> u64 {
            Self::next_u64(self)
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            Self::fill_bytes(self, bytes);
        }
    };
}

#[cfg(feature = "rand09")]
impl rand_core_09::RngCore for TestRng {
    its_own_methods!();
}

#[cfg(feature = "rand08")]
impl rand_core_06::RngCore for TestRng {
    its_own_methods!();

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core_06::Error> {
        Self::fill_bytes(self, bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_words_are_those_of_other_implementations() {
        // Zig's `std.Random.Sfc64` seeded with zero, from the seventh word on: it discards 12 words, not 18.
        let known = [
            0xdb90_9c81_8901_599d,
            0x8ffd_1953_6521_6f57,
            0xe8c4_ad5e_258a_c04a,
            0x8f8e_f2c8_9fdb_63ca,
        ];
        let mut rng = TestRng::new(0, 0);
        assert_eq!([0; 4].map(|_| rng.next_u64()), known);
    }

    #[cfg(all(feature = "rand08", feature = "rand09"))]
    #[test]
    fn every_trait_gives_the_same_stream() {
        use rand_core_06::RngCore as Old;
        use rand_core_09::RngCore as New;
        let words = [
            Old::next_u64(&mut TestRng::new(0, 0)),
            New::next_u64(&mut TestRng::new(0, 0)),
        ];
        assert_eq!(words, [0xdb90_9c81_8901_599d; 2]);
        let halves = [
            Old::next_u32(&mut TestRng::new(0, 0)),
            New::next_u32(&mut TestRng::new(0, 0)),
        ];
        assert_eq!(halves, [0xdb90_9c81; 2]);
        let fill: [fn(&mut TestRng, &mut [u8]); 5] = [
            TestRng::fill_bytes,
            rand_core::Rng::fill_bytes,
            Old::fill_bytes,
            |rng, bytes| Old::try_fill_bytes(rng, bytes).unwrap(),
            New::fill_bytes,
        ];
        for fill in fill {
            let mut bytes = [0; 8];
            fill(&mut TestRng::new(0, 0), &mut bytes);
            assert_eq!(u64::from_le_bytes(bytes), words[0]);
        }
    }
}
