//! How the result of a call comes from its word, as programs do it and as they get it wrong.
//!
//! Every way is lower bound + (part of the word) reduced to a width. Traces that show words and arguments tell which one
//! it was.

use std::fmt;

use crate::trace::Call;

/// So many bits of results must be explained: there are some hundred ways, and fewer are explained by chance.
const LEAST: u32 = 24;

/// What is taken of a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Part {
    Whole,
    /// So many low bits.
    Low(u32),
    /// What is left when so many low bits are shifted out.
    Shifted(u32),
}

/// What it is reduced to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Width {
    /// HI - LO + 1: HI can come.
    Closed,
    /// HI - LO: HI cannot come.
    HalfOpen,
    /// HI itself.
    High,
}

/// A way from words to results.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Way {
    part: Part,
    width: Width,
    /// The part times the width is divided by 2 to this; otherwise the remainder is taken.
    scale: Option<u32>,
    from_low: bool,
}

impl Way {
    /// All ways, the most common first.
    fn all() -> impl Iterator<Item = Self> {
        let low = (8..=31).map(Part::Low);
        let remainders = [Part::Whole].into_iter().chain(low).chain((1..=31).map(Part::Shifted));
        let scaled = [31, 32].map(|bits| (Part::Whole, Some(bits)));
        let reductions = remainders.map(|part| (part, None)).chain(scaled);
        let bounds = [
            (Width::Closed, true),
            (Width::HalfOpen, true),
            (Width::Closed, false),
            (Width::HalfOpen, false),
            (Width::High, true),
            (Width::High, false),
        ];
        bounds.into_iter().flat_map(move |(width, from_low)| {
            reductions.clone().map(move |(part, scale)| Self { part, width, scale, from_low })
        })
    }

    /// What it gives for a call. `None` if the trace does not say enough, or there is no such number.
    fn result(self, call: &Call) -> Option<i128> {
        // As get_rand does it: bounds in the wrong order are swapped.
        let (lo, hi) = (i128::from(call.lo?.min(call.hi?)), i128::from(call.lo?.max(call.hi?)));
        let word = i128::from(call.word?);
        let part = match self.part {
            Part::Whole => word,
            Part::Low(bits) => word & ((1 << bits) - 1),
            Part::Shifted(by) => word >> by,
        };
        let width = match self.width {
            Width::Closed => hi - lo + 1,
            Width::HalfOpen => hi - lo,
            Width::High => hi,
        };
        if width <= 0 {
            return None;
        }
        let value = match self.scale {
            None => part % width,
            // Both have 65 bits at most.
            Some(bits) => part.checked_mul(width)? >> bits,
        };
        Some(if self.from_low { lo + value } else { value })
    }

    /// The first way that gives these results.
    pub(super) fn explaining(calls: &[Call]) -> Option<Self> {
        let gives = |way: &Self| {
            let mut explained = 0_u32;
            let all = calls.iter().all(|call| match (way.result(call), call.result) {
                (Some(given), Some(result)) => {
                    // A range of one number is explained by everything.
                    let width = call.hi.zip(call.lo).map_or(0, |(hi, lo)| hi.abs_diff(lo));
                    explained = explained.saturating_add(width.saturating_add(1).ilog2());
                    given == i128::from(result)
                }
                (None, Some(_)) => call.word.is_none() || call.lo.is_none() || call.hi.is_none(),
                _ => true,
            });
            all && explained >= LEAST
        };
        Self::all().find(gives)
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from_low {
            f.write_str("LO + ")?;
        }
        match self.part {
            Part::Whole => f.write_str("WORD")?,
            Part::Low(bits) => write!(f, "(WORD & {:#x})", (1_u64 << bits) - 1)?,
            Part::Shifted(by) => write!(f, "(WORD >> {by})")?,
        }
        let width = match self.width {
            Width::Closed => "(HI - LO + 1)",
            Width::HalfOpen => "(HI - LO)",
            Width::High => "HI",
        };
        match self.scale {
            None => write!(f, " % {width}"),
            Some(bits) => write!(f, " * {width} / 2^{bits}"),
        }
    }
}
