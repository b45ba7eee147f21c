//! The streams of neighbouring seeds, and what tests on them have in common.

use gof::{Error, Outcome, PValue, Reference, Tail};

/// The streams of several seeds.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli::test) struct Seeds {
    /// The first seed.
    pub first: u64,
    /// The number of seeds.
    pub count: u64,
    /// The number of bits in a word.
    pub bits: u32,
}

impl Seeds {
    /// The number of words in a window: as many as fit into 128 bits.
    pub(super) const fn window(self) -> u64 {
        (128 / self.bits) as u64
    }

    pub(super) const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

/// An error unless there are enough items.
pub(super) fn enough(have: u64, need: u64) -> Result<(), Error> {
    if have < need {
        return Err(Error::TooFew { have, need });
    }
    Ok(())
}

/// A result in which only the upper tail counts.
pub(super) fn upper(
    test: &'static str,
    items: u64,
    statistic: u64,
    reference: Reference,
    p: Tail,
) -> Outcome {
    Outcome {
        test,
        items,
        statistic: statistic as f64,
        reference,
        p: PValue::new(Tail::new(1.0), p),
    }
}
