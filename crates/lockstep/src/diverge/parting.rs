//! How two traces part.

use std::fmt;

use crate::hint::{Half, Hint};
use crate::trace::Field;

/// What happened to the numbers of the generator where one trace has more calls.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NumberShift {
    /// The numbers moved with the calls: whole lines agree again.
    Along,
    /// The numbers stayed in their lines, so later calls get other numbers.
    InPlace,
    /// The traces do not show what happened.
    Unknown,
}

/// How two traces part: what the lines after a difference have in common. Everything that it says about the lines is counted in
/// them; it hints at the cause and proves nothing.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Parting {
    /// One trace has calls that the other lacks: B makes an extra call, or misses one.
    Calls {
        /// The trace that has more calls.
        longer: Half,
        /// How many more calls it has.
        count: usize,
        /// What happened to the numbers.
        numbers: NumberShift,
        /// How many calls in a row are the same after them, within the window.
        follow: usize,
    },
    /// The first and the last of some lines have changed places.
    Swapped {
        /// How many lines, these two included.
        lines: usize,
        /// Whether their numbers moved with the calls.
        along: bool,
    },
    /// Bounds differ, always by the same amount, in calls that get the same words.
    Bound {
        /// LO of B minus LO of A.
        lo: i128,
        /// HI of B minus HI of A.
        hi: i128,
        /// The number of lines with other bounds.
        differ: usize,
        /// The number of successive lines that were examined.
        of: usize,
        /// Whether the traces do not distinguish places, so that it may be a call at another place.
        anywhere: bool,
    },
    /// One trace is ahead in the same words, but its calls stay in place: it took words that no line shows.
    Ahead {
        /// The trace that took more.
        ahead: Half,
        /// How many more words it took.
        by: usize,
    },
    /// No word of B, or hardly any, is among the words of A.
    OtherStream {
        /// How many words of B were examined.
        words: usize,
    },
    /// Every number that differs is related in this way to the other one.
    Related {
        /// The field: WORD or RESULT.
        field: Field,
        /// How they are related; A is expected, B is actual.
        hints: Vec<Hint>,
        /// How many numbers differ.
        differ: usize,
        /// The number of lines that were examined.
        of: usize,
    },
    /// One trace ends, the other goes on.
    Ended {
        /// The trace that ends.
        ended: Half,
        /// How many draws the other trace still has.
        more: usize,
        /// Whether these are all its draws; otherwise there are at least this many.
        whole: bool,
    },
}

/// The letter of a half: A is taken to be right, B is compared with it.
const fn letter(half: Half) -> char {
    match half {
        Half::Expected => 'A',
        Half::Actual => 'B',
    }
}

/// Text such as `one call` or `2 calls`.
pub(super) fn count_of(count: usize, what: &str) -> String {
    match count {
        1 => format!("one {what}"),
        _ => format!("{count} {what}s"),
    }
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Calls {
                longer,
                count,
                numbers,
                follow,
            } => {
                let (name, does, more) = match longer {
                    Half::Expected => ("missing call", "lacks", ""),
                    Half::Actual => ("extra call", "has", " more"),
                };
                let s = if count == 1 { "" } else { "s" };
                let calls = count_of(count, "call");
                let same = count_of(follow, "call");
                write!(
                    f,
                    "{name}{s}: B {does} {calls}{more}, here or among equal calls just before; the next {same} of both are the same"
                )?;
                f.write_str(match (numbers, longer) {
                    (NumberShift::Along, Half::Expected) => {
                        ", and so are their numbers: B does not log what it draws there, or takes it elsewhere"
                    }
                    (NumberShift::Along, Half::Actual) => {
                        ", and so are their numbers: B logs a draw twice, takes it from elsewhere, or A does not log it"
                    }
                    (NumberShift::InPlace, _) => {
                        ". The numbers stay in step, so that later calls get other ones"
                    }
                    (NumberShift::Unknown, _) => {
                        ". WORD in both traces would tell whether the numbers stay in step"
                    }
                })
            }
            Self::Swapped { lines, along } => {
                let other = match lines {
                    2 => "the next one".into(),
                    lines => format!("the one {} later", count_of(lines - 1, "line")),
                };
                let numbers = if along {
                    "moved with them"
                } else {
                    "stay in step"
                };
                write!(
                    f,
                    "swapped calls: this call and {other} have changed places; the numbers {numbers}"
                )
            }
            Self::Bound {
                lo,
                hi,
                differ,
                of,
                anywhere,
            } => {
                f.write_str("another bound: ")?;
                match (lo, hi) {
                    (0, hi) => write!(f, "HI of B is HI of A {hi:+}")?,
                    (lo, 0) => write!(f, "LO of B is LO of A {lo:+}")?,
                    (lo, hi) => {
                        write!(
                            f,
                            "LO of B is LO of A {lo:+}, and HI of B is HI of A {hi:+}"
                        )?;
                    }
                }
                match (differ, of) {
                    (1, of) => write!(f, " (on this line alone, of {of})")?,
                    _ => write!(
                        f,
                        " (on {differ} of {of} lines, never by another difference)"
                    )?,
                }
                f.write_str(if anywhere {
                    ", or the call of another place: SITE in both traces would tell"
                } else {
                    ""
                })
            }
            Self::Ahead { ahead, by } => {
                let (ahead, other) = (letter(ahead), letter(ahead.other()));
                let (further, more) = (count_of(by, "line"), count_of(by, "word"));
                write!(
                    f,
                    "another state: the words of {ahead} are those of {other}, {further} further on: {ahead} took {more} that \
                     its trace does not show"
                )
            }
            Self::OtherStream { words } => write!(
                f,
                "another stream: of the next {words} words of B hardly one is among the next of A. Another seed, another \
                 generator, a second seeding, a jump beyond the lines compared and words in another form all look like this"
            ),
            Self::Related {
                field,
                ref hints,
                differ,
                of,
            } => {
                let hints: Vec<_> = hints.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "{field} differs: {} (on all {differ} lines that differ, of {of})",
                    hints.join("; or ")
                )
            }
            Self::Ended { ended, more, whole } => {
                let least = if whole { "" } else { "at least " };
                let s = if more == 1 { "" } else { "s" };
                let (ended, other) = (letter(ended), letter(ended.other()));
                write!(f, "{ended} ends: {other} has {least}{more} more draw{s}")
            }
        }
    }
}
