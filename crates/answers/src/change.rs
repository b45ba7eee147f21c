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
        [was, is].map(|value| {
            let start = if cut > 0 { "…" } else { "" };
            let kept: String = value
                .chars()
                .skip(cut)
                .take(WIDTH)
                .map(|c| if is_obeyed(c) { ' ' } else { c })
                .collect();
            let end = if value.chars().count() > cut + WIDTH {
                "…"
            } else {
                ""
            };
            format!("{start}{kept}{end}")
        })
    }
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
            let show = |value: Option<&Value>| value.map_or("nothing".into(), ToString::to_string);
            changes.push(Change {
                place: place.to_owned(),
                was: show(old),
                is: show(new),
            });
        }
    }
}

/// The first few lines that differ.
pub fn of_lines(was: &str, is: &str) -> Vec<Change> {
    const MOST: usize = 5;
    // Lines of JSON may be long.
    let shown = |line: Option<&str>| {
        line.map_or("none".into(), |line| {
            line.chars().take(120).collect::<String>()
        })
    };
    let (mut was, mut is) = (was.lines(), is.lines());
    let pairs =
        std::iter::from_fn(|| Some((was.next(), is.next())).filter(|pair| *pair != (None, None)));
    let changed = (1..).zip(pairs).filter(|(_, (was, is))| was != is);
    let change = |(line, (was, is)): (usize, _)| Change {
        place: format!("line {line}"),
        was: shown(was),
        is: shown(is),
    };
    changed.map(change).take(MOST).collect()
}
