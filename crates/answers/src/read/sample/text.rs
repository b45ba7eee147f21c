//! Numbers in text, as they are or as people paste them: with signs, letters, names, truth values and unknown places.

use identify::reading::Reading;
use identify::{MOST_MADE, Numbers};

use super::hands::add_hands;
use super::integers::{self, COINS, Integers};
use super::names::{DIGITS, read_alphabet, read_in_alphabet, read_names};
use super::tokens::{read_tokens, read_uuids};
use super::{MAX_NUMBERS, Result, Sample, SampleOptions, fractions};
use crate::read::{ItemKind, PlacedText, Problem, parse_whole, split_texts};

/// No number of 128 bits has more digits.
const MAX_DIGITS: usize = 39;

/// Fewer lines than this may be counted by chance.
const MIN_LINES: usize = 6;

/// The numbers of a text, and whether there are more than are looked at.
pub(super) fn read(
    options: &SampleOptions,
    kind: ItemKind,
    bytes: Vec<u8>,
) -> Result<(Sample, bool)> {
    if let Some(alphabet) = &options.alphabet {
        return read_alphabet(alphabet, bytes);
    }
    let mut words = split_texts(blank_keys(bytes), MAX_NUMBERS + 1)?;
    let has_more = words.len() > MAX_NUMBERS;
    words.truncate(MAX_NUMBERS);
    let are_counted = lines_are_counted(&words);
    if are_counted {
        let mut line = 0;
        words.retain(|word| std::mem::replace(&mut line, word.line()) == word.line());
    }
    let mut texts = Vec::new();
    texts.extend(words.iter().take(MOST_MADE).map(|word| word.text.clone()));
    let text_count = words.len();
    for word in &mut words {
        if let Some(number) = word.text.strip_suffix('%')
            && number.parse::<f64>().is_ok()
        {
            word.text.pop();
        }
    }
    let mut gaps = Vec::new();
    for (place, word) in words.iter().enumerate() {
        if word.text == "?" {
            gaps.push(place);
        }
    }
    words.retain(|word| word.text != "?");
    let mut sample = read_words(options, kind, &words)?;
    (sample.texts, sample.text_count) = (texts, text_count);
    if are_counted {
        sample.left_out =
            Some("The first number of each line counts the lines: it was left out.".into());
    }
    sample.is_signed = words.iter().any(|word| word.text.starts_with('-'));
    if gaps.is_empty() {
        add_hands(&mut sample, &words);
    } else {
        insert_gaps(&mut sample, words.len(), &gaps)?;
    }
    Ok((sample, has_more))
}

/// The text with blanks in place of the keys of JSON.
fn blank_keys(mut text: Vec<u8>) -> Vec<u8> {
    let mut open = None;
    for at in 0..text.len() {
        if text[at] == b'"' {
            match open.take() {
                Some(from) if text.get(at + 1) == Some(&b':') => text[from..at + 2].fill(b' '),
                None => open = Some(at),
                _ => {}
            }
        }
    }
    text
}

/// Whether the first number of each line is one more than that of the line before, and others follow it.
fn lines_are_counted(words: &[PlacedText]) -> bool {
    let mut count = 0;
    let mut expected = None;
    for line in words.chunk_by(|one, next| one.line() == next.line()) {
        let Some(number) = parse_whole(line[0].text.as_bytes()) else {
            return false;
        };
        if line.len() < 2 || expected.is_some_and(|expected| expected != number) {
            return false;
        }
        expected = Some(number.saturating_add(1));
        count += 1;
    }
    count >= MIN_LINES
}

/// Inserts the places of unknown numbers among this many known ones.
fn insert_gaps(sample: &mut Sample, known: usize, places: &[usize]) -> Result<()> {
    let mut is_allowed = sample.numbers.len() == known;
    for reading in &sample.readings {
        let is_fraction = matches!(reading.numbers, Numbers::Fractions(_) | Numbers::Points(_));
        is_allowed &= sample.is_guessed && !is_fraction;
    }
    if !is_allowed {
        return Err(Problem::GapsNotAllowed.into());
    }
    sample.scaled.clear();
    sample.quotients = None;
    sample.numbers = sample.numbers.clone().with_gaps(places);
    for reading in sample.readings.iter_mut().chain(&mut sample.guesses) {
        reading.numbers = reading.numbers.clone().with_gaps(places);
    }
    Ok(())
}

/// The sample of these texts. What is most special is tried first.
fn read_words(options: &SampleOptions, kind: ItemKind, words: &[PlacedText]) -> Result<Sample> {
    if (options.is_spread() || kind == ItemKind::Float)
        && let Some(sample) = fractions::read_spread(options, words)?
    {
        return Ok(sample);
    }
    if words.is_empty() {
        return Err(Problem::Empty("number").into());
    }
    let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
    if kind == ItemKind::Text
        && options.bits.is_none()
        && let Some(sample) = read_names(&texts, options.below)
    {
        return Ok(sample);
    }
    if let Some(integers) = integers::read_special(&texts, options) {
        return integers.into_checked_sample(options, kind);
    }
    if options.below.is_none() && options.bits.is_none() {
        if let Some(sample) = Sample::read_as(read_long(&texts)) {
            return Ok(sample);
        }
        if let Some(sample) = read_uuids(&texts).or_else(|| read_tokens(&texts)) {
            return Ok(sample);
        }
    }
    if kind == ItemKind::Float {
        return fractions::read_below_one(options, words);
    }
    Integers::read_plain(words, options)?.into_sample(options, kind)
}

/// Numbers of more than 64 bits as words, and long strings of digits as digits.
fn read_long(texts: &[&str]) -> Vec<Reading> {
    let mut readings = integers::read_wide(texts);
    let is_long = !readings.is_empty() || texts[0].len() > MAX_DIGITS;
    if is_long && texts.iter().all(|text| text.len() >= COINS) {
        let joined = texts.concat();
        let digits = read_in_alphabet(&joined, DIGITS);
        readings.extend(digits.filter(|digits| digits.numbers.len() == joined.len()));
    }
    readings
}
