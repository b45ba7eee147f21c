//! `cargo xtask wild`.

use std::io::Write as _;
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::Args;
use lockstep::escaped;
use subjects::oracles::Policy;

use super::Verdict;
use super::output::Output;
use crate::files::write;
use crate::fixtures::{checkout, committed};
use crate::interrupt;
use crate::wild::{self, RESULTS, Results, Row};

/// Compare published packages with subjects: those of fixtures/wild.toml, at pinned versions and digests
///
/// A package is fetched with the tool of its registry, into target/wild, compared with its digest, and judged through its adapter
/// in examples/wild. No install script is run. What cannot be fetched is named and skipped; `ROGUELAB_ORACLES=require` makes
/// that a failure.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 all as expected; 1 something is not, or nothing was compared; 2 it could not be done."
)]
pub(super) struct WildArgs {
    /// Only packages of these names
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Write the results to fixtures/wild.json; those of packages that were not compared are kept
    #[arg(long)]
    bless: bool,
}

pub(super) fn run(args: &WildArgs) -> Result<Verdict> {
    let (root, policy, stop) = (checkout("wild")?, Policy::from_env()?, interrupt::flag());
    let recorded = match committed(RESULTS) {
        Err(_) if args.bless => Results::default(),
        text => Results::parse(&text?)?,
    };
    let mut out = Output::of_findings();
    let mut results = Results::default();
    let (mut compared, mut skipped, mut surprises) = (0, 0, Vec::new());
    for package in wild::table(root)? {
        let title = format!("{}, {}", package.title(), package.subject);
        let old = recorded.of(&package);
        results.packages.extend(old.cloned());
        if !args.names.is_empty() && !args.names.contains(&package.name) {
            continue;
        }
        let fetched = match policy {
            Policy::Off => Err("ROGUELAB_ORACLES=off".into()),
            _ => wild::fetch(&package, root, &root.join("target/wild"))?,
        };
        let command = match fetched {
            Ok(command) => command,
            Err(missing) => {
                writeln!(out, "skipped  {title}: {missing}")?;
                skipped += 1;
                continue;
            }
        };
        let row = wild::judge(&package, &command, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(Verdict::Stopped);
        }
        let row = row?;
        compared += 1;
        write!(out, "{}", shown(&row))?;
        let old = if args.bless { Some(&row) } else { old };
        let found = wild::surprises(&package, &row, old);
        surprises.extend(found.iter().map(|surprise| format!("{title}: {surprise}")));
        if recorded.of(&package).is_some() {
            results.packages.pop();
        }
        results.packages.push(row);
    }
    out.verdict(format_args!("\n{compared} compared; {skipped} skipped"))?;
    for surprise in &surprises {
        out.verdict(format_args!("NOT AS EXPECTED  {surprise}"))?;
    }
    if args.bless {
        let path = root.join("fixtures").join(RESULTS);
        write::whole(&path, results.to_text()?.as_bytes())?;
    }
    let complete = skipped == 0 || policy != Policy::Require;
    Ok(Verdict::of(
        surprises.is_empty() && complete && compared > 0,
    ))
}

/// The lines on a package.
fn shown(row: &Row) -> String {
    let verdict = match row.differences[..] {
        [] => "agrees",
        _ => "differs",
    };
    let mut text = format!("{verdict:<8} {}, {}", row.title(), row.subject);
    if row.values > 0 {
        text += &format!(": {} ops agree ({})", row.ops, row.agrees.join(", "));
    }
    text += &format!("\n         {}\n", row.about);
    for difference in &row.differences {
        let actual = escaped(&difference.actual);
        text += &format!(
            "         `{}`: {actual}, expected {}",
            difference.shortest, difference.expected
        );
        text += &format!(" {:?}\n", difference.cause);
    }
    text
}
