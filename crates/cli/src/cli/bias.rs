//! `roguelab bias`.

mod several;
mod show;

use std::io::Write as _;
use std::num::NonZeroU32;
use std::thread::available_parallelism;

use ::scan::formula::{Formula, Law};
use ::scan::several::Rule;
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use exact::collisions::Outcomes;
use exact::shuffles;
use exact::transpositions::RandomTranspositions;
use gof::Verdict;

use super::arguments::{Choice, chance, one_of};
use super::commands::bar;
use super::output::{Output, counted, print_json};
use crate::bias::{Bias, NAMED, Reach, modulus};
use crate::interrupt;

const LONG_ABOUT: &str = "\
Show the exact distribution of a bounding rule such as `w % 6`, or of a shuffle

A rule is a name (see below) or an expression of w, a word, and n, how many numbers are wanted. Its numbers are whole, decimal \
or 0x..., and 2^32 in one piece is the power of two; the operators are - * / % + << >> & ^ |, which bind in this order, as in \
Rust. Nothing wraps: an expression whose value could leave 64 bits is refused. Within floor(...), / gives exact fractions; \
within double(...) and float(...) every word, constant and operation is rounded as in a double or float. VALUE until CONDITION \
draws words until the condition is true.

w0 to w9 are further words, drawn independently. Rules of several words may also use max(...), min(...), if(CONDITION, VALUE, \
VALUE) and comparisons, which are 1 or 0. The distribution is shown beside that of the same rule with fair parts. --pity N \
asks how many tries it takes until such a rule is true; t is the number of the try.

Where a rule never decreases and has no until, the first word of each number is searched for. Otherwise the rule is run on \
every word of up to 32 bits; a wider word will do if the rule reads at most 32 of its bits. Other expressions are refused. \
Named rules have formulas, for words of up to 64 bits.";

const NAMES: &str = "Names: modulo, multiply-shift, lemire, threshold, get_rand, randomR, uniformMay. Other rules: \
                     '(w >> 11) * n >> 21' -n 6; 'double(w / 2^53 * 52)' --bits 53; 'w % n until w < 4294967292' -n 6.";

#[derive(Clone, Copy)]
enum Shuffle {
    Naive,
    Sattolo,
    Riffle,
    Transpositions,
    Overhand,
}

const SHUFFLES: &[Choice<Shuffle>] = &[
    (
        "naive",
        "every place is swapped with a random place among all; up to 8 cards",
        Shuffle::Naive,
    ),
    (
        "sattolo",
        "Fisher-Yates in which no card may stay: it makes only cycles",
        Shuffle::Sattolo,
    ),
    (
        "riffle",
        "Gilbert, Shannon and Reeds's riffle, --times 7",
        Shuffle::Riffle,
    ),
    (
        "transpositions",
        "two random places are swapped, --times 33; up to 20 cards",
        Shuffle::Transpositions,
    ),
    (
        "overhand",
        "the deck is cut at each gap with chance 1/2, and the packets are put down in reverse, --times 1; up to 8 cards",
        Shuffle::Overhand,
    ),
];

/// Show the exact distribution of a bounding rule such as `w % 6`, or of a shuffle
#[derive(Args)]
#[command(long_about = LONG_ABOUT, after_help = NAMES)]
pub(super) struct BiasArgs {
    /// The rule: an expression, or a name
    #[arg(required_unless_present_any = ["shuffle", "state_bits"], conflicts_with_all = ["shuffle", "state_bits"],
        allow_hyphen_values = true)]
    rule: Option<String>,
    /// The bits of a word; all words are equally likely [default: 32; 31 for `get_rand`]
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=64),
        conflicts_with_all = ["shuffle", "state_bits"])]
    bits: Option<u32>,
    /// How many numbers the rule gives, from 0 to n - 1, or how many cards are shuffled; an expression without n needs no -n
    #[arg(short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 22))]
    n: Option<u32>,
    /// Analyse a shuffle instead of a rule
    #[arg(long, value_parser = one_of(SHUFFLES), requires = "n")]
    shuffle: Option<Shuffle>,
    /// How many times the deck is shuffled, or how many swaps are made
    #[arg(long, value_name = "K", requires = "shuffle", value_parser = clap::value_parser!(u32).range(0..=1000))]
    times: Option<u32>,
    /// Show how many arrangements of n cards a generator with this many bits of state can reach
    #[arg(long, value_name = "BITS", requires = "n", conflicts_with = "shuffle",
        value_parser = clap::value_parser!(u32).range(0..=65536))]
    state_bits: Option<u32>,
    /// The chance of a false alarm of the test that should notice the bias
    #[arg(long, default_value_t = 1e-6, value_parser = chance)]
    alpha: f64,
    /// The chance that this test notices the bias
    #[arg(long, default_value_t = 0.9, value_parser = chance)]
    power: f64,
    /// List every weight, not only the heaviest and the lightest
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// Repeat a rule that is true or false, such as `w % 100 < 5`, until it is true; try N always succeeds
    #[arg(long, value_name = "N", conflicts_with_all = ["shuffle", "state_bits"],
        value_parser = clap::value_parser!(u32).range(1..=300))]
    pity: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn shuffled(shuffle: Shuffle, n: usize, times: Option<u32>) -> Result<Bias> {
    let cards = counted(n, "card");
    let once = |name: &str, law: Result<Outcomes, exact::Error>| match times {
        None | Some(1) => Ok((format!("{name} shuffle of {cards}"), law?)),
        Some(_) => Err(anyhow!(
            "{name} is complete after one round: leave out --times"
        )),
    };
    let (what, law) = match shuffle {
        Shuffle::Naive => once("naive", shuffles::naive(n))?,
        Shuffle::Sattolo => once("Sattolo's", shuffles::sattolo(n))?,
        Shuffle::Riffle => {
            let times = times.unwrap_or(7);
            (
                format!("{cards} after {}", counted(times, "riffle")),
                shuffles::riffle(n, times)?,
            )
        }
        Shuffle::Transpositions => {
            let times = times.unwrap_or(33);
            let what = format!(
                "{cards} after {} of two random places, which may be the same",
                counted(times, "swap")
            );
            (what, RandomTranspositions::new(n)?.after(times).outcomes())
        }
        Shuffle::Overhand => {
            let times = times.unwrap_or(1);
            (
                format!("{cards} after {}", counted(times, "overhand shuffle")),
                shuffles::overhand(n, times)?,
            )
        }
    };
    Ok(Bias::shuffle(what, law))
}

/// The law of the rule, its first number, and the weight of each number from that on; `None` after Ctrl-C.
fn ruled(text: &str, args: &BiasArgs) -> Result<Option<Bias>> {
    let name = text.trim();
    if let Some(rule) = NAMED
        .iter()
        .find(|rule| rule.name.eq_ignore_ascii_case(name))
    {
        let n = args
            .n
            .and_then(NonZeroU32::new)
            .with_context(|| format!("{name} needs -n N: how many numbers it gives"))?;
        return Ok(Some(
            Bias::named(rule, args.bits.unwrap_or(rule.bits), n)?.0,
        ));
    }
    let names: Vec<_> = NAMED.iter().map(|rule| rule.name).collect();
    if name.len() > 1
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
        && !name.starts_with(['0', '-'])
    {
        bail!(
            "no rule is called `{name}`: there are {}; an expression is made of w and n",
            names.join(", ")
        );
    }
    let bits = args.bits.unwrap_or(32);
    let n = modulus(name, args.n);
    // If n differs from how many numbers the rule gives, some numbers are outside.
    if let Some(n) = n.filter(|n| args.n.is_none_or(|wanted| wanted == n.get())) {
        return Ok(Some(Bias::remainder(name, bits, n)?.0));
    }
    let Some(law) = count(text, bits, args.n)? else {
        return Ok(None);
    };
    Bias::counted(name, bits, &law).map(Some)
}

/// The law of a formula; `None` after Ctrl-C.
fn count(text: &str, bits: u32, n: Option<u32>) -> Result<Option<Law>> {
    let rule = Formula::parse(text, bits, n).map_err(|error| match error {
        ::scan::formula::FormulaError::Bits(_) => {
            let names: Vec<_> = NAMED.iter().map(|rule| rule.name).collect();
            anyhow!(
                "{error}; for words of 64 bits there are rules by name: {}",
                names.join(", ")
            )
        }
        error => error.into(),
    })?;
    rule.method()?;
    let bar = bar(rule.runs() as usize, "words");
    let threads = available_parallelism().map_or(1, std::num::NonZero::get);
    let law = rule.count(threads, interrupt::flag(), &|words| bar.inc(words));
    bar.finish_and_clear();
    Ok(law?)
}

pub(super) fn run(args: &BiasArgs) -> Result<Verdict> {
    let n = args.n.unwrap_or_default();
    if let Some(bits) = args.state_bits {
        if n > 10_000 {
            bail!("n! is computed for up to 10000 cards, not {n}");
        }
        let reach = Reach::new(bits, n);
        if args.json {
            print_json(show::SCHEMA, show::reach_json(bits, n, &reach))?;
        } else {
            writeln!(Output::new(), "{}", show::reach(bits, n, &reach))?;
        }
        return Ok(Verdict::Pass);
    }
    if let Some(rule) = args.rule.as_deref().filter(|rule| Rule::is_one(rule)) {
        return several::run(rule, args);
    } else if args.pity.is_some() {
        bail!("--pity takes a rule that is true or false, such as `w % 100 < 5`");
    }
    let bias = match (&args.rule, args.shuffle) {
        (Some(rule), _) => {
            let Some(bias) = ruled(rule, args)? else {
                return Ok(interrupt::stopped());
            };
            bias
        }
        (None, Some(shuffle)) => shuffled(shuffle, n as usize, args.times)?,
        (None, None) => bail!("give a rule, --shuffle or --state-bits"),
    };
    let draws = bias.draws(args.alpha, args.power)?;
    if args.json {
        print_json(show::SCHEMA, show::json(&bias, &draws, args))?;
    } else {
        writeln!(Output::new(), "{}", show::text(&bias, &draws, args))?;
    }
    Ok(Verdict::Pass)
}
