//! The exact law of a rule of several words, beside that of the same rule with fair parts.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use anyhow::{Context as _, Result, bail};
use exact::rational::to_f64;
use exact::{BigRational, BigUint};
use generators::rule::Rule as Bounding;
use gof::power::{draws_to_notice, optimal};
use scan::several::{Rule, Value};

use super::Draws;

/// The most combinations of values that are gone through for one operation.
const MOST: usize = 4_000_000;

/// How many of all words give each number.
type Counts = BTreeMap<i64, BigUint>;

/// Counts, and their sum.
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

    /// The same numbers, each once.
    fn fair(&self) -> Self {
        let once = |number: &i64| (*number, BigUint::from(1_u32));
        Self::new(self.counts.keys().map(once).collect())
    }

    fn chance(&self, number: i64) -> BigRational {
        let none = BigUint::default();
        let count = self.counts.get(&number).unwrap_or(&none);
        BigRational::new(count.clone().into(), self.total.clone().into())
    }
}

/// A number, its chance, and that with fair parts.
pub(crate) struct Row {
    pub(crate) number: i64,
    pub(crate) chance: BigRational,
    pub(crate) fair: BigRational,
}

impl Row {
    /// By how much it comes too often, relative to the rule with fair parts.
    pub(crate) fn excess(&self) -> BigRational {
        &self.chance / &self.fair - BigRational::from_integer(1.into())
    }
}

/// A rule of several words, computed.
pub(crate) struct Joined {
    /// Each word, its formula, and how many numbers that gives.
    pub(crate) parts: Vec<(String, String, usize)>,
    pub(crate) rows: Vec<Row>,
}

impl Joined {
    /// Of a rule of words of so many bits, `law` being what counts the law of a formula.
    pub(crate) fn new(
        rule: &Rule,
        bits: u32,
        law: impl Fn(&str) -> Result<Option<Vec<(i64, u128)>>>,
    ) -> Result<Option<Self>> {
        let mut known: BTreeMap<&str, Law> = BTreeMap::new();
        for part in &rule.parts {
            let formula = &*part.formula;
            if known.contains_key(formula) {
                continue;
            }
            let counts = match remainder(formula, bits) {
                Some(counts) => counts,
                None => match law(formula).with_context(|| format!("in `{formula}`"))? {
                    Some(counts) => counts,
                    None => return Ok(None),
                },
            };
            let came = |&(_, count): &(i64, u128)| count > 0;
            let counts = counts
                .into_iter()
                .filter(came)
                .map(|(number, count)| (number, count.into()));
            known.insert(formula, Law::new(counts.collect()));
        }
        let of_part = |part: &scan::several::Part| known[&*part.formula].clone();
        let laws: Vec<Law> = rule.parts.iter().map(of_part).collect();
        let fair: Vec<Law> = laws.iter().map(Law::fair).collect();
        let (real, fair) = (joined(&rule.value, &laws)?, joined(&rule.value, &fair)?);
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
        }))
    }

    pub(crate) fn total_variation(&self) -> BigRational {
        let zero = BigRational::from_integer(0.into());
        let over = |row: &Row| (&row.chance - &row.fair).max(zero.clone());
        self.rows
            .iter()
            .map(over)
            .fold(zero.clone(), |sum, more| sum + more)
    }

    /// Draws by which tests notice that the parts are not fair.
    pub(crate) fn draws(&self, alpha: f64, power: f64) -> Result<Draws> {
        let zero = BigRational::from_integer(0.into());
        let square = |row: &Row| row.excess() * row.excess() * &row.fair;
        let effect = self.rows.iter().map(square).fold(zero, |sum, of| sum + of);
        let freedom = u32::try_from(self.rows.len().saturating_sub(1))
            .ok()
            .filter(|freedom| *freedom > 0);
        let limits = draws_to_notice(to_f64(&effect), freedom.unwrap_or(1), alpha, power)?;
        let classes: Vec<_> = self
            .rows
            .iter()
            .map(|row| (to_f64(&row.fair), to_f64(&row.excess())))
            .collect();
        let rarest = classes
            .iter()
            .map(|(share, _)| *share)
            .fold(1.0_f64, f64::min);
        let is_small = classes.iter().all(|(_, excess)| excess.abs() < 0.1);
        Ok(Draws {
            freedom,
            omnibus: freedom.map(|_| limits.omnibus.max((5.0 / rarest).ceil())),
            optimal: if is_small {
                limits.optimal
            } else {
                optimal::samples_to_tell(&classes, alpha, power)?
                    .map_or(f64::INFINITY, |draws| draws as f64)
            },
        })
    }
}

/// The law of `w % n`, by its formula.
fn remainder(formula: &str, bits: u32) -> Option<Vec<(i64, u128)>> {
    let n: u32 = formula.strip_prefix("w % ")?.parse().ok()?;
    let n = NonZeroU32::new(n).filter(|n| u64::from(n.get()) <= MOST as u64)?;
    let rule = Bounding::Modulo { shift: 0, bits: 64 };
    (0..n.get())
        .map(|number| Some((number.into(), rule.weight(bits, n, number)?.count)))
        .collect()
}

/// The law of a value, given those of the parts.
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
    let undefined = || {
        anyhow::anyhow!(
            "the rule has no value for some words: it divides by zero, shifts by too much, or leaves 64 bits"
        )
    };
    // Values of different words are independent: their laws are joined. Others are gone through part by part.
    if parts.iter().map(Vec::len).sum::<usize>() == all.len() {
        let laws = values
            .iter()
            .map(|value| joined(value, laws))
            .collect::<Result<Vec<_>>>()?;
        combine(&laws.iter().collect::<Vec<_>>(), |numbers| {
            operation.of(numbers).ok_or_else(undefined)
        })
    } else {
        let of_parts: Vec<&Law> = all.iter().map(|part| &laws[*part]).collect();
        let mut numbers = vec![0; laws.len()];
        combine(&of_parts, |these| {
            for (part, number) in all.iter().zip(these) {
                numbers[*part] = *number;
            }
            value.of(&numbers).ok_or_else(undefined)
        })
    }
}

/// The law of what `value` makes of independent numbers.
fn combine(laws: &[&Law], mut value: impl FnMut(&[i64]) -> Result<i64>) -> Result<Law> {
    let combinations = laws.iter().try_fold(1_usize, |product, law| {
        product.checked_mul(law.counts.len())
    });
    if combinations.is_none_or(|combinations| combinations > MOST) {
        bail!(
            "the rule takes more than {MOST} combinations of its parts: use each word once, or parts with fewer numbers"
        );
    }
    let mut counts = Counts::new();
    let mut numbers = Vec::new();
    walk(
        laws,
        &BigUint::from(1_u32),
        &mut numbers,
        &mut |numbers, weight| {
            *counts.entry(value(numbers)?).or_default() += weight;
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
mod tests {
    use scan::formula::Formula;

    use super::*;

    fn of(text: &str, bits: u32) -> Result<Joined> {
        let count = |formula: &str| {
            let formula = Formula::parse(formula, bits, None)?;
            let law = formula.count(1, &std::sync::atomic::AtomicBool::new(false), &|_| ())?;
            Ok(law.map(|law| (law.first..).zip(law.counts).collect()))
        };
        Ok(Joined::new(&Rule::parse(text)?, bits, count)?.unwrap())
    }

    /// The same, word by word.
    fn by_words(words: u32, bits: u32, rule: impl Fn(&[i64]) -> i64) -> BTreeMap<i64, u64> {
        let mut counts = BTreeMap::new();
        let mask = (1 << bits) - 1;
        for all in 0..1_i64 << (words * bits) {
            let words: Vec<i64> = (0..words).map(|i| all >> (i * bits) & mask).collect();
            *counts.entry(rule(&words)).or_default() += 1;
        }
        counts
    }

    #[test]
    fn laws_are_those_of_all_words() {
        type Case = (&'static str, u32, u32, fn(&[i64]) -> i64);
        let cases: [Case; 6] = [
            ("max(w0 % 6, w1 % 6)", 2, 5, |w| (w[0] % 6).max(w[1] % 6)),
            (
                "w0 % 6 + w1 % 6 + w2 % 6 - min(w0 % 6, w1 % 6, w2 % 6)",
                3,
                4,
                |w| {
                    let d = [w[0] % 6, w[1] % 6, w[2] % 6];
                    d.iter().sum::<i64>() - d.iter().min().unwrap()
                },
            ),
            ("if(w0 % 6 == 0, w1 % 6, w0 % 6)", 2, 5, |w| {
                if w[0] % 6 == 0 { w[1] % 6 } else { w[0] % 6 }
            }),
            ("w0 % 10 < 3 && floor(w1 / 2^5 * 6) >= 4", 2, 5, |w| {
                i64::from(w[0] % 10 < 3 && (w[1] * 6) >> 5 >= 4)
            }),
            ("(w0 >> 2) * (w1 % 3) + 1", 2, 5, |w| {
                (w[0] >> 2) * (w[1] % 3) + 1
            }),
            ("w % 10 < 3", 1, 5, |w| i64::from(w[0] % 10 < 3)),
        ];
        for (text, words, bits, rule) in cases {
            let expected = by_words(words, bits, rule);
            let found = of(text, bits).unwrap();
            let total = 1_u64 << (words * bits);
            let chances = found
                .rows
                .iter()
                .map(|row| (row.number, row.chance.clone()));
            let expected = expected
                .iter()
                .map(|(&number, &count)| (number, BigRational::new(count.into(), total.into())));
            assert!(chances.eq(expected), "{text}");
        }
    }

    #[test]
    fn fair_parts_are_what_it_is_compared_with() {
        let crit = of("w % 100 < 5", 32).unwrap();
        assert_eq!(crit.rows[1].fair.to_string(), "1/20");
        // 2^32 is 42,949,672 hundreds and 96: each number below 96 comes once more.
        assert_eq!(
            crit.rows[1].chance.to_string(),
            BigRational::new((5 * 42_949_673_u64).into(), (1_u64 << 32).into()).to_string()
        );
        let even = of("w0 % 8 + w1 % 8", 32).unwrap();
        assert_eq!(even.total_variation().to_string(), "0");
        assert!(even.draws(1e-6, 0.9).unwrap().optimal.is_infinite());
        for (text, said) in [
            ("8 / (w0 % 2 - w1 % 2)", "no value for some words"),
            ("w0 % 3000 + w1 % 3000", "combinations"),
            ("w0 + w1", "-n"),
        ] {
            let error = of(text, 32)
                .err()
                .map(|error| format!("{error:#}"))
                .unwrap();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
