//! The arguments of `roguelab test`.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result, bail};
use clap::{ArgGroup, Args};

use super::super::arguments::{Choice, ENDIANS, KINDS, chance, one_of, quoted};
use crate::files::read;
use answers::arguments::{
    bound, finite, not_negative, parse_counts, positive, rolled_dice, weight_lines,
};
use answers::read::{Distribution, Endian, Input, ItemKind, Names, names, weights};
use answers::test::{
    CountsOptions, ExpectedLaw, LimitedStatistic, Options, SourceOptions, TestError, dice_weights,
};

const NOTES: &str = "Looks: results are computed at 256 items, at every doubling and at the end; each test joins in once it \
    has enough items. The j-th look at a test has the share 1/(j (j + 1)) of its alpha, and the shares sum to one; a stream \
    that ends before the first look has one look, with all of the alpha. So --alpha holds whenever reading stops.\n\nExit \
    codes: 0 PASS; 1 FAIL; 2 INVALID, or the input or the options cannot be used; 130 stopped by Ctrl-C, with the results so \
    far.";

/// The batteries, and whether each is the one for long runs.
const BATTERIES: &[Choice<bool>] = &[
    ("default", "the tests that find most, soon", false),
    (
        "more",
        "these, and tests of the low bits and of the top bits alone",
        true,
    ),
];

/// The longest table of counts, in bytes.
const MOST_TEXT: u64 = 1 << 24;

/// The options that do not apply to numbers from a distribution.
const NOT_OF_A_LAW: [&str; 6] = [
    "permutations",
    "below",
    "weights",
    "symbols",
    "base",
    "streams",
];

/// The options that apply only to items that are read.
const OF_STREAMS: [&str; 21] = [
    "file",
    "kind",
    "endian",
    "bits",
    "below",
    "permutations",
    "symbols",
    "base",
    "normal",
    "exponential",
    "limit",
    "skip",
    "only",
    "battery",
    "against",
    "streams",
    "list",
    "keep_going",
    "all_p_values",
    "state",
    "strict",
];

/// Test words, dice, loot or permutations from any generator
///
/// A stream is judged by the tests for which it has enough items; if there are none, the verdict is INVALID, not FAIL. Verdicts
/// are two-sided, so counts that are too even fail as well. The chance that a fair source fails any test at any look is at most
/// --alpha.
#[derive(Args)]
#[command(after_help = NOTES, group = ArgGroup::new("counted").args(["counts", "mean"]).multiple(true))]
#[expect(clippy::struct_excessive_bools, reason = "options of a command line")]
pub(in super::super) struct TestArgs {
    /// The file; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(super) file: PathBuf,
    /// How the numbers are written [default: text for --below, --weights and --symbols; otherwise guessed from the input, or
    /// u32]
    #[arg(long, value_parser = one_of(KINDS), conflicts_with = "permutations")]
    pub(super) kind: Option<ItemKind>,
    /// The order of the bytes of a word [default: little]
    #[arg(long, value_parser = one_of(ENDIANS), conflicts_with = "permutations")]
    pub(super) endian: Option<Endian>,
    /// How many bits are random: the low bits of a word, or the top bits of a fraction [default: all, or 32 in text]
    #[arg(long, value_name = "BITS", conflicts_with_all = ["permutations", "below", "weights"],
        value_parser = clap::value_parser!(u32).range(8..=64))]
    pub(super) bits: Option<u32>,
    /// The numbers are integers from 0 to N - 1, or from --base on
    #[arg(long, value_name = "N", conflicts_with_all = ["permutations", "weights", "symbols"], value_parser = bound,
        allow_negative_numbers = true)]
    pub(super) below: Option<u32>,
    /// The weights of the items: a list like 95,4,1 or common=95,rare=5, or a file with a weight, or a name and its weight, on
    /// each line. The input has these names, or numbers from 0
    #[arg(long, value_name = "WEIGHTS", conflicts_with_all = ["permutations", "symbols"])]
    pub(super) weights: Option<String>,
    /// The items are sums of K dice, each with numbers from 1 to N
    #[arg(long, value_name = "KdN", value_parser = rolled_dice, conflicts_with_all = ["permutations", "below", "weights", "symbols",
        "base", "normal", "exponential", "bits", "streams", "rate"])]
    dice: Option<(u32, u64)>,
    /// The items are permutations, one on each line: numbers or names, separated by blanks, commas or brackets
    #[arg(long)]
    pub(super) permutations: bool,
    /// A file with the names of the items, or of the entries of a permutation in the order of a fresh deck [default for
    /// permutations: the names in the first line, in alphabetical order]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["base", "bits"])]
    pub(super) symbols: Option<PathBuf>,
    /// The lowest number, or the lowest entry of a permutation [default: 0; for permutations as in the first line]
    #[arg(long, value_name = "FIRST")]
    pub(super) base: Option<u32>,
    /// The numbers are normal; their values of its distribution function are tested [default: mean 0, deviation 1]
    #[arg(long, value_name = "MEAN,DEVIATION", num_args = 0..=1, require_equals = true, default_missing_value = "0,1",
        value_parser = Distribution::normal, conflicts_with_all = NOT_OF_A_LAW)]
    normal: Option<Distribution>,
    /// The numbers are exponential waiting times [default: rate 1]
    #[arg(long, value_name = "RATE", num_args = 0..=1, require_equals = true, default_missing_value = "1",
        value_parser = Distribution::exponential, conflicts_with_all = NOT_OF_A_LAW, conflicts_with = "normal")]
    exponential: Option<Distribution>,
    /// The chance that a fair source fails any of the tests
    #[arg(long, value_name = "CHANCE", default_value = "1e-6", value_parser = chance, allow_negative_numbers = true)]
    pub(super) alpha: f64,
    /// Test only this many items
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: Option<u64>,
    /// Skip this many items first
    #[arg(long, value_name = "ITEMS", default_value_t = 0)]
    pub(super) skip: u64,
    /// Run only this test, from the battery or outside it, with its parameters, if any, as NAME:KEY=VALUE,KEY=VALUE; may be
    /// given more than once
    #[arg(long, value_name = "TEST")]
    only: Vec<String>,
    /// Which tests are run on words: `more` is for long runs, and has tests of the low bits and of the top bits alone
    #[arg(long, value_name = "SIZE", value_parser = one_of(BATTERIES), default_value = "default",
        action = clap::ArgAction::Set, conflicts_with_all = ["against", "streams"])]
    battery: bool,
    /// Test whether the items of this file come from the same distribution, whatever it is: useful for a port that does not
    /// share its original's stream; - is standard input
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["only", "list", "weights"])]
    pub(super) against: Option<PathBuf>,
    /// Test whether the streams of neighbouring seeds are as different as any other streams. They come from a command, in which
    /// {seed} stands for the seed and which prints words, or from a source by its name (`roguelab words --list`)
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["file", "limit", "skip", "list", "against", "permutations",
        "below", "weights", "symbols"])]
    pub(super) streams: Option<String>,
    /// The seeds of --streams; END is not among them
    #[arg(long, value_name = "FIRST..END", default_value = "0..65536", value_parser = range, requires = "streams")]
    pub(super) seeds: Range<u64>,
    /// How many words to take from each seed of --streams
    #[arg(long, value_name = "WORDS", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..), requires = "streams")]
    pub(super) words: u64,
    /// How long the command of --streams may take for the words of a seed
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::super::arguments::seconds, requires = "streams")]
    pub(super) deadline: f64,
    /// Judge counts that you already have, like 103,411,9486 or common=3500,rare=1260: how often each value came, expected by
    /// --weights, --dice or equally often. A file has a name and a count on each line, or a first line that names the columns,
    /// such as item,count,weight. If given more than once, all runs are judged together
    #[arg(long, value_name = "COUNTS", conflicts_with_all = OF_STREAMS)]
    pub(super) counts: Vec<String>,
    /// How many items there are in all, for --counts in percent, like 73.53%,26.47%, or for --mean
    #[arg(long, value_name = "ITEMS", value_parser = clap::value_parser!(u64).range(1..), requires = "counted")]
    of: Option<u64>,
    /// Each draw has K different values, as in a lottery or in loot without replacement; --counts are those of all draws
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), requires = "counts", conflicts_with = "dice")]
    drawn: Option<u64>,
    /// Judge exactly, against --chance, how often an event came, like 0/84
    #[arg(long, value_name = "HITS/TRIES", conflicts_with_all = OF_STREAMS, conflicts_with_all = ["counts", "weights"],
        requires = "chance")]
    pub(super) rate: Option<String>,
    /// The chance of the event of --rate
    #[arg(long, value_name = "CHANCE", value_parser = chance, requires = "rate", allow_negative_numbers = true)]
    pub(super) chance: Option<f64>,
    /// Judge a chi-square statistic with --df degrees of freedom, and how often a test with this limit fails a fair source
    #[arg(long, value_name = "STATISTIC", value_parser = not_negative, allow_negative_numbers = true,
        conflicts_with_all = OF_STREAMS, conflicts_with_all = ["counts", "rate", "weights", "dice", "mean"], requires = "df")]
    chi_square: Option<f64>,
    /// The degrees of freedom of --chi-square: one less than there are values
    #[arg(long, value_name = "FREEDOM", value_parser = clap::value_parser!(u32).range(1..), requires = "chi_square")]
    df: Option<u32>,
    /// Judge the mean of --of numbers with a standard --deviation, against --expected, and how often a test that allows no more
    /// fails a fair source
    #[arg(long, value_name = "MEAN", value_parser = finite, allow_negative_numbers = true, conflicts_with_all = OF_STREAMS,
        conflicts_with_all = ["counts", "rate", "weights", "dice"], requires_all = ["of", "deviation"])]
    mean: Option<f64>,
    /// The standard deviation of each number of --mean
    #[arg(long, value_name = "DEVIATION", value_parser = positive, allow_negative_numbers = true, requires = "mean")]
    deviation: Option<f64>,
    /// The mean that a fair source has, for --mean
    #[arg(long, value_name = "MEAN", value_parser = finite, allow_negative_numbers = true, requires = "mean")]
    expected: Option<f64>,
    /// Call the result INVALID if any test has too few items, not only if all have
    #[arg(long)]
    pub(super) strict: bool,
    /// Continue reading after a test has failed
    #[arg(long)]
    pub(super) keep_going: bool,
    /// Keep the state of the run in this file, at the looks, once a minute and at Ctrl-C; if the file is there, go on from it. The
    /// input must come again from its beginning: what was tested of it is read, compared and left out
    #[arg(long, value_name = "STATE", conflicts_with_all = ["against", "streams", "list"])]
    pub(super) state: Option<PathBuf>,
    /// The input begins with the item after the last one that was tested, as --state said when the run stopped
    #[arg(long, requires = "state")]
    pub(super) continued: bool,
    /// Show the p-value of every test at every look
    #[arg(long, conflicts_with_all = ["against", "list"])]
    all_p_values: bool,
    /// Print a line for each look on standard error, as is done on a terminal
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// List the tests for such items, also those outside the battery, and how many items each needs; read nothing
    #[arg(long, conflicts_with = "json")]
    pub(super) list: bool,
    /// Print JSON instead of the table
    #[arg(long)]
    pub(super) json: bool,
}

impl TestArgs {
    /// The names of the selected tests. A part with an equals sign and no colon is another parameter of the test before it.
    pub(super) fn only(&self) -> Vec<String> {
        let mut only: Vec<String> = Vec::new();
        for part in self.only.iter().flat_map(|names| names.split(',')) {
            match only.last_mut() {
                Some(before) if part.contains('=') && !part.contains(':') => {
                    before.push(',');
                    before.push_str(part);
                }
                _ => only.push(part.to_owned()),
            }
        }
        let mut unique = BTreeSet::new();
        only.retain(|name| unique.insert(name.clone()));
        only
    }

    /// Whether the battery is the one for long runs.
    pub(super) const fn is_long(&self) -> bool {
        self.battery
    }

    /// What is known about the items.
    pub(super) fn source(&self) -> Result<SourceOptions> {
        let mut names = match &self.symbols {
            Some(file) => Some(read_names(file)?),
            None => None,
        };
        let mut weights = None;
        if let Some((given, their_names)) = self.weights()? {
            weights = Some(given);
            names = their_names;
        }
        let mut base = self.base;
        if let Some((dice, sides)) = self.dice {
            weights = Some(dice_weights(dice, sides).ok_or(TestError::TooManyRolls)?);
            base = Some(dice);
        }
        let law = self.normal.or(self.exponential);
        Ok(SourceOptions {
            kind: self.kind,
            endian: self.endian,
            bits: self.bits,
            below: self.below,
            base,
            weights,
            names,
            permutations: self.permutations,
            law: law.unwrap_or_default(),
        })
    }

    /// How to test the items.
    pub(super) fn options(&self) -> Options {
        Options {
            only: self.only(),
            is_long: self.is_long(),
            alpha: self.alpha,
            limit: self.limit,
            skip: self.skip,
            strict: self.strict,
            keep_going: self.keep_going,
            all_p_values: self.all_p_values,
        }
    }

    /// The weights in a list or a file, and the names if there are any.
    pub(super) fn weights(&self) -> Result<Option<(Vec<u64>, Option<Names>)>> {
        let Some(given) = &self.weights else {
            return Ok(None);
        };
        let input = if let Some(lines) = weight_lines(given) {
            Input::of_bytes(lines.into_bytes())
        } else {
            read::stream(Path::new(given))
                .context("--weights is a list like 95,4,1 or 99.4,0.6, or a file")?
        };
        let table = weights(input).with_context(|| format!("--weights {given}"))?;
        if table.0.iter().filter(|weight| **weight > 0).count() < 2 {
            bail!("--weights {given}: at least two weights must be above 0");
        }
        Ok(Some(table))
    }

    /// The statistic of --chi-square or of --mean.
    pub(super) fn limited_statistic(&self) -> Option<LimitedStatistic> {
        if let (Some(value), Some(freedom)) = (self.chi_square, self.df) {
            return Some(LimitedStatistic::ChiSquare { value, freedom });
        }
        Some(LimitedStatistic::Mean {
            mean: self.mean?,
            items: self.of?,
            deviation: self.deviation?,
            expected: self.expected,
        })
    }

    /// The runs of --counts, and what is expected of them.
    pub(super) fn counts(&self) -> Result<CountsOptions> {
        let mut runs = Vec::new();
        for given in &self.counts {
            let path = Path::new(given);
            if given.contains([',', '=']) || !path.exists() {
                runs.push(parse_counts(given, self.of).map_err(Error::msg)?);
                continue;
            }
            let mut text = String::new();
            let mut input = read::stream(path)?.take(MOST_TEXT);
            let length = input.read_to_string(&mut text);
            if length.with_context(|| format!("--counts {given}"))? as u64 == MOST_TEXT {
                bail!("--counts {given}: the table is longer than 16 MiB");
            }
            let table = parse_counts(&text, self.of).map_err(Error::msg);
            runs.push(table.with_context(|| read::name(path))?);
        }
        let mut expected = ExpectedLaw::Equal;
        if let Some((weights, names)) = self.weights()? {
            expected = ExpectedLaw::Weights {
                weights,
                names: names.map(|names| names.list()),
                given: self.weights.clone().unwrap_or_default(),
            };
        }
        if let Some((dice, sides)) = self.dice {
            expected = ExpectedLaw::of_dice(dice, sides)?;
        }
        Ok(CountsOptions {
            drawn: self.drawn,
            ..CountsOptions::new(runs, expected, self.alpha)?
        })
    }

    /// A description of where the items come from.
    pub(super) fn from(&self) -> String {
        match (&self.streams, &self.against) {
            (Some(command), _) => format!("`{command}`"),
            (None, Some(other)) => {
                format!("{} against {}", read::name(&self.file), read::name(other))
            }
            (None, None) => read::name(&self.file),
        }
    }

    /// The command that tests the same items again: the given one, with this limit.
    pub(super) fn again(&self, items: u64) -> String {
        let given = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let mut given = given.skip_while(|word| word != "test").skip(1);
        let mut command = "roguelab test".to_owned();
        if self.streams.is_none() {
            command += &format!(" --limit {items}");
        }
        while let Some(word) = given.next() {
            // The run is repeated from its beginning.
            if word == "--limit" || word == "--state" {
                given.next();
            } else if !word.starts_with("--limit=")
                && !word.starts_with("--state=")
                && word != "--continued"
            {
                command.push(' ');
                command += &quoted(&word);
            }
        }
        command
    }
}

/// Parses the seeds of --streams.
fn range(text: &str) -> Result<Range<u64>, String> {
    let parsed = text
        .split_once("..")
        .and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    let range =
        parsed.filter(|range: &Range<u64>| range.start < range.end && range.end - range.start >= 2);
    range.ok_or_else(|| "give at least 2 seeds as FIRST..END, without END, like 0..65536".into())
}

fn read_names(file: &Path) -> Result<Names> {
    names(read::stream(file)?).with_context(|| format!("--symbols {}", read::name(file)))
}
