//! Sources of words.

use generators::bsd_random::{BsdRandom, Kind as Type, Seeding, Type3};
use generators::draw::{RngWords, Words};
use generators::haskell::PCGen;
use generators::pcg32::Pcg32;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

use super::{Kind, Source, stream};

/// PCG32's default stream, as in its author's demonstration.
pub(crate) const STREAM: u64 = 54;

/// The increment of the document's example, `PCGen 42 109`.
const INC: u64 = 109;

/// A source of the words of a generator.
fn words<W: Words<Word = u32> + Send + 'static>(
    key: impl Into<String>,
    about: impl Into<String>,
    seeded: impl Fn(u64) -> W + Send + Sync + 'static,
) -> Source {
    Source::new(key, about, Kind::Words { bits: W::BITS }, move |seed| {
        stream::words(seeded(seed))
    })
}

/// The generators of the documents, their family, and a cryptographic one that is taken to be fair.
pub(super) fn all() -> Vec<Source> {
    let family = [(Seeding::Weak, "weak"), (Seeding::Glibc, "glibc")]
        .into_iter()
        .flat_map(|(seeding, name)| {
            Type::ALL
                .into_iter()
                .enumerate()
                .map(move |(number, kind)| {
                    words(
                        format!("random-{name}-{number}"),
                        format!("BSD random, TYPE_{number}, {name} seeding"),
                        move |seed| BsdRandom::new(kind, seeding, seed as i32),
                    )
                    .with_short_seeds()
                })
        });
    let others = [
        words(
            "rrandom",
            "Rogue's generator: BSD random, TYPE_3, weak seeding",
            |seed| Type3::srrandom(seed as i32),
        )
        .with_short_seeds(),
        words("pcg32", "PCG32 XSH RR", |seed| Pcg32::srandom(seed, STREAM)),
        words(
            "pcg32-streams",
            "PCG32 XSH RR of the seed 42, whose stream is the seed: increments 2 apart",
            |seed| Pcg32::srandom(42, seed),
        ),
        words(
            "haskell",
            "PCG32 as the document on dungeons seeds it",
            |seed| PCGen::new(seed, INC),
        ),
        words(
            "chacha20",
            "a cryptographic generator, ChaCha with 20 rounds: the fair control",
            |seed| RngWords(ChaCha20Rng::seed_from_u64(seed)),
        ),
    ];
    others.into_iter().chain(family).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rrandom_is_its_own_kind_of_the_family() {
        let [mut one, mut other] = [[0; 100]; 2];
        super::super::find("rrandom")
            .unwrap()
            .open(u64::from(u32::MAX))
            .fill(&mut one);
        super::super::find("random-weak-3")
            .unwrap()
            .open(u64::from(u32::MAX))
            .fill(&mut other);
        assert_eq!(one, other);
        assert_eq!(one[0], Type3::srrandom(-1).next_word());
    }
}
