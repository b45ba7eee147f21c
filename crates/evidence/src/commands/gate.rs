//! The command `gate`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use cli::cli::output::Output;
use cli::files::write;
use cli::gate::{Context, Gate, Section, github, show};
use findings::Documents;
use gof::Verdict;
use lockstep::Budget;
use subjects::conformance::comparisons;
use subjects::oracles::Policy;

use crate::fixtures::{checkout, output_folder};
use crate::gate::SECTIONS;

/// Compare outputs, digests, exact numbers and statistics with the committed fixtures
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub(super) struct GateArgs {
    /// The folder for gate.json
    #[arg(long, value_name = "FOLDER", default_value_os_t = output_folder("gate"))]
    out: PathBuf,
    /// Run only this section; may be given several times
    #[arg(long = "section", value_name = "SECTION", value_parser = section_names())]
    sections: Vec<String>,
    /// The folder of the fixtures [default: that of the checkout from which this program was started]
    #[arg(long, value_name = "FOLDER")]
    fixtures: Option<PathBuf>,
    /// Print gate.json
    #[arg(long)]
    json: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 all checks passed; 1 a check failed; 2 something could not be checked, or nothing was.";

fn section_names() -> clap::builder::PossibleValuesParser {
    SECTIONS
        .iter()
        .map(|section| section.name)
        .collect::<Vec<_>>()
        .into()
}

pub(super) fn run(args: &GateArgs) -> Result<Verdict> {
    committed_seeds()?;
    let policy = Policy::from_env()?;
    let fixtures = match &args.fixtures {
        Some(folder) => folder.clone(),
        None => checkout("gate")
            .context("no --fixtures were given")?
            .join("fixtures"),
    };
    write::check_folder(&args.out)?;
    let named = |section: &Section| args.sections.iter().any(|name| name == section.name);
    let chosen = SECTIONS
        .iter()
        .filter(|section| args.sections.is_empty() || named(section));
    let sections: Vec<Section> = chosen.copied().collect();

    let bar = super::bar(comparisons().len() + Documents::STEPS, "checking");
    let gate = Gate::run(
        &sections,
        &Context {
            fixtures,
            policy,
            tick: &|| bar.inc(1),
        },
    );
    bar.finish_and_clear();

    let mut out = Output::of_findings();
    if lockstep::is_on_github() && !args.json {
        write!(out, "{}", github::annotations(&gate))?;
    }
    write::whole(&args.out.join("gate.json"), gate.json()?.as_bytes())?;
    if args.json {
        write!(Output::new(), "{}", gate.json()?)?;
    } else {
        let text = show::text(&gate)?;
        let (rest, verdict) = text.rsplit_once('\n').unwrap_or(("", &text));
        writeln!(out, "{rest}")?;
        out.verdict(format_args!("{verdict}"))?;
    }
    Ok(gate.verdict())
}

/// Refuses to run unless all seeds are the committed ones: with others the digests would mean nothing.
fn committed_seeds() -> Result<()> {
    match [Budget::SEED, Budget::CASES]
        .iter()
        .find(|name| std::env::var_os(name).is_some())
    {
        Some(name) => Err(anyhow!(
            "the gate uses committed seeds: unset {name}, or use it with `cargo test`"
        )),
        None => Ok(()),
    }
}
