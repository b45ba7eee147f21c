//! The numbers whose origin is searched for.

mod variety;

use variety::variety;

/// Stands in the place of a whole number that was drawn and is not known. A word of 64 ones is taken for one that is not known.
pub const GAP: u64 = u64::MAX;

/// Numbers in the order in which they came. Some of them may be drawn and not known.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Words of so many random bits, 1 to 64.
    Words {
        /// How many.
        bits: u32,
        /// The words, all below 2 to this power.
        values: Vec<u64>,
    },
    /// Whole numbers from 0, each below a bound of its own, or sums of such.
    Bounded(Vec<Bounded>),
    /// Fractions from 0 up to 1.
    Fractions(Vec<Fraction>),
    /// Fractions of which each two are a point in the circle that fits into the square of all points; those beside it were left out.
    Points(Vec<Fraction>),
}

/// A number from 0 to below a bound, or the sum of several.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bounded {
    /// The number.
    pub value: u64,
    /// The bound, at least 1.
    pub bound: u64,
    /// The sum of how many draws below the bound it is.
    pub dice: u32,
}

impl Bounded {
    /// Sums have at most so many dice, of at most so many sides.
    pub const MOST_DICE: (u32, u64) = (10, 100);

    /// One draw.
    pub const fn new(value: u64, bound: u64) -> Self {
        let dice = 1;
        Self { value, bound, dice }
    }

    /// Minus the logarithm of the chance that fair draws give it.
    pub(crate) fn bits(self) -> f64 {
        let (n, dice) = (i128::from(self.bound), i128::from(self.dice));
        if dice == 1 {
            return (n as f64).log2();
        }
        // No draws give this one.
        if i128::from(self.value) > dice * (n - 1) {
            return 0.0;
        }
        let choices =
            |of: i128, some: i128| (0..some).fold(1, |product, i| product * (of - i) / (i + 1));
        // Of so many dice at least some are too great; in turn added and taken away.
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
    /// The number.
    pub value: f64,
    /// How far the number meant may be from it, as it was printed with so many digits.
    pub within: f64,
}

impl Fraction {
    /// One that is not known.
    pub const GAP: Self = Self {
        value: 0.5,
        within: 0.5,
    };

    /// A number printed with so many digits after the point, rounded or cut.
    pub fn printed(value: f64, digits: u32) -> Self {
        let within = 10_f64
            .powi(-i32::try_from(digits).unwrap_or(i32::MAX))
            .max(f64::MIN_POSITIVE);
        Self { value, within }
    }
}

impl Numbers {
    /// Words, as wide as the widest of them.
    pub fn words(values: Vec<u64>) -> Self {
        let union = values.iter().fold(0, |union, value| union | value);
        Self::Words {
            bits: (u64::BITS - union.leading_zeros()).max(1),
            values,
        }
    }

    /// Sums of so many draws below one bound each, or `None` if one is too great.
    pub fn sums(dice: u32, bound: u64, values: &[u64]) -> Option<Self> {
        let most = u64::from(dice).checked_mul(bound.checked_sub(1)?)?;
        let sum = |&value: &u64| (value <= most).then_some(Bounded { value, bound, dice });
        let sums = values.iter().map(sum);
        sums.collect::<Option<_>>().map(Self::Bounded)
    }

    /// Numbers below one bound, or `None` if one is not.
    pub fn below(bound: u64, values: &[u64]) -> Option<Self> {
        Self::sums(1, bound, values)
    }

    /// These with gaps at such places of the whole, in order; none are in points.
    #[must_use]
    pub fn with_gaps(self, places: &[usize]) -> Self {
        fn merged<T: Copy>(values: Vec<T>, places: &[usize], gap: impl Fn(T) -> T) -> Vec<T> {
            let Some(&first) = values.first() else {
                return values;
            };
            let mut known = values.into_iter();
            let mut places = places.iter().copied().peekable();
            let mut all = Vec::new();
            loop {
                let is_gap = places.next_if_eq(&all.len()).is_some();
                match if is_gap {
                    Some(gap(first))
                } else {
                    known.next()
                } {
                    Some(one) => all.push(one),
                    None => return all,
                }
            }
        }
        match self {
            Self::Words { bits, values } => Self::Words {
                bits,
                values: merged(values, places, |_| GAP),
            },
            Self::Bounded(values) => {
                let gap = |first| Bounded {
                    value: GAP,
                    ..first
                };
                Self::Bounded(merged(values, places, gap))
            }
            Self::Fractions(values) => Self::Fractions(merged(values, places, |_| Fraction::GAP)),
            Self::Points(_) => self,
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Self::Words { values, .. } => values.len(),
            Self::Bounded(values) => values.len(),
            Self::Fractions(values) | Self::Points(values) => values.len(),
        }
    }

    /// Whether a number was drawn that is not known.
    pub(crate) fn is_gap(&self, i: usize) -> bool {
        match self {
            Self::Words { values, .. } => values[i] == GAP,
            Self::Bounded(values) => values[i].value == GAP,
            Self::Fractions(values) | Self::Points(values) => values[i] == Fraction::GAP,
        }
    }

    /// The places of those that are not known.
    pub fn gaps(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|i| self.is_gap(*i))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bound of a number: how many values it could have; 0 stands for 2^64 and for fractions.
    pub(crate) fn bound(&self, i: usize) -> u64 {
        match self {
            Self::Words { bits, .. } => 1_u64.checked_shl(*bits).unwrap_or(0),
            Self::Bounded(values) => values[i].bound,
            Self::Fractions(_) | Self::Points(_) => 0,
        }
    }

    /// The sum of how many draws a number is.
    pub(crate) fn dice(&self, i: usize) -> u32 {
        match self {
            Self::Bounded(values) => values[i].dice,
            _ => 1,
        }
    }

    /// Whether they are too few for any answer: one whole number is made by most generators from some seed, and so is one fraction
    /// of few digits.
    pub fn is_too_few(&self) -> bool {
        let is_exact = || {
            let information: f64 = self.information().iter().sum();
            matches!(self, Self::Fractions(_)) && information >= LONG
        };
        !self.is_empty() && self.len() - self.gaps().count() <= 1 && !is_exact()
    }

    /// Whether a prediction, of a fraction the bits of its double, is the number at this place.
    pub(crate) fn is(&self, i: usize, predicted: u64) -> bool {
        match self {
            Self::Words { .. } | Self::Bounded(_) if self.is_gap(i) => true,
            Self::Words { values, .. } => values[i] == predicted,
            Self::Bounded(values) => values[i].value == predicted,
            Self::Fractions(values) | Self::Points(values) => {
                (values[i].value - f64::from_bits(predicted)).abs() <= values[i].within
            }
        }
    }

    /// How many bits of evidence it is at most that each number is predicted: as many as it was given with, and no more than
    /// the numbers differ by. Numbers that repeat, that rise by repeated steps, that lie in a narrow range or are multiples of
    /// one number have fewer bits than their form has room for, and what repeats with a period counts once.
    pub(crate) fn information(&self) -> Vec<f64> {
        let given: Vec<f64> = match self {
            Self::Words { bits, values } => vec![f64::from(*bits); values.len()],
            Self::Bounded(values) => values.iter().map(|number| number.bits()).collect(),
            Self::Fractions(values) | Self::Points(values) => values
                .iter()
                .map(|number| -(2.0 * number.within).log2().min(0.0))
                .collect(),
        };
        let cap = self
            .whole()
            .iter()
            .map(|whole| variety(whole))
            .fold(f64::INFINITY, f64::min);
        // What only repeats is no evidence: any generator of the same period would do.
        let period = self.period().unwrap_or(usize::MAX);
        given
            .into_iter()
            .enumerate()
            .map(|(i, bits)| {
                let is_evidence = i < period && !self.is_gap(i);
                if is_evidence { bits.min(cap) } else { 0.0 }
            })
            .collect()
    }

    /// The numbers that are known, as whole ones; fractions both in units of 2^-64 and of the last digit given.
    fn whole(&self) -> Vec<Vec<i128>> {
        match self {
            Self::Words { .. } | Self::Bounded(_) => {
                let known = self.values().into_iter().filter(|value| *value != GAP);
                vec![known.map(i128::from).collect()]
            }
            Self::Fractions(values) | Self::Points(values) => {
                let known = values.iter().filter(|number| **number != Fraction::GAP);
                let values: Vec<Fraction> = known.copied().collect();
                let digit = values
                    .iter()
                    .map(|number| number.within)
                    .fold(f64::INFINITY, f64::min);
                let units = [2_f64.powi(64), 1.0 / digit.max(2_f64.powi(-64))];
                units
                    .map(|unit| {
                        values
                            .iter()
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
        }
    }

    /// Whether all that are known are the same number.
    pub fn are_equal(&self) -> bool {
        self.period() == Some(1)
    }

    /// After how many numbers they repeat, if they do so at least once.
    pub(crate) fn period(&self) -> Option<usize> {
        let values = self.values();
        let mut gaps = self.gaps().peekable();
        if gaps.peek().is_some() {
            // What is not known may be as a period has it, but as many as the period has must be seen to repeat.
            let gaps: Vec<usize> = gaps.collect();
            let known = (0..values.len()).filter(|i| gaps.binary_search(i).is_err());
            let known: Vec<usize> = known.collect();
            let repeats = |&period: &usize| {
                let mut first = vec![None; period];
                let mut seen = 0;
                let holds = known.iter().all(|&i| match first[i % period] {
                    None => {
                        first[i % period] = Some(values[i]);
                        true
                    }
                    Some(value) => {
                        seen += 1;
                        value == values[i]
                    }
                });
                holds && seen >= period
            };
            return (1..=(values.len() / 2).min(LONGEST)).find(repeats);
        }
        // The longest proper border of each prefix, as Knuth, Morris and Pratt have it.
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

/// Periods up to this are looked for where numbers are not known: in more numbers than these, those of one period are evidence
/// enough.
const LONGEST: usize = 1 << 12;

/// A fraction of so many bits may be asked about alone.
const LONG: f64 = 45.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_repeats_is_little_evidence() {
        let constant = Numbers::words(vec![7; 50]);
        assert!(constant.information().iter().all(|bits| *bits == 0.0));
        let dice = Numbers::below(6, &[0, 3, 1, 5, 2, 4].repeat(100)).unwrap();
        assert_eq!(dice.period(), Some(6));
        assert!(
            dice.information()[..6]
                .iter()
                .all(|bits| (bits - 6_f64.log2()).abs() < 1e-9)
        );
        assert!(dice.information()[6..].iter().all(|bits| *bits == 0.0));
        let words = Numbers::words(vec![1 << 31, 5, 9]);
        assert!(
            words
                .information()
                .iter()
                .all(|bits| (30.9..=32.0).contains(bits))
        );
    }

    #[test]
    fn numbers_that_count_or_lie_close_together_or_on_a_grid_have_few_bits() {
        let most = |values: Vec<u64>| Numbers::words(values).information()[0];
        assert!(most((1_000_000..1_000_100).collect()) < 1e-9);
        assert!(most((0..100).map(|i| i * i).collect()) < 1e-9);
        let random = |i: u64| {
            let x = (i + 7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33
        };
        assert!(most((0..9).map(|i| 1 << 40 | random(i) >> 21).collect()) <= 10.0);
        assert!(most((0..9).map(|i| random(i) >> 15 << 15).collect()) <= 16.0);
        assert!(most((0..9).map(random).collect()) > 29.0);
        let grid = (0..9)
            .map(|i| Fraction::printed((random(i) >> 23) as f64 / 256.0, 17))
            .collect();
        assert!(Numbers::Fractions(grid).information()[0] <= 8.0);
    }

    #[test]
    fn a_printed_fraction_is_known_to_its_last_digit() {
        let numbers = Numbers::Fractions(vec![Fraction::printed(0.1234, 4)]);
        assert!(numbers.is(0, 0.12349_f64.to_bits()) && numbers.is(0, 0.12336_f64.to_bits()));
        assert!(!numbers.is(0, 0.1236_f64.to_bits()));
        let numbers = Numbers::Fractions(
            [0.1234, 0.9877]
                .map(|value| Fraction::printed(value, 4))
                .into(),
        );
        assert!(
            numbers
                .information()
                .iter()
                .all(|bits| (12.0..=5000_f64.log2()).contains(bits))
        );
        assert!(Numbers::below(6, &[5, 6]).is_none());
    }

    #[test]
    fn a_sum_of_dice_tells_as_much_as_it_is_rare() {
        let bits = |value| {
            Bounded {
                value,
                bound: 6,
                dice: 3,
            }
            .bits()
        };
        let of_216 = |ways: f64| (216.0 / ways).log2();
        for (sum, ways) in [(3, 1.0), (4, 3.0), (10, 27.0), (11, 27.0), (18, 1.0)] {
            assert!((bits(sum - 3) - of_216(ways)).abs() < 1e-9, "{sum}");
        }
        let greatest = Bounded {
            value: 990,
            bound: 100,
            dice: 10,
        };
        assert!((greatest.bits() - 10.0 * 100_f64.log2()).abs() < 1e-6);
        assert!(
            Bounded {
                value: 991,
                ..greatest
            }
            .bits()
            .abs()
                < 1e-9
        );
    }

    #[test]
    fn what_is_not_known_tells_nothing_and_is_as_any_prediction_has_it() {
        let dice = Numbers::below(6, &[3, 0, 5, 1]).unwrap().with_gaps(&[1, 5]);
        assert_eq!(
            (dice.len(), dice.gaps().collect::<Vec<_>>()),
            (6, vec![1, 5])
        );
        assert!(dice.is(1, 4) && dice.is(2, 0) && !dice.is(2, 4));
        let information = dice.information();
        assert!(information[1].abs() < 1e-9 && information[0] > 2.0);
        let fractions = Numbers::Fractions(vec![Fraction::printed(0.5, 17); 2]).with_gaps(&[0]);
        assert!(fractions.is(0, 0.25_f64.to_bits()) && !fractions.is(1, 0.25_f64.to_bits()));
        assert!(Numbers::words(vec![7]).with_gaps(&[0]).is_too_few());
        // A period is one with gaps as well.
        let repeated = Numbers::below(6, &[0, 3, 1, 5].repeat(9)).unwrap();
        assert_eq!(repeated.with_gaps(&[]).period(), Some(4));
        let Numbers::Bounded(mut values) = Numbers::below(6, &[0, 3, 1, 5].repeat(9)).unwrap()
        else {
            panic!("they are below a bound");
        };
        values[7].value = GAP;
        assert_eq!(Numbers::Bounded(values).period(), Some(4));
        // Two that are known differ, though an unknown one stands between them.
        let period = |values: &[u64]| Numbers::words(values.to_vec()).period();
        assert_eq!(period(&[1, GAP, 2, GAP]), None);
        assert_eq!(period(&[1, GAP, 1, GAP]), Some(1));
        assert_eq!(period(&[1, GAP, GAP, 2]), None);
    }
}
