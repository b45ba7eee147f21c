//! The streams of neighbouring seeds, and what tests of them have in common.

use gof::{Error, Outcome, PValue, Reference, Tail};

/// The streams of so many seeds, of words of so many bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli::test) struct Seeds {
    /// The first seed.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// The bits of a word.
    pub bits: u32,
}

impl Seeds {
    /// How many words a window has: as many as fit 128 bits.
    pub(super) const fn window(self) -> u64 {
        (128 / self.bits) as u64
    }

    pub(super) const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }
}

/// There must be so many items.
pub(super) fn enough(have: u64, need: u64) -> Result<(), Error> {
    if have < need {
        return Err(Error::TooFew { have, need });
    }
    Ok(())
}

/// A result of which only the upper tail counts.
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
