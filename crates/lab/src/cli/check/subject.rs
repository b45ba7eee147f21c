//! What a program is compared with.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use lockstep::program::{Answer, Gone, Original, Program, RESET};
use lockstep::{Basis, Budget, Cases, Kind, Seen, shown};
use subjects::registry::{self, Entry, original};

use crate::cli::shim;
use crate::described::Described;
use crate::interrupt;

/// The cases of a kind, if there are any.
type Texts = Box<dyn Fn(Kind, &Budget) -> Option<Cases<String>>>;
/// Whether a text is an op; the error says what was expected.
type IsOp = Box<dyn Fn(&str) -> Result<()>>;

/// Cases as texts, and a side that is taken to be right.
pub(super) struct Subject {
    pub(super) name: String,
    /// What the side that is taken to be right is called.
    pub(super) expected: String,
    pub(super) texts: Texts,
    /// Whether an op seeds.
    pub(super) seeds: Box<dyn Fn(&str) -> bool + Sync>,
    /// The ops of a case that the expected side can perform.
    pub(super) keep: Box<dyn Fn(Vec<String>) -> Vec<String> + Sync>,
    /// Makes the side that is taken to be right.
    pub(super) original: Box<dyn Fn() -> Result<Original, String> + Sync>,
    pub(super) is_op: IsOp,
}

impl Subject {
    /// The subject of this name, and one of its implementations, the port if none is named; or a description, and the
    /// command of a program.
    pub(super) fn find(name: &str, expected: Option<&str>, timeout: Duration) -> Result<Self> {
        if shim::is_file(name) {
            return Self::described(name, expected, timeout);
        }
        let entry = registry::find(name)?;
        let basis = expected.map_or(Ok(Basis::Port), |name| Basis::parse(name, entry.bases()))?;
        entry.probe(basis)?;
        Ok(Self {
            name: entry.name().to_owned(),
            expected: basis.name().to_owned(),
            texts: Box::new(|kind, budget| entry.texts(kind, budget)),
            seeds: Box::new(move |op| seeds(entry, op)),
            keep: Box::new(move |ops| keep(entry, basis, ops)),
            original: Box::new(move || Ok(original(entry, basis))),
            is_op: Box::new(|op| Ok(entry.answers(Basis::Port, &[op.to_owned()]).map(drop)?)),
        })
    }

    /// The subject of a description, and a program that is taken to be right.
    fn described(file: &str, expected: Option<&str>, timeout: Duration) -> Result<Self> {
        let described = Arc::new(shim::description(file)?);
        let Some(expected) = expected else {
            bail!("say which program is taken to be right, as in --expected ./original");
        };
        let command = shlex::split(expected)
            .filter(|command| !command.is_empty())
            .with_context(|| {
                format!(
                    "--expected `{}`: expected a command, with quotes in pairs",
                    shown(expected, 60)
                )
            })?;
        let [texts, seeds, op] = [(); 3].map(|()| Arc::clone(&described));
        Ok(Self {
            name: described.name.clone(),
            expected: format!("`{}`", shown(expected, 60)),
            texts: Box::new(move |kind, budget| texts.texts(kind, budget)),
            seeds: Box::new(move |text| seeds.seeds(text)),
            keep: Box::new(|ops| ops),
            original: Box::new(move || program(&described, &command, timeout)),
            is_op: Box::new(move |text| op.op(text).map(drop)),
        })
    }

    /// An op that seeds, if there is any in the golden cases and a few random ones.
    pub(super) fn seed(&self) -> Option<String> {
        self.more().into_iter().find(|op| (self.seeds)(op))
    }

    /// The ops of the golden cases and of some random ones, with `reset` between the cases.
    pub(super) fn more(&self) -> Vec<String> {
        const MOST: usize = 2000;
        let budget = Budget {
            cases: 10,
            ..Budget::default()
        };
        let mut more: Vec<String> = Vec::new();
        for cases in [Kind::Golden, Kind::Random]
            .into_iter()
            .filter_map(|kind| (self.texts)(kind, &budget))
        {
            // Cases that are not as promised are refused when they are compared.
            let _ = cases.each(|_, ops| {
                if more.len() < MOST && ops.first().is_some_and(|op| (self.seeds)(op)) {
                    more.push(RESET.to_owned());
                    more.extend(ops);
                }
                Ok::<(), lockstep::Failure>(())
            });
        }
        more
    }

    /// The ops of a list, each of which is one.
    pub(super) fn ops(&self, list: &str) -> Result<Vec<String>> {
        let ops: Vec<String> = list
            .split(';')
            .map(|op| op.trim().to_owned())
            .filter(|op| !op.is_empty())
            .collect();
        if ops.is_empty() {
            bail!("--ops: no op was given");
        }
        ops.iter()
            .filter(|&op| op != RESET)
            .try_for_each(|op| (self.is_op)(op))?;
        Ok(ops)
    }
}

/// Whether an op of a subject seeds.
fn seeds(entry: &dyn Entry, op: &str) -> bool {
    let name = op.split_ascii_whitespace().next();
    entry
        .ops()
        .iter()
        .any(|op| op.seeds && Some(op.name) == name)
}

fn keep(entry: &dyn Entry, basis: Basis, ops: Vec<String>) -> Vec<String> {
    if basis == Basis::Port {
        return ops;
    }
    // What is no op is refused when it is performed.
    let Ok(answers) = entry.answers(basis, &ops) else {
        return ops;
    };
    // Once an op that seeds is left out, the state is not known until the next one.
    let mut unseeded = false;
    let kept = ops.into_iter().zip(answers).filter(|(op, answers)| {
        if seeds(entry, op) {
            unseeded = !answers;
        }
        *answers && !unseeded
    });
    kept.map(|(op, _)| op).collect()
}

/// A program that is taken to be right. One that cannot begin again is restarted for each case.
fn program(
    described: &Arc<Described>,
    command: &[String],
    timeout: Duration,
) -> Result<Original, String> {
    let described = Arc::clone(described);
    let command = command.to_vec();
    let start = move || {
        Program::start(&command, timeout, interrupt::flag()).map_err(|error| {
            format!(
                "cannot start the expected side, `{}`: {error}",
                shown(&command.join(" "), 60)
            )
        })
    };
    let mut program = start()?;
    // Why the case could not begin; it is told at the first op.
    let mut trouble = None;
    Ok(Box::new(move |op| {
        if op == RESET {
            trouble = match if program.is_gone() {
                Answer::Unknown
            } else {
                program.ask(RESET)
            } {
                Answer::Seen(seen) if Seen::nothing().agrees(&seen) => None,
                Answer::Unknown => start().map(|new| program = new).err(),
                Answer::Gone(gone) => Some(ended(&program, &gone)),
                other => Some(format!(
                    "`reset` was answered with {other}, and `nothing` was expected"
                )),
            };
            return Answer::Seen(Seen::nothing());
        }
        if let Some(why) = &trouble {
            return Answer::Error(why.clone());
        }
        match (program.ask(op), described.op(op)) {
            (Answer::Seen(seen), Ok(known)) if !known.may_show(&seen.output) => {
                Answer::Error(format!(
                    "it shows {}, and the description says {}",
                    shown(&seen.output.to_string(), 60),
                    known.shows.name()
                ))
            }
            (Answer::Gone(gone), _) => Answer::Error(ended(&program, &gone)),
            (answer, _) => answer,
        }
    }))
}

/// How a program ended, with the last line of its standard error.
fn ended(program: &Program, gone: &Gone) -> String {
    let errors = program.errors();
    errors.trim().lines().last().map_or_else(
        || gone.to_string(),
        |last| format!("{gone}; it wrote: {last}"),
    )
}
