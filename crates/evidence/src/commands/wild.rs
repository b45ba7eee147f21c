//! `cargo xtask wild`.

use std::io::Write as _;
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::Args;
use cli::cli::output::Output;
use cli::ending::Ending;
use cli::files::write;
use cli::interrupt;
use lockstep::escaped;
use subjects::oracles::Policy;

use crate::fixtures::{checkout, committed};
use crate::wild::{self, Package, PortResult, RESULTS, Results};

/// Compare the packages of fixtures/wild.toml, at pinned versions and digests, with subjects
///
/// The packages of a registry are fetched with its tool, into target/wild, compared with their digests, and judged through the
/// adapter of its language in examples/wild. No install script is run. A package that cannot be fetched is named and skipped;
/// with `ROGUELAB_ORACLES=require` that is a failure.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 all results are as expected; 1 a result is not, or nothing was compared; 2 it could not be done."
)]
pub(super) struct WildArgs {
    /// Compare only packages with these names
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Write the results to fixtures/wild.json; those of packages that were not compared are kept
    #[arg(long)]
    bless: bool,
}

impl WildArgs {
    /// Whether a package is to be compared.
    fn names(&self, package: &Package) -> bool {
        self.names.is_empty() || self.names.contains(&package.name)
    }
}

pub(super) fn run(args: &WildArgs) -> Result<Ending> {
    let (root, policy, stop) = (checkout("wild")?, Policy::from_env()?, interrupt::flag());
    let recorded = match committed(RESULTS) {
        Err(_) if args.bless => Results::default(),
        text => Results::parse(&text?)?,
    };
    let table = wild::table(root)?;
    let mut out = Output::of_findings();
    let mut results = Results {
        downloads_of: table.downloads_of,
        ..Results::default()
    };
    let (mut compared, mut skipped, mut surprises) = (0, 0, Vec::new());
    for packages in table.packages.chunk_by(|one, next| one.from == next.from) {
        let named: Vec<_> = packages.iter().filter(|one| args.names(one)).collect();
        let from = packages[0].from;
        let fetched = match policy {
            _ if named.is_empty() => Ok(Vec::new()),
            Policy::Off => Err("ROGUELAB_ORACLES=off".into()),
            _ => wild::fetch(from, &named, root, &root.join("target/wild"))?,
        };
        let mut commands = fetched.as_ref().map(|commands| commands.iter());
        for package in packages {
            for port in &package.ports {
                let title = format!("{}, {}", package.title(), port.subject);
                let old = recorded.find(package, port);
                let command = match &mut commands {
                    _ if !args.names(package) => None,
                    Ok(commands) => commands.next(),
                    Err(missing) => {
                        writeln!(out, "skipped  {title}: {missing}")?;
                        skipped += 1;
                        None
                    }
                };
                let Some(command) = command else {
                    results.ports.extend(old.cloned());
                    continue;
                };
                let row = wild::judge(package, port, command, stop);
                if stop.load(Ordering::Relaxed) {
                    return Ok(Ending::Interrupted);
                }
                let row = row?;
                compared += 1;
                write!(out, "{}", describe(&row))?;
                let old = if args.bless { Some(&row) } else { old };
                if let Some(surprise) = wild::find_surprise(&row, old) {
                    surprises.push(format!("{title}: {surprise}"));
                }
                results.ports.push(row);
            }
        }
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
    Ok(Ending::of(surprises.is_empty() && complete && compared > 0))
}

/// The lines about a port.
fn describe(row: &PortResult) -> String {
    let mut text = format!("{}, {}: {}", row.title(), row.subject, row.verdict());
    if row.values > 0 {
        text += &format!("; {} ops agree ({})", row.ops, row.agrees.join(", "));
    }
    text += "\n";
    if !row.about.is_empty() {
        text += &format!("    {}\n", row.about);
    }
    for difference in &row.differences {
        let actual = escaped(&difference.actual);
        text += &format!(
            "    `{}`: {actual}, expected {}",
            difference.shortest, difference.expected
        );
        text += &format!(" {:?}\n", difference.cause);
    }
    text
}
