//! Expressions: conditions, and numbers made from words.
//!
//! | written | value |
//! |---|---|
//! | `- * / % + << >> & ^ \|` | whole numbers, binding as in Rust, tightest first: sign; product; sum; shift; and; xor; or |
//! | `== != < <= > >=`, `! && \|\|` | conditions; a comparison binds weaker than all arithmetic, and does not chain |
//! | **about a seed** | |
//! | `word(n)` | word `n`, counted from 0, below [`WORDS`] |
//! | `get_rand(n, x, y)` | the number that the game's `get_rand(x, y)` makes from word `n`: bounds in the wrong order are
//! swapped, and widths wrap as its `int` does |
//! | `rand_percent(n, p)`, `coin_toss(n)` | conditions: the results of these functions of the game for word `n` |
//! | **in a rule** | |
//! | `w`, `w0` to `w9` | words, from 0 to 2^bits - 1 |
//! | `n` | how many numbers are wanted |
//! | `2^32` | in one piece: the power of two, from `2^0` to `2^62`; any other `^` is the exclusive or |
//! | `u`, `u0` to `u9` | the same words over 2^bits, as a double |
//! | `d6` | the roll of a fair die with so many sides, 1 to 6; each is rolled anew |
//! | `floor(...)`, `ceil(...)`, `round(...)`, `trunc(...)` | a whole number near a fraction, of halves the greater; within it
//! `/` gives exact fractions, and there are decimals |
//! | `double(...)`, `float(...)` | `floor`, with each word, constant and operation rounded to 53 or 24 bits as IEEE 754 does; what
//! has a `u` in it is always computed so |
//! | `max(...)`, `min(...)` | of two values or more |
//! | `highest(k, ...)`, `lowest(k, ...)` | the sum of so many of the values |
//! | `if(CONDITION, VALUE, VALUE)` | the first value if the condition is true, otherwise the second |
//! | `VALUE until CONDITION` | the value of the first words that satisfy the condition |
//!
//! Numbers are decimal or `0x...`. Quotients are rounded toward zero and remainders have the sign of the dividend, as in C. A
//! shift to the right keeps the sign. Nothing wraps: the range of each part follows from the range of each word, and a part
//! that could leave 64 bits (or shift by less than 0 or more than 63) is refused; so is a constant divisor of zero. **If a
//! divisor is zero in a condition on seeds, the comparison around it is false**, whichever it is, even `!=`; in a rule, a
//! divisor that could be zero is refused. Only what is made of several words may do all this: it is computed with checks.
//!
//! ```
//! use roguelab_scan::{Predicate, Seeded};
//!
//! let rogue = Seeded::find("rrandom", None).unwrap();
//! let predicate = Predicate::parse("(word(0)%6)==0x3&&get_rand(1,2*50,1)>=42", rogue).unwrap();
//! assert_eq!(predicate.to_string(), "word(0) % 6 == 3 && get_rand(1, 100, 1) >= 42");
//! ```
//!
//! [`WORDS`]: super::seeded::WORDS

mod domain;
mod fraction;
mod operator;
mod parser;
mod token;

use std::fmt;
use std::ops::Range;

use crate::seeded::Seeded;

pub(crate) use domain::Domain;
pub(crate) use operator::{Operation, Operator, Precision, Rounding};
pub(crate) use parser::{FIRST_DIE, is_name_of_fraction, parse, sides_of_name};
pub use token::ExpressionError;
pub(crate) use token::{Fault, is_of_name, refuse};

/// The names that an expression may use, and what they stand for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope {
    /// The words of a seed, and the draws made from them.
    Seed(Seeded),
    /// The words of a rule, of so many bits, and perhaps how many numbers are to be made from them.
    Rule { bits: u32, n: Option<u32> },
}

/// An operation on the values of other expressions, with constants computed.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) operation: Operation,
    pub(crate) arguments: Vec<Self>,
    /// What its values are, or the first reason why they are not known to exist.
    pub(crate) domain: Result<Domain, Fault>,
    /// The bytes that it comes from.
    pub(crate) place: Range<usize>,
}

/// The place makes no difference.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.operation == other.operation && self.arguments == other.arguments
    }
}

impl Expression {
    /// The values of which its value is made.
    pub fn arguments(&self) -> &[Self] {
        &self.arguments
    }

    /// The number of the word that it is, if it is one.
    pub const fn word(&self) -> Option<usize> {
        match self.operation {
            Operation::Word(n) => Some(n),
            _ => None,
        }
    }

    /// Whether it is the roll of a die.
    pub(crate) fn is_die(&self) -> bool {
        self.word().is_some_and(|word| word >= FIRST_DIE)
    }

    /// The numbers of all words in it, in order.
    pub fn words(&self) -> Vec<usize> {
        let mut words = Vec::from_iter(self.word());
        for argument in &self.arguments {
            words.append(&mut argument.words());
        }
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Its value, given those of its arguments; `None` if it is beyond 64 bits, divides by zero, or shifts by less than 0 or
    /// more than 63, or if it is a fraction or of a seed.
    pub fn apply(&self, values: &[i64]) -> Option<i64> {
        match (self.operation, values) {
            (Operation::Constant(value), []) => Some(value),
            (Operation::Negative, [a]) => a.checked_neg(),
            (Operation::Not, [a]) => Some((*a == 0).into()),
            (Operation::Binary(operator), [a, b]) => operator.checked(*a, *b),
            (Operation::If, [condition, a, b]) => Some(if *condition == 0 { *b } else { *a }),
            (Operation::Whole(_), [a]) => Some(*a),
            (Operation::Kept(kept), _) => kept.apply(values),
            _ => None,
        }
    }

    /// Its value, given those of all words; `None` as for [`Expression::apply`].
    pub fn evaluate(&self, words: &[i64]) -> Option<i64> {
        if let Some(n) = self.word() {
            return words.get(n).copied();
        }
        let mut values = Vec::with_capacity(self.arguments.len());
        for argument in &self.arguments {
            values.push(argument.evaluate(words)?);
        }
        self.apply(&values)
    }

    /// Whether it or a part of it is such an operation.
    pub(crate) fn contains(&self, is_such: fn(Operation) -> bool) -> bool {
        is_such(self.operation) || self.arguments.iter().any(|part| part.contains(is_such))
    }

    fn show(&self, least_power: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.operation.power() < least_power {
            write!(f, "({self})")
        } else {
            write!(f, "{self}")
        }
    }
}

/// A condition on a seed in canonical form, without unneeded parentheses.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = self.operation.power();
        match (self.operation, &self.arguments[..]) {
            (Operation::Constant(value), _) => write!(f, "{value}"),
            (Operation::Word(n), _) => write!(f, "word({n})"),
            (Operation::Draw(name), [_, arguments @ ..]) => {
                let arguments: Vec<String> = arguments.iter().map(Self::to_string).collect();
                write!(f, "{name}({})", arguments.join(", "))
            }
            (Operation::Binary(operator), [a, b]) => {
                a.show(power, f)?;
                write!(f, " {} ", operator.symbol())?;
                b.show(power + 1, f)
            }
            (Operation::Negative, [a]) => {
                f.write_str("-")?;
                a.show(power, f)
            }
            (Operation::Not, [a]) => {
                f.write_str("!")?;
                a.show(power, f)
            }
            // Only conditions on seeds are shown.
            _ => write!(f, "{:?}", self.operation),
        }
    }
}

#[cfg(test)]
mod tests;
