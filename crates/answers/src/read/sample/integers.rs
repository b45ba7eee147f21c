//! Integers in text.

use identify::Numbers;
use identify::reading::{self, Reading};

use super::{MAX_NUMBERS, Result, Sample, SampleOptions, fractions};
use crate::read::{Digits, Hint, ItemKind, PlacedText, Width, parse_signed, parse_whole};

/// This many characters 0 and 1 without a blank are coins rather than a number.
pub(super) const COINS: usize = 16;

/// Fewer cards than this may be in order by chance.
pub(super) const MIN_CARDS: usize = 6;

/// The integers that texts stand for, and what is known about them.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Integers {
    values: Vec<u64>,
    /// The number of bits in a word, if the integers had a sign.
    bits: Option<u32>,
    /// Whether each integer from 0 on occurs once; integers from 1 on were shifted to start at 0.
    is_deck: bool,
}

impl Integers {
    /// Integers in the domain that the options give, counted from its first one.
    pub(super) fn read_plain(words: &[PlacedText], options: &SampleOptions) -> Result<Self> {
        let domain = options.domain();
        let mut values = Vec::with_capacity(words.len());
        for word in words {
            let text = match options.below {
                Some(_) => whole_part(&word.text).as_bytes(),
                None => word.text.as_bytes(),
            };
            let value = domain.number(text, &mut Digits::default());
            values.push(value.map_err(|problem| match parse_signed(text) {
                None => word.error(problem).with_hint(Hint::Alphabet),
                Some(_) => word.error(problem),
            })?);
        }
        Ok(Self {
            values,
            ..Self::default()
        })
    }

    /// The sample of these integers, each of which must be as the options say.
    pub(super) fn into_checked_sample(
        mut self,
        options: &SampleOptions,
        kind: ItemKind,
    ) -> Result<Sample> {
        let options = SampleOptions {
            bits: options.bits.or(self.bits),
            ..options.clone()
        };
        if kind == ItemKind::Float {
            fractions::domain(&options)?;
        }
        let domain = options.domain();
        for value in &mut self.values {
            *value = domain.word(*value, Width::Eight)?;
        }
        self.into_sample(&options, kind)
    }

    /// The sample of these integers, counted from 0.
    pub(super) fn into_sample(self, options: &SampleOptions, kind: ItemKind) -> Result<Sample> {
        let (bits, is_deck) = (self.bits, self.is_deck);
        let numbers = options.numbers(self.values)?;
        let is_guessed = kind == ItemKind::Text && options.bits == bits && !is_deck;
        let readings = match &numbers {
            Numbers::Words { values, .. } if is_deck => {
                reading::of_deck(values).unwrap_or_default()
            }
            Numbers::Words { values, .. } if is_guessed => {
                let signed = values.iter().map(|value| with_sign(*value, bits));
                reading::of_small(&signed.collect::<Vec<_>>())
            }
            _ => Vec::new(),
        };
        Ok(Sample {
            readings,
            is_guessed,
            ..Sample::as_drawn(numbers)
        })
    }
}

/// A whole number that is written as a fraction, as in `3.0`, without its point and the zeros after it.
fn whole_part(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, rest)) if !whole.is_empty() && rest.bytes().all(|byte| byte == b'0') => whole,
        _ => text,
    }
}

/// A word of so many bits as a signed number; a word without a sign that is too great for one is the greatest.
fn with_sign(word: u64, bits: Option<u32>) -> i64 {
    match bits {
        Some(bits) => (word << (64 - bits)).cast_signed() >> (64 - bits),
        None => i64::try_from(word).unwrap_or(i64::MAX),
    }
}

/// The integers that texts stand for, unless the texts are numbers without a sign and no deck.
pub(super) fn read_special(texts: &[&str], options: &SampleOptions) -> Option<Integers> {
    if options.below.is_none()
        && let Some(integers) = read_signed(texts, options.bits.is_some())
    {
        return Some(integers);
    }
    if options.below.is_some() || options.bits.is_some() {
        return None;
    }
    if let Some(values) = read_hexadecimal(texts) {
        return Some(Integers {
            values,
            ..Integers::default()
        });
    }
    let mut numbers = Vec::with_capacity(texts.len());
    for text in texts {
        numbers.push(parse_whole(text.as_bytes())?);
    }
    Some(Integers {
        values: count_from_zero(&numbers)?,
        is_deck: true,
        ..Integers::default()
    })
}

/// Integers, at least one of them negative, as words of 32 or 64 bits, unless their size was said.
fn read_signed(texts: &[&str], is_said: bool) -> Option<Integers> {
    if !texts.iter().any(|text| text.starts_with('-')) {
        return None;
    }
    let mut numbers = Vec::with_capacity(texts.len());
    for text in texts {
        numbers.push(i64::try_from(parse_signed(text.as_bytes())?).ok()?);
    }
    let is_short = numbers.iter().all(|&number| i32::try_from(number).is_ok());
    let bits = if is_short { 32 } else { 64 };
    let mask = u64::MAX >> (64 - bits);
    Some(Integers {
        values: numbers.iter().map(|number| *number as u64 & mask).collect(),
        bits: (!is_said).then_some(bits),
        ..Integers::default()
    })
}

/// The words, if all have the same number of hexadecimal digits, including both decimal digits and letters.
fn read_hexadecimal(texts: &[&str]) -> Option<Vec<u64>> {
    let length = texts[0].len();
    if !matches!(length, 2 | 4 | 6 | 8 | 12 | 16) || texts.iter().any(|text| text.len() != length) {
        return None;
    }
    let joined = texts.concat();
    let has_digit = joined.bytes().any(|byte| byte.is_ascii_digit());
    let has_letter = joined.bytes().any(|byte| byte.is_ascii_alphabetic());
    if !has_digit || !has_letter || !joined.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let words = texts.iter().map(|text| u64::from_str_radix(text, 16).ok());
    words.collect()
}

/// How words may make these numbers, if at least one has more than 64 bits and none has more than 128.
pub(super) fn read_wide(texts: &[&str]) -> Vec<Reading> {
    let mut numbers = Vec::new();
    let mut is_wide = false;
    for text in texts {
        let Some(number) = parse_whole(text.as_bytes()).filter(|number| *number < u128::MAX) else {
            return Vec::new();
        };
        is_wide |= number > u64::MAX.into();
        numbers.push(number);
    }
    if !is_wide {
        return Vec::new();
    }
    numbers.truncate(MAX_NUMBERS / 4);
    reading::of_wide(&numbers)
}

/// The numbers from 0 on, if each of 0, 1, 2, ... or of 1, 2, 3, ... occurs once.
pub(super) fn count_from_zero(numbers: &[u128]) -> Option<Vec<u64>> {
    let base = *numbers.iter().min()?;
    if base > 1 || numbers.len() < MIN_CARDS {
        return None;
    }
    let mut seen = vec![false; numbers.len()];
    for number in numbers {
        let place = usize::try_from(number - base).ok()?;
        let is_seen = seen.get_mut(place)?;
        if std::mem::replace(is_seen, true) {
            return None;
        }
    }
    let from_zero = numbers.iter().map(|number| (number - base) as u64);
    Some(from_zero.collect())
}
