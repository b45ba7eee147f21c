//! The domains of streams: which numbers they may contain, and how these become items.

use std::collections::HashMap;
use std::sync::Arc;

use super::error::{Hint, Problem, ReadError};
use super::written::{Digits, parse_real, parse_signed, show};
use super::{Distribution, Width};

/// Names for the numbers from 0 on.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Names {
    numbers: Arc<HashMap<Vec<u8>, u64>>,
}

impl Names {
    /// Names in this order.
    pub fn new(names: Vec<Vec<u8>>) -> Result<Self, ReadError> {
        let mut numbers = HashMap::new();
        for (name, number) in names.into_iter().zip(0..) {
            if let Some(name) = numbers.insert(name.clone(), number).map(|_| name) {
                return Err(Problem::TwiceNamed.of(show(&name)));
            }
        }
        Ok(Self {
            numbers: Arc::new(numbers),
        })
    }

    /// The number of names.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// The name of a number or, if it has none, its digits.
    pub fn of(&self, number: u32) -> String {
        let named = self
            .numbers
            .iter()
            .find(|(_, other)| **other == u64::from(number));
        named.map_or_else(|| number.to_string(), |(name, _)| show(name))
    }

    /// All names, in order.
    pub fn list(&self) -> Vec<String> {
        let mut names: Vec<_> = self
            .numbers
            .iter()
            .map(|(name, number)| (number, name))
            .collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| show(name)).collect()
    }

    /// The first few names, in order.
    pub fn shown(&self) -> String {
        let mut names = self.list();
        let more = if names.len() > 4 { ", ..." } else { "" };
        names.truncate(4);
        format!("{}{more}", names.join(", "))
    }
}

/// The domain of a stream: which numbers it may contain, and how these become items.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// Integers, given as counted from 0.
    Whole {
        /// The smallest number.
        first: i128,
        /// The largest number.
        last: i128,
    },
    /// Names, given as their numbers.
    Named(Names),
    /// Numbers from a distribution, given as the top bits of their places.
    Fractions {
        /// How many top bits are given.
        bits: u32,
        /// The distribution of the numbers.
        law: Distribution,
    },
    /// Fractions from 0 to 1, given as the bits of their doubles.
    Doubles,
}

impl Domain {
    /// Integers from 0 to `last`.
    pub const fn up_to(last: u64) -> Self {
        Self::Whole {
            first: 0,
            last: last as i128,
        }
    }

    /// The number in a text, or what is wrong with it. Counts the digits of a fraction.
    pub fn number(&self, text: &[u8], digits: &mut Digits) -> Result<u64, Problem> {
        match self {
            Self::Whole { first, last } => match parse_signed(text) {
                Some(number) => {
                    place(number, *first, *last).ok_or(Problem::OutOfRange(number, *first, *last))
                }
                None if parse_real(text).is_some() => Err(Problem::NotWhole),
                None => Err(Problem::NotInteger),
            },
            Self::Named(names) => match names.numbers.get(text) {
                Some(number) => Ok(*number),
                None => Err(Problem::UnknownName(names.count(), names.shown())),
            },
            Self::Fractions { .. } | Self::Doubles => {
                let fraction = parse_real(text).ok_or(Problem::NotNumber)?;
                *digits = digits.max(Digits::of(text));
                self.fraction(fraction)
            }
        }
    }

    /// The item for a fraction, or what is wrong with it.
    fn fraction(&self, fraction: f64) -> Result<u64, Problem> {
        match self {
            Self::Fractions { bits, law } => {
                let place = law
                    .place(fraction)
                    .ok_or(Problem::Impossible(*law, fraction))?;
                Ok(((place * (1_u64 << bits) as f64) as u64).min((1 << bits) - 1))
            }
            _ if (0.0..=1.0).contains(&fraction) => Ok(fraction.to_bits()),
            _ => Err(Problem::NotFromZeroToOne),
        }
    }

    /// The number in a binary word of this width, or an error.
    pub fn word(&self, word: u64, width: Width) -> Result<u64, ReadError> {
        match self {
            Self::Whole { first, last } => {
                let number = place(word.into(), *first, *last);
                let problem = Problem::OutOfRange(word.into(), *first, *last);
                number.ok_or_else(|| problem.of(word.to_string()))
            }
            Self::Named(_) => Err(Problem::NamesAreText.into()),
            Self::Fractions { .. } | Self::Doubles => {
                let fraction = width.number(word);
                self.fraction(fraction).map_err(|problem| {
                    let error = problem.of(format!("{fraction:?}"));
                    if fraction.total_cmp(&1.0).is_eq() {
                        error
                    } else {
                        error.with_hint(Hint::KindAndEndian)
                    }
                })
            }
        }
    }
}

/// A number counted from the first one, unless it is out of range.
fn place(number: i128, first: i128, last: i128) -> Option<u64> {
    u64::try_from(number - first)
        .ok()
        .filter(|_| number <= last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_give_their_top_bits() {
        let (mut digits, domain) = (
            Digits::default(),
            Domain::Fractions {
                bits: 8,
                law: Distribution::Uniform,
            },
        );
        let mut number = |text: &str| domain.number(text.as_bytes(), &mut digits).ok();
        assert_eq!(
            [number("0"), number("0.5"), number("0.998"), number(".25")],
            [Some(0), Some(128), Some(255), Some(64)]
        );
        for wrong in ["1", "-0.5", "NaN", "inf", "1.0", "x", ""] {
            assert!(number(wrong).is_none(), "{wrong}");
        }
        assert_eq!(
            digits,
            Digits {
                after: 3,
                significant: 3
            }
        );
        assert_eq!(
            domain.word(0.75_f64.to_bits(), Width::Eight).ok(),
            Some(192)
        );
        assert_eq!(
            domain.word(0.75_f32.to_bits().into(), Width::Four).ok(),
            Some(192)
        );
        assert!(
            domain.word(1.0_f64.to_bits(), Width::Eight).is_err()
                && domain.word(f64::NAN.to_bits(), Width::Eight).is_err()
        );
    }
}
