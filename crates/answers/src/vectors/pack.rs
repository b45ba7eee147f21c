//! The vector pack: for every subject a JSON file of ops with what they show, for ports to other languages.
//!
//! `fixtures/vectors/README.md` explains how to use the files, `fixtures/vectors/schema.json` their form. The outputs come from
//! the reference or, where there is none, from the C library, and no file is made unless the port and the other references
//! agree. Comparisons with further oracles, which a machine may lack, belong to [`subjects::conformance`].
//!
//! Without the subjects' C, which answers alone does not ask for, no file can be made, and the error says so.

pub(crate) mod form;

use std::collections::BTreeMap;

use lockstep::{NamedCase, Op, Role, Seen, Subject};
use serde_json::{Value, json};
use subjects::registry::SUBJECTS;

use super::error::{Result, VectorsError};

/// The version of the files' form.
pub(crate) const SCHEMA: &str = "roguelab-vectors/1";

/// The folder of the pack below `fixtures`.
pub const FOLDER: &str = "vectors";

/// The name of a subject's file.
pub fn name(subject: &dyn Subject) -> String {
    format!("{}.json", subject.name())
}

/// The files of the pack that describe the others: the schema, and the page on how to use them.
pub fn descriptions() -> Result<[(&'static str, String); 2]> {
    let mut arguments = BTreeMap::new();
    for subject in SUBJECTS {
        for argument in subject.ops().iter().flat_map(|op| op.arguments) {
            let schema = form::schema(argument);
            let known = arguments
                .entry(argument.name)
                .or_insert_with(|| schema.clone());
            if *known != schema {
                let (name, argument) = (subject.name(), argument.name);
                return Err(VectorsError::new(format_args!(
                    "{name}: the argument {argument} has another type elsewhere"
                )));
            }
        }
    }
    let lines: Vec<_> = arguments
        .iter()
        .map(|(name, schema)| format!("    {}: {schema}", json!(name)))
        .collect();
    let rows = SUBJECTS
        .iter()
        .map(|subject| format!("| `{}` | {} |", name(*subject), subject.about()));
    let rows: Vec<_> = rows.collect();
    Ok([
        (
            "schema.json",
            include_str!("pack/schema.json")
                .replace("    \"$ARGUMENTS\": true", &lines.join(",\n")),
        ),
        (
            "README.md",
            include_str!("pack/page.md").replace("{FILES}", &rows.join("\n")),
        ),
    ])
}

/// A text that every file of a pack has.
pub const MARK: &str = "roguelab-vectors/";

pub(crate) fn op<'a>(subject: &'a dyn Subject, text: &str) -> Result<&'a Op> {
    let name = text.split_whitespace().next().unwrap_or_default();
    subject
        .ops()
        .iter()
        .find(|op| op.name == name)
        .ok_or_else(|| VectorsError::new(format_args!("no op is called `{name}`")))
}

/// The declaration of an op, without what it does.
pub(crate) fn declared(op: &Op) -> Value {
    let arguments: Vec<_> = op.arguments.iter().map(form::declared).collect();
    json!({"name": op.name, "arguments": arguments, "output": op.shows.name(), "draws": op.draws})
}

pub(crate) fn tables(subject: &dyn Subject) -> Value {
    subject
        .tables()
        .iter()
        .map(|&(name, texts)| (name.to_owned(), json!(texts)))
        .collect()
}

/// The implementation that provides the outputs in a subject's file: the reference or, where there is none, the C library.
pub fn source(subject: &dyn Subject) -> Role {
    subject.roles().get(1).copied().unwrap_or(Role::Reference)
}

/// Makes the file of a subject.
pub fn make(subject: &dyn Subject) -> Result<String> {
    let source = source(subject);
    let agreed: Vec<_> = always_here(subject)
        .filter(|&role| role != source)
        .map(Role::name)
        .collect();
    let all = subject.vectors();
    for op in subject.ops() {
        let used = all
            .iter()
            .flat_map(|case| &case.ops)
            .any(|text| text.split(' ').next() == Some(op.name));
        if !used {
            let (name, op) = (subject.name(), op.name);
            return Err(VectorsError::new(format_args!(
                "no case of {name} has the op {op}"
            )));
        }
    }
    let logging = logging(subject, &all)?;
    let mut texts = Vec::new();
    for case in &all {
        let seen = agree(subject, case, source, logging)
            .map_err(|error| error.at(format_args!("the case `{}`", case.name)))?;
        let steps = case.ops.iter().zip(&seen).map(|(text, seen)| {
            step(op(subject, text)?, text, seen).map_err(|error| error.at(format_args!("`{text}`")))
        });
        let steps = steps.collect::<Result<Vec<_>>>()?.join(",\n   ");
        texts.push(format!(
            "  {{\"name\":{},\"steps\":[\n   {steps}\n  ]}}",
            json!(case.name)
        ));
    }
    let ops: Vec<_> = subject
        .ops()
        .iter()
        .map(|op| declaration(op, subject.does(op)))
        .collect();
    Ok(format!(
        "{{\n \"schema\": {},\n \"subject\": {},\n \"about\": {},\n \"source\": {{\"outputs\":{},\"draws\":{},\
         \"agreed\":{},\"command\":\"cargo xtask bless\"}},\n \"tables\": {},\n \"ops\": [\n  {}\n ],\n \"cases\": [\n{}\n ]\n}}\n",
        json!(SCHEMA),
        json!(subject.name()),
        json!(subject.about()),
        json!(source.name()),
        json!(logging.map_or("none", Role::name)),
        json!(agreed),
        table_lines(&tables(subject)),
        ops.join(",\n  "),
        texts.join(",\n"),
    ))
}

/// The outputs of an implementation at each op.
fn shown(subject: &dyn Subject, role: Role, ops: &[String]) -> Result<Vec<Seen>> {
    let mut all = Vec::with_capacity(ops.len());
    lockstep::show(subject, role, ops, &mut |seen| all.push(seen)).map_err(VectorsError::new)?;
    Ok(all)
}

/// The implementations that are on every machine: the port and the references.
fn always_here(subject: &dyn Subject) -> impl Iterator<Item = Role> {
    subject
        .roles()
        .iter()
        .copied()
        .filter(|role| !matches!(role, Role::Oracle(_)))
}

/// The outputs of the source in a case, provided that port and references agree, with the draws of the implementation that logs
/// them.
fn agree(
    subject: &dyn Subject,
    case: &NamedCase,
    source: Role,
    logging: Option<Role>,
) -> Result<Vec<Seen>> {
    let mut expected = shown(subject, source, &case.ops)?;
    if let Some(logging) = logging {
        for (expected, logged) in expected.iter_mut().zip(shown(subject, logging, &case.ops)?) {
            expected.draws = logged.draws;
        }
    }
    for role in always_here(subject) {
        let actual = shown(subject, role, &case.ops)?;
        for ((op, expected), actual) in case.ops.iter().zip(&expected).zip(&actual) {
            if let Some(difference) = expected.difference(actual) {
                return Err(VectorsError::new(format_args!(
                    "`{op}`: {source} and {role} differ: {difference}"
                )));
            }
        }
    }
    Ok(expected)
}

/// The implementation, other than the port, that logs the draws; `None` if no op of the pack has draws.
fn logging(subject: &dyn Subject, cases: &[NamedCase]) -> Result<Option<Role>> {
    let mut ops = cases.iter().flat_map(|case| &case.ops);
    let Some(text) = ops.find(|text| op(subject, text).is_ok_and(|op| op.draws)) else {
        return Ok(None);
    };
    for role in always_here(subject).skip(1) {
        if shown(subject, role, std::slice::from_ref(text))?
            .iter()
            .all(|seen| seen.draws.is_some())
        {
            return Ok(Some(role));
        }
    }
    Err(VectorsError::new(format_args!(
        "no implementation but the port logs the draws of `{text}`"
    )))
}

/// The line that declares an op.
fn declaration(op: &Op, does: &str) -> String {
    let arguments = op.arguments.iter().map(form::declared);
    let arguments = arguments.map(|argument| in_order(&argument, &["name", "type", "one_of"]));
    let (arguments, does) = (arguments.collect::<Vec<_>>().join(","), json!(does));
    let [name, output] = [op.name, op.shows.name()].map(|text| json!(text));
    let draws = op.draws;
    format!(
        "{{\"name\":{name},\"arguments\":[{arguments}],\"output\":{output},\"draws\":{draws},\"does\":{does}}}"
    )
}

/// A JSON object on one line, with its keys in this order.
fn in_order(object: &Value, keys: &[&str]) -> String {
    let mut entries = Vec::new();
    for key in keys {
        if let Some(value) = object.get(*key) {
            entries.push(format!("{}:{value}", json!(key)));
        }
    }
    format!("{{{}}}", entries.join(","))
}

fn table_lines(tables: &Value) -> String {
    let lines = tables
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, texts)| format!("  {}: {texts}", json!(name)));
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() {
        "{}".into()
    } else {
        format!("{{\n{}\n }}", lines.join(",\n"))
    }
}

/// The line for a step: an op, from its text, and what it showed.
fn step(op: &Op, text: &str, seen: &Seen) -> Result<String> {
    let given = op.arguments.iter().zip(text.split_whitespace().skip(1));
    let args = given.map(|(argument, text)| {
        let value = form::write(argument, text)?;
        Ok(format!("{}:{value}", json!(argument.name)))
    });
    let args = args.collect::<Result<Vec<_>>>()?.join(",");
    let output = form::output(op.shows, &seen.output)?;
    let draws = form::draws(op.draws, seen)?;
    let draws = draws.map_or(String::new(), |draws| format!(",\"draws\":{draws}"));
    let op = json!(op.name);
    Ok(format!(
        "{{\"op\":{op},\"args\":{{{args}}},\"output\":{output}{draws}}}"
    ))
}
