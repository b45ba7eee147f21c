//! A file of the vector pack, compared with the port.

use lockstep::{Basis, Seen};
use serde_json::{Map, Value};
use subjects::registry::{self, Entry as Subject};

use super::entry::Entry;
use super::{Checked, Tally, VectorError, compare};
use crate::pack::{self, SCHEMA, Step, form};

/// The keys of a file and of its parts: all must be there, and no other.
const FILE: &[&str] = &["about", "cases", "ops", "schema", "source", "subject", "tables"];
const CASE: &[&str] = &["name", "steps"];

/// Whether a file says that it is of the pack.
pub(super) fn is_pack(file: &Map<String, Value>) -> bool {
    file.contains_key("schema")
}

/// Checks every step of a file.
pub(super) fn check(file: &Value) -> Result<Checked, VectorError> {
    let file = Entry::new("the file".into(), "", file);
    let schema = file.part("schema")?;
    if schema.text()? != SCHEMA {
        return Err(schema.malformed(format!("only {SCHEMA} is known here")));
    }
    keys(&file, FILE)?;
    let subject = file.part("subject")?;
    let subject = registry::find(subject.text()?).map_err(|error| subject.malformed(error))?;

    let mut checked = Checked::default();
    let mut tally = Tally { kind: subject.name(), agreed: 0, disagreed: 0, unchecked: 0 };
    declarations(&file, subject, &mut checked.differences)?;
    tally.disagreed += checked.differences.len();
    for case in file.part("cases")?.filled()? {
        match differences(subject, &case) {
            Ok(steps) => {
                for differences in steps {
                    let count = if differences.is_empty() { &mut tally.agreed } else { &mut tally.disagreed };
                    *count += 1;
                    checked.differences.extend(differences);
                }
            }
            Err(error) => {
                let steps = case.get("steps").and_then(|steps| steps.value.as_array().map(Vec::len));
                tally.unchecked += steps.unwrap_or(1);
                checked.errors.push(error);
            }
        }
    }
    checked.tallies.push(tally);
    checked.unless_nothing()
}

/// That an object has these keys, which are in order, and no other.
fn keys(entry: &Entry<'_>, keys: &[&str]) -> Result<(), VectorError> {
    let given = entry.value.as_object().map(|object| object.keys().map(String::as_str).collect::<Vec<_>>());
    let Some(mut given) = given else { return Err(entry.malformed("an object belongs here")) };
    given.sort_unstable();
    if given == keys {
        return Ok(());
    }
    Err(entry.malformed(format!("it must have the keys {}, and has {}", keys.join(", "), given.join(", "))))
}

/// Where the tables and the declarations of the ops are not those of the subject. What an op does is prose, and anybody's
/// own.
fn declarations(file: &Entry<'_>, subject: &dyn Subject, out: &mut Vec<String>) -> Result<(), VectorError> {
    let tables = file.part("tables")?;
    let ours = pack::tables(subject);
    if *tables.value != ours {
        compare(&tables.path, tables.value, &ours, "", out)?;
    }
    let declared = file.part("ops")?.list()?;
    for op in &declared {
        let name = op.part("name")?.text()?;
        let ours = pack::declared(pack::op(subject, name).map_err(|error| op.malformed(error))?);
        let mut given = op.value.clone();
        given.as_object_mut().and_then(|given| given.remove("does"));
        if given.as_object().map(Map::len) != ours.as_object().map(Map::len) {
            return Err(op.malformed("it must have the keys arguments, does, draws, name, output"));
        }
        compare(&op.path, &given, &ours, "", out)?;
    }
    Ok(())
}

/// Where each step of a case differs from what the port shows.
fn differences(subject: &dyn Subject, case: &Entry<'_>) -> Result<Vec<Vec<String>>, VectorError> {
    keys(case, CASE)?;
    let name = case.part("name")?.text()?;
    let steps = case.part("steps")?.filled()?;
    let ops = steps.iter().map(|step| text(subject, step)).collect::<Result<Vec<_>, _>>()?;
    let step = |index: usize, seen: &Seen| {
        let (given, text) = (&steps[index], &ops[index]);
        let own = |error: anyhow::Error| given.malformed(format!("{error:#}"));
        let op = pack::op(subject, text).map_err(own)?;
        keys(given, if op.draws { &["args", "draws", "op", "output"] } else { &["args", "op", "output"] })?;
        let shown = Step::new(op, text, seen).map_err(own)?;
        let mut differences = Vec::new();
        for (key, shown) in shown.shown() {
            let given = &given.value[key];
            if *given != shown {
                let path = format!("{}, case `{name}`, steps[{index}], `{text}`: {key}", subject.name());
                let before = differences.len();
                compare(&path, given, &shown, "", &mut differences)?;
                if differences.len() == before {
                    // The same number in another JSON type: a reader that goes by the type would not find it.
                    differences.push(format!("{path}: the file has {given}, the port {shown}"));
                }
            }
        }
        Ok(differences)
    };
    // One at a time: what all of them show may be more than memory holds.
    let mut all = Vec::with_capacity(ops.len());
    let shown = subject.show(Basis::Port, &ops, &mut |seen| all.push(step(all.len(), &seen)));
    shown.map_err(|error| case.malformed(format!("{error:#}")))?;
    all.into_iter().collect()
}

/// The text of a step's op.
fn text(subject: &dyn Subject, step: &Entry<'_>) -> Result<String, VectorError> {
    let name = step.part("op")?;
    let op = pack::op(subject, name.text()?).map_err(|error| name.malformed(error))?;
    let args = step.part("args")?;
    let mut names: Vec<_> = op.arguments.iter().map(|argument| argument.name).collect();
    names.sort_unstable();
    keys(&args, &names)?;
    let mut text = op.name.to_owned();
    for argument in op.arguments {
        let given = form::read(argument, &args.value[argument.name])
            .map_err(|expected| VectorError::at(&format!("{}.{}", args.path, argument.name), expected))?;
        text.push(' ');
        text.push_str(&given);
    }
    Ok(text)
}
