//! Compares numbers that a rule makes of words with those that the right words make.

use std::fmt;

use generators::catalogue::{self, Generator};
use identify::related::{Outputs, compare_in_place};
use identify::{Control, Numbers};
use lockstep::{Role, Subject};
use scan::Rule;
use scan::formula::MOST_BITS;

use super::causes::Causes;
use super::recognised::{recognise, right_words};
use super::words::{
    FAR, GivenWords, NEXT, WordsDifference, WordsError, WordsFailure, WordsReport, WordsVerdict,
};
use crate::number::{counted, grouped};
use crate::read::sample::{Sample, SampleOptions};
use crate::rule::NumberRule;
use crate::who::name_quickly;

/// Reads numbers that a rule makes of the words of a subject.
pub fn read_numbers_of_rule(
    subject: &dyn Subject,
    rule: &str,
    text: &str,
) -> Result<GivenWords, WordsError> {
    let bits = subject.words().map(|stream| stream.bits.min(MOST_BITS));
    let mut options = SampleOptions {
        rule: Some(rule.to_owned()),
        ..SampleOptions::default()
    };
    // The words of a rule are those of the subject, and fractions may be made of several.
    if !is_of_fractions(rule) {
        options.bits = bits;
    }
    let sample = Sample::read(&options, text.as_bytes().to_vec()).map_err(WordsError::Read)?;
    match sample.rule {
        Some(rule) => Ok(GivenWords::OfRule {
            rule,
            numbers: sample.numbers,
        }),
        None => Err(WordsError::Empty),
    }
}

/// Whether a rule is of fractions, in our language.
fn is_of_fractions(rule: &str) -> bool {
    let is_read = NumberRule::parse(rule, None);
    is_read.is_ok_and(|rule| Rule::has_fractions(&rule.text))
}

/// Compares numbers of a rule with those that the right words make.
pub(super) fn compare_numbers(
    subject: &'static dyn Subject,
    role: Role,
    start: &str,
    (rule, numbers): (&NumberRule, &Numbers),
    control: Control<'_>,
) -> Result<WordsReport, WordsError> {
    // Each draw may take a few words, and some are drawn again.
    let draws = rule.form.draws() * numbers.len();
    let right = right_words(subject, role, start, 8 * draws + FAR)?;
    let values: Vec<u64> = right.iter().map(|&word| word as u64).collect();
    let Some(stream) = subject.words() else {
        return Err(WordsError::NoStream(subject.name().to_owned()));
    };
    let name = subject.name();
    let range = catalogue::find(name).map(Generator::range);
    let outputs = Outputs {
        values: &values,
        bits: stream.bits,
        range: range.unwrap_or(1 << stream.bits),
    };
    let found = compare_in_place(numbers, &outputs, name, NEXT);
    let found = found.ok_or(WordsError::NoNumbers)?;
    let agrees = found.right == numbers.len();
    let write = |place: usize, made: &[u64]| {
        let number = made.get(place).map(|made| rule.write(*made));
        number.unwrap_or_default()
    };
    let mut failed = None;
    if !agrees {
        let index = found.right;
        let given = rule.written(numbers);
        let mut agree = 0;
        for (place, made) in found.made.iter().take(numbers.len()).enumerate() {
            agree += usize::from(numbers.is(place, *made));
        }
        let (causes, origin) = match recognise(subject, role, start, numbers, control) {
            Some(known) => (known.causes, known.about),
            None => (
                Causes::default(),
                name_quickly("The numbers", numbers, control),
            ),
        };
        failed = Some(WordsFailure::Differs(Box::new(WordsDifference {
            index,
            expected: write(index, &found.made),
            actual: given[index].clone(),
            agree,
            from: None,
            extra: None,
            hints: Vec::new(),
            causes,
            origin,
            too_few: None,
            shown: format!(
                "expected  {}\nactual    {}",
                write(index, &found.made),
                given[index]
            ),
        })));
    }
    let next = found.made.iter().skip(found.right).take(NEXT);
    let noun = match numbers {
        Numbers::Stepped(_) => "u",
        _ => "number",
    };
    let mut made = format!("each {noun} is {}", found.convention);
    if agrees && found.missing > 0 {
        let more = counted(grouped(found.missing as u64), "more number");
        made += &format!("; about {more} would tell this from a coincidence");
    }
    Ok(WordsReport {
        subject: name.to_owned(),
        expected: role.name().to_owned(),
        start: start.to_owned(),
        words: numbers.len(),
        rule: Some(made),
        verdict: if agrees {
            WordsVerdict::Agrees
        } else {
            WordsVerdict::Differs
        },
        failed,
        next: next.map(|made| rule.write(*made)).collect(),
    })
}

impl WordsDifference {
    /// Says what differs among so many numbers of a rule, and why.
    pub(super) fn describe_numbers(
        &self,
        numbers: usize,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        writeln!(f, "number {} is the first that differs", self.index)?;
        for line in self.shown.lines() {
            writeln!(f, "  {line}")?;
        }
        let (agree, numbers) = (grouped(self.agree as u64), grouped(numbers as u64));
        writeln!(
            f,
            "  {agree} of {numbers} numbers are right in their places"
        )?;
        match &self.origin {
            Some(origin) => writeln!(f, "  {origin}"),
            None => Ok(()),
        }
    }
}
