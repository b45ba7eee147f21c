//! The vector pack: for every subject a JSON file of ops with all they show, for ports to other languages.
//!
//! `fixtures/vectors/README.md` says how the files are used, `fixtures/vectors/schema.json` what they look like. What is
//! shown comes from the reference or, where there is none, the C library, and no file is made unless the port and the other
//! references show the same. Further oracles, which need not be on a machine, are the business of [`subjects::conformance`].
//!
//! ```
//! let spread = lab::pack::make(subjects::registry::find("spread")?)?;
//! assert!(spread.contains(r#"{"op":"spread","args":{"na":5,"nb":2},"output":{"texts":["aababaa"]}}"#));
//! assert_eq!(lab::vectors::check(&spread)?.disagreed(), 0);
//! # Ok::<(), anyhow::Error>(())
//! ```

pub mod form;
pub mod story;

use anyhow::{Context, Result, bail};
use lockstep::{Corner, Seen};
use serde_json::{Value, json};
use subjects::registry::Entry;

use story::{Case, Op, Story};

/// What a file says it is.
pub const SCHEMA: &str = "roguelab-vectors/1";

/// The folder of the pack below `fixtures`.
pub const FOLDER: &str = "vectors";

/// The schema of the files.
pub const JSON_SCHEMA: &str = include_str!("../../../../fixtures/vectors/schema.json");

/// The page that says how they are used.
pub const README: &str = include_str!("../../../../fixtures/vectors/README.md");

/// The name of a subject's file.
pub fn name(subject: &dyn Entry) -> String {
    format!("{}.json", subject.name())
}

/// The corner whose outputs the file of a subject holds: the reference or, where there is none, the C library.
pub fn source(subject: &dyn Entry) -> Corner {
    subject.corners()[1]
}

/// Makes the file of a subject.
///
/// # Errors
/// If a corner is not on this machine, or two corners show different things.
pub fn make(subject: &dyn Entry) -> Result<String> {
    let story = Story::of(subject)?;
    let source = source(subject);
    let agreed: Vec<_> = always_here(subject).filter(|&corner| corner != source).map(Corner::name).collect();
    let noting = noting(subject, &story)?;
    let mut cases = Vec::new();
    for case in &story.cases {
        let seen = agree(subject, case, source, noting).with_context(|| format!("the case `{}`", case.name))?;
        let steps = case.ops.iter().zip(&seen).map(|(text, seen)| Ok(Step::new(story.op(text)?, text, seen)?.line()));
        let steps = steps.collect::<Result<Vec<_>>>()?.join(",\n   ");
        cases.push(format!("  {{\"name\":{},\"steps\":[\n   {steps}\n  ]}}", json!(case.name)));
    }
    let ops: Vec<_> = story.ops.iter().map(declaration).collect();
    Ok(format!(
        "{{\n \"schema\": {},\n \"subject\": {},\n \"about\": {},\n \"source\": {{\"corner\":{},\"draws\":{},\
         \"agreed\":{},\"command\":\"cargo xtask bless\"}},\n \"tables\": {},\n \"ops\": [\n  {}\n ],\n \"cases\": [\n{}\n ]\n}}\n",
        json!(SCHEMA),
        json!(subject.name()),
        json!(subject.about()),
        json!(source.name()),
        json!(noting.map_or("none", Corner::name)),
        json!(agreed),
        tables(&story.tables),
        ops.join(",\n  "),
        cases.join(",\n"),
    ))
}

/// What a corner shows at each op.
fn shown(subject: &dyn Entry, corner: Corner, ops: &[String]) -> Result<Vec<Seen>> {
    let mut all = Vec::with_capacity(ops.len());
    subject.show(corner, ops, &mut |seen| all.push(seen))?;
    Ok(all)
}

/// The corners that every machine has: port and references.
fn always_here(subject: &dyn Entry) -> impl Iterator<Item = Corner> {
    subject.corners().iter().copied().filter(|corner| !matches!(corner, Corner::Oracle(_)))
}

/// What the source shows in a case, if port and references show it too; with the draws of the corner that notes them.
fn agree(subject: &dyn Entry, case: &Case, source: Corner, noting: Option<Corner>) -> Result<Vec<Seen>> {
    let mut expected = shown(subject, source, &case.ops)?;
    if let Some(noting) = noting {
        for (expected, noted) in expected.iter_mut().zip(shown(subject, noting, &case.ops)?) {
            expected.draws = noted.draws;
        }
    }
    for corner in always_here(subject) {
        let actual = shown(subject, corner, &case.ops)?;
        for ((op, expected), actual) in case.ops.iter().zip(&expected).zip(&actual) {
            if let Some(difference) = expected.difference(actual) {
                bail!("`{op}`: {source} and {corner} differ: {difference}");
            }
        }
    }
    Ok(expected)
}

/// The corner that notes the draws, which is not the port; none if no op of the pack has draws.
fn noting(subject: &dyn Entry, story: &Story) -> Result<Option<Corner>> {
    let drawing = story.cases.iter().flat_map(|case| &case.ops).find(|text| story.op(text).is_ok_and(|op| op.draws));
    let Some(op) = drawing else { return Ok(None) };
    for corner in always_here(subject).skip(1) {
        if shown(subject, corner, std::slice::from_ref(op))?.iter().all(|seen| seen.draws.is_some()) {
            return Ok(Some(corner));
        }
    }
    bail!("no corner but the port notes the draws of `{op}`")
}

/// The line that declares an op.
fn declaration(op: &Op) -> String {
    let arguments: Vec<_> =
        op.arguments.iter().map(|(name, form)| in_order(&form.declared(name), &["name", "type", "one_of"])).collect();
    format!(
        "{{\"name\":{},\"arguments\":[{}],\"output\":{},\"draws\":{},\"does\":{}}}",
        json!(op.name),
        arguments.join(","),
        json!(op.shows.name()),
        op.draws,
        json!(op.does.trim())
    )
}

/// An object on one line, its keys in this order.
fn in_order(object: &Value, keys: &[&str]) -> String {
    let entry = |key: &&str| object.get(*key).map(|value| format!("{}:{value}", json!(key)));
    format!("{{{}}}", keys.iter().filter_map(entry).collect::<Vec<_>>().join(","))
}

/// The tables, one a line.
fn tables(tables: &Value) -> String {
    let lines = tables.as_object().into_iter().flatten().map(|(name, texts)| format!("  {}: {texts}", json!(name)));
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() { "{}".into() } else { format!("{{\n{}\n }}", lines.join(",\n")) }
}

/// A step as the files have it.
pub struct Step {
    op: &'static str,
    args: Vec<(String, Value)>,
    output: Value,
    draws: Option<Value>,
}

impl Step {
    /// The step of an op, from its text and what it showed.
    ///
    /// # Errors
    /// If it showed something that is not declared.
    pub fn new(op: &Op, text: &str, seen: &Seen) -> Result<Self> {
        let given = text.split_whitespace().skip(1);
        let args = op
            .arguments
            .iter()
            .zip(given)
            .map(|((name, form), text)| Ok::<_, anyhow::Error>((name.clone(), form.write(text)?)));
        let make = || -> Result<Self> {
            Ok(Self {
                op: op.name,
                args: args.collect::<Result<_>>()?,
                output: op.shows.write(&seen.output)?,
                draws: form::draws(op.draws, seen)?,
            })
        };
        make().with_context(|| format!("`{text}`"))
    }

    /// What it shows, by key: its output and, where they are noted, its draws.
    pub fn shown(self) -> impl Iterator<Item = (&'static str, Value)> {
        [("output", self.output)].into_iter().chain(self.draws.map(|draws| ("draws", draws)))
    }

    /// Its line.
    fn line(&self) -> String {
        let args: Vec<_> = self.args.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
        let draws = self.draws.as_ref().map(|draws| format!(",\"draws\":{draws}")).unwrap_or_default();
        format!("{{\"op\":{},\"args\":{{{}}},\"output\":{}{draws}}}", json!(self.op), args.join(","), self.output)
    }
}
