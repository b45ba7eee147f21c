//! Strings of random characters, such as passwords, tokens and UUIDs.

use identify::Numbers;
use identify::numbers::Fraction;
use identify::reading::{self, Reading};

use super::{MOST, Question};
use crate::input::whole;

/// The digits, and the letters of each case.
const KINDS: [&str; 3] = [
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
];

const HEX: &str = "0123456789abcdef";

/// Shorter words are no strings of random characters.
const LEAST: usize = 6;

/// Strings of random characters, such as passwords and tokens: each character as its place in an alphabet, and strings of
/// digits and lower-case letters also as fractions to base 36.
pub(super) fn tokens(texts: &[&str]) -> Option<Question> {
    let texts: Vec<&str> = texts
        .iter()
        .map(|text| text.strip_prefix("0.").unwrap_or(text))
        .collect();
    let joined = texts.concat();
    let is_number = |text: &&&str| whole(text.as_bytes()).is_some() || text.parse::<f64>().is_ok();
    let is_token = joined.len() <= MOST
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
        readings.push(Reading::new(
            way,
            Numbers::Fractions(texts.iter().map(fraction).collect()),
        ));
    }
    Question::read_as(readings)
}

/// UUIDs of version 4 as scripts make them without a library: a number below 16 for each digit, except that the first of the
/// third group is always 4, and of the first of the fourth group only two bits are seen.
pub(super) fn uuids(texts: &[&str]) -> Option<Question> {
    let digits = |text: &&str| {
        let groups: Vec<&str> = text.split('-').collect();
        let [a, b, c, d, e] = groups[..] else {
            return None;
        };
        let is_uuid = groups.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]);
        (is_uuid && text.is_ascii() && c.starts_with('4'))
            .then(|| [a, b, &c[1..], &d[1..], e].concat())
    };
    let known = texts
        .iter()
        .map(digits)
        .collect::<Option<String>>()?
        .to_ascii_lowercase();
    let values = in_alphabet(&known, HEX);
    let hidden: Vec<usize> = (0..texts.len()).map(|uuid| 31 * uuid + 15).collect();
    let numbers = Numbers::below(16, &values)?.with_gaps(&hidden);
    let way = "The digits were read as numbers below 16, without the version; the first of the fourth group is not known.";
    let read = Question::read_as(vec![Reading::new(way, numbers)]);
    read.filter(|_| values.len() == known.len())
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
    Some(Reading::new(way, numbers))
}
