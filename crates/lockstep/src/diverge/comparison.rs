//! Two traces, side by side, up to the first difference and what comes after it.

use std::collections::VecDeque;
use std::fmt;
use std::io::Read;

use thiserror::Error;

use super::alignment::{Alignment, differing_fields, lines_agree};
use super::parting::{Parting, count_of};
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
        let Some(divergence) = &self.divergence else {
            return false;
        };
        self.agreed > 0 && matches!(divergence.causes[..], [Parting::Ended { .. }])
    }
}

/// Two lines that agree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AgreedLines {
    /// The number of the line in A, from 1.
    pub a: u64,
    /// The number of the line in B, from 1.
    pub b: u64,
    /// The text of the line in A.
    pub text: Vec<u8>,
}

/// The part of the traces after a difference.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rest {
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
    pub before: Vec<AgreedLines>,
    /// The lines of A that are left out so that the traces agree again, by number; if they do not agree again, the first few.
    pub a: Vec<(u64, Vec<u8>)>,
    /// The lines of B, in the same way.
    pub b: Vec<(u64, Vec<u8>)>,
    /// The agreeing lines after it.
    pub after: Vec<AgreedLines>,
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
    pub then: Rest,
}

/// One of the traces.
struct TraceSide<R> {
    half: Half,
    reader: Reader<R>,
    /// The lines that were read and not yet compared.
    ahead: VecDeque<Line<'static>>,
    ended: bool,
}

impl<R: Read> TraceSide<R> {
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
struct TracePair<A, B> {
    a: TraceSide<A>,
    b: TraceSide<B>,
    found: Comparison,
    before: VecDeque<AgreedLines>,
}

impl<A: Read, B: Read> TracePair<A, B> {
    /// Goes on to the next difference or to the end, and returns whether there is a difference.
    fn find_difference(&mut self) -> Result<bool, DivergeError> {
        loop {
            match (self.a.next()?, self.b.next()?) {
                (Some(a), Some(b)) if lines_agree(&a, &b) => {
                    count_agreed(&mut self.found, &a, &b);
                    // The memory of a discarded pair is used again.
                    let mut text = Vec::new();
                    if self.before.len() == CONTEXT
                        && let Some(discarded) = self.before.pop_front()
                    {
                        text = discarded.text;
                    }
                    text.clear();
                    text.extend_from_slice(&a.text);
                    self.before.push_back(AgreedLines {
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
    fn describe_difference(&mut self) -> Result<Divergence, DivergeError> {
        self.a.look_ahead()?;
        self.b.look_ahead()?;
        let (a_line, b_line) = (self.a.line(), self.b.line());
        let a = &*self.a.ahead.make_contiguous();
        let b = &*self.b.ahead.make_contiguous();
        let window = Window::new(a, b, self.a.ended, self.b.ended);
        let (causes, alignment) = window.diagnose();
        let left_out = alignment.unwrap_or(Alignment::both(CONTEXT + 1));
        let mut after = Vec::new();
        if let Some(at) = alignment {
            for (a, b) in window.pairs(at).take(CONTEXT) {
                if !lines_agree(a, b) {
                    break;
                }
                after.push(AgreedLines {
                    a: a.number,
                    b: b.number,
                    text: a.text.to_vec(),
                });
            }
        }
        let (mut fields, mut lacking) = (Vec::new(), Vec::new());
        if let (Some(a), Some(b)) = (a.first(), b.first()) {
            fields = differing_fields(a, b);
            lacking = lacking_fields(a, b);
        }
        Ok(Divergence {
            agreed: self.found.agreed,
            a_line,
            b_line,
            before: self.before.iter().cloned().collect(),
            a: numbered_texts(a, left_out.a),
            b: numbered_texts(b, left_out.b),
            after,
            fields,
            lacking,
            causes,
            in_place: window.count_in_place(),
            alignment,
            then: Rest::Apart,
        })
    }
}

/// Counts two lines that agree.
fn count_agreed(found: &mut Comparison, a: &Line, b: &Line) {
    found.agreed += 1;
    let both_words = a.call.word.is_some() && b.call.word.is_some();
    let both_results = a.call.result.is_some() && b.call.result.is_some();
    if both_words || both_results {
        found.met += 1;
    }
    if let (Some(a), Some(b)) = (a.site(), b.site())
        && a != b
    {
        found.renamed += 1;
    }
}

/// The numbers and texts of the first few lines.
fn numbered_texts(lines: &[Line], count: usize) -> Vec<(u64, Vec<u8>)> {
    let lines = lines.iter().take(count);
    lines
        .map(|line| (line.number, line.text.to_vec()))
        .collect()
}

/// The fields that two lines do not both show.
fn lacking_fields(a: &Line, b: &Line) -> Vec<Field> {
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
    let mut sides = TracePair {
        a: TraceSide::new(Half::Expected, a),
        b: TraceSide::new(Half::Actual, b),
        found: Comparison::default(),
        before: VecDeque::new(),
    };
    if !sides.find_difference()? {
        return Ok(sides.found);
    }
    let mut divergence = sides.describe_difference()?;
    if let Some(alignment) = divergence.alignment {
        sides.a.ahead.drain(..alignment.a);
        sides.b.ahead.drain(..alignment.b);
        let differ = sides.find_difference()?;
        let draws = sides.found.agreed - divergence.agreed;
        divergence.then = if differ {
            Rest::Part {
                draws,
                a_line: sides.a.line(),
                b_line: sides.b.line(),
            }
        } else {
            Rest::Agree { draws }
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

fn agreed_draws(draws: u64) -> String {
    match draws {
        1 => "1 draw agrees".into(),
        _ => format!("{draws} draws agree"),
    }
}

fn join_names(fields: &[Field]) -> String {
    let names: Vec<_> = fields.iter().map(|field| field.name()).collect();
    names.join(", ")
}

/// Writes lines that agree, with their numbers in both traces at this width.
fn write_agreed(f: &mut fmt::Formatter<'_>, lines: &[AgreedLines], width: usize) -> fmt::Result {
    for AgreedLines { a, b, text } in lines {
        writeln!(f, "  {a:>width$} {b:>width$} = {}", readable(text))?;
    }
    Ok(())
}

impl fmt::Display for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Agree { draws: 0 } => f.write_str("both traces end"),
            Self::Agree { draws } => write!(f, "{} to the end of both", agreed_draws(draws)),
            Self::Part {
                draws,
                a_line,
                b_line,
            } => {
                let draws = agreed_draws(draws);
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
        let before = agreed_draws(self.agreed);
        writeln!(
            f,
            "line {a_line} of A, line {b_line} of B: {before} before it"
        )?;
        let far = (a_line.max(b_line) + SHOWN as u64, 0);
        let last = self.after.last().map_or(far, |pair| (pair.a, pair.b));
        let width = last.0.max(last.1).to_string().len();
        writeln!(f, "  {:>width$} {:>width$}", "A", "B")?;
        write_agreed(f, &self.before, width)?;
        for (number, text) in self.a.iter().take(SHOWN) {
            let text = readable(text);
            writeln!(f, "  {number:>width$} {:>width$} - {text}", "")?;
        }
        if self.a.len() > SHOWN {
            let more = self.a.len() - SHOWN;
            writeln!(f, "  {:>width$} {:>width$} - ... {more} more", "", "")?;
        }
        for (number, text) in self.b.iter().take(SHOWN) {
            let text = readable(text);
            writeln!(f, "  {:>width$} {number:>width$} + {text}", "")?;
        }
        if self.b.len() > SHOWN {
            let more = self.b.len() - SHOWN;
            writeln!(f, "  {:>width$} {:>width$} + ... {more} more", "", "")?;
        }
        write_agreed(f, &self.after, width)?;
        if !self.fields.is_empty() {
            writeln!(f, "differ in: {}", join_names(&self.fields))?;
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
                        join_names(&self.lacking)
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
            Some(Alignment { a, b: 0 }) => write!(f, "without {} of A: ", count_of(a, "line"))?,
            Some(Alignment { a: 0, b }) => write!(f, "without {} of B: ", count_of(b, "line"))?,
            Some(Alignment { a, .. }) => write!(f, "without {} of each: ", count_of(a, "line"))?,
        }
        write!(f, "{}", self.then)
    }
}
