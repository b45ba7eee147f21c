//! The short commands: `atlas` and `subjects`.

use std::io::Write;

use crate::ending::Ending;
use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use lockstep::{Argument, Budget, CaseKind, Operation as _, Subject, escaped};
use rogue::atlas::Atlas;
use rogue::random::{get_rand, srrandom};
use serde::Serialize;
use serde_json::json;
use subjects::registry::{self, SUBJECTS};
use subjects::rows::{ROWS, RowOp};

use super::output::{self, Output, print_json};
use super::{DrawsArgs, shim};
use answers::table::table;

/// A progress bar with this many steps.
pub fn bar(steps: usize, what: &'static str) -> ProgressBar {
    let template = "{msg} {bar:40} {human_pos} of {human_len}, {eta} left";
    output::bar(template, Some(steps as u64)).with_message(what)
}

pub(super) fn dump() -> Result<Ending> {
    let mut text = String::new();
    Atlas::new()
        .dump(&mut text)
        .context("cannot write the dump")?;
    Output::new().write_all(text.as_bytes())?;
    Ok(Ending::Success)
}

pub(super) fn draws(args: &DrawsArgs) -> Result<Ending> {
    let (seed, number, (x, y)) = (args.seed, args.number, (args.range[0], args.range[1]));
    if x.abs_diff(y) >= i32::MAX as u32 {
        bail!(
            "the range {x} to {y} is wider than a C int: give at most {} numbers",
            i32::MAX
        );
    }
    let (mut words, mut dice) = (srrandom(seed), srrandom(seed));
    if args.json {
        let mut draws = Vec::new();
        for _ in 0..number {
            let (word, result) = (words.words().next_word(), get_rand(&mut dice, x, y));
            draws.push(json!({ "word": word, "get_rand": result }));
        }
        print_json(
            "roguelab-draws/1",
            json!({ "seed": seed, "range": [x, y], "draws": draws }),
        )?;
        return Ok(Ending::Success);
    }
    let mut out = Output::new();
    writeln!(
        out,
        "Seed {seed}: the generator's first words, and get_rand({x}, {y}) of each\n"
    )?;
    writeln!(out, "{:>10}  {:>10}  {:>12}", "draw", "word", "get_rand")?;
    for index in 0..number {
        if out.is_closed() {
            break;
        }
        let (word, result) = (words.words().next_word(), get_rand(&mut dice, x, y));
        writeln!(out, "{index:>10}  {word:>10}  {result:>12}")?;
    }
    Ok(Ending::Success)
}

/// A subject as it is listed.
#[derive(Serialize)]
struct ListedSubject<'a> {
    name: &'a str,
    about: &'a str,
    implementations: Vec<&'a str>,
    /// The kinds of cases.
    cases: Vec<String>,
    ops: Vec<ListedOp<'a>>,
}

/// An op as it is listed.
#[derive(Serialize)]
struct ListedOp<'a> {
    form: &'a str,
    seeds: bool,
}

impl<'a> ListedSubject<'a> {
    fn new(subject: &'a dyn Subject, implementations: Vec<&'a str>, cases: Vec<String>) -> Self {
        let ops = subject.ops().iter();
        Self {
            name: subject.name(),
            about: subject.about(),
            implementations,
            cases,
            ops: ops
                .map(|op| ListedOp {
                    form: op.form,
                    seeds: op.seeds,
                })
                .collect(),
        }
    }

    /// A subject of ours, with all its implementations.
    fn of_ours(subject: &'static dyn Subject) -> Self {
        let roles = subject.roles().iter().map(|role| role.name()).collect();
        let kinds = subject.kinds().iter().map(ToString::to_string).collect();
        Self::new(subject, roles, kinds)
    }

    /// The forms of all ops.
    fn forms(&self) -> String {
        let forms: Vec<&str> = self.ops.iter().map(|op| op.form).collect();
        forms.join("; ")
    }
}

/// Prints the JSON document about these subjects.
fn print_subjects(all: &[ListedSubject<'_>]) -> Result<Ending> {
    print_json("roguelab-subjects/1", json!({ "subjects": all }))?;
    Ok(Ending::Success)
}

pub(super) fn subjects(wanted: Option<&str>, as_json: bool) -> Result<Ending> {
    let mut listed = Vec::new();
    match wanted {
        Some(file) if shim::is_file(file) => {
            return toml_subject(&shim::description(file)?, as_json);
        }
        Some(name) => listed.push(ListedSubject::of_ours(registry::find(name)?)),
        None => listed.extend(
            SUBJECTS
                .iter()
                .map(|subject| ListedSubject::of_ours(*subject)),
        ),
    }
    if as_json {
        if wanted.is_none() {
            listed.extend(ROWS.iter().map(|row| ListedSubject::of_ours(row)));
        }
        return print_subjects(&listed);
    }
    let mut out = Output::new();
    for subject in listed {
        writeln!(
            out,
            "{}: {}\n  implementations  {}\n  cases            {}\n  ops              {}\n",
            subject.name,
            subject.about,
            subject.implementations.join(", "),
            subject.cases.join(", "),
            subject.forms()
        )?;
    }
    if wanted.is_none() {
        let forms: Vec<_> = RowOp::OPS.iter().map(|op| op.form).collect();
        writeln!(
            out,
            "The generators of the catalogue, each with the ops {}:\n",
            forms.join("; ")
        )?;
        let mut table = table(&[], 0..0);
        table.add_rows(ROWS.iter().map(|row| [row.name(), row.about()]));
        writeln!(out, "{}", table.trim_fmt())?;
    }
    Ok(Ending::Success)
}

/// Shows a subject that the user described.
fn toml_subject(subject: &dyn Subject, as_json: bool) -> Result<Ending> {
    let budget = Budget::default();
    let mut kinds = Vec::new();
    for kind in CaseKind::ALL {
        if let Some(cases) = subject.cases(kind, &budget) {
            kinds.push(format!("{kind} {}", cases.promised()));
        }
    }
    if as_json {
        return print_subjects(&[ListedSubject::new(subject, Vec::new(), kinds)]);
    }
    let mut out = Output::new();
    writeln!(out, "{}: {}", subject.name(), escaped(subject.about()))?;
    writeln!(out, "  cases            {}", kinds.join(", "))?;
    for op in subject.ops() {
        let seeds = if op.seeds { ", seeds" } else { "" };
        writeln!(out, "  {}: shows {}{seeds}", op.form, op.shows.name())?;
        for Argument { name, domain } in op.arguments {
            writeln!(out, "    {}: {domain}", name.to_uppercase())?;
        }
    }
    Ok(Ending::Success)
}
