//! Fractions, which occur within `floor(...)`, `double(...)`, `float(...)` and the like of a rule, and where it has a `u`.
//!
//! In `floor` without a `u` they are exact: a whole number over a positive constant. In `double` and `float` each word, constant and operation
//! is rounded to the nearest number of 53 or 24 bits, ties to even, as IEEE 754 does.

use super::Expression;
use super::domain::{BEYOND, DIVISION_BY_ZERO, Domain};
use super::operator::{Operation, Operator, Precision, Rounding};
use super::token::{Fault, refuse};

const DIVISOR: &str = "within floor(...) this must divide by a constant above 0";

impl Precision {
    /// A word of so many bits over two to that power.
    pub(super) fn fraction_of_word(self, word: Expression, bits: u32, at: usize) -> Expression {
        let over = 2_f64.powi(bits as i32);
        let domain = Domain::Rounded(over, over, self);
        let over = Expression::leaf(Operation::Decimal(over), domain, at);
        self.join(Operator::Quotient, word, over, at)
    }

    /// Reads a number that need not be whole.
    pub(super) fn read(self, text: &str, at: usize) -> Result<Expression, Fault> {
        let value = match self {
            Self::Exact => {
                let Some((value, over)) = read_exact(text) else {
                    return refuse(at, BEYOND);
                };
                let domain = Domain::Fraction(value, value, over);
                return Ok(Expression::leaf(Operation::Constant(value), domain, at));
            }
            Self::Double => text.parse().unwrap_or(f64::NAN),
            Self::Single => text.parse().map_or(f64::NAN, f32::into),
        };
        if !value.is_finite() {
            return refuse(at, BEYOND);
        }
        let domain = Domain::Rounded(value, value, self);
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
        if self != Self::Exact {
            return Expression::binary(operator, self.convert_whole(a), self.convert_whole(b), at);
        }
        // Sums and products of whole numbers are whole.
        if operator != Operator::Quotient && !is_fraction(&a) && !is_fraction(&b) {
            return Expression::binary(operator, a, b, at);
        }
        join_exact(operator, &a, &b, at).unwrap_or_else(|fault| Expression {
            domain: Err(fault),
            ..Expression::binary(operator, a, b, at)
        })
    }

    /// A whole number near a value.
    pub(super) fn whole(self, rounding: Rounding, value: Expression, at: usize) -> Expression {
        let mut value = value;
        if self != Self::Exact {
            value = self.convert_whole(value);
        } else if let Ok(Domain::Fraction(low, high, over)) = value.domain {
            value.domain = Ok(Domain::Whole(low, high));
            value = divide_whole(rounding, value, over, at);
        }
        Expression::new(Operation::Whole(rounding), vec![value], at)
    }

    fn convert_whole(self, value: Expression) -> Expression {
        if let Ok(Domain::Rounded(..)) = value.domain {
            return value;
        }
        let at = value.place.start;
        Expression::new(Operation::Converted(self), vec![value], at)
    }
}

/// A whole number near a quotient by a constant above 0.
fn divide_whole(rounding: Rounding, value: Expression, over: i64, at: usize) -> Expression {
    let constant = |value| Expression::constant(value, at);
    let (value, over) = match rounding {
        Rounding::Trunc => {
            return Expression::binary(Operator::Quotient, value, constant(over), at);
        }
        Rounding::Floor => (value, over),
        Rounding::Ceil => (
            Expression::binary(Operator::Plus, value, constant(over - 1), at),
            over,
        ),
        // The floor of the quotient and a half.
        Rounding::Round => {
            let Some(twice) = over.checked_mul(2) else {
                let domain = refuse(at, BEYOND);
                return Expression { domain, ..value };
            };
            let value = multiply(value, 2, at);
            let value = Expression::binary(Operator::Plus, value, constant(over), at);
            (value, twice)
        }
    };
    let (operator, by) = match over.trailing_zeros() {
        _ if over.count_ones() > 1 => (Operator::Floored, over),
        zeros => (Operator::ShiftRight, zeros.into()),
    };
    Expression::binary(operator, value, constant(by), at)
}

const fn is_fraction(value: &Expression) -> bool {
    matches!(value.domain, Ok(Domain::Fraction(..)))
}

/// Reads `0.75` as 75 over 100.
fn read_exact(text: &str) -> Option<(i64, i64)> {
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

/// The numerator and the denominator.
fn split(value: &Expression) -> Result<(Expression, i64), Fault> {
    let mut numerator = value.clone();
    if let Ok(Domain::Fraction(low, high, over)) = value.domain {
        numerator.domain = Ok(Domain::Whole(low, high));
        return Ok((numerator, over));
    }
    numerator.range()?;
    Ok((numerator, 1))
}

fn multiply(value: Expression, by: i64, at: usize) -> Expression {
    if by == 1 {
        return value;
    }
    Expression::binary(Operator::Times, value, Expression::constant(by, at), at)
}

fn join_exact(
    operator: Operator,
    a: &Expression,
    b: &Expression,
    at: usize,
) -> Result<Expression, Fault> {
    let ((a, over_a), (b, over_b)) = (split(a)?, split(b)?);
    let (mut joined, over) = match (operator, b.operation) {
        (Operator::Quotient, Operation::Constant(0)) => return refuse(at, DIVISION_BY_ZERO),
        (Operator::Quotient, Operation::Constant(b @ 1..)) => {
            (multiply(a, over_b, at), over_a.checked_mul(b))
        }
        (Operator::Quotient, _) => return refuse(at, DIVISOR),
        (Operator::Plus | Operator::Minus, _) if over_a == over_b => {
            (Expression::binary(operator, a, b, at), Some(over_a))
        }
        _ => {
            let (mut a, mut b) = (a, b);
            if operator != Operator::Times {
                (a, b) = (multiply(a, over_b, at), multiply(b, over_a, at));
            }
            let joined = Expression::binary(operator, a, b, at);
            (joined, over_a.checked_mul(over_b))
        }
    };
    let (low, high) = joined.range()?;
    let Some(over) = over else {
        return refuse(at, BEYOND);
    };
    joined.domain = Ok(Domain::Fraction(low, high, over));
    Ok(joined)
}
