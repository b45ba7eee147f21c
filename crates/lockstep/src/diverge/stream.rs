//! One trace, and the lines of it that were read ahead.

use std::collections::VecDeque;
use std::io::Read;

use crate::trace::{Fault, Line, Reader, TraceError};

#[derive(Debug)]
pub(super) struct Stream<R> {
    pub(super) reader: Reader<R>,
    /// Read, and not yet compared to the end.
    pub(super) ahead: VecDeque<Line<'static>>,
    /// Whether nothing comes behind them.
    pub(super) ended: bool,
    /// Why the last line is none, if the text stops within it.
    pub(super) cut: Option<TraceError>,
}

impl<R: Read> Stream<R> {
    pub(super) fn new(input: R) -> Self {
        Self { reader: Reader::new(input), ahead: VecDeque::new(), ended: false, cut: None }
    }

    /// Reads ahead until so many lines are there, or all there are.
    pub(super) fn look_ahead(&mut self, lines: usize) -> Result<(), TraceError> {
        while self.ahead.len() < lines && !self.ended {
            match self.reader.next_draw() {
                Ok(Some(line)) => self.ahead.push_back(line.into_owned()),
                Ok(None) => self.ended = true,
                Err(error) => self.end_at(error)?,
            }
        }
        Ok(())
    }

    /// Takes a line that cannot be read for the end, if the text stops within it.
    pub(super) fn end_at(&mut self, error: TraceError) -> Result<(), TraceError> {
        let broken = matches!(error, TraceError::Line { fault: Fault::Fields { .. } | Fault::Number { .. }, .. });
        if !broken || self.reader.lines() == 0 || self.reader.rest()?.contains(&b'\n') {
            return Err(error);
        }
        // It is told of once.
        self.reader.skip(self.reader.buffered(), 0, self.reader.layout());
        (self.ended, self.cut) = (true, Some(error));
        Ok(())
    }

    /// The number of the next draw's line if it was read ahead, otherwise that of the line behind the last one.
    pub(super) fn next_number(&self) -> u64 {
        self.ahead.front().map_or(self.reader.lines() + 1, |line| line.number)
    }
}

/// How many bytes of the two are the same, up to the end of the last line that is whole in both.
pub(super) fn common_lines(a: &[u8], b: &[u8]) -> usize {
    /// So many bytes are compared at once.
    const CHUNK: usize = 4096;
    let chunks = a.chunks(CHUNK).zip(b.chunks(CHUNK));
    let mut same = 0;
    for (a, b) in chunks {
        if a == b {
            same += a.len();
            continue;
        }
        same += a.iter().zip(b).take_while(|(a, b)| a == b).count();
        break;
    }
    a[..same].iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_common_and_no_halves() {
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
