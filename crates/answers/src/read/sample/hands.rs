//! Numbers that may have been dealt without replacement.

use identify::Numbers;
use identify::reading::{self, Reading};

use super::Sample;
use super::integers::MIN_CARDS;
use crate::read::PlacedText;

/// Adds the ways in which the numbers may have been dealt without replacement: as one hand if no number occurs twice, otherwise
/// as one in each line, if all lines are as long. Lines that are all whole decks are read in no other way.
pub(super) fn add_hands(sample: &mut Sample, words: &[PlacedText]) {
    let count = sample.numbers.len();
    let line = common_length(words).filter(|length| *length > 1 && count == words.len());
    let readings = readings_of_cards(sample);
    if let Some(line) = line
        && (MIN_CARDS..count).contains(&line)
    {
        for reading in &readings {
            if bound_of(reading) == Some(line)
                && let Some(decks) = reading::of_hands(reading, line)
            {
                sample.readings = decks;
                sample.guesses.clear();
                return;
            }
        }
    }
    for reading in &readings {
        let hands = reading::of_hands(reading, count)
            .or_else(|| line.and_then(|line| reading::of_hands(reading, line)));
        sample.guesses.extend(hands.into_iter().flatten());
    }
}

/// The readings whose numbers may be cards.
fn readings_of_cards(sample: &Sample) -> Vec<Reading> {
    match &sample.numbers {
        Numbers::Words { values, .. } if sample.is_guessed => {
            let values: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
            reading::of_decks(&values)
        }
        numbers if sample.readings.is_empty() => vec![Reading::new("", numbers.clone())],
        _ => sample.readings.clone(),
    }
}

/// How many texts each line has, if all have the same number.
fn common_length(words: &[PlacedText]) -> Option<usize> {
    let mut common = None;
    for line in words.chunk_by(|one, next| one.line() == next.line()) {
        if common.is_some_and(|length| length != line.len()) {
            return None;
        }
        common = Some(line.len());
    }
    common
}

/// The bound of the first number.
fn bound_of(reading: &Reading) -> Option<usize> {
    match &reading.numbers {
        Numbers::Bounded(values) => Some(values[0].bound as usize),
        _ => None,
    }
}
