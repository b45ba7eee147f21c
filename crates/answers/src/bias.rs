//! Is it fair? The exact law of a rule by which numbers are made of words, or of a shuffle.
//!
//! ```
//! use roguelab_answers::bias::{Answer, Options, Work, law};
//!
//! let options = Options { n: Some(100), ..Options::default() };
//! let Some(Answer::One(law)) = law("w % n", &options, &Work::default())? else {
//!     panic!("it is a rule of one word");
//! };
//! // 2^32 modulo 100 is 96: so many numbers come once more often than the others.
//! assert_eq!(law.weights[0].numbers, Some(vec![(0, 95)]));
//! assert_eq!(law.total_variation.0.to_string(), "3/3355443200");
//! # Ok::<(), roguelab_answers::bias::BiasError>(())
//! ```

mod distribution;
mod error;
mod fraction;
mod law;
mod reach;
mod several;
mod steps;
mod tries;

use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;

use exact::shuffles::{self, Arrangements, RandomSort};
use exact::transpositions::RandomTranspositions;
use scan::Rule;
use scan::formula::Formula;
use serde::Serialize;

pub use distribution::{NAMED, NamedRule};
pub use error::BiasError;
pub use fraction::Fraction;
pub use law::{DrawsToNotice, Law, OutsideWords, WeightClass};
pub use reach::{Reach, reach};
pub use several::RulePart;
pub use steps::StepsError;
pub use tries::{NumberRow, SeveralLaw};

use crate::number::counted;
use crate::rule::{KnownOfRule, RuleReading, is_foreign, read_rule};
use distribution::{Bias, modulus, words_of};
use error::Result;
use several::{Joined, Known};

/// The version of the JSON of a [`Law`] or a [`Reach`], which changes whenever a field changes its meaning or is removed.
pub const SCHEMA: &str = "roguelab-bias/1";

/// The version of the JSON of a [`SeveralLaw`].
pub const SEVERAL_SCHEMA: &str = "roguelab-bias-several/1";

/// What is known about a rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The bits of a word; if not given, 32, or as many as a rule by name has.
    pub bits: Option<u32>,
    /// The greatest word, in place of the bits: all up to it are equally likely.
    pub rand_max: Option<u64>,
    /// How many numbers the rule gives.
    pub n: Option<u32>,
    /// If given, how many tries it takes until the rule is true, which it is made to be at the last of so many.
    pub pity: Option<u32>,
    /// How sure a test is to be.
    pub notice: Notice,
}

impl Options {
    /// The bits of a word of a rule.
    fn bits_of(&self, rule: &str) -> u32 {
        let bits = self.known().word_bits();
        bits.unwrap_or_else(|| Rule::usual_bits(rule))
    }

    const fn known(&self) -> KnownOfRule {
        KnownOfRule {
            bits: self.bits,
            rand_max: self.rand_max,
            n: self.n,
        }
    }
}

/// How sure a test is to be that notices a bias.
#[derive(Clone, Copy, Debug)]
pub struct Notice {
    /// The chance of a false alarm.
    pub alpha: f64,
    /// The chance that the test notices the bias.
    pub power: f64,
}

impl Default for Notice {
    fn default() -> Self {
        Self {
            alpha: 1e-6,
            power: 0.9,
        }
    }
}

/// What counting takes from outside.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// How many threads to use.
    pub threads: usize,
    /// Becomes true when the counting should end.
    pub stop: &'a AtomicBool,
    /// Called with how many words will be counted.
    pub begin: &'a (dyn Fn(u64) + Sync),
    /// Called with how many words were counted since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Default for Work<'_> {
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            threads: 1,
            stop: &NEVER,
            begin: &|_| {},
            progress: &|_| {},
        }
    }
}

/// The law of a rule. `Display` says it in lines; with `{:#}` with every weight.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Of a rule that takes one word.
    One(Box<Law>),
    /// Of a rule that takes several words, or is tried until it is true.
    Several(Box<SeveralLaw>),
}

impl Answer {
    fn set_reading(&mut self, reading: RuleReading) {
        match self {
            Self::One(law) => law.reading = Some(reading),
            Self::Several(law) => law.reading = Some(reading),
        }
    }

    /// The version of its JSON.
    pub const fn schema(&self) -> &'static str {
        match self {
            Self::One(_) => SCHEMA,
            Self::Several(_) => SEVERAL_SCHEMA,
        }
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reading = match self {
            Self::One(law) => &law.reading,
            Self::Several(law) => &law.reading,
        };
        if let Some(reading) = reading {
            writeln!(f, "{reading}")?;
        }
        match self {
            Self::One(law) => law.fmt(f),
            Self::Several(law) => law.fmt(f),
        }
    }
}

/// The law of a rule: an expression, a rule as it is written in a program, or a name of [`NAMED`]; or of a shuffle that is written as
/// swaps. `None` if the caller stopped it.
pub fn law(text: &str, options: &Options, work: &Work<'_>) -> Result<Option<Answer>> {
    let name = text.trim();
    if steps::looks_like_steps(name) {
        return law_of_steps(name, options, work);
    }
    let named = NAMED
        .iter()
        .find(|rule| rule.name.eq_ignore_ascii_case(name));
    match (named, options.pity) {
        (None, _) => {
            let first = Rule::on_try(text, 1);
            let own = Rule::parse(&first, options.bits_of(text), options.n);
            if own.is_err()
                && let Some(reading) = read_rule(text, options.known())
            {
                return law_of_reading(reading, options, work);
            }
            let law = law_of_text(text, options, work);
            if own.is_err() && is_foreign(text) {
                return law.map_err(BiasError::unread);
            }
            law
        }
        (Some(_), Some(_)) => Err(BiasError::PityOfNumbers),
        (Some(rule), None) => {
            let n = options.n.and_then(NonZeroU32::new);
            let n = n.ok_or(BiasError::NoCount(rule.name))?;
            let (bias, _) = Bias::named(rule, options.bits.unwrap_or(rule.bits), n)?;
            Ok(Some(Answer::One(Law::new(&bias, options.notice)?.into())))
        }
    }
}

/// The law of a rule that was pasted from a program.
fn law_of_reading(
    reading: RuleReading,
    options: &Options,
    work: &Work<'_>,
) -> Result<Option<Answer>> {
    let mut options = *options;
    options.bits = options.bits.or(reading.bits);
    if !reading.has_n() && reading.pasted.contains('n') {
        options.n = None;
    }
    let law = law_of_text(&reading.rule, &options, work);
    let mut law = law.map_err(|error| error.in_reading(&reading.rule))?;
    if let Some(law) = &mut law {
        law.set_reading(reading);
    }
    Ok(law)
}

fn law_of_text(text: &str, options: &Options, work: &Work<'_>) -> Result<Option<Answer>> {
    let below_greatest;
    let mut text = text;
    if let Some(most) = options
        .rand_max
        .filter(|most| !(most + 1).is_power_of_two())
    {
        if Rule::has_fractions(text) || text.contains("until") {
            return Err(BiasError::GreatestWord);
        }
        below_greatest = format!("{text} until w <= {most}");
        text = &below_greatest;
    }
    match options.pity {
        None => law_of_expression(text, options, work),
        Some(most) => law_of_tries(text, most, options, work),
    }
}

fn law_of_expression(text: &str, options: &Options, work: &Work<'_>) -> Result<Option<Answer>> {
    let name = text.trim();
    let bits = options.bits_of(text);
    let rule = Rule::parse(text, bits, options.n);
    if let Ok(rule) = &rule
        && rule.is_joined()
    {
        if options.n.is_some() {
            return Err(BiasError::CountOfSeveral);
        }
        let joined = Joined::new(rule, bits, &mut Known::default(), &|formula| {
            count_part(formula, bits, work)
        })?;
        return describe_joined(text, options, joined);
    }
    if looks_like_name(name) {
        return Err(BiasError::UnknownRule(name.to_owned()));
    }
    // If n differs from how many numbers the rule gives, some numbers are outside.
    let bias = if let Some(n) = modulus(name, options.n)
        && options.n.is_none_or(|wanted| wanted == n.get())
    {
        Bias::remainder(name, bits, n)?.0
    } else {
        match count(&Formula::new(rule?)?, work)? {
            Some(law) => Bias::counted(name, bits, &law)?,
            None => return Ok(None),
        }
    };
    let law = Law::new(&bias, options.notice)?;
    Ok(Some(Answer::One(Box::new(law))))
}

/// The law of how many tries it takes until a rule is true.
fn law_of_tries(
    text: &str,
    most: u32,
    options: &Options,
    work: &Work<'_>,
) -> Result<Option<Answer>> {
    let bits = options.bits_of(text);
    if !Rule::parse(&Rule::on_try(text, 1), bits, options.n)?.is_joined() {
        return Err(BiasError::PityOfNumbers);
    }
    if options.n.is_some() {
        return Err(BiasError::CountOfSeveral);
    }
    let joined = Joined::tries(text, most, bits, &|formula| count_part(formula, bits, work))?;
    describe_joined(text, options, joined)
}

fn describe_joined(
    text: &str,
    options: &Options,
    joined: Option<Joined>,
) -> Result<Option<Answer>> {
    let Some(joined) = joined else {
        return Ok(None);
    };
    let (bits, is_of_tries) = (options.bits_of(text), options.pity.is_some());
    let law = SeveralLaw::new(text, bits, joined, is_of_tries, options.notice)?;
    Ok(Some(Answer::Several(Box::new(law))))
}

/// The law of a shuffle that is written as swaps.
fn law_of_steps(text: &str, options: &Options, work: &Work<'_>) -> Result<Option<Answer>> {
    if options.pity.is_some() {
        return Err(BiasError::PityOfNumbers);
    }
    let cards = options.n.ok_or(StepsError::NoCards)? as usize;
    let (reading, is_down) = steps::read_loop(text).unzip();
    let text = reading.as_ref().map_or(text, |reading| &reading.rule);
    let Some(followed) = steps::follow(text, is_down, cards, options.bits, work)? else {
        return Ok(None);
    };
    let mut what = format!("{text}: {}", counted(cards, "card"));
    for bits in followed.bits {
        what += &format!(", {}", words_of(bits));
    }
    let law = Law::of_arrangements(what, &followed.arrangements, options.notice)?;
    let mut answer = Answer::One(Box::new(law));
    if let Some(reading) = reading {
        answer.set_reading(reading);
    }
    Ok(Some(answer))
}

/// Whether a text would be a name rather than an expression.
fn looks_like_name(text: &str) -> bool {
    text.len() > 1
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
        && !text.starts_with(['0', '-'])
}

/// Counts the law of a formula; `None` if the caller stopped it.
fn count(formula: &Formula, work: &Work<'_>) -> Result<Option<scan::formula::Law>> {
    formula.method()?;
    (work.begin)(formula.runs());
    Ok(formula.count(work.threads, work.stop, work.progress)?)
}

/// Counts the law of a formula in a rule.
fn count_part(formula: &str, bits: u32, work: &Work<'_>) -> Result<Option<Vec<(i64, u128)>>> {
    let law = count(&Formula::parse(formula, bits, None)?, work)?;
    Ok(law.map(|law| (law.first..).zip(law.counts).collect()))
}

/// A shuffle whose law is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Shuffle {
    /// Every place is swapped with a random place among all.
    Naive,
    /// Every place is swapped with a random other place.
    NeverItself,
    /// Fisher and Yates's, in which no card may stay.
    Sattolo,
    /// Gilbert, Shannon and Reeds's riffle.
    Riffle,
    /// Two random places are swapped.
    Transpositions,
    /// Packets are put down in reverse.
    Overhand,
    /// A sort in which each comparison is a coin.
    Sort(RandomSort),
}

/// The law of a shuffle of a deck, done so many times; if that is not given, as often as is usual.
pub fn shuffle(shuffle: Shuffle, cards: usize, times: Option<u32>, notice: Notice) -> Result<Law> {
    let deck = counted(cards, "card");
    match shuffle {
        Shuffle::Naive => {
            refuse_times("naive", times)?;
            let what = format!("naive shuffle of {deck}");
            Law::of_arrangements(what, &shuffles::naive(cards)?, notice)
        }
        Shuffle::NeverItself => {
            refuse_times("never-itself", times)?;
            let what = format!("{deck} after a swap of each place with another");
            Law::of_arrangements(what, &shuffles::never_itself(cards)?, notice)
        }
        Shuffle::Sattolo => {
            refuse_times("Sattolo's", times)?;
            let what = format!("Sattolo's shuffle of {deck}");
            let mut law = Law::new(&Bias::shuffle(what, shuffles::sattolo(cards)?), notice)?;
            if cards <= MAX_PLACED {
                law.places = Some(as_fractions(shuffles::sattolo_places(cards)));
            }
            Ok(law)
        }
        Shuffle::Riffle => {
            let times = times.unwrap_or(7);
            let what = format!("{deck} after {}", counted(times, "riffle"));
            Law::new(
                &Bias::shuffle(what, shuffles::riffle(cards, times)?),
                notice,
            )
        }
        Shuffle::Transpositions => {
            let times = times.unwrap_or(33);
            let swaps = counted(times, "swap");
            let what = format!("{deck} after {swaps} of two random places, which may be the same");
            let law = RandomTranspositions::new(cards)?.after(times).outcomes();
            Law::new(&Bias::shuffle(what, law), notice)
        }
        Shuffle::Overhand => {
            let times = times.unwrap_or(1);
            let what = format!("{deck} after {}", counted(times, "overhand shuffle"));
            Law::of_arrangements(what, &shuffles::overhand(cards, times)?, notice)
        }
        Shuffle::Sort(algorithm) => {
            refuse_times("a sort", times)?;
            let name = match algorithm {
                RandomSort::Insertion => "insertion sort",
                RandomSort::Merge => "merge sort",
                RandomSort::Timsort => "Timsort",
            };
            let what = format!("{deck} after {name}, each comparison a coin");
            Law::of_arrangements(what, &shuffles::sort(cards, algorithm)?, notice)
        }
    }
}

/// The most cards for which it is said where each lands.
const MAX_PLACED: usize = 12;

fn as_fractions(rows: Vec<Vec<exact::BigRational>>) -> Vec<Vec<Fraction>> {
    let mut places = Vec::new();
    for row in rows {
        places.push(row.into_iter().map(Fraction).collect());
    }
    places
}

impl Law {
    /// The law of a shuffle of few cards, whose arrangements have these weights.
    fn of_arrangements(what: String, arrangements: &Arrangements, notice: Notice) -> Result<Self> {
        let mut law = Self::new(&Bias::shuffle(what, arrangements.outcomes()?), notice)?;
        for class in &mut law.weights {
            let mut orders = Vec::new();
            for (order, weight) in arrangements.weights() {
                if *weight == class.weight {
                    orders.push(order.to_vec());
                }
            }
            class.arrangements = Some(orders);
        }
        law.places = Some(as_fractions(arrangements.places()));
        Ok(law)
    }
}

/// Refuses to do a shuffle several times that is complete after one.
fn refuse_times(name: &'static str, times: Option<u32>) -> Result<()> {
    match times {
        None | Some(1) => Ok(()),
        Some(_) => Err(BiasError::OneRound(name)),
    }
}
