//! The tokens of a predicate or a rule.

use super::Fault;

/// The most tokens of a predicate. This limits its depth, and so the stack that reading it takes.
const MOST: usize = 1000;

/// The symbols, longer ones first.
const SYMBOLS: [&str; 22] = [
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^", "<",
    ">", "!", "(", ")", ",",
];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Token<'t> {
    Number(i64),
    /// A number with a point or an exponent, as in a rule.
    Decimal(&'t str),
    Name(&'t str),
    Symbol(&'static str),
    End,
}

/// A token, and the bytes that it comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'t> {
    pub(crate) token: Token<'t>,
    pub(crate) at: usize,
    pub(crate) text: &'t str,
}

impl Placed<'_> {
    /// The byte after it.
    pub(crate) const fn end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// The tokens of a predicate or a rule, taken one by one; the last one is the end.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'t> {
    pub(crate) all: Vec<Placed<'t>>,
    next: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn of(text: &'t str, rule: bool) -> Result<Self, Fault> {
        tokens(text, rule).map(|all| Self { all, next: 0 })
    }

    pub(crate) fn peek(&self) -> Placed<'t> {
        self.all[self.next]
    }

    /// Takes the next token; the end is never used up.
    pub(crate) fn take(&mut self) -> Placed<'t> {
        let taken = self.peek();
        self.next = (self.next + 1).min(self.all.len() - 1);
        taken
    }

    /// Checks that no tokens are left.
    pub(crate) fn end(&self, expected: &str) -> Result<(), Fault> {
        let end = self.peek();
        if end.token == Token::End {
            return Ok(());
        }
        let there = format!("expected {expected}, found `{}`", end.text);
        Err(Fault::new(end.at, there))
    }

    /// Takes this symbol.
    pub(crate) fn expect(&mut self, symbol: &'static str) -> Result<Placed<'t>, Fault> {
        let taken = self.take();
        let there = match taken.token {
            Token::Symbol(there) if there == symbol => return Ok(taken),
            Token::End => String::from(taken.text),
            _ => format!("`{}`", taken.text),
        };
        let what = format!("expected `{symbol}`, found {there}");
        Err(Fault::new(taken.at, what))
    }
}

/// All tokens; the last one is the end.
///
/// A rule may have decimals, and `2^` directly followed by a number is that power of two.
fn tokens(text: &str, rule: bool) -> Result<Vec<Placed<'_>>, Fault> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            found.push(Placed {
                token: Token::End,
                at,
                text: "the end",
            });
            return Ok(found);
        };
        if found.len() == MOST {
            return Err(Fault {
                at,
                what: format!("more than {MOST} numbers, names and symbols"),
            });
        }
        let (token, length) = if first.is_ascii_digit() {
            let special = if rule {
                power(rest).or_else(|| decimal(rest))
            } else {
                None
            };
            special.or_else(|| number(rest)).ok_or_else(|| Fault {
                at,
                what: String::from("this number is beyond 64 bits, or has no digits"),
            })?
        } else if is_of_name(first) {
            let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            (Token::Name(&rest[..length]), length)
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            (Token::Symbol(symbol), symbol.len())
        } else {
            let what = if first.is_control() {
                first.escape_unicode().to_string()
            } else {
                first.to_string()
            };
            let hint = if first == '=' {
                "; equality is `==`"
            } else {
                ""
            };
            return Err(Fault {
                at,
                what: format!("expected an operator, a number or a name, found `{what}`{hint}"),
            });
        };
        found.push(Placed {
            token,
            at,
            text: &rest[..length],
        });
        at += length;
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn number(text: &str) -> Option<(Token<'_>, usize)> {
    let (prefix, radix) = if text.starts_with("0x") {
        (2, 16)
    } else {
        (0, 10)
    };
    let digits = text[prefix..]
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(text.len() - prefix);
    let value = i64::from_str_radix(&text[prefix..prefix + digits], radix).ok()?;
    Some((Token::Number(value), prefix + digits))
}

/// Reads `2^k`, with k from 0 to 62.
fn power(text: &str) -> Option<(Token<'_>, usize)> {
    let rest = text.strip_prefix("2^")?;
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let exponent = rest[..digits]
        .parse::<u32>()
        .ok()
        .filter(|&exponent| exponent <= 62)?;
    Some((Token::Number(1 << exponent), 2 + digits))
}

/// Reads digits, a point and digits, with or without an exponent; or digits and an exponent.
fn decimal(text: &str) -> Option<(Token<'_>, usize)> {
    let digits = |from: usize| {
        text[from..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(text.len(), |to| from + to)
    };
    let whole = digits(0);
    let mut end = if text[whole..].starts_with('.') {
        digits(whole + 1)
    } else {
        whole
    };
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['-', '+']));
        let to = digits(end + 1 + sign);
        if to > end + 1 + sign {
            end = to;
        }
    }
    (end > whole).then(|| (Token::Decimal(&text[..end]), end))
}
