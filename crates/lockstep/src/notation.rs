//! Outputs as text that a program can write and read: the answers of docs/protocol.md.

use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use thiserror::Error;

use crate::output::{Drawn, Output, Seen};
use crate::shown;

/// A text that is not an answer: what was expected, and where.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{0}")]
pub struct ParseSeenError(String);

/// The notation of an answer, which [`FromStr`] reads back: the output in full, and after ` | ` the draws.
///
/// ```
/// use roguelab_lockstep::{Drawn, Seen};
/// let seen = Seen::number(7).with_draws(vec![Drawn { lo: 0, hi: 9, value: 7 }, Drawn { lo: 1, hi: 6, value: 3 }]);
/// assert_eq!(seen.to_string(), "7 | 0 9 7, 1 6 3");
/// assert_eq!("7 | 0 9 7, 1 6 3".parse(), Ok(seen));
/// ```
impl Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.output {
            Output::Words(words) => list(f, words)?,
            Output::Words64(words) => list(f, words)?,
            output => write!(f, "{output}")?,
        }
        let Some(draws) = &self.draws else {
            return Ok(());
        };
        f.write_str(" |")?;
        for (index, Drawn { lo, hi, value }) in draws.iter().enumerate() {
            write!(f, "{} {lo} {hi} {value}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

fn list(f: &mut fmt::Formatter<'_>, words: &[impl Display]) -> fmt::Result {
    f.write_char('[')?;
    for (index, word) in words.iter().enumerate() {
        write!(f, "{}{word}", if index == 0 { "" } else { " " })?;
    }
    f.write_char(']')
}

/// Reads `nothing`, a number, words or texts. Words are [`Output::Words64`] if one of them needs more than 32 bits; an empty
/// list is a list of words.
///
/// ```
/// use roguelab_lockstep::Output;
/// assert_eq!("0x2a".parse(), Ok(Output::Number(42)));
/// assert_eq!("[1 2 3]".parse(), Ok(Output::Words(vec![1, 2, 3])));
/// assert_eq!(r#"["blue" "a \"b\""]"#.parse(), Ok(Output::Texts(vec!["blue".into(), "a \"b\"".into()])));
/// ```
impl FromStr for Output {
    type Err = ParseSeenError;

    fn from_str(text: &str) -> Result<Self, ParseSeenError> {
        let (output, rest) = output(text.trim())?;
        if rest.is_empty() {
            Ok(output)
        } else {
            Err(after(rest))
        }
    }
}

impl FromStr for Seen {
    type Err = ParseSeenError;

    fn from_str(text: &str) -> Result<Self, ParseSeenError> {
        let (output, rest) = output(text.trim())?;
        Ok(Self {
            output,
            draws: draws(rest)?,
        })
    }
}

/// The draws after an output, if any are given.
pub(crate) fn draws(rest: &str) -> Result<Option<Vec<Drawn>>, ParseSeenError> {
    let rest = rest.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    let logged = rest.strip_prefix('|').ok_or_else(|| after(rest))?.trim();
    logged
        .split(',')
        .filter(|_| !logged.is_empty())
        .map(draw)
        .collect::<Result<_, _>>()
        .map(Some)
}

fn error(what: impl Into<String>) -> ParseSeenError {
    ParseSeenError(what.into())
}

fn after(rest: &str) -> ParseSeenError {
    error(format!(
        "`{}` follows the output, where only ` | ` and draws may stand",
        shown(rest, 40)
    ))
}

/// The output that a text begins with, and what follows it.
fn output(text: &str) -> Result<(Output, &str), ParseSeenError> {
    if let Some(list) = text.strip_prefix('[') {
        let list = list.trim_start();
        return if list.starts_with('"') {
            texts(list)
        } else {
            words(list)
        };
    }
    let (first, rest) = text.split_at(text.find([' ', '|']).unwrap_or(text.len()));
    if first == "nothing" {
        return Ok((Output::Nothing, rest));
    }
    let number = number(first).ok_or_else(|| {
        let (given, what) = (
            shown(text, 40),
            "`nothing`, a whole number, `[1 2]` or `[\"a\" \"b\"]`",
        );
        error(format!("`{given}` is not an output: expected {what}"))
    })?;
    Ok((Output::Number(number), rest))
}

/// A whole number, decimal or, after `0x`, hexadecimal.
fn number(text: &str) -> Option<i128> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    if digits.starts_with('+') || radix == 16 && digits.starts_with('-') {
        return None;
    }
    // Most numbers are short, and 64 bits are read faster.
    i64::from_str_radix(digits, radix)
        .map(i128::from)
        .or_else(|_| i128::from_str_radix(digits, radix))
        .ok()
}

fn words(list: &str) -> Result<(Output, &str), ParseSeenError> {
    let (inside, rest) = list
        .split_once(']')
        .ok_or_else(|| error("the list has no end: `]` is missing"))?;
    let read = inside.split_ascii_whitespace().map(|word| {
        let fits = number(word).and_then(|number| u64::try_from(number).ok());
        fits.ok_or_else(|| {
            error(format!(
                "`{}` is not a word from 0 to 2^64 - 1",
                shown(word, 40)
            ))
        })
    });
    let wide = read.collect::<Result<Vec<u64>, _>>()?;
    let narrow = wide
        .iter()
        .map(|&word| u32::try_from(word))
        .collect::<Result<Vec<u32>, _>>();
    Ok((
        narrow.map_or_else(|_| Output::Words64(wide), Output::Words),
        rest,
    ))
}

fn texts(list: &str) -> Result<(Output, &str), ParseSeenError> {
    let mut texts = Vec::new();
    let mut rest = list;
    loop {
        if let Some(after) = rest.strip_prefix(']') {
            return Ok((Output::Texts(texts), after));
        }
        let quoted = rest.strip_prefix('"').ok_or_else(|| {
            error(format!(
                "in a list of texts each is in quotes, and `]` ends it; found `{}`",
                shown(rest, 40)
            ))
        })?;
        let (text, after) = quoted_text(quoted)?;
        texts.push(text);
        rest = after.trim_start();
    }
}

/// The text up to the closing quote, and what follows it.
fn quoted_text(quoted: &str) -> Result<(String, &str), ParseSeenError> {
    let unclosed = || {
        error(format!(
            "a text has no closing quote: `\"{}`",
            shown(quoted, 40)
        ))
    };
    let mut text = String::new();
    let mut rest = quoted;
    loop {
        let at = rest.find(['"', '\\']).ok_or_else(unclosed)?;
        text.push_str(&rest[..at]);
        if rest[at..].starts_with('"') {
            return Ok((text, &rest[at + 1..]));
        }
        let mut escape = rest[at + 1..].chars();
        text.push(match escape.next().ok_or_else(unclosed)? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            same @ ('"' | '\\' | '\'') => same,
            'u' => {
                let code = escape
                    .as_str()
                    .strip_prefix('{')
                    .and_then(|code| code.split_once('}'));
                let read = code.and_then(|(digits, after)| {
                    Some((
                        char::from_u32(u32::from_str_radix(digits, 16).ok()?)?,
                        after,
                    ))
                });
                let (c, after) = read
                    .ok_or_else(|| error("after `\\u` comes a code point in braces: `\\u{1f}`"))?;
                escape = after.chars();
                c
            }
            other => {
                return Err(error(format!(
                    "`\\{}` is not an escape",
                    other.escape_default()
                )));
            }
        });
        rest = escape.as_str();
    }
}

fn draw(text: &str) -> Result<Drawn, ParseSeenError> {
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|part| number(part).and_then(|n| i64::try_from(n).ok()));
    match (
        numbers.next(),
        numbers.next(),
        numbers.next(),
        numbers.next(),
    ) {
        (Some(Some(lo)), Some(Some(hi)), Some(Some(value)), None) => Ok(Drawn { lo, hi, value }),
        _ => Err(error(format!(
            "`{}` is not a draw: expected `LO HI VALUE`, three whole numbers",
            shown(text.trim(), 40)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_output() -> impl Strategy<Value = Output> {
        prop_oneof![
            Just(Output::Nothing),
            any::<i128>().prop_map(Output::Number),
            any::<Vec<u32>>().prop_map(Output::Words),
            any::<Vec<u64>>()
                .prop_filter("wide", |words| words
                    .iter()
                    .any(|&word| word > u64::from(u32::MAX)))
                .prop_map(Output::Words64),
            any::<Vec<String>>()
                .prop_filter("not empty", |texts| !texts.is_empty())
                .prop_map(Output::Texts),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(output in any_output(), draws in any::<Option<Vec<(i64, i64, i64)>>>()) {
            let draws = draws.map(|draws| draws.into_iter().map(|(lo, hi, value)| Drawn { lo, hi, value }).collect());
            let seen = Seen { output, draws };
            let text = seen.to_string();
            prop_assert!(!text.contains('\n'));
            prop_assert_eq!(text.parse(), Ok(seen));
        }

        #[test]
        fn no_text_is_too_strange_to_be_refused(text in any::<String>()) {
            let _ = text.parse::<Seen>();
            let _ = format!("[\"{text}").parse::<Seen>();
            let _ = format!("7 | {text}").parse::<Seen>();
        }
    }

    #[test]
    fn other_spellings_are_read_too() {
        for (text, written) in [
            (" 7 ", "7"),
            ("0xffffffffffffffff", "18446744073709551615"),
            ("[ 0x10  2 ]", "[16 2]"),
            ("[]", "[]"),
            ("[4294967296]", "[4294967296]"),
            (r#"["a | b]" "\u{1f}\n"]"#, r#"["a | b]" "\u{1f}\n"]"#),
            ("nothing |", "nothing |"),
            ("7|0 9 7", "7 | 0 9 7"),
        ] {
            assert_eq!(text.parse::<Seen>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn what_is_no_answer_is_refused_with_the_reason() {
        for (text, reason) in [
            ("", "`` is not an output"),
            (
                "hello",
                "`hello` is not an output: expected `nothing`, a whole number",
            ),
            ("1.5", "`1.5` is not an output"),
            ("NaN", "is not an output"),
            ("+7", "is not an output"),
            ("0x-7", "is not an output"),
            ("0x", "is not an output"),
            ("7 8", "`8` follows the output"),
            ("nothing.", "is not an output"),
            ("[1 2", "`]` is missing"),
            ("[1 -2]", "`-2` is not a word"),
            ("[18446744073709551616]", "is not a word"),
            (r#"["a" 7]"#, "each is in quotes"),
            (r#"["a]"#, "no closing quote"),
            (r#"["\q"]"#, r"`\q` is not an escape"),
            (r#"["\u{110000}"]"#, "a code point in braces"),
            ("7 | 0 9", "`0 9` is not a draw"),
            ("7 | 0 9 7,", "`` is not a draw"),
            ("7 | 0 9 7 1", "is not a draw"),
        ] {
            let error = text.parse::<Seen>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
