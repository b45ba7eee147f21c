//! Two traces, side by side.

use std::collections::VecDeque;
use std::io::Read;

use thiserror::Error;

use super::alignment::{CONFIRMED, Window};
use super::cause::Cause;
use super::diagnosis::{Last, diagnose};
use super::divergence::{Divergence, Pair, Then};
use super::fields::{Fields, sites_differ};
use super::stream::{Stream, common_lines};
use crate::hint::Half;
use crate::trace::{Line, TraceError};

/// How a comparison is made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Settings {
    /// What is compared.
    pub fields: Fields,
    /// How many lines are looked ahead at a difference; more than [`Settings::MOST_WINDOW`] is that many.
    pub window: usize,
    /// How many lines that agree are kept before and after a difference; more than the window is that many.
    pub context: usize,
}

impl Settings {
    /// The largest window: memory and the search for an alignment grow with it.
    pub const MOST_WINDOW: usize = 1 << 16;
}

impl Default for Settings {
    fn default() -> Self {
        Self { fields: Fields::default(), window: 4096, context: 3 }
    }
}

/// One of the two traces cannot be read.
#[derive(Debug, Error)]
#[error("{error}")]
pub struct DivergeError {
    /// Which one: A is expected, B is actual.
    pub side: Half,
    /// Why.
    pub error: TraceError,
}

fn of<T>(side: Half, done: Result<T, TraceError>) -> Result<T, DivergeError> {
    done.map_err(|error| DivergeError { side, error })
}

/// Sites that are not the same in lines that agree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SitesDiffer {
    /// In how many lines.
    pub lines: u64,
    /// The first of them: its number in A and in B.
    pub first: (u64, u64),
    /// What they are called there.
    pub sites: (Vec<u8>, Vec<u8>),
}

/// What has been compared so far.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// Draws that agree.
    pub agreed: u64,
    /// How many of them show a word or a result in both traces.
    pub met: u64,
    /// Divergences.
    pub divergences: u64,
    /// Where sites were not compared and are not the same.
    pub sites: Option<SitesDiffer>,
}

impl Tally {
    /// Whether no word and no result was compared: such a comparison says nothing.
    pub const fn is_void(&self) -> bool {
        self.met == 0 && self.divergences == 0
    }
}

/// Two traces that are being compared: A, which is taken to be right, and B.
#[derive(Debug)]
pub struct Comparison<A, B> {
    a: Stream<A>,
    b: Stream<B>,
    settings: Settings,
    tally: Tally,
    before: VecDeque<Pair>,
    last: Option<Last>,
    /// Lines until blocks are tried again.
    patience: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Agreeing,
    /// The next lines differ.
    Parted,
    Done,
}

/// So many lines are compared one by one where there was no block of equal ones.
const PATIENCE: u32 = 64;

impl<A: Read, B: Read> Comparison<A, B> {
    /// Compares `b` with `a`.
    pub fn new(a: A, b: B, settings: Settings) -> Self {
        let window = settings.window.clamp(1, Settings::MOST_WINDOW);
        Self {
            a: Stream::new(a),
            b: Stream::new(b),
            settings: Settings { window, context: settings.context.min(window), ..settings },
            tally: Tally::default(),
            before: VecDeque::new(),
            last: None,
            patience: 0,
            state: State::Agreeing,
        }
    }

    /// What has been compared so far; after the last divergence, all.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether the next divergence has been found already.
    pub fn parts_again(&self) -> bool {
        self.state == State::Parted
    }

    /// Compares on to the next place where the traces part, and from there to the one after it. `None` if they agree to the
    /// end, or came apart for good.
    ///
    /// # Errors
    /// [`DivergeError`] if one of them cannot be read there.
    pub fn next_divergence(&mut self) -> Result<Option<Divergence>, DivergeError> {
        if self.state == State::Agreeing {
            self.agree()?;
        }
        if self.state == State::Done {
            return Ok(None);
        }
        let mut divergence = self.divergence()?;
        self.tally.divergences += 1;
        let Some(alignment) = divergence.alignment else {
            self.state = State::Done;
            return Ok(Some(divergence));
        };
        self.a.ahead.drain(..alignment.a);
        self.b.ahead.drain(..alignment.b);
        self.state = State::Agreeing;
        let agreed = self.tally.agreed;
        self.agree()?;
        let draws = self.tally.agreed - agreed;
        divergence.then = if self.state == State::Done {
            Then::Agree { draws }
        } else {
            Then::Part { draws, a_line: self.a.next_number(), b_line: self.b.next_number() }
        };
        Ok(Some(divergence))
    }

    /// Goes on to the next difference, or to the end.
    fn agree(&mut self) -> Result<(), DivergeError> {
        while self.state == State::Agreeing {
            if !self.a.ahead.is_empty() || !self.b.ahead.is_empty() {
                self.compare_ahead()?;
            } else if self.patience > 0 || !self.compare_block()? {
                self.compare_lines()?;
            }
        }
        Ok(())
    }

    /// Compares one line of each where lines were read ahead.
    fn compare_ahead(&mut self) -> Result<(), DivergeError> {
        of(Half::Expected, self.a.look_ahead(1))?;
        of(Half::Actual, self.b.look_ahead(1))?;
        let (Some(a), Some(b)) = (self.a.ahead.front(), self.b.ahead.front()) else {
            if !self.a.ahead.is_empty() || !self.b.ahead.is_empty() {
                self.state = State::Parted;
                return Ok(());
            }
            return self.finish();
        };
        if !self.settings.fields.agree(a, b) {
            self.state = State::Parted;
            return Ok(());
        }
        if let (Some(a), Some(b)) = (self.a.ahead.pop_front(), self.b.ahead.pop_front()) {
            self.note(&a, &b);
        }
        Ok(())
    }

    /// Compares one line of each as it is read.
    fn compare_lines(&mut self) -> Result<(), DivergeError> {
        self.patience = self.patience.saturating_sub(1);
        let a = match self.a.reader.next_draw() {
            Err(error) => of(Half::Expected, self.a.end_at(error)).map(|()| None)?,
            Ok(line) => line,
        };
        let b = match self.b.reader.next_draw() {
            Err(error) => of(Half::Actual, self.b.end_at(error)).map(|()| None)?,
            Ok(line) => line,
        };
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => {
                (self.a.ended, self.b.ended) = (true, true);
                return self.finish();
            }
            (a, b) => {
                (self.a.ended, self.b.ended) = (a.is_none(), b.is_none());
                self.state = State::Parted;
                self.a.ahead.extend(a.map(Line::into_owned));
                self.b.ahead.extend(b.map(Line::into_owned));
                return Ok(());
            }
        };
        if self.settings.fields.agree(&a, &b) {
            noted(&mut self.tally, &mut self.before, &mut self.last, self.settings, &a, &b);
        } else {
            let (a, b) = (a.into_owned(), b.into_owned());
            self.a.ahead.push_back(a);
            self.b.ahead.push_back(b);
            self.state = State::Parted;
        }
        Ok(())
    }

    /// Both have ended. A last line that is cut short and was not told of by a divergence cannot be compared.
    fn finish(&mut self) -> Result<(), DivergeError> {
        self.state = State::Done;
        of(Half::Expected, self.a.cut.take().map_or(Ok(()), Err))?;
        of(Half::Actual, self.b.cut.take().map_or(Ok(()), Err))
    }

    /// Compares the whole lines that are the same byte for byte in what was read of both. `false` if there are none. They
    /// are taken apart once all the same: a text that is no trace is refused, and draws are counted.
    fn compare_block(&mut self) -> Result<bool, DivergeError> {
        let (a, b) = (&mut self.a.reader, &mut self.b.reader);
        if a.layout() != b.layout() {
            self.patience = PATIENCE;
            return Ok(false);
        }
        let rest = of(Half::Expected, a.rest())?;
        let common = common_lines(rest, of(Half::Actual, b.rest())?);
        if common == 0 {
            self.patience = PATIENCE;
            return Ok(false);
        }
        let (left, start, offset) = (a.buffered() - common, a.lines(), b.lines());
        while a.buffered() > left {
            if let Some(line) = of(Half::Expected, a.step())? {
                self.tally.agreed += 1;
                self.tally.met += u64::from(self.settings.fields.meet(&line, &line));
                self.last.get_or_insert_default().set(&line);
                keep(&mut self.before, self.settings.context, &line, offset + (line.number - start));
            }
        }
        b.skip(common, a.lines() - start, a.layout());
        Ok(true)
    }

    fn note(&mut self, a: &Line, b: &Line) {
        noted(&mut self.tally, &mut self.before, &mut self.last, self.settings, a, b);
    }

    /// The place where both stand.
    fn divergence(&mut self) -> Result<Divergence, DivergeError> {
        let Settings { fields, window, context } = self.settings;
        // An alignment that leaves out a whole window is confirmed behind it.
        of(Half::Expected, self.a.look_ahead(window + CONFIRMED))?;
        of(Half::Actual, self.b.look_ahead(window + CONFIRMED))?;
        let whole = (self.a.ended, self.b.ended);
        let (a_line, b_line) = (self.a.next_number(), self.b.next_number());
        let ahead =
            Window { a: self.a.ahead.make_contiguous(), b: self.b.ahead.make_contiguous(), whole, most: window };
        let (mut causes, alignment) = diagnose(ahead, fields, self.last.as_ref());
        let left_out = alignment.map_or((context + 1, context + 1), |alignment| (alignment.a, alignment.b));
        let shown = |lines: &[Line], count: usize| {
            lines.iter().take(count).map(|line| (line.number, line.text.to_vec())).collect::<Vec<_>>()
        };
        let differing = match (ahead.a.first(), ahead.b.first()) {
            (Some(a), Some(b)) => fields.differing(a, b),
            _ => Vec::new(),
        };
        let after = alignment.map_or_else(Vec::new, |alignment| {
            let pairs = ahead.a[alignment.a..].iter().zip(&ahead.b[alignment.b..]).take(context);
            pairs
                .take_while(|(a, b)| fields.agree(a, b))
                .map(|(a, b)| Pair { a: a.number, b: b.number, text: a.text.to_vec() })
                .collect()
        });
        for (side, cut) in [(Half::Expected, self.a.cut.take()), (Half::Actual, self.b.cut.take())] {
            if let Some(TraceError::Line { line, .. }) = cut {
                causes.push(Cause::CutShort { side, line });
            }
        }
        let to_the_end = whole == (true, true) && ahead.a.len().max(ahead.b.len()) <= window;
        let one_ended = ahead.a.is_empty() || ahead.b.is_empty();
        Ok(Divergence {
            agreed: self.tally.agreed,
            a_line,
            b_line,
            before: self.before.iter().cloned().collect(),
            a: shown(ahead.a, left_out.0),
            b: shown(ahead.b, left_out.1),
            after,
            fields: differing,
            causes,
            alignment,
            then: if one_ended { Then::Ended } else { Then::Apart { window: (!to_the_end).then_some(window) } },
        })
    }
}

/// Takes a pair that agrees into the account.
fn noted(
    tally: &mut Tally,
    before: &mut VecDeque<Pair>,
    last: &mut Option<Last>,
    Settings { fields, context, .. }: Settings,
    a: &Line,
    b: &Line,
) {
    tally.agreed += 1;
    tally.met += u64::from(fields.meet(a, b));
    last.get_or_insert_default().set(a);
    if sites_differ(a, b) {
        let own = |line: &Line| line.site().unwrap_or_default().to_vec();
        let first = || SitesDiffer { lines: 0, first: (a.number, b.number), sites: (own(a), own(b)) };
        tally.sites.get_or_insert_with(first).lines += 1;
    }
    keep(before, context, a, b.number);
}

/// Keeps the last lines, in the memory of those that are given up.
fn keep(before: &mut VecDeque<Pair>, context: usize, a: &Line, b: u64) {
    let kept = if before.len() < context { Some(Pair::default()) } else { before.pop_front() };
    if let Some(mut pair) = kept.filter(|_| context > 0) {
        pair.text.clear();
        pair.text.extend_from_slice(&a.text);
        (pair.a, pair.b) = (a.number, b);
        before.push_back(pair);
    }
}
