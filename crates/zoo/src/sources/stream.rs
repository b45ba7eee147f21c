//! Endless streams of items, in blocks.
//!
//! ```
//! use zoo::sources::stream::{Bound, bounded, singles};
//!
//! // A counter as a generator, and dice of it.
//! let mut counter = 0;
//! let words = singles(move || {
//!     counter += 1;
//!     counter
//! });
//! let mut values = [0; 4];
//! bounded(words, 32, 3, Bound::Modulo)?.fill(&mut values);
//! assert_eq!(values, [1, 2, 0, 1]);
//! # Ok::<(), zoo::Error>(())
//! ```

use std::num::NonZeroU32;

use crate::error::{Context, Result, bail, ensure};
use generators::bounding::{Bounding, LowBits, Modulo, Scaled, Threshold};
use generators::draw::Words;

/// An endless stream of items.
pub trait Stream {
    /// Fills the block with the next items, one after the other. A rest that is too short for an item is left as it is.
    fn fill(&mut self, block: &mut [u32]);
}

struct Items<F> {
    width: usize,
    make: F,
}

impl<F: FnMut(&mut [u32])> Stream for Items<F> {
    fn fill(&mut self, block: &mut [u32]) {
        block.chunks_exact_mut(self.width).for_each(&mut self.make);
    }
}

/// The items that `make` writes, each into `width` places (one, if that is zero). What they held before does not matter.
pub fn items(width: usize, make: impl FnMut(&mut [u32]) + 'static) -> Box<dyn Stream> {
    Box::new(Items {
        width: width.max(1),
        make,
    })
}

struct Singles<F>(F);

impl<F: FnMut() -> u32> Stream for Singles<F> {
    fn fill(&mut self, block: &mut [u32]) {
        block.fill_with(&mut self.0);
    }
}

/// The items that `next` returns.
pub fn singles(next: impl FnMut() -> u32 + 'static) -> Box<dyn Stream> {
    Box::new(Singles(next))
}

struct Generated<W>(W);

impl<W: Words<Word = u32>> Stream for Generated<W> {
    fn fill(&mut self, block: &mut [u32]) {
        self.0.fill(block);
    }
}

/// The words of a generator.
pub fn words(generator: impl Words<Word = u32> + 'static) -> Box<dyn Stream> {
    Box::new(Generated(generator))
}

/// A stream of words as a generator.
struct Reader<const BITS: u32> {
    stream: Box<dyn Stream>,
    block: Box<[u32]>,
    at: usize,
}

impl<const BITS: u32> Reader<BITS> {
    const BLOCK: usize = 1024;

    fn new(stream: Box<dyn Stream>) -> Self {
        Self {
            stream,
            block: vec![0; Self::BLOCK].into(),
            at: Self::BLOCK,
        }
    }
}

impl<const BITS: u32> Words for Reader<BITS> {
    type Word = u32;
    const BITS: u32 = BITS;

    #[inline]
    fn next_word(&mut self) -> u32 {
        if self.at >= self.block.len() {
            self.stream.fill(&mut self.block);
            self.at = 0;
        }
        self.at += 1;
        self.block[self.at - 1]
    }
}

/// How a word becomes a number below a bound: the rules of [`generators::bounding`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Bound {
    /// The remainder of the whole word.
    Modulo,
    /// The remainder of the low 14 bits, as Rogue draws.
    LowBits,
    /// The word as a fraction of its range, times the bound, rounded down.
    Scaled,
    /// The remainder, after words that would make it unfair are thrown away.
    Threshold,
}

/// Numbers below `below` from a stream of words of 31 or 32 bits.
///
/// # Errors
/// If the bound is zero or more than the words reach, or the words have another width.
pub fn bounded(
    words: Box<dyn Stream>,
    bits: u32,
    below: u32,
    rule: Bound,
) -> Result<Box<dyn Stream>> {
    let n = NonZeroU32::new(below).context("no number is below 0: the bound is 1 or more")?;
    let most = 1_u64
        << if rule == Bound::LowBits {
            14
        } else {
            bits.min(32)
        };
    ensure!(
        u64::from(below) <= most,
        "words of {bits} bits, bounded by this rule, give numbers below {most}, not below {below}"
    );
    match bits {
        31 => Ok(by_rule(Reader::<31>::new(words), n, rule)),
        32 => Ok(by_rule(Reader::<32>::new(words), n, rule)),
        _ => bail!("words of {bits} bits cannot be bounded: only those of 31 and 32 bits can"),
    }
}

fn by_rule<W: Words + 'static>(words: W, n: NonZeroU32, rule: Bound) -> Box<dyn Stream> {
    match rule {
        Bound::Modulo => values::<Modulo, _>(words, n),
        Bound::LowBits => values::<LowBits<14>, _>(words, n),
        Bound::Scaled => values::<Scaled, _>(words, n),
        Bound::Threshold => values::<Threshold, _>(words, n),
    }
}

/// Numbers below `n` by the rule `B`.
pub(crate) fn values<B: Bounding, W: Words + 'static>(
    mut words: W,
    n: NonZeroU32,
) -> Box<dyn Stream> {
    singles(move || B::bound(&mut words, n))
}

#[cfg(test)]
mod tests {
    use generators::bsd_random::Type3;
    use generators::draw::{Dice, Draw};
    use generators::pcg32::Pcg32;

    use super::*;

    const THOUSAND: NonZeroU32 = NonZeroU32::new(1000).unwrap();

    fn same<B: Bounding>(rule: Bound) {
        let mut found = [0; 3000];
        bounded(words(Type3::srrandom(5)), 31, 1000, rule)
            .unwrap()
            .fill(&mut found);
        let mut dice = Dice::<_, B>::new(Type3::srrandom(5));
        assert!(
            found.iter().all(|&value| value == dice.draw(THOUSAND)),
            "{rule:?}"
        );
        bounded(words(Pcg32::srandom(5, 1)), 32, 1000, rule)
            .unwrap()
            .fill(&mut found);
        let mut dice = Dice::<_, B>::new(Pcg32::srandom(5, 1));
        assert!(
            found.iter().all(|&value| value == dice.draw(THOUSAND)),
            "{rule:?}"
        );
    }

    #[test]
    fn a_bounded_stream_is_the_dice_of_its_words() {
        same::<Modulo>(Bound::Modulo);
        same::<LowBits<14>>(Bound::LowBits);
        same::<Scaled>(Bound::Scaled);
        same::<Threshold>(Bound::Threshold);
    }

    #[test]
    fn bounds_that_cannot_be_met_are_refused() {
        let above = (1 << 31) + 1;
        for (bits, below, rule, why) in [
            (32, 0, Bound::Modulo, "no number is below 0"),
            (16, 9, Bound::Modulo, "words of 16 bits cannot be bounded"),
            (
                31,
                above,
                Bound::Threshold,
                "give numbers below 2147483648, not below 2147483649",
            ),
            (
                32,
                16385,
                Bound::LowBits,
                "give numbers below 16384, not below 16385",
            ),
        ] {
            let refused = bounded(singles(|| 0), bits, below, rule).err().unwrap();
            assert!(refused.to_string().contains(why), "{refused}");
        }
        assert!(bounded(singles(|| 0), 32, u32::MAX, Bound::Threshold).is_ok());
    }
}
