//! The exact law of a rule that takes several words, compared with the same rule with fair parts.

use std::collections::BTreeMap;

use exact::rational::{ratio, to_f64, whole};
use exact::{BigRational, BigUint};
use scan::expression::Expression;
use scan::{Ideal, JoinedRule, Part, Rule};
use serde::Serialize;

use super::distribution::{Bias, Draws, modulus};
use super::error::{BiasError, Result};

/// The most combinations of values that one operation may go through.
pub(super) const MAX_COMBINATIONS: usize = 4_000_000;

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

    /// The same numbers as a fair source would give them: with equal weights, if nothing else is known.
    fn ideal(&self, ideal: Ideal) -> Self {
        let mut counts = Counts::new();
        match ideal {
            Ideal::Die(_) | Ideal::Unknown => return self.clone(),
            Ideal::Chance(part, whole) => {
                for (number, weight) in [(0, whole - part), (1, part)] {
                    if weight > 0 {
                        counts.insert(number, (weight as u128).into());
                    }
                }
                // What never comes in theory has no chance to compare with.
                if self
                    .counts
                    .keys()
                    .any(|number| !counts.contains_key(number))
                {
                    return self.clone();
                }
            }
            Ideal::Equal => {
                for &number in self.counts.keys() {
                    counts.insert(number, BigUint::from(1_u32));
                }
            }
        }
        Self::new(counts)
    }

    fn chance(&self, number: i64) -> BigRational {
        let none = BigUint::default();
        let count = self.counts.get(&number).unwrap_or(&none);
        ratio(count.clone(), self.total.clone())
    }
}

/// A part of a rule, which takes one word.
#[derive(Clone, Debug, Serialize)]
pub struct RulePart {
    /// The word.
    pub word: String,
    /// The formula of the part.
    pub formula: String,
    /// How many numbers the formula gives.
    pub numbers: usize,
    /// Whether it is the roll of a fair die.
    #[serde(skip)]
    pub(super) is_die: bool,
}

/// A number, its probability, and its probability with fair parts.
pub(super) struct NumberChance {
    pub(super) number: i64,
    pub(super) chance: BigRational,
    pub(super) fair: BigRational,
}

impl NumberChance {
    /// Its relative excess over the rule with fair parts.
    pub(super) fn excess(&self) -> BigRational {
        &self.chance / &self.fair - whole(1)
    }
}

/// The computed law of a rule that takes several words.
#[derive(Default)]
pub(super) struct Joined {
    pub(super) parts: Vec<RulePart>,
    pub(super) rows: Vec<NumberChance>,
    /// How often all words are drawn again.
    pub(super) rejected: Option<BigRational>,
}

/// A function that counts the law of a formula; it gives `None` if it was stopped.
pub(super) type Count<'a> = &'a dyn Fn(&str) -> Result<Option<Vec<(i64, u128)>>>;

/// Laws by their formulas, so that each is counted only once.
#[derive(Default)]
pub(super) struct Known(BTreeMap<String, Law>);

impl Known {
    /// Counts the laws of the parts of a rule; `false` if the counting was stopped.
    fn add(&mut self, parts: &[Part], bits: u32, count: Count<'_>) -> Result<bool> {
        for part in parts {
            let formula = &part.formula;
            if self.0.contains_key(formula) {
                continue;
            }
            let counts = match (part.ideal, remainder(formula, bits)) {
                (Ideal::Die(sides), _) => (1..=i64::from(sides)).map(|side| (side, 1)).collect(),
                (_, Some(counts)) => counts,
                _ => match count(formula).map_err(|error| error.in_part(formula))? {
                    Some(counts) => counts,
                    None => return Ok(false),
                },
            };
            let mut law = Counts::new();
            for (number, count) in counts {
                if count > 0 {
                    law.insert(number, count.into());
                }
            }
            self.0.insert(formula.clone(), Law::new(law));
        }
        Ok(true)
    }
}

impl Joined {
    /// The law of a rule for words of this many bits.
    pub(super) fn new(
        rule: &Rule,
        bits: u32,
        known: &mut Known,
        count: Count<'_>,
    ) -> Result<Option<Self>> {
        let rule = rule.join()?;
        if !known.add(&rule.parts, bits, count)? {
            return Ok(None);
        }
        let mut laws = Vec::new();
        let mut parts = Vec::new();
        for part in &rule.parts {
            let law = known.0[&part.formula].clone();
            parts.push(RulePart {
                word: part.word.clone(),
                formula: part.formula.clone(),
                numbers: law.counts.len(),
                is_die: matches!(part.ideal, Ideal::Die(_)),
            });
            laws.push(law);
        }
        let mut fair = Vec::new();
        for (part, law) in rule.parts.iter().zip(&laws) {
            fair.push(law.ideal(part.ideal));
        }
        let (real, kept) = law_of_accepted(&rule, &laws)?;
        let (fair, _) = law_of_accepted(&rule, &fair)?;
        let rows = real.counts.keys().map(|&number| NumberChance {
            number,
            chance: real.chance(number),
            fair: fair.chance(number),
        });
        Ok(Some(Self {
            parts,
            rows: rows.collect(),
            rejected: kept.map(|kept| whole(1) - kept),
        }))
    }

    /// The number of tries until a condition is true, which it is made to be at try `most`. Each try ends the chain with the
    /// probability of that try. In the text, `t` is the number of the try.
    pub(super) fn tries(
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
                let rule = Rule::parse(&of_try, bits, None)?;
                let Some(one) = Self::new(&rule, bits, &mut known, count)? else {
                    return Ok(None);
                };
                if !one.rows.iter().all(|row| (0..=1).contains(&row.number)) {
                    return Err(BiasError::PityOfNumbers);
                }
                waits.parts = one.parts;
                let mut chances = [whole(0), whole(0)];
                for row in one.rows.iter().filter(|row| row.number != 0) {
                    chances[0] += &row.chance;
                    chances[1] += &row.fair;
                }
                chances
            };
            let (now, now_fair) = if t == most {
                (left.clone(), left_fair.clone())
            } else {
                (&left * &chance, &left_fair * &fair)
            };
            left -= &now;
            left_fair -= &now_fair;
            if now > whole(0) {
                waits.rows.push(NumberChance {
                    number: t.into(),
                    chance: now,
                    fair: now_fair,
                });
            }
            chances = Some([chance, fair]);
        }
        Ok(Some(waits))
    }

    pub(super) fn total_variation(&self) -> BigRational {
        let more = self.rows.iter().map(|row| &row.chance - &row.fair);
        more.filter(|more| *more > whole(0)).sum()
    }

    /// The mean number, and the mean with fair parts.
    pub(super) fn means(&self) -> [BigRational; 2] {
        let mut means = [whole(0), whole(0)];
        for row in &self.rows {
            means[0] += &row.chance * whole(row.number);
            means[1] += &row.fair * whole(row.number);
        }
        means
    }

    /// The number of draws after which tests notice that the parts are not fair.
    pub(super) fn draws(&self, alpha: f64, power: f64) -> Result<Draws> {
        let mut effect = whole(0);
        let mut rarest = 1.0;
        let mut classes = Vec::new();
        for row in &self.rows {
            let excess = row.excess();
            effect += &excess * &excess * &row.fair;
            rarest = f64::min(rarest, to_f64(&row.fair));
            classes.push((to_f64(&row.fair), to_f64(&excess)));
        }
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
fn law_of_accepted(rule: &JoinedRule, laws: &[Law]) -> Result<(Law, Option<BigRational>)> {
    let Some(until) = &rule.until else {
        return Ok((law_of_value(&rule.value, laws)?, None));
    };
    let all: Vec<&Law> = laws.iter().collect();
    let mut kept = Counts::new();
    let truth = combine(&all, |numbers, weight| {
        let is_taken = until.evaluate(numbers).ok_or(BiasError::Undefined)? != 0;
        if is_taken {
            *kept
                .entry(rule.value.evaluate(numbers).ok_or(BiasError::Undefined)?)
                .or_default() += weight;
        }
        Ok(is_taken.into())
    })?;
    if kept.is_empty() {
        return Err(BiasError::NoneAccepted);
    }
    Ok((Law::new(kept), Some(truth.chance(1))))
}

/// The law of a value, given the laws of its parts.
fn law_of_value(value: &Expression, laws: &[Law]) -> Result<Law> {
    if let Some(part) = value.word() {
        return Ok(laws[part].clone());
    }
    let all = value.words();
    let arguments = value.arguments();
    let words = arguments.iter().map(|argument| argument.words().len());
    // Values of different words are independent, so their laws are combined; otherwise all values of the parts are tried.
    if words.sum::<usize>() == all.len() {
        let mut combined = Vec::new();
        for argument in arguments {
            combined.push(law_of_value(argument, laws)?);
        }
        combine(&combined.iter().collect::<Vec<_>>(), |numbers, _| {
            value.apply(numbers).ok_or(BiasError::Undefined)
        })
    } else {
        let of_parts: Vec<&Law> = all.iter().map(|part| &laws[*part]).collect();
        let mut numbers = vec![0; laws.len()];
        combine(&of_parts, |these, _| {
            for (part, number) in all.iter().zip(these) {
                numbers[*part] = *number;
            }
            value.evaluate(&numbers).ok_or(BiasError::Undefined)
        })
    }
}

/// The law of `value` applied to independent numbers.
fn combine(laws: &[&Law], mut value: impl FnMut(&[i64], &BigUint) -> Result<i64>) -> Result<Law> {
    let combinations = laws.iter().try_fold(1_usize, |product, law| {
        product.checked_mul(law.counts.len())
    });
    if combinations.is_none_or(|combinations| combinations > MAX_COMBINATIONS) {
        return Err(BiasError::TooManyCombinations);
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
