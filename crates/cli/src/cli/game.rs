//! `cargo xtask game`.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use foreign::game::Game;
use gof::Verdict;
use rogue::atlas::GAMES;

use super::GameArgs;
use super::commands::bar;
use super::output::Output;
use crate::campaign::Campaign;
use crate::files::read;
use crate::files::write::{self, Writer};
use crate::interrupt;

pub(super) fn run(args: &GameArgs) -> Result<Verdict> {
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
        return Ok(interrupt::stopped());
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
    Ok(Verdict::of(found.is_clean()))
}
