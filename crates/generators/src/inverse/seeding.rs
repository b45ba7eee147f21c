//! From a state back to the seed it came from.

use core::array;

use crate::bsd_random::{Additive, BsdRandom, DISCARDED_PER_WORD, Kind, Seeding};

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

/// Calls `found` with the seeds that may have given these words after at most `most` others. The lowest bits that words lack
/// leave an interval for each word of the ring that seeding fills, narrow at first: far back, where it holds too many seeds,
/// the search ends. Nothing is found if there are fewer words than the state has.
pub fn seeds_before_words(kind: Kind, words: &[u32], most: u64, found: &mut dyn FnMut(Seeded)) {
    match kind {
        Kind::Type0 => {}
        Kind::Type1 => in_intervals::<7, 3>(words, most, found),
        Kind::Type2 => in_intervals::<15, 1>(words, most, found),
        Kind::Type3 => in_intervals::<31, 3>(words, most, found),
        Kind::Type4 => in_intervals::<63, 1>(words, most, found),
    }
}

/// The most seeds that are tried at one place.
const WIDEST: u64 = 1 << 18;

fn in_intervals<const DEGREE: usize, const SEPARATION: usize>(
    words: &[u32],
    most: u64,
    found: &mut dyn FnMut(Seeded),
) {
    let Some(first) = words.first_chunk::<DEGREE>() else {
        return;
    };
    // The words without their lowest bits, and what each lowest bit adds to the words of the ring.
    let mut base = Additive::<DEGREE, SEPARATION>::of_ring(first.map(|word| word << 1), 0);
    let unit = |one| array::from_fn(|i| u32::from(i == one));
    let mut units: [_; DEGREE] =
        array::from_fn(|one| Additive::<DEGREE, SEPARATION>::of_ring(unit(one), 0));
    let mut back = DEGREE + DISCARDED_PER_WORD * DEGREE;
    for index in 0..=most {
        for random in units.iter_mut().chain([&mut base]) {
            for _ in 0..back {
                random.step_back();
            }
        }
        back = 1;
        let mut intervals = base.ring().map(|word| (word, 0));
        for unit in &units {
            for ((least, width), added) in intervals.iter_mut().zip(unit.ring()) {
                *width += u64::from((added as i32).unsigned_abs());
                *least = least.wrapping_add((added as i32).min(0) as u32);
            }
        }
        intervals.rotate_left(base.rear());
        let (least, width) = intervals[0];
        if width > WIDEST {
            return;
        }
        for seed in (0..=width as u32).map(|more| least.wrapping_add(more)) {
            for seeding in Seeding::ALL {
                let mut word = seed;
                let fits = intervals[1..].iter().all(|&(least, width)| {
                    word = seeding.after(word);
                    u64::from(word.wrapping_sub(least)) <= width
                });
                if fits {
                    let seed = seed as i32;
                    found(Seeded {
                        seeding,
                        seed,
                        index,
                    });
                }
            }
        }
    }
}
