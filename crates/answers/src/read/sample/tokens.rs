//! Strings of random characters, such as passwords, tokens and UUIDs.

use identify::Numbers;
use identify::numbers::{Fraction, GAP};
use identify::reading::{self, Reading, Written};

use super::{MAX_NUMBERS, Sample};
use crate::read::parse_whole;

/// The digits, and the letters of each case.
pub(super) const KINDS: [&str; 3] = [
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
];

const HEX: &str = "0123456789abcdef";

/// Shorter words are no strings of random characters.
const LEAST: usize = 6;

/// Strings of random characters, such as passwords and tokens: each character as its place in an alphabet, and strings of
/// digits and lower-case letters also as fractions to base 36.
pub(super) fn tokens(texts: &[&str]) -> Option<Sample> {
    let texts: Vec<&str> = texts
        .iter()
        .map(|text| text.strip_prefix("0.").unwrap_or(text))
        .collect();
    let joined = texts.concat();
    let is_number =
        |text: &&&str| parse_whole(text.as_bytes()).is_some() || text.parse::<f64>().is_ok();
    let is_token = joined.len() <= MAX_NUMBERS
        && texts.iter().all(|text| text.len() >= LEAST)
        && joined.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && texts.len() > 4 * texts.iter().filter(is_number).count()
        && (joined.bytes().any(|byte| byte.is_ascii_digit())
            || texts.iter().all(|text| text.len() == texts[0].len()));
    if !is_token {
        return None;
    }
    let alphabets = alphabets(&joined);
    let mut readings: Vec<Reading> = alphabets
        .iter()
        .filter_map(|alphabet| placed(&joined, alphabet))
        .collect();
    let base = KINDS[..2].concat();
    if alphabets.contains(&base) {
        let fraction = |text: &&str| {
            let digits = in_alphabet(text, &base).into_iter().rev();
            Fraction {
                value: digits.fold(0.0, |below, digit| (below + digit as f64) / 36.0),
                within: 36_f64.powi(-(text.len() as i32)).max(f64::EPSILON),
            }
        };
        let way = "The strings were read as fractions to base 36, as of toString(36).";
        readings.push(Reading {
            written: Written::Drawn,
            ..Reading::new(
                way,
                Numbers::Fractions(texts.iter().map(fraction).collect()),
            )
        });
    }
    let guesses = in_words(&texts, false).unwrap_or_default();
    Some(Sample {
        guesses,
        ..Sample::read_as(readings)?
    })
}

/// Hexadecimal digits as words of 32 bits, as Python takes them for random bytes and for numbers of many bits. `None` if a
/// text does not consist of such words. In UUIDs that have a version, two of the four words are not known.
fn in_words(texts: &[impl AsRef<str>], has_version: bool) -> Option<Vec<Reading>> {
    let (mut of_bytes, mut of_numbers) = (Vec::new(), Vec::new());
    for text in texts {
        let words = text
            .as_ref()
            .as_bytes()
            .chunks(8)
            .enumerate()
            .map(|(at, digits)| {
                let word = u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
                (digits.len() == 8).then_some((at, word))
            });
        let words: Vec<(usize, u32)> = words.collect::<Option<_>>()?;
        let known = |at, word: u32| match at {
            1 | 2 if has_version => GAP,
            _ => word.into(),
        };
        of_bytes.extend(words.iter().map(|&(at, word)| known(at, word.swap_bytes())));
        of_numbers.extend(words.iter().rev().map(|&(at, word)| known(at, word)));
    }
    let read = |way: &'static str, values| Reading {
        written: Written::Drawn,
        ..Reading::new(way, Numbers::Words { bits: 32, values })
    };
    Some(vec![
        read(
            "The digits were read as bytes, as of Python's randbytes.",
            of_bytes,
        ),
        read(
            "The digits were read as numbers, as of Python's getrandbits.",
            of_numbers,
        ),
    ])
}

/// UUIDs of version 4 as scripts make them without a library: a number below 16 for each digit, except that the first of the
/// third group is always 4, and of the first of the fourth group only two bits are seen. Also UUIDs whose bits are given to a
/// library, which may set the version.
pub(super) fn uuids(texts: &[&str]) -> Option<Sample> {
    let digits = |text: &&str| {
        let is_uuid = text.split('-').map(str::len).eq([8, 4, 4, 4, 12]);
        let digits = text.replace('-', "").to_ascii_lowercase();
        let is_uuid = is_uuid && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_uuid.then_some(digits)
    };
    let all: Vec<String> = texts.iter().map(digits).collect::<Option<_>>()?;
    let is_of = |at: usize, among: &str| all.iter().all(|text| among.contains(&text[at..=at]));
    let has_version = is_of(12, "4") && is_of(16, "89ab");
    let of_words = in_words(&all, has_version)?;
    if !has_version {
        return Sample::read_as(of_words);
    }
    let known = |text: &String| [&text[..12], &text[13..16], &text[17..]].concat();
    let known: String = all.iter().map(known).collect();
    let values = in_alphabet(&known, HEX);
    // How many numbers are drawn for each, of which these are not known.
    let read = |(each, unknown, how): (usize, &[usize], &str)| {
        let places =
            (0..texts.len()).flat_map(|uuid| unknown.iter().map(move |at| each * uuid + at));
        let numbers = Numbers::below(16, &values)?.with_gaps(&places.collect::<Vec<_>>());
        let way = format!(
            "The digits were read as numbers below 16, {how}; the first of the fourth group is not known."
        );
        Some(Reading {
            written: Written::Drawn,
            ..Reading::new(way, numbers)
        })
    };
    let in_order = read((31, &[15], "without the version"))?;
    let others: [(usize, &[usize], &str); 4] = [
        (
            31,
            &[30],
            "without the version, the first of the fourth group last",
        ),
        (
            31,
            &[0],
            "without the version, the first of the fourth group before all others",
        ),
        (32, &[12, 16], "one of which the version replaced"),
        (
            36,
            &[8, 13, 14, 18, 19, 23],
            "five of which the version and the hyphens replaced",
        ),
    ];
    Some(Sample {
        guesses: others
            .into_iter()
            .filter_map(read)
            .chain(of_words)
            .collect(),
        ..Sample::read_as(vec![in_order])?
    })
}

/// The digits and the letters of each case in every order, as far as they occur; of hexadecimal digits, only the first letters.
pub(super) fn alphabets(text: &str) -> Vec<String> {
    let is_hexadecimal = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let most = if is_hexadecimal && text.contains(|c: char| c.is_ascii_digit()) {
        6
    } else {
        26
    };
    let kinds: Vec<&str> = KINDS
        .into_iter()
        .filter(|kind| text.contains(|c| kind.contains(c)))
        .map(|kind| kind.get(11..).map_or(kind, |_| &kind[..most]))
        .collect();
    reading::orders(&kinds)
        .map(|order| order.concat())
        .collect()
}

/// The places of characters in their alphabet.
pub(super) fn in_alphabet(text: &str, alphabet: &str) -> Vec<u64> {
    let place = |c| alphabet.find(c).map(|place| place as u64);
    text.chars().filter_map(place).collect()
}

/// Characters as their places in an alphabet.
pub(super) fn placed(text: &str, alphabet: &str) -> Option<Reading> {
    let numbers = Numbers::below(alphabet.len() as u64, &in_alphabet(text, alphabet))?;
    let way = format!("Characters were read as places in {alphabet}: --alphabet says others.");
    let names = alphabet.chars().map(String::from).collect();
    Some(Reading {
        written: Written::Names(names),
        ..Reading::new(way, numbers)
    })
}
