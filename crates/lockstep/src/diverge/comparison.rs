//! Two traces, side by side, up to the first difference and what comes after it.

use std::collections::VecDeque;
use std::fmt;
use std::io::Read;

use thiserror::Error;

use super::alignment::{Alignment, agree, differing};
use super::parting::{Parting, counted};
use super::window::Window;
use crate::hint::Half;
use crate::shown;
use crate::trace::{Field, Line, Reader, TraceError};

/// How many lines are read ahead at a difference.
pub const WINDOW: usize = 4096;
/// Up to this many agreeing lines are shown before and after a difference.
const CONTEXT: usize = 3;
/// The most lines of a difference that are shown from each trace.
const SHOWN: usize = 8;
/// The most characters of a line that are shown.
const WIDTH: usize = 160;

/// One of the two traces cannot be read.
#[derive(Debug, Error)]
#[error("{error}")]
pub struct DivergeError {
    /// The trace: A is expected, B is actual.
    pub side: Half,
    /// Why it cannot be read.
    pub error: TraceError,
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// How many draws agree, before the difference and after it.
    pub agreed: u64,
    /// How many of them have a word or a result in both traces.
    pub met: u64,
    /// How many of them are at sites with different names, which are not compared.
    pub renamed: u64,
    /// The first difference.
    pub divergence: Option<Divergence>,
}

impl Comparison {
    /// Whether no word and no result was compared: such a comparison is void.
    pub const fn is_void(&self) -> bool {
        self.met == 0 && self.divergence.is_none()
    }

    /// Whether all draws of one trace agree and the other one goes on.
    pub fn is_prefix(&self) -> bool {
        let ended = |found: &Divergence| matches!(found.causes[..], [Parting::Ended { .. }]);
        self.agreed > 0 && self.divergence.as_ref().is_some_and(ended)
    }
}

/// Two lines that agree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pair {
    /// The number of the line in A, from 1.
    pub a: u64,
    /// The number of the line in B, from 1.
    pub b: u64,
    /// The text of the line in A.
    pub text: Vec<u8>,
}

/// The part of the traces after a difference.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Then {
    /// Both traces agree to their end.
    Agree {
        /// How many draws there are until then.
        draws: u64,
    },
    /// The traces agree for a while, and then differ again.
    Part {
        /// How many draws agree in between.
        draws: u64,
        /// The line of A where they differ again.
        a_line: u64,
        /// The line of B where they differ again.
        b_line: u64,
    },
    /// The traces do not agree again within the lines that are read ahead. Nothing after them is compared.
    Apart,
}

/// The first place where two traces differ. Its `Display` shows the lines around it, what differs, what explains it, and what
/// follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// How many draws agree before it.
    pub agreed: u64,
    /// The line of A, from 1; one more than the number of lines if A has ended.
    pub a_line: u64,
    /// The line of B, in the same way.
    pub b_line: u64,
    /// The agreeing lines before it.
    pub before: Vec<Pair>,
    /// The lines of A that are left out so that the traces agree again, by number; if they do not agree again, the first few.
    pub a: Vec<(u64, Vec<u8>)>,
    /// The lines of B, in the same way.
    pub b: Vec<(u64, Vec<u8>)>,
    /// The agreeing lines after it.
    pub after: Vec<Pair>,
    /// The fields in which the first two lines differ; empty if one trace has ended.
    pub fields: Vec<Field>,
    /// The fields that the first two lines do not both show, and that would help.
    pub lacking: Vec<Field>,
    /// All explanations of it; empty if there is none, or if too few lines follow.
    pub causes: Vec<Parting>,
    /// How many of the lines ahead agree in their places, and how many lines there are.
    pub in_place: (usize, usize),
    /// The lines that must be left out for the traces to agree again.
    pub alignment: Option<Alignment>,
    /// The part after it.
    pub then: Then,
}

/// One of the traces.
struct Side<R> {
    half: Half,
    reader: Reader<R>,
    /// The lines that were read and not yet compared.
    ahead: VecDeque<Line<'static>>,
    ended: bool,
}

impl<R: Read> Side<R> {
    fn new(half: Half, input: R) -> Self {
        Self {
            half,
            reader: Reader::new(input),
            ahead: VecDeque::new(),
            ended: false,
        }
    }

    /// The next line of the text; `None` at its end.
    fn read(&mut self) -> Result<Option<Line<'_>>, DivergeError> {
        if self.ended {
            return Ok(None);
        }
        let side = self.half;
        let line = self.reader.next_draw();
        let line = line.map_err(|error| DivergeError { side, error })?;
        self.ended = line.is_none();
        Ok(line)
    }

    fn next(&mut self) -> Result<Option<Line<'_>>, DivergeError> {
        match self.ahead.pop_front() {
            None => self.read(),
            line => Ok(line),
        }
    }

    /// Reads ahead until the window is full or the trace ends.
    fn look_ahead(&mut self) -> Result<(), DivergeError> {
        while self.ahead.len() < WINDOW && !self.ended {
            let line = self.read()?.map(Line::into_owned);
            self.ahead.extend(line);
        }
        Ok(())
    }

    /// The number of the next draw's line, or of the one after the last.
    fn line(&self) -> u64 {
        let next = self.ahead.front();
        next.map_or(self.reader.lines() + 1, |line| line.number)
    }
}

/// Two traces, and how far they have been compared.
struct Sides<A, B> {
    a: Side<A>,
    b: Side<B>,
    found: Comparison,
    before: VecDeque<Pair>,
}

impl<A: Read, B: Read> Sides<A, B> {
    /// Goes on to the next difference or to the end, and returns whether there is a difference.
    fn agree(&mut self) -> Result<bool, DivergeError> {
        loop {
            match (self.a.next()?, self.b.next()?) {
                (Some(a), Some(b)) if agree(&a, &b) => {
                    let both = |known: fn(&Line) -> bool| known(&a) && known(&b);
                    self.found.agreed += 1;
                    self.found.met += u64::from(
                        both(|line| line.call.word.is_some())
                            || both(|line| line.call.result.is_some()),
                    );
                    self.found.renamed +=
                        u64::from(both(|line| line.site().is_some()) && a.site() != b.site());
                    // The memory of a discarded pair is used again.
                    let mut text = match self.before.len() {
                        CONTEXT => self.before.pop_front().unwrap_or_else(|| pair(&a, &b)).text,
                        _ => Vec::new(),
                    };
                    text.clear();
                    text.extend_from_slice(&a.text);
                    self.before.push_back(Pair {
                        a: a.number,
                        b: b.number,
                        text,
                    });
                }
                (None, None) => return Ok(false),
                (a, b) => {
                    let (a, b) = (a.map(Line::into_owned), b.map(Line::into_owned));
                    if let Some(line) = a {
                        self.a.ahead.push_front(line);
                    }
                    if let Some(line) = b {
                        self.b.ahead.push_front(line);
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// The difference that both traces have reached.
    fn divergence(&mut self) -> Result<Divergence, DivergeError> {
        self.a.look_ahead()?;
        self.b.look_ahead()?;
        let (a_line, b_line) = (self.a.line(), self.b.line());
        let whole = (self.a.ended, self.b.ended);
        let (a, b) = (
            &*self.a.ahead.make_contiguous(),
            &*self.b.ahead.make_contiguous(),
        );
        let window = Window::new(a, b, whole);
        let (causes, alignment) = window.diagnose();
        let left_out = alignment.unwrap_or(Alignment {
            a: CONTEXT + 1,
            b: CONTEXT + 1,
        });
        let shown = |lines: &[Line], count: usize| -> Vec<_> {
            let lines = lines.iter().take(count);
            lines
                .map(|line| (line.number, line.text.to_vec()))
                .collect()
        };
        let after = alignment
            .into_iter()
            .flat_map(|at| window.pairs(at).take(CONTEXT));
        let after = after.take_while(|(a, b)| agree(a, b));
        let first = a.first().zip(b.first());
        Ok(Divergence {
            agreed: self.found.agreed,
            a_line,
            b_line,
            before: self.before.iter().cloned().collect(),
            a: shown(a, left_out.a),
            b: shown(b, left_out.b),
            after: after.map(|(a, b)| pair(a, b)).collect(),
            fields: first.map_or_else(Vec::new, |(a, b)| differing(a, b)),
            lacking: first.map_or_else(Vec::new, |(a, b)| lacking(a, b)),
            causes,
            in_place: window.in_place(),
            alignment,
            then: Then::Apart,
        })
    }
}

fn pair(a: &Line, b: &Line) -> Pair {
    Pair {
        a: a.number,
        b: b.number,
        text: a.text.to_vec(),
    }
}

fn lacking(a: &Line, b: &Line) -> Vec<Field> {
    let (a, b) = (a.call, b.call);
    let known = [
        (Field::Lo, a.lo.is_some() && b.lo.is_some()),
        (Field::Hi, a.hi.is_some() && b.hi.is_some()),
        (Field::Word, a.word.is_some() && b.word.is_some()),
    ];
    let lacking = known.into_iter().filter(|(_, known)| !known);
    lacking.map(|(field, _)| field).collect()
}

/// Compares B with A, which is taken to be right, up to the second place where they differ.
///
/// # Errors
/// [`DivergeError`] if one of them cannot be read up to there.
pub fn compare<A: Read, B: Read>(a: A, b: B) -> Result<Comparison, DivergeError> {
    let mut sides = Sides {
        a: Side::new(Half::Expected, a),
        b: Side::new(Half::Actual, b),
        found: Comparison::default(),
        before: VecDeque::new(),
    };
    if !sides.agree()? {
        return Ok(sides.found);
    }
    let mut divergence = sides.divergence()?;
    if let Some(alignment) = divergence.alignment {
        sides.a.ahead.drain(..alignment.a);
        sides.b.ahead.drain(..alignment.b);
        let differ = sides.agree()?;
        let draws = sides.found.agreed - divergence.agreed;
        divergence.then = if differ {
            Then::Part {
                draws,
                a_line: sides.a.line(),
                b_line: sides.b.line(),
            }
        } else {
            Then::Agree { draws }
        };
    }
    sides.found.divergence = Some(divergence);
    Ok(sides.found)
}

/// A line for people to read: escaped, and not too long.
fn readable(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text.trim_ascii_end()).replace('\t', " ");
    shown(&text, WIDTH).into_owned()
}

fn agreed(draws: u64) -> String {
    match draws {
        1 => "1 draw agrees".into(),
        _ => format!("{draws} draws agree"),
    }
}

fn names(fields: &[Field]) -> String {
    let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
    names.join(", ")
}

impl fmt::Display for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Agree { draws: 0 } => f.write_str("both traces end"),
            Self::Agree { draws } => write!(f, "{} to the end of both", agreed(draws)),
            Self::Part {
                draws,
                a_line,
                b_line,
            } => {
                let draws = agreed(draws);
                write!(
                    f,
                    "{draws}; the next difference is at line {a_line} of A and {b_line} of B"
                )
            }
            Self::Apart => f.write_str(
                "the traces do not clearly agree again in the lines ahead, and are compared no further",
            ),
        }
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a_line, b_line) = (self.a_line, self.b_line);
        let before = agreed(self.agreed);
        writeln!(
            f,
            "line {a_line} of A, line {b_line} of B: {before} before it"
        )?;
        let far = (a_line.max(b_line) + SHOWN as u64, 0);
        let last = self.after.last().map_or(far, |pair| (pair.a, pair.b));
        let width = last.0.max(last.1).to_string().len();
        writeln!(f, "  {:>width$} {:>width$}", "A", "B")?;
        let pairs = |f: &mut fmt::Formatter<'_>, pairs: &[Pair]| {
            let mut pairs = pairs.iter();
            pairs.try_for_each(|Pair { a, b, text }| {
                writeln!(f, "  {a:>width$} {b:>width$} = {}", readable(text))
            })
        };
        pairs(f, &self.before)?;
        for (lines, of_a) in [(&self.a, true), (&self.b, false)] {
            let sign = if of_a { '-' } else { '+' };
            let mut line = |number: &str, text: &str| {
                let (in_a, in_b) = if of_a { (number, "") } else { ("", number) };
                writeln!(f, "  {in_a:>width$} {in_b:>width$} {sign} {text}")
            };
            for (number, text) in lines.iter().take(SHOWN) {
                line(&number.to_string(), &readable(text))?;
            }
            if lines.len() > SHOWN {
                line("", &format!("... {} more", lines.len() - SHOWN))?;
            }
        }
        pairs(f, &self.after)?;
        if !self.fields.is_empty() {
            writeln!(f, "differ in: {}", names(&self.fields))?;
        }
        let (agree, of) = self.in_place;
        if agree > 0
            && self
                .alignment
                .is_none_or(|at| at.a == at.b && agree < of - at.a)
        {
            writeln!(f, "{agree} of the {of} draws ahead agree line by line")?;
        }
        match &self.causes[..] {
            [] => {
                f.write_str("cause: not known")?;
                if !self.lacking.is_empty() {
                    write!(
                        f,
                        "; {} in both traces would tell more",
                        names(&self.lacking)
                    )?;
                }
                writeln!(f)?;
            }
            [Parting::Ended { .. }] => writeln!(f, "cause: {}", self.causes[0])?,
            [cause] => writeln!(f, "likely cause: {cause}")?,
            causes => {
                for cause in causes {
                    writeln!(f, "possible cause: {cause}")?;
                }
            }
        }
        match self.alignment {
            None => f.write_str("after it: ")?,
            Some(Alignment { a, b: 0 }) => write!(f, "without {} of A: ", counted(a, "line"))?,
            Some(Alignment { a: 0, b }) => write!(f, "without {} of B: ", counted(b, "line"))?,
            Some(Alignment { a, .. }) => write!(f, "without {} of each: ", counted(a, "line"))?,
        }
        write!(f, "{}", self.then)
    }
}
