//! From a state back to the seed it came from.

use crate::bsd_random::{Additive, BsdRandom, DISCARDED_PER_WORD, Seeding};

/// A seed, and how far a generator has gone since.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Seeded {
    /// The seeding.
    pub seeding: Seeding,
    /// The seed. With glibc's seeding 0 and 1 give the same state, and this is 1.
    pub seed: i32,
    /// How many words it has given since.
    pub index: u64,
}

/// The seed from which `random` came within at most `most` words, if there is one. It steps back, and looks for a ring as
/// seeding fills it.
///
/// A state of `TYPE_0` is its own seed: for others see [`seeds_of_words`](super::seeds_of_words).
pub fn seed_of_state(random: &BsdRandom, most: u64) -> Option<Seeded> {
    match random {
        BsdRandom::Type0(random) => Some(Seeded {
            seeding: Seeding::Weak,
            seed: random.word as i32,
            index: 0,
        }),
        BsdRandom::Type1(random) => additive(random.clone(), most),
        BsdRandom::Type2(random) => additive(random.clone(), most),
        BsdRandom::Type3(random) => additive(random.clone(), most),
        BsdRandom::Type4(random) => additive(random.clone(), most),
    }
}

fn additive<const DEGREE: usize, const SEPARATION: usize>(
    mut random: Additive<DEGREE, SEPARATION>,
    most: u64,
) -> Option<Seeded> {
    for _ in 0..DISCARDED_PER_WORD * DEGREE {
        random.step_back();
    }
    for index in 0..=most {
        // Seeding leaves the rear pointer at the first word.
        let (mut ring, rear) = (random.ring(), random.rear());
        ring.rotate_left(rear);
        let filled_by = |seeding: &Seeding| {
            ring.windows(2)
                .all(|words| seeding.after(words[0]) == words[1])
        };
        if let Some(seeding) = Seeding::ALL.into_iter().find(filled_by) {
            return Some(Seeded {
                seeding,
                seed: ring[0] as i32,
                index,
            });
        }
        random.step_back();
    }
    None
}
