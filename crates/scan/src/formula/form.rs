//! What can be told from the form of a rule of one word.

use std::ops::Range;

use crate::expression::{Domain, Expression, Operation, Operator};

/// A part of the word's bits: which bit of the word is the lowest bit of the number, and the range of bits that it reads.
fn part_of_word(value: &Expression, bits: u32) -> Option<(u32, Range<u32>)> {
    if value.word().is_some() {
        return Some((0, 0..bits));
    }
    let (Operation::Arithmetic(operator), [a, b]) = (value.operation, &value.arguments[..]) else {
        return None;
    };
    let (lowest, read) = part_of_word(a, bits)?;
    let Operation::Constant(constant @ 1..) = b.operation else {
        return None;
    };
    let mask = match operator {
        Operator::ShiftRight => {
            let lowest = lowest + constant as u32;
            return Some((lowest, read.start.max(lowest)..read.end));
        }
        Operator::And => constant,
        Operator::Remainder if constant.count_ones() == 1 => constant - 1,
        _ => return None,
    };
    let start = read.start.max(lowest + mask.trailing_zeros());
    let end = lowest + (i64::BITS - mask.leading_zeros());
    Some((lowest, start..read.end.min(end)))
}

/// Adds the ranges of bits of the word that a value or a condition reads.
pub(super) fn add_bits_read(value: &Expression, bits: u32, read: &mut Vec<Range<u32>>) {
    if let Some((_, part)) = part_of_word(value, bits) {
        read.push(part);
        return;
    }
    for argument in value.arguments() {
        add_bits_read(argument, bits, read);
    }
}

/// Whether it never decreases as the word grows, as far as its form shows: rounding keeps the order.
pub(super) fn never_decreases(value: &Expression) -> bool {
    let (operation, arguments) = (value.operation, &value.arguments[..]);
    let (operator, a, b) = match (operation, arguments) {
        (Operation::Word(_), _) => return true,
        (Operation::Floor | Operation::Converted { .. }, [a]) => return never_decreases(a),
        (Operation::Arithmetic(operator), [a, b]) => (operator, a, b),
        _ => return operation.is_constant(),
    };
    let is_constant = b.operation.is_constant();
    never_decreases(a)
        && match operator {
            Operator::Plus | Operator::Max | Operator::Min => never_decreases(b),
            Operator::Times if is_constant => least(b) >= 0.0,
            Operator::Times => never_decreases(b) && least(a) >= 0.0 && least(b) >= 0.0,
            Operator::Minus | Operator::ShiftLeft | Operator::ShiftRight => is_constant,
            Operator::Quotient => is_constant && least(b) > 0.0,
            _ => false,
        }
}

/// The least value of a number.
fn least(value: &Expression) -> f64 {
    match value.domain {
        Ok(Domain::Whole(low, _)) => low as f64,
        Ok(Domain::Rounded { low, .. }) => low,
        _ => f64::NEG_INFINITY,
    }
}
