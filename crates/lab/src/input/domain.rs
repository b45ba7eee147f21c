//! Which numbers belong into a stream, and what is made of them.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};

use super::text::{Scanner, show};
use super::{Bytes, Law, Width};

/// Names of the numbers from 0.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Names {
    numbers: Arc<HashMap<Vec<u8>, u64>>,
}

impl Names {
    /// In this order.
    pub(crate) fn new(names: Vec<Vec<u8>>) -> Result<Self> {
        let mut numbers = HashMap::new();
        for (name, number) in names.into_iter().zip(0..) {
            if let Some(name) = numbers.insert(name.clone(), number).map(|_| name) {
                bail!(
                    "`{}` is there twice: each needs a name of its own, like 7H and 7S",
                    show(&name)
                );
            }
        }
        Ok(Self {
            numbers: Arc::new(numbers),
        })
    }

    /// One or more a line.
    pub(crate) fn read(input: Bytes) -> Result<Self> {
        let (mut scanner, mut names) = (Scanner::new(input, Domain::up_to(0)), Vec::new());
        loop {
            match scanner.texts(super::LONGEST_ROW)?.1 {
                line if line.is_empty() => break,
                line => names.extend(line),
            }
        }
        if names.len() < 2 {
            bail!(
                "{} symbols are too few: give at least two, separated by blanks, commas or line ends",
                names.len()
            );
        }
        Self::new(names)
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// That of a number.
    pub(crate) fn of(&self, number: u32) -> String {
        let named = self
            .numbers
            .iter()
            .find(|(_, other)| **other == u64::from(number));
        named.map_or_else(|| number.to_string(), |(name, _)| show(name))
    }

    /// The first few in their order.
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

/// A loot table: a weight a line, or a name and its weight.
pub(crate) fn weights(input: Bytes) -> Result<(Vec<u64>, Option<Names>)> {
    let mut scanner = Scanner::new(input, Domain::up_to(0));
    let (mut weights, mut names) = (Vec::new(), Vec::new());
    loop {
        let (line, mut texts) = scanner.texts(super::LONGEST_ROW)?;
        let Some(weight) = texts.pop() else { break };
        weights.push(whole(&weight).and_then(|weight| u64::try_from(weight).ok()).ok_or_else(|| {
            anyhow!(
                "line {line}: `{}` is no weight; give whole numbers (instead of 0.5 and 99.5, 1 and 199)",
                show(&weight)
            )
        })?);
        if texts.len() > 1 {
            bail!(
                "line {line} has {} entries: give a weight, or a name and a weight; quote a name with blanks",
                texts.len() + 1
            );
        }
        names.extend(texts);
        if !names.is_empty() && names.len() < weights.len() {
            bail!("line {line} has a name and others have none: name all or none");
        }
    }
    let names = if names.is_empty() {
        None
    } else {
        Some(Names::new(names)?)
    };
    Ok((weights, names))
}

/// Which numbers belong into a stream, and what is made of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Domain {
    /// Whole numbers, given as from 0.
    Whole {
        /// The smallest.
        first: u64,
        /// The largest.
        last: u64,
    },
    /// Names, given as their numbers.
    Named(Names),
    /// Numbers of a law, given as so many top bits of their places.
    Fractions {
        /// How many bits.
        bits: u32,
        /// How they are distributed.
        law: Law,
    },
    /// Fractions from 0 to 1, given as the bits of their doubles.
    Doubles,
}

/// How exactly fractions are written: the most digits of any.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Digits {
    /// After the point.
    pub after: u32,
    /// From the first that is not 0.
    pub significant: u32,
}

impl Digits {
    /// Those of a number such as `0.25` or `2.5E-01`.
    fn of(text: &[u8]) -> Self {
        let split = text
            .iter()
            .position(|byte| matches!(byte, b'e' | b'E'))
            .unwrap_or(text.len());
        let (number, exponent) = (&text[..split], text.get(split + 1..).unwrap_or(&[]));
        let exponent: i64 = str::from_utf8(exponent)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        let digits = |bytes: &[u8]| bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
        let point = number
            .iter()
            .position(|byte| *byte == b'.')
            .map_or(0, |point| digits(&number[point..]) as i64);
        let first = number
            .iter()
            .position(|byte| (b'1'..=b'9').contains(byte))
            .unwrap_or(number.len());
        let count = |digits: i64| u32::try_from(digits.max(0)).unwrap_or(u32::MAX);
        Self {
            after: count(point.saturating_sub(exponent)),
            significant: digits(&number[first..]) as u32,
        }
    }

    fn max(self, other: Self) -> Self {
        Self {
            after: self.after.max(other.after),
            significant: self.significant.max(other.significant),
        }
    }
}

impl Domain {
    /// Whole numbers from 0.
    pub(crate) const fn up_to(last: u64) -> Self {
        Self::Whole { first: 0, last }
    }

    /// The number in a text; otherwise what is wrong, with `{}` for the text. Counts the digits of a fraction.
    pub(super) fn number(&self, text: &[u8], digits: &mut Digits) -> Result<u64, String> {
        match self {
            Self::Whole { first, last } => match whole(text) {
                Some(number) => u64::try_from(number)
                    .ok()
                    .filter(|number| (first..=last).contains(&number))
                    .map(|number| number - first)
                    .ok_or_else(|| out_of_range("{}", *first, *last)),
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
                    || format!("`{{}}` is none of the {} symbols: {}; check --symbols", names.len(), names.shown());
                names.numbers.get(text).copied().ok_or_else(known)
            }
            Self::Fractions { .. } | Self::Doubles => {
                let fraction = real(text).ok_or("`{}` is not a number; numbers like 0.25 belong here")?;
                *digits = digits.max(Digits::of(text));
                self.fraction(fraction)
            }
        }
    }

    /// What is given of a fraction; otherwise what is wrong, with `{}` for the fraction.
    fn fraction(&self, fraction: f64) -> Result<u64, String> {
        match self {
            Self::Fractions { bits, law } => {
                let place = law.place(fraction).ok_or_else(|| law.refusal(fraction))?;
                Ok(((place * (1_u64 << bits) as f64) as u64).min((1 << bits) - 1))
            }
            _ if (0.0..=1.0).contains(&fraction) => Ok(fraction.to_bits()),
            _ => Err("{} is out of range: numbers from 0 to 1 belong here".into()),
        }
    }

    /// The number in a binary word of this width; otherwise what is wrong.
    pub(super) fn word(&self, word: u64, width: Width) -> Result<u64, String> {
        match self {
            Self::Whole { first, last } if (*first..=*last).contains(&word) => Ok(word - first),
            Self::Whole { first, last } => Err(out_of_range(&word.to_string(), *first, *last)),
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

/// A number with a point or an exponent, or without.
fn real(text: &[u8]) -> Option<f64> {
    let short = str::from_utf8(text)
        .ok()
        .filter(|text| text.len() <= super::text::LONGEST);
    short.and_then(|text| text.parse().ok())
}

/// A number that is too small or too large.
fn out_of_range(found: &str, first: u64, last: u64) -> String {
    format!(
        "{found} is out of range, {first} to {last} belong here; check --kind, --bits, --below or --base"
    )
}

/// Decimal, or hexadecimal after `0x`. What is too large for 64 bits stays too large.
pub(super) fn whole(text: &[u8]) -> Option<u128> {
    let (radix, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        digits => (10, digits),
    };
    if digits.is_empty() || text.len() > super::text::LONGEST {
        return None;
    }
    let mut number = 0_u128;
    for &digit in digits {
        let digit = char::from(digit).to_digit(radix)?;
        number = number
            .saturating_mul(radix.into())
            .saturating_add(digit.into());
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &'static str) -> Result<(Vec<u64>, Option<Names>)> {
        weights(Box::new(text.as_bytes()))
    }

    #[test]
    fn a_loot_table_has_weights_with_or_without_names() {
        assert_eq!(
            table("# common\n 95\n4\n\n1").unwrap(),
            (vec![95, 4, 1], None)
        );
        let (weights, names) = table("gold 95\n'magic ring', 5\n").unwrap();
        let names = names.unwrap();
        assert_eq!(
            (weights, names.shown()),
            (vec![95, 5], "gold, magic ring".into())
        );
        assert_eq!(
            Domain::Named(names).number(b"magic ring", &mut Digits::default()),
            Ok(1)
        );
        for (text, error) in [
            ("gold 0.5", "line 1: `0.5` is no weight"),
            ("1\ngold 2\n", "line 2 has a name and others have none"),
            ("gold 2\n\n1\n", "line 3 has a name and others have none"),
            ("magic ring 2\n", "line 1 has 3 entries"),
            ("a 1\na 2", "`a` is there twice"),
        ] {
            let found = table(text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }

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

    #[test]
    fn digits_are_counted_with_exponents_and_without_the_zeros_before_them() {
        let of = |text: &str| Digits::of(text.as_bytes());
        assert_eq!(
            of("0.0123"),
            Digits {
                after: 4,
                significant: 3
            }
        );
        assert_eq!(
            of("1.230e-02"),
            Digits {
                after: 5,
                significant: 4
            }
        );
        assert_eq!(
            (of("5E-7"), of("0")),
            (
                Digits {
                    after: 7,
                    significant: 1
                },
                Digits::default()
            )
        );
    }
}
