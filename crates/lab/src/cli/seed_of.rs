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

/// Tell the seed from what it led to: from names and draws of a game, or from words of a generator
///
/// A game of Rogue is told by what a player sees: --potion healing=pink, --scroll "identify='foo bar'", --wand cold=steel,
/// --staff cold=oak, --ring stealth=opal, and != for what is ruled out; --draw 1,100=37 for draws. Any number of
/// them, and the answer is which of the 32,768 games fit all, and when such a game starts. Words tell the seed of a
/// generator that was weakly seeded, and with --seeding any its whole state.
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
    /// A draw: the bounds of a `get_rand` and its result; several are one run, in order
    #[arg(long, value_name = "X,Y=RESULT", allow_hyphen_values = true, group = "seen")]
    draw: Vec<String>,
    /// Several draws, one after the other: "1,100=37 1,6=3"
    #[arg(long, value_name = "X,Y=RESULT ...", allow_hyphen_values = true, group = "seen", conflicts_with = "draw")]
    draws: Option<String>,
    /// How many draws came before the first of these
    #[arg(long, value_name = "DRAWS", default_value_t = 0, conflicts_with = "words_given")]
    skip: u32,
    /// Count --skip from the end of the names, which take a number of draws that depends on the game
    #[arg(long, conflicts_with = "words_given")]
    after_names: bool,
    /// The draws may be anywhere in the --within draws after --skip; words, anywhere in the words after --at
    #[arg(long)]
    anywhere: bool,
    /// With --anywhere: at how many places
    #[arg(long, value_name = "PLACES", default_value_t = 1000, requires = "anywhere",
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    within: u32,
    /// List starts from this time on: seconds since 1970, or 2024-05-01, 2024-05-01T20:15, 2024-05-01T20:15+02:00; without
    /// it, from now on
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, conflicts_with = "words_given")]
    from: Option<String>,
    /// List starts up to this time; without it, up to when all games have come once
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, conflicts_with = "words_given")]
    to: Option<String>,
    /// The time zone: UTC, an offset as +02:00, or a name that the system knows, as Europe/Oslo. Where the clock is put
    /// back, the first of the two times that are told alike is meant; where it is put forward, the time is read as if it had not
    /// been yet
    #[arg(long, default_value = "UTC", allow_hyphen_values = true, conflicts_with = "words_given")]
    zone: String,
    /// How many games, starts, seeds or states to list at most
    #[arg(short = 'n', long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    number: u32,
    /// Words of the generator, one after the other, decimal or 0x...
    #[arg(long, value_name = "WORD,...", group = "seen", group = "words_given")]
    words: Option<String>,
    /// Words of the generator, from a file; - is standard input
    #[arg(long, value_name = "FILE", group = "seen", group = "words_given", conflicts_with = "words")]
    words_file: Option<PathBuf>,
    /// How many words came before the first of these, at most 2^63; 0 without it
    #[arg(long, value_name = "WORDS", requires = "words_given", value_parser = clap::value_parser!(u64).range(0..=1 << 63))]
    at: Option<u64>,
    /// Which of random(3)'s generators, by the number of its type; 3 is Rogue's
    #[arg(long, default_value = "3", value_parser = kind, requires = "words_given")]
    kind: Kind,
    /// How it was seeded
    #[arg(long, default_value = "weak", requires = "words_given")]
    seeding: SeedingArg,
    /// With --seeding any: how many words before and after to show; 5 without it
    #[arg(long, value_name = "WORDS", requires = "words_given", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    show: Option<u32>,
}

#[derive(Clone, Copy, Eq, PartialEq, ValueEnum)]
enum SeedingArg {
    /// As Rogue seeds it: few words tell the seed
    Weak,
    /// In any way: some 90 words tell the state of type 3, and the state its seed, if it was seeded weakly or as glibc
    /// or libc5 do
    Any,
}

impl SeedOfArgs {
    /// How many to list.
    const fn most(&self) -> usize {
        self.number as usize
    }
}

/// As much of a text as goes into an error.
fn shortened(text: &str) -> Cow<'_, str> {
    lockstep::shown(text, 40)
}

/// Those that take the fewest edits, the fewest first.
fn nearest<T: AsRef<str>>(given: &str, mut known: Vec<T>) -> Vec<T> {
    let given = given.to_lowercase();
    known.sort_by_cached_key(|name| strsim::levenshtein(&given, &name.as_ref().to_lowercase()));
    known.truncate(NEAREST);
    known
}

/// How many names a misspelling is answered with.
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
        return Err(anyhow!("words tell a generator, names and draws a game: ask for one of them at a time"));
    }
    words::run(args)
}
