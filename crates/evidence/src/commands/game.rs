//! `cargo xtask game`.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use cli::cli::arguments::seconds;
use cli::cli::output::Output;
use cli::ending::Ending;
use cli::files::read;
use cli::files::write::{self, Writer};
use cli::interrupt;
use foreign::game::Game;
use rogue::atlas::GAMES;

use super::bar;
use crate::campaign::Campaign;

#[derive(Args)]
pub(super) struct GameArgs {
    /// How many games, spread evenly over all residues
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=32768))]
    seeds: u16,
    /// All 32,768 games, which takes some minutes
    #[arg(long, conflicts_with = "seeds")]
    all: bool,
    /// Start each game again K times 32,768 seconds later, where it must show the same; may be given several times
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    shift: Vec<u32>,
    /// The time limit of a game in seconds
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    deadline: f64,
    /// Keep the save files in this folder, each named after its residue
    #[arg(long, value_name = "FOLDER")]
    saves: Option<PathBuf>,
    /// With --all: if all games agree, write the evidence to this file
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
}

pub(super) fn run(args: &GameArgs) -> Result<Ending> {
    ensure!(
        args.evidence.is_none() || args.all,
        "--evidence needs --all"
    );
    let game = Game::find()?;
    // A game mostly waits, so eight for each core keep the cores busy.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let campaign = Campaign {
        residues: Campaign::spread(if args.all { GAMES } else { args.seeds.into() }),
        shifts: args.shift.clone(),
        jobs: 8 * cores.min(32),
        deadline: Duration::from_secs_f64(args.deadline),
        saves: args.saves.clone(),
    };
    if let Some(folder) = &args.saves {
        write::check_folder(folder)?;
    }
    // Find out whether the file can be written before the games are played.
    let evidence = args.evidence.as_deref().map(Writer::new).transpose()?;
    let (started, bar) = (Instant::now(), bar(campaign.residues.len(), "playing"));
    let found = campaign.run(&game, interrupt::flag(), &mut || bar.inc(1));
    bar.finish_and_clear();

    let mut out = Output::of_findings();
    let summary = found.summary(campaign.residues.len());
    let (first, rest) = summary.split_once('\n').unwrap_or((&summary, ""));
    out.verdict(format_args!("{first}"))?;
    write!(out, "{rest}")?;
    writeln!(out, "played for {:.1} s", started.elapsed().as_secs_f64())?;
    if found.stopped {
        writeln!(out, "The games were stopped before the last one.")?;
        return Ok(Ending::Interrupted);
    }
    if let (Some(file), Some(mut evidence)) = (&args.evidence, evidence) {
        evidence.write_all(found.evidence(&game, &args.shift)?.as_bytes())?;
        evidence.finish()?;
        let file = read::shown(file);
        writeln!(
            out,
            "The evidence is in {file}; `cargo xtask bless` updates its digest."
        )?;
    }
    Ok(Ending::of(found.is_clean()))
}
