//! How likely a comparison of a fraction is, if the fraction could be any real number from 0 up to 1.

use crate::expression::{Domain, Expression, Operation, Operator};

/// A numerator and a denominator above 0, without common divisors.
type Ratio = (i128, i128);

/// A number that is a multiple of the word over 2^bits, plus another number.
struct Line {
    slope: Ratio,
    offset: Ratio,
}

/// The chance of a comparison of two numbers that are on lines; `None` for others, and if 128 bits are too few.
pub(super) fn chance(value: &Expression) -> Option<Ratio> {
    let (Operation::Binary(operator), [a, b]) = (value.operation, value.arguments()) else {
        return None;
    };
    let difference = join(Operator::Minus, &line(a)?, &line(b)?)?;
    let is_at_least = match operator {
        Operator::AtLeast | Operator::Greater => true,
        Operator::AtMost | Operator::Less => false,
        _ => return None,
    };
    // The fraction at which the difference is 0.
    let Line { slope, offset } = difference;
    let zero = divide((-offset.0, offset.1), slope)?;
    let below = if zero.0 < 0 {
        (0, 1)
    } else if zero.0 > zero.1 {
        (1, 1)
    } else {
        zero
    };
    if is_at_least == (slope.0 > 0) {
        return Some((below.1 - below.0, below.1));
    }
    Some(below)
}

fn line(value: &Expression) -> Option<Line> {
    match (value.operation, value.arguments()) {
        (Operation::Word(_), _) => {
            let Ok(Domain::Whole(0, high)) = value.domain else {
                return None;
            };
            Some(Line {
                slope: (i128::from(high) + 1, 1),
                offset: (0, 1),
            })
        }
        (Operation::Constant(constant), _) => Some(constant_line((constant.into(), 1))),
        (Operation::Decimal(decimal), _) => Some(constant_line(decimal_ratio(decimal)?)),
        (Operation::Converted(_), [a]) => line(a),
        (Operation::Negative, [a]) => join(Operator::Minus, &constant_line((0, 1)), &line(a)?),
        (Operation::Binary(operator), [a, b]) => join(operator, &line(a)?, &line(b)?),
        _ => None,
    }
}

const fn constant_line(offset: Ratio) -> Line {
    Line {
        slope: (0, 1),
        offset,
    }
}

/// The decimal with the fewest digits that is read as this double: that which was written.
fn decimal_ratio(decimal: f64) -> Option<Ratio> {
    let text = format!("{decimal}");
    let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
    let over = 10_i128.checked_pow(u32::try_from(places.len()).ok()?)?;
    reduce(format!("{whole}{places}").parse().ok()?, over)
}

fn join(operator: Operator, a: &Line, b: &Line) -> Option<Line> {
    let (slope, offset) = match operator {
        Operator::Plus => (add(a.slope, b.slope)?, add(a.offset, b.offset)?),
        Operator::Minus => {
            let opposite = |ratio: Ratio| (-ratio.0, ratio.1);
            (
                add(a.slope, opposite(b.slope))?,
                add(a.offset, opposite(b.offset))?,
            )
        }
        Operator::Times if b.slope.0 == 0 => {
            (multiply(a.slope, b.offset)?, multiply(a.offset, b.offset)?)
        }
        Operator::Times if a.slope.0 == 0 => return join(operator, b, a),
        Operator::Quotient if b.slope.0 == 0 => {
            (divide(a.slope, b.offset)?, divide(a.offset, b.offset)?)
        }
        _ => return None,
    };
    Some(Line { slope, offset })
}

fn reduce(numerator: i128, denominator: i128) -> Option<Ratio> {
    let (mut a, mut b) = (numerator.checked_abs()?, denominator.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let by = a.checked_mul(denominator.signum())?;
    (by != 0).then(|| (numerator / by, denominator / by))
}

fn add(a: Ratio, b: Ratio) -> Option<Ratio> {
    let sum = (a.0.checked_mul(b.1)?).checked_add(b.0.checked_mul(a.1)?)?;
    reduce(sum, a.1.checked_mul(b.1)?)
}

fn multiply(a: Ratio, b: Ratio) -> Option<Ratio> {
    reduce(a.0.checked_mul(b.0)?, a.1.checked_mul(b.1)?)
}

fn divide(a: Ratio, b: Ratio) -> Option<Ratio> {
    if b.0 == 0 {
        return None;
    }
    reduce(a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?)
}
