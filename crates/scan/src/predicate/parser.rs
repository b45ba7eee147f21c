//! Reads a predicate, by precedence climbing (Pratt, *Top Down Operator Precedence*, 1973), and checks it on the way: what is a
//! number and what a condition, what is constant, and what may be beyond 64 bits.

use super::number::{Number, Operator};
use super::token::{Placed, Token, tokens};
use super::{Comparison, Condition, Fault, Node, power};
use crate::source::{Source, WORDS};

/// What an expression gives.
enum Value {
    Number(Number),
    Condition(Condition),
}

/// An expression, and where it begins.
struct Part {
    value: Value,
    at: usize,
}

impl Part {
    fn number(self) -> Result<Number, Fault> {
        match self.value {
            Value::Number(number) => Ok(number),
            Value::Condition(_) => Err(fault(self.at, "a number belongs here, and this is a condition")),
        }
    }

    fn condition(self) -> Result<Condition, Fault> {
        match self.value {
            Value::Condition(condition) => Ok(condition),
            Value::Number(_) => Err(fault(self.at, "a condition belongs here, and this is a number")),
        }
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy)]
enum Infix {
    Or,
    And,
    Comparison(Comparison),
    Arithmetic(Operator),
}

impl Infix {
    fn of(token: Token<'_>) -> Option<Self> {
        let Token::Symbol(symbol) = token else { return None };
        let comparison = || Comparison::ALL.into_iter().find(|comparison| comparison.1 == symbol);
        let arithmetic = || Operator::ALL.into_iter().find(|operator| operator.1 == symbol);
        match symbol {
            "||" => Some(Self::Or),
            "&&" => Some(Self::And),
            _ => {
                comparison().map(|it| Self::Comparison(it.0)).or_else(|| arithmetic().map(|it| Self::Arithmetic(it.0)))
            }
        }
    }

    const fn power(self) -> u8 {
        match self {
            Self::Or => power::OR,
            Self::And => power::AND,
            Self::Comparison(_) => power::COMPARISON,
            Self::Arithmetic(operator) => operator.power(),
        }
    }

    fn join(self, at: usize, a: Part, b: Part) -> Result<Value, Fault> {
        Ok(match self {
            Self::Or => Value::Condition(Condition::Or(Box::new(a.condition()?), Box::new(b.condition()?))),
            Self::And => Value::Condition(Condition::And(Box::new(a.condition()?), Box::new(b.condition()?))),
            Self::Comparison(comparison) => {
                Value::Condition(Condition::Comparison(comparison, a.number()?, b.number()?))
            }
            Self::Arithmetic(operator) => {
                let joined = Number::binary(operator, a.number()?, b.number()?);
                Value::Number(joined.map_err(|why| fault(at, why))?)
            }
        })
    }
}

fn fault(at: usize, what: impl Into<String>) -> Fault {
    Fault { at, what: what.into() }
}

pub(super) fn parse(text: &str, source: Source) -> Result<Condition, Fault> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, source };
    let part = parser.expression(0)?;
    let end = parser.peek();
    if end.token != Token::End {
        return Err(fault(end.at, format!("an operator or the end belongs here, and there is `{}`", end.text)));
    }
    part.condition()
}

struct Parser<'t> {
    tokens: Vec<Placed<'t>>,
    next: usize,
    source: Source,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Placed<'t> {
        self.tokens[self.next]
    }

    /// Takes the next token; the end stays.
    fn take(&mut self) -> Placed<'t> {
        let taken = self.peek();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        taken
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), Fault> {
        let taken = self.take();
        if taken.token == Token::Symbol(symbol) {
            return Ok(());
        }
        let there = if taken.token == Token::End { String::from(taken.text) } else { format!("`{}`", taken.text) };
        Err(fault(taken.at, format!("`{symbol}` belongs here, and there is {there}")))
    }

    /// An expression whose operators all bind tighter than `least`.
    fn expression(&mut self, least: u8) -> Result<Part, Fault> {
        let mut left = self.operand()?;
        loop {
            let operator = self.peek();
            match Infix::of(operator.token) {
                Some(infix) if infix.power() > least => {
                    self.take();
                    let right = self.expression(infix.power())?;
                    left = Part { at: left.at, value: infix.join(operator.at, left, right)? };
                }
                _ => return Ok(left),
            }
        }
    }

    fn operand(&mut self) -> Result<Part, Fault> {
        let Placed { token, at, .. } = self.take();
        let value = match token {
            Token::Number(value) => Value::Number(Number::constant(value)),
            Token::Symbol("(") => {
                let inner = self.expression(0)?;
                self.expect(")")?;
                inner.value
            }
            Token::Symbol("-") => {
                let number = self.expression(power::SIGN)?.number()?;
                Value::Number(number.negative().map_err(|why| fault(at, why))?)
            }
            Token::Symbol("!") => {
                Value::Condition(Condition::Not(Box::new(self.expression(power::SIGN)?.condition()?)))
            }
            Token::Name(name) => self.call(name, at)?,
            Token::Symbol(_) | Token::End => return Err(fault(at, "a number or a condition belongs here")),
        };
        Ok(Part { value, at })
    }

    fn call(&mut self, name: &str, at: usize) -> Result<Value, Fault> {
        if !["word", "get_rand", "rand_percent", "coin_toss"].contains(&name) {
            let known = "there are word, get_rand, rand_percent and coin_toss";
            return Err(fault(at, format!("nothing is called `{name}`: {known}")));
        }
        if name != "word" && !self.source.has_draws() {
            let what =
                format!("{} has no {name}: only the game's own words have, rrandom; take word(n)", self.source.name());
            return Err(fault(at, what));
        }
        self.expect("(")?;
        let n = self.constant(0, WORDS as i64 - 1, "the number of a word is")? as usize;
        let value = match name {
            "get_rand" => {
                let (x, y) = (self.int()?, self.int()?);
                let number = Number::get_rand(n, x, y);
                Value::Number(number.ok_or_else(|| fault(at, "the range of all 2^32 numbers divides by zero"))?)
            }
            "rand_percent" => Value::Condition(Condition::RandPercent { n, percentage: self.int()? }),
            "coin_toss" => Value::Condition(Condition::CoinToss { n }),
            _ => Value::Number(Number::word(n, self.source.largest())),
        };
        self.expect(")")?;
        Ok(value)
    }

    /// A further argument.
    fn int(&mut self) -> Result<i32, Fault> {
        self.expect(",")?;
        self.constant(i32::MIN.into(), i32::MAX.into(), "a C int is").map(|int| int as i32)
    }

    fn constant(&mut self, low: i64, high: i64, what: &str) -> Result<i64, Fault> {
        let part = self.expression(0)?;
        let at = part.at;
        match part.number()?.node() {
            &Node::Constant(value) if (low..=high).contains(&value) => Ok(value),
            Node::Constant(_) => Err(fault(at, format!("{what} from {low} to {high}"))),
            _ => Err(fault(at, "a constant belongs here")),
        }
    }
}
