//! The short commands: `report`, `setup`, `atlas`, `draws`, `save`, `subjects`, `replay`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use comfy_table::Table;
use foreign::setup::Setup;
use indicatif::{ProgressBar, ProgressStyle};
use lockstep::{Basis, Budget, Kind, escaped};
use rogue::atlas::{Atlas, GAMES, residue};
use rogue::identities::Identities;
use rogue::random::{get_rand, srrandom};
use rogue::savefile;
use rogue::tables::{POTION_KINDS, RING_KINDS, SCROLL_KINDS, WAND_KINDS};
use subjects::oracles::Policy;
use subjects::registry::{self, SUBJECTS};

use super::output::Output;
use super::{ReplayArgs, ReportArgs, Verdict, shim};
use crate::described::Described;
use crate::files::{read, write};
use crate::fixtures;
use crate::report::{Report, differences};

/// A progress bar on a terminal, nothing in a pipe.
pub(super) fn bar(steps: usize, what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {human_pos} of {human_len}, {eta} left");
    let bar = ProgressBar::new(steps as u64).with_message(what);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn compute(budget: &Budget, policy: Policy) -> Result<Report> {
    let bar = bar(Report::steps(), "comparing");
    let report = Report::compute(budget, policy, &|| bar.inc(1));
    bar.finish_and_clear();
    report
}

pub(super) fn report(args: &ReportArgs) -> Result<Verdict> {
    let started = Instant::now();
    let (budget, policy) = (Budget::from_env()?, Policy::from_env()?);
    write::check_folder(&args.out)?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads.into());
    }
    let pool = pool.build().context("cannot start threads")?;
    let report = pool.install(|| compute(&budget, policy))?;
    pool.install(|| report.write(&args.out, started))?;
    let mut out = Output::new();
    let shown = if args.all { report.all() } else { report.summary() };
    writeln!(out, "{shown}\n\nThe report is in {}", read::name(&args.out.join("index.html")))?;
    for (row, mismatch) in differences(&report.conformance) {
        writeln!(out, "\n{} differs:\n{mismatch}", row.subject)?;
    }
    Ok(Verdict::of(differences(&report.conformance).next().is_none()))
}

pub(super) fn setup(accept_licence: bool, into: Option<PathBuf>) -> Result<Verdict> {
    let oracles = match into {
        Some(folder) => folder,
        None => fixtures::checkout("setup")?.join(".oracles"),
    };
    let setup = Setup { oracles, accept_licence };
    let mut out = Output::new();
    // Each line is shown at once; one that cannot be printed stops nothing.
    let left = setup.run(&mut |line| drop(writeln!(out, "{line}").and_then(|()| out.flush())))?;
    if left.is_empty() {
        writeln!(out, "All oracles that can be fetched are here; `cargo xtask doctor` shows them.")?;
        return Ok(Verdict::Passed);
    }
    let names: Vec<_> = left.iter().map(|left| left.kit.name).collect();
    bail!("not set up: {}", names.join(", "))
}

pub(super) fn dump() -> Result<Verdict> {
    let mut text = String::new();
    Atlas::new().dump(&mut text).context("cannot write the dump")?;
    Output::new().write_all(text.as_bytes())?;
    Ok(Verdict::Passed)
}

fn tables(game: &Identities) -> String {
    let potions = POTION_KINDS
        .iter()
        .enumerate()
        .map(|(kind, name)| ["potion".to_owned(), format!("of {name}"), game.potion(kind).to_owned()]);
    let wands = WAND_KINDS.iter().enumerate().map(|(kind, name)| {
        let called = if game.is_wood(kind) { "staff" } else { "wand" };
        [called.to_owned(), format!("of {name}"), game.wand(kind).to_owned()]
    });
    let rings = RING_KINDS
        .iter()
        .enumerate()
        .map(|(kind, name)| ["ring".to_owned(), format!("of {name}"), game.ring(kind).to_owned()]);
    let scrolls = SCROLL_KINDS
        .iter()
        .enumerate()
        .map(|(kind, name)| ["scroll".to_owned(), format!("of {name}"), game.scroll(kind).to_string()]);
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.add_rows(potions.chain(scrolls).chain(wands).chain(rings));
    table.trim_fmt()
}

pub(super) fn show(seed: i32) -> Result<Verdict> {
    let game = Identities::of_seed(seed);
    let draws = game.draws.unwrap_or_default();
    let mut out = Output::new();
    writeln!(out, "Seed {seed}: game {} of {GAMES}, its names took {draws} draws\n", residue(seed))?;
    writeln!(out, "{}", tables(&game))?;
    Ok(Verdict::Passed)
}

pub(super) fn draws(seed: i32, number: u32, (x, y): (i32, i32)) -> Result<Verdict> {
    if x.abs_diff(y) >= i32::MAX as u32 {
        bail!("the range {x} to {y} is wider than a C int: give at most {} numbers", i32::MAX);
    }
    let (mut words, mut dice) = (srrandom(seed), srrandom(seed));
    let mut out = Output::new();
    writeln!(out, "Seed {seed}: the generator's first words, and get_rand({x}, {y}) of each\n")?;
    writeln!(out, "{:>10}  {:>10}  {:>12}", "draw", "word", "get_rand")?;
    for draw in 0..number {
        if out.is_closed() {
            break;
        }
        writeln!(out, "{draw:>10}  {:>10}  {:>12}", words.words().next_word(), get_rand(&mut dice, x, y))?;
    }
    Ok(Verdict::Passed)
}

pub(super) fn save(file: &Path) -> Result<Verdict> {
    let bytes = read::bytes(file, read::SAVE)?;
    let game = savefile::read(&bytes).with_context(|| read::name(file))?;
    let atlas = Atlas::new();
    let seeds: Vec<_> = (0..GAMES).filter(|&seed| atlas.games()[seed].same_names(&game)).collect();
    let mut out = Output::new();
    match seeds[..] {
        [seed] => writeln!(out, "This is game {seed} of {GAMES}\n")?,
        _ => writeln!(out, "No seed gives this game: the file was changed, or is of another version\n")?,
    }
    writeln!(out, "{}", tables(&game))?;
    Ok(Verdict::Passed)
}

pub(super) fn subjects(wanted: Option<&str>) -> Result<Verdict> {
    let mut out = Output::new();
    let subjects = match wanted {
        Some(file) if shim::is_file(file) => return described(&shim::description(file)?),
        Some(name) => vec![registry::find(name)?],
        None => SUBJECTS.to_vec(),
    };
    for subject in subjects {
        let bases: Vec<_> = subject.bases().iter().map(|basis| basis.name()).collect();
        let kinds: Vec<_> = subject.kinds().iter().map(ToString::to_string).collect();
        writeln!(out, "{}: {}", subject.name(), subject.about())?;
        writeln!(out, "  implementations  {}", bases.join(", "))?;
        writeln!(out, "  cases            {}", kinds.join(", "))?;
        let forms: Vec<_> = subject.ops().iter().map(|op| op.form).collect();
        writeln!(out, "  ops              {}\n", forms.join("; "))?;
    }
    Ok(Verdict::Passed)
}

/// Shows a subject that its user describes.
fn described(subject: &Described) -> Result<Verdict> {
    let budget = Budget::default();
    let kinds: Vec<_> = Kind::ALL
        .into_iter()
        .filter_map(|kind| Some(format!("{kind} {}", subject.texts(kind, &budget)?.promised())))
        .collect();
    let mut out = Output::new();
    writeln!(out, "{}: {}", subject.name, escaped(&subject.about))?;
    writeln!(out, "  cases            {}", kinds.join(", "))?;
    for op in &subject.ops {
        let seeds = if op.seeds { ", seeds" } else { "" };
        writeln!(out, "  {}: shows {}{seeds}", op.form(), op.shows.name())?;
        for argument in &op.arguments {
            writeln!(out, "    {}: {}", argument.name.to_uppercase(), argument.domain)?;
        }
    }
    Ok(Verdict::Passed)
}

pub(super) fn replay(args: &ReplayArgs) -> Result<Verdict> {
    let subject = registry::find(&args.subject)?;
    let basis = |name: &str| Basis::parse(name, subject.bases());
    let (expected, actual) = (basis(&args.expected)?, basis(&args.actual)?);
    if expected == actual {
        bail!("{expected} cannot be compared with itself: name two implementations");
    }
    let (text, agree) = subject.replay(expected, actual, &args.ops)?;
    let mut out = Output::new();
    writeln!(out, "{text}")?;
    writeln!(out, "{actual} and {expected} {}", if agree { "agree" } else { "differ" })?;
    Ok(Verdict::of(agree))
}
