//! The first place where two outputs differ, as text.

use crate::output::{Drawn, Output, Seen, from_least};

impl Seen {
    /// The first place where `actual` differs from this one, with draws before the output; `None` if they agree.
    ///
    /// It is a few lines: both values, for numbers and words in decimal and in two's complement hexadecimal, at the least of
    /// 32, 64 and 128 bits that holds both; and the bits that differ.
    ///
    /// ```
    /// use roguelab_lockstep::Seen;
    /// assert_eq!(
    ///     Seen::number(8).difference(&Seen::number(-1)).unwrap(),
    ///     "expected  8 = 0x00000008\nactual    -1 = 0xffffffff\ndiffer in 0xfffffff7: bits 0-2, 4-31"
    /// );
    /// assert_eq!(Seen::number(8).difference(&Seen::number(8)), None);
    /// ```
    pub fn difference(&self, actual: &Self) -> Option<String> {
        if self.agrees(actual) {
            return None;
        }
        if let (Some(expected), Some(actual)) = (&self.draws, &actual.draws)
            && let Some((index, ..)) = first(&from_least(expected), &from_least(actual))
        {
            return Some(format!(
                "draw {index} of the op\n{}",
                both(&draw(expected.get(index)), &draw(actual.get(index)))
            ));
        }
        Some(match (&self.output, &actual.output) {
            (&Output::Number(expected), &Output::Number(actual)) => numbers(expected, actual),
            (Output::Words(expected), Output::Words(actual)) => words(expected, actual)?,
            (Output::Words64(expected), Output::Words64(actual)) => words(expected, actual)?,
            (Output::Words(expected), Output::Words64(actual)) => words(&wide(expected), actual)?,
            (Output::Words64(expected), Output::Words(actual)) => words(expected, &wide(actual))?,
            (Output::Texts(expected), Output::Texts(actual)) => {
                let (index, expected, actual) = first(expected, actual)?;
                let quoted =
                    |text: Option<&String>| text.map_or_else(ended, |text| format!("{text:?}"));
                format!("text {index}\n{}", both(&quoted(expected), &quoted(actual)))
            }
            (expected, actual) => both(&form(expected), &form(actual)),
        })
    }
}

/// The first index at which two lists differ, and what they hold there.
fn first<'a, T: PartialEq>(
    expected: &'a [T],
    actual: &'a [T],
) -> Option<(usize, Option<&'a T>, Option<&'a T>)> {
    (0..expected.len().max(actual.len()))
        .map(|index| (index, expected.get(index), actual.get(index)))
        .find(|(_, expected, actual)| expected != actual)
}

fn both(expected: &str, actual: &str) -> String {
    format!("expected  {expected}\nactual    {actual}")
}

fn ended() -> String {
    "the list has ended".to_owned()
}

fn draw(draw: Option<&Drawn>) -> String {
    draw.map_or("no draw".into(), |Drawn { lo, hi, value }| {
        format!("value {value} (lo {lo}, hi {hi})")
    })
}

fn words<T: Copy + PartialEq + Into<i128>>(expected: &[T], actual: &[T]) -> Option<String> {
    let (index, expected, actual) = first(expected, actual)?;
    let text = if let (Some(&expected), Some(&actual)) = (expected, actual) {
        numbers(expected.into(), actual.into())
    } else {
        let one = |word: Option<&T>| {
            word.map_or_else(ended, |&word| number(word.into(), width(word.into())))
        };
        both(&one(expected), &one(actual))
    };
    Some(format!("word {index}\n{text}"))
}

fn wide(words: &[u32]) -> Vec<u64> {
    words.iter().copied().map(u64::from).collect()
}

/// The kind of output.
fn form(output: &Output) -> String {
    match output {
        Output::Number(number) => format!("the number {number}"),
        Output::Words(words) => format!("{} words", words.len()),
        Output::Words64(words) => format!("{} words of 64 bits", words.len()),
        Output::Texts(texts) => format!("{} texts", texts.len()),
        Output::Nothing => output.to_string(),
    }
}

fn numbers(expected: i128, actual: i128) -> String {
    let width = width(expected).max(width(actual));
    let differ = low_bits(expected ^ actual, width);
    let both = both(&number(expected, width), &number(actual, width));
    if differ == 0 {
        return format!(
            "{both}\nthe same {width} bits, read with a sign by one side and without by the other"
        );
    }
    format!(
        "{both}\ndiffer in {}: bits {}",
        hex(differ, width),
        bit_ranges(differ)
    )
}

fn number(number: i128, width: u32) -> String {
    format!("{number} = {}", hex(low_bits(number, width), width))
}

/// The least of 32, 64 and 128 bits that holds the number, signed or unsigned.
fn width(number: i128) -> u32 {
    let fits = |width: u32| (-(1_i128 << (width - 1))..1_i128 << width).contains(&number);
    [32, 64]
        .into_iter()
        .find(|&width| fits(width))
        .unwrap_or(128)
}

fn low_bits(number: i128, width: u32) -> u128 {
    number.cast_unsigned() & (u128::MAX >> (128 - width))
}

fn hex(bits: u128, width: u32) -> String {
    format!("{bits:#0digits$x}", digits = width as usize / 4 + 2)
}

/// The positions of the bits that are set, with runs as `first-last`.
fn bit_ranges(bits: u128) -> String {
    let set = |bit: u32| bits >> bit & 1 == 1;
    let starts = (0..128).filter(|&bit| set(bit) && (bit == 0 || !set(bit - 1)));
    let ranges = starts.map(|start| {
        let last = start + (bits >> start).trailing_ones() - 1;
        if start == last {
            start.to_string()
        } else {
            format!("{start}-{last}")
        }
    });
    ranges.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_widths_are_compared_as_numbers() {
        let seen = |output| Seen {
            output,
            draws: None,
        };
        let narrow = seen(Output::Words(vec![1, 2]));
        let wide = |last| seen(Output::Words64(vec![1, last]));
        let said = narrow.difference(&wide(1 << 32 | 2)).unwrap();
        assert!(
            said.starts_with("word 1\n") && said.contains(" 2 ="),
            "{said}"
        );
    }

    #[test]
    fn differences_are_shown_at_the_width_of_the_wider_number() {
        for (one, bits) in [
            (0, 32),
            (-1, 32),
            (0xffff_ffff, 32),
            (1 << 32, 64),
            (-(1 << 31) - 1, 64),
            (1 << 64, 128),
        ] {
            assert_eq!(width(one), bits, "{one}");
        }
        for (expected, actual) in [(8, 1 << 40), (1 << 40, 8), (-1, 1 << 63), (1 << 63, -1)] {
            let text = numbers(expected, actual);
            let hex = text
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| word.starts_with("0x"));
            assert!(
                hex.clone().count() == 3 && hex.clone().all(|word| word.len() == 18),
                "{text}"
            );
        }
        let signed = numbers(0xffff_fffb, -5);
        assert!(
            signed.ends_with(
                "\nthe same 32 bits, read with a sign by one side and without by the other"
            ),
            "{signed}"
        );
        assert_eq!(
            (bit_ranges(0b1_0110), bit_ranges(u128::MAX)),
            ("1-2, 4".into(), "0-127".into())
        );
    }

    #[test]
    fn draws_agree_as_the_call_has_them_and_from_zero() {
        let seen = |text: &str| text.parse::<Seen>().unwrap();
        for same in ["8 | 0 5 3", "8 | 10 5 8", "8 | -5 0 -2"] {
            assert_eq!(seen("8 | 5 10 8").difference(&seen(same)), None);
        }
        for other in ["8 | 0 4 3", "8 | 0 5 2", "8 | 5 10 3", "8 | 5 10 8, 0 5 3"] {
            let said = seen("8 | 5 10 8").difference(&seen(other));
            assert!(said.unwrap().starts_with("draw "), "{other}");
        }
    }

    #[test]
    fn the_first_difference_is_shown() {
        for (expected, actual, said) in [
            (
                "3 | 0 9 3",
                "4 | 0 9 4",
                "draw 0 of the op\nexpected  value 3 (lo 0, hi 9)\nactual    value 4 (lo 0, hi 9)",
            ),
            (
                "3 | 0 9 3",
                "3 |",
                "draw 0 of the op\nexpected  value 3 (lo 0, hi 9)\nactual    no draw",
            ),
            (
                "[1 2]",
                "[1]",
                "word 1\nexpected  2 = 0x00000002\nactual    the list has ended",
            ),
            (
                "[4294967296 2]",
                "[4294967296 6]",
                "word 1\nexpected  2 = 0x00000002\nactual    6 = 0x00000006\ndiffer in 0x00000004: bits 2",
            ),
            (
                r#"["a" "b "]"#,
                r#"["a" "b"]"#,
                "text 1\nexpected  \"b \"\nactual    \"b\"",
            ),
            ("3", "nothing", "expected  the number 3\nactual    nothing"),
        ] {
            let expected: Seen = expected.parse().unwrap();
            let actual: Seen = actual.parse().unwrap();
            assert_eq!(expected.difference(&actual).unwrap(), said);
        }
    }
}
