//! Fractions, which occur within `floor(...)`, `double(...)` and `float(...)` of a rule.
//!
//! In `floor` they are exact: a whole number over a positive constant. In `double` and `float` each word, constant and operation
//! is rounded to the nearest number of 53 or 24 bits, ties to even, as IEEE 754 does.

use super::domain::{BEYOND, DIVISION_BY_ZERO, Domain};
use super::operator::{Operation, Operator};
use super::{Expression, Fault};

/// How fractions are computed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Precision {
    Exact,
    Double,
    Single,
}

const DIVISOR: &str = "within floor(...) this must divide by a constant above 0";

impl Precision {
    /// The function that gives the greatest whole number not above a fraction.
    pub(super) fn of_function(name: &str) -> Option<Self> {
        match name {
            "floor" => Some(Self::Exact),
            "double" => Some(Self::Double),
            "float" => Some(Self::Single),
            _ => None,
        }
    }

    /// Reads a number that need not be whole.
    pub(super) fn read(self, text: &str, at: usize) -> Result<Expression, Fault> {
        let value = match self {
            Self::Exact => {
                let (value, over) = exact(text).ok_or_else(|| Fault::new(at, BEYOND))?;
                let domain = Domain::Fraction(value, value, over);
                return Ok(Expression::leaf(Operation::Constant(value), domain, at));
            }
            Self::Double => text.parse().ok(),
            Self::Single => text.parse::<f32>().ok().map(f64::from),
        };
        let value = value.filter(|value| value.is_finite());
        let value = value.ok_or_else(|| Fault::new(at, BEYOND))?;
        let domain = Domain::Rounded {
            low: value,
            high: value,
            is_single: self == Self::Single,
        };
        Ok(Expression::leaf(Operation::Decimal(value), domain, at))
    }

    /// A sum, difference, product or quotient.
    pub(super) fn join(
        self,
        operator: Operator,
        a: Expression,
        b: Expression,
        at: usize,
    ) -> Expression {
        let operation = Operation::Arithmetic(operator);
        if self != Self::Exact {
            return Expression::new(operation, vec![self.round(a), self.round(b)], at);
        }
        // Sums and products of whole numbers are whole.
        if operator != Operator::Quotient && !is_fraction(&a) && !is_fraction(&b) {
            return Expression::new(operation, vec![a, b], at);
        }
        match join_exact(operator, &a, &b, at) {
            Ok(joined) => joined,
            Err(fault) => Expression {
                operation,
                arguments: vec![a, b],
                domain: Err(fault),
                place: at..at,
            },
        }
    }

    /// The greatest whole number not above a value.
    pub(super) fn floor(self, value: Expression, at: usize) -> Expression {
        if self != Self::Exact {
            return Expression::new(Operation::Floor, vec![self.round(value)], at);
        }
        let whole = match floor_exact(&value, at) {
            Ok(whole) => whole,
            Err(fault) => Expression {
                domain: Err(fault),
                ..value
            },
        };
        Expression::new(Operation::Floor, vec![whole], at)
    }

    fn round(self, value: Expression) -> Expression {
        if let Ok(Domain::Rounded { .. }) = value.domain {
            return value;
        }
        let is_single = self == Self::Single;
        let at = value.place.start;
        Expression::new(Operation::Converted { is_single }, vec![value], at)
    }
}

const fn is_fraction(value: &Expression) -> bool {
    matches!(value.domain, Ok(Domain::Fraction(..)))
}

/// The numerator and the denominator.
fn split(value: &Expression) -> Result<(Expression, i64), Fault> {
    let mut numerator = value.clone();
    if let Ok(Domain::Fraction(low, high, over)) = value.domain {
        numerator.domain = Ok(Domain::Whole(low, high));
        return Ok((numerator, over));
    }
    numerator.range().map(|_| (numerator, 1))
}

/// Reads `0.75` as 75 over 100.
fn exact(text: &str) -> Option<(i64, i64)> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: i64 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(places.len() as i64)?;
    let value: i64 = format!("{whole}{places}").parse().ok()?;
    let ten = 10_i64.checked_pow(u32::try_from(exponent.unsigned_abs()).ok()?)?;
    if exponent < 0 {
        return Some((value, ten));
    }
    Some((value.checked_mul(ten)?, 1))
}

/// Applies an operator to whole numbers that must stay within 64 bits; where it is neutral, nothing changes.
fn apply(operator: Operator, a: Expression, b: i64, at: usize) -> Result<Expression, Fault> {
    let neutral = i64::from(matches!(operator, Operator::Times | Operator::Quotient));
    if b == neutral {
        return Ok(a);
    }
    let arguments = vec![a, Expression::constant(b, at)];
    let applied = Expression::new(Operation::Arithmetic(operator), arguments, at);
    applied.range().map(|_| applied)
}

fn join_exact(
    operator: Operator,
    a: &Expression,
    b: &Expression,
    at: usize,
) -> Result<Expression, Fault> {
    let ((a, over_a), (b, over_b)) = (split(a)?, split(b)?);
    let product = over_a.checked_mul(over_b);
    let (mut joined, over) = match operator {
        Operator::Quotient => match b.operation {
            Operation::Constant(0) => return Err(Fault::new(at, DIVISION_BY_ZERO)),
            Operation::Constant(b) if b > 0 => (
                apply(Operator::Times, a, over_b, at)?,
                over_a.checked_mul(b),
            ),
            _ => return Err(Fault::new(at, DIVISOR)),
        },
        Operator::Times => (join_whole(operator, a, b, at), product),
        _ if over_a == over_b => (join_whole(operator, a, b, at), Some(over_a)),
        _ => {
            let a = apply(Operator::Times, a, over_b, at)?;
            let b = apply(Operator::Times, b, over_a, at)?;
            (join_whole(operator, a, b, at), product)
        }
    };
    let (low, high) = joined.range()?;
    let over = over.ok_or_else(|| Fault::new(at, BEYOND))?;
    joined.domain = Ok(Domain::Fraction(low, high, over));
    Ok(joined)
}

fn join_whole(operator: Operator, a: Expression, b: Expression, at: usize) -> Expression {
    Expression::new(Operation::Arithmetic(operator), vec![a, b], at)
}

fn floor_exact(value: &Expression, at: usize) -> Result<Expression, Fault> {
    let (numerator, over) = split(value)?;
    if over.count_ones() == 1 {
        return apply(
            Operator::ShiftRight,
            numerator,
            over.trailing_zeros().into(),
            at,
        );
    }
    // A quotient is rounded toward zero: a number below zero is first raised by a multiple of the divisor.
    let (least, _) = numerator.range()?;
    let raised = (-least.div_euclid(over)).max(0);
    let sum = raised
        .checked_mul(over)
        .ok_or_else(|| Fault::new(at, BEYOND))?;
    let dividend = apply(Operator::Plus, numerator, sum, at)?;
    let quotient = apply(Operator::Quotient, dividend, over, at)?;
    apply(Operator::Minus, quotient, raised, at)
}
