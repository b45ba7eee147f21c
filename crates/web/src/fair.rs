//! Is it fair?

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};

use answers::arguments::{
    ENDIANS, KINDS, SHUFFLES, bound, chance, parse_counts, parse_rate, whole_list,
};
use answers::bias::{self, Notice, Work};
use answers::read::{Distribution, Input, weights};
use answers::test::{self, COUNTS_SCHEMA, CountsOptions, InputNames, Options, SourceOptions};
use serde::Serialize;

use crate::command::{Command, one_of, whole32};
use crate::outside::Outside;
use crate::question::{
    BiasQuestion, CountsQuestion, RateQuestion, ReachQuestion, ShuffleQuestion, TestQuestion, Text,
};
use crate::reply::{Refusal, Reply};

/// The most numbers that a rule gives, or cards that are shuffled.
const MAX_NUMBERS: u32 = 1 << 22;

/// The chance of a false alarm.
fn alpha(command: &mut Command, text: &Text) -> Result<f64, Refusal> {
    let given = command.option("--alpha", text, chance)?;
    Ok(given.unwrap_or(Options::default().alpha))
}

/// Parses weights in a list.
fn weight_list(text: &str) -> Result<Vec<u64>, String> {
    let list = whole_list(text).ok_or("give a list like 95,4,1 or 99.4,0.6")?;
    let table = weights(Input::of_bytes(list.join("\n").into_bytes()));
    let (weights, _) = table.map_err(|error| error.to_string())?;
    if weights.iter().filter(|weight| **weight > 0).count() < 2 {
        return Err("at least two weights must be above 0".to_owned());
    }
    Ok(weights)
}

/// Judges how often each value came.
pub(crate) fn judge_counts(question: &CountsQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let mut runs = Vec::new();
    for counts in &question.counts {
        command.text("--counts");
        command.word(counts);
        runs.push(parse_counts(counts).map_err(Refusal)?);
    }
    let report = test::counts(&CountsOptions {
        runs,
        weights: command.option("--weights", &question.weights, weight_list)?,
        weights_name: question.weights.0.trim().to_owned(),
        alpha: alpha(&mut command, &question.alpha)?,
    })?;
    Ok(Reply::new(&report, COUNTS_SCHEMA, command.finish())?.with_verdict(report.verdict))
}

/// Judges how often an event came.
pub(crate) fn judge_rate(question: &RateQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let rate = question.rate.0.trim();
    command.text("--rate");
    command.word(rate);
    let (hits, tries) = parse_rate(rate).map_err(Refusal)?;
    let Some(chance) = command.option("--chance", &question.chance, chance)? else {
        return Err(Refusal("say with which chance the event comes".to_owned()));
    };
    let report = test::rate(hits, tries, chance, alpha(&mut command, &question.alpha)?)?;
    Ok(Reply::new(&report, COUNTS_SCHEMA, command.finish())?.with_verdict(report.verdict))
}

/// Tests the items of an input.
pub(crate) fn test_items(
    question: &TestQuestion,
    input: Vec<u8>,
    outside: Outside,
) -> Result<Reply, Refusal> {
    let mut command = Command::new("test");
    let normal = command.option("--normal=", &question.normal, Distribution::normal)?;
    let exponential = command.option(
        "--exponential=",
        &question.exponential,
        Distribution::exponential,
    )?;
    let source = SourceOptions {
        kind: command.option("--kind", &question.kind, one_of(KINDS))?,
        endian: command.option("--endian", &question.endian, one_of(ENDIANS))?,
        bits: command.option("--bits", &question.bits, whole32(8..=64))?,
        below: command.option("--below", &question.below, bound)?,
        base: command.option("--base", &question.base, whole32(0..=u32::MAX))?,
        weights: command.option("--weights", &question.weights, weight_list)?,
        names: None,
        permutations: command.flag("--permutations", question.permutations),
        law: normal.or(exponential).unwrap_or_default(),
    };
    let said = [
        (source.below.is_some(), "--below"),
        (source.weights.is_some(), "--weights"),
        (source.permutations, "--permutations"),
        (normal.is_some(), "--normal"),
        (exponential.is_some(), "--exponential"),
    ];
    let mut said = said.iter().filter(|(is_said, _)| *is_said);
    if let (Some((_, one)), Some((_, other))) = (said.next(), said.next()) {
        return Err(Refusal(format!(
            "{one} and {other} contradict each other: give one of them"
        )));
    }
    let options = Options {
        alpha: alpha(&mut command, &question.alpha)?,
        ..Options::default()
    };
    let again = command.again();
    let command = command.with_input("", &question.file, &input);
    let tested = outside.with_control(|control| test::test(input, &source, &options, control));
    let mut report = tested?;
    let file = question.file.0.clone();
    let is_typed = file.is_empty();
    report.input.origin = InputNames {
        shown: if is_typed {
            "standard input".to_owned()
        } else {
            file.clone()
        },
        file: Some(if is_typed { "-".to_owned() } else { file }),
        ..InputNames::default()
    };
    report.again = Some(format!(
        "roguelab test --limit {}{again}",
        report.input.items
    ));
    Ok(Reply::new(&report, test::SCHEMA, command)?.with_verdict(report.verdict))
}

/// An answer with every weight, or with the heaviest and the lightest.
fn show_law(
    law: &(impl Serialize + Display),
    schema: &str,
    mut command: Command,
    all: bool,
) -> Result<Reply, Refusal> {
    let all = command.flag("--all", all);
    let mut reply = Reply::new(law, schema, command.finish())?;
    if all {
        reply.text = format!("{law:#}");
    }
    Ok(reply)
}

/// Computes the law of a rule.
pub(crate) fn law_of_rule(question: &BiasQuestion, outside: Outside) -> Result<Reply, Refusal> {
    let mut command = Command::new("bias");
    let rule = question.rule.0.trim();
    command.word(rule);
    let usual = Notice::default();
    let options = bias::Options {
        n: command.option("-n", &question.n, whole32(1..=MAX_NUMBERS))?,
        bits: command.option("--bits", &question.bits, whole32(1..=64))?,
        pity: command.option("--pity", &question.pity, whole32(1..=300))?,
        notice: Notice {
            alpha: command
                .option("--alpha", &question.alpha, chance)?
                .unwrap_or(usual.alpha),
            power: command
                .option("--power", &question.power, chance)?
                .unwrap_or(usual.power),
        },
    };
    let (all, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let begin = |words| {
        all.store(words, Ordering::Relaxed);
        done.store(0, Ordering::Relaxed);
    };
    let progress = |words| {
        let done = done.fetch_add(words, Ordering::Relaxed) + words;
        let percent = 100.0 * done as f64 / all.load(Ordering::Relaxed).max(1) as f64;
        (outside.progress)(&format!("{percent:.0} % of the words"));
    };
    let work = Work {
        begin: &begin,
        progress: &progress,
        ..Work::default()
    };
    match bias::law(rule, &options, &work)? {
        Some(law) => show_law(&law, law.schema(), command, question.all),
        None => Err(Refusal("it was stopped".to_owned())),
    }
}

/// Computes the law of a shuffle.
pub(crate) fn law_of_shuffle(question: &ShuffleQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("bias");
    let shuffle = command.option("--shuffle", &question.shuffle, one_of(SHUFFLES))?;
    let cards = command.option("-n", &question.n, whole32(1..=MAX_NUMBERS))?;
    let times = command.option("--times", &question.times, whole32(0..=1000))?;
    let (Some(shuffle), Some(cards)) = (shuffle, cards) else {
        return Err(Refusal(
            "say which shuffle, and of how many cards".to_owned(),
        ));
    };
    let law = bias::shuffle(shuffle, cards as usize, times, Notice::default())?;
    show_law(&law, bias::SCHEMA, command, question.all)
}

/// Computes how many arrangements of cards can be reached.
pub(crate) fn reach_of_state(question: &ReachQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("bias");
    let bits = command.option("--state-bits", &question.state_bits, whole32(0..=65536))?;
    let cards = command.option("-n", &question.n, whole32(1..=MAX_NUMBERS))?;
    let (Some(bits), Some(cards)) = (bits, cards) else {
        return Err(Refusal(
            "say how many bits the state has, and how many cards".to_owned(),
        ));
    };
    show_law(&bias::reach(bits, cards)?, bias::SCHEMA, command, false)
}
