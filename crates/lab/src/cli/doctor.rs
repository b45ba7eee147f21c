//! `roguelab doctor`.

use std::io::Write;

use anyhow::Result;
use comfy_table::Table;
use subjects::oracles::{Policy, VARIABLE};

use super::Verdict;
use super::output::Output;
use crate::doctor::{Row, State, oracles, tools};

/// Shows what is here. A missing oracle is a failure where oracles are required, and a missing tool never is.
pub(super) fn run() -> Result<Verdict> {
    let policy = Policy::from_env()?;
    let mut out = Output::new();
    let oracles = oracles();
    show(&mut out, "oracle", "what it proves", &oracles)?;
    show(&mut out, "tool", "what it does", &tools())?;
    let here = oracles.iter().filter(|row| row.is_here()).count();
    let all = oracles.len();
    write!(out, "{here} of {all} oracles are here")?;
    match policy {
        _ if here == all => writeln!(out, ".")?,
        Policy::Require => writeln!(out, ", and {VARIABLE}=require needs all of them.")?,
        _ => writeln!(out, "; tests that need another are skipped, and say so.")?,
    }
    if policy == Policy::Off {
        writeln!(out, "{VARIABLE}=off: none of them is used.")?;
    }
    Ok(Verdict::of(here == all || policy != Policy::Require))
}

/// A table, and for each that is missing how to get it.
fn show(out: &mut Output, what: &str, purpose: &str, rows: &[Row]) -> Result<()> {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header([what, "version", "where", purpose]);
    for Row { name, purpose, state } in rows {
        let (version, place) = match state {
            State::Here { version, place } => (version.as_str(), place.as_str()),
            State::Missing { .. } => ("MISSING", ""),
            State::Altered { .. } => ("ALTERED", ""),
        };
        table.add_row([name, version, place, purpose]);
    }
    writeln!(out, "{}\n", table.trim_fmt())?;
    for row in rows {
        match &row.state {
            State::Here { .. } => {}
            State::Missing { why, remedy } => writeln!(
                out,
                "{} is missing: {why}\n  {purpose:14}  {}\n  {:14}  {remedy}\n",
                row.name, row.purpose, "how to get it"
            )?,
            State::Altered { why } => {
                writeln!(out, "{} is altered: {why}\n  {purpose:14}  {}\n", row.name, row.purpose)?;
            }
        }
    }
    Ok(())
}
