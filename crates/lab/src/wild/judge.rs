//! Compares the adapter of a package with its subject, and finds every op that differs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, anyhow};
use lockstep::{
    Budget, Judged, Kind, Output, RESET, Runner, Subject, implementation, program, quoted,
};
use subjects::registry;

use super::{Difference, Package, Row};
use crate::mistakes;

/// How long an answer is waited for; only a program that hangs takes it.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many ops are added to a case that failed, for its cause.
const MOST: usize = 256;

/// Compares what a command answers with the subject of a package, op by op: one that differs is left out, and the rest is
/// compared again.
///
/// # Errors
/// If the command cannot be started, or what it does is no difference of an op.
pub(crate) fn judge(
    package: &Package,
    command: &[String],
    stop: &'static AtomicBool,
) -> Result<Row> {
    let subject = registry::find(&package.subject).map_err(|error| anyhow!("{error}"))?;
    let mut agrees = package.has.clone();
    let mut differences = Vec::new();
    let compared = loop {
        let judged = run(package, subject, command, &agrees, stop)?;
        let Some(found) = &judged.difference else {
            break judged.total();
        };
        let shortest = &found.shortest;
        let op = shortest
            .last()
            .and_then(|op| op.split(' ').next())
            .unwrap_or_default()
            .to_owned();
        let Some(at) = agrees.iter().position(|other| *other == op) else {
            return Err(anyhow!("{}: {}", package.title(), found));
        };
        agrees.remove(at);
        let [expected, actual] = first(&found.expected.output, &found.actual.output);
        let causes = mistakes::causes(found);
        differences.push(Difference {
            op,
            shortest: shortest.join("; "),
            expected,
            actual: found.trouble.clone().unwrap_or(actual),
            cause: causes
                .iter()
                .map(|cause| cause.mistake.key.to_string())
                .collect(),
        });
    };
    Ok(Row {
        name: package.name.clone(),
        version: package.version.clone(),
        from: package.from,
        subject: package.subject.clone(),
        // Ops that show nothing are no agreement of their own.
        agrees: if compared.outputs > 0 {
            agrees
        } else {
            Vec::new()
        },
        ops: if compared.outputs > 0 {
            compared.ops
        } else {
            0
        },
        values: compared.outputs,
        differences,
        about: package.about.clone(),
    })
}

/// One run over the ops in `names`.
fn run(
    package: &Package,
    subject: &'static dyn Subject,
    command: &[String],
    names: &[String],
    stop: &'static AtomicBool,
) -> Result<Judged> {
    let name = |op: &str| op.split(' ').next().unwrap_or_default().to_owned();
    let has = |op: &str| names.contains(&name(op));
    let cases = || {
        Kind::ALL
            .into_iter()
            .filter(|kind| *kind != Kind::Exhaustive)
            .filter_map(|kind| subject.cases(kind, &Budget::default()))
    };
    // Cases that seed first, as far as the package has their ops.
    let mut more: Vec<String> = Vec::new();
    for case in cases().flatten() {
        let case: Vec<_> = case?.into_iter().filter(|op| has(op)).collect();
        if more.len() < MOST && case.first().is_some_and(|op| subject.seeds(op)) {
            more.push(RESET.to_owned());
            more.extend(case);
        }
    }
    let Some(seed) = more.get(1).cloned() else {
        // What a package is before an op that seeds is its own affair: there is nothing to compare.
        return Ok(Judged::default());
    };
    let right = subject.bases()[0];
    let runner = Runner {
        seed: Some(seed),
        keep: Box::new(|case| case.into_iter().filter(|op| has(op)).collect()),
        more,
        replay: Box::new(|ops| {
            format!(
                "roguelab check {} --ops {} -- {}",
                package.subject,
                quoted(&ops.join("; ")),
                command.join(" ")
            )
        }),
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

/// Two outputs, of lists only the first word that differs.
fn first(expected: &Output, actual: &Output) -> [String; 2] {
    if let (Output::Words(expected), Output::Words(actual)) = (expected, actual)
        && let Some(at) = expected
            .iter()
            .zip(actual)
            .position(|(expected, actual)| expected != actual)
    {
        return [expected, actual].map(|words| format!("{} as word {at}", words[at]));
    }
    [expected, actual].map(ToString::to_string)
}
