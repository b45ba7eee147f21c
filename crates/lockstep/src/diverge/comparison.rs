//! Two traces, side by side.

use std::collections::VecDeque;
use std::io::Read;

use super::cause::Cause;
use super::diagnosis::diagnose;
use super::divergence::{Divergence, Pair, Then};
use super::fields::{Fields, sites_differ};
use super::stream::{DivergeError, Stream};
use super::window::{NEAR, Window};
use crate::hint::Half;
use crate::trace::{Call, Events, Line, Notation, TraceError};

/// The draw before a difference.
#[derive(Debug, Default)]
pub(super) struct Last {
    pub(super) call: Call,
    /// How many draws that makes.
    pub(super) count: u64,
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
        Self {
            fields: Fields::default(),
            window: 4096,
            context: 3,
            notation: None,
        }
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
    state: State,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Agreeing,
    /// The next lines differ.
    Differing,
    Done,
}

impl<A: Read, B: Read> Comparison<A, B> {
    /// Compares `b` with `a`.
    pub fn new(
        a: A,
        b: B,
        Settings {
            fields,
            window,
            context,
            notation,
        }: Settings,
    ) -> Self {
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
            Then::Part {
                draws,
                a_line: self.a.next_number(),
                b_line: self.b.next_number(),
            }
        };
        Ok(Some(divergence))
    }

    /// Goes on to the next difference, or to the end.
    fn agree(&mut self) -> Result<(), DivergeError> {
        while self.state == State::Agreeing {
            let (read_a, read_b) = (self.a.ahead.pop_front(), self.b.ahead.pop_front());
            let a = if read_a.is_none() && !self.a.ended {
                self.a.next_draw()?
            } else {
                read_a
            };
            let b = if read_b.is_none() && !self.b.ended {
                self.b.next_draw()?
            } else {
                read_b
            };
            match (a, b) {
                (Some(a), Some(b)) if self.agreed.fields.agree(&a, &b) => self.agreed.note(&a, &b),
                (None, None) => {
                    self.state = State::Done;
                    let ends = (self.a.reader.lines() + 1, self.b.reader.lines() + 1);
                    self.agreed
                        .events((self.a.reader.events(), self.b.reader.events()), ends);
                    self.a.finish()?;
                    self.b.finish()?;
                }
                (a, b) => {
                    let (a, b) = (a.map(Line::into_owned), b.map(Line::into_owned));
                    if let Some(line) = a {
                        self.a.ahead.push_front(line);
                    }
                    if let Some(line) = b {
                        self.b.ahead.push_front(line);
                    }
                    self.state = State::Differing;
                }
            }
        }
        Ok(())
    }

    /// The place where both stand.
    fn divergence(&mut self) -> Result<Divergence, DivergeError> {
        let (window, fields, context) = (self.window, self.agreed.fields, self.agreed.context);
        // An alignment that leaves out a whole window is confirmed behind it.
        self.a.look_ahead(window + NEAR)?;
        self.b.look_ahead(window + NEAR)?;
        if let (Some(a), Some(b)) = (self.a.ahead.front(), self.b.ahead.front()) {
            self.agreed
                .events((a.events(), b.events()), (a.number, b.number));
            self.agreed.settle();
        }
        let whole = (self.a.ended, self.b.ended);
        let (a_line, b_line) = (self.a.next_number(), self.b.next_number());
        let lines = (
            &*self.a.ahead.make_contiguous(),
            &*self.b.ahead.make_contiguous(),
        );
        let ahead = Window::new(lines, whole, window, fields);
        let (mut causes, alignment) = diagnose(&ahead, self.agreed.last.as_ref());
        let agreed = self.agreed.tally.agreed;
        let in_place = ahead.in_place().filter(|(a, b)| fields.agree(a, b)).count() as u64;
        let alone = alignment.is_none_or(|at| {
            at.a == at.b && ahead.in_place().len() as u64 > in_place + at.a as u64
        });
        let in_place = (self.agreed.tally.divergences == 0 && in_place > 0 && alone)
            .then(|| (agreed + in_place, agreed + ahead.in_place().len() as u64));
        let left_out = alignment.map_or((context + 1, context + 1), |alignment| {
            (alignment.a, alignment.b)
        });
        let shown = |lines: &[Line], count: usize| {
            lines
                .iter()
                .take(count)
                .map(|line| (line.number, line.text.to_vec()))
                .collect::<Vec<_>>()
        };
        let after = alignment.map_or_else(Vec::new, |alignment| {
            let agreeing = ahead
                .pairs(alignment)
                .take(context)
                .take_while(|(a, b)| fields.agree(a, b));
            agreeing
                .map(|(a, b)| Pair {
                    a: a.number,
                    b: b.number,
                    text: a.text.to_vec(),
                })
                .collect()
        });
        for (side, cut) in [
            (Half::Expected, self.a.cut.take()),
            (Half::Actual, self.b.cut.take()),
        ] {
            if let Some(TraceError::CutShort { line, .. }) = cut {
                causes.push(Cause::CutShort { side, line });
            }
        }
        let to_the_end = whole == (true, true) && ahead.a.len().max(ahead.b.len()) <= window;
        let one_ended = ahead.a.is_empty() || ahead.b.is_empty();
        Ok(Divergence {
            agreed,
            a_line,
            b_line,
            before: self.agreed.before.iter().cloned().collect(),
            a: shown(ahead.a, left_out.0),
            b: shown(ahead.b, left_out.1),
            after,
            fields: ahead
                .in_place()
                .next()
                .map_or_else(Vec::new, |(a, b)| fields.differing(a, b)),
            causes,
            in_place,
            alignment,
            then: if one_ended {
                Then::Ended
            } else {
                Then::Apart {
                    window: (!to_the_end).then_some(window),
                }
            },
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
    fn state(&mut self, a: &Line, b: &Line) {
        let lines = (a.number, b.number);
        self.events((a.events(), b.events()), lines);
        if let (Some(of_a), Some(of_b)) = (a.state(), b.state())
            && of_a != of_b
        {
            // The draw itself agrees.
            self.differ(false, self.tally.agreed + 1, lines, || {
                (of_a.to_vec(), of_b.to_vec())
            });
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
                (
                    first.0.unwrap_or_default().to_vec(),
                    first.1.unwrap_or_default().to_vec(),
                )
            });
        }
    }

    fn differ(
        &mut self,
        events: bool,
        agreed: u64,
        lines: (u64, u64),
        texts: impl FnOnce() -> (Vec<u8>, Vec<u8>),
    ) {
        let first = || StatesDiffer {
            agreed,
            places: 0,
            first: lines,
            events,
            texts: texts(),
        };
        // Events of one trace alone are nothing to compare; a state that both have comes before them.
        let slot = if events {
            &mut self.by_events
        } else {
            &mut self.by_states
        };
        slot.get_or_insert_with(first).places += 1;
    }

    /// What the tally says of states and events now.
    fn settle(&mut self) {
        let (a, b) = self.tally.events;
        let events = self.by_events.as_ref().filter(|_| a > 0 && b > 0);
        let both = [events, self.by_states.as_ref()].into_iter().flatten();
        self.tally.states = both.min_by_key(|found| found.agreed).cloned();
    }

    /// Counts and keeps a pair, in the memory of one that is given up.
    fn note(&mut self, a: &Line, b: &Line) {
        self.state(a, b);
        self.tally.agreed += 1;
        self.tally.met += u64::from(self.fields.meet(a, b));
        self.last = Some(Last {
            call: a.call,
            count: self.tally.agreed,
        });
        if sites_differ(a, b) {
            let own = |line: &Line| line.site().unwrap_or_default().to_vec();
            let first = || SitesDiffer {
                lines: 0,
                first: (a.number, b.number),
                sites: (own(a), own(b)),
            };
            self.tally.sites.get_or_insert_with(first).lines += 1;
        }
        let new = self.before.len() < self.context;
        let kept = if new {
            Some(Pair::default())
        } else {
            self.before.pop_front()
        };
        if let Some(mut pair) = kept.filter(|_| self.context > 0) {
            pair.text.clear();
            pair.text.extend_from_slice(&a.text);
            (pair.a, pair.b) = (a.number, b.number);
            self.before.push_back(pair);
        }
    }
}
