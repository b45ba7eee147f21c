//! Numbers of which a rule is known that makes them of words or fractions.

use identify::Numbers;
use identify::numbers::Stepped;

use super::{MAX_NUMBERS, Result, Sample, SampleOptions};
use crate::read::{Problem, parse_signed, split_texts};
use crate::rule::{NumberRule, RuleForm};

/// The numbers of a text that the rule of the options has made, and whether there are more than are looked at.
pub(super) fn read(options: &SampleOptions, bytes: Vec<u8>) -> Result<(Sample, bool)> {
    if options.below.is_some() || options.is_spread() || options.alphabet.is_some() {
        return Err(Problem::RuleAlone.into());
    }
    let text = options.rule.as_deref().unwrap_or_default();
    let rule = NumberRule::parse(text, options.bits).map_err(Problem::Rule)?;
    let mut texts = split_texts(bytes, MAX_NUMBERS + 1)?;
    let has_more = texts.len() > MAX_NUMBERS;
    texts.truncate(MAX_NUMBERS);
    let mut values = Vec::with_capacity(texts.len());
    for text in &texts {
        let value = match &*text.text {
            "true" | "True" | "TRUE" => Some(1),
            "false" | "False" | "FALSE" => Some(0),
            number => parse_signed(number.as_bytes()).and_then(|value| i64::try_from(value).ok()),
        };
        let value = value.ok_or_else(|| text.error(Problem::NotInteger))?;
        if !rule.form.gives(value) {
            return Err(text.error(Problem::NotOfRule(rule.text.clone())));
        }
        values.push(value);
    }
    if values.is_empty() {
        return Err(Problem::Empty("number").into());
    }
    let numbers = match &rule.form {
        RuleForm::Steps(steps) => Numbers::Stepped(Stepped {
            values,
            steps: steps.clone(),
        }),
        RuleForm::Draws(drawn) => {
            let places = values.iter().map(|value| value.abs_diff(drawn.first));
            Numbers::sums(drawn.dice, drawn.sides, &places.collect::<Vec<_>>())
                .ok_or(Problem::NotBelow(drawn.sides))?
        }
    };
    let mut sample = Sample::as_drawn(numbers);
    sample.rule = Some(rule);
    Ok((sample, has_more))
}
