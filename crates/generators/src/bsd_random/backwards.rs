//! Stepping backwards: a sum is undone by a difference, a product by the inverse of its odd factor.

use super::{Additive, BsdRandom, Type0, WEAK, each};
use crate::affine::Affine;

/// The bits of a word of `TYPE_0`.
const LOW_31: u32 = 0x7fff_ffff;

impl<const DEGREE: usize, const SEPARATION: usize> Additive<DEGREE, SEPARATION> {
    /// Takes the last step back, and returns the word it gave: [`Additive::next_word`] gives it again.
    ///
    /// This continues through the words that seeding discards, and beyond the seeding by the recurrence.
    #[inline]
    pub const fn step_back(&mut self) -> u32 {
        let word = self.last_whole() >> 1;
        self.front -= 1;
        if self.front == 0 {
            self.unmake();
            self.front = DEGREE;
        }
        word
    }

    /// The last word given, its lowest bit included.
    #[inline]
    pub(crate) const fn last_whole(&self) -> u32 {
        self.ring[self.front - 1]
    }

    /// Takes back a whole round.
    const fn unmake(&mut self) {
        let mut front = DEGREE;
        while front > 0 {
            front -= 1;
            let rear = (front + DEGREE - SEPARATION) % DEGREE;
            self.ring[front] = self.ring[front].wrapping_sub(self.ring[rear]);
        }
    }
}

impl Type0 {
    /// Takes the last step back, and returns the word it gave: [`Type0::next_word`] gives it again.
    ///
    /// A step drops the top bit of what it starts from. It comes back as 0, and no word depends on it.
    #[inline]
    pub const fn step_back(&mut self) -> u32 {
        const BACK: Affine = WEAK.inverse().expect("the factor is odd");
        let word = self.word & LOW_31;
        self.word = BACK.apply(self.word) & LOW_31;
        word
    }

    /// The state: no bit of it is shifted out.
    pub(crate) const fn last_whole(&self) -> u32 {
        self.word
    }
}

impl BsdRandom {
    /// Takes the last step back, and returns the word it gave: see [`Additive::step_back`] and [`Type0::step_back`].
    #[inline]
    pub const fn step_back(&mut self) -> u32 {
        each!(self, random => random.step_back())
    }

    /// The last word given, its lowest bit included where one is shifted out.
    pub(crate) const fn last_whole(&self) -> u32 {
        each!(self, random => random.last_whole())
    }
}
