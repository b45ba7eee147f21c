//! Which values an expression can have. A range may be wider than its values, but never narrower.

use super::Expression;
use super::operator::{Operation, Operator, Precision};
use super::token::{Fault, refuse};

/// What the values of an expression are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Domain {
    Condition,
    /// Whole numbers, from the first to the second. The least of 64 bits is not one of them, so that each has its opposite.
    Whole(i64, i64),
    /// Fractions within `floor(...)`: the expression is the numerator, in this range, and the third is the denominator, above 0.
    Fraction(i64, i64, i64),
    /// Numbers within `double(...)` or `float(...)`.
    Rounded(f64, f64, Precision),
}

pub(super) const DIVISION_BY_ZERO: &str = "this divides by zero";
pub(super) const BEYOND: &str =
    "this may be beyond 64 bits: take a remainder, or `&`, of its parts first";
const SHIFT: &str = "the number of bits to shift by must be from 0 to 63: take `& 63` of it";

impl Expression {
    /// Something without arguments.
    pub(crate) const fn leaf(operation: Operation, domain: Domain, at: usize) -> Self {
        Self {
            operation,
            arguments: Vec::new(),
            domain: Ok(domain),
            place: at..at,
        }
    }

    pub(super) const fn constant(value: i64, at: usize) -> Self {
        let domain = Domain::Whole(value, value);
        Self::leaf(Operation::Constant(value), domain, at)
    }

    pub(super) fn binary(operator: Operator, a: Self, b: Self, at: usize) -> Self {
        Self::new(Operation::Binary(operator), vec![a, b], at)
    }

    /// Applies an operation; if its arguments are constants, a number is computed. A fault of its own is at this byte.
    pub(super) fn new(operation: Operation, arguments: Vec<Self>, at: usize) -> Self {
        let domain = find_domain(operation, &arguments, at);
        // Whether a rule has one of these says how its law is found, and draws are shown as they were written.
        let is_kept = matches!(
            operation,
            Operation::Binary(Operator::Max | Operator::Min)
                | Operation::If
                | Operation::Kept(_)
                | Operation::Draw(_)
        );
        if !is_kept && arguments.iter().all(|part| part.operation.is_constant()) {
            match domain {
                Ok(domain @ (Domain::Whole(value, _) | Domain::Fraction(value, ..))) => {
                    return Self::leaf(Operation::Constant(value), domain, at);
                }
                Ok(domain @ Domain::Rounded(value, ..)) => {
                    return Self::leaf(Operation::Decimal(value), domain, at);
                }
                _ => {}
            }
        }
        Self {
            operation,
            arguments,
            domain,
            place: at..at,
        }
    }

    /// The range of a whole number.
    pub(crate) fn range(&self) -> Result<(i64, i64), Fault> {
        match self.domain.clone()? {
            Domain::Whole(low, high) => Ok((low, high)),
            Domain::Condition => refuse(self.place.start, "expected a number, found a condition"),
            _ => refuse(
                self.place.start,
                "expected a whole number, found a fraction",
            ),
        }
    }

    /// Checks that it is a condition.
    pub(crate) fn expect_condition(&self) -> Result<Domain, Fault> {
        match self.domain.clone()? {
            Domain::Condition => Ok(Domain::Condition),
            _ => refuse(self.place.start, "expected a condition, found a number"),
        }
    }

    /// Whether it is a fraction that is computed in doubles or floats.
    pub(crate) const fn is_rounded(&self) -> bool {
        matches!(self.domain, Ok(Domain::Rounded(..)))
    }

    pub(crate) fn may_be_zero(&self) -> bool {
        self.range().is_ok_and(|(low, high)| low <= 0 && high >= 0)
    }
}

fn find_domain(operation: Operation, arguments: &[Expression], at: usize) -> Result<Domain, Fault> {
    match (operation, arguments) {
        (Operation::Not, [a]) => a.expect_condition(),
        (Operation::Negative, [a]) => match a.domain.clone()? {
            Domain::Fraction(low, high, over) => Ok(Domain::Fraction(-high, -low, over)),
            Domain::Rounded(low, high, by) => Ok(Domain::Rounded(0.0 - high, 0.0 - low, by)),
            _ => a.range().map(|(low, high)| Domain::Whole(-high, -low)),
        },
        (Operation::Binary(operator), [a, b]) => binary(operator, a, b, at),
        (Operation::Converted(precision), [a]) => {
            let (low, high) = a.range()?;
            let (low, high) = (precision.convert(low), precision.convert(high));
            Ok(Domain::Rounded(low, high, precision))
        }
        (Operation::Whole(rounding), [a]) => {
            if let Domain::Rounded(low, high, _) = a.domain.clone()? {
                // Beyond 64 bits it is an end of their range.
                let (low, high) = (rounding.apply(low), rounding.apply(high));
                if low == i64::MIN || high == i64::MAX {
                    return refuse(at, BEYOND);
                }
                return Ok(Domain::Whole(low, high));
            }
            a.range().map(|(low, high)| Domain::Whole(low, high))
        }
        (Operation::If, [condition, a, b]) => {
            condition.expect_condition()?;
            let (a, b) = (a.range()?, b.range()?);
            Ok(Domain::Whole(a.0.min(b.0), a.1.max(b.1)))
        }
        (Operation::Kept(kept), values) => {
            let (mut lows, mut highs) = (Vec::new(), Vec::new());
            for value in values {
                let (low, high) = value.range()?;
                lows.push(low);
                highs.push(high);
            }
            // It never decreases in any of them.
            match (kept.apply(&lows), kept.apply(&highs)) {
                (Some(low), Some(high)) => within(low.into(), high.into(), at),
                _ => refuse(at, BEYOND),
            }
        }
        (Operation::Draw(_), [value, ..]) => value.domain.clone(),
        _ => unreachable!("the parser gives each operation its arguments"),
    }
}

fn binary(operator: Operator, a: &Expression, b: &Expression, at: usize) -> Result<Domain, Fault> {
    if operator.is_logical() {
        a.expect_condition()?;
        return b.expect_condition();
    }
    if let (Domain::Rounded(low, high, precision), Domain::Rounded(low_b, high_b, _)) =
        (a.domain.clone()?, b.domain.clone()?)
    {
        if operator.compares() {
            return Ok(Domain::Condition);
        }
        if operator == Operator::Quotient && low_b <= 0.0 && high_b >= 0.0 {
            return refuse(at, DIVISION_BY_ZERO);
        }
        // Rounding keeps the order, so the ends come from ends.
        let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
        for (a, b) in pair_ends((low, high), (low_b, high_b)) {
            let end = precision.apply(operator, a, b);
            if !end.is_finite() {
                return refuse(at, BEYOND);
            }
            ends = (ends.0.min(end), ends.1.max(end));
        }
        return Ok(Domain::Rounded(ends.0, ends.1, precision));
    }
    let (range_a, range_b) = (a.range()?, b.range()?);
    if operator.compares() {
        return Ok(Domain::Condition);
    }
    if operator.divides() && b.operation == Operation::Constant(0) {
        return refuse(at, DIVISION_BY_ZERO);
    }
    if operator.shifts() && (range_b.0 < 0 || range_b.1 > 63) {
        return refuse(at, SHIFT);
    }
    let (low, high) = if a.operation.is_constant() && b.operation.is_constant() {
        let value = operator.value(range_a.0.into(), range_b.0.into());
        (value, value)
    } else {
        whole_range(operator, range_a, range_b)
    };
    within(low, high, at)
}

fn within(low: i128, high: i128, at: usize) -> Result<Domain, Fault> {
    match (i64::try_from(low), i64::try_from(high)) {
        (Ok(low), Ok(high)) if low > i64::MIN => Ok(Domain::Whole(low, high)),
        _ => refuse(at, BEYOND),
    }
}

/// The four pairs of ends of two ranges.
fn pair_ends<T: Copy>(a: (T, T), b: (T, T)) -> [(T, T); 4] {
    [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]
}

/// The range of what an operator makes of whole numbers. A quotient or a remainder by zero counts as zero.
fn whole_range(operator: Operator, a: (i64, i64), b: (i64, i64)) -> (i128, i128) {
    let a = (i128::from(a.0), i128::from(a.1));
    let b = (i128::from(b.0), i128::from(b.1));
    let extreme_a = a.0.abs().max(a.1.abs());
    let extreme_b = b.0.abs().max(b.1.abs());
    match operator {
        Operator::Remainder => {
            let most = extreme_a.min((extreme_b - 1).max(0));
            (
                if a.0 < 0 { -most } else { 0 },
                if a.1 > 0 { most } else { 0 },
            )
        }
        Operator::Quotient if b.0 <= 0 => (-extreme_a, extreme_a),
        Operator::And if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        Operator::And if a.0 >= 0 => (0, a.1),
        Operator::And if b.0 >= 0 => (0, b.1),
        Operator::And | Operator::Or | Operator::Xor => {
            // All bits of both, with the sign if there is one.
            let limit = 1 << (128 - (extreme_a | extreme_b).leading_zeros());
            (if a.0.min(b.0) < 0 { -limit } else { 0 }, limit - 1)
        }
        // These are monotonic in each argument.
        _ => {
            let mut ends = (i128::MAX, i128::MIN);
            for (a, b) in pair_ends(a, b) {
                let end = operator.value(a, b);
                ends = (ends.0.min(end), ends.1.max(end));
            }
            ends
        }
    }
}
