//! The first place where two outputs differ, as text.

use crate::output::{Drawn, Output, Seen, relative_draws};

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
            && let Some(place) =
                first_difference(&relative_draws(expected), &relative_draws(actual))
        {
            let index = place.index;
            let expected = describe_draw(expected.get(index));
            let actual = describe_draw(actual.get(index));
            return Some(format!(
                "draw {index} of the op\n{}",
                two_lines(&expected, &actual)
            ));
        }
        Some(match (&self.output, &actual.output) {
            (&Output::Number(expected), &Output::Number(actual)) => {
                compare_numbers(expected, actual)
            }
            (Output::Words(expected), Output::Words(actual)) => compare_words(expected, actual)?,
            (Output::Words64(expected), Output::Words64(actual)) => {
                compare_words(expected, actual)?
            }
            (Output::Words(expected), Output::Words64(actual)) => {
                compare_words(&widen(expected), actual)?
            }
            (Output::Words64(expected), Output::Words(actual)) => {
                compare_words(expected, &widen(actual))?
            }
            (Output::Texts(expected), Output::Texts(actual)) => {
                let place = first_difference(expected, actual)?;
                let expected = describe_text(place.expected);
                let actual = describe_text(place.actual);
                format!("text {}\n{}", place.index, two_lines(&expected, &actual))
            }
            (expected, actual) => two_lines(&describe_form(expected), &describe_form(actual)),
        })
    }
}

/// The first place at which two lists differ, and what they hold there; `None` if a list has ended.
struct DifferingPlace<'a, T> {
    index: usize,
    expected: Option<&'a T>,
    actual: Option<&'a T>,
}

fn first_difference<'a, T: PartialEq>(
    expected: &'a [T],
    actual: &'a [T],
) -> Option<DifferingPlace<'a, T>> {
    for index in 0..expected.len().max(actual.len()) {
        let (expected, actual) = (expected.get(index), actual.get(index));
        if expected != actual {
            return Some(DifferingPlace {
                index,
                expected,
                actual,
            });
        }
    }
    None
}

fn two_lines(expected: &str, actual: &str) -> String {
    format!("expected  {expected}\nactual    {actual}")
}

const LIST_ENDED: &str = "the list has ended";

fn describe_draw(draw: Option<&Drawn>) -> String {
    match draw {
        Some(Drawn { lo, hi, value }) => format!("value {value} (lo {lo}, hi {hi})"),
        None => "no draw".to_owned(),
    }
}

fn describe_text(text: Option<&String>) -> String {
    match text {
        Some(text) => format!("{text:?}"),
        None => LIST_ENDED.to_owned(),
    }
}

fn describe_word(word: Option<i128>) -> String {
    match word {
        Some(word) => describe_number(word, width(word)),
        None => LIST_ENDED.to_owned(),
    }
}

fn compare_words<T: Copy + PartialEq + Into<i128>>(expected: &[T], actual: &[T]) -> Option<String> {
    let place = first_difference(expected, actual)?;
    let expected = place.expected.map(|&word| word.into());
    let actual = place.actual.map(|&word| word.into());
    let text = match (expected, actual) {
        (Some(expected), Some(actual)) => compare_numbers(expected, actual),
        _ => two_lines(&describe_word(expected), &describe_word(actual)),
    };
    Some(format!("word {}\n{text}", place.index))
}

fn widen(words: &[u32]) -> Vec<u64> {
    words.iter().copied().map(u64::from).collect()
}

fn describe_form(output: &Output) -> String {
    match output {
        Output::Number(number) => format!("the number {number}"),
        Output::Words(words) => format!("{} words", words.len()),
        Output::Words64(words) => format!("{} words of 64 bits", words.len()),
        Output::Texts(texts) => format!("{} texts", texts.len()),
        Output::Nothing => output.to_string(),
    }
}

fn compare_numbers(expected: i128, actual: i128) -> String {
    let width = width(expected).max(width(actual));
    let differ = low_bits(expected ^ actual, width);
    let both = two_lines(
        &describe_number(expected, width),
        &describe_number(actual, width),
    );
    if differ == 0 {
        return format!(
            "{both}\nthe same {width} bits, read with a sign by one side and without by the other"
        );
    }
    format!(
        "{both}\ndiffer in {}: bits {}",
        bits_in_hex(differ, width),
        bit_ranges(differ)
    )
}

fn describe_number(number: i128, width: u32) -> String {
    format!("{number} = {}", bits_in_hex(low_bits(number, width), width))
}

/// The least of 32, 64 and 128 bits that holds the number, signed or unsigned.
fn width(number: i128) -> u32 {
    for width in [32, 64] {
        let least = -(1_i128 << (width - 1));
        if (least..1 << width).contains(&number) {
            return width;
        }
    }
    128
}

fn low_bits(number: i128, width: u32) -> u128 {
    number.cast_unsigned() & (u128::MAX >> (128 - width))
}

fn bits_in_hex(bits: u128, width: u32) -> String {
    format!("{bits:#0digits$x}", digits = width as usize / 4 + 2)
}

/// The positions of the bits that are set, with runs as `first-last`.
fn bit_ranges(bits: u128) -> String {
    let mut ranges = Vec::new();
    let mut bit = 0;
    while bit < 128 {
        let run = (bits >> bit).trailing_ones();
        match run {
            0 => {}
            1 => ranges.push(bit.to_string()),
            _ => ranges.push(format!("{bit}-{}", bit + run - 1)),
        }
        bit += run + 1;
    }
    ranges.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_both_widths_are_compared_as_numbers() {
        let narrow = Seen::words([1, 2]);
        let wide = Seen::words64([1, 1 << 32 | 2]);
        let text = narrow.difference(&wide).unwrap();
        assert!(
            text.starts_with("word 1\n") && text.contains(" 2 ="),
            "{text}"
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
            let text = compare_numbers(expected, actual);
            let hex = text
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| word.starts_with("0x"));
            assert!(
                hex.clone().count() == 3 && hex.clone().all(|word| word.len() == 18),
                "{text}"
            );
        }
        let signed = compare_numbers(0xffff_fffb, -5);
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
        let seen: Seen = "8 | 5 10 8".parse().unwrap();
        for same in ["8 | 0 5 3", "8 | 10 5 8", "8 | -5 0 -2"] {
            assert_eq!(seen.difference(&same.parse().unwrap()), None);
        }
        for other in ["8 | 0 4 3", "8 | 0 5 2", "8 | 5 10 3", "8 | 5 10 8, 0 5 3"] {
            let text = seen.difference(&other.parse().unwrap());
            assert!(text.unwrap().starts_with("draw "), "{other}");
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
