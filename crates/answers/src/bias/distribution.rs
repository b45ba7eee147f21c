//! How often each outcome of a rule or a shuffle comes, and how many draws it takes to notice that it is not fair.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use exact::collisions::{OutcomeClass, Outcomes};
use exact::rational::{ratio, to_f64, whole};
use exact::{BigRational, BigUint};
use generators::rule::Rule;
use gof::power::{Needed, draws_to_notice, optimal};
use scan::formula::{Law, MOST_NUMBERS, Method, Outside};

use super::error::{BiasError, Result};
use crate::number::counted;

/// A rule with a name.
pub struct NamedRule {
    /// The name.
    pub name: &'static str,
    /// The rule as an expression, or what it is.
    pub about: &'static str,
    /// The number of bits in a word, unless given.
    pub bits: u32,
    rule: Rule,
}

const fn named(name: &'static str, rule: Rule, about: &'static str) -> NamedRule {
    let bits = 32;
    NamedRule {
        name,
        about,
        bits,
        rule,
    }
}

/// The rules that have a name: their weights are formulas for words of up to 64 bits.
#[rustfmt::skip]
pub static NAMED: [NamedRule; 7] = [
    named("modulo", Rule::Modulo { shift: 0, bits: 64 }, "w % n"),
    named("multiply-shift", Rule::Multiply, "w * n >> bits, also floor(w / 2^bits * n)"),
    named("lemire", Rule::Lemire, "multiply-shift that draws again where numbers would not be equally likely"),
    named("threshold", Rule::Reject { lowest: true }, "w % n of words from 2^bits % n on: pcg32_boundedrand, arc4random_uniform"),
    NamedRule { bits: 31, ..named("get_rand", Rule::Modulo { shift: 0, bits: 14 }, "(w & 16383) % n: Rogue's get_rand over n numbers") },
    named("randomR", Rule::RandomR, "random-1.1 of Haskell: the remainder of as many words as hold 1000 n values"),
    named("uniformMay", Rule::UniformMay, "MonadRandom-0.5 of Haskell: the place in a list of n, by a Double"),
];

/// The n of `w % n`, if the formula has that form.
pub(super) fn modulus(formula: &str, n: Option<u32>) -> Option<NonZeroU32> {
    let modulus = match formula.strip_prefix("w % ")? {
        "n" => n,
        number => number.parse().ok(),
    };
    modulus
        .and_then(NonZeroU32::new)
        .filter(|n| u64::from(n.get()) <= MOST_NUMBERS)
}

/// How often each number occurs, or each arrangement of a deck.
pub(super) struct Bias {
    /// A description of the rule or shuffle.
    pub(super) what: String,
    /// How the counts were found: exactly by formula, or by counting.
    pub(super) mark: String,
    /// What the outcomes are called.
    pub(super) outcome: &'static str,
    pub(super) law: Outcomes,
    /// For a rule: the numbers of each weight, as ranges.
    pub(super) numbers: Option<BTreeMap<u128, Vec<(i64, i64)>>>,
    /// The number of rejected words, and of all words.
    pub(super) rejected: Option<(BigUint, BigUint)>,
    /// The words that give a number outside the range, and the number of words that are not rejected.
    pub(super) outside: Option<(Outside, BigUint)>,
}

/// The weight of each number, for a picture.
pub(super) type Counts = Vec<u128>;

impl Bias {
    fn of_counts(what: String, mark: String, first: i64, counts: &[u128]) -> Result<Self> {
        let mut numbers = BTreeMap::<u128, Vec<(i64, i64)>>::new();
        let mut classes = BTreeMap::<u128, u64>::new();
        for (i, &count) in counts.iter().enumerate() {
            let number = first + i as i64;
            *classes.entry(count).or_default() += 1;
            match numbers.entry(count).or_default() {
                ranges if ranges.last().is_some_and(|range| range.1 + 1 == number) => {
                    ranges.last_mut().expect("there is one").1 = number;
                }
                ranges => ranges.push((number, number)),
            }
        }
        let classes = classes.into_iter().map(|(weight, outcomes)| OutcomeClass {
            outcomes: outcomes.into(),
            weight: weight.into(),
        });
        let law = Outcomes::new(classes.collect())?;
        Ok(Self {
            what,
            mark,
            outcome: "numbers",
            law,
            numbers: Some(numbers),
            rejected: None,
            outside: None,
        })
    }

    /// The law of a rule, found by counting.
    pub(super) fn counted(what: &str, bits: u32, law: &Law) -> Result<Self> {
        let last = law.first + (law.counts.len() as i64 - 1);
        let what = format!(
            "{what}: {}, numbers {} to {last}",
            words_of(bits),
            law.first
        );
        let mark = match &law.method {
            Method::Read(read) => format!(
                "exact: counted over all 2^{} values of the bits {} to {} that it reads",
                read.len(),
                read.start,
                read.end.saturating_sub(1)
            ),
            Method::Searched => {
                format!(
                    "exact: it never decreases, and each number's first of the 2^{bits} words was searched for"
                )
            }
            Method::Divided => "exact: by division".to_owned(),
            Method::PartSearched => {
                format!(
                    "exact: a part of it never decreases or is a product, and its numbers were found for all 2^{bits} words"
                )
            }
            _ => format!("counted over all 2^{bits} words"),
        };
        let mut bias = Self::of_counts(what, mark, law.first, &law.counts)?;
        bias.rejected =
            (law.rejected > 0).then(|| (law.rejected.into(), BigUint::from(1_u32) << bits));
        let taken = (1_u128 << bits) - law.rejected;
        bias.outside = law.outside.map(|outside| (outside, taken.into()));
        Ok(bias)
    }

    /// The law of a named rule.
    pub(super) fn named(rule: &NamedRule, bits: u32, n: NonZeroU32) -> Result<(Self, Counts)> {
        if u64::from(n.get()) > MOST_NUMBERS {
            return Err(BiasError::TooManyNumbers(rule.name, n.get()));
        }
        let words = 1_u128
            .checked_shl(bits)
            .filter(|_| (1..=64).contains(&bits));
        let words = words.ok_or(BiasError::WordBits(bits))?;
        let rejects = matches!(rule.rule, Rule::Lemire | Rule::Reject { .. });
        if rejects && u128::from(n.get()) > words {
            return Err(BiasError::TooFewWords(bits, n.get()));
        }
        let mut counts = Vec::with_capacity(n.get() as usize);
        for number in 0..n.get() {
            let weight = rule.rule.weight(bits, n, number);
            counts.push(weight.expect("a rule with a name has a formula").count);
        }
        let rejected = words % u128::from(n.get());
        if rejects {
            counts.fill((words - rejected) / u128::from(n.get()));
        }
        let what = format!(
            "{}: {}, numbers 0 to {}",
            rule.name,
            words_of(bits),
            n.get() - 1
        );
        let mut bias = Self::of_counts(
            what,
            format!("exact by formula: {}", rule.about),
            0,
            &counts,
        )?;
        bias.rejected = rejects.then(|| (rejected.into(), words.into()));
        Ok((bias, counts))
    }

    /// The law of `w % n`, however it is written, by its formula.
    pub(super) fn remainder(text: &str, bits: u32, n: NonZeroU32) -> Result<(Self, Counts)> {
        let (mut bias, counts) = Self::named(&NAMED[0], bits, n)?;
        bias.what = bias.what.replacen(NAMED[0].name, text, 1);
        Ok((bias, counts))
    }

    /// The law of a shuffle.
    pub(super) fn shuffle(what: String, law: Outcomes) -> Self {
        Self {
            what,
            mark: "exact".into(),
            outcome: "arrangements",
            law,
            numbers: None,
            rejected: None,
            outside: None,
        }
    }

    /// The numbers of a weight as ranges; `None` for arrangements.
    pub(super) fn numbers_of_weight(&self, weight: &BigUint) -> Option<Vec<(i64, i64)>> {
        let numbers = self.numbers.as_ref()?;
        let ranges = u128::try_from(weight)
            .ok()
            .and_then(|weight| numbers.get(&weight));
        Some(ranges.cloned().unwrap_or_default())
    }

    /// The relative excess of an outcome of this weight over a fair one.
    pub(super) fn excess(&self, weight: &BigUint) -> BigRational {
        let fair = ratio(weight * self.law.outcomes(), self.law.total().clone());
        fair - whole(1)
    }

    /// The classes that have outcomes, the heaviest first, with those of equal weight merged.
    pub(super) fn classes(&self) -> Vec<OutcomeClass> {
        let mut together = BTreeMap::<&BigUint, BigUint>::new();
        for class in self.law.classes() {
            *together.entry(&class.weight).or_default() += &class.outcomes;
        }
        let mut classes = Vec::with_capacity(together.len());
        for (weight, outcomes) in together.into_iter().rev() {
            if outcomes != BigUint::default() {
                let weight = weight.clone();
                classes.push(OutcomeClass { outcomes, weight });
            }
        }
        classes
    }

    /// The ratio of the greatest weight to the least; `None` if an outcome never occurs.
    pub(super) fn largest_ratio(&self) -> Option<BigRational> {
        let classes = self.classes();
        let (most, least) = (&classes.first()?.weight, &classes.last()?.weight);
        (*least != BigUint::default()).then(|| ratio(most.clone(), least.clone()))
    }

    /// The number of draws after which each kind of test notices the bias.
    pub(super) fn draws(&self, alpha: f64, power: f64) -> Result<Draws> {
        let outcomes = self.law.outcomes();
        let mut classes = Vec::new();
        for class in self.classes() {
            let share = ratio(class.outcomes, outcomes.clone());
            classes.push((to_f64(&share), to_f64(&self.excess(&class.weight))));
        }
        let freedom = u32::try_from(&outcomes - 1_u32).ok();
        let effect = to_f64(&self.law.chi_square_per_draw());
        let rarest = 1.0 / (freedom.map_or(f64::INFINITY, f64::from) + 1.0);
        Draws::new(&classes, effect, freedom, rarest, (alpha, power))
    }
}

/// The greatest number of degrees of freedom for which a chi-square test is feasible.
const MOST_FREEDOM: u32 = 1 << 24;

/// How many draws it takes to notice the bias.
pub(super) struct Draws {
    pub(super) freedom: Option<u32>,
    /// By Pearson's chi-square test, with an expected count of five in each cell; `None` if there are too many cells.
    pub(super) omnibus: Option<Needed>,
    /// By the likelihood ratio test, which knows the law.
    pub(super) optimal: Needed,
}

impl Draws {
    /// The draws for classes of outcomes, each with its share of the fair law and its excess over it; `rarest` is the least
    /// probability of an outcome under the fair law.
    pub(super) fn new(
        classes: &[(f64, f64)],
        effect: f64,
        freedom: Option<u32>,
        rarest: f64,
        (alpha, power): (f64, f64),
    ) -> Result<Self> {
        let freedom = freedom.filter(|freedom| (1..MOST_FREEDOM).contains(freedom));
        let optimal = optimal::draws_to_tell(classes, alpha, power)?;
        let mut omnibus = None;
        if let Some(freedom) = freedom {
            let limit = draws_to_notice(effect, freedom, alpha, power)?;
            // With fewer in a cell, the statistic is far from chi-square distributed; and no test needs fewer than the optimal.
            let least = optimal.draws.max((5.0 / rarest).ceil());
            omnibus = Some(Needed::about(limit.draws.max(least)));
        }
        Ok(Self {
            freedom,
            omnibus,
            optimal,
        })
    }
}

pub(super) fn words_of(bits: u32) -> String {
    format!("words of {}", counted(bits, "bit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_name(name: &str, bits: u32, n: u32) -> Bias {
        let rule = NAMED.iter().find(|rule| rule.name == name).unwrap();
        Bias::named(rule, bits, NonZeroU32::new(n).unwrap())
            .unwrap()
            .0
    }

    #[test]
    fn named_rules_have_the_known_laws() {
        let modulo = of_name("modulo", 32, 100);
        // 2^32 modulo 100 is 96.
        assert_eq!(modulo.numbers.as_ref().unwrap()[&42_949_673], [(0, 95)]);
        assert_eq!(modulo.law.total_variation(), ratio(96, 25_u64 << 32));
        assert_eq!(
            modulo.largest_ratio().unwrap().to_string(),
            "42949673/42949672"
        );
        for name in ["lemire", "threshold"] {
            let fair = of_name(name, 32, 6);
            assert_eq!(fair.rejected, Some((4_u32.into(), (1_u64 << 32).into())));
            assert_eq!(fair.law.total_variation().to_string(), "0");
            assert!(fair.draws(1e-6, 0.9).unwrap().optimal.draws.is_infinite());
        }
        assert_eq!(
            of_name("get_rand", 31, 14).numbers.unwrap()[&1171],
            [(0, 3)]
        );
        assert_eq!(of_name("uniformMay", 32, 2).numbers.unwrap().len(), 2);
        assert_eq!(
            of_name("randomR", 32, 6).law.total(),
            &(BigUint::from(1_u32) << 32)
        );
    }

    #[test]
    fn a_rule_by_name_weighs_as_its_expression_counts() {
        let stop = std::sync::atomic::AtomicBool::new(false);
        for (name, text) in [
            ("modulo", "w % n"),
            ("multiply-shift", "w * n >> 12"),
            ("multiply-shift", "floor(w / 2^12 * n)"),
            ("threshold", "w % n until w >= 2^12 % n"),
            ("lemire", "w * n >> 12 until (w * n) % 2^12 >= 2^12 % n"),
            ("get_rand", "(w & 16383) % n"),
        ] {
            for n in [1, 6, 52, 100, 4096] {
                let rule = scan::formula::Formula::parse(text, 12, Some(n)).unwrap();
                let law = rule.count(1, &stop, &|_| ()).unwrap().unwrap();
                let counted = Bias::counted(text, 12, &law).unwrap();
                let named = of_name(name, 12, n);
                assert_eq!(named.numbers, counted.numbers, "{name}, {text}, {n}");
                let rejected = |bias: &Bias| {
                    bias.rejected
                        .clone()
                        .map_or_else(BigUint::default, |rejected| rejected.0)
                };
                assert_eq!(rejected(&named), rejected(&counted), "{name}, {text}, {n}");
            }
        }
    }

    #[test]
    fn an_optimal_test_needs_fewer_draws_than_an_omnibus_one() {
        let draws = |bias: Bias| {
            bias.draws(1e-6, 0.9)
                .map(|draws| (draws.omnibus.unwrap().draws, draws.optimal.draws))
                .unwrap()
        };
        // The figures in the report.
        assert_eq!(
            draws(of_name("get_rand", 31, 96)),
            (14_706_371.0, 4_769_986.0)
        );
        // A large bias: 3 bits give 6 numbers, the first two twice as often.
        let (omnibus, optimal) = draws(of_name("modulo", 3, 6));
        assert!(optimal < omnibus && optimal > 100.0, "{omnibus}, {optimal}");
    }
}
