//! Numbers in text, as they are or as people paste them: with signs, letters, names, truth values and unknown places.

use std::collections::BTreeSet;

use identify::reading::{self, Reading, Written};
use identify::{MOST_MADE, Numbers};

use super::tokens::{KINDS, alphabets, in_alphabet, placed, tokens, uuids};
use super::{MAX_NUMBERS, Result, Sample, SampleOptions, fractions};
use crate::read::{
    self, Digits, Hint, ItemKind, PlacedText, Problem, Width, parse_signed, parse_whole,
};

/// This many characters 0 and 1 without a blank are coins rather than a number.
const COINS: usize = 16;

/// No number of 128 bits has more digits.
const DIGITS: usize = 39;

/// The letters of the Latin alphabet.
const LETTERS: u64 = 26;

/// Fewer cards than this may be in order by chance.
const LEAST_CARDS: usize = 6;

/// The integers that texts stand for, and what is known about them.
#[derive(Debug, Default, Eq, PartialEq)]
struct Counted {
    values: Vec<u64>,
    /// The number of bits in a word, if the integers had a sign.
    bits: Option<u32>,
    /// Whether each integer from 0 on occurs once; integers from 1 on were shifted to start at 0.
    is_deck: bool,
}

/// The numbers of a text, and whether there are more than are looked at.
pub(super) fn read(
    options: &SampleOptions,
    kind: ItemKind,
    bytes: Vec<u8>,
) -> Result<(Sample, bool)> {
    if let Some(alphabet) = &options.alphabet {
        let names: Vec<&str> = if alphabet.contains(',') {
            alphabet.split(',').map(str::trim).collect()
        } else {
            alphabet.split("").filter(|name| !name.is_empty()).collect()
        };
        let mut words = if alphabet.contains(',') {
            read::split_texts(bytes, MAX_NUMBERS + 1)?
        } else {
            characters(&String::from_utf8_lossy(&bytes), alphabet)
        };
        if words.is_empty() {
            return Err(Problem::Empty("character").into());
        }
        let more = words.len() > MAX_NUMBERS;
        words.truncate(MAX_NUMBERS);
        let numbers = places(&words, &names)?;
        let way = "Each was read as its place in the alphabet, from 0 on.";
        let mut sample = Sample::as_drawn(numbers.clone());
        sample.readings = vec![Reading {
            written: Written::Names(names.iter().map(ToString::to_string).collect()),
            ..Reading::new(way, numbers)
        }];
        deal(&mut sample, &words);
        return Ok((sample, more));
    }
    let mut words = read::split_texts(without_keys(bytes), MAX_NUMBERS + 1)?;
    let more = words.len() > MAX_NUMBERS;
    words.truncate(MAX_NUMBERS);
    let is_counted = lines_are_counted(&words);
    if is_counted {
        let mut line = 0;
        words.retain(|word| std::mem::replace(&mut line, word.line()) == word.line());
    }
    let texts = words.iter().take(MOST_MADE).map(|word| word.text.clone());
    let (texts, given) = (texts.collect(), words.len());
    for word in &mut words {
        if let Some(number) = word.text.strip_suffix('%')
            && number.parse::<f64>().is_ok()
        {
            word.text.pop();
        }
    }
    let is_gap = |word: &PlacedText| word.text == "?";
    let places: Vec<usize> = (0..words.len()).filter(|&at| is_gap(&words[at])).collect();
    words.retain(|word| !is_gap(word));
    let mut sample = of_words(options, kind, &words)?;
    (sample.texts, sample.text_count) = (texts, given);
    if is_counted {
        sample.left_out =
            Some("The first number of each line counts the lines: it was left out.".into());
    }
    sample.is_signed = words.iter().any(|word| word.text.starts_with('-'));
    if places.is_empty() {
        deal(&mut sample, &words);
    } else {
        with_gaps(&mut sample, words.len(), &places)?;
    }
    Ok((sample, more))
}

/// The text with blanks in place of the keys of JSON.
fn without_keys(mut text: Vec<u8>) -> Vec<u8> {
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
    let lines = words.chunk_by(|one, next| one.line() == next.line());
    let first = words
        .first()
        .and_then(|word| parse_whole(word.text.as_bytes()));
    lines.clone().count() >= LEAST_CARDS
        && lines.zip(first.unwrap_or(0)..).all(|(line, number)| {
            line.len() > 1 && parse_whole(line[0].text.as_bytes()) == Some(number)
        })
}

/// Adds the ways in which the numbers may have been dealt without replacement: as one hand if no number occurs twice, otherwise
/// as one in each line, if all lines are as long. Lines that are all whole decks are read in no other way.
fn deal(sample: &mut Sample, words: &[PlacedText]) {
    let readings = match &sample.numbers {
        Numbers::Words { values, .. } if sample.is_guessed => {
            let values: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
            reading::of_decks(&values)
        }
        numbers if sample.readings.is_empty() => vec![Reading::new("", numbers.clone())],
        _ => sample.readings.clone(),
    };
    let count = sample.numbers.len();
    let mut lines = words
        .chunk_by(|one, next| one.line() == next.line())
        .map(<[_]>::len);
    let line = lines
        .next()
        .filter(|&first| first > 1 && count == words.len() && lines.all(|line| line == first));
    let bound = |reading: &&Reading| match &reading.numbers {
        Numbers::Bounded(values) => Some(values[0].bound as usize),
        _ => None,
    };
    let by_line = |reading: &Reading| reading::of_hands(reading, line?);
    let mut whole = readings.iter().filter(|reading| bound(reading) == line);
    if (Some(LEAST_CARDS)..Some(count)).contains(&line)
        && let Some(decks) = whole.find_map(by_line)
    {
        sample.readings = decks;
        sample.guesses.clear();
        return;
    }
    let dealt = |reading: &Reading| reading::of_hands(reading, count).or_else(|| by_line(reading));
    sample
        .guesses
        .extend(readings.iter().filter_map(dealt).flatten());
}

/// Letters, names of choices such as `heads` and `tails`, and coins without blanks between them, read as places in a list;
/// `None` if these are none, or no choices because most of the names occur once.
fn named(texts: &[&str], below: Option<u64>) -> Option<Sample> {
    let joined = texts.concat();
    let is_all = |of: fn(&u8) -> bool| joined.as_bytes().iter().all(of);
    let is_coins = is_all(|byte| b"HT".contains(byte))
        || texts[0].len() >= COINS && is_all(|byte| b"01".contains(byte));
    if !is_coins && !is_all(u8::is_ascii_alphabetic) {
        return None;
    }
    let is_split = is_coins || texts.len() == 1;
    let letters: Vec<&str> = (1..=joined.len())
        .filter_map(|end| joined.get(end - 1..end))
        .collect();
    let names = if is_split { &letters[..] } else { texts };
    let kinds = names.iter().collect::<BTreeSet<_>>().len();
    let is_letter = names.iter().all(|name| name.len() == 1);
    let is_truth = names
        .iter()
        .all(|name| ["false", "true"].contains(&&*name.to_ascii_lowercase()));
    let is_list = is_letter || is_truth || (2..=names.len() / 2).contains(&kinds);
    if !is_list || below.is_some_and(|below| below != kinds as u64 && below != LETTERS) {
        return None;
    }
    let alphabets = if is_letter {
        alphabets(&joined)
    } else {
        Vec::new()
    };
    let first = alphabets.iter().take(1);
    let places = first.flat_map(|alphabet| in_alphabet(&joined, alphabet));
    let cards = places.map(|place| Some(place.into()));
    if let Some(cards) = deck(cards) {
        return Sample::read_as(reading::of_deck(&cards)?);
    }
    let mut readings = reading::of_names(names);
    let guesses = readings.split_off(readings.len().min(if kinds == 2 { 2 } else { 1 }));
    // Two letters are the sides of a coin.
    let alphabets = alphabets.iter().filter(|_| kinds != 2);
    let read = alphabets.filter_map(|alphabet| placed(&joined, alphabet));
    Some(Sample {
        guesses,
        is_guessed: true,
        ..Sample::read_as(read.chain(readings).collect())?
    })
}

/// Inserts the places of unknown numbers among this many known ones.
fn with_gaps(sample: &mut Sample, known: usize, places: &[usize]) -> Result<()> {
    let is_plain = |reading: &Reading| {
        sample.is_guessed && !matches!(reading.numbers, Numbers::Fractions(_) | Numbers::Points(_))
    };
    if sample.numbers.len() != known || !sample.readings.iter().all(is_plain) {
        return Err(Problem::GapsNotAllowed.into());
    }
    sample.scaled.clear();
    let readings = sample.readings.iter_mut().chain(&mut sample.guesses);
    let each = readings.map(|reading| &mut reading.numbers);
    for numbers in each.chain([&mut sample.numbers]) {
        *numbers = numbers.clone().with_gaps(places);
    }
    Ok(())
}

fn of_words(options: &SampleOptions, kind: ItemKind, words: &[PlacedText]) -> Result<Sample> {
    if (options.is_spread() || kind == ItemKind::Float)
        && let Some(sample) = fractions::spread(options, words)?
    {
        return Ok(sample);
    }
    if words.is_empty() {
        return Err(Problem::Empty("number").into());
    }
    let texts: Vec<&str> = words.iter().map(|word| &*word.text).collect();
    if kind == ItemKind::Text
        && options.bits.is_none()
        && let Some(sample) = named(&texts, options.below)
    {
        return Ok(sample);
    }
    if let Some(counted) = counted(&texts, options) {
        return counted.sample(options, kind);
    }
    let is_said = options.below.is_some() || options.bits.is_some();
    if !is_said {
        let wide = wide(&texts).unwrap_or_default();
        let joined = texts.concat();
        let long = (!wide.is_empty() || texts[0].len() > DIGITS)
            && texts.iter().all(|text| text.len() >= COINS);
        let digits =
            placed(&joined, KINDS[0]).filter(|digits| long && digits.numbers.len() == joined.len());
        let readings = wide.into_iter().chain(digits);
        if let Some(sample) = Sample::read_as(readings.collect()) {
            return Ok(sample);
        }
    }
    if !is_said && let Some(sample) = uuids(&texts).or_else(|| tokens(&texts)) {
        return Ok(sample);
    }
    if kind == ItemKind::Float {
        return fractions::below_one(options, words);
    }
    let domain = options.domain();
    let values = words.iter().map(|word| {
        let value = domain.number(word.text.as_bytes(), &mut Digits::default());
        value.map_err(|problem| match parse_signed(word.text.as_bytes()) {
            None => word.error(problem).with_hint(Hint::Alphabet),
            Some(_) => word.error(problem),
        })
    });
    let counted = Counted {
        values: values.collect::<Result<_>>()?,
        ..Counted::default()
    };
    counted.made(options, kind)
}

impl Counted {
    /// The sample about these integers, each of which must be as the options say.
    fn sample(self, options: &SampleOptions, kind: ItemKind) -> Result<Sample> {
        let options = SampleOptions {
            bits: options.bits.or(self.bits),
            ..options.clone()
        };
        if kind == ItemKind::Float {
            fractions::domain(&options)?;
        }
        let domain = options.domain();
        let values = self.values.iter();
        let values = values.map(|value| domain.word(*value, Width::Eight));
        let values = values.collect::<Result<_>>()?;
        Self { values, ..self }.made(&options, kind)
    }

    /// The sample about these integers, counted from 0.
    fn made(self, options: &SampleOptions, kind: ItemKind) -> Result<Sample> {
        let numbers = options.numbers(self.values)?;
        let is_guessed = kind == ItemKind::Text && options.bits == self.bits && !self.is_deck;
        let readings = match &numbers {
            Numbers::Words { values, .. } if self.is_deck => {
                reading::of_deck(values).unwrap_or_default()
            }
            Numbers::Words { values, .. } if is_guessed => {
                let signed = values.iter().map(|value| match self.bits {
                    Some(bits) => (value << (64 - bits)).cast_signed() >> (64 - bits),
                    None => i64::try_from(*value).unwrap_or(i64::MAX),
                });
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

/// The integers that texts stand for, unless the texts are numbers without a sign.
fn counted(texts: &[&str], options: &SampleOptions) -> Option<Counted> {
    if options.below.is_none()
        && let Some(words) = negative(texts, options.bits.is_some())
    {
        return Some(words);
    }
    if options.below.is_some() || options.bits.is_some() {
        return None;
    }
    let numbers = texts.iter().map(|text| parse_whole(text.as_bytes()));
    let (values, is_deck) = match hexadecimal(texts) {
        Some(words) => (Some(words), false),
        None => (deck(numbers), true),
    };
    values.map(|values| Counted {
        values,
        is_deck,
        ..Counted::default()
    })
}

/// The characters of a text that are in the alphabet, or are not between numbers.
fn characters(text: &str, alphabet: &str) -> Vec<PlacedText> {
    let is_between = |c: char| c.is_whitespace() || ",;|[](){}\"'".contains(c);
    let lines = (1..).zip(text.lines());
    let each = lines.flat_map(|(line, text)| text.char_indices().map(move |at| (line, at)));
    each.filter(|(_, (_, c))| alphabet.contains(*c) || !is_between(*c))
        .take(MAX_NUMBERS + 1)
        .map(|(line, (at, c))| PlacedText::new(c.to_string(), (line, at as u64 + 1)))
        .collect()
}

/// Characters or names as their places in a list of them.
fn places(words: &[PlacedText], names: &[&str]) -> Result<Numbers> {
    let place = |word: &PlacedText| {
        let place = names.iter().position(|name| *name == word.text);
        let place = place.map(|place| place as u64);
        place.ok_or_else(|| word.error(Problem::NotInAlphabet))
    };
    let places: Vec<u64> = words.iter().map(place).collect::<Result<_>>()?;
    let numbers = Numbers::below(names.len() as u64, &places).filter(|_| names.len() > 1);
    numbers.ok_or_else(|| Problem::AlphabetTooSmall.into())
}

/// Integers, at least one of them negative, as words of 32 or 64 bits, unless their size was said.
fn negative(texts: &[&str], is_said: bool) -> Option<Counted> {
    if !texts.iter().any(|text| text.starts_with('-')) {
        return None;
    }
    let number = |text: &&str| i64::try_from(parse_signed(text.as_bytes())?).ok();
    let numbers: Vec<i64> = texts.iter().map(number).collect::<Option<_>>()?;
    let is_short = numbers.iter().all(|&number| i32::try_from(number).is_ok());
    let bits = if is_short { 32 } else { 64 };
    let word = |number: &i64| *number as u64 & (u64::MAX >> (64 - bits));
    Some(Counted {
        values: numbers.iter().map(word).collect(),
        bits: (!is_said).then_some(bits),
        ..Counted::default()
    })
}

/// The words, if all have the same number of hexadecimal digits, including both decimal digits and letters.
fn hexadecimal(texts: &[&str]) -> Option<Vec<u64>> {
    let all = |test: fn(u8) -> bool| texts.iter().all(|text| text.bytes().all(test));
    let is_hexadecimal = matches!(texts[0].len(), 2 | 4 | 6 | 8 | 12 | 16)
        && texts.iter().all(|text| text.len() == texts[0].len())
        && all(|byte| byte.is_ascii_hexdigit())
        && !all(|byte| byte.is_ascii_digit())
        && !all(|byte| byte.is_ascii_alphabetic());
    let word = |text: &&str| u64::from_str_radix(text, 16).ok();
    is_hexadecimal
        .then(|| texts.iter().map(word).collect())
        .flatten()
}

/// The numbers as words, if at least one has more than 64 bits and none has more than 128.
fn wide(texts: &[&str]) -> Option<Vec<Reading>> {
    let number = |text: &&str| parse_whole(text.as_bytes()).filter(|&number| number < u128::MAX);
    let numbers: Vec<u128> = texts.iter().map(number).collect::<Option<_>>()?;
    let is_any = numbers.iter().any(|&number| number > u64::MAX.into());
    is_any.then(|| reading::of_wide(&numbers[..numbers.len().min(MAX_NUMBERS / 4)]))
}

/// The numbers from 0 on, if each of 0, 1, 2, ... or of 1, 2, 3, ... occurs once.
fn deck(numbers: impl Iterator<Item = Option<u128>>) -> Option<Vec<u64>> {
    let numbers: Vec<u128> = numbers.collect::<Option<_>>()?;
    let base = *numbers.iter().min()?;
    let mut seen = vec![false; numbers.len()];
    let is_new = |number: &u128| {
        let place = usize::try_from(number - base).unwrap_or(usize::MAX);
        let seen = seen.get_mut(place);
        seen.is_some_and(|seen| !std::mem::replace(seen, true))
    };
    if base > 1 || numbers.len() < LEAST_CARDS || !numbers.iter().all(is_new) {
        return None;
    }
    let counted = numbers.iter().map(|number| (number - base) as u64);
    Some(counted.collect())
}
