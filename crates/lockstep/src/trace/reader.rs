//! A trace of any length, line by line, in constant memory.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

use thiserror::Error;

use super::columns::Columns;
use super::events::Events;
use super::line::{Fault, Line, Numbers, Parsed};
use super::notation::Notation;

/// The most bytes of a line, its end included: twice what POSIX guarantees, and few enough to hold thousands of lines.
pub const LONGEST_LINE: usize = 1 << 12;

/// How much is read at once.
const BLOCK: usize = 1 << 18;

/// Windows programs may put it before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a trace cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input failed.
    #[error("after line {line}: {error}")]
    Read {
        /// The last line that was read.
        line: u64,
        /// What the system says.
        error: io::Error,
    },
    /// The last line cannot stand in a trace, and has no line feed: the text may stop within it.
    #[error("line {line}: {fault}")]
    CutShort {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A line that cannot stand in a trace.
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// Reads a trace.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    /// What has been read and not been taken.
    start: usize,
    end: usize,
    /// Lines taken.
    lines: u64,
    ended: bool,
    layout: Layout,
    /// Since the last draw.
    events: Option<Box<Events>>,
}

/// Where a line stands in the buffer: its start, its end without a newline, and the start of the one after it.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: usize,
    end: usize,
    next: usize,
}

/// What the lines so far say about those to come.
#[derive(Clone, Copy, Debug, Default)]
struct Layout {
    notation: Option<Notation>,
    columns: Columns,
    /// Whether there was a draw: the columns stay as they are then.
    settled: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from the start.
    pub fn new(input: R) -> Self {
        let buffer = vec![0; BLOCK];
        Self {
            input,
            buffer,
            start: 0,
            end: 0,
            lines: 0,
            ended: false,
            layout: Layout::default(),
            events: None,
        }
    }

    /// Reads from the start, in this notation if it is given.
    pub fn in_notation(input: R, notation: Option<Notation>) -> Self {
        Self {
            layout: Layout {
                notation,
                ..Layout::default()
            },
            ..Self::new(input)
        }
    }

    /// The next draw, `None` at the end.
    ///
    /// # Errors
    /// [`TraceError`] if the input cannot be read, or is no trace there.
    pub fn next_draw(&mut self) -> Result<Option<Line<'_>>, TraceError> {
        while let Some(place) = self.line()? {
            if let Some(numbers) = self.parse(place)? {
                return Ok(Some(self.at(place, numbers)));
            }
        }
        Ok(None)
    }

    fn at(&mut self, place: Place, Numbers { call, site, state }: Numbers) -> Line<'_> {
        let text = Cow::Borrowed(&self.buffer[place.start..place.end]);
        Line {
            number: self.lines,
            text,
            call,
            site,
            state,
            events: self.events.take(),
        }
    }

    /// The events since the last draw: at the end, those after it.
    pub fn events(&self) -> Option<&Events> {
        self.events.as_deref()
    }

    /// How many bytes are there to be taken.
    const fn buffered(&self) -> usize {
        self.end - self.start
    }

    /// Lines taken.
    pub(crate) const fn lines(&self) -> u64 {
        self.lines
    }

    fn line(&mut self) -> Result<Option<Place>, TraceError> {
        let mut searched = self.start;
        loop {
            if let Some(length) = self.buffer[searched..self.end]
                .iter()
                .position(|&byte| byte == b'\n')
            {
                let end = searched + length;
                return Ok(Some(Place {
                    start: self.start,
                    end,
                    next: end + 1,
                }));
            }
            if self.buffered() >= LONGEST_LINE {
                return Err(TraceError::Line {
                    line: self.lines + 1,
                    fault: too_long(),
                });
            }
            if self.ended {
                let last = Place {
                    start: self.start,
                    end: self.end,
                    next: self.end,
                };
                return Ok((self.buffered() > 0).then_some(last));
            }
            let rest = self.buffered();
            self.read()?;
            searched = self.start + rest;
        }
    }

    /// Moves what is left to the front and reads more behind it.
    fn read(&mut self) -> Result<(), TraceError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let read = loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        match read {
            Ok(0) => self.ended = true,
            Ok(bytes) => self.end += bytes,
            Err(error) => {
                return Err(TraceError::Read {
                    line: self.lines,
                    error,
                });
            }
        }
        Ok(())
    }

    /// Takes the line. `None` if it is no draw.
    fn parse(&mut self, Place { start, end, next }: Place) -> Result<Option<Numbers>, TraceError> {
        let mut line = &self.buffer[start..end];
        if self.lines == 0 {
            line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        }
        // The place of the site counts the mark.
        let mark = end - start - line.len();
        let number = self.lines + 1;
        let unended = next == end;
        let fault = |fault| {
            if unended {
                TraceError::CutShort {
                    line: number,
                    fault,
                }
            } else {
                TraceError::Line {
                    line: number,
                    fault,
                }
            }
        };
        if next - start > LONGEST_LINE {
            return Err(fault(too_long()));
        }
        let declared = |line| Columns::declared(line).map_err(fault);
        if self.layout.notation.is_none() {
            self.layout.notation = if declared(line)?.is_some() {
                Some(Notation::Columns)
            } else {
                Notation::of(line)
            };
        }
        let notation = self.layout.notation.unwrap_or(Notation::Columns);
        let numbers = match notation.parse(line, &self.layout.columns).map_err(fault)? {
            Parsed::Draw(Numbers { call, site, state }) => {
                self.layout.settled = true;
                let moved = |(start, end)| (start + mark, end + mark);
                Some(Numbers {
                    call,
                    site: moved(site),
                    state: moved(state),
                })
            }
            Parsed::Event(event) => {
                self.events.get_or_insert_default().push(event);
                None
            }
            Parsed::Nothing => {
                if let Some(columns) = declared(line)?.filter(|_| notation == Notation::Columns) {
                    if self.layout.settled && self.layout.columns != columns {
                        return Err(fault(Fault::new(
                            "the columns change after the first draw: write them before it",
                        )));
                    }
                    self.layout.columns = columns;
                }
                None
            }
        };
        self.lines = number;
        self.start = next;
        Ok(numbers)
    }
}

fn too_long() -> Fault {
    Fault::new(format!(
        "the line is longer than {LONGEST_LINE} bytes: is this a text?"
    ))
}
