//! What can be told from the form of a rule of one word.

use crate::expression::{Domain, Expression, Operation, Operator};

/// The bits of the word from which these bits of a value or a condition are made.
pub(super) fn bits_read(value: &Expression, bits: u64) -> u64 {
    if value.word().is_some() {
        return bits;
    }
    if let (Operation::Binary(operator), [a, b]) = (value.operation, value.arguments())
        && let Operation::Constant(constant @ 1..) = b.operation
    {
        match operator {
            Operator::ShiftRight => return bits_read(a, bits << constant),
            Operator::And => return bits_read(a, bits & constant as u64),
            Operator::Remainder if constant.count_ones() == 1 => {
                return bits_read(a, bits & (constant - 1) as u64);
            }
            _ => {}
        }
    }
    let mut read = 0;
    for argument in value.arguments() {
        read |= bits_read(argument, u64::MAX);
    }
    read
}

/// `w % modulus + shift`.
pub(crate) struct ShiftedRemainder {
    pub(crate) modulus: u64,
    pub(crate) shift: i64,
}

impl ShiftedRemainder {
    /// The remainder that an expression is.
    pub(crate) fn of(value: &Expression) -> Option<Self> {
        let (Operation::Binary(operator), [a, b]) = (value.operation, value.arguments()) else {
            return None;
        };
        match (operator, a.operation, b.operation) {
            (Operator::Remainder, Operation::Word(_), Operation::Constant(modulus @ 1..)) => {
                Some(Self {
                    modulus: modulus as u64,
                    shift: 0,
                })
            }
            (Operator::Plus, _, Operation::Constant(constant)) => {
                Self::of(a)?.moved(Some(constant))
            }
            (Operator::Plus, Operation::Constant(constant), _) => {
                Self::of(b)?.moved(Some(constant))
            }
            (Operator::Minus, _, Operation::Constant(constant)) => {
                Self::of(a)?.moved(constant.checked_neg())
            }
            _ => None,
        }
    }

    fn moved(self, by: Option<i64>) -> Option<Self> {
        let shift = self.shift.checked_add(by?)?;
        Some(Self { shift, ..self })
    }
}

/// Whether it never decreases as the word grows, as far as its form shows: rounding keeps the order.
pub(super) fn never_decreases(value: &Expression) -> bool {
    let (operation, arguments) = (value.operation, &value.arguments[..]);
    let (operator, a, b) = match (operation, arguments) {
        (Operation::Word(_), _) => return true,
        (Operation::Whole(_) | Operation::Converted(_), [a]) => return never_decreases(a),
        (Operation::Binary(operator), [a, b]) => (operator, a, b),
        _ => return operation.is_constant(),
    };
    let is_constant = b.operation.is_constant();
    never_decreases(a)
        && match operator {
            Operator::Plus | Operator::Max | Operator::Min => never_decreases(b),
            Operator::Times if is_constant => least(b) >= 0.0,
            Operator::Times => never_decreases(b) && least(a) >= 0.0 && least(b) >= 0.0,
            Operator::Minus
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::Greater
            | Operator::AtLeast => is_constant,
            Operator::Quotient | Operator::Floored => is_constant && least(b) > 0.0,
            _ => false,
        }
}

/// The least value of a number.
fn least(value: &Expression) -> f64 {
    match value.domain {
        Ok(Domain::Whole(low, _)) => low as f64,
        Ok(Domain::Rounded(low, ..)) => low,
        _ => f64::NEG_INFINITY,
    }
}
