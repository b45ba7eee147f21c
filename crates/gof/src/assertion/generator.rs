//! The generator that an assertion hands out.

use std::convert::Infallible;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng, TryRng};

/// The generator that an assertion hands out: a cryptographic one (`ChaCha` of 12 rounds), to rule out that the defect is
/// its own.
///
/// Its own methods are enough for any source. It is also a generator for `rand` 0.10, with the feature `rand09` for
/// `rand` 0.9 and with `rand08` for `rand` 0.8.
#[derive(Clone, Debug)]
pub struct TestRng(ChaCha12Rng);

impl TestRng {
    /// A stream of a seed: different streams have nothing in common.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// Another stream of the same seed.
    pub(super) fn sibling(&self) -> Self {
        let mut rng = self.0.clone();
        rng.set_stream(rng.get_stream() + (1 << 32));
        Self(rng)
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Fills `bytes` with random ones.
    pub fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
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

#[cfg(feature = "rand09")]
impl rand_core_09::RngCore for TestRng {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }
}

#[cfg(feature = "rand08")]
impl rand_core_06::RngCore for TestRng {
    fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill_bytes(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core_06::Error> {
        self.0.fill_bytes(bytes);
        Ok(())
    }
}
