//! From the outputs of a generator to the numbers of a program, and back as far as the numbers determine them.

mod lanes;
mod order;
mod rule;
mod usage;

pub(crate) use generators::rule::{Rule, ones};
pub(crate) use lanes::{TESTED, lanes};
pub(crate) use order::{Bits, Order};
pub(crate) use rule::Known;
pub(crate) use usage::join;

use crate::numbers::Numbers;
use generators::catalogue::Stream;

/// The outputs of a stream so far, kept for reuse.
pub(crate) struct Tape {
    stream: Stream,
    outputs: Vec<u64>,
}

impl Tape {
    pub(crate) fn new(stream: Stream) -> Self {
        Self {
            stream,
            outputs: Vec::new(),
        }
    }

    pub(crate) fn at(&mut self, i: u64) -> u64 {
        self.first(i as usize + 1)[i as usize]
    }

    /// At least this many outputs.
    pub(crate) fn first(&mut self, count: usize) -> &[u64] {
        while self.outputs.len() < count {
            self.outputs.push((self.stream)());
        }
        &self.outputs
    }
}

/// So many numbers tell whether two conventions are the same.
const SOME: usize = 1000;

/// So many numbers tell whether a convention is possible at all.
const FEW: usize = 8;

/// Half of the information lost per point because no point lies outside the circle, which covers pi / 4 of the square.
const LOST_BESIDE: f64 = 0.18;

/// Makes numbers one after another.
#[derive(Default)]
struct Maker {
    /// How many words have been taken.
    word: u64,
    /// The second coordinate of a point, which is the next number.
    second: Option<u64>,
}

impl Maker {
    /// Number `i`, made from the outputs that `at` gives. Numbers must be asked for in order.
    fn number(
        &mut self,
        convention: Convention,
        numbers: &Numbers,
        i: usize,
        at: &mut impl FnMut(u64) -> u64,
    ) -> Option<u64> {
        if let Some(second) = self.second.take() {
            return Some(second);
        }
        let bound = numbers.bound(i);
        if !matches!(numbers, Numbers::Points(_)) {
            let mut sum = 0;
            for _ in 0..numbers.dice(i) {
                sum += self.one(convention, bound, at)?;
            }
            return Some(sum);
        }
        // So many points in a row never miss the circle.
        for _ in 0..64 {
            let x = self.one(convention, bound, at)?;
            let y = self.one(convention, bound, at)?;
            let across = 2.0 * f64::from_bits(x) - 1.0;
            let up = 2.0 * f64::from_bits(y) - 1.0;
            let square = across.powi(2) + up.powi(2);
            if square < 1.0 && square > 0.0 {
                self.second = Some(y);
                return Some(x);
            }
        }
        None
    }

    /// One draw below a bound.
    fn one(
        &mut self,
        convention: Convention,
        bound: u64,
        at: &mut impl FnMut(u64) -> u64,
    ) -> Option<u64> {
        convention.rule.number(convention.word, bound, || {
            self.word += 1;
            convention.order.word(self.word - 1, convention.output, at)
        })
    }
}

/// How numbers are made from outputs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convention {
    pub(crate) order: Order,
    pub(crate) rule: Rule,
    /// The number of bits in an output.
    pub(crate) output: u32,
    /// The number of bits in a word.
    word: u32,
    /// Of so many numbers that are made one is given, the first.
    pub(crate) one_of: usize,
}

impl Convention {
    /// Every convention by which a generator with outputs of this many bits, all below `range`, could make these numbers, the
    /// usual ones first.
    pub(crate) fn all(numbers: &Numbers, output: u32, range: u128) -> Vec<Self> {
        use Order::{
            BytesSwapped, FirstIsHigh, FirstIsHighAndSigned, FirstIsLow, HalvesSwapped,
            HighHalfFirst, LowHalfFirst, Plain,
        };
        let orders = match numbers {
            Numbers::Words { .. } => &[
                Plain,
                LowHalfFirst,
                HighHalfFirst,
                FirstIsHigh,
                FirstIsLow,
                FirstIsHighAndSigned,
                BytesSwapped,
                HalvesSwapped,
            ][..],
            Numbers::Bounded(_)
            | Numbers::Fractions(_)
            | Numbers::Points(_)
            | Numbers::Stepped(_) => &[Plain, LowHalfFirst, HighHalfFirst, FirstIsHigh, FirstIsLow],
        };
        let mut all = Vec::new();
        for &order in orders {
            if let Some(word) = order.bits(output) {
                let range = if order == Plain { range } else { 1 << word };
                let rules = rule::all(numbers, word, range, order == Plain);
                all.extend(rules.into_iter().map(|rule| Self {
                    order,
                    rule,
                    output,
                    word,
                    one_of: 1,
                }));
            }
        }
        all
    }

    /// Whether each number is an output as it is.
    pub fn is_identity(&self) -> bool {
        (self.order, self.rule, self.one_of) == (Order::Plain, Rule::Whole, 1)
    }

    /// How many outputs a number takes, with those that are left out, if that is always the same; it is not for halves or
    /// blocks, where it depends on the place.
    pub(crate) const fn outputs(&self) -> Option<u64> {
        let words = self.rule.words() * self.one_of as u64;
        match self.order {
            Order::Plain | Order::BytesSwapped | Order::HalvesSwapped => Some(words),
            Order::FirstIsHigh | Order::FirstIsLow | Order::FirstIsHighAndSigned => Some(2 * words),
            Order::LowHalfFirst | Order::HighHalfFirst | Order::Blocks(_) => None,
        }
    }

    /// This convention, with every second number left out, if numbers take one output each.
    pub(crate) fn every_second(self) -> Option<Self> {
        (self.order == Order::Plain && self.outputs() == Some(1))
            .then_some(Self { one_of: 2, ..self })
    }

    /// This convention, with outputs taken in blocks as V8 takes them.
    pub(crate) const fn in_blocks(self, taken: u64) -> Self {
        Self {
            order: Order::Blocks(taken),
            ..self
        }
    }

    /// Whether browsers make numbers this way, from high bits.
    pub(crate) const fn is_browsers(&self) -> bool {
        matches!(
            self.rule,
            Rule::Whole | Rule::High(_) | Rule::Multiply | Rule::Fraction(_)
        )
    }

    /// How many numbers, from the first on and at most `most`, a tape gives from this output on; it stops at the first that
    /// differs.
    pub(crate) fn matched(
        &self,
        numbers: &Numbers,
        tape: &mut Tape,
        from: u64,
        most: usize,
    ) -> usize {
        let made = self
            .made(numbers, tape, from)
            .zip(0..numbers.len().min(most));
        made.take_while(|(number, i)| numbers.is(*i, *number))
            .count()
    }

    /// The numbers that a tape gives from this output on, with the bounds of the given numbers, and after those the last bound.
    pub(crate) fn made(
        self,
        numbers: &Numbers,
        tape: &mut Tape,
        from: u64,
    ) -> impl Iterator<Item = u64> {
        let (mut maker, last) = (Maker::default(), numbers.len().saturating_sub(1));
        let all = (0..).map_while(move |i: usize| {
            let place = (i / self.one_of).min(last);
            let number = maker.number(self, numbers, place, &mut |i| tape.at(from + i))?;
            Some(numbers.simplest(number))
        });
        all.step_by(self.one_of)
    }

    /// How many bits of evidence it is that number `i` is as predicted: minus the logarithm of the share of words that make it.
    /// A number below 10^12 that is made from a word of 15 bits has 15.
    pub(crate) fn information(&self, numbers: &Numbers, i: usize) -> f64 {
        let bits = rule::information(self.rule, self.word, numbers, i);
        match numbers {
            Numbers::Bounded(values) => bits.min(values[i].bits()),
            Numbers::Points(_) => bits - LOST_BESIDE,
            Numbers::Stepped(given) => given.steps.bits(given.values[i], self.word),
            _ => bits,
        }
    }

    /// Whether the numbers are still possible when only the first outputs are known.
    pub(crate) fn may_make(
        &self,
        numbers: &Numbers,
        first: &mut impl FnMut(u64) -> Option<u64>,
    ) -> bool {
        let (mut maker, mut unknown) = (Maker::default(), false);
        for i in 0..numbers.len() {
            let number = maker.number(*self, numbers, i, &mut |i| {
                let output = first(i);
                unknown |= output.is_none();
                output.unwrap_or(0)
            });
            if unknown {
                return true;
            }
            if !number.is_some_and(|number| numbers.is(i, number)) {
                return false;
            }
        }
        true
    }

    /// How many numbers from the first on these outputs make, starting at output `from`: all, or as many as there are outputs
    /// for. `None` if a number differs.
    pub(crate) fn compared(&self, numbers: &Numbers, outputs: &[u64], from: u64) -> Option<usize> {
        let (mut word, mut is_over) = (0, false);
        for i in 0..numbers.len() {
            let number = self.rule.number(self.word, numbers.bound(i), || {
                word += 1;
                self.order.word(word - 1, self.output, &mut |i| {
                    let output = outputs.get((from + i) as usize);
                    is_over |= output.is_none();
                    output.copied().unwrap_or(0)
                })
            });
            if is_over {
                return Some(i);
            }
            if !number.is_some_and(|number| numbers.is(i, number)) {
                return None;
            }
        }
        Some(numbers.len())
    }

    /// Whether the words of each number are at known places: no sums, no points, and rejections rarer than one in 1000.
    pub(crate) fn is_regular(&self, numbers: &Numbers) -> bool {
        let has_intervals = match numbers {
            Numbers::Points(_) => false,
            Numbers::Stepped(given) => {
                let mut values = given.values.iter();
                values.all(|value| given.steps.interval(*value).is_some())
            }
            _ => true,
        };
        has_intervals
            && (0..numbers.len()).all(|i| numbers.dice(i) == 1)
            && (0..numbers.len().min(64))
                .all(|i| self.rule.rejects(self.word, numbers.bound(i)) < 1e-3)
    }

    /// Whether each of the first numbers can be made of some words; true if that is not known.
    pub(crate) fn is_possible(&self, numbers: &Numbers) -> bool {
        for i in 0..numbers.len().min(FEW) {
            if matches!(numbers, Numbers::Points(_)) || numbers.dice(i) > 1 {
                continue;
            }
            let known = rule::known(self.rule, self.word, numbers, i);
            if known.into_iter().any(Known::is_never) {
                return false;
            }
        }
        true
    }

    /// What the first number says about an output, with that output's place after the first word; `None` if words may be
    /// rejected before it.
    pub(crate) fn first_known(&self, numbers: &Numbers) -> Option<(u64, Known)> {
        let rejects = self.rule.rejects(self.word, numbers.bound(0)) > 0.0;
        let is_one = !matches!(numbers, Numbers::Points(_)) && numbers.dice(0) == 1;
        let never = is_one && !rejects;
        never.then(|| self.known(numbers, 1).first().copied())?
    }

    /// Whether this convention and another are the same function of outputs, as far as these numbers tell, but for outputs that
    /// are rejected.
    pub(crate) fn is_same(&self, other: &Self, numbers: &Numbers) -> bool {
        // What a fraction tells is less than its formula, and a sum tells nothing about its dice.
        if !matches!(numbers, Numbers::Bounded(_))
            || (0..numbers.len()).any(|i| numbers.dice(i) != 1)
        {
            return false;
        }
        let (own, others) = (self.known(numbers, SOME), other.known(numbers, SOME));
        if own.len() != others.len() {
            return false;
        }
        for ((at, one), (other_at, other)) in own.iter().zip(&others) {
            if at != other_at || !one.is_same(*other, self.output) {
                return false;
            }
        }
        true
    }

    /// How many numbers are of the first block, if outputs come in blocks.
    pub(crate) const fn first_block(&self) -> Option<usize> {
        match self.order {
            Order::Blocks(taken) => Some((order::BLOCK - taken) as usize),
            _ => None,
        }
    }

    /// What the first numbers, at most `most`, say about outputs.
    pub(crate) fn known(&self, numbers: &Numbers, most: usize) -> Vec<(u64, Known)> {
        let mut known = Vec::new();
        let takes = self.rule.words();
        for i in 0..numbers.len().min(most) {
            for (j, part) in rule::known(self.rule, self.word, numbers, i)
                .into_iter()
                .enumerate()
            {
                let word = i as u64 * takes + j as u64;
                if self.order == Order::Plain {
                    known.push((word, part));
                } else {
                    let (mask, value) = part.bits(self.word);
                    let bits = self.order.outputs(word, self.output, mask, value);
                    known.extend(
                        bits.into_iter()
                            .map(|(at, mask, value)| (at, Known::Bits { mask, value })),
                    );
                }
            }
        }
        known.sort_by_key(|(at, _)| *at);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::numbers::{Bounded, Fraction, Stepped, Steps};

    fn tape(output: u32) -> Tape {
        let mut x = 7_u64;
        Tape::new(Box::new(move || {
            x = x
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (x ^ x >> 33) & ones(output)
        }))
    }

    /// What a number is said to tell about the outputs holds for them.
    #[test]
    fn what_a_number_tells_about_outputs_is_true_of_them() {
        let shapes = [
            Numbers::Words {
                bits: 32,
                values: vec![0; 40],
            },
            Numbers::Words {
                bits: 64,
                values: vec![0; 40],
            },
            Numbers::Words {
                bits: 13,
                values: vec![0; 40],
            },
            Numbers::Bounded(vec![Bounded::new(0, 16); 40]),
            Numbers::Bounded(vec![Bounded::new(0, 6); 40]),
            Numbers::Stepped(Stepped {
                values: vec![1; 40],
                steps: Arc::new(Steps::new(vec![
                    (0.0, 1),
                    (0.125, 2),
                    (0.3, 3),
                    (0.5, 4),
                    (0.9, 5),
                ])),
            }),
            Numbers::Fractions(vec![Fraction::printed(0.0, 17); 40]),
            Numbers::Fractions(vec![Fraction::printed(0.0, 6); 40]),
        ];
        let mut seen = 0;
        for shape in &shapes {
            for output in [15, 31, 32, 64] {
                let mut all = Convention::all(
                    shape,
                    output,
                    if output == 31 {
                        (1 << 31) - 1
                    } else {
                        1 << output
                    },
                );
                all.extend(
                    all.clone()
                        .into_iter()
                        .take(1)
                        .map(|convention| convention.in_blocks(5)),
                );
                for convention in all
                    .into_iter()
                    .filter(|convention| convention.is_regular(shape))
                {
                    let values = convention
                        .made(shape, &mut tape(output), 0)
                        .take(40)
                        .collect::<Vec<_>>();
                    let numbers = match shape {
                        Numbers::Words { bits, .. } => Numbers::Words {
                            bits: *bits,
                            values,
                        },
                        Numbers::Bounded(bounds) => {
                            Numbers::below(bounds[0].bound, &values).unwrap()
                        }
                        Numbers::Points(_) => unreachable!("no shape is of points"),
                        Numbers::Stepped(shape) => {
                            let values = values.iter().map(|bits| f64::from_bits(*bits));
                            Numbers::Stepped(Stepped {
                                values: values.map(|u| shape.steps.value(u)).collect(),
                                steps: shape.steps.clone(),
                            })
                        }
                        Numbers::Fractions(shapes) => Numbers::Fractions(
                            values
                                .iter()
                                .map(|&value| Fraction {
                                    value: f64::from_bits(value),
                                    within: shapes[0].within,
                                })
                                .collect(),
                        ),
                    };
                    assert!(convention.is_possible(&numbers), "{convention}");
                    let mut tape = tape(output);
                    assert_eq!(
                        convention.matched(&numbers, &mut tape, 0, usize::MAX),
                        40,
                        "{convention}"
                    );
                    for (at, known) in convention.known(&numbers, 40) {
                        let word = tape.at(at);
                        assert!(known.holds(word), "{convention}: {known:?} of {word:#x}");
                        let (mask, value) = known.bits(output);
                        assert_eq!(word & mask, value, "{convention}: {known:?} of {word:#x}");
                        seen += u64::from(mask.count_ones());
                    }
                }
            }
        }
        assert!(seen > 10_000, "{seen} bits are known");
    }

    /// A convention that makes numbers is not said to make none of them, also where words are rejected or added.
    #[test]
    fn what_a_convention_makes_is_possible() {
        let sum = Bounded {
            dice: 3,
            ..Bounded::new(0, 6)
        };
        let shapes = [
            Numbers::Bounded(vec![Bounded::new(0, 6); 20]),
            Numbers::Bounded(vec![Bounded::new(0, 50_000); 20]),
            Numbers::Bounded(vec![sum; 20]),
        ];
        for shape in &shapes {
            for (output, range) in [(15, 1 << 15), (31, (1 << 31) - 1), (64, 1 << 64)] {
                for convention in Convention::all(shape, output, range) {
                    let mut tape = tape(output);
                    let made = convention.made(shape, &mut tape, 0);
                    let made: Vec<u64> = made.take(20).collect();
                    if made.len() == 20 {
                        let (dice, bound) = (shape.dice(0), shape.bound(0));
                        let numbers = Numbers::sums(dice, bound, &made).unwrap();
                        assert!(convention.is_possible(&numbers), "{convention}");
                    }
                }
            }
        }
        let fraction = Numbers::Fractions(vec![Fraction::printed(0.134_364_244_112_401_22, 17)]);
        let of_15_bits = Convention::all(&fraction, 15, 1 << 15);
        assert!(of_15_bits.iter().all(|one| !one.is_possible(&fraction)));
    }

    /// How often each number below `n` is made from one word, over all words, and how many words are rejected.
    fn of_each_word(rule: Rule, n: u64) -> (Vec<u64>, u64) {
        const BITS: u32 = 8;
        let (mut made, mut rejected) = (vec![0; n as usize], 0);
        for word in 0..=ones(BITS) {
            let mut calls = 0;
            let number = rule.number(BITS, n, || {
                calls += 1;
                (word + calls - 1) & ones(BITS)
            });
            match number {
                Some(number) if calls == 1 => made[number as usize] += 1,
                _ => rejected += 1,
            }
        }
        (made, rejected)
    }

    #[test]
    fn a_rule_that_rejects_is_fair_and_rejects_no_more_than_it_must() {
        for n in 1..=200 {
            for rule in [
                Rule::Lemire,
                Rule::Reject { lowest: true },
                Rule::Reject { lowest: false },
            ] {
                assert_eq!(
                    of_each_word(rule, n),
                    (vec![256 / n; n as usize], 256 % n),
                    "{rule:?} below {n}"
                );
            }
        }
    }
}
