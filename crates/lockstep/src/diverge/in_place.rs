//! How much of two traces agrees line by line, whatever else they say.

use std::fmt;

use super::alignment::Window;
use super::fields::Fields;

/// How many lines agree with the line of the same place in the other trace, from the start to the end of the window.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct InPlace {
    /// Whether words are counted; otherwise whole draws.
    pub words: bool,
    /// How many agree.
    pub agree: u64,
    /// Of so many.
    pub of: u64,
    /// Draws that agree in all fields.
    pub draws: u64,
    /// The number of the first that differs, from 1; 0 if none does.
    pub first: u64,
    /// If those that differ are so many apart, all of them, and three at least.
    pub every: Option<u64>,
    /// Whether one of the traces ends with them.
    pub whole: bool,
}

impl InPlace {
    /// Counts the lines ahead, after so many that agree.
    pub(super) fn count(window: Window<'_>, fields: Fields, agreed: u64) -> Self {
        let pairs = || window.pairs().take(window.most);
        let words = fields.words && pairs().all(|(a, b)| a.call.word.is_some() && b.call.word.is_some());
        let counted = if words { Fields::WORDS } else { fields };
        let of = agreed + pairs().len() as u64;
        let differ: Vec<u64> =
            (agreed + 1..).zip(pairs()).filter(|(_, (a, b))| !counted.agree(a, b)).map(|(at, _)| at).collect();
        let gap = differ.get(1).map(|second| second - differ[0]);
        let every = gap.filter(|&gap| differ.len() > 2 && gap > 1 && differ.windows(2).all(|at| at[1] - at[0] == gap));
        Self {
            words,
            agree: of - differ.len() as u64,
            of,
            draws: agreed + pairs().filter(|(a, b)| fields.agree(a, b)).count() as u64,
            first: differ.first().copied().unwrap_or(0),
            every,
            whole: window.a.len().min(window.b.len()) <= window.most && (window.whole.0 || window.whole.1),
        }
    }
}

/// With the letters that English puts after a number.
fn ordinal(number: u64) -> String {
    let letters = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{letters}")
}

impl fmt::Display for InPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agree, of, draws, first, .. } = self;
        let what = if self.words { "words" } else { "draws" };
        let first_ones = if self.whole { "" } else { "the first " };
        write!(f, "{agree} of {first_ones}{of} {what} agree line by line")?;
        if *agree == 0 {
            return Ok(());
        }
        if agree == of {
            return write!(f, "; {} draws differ in other fields", of - draws);
        }
        match self.every {
            Some(every) => write!(f, "; every {} differs, first at draw {first}", ordinal(every)),
            None => write!(f, "; the first that differs is at draw {first}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ordinals_are_english() {
        let all = [1, 2, 3, 4, 11, 12, 13, 20, 21, 112, 122].map(super::ordinal);
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "20th", "21st", "112th", "122nd"]);
    }
}
