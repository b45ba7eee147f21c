//! What made these numbers?

use std::time::Duration;

use answers::arguments::{
    ENDIANS, KINDS_AND_TRACE, dice, generator_name, given_seed, range, seconds, times,
};
use answers::read::moments;
use answers::read::sample::SampleOptions;
use answers::who::{self, List, Name, Options};

use crate::command::{Command, file_name, one_of, quoted_input, whole, whole32};
use crate::outside::Outside;
use crate::question::WhoQuestion;
use crate::reply::{Refusal, Reply};

/// The most numbers that are predicted.
const MAX_SHOWN: u32 = 100_000;

impl WhoQuestion {
    /// The options, which are also written into the command.
    fn options(&self, command: &mut Command) -> Result<Options, Refusal> {
        let usual = Options::default();
        let mut sample = SampleOptions {
            kind: command.option("--kind", &self.kind, one_of(KINDS_AND_TRACE))?,
            endian: command
                .option("--endian", &self.endian, one_of(ENDIANS))?
                .unwrap_or_default(),
            bits: command.option("--bits", &self.bits, whole32(1..=64))?,
            below: command.option("--below", &self.below, whole(2..=u64::MAX))?,
            base: command
                .option("--base", &self.base, str::parse)?
                .unwrap_or_default(),
            alphabet: command.option("--alphabet", &self.alphabet, str::parse)?,
            range: command.option("--range", &self.range, range)?,
            normal: command.option("--normal=", &self.normal, moments)?,
            rule: command.option("--rule", &self.rule, str::parse)?,
            ..SampleOptions::default()
        };
        let dice = command.option("--dice", &self.dice, dice)?;
        let said = [
            (sample.below.is_some(), "--below"),
            (sample.bits.is_some(), "--bits"),
            (dice.is_some(), "--dice"),
            (sample.alphabet.is_some(), "--alphabet"),
            (sample.range.is_some(), "--range"),
            (sample.normal.is_some(), "--normal"),
            (sample.rule.is_some() && sample.bits.is_none(), "--rule"),
        ];
        let mut said = said.iter().filter(|(is_said, _)| *is_said);
        if let (Some((_, one)), Some((_, other))) = (said.next(), said.next()) {
            return Err(Refusal::new(format!(
                "{one} and {other} contradict each other: give one of them"
            )));
        }
        if let Some((count, sides)) = dice {
            (sample.dice, sample.below, sample.base) = (Some(count), Some(sides), 1);
        }
        let time = command.option("--seconds", &self.seconds, seconds)?;
        let most = whole32(0..=MAX_SHOWN);
        Ok(Options {
            are_shortest: self.doubles,
            within: command
                .option("--within", &self.within, whole(0..=10_000_000))?
                .unwrap_or(usual.within),
            time: time.map_or(usual.time, Duration::from_secs_f64),
            all: command.flag("--all", self.all),
            seed: command.option("--seed", &self.seed, given_seed)?,
            times: command.option("--times", &self.times, times)?,
            only: command.option("--only", &self.only, generator_name)?,
            next: command
                .option("--next", &self.next, &most)?
                .unwrap_or_default() as usize,
            previous: command
                .option("--previous", &self.previous, &most)?
                .unwrap_or_default() as usize,
            sample,
        })
    }

    /// The command with its lists: typed ones if all are short, or else files.
    fn finish(&self, mut command: Command, lists: &[&[u8]]) -> String {
        let files = [(&self.file, "numbers.txt"), (&self.other, "other.txt")];
        let mut typed = Vec::new();
        for (list, (file, _)) in lists.iter().zip(files) {
            typed.extend(quoted_input(file, list).filter(|_| self.kind.0.is_empty()));
        }
        if typed.len() == lists.len() {
            for text in typed {
                command.text(&format!("--numbers {text}"));
            }
        } else {
            for (_, (file, name)) in lists.iter().zip(files) {
                command.text(&file_name(file, name));
            }
        }
        command.finish()
    }
}

/// Names what made the numbers of an input.
pub(crate) fn identify(
    question: &WhoQuestion,
    input: Vec<u8>,
    outside: Outside<'_>,
) -> Result<Reply, Refusal> {
    let mut command = Command::new("who");
    let options = question.options(&mut command)?;
    let command = question.finish(command, &[&input]);
    let answer = outside.with_control(|control| who::who(input, &options, control))?;
    let verdict = if answer.answers.is_empty() {
        "not found"
    } else {
        "found"
    };
    Ok(Reply::new(&answer, who::SCHEMA, command)?.with_verdict(verdict))
}

/// Says how two lists differ.
pub(crate) fn compare(
    question: &WhoQuestion,
    mut input: Vec<u8>,
    outside: Outside<'_>,
) -> Result<Reply, Refusal> {
    let mut command = Command::new("who");
    let options = question.options(&mut command)?;
    options.check_for_two_lists().map_err(Refusal::new)?;
    let second = input.split_off(question.first.min(input.len()));
    let command = question.finish(command, &[&input, &second]);
    let a = List::read(Name::A, &options.sample, input)?;
    let b = List::read(Name::B, &options.sample, second)?;
    let answer = outside.with_control(|control| who::compare(a, b, &options, control));
    let verdict = if answer.difference.is_empty() {
        "not found"
    } else {
        "found"
    };
    Ok(Reply::new(&answer, who::PAIR_SCHEMA, command)?.with_verdict(verdict))
}
