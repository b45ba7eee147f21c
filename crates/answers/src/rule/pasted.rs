//! Rules as people write them in their languages, rewritten as our own: `Math.floor(Math.random() * 6) + 1`, `rand() % 20 + 1`,
//! `random.randint(1, 6)`, `4d6kh3`, `30%`.

use super::calls::{self, Call};
use super::tokens::{Dice, Token, read_tokens};
use super::{Assumption, KnownOfRule};

/// What is known and found about a rule while it is rewritten.
pub(super) struct Rewriting<'t> {
    /// All tokens of the rule.
    tokens: &'t [Token],
    /// How many values n stands for, if that is given.
    pub(super) n: Option<u32>,
    /// The bits of a word, if they are given or found, and the greatest word, if that is given.
    pub(super) bits: Option<u32>,
    rand_max: Option<u64>,
    pub(super) assumptions: Vec<Assumption>,
    /// Whether the rule divides by a greatest word, and whether it has remainders.
    divides: bool,
    has_remainder: bool,
    /// Whether what is rewritten is in a function that makes whole numbers.
    pub(super) is_rounded: bool,
    /// How many words were drawn.
    sources: usize,
    /// The variable that is a word, and its number.
    variable: Option<(String, usize)>,
}

/// A rule in our language.
pub(super) struct Rewritten {
    pub(super) rule: String,
    pub(super) bits: Option<u32>,
    pub(super) assumptions: Vec<Assumption>,
}

/// The names of our own language.
const OWN: [&str; 12] = [
    "w", "u", "n", "t", "if", "max", "min", "until", "double", "float", "highest", "lowest",
];

/// Types in parentheses before a value.
const TYPES: [(&str, bool); 16] = [
    ("int", true),
    ("long", true),
    ("short", true),
    ("unsigned", true),
    ("size_t", true),
    ("int32_t", true),
    ("uint32_t", true),
    ("int64_t", true),
    ("uint64_t", true),
    ("uint8_t", true),
    ("byte", true),
    ("char", true),
    ("uint", true),
    ("ulong", true),
    ("double", false),
    ("float", false),
];

/// Rewrites a rule; `None` if it is not read.
pub(super) fn rewrite(text: &str, known: KnownOfRule) -> Option<Rewritten> {
    let tokens = read_tokens(text.trim().trim_end_matches(';'))?;
    let tokens = statement(&tokens);
    if matches!(tokens, [] | [Token::Name(_) | Token::Number(_)]) {
        return None;
    }
    let has = |names: &[&str]| {
        let mut all = tokens.iter().filter_map(Token::name);
        all.any(|name| names.contains(&name))
    };
    let is_c =
        has(&["rand", "random", "std.rand", "RAND_MAX"]) && !has(&["Math.floor", "math.floor"]);
    let has_remainder = tokens
        .iter()
        .any(|token| token.is_one_of(&["%", "&", ">>"]));
    let mut rewriting = Rewriting {
        tokens,
        n: known.n,
        bits: known.word_bits(),
        rand_max: known.rand_max,
        assumptions: Vec::new(),
        divides: has(&["RAND_MAX"]) || is_divided(tokens),
        has_remainder,
        is_rounded: false,
        sources: 0,
        variable: None,
    };
    let mut rule = rewriting.group(tokens)?;
    let has_dice = tokens.iter().any(|token| matches!(token, Token::Dice(_)));
    if rewriting.sources == 0 && rewriting.assumptions.is_empty() && !has_dice {
        return None;
    }
    if is_fraction(&rule, !is_c) {
        rewriting.assumptions.push(Assumption::WholeParts);
        rule = calls::call("floor", rule);
    }
    let has_fraction = |token: &Token| {
        matches!(
            token,
            Token::Source {
                is_fraction: true,
                ..
            }
        )
    };
    let has_word = |token: &Token| {
        matches!(
            token,
            Token::Source {
                is_fraction: false,
                ..
            }
        )
    };
    if rule.iter().any(has_fraction) {
        if rule.iter().any(has_word) {
            return None;
        }
        if rewriting.bits.is_none() {
            rewriting.assume_fraction();
        }
    }
    Some(Rewritten {
        rule: write(&rule, rewriting.sources),
        bits: rewriting.bits,
        assumptions: rewriting.assumptions,
    })
}

/// Whether a text has names that are not of our language, or cannot be cut into tokens.
pub(super) fn has_foreign_names(text: &str) -> bool {
    let Some(tokens) = read_tokens(text) else {
        return true;
    };
    let mut names = tokens.iter().filter_map(Token::name);
    names.any(|name| !OWN.contains(&name) && !calls::makes_whole(name) && name.len() > 2)
}

/// The places of `?` and `:` of a choice that is not in parentheses.
fn find_choice(tokens: &[Token]) -> Option<(usize, usize)> {
    let mut depth = 0;
    let question = tokens.iter().position(|token| {
        depth += i32::from(token.is("(")) - i32::from(token.is(")"));
        depth == 0 && token.is("?")
    })?;
    let colon = tokens.iter().rposition(|token| token.is(":"))?;
    (question < colon).then_some((question, colon))
}

/// A statement without `return`, `let x =` or `() =>`.
fn statement(tokens: &[Token]) -> &[Token] {
    let start = tokens
        .iter()
        .rposition(|token| token.is_one_of(&["=", "=>"]) || token.name() == Some("return"));
    &tokens[start.map_or(0, |start| start + 1)..]
}

/// Whether a call without arguments is divided, as only a word is.
fn is_divided(tokens: &[Token]) -> bool {
    tokens.windows(4).any(|four| {
        four[0].name().is_some() && four[1].is("(") && four[2].is(")") && four[3].is("/")
    })
}

/// Where the parenthesis closes that opens at the beginning.
pub(super) fn closing(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Whether a rule gives fractions: something in it is one that no function makes whole, and it is no condition.
fn is_fraction(tokens: &[Token], divides: bool) -> bool {
    let mut at = 0;
    let mut found = false;
    while let Some(token) = tokens.get(at) {
        let is_call = token.name().is_some() && tokens.get(at + 1).is_some_and(|next| next.is("("));
        if is_call {
            let Some(end) = closing(&tokens[at + 1..]) else {
                return false;
            };
            at += end + 1;
        }
        if token.is_one_of(&["<", ">", "<=", ">=", "==", "!=", "&&", "||", "!"]) {
            return false;
        }
        found |= match token {
            Token::Source { is_fraction, .. } => *is_fraction,
            Token::Number(number) => number.contains(['.', 'e']) && !number.starts_with("0x"),
            token => divides && token.is("/"),
        };
        at += 1;
    }
    found
}

impl Rewriting<'_> {
    /// The bits of words that are drawn by a call that has so many, or the bits that are given.
    pub(super) fn assume_bits(&mut self, bits: u32, assumption: Assumption) {
        if self.bits.is_none() {
            self.bits = Some(bits);
            self.assumptions.push(assumption);
        }
    }

    /// Whether `rand()`, `random()` and variables are words here, as in C, and not fractions.
    pub(super) const fn has_words(&self) -> bool {
        self.divides || self.has_remainder && !self.is_rounded
    }

    fn assume_fraction(&mut self) {
        self.assume_bits(53, Assumption::FractionOf53Bits);
    }

    /// A word or a fraction that was not drawn before.
    pub(super) fn draw(&mut self, is_fraction: bool) -> Token {
        self.sources += 1;
        Token::Source {
            number: self.sources - 1,
            is_fraction,
        }
    }

    /// Tokens up to the end of a pair of parentheses, rewritten.
    pub(super) fn group(&mut self, tokens: &[Token]) -> Option<Vec<Token>> {
        if let Some((question, colon)) = find_choice(tokens) {
            return self.choice(tokens, question, colon);
        }
        let mut out: Vec<Token> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at..];
            at += 1;
            match token {
                Token::Dice(dice) => out.extend(write_dice(*dice)),
                Token::Name(name) if name == "new" => {}
                Token::Name(name) if rest.get(1).is_some_and(|next| next.is("(")) => {
                    let end = closing(&rest[1..])? + 1;
                    at += end;
                    let arguments = &rest[2..end];
                    // `new Random().nextInt(6)`: what is called on is left out.
                    let next = rest.get(end + 1).and_then(Token::name);
                    if next.is_some_and(|next| next.starts_with('.') && !calls::makes_whole(next)) {
                        continue;
                    }
                    if name.starts_with('.') && calls::makes_whole(name) {
                        out = make_whole(name, out)?;
                        continue;
                    }
                    let call = Call { name, arguments };
                    out.extend(call.rewrite(self)?);
                }
                Token::Name(name) if name.starts_with('.') && calls::makes_whole(name) => {
                    out = make_whole(name, out)?;
                }
                Token::Name(name) => out.extend(self.name(name)?),
                token if token.is("(") => {
                    let end = closing(rest)?;
                    at += end;
                    if let Some(is_whole) = type_of_cast(&rest[1..end]) {
                        at += self.cast(is_whole, &tokens[at..], &mut out)?;
                    } else {
                        out.extend(calls::parentheses(self.group(&rest[1..end])?));
                    }
                }
                token if token.is("~~") => {
                    let end = closing(&tokens[at..])?;
                    let inner = self.rounded(&tokens[at + 1..at + end])?;
                    at += end + 1;
                    out.extend(calls::call("trunc", inner));
                }
                token
                    if token.is_one_of(&["|", ">>", ">>>"])
                        && at + 1 == tokens.len()
                        && rest[1] == Token::Number("0".to_owned()) =>
                {
                    out = calls::call("trunc", out);
                    at += 1;
                }
                token if token.is("**") => {
                    let (Some(Token::Number(base)), Some(Token::Number(power))) =
                        (out.pop(), rest.get(1))
                    else {
                        return None;
                    };
                    at += 1;
                    out.push(calls::power(&base, power)?);
                }
                token if token.is("%") && (at == tokens.len() || rest[1].is(")")) => {
                    let Some(Token::Number(percent)) = out.pop() else {
                        return None;
                    };
                    out.extend(self.percentage(&percent, out.is_empty() && at == tokens.len())?);
                }
                Token::Symbol(symbol) => out.push(Token::Symbol(match *symbol {
                    "===" => "==",
                    "!==" => "!=",
                    // Of whole numbers that are not below 0 it is the same.
                    "//" if !self.is_rounded => "/",
                    ">>>" => ">>",
                    "//" | "=" | "=>" | "?" | ":" | ";" | "{" | "}" | "[" | "]" | "::" | "->"
                    | ".." | "..=" | "..." | "~~" => return None,
                    symbol => symbol,
                })),
                token => out.push(token.clone()),
            }
        }
        Some(out)
    }

    /// `CONDITION ? VALUE : VALUE`, of which the symbols are here.
    fn choice(&mut self, tokens: &[Token], question: usize, colon: usize) -> Option<Vec<Token>> {
        let mut chosen = self.group(&tokens[..question])?;
        for part in [&tokens[question + 1..colon], &tokens[colon + 1..]] {
            chosen.push(Token::Symbol(","));
            chosen.extend(self.group(part)?);
        }
        Some(calls::call("if", chosen))
    }

    /// What is in a function that makes whole numbers.
    pub(super) fn rounded(&mut self, tokens: &[Token]) -> Option<Vec<Token>> {
        let outer = std::mem::replace(&mut self.is_rounded, true);
        let inner = self.group(tokens);
        self.is_rounded = outer;
        inner
    }

    /// What follows a type in parentheses, which is left out; returns how many tokens were taken.
    fn cast(&mut self, is_whole: bool, rest: &[Token], out: &mut Vec<Token>) -> Option<usize> {
        if !is_whole || !rest.first()?.is("(") {
            return Some(0);
        }
        let end = closing(rest)?;
        let inner = self.rounded(&rest[1..end])?;
        if is_fraction(&inner, false) || type_is_written(rest) {
            out.extend(calls::call("trunc", inner));
        } else {
            out.extend(calls::parentheses(inner));
        }
        Some(end + 1)
    }

    /// A chance that is given in percent: alone it is an event of that chance.
    fn percentage(&mut self, percent: &str, is_all: bool) -> Option<Vec<Token>> {
        let chance: f64 = percent.parse().ok()?;
        let chance = Token::Number(format!("{}", chance / 100.0));
        if !is_all {
            return Some(vec![chance]);
        }
        let fraction = self.draw(true);
        Some(vec![fraction, Token::Symbol("<"), chance])
    }

    /// A name that is not called.
    fn name(&mut self, name: &str) -> Option<Vec<Token>> {
        match name {
            "RAND_MAX" => {
                self.assume_bits(31, Assumption::RandMax);
                let most = self.rand_max.unwrap_or((1 << self.bits?) - 1);
                return Some(vec![Token::Number(most.to_string())]);
            }
            "and" => return Some(vec![Token::Symbol("&&")]),
            "or" => return Some(vec![Token::Symbol("||")]),
            "not" => return Some(vec![Token::Symbol("!")]),
            _ if OWN.contains(&name) || name.len() == 2 && name.starts_with(['w', 'u']) => {
                return Some(vec![Token::Name(name.to_owned())]);
            }
            _ if name.contains('.') => return None,
            _ => {}
        }
        let number = match &self.variable {
            Some((known, number)) if known == name => *number,
            Some(_) => return None,
            // Beside a word or a fraction of our own language nobody means another by it.
            None if self
                .tokens
                .iter()
                .any(|token| matches!(token.name(), Some("w" | "u"))) =>
            {
                return None;
            }
            None => {
                self.sources += 1;
                self.variable = Some((name.to_owned(), self.sources - 1));
                self.sources - 1
            }
        };
        let divided = bits_of_divided(self.tokens);
        let is_fraction = divided.is_none() && !self.has_words();
        if is_fraction {
            self.assume_bits(53, Assumption::VariableFraction(name.to_owned()));
        } else {
            let bits = divided.unwrap_or(32);
            self.assume_bits(bits, Assumption::VariableWord(name.to_owned(), bits));
        }
        Some(vec![Token::Source {
            number,
            is_fraction,
        }])
    }
}

/// A function that is called on the parentheses before it.
fn make_whole(name: &str, mut out: Vec<Token>) -> Option<Vec<Token>> {
    if !out.last()?.is(")") {
        return None;
    }
    let mut depth = 0;
    let start = out.iter().rposition(|token| {
        depth += i32::from(token.is(")")) - i32::from(token.is("("));
        depth == 0
    })?;
    out.insert(start, Token::Name(calls::whole(name)?.to_owned()));
    Some(out)
}

/// The bits of a word that is divided by a power of two, or 32 if it is divided by something else.
fn bits_of_divided(tokens: &[Token]) -> Option<u32> {
    let at = tokens.iter().position(|token| token.is("/"))?;
    let Some(Token::Number(number)) = tokens.get(at + 1) else {
        return Some(32);
    };
    let is_power = |token: &Token| token.is_one_of(&["**", "^"]);
    if number == "2"
        && tokens.get(at + 2).is_some_and(is_power)
        && let Some(Token::Number(power)) = tokens.get(at + 3)
    {
        return Some(power.parse().unwrap_or(32));
    }
    let bits = number.parse::<f64>().map_or(0.0, f64::log2);
    Some(if bits >= 1.0 && bits.fract() == 0.0 {
        bits as u32
    } else {
        32
    })
}

/// The type in parentheses, if that is all that is in them: whether it is of whole numbers.
fn type_of_cast(tokens: &[Token]) -> Option<bool> {
    let mut is_whole = None;
    for token in tokens {
        let name = token.name()?;
        let name = name.strip_prefix("std.").unwrap_or(name);
        is_whole = Some(TYPES.iter().find(|row| row.0 == name)?.1);
    }
    is_whole
}

/// Whether there is a cast to a fraction.
fn type_is_written(tokens: &[Token]) -> bool {
    tokens
        .iter()
        .any(|token| matches!(token.name(), Some("double" | "float")))
}

/// The values of dice in our language, each of a roll of its own.
fn write_dice(dice: Dice) -> Vec<Token> {
    let Dice {
        number,
        sides,
        kept,
    } = dice;
    let die = || Token::Name(format!("d{sides}"));
    let mut out = Vec::new();
    if let Some((some, _)) = kept.filter(|(some, _)| *some < number) {
        out.push(Token::Number(some.to_string()));
    }
    let separator = if out.is_empty() { "+" } else { "," };
    for _ in 0..number {
        if !out.is_empty() {
            out.push(Token::Symbol(separator));
        }
        out.push(die());
    }
    match kept {
        Some((some, highest)) if some < number => {
            calls::call(if highest { "highest" } else { "lowest" }, out)
        }
        _ if number == 1 => out,
        _ => calls::parentheses(out),
    }
}

/// The text of a rule.
fn write(tokens: &[Token], sources: usize) -> String {
    let mut text = String::new();
    let mut is_operand_next = true;
    for token in tokens {
        match token {
            Token::Symbol(symbol @ ("(" | ")")) => text += symbol,
            Token::Symbol(",") => text += ", ",
            Token::Symbol(symbol @ ("-" | "!")) if is_operand_next => text += symbol,
            Token::Symbol(symbol) => text += &format!(" {symbol} "),
            Token::Number(number) => text += number,
            Token::Name(name) if name == "until" => text += " until ",
            Token::Name(name) => text += name,
            Token::Source {
                number,
                is_fraction,
            } => {
                text.push(if *is_fraction { 'u' } else { 'w' });
                if sources > 1 {
                    text += &number.to_string();
                }
            }
            Token::Dice(_) => {}
        }
        is_operand_next = matches!(token, Token::Symbol(symbol) if *symbol != ")");
    }
    // Parentheses around all are not needed.
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match inner {
        Some(inner) if !inner.contains(['(', ')']) => inner.to_owned(),
        _ => text,
    }
}
