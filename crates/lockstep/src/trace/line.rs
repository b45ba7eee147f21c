//! One line, taken apart.

use std::borrow::Cow;

use thiserror::Error;

use super::call::Call;
use super::columns::{Columns, Field};
use crate::shown;

/// The most columns a line can have.
pub const MOST_FIELDS: usize = 16;

/// What is wrong with a line.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// Too many fields, or too few.
    #[error("the line has {found} fields, and should have {wanted}")]
    Fields {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: String,
    },
    /// A field that is no number.
    #[error("{field} is `{text}`, and should be a whole number of 64 bits at most, decimal or 0x..., or - for unknown")]
    Number {
        /// Which field.
        field: Field,
        /// What it holds.
        text: String,
    },
    /// A column of another name, or one that is declared twice.
    #[error("`{0}` cannot be declared here: columns are index, site, lo, hi, word, result, each once, and -")]
    Columns(String),
    /// Columns without a word and without a result.
    #[error("neither word nor result is among the columns: there would be nothing to compare")]
    NothingToCompare,
    /// A declaration of other columns after the first draw.
    #[error("the columns change after the first draw: write them before it")]
    Late,
    /// A line without an end in sight.
    #[error("the line is longer than {} bytes: is this a text?", super::LONGEST_LINE)]
    TooLong,
}

/// One line of a trace that is a draw.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line<'a> {
    /// Its number in the text, from 1.
    pub number: u64,
    /// The line as it stands there, without its end.
    pub text: Cow<'a, [u8]>,
    /// Its numbers.
    pub call: Call,
    /// Where in the text the site stands; empty if it is unknown.
    pub(super) site: Span,
}

impl Line<'_> {
    /// Where the draw is made, if that is known.
    pub fn site(&self) -> Option<&[u8]> {
        self.text.get(self.site.0..self.site.1).filter(|site| !site.is_empty())
    }

    /// The same line, to be kept.
    pub fn into_owned(self) -> Line<'static> {
        Line { number: self.number, text: Cow::Owned(self.text.into_owned()), call: self.call, site: self.site }
    }
}

/// From where to where in a line, the latter not included.
pub(super) type Span = (usize, usize);

/// What a line that is a draw says: its numbers, and where its site stands.
pub(super) type Numbers = (Call, Span);

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The fields of a line, and how many there are; those beyond the most are counted only.
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

/// The numbers of a line without its end, and where its site stands. `None` if it is empty or a comment.
#[inline]
pub(super) fn parse(line: &[u8], columns: &Columns) -> Result<Option<Numbers>, Fault> {
    let (found, count) = fields(line);
    if count == 0 || found[0].first() == Some(&b'#') {
        return Ok(None);
    }
    let columns = columns.of(count)?;
    let (mut call, mut site) = (Call::default(), (0, 0));
    for (&field, text) in columns.iter().zip(found) {
        let Some(field) = field else { continue };
        if text == b"-" {
            continue;
        }
        if field == Field::Site {
            let start = text.as_ptr().addr() - line.as_ptr().addr();
            site = (start, start + text.len());
            continue;
        }
        let Some(number) = number(text) else {
            return Err(Fault::Number { field, text: shortened(text) });
        };
        match field {
            Field::Index => call.index = Some(number.bits()),
            Field::Lo => call.lo = Some(number.signed()),
            Field::Hi => call.hi = Some(number.signed()),
            Field::Word => call.word = Some(number.word()),
            Field::Result | Field::Site => call.result = Some(number.signed()),
        }
    }
    Ok(Some((call, site)))
}

/// A number of 64 bits, as it is written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Number {
    negative: bool,
    magnitude: u64,
}

impl Number {
    /// Its bits in two's complement.
    #[inline]
    const fn bits(self) -> u64 {
        if self.negative { self.magnitude.wrapping_neg() } else { self.magnitude }
    }

    /// The signed number of these bits.
    #[inline]
    const fn signed(self) -> i64 {
        self.bits().cast_signed()
    }

    /// The bits of a word: one that was written as a signed number of 32 bits has no more than those.
    #[inline]
    const fn word(self) -> u64 {
        if self.negative && self.magnitude <= 1 << 31 { self.bits() & 0xffff_ffff } else { self.bits() }
    }
}

/// A whole number of 64 bits, signed or not.
#[inline]
fn number(text: &[u8]) -> Option<Number> {
    let (negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let magnitude = match digits {
        [b'0', b'x' | b'X', digits @ ..] => hexadecimal(digits)?,
        _ => decimal(digits)?,
    };
    (!negative || magnitude <= 1 << 63).then_some(Number { negative, magnitude })
}

#[inline]
fn decimal(digits: &[u8]) -> Option<u64> {
    // Nineteen digits always fit.
    let (head, tail) = digits.split_at_checked(19).unwrap_or((digits, &[]));
    let mut number = 0_u64;
    for &digit in head {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    for &digit in tail {
        let digit = digit.wrapping_sub(b'0');
        number = number.checked_mul(10)?.checked_add(digit.into()).filter(|_| digit <= 9)?;
    }
    (!digits.is_empty()).then_some(number)
}

fn hexadecimal(digits: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    u64::from_str_radix(digits, 16).ok()
}

/// The text as it is shown in an error.
fn shortened(text: &[u8]) -> String {
    shown(&String::from_utf8_lossy(text), 40).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_sixty_four_bits_in_either_base() {
        let read = [
            ("0", Some(0)),
            ("-1", Some(-1)),
            ("+7", Some(7)),
            ("0x1F", Some(31)),
            ("-0x10", Some(-16)),
            ("00000000000000000000000012", Some(12)),
            ("9223372036854775807", Some(i64::MAX)),
            ("-9223372036854775808", Some(i64::MIN)),
            // Unsigned numbers are the signed ones of the same bits.
            ("18446744073709551615", Some(-1)),
            ("0xffffffffffffffff", Some(-1)),
            ("18446744073709551616", None),
            ("-9223372036854775809", None),
            ("0x10000000000000000", None),
            ("0x", None),
            ("0x+1", None),
            ("", None),
            ("-", None),
            ("--1", None),
            ("1.5", None),
            ("12a", None),
            ("1234567890123456789x", None),
        ];
        for (text, expected) in read {
            assert_eq!(number(text.as_bytes()).map(Number::signed), expected, "{text}");
        }
    }

    #[test]
    fn words_below_zero_are_their_bits() {
        let words = [
            ("-1", 0xffff_ffff),
            ("-2147483648", 0x8000_0000),
            ("-2147483649", 0xffff_ffff_7fff_ffff),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, word) in words {
            assert_eq!(number(text.as_bytes()).map(Number::word), Some(word), "{text}");
        }
    }
}
