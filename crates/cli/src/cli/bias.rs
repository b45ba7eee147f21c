//! `roguelab bias`.

use std::io::Write as _;
use std::thread::available_parallelism;

use crate::ending::Ending;
use answers::arguments::SHUFFLES;
use answers::bias::{self, Notice, Options, Shuffle, Work};
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::arguments::{chance, one_of};
use super::commands::bar;
use super::output::{Output, print_data};
use crate::interrupt;

const LONG_ABOUT: &str = "\
Show the exact distribution of a bounding rule such as `w % 6`, or of a shuffle

A rule is a line of a program, such as `Math.floor(Math.random() * 6) + 1` or `rand() % 20 + 1`, dice such as 4d6kh3, a \
percentage, a name (see below), or an expression of w, a word, u, a fraction, d6, a die, and n, how many numbers are wanted. \
The answer says how a line of a program was read.

In an expression numbers are whole, decimal or 0x..., and 2^32 in one piece is the power of two; the operators are \
- * / % + << >> & ^ |, which bind in this order, as in Rust. Nothing wraps: an expression whose value could leave 64 bits is \
refused. Within floor(...), ceil(...), round(...) and trunc(...), / gives exact fractions; within double(...) and float(...), \
or with u, every word, constant and operation is rounded as in a double or float. VALUE until CONDITION draws words until the \
condition is true.

w0 to w9 are further words, drawn independently. Rules of several words may also use max(...), min(...), if(CONDITION, VALUE, \
VALUE) and comparisons, which are 1 or 0. The distribution is shown beside that of the same rule with fair parts. --pity N \
asks how many tries it takes until such a rule is true; t is the number of the try.

A shuffle of -n cards is a loop that a program has, or swaps of two places, from 0, in a loop over both its ends: 'for i in n-1..1: \
swap i, draw(i + 1)'. draw(k) is a fair number below k; a rule may stand for it, with words of its own for each swap. 'j = VALUE; \
swap i, j' gives a value a name.

Where a rule never decreases and has no until, the first word of each number is searched for. Otherwise the rule is run on \
every word of up to 32 bits; a wider word will do if the rule reads at most 32 of its bits. Other expressions are refused. \
Named rules have formulas, for words of up to 64 bits.";

const NAMES: &str = "Names: modulo, multiply-shift, lemire, threshold, get_rand, randomR, uniformMay. Other rules: \
                     '(w >> 11) * n >> 21' -n 6; 'double(w / 2^53 * 52)' --bits 53; 'w % n until w < 4294967292' -n 6.";

/// Show the exact distribution of a bounding rule such as `w % 6`, or of a shuffle
#[derive(Args)]
#[command(long_about = LONG_ABOUT, after_help = NAMES)]
pub(super) struct BiasArgs {
    /// The rule: a line of a program, dice, an expression, or a name; or the swaps of a shuffle
    #[arg(required_unless_present_any = ["shuffle", "state_bits"], conflicts_with_all = ["shuffle", "state_bits"],
        allow_hyphen_values = true)]
    rule: Option<String>,
    /// The bits of a word; all words are equally likely [default: as in the program; 32, 53 for `u`]
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=64),
        conflicts_with_all = ["shuffle", "state_bits"])]
    bits: Option<u32>,
    /// The greatest word, in place of its bits: `RAND_MAX`
    #[arg(long, value_name = "MAX", value_parser = clap::value_parser!(u64).range(1..1 << 63),
        conflicts_with_all = ["bits", "shuffle", "state_bits"])]
    rand_max: Option<u64>,
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

pub(super) fn run(args: &BiasArgs) -> Result<Ending> {
    let cards = args.n.unwrap_or_default();
    let notice = Notice {
        alpha: args.alpha,
        power: args.power,
    };
    if let Some(bits) = args.state_bits {
        return show(&bias::reach(bits, cards)?, bias::SCHEMA, args);
    }
    if let Some(rule) = &args.rule {
        return show_law(rule, notice, args);
    }
    if args.pity.is_some() {
        bail!("--pity takes a rule that is true or false, such as `w % 100 < 5`");
    }
    let Some(shuffle) = args.shuffle else {
        bail!("give a rule, --shuffle or --state-bits");
    };
    let law = bias::shuffle(shuffle, cards as usize, args.times, notice)?;
    show(&law, bias::SCHEMA, args)
}

/// Computes the law of a rule, and shows it.
fn show_law(rule: &str, notice: Notice, args: &BiasArgs) -> Result<Ending> {
    let options = Options {
        bits: args.bits,
        rand_max: args.rand_max,
        n: args.n,
        pity: args.pity,
        notice,
    };
    let bar = bar(0, "words");
    let work = Work {
        threads: available_parallelism().map_or(1, usize::from),
        stop: interrupt::flag(),
        begin: &|words| {
            bar.reset();
            bar.set_length(words);
        },
        progress: &|words| bar.inc(words),
    };
    let law = bias::law(rule, &options, &work);
    bar.finish_and_clear();
    match law? {
        Some(law) => show(&law, law.schema(), args),
        None => Ok(Ending::Interrupted),
    }
}

/// Prints an answer in the requested form.
fn show(
    answer: &(impl Serialize + std::fmt::Display),
    schema: &str,
    args: &BiasArgs,
) -> Result<Ending> {
    if args.all {
        write!(Output::new(), "{answer:#}")?;
    } else {
        print_data(answer, schema, args.json)?;
    }
    Ok(Ending::Success)
}
