//! Reads words of a fixed number of bytes.

use std::io::{self, Read};

use super::error::{Place, Problem, ReadError};
use super::{BLOCK, Domain, Endian, Input, Width};

pub(super) struct Binary {
    input: Input,
    width: Width,
    endian: Endian,
    domain: Domain,
    /// The buffer, whose first `held` bytes have been read but not returned.
    buffer: Vec<u8>,
    held: usize,
    words: u64,
    /// All bits that are set in any of the words that were returned.
    union: u64,
}

impl Binary {
    pub(super) fn new(input: Input, width: Width, endian: Endian, domain: Domain) -> Self {
        Self {
            input,
            width,
            endian,
            domain,
            buffer: vec![0; BLOCK * width.bytes()],
            held: 0,
            words: 0,
            union: 0,
        }
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.words * self.width.bytes() as u64
    }

    /// All bits that are set in any of the words that were returned.
    pub(super) const fn union(&self) -> u64 {
        self.union
    }

    pub(super) fn next_block(&mut self, most: u64) -> Result<Vec<u64>, ReadError> {
        let size = self.width.bytes();
        let wanted = BLOCK.min(usize::try_from(most).unwrap_or(BLOCK)) * size;
        let ended = self.fill(wanted)?;
        let whole = self.held.min(wanted) / size * size;
        if ended && whole == 0 && self.held > 0 {
            let (left, words) = (self.held, self.words);
            return Err(Problem::Cut { left, words, size }.into());
        }
        if ended && whole == 0 && self.words == 0 {
            return Err(Problem::Empty("word").into());
        }
        let mut words = self.width.words(&self.buffer[..whole], self.endian);
        self.union |= self.convert(&mut words)?;
        self.words += words.len() as u64;
        self.buffer.copy_within(whole..self.held, 0);
        self.held -= whole;
        Ok(words)
    }

    /// Reads until the bytes wanted are held, or at least a word if the input is slow. Returns whether the input has ended.
    fn fill(&mut self, wanted: usize) -> io::Result<bool> {
        let patience = self.input.patience();
        while self.held < wanted {
            match self.input.read(&mut self.buffer[self.held..wanted]) {
                Ok(0) => return Ok(true),
                Ok(read) => self.held += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if self.held >= self.width.bytes() && patience.is_over() {
                break;
            }
        }
        Ok(false)
    }

    /// Turns words into items, and returns all bits that are set in any of these.
    fn convert(&self, words: &mut [u64]) -> Result<u64, ReadError> {
        // One comparison per word, without a branch, if there is nothing else to do.
        if let Domain::Whole { first: 0, last } = self.domain {
            let (greatest, union) = gof::words::extent(words);
            if i128::from(greatest) <= last {
                return Ok(union);
            }
        }
        for (word, before) in words.iter_mut().zip(self.words..) {
            let place = Place::Word(before + 1, before * self.width.bytes() as u64);
            *word = self
                .domain
                .word(*word, self.width)
                .map_err(|error| error.in_place(place))?;
        }
        Ok(gof::words::extent(words).1)
    }
}
