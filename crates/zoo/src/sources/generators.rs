//! Sources of words.

use chacha20::ChaCha20Rng;
use generators::bsd_random::Type3;
use generators::draw::{RngWords, Words};
use generators::haskell::PCGen;
use generators::pcg32::Pcg32;
use rand_core::SeedableRng;

use super::{ItemKind, Source, stream};

/// The stream of PCG32 in its author's demonstration.
pub(crate) const STREAM: u64 = 54;

/// The increment of the document's example, `PCGen 42 109`.
pub(super) const INCREMENT: u64 = 109;

/// A source of the words of a generator.
fn words<W: Words<Word = u32> + Send + 'static>(
    key: &str,
    about: &str,
    seeded: impl Fn(u64) -> W + Send + Sync + 'static,
) -> Source {
    let kind = ItemKind::Words { bits: W::BITS };
    Source::new(key, about, kind, move |seed| stream::words(seeded(seed)))
}

/// The generators of the documents, and a cryptographic one that is assumed to be fair.
pub(super) fn all() -> Vec<Source> {
    let mut rrandom = words(
        "rrandom",
        "Rogue's generator: BSD random, TYPE_3, weak seeding",
        |seed| Type3::srrandom(seed as i32),
    );
    rrandom.seed_bits = 32;
    vec![
        rrandom,
        words("pcg32", "PCG32 XSH RR", |seed| Pcg32::srandom(seed, STREAM)),
        words(
            "pcg32-streams",
            "PCG32 XSH RR of the seed 42, whose stream is the seed: increments 2 apart",
            |seed| Pcg32::srandom(42, seed),
        ),
        words(
            "haskell",
            "PCG32 as the document on dungeons seeds it",
            |seed| PCGen::new(seed, INCREMENT),
        ),
        words(
            "chacha20",
            "a cryptographic generator, ChaCha with 20 rounds: the fair control",
            |seed| RngWords(ChaCha20Rng::seed_from_u64(seed)),
        ),
    ]
}
