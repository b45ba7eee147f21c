//! The exact laws of rules and shuffles.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};

use answers::arguments::{SHUFFLES, chance};
use answers::bias::{self, Notice, Work};
use serde::Serialize;

use crate::command::{Command, one_of, whole, whole32};
use crate::outside::Outside;
use crate::question::{BiasQuestion, ReachQuestion, ShuffleQuestion};
use crate::reply::{Refusal, Reply};

/// The most numbers that a rule gives, or cards that are shuffled.
const MAX_NUMBERS: u32 = 1 << 22;

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
pub(crate) fn law_of_rule(question: &BiasQuestion, outside: Outside<'_>) -> Result<Reply, Refusal> {
    let mut command = Command::new("bias");
    let rule = question.rule.0.trim();
    command.word(rule);
    let usual = Notice::default();
    let options = bias::Options {
        n: command.option("-n", &question.n, whole32(1..=MAX_NUMBERS))?,
        bits: command.option("--bits", &question.bits, whole32(1..=64))?,
        rand_max: command.option("--rand-max", &question.rand_max, whole(1..=u64::MAX >> 1))?,
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
        (outside.progress)(&format!("{percent:.0} % of the words"), false);
    };
    let work = Work {
        stop: outside.stop,
        begin: &begin,
        progress: &progress,
        ..Work::default()
    };
    match bias::law(rule, &options, &work)? {
        Some(law) => show_law(&law, law.schema(), command, question.all),
        None => Err(Refusal::new("it was stopped")),
    }
}

/// Computes the law of a shuffle.
pub(crate) fn law_of_shuffle(question: &ShuffleQuestion) -> Result<Reply, Refusal> {
    let mut command = Command::new("bias");
    let shuffle = command.option("--shuffle", &question.shuffle, one_of(SHUFFLES))?;
    let cards = command.option("-n", &question.n, whole32(1..=MAX_NUMBERS))?;
    let times = command.option("--times", &question.times, whole32(0..=1000))?;
    let (Some(shuffle), Some(cards)) = (shuffle, cards) else {
        return Err(Refusal::new("say which shuffle, and of how many cards"));
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
        return Err(Refusal::new(
            "say how many bits the state has, and how many cards",
        ));
    };
    show_law(&bias::reach(bits, cards)?, bias::SCHEMA, command, false)
}
