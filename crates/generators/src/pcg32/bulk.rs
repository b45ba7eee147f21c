//! Many words at once, the same as stepping gives.
//!
//! A step waits for the multiplication of the step before, so several lanes step side by side: lane `l` begins `l` steps
//! ahead, and all advance by the number of lanes. The instructions (AVX-512, AVX2 or neither) are chosen at run time with
//! the feature `dispatch`. A build for processors with AVX2 (`-C target-cpu`) uses the portable lanes, because functions
//! without a target list may not call the intrinsics.

#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx512;

#[cfg(not(target_feature = "avx2"))]
use multiversion::multiversion;
#[cfg(not(target_feature = "avx2"))]
use multiversion::target::match_target;

use super::{MULTIPLIER, Pcg32, output};

/// The fewest words for which lanes pay.
const MANY: usize = 128;

impl Pcg32 {
    /// Fills `words` with the next words, the same as from as many calls of [`Pcg32::next_word`], but several times as fast for
    /// many words.
    ///
    /// ```
    /// use roguelab_generators::pcg32::Pcg32;
    ///
    /// let (mut stepped, mut filled) = (Pcg32::srandom(42, 54), Pcg32::srandom(42, 54));
    /// let mut words = [0; 1000];
    /// filled.fill(&mut words);
    /// assert!(words.iter().all(|&word| word == stepped.next_word()));
    /// assert_eq!(filled, stepped);
    /// ```
    pub fn fill(&mut self, words: &mut [u32]) {
        let inc = self.odd_inc();
        let filled = if words.len() < MANY {
            0
        } else {
            bulk(&mut self.state, inc, words)
        };
        words
            .iter_mut()
            .skip(filled)
            .for_each(|word| *word = self.next_word());
    }
}

/// The effect of a number of steps on a state: `factor * state + sum * increment`.
#[derive(Clone, Copy)]
struct Steps {
    factor: u64,
    sum: u64,
}

impl Steps {
    /// The effect of 0 to `LANES - 1` steps, and that of `LANES` steps.
    const fn ahead<const LANES: usize>() -> ([Self; LANES], Self) {
        let mut lanes = [Self { factor: 1, sum: 0 }; LANES];
        let mut steps = lanes[0];
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] = steps;
            steps = Self {
                factor: steps.factor.wrapping_mul(MULTIPLIER),
                sum: steps.sum.wrapping_mul(MULTIPLIER).wrapping_add(1),
            };
            lane += 1;
        }
        (lanes, steps)
    }

    #[inline]
    const fn apply(self, state: u64, inc: u64) -> u64 {
        self.factor
            .wrapping_mul(state)
            .wrapping_add(self.sum.wrapping_mul(inc))
    }
}

/// Makes as many words as come in whole blocks of lanes, and returns how many.
#[cfg(not(target_feature = "avx2"))]
#[cfg_attr(
    feature = "dispatch",
    multiversion(targets(
        "x86_64+avx512f+avx512dq+avx512vbmi2",
        "x86_64+avx512f+avx512dq",
        "x86_64+avx2"
    ))
)]
#[cfg_attr(
    not(feature = "dispatch"),
    multiversion(
        targets(
            "x86_64+avx512f+avx512dq+avx512vbmi2",
            "x86_64+avx512f+avx512dq",
            "x86_64+avx2"
        ),
        dispatcher = "static"
    )
)]
fn bulk(state: &mut u64, inc: u64, words: &mut [u32]) -> usize {
    match_target! {
        "x86_64+avx512f+avx512dq" => avx512::blocks(state, inc, words),
        "x86_64+avx2" => avx2::blocks(state, inc, words),
        _ => blocks(state, inc, words),
    }
}

#[cfg(target_feature = "avx2")]
use blocks as bulk;

/// The portable way: enough lanes to keep a multiplier busy.
#[inline]
fn blocks(state: &mut u64, inc: u64, words: &mut [u32]) -> usize {
    const LANES: usize = 4;
    let (ahead, all) = const { Steps::ahead::<LANES>() };
    let mut states = ahead.map(|steps| steps.apply(*state, inc));
    let (blocks, _) = words.as_chunks_mut::<LANES>();
    for block in &mut *blocks {
        *block = states.map(output);
        states = states.map(|state| all.apply(state, inc));
    }
    *state = states[0];
    LANES * blocks.len()
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    #[test]
    fn filling_is_stepping_at_every_length() {
        for begun in [
            Pcg32::srandom(42, 54),
            Pcg32::new_raw(0, 0),
            Pcg32::new_raw(u64::MAX, u64::MAX),
        ] {
            let mut stepped = begun.clone();
            let words: vec::Vec<u32> = (0..600).map(|_| stepped.next_word()).collect();
            for length in 0..words.len() {
                let (mut filled, mut made) = (begun.clone(), vec![0; length]);
                filled.fill(&mut made);
                assert_eq!(made, words[..length], "{length} words");
                assert_eq!(filled.next_word(), words[length], "the word after {length}");
            }
        }
    }

    type Make = fn(&mut u64, u64, &mut [u32]) -> usize;

    /// The vectors that this processor can run, even if others were chosen.
    fn ways() -> vec::Vec<Make> {
        #[cfg(target_feature = "avx2")]
        return vec![blocks as Make];
        #[cfg(not(target_feature = "avx2"))]
        {
            macro_rules! way {
                ($name:ident, $target:literal, $blocks:path) => {
                    #[cfg_attr(feature = "dispatch", multiversion(targets($target)))]
                    #[cfg_attr(
                        not(feature = "dispatch"),
                        multiversion(targets($target), dispatcher = "static")
                    )]
                    fn $name(state: &mut u64, inc: u64, words: &mut [u32]) -> usize {
                        match_target! {
                            $target => $blocks(state, inc, words),
                            _ => blocks(state, inc, words),
                        }
                    }
                };
            }
            way!(with_avx2, "x86_64+avx2", avx2::blocks);
            way!(with_avx512, "x86_64+avx512f+avx512dq", avx512::blocks);
            vec![blocks as Make, with_avx2, with_avx512, bulk]
        }
    }

    #[test]
    fn every_way_to_make_blocks_gives_the_words_of_stepping() {
        for length in [0, 1, 63, 64, 1000] {
            for make in ways() {
                let mut stepped = Pcg32::srandom(3, 5);
                let (mut state, mut words) = (stepped.state, vec![0; length]);
                let made = make(&mut state, stepped.inc, &mut words);
                assert!(length - made < 64);
                assert!(
                    words[..made]
                        .iter()
                        .all(|&word| word == stepped.next_word())
                );
                assert!(words[made..].iter().all(|&word| word == 0));
                assert_eq!(state, stepped.state);
            }
        }
    }
}
