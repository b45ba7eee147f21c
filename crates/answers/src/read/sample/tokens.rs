//! Strings of random characters, such as passwords, tokens and UUIDs.

use std::borrow::Cow;

use identify::Numbers;
use identify::numbers::{Fraction, GAP};
use identify::reading::{Reading, Written};

use super::names::{BASE_36, likely_alphabets, places_in_alphabet, read_in_alphabet};
use super::{MAX_NUMBERS, Sample};
use crate::read::parse_whole;

const HEX: &str = "0123456789abcdef";

/// Shorter words are no strings of random characters.
const MIN_LENGTH: usize = 6;

/// Strings of random characters, such as passwords and tokens: each character as its place in an alphabet, and strings of
/// digits and lower-case letters also as fractions to base 36.
pub(super) fn read_tokens(texts: &[&str]) -> Option<Sample> {
    let mut tokens = Vec::with_capacity(texts.len());
    for text in texts {
        tokens.push(text.strip_prefix("0.").unwrap_or(text));
    }
    if !are_tokens(&tokens) {
        return None;
    }
    let joined = tokens.concat();
    let alphabets = likely_alphabets(&joined);
    let mut readings = Vec::new();
    for alphabet in &alphabets {
        readings.extend(read_in_alphabet(&joined, alphabet));
    }
    if alphabets.iter().any(|alphabet| alphabet == BASE_36) {
        let fractions = tokens.iter().map(|token| fraction_of_base_36(token));
        readings.push(as_drawn(
            "The strings were read as fractions to base 36, as of toString(36).",
            Numbers::Fractions(fractions.collect()),
        ));
    }
    Some(Sample {
        guesses: read_words(&tokens, false).unwrap_or_default(),
        ..Sample::read_as(readings)?
    })
}

/// Whether texts are strings of random characters, of which some may look like numbers.
fn are_tokens(texts: &[&str]) -> bool {
    let joined = texts.concat();
    if joined.len() > MAX_NUMBERS || !joined.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return false;
    }
    let mut number_count = 0;
    let mut is_one_length = true;
    for text in texts {
        if text.len() < MIN_LENGTH {
            return false;
        }
        if parse_whole(text.as_bytes()).is_some() || text.parse::<f64>().is_ok() {
            number_count += 1;
        }
        is_one_length &= text.len() == texts[0].len();
    }
    let has_digit = joined.bytes().any(|byte| byte.is_ascii_digit());
    texts.len() > 4 * number_count && (has_digit || is_one_length)
}

/// The fraction whose digits to base 36 are these.
fn fraction_of_base_36(digits: &str) -> Fraction {
    let mut value = 0.0;
    for digit in places_in_alphabet(digits, BASE_36).into_iter().rev() {
        value = (value + digit as f64) / 36.0;
    }
    let within = 36_f64.powi(-(digits.len() as i32)).max(f64::EPSILON);
    Fraction { value, within }
}

/// Numbers that are not written like the input.
fn as_drawn(way: impl Into<Cow<'static, str>>, numbers: Numbers) -> Reading {
    Reading {
        written: Written::Drawn,
        ..Reading::new(way, numbers)
    }
}

/// Hexadecimal digits as words of 32 bits, as Python takes them for random bytes and for numbers of many bits. `None` if a
/// text does not consist of such words. In UUIDs that have a version, two of the four words are not known.
fn read_words(texts: &[&str], has_version: bool) -> Option<Vec<Reading>> {
    let mut of_bytes = Vec::new();
    let mut of_numbers = Vec::new();
    for text in texts {
        let mut words = Vec::new();
        for digits in text.as_bytes().chunks(8) {
            if digits.len() < 8 {
                return None;
            }
            words.push(u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?);
        }
        let (start, end) = (of_bytes.len(), of_bytes.len() + words.len());
        of_bytes.extend(words.iter().map(|word| u64::from(word.swap_bytes())));
        of_numbers.extend(words.iter().rev().map(|word| u64::from(*word)));
        if has_version {
            of_bytes[start + 1..start + 3].fill(GAP);
            of_numbers[end - 3..end - 1].fill(GAP);
        }
    }
    Some(vec![
        as_drawn(
            "The digits were read as bytes, as of Python's randbytes.",
            Numbers::Words {
                bits: 32,
                values: of_bytes,
            },
        ),
        as_drawn(
            "The digits were read as numbers, as of Python's getrandbits.",
            Numbers::Words {
                bits: 32,
                values: of_numbers,
            },
        ),
    ])
}

/// UUIDs of version 4 as scripts make them without a library: a number below 16 for each digit, except that the first of the
/// third group is always 4, and of the first of the fourth group only two bits are seen. Also UUIDs whose bits are given to a
/// library, which may set the version.
pub(super) fn read_uuids(texts: &[&str]) -> Option<Sample> {
    let mut uuids = Vec::with_capacity(texts.len());
    for text in texts {
        uuids.push(digits_of_uuid(text)?);
    }
    let uuids: Vec<&str> = uuids.iter().map(|uuid| &**uuid).collect();
    let has_version = uuids
        .iter()
        .all(|uuid| uuid[12..].starts_with('4') && uuid[16..].starts_with(['8', '9', 'a', 'b']));
    let of_words = read_words(&uuids, has_version)?;
    if !has_version {
        return Sample::read_as(of_words);
    }
    let in_order = UuidScript {
        draws: 31,
        unknown: &[15],
        how: "without the version",
    };
    let others = [
        UuidScript {
            draws: 31,
            unknown: &[30],
            how: "without the version, the first of the fourth group last",
        },
        UuidScript {
            draws: 31,
            unknown: &[0],
            how: "without the version, the first of the fourth group before all others",
        },
        UuidScript {
            draws: 32,
            unknown: &[12, 16],
            how: "one of which the version replaced",
        },
        UuidScript {
            draws: 36,
            unknown: &[8, 13, 14, 18, 19, 23],
            how: "five of which the version and the hyphens replaced",
        },
    ];
    let mut guesses = Vec::new();
    for script in others {
        guesses.extend(script.read(&uuids));
    }
    guesses.extend(of_words);
    Some(Sample {
        guesses,
        ..Sample::read_as(vec![in_order.read(&uuids)?])?
    })
}

/// The 32 digits of a UUID, in lower case.
fn digits_of_uuid(text: &str) -> Option<String> {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    if groups != [8, 4, 4, 4, 12] {
        return None;
    }
    let digits = text.replace('-', "").to_ascii_lowercase();
    let is_uuid = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_uuid.then_some(digits)
}

/// A way in which scripts make UUIDs.
struct UuidScript {
    /// How many numbers are drawn for each.
    draws: usize,
    /// The places of those that are not known.
    unknown: &'static [usize],
    how: &'static str,
}

impl UuidScript {
    /// UUIDs with a version as the numbers that this script draws.
    fn read(&self, uuids: &[&str]) -> Option<Reading> {
        let mut known = String::new();
        let mut gaps = Vec::new();
        for (uuid, first) in uuids.iter().zip((0..).step_by(self.draws)) {
            known += &uuid[..12];
            known += &uuid[13..16];
            known += &uuid[17..];
            gaps.extend(self.unknown.iter().map(|place| first + place));
        }
        let numbers = Numbers::below(16, &places_in_alphabet(&known, HEX))?.with_gaps(&gaps);
        let way = format!(
            "The digits were read as numbers below 16, {}; the first of the fourth group is not known.",
            self.how
        );
        Some(as_drawn(way, numbers))
    }
}
