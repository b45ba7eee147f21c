//! Numbers and names in text. All commands that read numbers use this parser, so separators, comments and what languages print
//! around numbers are the same everywhere.

use std::io::{self, Read};

use super::error::{Place, Problem, ReadError};
use super::written::{LONGEST, show};
use super::{Digits, Domain, Input, Patience};

type Result<T> = std::result::Result<T, ReadError>;

/// The greatest length of a string of characters, of which `who` keeps several hundred bytes for each.
const LONGEST_STRING: usize = 1 << 20;

/// How many bytes are read at a time.
const BUFFER: usize = 1 << 16;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The next part of the text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Token {
    /// A number in range.
    Number(u64),
    /// The end of a line.
    Line,
    /// The end of the text.
    End,
}

/// The next part, not yet parsed as a number.
enum Piece {
    /// A text of this many bytes.
    Text(usize),
    Line,
    End,
}

/// A text that may be a number, and its place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PlacedText {
    /// The text.
    pub text: String,
    place: (u64, u64),
}

impl PlacedText {
    /// A text at a line and a column.
    pub const fn new(text: String, place: (u64, u64)) -> Self {
        Self { text, place }
    }

    /// The line in which it is, from 1 on.
    pub const fn line(&self) -> u64 {
        self.place.0
    }

    /// An error about this text.
    pub fn error(&self, problem: Problem) -> ReadError {
        flawed(self.place, self.text.as_bytes(), problem)
    }
}

/// An error of a text at this line and column.
fn flawed((line, column): (u64, u64), text: &[u8], problem: Problem) -> ReadError {
    problem.at(Place::Column(line, column), show(text))
}

/// Splits text into its parts.
pub(super) struct Scanner {
    input: Input,
    domain: Domain,
    /// Whether blanks in quotes are part of a text, and few characters separate texts.
    has_names: bool,
    digits: Digits,
    /// The greatest length of a text.
    longest: usize,
    /// Whether each line begins with the index of its first number, as R prints it; the first line decides.
    is_indexed: Option<bool>,
    /// Whether the numbers are inside the brackets of a `tensor` or an `array`.
    is_wrapped: bool,
    buffer: Vec<u8>,
    /// The bytes that were read but not parsed are `buffer[start..end]`.
    start: usize,
    end: usize,
    /// The number of bytes read before `buffer[0]`.
    before: u64,
    line: u64,
    /// The number of bytes before the current line.
    line_start: u64,
    /// The same, including the blanks at the beginning of the line.
    indent: u64,
}

/// Classes of bytes: between numbers; between names as well; end of a line or of what is read of it; around a number.
const BETWEEN_NUMBERS: u8 = 1;
const BETWEEN_NAMES: u8 = 2;
const ENDS: u8 = 4;
const QUOTES: u8 = 8;

/// The classes of each byte, as a table for speed.
static CLASSES: [u8; 256] = {
    let (mut classes, mut byte) = ([0; 256], 0);
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b',' | b'[' | b']' | b'(' | b')' => {
                BETWEEN_NUMBERS | BETWEEN_NAMES
            }
            b';' | b'|' | b'{' | b'}' => BETWEEN_NUMBERS,
            b'"' | b'\'' => QUOTES,
            b'\n' | b'#' => ENDS,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Whether a byte belongs to one of these classes.
#[inline]
fn is(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}

/// The classes of bytes that may stand between texts.
#[inline]
const fn between(has_names: bool) -> u8 {
    if has_names {
        BETWEEN_NAMES
    } else {
        BETWEEN_NUMBERS | QUOTES
    }
}

/// The length of the text at the beginning of these bytes, if its end is among them; a name in quotes may contain blanks.
fn length(held: &[u8], has_names: bool) -> Option<usize> {
    match held {
        [quote @ (b'"' | b'\''), rest @ ..] if has_names => {
            let end = rest
                .iter()
                .position(|byte| byte == quote || *byte == b'\n')?;
            Some(1 + end + usize::from(rest[end] == *quote))
        }
        held => held
            .iter()
            .position(|&byte| is(byte, between(has_names) & !QUOTES | ENDS)),
    }
}

/// The length of R's index of a line, such as `[8]`, if something follows it; `None` if more must be read to decide.
fn index(held: &[u8]) -> Option<usize> {
    let mut rest = held.iter().enumerate().skip(1);
    let (end, byte) = rest.find(|(_, byte)| !byte.is_ascii_digit())?;
    if end == 1 || *byte != b']' {
        return Some(0);
    }
    let after = rest.find(|(_, byte)| !matches!(byte, b' ' | b'\t'));
    let (next, byte) = after?;
    let is_index = next > end + 1 && !matches!(byte, b'\n' | b'\r' | b'#');
    Some(if is_index { end + 1 } else { 0 })
}

/// The text without its quotes, if it has any; quotes before a number have already been skipped.
fn unquoted(mut text: &[u8], has_names: bool) -> &[u8] {
    if !has_names {
        while let [rest @ .., byte] = text
            && is(*byte, QUOTES)
        {
            text = rest;
        }
        return text;
    }
    let inner = |quote| {
        text.strip_prefix(quote)
            .and_then(|text| text.strip_suffix(quote))
    };
    inner(b"\"").or_else(|| inner(b"'")).unwrap_or(text)
}

impl Scanner {
    pub(super) fn new(input: Input, domain: Domain) -> Self {
        Self {
            input,
            has_names: matches!(domain, Domain::Named(_)),
            domain,
            digits: Digits::default(),
            longest: LONGEST,
            is_indexed: None,
            is_wrapped: false,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            before: 0,
            line: 1,
            line_start: 0,
            indent: 0,
        }
    }

    /// Sets the domain of the texts from here on.
    pub(super) fn expect(&mut self, domain: Domain) {
        self.has_names = matches!(domain, Domain::Named(_));
        self.domain = domain;
    }

    /// The digits with which fractions are written.
    pub(super) const fn digits(&self) -> Digits {
        self.digits
    }

    /// The line number of the next text.
    pub(super) const fn line(&self) -> u64 {
        self.line
    }

    /// How many bytes have been parsed.
    pub(super) const fn bytes(&self) -> u64 {
        self.before + self.start as u64
    }

    /// The end of the time that a block waits for more text.
    pub(super) fn patience(&self) -> Patience {
        self.input.patience()
    }

    /// Whether the next token must be read first, which may take time.
    pub(super) const fn is_drained(&self) -> bool {
        self.start == self.end
    }

    /// The line and the column of the next text.
    const fn place(&self) -> (u64, u64) {
        (self.line, self.bytes() - self.line_start + 1)
    }

    /// The next number or end of a line.
    pub(super) fn next(&mut self) -> Result<Token> {
        let length = match self.piece()? {
            Piece::Text(length) => length,
            Piece::Line => return Ok(Token::Line),
            Piece::End => return Ok(Token::End),
        };
        let text = &self.buffer[self.start..self.start + length];
        match self
            .domain
            .number(unquoted(text, self.has_names), &mut self.digits)
        {
            Ok(number) => {
                self.start += length;
                Ok(Token::Number(number))
            }
            Err(problem) => Err(flawed(self.place(), text, problem)),
        }
    }

    /// The texts in all lines that may be numbers or strings of characters, at most this many.
    pub(super) fn words(&mut self, most: usize) -> Result<Vec<PlacedText>> {
        (self.has_names, self.longest) = (false, LONGEST_STRING);
        let mut words = Vec::new();
        while words.len() < most {
            match self.piece()? {
                Piece::Text(length) if length > LONGEST_STRING => {
                    let text = &self.buffer[self.start..self.start + length];
                    return Err(flawed(self.place(), text, Problem::TooLong(LONGEST_STRING)));
                }
                Piece::Text(length) => {
                    let text = &self.buffer[self.start..self.start + length];
                    words.push(PlacedText {
                        text: String::from_utf8_lossy(unquoted(text, false)).into_owned(),
                        place: self.place(),
                    });
                    self.start += length;
                }
                Piece::Line => {}
                Piece::End => break,
            }
        }
        Ok(words)
    }

    /// The texts of the next line that has any, with its number; empty at the end.
    pub(super) fn texts(&mut self, most: usize) -> Result<(u64, Vec<Vec<u8>>)> {
        let mut texts = Vec::new();
        self.has_names = true;
        loop {
            let line = self.line;
            match self.piece()? {
                Piece::Text(length) if length > LONGEST => {
                    let text = &self.buffer[self.start..self.start + length];
                    return Err(flawed(self.place(), text, Problem::TooLong(LONGEST)));
                }
                Piece::Text(_) if texts.len() == most => {
                    return Err(Problem::TooManyEntries(most).in_line(line));
                }
                Piece::Text(length) => {
                    let text = &self.buffer[self.start..self.start + length];
                    texts.push(unquoted(text, true).to_vec());
                    self.start += length;
                }
                Piece::Line if texts.is_empty() => {}
                Piece::Line | Piece::End => {
                    self.has_names = matches!(self.domain, Domain::Named(_));
                    return Ok((line, texts));
                }
            }
        }
    }

    /// Moves to the next piece, and past the end of a line. A text is left to be taken.
    fn piece(&mut self) -> Result<Piece> {
        loop {
            if self.is_drained() {
                let first = self.bytes() == 0;
                if !self.read()? {
                    return Ok(Piece::End);
                }
                if first {
                    self.skip_byte_order_mark()?;
                }
                continue;
            }
            match self.buffer[self.start] {
                b'\n' => {
                    self.start += 1;
                    self.line += 1;
                    self.line_start = self.bytes();
                    self.indent = self.line_start;
                    return Ok(Piece::Line);
                }
                b'#' => self.skip_line()?,
                b'[' if !self.has_names && self.bytes() == self.indent => {
                    let length = self.index()?;
                    self.start += length.max(1);
                }
                byte if is(byte, between(self.has_names)) => {
                    if self.is_indexed != Some(false) && self.bytes() == self.indent {
                        self.indent += u64::from(byte == b' ');
                    }
                    self.start += 1;
                }
                byte => {
                    let length = self.text()?;
                    let may_be_around = byte.is_ascii_alphabetic() && !self.has_names;
                    if may_be_around && self.is_around(length)? {
                        continue;
                    }
                    self.is_indexed.get_or_insert(false);
                    return Ok(Piece::Text(length));
                }
            }
        }
    }

    /// The length of R's index at the beginning of a line, or 0 if there is none.
    fn index(&mut self) -> io::Result<usize> {
        if self.is_indexed == Some(false) {
            return Ok(0);
        }
        loop {
            let found = index(&self.buffer[self.start..self.end]);
            if let Some(length) = found {
                self.is_indexed.get_or_insert(length > 0);
                return Ok(length);
            }
            if self.end - self.start > LONGEST || !self.read()? {
                return Ok(0);
            }
        }
    }

    /// Skips what torch and numpy print around numbers: `tensor([1, 2], dtype=torch.int32)`, `array([0.5])`, `np.float64(0.5)`.
    fn is_around(&mut self, length: usize) -> io::Result<bool> {
        let (text, after) = self.buffer[self.start..self.end].split_at(length);
        let is_array = matches!(text, b"tensor" | b"array");
        let is_name = (is_array || text.starts_with(b"np.")) && after.first() == Some(&b'(');
        let is_option = self.is_wrapped && text.contains(&b'=');
        if is_option {
            self.skip_line()?;
        } else if is_name {
            self.is_wrapped |= is_array;
            self.start += length;
        }
        Ok(is_name || is_option)
    }

    /// Moves the held bytes to the front and reads on. Returns whether there was more.
    fn read(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.before += self.start as u64;
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        let held = |scanner: &Self| scanner.end - scanner.start;
        while held(self) < BYTE_ORDER_MARK.len()
            && BYTE_ORDER_MARK.starts_with(&self.buffer[..self.end])
        {
            if !self.read()? {
                return Ok(());
            }
        }
        if self.buffer[..self.end].starts_with(BYTE_ORDER_MARK) {
            self.start = BYTE_ORDER_MARK.len();
            self.line_start = self.bytes();
            self.indent = self.line_start;
        }
        Ok(())
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            if let Some(length) = self.buffer[self.start..self.end]
                .iter()
                .position(|&byte| byte == b'\n')
            {
                self.start += length;
                return Ok(());
            }
            self.start = self.end;
            if !self.read()? {
                return Ok(());
            }
        }
    }

    /// The length of the next text, or one byte more than the longest if it is longer, however much of it was read.
    fn text(&mut self) -> io::Result<usize> {
        loop {
            let held = &self.buffer[self.start..self.end];
            match length(held, self.has_names) {
                Some(length) if length <= self.longest => return Ok(length),
                _ if held.len() > self.longest => return Ok(self.longest + 1),
                _ => {
                    if !self.read()? {
                        return Ok(self.end - self.start);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
