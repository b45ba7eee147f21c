//! A file of the vector pack, compared with the port.

use anyhow::Result;
use lockstep::{Basis, Seen, Subject, show};
use serde_json::{Map, Value};
use subjects::registry;

use super::entry::Entry;
use super::{Checked, Tally, at, compare};
use crate::mistakes::Transcript;
use crate::pack::{self, SCHEMA, Step, form};

/// The keys that a file, a case or a step must have, and those that it may have.
type Keys = (&'static [&'static str], &'static [&'static str]);
const FILE: Keys = (
    &["schema", "subject", "cases"],
    &["about", "source", "tables", "ops"],
);
const CASE: Keys = (&["steps"], &["name"]);
const STEP: Keys = (&["op"], &["args", "output"]);
const STEP_WITH_DRAWS: Keys = (&["op"], &["args", "output", "draws"]);
const DECLARATION: Keys = (&["name"], &["arguments", "output", "draws", "does"]);

/// Whether a file says that it is of the pack.
pub(super) fn is_pack(file: &Map<String, Value>) -> bool {
    file.contains_key("schema")
}

/// Checks every step of a file that has an output or draws.
pub(super) fn check(file: &Value) -> Result<Checked> {
    let file = Entry::new("the file".into(), "", file);
    let schema = file.part("schema")?;
    if schema.text()? != SCHEMA {
        return Err(schema.malformed(format!("only {SCHEMA} is known here")));
    }
    keys(&file, FILE)?;
    let subject = file.part("subject")?;
    let subject = registry::find(subject.text()?).map_err(|error| subject.malformed(error))?;

    let mut checked = Checked::default();
    let mut tally = Tally {
        kind: subject.name(),
        agreed: 0,
        disagreed: 0,
        unchecked: 0,
    };
    declarations(&file, subject, &mut checked.differences)?;
    tally.disagreed += checked.differences.len();
    let mut transcript = Transcript::new();
    for case in file.part("cases")?.filled()? {
        match differences(subject, &case, &mut transcript) {
            Ok(steps) => {
                for differences in steps.into_iter().flatten() {
                    let count = if differences.is_empty() {
                        &mut tally.agreed
                    } else {
                        &mut tally.disagreed
                    };
                    *count += 1;
                    checked.differences.extend(differences);
                }
            }
            Err(error) => {
                let steps = case
                    .get("steps")
                    .and_then(|steps| steps.value.as_array().map(Vec::len));
                tally.unchecked += steps.unwrap_or(1);
                checked.errors.push(error);
            }
        }
    }
    if tally.disagreed > 0 {
        checked.causes = super::causes([(subject.name(), transcript)]);
    }
    checked.tallies.push(tally);
    checked.unless_nothing()
}

/// That an object has the keys it must have, and no other than those that it may have.
fn keys(entry: &Entry<'_>, (must, may): (&[&str], &[&str])) -> Result<()> {
    let Some(given) = entry.value.as_object() else {
        return Err(entry.malformed("an object belongs here"));
    };
    let all = || [must, may].concat().join(", ");
    if let Some(missing) = must.iter().find(|key| !given.contains_key(**key)) {
        return Err(entry.malformed(format!("the key {missing} is missing; it has: {}", all())));
    }
    match given
        .keys()
        .find(|key| !must.contains(&key.as_str()) && !may.contains(&key.as_str()))
    {
        Some(other) => {
            Err(entry.malformed(format!("{other} is none of its keys, which are: {}", all())))
        }
        None => Ok(()),
    }
}

/// Where the tables and the declarations of the ops are not those of the subject. What an op does is prose, and anybody's
/// own.
fn declarations(file: &Entry<'_>, subject: &dyn Subject, out: &mut Vec<String>) -> Result<()> {
    let ours = pack::tables(subject);
    if let Some(tables) = file.get("tables").filter(|tables| *tables.value != ours) {
        compare(&tables.path, tables.value, &ours, "", out)?;
    }
    let declared = file.get("ops").map(|ops| ops.list()).transpose()?;
    for op in &declared.unwrap_or_default() {
        keys(op, DECLARATION)?;
        let name = op.part("name")?.text()?;
        let ours = pack::declared(pack::op(subject, name).map_err(|error| op.malformed(error))?);
        let mut given = op.value.clone();
        given.as_object_mut().and_then(|given| given.remove("does"));
        compare(&op.path, &given, &ours, "", out)?;
    }
    Ok(())
}

/// Where each step of a case differs from what the port shows; `None` for a step that has nothing to compare.
fn differences(
    subject: &dyn Subject,
    case: &Entry<'_>,
    transcript: &mut Transcript,
) -> Result<Vec<Option<Vec<String>>>> {
    keys(case, CASE)?;
    let name = case
        .get("name")
        .map(|name| name.text())
        .transpose()?
        .unwrap_or(&case.path);
    let steps = case.part("steps")?.filled()?;
    let ops = steps
        .iter()
        .map(|step| text(subject, step))
        .collect::<Result<Vec<_>, _>>()?;
    let step = |index: usize, seen: &Seen| {
        let (given, text) = (&steps[index], &ops[index]);
        let own = |error: anyhow::Error| given.malformed(format!("{error:#}"));
        let op = pack::op(subject, text).map_err(own)?;
        keys(given, if op.draws { STEP_WITH_DRAWS } else { STEP })?;
        let shown = Step::new(op, text, seen).map_err(own)?;
        let (mut differences, mut compared) = (Vec::new(), false);
        for (key, shown) in shown.shown() {
            // An output that is not known may be left out, or empty: a port may not show a hidden state.
            let is_known = |given: &&Value| {
                given.as_object().is_none_or(|given| !given.is_empty()) || shown == **given
            };
            let Some(given) = given.value.get(key).filter(is_known) else {
                continue;
            };
            compared = true;
            if *given != shown {
                let path = format!(
                    "{}, case `{name}`, steps[{index}], `{text}`: {key}",
                    subject.name()
                );
                let before = differences.len();
                compare(&path, given, &shown, "", &mut differences)?;
                if differences.len() == before {
                    // The same number in another JSON type: a reader that goes by the type would not find it.
                    differences.push(format!("{path}: the file has {given}, the port {shown}"));
                }
            }
        }
        Ok(compared.then_some(differences))
    };
    transcript.push(("reset".into(), None));
    for (step, text) in steps.iter().zip(&ops) {
        let shows = pack::op(subject, text)
            .map_err(|error| step.malformed(error))?
            .shows;
        transcript.push((text.clone(), form::texts(shows, &step.value["output"])));
    }
    // One at a time: what all of them show may be more than memory holds.
    let mut all = Vec::with_capacity(ops.len());
    let shown = show(subject, Basis::Port, &ops, &mut |seen| {
        all.push(step(all.len(), &seen));
    });
    shown.map_err(|error| case.malformed(format!("{error:#}")))?;
    all.into_iter().collect()
}

/// The text of a step's op.
fn text(subject: &dyn Subject, step: &Entry<'_>) -> Result<String> {
    let name = step.part("op")?;
    let op = pack::op(subject, name.text()?).map_err(|error| name.malformed(error))?;
    let mut text = op.name.to_owned();
    if op.arguments.is_empty() && step.get("args").is_none() {
        return Ok(text);
    }
    let args = step.part("args")?;
    let names: Vec<_> = op.arguments.iter().map(|argument| argument.name).collect();
    keys(&args, (&names, &[]))?;
    for argument in op.arguments {
        let given = form::read(argument, &args.value[argument.name])
            .map_err(|expected| at(&format!("{}.{}", args.path, argument.name), expected))?;
        text.push(' ');
        text.push_str(&given);
    }
    Ok(text)
}
