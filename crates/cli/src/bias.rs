//! The exact law of a rule or a shuffle, and its consequences.

pub(crate) mod several;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use anyhow::{Context as _, Result, ensure};
use exact::collisions::{Class, Outcomes};
use exact::rational::{ratio, scientific, to_f64, whole};
use exact::{BigRational, BigUint};
use generators::rule::Rule;
use gof::power::{Needed, draws_to_notice, optimal};
use scan::formula::{Law, MOST_NUMBERS, Method, Outside};

/// A rule with a name.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// The number of bits in a word, unless given.
    pub(crate) bits: u32,
    rule: Rule,
}

const fn named(name: &'static str, rule: Rule, about: &'static str) -> Named {
    let bits = 32;
    Named {
        name,
        about,
        bits,
        rule,
    }
}

/// The rules that have a name: their weights are formulas for words of up to 64 bits.
#[rustfmt::skip]
pub(crate) static NAMED: [Named; 7] = [
    named("modulo", Rule::Modulo { shift: 0, bits: 64 }, "w % n"),
    named("multiply-shift", Rule::Multiply, "w * n >> bits, also floor(w / 2^bits * n)"),
    named("lemire", Rule::Lemire, "multiply-shift that draws again where numbers would not be equally likely"),
    named("threshold", Rule::Reject { lowest: true }, "w % n of words from 2^bits % n on: pcg32_boundedrand, arc4random_uniform"),
    Named { bits: 31, ..named("get_rand", Rule::Modulo { shift: 0, bits: 14 }, "(w & 16383) % n: Rogue's get_rand over n numbers") },
    named("randomR", Rule::RandomR, "random-1.1 of Haskell: the remainder of as many words as hold 1000 n values"),
    named("uniformMay", Rule::UniformMay, "MonadRandom-0.5 of Haskell: the place in a list of n, by a Double"),
];

/// The n of `w % n`, if the formula has that form.
pub(crate) fn modulus(formula: &str, n: Option<u32>) -> Option<NonZeroU32> {
    let modulus = match formula.strip_prefix("w % ")? {
        "n" => n,
        number => number.parse().ok(),
    };
    modulus
        .and_then(NonZeroU32::new)
        .filter(|n| u64::from(n.get()) <= MOST_NUMBERS)
}

/// How often each number occurs, or each arrangement of a deck.
pub(crate) struct Bias {
    /// A description of the rule or shuffle.
    pub(crate) what: String,
    /// How the counts were found: exactly by formula, or by counting.
    pub(crate) mark: String,
    /// What the outcomes are called.
    pub(crate) outcome: &'static str,
    pub(crate) law: Outcomes,
    /// For a rule: the numbers of each weight, as ranges.
    pub(crate) numbers: Option<BTreeMap<u128, Vec<(i64, i64)>>>,
    /// The number of rejected words, and of all words.
    pub(crate) rejected: Option<(BigUint, BigUint)>,
    /// The words that give a number outside the range, and the number of words that are not rejected.
    pub(crate) outside: Option<(Outside, BigUint)>,
}

/// The weight of each number, for a picture.
pub(crate) type Counts = Vec<u128>;

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
        let class = |(weight, outcomes): (u128, u64)| Class {
            outcomes: outcomes.into(),
            weight: weight.into(),
        };
        let law = Outcomes::new(classes.into_iter().map(class).collect())?;
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
    pub(crate) fn counted(what: &str, bits: u32, law: &Law) -> Result<Self> {
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
    pub(crate) fn named(rule: &Named, bits: u32, n: NonZeroU32) -> Result<(Self, Counts)> {
        ensure!(
            u64::from(n.get()) <= MOST_NUMBERS,
            "{} gives at most {MOST_NUMBERS} numbers, not {n}",
            rule.name
        );
        let words = 1_u128
            .checked_shl(bits)
            .filter(|_| (1..=64).contains(&bits));
        let words = words.ok_or_else(|| anyhow::anyhow!("words have 1 to 64 bits, not {bits}"))?;
        let rejects = matches!(rule.rule, Rule::Lemire | Rule::Reject { .. });
        ensure!(
            !rejects || u128::from(n.get()) <= words,
            "words of {bits} bits cannot give {n} numbers without bias"
        );
        let weight = |number| rule.rule.weight(bits, n, number).map(|weight| weight.count);
        let counts = (0..n.get()).map(weight).collect::<Option<Vec<u128>>>();
        let mut counts = counts.context("a rule with a name has a formula")?;
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
    pub(crate) fn remainder(text: &str, bits: u32, n: NonZeroU32) -> Result<(Self, Counts)> {
        let (mut bias, counts) = Self::named(&NAMED[0], bits, n)?;
        bias.what = bias.what.replacen(NAMED[0].name, text, 1);
        Ok((bias, counts))
    }

    /// The law of a shuffle.
    pub(crate) fn shuffle(what: String, law: Outcomes) -> Self {
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

    /// The relative excess of an outcome of this weight over a fair one.
    pub(crate) fn excess(&self, weight: &BigUint) -> BigRational {
        let fair = ratio(weight * self.law.outcomes(), self.law.total().clone());
        fair - whole(1)
    }

    /// The classes that have outcomes, the heaviest first, with those of equal weight merged.
    pub(crate) fn classes(&self) -> Vec<Class> {
        let mut together = BTreeMap::<&BigUint, BigUint>::new();
        for class in self.law.classes() {
            *together.entry(&class.weight).or_default() += &class.outcomes;
        }
        let class = |(weight, outcomes): (&BigUint, BigUint)| Class {
            weight: weight.clone(),
            outcomes,
        };
        let none = BigUint::default();
        together
            .into_iter()
            .rev()
            .map(class)
            .filter(|class| class.outcomes != none)
            .collect()
    }

    /// The ratio of the greatest weight to the least; `None` if an outcome never occurs.
    pub(crate) fn largest_ratio(&self) -> Option<BigRational> {
        let classes = self.classes();
        let (most, least) = (&classes.first()?.weight, &classes.last()?.weight);
        (*least != BigUint::default()).then(|| ratio(most.clone(), least.clone()))
    }

    /// The number of draws after which each kind of test notices the bias.
    pub(crate) fn draws(&self, alpha: f64, power: f64) -> Result<Draws> {
        let outcomes = self.law.outcomes();
        let share = |class: &Class| to_f64(&ratio(class.outcomes.clone(), outcomes.clone()));
        let classes: Vec<_> = self
            .classes()
            .iter()
            .map(|class| (share(class), to_f64(&self.excess(&class.weight))))
            .collect();
        let freedom = u32::try_from(&outcomes - 1_u32).ok();
        let effect = to_f64(&self.law.chi_square_per_draw());
        let rarest = 1.0 / (freedom.map_or(f64::INFINITY, f64::from) + 1.0);
        Draws::new(&classes, effect, freedom, rarest, (alpha, power))
    }
}

/// The greatest number of degrees of freedom for which a chi-square test is feasible.
const MOST_FREEDOM: u32 = 1 << 24;

/// How many draws it takes to notice the bias.
pub(crate) struct Draws {
    pub(crate) freedom: Option<u32>,
    /// By Pearson's chi-square test, with an expected count of five in each cell; `None` if there are too many cells.
    pub(crate) omnibus: Option<Needed>,
    /// By the likelihood ratio test, which knows the law.
    pub(crate) optimal: Needed,
}

impl Draws {
    /// The draws for classes of outcomes, each with its share of the fair law and its excess over it; `rarest` is the least
    /// probability of an outcome under the fair law.
    fn new(
        classes: &[(f64, f64)],
        effect: f64,
        freedom: Option<u32>,
        rarest: f64,
        (alpha, power): (f64, f64),
    ) -> Result<Self> {
        let freedom = freedom.filter(|freedom| (1..MOST_FREEDOM).contains(freedom));
        let optimal = optimal::draws_to_tell(classes, alpha, power)?;
        let omnibus = |freedom| -> Result<Needed> {
            let limit = draws_to_notice(effect, freedom, alpha, power)?;
            // With fewer in a cell, the statistic is far from chi-square distributed; and no test needs fewer than the optimal.
            let least = optimal.draws.max((5.0 / rarest).ceil());
            Ok(Needed::about(limit.draws.max(least)))
        };
        Ok(Self {
            freedom,
            omnibus: freedom.map(omnibus).transpose()?,
            optimal,
        })
    }
}

/// A fraction, exact if it is short, and rounded.
pub(crate) fn shown(value: &BigRational) -> String {
    let one = whole(1);
    let rounded = match value - &one {
        more if *value > one && more < one => format!("1 + {}", scientific(&more, 4)),
        _ => scientific(value, 4),
    };
    let full = value.to_string();
    match full.len() {
        ..=12 if value.is_integer() => full,
        ..=32 if !value.is_integer() => format!("{full} = {rounded}"),
        _ => rounded,
    }
}

/// How much of `n!` a generator with this many bits of state can reach.
pub(crate) struct Reach {
    /// The number of arrangements, `n!`.
    pub(crate) arrangements: BigUint,
    /// The number of states, `2^bits`.
    pub(crate) states: BigUint,
    /// The largest n with `n! <= 2^bits`.
    pub(crate) largest: u32,
}

impl Reach {
    pub(crate) fn new(bits: u32, n: u32) -> Self {
        let states = BigUint::from(1_u32) << bits;
        let mut largest = (1_u32, BigUint::from(1_u32));
        while &largest.1 * (largest.0 + 1) <= states {
            largest = (largest.0 + 1, &largest.1 * (largest.0 + 1));
        }
        Self {
            arrangements: (1..=n).map(BigUint::from).product(),
            states,
            largest: largest.0,
        }
    }

    /// The largest share of all arrangements that can be reached.
    pub(crate) fn share(&self) -> BigRational {
        let reached = self.states.clone().min(self.arrangements.clone());
        ratio(reached, self.arrangements.clone())
    }
}

pub(crate) fn words_of(bits: u32) -> String {
    let end = if bits == 1 { "" } else { "s" };
    format!("words of {bits} bit{end}")
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

    #[test]
    fn arrangements_reached_are_counted() {
        // 12! = 479,001,600 <= 2^32 < 13!.
        let reach = Reach::new(32, 52);
        assert_eq!(reach.largest, 12);
        assert_eq!(scientific(&reach.share(), 3), "5.32e-59");
        assert_eq!(Reach::new(32, 12).share().to_string(), "1");
        assert_eq!(
            (
                Reach::new(0, 1).largest,
                Reach::new(1, 2).largest,
                Reach::new(226, 52).largest
            ),
            (1, 2, 52)
        );
    }
}
