//! The short commands: `atlas` and `subjects`.

use std::io::Write;

use anyhow::{Context, Result, bail};
use gof::Verdict;
use indicatif::ProgressBar;
use lockstep::{Argument, Budget, Kind, Operation as _, Subject, escaped};
use rogue::atlas::Atlas;
use rogue::random::{get_rand, srrandom};
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

pub(super) fn dump() -> Result<Verdict> {
    let mut text = String::new();
    Atlas::new()
        .dump(&mut text)
        .context("cannot write the dump")?;
    Output::new().write_all(text.as_bytes())?;
    Ok(Verdict::Pass)
}

pub(super) fn draws(args: &DrawsArgs) -> Result<Verdict> {
    let (seed, number, (x, y)) = (args.seed, args.number, (args.range[0], args.range[1]));
    if x.abs_diff(y) >= i32::MAX as u32 {
        bail!(
            "the range {x} to {y} is wider than a C int: give at most {} numbers",
            i32::MAX
        );
    }
    let (mut words, mut dice) = (srrandom(seed), srrandom(seed));
    let mut draw = || (words.words().next_word(), get_rand(&mut dice, x, y));
    if args.json {
        let draws: Vec<_> = (0..number)
            .map(|_| draw())
            .map(|(word, result)| json!({ "word": word, "get_rand": result }))
            .collect();
        print_json(
            "roguelab-draws/1",
            json!({ "seed": seed, "range": [x, y], "draws": draws }),
        )?;
        return Ok(Verdict::Pass);
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
        let (word, result) = draw();
        writeln!(out, "{index:>10}  {word:>10}  {result:>12}")?;
    }
    Ok(Verdict::Pass)
}

/// Prints the JSON document about these subjects, each with its implementations and cases.
fn subjects_json(all: &[(&dyn Subject, Vec<&str>, Vec<String>)]) -> Result<Verdict> {
    let subject = |(subject, implementations, cases): &(&dyn Subject, _, _)| {
        json!({
            "name": subject.name(),
            "about": subject.about(),
            "implementations": implementations,
            "cases": cases,
            "ops": subject.ops().iter().map(|op| json!({ "form": op.form, "seeds": op.seeds })).collect::<Vec<_>>(),
        })
    };
    let all: Vec<_> = all.iter().map(subject).collect();
    print_json("roguelab-subjects/1", json!({ "subjects": all }))?;
    Ok(Verdict::Pass)
}

pub(super) fn subjects(wanted: Option<&str>, as_json: bool) -> Result<Verdict> {
    let (subjects, rows) = match wanted {
        Some(file) if shim::is_file(file) => {
            return toml_subject(&shim::description(file)?, as_json);
        }
        Some(name) => (vec![registry::find(name)?], Vec::new()),
        None => (SUBJECTS.to_vec(), ROWS.iter().collect()),
    };
    let shown = |subject: &'static dyn Subject| {
        let roles: Vec<_> = subject.roles().iter().map(|role| role.name()).collect();
        let kinds: Vec<_> = subject.kinds().iter().map(ToString::to_string).collect();
        (subject as &dyn Subject, roles, kinds)
    };
    if as_json {
        let rows = rows.into_iter().map(|row| row as &dyn Subject);
        let all: Vec<_> = subjects.into_iter().chain(rows).map(shown).collect();
        return subjects_json(&all);
    }
    let mut out = Output::new();
    for (subject, roles, kinds) in subjects.into_iter().map(shown) {
        let forms: Vec<_> = subject.ops().iter().map(|op| op.form).collect();
        writeln!(
            out,
            "{}: {}\n  implementations  {}\n  cases            {}\n  ops              {}\n",
            subject.name(),
            subject.about(),
            roles.join(", "),
            kinds.join(", "),
            forms.join("; ")
        )?;
    }
    if !rows.is_empty() {
        let forms: Vec<_> = RowOp::OPS.iter().map(|op| op.form).collect();
        writeln!(
            out,
            "The generators of the catalogue, each with the ops {}:\n",
            forms.join("; ")
        )?;
        let mut table = table(&[], 0..0);
        table.add_rows(rows.into_iter().map(|row| [row.name(), row.about()]));
        writeln!(out, "{}", table.trim_fmt())?;
    }
    Ok(Verdict::Pass)
}

/// Shows a subject that the user described.
fn toml_subject(subject: &dyn Subject, as_json: bool) -> Result<Verdict> {
    let budget = Budget::default();
    let promised = |kind: Kind| {
        let cases = subject.cases(kind, &budget)?;
        Some(format!("{kind} {}", cases.promised()))
    };
    let kinds: Vec<_> = Kind::ALL.into_iter().filter_map(promised).collect();
    if as_json {
        return subjects_json(&[(subject, Vec::new(), kinds)]);
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
    Ok(Verdict::Pass)
}
