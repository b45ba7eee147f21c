//! Reads an expression, by precedence climbing (Pratt, *Top Down Operator Precedence*, 1973).

use super::domain::{DIVISION_BY_ZERO, Domain};
use super::operator::{Kept, Operation, Operator, Precision, Rounding, SIGN};
use super::token::{Fault, Placed, Token, Tokens, refuse};
use super::{Expression, ExpressionError, Scope};
use crate::seeded::{Seeded, WORDS};

/// The functions of a seed, and what they take.
const DRAWS: [(&str, &str); 4] = [
    ("word", "n"),
    ("get_rand", "n, x, y"),
    ("rand_percent", "n, p"),
    ("coin_toss", "n"),
];

/// The functions that make a whole number of a fraction: how, and how it is computed, if not as what is around it.
const WHOLE: [(&str, Rounding, Option<Precision>); 6] = [
    ("floor", Rounding::Floor, None),
    ("ceil", Rounding::Ceil, None),
    ("round", Rounding::Round, None),
    ("trunc", Rounding::Trunc, None),
    ("double", Rounding::Floor, Some(Precision::Double)),
    ("float", Rounding::Floor, Some(Precision::Single)),
];

/// The number of the first die among the words of a rule.
pub(crate) const FIRST_DIE: usize = 11;

/// The most sides of a die.
const MOST_SIDES: u32 = 1 << 20;

/// Reads a value and, in a rule, the condition after `until`.
pub(crate) fn parse(
    text: &str,
    scope: Scope,
) -> Result<(Expression, Option<Expression>), ExpressionError> {
    read(text, scope).map_err(|fault| fault.in_text(scope.what(), text))
}

fn read(text: &str, scope: Scope) -> Result<(Expression, Option<Expression>), Fault> {
    let is_rule = matches!(scope, Scope::Rule { .. });
    let tokens = Tokens::new(text, is_rule)?;
    let mut parser = Parser {
        has_fractions: is_rule && tokens.have(is_fraction),
        tokens,
        scope,
        precision: None,
        dice: 0,
    };
    let value = parser.expression(0)?;
    let mut until = None;
    let mut end = "an operator or the end";
    if is_rule && parser.tokens.take_if(Token::Name("until")) {
        until = Some(parser.expression(0)?);
    } else if is_rule {
        end = "an operator, `until` or the end";
    }
    parser.tokens.expect(Token::End, end)?;
    Ok((value, until))
}

impl Scope {
    /// What an expression with these names is.
    pub(crate) const fn what(self) -> &'static str {
        match self {
            Self::Seed(_) => "predicate",
            Self::Rule { .. } => "rule",
        }
    }
}

/// The number of a word by its name in a rule, as a whole number or as a fraction: 0 for `w`, and 1 to 10 for `w0` to `w9`.
fn word_of_name(name: &str) -> Option<usize> {
    match name.as_bytes() {
        b"w" | b"u" => Some(0),
        [b'w' | b'u', digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0') + 1),
        _ => None,
    }
}

/// Whether a token is a word as a fraction.
fn is_fraction(token: Token<'_>) -> bool {
    matches!(token, Token::Name(name) if is_name_of_fraction(name))
}

/// Whether this is the name of a word as a fraction.
pub(crate) fn is_name_of_fraction(name: &str) -> bool {
    name.starts_with('u') && word_of_name(name).is_some()
}

/// How many sides the die has that has this name.
pub(crate) fn sides_of_name(name: &str) -> Option<u32> {
    let sides = name.strip_prefix('d')?.parse().ok()?;
    (1..=MOST_SIDES).contains(&sides).then_some(sides)
}

struct Parser<'t> {
    tokens: Tokens<'t>,
    scope: Scope,
    /// How the surrounding fraction is computed, if there is one.
    precision: Option<Precision>,
    /// Whether a rule has a word as a fraction: then it may have fractions anywhere.
    has_fractions: bool,
    /// How many dice were rolled.
    dice: usize,
}

impl Parser<'_> {
    /// An expression whose operators all bind more tightly than `least_power`.
    fn expression(&mut self, least_power: u8) -> Result<Expression, Fault> {
        let mut left = self.operand()?;
        let mut is_comparison = false;
        loop {
            let Placed { token, at, .. } = self.tokens.peek();
            let Token::Operator(operator) = token else {
                return Ok(left);
            };
            if operator.power() <= least_power {
                return Ok(left);
            }
            if is_comparison && operator.compares() {
                return refuse(
                    at,
                    "a comparison of a comparison: join conditions with && or ||, as & and | bind more tightly than \
                     comparisons; or use parentheses",
                );
            }
            is_comparison = operator.compares();
            self.tokens.take();
            let start = left.place.start;
            let right = self.expression(operator.power())?;
            left = self.join(operator, left, right, at);
            left.place = start..self.tokens.end_of_taken();
        }
    }

    fn join(&self, operator: Operator, a: Expression, b: Expression, at: usize) -> Expression {
        use Operator::{Minus, Plus, Quotient, Times};
        let is_arithmetic = matches!(operator, Plus | Minus | Times | Quotient);
        if let (Some(precision), true) = (self.precision, is_arithmetic) {
            return precision.join(operator, a, b, at);
        }
        if (is_arithmetic || operator.compares()) && (a.is_rounded() || b.is_rounded()) {
            return Precision::Double.join(operator, a, b, at);
        }
        let divides_by_zero = operator.divides() && b.may_be_zero();
        let mut joined = Expression::binary(operator, a, b, at);
        if divides_by_zero && matches!(self.scope, Scope::Rule { .. }) {
            joined.domain = joined.domain.and_then(|_| refuse(at, DIVISION_BY_ZERO));
        }
        joined
    }

    fn operand(&mut self) -> Result<Expression, Fault> {
        let Placed { token, at, .. } = self.tokens.take();
        let mut operand = match token {
            Token::Number(value) => Expression::constant(value, at),
            Token::Decimal(text) => {
                let message = "a fraction belongs in floor(...), double(...) or float(...)";
                let outer = self.has_fractions.then_some(Precision::Double);
                let precision = self.precision.or(outer);
                let precision = precision.map_or_else(|| refuse(at, message), Ok)?;
                precision.read(text, at)?
            }
            Token::Symbol('(') => {
                let inner = self.expression(0)?;
                self.tokens.expect(Token::Symbol(')'), "`)`")?;
                inner
            }
            Token::Symbol('!') => Expression::new(Operation::Not, vec![self.expression(SIGN)?], at),
            Token::Operator(Operator::Minus) => {
                Expression::new(Operation::Negative, vec![self.expression(SIGN)?], at)
            }
            Token::Name(name) => match self.scope {
                Scope::Seed(source) => self.draw(source, name, at)?,
                Scope::Rule { bits, n } => self.named(bits, n, name, at)?,
            },
            _ => return refuse(at, "expected a number or a condition"),
        };
        operand.place = at..self.tokens.end_of_taken();
        Ok(operand)
    }

    /// The values in parentheses.
    fn arguments(&mut self) -> Result<Vec<Expression>, Fault> {
        self.tokens.expect(Token::Symbol('('), "`(`")?;
        let mut arguments = vec![self.expression(0)?];
        while self.tokens.take_if(Token::Symbol(',')) {
            arguments.push(self.expression(0)?);
        }
        self.tokens.expect(Token::Symbol(')'), "`)`")?;
        Ok(arguments)
    }

    /// What a name stands for in a rule.
    fn named(
        &mut self,
        bits: u32,
        n: Option<u32>,
        name: &str,
        at: usize,
    ) -> Result<Expression, Fault> {
        if let Some(word) = word_of_name(name) {
            // Words of more bits are refused once the rule has been read.
            let largest = i64::MAX >> 63_u32.saturating_sub(bits);
            let domain = Domain::Whole(0, largest);
            let word = Expression::leaf(Operation::Word(word), domain, at);
            if name.starts_with('w') {
                return Ok(word);
            }
            let precision = self.precision.unwrap_or(Precision::Double);
            return Ok(precision.fraction_of_word(word, bits, at));
        }
        if let Some(sides) = sides_of_name(name) {
            self.dice += 1;
            let die = Operation::Word(FIRST_DIE + self.dice - 1);
            return Ok(Expression::leaf(die, Domain::Whole(1, sides.into()), at));
        }
        if name == "n" {
            return match n {
                Some(n) => Ok(Expression::constant(n.into(), at)),
                None => refuse(at, "how many numbers n is must be given: -n N"),
            };
        }
        let function = WHOLE.into_iter().find(|function| function.0 == name);
        let others = ["max", "min", "if", "highest", "lowest"];
        if function.is_none() && !others.contains(&name) {
            return refuse(
                at,
                format!(
                    "nothing is called `{name}`: there are w, w0 to w9, u, n, d6, floor(...), ceil(...), round(...), trunc(...), \
                     double(...), float(...), max(...), min(...), if(CONDITION, VALUE, VALUE) and until, and with --pity t"
                ),
            );
        }
        let outer = self.precision;
        if let Some((_, _, precision)) = function {
            let has_fraction = self.tokens.have_before_closing(is_fraction);
            let of_fraction = has_fraction.then_some(Precision::Double);
            let exact = outer.or(of_fraction).unwrap_or(Precision::Exact);
            self.precision = Some(precision.unwrap_or(exact));
        }
        let (inner, mut arguments) = (self.precision, self.arguments()?);
        self.precision = outer;
        match (name, function.zip(inner), arguments.len()) {
            (_, Some(((_, rounding, _), precision)), 1) => {
                Ok(precision.whole(rounding, arguments.remove(0), at))
            }
            (_, Some(_), _) => refuse(at, format!("{name} takes one value")),
            ("highest" | "lowest", ..) => {
                let number = arguments.remove(0);
                let most = arguments.len().max(1) as i64;
                let number = constant(&number, 1, most, "the number of values that are added is")?;
                let kept = Kept {
                    highest: name == "highest",
                    number: number as usize,
                };
                Ok(Expression::new(Operation::Kept(kept), arguments, at))
            }
            ("if", _, 3) => Ok(Expression::new(Operation::If, arguments, at)),
            ("if", ..) => refuse(
                at,
                "if takes a condition, the value where it is true, and the other value",
            ),
            (_, _, 1) => refuse(at, format!("{name} takes at least two values")),
            _ => {
                let operator = match name {
                    "max" => Operator::Max,
                    _ => Operator::Min,
                };
                // They are taken two at a time, as joining the laws of few values is faster than joining those of many.
                let mut joined = arguments.remove(0);
                for argument in arguments {
                    joined = Expression::binary(operator, joined, argument, at);
                }
                Ok(joined)
            }
        }
    }

    /// What the game makes of a word of a seed.
    fn draw(&mut self, source: Seeded, name: &str, at: usize) -> Result<Expression, Fault> {
        let Some((name, takes)) = DRAWS.into_iter().find(|draw| draw.0 == name) else {
            let known = "there are word, get_rand, rand_percent and coin_toss";
            return refuse(at, format!("nothing is called `{name}`: {known}"));
        };
        if name != "word" && !source.has_draws() {
            let source = source.name();
            let message = format!(
                "{source} has no {name}: only rrandom, the game's own generator, has it; use word(n)"
            );
            return refuse(at, message);
        }
        let mut arguments = self.arguments()?;
        let last = WORDS as i64 - 1;
        let word = constant(&arguments[0], 0, last, "the number of a word is")? as usize;
        let domain = Domain::Whole(0, source.largest().into());
        let word = Expression::leaf(Operation::Word(word), domain, at);
        let mut ints = Vec::new();
        for argument in &arguments[1..] {
            let (least, most) = (i32::MIN.into(), i32::MAX.into());
            ints.push(constant(argument, least, most, "a C int is")? as i32);
        }
        let value = match (name, &ints[..]) {
            ("word", []) => return Ok(word),
            ("get_rand", &[x, y]) => get_rand(word, x, y, at)?,
            ("rand_percent", &[percentage]) => {
                let percentage = Expression::constant(percentage.into(), at);
                let value = get_rand(word, 1, 100, at)?;
                Expression::binary(Operator::AtMost, value, percentage, at)
            }
            ("coin_toss", []) => Expression {
                domain: Ok(Domain::Condition),
                ..with_constant(Operator::And, word, 1, at)
            },
            _ => return refuse(at, format!("this is written {name}({takes})")),
        };
        arguments.insert(0, value);
        Ok(Expression::new(Operation::Draw(name), arguments, at))
    }
}

/// The number that the game's `get_rand(x, y)` makes from a word: its low 14 bits, their remainder by a width, plus the lower
/// bound. The width wraps to an `int`, as in [`rogue::random::get_rand`]; the lower bound is then below zero.
fn get_rand(word: Expression, x: i32, y: i32, at: usize) -> Result<Expression, Fault> {
    let (least, most) = (x.min(y), x.max(y));
    let width = most.wrapping_sub(least).wrapping_add(1).unsigned_abs();
    if width == 0 {
        return refuse(at, "the range of all 2^32 numbers divides by zero");
    }
    let value = with_constant(Operator::And, word, (1 << 14) - 1, at);
    let value = with_constant(Operator::Remainder, value, width.into(), at);
    Ok(with_constant(Operator::Plus, value, least.into(), at))
}

fn with_constant(operator: Operator, a: Expression, b: i64, at: usize) -> Expression {
    Expression::binary(operator, a, Expression::constant(b, at), at)
}

fn constant(value: &Expression, low: i64, high: i64, what: &str) -> Result<i64, Fault> {
    value.range()?;
    let at = value.place.start;
    match value.operation {
        Operation::Constant(value) if (low..=high).contains(&value) => Ok(value),
        Operation::Constant(_) => refuse(at, format!("{what} from {low} to {high}")),
        _ => refuse(at, "expected a constant"),
    }
}
