//! The tokens of an expression, and errors with their places.

use std::fmt;

use super::operator::Operator;

/// The most tokens of an expression. This limits its depth, and so the stack that reading it takes.
const MOST_TOKENS: usize = 1000;

/// Why a text is not a predicate, or not a rule.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ExpressionError {
    /// What the text should have been.
    what: &'static str,
    text: String,
    fault: Fault,
}

/// What is wrong, and the byte where it is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Fault {
    at: usize,
    message: String,
}

pub(crate) fn refuse<T>(at: usize, message: impl Into<String>) -> Result<T, Fault> {
    let message = message.into();
    Err(Fault { at, message })
}

impl Fault {
    pub(crate) fn in_text(self, what: &'static str, text: &str) -> ExpressionError {
        let (text, fault) = (text.to_owned(), self);
        ExpressionError { what, text, fault }
    }
}

impl ExpressionError {
    /// The column, counted from 1.
    pub fn column(&self) -> usize {
        self.text[..self.fault.at].chars().count() + 1
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text is shown on one line, with the caret below the place.
        let line = self.text.replace(char::is_control, " ");
        let column = self.column();
        let (what, message) = (self.what, &self.fault.message);
        writeln!(f, "the {what}, column {column}: {message}\n  {line}")?;
        write!(f, "  {:1$}^", "", column - 1)
    }
}

impl std::error::Error for ExpressionError {}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'t> {
    Number(i64),
    /// A number with a point or an exponent, in a rule.
    Decimal(&'t str),
    Name(&'t str),
    Operator(Operator),
    /// One of `!(),`.
    Symbol(char),
    End,
}

/// A token, and the bytes that it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'t> {
    pub(super) token: Token<'t>,
    pub(super) at: usize,
    text: &'t str,
}

/// The tokens of a text, taken one by one; the last one is the end.
pub(super) struct Tokens<'t> {
    all: Vec<Placed<'t>>,
    next: usize,
}

impl<'t> Tokens<'t> {
    /// A rule may have decimals, and `2^` directly followed by a number is that power of two.
    pub(super) fn new(text: &'t str, is_rule: bool) -> Result<Self, Fault> {
        let mut all = Vec::new();
        let mut at = 0;
        loop {
            at += text[at..].len() - text[at..].trim_start().len();
            let rest = &text[at..];
            if rest.is_empty() {
                let (token, text) = (Token::End, "the end");
                all.push(Placed { token, at, text });
                return Ok(Self { all, next: 0 });
            }
            if all.len() == MOST_TOKENS {
                let message = format!("more than {MOST_TOKENS} numbers, names and symbols");
                return refuse(at, message);
            }
            let (token, length) = read_token(rest, is_rule).or_else(|what| refuse(at, what))?;
            let text = &rest[..length];
            all.push(Placed { token, at, text });
            at += length;
        }
    }

    pub(super) fn peek(&self) -> Placed<'t> {
        self.all[self.next]
    }

    /// Takes the next token; the end is never used up.
    pub(super) fn take(&mut self) -> Placed<'t> {
        let taken = self.peek();
        self.next = (self.next + 1).min(self.all.len() - 1);
        taken
    }

    /// Whether there is such a token.
    pub(super) fn have(&self, is_such: fn(Token<'t>) -> bool) -> bool {
        self.all.iter().any(|placed| is_such(placed.token))
    }

    /// Whether there is such a token before the parenthesis that closes the next one.
    pub(super) fn have_before_closing(&self, is_such: fn(Token<'t>) -> bool) -> bool {
        let mut depth = 0;
        for placed in &self.all[self.next..] {
            match placed.token {
                Token::Symbol('(') => depth += 1,
                Token::Symbol(')') if depth <= 1 => return false,
                Token::Symbol(')') => depth -= 1,
                token if is_such(token) => return true,
                _ => {}
            }
        }
        false
    }

    /// Takes the next token if it is this one.
    pub(super) fn take_if(&mut self, token: Token<'_>) -> bool {
        let is_next = self.peek().token == token;
        if is_next {
            self.take();
        }
        is_next
    }

    /// The byte after the token that was taken last.
    pub(super) fn end_of_taken(&self) -> usize {
        let taken = &self.all[self.next.saturating_sub(1)];
        taken.at + taken.text.len()
    }

    /// Takes this token, which is called so.
    pub(super) fn expect(&mut self, token: Token<'_>, name: &str) -> Result<(), Fault> {
        let next = self.peek();
        if self.take_if(token) {
            return Ok(());
        }
        let quote = if next.token == Token::End { "" } else { "`" };
        let found = next.text;
        refuse(
            next.at,
            format!("expected {name}, found {quote}{found}{quote}"),
        )
    }
}

/// Whether a name can have this character.
pub(crate) const fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The first token of a text that does not begin with a space, and its length.
fn read_token(text: &str, is_rule: bool) -> Result<(Token<'_>, usize), String> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return read_number(text, is_rule)
            .ok_or_else(|| "this number is beyond 64 bits, or has no digits".to_owned());
    }
    let length = length_of(text, is_of_name);
    if length > 0 {
        return Ok((Token::Name(&text[..length]), length));
    }
    if let Some(operator) = Operator::at_start(text) {
        return Ok((Token::Operator(operator), operator.symbol().len()));
    }
    let first = text.chars().next().unwrap_or_default();
    if "!(),".contains(first) {
        return Ok((Token::Symbol(first), 1));
    }
    let found = if first.is_control() {
        first.escape_unicode().to_string()
    } else {
        first.to_string()
    };
    let hint = if first == '=' {
        "; equality is `==`"
    } else {
        ""
    };
    Err(format!(
        "expected an operator, a number or a name, found `{found}`{hint}"
    ))
}

/// How many bytes of such characters a text begins with.
fn length_of(text: &str, is_such: fn(char) -> bool) -> usize {
    text.find(|c| !is_such(c)).unwrap_or(text.len())
}

fn count_digits(text: &str) -> usize {
    length_of(text, |c| c.is_ascii_digit())
}

fn read_number(text: &str, is_rule: bool) -> Option<(Token<'_>, usize)> {
    if let Some(text) = text.strip_prefix("0x") {
        let digits = length_of(text, |c| c.is_ascii_hexdigit());
        let value = i64::from_str_radix(&text[..digits], 16).ok()?;
        return Some((Token::Number(value), 2 + digits));
    }
    if is_rule && let Some(exponent) = text.strip_prefix("2^") {
        let digits = count_digits(exponent);
        if let Ok(exponent @ 0..=62) = exponent[..digits].parse() {
            return Some((Token::Number(1 << exponent), 2 + digits));
        }
    }
    let digits = count_digits(text);
    let mut length = digits;
    if text[length..].starts_with('.') {
        length += 1 + count_digits(&text[length + 1..]);
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['-', '+']));
        let digits = count_digits(&text[length + 1 + sign..]);
        if digits > 0 {
            length += 1 + sign + digits;
        }
    }
    if is_rule && length > digits {
        return Some((Token::Decimal(&text[..length]), length));
    }
    Some((Token::Number(text[..digits].parse().ok()?), digits))
}
