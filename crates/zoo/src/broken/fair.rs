//! The fair randomness that the broken sources spoil.

use std::num::NonZeroU32;

use chacha20::ChaCha8Rng;
use generators::bounding::Threshold;
use generators::draw::{Dice, Draw, RngWords, Words as _};
use permute::fisher_yates::fisher_yates;
use rand_core::SeedableRng;

/// A cryptographic generator.
pub(super) type Words = RngWords<ChaCha8Rng>;

/// The words for a seed.
pub(super) fn words(seed: u64) -> Words {
    RngWords(ChaCha8Rng::seed_from_u64(seed))
}

/// The first of these words.
pub(super) fn word(seed: u64) -> u32 {
    words(seed).next_word()
}

/// Fair draws for a seed.
pub(super) fn dice(seed: u64) -> Dice<Words, Threshold> {
    Dice::new(words(seed))
}

/// The bound of a draw; 1 instead of 0.
pub(super) fn bound(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

/// A number below `n`, or 0 if `n` is zero.
pub(super) fn below(draws: &mut dyn Draw, n: u32) -> u32 {
    draws.draw(bound(n))
}

/// A place below `n`, drawn like [`below`].
pub(super) fn place(draws: &mut dyn Draw, n: usize) -> usize {
    below(draws, n as u32) as usize
}

/// Heads or tails.
pub(super) fn coin(draws: &mut dyn Draw) -> bool {
    below(draws, 2) == 1
}

/// A fair shuffle.
pub(super) fn fair_shuffle(list: &mut [u32], mut draws: &mut dyn Draw) {
    // A list of at most u32::MAX numbers is never too long.
    let _ = fisher_yates(list, &mut draws);
}
