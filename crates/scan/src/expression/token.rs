//! The tokens of an expression, and errors with their places.

use std::fmt;
use std::ops::Range;

/// The most tokens of an expression. This limits its depth, and so the stack that reading it takes.
const MOST_TOKENS: usize = 1000;

/// The symbols, longer ones first.
const SYMBOLS: [&str; 22] = [
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^", "<",
    ">", "!", "(", ")", ",",
];

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

impl Fault {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { at, message }
    }

    pub(crate) fn in_text(self, what: &'static str, text: &str) -> ExpressionError {
        let text = text.to_owned();
        let fault = self;
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
        writeln!(f, "the {what}, column {column}: {message}")?;
        writeln!(f, "  {line}")?;
        write!(f, "  {:1$}^", "", column - 1)
    }
}

impl std::error::Error for ExpressionError {}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Token<'t> {
    Number(i64),
    /// A number with a point or an exponent, in a rule.
    Decimal(&'t str),
    Name(&'t str),
    Symbol(&'static str),
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
                return Err(Fault::new(at, message));
            }
            let (token, length) =
                read_token(rest, is_rule).map_err(|message| Fault::new(at, message))?;
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

    /// Checks that no tokens are left.
    pub(super) fn expect_end(&self, expected: &str) -> Result<(), Fault> {
        let next = self.peek();
        if next.token == Token::End {
            return Ok(());
        }
        let message = format!("expected {expected}, found `{}`", next.text);
        Err(Fault::new(next.at, message))
    }

    /// Takes this symbol.
    pub(super) fn expect(&mut self, symbol: &'static str) -> Result<(), Fault> {
        let next = self.peek();
        if self.take_if(Token::Symbol(symbol)) {
            return Ok(());
        }
        let found = match next.token {
            Token::End => next.text.to_owned(),
            _ => format!("`{}`", next.text),
        };
        let message = format!("expected `{symbol}`, found {found}");
        Err(Fault::new(next.at, message))
    }
}

/// The places of the names in a rule that satisfy a condition.
pub(crate) fn find_names(text: &str, is_wanted: fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let Ok(tokens) = Tokens::new(text, true) else {
        return places;
    };
    for placed in tokens.all {
        if let Token::Name(name) = placed.token
            && is_wanted(name)
        {
            places.push(placed.at..placed.at + name.len());
        }
    }
    places
}

/// The first token of a text that does not begin with a space, and its length.
fn read_token(text: &str, is_rule: bool) -> Result<(Token<'_>, usize), String> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let mut number = None;
        if is_rule {
            number = power_of_two(text).or_else(|| decimal(text));
        }
        let number = number.or_else(|| whole_number(text));
        return number
            .ok_or_else(|| String::from("this number is beyond 64 bits, or has no digits"));
    }
    let length = length_of(text, |c| c.is_ascii_alphanumeric() || c == '_');
    if length > 0 {
        return Ok((Token::Name(&text[..length]), length));
    }
    for symbol in SYMBOLS {
        if text.starts_with(symbol) {
            return Ok((Token::Symbol(symbol), symbol.len()));
        }
    }
    let first: String = text.chars().take(1).collect();
    let found = if first.contains(char::is_control) {
        first.escape_unicode().to_string()
    } else {
        first
    };
    let hint = if found == "=" {
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

fn whole_number(text: &str) -> Option<(Token<'_>, usize)> {
    if let Some(text) = text.strip_prefix("0x") {
        let digits = length_of(text, |c| c.is_ascii_hexdigit());
        let value = i64::from_str_radix(&text[..digits], 16).ok()?;
        return Some((Token::Number(value), 2 + digits));
    }
    let digits = count_digits(text);
    Some((Token::Number(text[..digits].parse().ok()?), digits))
}

/// Reads `2^k`, with k from 0 to 62.
fn power_of_two(text: &str) -> Option<(Token<'_>, usize)> {
    let rest = text.strip_prefix("2^")?;
    let digits = count_digits(rest);
    let exponent: u32 = rest[..digits].parse().ok()?;
    (exponent <= 62).then_some((Token::Number(1 << exponent), 2 + digits))
}

/// Reads digits, a point and digits, with or without an exponent; or digits and an exponent.
fn decimal(text: &str) -> Option<(Token<'_>, usize)> {
    let whole = count_digits(text);
    let mut end = whole;
    if text[end..].starts_with('.') {
        end += 1 + count_digits(&text[end + 1..]);
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['-', '+']));
        let digits = count_digits(&text[end + 1 + sign..]);
        if digits > 0 {
            end += 1 + sign + digits;
        }
    }
    (end > whole).then(|| (Token::Decimal(&text[..end]), end))
}
