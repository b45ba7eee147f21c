//! The exact law of a rule that takes several words, compared with the same rule with fair parts.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use exact::rational::{ratio, to_f64, whole};
use exact::{BigRational, BigUint};
use scan::several::{Rule, Value};

use super::{Bias, Draws, modulus};

/// The most combinations of values that one operation may go through.
const MOST: usize = 4_000_000;

/// For each number, how many of all words give it.
type Counts = BTreeMap<i64, BigUint>;

/// Counts and their sum.
#[derive(Clone)]
struct Law {
    counts: Counts,
    total: BigUint,
}

impl Law {
    fn new(counts: Counts) -> Self {
        let total = counts.values().sum();
        Self { counts, total }
    }

    /// The same numbers with equal weights.
    fn fair(&self) -> Self {
        let once = |number: &i64| (*number, BigUint::from(1_u32));
        Self::new(self.counts.keys().map(once).collect())
    }

    fn chance(&self, number: i64) -> BigRational {
        let none = BigUint::default();
        let count = self.counts.get(&number).unwrap_or(&none);
        ratio(count.clone(), self.total.clone())
    }
}

/// A number, its probability, and its probability with fair parts.
pub(crate) struct Row {
    pub(crate) number: i64,
    pub(crate) chance: BigRational,
    pub(crate) fair: BigRational,
}

impl Row {
    /// Its relative excess over the rule with fair parts.
    pub(crate) fn excess(&self) -> BigRational {
        &self.chance / &self.fair - whole(1)
    }
}

/// The computed law of a rule that takes several words.
#[derive(Default)]
pub(crate) struct Joined {
    /// Each word, its formula, and how many numbers the formula gives.
    pub(crate) parts: Vec<(String, String, usize)>,
    pub(crate) rows: Vec<Row>,
    /// How often all words are drawn again.
    pub(crate) rejected: Option<BigRational>,
}

/// A function that counts the law of a formula; it gives `None` if it was stopped.
pub(crate) type Count<'a> = &'a dyn Fn(&str) -> Result<Option<Vec<(i64, u128)>>>;

/// Laws by their formulas, so that each is counted only once.
#[derive(Default)]
pub(crate) struct Known(BTreeMap<String, Law>);

impl Known {
    /// Counts the laws of the rule's parts; `false` if the counting was stopped.
    fn add(&mut self, rule: &Rule, bits: u32, count: Count<'_>) -> Result<bool> {
        for part in &rule.parts {
            let formula = &part.formula;
            if self.0.contains_key(formula) {
                continue;
            }
            let counts = match remainder(formula, bits) {
                Some(counts) => counts,
                None => match count(formula).with_context(|| format!("in `{formula}`"))? {
                    Some(counts) => counts,
                    None => return Ok(false),
                },
            };
            let came = |&(_, count): &(i64, u128)| count > 0;
            let counts = counts
                .into_iter()
                .filter(came)
                .map(|(number, count)| (number, count.into()));
            self.0.insert(formula.clone(), Law::new(counts.collect()));
        }
        Ok(true)
    }
}

impl Joined {
    /// The law of a rule for words of this many bits.
    pub(crate) fn new(
        rule: &Rule,
        bits: u32,
        known: &mut Known,
        count: Count<'_>,
    ) -> Result<Option<Self>> {
        if !known.add(rule, bits, count)? {
            return Ok(None);
        }
        let of_part = |part: &scan::several::Part| known.0[&part.formula].clone();
        let laws: Vec<Law> = rule.parts.iter().map(of_part).collect();
        let fair: Vec<Law> = laws.iter().map(Law::fair).collect();
        let ((real, kept), (fair, _)) = (taken(rule, &laws)?, taken(rule, &fair)?);
        let row = |&number: &i64| Row {
            number,
            chance: real.chance(number),
            fair: fair.chance(number),
        };
        let parts = rule.parts.iter().zip(&laws);
        Ok(Some(Self {
            parts: parts
                .map(|(part, law)| (part.word.clone(), part.formula.clone(), law.counts.len()))
                .collect(),
            rows: real.counts.keys().map(row).collect(),
            rejected: kept.map(|kept| whole(1) - kept),
        }))
    }

    /// The number of tries until a condition is true, which it is made to be at try `most`. Each try ends the chain with the
    /// probability of that try. In the text, `t` is the number of the try.
    pub(crate) fn tries(
        text: &str,
        most: u32,
        bits: u32,
        count: Count<'_>,
    ) -> Result<Option<Self>> {
        let (mut known, mut waits) = (Known::default(), Self::default());
        let (mut left, mut left_fair) = (whole(1), whole(1));
        let mut chances: Option<[BigRational; 2]> = None;
        for t in 1..=most {
            let of_try = Rule::on_try(text, t);
            let known_chances = chances.take().filter(|_| of_try == text);
            let [chance, fair] = if let Some(chances) = known_chances {
                chances
            } else {
                let rule = Rule::parse(&of_try)?;
                let Some(one) = Self::new(&rule, bits, &mut known, count)? else {
                    return Ok(None);
                };
                ensure!(
                    one.rows.iter().all(|row| (0..=1).contains(&row.number)),
                    "--pity takes a rule that is true or false, such as `w % 100 < 5`"
                );
                waits.parts = one.parts;
                let is_true = || one.rows.iter().filter(|row| row.number != 0);
                [
                    is_true().map(|row| &row.chance).sum(),
                    is_true().map(|row| &row.fair).sum(),
                ]
            };
            let (now, now_fair) = if t == most {
                (left.clone(), left_fair.clone())
            } else {
                (&left * &chance, &left_fair * &fair)
            };
            left -= &now;
            left_fair -= &now_fair;
            if now > whole(0) {
                waits.rows.push(Row {
                    number: t.into(),
                    chance: now,
                    fair: now_fair,
                });
            }
            chances = Some([chance, fair]);
        }
        Ok(Some(waits))
    }

    pub(crate) fn total_variation(&self) -> BigRational {
        let more = self.rows.iter().map(|row| &row.chance - &row.fair);
        more.filter(|more| *more > whole(0)).sum()
    }

    /// The mean number, and the mean with fair parts.
    pub(crate) fn means(&self) -> [BigRational; 2] {
        let mean = |chance: &dyn Fn(&Row) -> &BigRational| {
            let part = |row| chance(row) * whole(row.number);
            self.rows.iter().map(part).sum()
        };
        [mean(&|row| &row.chance), mean(&|row| &row.fair)]
    }

    /// The number of draws after which tests notice that the parts are not fair.
    pub(crate) fn draws(&self, alpha: f64, power: f64) -> Result<Draws> {
        let square = |row: &Row| row.excess() * row.excess() * &row.fair;
        let effect: BigRational = self.rows.iter().map(square).sum();
        let class = |row: &Row| (to_f64(&row.fair), to_f64(&row.excess()));
        let classes: Vec<_> = self.rows.iter().map(class).collect();
        let rarest = classes.iter().map(|class| class.0).fold(1.0, f64::min);
        let freedom = u32::try_from(self.rows.len().saturating_sub(1)).ok();
        Draws::new(&classes, to_f64(&effect), freedom, rarest, (alpha, power))
    }
}

/// The law of `w % n`, by formula.
fn remainder(formula: &str, bits: u32) -> Option<Vec<(i64, u128)>> {
    let (_, counts) = Bias::remainder(formula, bits, modulus(formula, None)?).ok()?;
    Some((0..).zip(counts).collect())
}

/// The law of what a rule accepts, and the share of words that it accepts, if it draws some again.
fn taken(rule: &Rule, laws: &[Law]) -> Result<(Law, Option<BigRational>)> {
    let Some(until) = &rule.until else {
        return Ok((joined(&rule.value, laws)?, None));
    };
    let all: Vec<&Law> = laws.iter().collect();
    let mut kept = Counts::new();
    let truth = combine(&all, |numbers, weight| {
        let is_taken = until.of(numbers).ok_or_else(undefined)? != 0;
        if is_taken {
            *kept
                .entry(rule.value.of(numbers).ok_or_else(undefined)?)
                .or_default() += weight;
        }
        Ok(is_taken.into())
    })?;
    ensure!(
        !kept.is_empty(),
        "no words satisfy the condition after `until`"
    );
    Ok((Law::new(kept), Some(truth.chance(1))))
}

fn undefined() -> anyhow::Error {
    anyhow!(
        "the rule has no value for some words: it divides by zero, shifts by too much, or leaves 64 bits"
    )
}

/// The law of a value, given the laws of its parts.
fn joined(value: &Value, laws: &[Law]) -> Result<Law> {
    let (operation, values) = match value {
        Value::Constant(number) => {
            return Ok(Law::new([(*number, BigUint::from(1_u32))].into()));
        }
        Value::Part(part) => return Ok(laws[*part].clone()),
        Value::Of(operation, values) => (operation, values),
    };
    let parts: Vec<Vec<usize>> = values.iter().map(Value::parts).collect();
    let all = value.parts();
    // Values of different words are independent, so their laws are combined; otherwise all values of the parts are tried.
    if parts.iter().map(Vec::len).sum::<usize>() == all.len() {
        let laws = values
            .iter()
            .map(|value| joined(value, laws))
            .collect::<Result<Vec<_>>>()?;
        combine(&laws.iter().collect::<Vec<_>>(), |numbers, _| {
            operation.of(numbers).ok_or_else(undefined)
        })
    } else {
        let of_parts: Vec<&Law> = all.iter().map(|part| &laws[*part]).collect();
        let mut numbers = vec![0; laws.len()];
        combine(&of_parts, |these, _| {
            for (part, number) in all.iter().zip(these) {
                numbers[*part] = *number;
            }
            value.of(&numbers).ok_or_else(undefined)
        })
    }
}

/// The law of `value` applied to independent numbers.
fn combine(laws: &[&Law], mut value: impl FnMut(&[i64], &BigUint) -> Result<i64>) -> Result<Law> {
    let combinations = laws.iter().try_fold(1_usize, |product, law| {
        product.checked_mul(law.counts.len())
    });
    if combinations.is_none_or(|combinations| combinations > MOST) {
        bail!(
            "the rule takes more than {MOST} combinations of its parts: use each word once, or parts with fewer values"
        );
    }
    let mut counts = Counts::new();
    let mut numbers = Vec::new();
    walk(
        laws,
        &BigUint::from(1_u32),
        &mut numbers,
        &mut |numbers, weight| {
            *counts.entry(value(numbers, weight)?).or_default() += weight;
            Ok(())
        },
    )?;
    Ok(Law::new(counts))
}

fn walk(
    laws: &[&Law],
    weight: &BigUint,
    numbers: &mut Vec<i64>,
    found: &mut dyn FnMut(&[i64], &BigUint) -> Result<()>,
) -> Result<()> {
    let Some((first, rest)) = laws.split_first() else {
        return found(numbers, weight);
    };
    for (number, count) in &first.counts {
        numbers.push(*number);
        walk(rest, &(weight * count), numbers, found)?;
        numbers.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests;
