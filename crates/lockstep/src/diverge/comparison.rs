//! Two traces, side by side.

use std::collections::VecDeque;
use std::io::Read;

use super::alignment::{CONFIRMED, Window};
use super::cause::Cause;
use super::diagnosis::diagnose;
use super::divergence::{Divergence, Pair, Then};
use super::fields::{Fields, sites_differ};
use super::in_place::InPlace;
use super::stream::{DivergeError, Stream, common_lines};
use crate::hint::Half;
use crate::trace::{Call, Events, Line, Notation, TraceError};

/// The draw before a difference.
#[derive(Debug, Default)]
pub(super) struct Last {
    pub(super) call: Call,
    /// Its place in A; empty if it is unknown.
    pub(super) site: Vec<u8>,
}

impl Last {
    /// Becomes this line, in the memory of the one before.
    pub(super) fn set(&mut self, line: &Line) {
        self.call = line.call;
        self.site.clear();
        self.site.extend_from_slice(line.site().unwrap_or_default());
    }
}

/// How a comparison is made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Settings {
    /// What is compared.
    pub fields: Fields,
    /// How many lines are looked ahead at a difference, from 1 to [`Settings::MOST_WINDOW`].
    pub window: usize,
    /// How many lines that agree are kept before and after a difference, at most the window.
    pub context: usize,
    /// How both traces are written. If it is not given, it is told from their first lines.
    pub notation: Option<Notation>,
}

impl Settings {
    /// The largest window: memory and the search for an alignment grow with it.
    pub const MOST_WINDOW: usize = 1 << 16;
}

impl Default for Settings {
    fn default() -> Self {
        Self { fields: Fields::default(), window: 4096, context: 3, notation: None }
    }
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

/// Where states or events differ while the draws agree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StatesDiffer {
    /// How many draws agree before it.
    pub agreed: u64,
    /// In how many places.
    pub places: u64,
    /// The first of them: the line of A and of B where the next draw is, or would be.
    pub first: (u64, u64),
    /// Whether it is events that differ there; otherwise it is the state after the draw.
    pub events: bool,
    /// What the traces say there; empty if nothing.
    pub texts: (Vec<u8>, Vec<u8>),
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
    /// Where states or events differ, if both traces have some.
    pub states: Option<StatesDiffer>,
    /// Events of A and of B in the lines that agree.
    pub events: (u64, u64),
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
    window: usize,
    agreed: Agreed,
    /// Lines until blocks are tried again.
    patience: u32,
    state: State,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Agreeing,
    /// The next lines differ.
    Differing,
    Done,
}

/// So many lines are compared one by one where there was no block of equal ones.
const PATIENCE: u32 = 64;

impl<A: Read, B: Read> Comparison<A, B> {
    /// Compares `b` with `a`.
    pub fn new(a: A, b: B, Settings { fields, window, context, notation }: Settings) -> Self {
        let window = window.clamp(1, Settings::MOST_WINDOW);
        let context = context.min(window);
        Self {
            a: Stream::new(Half::Expected, a, notation),
            b: Stream::new(Half::Actual, b, notation),
            window,
            agreed: Agreed {
                fields,
                context,
                tally: Tally::default(),
                before: VecDeque::new(),
                last: None,
                by_events: None,
                by_states: None,
            },
            patience: 0,
            state: State::Agreeing,
        }
    }

    /// What has been compared so far; after the last divergence, all.
    pub const fn tally(&self) -> &Tally {
        &self.agreed.tally
    }

    /// Whether the next divergence has been found already.
    pub fn differs_again(&self) -> bool {
        self.state == State::Differing
    }

    /// Compares on to the next place where the traces differ, and from there to the one after it. `None` if they agree
    /// to the end, or never agree again.
    ///
    /// # Errors
    /// [`DivergeError`] if one of them cannot be read there.
    pub fn next_divergence(&mut self) -> Result<Option<Divergence>, DivergeError> {
        self.agree()?;
        self.agreed.settle();
        if self.state == State::Done {
            return Ok(None);
        }
        let mut divergence = self.divergence()?;
        self.agreed.tally.divergences += 1;
        let Some(alignment) = divergence.alignment else {
            self.state = State::Done;
            return Ok(Some(divergence));
        };
        self.a.ahead.drain(..alignment.a);
        self.b.ahead.drain(..alignment.b);
        self.state = State::Agreeing;
        let agreed = self.tally().agreed;
        self.agree()?;
        self.agreed.settle();
        let draws = self.tally().agreed - agreed;
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
        self.a.look_ahead(1)?;
        self.b.look_ahead(1)?;
        match (self.a.ahead.front(), self.b.ahead.front()) {
            (Some(a), Some(b)) if self.agreed.fields.agree(a, b) => {
                self.agreed.note(a, b, b.number);
                self.a.ahead.pop_front();
                self.b.ahead.pop_front();
            }
            _ => self.state = State::Differing,
        }
        Ok(())
    }

    /// Compares one line of each as it is read.
    fn compare_lines(&mut self) -> Result<(), DivergeError> {
        self.patience = self.patience.saturating_sub(1);
        let a = match self.a.reader.next_draw() {
            Err(error) => self.a.end_at(error).map(|()| None)?,
            Ok(line) => line,
        };
        let b = match self.b.reader.next_draw() {
            Err(error) => self.b.end_at(error).map(|()| None)?,
            Ok(line) => line,
        };
        if let (Some(a), Some(b)) = (&a, &b)
            && self.agreed.fields.agree(a, b)
        {
            self.agreed.note(a, b, b.number);
            return Ok(());
        }
        let (a, b) = (a.map(Line::into_owned), b.map(Line::into_owned));
        (self.a.ended, self.b.ended) = (a.is_none(), b.is_none());
        if a.is_none() && b.is_none() {
            self.state = State::Done;
            let ends = (self.a.reader.lines() + 1, self.b.reader.lines() + 1);
            self.agreed.events((self.a.reader.events(), self.b.reader.events()), ends);
            self.a.finish()?;
            return self.b.finish();
        }
        self.a.ahead.extend(a);
        self.b.ahead.extend(b);
        self.state = State::Differing;
        Ok(())
    }

    /// Compares the whole lines that are the same byte for byte in what was read of both. `false` if there are none. They
    /// are still taken apart once: a text that is no trace is refused, and draws are counted.
    fn compare_block(&mut self) -> Result<bool, DivergeError> {
        let same_layout = self.a.reader.layout() == self.b.reader.layout();
        let common = if same_layout { common_lines(self.a.rest()?, self.b.rest()?) } else { 0 };
        if common == 0 {
            self.patience = PATIENCE;
            return Ok(false);
        }
        let (a, b) = (&mut self.a.reader, &mut self.b.reader);
        let (left, start, offset) = (a.buffered() - common, a.lines(), b.lines());
        while a.buffered() > left {
            if let Some(line) = a.step().map_err(|error| DivergeError { side: Half::Expected, error })? {
                self.agreed.note(&line, &line, offset + (line.number - start));
            }
        }
        b.skip(common, a.lines() - start, a.layout(), a.events());
        Ok(true)
    }

    /// The place where both stand.
    fn divergence(&mut self) -> Result<Divergence, DivergeError> {
        let (window, fields, context) = (self.window, self.agreed.fields, self.agreed.context);
        // An alignment that leaves out a whole window is confirmed behind it.
        self.a.look_ahead(window + CONFIRMED)?;
        self.b.look_ahead(window + CONFIRMED)?;
        if let (Some(a), Some(b)) = (self.a.ahead.front(), self.b.ahead.front()) {
            self.agreed.events((a.events(), b.events()), (a.number, b.number));
            self.agreed.settle();
        }
        let whole = (self.a.ended, self.b.ended);
        let (a_line, b_line) = (self.a.next_number(), self.b.next_number());
        let ahead =
            Window { a: self.a.ahead.make_contiguous(), b: self.b.ahead.make_contiguous(), whole, most: window };
        let (mut causes, alignment) = diagnose(ahead, fields, self.agreed.last.as_ref());
        let scattered = alignment.is_none_or(|at| at.a == at.b) && !ahead.a.is_empty() && !ahead.b.is_empty();
        let in_place = (self.agreed.tally.divergences == 0 && scattered)
            .then(|| InPlace::count(ahead, fields, self.agreed.tally.agreed))
            .filter(|found| found.of > found.draws + alignment.map_or(1, |at| at.a as u64));
        let left_out = alignment.map_or((context + 1, context + 1), |alignment| (alignment.a, alignment.b));
        let shown = |lines: &[Line], count: usize| {
            lines.iter().take(count).map(|line| (line.number, line.text.to_vec())).collect::<Vec<_>>()
        };
        let after = alignment.map_or_else(Vec::new, |alignment| {
            let pairs = ahead.a[alignment.a..].iter().zip(&ahead.b[alignment.b..]).take(context);
            let agreeing = pairs.take_while(|(a, b)| fields.agree(a, b));
            agreeing.map(|(a, b)| Pair { a: a.number, b: b.number, text: a.text.to_vec() }).collect()
        });
        for (side, cut) in [(Half::Expected, self.a.cut.take()), (Half::Actual, self.b.cut.take())] {
            if let Some(TraceError::Line { line, .. }) = cut {
                causes.push(Cause::CutShort { side, line });
            }
        }
        let to_the_end = whole == (true, true) && ahead.a.len().max(ahead.b.len()) <= window;
        let one_ended = ahead.a.is_empty() || ahead.b.is_empty();
        Ok(Divergence {
            agreed: self.agreed.tally.agreed,
            a_line,
            b_line,
            before: self.agreed.before.iter().cloned().collect(),
            a: shown(ahead.a, left_out.0),
            b: shown(ahead.b, left_out.1),
            after,
            fields: ahead.pairs().next().map_or_else(Vec::new, |(a, b)| fields.differing(a, b)),
            causes,
            in_place,
            alignment,
            then: if one_ended { Then::Ended } else { Then::Apart { window: (!to_the_end).then_some(window) } },
        })
    }
}

/// What is kept of the lines that agree.
#[derive(Debug)]
struct Agreed {
    fields: Fields,
    context: usize,
    tally: Tally,
    before: VecDeque<Pair>,
    last: Option<Last>,
    /// The first differences of events and of states, and how many places.
    by_events: Option<StatesDiffer>,
    by_states: Option<StatesDiffer>,
}

impl Agreed {
    /// Compares the events before a pair, and its states. Whether one trace has no events at all shows only at the end.
    fn state(&mut self, a: &Line, b: &Line, number: u64) {
        self.events((a.events(), b.events()), (a.number, number));
        if let (Some(of_a), Some(of_b)) = (a.state(), b.state())
            && of_a != of_b
        {
            // The draw itself agrees.
            self.differ(false, self.tally.agreed + 1, (a.number, number), || (of_a.to_vec(), of_b.to_vec()));
        }
    }

    fn events(&mut self, (a, b): (Option<&Events>, Option<&Events>), lines: (u64, u64)) {
        if a.is_none() && b.is_none() {
            return;
        }
        let count = |events: Option<&Events>| events.map_or(0, Events::count);
        self.tally.events.0 += count(a);
        self.tally.events.1 += count(b);
        if a != b {
            self.differ(true, self.tally.agreed, lines, || {
                let mut of_a = a.into_iter().flat_map(Events::iter);
                let mut of_b = b.into_iter().flat_map(Events::iter);
                let first = std::iter::from_fn(|| Some((of_a.next(), of_b.next())))
                    .take_while(|pair| *pair != (None, None))
                    .find(|(a, b)| a != b)
                    .unwrap_or_default();
                (first.0.unwrap_or_default().to_vec(), first.1.unwrap_or_default().to_vec())
            });
        }
    }

    fn differ(&mut self, events: bool, agreed: u64, lines: (u64, u64), texts: impl FnOnce() -> (Vec<u8>, Vec<u8>)) {
        let first = || StatesDiffer { agreed, places: 0, first: lines, events, texts: texts() };
        // Events of one trace alone are nothing to compare; a state that both have comes before them.
        let slot = if events { &mut self.by_events } else { &mut self.by_states };
        slot.get_or_insert_with(first).places += 1;
    }

    /// What the tally says of states and events now.
    fn settle(&mut self) {
        let (a, b) = self.tally.events;
        let events = self.by_events.as_ref().filter(|_| a > 0 && b > 0);
        let both = [events, self.by_states.as_ref()].into_iter().flatten();
        self.tally.states = both.min_by_key(|found| found.agreed).cloned();
    }

    /// Counts and keeps a pair, in the memory of one that is given up. `number` is that of B's line.
    fn note(&mut self, a: &Line, b: &Line, number: u64) {
        self.state(a, b, number);
        self.tally.agreed += 1;
        self.tally.met += u64::from(self.fields.meet(a, b));
        self.last.get_or_insert_default().set(a);
        if sites_differ(a, b) {
            let own = |line: &Line| line.site().unwrap_or_default().to_vec();
            let first = || SitesDiffer { lines: 0, first: (a.number, b.number), sites: (own(a), own(b)) };
            self.tally.sites.get_or_insert_with(first).lines += 1;
        }
        let new = self.before.len() < self.context;
        let kept = if new { Some(Pair::default()) } else { self.before.pop_front() };
        if let Some(mut pair) = kept.filter(|_| self.context > 0) {
            pair.text.clear();
            pair.text.extend_from_slice(&a.text);
            (pair.a, pair.b) = (a.number, number);
            self.before.push_back(pair);
        }
    }
}
