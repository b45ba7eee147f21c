//! The law of a rule that takes several words, or of how many tries it takes until a rule is true, as it is shown and as it
//! becomes JSON.

use std::fmt;

use exact::BigRational;
use exact::rational::{decimal, scientific, to_f64};
use lockstep::escaped;
use serde::Serialize;

use super::Notice;
use super::distribution::words_of;
use super::error::Result;
use super::fraction::Fraction;
use super::law::{DrawsToNotice, rows_at_each_end};
use super::several::{Joined, RulePart};
use crate::number::counted;
use crate::rule::RuleReading;
use crate::table::table;

/// How often each number comes, beside the same rule with fair parts. `Display` shows the first and the last; with `{:#}` all.
#[derive(Clone, Debug, Serialize)]
pub struct SeveralLaw {
    /// The rule.
    pub what: String,
    /// How many bits a word has.
    pub bits: u32,
    /// How the law was found.
    pub mark: &'static str,
    /// The parts of the rule, each of a word of its own.
    pub parts: Vec<RulePart>,
    /// The numbers, or the numbers of tries.
    pub numbers: Vec<NumberRow>,
    /// Half the sum of how far each chance is from that with fair parts.
    pub total_variation: Fraction,
    /// The mean number.
    pub mean: Fraction,
    /// The chance that all words are drawn again, if some are.
    pub drawn_again: Option<Fraction>,
    /// How many draws it takes to notice that the parts are not fair.
    pub draws_to_notice: DrawsToNotice,
    /// How the rule was read, if it was pasted from a program.
    pub reading: Option<RuleReading>,
    #[serde(skip)]
    mean_of_fair: BigRational,
    /// Whether the numbers are tries.
    #[serde(skip)]
    is_of_tries: bool,
}

/// A number with its chance.
#[derive(Clone, Debug, Serialize)]
pub struct NumberRow {
    /// The number.
    pub number: i64,
    /// Its chance.
    pub chance: Fraction,
    /// Its chance with fair parts.
    pub with_fair_parts: Fraction,
    #[serde(skip)]
    excess: BigRational,
}

impl SeveralLaw {
    pub(super) fn new(
        text: &str,
        bits: u32,
        joined: Joined,
        is_of_tries: bool,
        notice: Notice,
    ) -> Result<Self> {
        let draws = joined.draws(notice.alpha, notice.power)?;
        let [mean, mean_of_fair] = joined.means();
        let total_variation = Fraction(joined.total_variation());
        let numbers = joined.rows.into_iter().map(|row| NumberRow {
            number: row.number,
            excess: row.excess(),
            chance: Fraction(row.chance),
            with_fair_parts: Fraction(row.fair),
        });
        Ok(Self {
            what: text.trim().to_owned(),
            bits,
            mark: if joined.parts.iter().all(|part| part.is_die) {
                "exact: all rolls"
            } else if is_of_tries {
                "exact: a chain of tries, the chance of each from the laws of the parts, joined"
            } else {
                "exact: the laws of the parts, each of a word of its own, joined"
            },
            numbers: numbers.collect(),
            parts: joined.parts,
            total_variation,
            mean: Fraction(mean),
            drawn_again: joined.rejected.map(Fraction),
            draws_to_notice: DrawsToNotice::new(&draws, notice),
            reading: None,
            mean_of_fair,
            is_of_tries,
        })
    }

    /// A table of the numbers.
    fn describe_numbers(&self, all: bool, is_of_dice: bool) -> String {
        let first = if self.is_of_tries { "try" } else { "number" };
        let head = [first, "chance", "with fair parts", "against that"];
        let columns = if is_of_dice { 2 } else { 4 };
        let mut table = table(&head[..columns], 0..columns);
        let ends = rows_at_each_end(self.numbers.len(), all);
        for (i, row) in self.numbers.iter().enumerate() {
            if i < ends || i >= self.numbers.len() - ends {
                let cells = [
                    row.number.to_string(),
                    scientific(&row.chance.0, 6),
                    scientific(&row.with_fair_parts.0, 6),
                    format!("{:+.4e}", to_f64(&row.excess)),
                ];
                table.add_row(&cells[..columns]);
            } else if i == ends {
                table.add_row([format!("... {} more", self.numbers.len() - 2 * ends)]);
            }
        }
        table.trim_fmt()
    }
}

impl fmt::Display for SeveralLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_of_dice = self.parts.iter().all(|part| part.is_die);
        let source = if is_of_dice {
            "fair dice".to_owned()
        } else {
            words_of(self.bits)
        };
        writeln!(f, "{}: {source}", escaped(&self.what))?;
        writeln!(f, "{}", self.mark)?;
        for part in self.parts.iter().filter(|part| !part.is_die) {
            writeln!(
                f,
                "  {}: {}, {}",
                part.word,
                escaped(&part.formula),
                counted(part.numbers, "number")
            )?;
        }
        writeln!(
            f,
            "\n{}\n",
            self.describe_numbers(f.alternate(), is_of_dice)
        )?;
        let with_fair_parts = |value: &BigRational| {
            if is_of_dice {
                return String::new();
            }
            format!(" ({} with fair parts)", decimal(value, 6))
        };
        if !is_of_dice {
            writeln!(f, "total variation    {}", self.total_variation.describe())?;
        }
        let fair = with_fair_parts(&self.mean_of_fair);
        writeln!(f, "mean               {}{fair}", decimal(&self.mean.0, 6))?;
        if self.is_of_tries {
            let fair = with_fair_parts(&self.mean_of_fair.recip());
            writeln!(
                f,
                "hits a try         {}{fair}",
                decimal(&self.mean.0.recip(), 6)
            )?;
        }
        if let Some(chance) = &self.drawn_again {
            writeln!(f, "drawn again        with chance {}", chance.describe())?;
        }
        if is_of_dice {
            return Ok(());
        }
        writeln!(f, "{}", self.draws_to_notice)
    }
}
