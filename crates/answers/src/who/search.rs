//! The search for what made a sample, in all of its readings.

use identify::reading::{Reading, Written};
use identify::{
    Found, Numbers, Options, who, who_of_any, who_of_quotients, who_of_seeds, who_scaled,
};

use crate::read::sample::Sample;

/// Searches for what made a sample. If its numbers were made from others, those replace them; also returns the reading that was
/// used.
pub(crate) fn search(sample: &mut Sample, options: Options<'_>) -> (Found, Option<Reading>) {
    let options = Options {
        next: in_pairs(sample, options.next),
        previous: in_pairs(sample, options.previous),
        bound_is_guessed: !sample.readings.is_empty(),
        ..options
    };
    if !sample.lines.is_empty() {
        let (reading, found) = who_of_seeds(&sample.lines, options);
        return (found, sample.readings.get(reading).cloned());
    }
    if let Some(reading) = &sample.quotients {
        let found = who_of_quotients(&reading.numbers, options);
        if !found.answers.is_empty() {
            sample.numbers = reading.numbers.clone();
            return (found, sample.quotients.clone());
        }
    }
    let mut usual: Vec<Numbers> = Vec::new();
    usual.extend(sample.all_readings().map(|reading| reading.numbers.clone()));
    usual.push(sample.numbers.clone());
    if let Some((numbers, found)) = who_scaled(&sample.scaled, &usual, options) {
        sample.numbers = numbers;
        return (found, None);
    }
    if usual.len() == 1 {
        return (who(&sample.numbers, options), None);
    }
    if !sample.readings.is_empty() {
        usual.pop();
        let (reading, found) = who_of_any(&usual, sample.readings.len(), options);
        return settle(sample, &usual[reading], Some(reading), found);
    }
    // The numbers as drawn come before what is guessed.
    usual.rotate_right(1);
    let (reading, found) = who_of_any(&usual, 1, options);
    settle(sample, &usual[reading], reading.checked_sub(1), found)
}

/// Puts the numbers of a reading in place of those of the sample.
fn settle(
    sample: &mut Sample,
    numbers: &Numbers,
    reading: Option<usize>,
    mut found: Found,
) -> (Found, Option<Reading>) {
    sample.numbers = numbers.clone();
    // A number that a reading leaves open is not a gap in the given numbers.
    if matches!(numbers, Numbers::Fractions(_)) {
        for answer in &mut found.answers {
            answer.filled.clear();
        }
    }
    let reading = reading.and_then(|reading| sample.all_readings().nth(reading).cloned());
    (found, reading)
}

/// How many numbers to compute for so many that are wanted: normals come in pairs, of which the first may be given.
fn in_pairs(sample: &Sample, count: usize) -> usize {
    let has_normals = sample
        .all_readings()
        .any(|reading| matches!(reading.written, Written::Normals(..)));
    if count > 0 && has_normals {
        (count + 2) & !1
    } else {
        count
    }
}
