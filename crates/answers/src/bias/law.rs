//! The exact law of a rule or a shuffle, as it is shown and as it becomes JSON.

use std::fmt;

use exact::BigUint;
use exact::rational::{decimal, ratio, scientific, to_f64, whole};
use gof::power::Needed;
use lockstep::escaped;
use serde::Serialize;

use super::Notice;
use super::distribution::{Bias, Draws};
use super::error::Result;
use super::fraction::{Fraction, describe_integer};
use crate::json::as_text;
use crate::rule::RuleReading;
use crate::table::table;

/// The most weights in a table, from both ends.
const MAX_ROWS: usize = 16;

/// The most ranges in a row.
const MAX_RANGES: usize = 6;

/// The most arrangements in a row.
const MAX_ARRANGEMENTS: usize = 3;

/// How often each number or each arrangement comes. `Display` shows the heaviest and the lightest; with `{:#}` all.
#[derive(Clone, Debug, Serialize)]
pub struct Law {
    /// The rule or the shuffle.
    pub what: String,
    /// How the counts were found: exactly by formula, or by counting.
    pub mark: String,
    /// How many outcomes there are.
    #[serde(serialize_with = "as_text")]
    pub outcomes: BigUint,
    /// The sum of all weights.
    #[serde(serialize_with = "as_text")]
    pub total_weight: BigUint,
    /// The outcomes by their weight, the heaviest first.
    pub weights: Vec<WeightClass>,
    /// Half the sum of how far each chance is from the fair one.
    pub total_variation: Fraction,
    /// The ratio of the greatest weight to the least; `None` if some outcomes never come.
    pub largest_ratio: Option<Fraction>,
    /// The chi-square statistic of a draw, on average.
    pub chi_square_per_draw: Fraction,
    /// The chance that a word is rejected, if some are.
    pub rejected: Option<Fraction>,
    /// Words that give a number outside the range, if there are any.
    pub outside: Option<OutsideWords>,
    /// The mean number of words a draw, if some are rejected.
    pub words_per_draw: Option<Fraction>,
    /// How many draws it takes to notice the bias.
    pub draws_to_notice: DrawsToNotice,
    /// For a shuffle of few cards, if it is known: the chance that the card of each place lands in each place, a row for each card.
    pub places: Option<Vec<Vec<Fraction>>>,
    /// How the rule was read, if it was pasted from a program.
    pub reading: Option<RuleReading>,
    /// What the outcomes are called.
    #[serde(skip)]
    outcome: &'static str,
}

/// Outcomes of one weight.
#[derive(Clone, Debug, Serialize)]
pub struct WeightClass {
    /// The numbers, as ranges with both ends; `None` for arrangements.
    pub numbers: Option<Vec<(i64, i64)>>,
    /// The arrangements of a shuffle of few cards that can come: at each place the card, from 0.
    pub arrangements: Option<Vec<Vec<usize>>>,
    /// How many outcomes have the weight.
    #[serde(serialize_with = "as_text")]
    pub how_many: BigUint,
    /// The weight.
    #[serde(serialize_with = "as_text")]
    pub weight: BigUint,
    /// The chance of each of these outcomes.
    pub chance: Fraction,
    /// Its relative excess over a fair one.
    #[serde(skip)]
    excess: Fraction,
}

/// Words that give a number outside the range.
#[derive(Clone, Debug, Serialize)]
pub struct OutsideWords {
    /// The chance that an accepted word is one.
    pub chance: Fraction,
    /// The first such word.
    pub word: u64,
    /// The number it gives.
    pub value: i64,
}

/// How many draws it takes to notice a bias.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DrawsToNotice {
    /// The chance of a false alarm.
    pub alpha: f64,
    /// The chance that the test notices.
    pub power: f64,
    /// Pearson's chi-square test.
    pub chi_square: ChiSquareDraws,
    /// The likelihood ratio test, which knows the law.
    pub likelihood_ratio: OptimalDraws,
    #[serde(skip)]
    omnibus: Option<Needed>,
    #[serde(skip)]
    optimal: Needed,
}

/// The draws of Pearson's chi-square test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ChiSquareDraws {
    /// Its degrees of freedom; `None` if there are too many cells.
    pub freedom: Option<u32>,
    /// How many draws it takes; `None` if it never notices.
    pub draws: Option<f64>,
}

/// The draws of the likelihood ratio test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OptimalDraws {
    /// How many draws it takes; `None` if it never notices.
    pub draws: Option<f64>,
    /// Whether the number is exact to the last digit.
    pub exact: bool,
}

impl DrawsToNotice {
    pub(super) fn new(draws: &Draws, notice: Notice) -> Self {
        Self {
            alpha: notice.alpha,
            power: notice.power,
            chi_square: ChiSquareDraws {
                freedom: draws.freedom,
                draws: draws.omnibus.and_then(finite),
            },
            likelihood_ratio: OptimalDraws {
                draws: finite(draws.optimal),
                exact: draws.optimal.is_exact,
            },
            omnibus: draws.omnibus,
            optimal: draws.optimal,
        }
    }
}

fn finite(needed: Needed) -> Option<f64> {
    needed.draws.is_finite().then_some(needed.draws)
}

impl fmt::Display for DrawsToNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\nDraws to notice (alpha {:e}, power {}):",
            self.alpha, self.power
        )?;
        match (self.chi_square.freedom, self.omnibus) {
            (Some(freedom), Some(omnibus)) => {
                let degrees = if freedom == 1 { "degree" } else { "degrees" };
                writeln!(
                    f,
                    "  omnibus   chi-square, {freedom} {degrees} of freedom: {omnibus}"
                )?;
            }
            _ if self.optimal.draws.is_infinite() => {
                writeln!(f, "  omnibus   chi-square: never")?;
            }
            _ => writeln!(f, "  omnibus   chi-square: too many cells")?,
        }
        write!(
            f,
            "  optimal   likelihood ratio, knows these weights: {}",
            self.optimal
        )
    }
}

impl Law {
    pub(super) fn new(bias: &Bias, notice: Notice) -> Result<Self> {
        let mut weights = Vec::new();
        for class in bias.classes() {
            weights.push(WeightClass {
                numbers: bias.numbers_of_weight(&class.weight),
                arrangements: None,
                chance: Fraction(ratio(class.weight.clone(), bias.law.total().clone())),
                excess: Fraction(bias.excess(&class.weight)),
                how_many: class.outcomes,
                weight: class.weight,
            });
        }
        let mut outside = None;
        if let Some((words, taken)) = &bias.outside {
            outside = Some(OutsideWords {
                chance: Fraction(ratio(words.count, taken.clone())),
                word: words.word,
                value: words.value,
            });
        }
        let mut rejected = None;
        let mut words_per_draw = None;
        if let Some((count, words)) = &bias.rejected {
            rejected = Some(Fraction(ratio(count.clone(), words.clone())));
            words_per_draw = Some(Fraction(ratio(words.clone(), words - count)));
        }
        let draws = bias.draws(notice.alpha, notice.power)?;
        Ok(Self {
            what: bias.what.clone(),
            mark: bias.mark.clone(),
            outcomes: bias.law.outcomes(),
            total_weight: bias.law.total().clone(),
            weights,
            total_variation: Fraction(bias.law.total_variation()),
            largest_ratio: bias.largest_ratio().map(Fraction),
            chi_square_per_draw: Fraction(bias.law.chi_square_per_draw()),
            rejected,
            outside,
            words_per_draw,
            draws_to_notice: DrawsToNotice::new(&draws, notice),
            places: None,
            reading: None,
            outcome: bias.outcome,
        })
    }

    /// A table of the weights.
    fn describe_weights(&self, all: bool) -> String {
        let mut head = vec![
            "how many",
            "weight of each",
            "chance of each",
            "against a fair one",
        ];
        if self.has_outcomes() {
            head.insert(0, self.outcome);
        }
        let mut table = table(&head, 0..0);
        let ends = rows_at_each_end(self.weights.len(), all);
        for (i, class) in self.weights.iter().enumerate() {
            if i < ends || i >= self.weights.len() - ends {
                table.add_row(class.row(all));
            } else if i == ends {
                let left_out = self.weights.len() - 2 * ends;
                table.add_row([format!("... {left_out} more weights")]);
            }
        }
        table.trim_fmt()
    }

    fn has_outcomes(&self) -> bool {
        let has = |class: &WeightClass| class.numbers.is_some() || class.arrangements.is_some();
        self.weights.iter().any(has)
    }

    /// Which outcomes are favoured.
    fn describe_favoured(&self) -> String {
        let [favoured, _, ..] = &self.weights[..] else {
            return "none: all are equally likely".to_owned();
        };
        match &favoured.numbers {
            Some(numbers) => format!(
                "{} ({} of {})",
                join_ranges(numbers, false),
                favoured.how_many,
                self.outcomes
            ),
            None => format!(
                "{} of {} arrangements",
                describe_integer(&favoured.how_many),
                describe_integer(&self.outcomes)
            ),
        }
    }
}

impl WeightClass {
    fn row(&self, all: bool) -> Vec<String> {
        let excess = &self.excess.0;
        let against = if *excess == whole(0) {
            "fair".to_owned()
        } else {
            format!("{:+.4e}", to_f64(excess))
        };
        let mut row = Vec::new();
        if let Some(numbers) = &self.numbers {
            row.push(join_ranges(numbers, all));
        }
        if let Some(arrangements) = &self.arrangements {
            row.push(join_arrangements(arrangements, all));
        }
        row.push(describe_integer(&self.how_many));
        row.push(describe_integer(&self.weight));
        row.push(scientific(&self.chance.0, 6));
        row.push(against);
        row
    }
}

/// Ranges with commas between them.
fn join_ranges(ranges: &[(i64, i64)], all: bool) -> String {
    let most = if all { ranges.len() } else { MAX_RANGES };
    let mut texts = Vec::new();
    for (from, to) in ranges.iter().take(most) {
        texts.push(if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        });
    }
    let more = if ranges.len() > most { ", ..." } else { "" };
    texts.join(", ") + more
}

/// A table of where each card lands.
fn describe_places(places: &[Vec<Fraction>]) -> String {
    let fair = ratio(1, places.len());
    let off = places
        .iter()
        .flatten()
        .map(|chance| to_f64(&(&chance.0 - &fair)).abs());
    let most = off.fold(0.0, f64::max);
    if most < 5e-5 {
        let within = if most > 0.0 {
            format!(", within {most:.1e}")
        } else {
            String::new()
        };
        return format!("Every card lands in every place with the fair chance {fair}{within}.");
    }
    let columns = places.len() + 1;
    let mut table = table(&[], 0..columns);
    table.add_row(
        std::iter::once("card".to_owned()).chain((0..places.len()).map(|place| place.to_string())),
    );
    for (card, row) in places.iter().enumerate() {
        let chances = row.iter().map(|chance| decimal(&chance.0, 4));
        table.add_row(std::iter::once(card.to_string()).chain(chances));
    }
    format!(
        "Where each card lands (cards and places from 0; fair: {}):\n{}",
        decimal(&fair, 4),
        table.trim_fmt()
    )
}

/// Arrangements with commas between them, each written as the digits of its cards.
fn join_arrangements(arrangements: &[Vec<usize>], all: bool) -> String {
    let most = if all {
        arrangements.len()
    } else {
        MAX_ARRANGEMENTS
    };
    let mut texts = Vec::new();
    for order in arrangements.iter().take(most) {
        texts.push(order.iter().map(usize::to_string).collect::<String>());
    }
    if arrangements.len() > most {
        texts.push("...".to_owned());
    }
    texts.join(", ")
}

/// How many rows of a long list are shown at each end.
pub(super) const fn rows_at_each_end(rows: usize, all: bool) -> usize {
    if all || rows <= MAX_ROWS {
        rows
    } else {
        MAX_ROWS / 2
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}\n{}; total weight {}\n\n{}\n",
            escaped(&self.what),
            self.mark,
            describe_integer(&self.total_weight),
            self.describe_weights(f.alternate())
        )?;
        writeln!(f, "total variation    {}", self.total_variation.describe())?;
        match &self.largest_ratio {
            Some(ratio) => writeln!(f, "largest ratio      {}", ratio.describe())?,
            None => writeln!(
                f,
                "largest ratio      infinite: some {} never come",
                self.outcome
            )?,
        }
        writeln!(f, "favoured           {}", self.describe_favoured())?;
        if let (Some(rejected), Some(words)) = (&self.rejected, &self.words_per_draw) {
            writeln!(
                f,
                "rejected           a word with chance {}; {} words a draw",
                rejected.describe(),
                words.describe()
            )?;
        }
        if let Some(outside) = &self.outside {
            writeln!(
                f,
                "outside            with chance {}; the first is {}, of the word {}; all else is of the others",
                outside.chance.describe(),
                outside.value,
                outside.word
            )?;
        }
        if let Some(places) = &self.places {
            writeln!(f, "\n{}", describe_places(places))?;
        }
        writeln!(f, "{}", self.draws_to_notice)
    }
}
