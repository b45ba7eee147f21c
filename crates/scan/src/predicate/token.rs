//! The tokens of a predicate.

use super::Fault;

/// The most tokens of a predicate. It bounds how deep one can be, and so the stack that reading one takes.
const MOST: usize = 1000;

/// Longer ones first.
const SYMBOLS: [&str; 22] = [
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "!", "(", ")",
    ",",
];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Token<'t> {
    Number(i64),
    Name(&'t str),
    Symbol(&'static str),
    End,
}

/// A token, and the bytes it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'t> {
    pub(super) token: Token<'t>,
    pub(super) at: usize,
    pub(super) text: &'t str,
}

/// All tokens; the last is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Fault> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            found.push(Placed { token: Token::End, at, text: "the end" });
            return Ok(found);
        };
        if found.len() == MOST {
            return Err(Fault { at, what: format!("a predicate has at most {MOST} numbers, names and symbols") });
        }
        let (token, length) = if first.is_ascii_digit() {
            number(rest)
                .ok_or_else(|| Fault { at, what: String::from("this number is beyond 64 bits, or has no digits") })?
        } else if is_of_name(first) {
            let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            (Token::Name(&rest[..length]), length)
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            (Token::Symbol(symbol), symbol.len())
        } else {
            let what = if first.is_control() { first.escape_unicode().to_string() } else { first.to_string() };
            let hint = if first == '=' { "; equality is `==`" } else { "" };
            return Err(Fault {
                at,
                what: format!("an operator, a number or a name belongs here, and `{what}` is none{hint}"),
            });
        };
        found.push(Placed { token, at, text: &rest[..length] });
        at += length;
    }
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn number(text: &str) -> Option<(Token<'_>, usize)> {
    let (prefix, radix) = if text.starts_with("0x") { (2, 16) } else { (0, 10) };
    let digits = text[prefix..].find(|c: char| !c.is_digit(radix)).unwrap_or(text.len() - prefix);
    let value = i64::from_str_radix(&text[prefix..prefix + digits], radix).ok()?;
    Some((Token::Number(value), prefix + digits))
}
