//! A trace of any length, line by line, in constant memory.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

use thiserror::Error;

use super::columns::Columns;
use super::fault::Fault;
use super::line::{Line, Numbers, parse};

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
    columns: Columns,
    /// Whether there was a draw: the columns stay as they are then.
    settled: bool,
}

/// Where a line stands in the buffer: its start, its end without a newline, and the start of the one after it.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: usize,
    end: usize,
    next: usize,
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
            columns: Columns::default(),
            settled: false,
        }
    }

    /// The next draw, `None` at the end. A last line that has no line feed and cannot stand in a trace was cut off: the
    /// trace ends before it, unless it is the only line.
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

    fn at(&self, place: Place, Numbers { call, site }: Numbers) -> Line<'_> {
        let text = Cow::Borrowed(&self.buffer[place.start..place.end]);
        let number = self.lines;
        Line {
            number,
            text,
            call,
            site,
        }
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
        let taken = if next - start > LONGEST_LINE {
            Err(too_long())
        } else {
            parse(line, &mut self.columns)
        };
        let taken = taken.and_then(|numbers| {
            if numbers.is_some() {
                self.settled = true;
            } else if let Some(columns) = Columns::declared(line)? {
                if self.settled && self.columns != columns {
                    let late = "the columns change after the first draw: write them before it";
                    return Err(Fault::new(late));
                }
                self.columns = columns;
            }
            Ok(numbers)
        });
        self.start = next;
        self.lines += 1;
        match taken {
            Ok(numbers) => Ok(numbers.map(|Numbers { call, site }| Numbers {
                call,
                site: (site.0 + mark, site.1 + mark),
            })),
            Err(_) if next == end && self.lines > 1 => Ok(None),
            Err(fault) => Err(TraceError::Line {
                line: self.lines,
                fault,
            }),
        }
    }
}

fn too_long() -> Fault {
    Fault::new(format!(
        "the line is longer than {LONGEST_LINE} bytes: is this a text?"
    ))
}
