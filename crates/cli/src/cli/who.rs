//! `roguelab who`: what made these numbers?

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::ending::Ending;
use answers::arguments::{dice, generator_name, range, seed};
use answers::read::sample::{MAX_BYTES, SampleOptions, max_bytes};
use answers::read::{Endian, ItemKind, moments};
use answers::who::{self, List, Name, Options, Progress};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use indicatif::ProgressBar;

use super::arguments::{ENDIANS, KINDS_AND_TRACE, one_of};
use super::output::{Output, bar, is_quiet, print_json};
use crate::clock::control;
use crate::files::read;

const NOTES: &str = "The first numbers determine a seed, a state or parameters, which must predict the others. Nothing is \
    named unless the chance of a coincidence, over everything that was tried, is below 2^-20.\n\nExit codes: 0 found, 1 not \
    found, 2 the input or the options cannot be used.";

/// Find out what made these numbers: the generator, its seed or state, and how outputs became numbers
///
/// The numbers are consecutive words, integers below a bound (--below), fractions, normals (--normal), a deck or cards dealt
/// from one, names of choices, random strings such as passwords and UUIDs, or a trace. Where numbers of several known seeds are
/// given, each line begins with its seed and a colon. Cheap methods are tried first: closed forms, equations over GF(2) and
/// unknown multipliers; then known mistakes and seeds, until --seconds have passed.
///
/// With OTHER, or with --numbers given twice, `who` says how two lists differ that should have been the same.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(super) struct WhoArgs {
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Numbers that should have been the same as those of FILE, to find out how they differ
    #[arg(value_name = "OTHER")]
    other: Option<PathBuf>,
    /// The numbers, in place of a file; given twice, in place of two files
    #[arg(
        long,
        value_name = "NUMBER,...",
        conflicts_with = "file",
        allow_hyphen_values = true
    )]
    numbers: Vec<String>,
    /// How they are written [default: text, which are fractions if there is a point in them, or a trace if the input says so]
    #[arg(long, value_parser = one_of(KINDS_AND_TRACE), conflicts_with = "numbers")]
    kind: Option<ItemKind>,
    /// The order of the bytes of a binary word
    #[arg(long, value_parser = one_of(ENDIANS), default_value = "little")]
    endian: Endian,
    /// The bits of a word [default: as many as the widest has]
    #[arg(long, value_name = "BITS", conflicts_with = "below", value_parser = clap::value_parser!(u32).range(1..=64))]
    bits: Option<u32>,
    /// The numbers are below this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    below: Option<u64>,
    /// The lowest of the numbers of --below
    #[arg(
        long,
        value_name = "FIRST",
        default_value_t = 0,
        requires = "below",
        allow_hyphen_values = true
    )]
    base: i64,
    /// The numbers are sums of K dice, each with numbers from 1 to N
    #[arg(long, value_name = "KdN", value_parser = dice, conflicts_with_all = ["below", "bits", "kind"])]
    dice: Option<(u32, u64)>,
    /// The characters of a text, or names with commas between them, that stand for the numbers from 0 on, in their order
    #[arg(long, value_name = "CHARACTERS", conflicts_with_all = ["below", "dice", "bits", "kind"])]
    alphabet: Option<String>,
    /// The fractions are from A up to B, as uniform(A, B) makes them
    #[arg(long, value_name = "A,B", value_parser = range, allow_hyphen_values = true, conflicts_with_all = ["below", "dice", "bits", "kind", "alphabet"])]
    range: Option<(f64, f64)>,
    /// The numbers are normally distributed, with this mean and deviation
    #[arg(long, value_name = "MEAN,DEVIATION", value_parser = moments, num_args = 0..=1, default_missing_value = "0,1",
        require_equals = true, conflicts_with_all = ["below", "dice", "bits", "kind", "alphabet", "range"])]
    normal: Option<(f64, f64)>,
    /// How many outputs may have come before the first number
    #[arg(long, value_name = "OUTPUTS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    within: u64,
    /// How much processor time to use
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::arguments::seconds)]
    seconds: f64,
    /// Continue after the first answer, and list all answers, or all that was tried
    #[arg(long)]
    all: bool,
    /// The seed, if you know it, or the seed of both lists: it is tried first, with every generator, and fewer numbers are then
    /// enough
    #[arg(long, value_name = "SEED", value_parser = seed, allow_hyphen_values = true)]
    seed: Option<i128>,
    /// Try only generators whose names begin with this; --list shows the names
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Predict the N numbers that follow; for draws in a trace, each counted from its LO
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100_000))]
    next: u32,
    /// Show the N numbers that came before, where they follow from the seed, or from a state that can be stepped back
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100_000))]
    previous: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// List the generators
    #[arg(long, conflicts_with_all = ["file", "numbers", "json"])]
    list: bool,
}

/// Reads a file up to the limit, and one byte more if there is more.
fn read_file(args: &WhoArgs, file: &Path) -> Result<Vec<u8>> {
    let limit = args.kind.map_or(MAX_BYTES, max_bytes) as u64 + 1;
    let mut bytes = Vec::new();
    let read = read::open(file)?.take(limit).read_to_end(&mut bytes);
    read.with_context(|| format!("cannot read {}", read::name(file)))?;
    Ok(bytes)
}

/// A spinner that shows what is being tried.
fn spinner() -> ProgressBar {
    let bar = bar("{spinner} {elapsed} {msg}", None);
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

impl WhoArgs {
    fn options(&self) -> Options {
        Options {
            are_shortest: false,
            sample: SampleOptions {
                kind: self.kind,
                endian: self.endian,
                bits: self.bits,
                below: self.below.or(self.dice.map(|(_, sides)| sides)),
                base: self.dice.map_or(self.base, |_| 1),
                dice: self.dice.map(|(dice, _)| dice),
                alphabet: self.alphabet.clone(),
                range: self.range,
                normal: self.normal,
            },
            within: self.within,
            time: Duration::from_secs_f64(self.seconds),
            all: self.all,
            seed: self.seed,
            only: self.only.clone(),
            next: self.next as usize,
            previous: self.previous as usize,
        }
    }
}

pub(super) fn run(args: &WhoArgs) -> Result<Ending> {
    if args.list {
        write!(Output::new(), "{}", who::GeneratorTable)?;
        return Ok(Ending::Success);
    }
    if let Some(only) = &args.only
        && let Err(refused) = generator_name(only)
    {
        bail!("--only {}: {refused}", lockstep::shown(only, 80));
    }
    match (&args.other, &args.numbers[..]) {
        (Some(other), _) => compare(args, other),
        (None, [_, _]) => compare(args, Path::new("-")),
        (None, [_, _, _, ..]) => bail!("--numbers: give it once, or twice for two lists"),
        (None, [numbers]) => identify(args, |options, control| {
            Ok(who::who(numbers.clone().into_bytes(), options, control)?)
        }),
        (None, []) => {
            let input = read_file(args, &args.file)?;
            identify(args, |options, control| {
                read::named(&args.file, who::who(input, options, control))
            })
        }
    }
}

/// Names what made the numbers of an input.
fn identify(
    args: &WhoArgs,
    who: impl FnOnce(&Options, who::Control<'_>) -> Result<who::Answer>,
) -> Result<Ending> {
    let bar = spinner();
    let show_progress = |what: Progress| bar.set_message(what.to_string());
    let answer = who(&args.options(), control(&show_progress));
    bar.finish_and_clear();
    let answer = answer?;
    let is_named = !answer.answers.is_empty();
    if args.json {
        print_json(who::SCHEMA, serde_json::to_value(&answer)?)?;
    } else if is_quiet() {
        write!(Output::new(), "{answer:#}")?;
    } else {
        write!(Output::new(), "{answer}")?;
    }
    Ok(if !is_named && answer.stopped {
        Ending::Interrupted
    } else {
        Ending::of(is_named)
    })
}

/// Reads a list from an argument or, without one, from a file.
fn read_list(
    name: Name,
    args: &WhoArgs,
    options: &Options,
    numbers: Option<&String>,
    file: &Path,
) -> Result<List> {
    let list = match numbers {
        Some(numbers) => {
            List::read(name, &options.sample, numbers.clone().into_bytes()).map_err(Into::into)
        }
        None => read::named(
            file,
            List::read(name, &options.sample, read_file(args, file)?),
        ),
    };
    list.with_context(|| format!("list {name}"))
}

/// Says how two lists differ.
fn compare(args: &WhoArgs, other: &Path) -> Result<Ending> {
    let options = args.options();
    let a = read_list(Name::A, args, &options, args.numbers.first(), &args.file)?;
    let b = read_list(Name::B, args, &options, args.numbers.get(1), other)?;
    let bar = spinner();
    let show_progress = |what: Progress| bar.set_message(what.to_string());
    let comparison = who::compare(a, b, &options, control(&show_progress));
    bar.finish_and_clear();
    if args.json {
        print_json(who::PAIR_SCHEMA, serde_json::to_value(&comparison)?)?;
    } else {
        write!(Output::new(), "{comparison}")?;
    }
    Ok(Ending::of(!comparison.difference.is_empty()))
}
