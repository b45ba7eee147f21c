//! Items, passed to the tests block by block.

use std::fmt;
use std::time::Duration;

use gof::state::{Kept as _, State};
use gof::{Tail, Verdict};
use identify::Numbers;

use super::battery::{Item, choose_tests};
use super::blocks::Position;
use super::facts::Facts;
use super::looks::Looks;
use super::neighbours::{self, Seeds};
use super::notes::Note;
use super::report::{End, InputReport, Report};
use super::source::{Items, Source};
use super::state;
use super::words::format_p;
use super::{Control, Options, TestError};
use crate::number::counted;
use crate::read::{Block, Distribution, InputSummary};
use crate::who::{MAX_QUICK, name_quickly};

/// A test of one stream, whose items come block by block.
pub struct Session<I: Item + ?Sized> {
    options: Options,
    source: Source,
    /// A description of the items.
    what: String,
    /// Whether the items are the words of many seeds, which are not those of one generator.
    is_of_seeds: bool,
    note: Option<Note>,
    looks: Looks<I>,
    facts: Facts,
}

impl<I: Item + ?Sized> Session<I> {
    /// Begins with no items, and with the time since some moment.
    pub fn new(
        source: Source,
        options: Options,
        clock: fn() -> Duration,
    ) -> Result<Self, TestError> {
        let tests = choose_tests(&source.items, &options.only, options.is_long)?;
        Ok(Self {
            what: source.to_string(),
            source,
            is_of_seeds: false,
            note: None,
            looks: Looks::new(tests, clock),
            facts: Facts::default(),
            options,
        })
    }

    /// Takes the next items. Says what was seen if there was a look, beyond which no block may reach; see `Blocks`.
    pub fn push<B: Block<Item = I>>(&mut self, block: &B) -> Option<Look> {
        if self.facts.wants_more() {
            block.for_each(|item| self.facts.take(item));
        }
        if !self.looks.take(block) {
            return None;
        }
        let smallest = self.looks.smallest_p();
        Some(Look {
            items: self.looks.items(),
            smallest: smallest.map(|(test, p)| (test.to_owned(), p)),
            is_last: self.has_failed(),
        })
    }

    /// Whether a test has failed, so that there is no need to read on.
    pub fn has_failed(&self) -> bool {
        !self.options.keep_going && self.looks.fails(self.options.alpha)
    }

    /// The items, and what else decides which numbers a run computes: each with what it is called.
    fn description(&self) -> [(&'static str, String); 4] {
        [
            ("of", self.what.clone()),
            ("with --skip", self.options.skip.to_string()),
            ("with --alpha", self.options.alpha.to_string()),
            ("with the tests", self.looks.names().join(", ")),
        ]
    }

    /// The state of the run at this position, to go on from later.
    pub fn save(&mut self, position: Position) -> Result<Vec<u8>, TestError> {
        state::save(&self.description(), |state| self.keep(position, state))
            .ok_or_else(|| TestError::NotKept(self.what.clone()))
    }

    /// Goes on from a saved state, and returns the position from which the items must come.
    pub fn restore(&mut self, saved: &[u8]) -> Result<Position, TestError> {
        let mut position = Position::default();
        let description = self.description();
        state::restore(saved, &description, |state| {
            position = self.keep(position, state);
        })?;
        Ok(position)
    }

    fn keep(&mut self, mut position: Position, state: &mut State) -> Position {
        position.keep(state);
        self.facts.numbers.keep(state);
        self.looks.keep(state);
        position
    }

    /// What was found, after what was read of the input.
    pub fn report(mut self, end: End, seen: InputSummary, control: Control<'_>) -> Report {
        // A user who stops may have seen the last look, so later items are not judged unless there was no look.
        if end == End::Whole || self.looks.is_unseen() {
            self.looks.end();
        }
        let items = self.looks.items();
        let mut findings = self.looks.findings(self.options.alpha);
        if !self.options.all_p_values {
            findings
                .rows
                .iter_mut()
                .for_each(|row| row.p_values.clear());
        }
        let misread = (self.source).note_on_misreading(items, seen, &self.facts.numbers);
        let is_misread = misread.is_some();
        let note = self
            .note
            .take()
            .or(misread)
            .or_else(|| self.source.note_on_numbers(items, seen))
            .or_else(|| self.source.note_on_halves(&findings));
        let input = InputReport {
            what: self.what,
            items,
            bytes: seen.bytes,
            skipped: self.options.skip,
            note,
            ..InputReport::default()
        };
        let of = Some(self.source.items.clone());
        let mut report = Report::new(input, of, findings, end, &self.options);
        if report.verdict == Verdict::Fail {
            report.fact = self.facts.find(self.options.skip);
            // Text, fractions or dice that are read as words, and the words of many seeds, are not the words of a generator.
            if !is_misread && !self.is_of_seeds {
                report.origin = find_origin(&self.source, self.facts.numbers, control);
            }
        }
        report
    }
}

impl Session<u64> {
    /// Begins to test the first words of each seed, which come in the order of [`WordsByPlace`](super::WordsByPlace).
    pub fn of_seeds(
        source: Source,
        seeds: Seeds,
        options: Options,
        clock: fn() -> Duration,
    ) -> Result<Self, TestError> {
        let (tests, left_out) = neighbours::choose_tests(seeds, &options.only)?;
        Ok(Self {
            what: seeds.to_string(),
            source,
            is_of_seeds: true,
            note: (!left_out.is_empty()).then_some(Note::LeftOut(left_out)),
            looks: Looks::new(tests, clock),
            facts: Facts::default(),
            options,
        })
    }
}

/// A sentence about what made the first items, if that is certain.
fn find_origin(source: &Source, mut first: Vec<u64>, control: Control<'_>) -> Option<String> {
    first.truncate(MAX_QUICK);
    let subject = format!("The first {} items", first.len());
    let numbers = match &source.items {
        Items::Words { .. }
        | Items::Fractions {
            law: Distribution::Uniform,
            ..
        } => Numbers::words(first),
        Items::Values {
            below,
            weights: None,
            ..
        } if source.names.is_none() => Numbers::below((*below).into(), &first)?,
        Items::Fractions { .. } | Items::Values { .. } | Items::Permutations { .. } => return None,
    };
    name_quickly(&subject, &numbers, control)
}

/// What a look showed. `Display` says it in a line.
#[derive(Clone, Debug)]
pub struct Look {
    /// How many items there were.
    pub items: u64,
    /// The test with the smallest p-value over all looks, and this p-value, if a test has enough items.
    pub smallest: Option<(String, Tail)>,
    /// Whether a test fails, so that there is no need to read on.
    pub is_last: bool,
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", counted(self.items, "item"))?;
        match &self.smallest {
            Some((test, p)) => {
                write!(f, "smallest p over all looks {} ({test})", format_p(*p))?;
            }
            None => f.write_str("no test has enough items yet")?,
        }
        f.write_str(if self.is_last { ": FAIL" } else { "" })
    }
}
