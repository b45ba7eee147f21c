//! Rules that make their number of one that never decreases, or of a remainder of a product, such as `floor(u * 100) % 7`, `6 - floor(u * 6)` or `u < 0.3`.

use crate::expression::{Domain, Expression, Operation, Operator};

use super::MOST_SEARCHED;
use super::form::never_decreases;
use super::product::Product;

/// A number or a condition that can be counted, and what is made of it.
#[derive(Clone, Debug)]
pub(super) struct Core {
    pub(super) value: Expression,
    /// The rule, with the word 0 in place of that number.
    pub(super) outer: Expression,
    /// The first number, and how many there may be.
    pub(super) first: i64,
    pub(super) numbers: u64,
}

impl Core {
    /// The core of a rule, if it has one with few numbers and the rest is of whole numbers.
    pub(super) fn of(rule: &Expression, bits: u32) -> Option<Self> {
        let mut core = None;
        let outer = take_out(rule, bits, &mut core)?;
        let value = core?;
        let (first, numbers) = numbers_of(&value)?;
        outer.evaluate(&[first])?;
        Some(Self {
            value,
            outer,
            first,
            numbers,
        })
    }
}

/// The first number and how many there may be, if they are few.
fn numbers_of(value: &Expression) -> Option<(i64, u64)> {
    let (low, high) = whole_range(value)?;
    let numbers = high.abs_diff(low).saturating_add(1);
    (numbers <= MOST_SEARCHED).then_some((low, numbers))
}

/// The range of a whole number, or of a condition, which is 0 or 1.
pub(super) fn whole_range(value: &Expression) -> Option<(i64, i64)> {
    match value.domain {
        Ok(Domain::Whole(low, high)) => Some((low, high)),
        Ok(Domain::Condition) => Some((0, 1)),
        _ => None,
    }
}

/// The expression with the word 0 in place of its smallest part that can be counted and has few numbers, which must be one.
fn take_out(value: &Expression, bits: u32, core: &mut Option<Expression>) -> Option<Expression> {
    if value.words().is_empty() {
        return Some(value.clone());
    }
    whole_range(value)?;
    let mut inner = core.clone();
    if let Some(arguments) = take_out_of_each(&value.arguments, bits, &mut inner) {
        *core = inner;
        return Some(with_arguments(value, value.operation, arguments));
    }
    if value.word().is_some() {
        return None;
    }
    if never_decreases(value) || Product::of(value, bits).is_some() {
        return place_core(value.clone(), core);
    }
    let place = place_core(opposite_that_grows(value)?, core)?;
    Some(with_arguments(value, Operation::Not, vec![place]))
}

fn take_out_of_each(
    arguments: &[Expression],
    bits: u32,
    core: &mut Option<Expression>,
) -> Option<Vec<Expression>> {
    let mut taken = Vec::new();
    for argument in arguments {
        taken.push(take_out(argument, bits, core)?);
    }
    (!taken.is_empty()).then_some(taken)
}

/// The word 0, which stands for the core.
fn place_core(value: Expression, core: &mut Option<Expression>) -> Option<Expression> {
    numbers_of(&value)?;
    let domain = value.domain.clone().ok()?;
    match core {
        Some(known) if *known != value => return None,
        _ => *core = Some(value),
    }
    Some(Expression::leaf(Operation::Word(0), domain, 0))
}

fn with_arguments(
    value: &Expression,
    operation: Operation,
    arguments: Vec<Expression>,
) -> Expression {
    Expression {
        operation,
        arguments,
        domain: value.domain.clone(),
        place: value.place.clone(),
    }
}

/// The opposite of a condition, if that never becomes false as the word grows.
fn opposite_that_grows(value: &Expression) -> Option<Expression> {
    let Operation::Binary(operator) = value.operation else {
        return None;
    };
    let opposite = match operator {
        Operator::Less => Operator::AtLeast,
        Operator::AtMost => Operator::Greater,
        _ => return None,
    };
    let opposite = with_arguments(value, Operation::Binary(opposite), value.arguments.clone());
    never_decreases(&opposite).then_some(opposite)
}
