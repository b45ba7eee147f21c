//! The short commands: `atlas` and `subjects`.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use gof::Verdict;
use indicatif::ProgressBar;
use lockstep::{Argument, Budget, Kind, Operation as _, Subject, escaped};
use rogue::atlas::{Atlas, GAMES, residue};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};
use rogue::savefile;
use rogue::tables::{POTION_KINDS, RING_KINDS, SCROLL_KINDS, WAND_KINDS};
use serde_json::{Value, json};
use subjects::registry::{self, SUBJECTS};
use subjects::rows::{ROWS, RowOp};

use super::output::{self, Output, print_json};
use super::{DrawsArgs, shim};
use crate::files::read;
use answers::table::table;

/// A progress bar with this many steps.
pub fn bar(steps: usize, what: &'static str) -> ProgressBar {
    let template = "{msg} {bar:40} {human_pos} of {human_len}, {eta} left";
    output::bar(template, Some(steps as u64)).with_message(what)
}

pub(super) fn dump() -> Result<Verdict> {
    let mut text = String::new();
    Atlas::new()
        .dump(&mut text)
        .context("cannot write the dump")?;
    Output::new().write_all(text.as_bytes())?;
    Ok(Verdict::Pass)
}

/// The names of a game: the table, the kind, and the name.
fn names(game: &Identities) -> Vec<[String; 3]> {
    let rows = |what: &'static str, kinds: &'static [&str], called: &dyn Fn(usize) -> String| {
        let row = |(kind, name): (usize, &&str)| {
            let is_staff = what == "wand" && game.is_wood(kind);
            let what = if is_staff { "staff" } else { what };
            [what.to_owned(), (*name).to_owned(), called(kind)]
        };
        kinds.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    [
        rows("potion", &POTION_KINDS, &|kind| {
            game.potion(kind).to_owned()
        }),
        rows("scroll", &SCROLL_KINDS, &|kind| {
            game.scroll(kind).to_string()
        }),
        rows("wand", &WAND_KINDS, &|kind| game.wand(kind).to_owned()),
        rows("ring", &RING_KINDS, &|kind| game.ring(kind).to_owned()),
    ]
    .concat()
}

fn tables(game: &Identities) -> String {
    let mut table = table(&[], 0..0);
    table.add_rows(
        names(game)
            .into_iter()
            .map(|[what, kind, called]| [what, format!("of {kind}"), called]),
    );
    table.trim_fmt()
}

fn names_json(game: &Identities) -> Value {
    names(game)
        .into_iter()
        .map(|[what, kind, called]| json!({ "what": what, "kind": kind, "called": called }))
        .collect()
}

pub(super) fn show(seed: i32, as_json: bool) -> Result<Verdict> {
    let game = Identities::of_seed(seed);
    let draws = game.draws.unwrap_or_default();
    if as_json {
        let names = names_json(&game);
        print_json(
            "roguelab-game/1",
            json!({ "seed": seed, "games": [residue(seed)], "draws": draws, "names": names }),
        )?;
        return Ok(Verdict::Pass);
    }
    let mut out = Output::new();
    writeln!(
        out,
        "Seed {seed}: game {} of {GAMES}, its names took {draws} draws\n",
        residue(seed)
    )?;
    writeln!(out, "{}", tables(&game))?;
    Ok(Verdict::Pass)
}

pub(super) fn draws(args: &DrawsArgs) -> Result<Verdict> {
    let (seed, number, (x, y)) = (args.seed, args.number, (args.range[0], args.range[1]));
    if x.abs_diff(y) >= i32::MAX as u32 {
        bail!(
            "the range {x} to {y} is wider than a C int: give at most {} numbers",
            i32::MAX
        );
    }
    let (mut words, mut dice) = (srrandom(seed), srrandom(seed));
    let mut draw = || (words.words().next_word(), get_rand(&mut dice, x, y));
    if args.json {
        let draws: Vec<_> = (0..number)
            .map(|_| draw())
            .map(|(word, result)| json!({ "word": word, "get_rand": result }))
            .collect();
        print_json(
            "roguelab-draws/1",
            json!({ "seed": seed, "range": [x, y], "draws": draws }),
        )?;
        return Ok(Verdict::Pass);
    }
    let mut out = Output::new();
    writeln!(
        out,
        "Seed {seed}: the generator's first words, and get_rand({x}, {y}) of each\n"
    )?;
    writeln!(out, "{:>10}  {:>10}  {:>12}", "draw", "word", "get_rand")?;
    for index in 0..number {
        if out.is_closed() {
            break;
        }
        let (word, result) = draw();
        writeln!(out, "{index:>10}  {word:>10}  {result:>12}")?;
    }
    Ok(Verdict::Pass)
}

pub(super) fn save(file: &Path, as_json: bool) -> Result<Verdict> {
    let bytes = read::bytes(file, read::SAVE)?;
    let game = savefile::read(&bytes).with_context(|| read::name(file))?;
    let atlas = Atlas::new();
    let seeds: Vec<_> = (0..GAMES)
        .filter(|&seed| atlas.games()[seed].same_names(&game))
        .collect();
    if as_json {
        print_json(
            "roguelab-game/1",
            json!({ "games": seeds, "draws": game.draws, "names": names_json(&game) }),
        )?;
        return Ok(Verdict::Pass);
    }
    let mut out = Output::new();
    match seeds[..] {
        [seed] => writeln!(out, "This is game {seed} of {GAMES}\n")?,
        _ => writeln!(
            out,
            "No seed gives this game: the file was changed, or is of another version\n"
        )?,
    }
    writeln!(out, "{}", tables(&game))?;
    Ok(Verdict::Pass)
}

/// Prints the JSON document about these subjects, each with its implementations and cases.
fn subjects_json(all: &[(&dyn Subject, Vec<&str>, Vec<String>)]) -> Result<Verdict> {
    let subject = |(subject, implementations, cases): &(&dyn Subject, _, _)| {
        json!({
            "name": subject.name(),
            "about": subject.about(),
            "implementations": implementations,
            "cases": cases,
            "ops": subject.ops().iter().map(|op| json!({ "form": op.form, "seeds": op.seeds })).collect::<Vec<_>>(),
        })
    };
    let all: Vec<_> = all.iter().map(subject).collect();
    print_json("roguelab-subjects/1", json!({ "subjects": all }))?;
    Ok(Verdict::Pass)
}

pub(super) fn subjects(wanted: Option<&str>, as_json: bool) -> Result<Verdict> {
    let (subjects, rows) = match wanted {
        Some(file) if shim::is_file(file) => {
            return toml_subject(&shim::description(file)?, as_json);
        }
        Some(name) => (vec![registry::find(name)?], Vec::new()),
        None => (SUBJECTS.to_vec(), ROWS.iter().collect()),
    };
    let shown = |subject: &'static dyn Subject| {
        let roles: Vec<_> = subject.roles().iter().map(|role| role.name()).collect();
        let kinds: Vec<_> = subject.kinds().iter().map(ToString::to_string).collect();
        (subject as &dyn Subject, roles, kinds)
    };
    if as_json {
        let rows = rows.into_iter().map(|row| row as &dyn Subject);
        let all: Vec<_> = subjects.into_iter().chain(rows).map(shown).collect();
        return subjects_json(&all);
    }
    let mut out = Output::new();
    for (subject, roles, kinds) in subjects.into_iter().map(shown) {
        let forms: Vec<_> = subject.ops().iter().map(|op| op.form).collect();
        writeln!(
            out,
            "{}: {}\n  implementations  {}\n  cases            {}\n  ops              {}\n",
            subject.name(),
            subject.about(),
            roles.join(", "),
            kinds.join(", "),
            forms.join("; ")
        )?;
    }
    if !rows.is_empty() {
        let forms: Vec<_> = RowOp::OPS.iter().map(|op| op.form).collect();
        writeln!(
            out,
            "The generators of the catalogue, each with the ops {}:\n",
            forms.join("; ")
        )?;
        let mut table = table(&[], 0..0);
        table.add_rows(rows.into_iter().map(|row| [row.name(), row.about()]));
        writeln!(out, "{}", table.trim_fmt())?;
    }
    Ok(Verdict::Pass)
}

/// Shows a subject that the user described.
fn toml_subject(subject: &dyn Subject, as_json: bool) -> Result<Verdict> {
    let budget = Budget::default();
    let promised = |kind: Kind| {
        let cases = subject.cases(kind, &budget)?;
        Some(format!("{kind} {}", cases.promised()))
    };
    let kinds: Vec<_> = Kind::ALL.into_iter().filter_map(promised).collect();
    if as_json {
        return subjects_json(&[(subject, Vec::new(), kinds)]);
    }
    let mut out = Output::new();
    writeln!(out, "{}: {}", subject.name(), escaped(subject.about()))?;
    writeln!(out, "  cases            {}", kinds.join(", "))?;
    for op in subject.ops() {
        let seeds = if op.seeds { ", seeds" } else { "" };
        writeln!(out, "  {}: shows {}{seeds}", op.form, op.shows.name())?;
        for Argument { name, domain } in op.arguments {
            writeln!(out, "    {}: {domain}", name.to_uppercase())?;
        }
    }
    Ok(Verdict::Pass)
}
