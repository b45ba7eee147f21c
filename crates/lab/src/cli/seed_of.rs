//! The command `seed-of`.

mod clock;
mod facts;
mod games;
mod words;

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use generators::bsd_random::Kind;

use super::Verdict;

/// Find the seed from its results: names and draws of a game, or words of a generator
///
/// Describe a game of Rogue by what a player sees: --potion healing=pink, --scroll "identify='foo bar'", --wand cold=steel,
/// --staff cold=oak, --ring stealth=opal, != for what is ruled out, and --draw 1,100=37 for draws. The answer is which of the
/// 32,768 games fit, and when such a game starts. From words of a generator it finds a weak seed, or with --seeding any the
/// whole state.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("seen").multiple(true).required(true)))]
pub(super) struct SeedOfArgs {
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
    /// A draw: the bounds of a `get_rand` and its result; several are consecutive draws
    #[arg(long, value_name = "X,Y=RESULT", allow_hyphen_values = true, group = "seen")]
    draw: Vec<String>,
    /// Consecutive draws: "1,100=37 1,6=3"
    #[arg(long, value_name = "X,Y=RESULT ...", allow_hyphen_values = true, group = "seen", conflicts_with = "draw")]
    draws: Option<String>,
    /// How many draws came before the first one given
    #[arg(long, value_name = "DRAWS", default_value_t = 0, conflicts_with = "words_given")]
    skip: u32,
    /// Count --skip from the end of the names, whose number of draws depends on the game
    #[arg(long, conflicts_with = "words_given")]
    after_names: bool,
    /// The draws may start at any of --within places after --skip; words, after --at
    #[arg(long)]
    anywhere: bool,
    /// With --anywhere: how many places to try
    #[arg(long, value_name = "PLACES", default_value_t = 1000, requires = "anywhere",
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    within: u32,
    /// List starts from this time on: seconds since 1970, or 2024-05-01, 2024-05-01T20:15, 2024-05-01T20:15+02:00; by default
    /// from now on
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, conflicts_with = "words_given")]
    from: Option<String>,
    /// List starts up to this time; by default until every game has started once
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, conflicts_with = "words_given")]
    to: Option<String>,
    /// The time zone: UTC, an offset as +02:00, or a name that the system knows, as Europe/Oslo. Of a time that occurs twice when
    /// the clock is set back, the first is meant; a time that is skipped when it is set forward is read with the earlier offset
    #[arg(long, default_value = "UTC", allow_hyphen_values = true, conflicts_with = "words_given")]
    zone: String,
    /// How many games, starts, seeds or states to list at most
    #[arg(short = 'n', long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    number: u32,
    /// Consecutive words of the generator, decimal or 0x...
    #[arg(long, value_name = "WORD,...", group = "seen", group = "words_given")]
    words: Option<String>,
    /// A file of consecutive words; - is standard input
    #[arg(long, value_name = "FILE", group = "seen", group = "words_given", conflicts_with = "words")]
    words_file: Option<PathBuf>,
    /// How many words came before the first one given, at most 2^63; 0 by default
    #[arg(long, value_name = "WORDS", requires = "words_given", value_parser = clap::value_parser!(u64).range(0..=1 << 63))]
    at: Option<u64>,
    /// The type of random(3)'s generator, 0 to 4; 3 is Rogue's
    #[arg(long, default_value = "3", value_parser = kind, requires = "words_given")]
    kind: Kind,
    /// How it was seeded
    #[arg(long, default_value = "weak", requires = "words_given")]
    seeding: SeedingArg,
    /// With --seeding any: how many words before and after to show; 5 by default
    #[arg(long, value_name = "WORDS", requires = "words_given", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    show: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Eq, PartialEq, ValueEnum)]
enum SeedingArg {
    /// As Rogue seeds it: a few words determine the seed
    Weak,
    /// In any way: some 90 words determine the state of type 3, and the state its seed, if seeded weakly or by glibc or libc5
    Any,
}

impl SeedOfArgs {
    /// How many to list.
    const fn most(&self) -> usize {
        self.number as usize
    }
}

/// A text, cut to fit an error.
fn shortened(text: &str) -> Cow<'_, str> {
    lockstep::shown(text, 40)
}

/// The names with the fewest edits, nearest first.
fn nearest<T: AsRef<str>>(given: &str, mut known: Vec<T>) -> Vec<T> {
    let given = given.to_lowercase();
    known.sort_by_cached_key(|name| strsim::levenshtein(&given, &name.as_ref().to_lowercase()));
    known.truncate(NEAREST);
    known
}

/// How many names are suggested for a misspelling.
const NEAREST: usize = 3;

fn kind(text: &str) -> Result<Kind, String> {
    let number: Option<usize> = text.parse().ok();
    number.and_then(|number| Kind::ALL.get(number).copied()).ok_or_else(|| "a kind is a number from 0 to 4".into())
}

pub(super) fn run(args: &SeedOfArgs) -> Result<Verdict> {
    let facts = facts::facts(args)?;
    let draws = facts::draws(args)?;
    let about_game = !facts.is_empty() || !draws.is_empty();
    if args.words.is_none() && args.words_file.is_none() {
        return games::run(args, &facts, &draws);
    }
    if about_game {
        return Err(anyhow!("words are about a generator, names and draws about a game: give one of them at a time"));
    }
    words::run(args)
}
