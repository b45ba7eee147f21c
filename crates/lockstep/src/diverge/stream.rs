//! One trace, and the lines of it that were read ahead.

use std::collections::VecDeque;
use std::io::Read;

use thiserror::Error;

use crate::hint::Half;
use crate::trace::{Line, Notation, Reader, TraceError};

/// One of the two traces cannot be read.
#[derive(Debug, Error)]
#[error("{error}")]
pub struct DivergeError {
    /// The trace: A is expected, B is actual.
    pub side: Half,
    /// Why it cannot be read.
    pub error: TraceError,
}

#[derive(Debug)]
pub(super) struct Stream<R> {
    pub(super) side: Half,
    pub(super) reader: Reader<R>,
    /// Read, and not yet compared.
    pub(super) ahead: VecDeque<Line<'static>>,
    /// Whether nothing comes after them.
    pub(super) ended: bool,
    /// Why the last line cannot be read, if the text stops within it.
    pub(super) cut: Option<TraceError>,
}

impl<R: Read> Stream<R> {
    pub(super) fn new(side: Half, input: R, notation: Option<Notation>) -> Self {
        Self {
            side,
            reader: Reader::in_notation(input, notation),
            ahead: VecDeque::new(),
            ended: false,
            cut: None,
        }
    }

    /// The next line of the text, `None` at its end. A line that cannot be read and has no line feed is taken for the end.
    pub(super) fn next_draw(&mut self) -> Result<Option<Line<'_>>, DivergeError> {
        let side = self.side;
        match self.reader.next_draw() {
            Ok(line) => {
                self.ended = line.is_none();
                Ok(line)
            }
            Err(TraceError::CutShort { line, fault }) if line > 1 => {
                (self.ended, self.cut) = (true, Some(TraceError::CutShort { line, fault }));
                Ok(None)
            }
            Err(error) => Err(DivergeError { side, error }),
        }
    }

    /// Reads ahead until so many lines are there, or all there are.
    pub(super) fn look_ahead(&mut self, lines: usize) -> Result<(), DivergeError> {
        while self.ahead.len() < lines && !self.ended {
            let line = self.next_draw()?.map(Line::into_owned);
            self.ahead.extend(line);
        }
        Ok(())
    }

    /// The error of a line that is cut short, if no divergence has reported it.
    pub(super) fn finish(&mut self) -> Result<(), DivergeError> {
        self.cut.take().map_or(Ok(()), |error| {
            Err(DivergeError {
                side: self.side,
                error,
            })
        })
    }

    /// The number of the next draw's line if it was read ahead, otherwise that of the line after the last one.
    pub(super) fn next_number(&self) -> u64 {
        self.ahead
            .front()
            .map_or(self.reader.lines() + 1, |line| line.number)
    }
}
