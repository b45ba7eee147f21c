//! Why two traces differ.

use std::fmt;

use super::divergence::readable;
use crate::hint::{Half, Hint};
use crate::trace::{Call, Field};

/// On how many lines a relation holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Extent {
    /// On how many it does.
    pub holds: usize,
    /// How many differ.
    pub differ: usize,
    /// How many were looked at.
    pub of: usize,
}

impl Extent {
    /// Whether a relation may be chance: it does not hold everywhere, or nothing agrees on the few lines there are.
    const fn is_few(&self) -> bool {
        self.holds < self.differ || (self.differ == self.of && self.differ > 1 && self.differ < 8)
    }
}

/// How B's arguments follow from A's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Relation {
    /// LO and HI are exchanged.
    Swapped,
    /// One of them has the other sign.
    Negated(Field),
    /// LO and HI of B are those of A and this much more.
    More {
        /// How much more LO is.
        lo: i128,
        /// How much more HI is.
        hi: i128,
    },
}

impl Relation {
    /// What holds between two calls. `None` if what both know of the arguments is the same.
    pub(super) fn between(a: &Call, b: &Call) -> Option<Self> {
        let both = |a: Option<i64>, b: Option<i64>| {
            a.zip(b)
                .map_or((0, 0), |(a, b)| (i128::from(a), i128::from(b)))
        };
        let ((lo_a, lo_b), (hi_a, hi_b)) = (both(a.lo, b.lo), both(a.hi, b.hi));
        let (lo, hi) = (lo_b - lo_a, hi_b - hi_a);
        match (lo, hi) {
            (0, 0) => None,
            _ if lo != 0 && hi != 0 && (lo_a, hi_a) == (hi_b, lo_b) => Some(Self::Swapped),
            (0, _) if hi_a == -hi_b => Some(Self::Negated(Field::Hi)),
            (_, 0) if lo_a == -lo_b => Some(Self::Negated(Field::Lo)),
            (lo, hi) => Some(Self::More { lo, hi }),
        }
    }
}

/// Where the generator's numbers are after a call too many or too few.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Numbers {
    /// Each has come along with its call.
    Along,
    /// Each has stayed in its line, and belongs to another call.
    InPlace,
    /// They are others altogether.
    Differ,
    /// The traces do not tell.
    Unknown,
}

/// What became of the numbers of the generator.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Stream {
    /// Those of one trace are those of the other, later.
    Ahead {
        /// The trace that has taken more of them.
        ahead: Half,
        /// How many more.
        by: usize,
    },
    /// One takes so many words a draw where the other takes one.
    Stride {
        /// The trace that takes more.
        longer: Half,
        /// How many.
        by: usize,
    },
    /// So many low bits of all words agree.
    LowBits(u32),
    /// More agree in their places than by chance, and nothing tells what became of the others.
    Partly {
        /// How many agree.
        agree: usize,
        /// Of how many.
        of: usize,
        /// How many would agree by chance.
        by_chance: f64,
    },
    /// No more agree in their places than by chance.
    Unrelated {
        /// Whether it is so from the first draw on.
        from_the_start: bool,
        /// How many lines were looked at for a place where they agree again.
        window: usize,
    },
    /// There are too few to tell.
    Few,
}

/// Why two traces may differ: a conclusion from the lines ahead, not a proof.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// One trace ends, the other goes on.
    Ended {
        /// The trace that ends.
        ended: Half,
        /// Draws that the other one still has.
        more: usize,
        /// Whether those are all, or only all that were looked at.
        whole: bool,
    },
    /// The last line of a trace has no line feed and cannot be read.
    CutShort {
        /// The trace.
        side: Half,
        /// The number of that line, which is not compared.
        line: u64,
    },
    /// One program makes calls that the other one leaves out.
    Calls {
        /// The trace that has them.
        longer: Half,
        /// How many.
        count: usize,
        /// How many calls of the other trace could have been left out instead: calls that repeat do not tell.
        or: Option<usize>,
        /// Whether they are the line before them once more.
        repeated: bool,
        /// Where the numbers are.
        numbers: Numbers,
        /// How many calls after them are the same; `None` if all are, to the end of both traces.
        follow: Option<usize>,
    },
    /// Calls are made in another order.
    Swapped {
        /// After how many lines the traces agree again: two, if neighbours have changed places.
        lines: usize,
        /// Whether only the first and the last of these lines have changed places.
        two: bool,
        /// Whether the numbers have moved with their calls.
        along: bool,
    },
    /// The same call has other bounds.
    Arguments {
        /// How they differ.
        relation: Relation,
        /// On how many lines.
        extent: Extent,
    },
    /// The same words and calls have other results.
    Bounding {
        /// The formula that gives all results of A in the window, if one was found.
        expected: Option<String>,
        /// The formula that gives those of B.
        actual: Option<String>,
        /// The trace that shows no words: its formula is for the other one's.
        silent: Option<Half>,
        /// Whether both traces show the arguments: without them, the calls may be others.
        calls: bool,
    },
    /// The words, or the results, differ in the same way on all lines.
    Values {
        /// WORD or RESULT.
        field: Field,
        /// What may relate them.
        hints: Vec<Hint>,
        /// On how many lines.
        extent: Extent,
    },
    /// The numbers come from elsewhere in the stream, or from another one.
    Stream {
        /// What became of them.
        stream: Stream,
        /// Whether words were compared; otherwise results were.
        words: bool,
        /// The fields that both traces would have to show for more to be told.
        lacking: Vec<Field>,
    },
    /// Some numbers differ, those after them agree, and nothing relates them.
    Unknown {
        /// WORD or RESULT.
        field: Field,
        /// How many differ up to where the traces agree again.
        differ: usize,
        /// Of how many lines.
        of: usize,
        /// The fields that both traces would have to show for more to be told.
        lacking: Vec<Field>,
    },
    /// One trace says that its generator was seeded just before, and the other one says something else.
    Seeded {
        /// The trace that says so.
        side: Half,
        /// What it says.
        event: Vec<u8>,
    },
    /// The calls differ, and nothing simpler explains it.
    OtherCalls {
        /// The call of A, as far as it is known.
        a: String,
        /// The call of B.
        b: String,
        /// After how many lines of A and of B they agree again, if they do.
        lines: Option<(usize, usize)>,
        /// Places that are called more often by B up to there, or less often, and by how many calls.
        more: Vec<(Vec<u8>, isize)>,
    },
    /// Other names of the places, and nothing else.
    Sites,
}

/// A half's letter: A is taken to be right, B is compared with it.
const fn letter(half: Half) -> char {
    match half {
        Half::Expected => 'A',
        Half::Actual => 'B',
    }
}

/// `one call`, `2 calls`.
pub(super) fn counted(count: usize, what: &str) -> String {
    if count == 1 {
        format!("one {what}")
    } else {
        format!("{count} {what}s")
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { differ: ..=1, .. } => f.write_str(" (on this line; the next one agrees)"),
            Self { holds, differ, of } if holds == differ => {
                let few = if self.is_few() {
                    ": too few to tell"
                } else {
                    ""
                };
                write!(
                    f,
                    " (on all {differ} lines that differ, of {of} compared{few})"
                )
            }
            Self { holds, differ, of } => {
                write!(
                    f,
                    " (on {holds} of the {differ} lines that differ, of {of} compared)"
                )
            }
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Swapped => f.write_str("B has LO and HI in the other order"),
            Self::Negated(field) => write!(f, "{field} of B is -{field} of A"),
            Self::More {
                lo: 0,
                hi: hi @ (1 | -1),
            } => {
                write!(
                    f,
                    "HI of B is HI of A {hi:+}: does one of them leave the upper bound out?"
                )
            }
            Self::More { lo: 0, hi } => write!(f, "HI of B is HI of A {hi:+}"),
            Self::More { lo, hi: 0 } => write!(f, "LO of B is LO of A {lo:+}"),
            Self::More { lo, hi } if lo == hi => write!(f, "LO and HI of B are those of A {lo:+}"),
            Self::More { lo, hi } => write!(
                f,
                "LO of B is LO of A {lo:+}, and HI of B is HI of A {hi:+}"
            ),
        }
    }
}

impl Stream {
    fn write(&self, f: &mut fmt::Formatter<'_>, words: bool, lacking: &[Field]) -> fmt::Result {
        let numbers = if words { "words" } else { "results" };
        match *self {
            Self::Ahead { ahead, by } => {
                let other = letter(ahead.other());
                let (ahead, more) = (letter(ahead), counted(by, "number"));
                write!(
                    f,
                    "the {numbers} of {ahead} are those of {other}, {} further on: ",
                    counted(by, "line")
                )?;
                return write!(f, "{ahead} took {more} that no line of its trace shows");
            }
            Self::Stride { longer, by } => {
                let (longer, other) = (letter(longer), letter(longer.other()));
                return write!(f, "{longer} takes {by} words for every one of {other}");
            }
            Self::LowBits(bits) => {
                let low = if bits == 1 {
                    "lowest bit".into()
                } else {
                    format!("low {bits} bits")
                };
                return write!(f, "the {low} of all words agree, and higher bits differ");
            }
            Self::Few => {
                return f.write_str("there are too few lines to tell why the numbers differ");
            }
            Self::Partly {
                agree,
                of,
                by_chance,
            } => write!(
                f,
                "{agree} of {of} {numbers} agree line by line, where about {by_chance:.0} would by chance; \
                 what became of the others is not known"
            )?,
            Self::Unrelated {
                from_the_start: true,
                ..
            } => write!(
                f,
                "no more {numbers} agree line by line than by chance, from the first draw on. Another seed, another \
                 generator and words taken before the first draw all look like this"
            )?,
            Self::Unrelated { window, .. } => write!(
                f,
                "no more {numbers} agree line by line than by chance from here on. A generator that is seeded again or \
                 replaced, or that takes more than {window} words between two draws, looks like this"
            )?,
        }
        if !lacking.is_empty() {
            f.write_str(". A call that is left out, added or moved may look like this too")?;
        }
        would_tell(f, lacking)
    }
}

/// What both traces should show.
fn would_tell(f: &mut fmt::Formatter<'_>, lacking: &[Field]) -> fmt::Result {
    let names: Vec<_> = lacking.iter().map(|field| field.name()).collect();
    match &names[..] {
        [] => Ok(()),
        [one] => write!(f, ": {one} in both traces would tell more"),
        [all @ .., last] => write!(
            f,
            ": {} and {last} in both traces would tell more",
            all.join(", ")
        ),
    }
}

impl Cause {
    /// How it is introduced.
    pub(super) const fn label(&self) -> &'static str {
        match self {
            Self::Ended { .. } | Self::CutShort { .. } | Self::Unknown { .. } => "cause",
            Self::Arguments { extent, .. } | Self::Values { extent, .. } if extent.is_few() => {
                "possible cause"
            }
            _ => "likely cause",
        }
    }

    fn calls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self::Calls {
            longer,
            count,
            or,
            repeated,
            numbers,
            follow,
        } = self
        else {
            return Ok(());
        };
        let missing = longer == Half::Expected;
        let (does, would) = if missing {
            ("leaves out", "makes")
        } else {
            ("makes", "leaves out")
        };
        let calls = counted(count, "call");
        f.write_str(if missing {
            "missing call"
        } else {
            "extra call"
        })?;
        f.write_str(if count == 1 { ": " } else { "s: " })?;
        match (numbers, missing) {
            (Numbers::Along, _) if repeated => {
                let (longer, s) = (letter(longer), if count == 1 { "" } else { "s" });
                return write!(
                    f,
                    "{longer} has the line{s} before once more. {longer} logged the call{s} twice, or did not step its generator"
                );
            }
            (Numbers::Along, true) => {
                let s = if count == 1 { "" } else { "s" };
                return write!(
                    f,
                    "B lacks {} of A, and goes on with the numbers of A. B did not log the call{s}, or took the number{s} elsewhere",
                    counted(count, "line")
                );
            }
            (Numbers::Along, false) => {
                return write!(
                    f,
                    "B has {} that A lacks, and goes on with the numbers of A. A did not log the call{s}, or B took the \
                     number{s} from elsewhere",
                    counted(count, "line"),
                    s = if count == 1 { "" } else { "s" },
                );
            }
            _ => write!(f, "B {does} {calls}, here or among equal calls just before")?,
        }
        if let Some(or) = or {
            return write!(
                f,
                "; or it {would} {}: the calls repeat, and do not tell which",
                counted(or, "call")
            );
        }
        match follow {
            None => f.write_str("; all later calls are the same")?,
            Some(follow) => write!(f, "; the next {follow} calls are the same")?,
        }
        f.write_str(match numbers {
            Numbers::InPlace => ". The numbers stay in step, so later calls get other ones",
            Numbers::Differ => ". The numbers differ too",
            _ => ". WORD in both traces would tell whether the numbers stay in step",
        })
    }

    fn bounding(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Bounding {
            expected,
            actual,
            silent,
            calls,
        } = self
        else {
            return Ok(());
        };
        f.write_str("another bound: the same words give other results.")?;
        if let Some(silent) = *silent {
            let (silent, shown) = (letter(silent), letter(silent.other()));
            write!(
                f,
                " {silent} shows no words; those of {shown} explain its results."
            )?;
        }
        for (letter, way) in [("A", expected), ("B", actual)] {
            match way {
                Some(way) => write!(f, " RESULT of {letter} is {way}.")?,
                None if *calls => write!(f, " No formula known here gives RESULT of {letter}.")?,
                None => {}
            }
        }
        let unknown = " A call that is left out, added or moved looks like this too: SITE, LO and HI in both traces would tell.";
        f.write_str(if *calls { "" } else { unknown })
    }

    fn other_calls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::OtherCalls { a, b, lines, more } = self else {
            return Ok(());
        };
        write!(f, "other calls: A calls {a} where B calls {b}")?;
        let times = |(site, more): &(Vec<u8>, isize)| {
            let times = if more.abs() == 1 {
                "once".into()
            } else {
                format!("{} times", more.abs())
            };
            format!(
                "`{}` {times} {}",
                readable(site),
                if *more > 0 { "more" } else { "less" }
            )
        };
        if !more.is_empty() {
            let more: Vec<_> = more.iter().map(times).collect();
            write!(
                f,
                "; up to where the traces agree again, B calls {}",
                more.join(" and ")
            )?;
        }
        match lines {
            Some(_) => Ok(()),
            None => f.write_str(
                ", and the calls do not agree again: the programs took different paths at or before this line",
            ),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &Self::Ended { ended, more, whole } => {
                let least = if whole { "" } else { "at least " };
                let s = if more == 1 { "" } else { "s" };
                write!(
                    f,
                    "{} ends: {} has {least}{more} more draw{s}",
                    letter(ended),
                    letter(ended.other())
                )
            }
            Self::CutShort { side, line } => {
                write!(
                    f,
                    "line {line} of {} has no line feed and cannot be read; it is not compared",
                    letter(*side)
                )
            }
            Self::Calls { .. } => self.calls(f),
            &Self::Swapped { lines, two, along } => {
                let which = match (two, lines) {
                    (true, 2) => "this call and the next one have changed places".to_owned(),
                    (true, _) => {
                        format!(
                            "this call and the one {} later have changed places",
                            counted(lines - 1, "line")
                        )
                    }
                    _ => format!("B makes these {lines} calls in another order"),
                };
                let numbers = if along {
                    "the numbers moved with them"
                } else {
                    "the numbers stay in step"
                };
                write!(f, "swapped calls: {which}; {numbers}")
            }
            Self::Arguments { relation, extent } => write!(f, "another bound: {relation}{extent}"),
            Self::Bounding { .. } => self.bounding(f),
            Self::Values {
                field,
                hints,
                extent,
            } => {
                let hints: Vec<_> = hints.iter().map(ToString::to_string).collect();
                write!(f, "{field} differs: {}{extent}", hints.join("; or "))
            }
            Self::Unknown {
                field,
                differ,
                of,
                lacking,
            } => {
                let lines = if *of == 1 {
                    "this line".into()
                } else {
                    format!("{differ} of these {of} lines")
                };
                write!(
                    f,
                    "not known: {field} differs on {lines}, and nothing known here relates the numbers"
                )?;
                would_tell(f, lacking)
            }
            Self::Stream {
                stream,
                words,
                lacking,
            } => {
                f.write_str("another stream: ")?;
                stream.write(f, *words, lacking)
            }
            Self::Seeded { side, event } => {
                write!(
                    f,
                    "seeded again: {} says `{}` before this draw",
                    letter(*side),
                    readable(event)
                )
            }
            Self::OtherCalls { .. } => self.other_calls(f),
            Self::Sites => f.write_str("other sites: the calls, words and results are the same"),
        }
    }
}
