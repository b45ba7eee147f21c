//! From names and draws to games, and to when they start.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Result, anyhow};
use findings::number::grouped;
use rayon::prelude::*;
use rogue::atlas::{GAMES, residue};
use rogue::identities::Identities;
use rogue::inverse::{Drawn, Fact, count_starts, positions, residues, starts};
use serde_json::json;

use super::SeedOfArgs;
use super::clock::Clock;
use crate::cli::Verdict;
use crate::cli::output::{Output, print_json};

/// The games that fit, each with the places of the draws in it.
type Fitting = BTreeMap<u16, Vec<u64>>;

pub(super) fn run(args: &SeedOfArgs, facts: &[Fact], draws: &[Drawn]) -> Result<Verdict> {
    let clock = Clock::new(&args.zone)?;
    let time = |option, text: &Option<String>| text.as_ref().map(|text| clock.read(option, text)).transpose();
    let from = time("--from", &args.from)?.unwrap_or_else(Clock::now);
    let to = time("--to", &args.to)?.unwrap_or_else(|| from.saturating_add(GAMES as i64 - 1));
    if to < from {
        return Err(anyhow!("--to is before --from: {} comes before {}", clock.show(to), clock.show(from)));
    }
    if draws.is_empty() && (args.anywhere || args.after_names || args.skip > 0) {
        return Err(anyhow!("--skip, --after-names and --anywhere are about draws: give --draws or --draw"));
    }

    let by_name: Vec<u16> = residues(facts).collect();
    let fitting = fitting(args, &by_name, draws);
    let games: Vec<u16> = fitting.keys().copied().collect();
    let count = count_starts(&games, from, to);
    if args.json {
        let start = |time: i64| json!({ "time": clock.show(time), "unix": time, "seed": time as i32, "game": residue(time as i32) });
        let fit = |(game, places): (&u16, &Vec<u64>)| json!({ "game": game, "draws_before": places });
        let document = json!({
            "games": games.len(),
            "fitting": fitting.iter().take(args.most()).map(fit).collect::<Vec<_>>(),
            "from": clock.show(from),
            "to": clock.show(to),
            "starts": count,
            "next_starts": starts(&games, from, to).take(args.most()).map(start).collect::<Vec<_>>(),
        });
        print_json("roguelab-seed-of-game/1", document)?;
        return Ok(Verdict::of(!games.is_empty()));
    }
    let mut out = Output::of_findings();
    if fitting.is_empty() {
        out.verdict(format_args!("No game fits"))?;
        for line in narrowing(facts, &by_name, draws) {
            writeln!(out, "{line}")?;
        }
        return Ok(Verdict::Failed);
    }

    let shown: Vec<String> =
        games.iter().take(args.most()).map(|&game| with_places(game, &fitting[&game], args)).collect();
    let more = games.len().saturating_sub(shown.len());
    let rest = if more > 0 { format!(", and {} more", grouped(more as u64)) } else { String::new() };
    let fit = if games.len() == 1 { "game of 32,768 fits" } else { "games of 32,768 fit" };
    let list = if shown.is_empty() { String::new() } else { format!(": {}{rest}", shown.join(", ")) };
    out.verdict(format_args!("{} {fit}{list}", grouped(games.len() as u64)))?;
    let (first, last) = (clock.show(from), clock.show(to));
    writeln!(out, "From {first} to {last} such a game starts {}\n", times(count))?;
    if count > 0 && args.most() > 0 {
        writeln!(out, " game  starts                             seed")?;
    }
    for time in starts(&games, from, to).take(args.most()) {
        // The game makes a C int of the time.
        let seed = time as i32;
        writeln!(out, "{:>5}  {:<26}  {seed:>11}", residue(seed), clock.show(time))?;
    }
    Ok(Verdict::Passed)
}

fn times(count: u64) -> String {
    if count == 1 { "once".into() } else { format!("{} times", grouped(count)) }
}

/// A game and, with --anywhere, the places of the draws.
fn with_places(game: u16, places: &[u64], args: &SeedOfArgs) -> String {
    if !args.anywhere {
        return game.to_string();
    }
    let places: Vec<String> = places.iter().take(args.most().max(1)).map(ToString::to_string).collect();
    let draws = if places == ["1"] { "draw" } else { "draws" };
    format!("{game} (after {} {draws})", places.join(", "))
}

fn fitting(args: &SeedOfArgs, residues: &[u16], draws: &[Drawn]) -> Fitting {
    let places = if args.anywhere { args.within } else { 1 };
    let places = |&residue: &u16| {
        if draws.is_empty() {
            return Some((residue, Vec::new()));
        }
        let names = if args.after_names { Identities::deal(residue.into()).draws.unwrap_or(0) } else { 0 };
        let skip = u64::from(args.skip) + u64::from(names);
        let places: Vec<u64> = positions(residue, draws, skip, places).collect();
        (!places.is_empty()).then_some((residue, places))
    };
    residues.par_iter().filter_map(places).collect()
}

/// Why no game fits: how many are left after each fact.
fn narrowing(facts: &[Fact], by_name: &[u16], draws: &[Drawn]) -> Vec<String> {
    let mut left: Vec<u16> = residues(&[]).collect();
    let mut lines = Vec::new();
    for fact in facts {
        left.retain(|&residue| fact.holds(&Identities::deal(residue.into())));
        lines.push(format!("{:>6} left with {fact}", grouped(left.len() as u64)));
    }
    if !by_name.is_empty() && !draws.is_empty() {
        let (number, draws) = (draws.len(), if draws.len() == 1 { "draw" } else { "draws" });
        lines.push(format!("{:>6} left with {number} {draws}", 0));
    }
    lines
}
