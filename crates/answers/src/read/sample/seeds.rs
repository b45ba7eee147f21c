//! The numbers of several known seeds.

use identify::Numbers;

use super::{MAX_BYTES, Result, Sample, SampleOptions};
use crate::read::Problem;

/// The numbers of several seeds, if each line begins with its seed and a colon; `None` if a line does not.
pub(super) fn read(options: &SampleOptions, bytes: &[u8]) -> Option<Result<Sample>> {
    let text = std::str::from_utf8(bytes.get(..bytes.len().min(MAX_BYTES))?).ok()?;
    let mut lines: Vec<(i128, &str)> = Vec::new();
    for line in text.lines() {
        if !line.trim().is_empty() {
            let (seed, numbers) = line.split_once(':')?;
            lines.push((seed.trim().parse().ok()?, numbers.trim()));
        }
    }
    (lines.len() > 1).then(|| read_lines(options, &lines))
}

fn read_lines(options: &SampleOptions, lines: &[(i128, &str)]) -> Result<Sample> {
    if lines.iter().any(|(_, numbers)| numbers.contains('?')) {
        return Err(Problem::GapsOfSeeds.into());
    }
    let mut samples = Vec::with_capacity(lines.len());
    let mut widest = 0;
    for (_, numbers) in lines {
        let sample = Sample::read(options, (*numbers).into())?;
        if let Numbers::Words { bits, .. } = sample.numbers {
            widest = widest.max(bits);
        }
        samples.push(sample);
    }
    let mut is_signed = false;
    let mut of_seeds = Vec::with_capacity(lines.len());
    for (sample, (seed, _)) in samples.iter_mut().zip(lines) {
        if let Numbers::Words { bits, .. } = &mut sample.numbers {
            *bits = widest;
        }
        is_signed |= sample.is_signed;
        of_seeds.push((*seed, readings_of_line(sample)));
    }
    Ok(Sample {
        is_signed,
        lines: of_seeds,
        ..samples.swap_remove(0)
    })
}

/// The numbers of a line in all its readings. Where these were guessed, the lines might have been read in different ways.
fn readings_of_line(sample: &Sample) -> Vec<Numbers> {
    if sample.readings.is_empty() || sample.is_guessed {
        return vec![sample.numbers.clone()];
    }
    let readings = sample.readings.iter();
    readings.map(|reading| reading.numbers.clone()).collect()
}
