//! The tokens of a rule as people write it in their languages.

/// A word, a fraction or a die in a rule, or what is written around it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A number, as our rules have it.
    Number(String),
    /// A name with all that it is a part of, such as `Math.random`; it begins with a point if it is called on a value.
    Name(String),
    /// An operator, a parenthesis or a comma.
    Symbol(&'static str),
    /// Dice, of which some are kept.
    Dice(Dice),
    /// A random word, by its number: drawn by a call, or a variable.
    Source { number: usize, is_fraction: bool },
}

/// Dice of so many sides, of which the highest or lowest are added.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Dice {
    pub(super) number: usize,
    pub(super) sides: u32,
    /// How many are added, and whether those are the highest.
    pub(super) kept: Option<(usize, bool)>,
}

/// The most dice in one term.
const MAX_DICE: usize = 100;

/// The symbols, the longest of those with the same start first.
const SYMBOLS: [&str; 42] = [
    "===", "!==", ">>>", "..=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "&&", "||",
    "~~", "=>", "..", "->", "::", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "=", "!", "(",
    ")", ",", "?", ":", ";", "{", "}", "[", "]",
];

impl Token {
    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(self, Self::Symbol(own) if *own == symbol)
    }

    pub(super) fn is_one_of(&self, symbols: &[&str]) -> bool {
        symbols.iter().any(|symbol| self.is(symbol))
    }

    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The tokens of a text; `None` if it has other characters, such as quotes.
pub(super) fn read_tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            rest = rest.trim_start();
            continue;
        }
        let (token, length) = read_dice(rest)
            .or_else(|| read_number(rest))
            .or_else(|| read_name(rest))
            .or_else(|| {
                let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))?;
                Some((Token::Symbol(symbol), symbol.len()))
            })?;
        tokens.push(token);
        rest = &rest[length..];
    }
    Some(tokens)
}

const fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn count(text: &str, is_such: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_such(c)).unwrap_or(text.len())
}

/// `d20`, `3d6`, `4d6kh3`, `4d6dl1`, `2d20kl1`, `d%`.
fn read_dice(text: &str) -> Option<(Token, usize)> {
    let digits = |text: &str| count(text, |c| c.is_ascii_digit());
    let length = digits(text);
    let (number, rest) = text.split_at(length);
    let rest = rest.strip_prefix(['d', 'D'])?;
    let (sides, rest) = if let Some(rest) = rest.strip_prefix('%') {
        (100, rest)
    } else {
        let (sides, rest) = rest.split_at(digits(rest));
        (sides.parse().ok()?, rest)
    };
    let number = if number.is_empty() {
        1
    } else {
        number.parse().ok()?
    };
    let suffix = count(rest, |c| c.is_ascii_alphabetic());
    let (suffix, after) = rest.split_at(suffix);
    let (some, after) = after.split_at(digits(after));
    let some = if some.is_empty() {
        1
    } else {
        some.parse().ok()?
    };
    let kept = match &*suffix.to_ascii_lowercase() {
        "" => None,
        "kh" | "k" | "h" => Some((some, true)),
        "kl" | "l" => Some((some, false)),
        "dl" | "d" => Some((number_left(number, some)?, true)),
        "dh" => Some((number_left(number, some)?, false)),
        _ => return None,
    };
    let is_possible = (1..=MAX_DICE).contains(&number)
        && sides > 0
        && kept.is_none_or(|(kept, _)| (1..=number).contains(&kept))
        && !after.starts_with(is_of_name);
    let dice = Dice {
        number,
        sides,
        kept,
    };
    is_possible.then(|| (Token::Dice(dice), text.len() - after.len()))
}

const fn number_left(number: usize, dropped: usize) -> Option<usize> {
    number.checked_sub(dropped)
}

/// A number, without what languages write behind it.
fn read_number(text: &str) -> Option<(Token, usize)> {
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let mut length = if is_hex { 2 } else { 0 };
    length += count(&text[length..], |c| {
        c == '_'
            || if is_hex {
                c.is_ascii_hexdigit()
            } else {
                c.is_ascii_digit()
            }
    });
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        let is_decimal =
            text.starts_with('.') && text[1..].starts_with(|c: char| c.is_ascii_digit());
        if !is_decimal {
            return None;
        }
    }
    if !is_hex {
        let rest = &text[length..];
        if rest.starts_with('.')
            && !rest.starts_with("..")
            && !rest[1..].starts_with(|c: char| c.is_ascii_alphabetic())
        {
            length += 1 + count(&rest[1..], |c| c.is_ascii_digit());
        }
        let rest = &text[length..];
        if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
            let sign = usize::from(exponent.starts_with(['+', '-']));
            let digits = count(&exponent[sign..], |c| c.is_ascii_digit());
            if digits > 0 {
                length += 1 + sign + digits;
            }
        }
    }
    let mut number = text[..length].replace('_', "").to_ascii_lowercase();
    if number.starts_with('.') {
        number.insert(0, '0');
    }
    let number = number.trim_end_matches('.').to_owned();
    // A number such as `6.` or `6.0f` is a fraction to C, and here too.
    let is_decimal = text[..length].ends_with('.');
    let number = if is_decimal { number + ".0" } else { number };
    let suffix = count(&text[length..], |c| "uUlLfFnN".contains(c));
    if text[length + suffix..].starts_with(is_of_name) {
        return None;
    }
    Some((Token::Number(number), length + suffix))
}

/// A name with its parts, without the types that Rust writes as `::<f64>`.
fn read_name(text: &str) -> Option<(Token, usize)> {
    let mut name = String::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let part = count(rest, is_of_name);
        if part > 0 && !rest.starts_with(|c: char| c.is_ascii_digit()) {
            name += &rest[..part];
            at += part;
        } else if at > 0 || !rest.starts_with('.') {
            break;
        }
        let rest = &text[at..];
        if let Some(types) = rest.strip_prefix("::<") {
            at += 4 + types.find('>')?;
            break;
        }
        let joint = ["::", "->", "?.", "."]
            .into_iter()
            .find(|joint| rest.starts_with(*joint));
        let Some(joint) = joint else { break };
        if !rest[joint.len()..].starts_with(|c: char| is_of_name(c) && !c.is_ascii_digit()) {
            if joint == "::" && rest.starts_with("::<") {
                continue;
            }
            break;
        }
        name.push('.');
        at += joint.len();
    }
    (!name.is_empty() && name != ".").then_some((Token::Name(name), at))
}
