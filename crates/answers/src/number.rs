//! Counts in sentences.

use std::fmt::Display;

pub use exact::rational::grouped;

/// A count with its noun: `1 word`, `2 words`.
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let end = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{end}")
}
