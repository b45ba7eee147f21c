//! The fields of a line as texts, and the errors in them.

use thiserror::Error;

/// The most columns a line can have.
pub(super) const MOST_FIELDS: usize = 16;

/// An error in a line.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct Fault(String);

impl Fault {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }

    /// The error of too many or too few fields.
    pub(super) fn fields(found: usize, wanted: &str) -> Self {
        let s = if found == 1 { "" } else { "s" };
        Self(format!(
            "the line has {found} field{s}, and should have {wanted}"
        ))
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The fields of a line, and how many there are; fields beyond the maximum are only counted.
#[inline]
pub(super) fn fields(line: &[u8]) -> ([&[u8]; MOST_FIELDS], usize) {
    let mut found = [&line[..0]; MOST_FIELDS];
    let (mut count, mut at) = (0, 0);
    while at < line.len() {
        if is_blank(line[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < line.len() && !is_blank(line[at]) {
            at += 1;
        }
        if let Some(place) = found.get_mut(count) {
            *place = &line[start..at];
        }
        count += 1;
    }
    (found, count)
}
