//! Compares a port with its subject, and finds every op that differs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use lockstep::{
    Answer, Budget, CaseKind, Cases, Output, RESET, RunResult, Runner, Subject, Tally,
    implementation, program,
};
use subjects::registry;

use super::{Difference, Package, Port, PortResult};
use answers::check::{cause_of_shuffles, explain_difference, output_as_texts};
use answers::who::Control;

/// How long to wait for an answer; only a program that hangs takes this long.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many ops are added to a failed case in order to find its cause.
const MOST: usize = 256;

/// Compares a command's answers with the subject of a port, op by op: an op that differs is left out, and the rest is compared
/// again.
///
/// # Errors
/// If the command cannot be started, or if it fails in a way that is not a difference in an op.
pub(crate) fn judge(
    package: &Package,
    port: &Port,
    command: &[String],
    stop: &'static AtomicBool,
) -> Result<PortResult> {
    let subject = registry::find(&port.subject).map_err(|error| anyhow!("{error}"))?;
    let mut agrees: Vec<_> = port.ops.keys().map(|op| op_name(op).to_owned()).collect();
    let mut differences = Vec::new();
    if let Some(at) = agrees.iter().position(|op| op == DECK) {
        agrees.remove(at);
        differences.extend(judge_shuffles(subject, command, stop)?);
    }
    let compared = loop {
        // Ops that only seed show nothing of the words.
        if agrees.iter().all(|op| subject.seeds(op)) {
            break Tally::default();
        }
        let judged = run(package, subject, command, &agrees, stop)?;
        let Some(found) = &judged.difference else {
            break judged.total();
        };
        let shortest = &found.shortest;
        let op = shortest.last().map_or("", |op| op_name(op));
        let Some(at) = agrees.iter().position(|name| is_or_repeats(op, name)) else {
            bail!("{}: {}", package.title(), found);
        };
        let (expected, mut actual) = first_difference(&found.expected.output, &found.actual.output);
        if let Some(trouble) = &found.trouble {
            actual = first_fraction(found).unwrap_or_else(|| trouble.clone());
        }
        let mut cause = Vec::new();
        for found in explain_difference(subject, found, Control::default()).0.0 {
            cause.push(found.mistake.key.to_string());
        }
        differences.push(Difference {
            op: agrees.remove(at),
            shortest: shortest.join("; "),
            expected,
            actual,
            cause,
        });
    };
    // Agreement of ops that show nothing does not count.
    if compared.outputs == 0 {
        agrees.clear();
    }
    Ok(PortResult {
        name: package.name.clone(),
        version: package.version.clone(),
        from: package.from,
        downloads: package.downloads,
        subject: port.subject.clone(),
        state: port.state,
        says: port.says.clone(),
        ops: if agrees.is_empty() { 0 } else { compared.ops },
        agrees,
        values: compared.outputs,
        differences,
        about: port.about.clone(),
    })
}

/// The op by which a package shuffles a sorted deck. Its arguments are the seed and the number of cards. No subject has it: a shuffle is
/// judged by itself.
const DECK: &str = "deck";

/// How many decks of how many cards are shuffled.
const DECKS: u64 = 20;
const CARDS: usize = 20;

/// What is wrong with the shuffle of a package, if it is recognised.
fn judge_shuffles(
    subject: &dyn Subject,
    command: &[String],
    stop: &'static AtomicBool,
) -> Result<Option<Difference>> {
    let mut side = program::program(command.to_vec(), PATIENCE, stop)()?;
    let mut decks = Vec::new();
    for seed in 1..=DECKS {
        let Answer::Seen(seen) = side.apply(&format!("{DECK} {seed} {CARDS}")) else {
            return Ok(None);
        };
        let mut deck = Vec::new();
        for card in output_as_texts(&seen.output) {
            deck.push(card.parse()?);
        }
        decks.push((seed, deck));
    }
    let Some(cause) = cause_of_shuffles(subject.name(), &decks) else {
        return Ok(None);
    };
    Ok(Some(Difference {
        op: DECK.to_owned(),
        shortest: format!("{DECK} 1 {CARDS}"),
        expected: "a fair shuffle".to_owned(),
        actual: format!("{:?}", decks[0].1),
        cause: vec![cause.to_owned()],
    }))
}

/// The name of an op.
fn op_name(op: &str) -> &str {
    op.split(' ').next().unwrap_or_default()
}

/// Whether an op has this name or repeats it, as `nexts 8` repeats `next`.
fn is_or_repeats(op: &str, name: &str) -> bool {
    op == name || op.strip_suffix('s') == Some(name)
}

fn cases(subject: &dyn Subject) -> Vec<Cases> {
    let mut cases = Vec::new();
    for kind in CaseKind::ALL {
        if kind != CaseKind::Exhaustive {
            cases.extend(subject.cases(kind, &Budget::default()));
        }
    }
    cases
}

/// The ops with these names, without those that ask for a million words: they take an interpreter long, and show no more than
/// thousands.
fn keep_named(mut ops: Vec<String>, names: &[String]) -> Vec<String> {
    ops.retain(|op| {
        let is_long = op_name(op).ends_with('s') && op.ends_with(" 1048576");
        !is_long && names.iter().any(|name| is_or_repeats(op_name(op), name))
    });
    ops
}

/// Runs the cases with only the ops in `names`.
fn run(
    package: &Package,
    subject: &'static dyn Subject,
    command: &[String],
    names: &[String],
    stop: &'static AtomicBool,
) -> Result<RunResult> {
    // Cases that seed first, reduced to the ops that the package has.
    let mut more: Vec<String> = Vec::new();
    for case in cases(subject).into_iter().flatten() {
        let case = keep_named(case?, names);
        if more.len() < MOST && case.first().is_some_and(|op| subject.seeds(op)) {
            more.push(RESET.to_owned());
            more.extend(case);
        }
    }
    let Some(seed) = more.get(1).cloned() else {
        // What a package does before it is seeded is its own affair, so there is nothing to compare.
        return Ok(RunResult::default());
    };
    let right = subject.roles()[0];
    let runner = Runner {
        seed: Some(seed),
        keep: Box::new(|case| keep_named(case, names)),
        more,
        stop,
        ..Runner::new(
            subject,
            [right.name().to_owned(), package.name.clone()],
            implementation(subject, right),
            program::program(command.to_vec(), PATIENCE, stop),
        )
    };
    Ok(runner.run(cases(subject))?)
}

/// The first fraction that a port showed, where whole words were expected.
fn first_fraction(found: &lockstep::Difference) -> Option<String> {
    let answers = found.transcript.iter();
    let mut lines = answers.filter_map(|(_, answer)| match answer {
        Answer::Garbage(line, _) => Some(line.clone()),
        _ => None,
    });
    lines.next().filter(|line| line.parse::<f64>().is_ok())
}

/// Two outputs, of which lists are reduced to the first word that differs.
fn first_difference(expected: &Output, actual: &Output) -> (String, String) {
    let words = output_as_texts(expected);
    if words.len() > 1 {
        for (at, (word, other)) in words.iter().zip(output_as_texts(actual)).enumerate() {
            if *word != other {
                return (
                    format!("{word} as word {at}"),
                    format!("{other} as word {at}"),
                );
            }
        }
    }
    (expected.to_string(), actual.to_string())
}
