//! Saving and restoring a generator of the BSD family, in the layout of the C library's `setstate`.
//!
//! The first word gives the kind and the place of the rear pointer, as `5 * rear + kind`; the words of the ring follow.

use crate::bsd_random::{Additive, BsdRandom, Kind, Type0};

/// How many kinds there are: the base in which the first word is written.
const KINDS: u32 = Kind::ALL.len() as u32;

/// The most words of a saved state.
const MOST: usize = Kind::Type4.degree() + 1;

/// A saved state: see [`BsdRandom::save`].
#[derive(Clone, Debug, Eq, PartialEq)]
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

impl BsdRandom {
    /// The state as words: what [`BsdRandom::restore`] takes, and the C library's `setstate`.
    pub fn save(&self) -> SavedState {
        fn put<const DEGREE: usize>(ring: [u32; DEGREE], rear: usize, kind: Kind) -> SavedState {
            let mut words = [0; MOST];
            words[0] = KINDS * rear as u32 + kind as u32;
            words[1..=DEGREE].copy_from_slice(&ring);
            SavedState {
                words,
                len: DEGREE + 1,
            }
        }
        match self {
            Self::Type0(random) => put([random.word], 0, Kind::Type0),
            Self::Type1(random) => put(random.ring(), random.rear(), Kind::Type1),
            Self::Type2(random) => put(random.ring(), random.rear(), Kind::Type2),
            Self::Type3(random) => put(random.ring(), random.rear(), Kind::Type3),
            Self::Type4(random) => put(random.ring(), random.rear(), Kind::Type4),
        }
    }

    /// The generator that was saved as `words`. `None` if there are not as many words as its kind has, or its rear
    /// pointer is outside the ring.
    pub fn restore(words: &[u32]) -> Option<Self> {
        let (&first, ring) = words.split_first()?;
        let (kind, rear) = (
            Kind::ALL[(first % KINDS) as usize],
            (first / KINDS) as usize,
        );
        if rear >= kind.degree() {
            return None;
        }
        match kind {
            Kind::Type0 => <[u32; 1]>::try_from(ring)
                .ok()
                .map(|[word]| Self::Type0(Type0 { word })),
            Kind::Type1 => additive(ring, rear).map(Self::Type1),
            Kind::Type2 => additive(ring, rear).map(Self::Type2),
            Kind::Type3 => additive(ring, rear).map(Self::Type3),
            Kind::Type4 => additive(ring, rear).map(Self::Type4),
        }
    }
}

fn additive<const DEGREE: usize, const SEPARATION: usize>(
    ring: &[u32],
    rear: usize,
) -> Option<Additive<DEGREE, SEPARATION>> {
    Some(Additive::of_ring(
        ring.try_into().ok()?,
        (rear + SEPARATION) % DEGREE,
    ))
}
