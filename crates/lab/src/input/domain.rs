//! The domains of streams: which numbers they may contain, and how these become items.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Result, bail};

use super::written::{Digits, real, show, signed};
use super::{Law, Width};

/// Names for the numbers from 0 on.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Names {
    numbers: Arc<HashMap<Vec<u8>, u64>>,
}

impl Names {
    /// Names in this order.
    pub(crate) fn new(names: Vec<Vec<u8>>) -> Result<Self> {
        let mut numbers = HashMap::new();
        for (name, number) in names.into_iter().zip(0..) {
            if let Some(name) = numbers.insert(name.clone(), number).map(|_| name) {
                bail!(
                    "`{}` occurs twice: each needs a name of its own, like 7H and 7S",
                    show(&name)
                );
            }
        }
        Ok(Self {
            numbers: Arc::new(numbers),
        })
    }

    /// The number of names.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The name of a number or, if it has none, its digits.
    pub(crate) fn of(&self, number: u32) -> String {
        let named = self
            .numbers
            .iter()
            .find(|(_, other)| **other == u64::from(number));
        named.map_or_else(|| number.to_string(), |(name, _)| show(name))
    }

    /// The first few names, in order.
    pub(crate) fn shown(&self) -> String {
        let mut names: Vec<_> = self
            .numbers
            .iter()
            .map(|(name, number)| (number, name))
            .collect();
        names.sort_unstable();
        let more = if names.len() > 4 { ", ..." } else { "" };
        let first: Vec<String> = names.iter().take(4).map(|(_, name)| show(name)).collect();
        format!("{}{more}", first.join(", "))
    }
}

/// The domain of a stream: which numbers it may contain, and how these become items.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Domain {
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
        law: Law,
    },
    /// Fractions from 0 to 1, given as the bits of their doubles.
    Doubles,
}

impl Domain {
    /// Integers from 0 to `last`.
    pub(crate) const fn up_to(last: u64) -> Self {
        Self::Whole {
            first: 0,
            last: last as i128,
        }
    }

    /// The number in a text, or an error with `{}` for the text. Counts the digits of a fraction.
    pub(crate) fn number(&self, text: &[u8], digits: &mut Digits) -> Result<u64, String> {
        match self {
            Self::Whole { first, last } => match signed(text) {
                Some(number) => place(number, *first, *last).ok_or_else(|| out_of_range(number, "{}", *first, *last)),
                None if real(text).is_some() => {
                    Err("`{}` is not a whole number; for fractions give --kind float".into())
                }
                None => Err(
                    "`{}` is not a number; give whole numbers, decimal or 0x and hexadecimal digits, and # before a \
                             comment; if the input is not text, name its --kind"
                        .into(),
                ),
            },
            Self::Named(names) => {
                let known =
                    || format!("`{{}}` is not one of the {} symbols: {}; check --symbols", names.len(), names.shown());
                names.numbers.get(text).copied().ok_or_else(known)
            }
            Self::Fractions { .. } | Self::Doubles => {
                let fraction = real(text).ok_or("`{}` is not a number; give numbers like 0.25")?;
                *digits = digits.max(Digits::of(text));
                self.fraction(fraction)
            }
        }
    }

    /// The item for a fraction, or an error with `{}` for the fraction.
    fn fraction(&self, fraction: f64) -> Result<u64, String> {
        match self {
            Self::Fractions { bits, law } => {
                let place = law.place(fraction).ok_or_else(|| law.refusal(fraction))?;
                Ok(((place * (1_u64 << bits) as f64) as u64).min((1 << bits) - 1))
            }
            _ if (0.0..=1.0).contains(&fraction) => Ok(fraction.to_bits()),
            _ => Err("{} is out of range: give numbers from 0 to 1".into()),
        }
    }

    /// The number in a binary word of this width, or an error.
    pub(crate) fn word(&self, word: u64, width: Width) -> Result<u64, String> {
        match self {
            Self::Whole { first, last } => place(word.into(), *first, *last)
                .ok_or_else(|| out_of_range(word.into(), &word.to_string(), *first, *last)),
            Self::Named(_) => Err("symbols are text, and not binary words".into()),
            Self::Fractions { .. } | Self::Doubles => {
                let fraction = width.number(word);
                self.fraction(fraction).map_err(|flaw| {
                    let check = if fraction.total_cmp(&1.0).is_eq() {
                        ""
                    } else {
                        "; check --kind and --endian"
                    };
                    flaw.replace("{}", &format!("{fraction:?}")) + check
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

/// The error for a number that is too small or too large.
fn out_of_range(number: i128, found: &str, first: i128, last: i128) -> String {
    const LAST_32: i128 = u32::MAX as i128;
    const LAST_64: i128 = u64::MAX as i128;
    let remedy = match (first, last) {
        (0, LAST_32 | LAST_64) if number < 0 => {
            "if these are signed words, add 2^32 or 2^64 to negative ones"
        }
        (0, LAST_32) if number <= LAST_64 => "if these are words of 64 bits, give --bits 64",
        _ => "check --kind, --bits, --below or --base",
    };
    format!("{found} is out of range: it must be from {first} to {last}; {remedy}")
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
                law: Law::Uniform,
            },
        );
        let mut number = |text: &str| domain.number(text.as_bytes(), &mut digits);
        assert_eq!(
            [number("0"), number("0.5"), number("0.998"), number(".25")],
            [Ok(0), Ok(128), Ok(255), Ok(64)]
        );
        for wrong in ["1", "-0.5", "NaN", "inf", "1.0", "x", ""] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            digits,
            Digits {
                after: 3,
                significant: 3
            }
        );
        assert_eq!(domain.word(0.75_f64.to_bits(), Width::Eight), Ok(192));
        assert_eq!(domain.word(0.75_f32.to_bits().into(), Width::Four), Ok(192));
        assert!(
            domain.word(1.0_f64.to_bits(), Width::Eight).is_err()
                && domain.word(f64::NAN.to_bits(), Width::Eight).is_err()
        );
    }
}
