//! What can be told from the form of a rule.

use std::ops::Range;

use crate::predicate::{Condition, Float, FloatNode, Node, Number, Operator};

const fn constant(number: &Number) -> Option<i64> {
    if let &Node::Constant(value) = number.node() {
        Some(value)
    } else {
        None
    }
}

/// A part of the word's bits: which bit of the word is the lowest bit of the number, and the range of bits that it reads.
fn part(number: &Number, bits: u32) -> Option<(u32, Range<u32>)> {
    let Node::Binary(operator, a, b) = number.node() else {
        return matches!(number.node(), Node::TheWord).then_some((0, 0..bits));
    };
    let ((lowest, read), b) = (part(a, bits)?, constant(b).filter(|&b| b > 0)?);
    let mask = match operator {
        Operator::ShiftRight => {
            return Some((
                lowest + b as u32,
                read.start.max(lowest + b as u32)..read.end,
            ));
        }
        Operator::And => b,
        Operator::Remainder if b & (b - 1) == 0 => b - 1,
        _ => return None,
    };
    let end = lowest + (i64::BITS - mask.leading_zeros());
    Some((
        lowest,
        read.start.max(lowest + mask.trailing_zeros())..read.end.min(end),
    ))
}

pub(super) fn read_by(number: &Number, bits: u32, read: &mut Vec<Range<u32>>) {
    match (part(number, bits), number.node()) {
        (Some((_, part)), _) => read.push(part),
        (None, Node::Negative(a)) => read_by(a, bits, read),
        (None, Node::Binary(_, a, b)) => {
            read_by(a, bits, read);
            read_by(b, bits, read);
        }
        (None, Node::Floor(float)) => read_by_float(float, bits, read),
        (None, _) => {}
    }
}

fn read_by_float(float: &Float, bits: u32, read: &mut Vec<Range<u32>>) {
    match float.node() {
        FloatNode::Constant(_) => {}
        FloatNode::Whole(number) => read_by(number, bits, read),
        FloatNode::Binary(_, a, b) => {
            read_by_float(a, bits, read);
            read_by_float(b, bits, read);
        }
    }
}

pub(super) fn read_by_condition(condition: &Condition, bits: u32, read: &mut Vec<Range<u32>>) {
    match condition {
        Condition::Comparison(_, a, b) => {
            read_by(a, bits, read);
            read_by(b, bits, read);
        }
        Condition::Not(a) => read_by_condition(a, bits, read),
        Condition::And(a, b) | Condition::Or(a, b) => {
            read_by_condition(a, bits, read);
            read_by_condition(b, bits, read);
        }
        Condition::CoinToss { .. } | Condition::RandPercent { .. } => {}
    }
}

/// Whether it never decreases as the word grows, as far as its form shows.
pub(super) fn grows(number: &Number) -> bool {
    match number.node() {
        Node::Constant(_) | Node::TheWord => true,
        Node::Floor(float) => float_grows(float),
        Node::Binary(operator, a, b) => {
            let positive = a.range().0 >= 0 && b.range().0 >= 0;
            grows(a)
                && match operator {
                    Operator::Plus => grows(b),
                    Operator::Times => grows(b) && positive || constant(b).is_some_and(|b| b >= 0),
                    Operator::Minus | Operator::ShiftLeft | Operator::ShiftRight => {
                        constant(b).is_some()
                    }
                    Operator::Quotient => constant(b).is_some_and(|b| b > 0),
                    _ => false,
                }
        }
        _ => false,
    }
}

/// The same for fractions: rounding keeps the order.
fn float_grows(float: &Float) -> bool {
    let constant = |float: &Float| matches!(float.node(), FloatNode::Constant(_));
    match float.node() {
        FloatNode::Constant(_) => true,
        FloatNode::Whole(number) => grows(number),
        FloatNode::Binary(operator, a, b) => {
            let positive = a.range().0 >= 0.0 && b.range().0 >= 0.0;
            float_grows(a)
                && match operator {
                    Operator::Plus => float_grows(b),
                    Operator::Times => {
                        float_grows(b) && positive || constant(b) && b.range().0 >= 0.0
                    }
                    Operator::Minus => constant(b),
                    _ => constant(b) && b.range().0 > 0.0,
                }
        }
    }
}
