//! How the result of a call comes from its word, as programs do it and as they get it wrong.
//!
//! Every way is lower bound + (part of the word) reduced to a width. Traces that show words and arguments tell which one
//! it was.

use std::fmt;

use crate::trace::Call;

/// So many bits of results must be explained: there are some hundred ways, and fewer are explained by chance.
const LEAST: u32 = 24;

/// A way from words to results.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Way {
    /// The bits of a word that are kept, and by how many they are moved down.
    mask: u64,
    shift: u32,
    /// What the word is reduced to.
    width: Width,
    /// The word times the width is divided by 2 to this; otherwise the remainder is taken.
    scale: Option<u32>,
    from_low: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Width {
    /// HI - LO + 1: HI can come.
    Closed,
    /// HI - LO: HI cannot come.
    HalfOpen,
    /// HI itself.
    High,
}

impl Way {
    /// All ways, the most common first.
    fn all() -> impl Iterator<Item = Self> {
        let low = (8..=31).map(|bits| ((1 << bits) - 1, 0, None));
        let remainders = std::iter::once((u64::MAX, 0, None))
            .chain(low)
            .chain((1..=31).map(|by| (u64::MAX, by, None)));
        let parts = remainders.chain([31, 32].map(|bits| (u64::MAX, 0, Some(bits))));
        let bounds = [
            (Width::Closed, true),
            (Width::HalfOpen, true),
            (Width::Closed, false),
            (Width::HalfOpen, false),
            (Width::High, true),
            (Width::High, false),
        ];
        bounds.into_iter().flat_map(move |(width, from_low)| {
            parts.clone().map(move |(mask, shift, scale)| Self {
                mask,
                shift,
                width,
                scale,
                from_low,
            })
        })
    }

    /// What it gives for a call. `None` if the trace does not say enough, or there is no such number.
    fn result(self, call: &Call) -> Option<i128> {
        // As get_rand does it: bounds in the wrong order are swapped.
        let (lo, hi) = (
            i128::from(call.lo?.min(call.hi?)),
            i128::from(call.lo?.max(call.hi?)),
        );
        let part = i128::from((call.word? & self.mask) >> self.shift);
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
        let known = |call: &&Call| {
            call.result.is_some() && call.word.is_some() && call.lo.is_some() && call.hi.is_some()
        };
        // A range of one number is explained by everything.
        let width = |call: &Call| {
            call.hi
                .zip(call.lo)
                .map_or(0, |(hi, lo)| hi.abs_diff(lo))
                .saturating_add(1)
        };
        let bits: u64 = calls
            .iter()
            .filter(known)
            .map(|call| u64::from(width(call).ilog2()))
            .sum();
        let gives = |way: &Self| {
            calls
                .iter()
                .filter(known)
                .all(|call| way.result(call) == call.result.map(i128::from))
        };
        Self::all().find(|way| bits >= LEAST.into() && gives(way))
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from_low {
            f.write_str("LO + ")?;
        }
        match (self.mask, self.shift) {
            (u64::MAX, 0) => f.write_str("WORD")?,
            (u64::MAX, by) => write!(f, "(WORD >> {by})")?,
            (mask, _) => write!(f, "(WORD & {mask:#x})")?,
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
