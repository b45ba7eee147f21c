//! Vectors: stored outputs of a subject, compared with its port.
//!
//! A file has the [form of the pack](pack). It may leave out what its writer does not know: outputs, draws, names of
//! cases, tables, declarations of ops. Each step that has an output or draws is checked. A file of another form is refused as a
//! whole, so that nothing in it seems to be checked.
//!
//! ```
//! let file = r#"{"schema": "roguelab-vectors/1", "subject": "spread", "cases": [{"steps": [
//!     {"op": "spread", "args": {"na": 5, "nb": 2}, "output": {"texts": ["aababaa"]}},
//!     {"op": "spread", "args": {"na": 3, "nb": 1}, "output": {"texts": ["aaab"]}}
//! ]}]}"#;
//! let checked = roguelab_answers::vectors::check(file)?;
//! assert_eq!((checked.agreed, checked.disagreed), (1, 1));
//! # Ok::<(), roguelab_answers::vectors::VectorsError>(())
//! ```

mod document;
mod error;
pub mod pack;

use std::fmt;

use document::DocumentOp;
use error::Result;
pub use error::VectorsError;
use lockstep::{Op, Operation as _, Role, Seen, Subject};
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use subjects::registry;

use crate::change::{Change, of_values};
use crate::check::{Causes, Transcript};
use pack::{SCHEMA, form};

/// The result of checking a file.
#[derive(Debug)]
pub struct Checked {
    /// The subject of the file.
    pub subject: &'static str,
    /// How many steps agree with the port; a step with neither an output nor draws is not counted.
    pub agreed: usize,
    /// How many steps, tables and declarations of ops disagree.
    pub disagreed: usize,
    /// Every difference between the file's value and the port's.
    pub differences: Vec<Change>,
    /// The known mistakes that explain the values in the file.
    pub causes: Causes,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    subject: String,
    #[serde(default, rename = "about")]
    _about: IgnoredAny,
    #[serde(default, rename = "source")]
    _source: IgnoredAny,
    tables: Option<Object>,
    #[serde(default)]
    ops: Vec<Object>,
    cases: Vec<Case>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: Option<String>,
    steps: Vec<Step>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    op: String,
    #[serde(default)]
    args: Object,
    output: Option<Object>,
    draws: Option<Value>,
}

/// An object without duplicate keys, because the first of two would not be checked.
#[derive(Default)]
struct Object(Map<String, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Self::default())
    }
}

impl<'de> Visitor<'de> for Object {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<Self, A::Error> {
        while let Some((key, value)) = object.next_entry::<String, Value>()? {
            if self.0.contains_key(&key) {
                return Err(A::Error::custom(format_args!("`{key}` appears twice")));
            }
            self.0.insert(key, value);
        }
        Ok(self)
    }
}

/// Checks a file against the port.
pub fn check(text: &str) -> Result<Checked, VectorsError> {
    check_with(text, Role::Port)
}

/// Checks a file against an implementation of its subject.
pub fn check_with(text: &str, role: Role) -> Result<Checked, VectorsError> {
    // Some editors put a byte order mark at the beginning of a file.
    let file: File = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| {
        if error.is_eof() {
            let line = error.line();
            VectorsError::new(format_args!(
                "the file is cut short: it ends in the middle of its JSON, at line {line}; copy it again"
            ))
        } else {
            VectorsError::new(format_args!("the file is not a vector file ({SCHEMA}): {error}"))
        }
    })?;
    if file.schema != SCHEMA {
        return Err(VectorsError::new(format_args!(
            "the schema of the file must be {SCHEMA}, not {}",
            file.schema
        )));
    }
    let subject = registry::find(&file.subject).map_err(VectorsError::new)?;
    let mut checked = Checked {
        subject: subject.name(),
        agreed: 0,
        disagreed: 0,
        differences: declarations(&file, subject)?,
        causes: Causes::default(),
    };
    checked.disagreed = checked.differences.len();
    let mut transcript = Transcript::new();
    for (number, case) in file.cases.iter().enumerate() {
        let name = case.name.clone().unwrap_or_else(|| number.to_string());
        checked
            .check_case(subject, role, case, &name, &mut transcript)
            .map_err(|error| error.at(format_args!("{}, case `{name}`", file.subject)))?;
    }
    if checked.agreed + checked.disagreed == 0 {
        return Err(VectorsError::new(
            "no step of the file has an output or draws: a check of nothing proves nothing",
        ));
    }
    if checked.disagreed > 0 {
        checked.causes = Causes::explaining(subject.name(), &transcript);
    }
    Ok(checked)
}

/// The tables and declarations of ops that differ from the subject's. What an op does is prose, which may differ.
fn declarations(file: &File, subject: &dyn Subject) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    if let Some(tables) = &file.tables {
        let (given, ours) = (tables.0.clone().into(), pack::tables(subject));
        of_values("tables", Some(&given), Some(&ours), &mut changes);
    }
    for Object(given) in &file.ops {
        let name = given
            .get("name")
            .and_then(Value::as_str)
            .ok_or_else(|| VectorsError::new("an op is declared without its name"))?;
        let mut ours = pack::declared(op(subject, name)?.0);
        let mut given = given.clone();
        given.remove("does");
        if let Some(ours) = ours.as_object_mut() {
            ours.retain(|key, _| given.contains_key(key));
        }
        of_values(
            &format!("ops: `{name}`"),
            Some(&given.into()),
            Some(&ours),
            &mut changes,
        );
    }
    Ok(changes)
}

/// An op of the subject or of its document alone, and whether it is the document's.
fn op<'a>(subject: &'a dyn Subject, name: &str) -> Result<(&'a Op, bool)> {
    match pack::op(subject, name) {
        Ok(op) => Ok((op, false)),
        Err(error) => {
            let of_document = DocumentOp::OPS.iter().find(|op| op.name == name);
            Ok((of_document.ok_or(error)?, true))
        }
    }
}

/// The text of the op in a step.
fn text(op: &Op, Object(args): &Object) -> Result<String> {
    let known = |key: &String| op.arguments.iter().any(|argument| argument.name == key);
    if let Some(other) = args.keys().find(|key| !known(key)) {
        let form = op.form;
        return Err(VectorsError::new(format_args!(
            "`{other}` is not an argument of `{form}`"
        )));
    }
    let mut text = op.name.to_owned();
    for argument in op.arguments {
        let value = args.get(argument.name).unwrap_or(&Value::Null);
        let given = form::read(argument, value)
            .map_err(VectorsError::new)
            .map_err(|error| error.at(format_args!("`{}` of `{}`", argument.name, op.form)))?;
        text = text + " " + &given;
    }
    Ok(text)
}

impl Checked {
    fn check_case(
        &mut self,
        subject: &dyn Subject,
        role: Role,
        case: &Case,
        name: &str,
        transcript: &mut Transcript,
    ) -> Result<()> {
        transcript.push(("reset".into(), None));
        let (mut texts, mut places) = (Vec::new(), Vec::new());
        let mut steps = Vec::new();
        for (number, step) in case.steps.iter().enumerate() {
            let (op, of_document) = op(subject, &step.op)?;
            let text = text(op, &step.args)?;
            let place = format!("case `{name}`, step {number}, `{text}`");
            if of_document {
                let op_of_document: DocumentOp = text.parse().map_err(VectorsError::new)?;
                let seen = op_of_document.show()?;
                self.check_step(step, op, &place, &seen)?;
            } else {
                let shown = step
                    .output
                    .as_ref()
                    .and_then(|output| form::texts(op.shows, &output.0));
                transcript.push((text.clone(), shown));
                texts.push(text);
                places.push(place);
                steps.push((step, op));
            }
        }
        // One at a time, because all their outputs together may not fit into memory.
        let (mut steps, mut result) = (steps.into_iter().zip(places), Ok(()));
        lockstep::show(subject, role, &texts, &mut |seen| {
            if let (Ok(()), Some(((step, op), place))) = (&result, steps.next()) {
                result = self.check_step(step, op, &place, &seen);
            }
        })
        .map_err(VectorsError::new)?;
        result
    }

    fn check_step(&mut self, step: &Step, op: &Op, place: &str, seen: &Seen) -> Result<()> {
        let output = form::output(op.shows, &seen.output).map_err(|error| error.at(place))?;
        // An unknown output may be left out or empty, because a port may not show a hidden state.
        let given = step
            .output
            .as_ref()
            .map(|output| Value::from(output.0.clone()));
        let given = given.filter(|given| {
            *given == output || given.as_object().is_some_and(|map| !map.is_empty())
        });
        let draws = form::draws(op.draws, seen).map_err(|error| error.at(place))?;
        if !op.draws && step.draws.is_some() {
            return Err(VectorsError::new("it takes no draws").at(place));
        }
        let before = self.differences.len();
        let mut compared = false;
        for (what, given, shown) in [
            ("output", given.as_ref(), Some(&output)),
            ("draws", step.draws.as_ref(), draws.as_ref()),
        ] {
            if given.is_some() {
                compared = true;
                of_values(
                    &format!("{place}: {what}"),
                    given,
                    shown,
                    &mut self.differences,
                );
            }
        }
        if self.differences.len() > before {
            self.disagreed += 1;
        } else if compared {
            self.agreed += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
