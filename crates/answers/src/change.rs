//! Differences between stored values and newly computed ones.

use lockstep::is_obeyed;
use serde::Serialize;
use serde_json::Value;

/// A value that differs from what was stored.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Change {
    /// The place: a JSON pointer, a field or a line.
    pub place: String,
    /// The stored value.
    pub was: String,
    /// The value as computed now.
    pub is: String,
}

impl Change {
    /// The two values from shortly before their first difference, bounded in length.
    pub fn beside(&self) -> [String; 2] {
        const WIDTH: usize = 48;
        let Self { was, is, .. } = self;
        let equal = was
            .chars()
            .zip(is.chars())
            .take_while(|(was, is)| was == is)
            .count();
        let longest = was.chars().count().max(is.chars().count());
        let cut = if longest <= WIDTH {
            0
        } else {
            equal.saturating_sub(WIDTH / 4)
        };
        [cut_out(was, cut, WIDTH), cut_out(is, cut, WIDTH)]
    }
}

/// So many characters of a text from a place on, with what it has of others marked.
fn cut_out(text: &str, from: usize, width: usize) -> String {
    let start = if from > 0 { "…" } else { "" };
    let mut kept = String::new();
    for c in text.chars().skip(from).take(width) {
        kept.push(if is_obeyed(c) { ' ' } else { c });
    }
    let end = if text.chars().count() > from + width {
        "…"
    } else {
        ""
    };
    format!("{start}{kept}{end}")
}

/// Every value that differs, old and new, with its place.
pub fn of_values(place: &str, old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<Change>) {
    match (old, new) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for name in old
                .keys()
                .chain(new.keys().filter(|name| !old.contains_key(*name)))
            {
                of_values(
                    &format!("{place}/{name}"),
                    old.get(name),
                    new.get(name),
                    changes,
                );
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            for i in 0..old.len().max(new.len()) {
                // Most values are equal, so the place is only written for those that differ.
                if old.get(i) != new.get(i) {
                    of_values(&format!("{place}/{i}"), old.get(i), new.get(i), changes);
                }
            }
        }
        _ if old == new => {}
        _ => {
            changes.push(Change {
                place: place.to_owned(),
                was: shown_value(old),
                is: shown_value(new),
            });
        }
    }
}

fn shown_value(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), ToString::to_string)
}

/// The first few lines that differ.
pub fn of_lines(was: &str, is: &str) -> Vec<Change> {
    const MOST: usize = 5;
    let mut changes = Vec::new();
    let (mut was_lines, mut is_lines) = (was.lines(), is.lines());
    for number in 1.. {
        let (was, is) = (was_lines.next(), is_lines.next());
        if changes.len() == MOST || (was, is) == (None, None) {
            break;
        }
        if was != is {
            changes.push(Change {
                place: format!("line {number}"),
                was: beginning_of_line(was),
                is: beginning_of_line(is),
            });
        }
    }
    changes
}

/// The beginning of a line, as lines of JSON may be long.
fn beginning_of_line(line: Option<&str>) -> String {
    match line {
        Some(line) => line.chars().take(120).collect(),
        None => "none".to_owned(),
    }
}
