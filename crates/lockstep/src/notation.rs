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
        let (output, rest) = read_output(text.trim())?;
        if rest.is_empty() {
            Ok(output)
        } else {
            Err(unexpected(rest))
        }
    }
}

impl FromStr for Seen {
    type Err = ParseSeenError;

    fn from_str(text: &str) -> Result<Self, ParseSeenError> {
        let (output, rest) = read_output(text.trim())?;
        Ok(Self {
            output,
            draws: read_draws(rest)?,
        })
    }
}

/// The draws after an output, if any are given.
pub(crate) fn read_draws(rest: &str) -> Result<Option<Vec<Drawn>>, ParseSeenError> {
    let rest = rest.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    let Some(logged) = rest.strip_prefix('|') else {
        return Err(unexpected(rest));
    };
    let logged = logged.trim();
    let mut draws = Vec::new();
    if !logged.is_empty() {
        for text in logged.split(',') {
            draws.push(read_draw(text)?);
        }
    }
    Ok(Some(draws))
}

fn error(what: impl Into<String>) -> ParseSeenError {
    ParseSeenError(what.into())
}

/// The error of a text that follows the output and is not a list of draws.
fn unexpected(rest: &str) -> ParseSeenError {
    error(format!(
        "`{}` follows the output, where only ` | ` and draws may stand",
        shown(rest, 40)
    ))
}

/// The output that a text begins with, and what follows it.
fn read_output(text: &str) -> Result<(Output, &str), ParseSeenError> {
    if let Some(list) = text.strip_prefix('[') {
        let list = list.trim_start();
        return if list.starts_with('"') {
            read_texts(list)
        } else {
            read_words(list)
        };
    }
    let (first, rest) = text.split_at(text.find([' ', '|']).unwrap_or(text.len()));
    if first == "nothing" {
        return Ok((Output::Nothing, rest));
    }
    match read_number(first) {
        Some(number) => Ok((Output::Number(number), rest)),
        None => Err(error(format!(
            "`{}` is not an output: expected `nothing`, a whole number, `[1 2]` or `[\"a\" \"b\"]`",
            shown(text, 40)
        ))),
    }
}

/// A whole number, decimal or, after `0x`, hexadecimal.
fn read_number(text: &str) -> Option<i128> {
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

fn read_words(list: &str) -> Result<(Output, &str), ParseSeenError> {
    let Some((inside, rest)) = list.split_once(']') else {
        return Err(error("the list has no end: `]` is missing"));
    };
    let mut wide = Vec::new();
    for word in inside.split_ascii_whitespace() {
        let number = read_number(word).and_then(|number| u64::try_from(number).ok());
        let Some(number) = number else {
            return Err(error(format!(
                "`{}` is not a word from 0 to 2^64 - 1",
                shown(word, 40)
            )));
        };
        wide.push(number);
    }
    let narrow: Result<Vec<u32>, _> = wide.iter().map(|&word| u32::try_from(word)).collect();
    let output = match narrow {
        Ok(words) => Output::Words(words),
        Err(_) => Output::Words64(wide),
    };
    Ok((output, rest))
}

fn read_texts(list: &str) -> Result<(Output, &str), ParseSeenError> {
    let mut texts = Vec::new();
    let mut rest = list;
    loop {
        if let Some(after) = rest.strip_prefix(']') {
            return Ok((Output::Texts(texts), after));
        }
        let Some(quoted) = rest.strip_prefix('"') else {
            return Err(error(format!(
                "in a list of texts each is in quotes, and `]` ends it; found `{}`",
                shown(rest, 40)
            )));
        };
        let (text, after) = read_quoted(quoted)?;
        texts.push(text);
        rest = after.trim_start();
    }
}

/// The text up to the closing quote, and what follows it.
fn read_quoted(quoted: &str) -> Result<(String, &str), ParseSeenError> {
    let mut text = String::new();
    let mut rest = quoted;
    loop {
        let Some(at) = rest.find(['"', '\\']) else {
            return Err(unclosed(quoted));
        };
        text.push_str(&rest[..at]);
        if rest[at..].starts_with('"') {
            return Ok((text, &rest[at + 1..]));
        }
        let mut escape = rest[at + 1..].chars();
        text.push(match escape.next().ok_or_else(|| unclosed(quoted))? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            same @ ('"' | '\\' | '\'') => same,
            'u' => {
                let Some((c, after)) = read_code_point(escape.as_str()) else {
                    return Err(error("after `\\u` comes a code point in braces: `\\u{1f}`"));
                };
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

/// A character from its hexadecimal code point in braces, and what follows it.
fn read_code_point(text: &str) -> Option<(char, &str)> {
    let (digits, after) = text.strip_prefix('{')?.split_once('}')?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    Some((char::from_u32(code)?, after))
}

fn unclosed(quoted: &str) -> ParseSeenError {
    error(format!(
        "a text has no closing quote: `\"{}`",
        shown(quoted, 40)
    ))
}

fn read_draw(text: &str) -> Result<Drawn, ParseSeenError> {
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|part| read_number(part).and_then(|n| i64::try_from(n).ok()));
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
