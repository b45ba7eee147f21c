//! The first place where two outputs differ.

use std::fmt;

use crate::output::{Drawn, Output, Seen};

/// The first place where what was expected and what was seen differ. `None` stands for a list that has ended there.
///
/// Displayed on a few lines: both values, for numbers and words in decimal, in two's complement hexadecimal at the
/// least of 32, 64 and 128 bits that holds both, and the bits that differ.
///
/// ```
/// use lockstep::Seen;
/// let difference = Seen::number(8).difference(&Seen::number(-1)).unwrap();
/// assert_eq!(
///     difference.to_string(),
///     "expected  8 = 0x00000008\nactual    -1 = 0xffffffff\ndiffer in 0xfffffff7: bits 0-2, 4-31"
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// A logged draw.
    Draw {
        /// Which draw of the op, from 0.
        index: usize,
        /// The draw expected.
        expected: Option<Drawn>,
        /// The draw seen.
        actual: Option<Drawn>,
    },
    /// A number.
    Number {
        /// The number expected.
        expected: i128,
        /// The number seen.
        actual: i128,
    },
    /// A word of a list.
    Word {
        /// Which word, from 0.
        index: usize,
        /// The word expected.
        expected: Option<u64>,
        /// The word seen.
        actual: Option<u64>,
    },
    /// A text of a list.
    Text {
        /// Which text, from 0.
        index: usize,
        /// The text expected.
        expected: Option<String>,
        /// The text seen.
        actual: Option<String>,
    },
    /// Outputs of different forms.
    Form {
        /// The output expected.
        expected: Output,
        /// The output seen.
        actual: Output,
    },
}

impl Difference {
    /// Where `actual` first differs from `expected`: draws, if both log them, then outputs. `None` if they agree.
    pub fn between(expected: &Seen, actual: &Seen) -> Option<Self> {
        if let (Some(expected), Some(actual)) = (&expected.draws, &actual.draws)
            && let Some((index, expected, actual)) = first(expected, actual)
        {
            return Some(Self::Draw { index, expected, actual });
        }
        match (&expected.output, &actual.output) {
            (expected, actual) if expected.agrees(actual) => None,
            (&Output::Number(expected), &Output::Number(actual)) => Some(Self::Number { expected, actual }),
            (Output::Words(expected), Output::Words(actual)) => {
                first(expected, actual).map(|(index, expected, actual)| Self::Word {
                    index,
                    expected: expected.map(u64::from),
                    actual: actual.map(u64::from),
                })
            }
            (Output::Words64(expected), Output::Words64(actual)) => {
                first(expected, actual).map(|(index, expected, actual)| Self::Word { index, expected, actual })
            }
            (Output::Texts(expected), Output::Texts(actual)) => {
                first(expected, actual).map(|(index, expected, actual)| Self::Text { index, expected, actual })
            }
            (expected, actual) => Some(Self::Form { expected: expected.clone(), actual: actual.clone() }),
        }
    }
}

/// The first index where two lists differ, and what they hold there.
fn first<T: Clone + PartialEq>(expected: &[T], actual: &[T]) -> Option<(usize, Option<T>, Option<T>)> {
    (0..expected.len().max(actual.len()))
        .map(|index| (index, expected.get(index), actual.get(index)))
        .find(|(_, expected, actual)| expected != actual)
        .map(|(index, expected, actual)| (index, expected.cloned(), actual.cloned()))
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw { index, expected, actual } => {
                let show = |draw: &Option<Drawn>| match draw {
                    Some(Drawn { lo, hi, value }) => format!("value {value} (lo {lo}, hi {hi})"),
                    None => "no draw".to_owned(),
                };
                write!(f, "draw {index} of the op\nexpected  {}\nactual    {}", show(expected), show(actual))
            }
            &Self::Number { expected, actual } => numbers(f, expected, actual),
            Self::Word { index, expected, actual } => {
                writeln!(f, "word {index}")?;
                match (expected, actual) {
                    (&Some(expected), &Some(actual)) => numbers(f, expected.into(), actual.into()),
                    _ => ended(
                        f,
                        expected.map(|word| one(word.into(), width(word.into()))),
                        actual.map(|word| one(word.into(), width(word.into()))),
                    ),
                }
            }
            Self::Text { index, expected, actual } => {
                writeln!(f, "text {index}")?;
                let quoted = |text: &Option<String>| text.as_ref().map(|text| format!("{text:?}"));
                ended(f, quoted(expected), quoted(actual))
            }
            Self::Form { expected, actual } => ended(f, Some(expected.form()), Some(actual.form())),
        }
    }
}

fn ended(f: &mut fmt::Formatter<'_>, expected: Option<String>, actual: Option<String>) -> fmt::Result {
    let show = |item: Option<String>| item.unwrap_or_else(|| "the list has ended".to_owned());
    write!(f, "expected  {}\nactual    {}", show(expected), show(actual))
}

fn numbers(f: &mut fmt::Formatter<'_>, expected: i128, actual: i128) -> fmt::Result {
    let width = width(expected).max(width(actual));
    let differ = low_bits(expected ^ actual, width);
    write!(
        f,
        "expected  {}\nactual    {}\ndiffer in {}: bits {}",
        one(expected, width),
        one(actual, width),
        hex(differ, width),
        bit_ranges(differ)
    )
}

fn one(number: i128, width: u32) -> String {
    format!("{number} = {}", hex(low_bits(number, width), width))
}

/// The least of 32, 64 and 128 bits that holds the number, with a sign or without.
fn width(number: i128) -> u32 {
    let fits = |width: u32| (-(1_i128 << (width - 1))..1_i128 << width).contains(&number);
    [32, 64].into_iter().find(|&width| fits(width)).unwrap_or(128)
}

fn low_bits(number: i128, width: u32) -> u128 {
    number.cast_unsigned() & (u128::MAX >> (128 - width))
}

fn hex(bits: u128, width: u32) -> String {
    format!("{bits:#0digits$x}", digits = width as usize / 4 + 2)
}

/// The positions of the bits that are set, runs of them as `first-last`.
fn bit_ranges(bits: u128) -> String {
    let set = |bit: u32| bits >> bit & 1 == 1;
    let starts = (0..128).filter(|&bit| set(bit) && (bit == 0 || !set(bit - 1)));
    let ranges = starts.map(|start| {
        let last = start + (bits >> start).trailing_ones() - 1;
        if start == last { start.to_string() } else { format!("{start}-{last}") }
    });
    ranges.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_fits_both_signs() {
        let cases = [(0, 32), (-1, 32), (0xffff_ffff, 32), (1 << 32, 64), (-(1 << 31) - 1, 64), (1 << 64, 128)];
        for (number, bits) in cases {
            assert_eq!(width(number), bits, "{number}");
        }
    }

    #[test]
    fn both_numbers_are_shown_at_the_width_of_the_wider() {
        for (narrow, wide) in [(8, 1 << 40), (-1, 1 << 63)] {
            for (expected, actual) in [(narrow, wide), (wide, narrow)] {
                let text = Difference::Number { expected, actual }.to_string();
                assert!(text.lines().all(|line| line.contains("0x")), "{text}");
                let hex = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.starts_with("0x"));
                assert!(hex.clone().count() == 3 && hex.clone().all(|word| word.len() == 18), "{text}");
            }
        }
    }

    #[test]
    fn bits_are_named_to_the_last() {
        assert_eq!(bit_ranges(0b1_0110), "1-2, 4");
        assert_eq!(bit_ranges(u128::MAX), "0-127");
    }

    #[test]
    fn draws_are_compared_before_outputs() {
        let seen = |value| Seen::number(value).with_draws(vec![Drawn { lo: 0, hi: 9, value }]);
        let text = seen(3).difference(&seen(4)).unwrap().to_string();
        assert_eq!(text, "draw 0 of the op\nexpected  value 3 (lo 0, hi 9)\nactual    value 4 (lo 0, hi 9)");
    }

    #[test]
    fn a_shorter_list_differs_where_it_ends() {
        let text = Seen::words([1, 2]).difference(&Seen::words([1])).unwrap().to_string();
        assert_eq!(text, "word 1\nexpected  2 = 0x00000002\nactual    the list has ended");
    }

    #[test]
    fn words_and_texts_are_shown_where_they_differ() {
        let words = Seen::words([1, 2]).difference(&Seen::words([1, 6])).unwrap().to_string();
        assert_eq!(words, "word 1\nexpected  2 = 0x00000002\nactual    6 = 0x00000006\ndiffer in 0x00000004: bits 2");
        let texts = Seen::texts(["a", "b "]).difference(&Seen::texts(["a", "b"])).unwrap().to_string();
        assert_eq!(texts, "text 1\nexpected  \"b \"\nactual    \"b\"");
        let forms = Seen::number(3).difference(&Seen::nothing()).unwrap().to_string();
        assert_eq!(forms, "expected  the number 3\nactual    nothing");
    }
}
