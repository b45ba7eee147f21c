//! Saving and restoring a generator of the BSD family, in the layout of the C library's `setstate`.
//!
//! The first word tells the kind and where the rear pointer stands, as `5 * rear + kind`; the words of the ring follow.

use core::fmt;

use crate::bsd_random::{Additive, BsdRandom, Kind, Type0};

/// How many kinds there are: the base in which the first word is written.
const KINDS: u32 = Kind::ALL.len() as u32;

/// The most words a saved state has.
const MOST: usize = Kind::Type4.degree() + 1;

/// A saved state: see [`BsdRandom::save`].
#[derive(Clone, Eq, PartialEq)]
pub struct SavedState {
    words: [u32; MOST],
    len: usize,
}

impl SavedState {
    /// The words, the one that describes them first.
    pub fn words(&self) -> &[u32] {
        &self.words[..self.len]
    }
}

impl fmt::Debug for SavedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SavedState").field(&self.words()).finish()
    }
}

/// Why words are no saved state.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// There is no word at all.
    #[error("a saved state has at least one word, and this one has none")]
    Empty,
    /// The rear pointer would stand outside the ring.
    #[error("the first word, {first}, puts the rear pointer at word {rear} of a ring of {degree}")]
    Rear {
        /// The first word.
        first: u32,
        /// Where it puts the rear pointer.
        rear: usize,
        /// How many words the ring of its kind has.
        degree: usize,
    },
    /// The kind that the first word names has another number of words.
    #[error("a saved state of kind {kind:?} has {expected} words, and this one has {found}")]
    Length {
        /// The kind.
        kind: Kind,
        /// How many words it takes, the first included.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl BsdRandom {
    /// The state as words: what [`BsdRandom::restore`] takes, and the C library's `setstate`.
    pub fn save(&self) -> SavedState {
        fn put<const DEGREE: usize>(ring: [u32; DEGREE], rear: usize, kind: Kind) -> SavedState {
            let mut words = [0; MOST];
            words[0] = KINDS * rear as u32 + kind as u32;
            words[1..=DEGREE].copy_from_slice(&ring);
            SavedState { words, len: DEGREE + 1 }
        }
        match self {
            Self::Type0(random) => put([random.word], 0, Kind::Type0),
            Self::Type1(random) => put(random.ring(), random.rear(), Kind::Type1),
            Self::Type2(random) => put(random.ring(), random.rear(), Kind::Type2),
            Self::Type3(random) => put(random.ring(), random.rear(), Kind::Type3),
            Self::Type4(random) => put(random.ring(), random.rear(), Kind::Type4),
        }
    }

    /// The generator that was saved as `words`.
    ///
    /// # Errors
    /// If the words cannot be such a state: see [`StateError`].
    pub fn restore(words: &[u32]) -> Result<Self, StateError> {
        let (&first, ring) = words.split_first().ok_or(StateError::Empty)?;
        let kind = Kind::ALL[(first % KINDS) as usize];
        let (rear, degree) = ((first / KINDS) as usize, kind.degree());
        if rear >= degree {
            return Err(StateError::Rear { first, rear, degree });
        }
        let restored = match kind {
            Kind::Type0 => <[u32; 1]>::try_from(ring).ok().map(|[word]| Self::Type0(Type0 { word })),
            Kind::Type1 => additive(ring, rear).map(Self::Type1),
            Kind::Type2 => additive(ring, rear).map(Self::Type2),
            Kind::Type3 => additive(ring, rear).map(Self::Type3),
            Kind::Type4 => additive(ring, rear).map(Self::Type4),
        };
        restored.ok_or(StateError::Length { kind, expected: degree + 1, found: words.len() })
    }
}

fn additive<const DEGREE: usize, const SEPARATION: usize>(
    ring: &[u32],
    rear: usize,
) -> Option<Additive<DEGREE, SEPARATION>> {
    Some(Additive::of_ring(ring.try_into().ok()?, (rear + SEPARATION) % DEGREE))
}

#[cfg(feature = "serde")]
mod serde_form {
    //! A generator is written as the sequence of the words of its saved state.

    use core::fmt;

    use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
    use serde::ser::{Serialize, Serializer};

    use super::{BsdRandom, MOST};

    impl Serialize for BsdRandom {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.save().words())
        }
    }

    impl<'de> Deserialize<'de> for BsdRandom {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_seq(Words)
        }
    }

    struct Words;

    impl<'de> Visitor<'de> for Words {
        type Value = BsdRandom;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "the words of a saved state, at most {MOST}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<BsdRandom, A::Error> {
            let mut words = [0; MOST];
            let mut len = 0;
            while let Some(word) = sequence.next_element()? {
                *words.get_mut(len).ok_or_else(|| A::Error::invalid_length(len + 1, &self))? = word;
                len += 1;
            }
            BsdRandom::restore(&words[..len]).map_err(A::Error::custom)
        }
    }
}
