//! A trace of any length, line by line, in constant memory.

use std::borrow::Cow;
use std::io::{self, BufRead as _, BufReader, Read};

use thiserror::Error;

use super::columns::Columns;
use super::fault::Fault;
use super::line::{Line, ParsedDraw, parse};

/// The most bytes of a line, including its end: twice what POSIX guarantees, and few enough to hold thousands of lines.
pub const LONGEST_LINE: usize = 1 << 12;

/// How much is read at once.
const BLOCK: usize = 1 << 18;

/// Windows programs may put this before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a trace cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// Reading the input failed.
    #[error("after line {line}: {error}")]
    Read {
        /// The last line that was read.
        line: u64,
        /// The error of the system.
        error: io::Error,
    },
    /// A line is not valid in a trace.
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// The error in it.
        fault: Fault,
    },
}

/// Reads a trace.
#[derive(Debug)]
pub struct Reader<R> {
    input: BufReader<R>,
    /// The last line taken, without its end.
    line: Vec<u8>,
    /// How many lines were taken.
    lines: u64,
    columns: Columns,
    /// Whether there was a draw: after it the columns stay the same.
    settled: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from the start.
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(BLOCK, input),
            line: Vec::new(),
            lines: 0,
            columns: Columns::default(),
            settled: false,
        }
    }

    /// The next draw, or `None` at the end. A last line that has no line feed and is not valid in a trace was cut off: the
    /// trace ends before it, unless it is the only line.
    ///
    /// # Errors
    /// [`TraceError`] if the input cannot be read, or is not a trace there.
    pub fn next_draw(&mut self) -> Result<Option<Line<'_>>, TraceError> {
        loop {
            self.line.clear();
            let longest = LONGEST_LINE as u64;
            let read = (&mut self.input)
                .take(longest)
                .read_until(b'\n', &mut self.line);
            let length = read.map_err(|error| TraceError::Read {
                line: self.lines,
                error,
            })?;
            if length == 0 {
                return Ok(None);
            }
            self.lines += 1;
            let is_whole = self.line.pop_if(|byte| *byte == b'\n').is_some();
            if self.lines == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
            }
            let taken = if is_whole || length < LONGEST_LINE {
                self.parse()
            } else {
                Err(Fault::new(format!(
                    "the line is longer than {LONGEST_LINE} bytes: is this a text?"
                )))
            };
            match taken {
                Ok(None) => {}
                Ok(Some(ParsedDraw { call, site })) => {
                    return Ok(Some(Line {
                        number: self.lines,
                        text: Cow::Borrowed(&self.line),
                        call,
                        site,
                    }));
                }
                Err(_) if !is_whole && length < LONGEST_LINE && self.lines > 1 => {}
                Err(fault) => {
                    return Err(TraceError::Line {
                        line: self.lines,
                        fault,
                    });
                }
            }
        }
    }

    /// How many lines were taken.
    pub(crate) const fn lines(&self) -> u64 {
        self.lines
    }

    /// The call of the line; `None` if it is not a draw.
    fn parse(&mut self) -> Result<Option<ParsedDraw>, Fault> {
        let numbers = parse(&self.line, &mut self.columns)?;
        if numbers.is_some() {
            self.settled = true;
        } else if let Some(columns) = Columns::read_declaration(&self.line)? {
            if self.settled && self.columns != columns {
                let late = "the columns change after the first draw: write them before it";
                return Err(Fault::new(late));
            }
            self.columns = columns;
        }
        Ok(numbers)
    }
}
