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
    /// Which one: A is expected, B is actual.
    pub side: Half,
    /// Why.
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
        Self { side, reader: Reader::in_notation(input, notation), ahead: VecDeque::new(), ended: false, cut: None }
    }

    /// Reads ahead until so many lines are there, or all there are.
    pub(super) fn look_ahead(&mut self, lines: usize) -> Result<(), DivergeError> {
        while self.ahead.len() < lines && !self.ended {
            match self.reader.next_draw() {
                Ok(Some(line)) => self.ahead.push_back(line.into_owned()),
                Ok(None) => self.ended = true,
                Err(error) => self.end_at(error)?,
            }
        }
        Ok(())
    }

    /// Takes a line that cannot be read as the end, if the text stops within it.
    pub(super) fn end_at(&mut self, error: TraceError) -> Result<(), DivergeError> {
        let side = self.side;
        let named = |error| DivergeError { side, error };
        let may_be_cut = matches!(&error, TraceError::Line { fault, .. } if fault.may_be_cut);
        if !may_be_cut || self.reader.lines() == 0 || self.reader.rest().map_err(named)?.contains(&b'\n') {
            return Err(named(error));
        }
        // It is reported once.
        self.reader.skip(self.reader.buffered(), 0, self.reader.layout(), None);
        (self.ended, self.cut) = (true, Some(error));
        Ok(())
    }

    /// What has been read and not compared, as bytes.
    pub(super) fn rest(&mut self) -> Result<&[u8], DivergeError> {
        self.reader.rest().map_err(|error| DivergeError { side: self.side, error })
    }

    /// The error of a line that is cut short, if no divergence has reported it.
    pub(super) fn finish(&mut self) -> Result<(), DivergeError> {
        self.cut.take().map_or(Ok(()), |error| Err(DivergeError { side: self.side, error }))
    }

    /// The number of the next draw's line if it was read ahead, otherwise that of the line after the last one.
    pub(super) fn next_number(&self) -> u64 {
        self.ahead.front().map_or(self.reader.lines() + 1, |line| line.number)
    }
}

/// How many bytes of the two are the same, up to the end of the last line that is whole in both.
pub(super) fn common_lines(a: &[u8], b: &[u8]) -> usize {
    // Chunks are compared much faster than single bytes.
    const CHUNK: usize = 4096;
    let chunks = a.chunks(CHUNK).zip(b.chunks(CHUNK)).take_while(|(a, b)| a == b);
    let same: usize = chunks.map(|(a, _)| a.len()).sum();
    let same = same + a[same..].iter().zip(&b[same..]).take_while(|(a, b)| a == b).count();
    a[..same].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_are_common() {
        assert_eq!(common_lines(b"1 2\n3 4\n", b"1 2\n3 5\n"), 4);
        assert_eq!(common_lines(b"1 2\n3 4", b"1 2\n3 4"), 4);
        assert_eq!(common_lines(b"1", b"2"), 0);
        let long = "7 8 9\n".repeat(5000);
        assert_eq!(common_lines(long.as_bytes(), long.as_bytes()), long.len());
        assert_eq!(common_lines(long.as_bytes(), &long.as_bytes()[..9001]), 9000);
        let other = format!("{}7 8 0\n", &long[..12_000]);
        assert_eq!(common_lines(long.as_bytes(), other.as_bytes()), 12_000);
    }
}
