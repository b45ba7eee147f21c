//! The seam between generators and algorithms.
//!
//! An algorithm takes all its randomness through [`Draw`]: a number below `n`. The caller chooses the source: [`Dice`]
//! pairs a generator with a bounding rule, [`Tape`] plays given numbers back, [`Recorder`] reports each draw to a sink.
//!
//! ```
//! use core::num::NonZeroU32;
//! use roguelab_generators::draw::{Draw, Recorder, Tape};
//!
//! let mut seen = [0; 2];
//! let mut at = 0;
//! let mut tape = Recorder::new(Tape::new(&[3, 0]), |_, value| {
//!     seen[at] = value;
//!     at += 1;
//! });
//! let six = NonZeroU32::new(6).unwrap();
//! assert_eq!((tape.draw(six), tape.draw(six)), (3, 0));
//! assert_eq!(seen, [3, 0]);
//! ```

use core::marker::PhantomData;
use core::num::NonZeroU32;

pub use crate::words::{RngWords, Word, Words};

use crate::bounding::Bounding;

/// A source of bounded random numbers.
pub trait Draw {
    /// A number in `0..n`.
    fn draw(&mut self, n: NonZeroU32) -> u32;

    /// A place in a list of `n`: a draw, unless the original has another rule for lists.
    #[inline]
    fn choose(&mut self, n: NonZeroU32) -> u32 {
        self.draw(n)
    }

    /// Draws below `n` until `accept` takes the number; it does not return if `accept` takes none. What the algorithm
    /// does next may depend on the accepted number only: instruments that explore every branch rely on that.
    #[inline]
    fn draw_until(&mut self, n: NonZeroU32, accept: &mut dyn FnMut(u32) -> bool) -> u32 {
        loop {
            let value = self.draw(n);
            if accept(value) {
                return value;
            }
        }
    }
}

impl<D: Draw + ?Sized> Draw for &mut D {
    #[inline]
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        D::draw(self, n)
    }

    #[inline]
    fn choose(&mut self, n: NonZeroU32) -> u32 {
        D::choose(self, n)
    }

    #[inline]
    fn draw_until(&mut self, n: NonZeroU32, accept: &mut dyn FnMut(u32) -> bool) -> u32 {
        D::draw_until(self, n, accept)
    }
}

/// A generator with a bounding rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Dice<W, B> {
    words: W,
    rule: PhantomData<B>,
}

impl<W: Words, B: Bounding> Dice<W, B> {
    /// Dice that take their words from `words`.
    pub const fn new(words: W) -> Self {
        Self {
            words,
            rule: PhantomData,
        }
    }

    /// The generator, to read a raw word from it or to look at its state.
    pub const fn words(&mut self) -> &mut W {
        &mut self.words
    }
}

impl<W: Words, B: Bounding> Draw for Dice<W, B> {
    #[inline]
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        B::bound(&mut self.words, n)
    }
}

/// Prepared draws, to test algorithms without a generator.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    values: &'a [u32],
}

impl<'a> Tape<'a> {
    /// A tape that plays `values` in order.
    pub const fn new(values: &'a [u32]) -> Self {
        Self { values }
    }

    /// The values that have not been played yet.
    pub const fn rest(&self) -> &'a [u32] {
        self.values
    }
}

impl Draw for Tape<'_> {
    /// # Panics
    /// If the tape has ended, or its next value is not below `n`.
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        let (&value, rest) = self
            .values
            .split_first()
            .expect("the tape has ended: the algorithm draws more values than it holds");
        assert!(
            value < n.get(),
            "the tape's next value is {value}, and the algorithm asked for one below {n}"
        );
        self.values = rest;
        value
    }
}

/// Passes draws through, and reports each with its bound to a sink.
#[derive(Clone, Debug)]
pub struct Recorder<D, S> {
    source: D,
    sink: S,
}

impl<D: Draw, S: FnMut(NonZeroU32, u32)> Recorder<D, S> {
    /// Calls `sink(n, value)` after each draw from `source`.
    pub const fn new(source: D, sink: S) -> Self {
        Self { source, sink }
    }

    /// Gives the source back.
    pub fn into_source(self) -> D {
        self.source
    }
}

impl<D: Draw, S: FnMut(NonZeroU32, u32)> Draw for Recorder<D, S> {
    #[inline]
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        let value = self.source.draw(n);
        (self.sink)(n, value);
        value
    }

    #[inline]
    fn choose(&mut self, n: NonZeroU32) -> u32 {
        let value = self.source.choose(n);
        (self.sink)(n, value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pcg32::Pcg32;

    const SIX: NonZeroU32 = NonZeroU32::new(6).unwrap();

    #[test]
    fn borrowed_and_wrapped_words_are_those_of_the_generator() {
        fn words<W: Words<Word = u32>>(mut words: W) -> [u32; 4] {
            let mut four = [0; 4];
            four[0] = words.next_word();
            words.fill(&mut four[1..]);
            four
        }
        let mut pcg = Pcg32::srandom(42, 54);
        let expected = [(); 4].map(|()| pcg.next_word());
        let fresh = || Pcg32::srandom(42, 54);
        assert_eq!(
            [
                words(fresh()),
                words(&mut fresh()),
                words(RngWords(fresh()))
            ],
            [expected; 3]
        );
    }

    #[test]
    fn refused_draws_are_recorded_too_and_a_tape_shows_its_rest() {
        let mut seen = [0; 4];
        let mut at = 0;
        let mut tape = Recorder::new(Tape::new(&[4, 5, 2, 1, 3]), |_, value| {
            seen[at] = value;
            at += 1;
        });
        assert_eq!(
            Draw::draw_until(&mut &mut tape, SIX, &mut |value| value < 4),
            2
        );
        assert_eq!(tape.choose(SIX), 1);
        assert_eq!(tape.into_source().rest(), [3]);
        assert_eq!(seen, [4, 5, 2, 1]);
    }

    /// Draws 0, and chooses 1.
    struct TwoRules;

    impl Draw for TwoRules {
        fn draw(&mut self, _: NonZeroU32) -> u32 {
            0
        }

        fn choose(&mut self, _: NonZeroU32) -> u32 {
            1
        }
    }

    #[test]
    fn a_choice_keeps_its_own_rule_through_references_and_recorders() {
        let mut count = 0;
        let mut rules = TwoRules;
        let mut recorder = Recorder::new(&mut rules, |_, _| count += 1);
        assert_eq!((recorder.draw(SIX), recorder.choose(SIX)), (0, 1));
        assert_eq!(count, 2);
    }

    #[test]
    #[should_panic(expected = "asked for one below 6")]
    fn a_tape_refuses_a_value_out_of_range() {
        Tape::new(&[6]).draw(SIX);
    }

    #[test]
    #[should_panic(expected = "the tape has ended")]
    fn a_tape_refuses_to_go_on_past_its_end() {
        Tape::new(&[]).draw(SIX);
    }
}
