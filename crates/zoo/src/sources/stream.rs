//! Endless streams of items, in blocks.
//!
//! ```
//! # use generators as roguelab_generators;
//! use roguelab_generators::rule::Rule;
//! use roguelab_zoo::sources::stream::{bounded, singles};
//!
//! // A counter as a generator, and dice made from it.
//! let mut counter = 0;
//! let words = singles(move || {
//!     counter += 1;
//!     counter
//! });
//! let mut values = [0; 4];
//! bounded(words, 32, 3, Rule::Modulo { shift: 0, bits: 32 })?.fill(&mut values);
//! assert_eq!(values, [1, 2, 0, 1]);
//! # Ok::<(), roguelab_zoo::Error>(())
//! ```

use std::num::NonZeroU32;

use crate::error::{Result, ensure};
use generators::bounding::Bounding;
use generators::draw::Words;
use generators::rule::Rule;

/// An endless stream of items.
pub trait Stream {
    /// Fills the block with the next items. A remainder too short for an item is left as it is.
    fn fill(&mut self, block: &mut [u32]);
}

/// A function that fills a block.
impl<F: FnMut(&mut [u32])> Stream for F {
    fn fill(&mut self, block: &mut [u32]) {
        self(block);
    }
}

/// The items that `write` writes, each into `width` places (at least one). It must not rely on their previous contents.
pub fn items(width: usize, mut write: impl FnMut(&mut [u32]) + 'static) -> Box<dyn Stream> {
    Box::new(move |block: &mut [u32]| {
        for item in block.chunks_exact_mut(width.max(1)) {
            write(item);
        }
    })
}

/// The items that `next` returns.
pub fn singles(mut next: impl FnMut() -> u32 + 'static) -> Box<dyn Stream> {
    Box::new(move |block: &mut [u32]| block.fill_with(&mut next))
}

/// The words of a generator.
pub fn words(mut generator: impl Words<Word = u32> + 'static) -> Box<dyn Stream> {
    Box::new(move |block: &mut [u32]| generator.fill(block))
}

/// The number of words that are read from a stream at a time.
const BLOCK: usize = 1024;

/// Numbers below `below` from a stream of words of this many bits.
///
/// # Errors
/// If the bound is zero, or greater than the words, or the bits that the rule keeps, can reach.
///
/// # Panics
/// The stream panics if the rule does not suit the bound or rejects every word.
pub fn bounded(
    mut words: Box<dyn Stream>,
    bits: u32,
    below: u32,
    rule: Rule,
) -> Result<Box<dyn Stream>> {
    ensure!(below > 0, "no number is below 0: the bound is 1 or more");
    let kept = match rule {
        Rule::Modulo { bits: kept, .. } => kept.min(bits),
        _ => bits,
    };
    let most = 1_u64 << kept.min(32);
    ensure!(
        u64::from(below) <= most,
        "words of {bits} bits, bounded by this rule, give numbers below {most}, not below {below}"
    );
    let (mut block, mut at) = ([0; BLOCK], BLOCK);
    let mut next = move || {
        if at == BLOCK {
            words.fill(&mut block);
            at = 0;
        }
        at += 1;
        block[at - 1].into()
    };
    Ok(singles(move || {
        let number = rule.number(bits, below.into(), &mut next);
        number.expect("the rule suits the bound, and rejects less than half of the words") as u32
    }))
}

/// Numbers below `n` drawn by the rule `B`.
pub(crate) fn values<B: Bounding, W: Words + 'static>(
    mut words: W,
    n: NonZeroU32,
) -> Box<dyn Stream> {
    singles(move || B::bound(&mut words, n))
}

#[cfg(test)]
mod tests {
    use generators::bounding::{LowBits, Modulo, Scaled, Threshold};
    use generators::bsd_random::Type3;
    use generators::draw::{Dice, Draw};
    use generators::pcg32::Pcg32;

    use super::*;

    const MODULO: Rule = Rule::Modulo { shift: 0, bits: 32 };
    const LOW_BITS: Rule = Rule::Modulo { shift: 0, bits: 14 };
    const THRESHOLD: Rule = Rule::Reject { lowest: true };

    fn same<B: Bounding>(rule: Rule) {
        fn is_dice(mut stream: Box<dyn Stream>, mut dice: impl Draw) {
            let (n, mut found) = (NonZeroU32::new(1000).unwrap(), [0; 3000]);
            stream.fill(&mut found);
            assert!(found.iter().all(|&value| value == dice.draw(n)));
        }
        let (rogue, pcg) = (|| Type3::srrandom(5), || Pcg32::srandom(5, 1));
        let of = |words, bits| bounded(words, bits, 1000, rule).unwrap();
        is_dice(of(words(rogue()), 31), Dice::<_, B>::new(rogue()));
        is_dice(of(words(pcg()), 32), Dice::<_, B>::new(pcg()));
    }

    #[test]
    fn a_bounded_stream_is_the_dice_of_its_words() {
        same::<Modulo>(MODULO);
        same::<LowBits<14>>(LOW_BITS);
        same::<Scaled>(Rule::Multiply);
        same::<Threshold>(THRESHOLD);
    }

    #[test]
    fn bounds_that_cannot_be_met_are_refused() {
        let above = (1 << 31) + 1;
        for (bits, below, rule, why) in [
            (32, 0, MODULO, "no number is below 0"),
            (
                31,
                above,
                THRESHOLD,
                "below 2147483648, not below 2147483649",
            ),
            (
                32,
                16385,
                LOW_BITS,
                "give numbers below 16384, not below 16385",
            ),
        ] {
            let refused = bounded(singles(|| 0), bits, below, rule).err().unwrap();
            assert!(refused.to_string().contains(why), "{refused}");
        }
        assert!(bounded(singles(|| 0), 32, u32::MAX, THRESHOLD).is_ok());
    }
}
