//! Letters, names of choices such as `heads` and `tails`, and the characters of an alphabet, as places in a list.

use std::collections::BTreeSet;

use identify::Numbers;
use identify::reading::{self, Reading, Written};

use super::hands::add_hands;
use super::integers::{COINS, count_from_zero};
use super::{MAX_NUMBERS, Result, Sample};
use crate::read::{PlacedText, Problem, split_texts};

/// The decimal digits.
pub(super) const DIGITS: &str = "0123456789";

/// The letters of each case.
const LETTERS: [&str; 2] = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/// The digits and the lower-case letters.
pub(super) const BASE_36: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// Numbers that are characters or names in a list, and whether there are more than are looked at.
pub(super) fn read_alphabet(alphabet: &str, bytes: Vec<u8>) -> Result<(Sample, bool)> {
    let (names, mut words): (Vec<&str>, _) = if alphabet.contains(',') {
        let names = alphabet.split(',').map(str::trim);
        (names.collect(), split_texts(bytes, MAX_NUMBERS + 1)?)
    } else {
        let names = alphabet.split("").filter(|name| !name.is_empty());
        let text = String::from_utf8_lossy(&bytes);
        (names.collect(), split_characters(&text, alphabet))
    };
    if words.is_empty() {
        return Err(Problem::Empty("character").into());
    }
    let has_more = words.len() > MAX_NUMBERS;
    words.truncate(MAX_NUMBERS);
    let numbers = find_places(&words, &names)?;
    let way = "Each was read as its place in the alphabet, from 0 on.";
    let mut sample = Sample::as_drawn(numbers.clone());
    sample.readings = vec![Reading {
        written: Written::Names(names.iter().map(ToString::to_string).collect()),
        ..Reading::new(way, numbers)
    }];
    add_hands(&mut sample, &words);
    Ok((sample, has_more))
}

/// The characters of a text that are in the alphabet, or are not between numbers.
fn split_characters(text: &str, alphabet: &str) -> Vec<PlacedText> {
    let mut characters = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for (at, c) in text.char_indices() {
            let is_between = c.is_whitespace() || ",;|[](){}\"'".contains(c);
            if alphabet.contains(c) || !is_between {
                characters.push(PlacedText::new(c.to_string(), (line, at as u64 + 1)));
            }
            if characters.len() > MAX_NUMBERS {
                return characters;
            }
        }
    }
    characters
}

/// Characters or names as their places in a list of them.
fn find_places(words: &[PlacedText], names: &[&str]) -> Result<Numbers> {
    let mut places = Vec::with_capacity(words.len());
    for word in words {
        match names.iter().position(|name| *name == word.text) {
            Some(place) => places.push(place as u64),
            None => return Err(word.error(Problem::NotInAlphabet)),
        }
    }
    let numbers = Numbers::below(names.len() as u64, &places).filter(|_| names.len() > 1);
    numbers.ok_or_else(|| Problem::AlphabetTooSmall.into())
}

/// Letters, names of choices, and coins without blanks between them, as places in a list; `None` if the texts are none of these,
/// or no choices because most of the names occur once.
pub(super) fn read_names(texts: &[&str], below: Option<u64>) -> Option<Sample> {
    let joined = texts.concat();
    let is_coins = joined.bytes().all(|byte| b"HT".contains(&byte))
        || texts[0].len() >= COINS && joined.bytes().all(|byte| b"01".contains(&byte));
    if !is_coins && !joined.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let mut characters = Vec::new();
    if is_coins || texts.len() == 1 {
        characters.extend((0..joined.len()).map(|at| &joined[at..=at]));
    }
    let names = if characters.is_empty() {
        texts
    } else {
        &characters
    };
    let kinds = names.iter().collect::<BTreeSet<_>>().len();
    let are_letters = names.iter().all(|name| name.len() == 1);
    let are_truths = names
        .iter()
        .all(|name| name.eq_ignore_ascii_case("false") || name.eq_ignore_ascii_case("true"));
    if !are_letters && !are_truths && !(2..=names.len() / 2).contains(&kinds) {
        return None;
    }
    if below.is_some_and(|below| below != kinds as u64 && below != LETTERS[0].len() as u64) {
        return None;
    }
    let mut alphabets = Vec::new();
    if are_letters {
        alphabets = likely_alphabets(&joined);
    }
    if let Some(alphabet) = alphabets.first() {
        let places = places_in_alphabet(&joined, alphabet);
        let cards: Vec<u128> = places.into_iter().map(Into::into).collect();
        if let Some(cards) = count_from_zero(&cards) {
            return Sample::read_as(reading::of_deck(&cards)?);
        }
    }
    let mut of_names = reading::of_names(names);
    let sure = if kinds == 2 { 2 } else { 1 };
    let guesses = of_names.split_off(of_names.len().min(sure));
    let mut readings = Vec::new();
    // Two letters are the sides of a coin.
    if kinds != 2 {
        for alphabet in &alphabets {
            readings.extend(read_in_alphabet(&joined, alphabet));
        }
    }
    readings.append(&mut of_names);
    Some(Sample {
        guesses,
        is_guessed: true,
        ..Sample::read_as(readings)?
    })
}

/// The digits and the letters of each case in every order, as far as they occur; of hexadecimal digits, only the first letters.
pub(super) fn likely_alphabets(text: &str) -> Vec<String> {
    let is_hexadecimal = text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && text.bytes().any(|byte| byte.is_ascii_digit());
    let letter_count = if is_hexadecimal { 6 } else { 26 };
    let mut kinds = Vec::new();
    if text.bytes().any(|byte| byte.is_ascii_digit()) {
        kinds.push(DIGITS);
    }
    for letters in LETTERS {
        if text.contains(|c| letters.contains(c)) {
            kinds.push(&letters[..letter_count]);
        }
    }
    reading::orders(&kinds)
        .map(|order| order.concat())
        .collect()
}

/// The places of characters in their alphabet, without those that are not in it.
pub(super) fn places_in_alphabet(text: &str, alphabet: &str) -> Vec<u64> {
    let mut places = Vec::new();
    for c in text.chars() {
        places.extend(alphabet.find(c).map(|place| place as u64));
    }
    places
}

/// Characters as their places in an alphabet.
pub(super) fn read_in_alphabet(text: &str, alphabet: &str) -> Option<Reading> {
    let numbers = Numbers::below(alphabet.len() as u64, &places_in_alphabet(text, alphabet))?;
    let way = format!("Characters were read as places in {alphabet}: --alphabet says others.");
    let names = alphabet.chars().map(String::from).collect();
    Some(Reading {
        written: Written::Names(names),
        ..Reading::new(way, numbers)
    })
}
