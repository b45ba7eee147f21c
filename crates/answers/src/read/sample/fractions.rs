//! Fractions, and numbers that were made from fractions.

use identify::Numbers;
use identify::numbers::Fraction;
use identify::reading::{self, Decimal, Written};

use super::{Result, Sample, SampleOptions};
use crate::read::{Digits, Domain, PlacedText, Problem};

/// The double that a printed 32-bit float stands for, and how far from it the original number may be.
fn of_single(value: f64, within: f64) -> (f64, f64) {
    let value = f64::from(value as f32);
    let exponent = value.abs().log2().floor().max(-126.0);
    (value, within.max((exponent - 24.0).exp2()))
}

/// Fractions that are spread wider than this are taken as they are, not as multiples of others.
const NARROW: f64 = 0.7;

/// Numbers in a range or from a normal distribution, or in the usual ones if none is given and some numbers are not in [0, 1);
/// `None` if all are.
pub(super) fn read_spread(options: &SampleOptions, words: &[PlacedText]) -> Result<Option<Sample>> {
    let is_said = options.is_spread();
    let numbers = match read_decimals(words) {
        Ok(numbers) => numbers,
        Err(error) if is_said => return Err(error),
        Err(_) => return Ok(None),
    };
    if is_said && numbers.is_empty() {
        return Err(Problem::NoNumbers.into());
    }
    let readings = match (options.normal, options.range) {
        (Some(normal), _) => reading::of_normal(&numbers, normal),
        (_, Some((from, to))) if !((to - from).is_finite() && from < to) => {
            return Err(Problem::RangeEnds(from, to).into());
        }
        (_, Some(range)) => {
            let (from, to) = range;
            let numbers = reading::of_range(&numbers, range)
                .map_err(|number| Problem::OutsideRange(number, from, to))?;
            return Ok(Some(Sample {
                written: Written::Range(from, to),
                ..Sample::as_drawn(numbers)
            }));
        }
        _ if numbers.iter().all(|one| (0.0..1.0).contains(&one.value)) => Vec::new(),
        _ => reading::of_spread(&numbers),
    };
    let is_guessed = !is_said;
    let scaled = if is_said { Vec::new() } else { numbers };
    Ok(Sample::read_as(readings).map(|sample| Sample {
        scaled,
        is_guessed,
        ..sample
    }))
}

/// Numbers, those of 32-bit floats as exact as these are.
fn read_decimals(words: &[PlacedText]) -> Result<Vec<Decimal>> {
    let is_single = is_single(words);
    let mut numbers = Vec::with_capacity(words.len());
    for word in words {
        let mut number = decimal(word)?;
        if is_single {
            (number.value, number.last) = of_single(number.value, number.last);
        }
        numbers.push(number);
    }
    Ok(numbers)
}

/// The domain of the fractions.
pub(super) fn domain(options: &SampleOptions) -> Result<Domain> {
    if options.below.is_some() || options.bits.is_some() {
        return Err(Problem::WholeOptionsOfFractions.into());
    }
    Ok(Domain::Doubles)
}

/// Fractions below 1, from text.
pub(super) fn read_below_one(options: &SampleOptions, words: &[PlacedText]) -> Result<Sample> {
    let (domain, mut digits) = (domain(options)?, Digits::default());
    let mut values = Vec::with_capacity(words.len());
    for word in words {
        let value = domain.number(word.text.as_bytes(), &mut digits);
        values.push(value.map_err(|problem| word.error(problem))?);
    }
    let mut sample = sample(values, digits.after, digits.significant);
    sample.scaled = words.iter().map(decimal).collect::<Result<_>>()?;
    sample.quotients = reading::of_quotients(&sample.scaled);
    let all = sample.scaled.iter().map(|one| one.value);
    if all.clone().fold(0.0, f64::max) - all.fold(1.0, f64::min) > NARROW {
        sample.scaled.clear();
    }
    if is_single(words)
        && let Numbers::Fractions(fractions) = &mut sample.numbers
    {
        for Fraction { value, within } in fractions {
            (*value, *within) = of_single(*value, *within);
        }
    }
    Ok(sample)
}

/// Fractions given as bits, with this many digits after the point and significant digits.
pub(super) fn sample(values: Vec<u64>, after: u32, significant: u32) -> Sample {
    let digits = Digits { after, significant };
    let values = values.into_iter().map(f64::from_bits);
    let fractions = values.map(|value| fraction(value, digits)).collect();
    Sample::as_drawn(Numbers::Fractions(fractions))
}

/// A fraction that is written like the others. Trailing zeros may have been dropped, so the most precise number shows the
/// precision of all: this many digits after the point, or this many significant digits if that is less.
fn fraction(value: f64, digits: Digits) -> Fraction {
    // The place of the first digit that is not 0: 1 in 0.5, 3 in 0.005.
    let first = if value > 0.0 {
        (-value.log10().floor()).max(0.0) as u32
    } else {
        u32::MAX
    };
    let last = first.saturating_add(digits.significant.saturating_sub(1));
    Fraction::printed(value, digits.after.min(last))
}

/// A number, with the unit of its last digit.
fn decimal(word: &PlacedText) -> Result<Decimal> {
    let value = (word.text.parse().ok()).filter(|number: &f64| number.is_finite());
    let (mantissa, exponent) = word
        .text
        .split_once(['e', 'E'])
        .unwrap_or((&word.text, "0"));
    let after = mantissa.split_once('.').map_or(0, |(_, after)| after.len()) as f64;
    let last = 10_f64.powf(exponent.parse::<f64>().unwrap_or(0.0) - after);
    let value = value.ok_or_else(|| word.error(Problem::NotFinite))?;
    Ok(Decimal { value, last })
}

/// Whether all fractions are written as languages print 32-bit floats: with the fewest digits that identify each, at most seven
/// to nine; with nine digits, as in Fortran; or exactly, with all digits.
fn is_single(words: &[PlacedText]) -> bool {
    // Most texts are ruled out by their first number.
    let most = words.iter().map(significant).max().unwrap_or(0);
    if (7..=9).contains(&most) && are_printed(words, |single| single.to_string().parse().ok()) {
        return true;
    }
    words.iter().all(|word| significant(word) == 9)
        && are_printed(words, |single| format!("{single:.8e}").parse().ok())
        || are_printed(words, |single| Some(single.into()))
}

/// Whether each text is the number that is printed for a 32-bit float.
fn are_printed(words: &[PlacedText], print: fn(f32) -> Option<f64>) -> bool {
    words.iter().all(|PlacedText { text, .. }| {
        let printed = text.parse().ok().and_then(print);
        text.contains('.') && printed.is_some() && text.parse().ok() == printed
    })
}

fn significant(word: &PlacedText) -> u32 {
    Digits::of(word.text.as_bytes()).significant
}
