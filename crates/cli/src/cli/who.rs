//! `roguelab who`: what made these numbers?

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::ending::Ending;
use answers::arguments::{dice, generator_name, given_seed, range, times};
use answers::read::sample::{MAX_BYTES, SampleOptions, max_bytes};
use answers::read::{Endian, ItemKind, moments};
use answers::seed::GivenSeed;
use answers::who::{self, List, Name, Options, Progress};
use anyhow::{Context as _, Error, Result, bail};
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
/// With two files, or with --numbers given twice, `who` says how two lists differ that should have been the same.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(super) struct WhoArgs {
    /// The numbers, or a file of them (- is standard input, which is the default), or two files that should have been the same
    #[arg(value_name = "NUMBER|FILE", allow_negative_numbers = true)]
    inputs: Vec<OsString>,
    /// The numbers as one argument; given twice, two lists that should have been the same
    #[arg(
        long,
        value_name = "NUMBER,...",
        conflicts_with = "inputs",
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
    /// The numbers were made by this rule, as a program has it or as `roguelab bias` describes; --bits are then those of its words
    #[arg(long, value_name = "RULE", allow_hyphen_values = true, conflicts_with_all = ["below", "dice", "alphabet", "range", "normal"])]
    rule: Option<String>,
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
    /// enough. A..B are seeds of which one may be right; anything else is a text that programs make a seed of
    #[arg(long, value_name = "SEED", value_parser = given_seed, allow_hyphen_values = true)]
    seed: Option<GivenSeed>,
    /// Times of which one may be the seed, in seconds or milliseconds, as in 2022-01-01..2022-12-31
    #[arg(long, value_name = "FROM..TO", value_parser = times)]
    times: Option<RangeInclusive<u64>>,
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
    #[arg(long, conflicts_with_all = ["inputs", "numbers", "json"])]
    list: bool,
}

/// Where a list of numbers is.
enum Input {
    File(PathBuf),
    Numbers(String),
}

/// Whether a text is numbers, in decimal or in hexadecimal after `0x`, with spaces, commas or brackets between them; `?` stands for
/// one that is not known.
fn is_numbers(text: &str) -> bool {
    let mut words = text
        .split(|c: char| c.is_whitespace() || ",;()[]{}".contains(c))
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some()
        && words.all(|word| {
            let digits = word.trim_start_matches(['+', '-']);
            let hexadecimal = digits.strip_prefix("0x");
            let starts_with_digit = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            word == "?"
                || hexadecimal.is_some_and(|digits| u128::from_str_radix(digits, 16).is_ok())
                || starts_with_digit && digits.parse::<f64>().is_ok()
        })
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
    /// The list, or the two lists.
    fn lists(&self) -> Result<Vec<Input>> {
        if !self.numbers.is_empty() {
            return Ok(self.numbers.iter().cloned().map(Input::Numbers).collect());
        }
        let Some(first) = self.inputs.first() else {
            return Ok(vec![Input::File("-".into())]);
        };
        let texts: Option<Vec<&str>> = self.inputs.iter().map(|input| input.to_str()).collect();
        let numbers = texts.map(|texts| texts.join(" "));
        if let Some(numbers) = numbers.filter(|text| is_numbers(text) && !Path::new(first).exists())
        {
            if self.kind.is_some() {
                bail!(
                    "--kind says how a file is written: leave it out where the numbers are arguments"
                );
            }
            return Ok(vec![Input::Numbers(numbers)]);
        }
        if self.inputs.len() == 1 && first != "-" && !Path::new(first).exists() {
            bail!(
                "`{}` is not a number, and there is no such file; letters, names and lists go to --numbers",
                self.first_other()
            );
        }
        Ok(self
            .inputs
            .iter()
            .map(|file| Input::File(file.into()))
            .collect())
    }

    /// The first argument that is not a number.
    fn first_other(&self) -> String {
        let texts = self.inputs.iter().map(|input| input.to_string_lossy());
        let other = texts.into_iter().find(|text| !is_numbers(text));
        lockstep::shown(&other.unwrap_or_default(), 80).into_owned()
    }

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
                rule: self.rule.clone(),
            },
            within: self.within,
            time: Duration::from_secs_f64(self.seconds),
            all: self.all,
            seed: self.seed.clone(),
            times: self.times.clone(),
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
    match &args.lists()?[..] {
        [a, b] => compare(args, a, b),
        [Input::Numbers(numbers)] => identify(args, |options, control| {
            Ok(who::who(numbers.clone().into_bytes(), options, control)?)
        }),
        [Input::File(file)] => {
            let input = read_file(args, file)?;
            identify(args, |options, control| {
                read::named(file, who::who(input, options, control))
            })
        }
        _ if args.numbers.is_empty() => bail!(
            "expected numbers, or at most two files: {} is not a number",
            args.first_other()
        ),
        _ => bail!("--numbers: give it once, or twice for two lists"),
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

/// Reads a list from an argument or a file.
fn read_list(name: Name, args: &WhoArgs, options: &Options, input: &Input) -> Result<List> {
    let list = match input {
        Input::Numbers(numbers) => {
            List::read(name, &options.sample, numbers.clone().into_bytes()).map_err(Into::into)
        }
        Input::File(file) => read::named(
            file,
            List::read(name, &options.sample, read_file(args, file)?),
        ),
    };
    list.with_context(|| format!("list {name}"))
}

/// Says how two lists differ.
fn compare(args: &WhoArgs, a: &Input, b: &Input) -> Result<Ending> {
    let options = args.options();
    options.check_for_two_lists().map_err(Error::msg)?;
    let a = read_list(Name::A, args, &options, a)?;
    let b = read_list(Name::B, args, &options, b)?;
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
