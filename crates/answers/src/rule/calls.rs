//! The functions of languages that draw numbers, or make whole numbers of fractions.

use super::Assumption;
use super::pasted::{Rewriting, closing};
use super::tokens::Token;

/// Functions that make a whole number of a fraction, and ours.
const WHOLE: [(&str, &str); 14] = [
    ("floor", "floor"),
    ("floortoint", "floor"),
    ("int", "trunc"),
    ("toint", "trunc"),
    ("toi", "trunc"),
    ("trunc", "trunc"),
    ("truncate", "trunc"),
    ("parseint", "trunc"),
    ("intval", "trunc"),
    ("ceil", "ceil"),
    ("ceiling", "ceil"),
    ("ceiltoint", "ceil"),
    ("round", "round"),
    ("roundtoint", "round"),
];

/// Functions that draw a fraction from 0 up to 1, and how many random bits it has.
const FRACTIONS: [(&str, u32); 8] = [
    ("random", 53),
    ("rand", 53),
    ("nextdouble", 53),
    ("randomsample", 53),
    ("drand48", 48),
    ("runif", 32),
    ("rng", 53),
    ("next", 53),
];

/// Functions that draw a word, and its bits.
const WORDS: [(&str, u32); 14] = [
    ("rand", 31),
    ("random", 31),
    ("mtrand", 31),
    ("lrand48", 31),
    ("randi", 32),
    ("arc4random", 32),
    ("genrandint32", 32),
    ("next", 32),
    ("nextuint", 32),
    ("nextuint32", 32),
    ("nextu32", 32),
    ("uint32", 32),
    ("rng", 32),
    ("gen", 32),
];

/// Which bounds a function has that draws a number below a bound, or between two.
#[derive(Clone, Copy, PartialEq)]
enum Bounds {
    /// From 0 up to `n`, or from `a` up to `b`, which are left out.
    Below,
    /// From 1 to `n`, or from `a` to `b`.
    To,
    /// From 0 up to `n`, which is left out, or from `a` to `b`.
    BelowOrTo,
}

const BOUNDED: [(&str, Bounds); 29] = [
    ("nextint", Bounds::Below),
    ("next", Bounds::Below),
    ("nextlong", Bounds::Below),
    ("randrange", Bounds::Below),
    ("intn", Bounds::Below),
    ("int31n", Bounds::Below),
    ("int63n", Bounds::Below),
    ("int32n", Bounds::Below),
    ("int64n", Bounds::Below),
    ("n", Bounds::Below),
    ("randbelow", Bounds::Below),
    ("arc4randomuniform", Bounds::Below),
    ("integers", Bounds::Below),
    ("range", Bounds::Below),
    ("genrange", Bounds::Below),
    ("randomrange", Bounds::Below),
    ("pcg32boundedrand", Bounds::Below),
    ("randint", Bounds::To),
    ("randirange", Bounds::To),
    ("randi", Bounds::To),
    ("randbetween", Bounds::To),
    ("mtrand", Bounds::To),
    ("randomint", Bounds::To),
    ("randomnumber", Bounds::To),
    ("mathrandom", Bounds::To),
    ("sample", Bounds::To),
    ("rand", Bounds::BelowOrTo),
    ("random", Bounds::BelowOrTo),
    ("uniformint", Bounds::To),
];

/// The last part of a name, in small letters.
fn simple_name(name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or_default();
    last.replace('_', "").to_ascii_lowercase()
}

/// Our function for one that makes whole numbers.
pub(super) fn whole(name: &str) -> Option<&'static str> {
    let name = simple_name(name);
    Some(WHOLE.iter().find(|row| row.0 == name)?.1)
}

pub(super) fn makes_whole(name: &str) -> bool {
    whole(name).is_some()
}

pub(super) fn parentheses(mut inner: Vec<Token>) -> Vec<Token> {
    inner.insert(0, Token::Symbol("("));
    inner.push(Token::Symbol(")"));
    inner
}

/// A function of our language with its arguments.
pub(super) fn call(name: &str, arguments: Vec<Token>) -> Vec<Token> {
    let is_parenthesised = closing(&arguments).is_some_and(|end| end + 1 == arguments.len());
    let mut called = match &arguments[..] {
        [open, ..] if open.is("(") && is_parenthesised => arguments,
        _ => parentheses(arguments),
    };
    called.insert(0, Token::Name(name.to_owned()));
    called
}

/// A power of whole numbers.
pub(super) fn power(base: &str, exponent: &str) -> Option<Token> {
    let (value, exponent): (i64, u32) = (base.parse().ok()?, exponent.parse().ok()?);
    if value == 2 {
        return (exponent <= 62).then(|| Token::Number(format!("2^{exponent}")));
    }
    Some(Token::Number(value.checked_pow(exponent)?.to_string()))
}

/// A function with its arguments, as they are written.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a [Token],
}

impl Call<'_> {
    /// The call in our language; `None` if the function is not known.
    pub(super) fn rewrite(&self, rewriting: &mut Rewriting<'_>) -> Option<Vec<Token>> {
        let name = simple_name(self.name);
        let arguments = self.split_arguments();
        if let Some(whole) = whole(self.name) {
            let inner = rewriting.rounded(arguments.first()?)?;
            let drawn = matches!(
                inner[..],
                [Token::Source {
                    is_fraction: false,
                    ..
                }]
            );
            return Some(if drawn { inner } else { call(whole, inner) });
        }
        match (&*name, &arguments[..]) {
            ("max" | "min" | "if" | "highest" | "lowest" | "double" | "float", _) => {
                let is_whole = ["double", "float"].contains(&&*name);
                let mut inner = Vec::new();
                for argument in &arguments {
                    if !inner.is_empty() {
                        inner.push(Token::Symbol(","));
                    }
                    inner.extend(if is_whole {
                        rewriting.rounded(argument)?
                    } else {
                        rewriting.group(argument)?
                    });
                }
                Some(call(&name, inner))
            }
            ("pow", [[Token::Number(base)], [Token::Number(exponent)]]) => {
                Some(vec![power(base, exponent)?])
            }
            ("getrandbits", [[Token::Number(bits)]]) => {
                rewriting.bits = Some(bits.parse().ok().filter(|bits| (1..=63).contains(bits))?);
                Some(vec![rewriting.draw(false)])
            }
            // A word with a sign.
            ("nextint", []) => {
                rewriting.assume_bits(32, Assumption::Signed);
                let half = Token::Number(format!("2^{}", rewriting.bits? - 1));
                let word = rewriting.draw(false);
                Some(parentheses(vec![word, Token::Symbol("-"), half]))
            }
            (_, []) => self.draw(&name, rewriting),
            // Perl's and Processing's, which are fractions.
            ("rand" | "random", [most]) if rewriting.is_rounded => {
                let mut product = vec![rewriting.draw(true), Token::Symbol("*")];
                product.extend(rewriting.group(most)?);
                Some(product)
            }
            ("uniform", [low, high]) => {
                let (low, high) = (rewriting.group(low)?, rewriting.group(high)?);
                let fraction = rewriting.draw(true);
                let mut value = low.clone();
                value.push(Token::Symbol("+"));
                value.extend(parentheses([high, vec![Token::Symbol("-")], low].concat()));
                value.extend([Token::Symbol("*"), fraction]);
                Some(parentheses(value))
            }
            _ => self.draw_bounded(&name, &arguments, rewriting),
        }
    }

    fn split_arguments(&self) -> Vec<&[Token]> {
        let mut all = Vec::new();
        let (mut depth, mut start) = (0, 0);
        for (at, token) in self.arguments.iter().enumerate() {
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            if depth == 0 && token.is(",") {
                all.push(&self.arguments[start..at]);
                start = at + 1;
            }
        }
        if !self.arguments.is_empty() {
            all.push(&self.arguments[start..]);
        }
        all
    }

    /// A fraction or a word.
    fn draw(&self, name: &str, rewriting: &mut Rewriting<'_>) -> Option<Vec<Token>> {
        let fraction = FRACTIONS.iter().find(|row| row.0 == name);
        let word = WORDS.iter().find(|row| row.0 == name);
        // `Math.random()` is a fraction everywhere, and `rand()` where it has no remainder.
        let is_method = self.name.contains('.') && name == "random";
        if let Some((_, bits)) = fraction
            && (word.is_none() || is_method || !rewriting.has_words())
        {
            if *bits != 53 {
                rewriting.assume_bits(*bits, Assumption::Bits(self.name.to_owned(), *bits));
            }
            return Some(vec![rewriting.draw(true)]);
        }
        let (_, bits) = word?;
        let assumption = match name {
            "rand" => Assumption::RandMax,
            _ => Assumption::Bits(self.name.to_owned(), *bits),
        };
        rewriting.assume_bits(*bits, assumption);
        Some(vec![rewriting.draw(false)])
    }

    /// A number below a bound or between two, as a die: libraries make all equally likely.
    fn draw_bounded(
        &self,
        name: &str,
        arguments: &[&[Token]],
        rewriting: &mut Rewriting<'_>,
    ) -> Option<Vec<Token>> {
        let is_lua = self.name == "math.random";
        let name = if is_lua { "mathrandom" } else { name };
        let mut bounds = BOUNDED.iter().find(|row| row.0 == name)?.1;
        if name == "randint" && (self.name.contains("np.") || self.name.contains("numpy")) {
            bounds = Bounds::Below;
        }
        let (low, high) = match arguments {
            [low, high] => (integer(low, rewriting)?, integer(high, rewriting)?),
            [one] => {
                let range = one
                    .iter()
                    .position(|token| token.is_one_of(&["..", "..=", "..."]));
                if let Some(at) = range {
                    // Only in Ruby the last number of `1..6` is one of them.
                    let is_closed = one[at].is("..=") || one[at].is("..") && name == "rand";
                    bounds = if is_closed { Bounds::To } else { Bounds::Below };
                    let (low, high) = (&one[..at], &one[at + 1..]);
                    (integer(low, rewriting)?, integer(high, rewriting)?)
                } else {
                    if bounds == Bounds::BelowOrTo {
                        bounds = Bounds::Below;
                    }
                    (i64::from(bounds == Bounds::To), integer(one, rewriting)?)
                }
            }
            _ => return None,
        };
        let sides = high
            .checked_sub(low)?
            .checked_add(i64::from(bounds != Bounds::Below))?;
        if !(1..=1 << 20).contains(&sides) {
            return None;
        }
        let name = self.name.trim_start_matches('.').to_owned();
        rewriting.assumptions.push(Assumption::FairDraw(name));
        let mut value = vec![Token::Name(format!("d{sides}"))];
        if low != 1 {
            value.push(Token::Symbol(if low > 1 { "+" } else { "-" }));
            value.push(Token::Number((low - 1).unsigned_abs().to_string()));
            value = parentheses(value);
        }
        Some(value)
    }
}

/// The value of a sum of whole numbers, in which n may be one.
fn integer(tokens: &[Token], rewriting: &Rewriting<'_>) -> Option<i64> {
    let (mut sum, mut sign, mut is_next) = (0_i64, 1, true);
    for token in tokens {
        match token {
            Token::Symbol("-") => sign = -sign,
            Token::Symbol("+") => {}
            Token::Number(number) if is_next => {
                sum = sum.checked_add(sign * number.parse::<i64>().ok()?)?;
                sign = 1;
            }
            Token::Name(name) if is_next && name == "n" => {
                sum = sum.checked_add(sign * i64::from(rewriting.n?))?;
                sign = 1;
            }
            _ => return None,
        }
        is_next = matches!(token, Token::Symbol(_));
    }
    (!is_next).then_some(sum)
}
