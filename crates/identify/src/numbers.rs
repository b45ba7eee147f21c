//! The numbers whose origin is sought.

mod steps;
mod variety;

pub use steps::{Stepped, Steps};
pub(crate) use variety::gcd;
use variety::variety;

/// Stands in the place of an integer that was drawn but is not known. A word of 64 ones is therefore taken for an unknown one.
pub const GAP: u64 = u64::MAX;

/// Numbers in the order in which they were drawn. Some of them may be unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Words of 1 to 64 random bits.
    Words {
        /// The number of bits in a word.
        bits: u32,
        /// The words, all below 2 to the power of `bits`.
        values: Vec<u64>,
    },
    /// Integers from 0, each below its own bound, or sums of such integers.
    Bounded(Vec<Bounded>),
    /// Fractions from 0 up to 1.
    Fractions(Vec<Fraction>),
    /// Fractions of which each two are a point in the circle that fits into the unit square; points outside it were left out.
    Points(Vec<Fraction>),
    /// Whole numbers that a rule makes of fractions from 0 up to 1.
    Stepped(Stepped),
}

/// At most about so many other bounds are tried.
const MOST_BOUNDS: u64 = 4096;

/// A number below a bound, or the sum of several such numbers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bounded {
    /// The number.
    pub value: u64,
    /// The bound, at least 1.
    pub bound: u64,
    /// How many draws below the bound were added.
    pub dice: u32,
}

impl Bounded {
    /// The most dice in a sum, and the most sides of a die.
    pub const MOST_DICE: (u32, u64) = (10, 100);

    /// A number drawn once.
    pub const fn new(value: u64, bound: u64) -> Self {
        let dice = 1;
        Self { value, bound, dice }
    }

    /// Minus the base-2 logarithm of the chance that fair draws give this number.
    pub(crate) fn bits(self) -> f64 {
        let (n, dice) = (i128::from(self.bound), i128::from(self.dice));
        if dice == 1 {
            return (n as f64).log2();
        }
        // No draws give this number.
        if i128::from(self.value) > dice * (n - 1) {
            return 0.0;
        }
        let choices =
            |of: i128, some: i128| (0..some).fold(1, |product, i| product * (of - i) / (i + 1));
        // Inclusion and exclusion over the dice that are too great.
        let ways = (0..=dice).map(|great| (great, i128::from(self.value) - great * n));
        let ways = ways.filter(|(_, rest)| *rest >= 0);
        let ways = ways.map(|(great, rest)| {
            let sign = 1 - 2 * (great % 2);
            sign * choices(dice, great) * choices(rest + dice - 1, dice - 1)
        });
        f64::from(self.dice) * (n as f64).log2() - (ways.sum::<i128>() as f64).log2()
    }
}

/// A fraction from 0 up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction {
    /// The number as given.
    pub value: f64,
    /// How far the exact number may be from the given one, because of its digits.
    pub within: f64,
}

impl Fraction {
    /// A fraction that is not known.
    pub const GAP: Self = Self {
        value: 0.5,
        within: 0.5,
    };

    /// A number printed with this many digits after the point, rounded or cut.
    pub fn printed(value: f64, digits: u32) -> Self {
        let within = 10_f64
            .powi(-i32::try_from(digits).unwrap_or(i32::MAX))
            .max(f64::MIN_POSITIVE);
        Self { value, within }
    }
}

/// A number near 0 is evidence for no more bits than its digits have, plus this many bits for how many digits there are: the
/// first outputs from small seeds may be small, and so are many numbers that are not random.
const NEAR: f64 = 5.0;

impl Numbers {
    /// Words as wide as the widest of these.
    pub fn words(values: Vec<u64>) -> Self {
        let union = values.iter().fold(0, |union, value| union | value);
        Self::Words {
            bits: (u64::BITS - union.leading_zeros()).max(1),
            values,
        }
    }

    /// Sums of `dice` draws below one bound, or `None` if a sum is too great.
    pub fn sums(dice: u32, bound: u64, values: &[u64]) -> Option<Self> {
        let most = u64::from(dice).checked_mul(bound.checked_sub(1)?)?;
        let mut sums = Vec::new();
        for &value in values {
            if value > most {
                return None;
            }
            sums.push(Bounded { value, bound, dice });
        }
        Some(Self::Bounded(sums))
    }

    /// Numbers below one bound, or `None` if a number is not.
    pub fn below(bound: u64, values: &[u64]) -> Option<Self> {
        Self::sums(1, bound, values)
    }

    /// The same numbers below each other bound that may have been theirs, up to the next power of 2, if one draw below one bound
    /// made each of them; of very many bounds, some.
    pub(crate) fn below_other_bounds(&self) -> impl Iterator<Item = Self> {
        let given: &[Bounded] = match self {
            Self::Bounded(given) => given,
            _ => &[],
        };
        let bound = given.first().map_or(1, |number| number.bound);
        let is_one = given
            .iter()
            .all(|number| (number.bound, number.dice) == (bound, 1));
        let most = given.iter().map(|number| number.value).max().unwrap_or(0);
        let end = if is_one {
            bound.checked_next_power_of_two().unwrap_or(bound)
        } else {
            0
        };
        let step = (end.saturating_sub(most) / MOST_BOUNDS).max(1) as usize;
        let others = (most + 1..=end).step_by(step).chain([end]);
        others
            .filter(move |&other| other != bound && other > most)
            .map(|bound| {
                let given = given.iter();
                Self::Bounded(given.map(|one| Bounded { bound, ..*one }).collect())
            })
    }

    /// These numbers with gaps inserted, so that the gaps are at these places of the result, in order. Points take no gaps.
    #[must_use]
    pub fn with_gaps(self, places: &[usize]) -> Self {
        match self {
            Self::Words { bits, values } => Self::Words {
                bits,
                values: merge(values, places, GAP),
            },
            Self::Bounded(values) => {
                let first = values.first().copied();
                let gap = first.map_or(Bounded::new(GAP, 1), |first| Bounded {
                    value: GAP,
                    ..first
                });
                Self::Bounded(merge(values, places, gap))
            }
            Self::Fractions(values) => Self::Fractions(merge(values, places, Fraction::GAP)),
            Self::Points(_) | Self::Stepped(_) => self,
        }
    }

    /// The first of these numbers, at most so many.
    pub(crate) fn first(&self, most: usize) -> Self {
        let mut first = self.clone();
        match &mut first {
            Self::Words { values, .. } => values.truncate(most),
            Self::Bounded(values) => values.truncate(most),
            Self::Fractions(values) | Self::Points(values) => values.truncate(most),
            Self::Stepped(given) => given.values.truncate(most),
        }
        first
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Words { values, .. } => values.len(),
            Self::Bounded(values) => values.len(),
            Self::Fractions(values) | Self::Points(values) => values.len(),
            Self::Stepped(given) => given.values.len(),
        }
    }

    /// Whether number `i` was drawn but is not known.
    pub(crate) fn is_gap(&self, i: usize) -> bool {
        match self {
            Self::Words { values, .. } => values[i] == GAP,
            Self::Bounded(values) => values[i].value == GAP,
            Self::Fractions(values) | Self::Points(values) => values[i] == Fraction::GAP,
            Self::Stepped(_) => false,
        }
    }

    /// The places of the unknown numbers.
    pub fn gaps(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|i| self.is_gap(*i))
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bound of number `i`, which is how many values it could have; 0 stands for 2^64 and for fractions.
    pub(crate) fn bound(&self, i: usize) -> u64 {
        match self {
            Self::Words { bits, .. } => 1_u64.checked_shl(*bits).unwrap_or(0),
            Self::Bounded(values) => values[i].bound,
            Self::Fractions(_) | Self::Points(_) | Self::Stepped(_) => 0,
        }
    }

    /// Whether these are fractions, each given exactly enough to tell, that are all multiples of this power of 2.
    pub(crate) fn are_multiples_of(&self, step: f64) -> bool {
        let Self::Fractions(given) = self else {
            return false;
        };
        given.iter().all(|one| {
            let nearest = (one.value / step).round() * step;
            one.within < step / 1024.0 && (one.value - nearest).abs() <= one.within
        })
    }

    /// How many draws were added to make number `i`.
    pub(crate) fn dice(&self, i: usize) -> u32 {
        match self {
            Self::Bounded(values) => values[i].dice,
            _ => 1,
        }
    }

    /// Whether there are too few numbers for any answer: most generators make a single integer from some seed, and so they do a
    /// single fraction with few digits.
    pub fn is_too_few(&self) -> bool {
        if self.is_empty() || self.len() - self.gaps().count() > 1 {
            return false;
        }
        let information: f64 = self.information().iter().sum();
        !(matches!(self, Self::Fractions(_)) && information >= LONG)
    }

    /// Whether the prediction, for a fraction or what is made of one the bits of its double, agrees with number `i`.
    pub fn is(&self, i: usize, predicted: u64) -> bool {
        match self {
            Self::Words { .. } | Self::Bounded(_) if self.is_gap(i) => true,
            Self::Words { values, .. } => values[i] == predicted,
            Self::Bounded(values) => values[i].value == predicted,
            Self::Fractions(values) | Self::Points(values) => {
                (values[i].value - f64::from_bits(predicted)).abs() <= values[i].within
            }
            Self::Stepped(given) => given.steps.value(f64::from_bits(predicted)) == given.values[i],
        }
    }

    /// The same prediction, or the first of those that make the same number by a rule.
    pub(crate) fn simplest(&self, predicted: u64) -> u64 {
        match self {
            Self::Stepped(given) => given.steps.first_like(f64::from_bits(predicted)).to_bits(),
            _ => predicted,
        }
    }

    /// The most bits of evidence that a correct prediction of each number gives: as many as the number was given with, but no
    /// more than the variety of the numbers allows. Numbers that repeat, rise by repeated steps, lie in a narrow range or are
    /// multiples of one number have fewer bits than their form allows, and what repeats with a period counts once.
    pub(crate) fn information(&self) -> Vec<f64> {
        self.information_of(&self.known())
    }

    /// The same if only the numbers at these places, which are known, are predicted correctly.
    pub(crate) fn information_of(&self, known: &[usize]) -> Vec<f64> {
        let cap = self
            .whole(known)
            .iter()
            .map(|whole| variety(whole))
            .fold(f64::INFINITY, f64::min);
        // Mere repetition is no evidence: any generator with the same period would do.
        let period = self.period_of(known).unwrap_or(usize::MAX);
        let mut information = vec![0.0; self.len()];
        for &i in known.iter().filter(|i| **i < period) {
            let (given, size) = match self {
                Self::Words { bits, values } => (f64::from(*bits), values[i] as f64),
                Self::Bounded(values) => (values[i].bits(), values[i].value as f64),
                Self::Fractions(values) | Self::Points(values) => {
                    let Fraction { value, within } = values[i];
                    (-(2.0 * within).log2().min(0.0), value / within)
                }
                Self::Stepped(given) => {
                    let value = given.values[i];
                    (given.steps.bits(value, 53), value as f64)
                }
            };
            information[i] = given.min(cap).min((1.0 + size.abs()).log2() + NEAR);
        }
        information
    }

    /// The numbers at these places as integers; fractions both in units of 2^-64 and in units of their last digit.
    fn whole(&self, known: &[usize]) -> Vec<Vec<i128>> {
        match self {
            Self::Stepped(given) => {
                vec![known.iter().map(|i| i128::from(given.values[*i])).collect()]
            }
            Self::Words { .. } | Self::Bounded(_) => {
                let values = self.values();
                vec![known.iter().map(|i| i128::from(values[*i])).collect()]
            }
            Self::Fractions(values) | Self::Points(values) => {
                let values = known.iter().map(|i| values[*i]);
                let digit = values
                    .clone()
                    .map(|number| number.within)
                    .fold(f64::INFINITY, f64::min);
                let units = [2_f64.powi(64), 1.0 / digit.max(2_f64.powi(-64))];
                units
                    .map(|unit| {
                        values
                            .clone()
                            .map(|number| (number.value * unit).round() as i128)
                            .collect()
                    })
                    .into()
            }
        }
    }

    fn values(&self) -> Vec<u64> {
        match self {
            Self::Words { values, .. } => values.clone(),
            Self::Bounded(values) => values.iter().map(|number| number.value).collect(),
            Self::Fractions(values) | Self::Points(values) => {
                values.iter().map(|number| number.value.to_bits()).collect()
            }
            Self::Stepped(given) => given.values.iter().map(|value| *value as u64).collect(),
        }
    }

    /// Whether all known numbers are equal.
    pub fn are_equal(&self) -> bool {
        self.period() == Some(1)
    }

    /// After how many numbers they repeat, if at least one repetition is there.
    pub(crate) fn period(&self) -> Option<usize> {
        self.period_of(&self.known())
    }

    /// The places of the known numbers.
    fn known(&self) -> Vec<usize> {
        (0..self.len()).filter(|i| !self.is_gap(*i)).collect()
    }

    /// The same of the numbers at these places only.
    fn period_of(&self, known: &[usize]) -> Option<usize> {
        let values = self.values();
        if known.len() < values.len() {
            // An unknown number may be what the period needs, but as many known ones as the period has must be seen to repeat.
            let longest = (values.len() / 2).min(LONGEST);
            return (1..=longest).find(|period| is_period(*period, &values, known));
        }
        // The longest proper border of each prefix, as computed by Knuth, Morris and Pratt.
        let mut borders = vec![0; values.len()];
        let mut border = 0;
        for i in 1..values.len() {
            while border > 0 && values[border] != values[i] {
                border = borders[border - 1];
            }
            border += usize::from(values[border] == values[i]);
            borders[i] = border;
        }
        let period = values.len() - border;
        (2 * period <= values.len()).then_some(period)
    }
}

/// Values with gaps inserted, so that the gaps are at these places of the result, in order; none if there are no values.
fn merge<T: Copy>(values: Vec<T>, places: &[usize], gap: T) -> Vec<T> {
    if values.is_empty() {
        return values;
    }
    let mut places = places.iter().copied().peekable();
    let mut all = Vec::new();
    for value in values {
        while places.next_if_eq(&all.len()).is_some() {
            all.push(gap);
        }
        all.push(value);
    }
    while places.next_if_eq(&all.len()).is_some() {
        all.push(gap);
    }
    all
}

/// Whether the values at the known places repeat after this many, as many of them as that being seen to repeat.
fn is_period(period: usize, values: &[u64], known: &[usize]) -> bool {
    let mut first = vec![None; period];
    let mut seen = 0;
    for &i in known {
        match first[i % period] {
            None => first[i % period] = Some(values[i]),
            Some(value) if value == values[i] => seen += 1,
            Some(_) => return false,
        }
    }
    seen >= period
}

/// The longest period that is looked for where some numbers are unknown. The numbers in a longer period are evidence enough.
const LONGEST: usize = 1 << 12;

/// A fraction with this many bits is not too few on its own.
const LONG: f64 = 45.0;

#[cfg(test)]
mod tests;
