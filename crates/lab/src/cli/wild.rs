//! The command `wild`.

use std::io::Write as _;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use lockstep::escaped;
use serde_json::json;
use subjects::oracles::Policy;

use super::Verdict;
use super::output::{Output, print_json};
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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &WildArgs) -> Result<Verdict> {
    let (root, policy, stop) = (checkout("wild")?, Policy::from_env()?, interrupt::flag());
    let packages = wild::table(root)?;
    if let Some(name) = args
        .names
        .iter()
        .find(|name| packages.iter().all(|package| package.name != **name))
    {
        let mut names: Vec<_> = packages.iter().map(|package| &*package.name).collect();
        names.dedup();
        bail!(
            "no package is called `{}`; there are: {}",
            escaped(name),
            names.join(", ")
        );
    }
    let recorded = match committed(RESULTS) {
        Ok(text) => Results::parse(&text)?,
        Err(_) if args.bless => Results::default(),
        Err(error) => return Err(error).context("`cargo xtask wild --bless` makes it"),
    };
    let mut out = Output::of_findings();
    let (mut rows, mut skips) = (Vec::new(), Vec::new());
    let (mut results, mut surprises, mut skipped) = (Results::default(), Vec::new(), 0);
    let (mut compared, mut agree) = (0, 0);
    for package in &packages {
        let title = format!("{}, {}", package.title(), package.subject);
        let chosen = args.names.is_empty() || args.names.contains(&package.name);
        let fetched = match policy {
            _ if !chosen => None,
            Policy::Off => Some(Err("ROGUELAB_ORACLES=off".to_owned())),
            _ => Some(wild::fetch(package, root, &root.join("target/wild"))?),
        };
        let row = match fetched {
            Some(Ok(command)) => match wild::judge(package, &command, stop) {
                _ if stop.load(Ordering::Relaxed) => return Ok(Verdict::Stopped),
                row => row?,
            },
            other => {
                if let Some(Err(missing)) = other {
                    if !args.json {
                        writeln!(out, "skipped  {title}: {missing}")?;
                    }
                    skipped += 1;
                    skips.push(json!({ "package": title, "why": missing }));
                }
                results.packages.extend(recorded.of(package).cloned());
                continue;
            }
        };
        compared += 1;
        agree += usize::from(row.differences.is_empty());
        if !args.json {
            write!(out, "{}", shown(&row))?;
        }
        let committed = if args.bless {
            &Results {
                packages: vec![row.clone()],
            }
        } else {
            &recorded
        };
        for surprise in wild::surprises(package, &row, committed) {
            surprises.push(format!("{title}: {surprise}"));
        }
        rows.push(row.clone());
        results.packages.push(row);
    }
    if args.json {
        print_json(
            "roguelab-wild/1",
            json!({ "packages": rows, "skipped": skips, "not_as_expected": surprises }),
        )?;
    } else {
        writeln!(out)?;
        let differ = compared - agree;
        out.verdict(format_args!(
            "{compared} compared: {agree} agree, {differ} differ; {skipped} skipped"
        ))?;
        for surprise in &surprises {
            out.verdict(format_args!("NOT AS EXPECTED  {surprise}"))?;
        }
    }
    if args.bless {
        write::whole(
            &root.join("fixtures").join(RESULTS),
            results.to_text()?.as_bytes(),
        )?;
    }
    let complete = skipped == 0 || policy != Policy::Require;
    Ok(Verdict::of(
        surprises.is_empty() && complete && compared > 0,
    ))
}

/// The lines on a package.
fn shown(row: &Row) -> String {
    let verdict = if row.differences.is_empty() {
        "agrees"
    } else {
        "differs"
    };
    let mut text = format!("{verdict:<8} {}, {}", row.title(), row.subject);
    if row.values > 0 {
        text += &format!(": {} ops agree ({})", row.ops, row.agrees.join(", "));
    }
    text += &format!("\n         {}\n", row.about);
    for difference in &row.differences {
        let cause = if difference.cause.is_empty() {
            String::new()
        } else {
            format!(" ({})", difference.cause.join(", "))
        };
        text += &format!(
            "         `{}`: {}, expected {}{cause}\n",
            difference.shortest,
            escaped(&difference.actual),
            difference.expected
        );
    }
    text
}
