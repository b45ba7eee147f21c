//! Fractions, and numbers that were made of fractions.

use anyhow::{Result, anyhow, bail};
use identify::Numbers;
use identify::numbers::Fraction;
use identify::reading::{self, Decimal};

use super::{Form, Question};
use crate::input::{Digits, Domain, Word};

/// The double of 32 bits that was printed, and how far from it the number may be of which it was made.
fn of_single(value: f64, within: f64) -> (f64, f64) {
    let value = f64::from(value as f32);
    let exponent = value.abs().log2().floor().max(-126.0);
    (value, within.max((exponent - 24.0).exp2()))
}

/// Numbers of a range or a normal distribution, or of the usual ones if none is said and some are no fractions below 1; `None` if
/// all are such fractions.
pub(super) fn spread(form: &Form, words: &[Word]) -> Result<Option<Question>> {
    let is_single = is_single(words);
    let numbers = words.iter().map(|word| {
        let Decimal { value, last } = decimal(word)?;
        let (value, last) = if is_single {
            of_single(value, last)
        } else {
            (value, last)
        };
        Ok(Decimal { value, last })
    });
    let is_said = form.is_spread();
    let numbers: Vec<Decimal> = match numbers.collect::<Result<_>>() {
        Ok(numbers) => numbers,
        Err(error) if is_said => return Err(error),
        Err(_) => return Ok(None),
    };
    if is_said && numbers.is_empty() {
        bail!("there are no numbers: give some in text, as in -0.144 0.173");
    }
    let readings = match (form.normal, form.range) {
        (Some(normal), _) => reading::of_normal(&numbers, normal),
        (_, Some((from, to))) if !((to - from).is_finite() && from < to) => {
            bail!("--range {from},{to}: the first number must be less than the second")
        }
        (_, Some(range)) => {
            let numbers = reading::of_range(&numbers, range).map_err(|number| {
                anyhow!(
                    "{number} is not in the range from {} up to {1}, without {1}",
                    range.0,
                    range.1
                )
            })?;
            return Ok(Some(Question::plain(numbers)));
        }
        _ if numbers.iter().all(|one| (0.0..1.0).contains(&one.value)) => Vec::new(),
        _ => reading::of_spread(&numbers),
    };
    let is_guessed = !is_said;
    Ok(Question::read_as(readings).map(|question| Question {
        is_guessed,
        ..question
    }))
}

/// Which fractions belong there.
pub(super) fn domain(form: &Form) -> Result<Domain> {
    if form.below.is_some() || form.bits.is_some() {
        bail!("--below and --bits are for whole numbers: leave them out for fractions");
    }
    Ok(Domain::Doubles)
}

/// Fractions below 1 in text.
pub(super) fn below_one(form: &Form, words: &[Word]) -> Result<Question> {
    let (domain, mut digits) = (domain(form)?, Digits::default());
    let values = words.iter().map(|word| {
        let value = domain.number(word.text.as_bytes(), &mut digits);
        value.map_err(|flaw| word.error(&flaw))
    });
    let values = values.collect::<Result<_>>()?;
    let mut question = question(values, digits.after, digits.significant);
    if is_single(words)
        && let Numbers::Fractions(fractions) = &mut question.numbers
    {
        for Fraction { value, within } in fractions {
            (*value, *within) = of_single(*value, *within);
        }
    }
    Ok(question)
}

/// Fractions by their bits, of so many digits after the point and in all.
pub(super) fn question(values: Vec<u64>, after: u32, significant: u32) -> Question {
    let fraction = |value| fraction(f64::from_bits(value), Digits { after, significant });
    Question::plain(Numbers::Fractions(
        values.into_iter().map(fraction).collect(),
    ))
}

/// A fraction that is written as others are. Zeros at an end may have been left out, so that the most exact one tells how exact
/// all are: to so many digits after the point, or to so many significant ones where that is less.
fn fraction(value: f64, digits: Digits) -> Fraction {
    // The place of the first digit that is not 0: 1 of 0.5, 3 of 0.005.
    let first = if value > 0.0 {
        (-value.log10().floor()).max(0.0) as u32
    } else {
        u32::MAX
    };
    let last = first.saturating_add(digits.significant.saturating_sub(1));
    Fraction::printed(value, digits.after.min(last))
}

/// A number, and a unit of its last digit.
fn decimal(word: &Word) -> Result<Decimal> {
    let value = (word.text.parse().ok()).filter(|number: &f64| number.is_finite());
    let (mantissa, exponent) = word
        .text
        .split_once(['e', 'E'])
        .unwrap_or((&word.text, "0"));
    let after = mantissa.split_once('.').map_or(0, |(_, after)| after.len()) as f64;
    let last = 10_f64.powf(exponent.parse::<f64>().unwrap_or(0.0) - after);
    let value = value.ok_or_else(|| word.error("`{}` is not a number"))?;
    Ok(Decimal { value, last })
}

/// Whether these fractions are all what a language prints of numbers of 32 bits: the fewest digits that tell them from others, so
/// that some have more digits than any such number needs to be printed right, and none more than it can need; nine digits, as Fortran
/// prints; or all its digits.
fn is_single(words: &[Word]) -> bool {
    let is = |printed: fn(f32) -> Option<f64>| {
        words.iter().all(|Word { text, .. }| {
            let single = text.parse().ok().and_then(printed);
            text.contains('.') && single.is_some() && text.parse().ok() == single
        })
    };
    // Most texts are out at their first number.
    is(|single| single.to_string().parse().ok())
        && (7..=9).contains(&words.iter().map(significant).max().unwrap_or(0))
        || is(|single| format!("{single:.8e}").parse().ok())
            && words.iter().all(|word| significant(word) == 9)
        || is(|single| Some(single.into()))
}

fn significant(word: &Word) -> u32 {
    Digits::of(word.text.as_bytes()).significant
}
