//! `roguelab doctor`.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use subjects::oracles::{Policy, VARIABLE};

use super::Verdict;
use super::output::{Output, print_json};
use crate::doctor::{Row, State, oracles, tools};
use crate::table::table;

/// Shows what is here. A missing oracle is a failure where oracles are required, and a missing tool never is.
pub(super) fn run(as_json: bool) -> Result<Verdict> {
    let policy = Policy::from_env()?;
    let (oracles, tools) = (oracles(), tools());
    let here = oracles.iter().filter(|row| row.is_here()).count();
    let all = oracles.len();
    let verdict = Verdict::of(here == all || policy != Policy::Require);
    if as_json {
        let rows = |rows: &[Row]| rows.iter().map(row).collect::<Vec<_>>();
        print_json(
            "roguelab-doctor/1",
            json!({ "oracles": rows(&oracles), "tools": rows(&tools) }),
        )?;
        return Ok(verdict);
    }
    let mut out = Output::of_findings();
    show(&mut out, "oracle", "what it proves", &oracles)?;
    show(&mut out, "tool", "what it does", &tools)?;
    let then = match policy {
        _ if here == all => ".".to_owned(),
        Policy::Require => format!(", and {VARIABLE}=require needs all of them."),
        _ => "; tests that need another are skipped, and say so.".to_owned(),
    };
    out.verdict(format_args!("{here} of {all} oracles are here{then}"))?;
    if policy == Policy::Off {
        writeln!(out, "{VARIABLE}=off: none of them is used.")?;
    }
    Ok(verdict)
}

fn row(
    Row {
        name,
        purpose,
        state,
        ..
    }: &Row,
) -> Value {
    let mut row = json!({ "name": name, "purpose": purpose });
    let facts = match state {
        State::Here { version, place } => {
            json!({ "state": "here", "version": version, "place": place })
        }
        State::Missing { why, remedy } => {
            json!({ "state": "missing", "why": why, "remedy": remedy })
        }
    };
    if let (Value::Object(row), Value::Object(facts)) = (&mut row, facts) {
        row.extend(facts);
    }
    row
}

/// A table, and for each that is missing how to get it.
fn show(out: &mut Output, what: &str, purpose: &str, rows: &[Row]) -> Result<()> {
    let mut table = table(&[what, "version", "where", purpose], 0..0);
    for Row {
        name,
        purpose,
        state,
        ..
    } in rows
    {
        let (version, place) = match state {
            State::Here { version, place } => (version.as_str(), place.as_str()),
            State::Missing { .. } => ("MISSING", ""),
        };
        table.add_row([name, version, place, purpose]);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    for row in rows {
        if let State::Missing { why, remedy } = &row.state {
            writeln!(
                out,
                "{} is missing: {why}\n  {purpose:14}  {}\n  {:14}  {remedy}\n",
                row.name, row.purpose, "how to get it"
            )?;
        }
    }
    Ok(())
}
