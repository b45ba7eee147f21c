//! The numbers of several known seeds.

use identify::Numbers;

use super::{MAX_BYTES, Result, Sample, SampleOptions};
use crate::read::Problem;

/// The numbers of several seeds, if each line begins with its seed and a colon; `None` if a line does not.
pub(super) fn read(options: &SampleOptions, bytes: &[u8]) -> Option<Result<Sample>> {
    let text = std::str::from_utf8(bytes.get(..bytes.len().min(MAX_BYTES))?).ok()?;
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
        .map(|(seed, numbers)| Ok((seed, Sample::read(options, numbers.into())?)));
    Some(each.collect::<Result<Vec<_>>>().map(|mut each| {
        let widest = each.iter().filter_map(|(_, sample)| match sample.numbers {
            Numbers::Words { bits, .. } => Some(bits),
            _ => None,
        });
        let widest = widest.max().unwrap_or(0);
        for (_, sample) in &mut each {
            if let Numbers::Words { bits, .. } = &mut sample.numbers {
                *bits = widest;
            }
        }
        let is_signed = each.iter().any(|(_, sample)| sample.is_signed);
        let numbers_of = |sample: &Sample| -> Vec<Numbers> {
            // The lines might have been read in different ways.
            if sample.readings.is_empty() || sample.is_guessed {
                return vec![sample.numbers.clone()];
            }
            let each = sample.readings.iter();
            each.map(|reading| reading.numbers.clone()).collect()
        };
        let lines = each
            .iter()
            .map(|(seed, sample)| (*seed, numbers_of(sample)))
            .collect();
        let (_, first) = each.swap_remove(0);
        Sample {
            is_signed,
            lines,
            ..first
        }
    }))
}
