//! `cargo xtask game`.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use foreign::game::Game;
use rogue::atlas::GAMES;
use serde_json::json;

use super::commands::bar;
use super::output::{Output, print_json};
use super::{GameArgs, Verdict};
use crate::campaign::{Campaign, Found};
use crate::files::read;
use crate::files::write::{self, Writer};
use crate::interrupt;

/// A game mostly waits: eight for each core keep the cores busy.
pub(super) fn default_jobs() -> u16 {
    8 * std::thread::available_parallelism().map_or(1, |cores| cores.get().min(32)) as u16
}

pub(super) fn run(args: &GameArgs) -> Result<Verdict> {
    if args.evidence.is_some() && !args.all {
        return Err(anyhow!("--evidence needs --all"));
    }
    let game = Game::find()?;
    let campaign = Campaign {
        residues: Campaign::spread(if args.all { GAMES } else { args.seeds.into() }),
        shifts: args.shift.clone(),
        jobs: args.jobs.into(),
        deadline: Duration::from_secs_f64(args.deadline),
        saves: args.saves.clone(),
    };
    if let Some(folder) = &args.saves {
        write::check_folder(folder)?;
    }
    // Find out now that it can be written, not after the last game.
    let evidence = args.evidence.as_deref().map(Writer::new).transpose()?;
    let (started, bar) = (Instant::now(), bar(campaign.residues.len(), "playing"));
    let found = campaign.run(&game, interrupt::flag(), &mut || bar.inc(1));
    bar.finish_and_clear();

    let asked = campaign.residues.len();
    if args.json {
        let games: Vec<_> = found.troubles.keys().collect();
        let document = json!({
            "asked": asked,
            "agree": found.agreed(),
            "not_agreeing": games,
            "stopped": found.stopped,
            "names_sha256": found.digest(),
            "screens_sha256": found.digest_of_screens(),
        });
        print_json("roguelab-real-game/1", document)?;
    } else {
        show(args, &found, asked, started)?;
    }
    if found.stopped {
        return Ok(Verdict::Stopped);
    }
    if let (Some(file), Some(mut evidence)) = (&args.evidence, evidence) {
        evidence.write_all(found.evidence(&game, &args.shift)?.as_bytes())?;
        evidence.finish()?;
        if !args.json {
            writeln!(
                Output::of_findings(),
                "The evidence is in {}; `cargo xtask bless` updates its digest.",
                read::shown(file)
            )?;
        }
    }
    Ok(Verdict::of(found.is_clean()))
}

fn show(args: &GameArgs, found: &Found, asked: usize, started: Instant) -> Result<()> {
    let mut out = Output::of_findings();
    let summary = found.summary(asked);
    let (first, rest) = summary.split_once('\n').unwrap_or((&summary, ""));
    out.verdict(format_args!("{first}"))?;
    write!(out, "{rest}")?;
    if !args.shift.is_empty() {
        let shifts: Vec<_> = args.shift.iter().map(ToString::to_string).collect();
        let same = found.shown.len();
        writeln!(
            out,
            "{same} of {asked} show the same names, arrows and screen {} x {GAMES} s later",
            shifts.join(", ")
        )?;
    }
    let played = found.done() * (1 + args.shift.len());
    writeln!(
        out,
        "{played} played in {:.1} s",
        started.elapsed().as_secs_f64()
    )?;
    if found.stopped {
        writeln!(out, "The games were stopped before the last one.")?;
    }
    Ok(())
}
