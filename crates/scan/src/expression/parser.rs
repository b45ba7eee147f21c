//! Reads an expression, by precedence climbing (Pratt, *Top Down Operator Precedence*, 1973).

use super::domain::{DIVISION_BY_ZERO, Domain};
use super::fraction::Precision;
use super::operator::{Game, Operation, Operator, SIGN};
use super::token::{Placed, Token, Tokens};
use super::{Expression, ExpressionError, Fault, Scope};
use crate::seeded::{Seeded, WORDS};

/// Reads a value and, in a rule, the condition after `until`.
pub(crate) fn parse(
    text: &str,
    scope: Scope,
) -> Result<(Expression, Option<Expression>), ExpressionError> {
    read(text, scope).map_err(|fault| fault.in_text(scope.what(), text))
}

fn read(text: &str, scope: Scope) -> Result<(Expression, Option<Expression>), Fault> {
    let is_rule = matches!(scope, Scope::Rule { .. });
    let mut parser = Parser {
        tokens: Tokens::new(text, is_rule)?,
        scope,
        precision: None,
    };
    let value = parser.expression(0)?;
    let mut until = None;
    let mut expected = "an operator or the end";
    if is_rule {
        if parser.tokens.take_if(Token::Name("until")) {
            until = Some(parser.expression(0)?);
        } else {
            expected = "an operator, `until` or the end";
        }
    }
    parser.tokens.expect_end(expected)?;
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

/// The number of a word by its name in a rule: 0 for `w`, and 1 to 10 for `w0` to `w9`.
pub(crate) fn word_of_name(name: &str) -> Option<usize> {
    match name.as_bytes() {
        b"w" => Some(0),
        [b'w', digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0') + 1),
        _ => None,
    }
}

struct Parser<'t> {
    tokens: Tokens<'t>,
    scope: Scope,
    /// How the surrounding fraction is computed, if there is one.
    precision: Option<Precision>,
}

impl Parser<'_> {
    /// An expression whose operators all bind more tightly than `least_power`.
    fn expression(&mut self, least_power: u8) -> Result<Expression, Fault> {
        let mut left = self.operand()?;
        let mut is_comparison = false;
        loop {
            let Placed { token, at, .. } = self.tokens.peek();
            let Token::Symbol(symbol) = token else {
                return Ok(left);
            };
            let Some(operation) = Operation::infix(symbol) else {
                return Ok(left);
            };
            if operation.power() <= least_power {
                return Ok(left);
            }
            let was_comparison = is_comparison;
            is_comparison = matches!(operation, Operation::Comparison(_));
            if was_comparison && is_comparison {
                return Err(Fault::new(
                    at,
                    "a comparison of a comparison: join conditions with && or ||, as & and | bind more tightly than \
                     comparisons; or use parentheses",
                ));
            }
            self.tokens.take();
            let place = left.place.start;
            let right = self.expression(operation.power())?;
            left = self.join(operation, left, right, at);
            left.place = place..self.tokens.end_of_taken();
        }
    }

    fn join(&self, operation: Operation, a: Expression, b: Expression, at: usize) -> Expression {
        if let (Operation::Arithmetic(operator), Some(precision)) = (operation, self.precision)
            && matches!(
                operator,
                Operator::Plus | Operator::Minus | Operator::Times | Operator::Quotient
            )
        {
            return precision.join(operator, a, b, at);
        }
        let may_divide_by_zero = matches!(operation, Operation::Arithmetic(operator) if operator.divides())
            && b.may_be_zero();
        let mut joined = Expression::new(operation, vec![a, b], at);
        if may_divide_by_zero && matches!(self.scope, Scope::Rule { .. }) && joined.domain.is_ok() {
            joined.domain = Err(Fault::new(at, DIVISION_BY_ZERO));
        }
        joined
    }

    fn operand(&mut self) -> Result<Expression, Fault> {
        let Placed { token, at, .. } = self.tokens.take();
        let mut operand = match token {
            Token::Number(value) => Expression::constant(value, at),
            Token::Symbol("(") => {
                let inner = self.expression(0)?;
                self.tokens.expect(")")?;
                inner
            }
            Token::Symbol("-") => {
                Expression::new(Operation::Negative, vec![self.expression(SIGN)?], at)
            }
            Token::Symbol("!") => Expression::new(Operation::Not, vec![self.expression(SIGN)?], at),
            Token::Decimal(text) => {
                let Some(precision) = self.precision else {
                    let message = "a fraction belongs in floor(...), double(...) or float(...)";
                    return Err(Fault::new(at, message));
                };
                precision.read(text, at)?
            }
            Token::Name(name) => match self.scope {
                Scope::Seed(source) => self.draw(source, name, at)?,
                Scope::Rule { bits, n } => self.name_of_rule(bits, n, name, at)?,
            },
            Token::Symbol(_) | Token::End => {
                return Err(Fault::new(at, "expected a number or a condition"));
            }
        };
        operand.place = at..self.tokens.end_of_taken();
        Ok(operand)
    }

    /// The values in parentheses.
    fn arguments(&mut self) -> Result<Vec<Expression>, Fault> {
        self.tokens.expect("(")?;
        let mut arguments = vec![self.expression(0)?];
        while self.tokens.take_if(Token::Symbol(",")) {
            arguments.push(self.expression(0)?);
        }
        self.tokens.expect(")")?;
        Ok(arguments)
    }

    fn name_of_rule(
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
            return Ok(Expression::leaf(Operation::Word(word), domain, at));
        }
        if let Some(precision) = Precision::of_function(name) {
            self.tokens.expect("(")?;
            let outer = self.precision.replace(precision);
            let value = self.expression(0)?;
            self.precision = outer;
            self.tokens.expect(")")?;
            return Ok(precision.floor(value, at));
        }
        let operator = match name {
            "n" => {
                let message = "how many numbers n is must be given: -n N";
                let n = n.ok_or_else(|| Fault::new(at, message))?;
                return Ok(Expression::constant(n.into(), at));
            }
            "if" => {
                let arguments = self.arguments()?;
                if arguments.len() != 3 {
                    let message =
                        "if takes a condition, the value where it is true, and the other value";
                    return Err(Fault::new(at, message));
                }
                return Ok(Expression::new(Operation::If, arguments, at));
            }
            "max" => Operator::Max,
            "min" => Operator::Min,
            _ => {
                return Err(Fault::new(
                    at,
                    format!(
                        "nothing is called `{name}`: there are w, w0 to w9, n, floor(...), double(...), float(...), max(...), \
                         min(...), if(CONDITION, VALUE, VALUE) and until, and with --pity t"
                    ),
                ));
            }
        };
        let mut arguments = self.arguments()?.into_iter();
        let first = arguments.next().filter(|_| arguments.len() > 0);
        let message = || format!("{name} takes at least two values");
        let mut joined = first.ok_or_else(|| Fault::new(at, message()))?;
        // They are taken two at a time, as joining the laws of few values is faster than joining those of many.
        for argument in arguments {
            let operation = Operation::Arithmetic(operator);
            joined = Expression::new(operation, vec![joined, argument], at);
        }
        Ok(joined)
    }

    /// Something made from a word of a seed.
    fn draw(&mut self, source: Seeded, name: &str, at: usize) -> Result<Expression, Fault> {
        let takes = match name {
            "word" | "coin_toss" => "the number of a word",
            "get_rand" => "the number of a word and two C ints",
            "rand_percent" => "the number of a word and a C int",
            _ => {
                let known = "there are word, get_rand, rand_percent and coin_toss";
                let message = format!("nothing is called `{name}`: {known}");
                return Err(Fault::new(at, message));
            }
        };
        if name != "word" && !source.has_draws() {
            let message = format!(
                "{} has no {name}: only rrandom, the game's own generator, has it; use word(n)",
                source.name()
            );
            return Err(Fault::new(at, message));
        }
        let arguments = self.arguments()?;
        let last = WORDS as i64 - 1;
        let n = constant(&arguments[0], 0, last, "the number of a word is")? as usize;
        let mut ints = Vec::new();
        for argument in &arguments[1..] {
            let (least, most) = (i32::MIN.into(), i32::MAX.into());
            ints.push(constant(argument, least, most, "a C int is")? as i32);
        }
        let (operation, domain) = match (name, &ints[..]) {
            ("word", []) => {
                let domain = Domain::Whole(0, source.largest().into());
                (Operation::Word(n), domain)
            }
            ("get_rand", &[x, y]) => {
                let Some(Game { least, width }) = Game::new(x, y) else {
                    let message = "the range of all 2^32 numbers divides by zero";
                    return Err(Fault::new(at, message));
                };
                let (least, width) = (i64::from(least), i64::from(width.min(1 << 14)));
                let domain = Domain::Whole(least, least + width - 1);
                (Operation::GetRand { n, x, y }, domain)
            }
            ("rand_percent", &[percentage]) => {
                (Operation::RandPercent { n, percentage }, Domain::Condition)
            }
            ("coin_toss", []) => (Operation::CoinToss { n }, Domain::Condition),
            _ => return Err(Fault::new(at, format!("{name} takes {takes}"))),
        };
        Ok(Expression::leaf(operation, domain, at))
    }
}

fn constant(value: &Expression, low: i64, high: i64, what: &str) -> Result<i64, Fault> {
    value.range()?;
    let at = value.place.start;
    match value.operation {
        Operation::Constant(value) if (low..=high).contains(&value) => Ok(value),
        Operation::Constant(_) => Err(Fault::new(at, format!("{what} from {low} to {high}"))),
        _ => Err(Fault::new(at, "expected a constant")),
    }
}
