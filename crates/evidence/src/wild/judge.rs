//! Compares a port with its subject, and finds every op that differs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use lockstep::{
    Budget, CaseKind, Output, RESET, RunResult, Runner, Subject, Tally, implementation, program,
};
use subjects::registry;

use super::{Difference, Package, Port, Row};
use answers::check::{Causes, output_as_texts};

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
) -> Result<Row> {
    let subject = registry::find(&port.subject).map_err(|error| anyhow!("{error}"))?;
    let mut agrees: Vec<_> = port.ops.keys().map(|op| first_of(op).to_owned()).collect();
    let mut differences = Vec::new();
    let seeds = |op: &String| {
        subject
            .ops()
            .iter()
            .any(|known| known.seeds && known.name == *op)
    };
    let compared = loop {
        // Ops that only seed show nothing of the words.
        if agrees.iter().all(seeds) {
            break Tally::default();
        }
        let judged = run(package, subject, command, &agrees, stop)?;
        let Some(found) = &judged.difference else {
            break judged.total();
        };
        let shortest = &found.shortest;
        let op = shortest.last().map_or("", |op| first_of(op));
        let Some(at) = agrees.iter().position(|name| is_or_repeats(op, name)) else {
            bail!("{}: {}", package.title(), found);
        };
        let [expected, actual] = first(&found.expected.output, &found.actual.output);
        let causes = Causes::of_difference(found);
        differences.push(Difference {
            op: agrees.remove(at),
            shortest: shortest.join("; "),
            expected,
            actual: found.trouble.clone().unwrap_or(actual),
            cause: causes
                .0
                .iter()
                .map(|cause| cause.mistake.key.to_string())
                .collect(),
        });
    };
    // Agreement of ops that show nothing does not count.
    if compared.outputs == 0 {
        agrees.clear();
    }
    Ok(Row {
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

/// The name of an op.
fn first_of(op: &str) -> &str {
    op.split(' ').next().unwrap_or_default()
}

/// Whether an op has this name or repeats it, as `nexts 8` repeats `next`.
fn is_or_repeats(op: &str, name: &str) -> bool {
    op == name || op.strip_suffix('s') == Some(name)
}

/// Runs the cases with only the ops in `names`.
fn run(
    package: &Package,
    subject: &'static dyn Subject,
    command: &[String],
    names: &[String],
    stop: &'static AtomicBool,
) -> Result<RunResult> {
    // A million words take an interpreter long, and show no more than thousands.
    let is_long = |op: &str| first_of(op).ends_with('s') && op.ends_with(" 1048576");
    let has = |op: &str| !is_long(op) && names.iter().any(|name| is_or_repeats(first_of(op), name));
    let cases = || {
        CaseKind::ALL
            .into_iter()
            .filter(|kind| *kind != CaseKind::Exhaustive)
            .filter_map(|kind| subject.cases(kind, &Budget::default()))
    };
    // Cases that seed first, reduced to the ops that the package has.
    let mut more: Vec<String> = Vec::new();
    for case in cases().flatten() {
        let case: Vec<_> = case?.into_iter().filter(|op| has(op)).collect();
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
        keep: Box::new(|case| case.into_iter().filter(|op| has(op)).collect()),
        more,
        stop,
        ..Runner::new(
            subject,
            [right.name().to_owned(), package.name.clone()],
            implementation(subject, right),
            program::program(command.to_vec(), PATIENCE, stop),
        )
    };
    Ok(runner.run(cases().collect())?)
}

/// Two outputs, of which lists are reduced to the first word that differs.
fn first(expected: &Output, actual: &Output) -> [String; 2] {
    let [words, others] = [expected, actual].map(output_as_texts);
    let at = words
        .iter()
        .zip(&others)
        .position(|(word, other)| word != other);
    match at {
        Some(at) if words.len() > 1 => {
            [&words, &others].map(|words| format!("{} as word {at}", words[at]))
        }
        _ => [expected, actual].map(ToString::to_string),
    }
}
