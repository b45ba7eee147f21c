//! The notations in which programs write down what they draw.

use serde_json::{Map, Value};

use super::columns::{Columns, Field};
use super::line::{Fault, Numbers, Parsed, Span, fields, number, parse};

/// How the lines of a trace are written. It is told from the first line that says so.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Notation {
    /// Columns.
    Columns,
    /// One word a line, decimal or `0x` hexadecimal.
    Words,
    /// `#12, 0 to 9: 7`: the audit log of Brogue. Other lines of it are events.
    Audit,
    /// One JSON object a line.
    Json,
}

/// The keys of a JSON object, and the fields that they are.
const KEYS: [(&[&str], Field); 7] = [
    (&["index"], Field::Index),
    (&["site", "where", "function"], Field::Site),
    (&["lo", "low", "min"], Field::Lo),
    (&["hi", "high", "max"], Field::Hi),
    (&["word", "raw"], Field::Word),
    (&["result", "value"], Field::Result),
    (&["state", "digest"], Field::State),
];

impl Notation {
    /// What a line says about the lines of its text. `None` if it says nothing: it is empty, a comment or an event.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let (found, count) = fields(line);
        match found[0] {
            b"" | b"event" => None,
            [b'#', ..] => audit(line).is_some().then_some(Self::Audit),
            [b'{', ..] => Some(Self::Json),
            text if count == 1 && number(text).is_some() => Some(Self::Words),
            _ => Some(Self::Columns),
        }
    }

    /// What a line without its end is.
    #[inline]
    pub(super) fn parse<'l>(self, line: &'l [u8], columns: &Columns) -> Result<Parsed<'l>, Fault> {
        match self {
            Self::Columns => parse(line, columns),
            Self::Words => parse(line, &Columns::WORD),
            Self::Audit => match line.trim_ascii() {
                [b'#', b'0'..=b'9', ..] => {
                    let fault = || Fault::new("a line of an audit log is `#N, LO to HI: VALUE`");
                    audit(line).map(Parsed::Draw).ok_or_else(fault)
                }
                [] | [b'#', ..] => Ok(Parsed::Nothing),
                event => Ok(Parsed::Event(
                    event.strip_prefix(b"event ").unwrap_or(event),
                )),
            },
            Self::Json => json(line),
        }
    }
}

/// The numbers of a line of an audit log.
fn audit(line: &[u8]) -> Option<Numbers> {
    let text = str::from_utf8(line).ok()?.trim().strip_prefix('#')?;
    let (index, rest) = text.split_once(',')?;
    let (range, result) = rest.rsplit_once(':')?;
    let (lo, hi) = range.split_once(" to ")?;
    let mut numbers = Numbers::default();
    for (field, text) in [
        (Field::Index, index),
        (Field::Lo, lo),
        (Field::Hi, hi),
        (Field::Result, result),
    ] {
        numbers.set(field, text.trim().as_bytes()).ok()?;
    }
    Some(numbers)
}

fn json(line: &[u8]) -> Result<Parsed<'_>, Fault> {
    let text = line.trim_ascii();
    if text.is_empty() || text[0] == b'#' {
        return Ok(Parsed::Nothing);
    }
    let object: Map<String, Value> = serde_json::from_slice(text).map_err(|error| {
        Fault::new(format!(
            "the line should be a JSON object, as the first one is: {error}"
        ))
    })?;
    let mut numbers = Numbers::default();
    let mut set = [false; KEYS.len()];
    for (key, value) in &object {
        if key.eq_ignore_ascii_case("event") {
            // The value as it is written, without its quotes.
            return Ok(value
                .as_str()
                .and_then(|event| find(line, event))
                .map_or(Parsed::Event(text), |(start, end)| {
                    Parsed::Event(&line[start..end])
                }));
        }
        let known =
            |(keys, _): &(&[&str], Field)| keys.iter().any(|known| key.eq_ignore_ascii_case(known));
        let Some(at) = KEYS.iter().position(known) else {
            continue;
        };
        let field = KEYS[at].1;
        if std::mem::replace(&mut set[at], true) {
            return Err(Fault::new(format!("two keys of the object are {field}")));
        }
        let text = match value {
            Value::Null => continue,
            Value::String(text) if text == "-" => continue,
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        match field {
            // Its bytes are all that counts, wherever in the line they stand.
            Field::Site => numbers.site = find(line, &text).unwrap_or_default(),
            Field::State => {
                let plain = || {
                    Fault::new(
                        "STATE has an escape in it, and should be plain text or a whole number",
                    )
                };
                numbers.state = find(line, &text).ok_or_else(plain)?;
            }
            _ => numbers.set(field, text.as_bytes())?,
        }
    }
    if numbers.call.word.is_none() && numbers.call.result.is_none() && !set[4] && !set[5] {
        let keys: Vec<_> = KEYS.iter().flat_map(|(keys, _)| *keys).copied().collect();
        return Err(Fault::new(format!(
            "the object has no word and no result; keys that are read are {}",
            keys.join(", ")
        )));
    }
    Ok(Parsed::Draw(numbers))
}

/// Where a text stands in a line.
fn find(line: &[u8], text: &str) -> Option<Span> {
    let start = line
        .windows(text.len().max(1))
        .position(|part| part == text.as_bytes())?;
    Some((start, start + text.len()))
}
