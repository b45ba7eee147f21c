//! Reads a predicate, by precedence climbing (Pratt, *Top Down Operator Precedence*, 1973), and checks on the way which parts
//! are numbers and which are conditions, which are constant, and which may be beyond 64 bits.

use super::number::{DIVISION_BY_ZERO, Number, Operator};
use super::real::{Precision, Real};
use super::token::{Placed, Token, Tokens};
use super::{Comparison, Condition, Fault, Node, power};
use crate::seeded::{Seeded, WORDS};

/// The result of an expression.
enum Value {
    Number(Number),
    Condition(Condition),
    Real(Real),
}

/// The subject of an expression.
#[derive(Clone, Copy)]
enum About {
    /// The words of a seed.
    Seed(Seeded),
    /// One word, up to the largest, and perhaps how many numbers are to be made from it.
    Word { largest: i64, n: Option<u32> },
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
            Value::Condition(_) => Err(fault(self.at, "expected a number, found a condition")),
            Value::Real(_) => Err(fault(self.at, "expected a whole number, found a fraction")),
        }
    }

    fn real(self, precision: Precision) -> Result<Real, Fault> {
        match self.value {
            Value::Real(real) => Ok(real),
            _ => Ok(Real::whole(precision, self.number()?)),
        }
    }

    fn condition(self) -> Result<Condition, Fault> {
        match self.value {
            Value::Condition(condition) => Ok(condition),
            _ => Err(fault(self.at, "expected a condition, found a number")),
        }
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Infix {
    Or,
    And,
    Comparison(Comparison),
    Arithmetic(Operator),
}

impl Infix {
    pub(crate) fn of(token: Token<'_>) -> Option<Self> {
        let Token::Symbol(symbol) = token else {
            return None;
        };
        match symbol {
            "||" => Some(Self::Or),
            "&&" => Some(Self::And),
            _ => Comparison::of(symbol)
                .map(Self::Comparison)
                .or_else(|| Operator::of(symbol).map(Self::Arithmetic)),
        }
    }

    /// How tightly it binds.
    pub(crate) const fn power(self) -> u8 {
        match self {
            Self::Or => power::OR,
            Self::And => power::AND,
            Self::Comparison(_) => power::COMPARISON,
            Self::Arithmetic(operator) => operator.power(),
        }
    }

    /// Comparisons do not chain; `before` is the operator to the left.
    pub(crate) fn refuse_chain(self, before: Option<Self>, at: usize) -> Result<(), Fault> {
        match (before, self) {
            (Some(Self::Comparison(_)), Self::Comparison(_)) => Err(fault(
                at,
                "a comparison of a comparison: join conditions with && or ||, as & and | bind more tightly than comparisons; or use \
                 parentheses",
            )),
            _ => Ok(()),
        }
    }

    fn join(self, at: usize, a: Part, b: Part, parser: &Parser<'_>) -> Result<Value, Fault> {
        Ok(match self {
            Self::Or => Value::Condition(Condition::Or(
                Box::new(a.condition()?),
                Box::new(b.condition()?),
            )),
            Self::And => Value::Condition(Condition::And(
                Box::new(a.condition()?),
                Box::new(b.condition()?),
            )),
            Self::Comparison(comparison) => {
                Value::Condition(Condition::Comparison(comparison, a.number()?, b.number()?))
            }
            Self::Arithmetic(operator) => {
                if let Some(precision) = parser.fraction(operator, &a, &b) {
                    let joined = Real::binary(operator, a.real(precision)?, b.real(precision)?);
                    return joined.map(Value::Real).map_err(|why| fault(at, why));
                }
                let (a, b) = (a.number()?, b.number()?);
                let (low, high) = b.range();
                let divides = matches!(operator, Operator::Quotient | Operator::Remainder);
                if matches!(parser.about, About::Word { .. }) && divides && low <= 0 && high >= 0 {
                    return Err(fault(at, DIVISION_BY_ZERO));
                }
                let joined = Number::binary(operator, a, b);
                Value::Number(joined.map_err(|why| fault(at, why))?)
            }
        })
    }
}

fn fault(at: usize, what: impl Into<String>) -> Fault {
    Fault::new(at, what)
}

pub(super) fn parse(text: &str, source: Seeded) -> Result<Condition, Fault> {
    let mut parser = Parser {
        tokens: Tokens::of(text, false)?,
        about: About::Seed(source),
        precision: None,
    };
    let part = parser.expression(0)?;
    parser.tokens.end("an operator or the end")?;
    part.condition()
}

/// A rule for words up to `largest`: the number that it makes from a word, and from which words.
pub(crate) fn parse_formula(
    text: &str,
    largest: i64,
    n: Option<u32>,
) -> Result<(Number, Option<Condition>), Fault> {
    let about = About::Word { largest, n };
    let mut parser = Parser {
        tokens: Tokens::of(text, true)?,
        about,
        precision: None,
    };
    let value = parser.expression(0)?.number()?;
    if parser.tokens.peek().token != Token::Name("until") {
        parser.tokens.end("an operator, `until` or the end")?;
        return Ok((value, None));
    }
    parser.tokens.take();
    let until = parser.expression(0)?;
    parser.tokens.end("an operator or the end")?;
    until.condition().map(|until| (value, Some(until)))
}

struct Parser<'t> {
    tokens: Tokens<'t>,
    about: About,
    /// How the surrounding fraction is computed, if there is one.
    precision: Option<Precision>,
}

impl Parser<'_> {
    /// How the fraction that this operator gives is computed, if it gives one.
    fn fraction(&self, operator: Operator, a: &Part, b: &Part) -> Option<Precision> {
        use Operator::{Minus, Plus, Quotient, Times};
        let precision = self
            .precision
            .filter(|_| matches!(operator, Plus | Minus | Times | Quotient))?;
        let is_real = |part: &Part| matches!(part.value, Value::Real(_));
        // Sums and products of whole numbers are whole if nothing is rounded.
        (precision != Precision::Exact || operator == Quotient || is_real(a) || is_real(b))
            .then_some(precision)
    }

    /// An expression whose operators all bind more tightly than `least`.
    fn expression(&mut self, least: u8) -> Result<Part, Fault> {
        let mut left = self.operand()?;
        let mut before = None;
        loop {
            let operator = self.tokens.peek();
            match Infix::of(operator.token) {
                Some(infix) if infix.power() > least => {
                    infix.refuse_chain(before.replace(infix), operator.at)?;
                    self.tokens.take();
                    let right = self.expression(infix.power())?;
                    left = Part {
                        at: left.at,
                        value: infix.join(operator.at, left, right, self)?,
                    };
                }
                _ => return Ok(left),
            }
        }
    }

    fn operand(&mut self) -> Result<Part, Fault> {
        let Placed { token, at, .. } = self.tokens.take();
        let value = match token {
            Token::Number(value) => Value::Number(Number::constant(value)),
            Token::Symbol("(") => {
                let inner = self.expression(0)?;
                self.tokens.expect(")")?;
                inner.value
            }
            Token::Symbol("-") => {
                let part = self.expression(power::SIGN)?;
                match (part.value, self.precision) {
                    (Value::Real(real), Some(precision)) => {
                        let zero = Real::whole(precision, Number::constant(0));
                        let negative = Real::binary(Operator::Minus, zero, real);
                        Value::Real(negative.map_err(|why| fault(at, why))?)
                    }
                    (value, _) => {
                        let number = Part { value, at: part.at }.number()?;
                        Value::Number(number.negative().map_err(|why| fault(at, why))?)
                    }
                }
            }
            Token::Symbol("!") => Value::Condition(Condition::Not(Box::new(
                self.expression(power::SIGN)?.condition()?,
            ))),
            Token::Decimal(text) => {
                let Some(precision) = self.precision else {
                    let what = "a fraction belongs in floor(...), double(...) or float(...)";
                    return Err(fault(at, what));
                };
                Value::Real(Real::decimal(precision, text).map_err(|why| fault(at, why))?)
            }
            Token::Name(name) => match self.about {
                About::Seed(source) => self.call(source, name, at)?,
                About::Word { largest, n } => self.of_word(largest, n, name, at)?,
            },
            Token::Symbol(_) | Token::End => {
                return Err(fault(at, "expected a number or a condition"));
            }
        };
        Ok(Part { value, at })
    }

    fn of_word(
        &mut self,
        largest: i64,
        n: Option<u32>,
        name: &str,
        at: usize,
    ) -> Result<Value, Fault> {
        let precision = match name {
            "w" => return Ok(Value::Number(Number::the_word(largest))),
            "n" => {
                let n = n.ok_or_else(|| fault(at, "how many numbers n is must be given: -n N"))?;
                return Ok(Value::Number(Number::constant(n.into())));
            }
            "floor" => Precision::Exact,
            "double" => Precision::Double,
            "float" => Precision::Single,
            _ => {
                let known = "there are w, n, floor(...), double(...), float(...) and until";
                return Err(fault(at, format!("nothing is called `{name}`: {known}")));
            }
        };
        self.tokens.expect("(")?;
        let outer = self.precision.replace(precision);
        let real = self.expression(0)?.real(precision)?;
        self.precision = outer;
        self.tokens.expect(")")?;
        real.floor()
            .map(Value::Number)
            .map_err(|why| fault(at, why))
    }

    fn call(&mut self, source: Seeded, name: &str, at: usize) -> Result<Value, Fault> {
        if !["word", "get_rand", "rand_percent", "coin_toss"].contains(&name) {
            let known = "there are word, get_rand, rand_percent and coin_toss";
            return Err(fault(at, format!("nothing is called `{name}`: {known}")));
        }
        if name != "word" && !source.has_draws() {
            let what = format!(
                "{} has no {name}: only rrandom, the game's own generator, has it; use word(n)",
                source.name()
            );
            return Err(fault(at, what));
        }
        self.tokens.expect("(")?;
        let n = self.constant(0, WORDS as i64 - 1, "the number of a word is")? as usize;
        let value =
            match name {
                "get_rand" => {
                    let (x, y) = (self.int()?, self.int()?);
                    let number = Number::get_rand(n, x, y);
                    Value::Number(number.ok_or_else(|| {
                        fault(at, "the range of all 2^32 numbers divides by zero")
                    })?)
                }
                "rand_percent" => Value::Condition(Condition::RandPercent {
                    n,
                    percentage: self.int()?,
                }),
                "coin_toss" => Value::Condition(Condition::CoinToss { n }),
                _ => Value::Number(Number::word(n, source.largest())),
            };
        self.tokens.expect(")")?;
        Ok(value)
    }

    /// Reads a further argument, a C int.
    fn int(&mut self) -> Result<i32, Fault> {
        self.tokens.expect(",")?;
        self.constant(i32::MIN.into(), i32::MAX.into(), "a C int is")
            .map(|int| int as i32)
    }

    fn constant(&mut self, low: i64, high: i64, what: &str) -> Result<i64, Fault> {
        let part = self.expression(0)?;
        let at = part.at;
        match part.number()?.node() {
            &Node::Constant(value) if (low..=high).contains(&value) => Ok(value),
            Node::Constant(_) => Err(fault(at, format!("{what} from {low} to {high}"))),
            _ => Err(fault(at, "expected a constant")),
        }
    }
}
