//! What changed, old and new side by side.

use serde::Serialize;

/// A value that is not what was committed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Change {
    /// Where: a JSON pointer, a field or a line.
    pub place: String,
    /// The committed value.
    pub was: String,
    /// The value now.
    pub is: String,
}

/// The first few lines that differ.
pub fn of_lines(was: &str, is: &str) -> Vec<Change> {
    const MOST: usize = 5;
    // A line of a tree has the digests of 64 cases.
    let shown = |line: Option<&str>| line.map_or("none".into(), |line| line.chars().take(120).collect::<String>());
    let (mut was, mut is) = (was.lines(), is.lines());
    let pairs = std::iter::from_fn(|| Some((was.next(), is.next())).filter(|pair| *pair != (None, None)));
    let changed = (1..).zip(pairs).filter(|(_, (was, is))| was != is);
    let change =
        |(line, (was, is)): (usize, _)| Change { place: format!("line {line}"), was: shown(was), is: shown(is) };
    changed.map(change).take(MOST).collect()
}
