//! Why two traces differ.

use std::fmt;

use super::arguments::Relation;
use super::divergence::readable;
use crate::hint::{Half, Hint};

/// On how many of the lines ahead a relation holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Extent {
    /// On one; those after it agree.
    Once,
    /// On all lines that differ.
    All {
        /// How many differ.
        differ: usize,
        /// How many were looked at.
        of: usize,
    },
    /// On the first one; what comes after it is not explained by it.
    First,
}

impl Extent {
    /// Whether a relation on so few lines may be chance, or another call.
    pub(super) const fn is_few(&self) -> bool {
        matches!(self, Self::All { differ: ..8, .. })
    }
}

/// Why two traces may differ: a conclusion from the lines ahead, not a proof.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// One trace ends, the other goes on.
    Ended {
        /// The one that ends.
        ended: Half,
        /// Draws that the other one still has.
        more: usize,
        /// Whether those are all, or only all that were looked at.
        whole: bool,
    },
    /// One trace has lines that the other one lacks; without them all agrees again, words and results included.
    Lines {
        /// The one that has them.
        longer: Half,
        /// How many.
        count: usize,
        /// Whether they are those before them once more.
        repeated: bool,
    },
    /// One program makes calls that the other one does not: those after it come later, the words do not.
    Calls {
        /// The one that makes them.
        longer: Half,
        /// How many.
        count: usize,
        /// Whether the words are in step; `None` if they are unknown.
        words_in_step: Option<bool>,
    },
    /// One program makes calls at a place that the other does not, and another place takes their words: a loop that draws
    /// until it has enough, say.
    Absorbed {
        /// The one that makes them.
        longer: Half,
        /// How many.
        count: usize,
        /// Their place.
        site: Vec<u8>,
        /// The place that takes the words.
        taker: Vec<u8>,
    },
    /// The programs draw at different places here.
    OtherCall {
        /// The place of A.
        a: Vec<u8>,
        /// The place of B.
        b: Vec<u8>,
    },
    /// Two neighbours have changed places.
    Swapped {
        /// Whether whole lines have; otherwise the calls have, and the words are in step.
        lines: bool,
    },
    /// The arguments differ.
    Arguments {
        /// How.
        relation: Relation,
        /// On how many lines.
        extent: Extent,
    },
    /// The results differ for the same calls and words: numbers are bounded in another way.
    Bounding {
        /// The formula that gives all results of A in the window, if one was found.
        expected: Option<String>,
        /// The formula that gives those of B.
        actual: Option<String>,
        /// The one that shows no words: its formula is for the other one's.
        silent: Option<Half>,
    },
    /// The results differ for the same calls.
    Results {
        /// What relates them, if anything does.
        hints: Vec<Hint>,
        /// On how many lines.
        extent: Extent,
    },
    /// The words of one are those of the other, later.
    Ahead {
        /// The one that has taken more words.
        ahead: Half,
        /// How many.
        by: usize,
    },
    /// One takes so many words a draw where the other takes one.
    Stride {
        /// The one that takes more.
        longer: Half,
        /// How many.
        by: usize,
    },
    /// The words are related, line by line.
    Words {
        /// How.
        hints: Vec<Hint>,
        /// On how many lines.
        extent: Extent,
    },
    /// The words differ in their high bits alone, and nothing else differs.
    LowBits {
        /// How many low bits agree.
        bits: u32,
    },
    /// One trace stops within a line: the last one has no line feed, and too few fields or half a number.
    CutShort {
        /// The one that stops.
        side: Half,
        /// The number of that line, which is not compared.
        line: u64,
    },
    /// The words, or the results if there are none, do not match from here on.
    Unrelated {
        /// Whether the words are known.
        words: bool,
        /// Whether it is so from the first draw on.
        from_the_start: bool,
        /// Whether the lines are too few to tell.
        few: bool,
    },
    /// One trace says that its generator was seeded just before, and the other one says something else.
    Seeded {
        /// The one that says so.
        side: Half,
        /// What it says.
        event: Vec<u8>,
    },
    /// Some lines of one stand for some of the other; after them all agrees again.
    Replaced {
        /// Lines of A.
        a: usize,
        /// Lines of B.
        b: usize,
    },
    /// Other sites, and nothing else.
    Sites,
    /// The calls are others from here on.
    OtherPath {
        /// Whether all words that were looked at agree line by line.
        words_in_step: bool,
        /// The place where the traces differ, if one calls it more often: which one, and how many times more.
        more: Option<(Half, usize, Vec<u8>)>,
    },
}

/// The letters of a half and of the other: A is taken to be right, B is compared with it.
const fn letters(half: Half) -> (&'static str, &'static str) {
    match half {
        Half::Expected => ("A", "B"),
        Half::Actual => ("B", "A"),
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("one {what}") } else { format!("{count} {what}s") }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Once => f.write_str(" (on this line only: the next one agrees)"),
            Self::All { differ, of } => {
                let lines = if differ == 1 { "the one line that differs" } else { "all {} lines that differ" };
                let few = if self.is_few() { ": too few to tell" } else { "" };
                write!(f, " (on {}, of {of} looked at{few})", lines.replace("{}", &differ.to_string()))
            }
            Self::First => f.write_str(" (on this line; it does not explain the lines after it)"),
        }
    }
}

impl Cause {
    /// How it is introduced.
    pub(super) const fn label(&self) -> &'static str {
        match self {
            Self::Ended { .. } | Self::Seeded { .. } | Self::CutShort { .. } => "cause",
            Self::Arguments { extent, .. } | Self::Results { extent, .. } | Self::Words { extent, .. }
                if extent.is_few() =>
            {
                "possible cause"
            }
            _ => "likely cause",
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &Self::Ended { ended, more, whole } => {
                let (ended, other) = letters(ended);
                let least = if whole { "" } else { "at least " };
                write!(f, "{ended} ends: {other} has {least}{more} more draw{}", plural(more))
            }
            &Self::Lines { longer, count, repeated } => lines(f, longer, count, repeated),
            &Self::Calls { longer, count, words_in_step } => {
                let kind = if longer == Half::Actual { "extra" } else { "missing" };
                let (calls, (longer, other)) = (counted(count, "call"), letters(longer));
                if words_in_step == Some(true) {
                    f.write_str("words agree throughout; ")?;
                }
                write!(f, "{kind} call{}: {longer} makes {calls} that {other} does not, ", plural(count))?;
                f.write_str("here or among equal calls just before; the calls after it come that much later")?;
                f.write_str(if words_in_step == Some(false) { ", and the words differ too" } else { "" })
            }
            Self::Absorbed { longer, count, site, taker } => {
                let (kind, than) = if *longer == Half::Actual { ("extra", "more") } else { ("missing", "fewer") };
                let (number, its) = if *count == 1 { ("one".into(), "its") } else { (count.to_string(), "their") };
                let (site, taker, s) = (readable(site), readable(taker), plural(*count));
                let other = letters(*longer).1;
                write!(f, "{kind} call{s}: B makes {number} `{site}` call{s} {than}; ")?;
                write!(f, "in {other} `{taker}` takes {its} word{s}")
            }
            Self::OtherCall { a, b } => {
                write!(f, "other call here: A calls `{}`, B calls `{}`", readable(a), readable(b))
            }
            Self::Swapped { lines: true } => f.write_str("swapped: two adjacent lines are in the other order"),
            Self::Swapped { lines: false } => {
                f.write_str("swapped: two adjacent calls are made in the other order, while the words agree")
            }
            Self::Arguments { relation, extent } => write!(f, "{relation}{extent}"),
            Self::Bounding { expected, actual, silent } => {
                f.write_str("other bounding: the same words give other results.")?;
                if let Some((silent, shown)) = silent.map(letters) {
                    write!(f, " {silent} shows no words; those of {shown} explain its results.")?;
                }
                for (letter, way) in [("A", expected), ("B", actual)] {
                    match way {
                        Some(way) => write!(f, " RESULT of {letter} is {way}.")?,
                        None => write!(f, " No formula known here gives RESULT of {letter}.")?,
                    }
                }
                Ok(())
            }
            Self::Results { hints, extent } => related(f, "RESULT", hints, extent),
            Self::Words { hints, extent } => related(f, "WORD", hints, extent),
            &Self::Ahead { ahead, by } => {
                let (draws, (ahead, other)) = (counted(by, "draw"), letters(ahead));
                write!(f, "ahead: the words of {ahead} are those of {other}, {draws} further on: ")?;
                write!(f, "{ahead} took as many words that are not in its trace")
            }
            &Self::Stride { longer, by } => {
                let (longer, other) = letters(longer);
                write!(f, "several words a draw: {longer} takes {by} words for every one of {other}")
            }
            Self::LowBits { bits } => {
                let low = if *bits == 1 { "lowest bit".into() } else { format!("low {bits} bits") };
                write!(f, "high bits: the {low} of the words agree and so do all results: the same draws; ")?;
                f.write_str("`--ignore words` leaves words out")
            }
            Self::CutShort { side, line } => {
                write!(f, "cut short: line {line} of {} stops in the middle and is not compared", letters(*side).0)
            }
            Self::Unrelated { few: true, .. } => f.write_str("other numbers: too few lines to tell why"),
            Self::Unrelated { words, from_the_start, .. } => {
                let what = if *words { "words" } else { "results" };
                write!(f, "other numbers: no more {what} agree line by line than by chance ")?;
                f.write_str(if *from_the_start {
                    "from the first draw on: another seed or generator, or words taken before the first draw"
                } else {
                    "from here on: the generator was seeded again or replaced, or stepped by more than the window; \
                     the numbers alone do not tell which"
                })
            }
            Self::Seeded { side, event } => {
                write!(f, "seeded again: {} says `{}` before this draw", letters(*side).0, readable(event))
            }
            Self::Replaced { a, b } => {
                write!(f, "other draws: {} of A where B has {}", counted(*a, "line"), counted(*b, "line"))
            }
            Self::Sites => f.write_str("other sites: the calls, words and results are the same"),
            Self::OtherPath { words_in_step, more } => {
                if *words_in_step {
                    f.write_str("words agree throughout; ")?;
                }
                match more {
                    Some((longer, count, site)) => {
                        let (longer, s) = (letters(*longer).0, plural(*count));
                        write!(f, "{longer} makes {count} more call{s} at `{}`", readable(site))
                    }
                    None => f.write_str(
                        "other calls from here on: the programs took different paths before or at this draw",
                    ),
                }
            }
        }
    }
}

fn lines(f: &mut fmt::Formatter<'_>, longer: Half, count: usize, repeated: bool) -> fmt::Result {
    let kind = match (repeated, longer) {
        (true, Half::Actual) => "doubled",
        (_, Half::Actual) => "extra",
        (_, Half::Expected) => "missing",
    };
    let (has, (longer, shorter)) = (counted(count, "line"), letters(longer));
    write!(f, "{kind} draw{}: {longer} has {has} that {shorter} lacks", plural(count))?;
    if repeated {
        f.write_str(", equal to the line before; then they agree. It was logged twice, or ")?;
        write!(f, "{longer} did not step its generator")
    } else {
        write!(f, "; then they agree. {shorter} did not log a draw, or stepped its generator more often")
    }
}

fn related(f: &mut fmt::Formatter<'_>, what: &str, hints: &[Hint], extent: &Extent) -> fmt::Result {
    let hints: Vec<_> = hints.iter().map(ToString::to_string).collect();
    let hints = if hints.is_empty() { "another number".into() } else { hints.join("; or ") };
    write!(f, "{what} differs: {hints}{extent}")
}
