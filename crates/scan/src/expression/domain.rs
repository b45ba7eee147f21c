//! Which values an expression can have. A range may be wider than its values, but never narrower.

use super::operator::{Operation, Operator, convert, round};
use super::{Expression, Fault};

/// What the values of an expression are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Domain {
    Condition,
    /// Whole numbers, from the first to the second. The least of 64 bits is not one of them, so that each has its opposite.
    Whole(i64, i64),
    /// Fractions within `floor(...)`: the expression is the numerator, in this range, and the third is the denominator, above 0.
    Fraction(i64, i64, i64),
    /// Numbers within `double(...)` or `float(...)`.
    Rounded {
        low: f64,
        high: f64,
        is_single: bool,
    },
}

pub(super) const DIVISION_BY_ZERO: &str = "this divides by zero";
pub(super) const BEYOND: &str =
    "this may be beyond 64 bits: take a remainder, or `&`, of its parts first";
const SHIFT: &str = "the number of bits to shift by must be from 0 to 63: take `& 63` of it";

impl Expression {
    /// Something without arguments.
    pub(super) const fn leaf(operation: Operation, domain: Domain, at: usize) -> Self {
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

    /// Applies an operation; if its arguments are constants, it is computed. A fault of its own is at this byte.
    pub(super) fn new(mut operation: Operation, mut arguments: Vec<Self>, at: usize) -> Self {
        let domain = find_domain(operation, &arguments, at);
        if operation.is_computed() && arguments.iter().all(|part| part.operation.is_constant()) {
            let constant = match domain {
                Ok(Domain::Whole(value, _) | Domain::Fraction(value, ..)) => {
                    Some(Operation::Constant(value))
                }
                Ok(Domain::Rounded { low, .. }) => Some(Operation::Decimal(low)),
                _ => None,
            };
            if let Some(constant) = constant {
                operation = constant;
                arguments.clear();
            }
        }
        Self {
            operation,
            arguments,
            domain,
            place: at..at,
        }
    }

    fn fault(&self, message: &str) -> Fault {
        Fault::new(self.place.start, message)
    }

    /// The range of a whole number.
    pub(crate) fn range(&self) -> Result<(i64, i64), Fault> {
        match self.domain.clone()? {
            Domain::Whole(low, high) => Ok((low, high)),
            Domain::Condition => Err(self.fault("expected a number, found a condition")),
            _ => Err(self.fault("expected a whole number, found a fraction")),
        }
    }

    /// Checks that it is a condition.
    pub(crate) fn expect_condition(&self) -> Result<(), Fault> {
        match self.domain.clone()? {
            Domain::Condition => Ok(()),
            _ => Err(self.fault("expected a condition, found a number")),
        }
    }

    pub(crate) fn may_be_zero(&self) -> bool {
        self.range().is_ok_and(|(low, high)| low <= 0 && high >= 0)
    }
}

fn find_domain(operation: Operation, arguments: &[Expression], at: usize) -> Result<Domain, Fault> {
    let found = match (operation, arguments) {
        (Operation::Negative, [a]) => match a.domain.clone()? {
            Domain::Fraction(low, high, over) => Ok(Domain::Fraction(-high, -low, over)),
            Domain::Rounded {
                low,
                high,
                is_single,
            } => Ok(Domain::Rounded {
                low: 0.0 - high,
                high: 0.0 - low,
                is_single,
            }),
            _ => {
                let (low, high) = a.range()?;
                Ok(Domain::Whole(-high, -low))
            }
        },
        (Operation::Arithmetic(operator), [a, b]) => match (a.domain.clone()?, b.domain.clone()?) {
            (a @ Domain::Rounded { .. }, b @ Domain::Rounded { .. }) => rounded(operator, a, b),
            _ => whole(operator, a.range()?, b.range()?, b.operation),
        },
        (Operation::Converted { is_single }, [a]) => {
            let (low, high) = a.range()?;
            Ok(Domain::Rounded {
                low: convert(low, is_single),
                high: convert(high, is_single),
                is_single,
            })
        }
        (Operation::Floor, [a]) => match a.domain.clone()? {
            // The conversion maps values beyond 128 bits to the ends of that range, which are beyond 64 bits too.
            Domain::Rounded { low, high, .. } => within(low.floor() as i128, high.floor() as i128),
            _ => a.range().map(|(low, high)| Ok(Domain::Whole(low, high)))?,
        },
        (Operation::If, [condition, a, b]) => {
            condition.expect_condition()?;
            let (a, b) = (a.range()?, b.range()?);
            Ok(Domain::Whole(a.0.min(b.0), a.1.max(b.1)))
        }
        (Operation::Comparison(_), [a, b]) => {
            a.range()?;
            b.range()?;
            Ok(Domain::Condition)
        }
        _ => {
            for argument in arguments {
                argument.expect_condition()?;
            }
            Ok(Domain::Condition)
        }
    };
    found.map_err(|message| Fault::new(at, message))
}

fn within(low: i128, high: i128) -> Result<Domain, &'static str> {
    match (i64::try_from(low), i64::try_from(high)) {
        (Ok(low), Ok(high)) if low > i64::MIN => Ok(Domain::Whole(low, high)),
        _ => Err(BEYOND),
    }
}

/// The four pairs of ends of two ranges.
fn pair_ends<T: Copy>(a: (T, T), b: (T, T)) -> [(T, T); 4] {
    [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]
}

/// What an operator makes of rounded numbers: rounding keeps the order, so the ends come from ends.
fn rounded(operator: Operator, a: Domain, b: Domain) -> Result<Domain, &'static str> {
    let (
        Domain::Rounded {
            low,
            high,
            is_single,
        },
        Domain::Rounded {
            low: low_b,
            high: high_b,
            ..
        },
    ) = (a, b)
    else {
        unreachable!("both are rounded");
    };
    if operator == Operator::Quotient && low_b <= 0.0 && high_b >= 0.0 {
        return Err(DIVISION_BY_ZERO);
    }
    let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
    for (a, b) in pair_ends((low, high), (low_b, high_b)) {
        let end = round(operator, a, b, is_single);
        if !end.is_finite() {
            return Err(BEYOND);
        }
        ends = (ends.0.min(end), ends.1.max(end));
    }
    let (low, high) = ends;
    Ok(Domain::Rounded {
        low,
        high,
        is_single,
    })
}

/// What an operator makes of whole numbers. A quotient or a remainder by zero counts as zero.
fn whole(
    operator: Operator,
    a: (i64, i64),
    b: (i64, i64),
    second: Operation,
) -> Result<Domain, &'static str> {
    if operator.divides() && second == Operation::Constant(0) {
        return Err(DIVISION_BY_ZERO);
    }
    if operator.shifts() && (b.0 < 0 || b.1 > 63) {
        return Err(SHIFT);
    }
    let (a, b) = (
        (i128::from(a.0), i128::from(a.1)),
        (i128::from(b.0), i128::from(b.1)),
    );
    let is_constant = a.0 == a.1 && second.is_constant();
    let (extreme_a, extreme_b) = (a.0.abs().max(a.1.abs()), b.0.abs().max(b.1.abs()));
    let (low, high) = match operator {
        _ if is_constant => {
            let value = operator.value(a.0, b.0);
            (value, value)
        }
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
    };
    within(low, high)
}
