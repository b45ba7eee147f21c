//! Numbers that need not be whole.

use super::number::{
    BEYOND, DIVISION_BY_ZERO, Float, FloatNode, NoNumber, Node, Number, Operator, converted,
};

/// How fractions are computed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Precision {
    Exact,
    Double,
    Single,
}

/// A number that need not be whole.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Real {
    /// A number divided by a positive one.
    Exact(Number, i64),
    Rounded(Float),
}

const DIVISOR: NoNumber = "within floor(...) this must divide by a constant above 0";

impl Real {
    pub(super) fn whole(precision: Precision, number: Number) -> Self {
        let single = match precision {
            Precision::Exact => return Self::Exact(number, 1),
            Precision::Double => false,
            Precision::Single => true,
        };
        let ((low, high), constant) = (number.range(), matches!(number.node(), Node::Constant(_)));
        let (low, high) = (converted(low, single), converted(high, single));
        let node = if constant {
            FloatNode::Constant(low)
        } else {
            FloatNode::Whole(number)
        };
        Self::Rounded(Float {
            node,
            low,
            high,
            single,
        })
    }

    pub(super) fn decimal(precision: Precision, text: &str) -> Result<Self, NoNumber> {
        let value = match precision {
            Precision::Exact => return exact(text).ok_or(BEYOND),
            Precision::Double => text.parse(),
            Precision::Single => text.parse::<f32>().map(f64::from),
        };
        let value = value.ok().filter(|value| value.is_finite()).ok_or(BEYOND)?;
        let single = precision == Precision::Single;
        Ok(Self::Rounded(Float {
            node: FloatNode::Constant(value),
            low: value,
            high: value,
            single,
        }))
    }

    /// A sum, difference, product or quotient.
    pub(super) fn binary(operator: Operator, a: Self, b: Self) -> Result<Self, NoNumber> {
        match (a, b) {
            (Self::Exact(a, x), Self::Exact(b, y)) => fraction(operator, (a, x), (b, y)),
            (Self::Rounded(a), Self::Rounded(b)) => {
                Float::binary(operator, a, b).map(Self::Rounded)
            }
            _ => unreachable!("a fraction is computed in one way"),
        }
    }

    pub(super) fn floor(self) -> Result<Number, NoNumber> {
        let (number, divisor) = match self {
            Self::Rounded(float) => return Number::floor(float),
            Self::Exact(number, divisor) => (number, divisor),
        };
        if divisor & (divisor - 1) == 0 {
            let shift = i64::from(divisor.trailing_zeros());
            return if shift == 0 {
                Ok(number)
            } else {
                Number::binary(Operator::ShiftRight, number, Number::constant(shift))
            };
        }
        // A quotient is rounded toward zero: a number below zero is first raised by a multiple of the divisor.
        let least = number.range().0;
        let raised = if least < 0 {
            -least.div_euclid(divisor)
        } else {
            0
        };
        let whole = raised.checked_mul(divisor).ok_or(BEYOND)?;
        let dividend = if raised > 0 {
            Number::binary(Operator::Plus, number, Number::constant(whole))?
        } else {
            number
        };
        let quotient = Number::binary(Operator::Quotient, dividend, Number::constant(divisor))?;
        if raised > 0 {
            Number::binary(Operator::Minus, quotient, Number::constant(raised))
        } else {
            Ok(quotient)
        }
    }
}

/// Reads `0.75` as 75 over 100.
fn exact(text: &str) -> Option<Real> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent = exponent
        .parse::<i64>()
        .ok()?
        .checked_sub(places.len() as i64)?;
    let (mut above, mut below) = (format!("{whole}{places}").parse::<i64>().ok()?, 1);
    let ten = 10_i64.checked_pow(u32::try_from(exponent.unsigned_abs()).ok()?)?;
    if exponent < 0 {
        below = ten;
    } else {
        above = above.checked_mul(ten)?;
    }
    Some(Real::Exact(Number::constant(above), below))
}

fn fraction(
    operator: Operator,
    (a, x): (Number, i64),
    (b, y): (Number, i64),
) -> Result<Real, NoNumber> {
    let times = |number: Number, by: i64| {
        if by == 1 {
            Ok(number)
        } else {
            Number::binary(Operator::Times, number, Number::constant(by))
        }
    };
    let over =
        |number: Number, divisor: Option<i64>| Ok(Real::Exact(number, divisor.ok_or(BEYOND)?));
    match operator {
        Operator::Times => over(Number::binary(Operator::Times, a, b)?, x.checked_mul(y)),
        Operator::Quotient => match *b.node() {
            Node::Constant(0) => Err(DIVISION_BY_ZERO),
            Node::Constant(b) if b > 0 => over(times(a, y)?, x.checked_mul(b)),
            _ => Err(DIVISOR),
        },
        _ if x == y => over(Number::binary(operator, a, b)?, Some(x)),
        _ => over(
            Number::binary(operator, times(a, y)?, times(b, x)?)?,
            x.checked_mul(y),
        ),
    }
}
