//! BSD `random(3)`: the additive feedback generators `TYPE_1` to `TYPE_4` and the linear congruential `TYPE_0`.
//!
//! Source: the document on Rogue's generator (003), whose `srrandom` and `rrandom` are [`Type3::srrandom`] and
//! [`Additive::next_word`]; the other kinds differ only in degree and separation.
//!
//! Faithful to: the order in which the ring is walked, the lowest bit that is shifted out, the ten times `degree`
//! words that seeding discards. Departs from: words are 32 bits wide where the game's are C `long`s. Only bits 1 to
//! 31 of a word are seen, and an addition carries nothing down into them, so the outputs are the same.
//!
//! A word has 31 random bits, but `rand_core` wants 32: its `next_u32` joins the top 16 bits of two words. For the
//! originals' words use `next_word`, and `fill` for many.
//!
//! ```
//! use roguelab_generators::bsd_random::{BsdRandom, Kind, Seeding, Type3};
//!
//! let mut rogue = Type3::srrandom(0);
//! assert_eq!(rogue.next_word(), 1_990_395_451);
//!
//! // The same generator, chosen at run time.
//! let mut any = BsdRandom::new(Kind::Type3, Seeding::Weak, 0);
//! assert_eq!(any.next_word(), 1_990_395_451);
//! ```

mod adapter;
mod backwards;
mod bulk;

use crate::affine::Affine;

/// Multiplier and increment of the weak seeding, and of `TYPE_0` itself.
pub(crate) const WEAK: Affine = Affine {
    a: 1_103_515_245,
    b: 12345,
};

/// The weak seeding with a digit wrong, as in the C library that Linux had before glibc; its `TYPE_0` has the right one.
pub(crate) const LIBC5: Affine = Affine {
    a: 1_103_515_145,
    b: 12345,
};

/// Seeding discards this many words for each word of the ring.
pub(crate) const DISCARDED_PER_WORD: usize = 10;

/// A generator of the family.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Kind {
    /// Linear congruential, one word.
    Type0,
    /// Seven words.
    Type1,
    /// Fifteen words.
    Type2,
    /// Thirty-one words: the default of `random(3)`, and Rogue's.
    Type3,
    /// Sixty-three words.
    Type4,
}

impl Kind {
    /// All of them, in order.
    pub const ALL: [Self; 5] = [
        Self::Type0,
        Self::Type1,
        Self::Type2,
        Self::Type3,
        Self::Type4,
    ];

    /// How many words the state has.
    pub const fn degree(self) -> usize {
        [1, 7, 15, 31, 63][self as usize]
    }

    /// How far the front pointer is ahead of the rear one; 0 for `TYPE_0`, which has neither.
    pub const fn separation(self) -> usize {
        [0, 3, 1, 3, 1][self as usize]
    }
}

/// How a seed becomes a state.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Seeding {
    /// The seeding of 4.2BSD and of Rogue: each word is 1103515245 times the one before plus 12345, modulo 2^32.
    Weak,
    /// The seeding of glibc: each word is 16807 times the one before modulo 2^31 - 1, on signed words; seed 0 becomes 1.
    Glibc,
    /// The seeding of Linux's C library before glibc, as GSL has it: 4.2BSD's, but multiplied by 1103515145.
    Libc5,
}

impl Seeding {
    /// All seedings.
    pub const ALL: [Self; 3] = [Self::Weak, Self::Glibc, Self::Libc5];

    const fn first(self, seed: i32) -> u32 {
        match (self, seed) {
            (Self::Glibc, 0) => 1,
            _ => seed as u32,
        }
    }

    pub(crate) const fn after(self, word: u32) -> u32 {
        match self {
            Self::Weak => WEAK.apply(word),
            Self::Libc5 => LIBC5.apply(word),
            Self::Glibc => {
                // Schrage's way to multiply without overflow: 2^31 - 1 = 16807 * 127773 + 2836.
                let word = word as i32;
                let next = 16807 * (word % 127_773) - 2836 * (word / 127_773);
                (if next < 0 { next + i32::MAX } else { next }) as u32
            }
        }
    }
}

/// An additive feedback generator: a ring of `DEGREE` words and two places in it, `SEPARATION` apart.
///
/// The original makes one word a call: it adds the word at the rear pointer to the one at the front pointer, and advances
/// both. Here a whole round is made when the front pointer comes to the beginning, so that a call only reads one word.
/// [`Additive::ring`] undoes the steps of the words that have not been read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Additive<const DEGREE: usize, const SEPARATION: usize> {
    /// The words of the ring; those from `front` on are made, but not yet asked for.
    ring: [u32; DEGREE],
    /// The next place to read, 1 to `DEGREE`; `DEGREE` is the original's 0, with nothing made.
    front: usize,
}

/// `TYPE_1`: x^7 + x^3 + 1.
pub type Type1 = Additive<7, 3>;
/// `TYPE_2`: x^15 + x + 1.
pub type Type2 = Additive<15, 1>;
/// `TYPE_3`: x^31 + x^3 + 1. This is Rogue's.
pub type Type3 = Additive<31, 3>;
/// `TYPE_4`: x^63 + x + 1.
pub type Type4 = Additive<63, 1>;

impl<const DEGREE: usize, const SEPARATION: usize> Additive<DEGREE, SEPARATION> {
    /// Rogue's seeding, step by step as the document has it.
    pub const fn srrandom(seed: i32) -> Self {
        Self::new(Seeding::Weak, seed)
    }

    /// The generator after seeding with `seed`.
    pub const fn new(seeding: Seeding, seed: i32) -> Self {
        let mut ring = [0; DEGREE];
        ring[0] = seeding.first(seed);
        let mut i = 1;
        while i < DEGREE {
            ring[i] = seeding.after(ring[i - 1]);
            i += 1;
        }
        let mut random = Self::of_ring(ring, SEPARATION);
        let mut i = 0;
        while i < DISCARDED_PER_WORD * DEGREE {
            random.next_word();
            i += 1;
        }
        random
    }

    /// The generator whose ring and front pointer are the original's; the rear pointer is `SEPARATION` behind.
    pub(crate) const fn of_ring(ring: [u32; DEGREE], front: usize) -> Self {
        let mut random = Self {
            ring,
            front: if front == 0 { DEGREE } else { front },
        };
        random.make_from(random.front);
        random
    }

    /// Makes the words from place `front` to the end of the ring. It is not inlined, so that `next_word` is small enough to be.
    #[inline(never)]
    const fn make_from(&mut self, front: usize) {
        let mut front = front;
        while front < SEPARATION {
            let rear = front + DEGREE - SEPARATION;
            self.ring[front] = self.ring[front].wrapping_add(self.ring[rear]);
            front += 1;
        }
        while front < DEGREE {
            let rear = front - SEPARATION;
            self.ring[front] = self.ring[front].wrapping_add(self.ring[rear]);
            front += 1;
        }
    }

    /// The generator before anybody seeds it. The originals carry its words as a table; they are the state after seeding with
    /// 1, and are made that way here.
    pub const fn unseeded() -> Self {
        Self::srrandom(1)
    }

    /// The next word: 31 random bits. Rogue calls this `rrandom`.
    #[inline]
    pub const fn next_word(&mut self) -> u32 {
        if self.front >= DEGREE {
            self.make_from(0);
            self.front = 0;
        }
        let word = self.ring[self.front];
        self.front += 1;
        // The lowest bit is the least random, and is left out.
        word >> 1
    }

    /// The ring as the original has it now, the lowest bits of its words included.
    pub const fn ring(&self) -> [u32; DEGREE] {
        let mut ring = self.ring;
        let mut front = DEGREE;
        while front > self.front {
            front -= 1;
            let rear = (front + DEGREE - SEPARATION) % DEGREE;
            ring[front] = ring[front].wrapping_sub(ring[rear]);
        }
        ring
    }

    /// Where the original's front pointer stands in the ring.
    pub const fn front(&self) -> usize {
        self.front % DEGREE
    }

    /// Where the original's rear pointer stands in the ring.
    pub const fn rear(&self) -> usize {
        (self.front + DEGREE - SEPARATION) % DEGREE
    }
}

impl<const DEGREE: usize, const SEPARATION: usize> Default for Additive<DEGREE, SEPARATION> {
    /// The same as [`Additive::unseeded`].
    fn default() -> Self {
        Self::unseeded()
    }
}

/// `TYPE_0`: x -> 1103515245 x + 12345, the low 31 bits.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Type0 {
    pub(crate) word: u32,
}

impl Type0 {
    /// Rogue's seeding: the seed is the state.
    pub const fn srrandom(seed: i32) -> Self {
        Self::new(Seeding::Weak, seed)
    }

    /// The generator after seeding with `seed`: nothing is discarded.
    pub const fn new(seeding: Seeding, seed: i32) -> Self {
        Self {
            word: seeding.first(seed),
        }
    }

    /// The next word: 31 bits, none shifted out.
    #[inline]
    pub const fn next_word(&mut self) -> u32 {
        self.word = WEAK.apply(self.word) & 0x7fff_ffff;
        self.word
    }
}

impl Default for Type0 {
    /// Seeded with 1, as the unseeded generators of the family are.
    fn default() -> Self {
        Self::srrandom(1)
    }
}

/// Any generator of the family, its kind chosen at run time.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum BsdRandom {
    /// `TYPE_0`.
    Type0(Type0),
    /// `TYPE_1`.
    Type1(Type1),
    /// `TYPE_2`.
    Type2(Type2),
    /// `TYPE_3`.
    Type3(Type3),
    /// `TYPE_4`.
    Type4(Type4),
}

/// Evaluates the same expression for a generator of any kind.
macro_rules! each {
    ($self:expr, $random:ident => $result:expr) => {
        match $self {
            BsdRandom::Type0($random) => $result,
            BsdRandom::Type1($random) => $result,
            BsdRandom::Type2($random) => $result,
            BsdRandom::Type3($random) => $result,
            BsdRandom::Type4($random) => $result,
        }
    };
}

use each;

impl BsdRandom {
    /// The generator of this kind after seeding with `seed`.
    pub const fn new(kind: Kind, seeding: Seeding, seed: i32) -> Self {
        match kind {
            Kind::Type0 => Self::Type0(Type0::new(seeding, seed)),
            Kind::Type1 => Self::Type1(Type1::new(seeding, seed)),
            Kind::Type2 => Self::Type2(Type2::new(seeding, seed)),
            Kind::Type3 => Self::Type3(Type3::new(seeding, seed)),
            Kind::Type4 => Self::Type4(Type4::new(seeding, seed)),
        }
    }

    /// The type of the generator, one of five.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Type0(_) => Kind::Type0,
            Self::Type1(_) => Kind::Type1,
            Self::Type2(_) => Kind::Type2,
            Self::Type3(_) => Kind::Type3,
            Self::Type4(_) => Kind::Type4,
        }
    }

    /// The next word: 31 random bits.
    #[inline]
    pub const fn next_word(&mut self) -> u32 {
        each!(self, random => random.next_word())
    }
}

/// Converts a generator of a kind known at compile time to one of any kind, so that it can be saved.
macro_rules! any_kind {
    ($($kind:ident)*) => {
        $(impl From<$kind> for BsdRandom {
            fn from(random: $kind) -> Self {
                Self::$kind(random)
            }
        })*
    };
}

any_kind!(Type0 Type1 Type2 Type3 Type4);

#[cfg(test)]
mod tests {
    use rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_unseeded_ring_starts_as_the_originals_table_does() {
        assert_eq!(Type3::unseeded().ring()[..2], [0x9a31_9039, 0x32d9_c024]);
    }

    #[test]
    fn glibc_seeds_zero_and_one_are_the_same() {
        for kind in Kind::ALL {
            assert_eq!(
                BsdRandom::new(kind, Seeding::Glibc, 0),
                BsdRandom::new(kind, Seeding::Glibc, 1)
            );
            assert_ne!(
                BsdRandom::new(kind, Seeding::Weak, 0),
                BsdRandom::new(kind, Seeding::Weak, 1)
            );
        }
        assert_eq!(
            [0, 1, i32::MAX as u32].map(|word| Seeding::Glibc.after(word)),
            [0, 16807, 0]
        );
    }

    #[test]
    fn the_rand_core_adapter_takes_the_top_halves_of_two_words() {
        let (mut words, mut rng) = (Type3::srrandom(7), Type3::srrandom(7));
        let (first, second) = (words.next_word(), words.next_word());
        assert_eq!(rng.next_u32(), first >> 15 << 16 | second >> 15);
        assert_eq!(rng, words);
    }

    #[test]
    fn a_seed_of_bytes_is_a_little_endian_int() {
        assert_eq!(Type3::from_seed((-2i32).to_le_bytes()), Type3::srrandom(-2));
        assert_eq!(Type0::from_seed((-2i32).to_le_bytes()), Type0::srrandom(-2));
    }
}
