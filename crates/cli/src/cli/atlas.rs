//! `roguelab atlas find`: from names and draws to games, and to when they start.

mod clock;
mod facts;

use std::collections::BTreeMap;
use std::io::Write as _;

use answers::number::grouped;
use anyhow::{Result, bail};
use clap::Args;
use gof::Verdict;
use rayon::prelude::*;
use rogue::atlas::{GAMES, residue};
use rogue::identities::Identities;
use rogue::inverse::{Drawn, Fact, count_starts, positions, residues, starts};
use serde_json::json;

use super::output::{Output, print_json};

/// Find the games that fit what a player has seen, and when they start
///
/// Describe a game of Rogue by what a player has seen: --potion healing=pink, --scroll "identify='foo bar'", --wand cold=steel,
/// --staff cold=oak, --ring stealth=opal, with != for what has been ruled out, and --draw 1,100=37 for draws. The answer lists
/// which of the 32,768 games fit, and when such a game starts.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("seen").multiple(true).required(true)))]
pub(super) struct FindArgs {
    /// A potion's colour
    #[arg(long, value_name = "KIND=COLOUR", group = "seen")]
    potion: Vec<String>,
    /// A scroll's title
    #[arg(long, value_name = "KIND=TITLE", group = "seen")]
    scroll: Vec<String>,
    /// A wand's material, wood or metal
    #[arg(long, value_name = "KIND=MATERIAL", group = "seen")]
    wand: Vec<String>,
    /// A staff's wood
    #[arg(long, value_name = "KIND=WOOD", group = "seen")]
    staff: Vec<String>,
    /// A ring's gem
    #[arg(long, value_name = "KIND=GEM", group = "seen")]
    ring: Vec<String>,
    /// A draw: the bounds of a `get_rand` and its result; several are consecutive draws, such as "1,100=37 1,6=3"
    #[arg(
        long,
        value_name = "X,Y=RESULT",
        allow_hyphen_values = true,
        group = "seen"
    )]
    draw: Vec<String>,
    /// How many draws came before the first one that is given
    #[arg(long, value_name = "DRAWS", default_value_t = 0)]
    skip: u32,
    /// Count --skip from the last draw of the names; how many draws the names take depends on the game
    #[arg(long)]
    after_names: bool,
    /// The draws may start at any of this many places after --skip
    #[arg(long, value_name = "PLACES", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    within: u32,
    /// List starts from this time on: seconds since 1970, or 2024-05-01, 2024-05-01T20:15 or 2024-05-01T20:15+02:00; without an
    /// offset it is in UTC [default: now]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = clock::read)]
    from: Option<i64>,
    /// List starts up to this time [default: when every game has started once]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = clock::read)]
    to: Option<i64>,
    /// How many games and starts to list at most
    #[arg(short = 'n', long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    number: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl FindArgs {
    /// How many games and starts to list at most.
    const fn most(&self) -> usize {
        self.number as usize
    }
}

/// The games that fit, each with the places of the draws.
type Fitting = BTreeMap<u16, Vec<u64>>;

pub(super) fn find(args: &FindArgs) -> Result<Verdict> {
    let (facts, draws) = (facts::facts(args)?, facts::draws(args)?);
    let from = args
        .from
        .unwrap_or_else(|| jiff::Timestamp::now().as_second());
    let to = args
        .to
        .unwrap_or_else(|| from.saturating_add(GAMES as i64 - 1));
    if to < from {
        bail!(
            "--to is before --from: {} comes before {}",
            clock::show(to),
            clock::show(from)
        );
    }
    if draws.is_empty() && (args.within > 1 || args.after_names || args.skip > 0) {
        bail!("--skip, --after-names and --within count draws: give --draw as well");
    }

    let by_name: Vec<u16> = residues(&facts).collect();
    let fitting = fitting(args, &by_name, &draws);
    let games: Vec<u16> = fitting.keys().copied().collect();
    let count = count_starts(&games, from, to);
    if args.json {
        let start = |time: i64| json!({ "time": clock::show(time), "unix": time, "seed": time as i32, "game": residue(time as i32) });
        let fit =
            |(game, places): (&u16, &Vec<u64>)| json!({ "game": game, "draws_before": places });
        let document = json!({
            "games": games.len(),
            "fitting": fitting.iter().take(args.most()).map(fit).collect::<Vec<_>>(),
            "from": clock::show(from),
            "to": clock::show(to),
            "starts": count,
            "next_starts": starts(&games, from, to).take(args.most()).map(start).collect::<Vec<_>>(),
        });
        print_json("roguelab-atlas-find/1", document)?;
        return Ok(Verdict::of(!games.is_empty()));
    }
    let mut out = Output::of_findings();
    if fitting.is_empty() {
        out.verdict(format_args!("No game fits"))?;
        for line in narrowing(&facts, &by_name, &draws) {
            writeln!(out, "{line}")?;
        }
        return Ok(Verdict::Fail);
    }

    let shown: Vec<String> = games
        .iter()
        .take(args.most())
        .map(|&game| with_places(game, &fitting[&game], args))
        .collect();
    let more = games.len().saturating_sub(shown.len());
    let rest = if more > 0 {
        format!(", and {} more", grouped(more as u64))
    } else {
        String::new()
    };
    let fit = if games.len() == 1 {
        "game of 32,768 fits"
    } else {
        "games of 32,768 fit"
    };
    let list = if shown.is_empty() {
        String::new()
    } else {
        format!(": {}{rest}", shown.join(", "))
    };
    out.verdict(format_args!("{} {fit}{list}", grouped(games.len() as u64)))?;
    let (first, last) = (clock::show(from), clock::show(to));
    writeln!(
        out,
        "From {first} to {last} such a game starts {}\n",
        times(count)
    )?;
    if count > 0 && args.most() > 0 {
        writeln!(out, " game  starts                             seed")?;
    }
    for time in starts(&games, from, to).take(args.most()) {
        // The game converts the time to a C int.
        let seed = time as i32;
        writeln!(
            out,
            "{:>5}  {:<26}  {seed:>11}",
            residue(seed),
            clock::show(time)
        )?;
    }
    Ok(Verdict::Pass)
}

fn times(count: u64) -> String {
    if count == 1 {
        "once".into()
    } else {
        format!("{} times", grouped(count))
    }
}

/// A game and, with --within, the places of the draws.
fn with_places(game: u16, places: &[u64], args: &FindArgs) -> String {
    if args.within == 1 {
        return game.to_string();
    }
    let places: Vec<String> = places
        .iter()
        .take(args.most().max(1))
        .map(ToString::to_string)
        .collect();
    let draws = if places == ["1"] { "draw" } else { "draws" };
    format!("{game} (after {} {draws})", places.join(", "))
}

fn fitting(args: &FindArgs, residues: &[u16], draws: &[Drawn]) -> Fitting {
    let places = |&residue: &u16| {
        if draws.is_empty() {
            return Some((residue, Vec::new()));
        }
        let names = if args.after_names {
            Identities::deal(residue.into()).draws.unwrap_or(0)
        } else {
            0
        };
        let skip = u64::from(args.skip) + u64::from(names);
        let places: Vec<u64> = positions(residue, draws, skip, args.within).collect();
        (!places.is_empty()).then_some((residue, places))
    };
    residues.par_iter().filter_map(places).collect()
}

/// Why no game fits: how many games are left after each fact.
fn narrowing(facts: &[Fact], by_name: &[u16], draws: &[Drawn]) -> Vec<String> {
    let mut left: Vec<u16> = residues(&[]).collect();
    let mut lines = Vec::new();
    for fact in facts {
        left.retain(|&residue| fact.holds(&Identities::deal(residue.into())));
        lines.push(format!(
            "{:>6} left with {fact}",
            grouped(left.len() as u64)
        ));
    }
    if !by_name.is_empty() && !draws.is_empty() {
        let (number, draws) = (draws.len(), if draws.len() == 1 { "draw" } else { "draws" });
        lines.push(format!("{:>6} left with {number} {draws}", 0));
    }
    lines
}
