//! Many words at once, the same as stepping gives.
//!
//! The recurrence `x[n] = x[n - DEGREE] + x[n - SEPARATION]` is a running sum with stride `SEPARATION` over words that
//! are `DEGREE` old. AVX2 makes eight at a time: the eight old words, added to themselves moved up by one, two and four
//! strides, are the sums within the block; the end of the block before is added to each. Without AVX2, for the two shorter
//! rings, and in a build for processors with AVX2 (see `pcg32::bulk`), whole rounds of the ring are made.

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;

#[cfg(not(target_feature = "avx2"))]
use multiversion::multiversion;
#[cfg(not(target_feature = "avx2"))]
use multiversion::target::match_target;

use super::{Additive, BsdRandom, Type0, each};

/// The shortest degree for which vectors of eight words pay: below, each waits for the one before.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
const LONG: usize = 31;

impl<const DEGREE: usize, const SEPARATION: usize> Additive<DEGREE, SEPARATION> {
    /// Fills `words` with the next words, the same as from as many calls of [`Additive::next_word`], but faster.
    ///
    /// ```
    /// use roguelab_generators::bsd_random::Type3;
    ///
    /// let (mut stepped, mut filled) = (Type3::srrandom(7), Type3::srrandom(7));
    /// let mut words = [0; 1000];
    /// filled.fill(&mut words);
    /// assert!(words.iter().all(|&word| word == stepped.next_word()));
    /// assert_eq!(filled, stepped);
    /// ```
    pub fn fill(&mut self, words: &mut [u32]) {
        let mut filled = 0;
        if words.len() >= 4 * (DEGREE + 1) {
            let mut last = oldest_first(self);
            filled = bulk::<DEGREE, SEPARATION>(&mut last, words);
            let front = (self.front() + filled) % DEGREE;
            last.rotate_right(front);
            *self = Self::of_ring(last, front);
        }
        words
            .iter_mut()
            .skip(filled)
            .for_each(|word| *word = self.next_word());
    }
}

/// The words that were made last, lowest bits included.
fn oldest_first<const DEGREE: usize, const SEPARATION: usize>(
    random: &Additive<DEGREE, SEPARATION>,
) -> [u32; DEGREE] {
    let mut last = random.ring();
    last.rotate_left(random.front());
    last
}

impl Type0 {
    /// Fills `words` with the next words.
    pub fn fill(&mut self, words: &mut [u32]) {
        for word in words {
            *word = self.next_word();
        }
    }
}

impl BsdRandom {
    /// Fills `words` with the next words, the same as from as many calls of [`BsdRandom::next_word`].
    pub fn fill(&mut self, words: &mut [u32]) {
        each!(self, random => random.fill(words));
    }
}

/// Makes as many words as come in whole blocks, and returns how many. `last` has the words before, lowest bits included, oldest
/// first; afterwards it has the last words of all.
#[cfg(not(target_feature = "avx2"))]
#[cfg_attr(feature = "dispatch", multiversion(targets("x86_64+avx2")))]
#[cfg_attr(
    not(feature = "dispatch"),
    multiversion(targets("x86_64+avx2"), dispatcher = "static")
)]
fn bulk<const DEGREE: usize, const SEPARATION: usize>(
    last: &mut [u32; DEGREE],
    words: &mut [u32],
) -> usize {
    match_target! {
        "x86_64+avx2" => if DEGREE >= LONG { avx2::blocks::<DEGREE, SEPARATION>(last, words) } else { rounds::<DEGREE, SEPARATION>(last, words) },
        _ => rounds::<DEGREE, SEPARATION>(last, words),
    }
}

#[cfg(target_feature = "avx2")]
use rounds as bulk;

/// Whole rounds of a ring that begins with its oldest word: the portable way.
#[inline]
fn rounds<const DEGREE: usize, const SEPARATION: usize>(
    last: &mut [u32; DEGREE],
    words: &mut [u32],
) -> usize {
    let (rounds, _) = words.as_chunks_mut::<DEGREE>();
    for round in &mut *rounds {
        for i in 0..SEPARATION {
            last[i] = last[i].wrapping_add(last[i + DEGREE - SEPARATION]);
        }
        for i in SEPARATION..DEGREE {
            last[i] = last[i].wrapping_add(last[i - SEPARATION]);
        }
        for (word, raw) in round.iter_mut().zip(&*last) {
            *word = raw >> 1;
        }
    }
    DEGREE * rounds.len()
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::super::{Kind, Seeding, Type1, Type2, Type3, Type4};
    use super::*;

    /// Compares both ways of making blocks, whichever this processor would use, with stepping from the same ring.
    fn both_ways_step<const DEGREE: usize, const SEPARATION: usize>() {
        let ways = [rounds::<DEGREE, SEPARATION>, bulk::<DEGREE, SEPARATION>];
        for length in [0, 1, DEGREE, DEGREE + 1, 8 * (DEGREE + 1) + 3] {
            for make in ways {
                let mut stepped = Additive::<DEGREE, SEPARATION>::srrandom(-9);
                let (mut last, mut words) = (oldest_first(&stepped), vec![0; length]);
                let made = make(&mut last, &mut words);
                assert!(length - made <= DEGREE);
                assert!(
                    words[..made]
                        .iter()
                        .all(|&word| word == stepped.next_word())
                );
                assert!(words[made..].iter().all(|&word| word == 0));
                assert_eq!(last, oldest_first(&stepped));
            }
        }
    }

    #[test]
    fn rounds_and_vectors_give_the_words_of_stepping() {
        both_ways_step::<7, 3>();
        both_ways_step::<15, 1>();
        both_ways_step::<31, 3>();
        both_ways_step::<63, 1>();
    }

    /// A ring that no seed gives, with its front at each place, and every length up to some blocks and rounds.
    fn every_place_and_length<const DEGREE: usize, const SEPARATION: usize>() {
        let mut word = 1u32;
        let ring = [(); DEGREE].map(|()| {
            word = word.wrapping_mul(0x2c92_77b5).wrapping_add(0xac56_4b05);
            word
        });
        for front in 0..DEGREE {
            let begun = Additive::<DEGREE, SEPARATION>::of_ring(ring, front);
            let mut stepped = begun.clone();
            let words: vec::Vec<u32> = (0..8 * (DEGREE + 1)).map(|_| stepped.next_word()).collect();
            for length in 0..words.len() {
                let (mut filled, mut made) = (begun.clone(), vec![0; length]);
                filled.fill(&mut made);
                assert_eq!(made, words[..length], "{length} words from place {front}");
                assert_eq!(
                    filled.next_word(),
                    words[length],
                    "the word after {length} from place {front}"
                );
            }
        }
    }

    #[test]
    fn filling_is_stepping_from_every_place_at_every_length() {
        every_place_and_length::<7, 3>();
        every_place_and_length::<15, 1>();
        every_place_and_length::<31, 3>();
        every_place_and_length::<63, 1>();
    }

    #[test]
    fn a_generator_of_a_known_kind_fills_as_one_of_any_kind() {
        macro_rules! check {
            ($($kind:ident)*) => {$({
                let (mut one, mut any) = ($kind::srrandom(3), BsdRandom::new(Kind::$kind, Seeding::Weak, 3));
                let (mut its, mut theirs) = ([0; 300], [0; 300]);
                one.fill(&mut its);
                any.fill(&mut theirs);
                assert_eq!((its, BsdRandom::from(one)), (theirs, any));
            })*};
        }
        check!(Type0 Type1 Type2 Type3 Type4);
    }
}
