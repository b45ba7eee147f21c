//! The numbers of several known seeds.

use identify::Numbers;

use super::{Form, MOST_BYTES, Question, Result};
use crate::input::Problem;

/// The numbers of several seeds, if each line begins with its seed and a colon; `None` if a line does not.
pub(super) fn read(form: &Form, bytes: &[u8]) -> Option<Result<Question>> {
    let text = std::str::from_utf8(bytes.get(..bytes.len().min(MOST_BYTES))?).ok()?;
    let line = |line: &str| -> Option<(i128, String)> {
        let (seed, numbers) = line.split_once(':')?;
        Some((seed.trim().parse().ok()?, numbers.trim().to_owned()))
    };
    let lines: Vec<(i128, String)> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(line)
        .collect::<Option<_>>()?;
    if lines.len() < 2 {
        return None;
    }
    if lines.iter().any(|(_, numbers)| numbers.contains('?')) {
        return Some(Err(Problem::GapsOfSeeds.into()));
    }
    let each = lines
        .into_iter()
        .map(|(seed, numbers)| Ok((seed, super::read(form, numbers.into())?)));
    Some(each.collect::<Result<Vec<_>>>().map(|mut each| {
        let widest = each
            .iter()
            .filter_map(|(_, question)| match question.numbers {
                Numbers::Words { bits, .. } => Some(bits),
                _ => None,
            });
        let widest = widest.max().unwrap_or(0);
        for (_, question) in &mut each {
            if let Numbers::Words { bits, .. } = &mut question.numbers {
                *bits = widest;
            }
        }
        let is_signed = each.iter().any(|(_, question)| question.is_signed);
        let numbers_of = |question: &Question| -> Vec<Numbers> {
            // The lines might have been read in different ways.
            if question.readings.is_empty() || question.is_guessed {
                return vec![question.numbers.clone()];
            }
            let each = question.readings.iter();
            each.map(|reading| reading.numbers.clone()).collect()
        };
        let lines = each
            .iter()
            .map(|(seed, question)| (*seed, numbers_of(question)))
            .collect();
        let (_, first) = each.swap_remove(0);
        Question {
            is_signed,
            lines,
            ..first
        }
    }))
}
