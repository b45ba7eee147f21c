//! One line, taken apart.

use std::borrow::Cow;

use super::call::Call;
use super::columns::{Columns, Field};
use super::fault::{Fault, fields};
use crate::shown;

/// The error of a field that is not a number.
fn not_a_number(field: Field, text: &[u8]) -> Fault {
    let text = String::from_utf8_lossy(text);
    Fault::new(format!(
        "{field} is `{}`, and should be a whole number of 64 bits at most, decimal or 0x..., or - for unknown",
        shown(&text, 40)
    ))
}

/// One line of a trace that is a draw.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Line<'a> {
    /// Its number in the text, from 1.
    pub number: u64,
    /// The line, without its end.
    pub text: Cow<'a, [u8]>,
    /// Its numbers.
    pub call: Call,
    /// The place of the site in the text; empty if it is unknown.
    pub(super) site: Span,
}

impl Line<'_> {
    /// The place where the draw is made, if it is known.
    pub fn site(&self) -> Option<&[u8]> {
        self.text
            .get(self.site.start..self.site.end)
            .filter(|site| !site.is_empty())
    }

    /// The same line, owned.
    pub fn into_owned(self) -> Line<'static> {
        Line {
            text: Cow::Owned(self.text.into_owned()),
            ..self
        }
    }
}

/// The beginning and the end of a part of a line; the end is not included.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Span {
    start: usize,
    end: usize,
}

/// The contents of a draw's line: its numbers, and the place of its site.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ParsedDraw {
    pub(super) call: Call,
    pub(super) site: Span,
}

impl ParsedDraw {
    /// Stores the number of a text in this field.
    #[inline]
    pub(super) fn set(&mut self, field: Field, text: &[u8]) -> Result<(), Fault> {
        let call = &mut self.call;
        let (negative, magnitude) = parse_number(text).ok_or_else(|| not_a_number(field, text))?;
        let bits = if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        };
        match field {
            Field::Index => call.index = Some(bits),
            Field::Lo => call.lo = Some(bits.cast_signed()),
            Field::Hi => call.hi = Some(bits.cast_signed()),
            // A word that is written as a signed number of 32 bits has only these.
            Field::Word if negative && magnitude <= 1 << 31 => call.word = Some(bits & 0xffff_ffff),
            Field::Word => call.word = Some(bits),
            Field::Result | Field::Site => call.result = Some(bits.cast_signed()),
        }
        Ok(())
    }
}

/// The draw of a line without its end; `None` if the line is empty, a comment or an event.
#[inline]
pub(super) fn parse(line: &[u8], columns: &mut Columns) -> Result<Option<ParsedDraw>, Fault> {
    let (found, count) = fields(line);
    if count == 0 || found[0].starts_with(b"#") || found[0] == b"event" {
        return Ok(None);
    }
    let mut numbers = ParsedDraw::default();
    for (&field, text) in columns.with_count(count)?.iter().zip(found) {
        match field.filter(|_| text != b"-") {
            None => {}
            Some(Field::Site) => {
                let start = text.as_ptr().addr() - line.as_ptr().addr();
                numbers.site = Span {
                    start,
                    end: start + text.len(),
                };
            }
            Some(field) => numbers.set(field, text)?,
        }
    }
    Ok(Some(numbers))
}

/// Whether a whole number of 64 bits is negative, and its magnitude.
#[inline]
fn parse_number(text: &[u8]) -> Option<(bool, u64)> {
    let (negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        (b'+', rest) => (false, rest),
        _ => (false, text),
    };
    let (radix, digits) = match digits {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        _ => (10, digits),
    };
    let mut magnitude = 0_u64;
    for &digit in digits {
        let digit = char::from(digit).to_digit(radix)?;
        magnitude = magnitude
            .checked_mul(radix.into())?
            .checked_add(digit.into())?;
    }
    let fits = !negative || magnitude <= 1 << 63;
    (fits && !digits.is_empty()).then_some((negative, magnitude))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The call of a line in which LO and WORD have this text.
    fn parse_call(text: &str) -> Option<Call> {
        let line = format!("- {text} 0 {text} 0");
        let numbers = parse(line.as_bytes(), &mut Columns::default()).ok()??;
        Some(numbers.call)
    }

    #[test]
    fn numbers_have_64_bits_in_decimal_and_hexadecimal() {
        for (text, expected) in [
            ("+7", Some(7)),
            ("-0x10", Some(-16)),
            ("00000000000000000000000012", Some(12)),
            ("-9223372036854775808", Some(i64::MIN)),
            // Unsigned numbers become the signed ones with the same bits.
            ("18446744073709551615", Some(-1)),
            ("0xffffffffffffffff", Some(-1)),
            ("18446744073709551616", None),
            ("-9223372036854775809", None),
            ("0x10000000000000000", None),
            ("0x", None),
            ("--1", None),
            ("12a", None),
        ] {
            let lo = parse_call(text).map(|call| call.lo.unwrap());
            assert_eq!(lo, expected, "{text}");
        }
        for (text, word) in [
            ("-1", 0xffff_ffff),
            ("-2147483648", 0x8000_0000),
            ("-2147483649", 0xffff_ffff_7fff_ffff),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(
                parse_call(text).unwrap().word,
                Some(word),
                "a word below zero is its bits: {text}"
            );
        }
    }
}
