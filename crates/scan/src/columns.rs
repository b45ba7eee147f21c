//! An expression compiled to instructions on columns, with one entry for each seed or word of a block.
//!
//! Numbers have 64 bits; a condition is 0 or 1. Equal parts are computed once. The ranges that the parser knows ensure that
//! nothing wraps; the operations wrap so that no check keeps the loops from being vectorised.

#[cfg(test)]
pub(crate) mod meaning;

use super::expression::{Domain, Expression, Operation, Operator, Precision, Rounding};
use super::{Outcome, Seeded};

/// How many seeds a block has: the columns of a small predicate stay in the first cache.
pub(super) const BLOCK: usize = 1024;

type Column = [i64; BLOCK];

/// The column that an instruction fills: its own number.
type Slot = usize;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Instruction {
    Constant(i64),
    Word(usize),
    Binary(Operator, Slot, Slot),
    /// A whole number as a double, or as a float: this and the next have the bits of a double.
    Converted(Slot, Precision),
    /// A sum, difference, product or quotient of two, rounded to a double or to a float.
    Rounded(Operator, Slot, Slot, Precision),
    /// Whether a comparison of fractions holds.
    Compared(Operator, Slot, Slot),
    /// A whole number near the fraction.
    Whole(Rounding, Slot),
    /// Ends a block in which this condition holds nowhere.
    Gate(Slot),
}

/// The instructions, each after those whose results it uses. The last one is the predicate.
#[derive(Default)]
struct Compiler {
    instructions: Vec<Instruction>,
}

impl Compiler {
    fn push(&mut self, instruction: Instruction) -> Slot {
        let known = self
            .instructions
            .iter()
            .position(|&known| known == instruction);
        known.unwrap_or_else(|| {
            self.instructions.push(instruction);
            self.instructions.len() - 1
        })
    }

    fn constant(&mut self, value: i64) -> Slot {
        self.push(Instruction::Constant(value))
    }

    fn binary(&mut self, operator: Operator, a: Slot, b: Slot) -> Slot {
        self.push(Instruction::Binary(operator, a, b))
    }

    /// The value of an expression. If it is several conditions joined by `&&`, those that need only the first words come first, and
    /// a block that they rule out goes no further.
    fn conjunction(&mut self, value: &Expression, divisors: &mut Vec<Slot>) -> Slot {
        let mut parts = Vec::new();
        add_conjuncts(value, &mut parts);
        parts.sort_by_key(|part| part.words().last().copied());
        let mut all = self.value(parts[0], divisors);
        for part in &parts[1..] {
            self.push(Instruction::Gate(all));
            let holds = self.value(part, divisors);
            all = self.binary(Operator::Both, all, holds);
        }
        all
    }

    /// The value of an expression, where a condition is 0 or 1; the slots of divisors that may be zero are added to `divisors`.
    fn value(&mut self, value: &Expression, divisors: &mut Vec<Slot>) -> Slot {
        match (value.operation, value.arguments()) {
            (Operation::Constant(value), _) => self.constant(value),
            (Operation::Decimal(value), _) => self.constant(value.to_bits() as i64),
            (Operation::Word(n), _) => self.push(Instruction::Word(n)),
            (Operation::Draw(_), [a, ..]) => self.value(a, divisors),
            (Operation::Negative, [a]) => {
                // The bits of a double that is zero are 0 too.
                let (zero, a) = (self.constant(0), self.value(a, divisors));
                self.join(value, Operator::Minus, zero, a)
            }
            (Operation::Not, [a]) => {
                let (a, one) = (self.value(a, divisors), self.constant(1));
                self.binary(Operator::Xor, a, one)
            }
            (Operation::Binary(operator), [a, b]) if operator.compares() => {
                self.comparison(operator, a, b)
            }
            (Operation::Binary(operator), [a, divisor]) => {
                let (a, b) = (self.value(a, divisors), self.value(divisor, divisors));
                if operator.divides() && divisor.may_be_zero() {
                    divisors.push(b);
                }
                self.join(value, operator, a, b)
            }
            (Operation::Converted(precision), [a]) => {
                let a = self.value(a, divisors);
                self.push(Instruction::Converted(a, precision))
            }
            (Operation::Whole(rounding), [a]) => {
                let slot = self.value(a, divisors);
                if a.is_rounded() {
                    return self.push(Instruction::Whole(rounding, slot));
                }
                slot
            }
            (Operation::If, [condition, a, b]) => {
                let condition = self.value(condition, divisors);
                let (a, b) = (self.value(a, divisors), self.value(b, divisors));
                // The difference may wrap, and the sum wraps back.
                let difference = self.binary(Operator::Minus, a, b);
                let change = self.binary(Operator::Times, condition, difference);
                self.binary(Operator::Plus, b, change)
            }
            _ => unreachable!("the parser gives each operation its arguments"),
        }
    }

    /// What an operator makes of two slots, for the result of `value`.
    fn join(&mut self, value: &Expression, operator: Operator, a: Slot, b: Slot) -> Slot {
        match value.domain {
            Ok(Domain::Rounded(_, _, precision)) => {
                self.push(Instruction::Rounded(operator, a, b, precision))
            }
            _ => self.binary(operator, a, b),
        }
    }

    /// A comparison, which is false where a divisor in it is zero.
    fn comparison(&mut self, operator: Operator, a: &Expression, b: &Expression) -> Slot {
        let mut divisors = Vec::new();
        let is_rounded = a.is_rounded();
        let (a, b) = (self.value(a, &mut divisors), self.value(b, &mut divisors));
        let mut holds = if is_rounded {
            self.push(Instruction::Compared(operator, a, b))
        } else {
            self.binary(operator, a, b)
        };
        for divisor in divisors {
            let zero = self.constant(0);
            let divides = self.binary(Operator::NotEqual, divisor, zero);
            holds = self.binary(Operator::Both, holds, divides);
        }
        holds
    }
}

/// Adds the conditions that are joined by `&&`: the expression itself, if it is not such.
fn add_conjuncts<'a>(value: &'a Expression, parts: &mut Vec<&'a Expression>) {
    if value.operation == Operation::Binary(Operator::Both) {
        for argument in value.arguments() {
            add_conjuncts(argument, parts);
        }
    } else {
        parts.push(value);
    }
}

/// A compiled expression, and the condition after `until`.
pub(super) struct Program {
    instructions: Vec<Instruction>,
    value: Slot,
    until: Option<Slot>,
}

impl Program {
    pub(super) fn new(value: &Expression, until: Option<&Expression>) -> Self {
        let mut compiler = Compiler::default();
        // Outside of a comparison no divisor can be zero: only conditions on seeds have such divisors.
        let mut divisors = Vec::new();
        let value = compiler.conjunction(value, &mut divisors);
        let until = until.map(|until| compiler.value(until, &mut divisors));
        Self {
            instructions: compiler.instructions,
            value,
            until,
        }
    }

    /// Memory for the columns of one thread.
    pub(super) fn columns(&self) -> Columns {
        Columns::new(&self.instructions)
    }

    /// How many of the `seeds` seeds from `first` on satisfy the condition, and the first `most` of those. After the last seed
    /// comes 0.
    pub(super) fn count(
        &self,
        source: Seeded,
        first: u32,
        seeds: u32,
        most: usize,
        columns: &mut Columns,
    ) -> Outcome {
        let (mut matches, mut found) = (0, Vec::new());
        for skip in (0..seeds).step_by(BLOCK) {
            let first = first.wrapping_add(skip);
            if !columns.run_on_seeds(&self.instructions, source, first) {
                continue;
            }
            let held = &columns.filled[self.value][..BLOCK.min((seeds - skip) as usize)];
            let count = held.iter().sum::<i64>() as u64;
            if count > 0 {
                for (i, holds) in (0..).zip(held) {
                    if found.len() == most {
                        break;
                    }
                    if *holds > 0 {
                        found.push(first.wrapping_add(i) as i32);
                    }
                }
            }
            matches += count;
        }
        Outcome {
            seeds: seeds.into(),
            matches,
            first: found,
        }
    }

    /// The number of each of the first `length` of the words `first`, `first + step`, ...; `None` if it is rejected.
    pub(super) fn run(
        &self,
        first: u64,
        step: u64,
        length: usize,
        columns: &mut Columns,
        mut each: impl FnMut(Option<i64>),
    ) {
        run(&self.instructions, &mut columns.filled, |_, out| {
            // Beyond the last requested word they may wrap.
            for (out, i) in out.iter_mut().zip(0..) {
                *out = first.wrapping_add(step.wrapping_mul(i)) as i64;
            }
        });
        let values = &columns.filled[self.value][..length];
        let Some(until) = self.until else {
            for value in values {
                each(Some(*value));
            }
            return;
        };
        for (value, holds) in values.iter().zip(&columns.filled[until]) {
            each((*holds > 0).then_some(*value));
        }
    }
}

/// The columns of a program, and the words of seeds before they are widened.
pub(super) struct Columns {
    words: SeedWords,
    filled: Vec<Column>,
}

impl Columns {
    /// The columns, with the constants filled in.
    fn new(instructions: &[Instruction]) -> Self {
        let mut filled = Vec::new();
        for instruction in instructions {
            filled.push(match *instruction {
                Instruction::Constant(value) => [value; BLOCK],
                _ => [0; BLOCK],
            });
        }
        Self {
            words: SeedWords::new(instructions),
            filled,
        }
    }

    /// Computes the block of seeds from `first` on; false if a gate ended it.
    fn run_on_seeds(&mut self, instructions: &[Instruction], source: Seeded, first: u32) -> bool {
        let words = &mut self.words;
        words.made = 0;
        let has_ended = run(instructions, &mut self.filled, |n, out| {
            for (out, word) in out.iter_mut().zip(words.column(n, source, first)) {
                *out = (*word).into();
            }
        });
        words.was_gated = !has_ended;
        has_ended
    }
}

/// The words of a block of seeds, made as they are needed: many at once, since a seeding takes longer than its words.
struct SeedWords {
    /// The numbers of the words, in order.
    numbers: Vec<usize>,
    /// How many of them are needed before the first gate.
    before_gate: usize,
    columns: Vec<[u32; BLOCK]>,
    /// How many columns of this block are made.
    made: usize,
    /// Whether a gate ended the block before: then this one will probably end there too.
    was_gated: bool,
}

impl SeedWords {
    fn new(instructions: &[Instruction]) -> Self {
        let (mut numbers, mut last_before_gate) = (Vec::new(), None);
        for instruction in instructions {
            match instruction {
                Instruction::Word(n) => numbers.push(*n),
                Instruction::Gate(_) if last_before_gate.is_none() => {
                    last_before_gate = numbers.iter().copied().max();
                }
                _ => {}
            }
        }
        numbers.sort_unstable();
        Self {
            before_gate: last_before_gate.map_or(numbers.len(), |last| {
                numbers.partition_point(|number| *number <= last)
            }),
            columns: vec![[0; BLOCK]; numbers.len()],
            numbers,
            made: 0,
            was_gated: true,
        }
    }

    /// Word `n` of each seed of this block.
    fn column(&mut self, n: usize, source: Seeded, first: u32) -> &[u32; BLOCK] {
        let at = self.numbers.partition_point(|number| *number < n);
        if at >= self.made {
            let end = if self.was_gated && at < self.before_gate {
                self.before_gate
            } else {
                self.numbers.len()
            };
            let new = self.made..end;
            source.fill(&self.numbers[new.clone()], first, &mut self.columns[new]);
            self.made = end;
        }
        &self.columns[at]
    }
}

/// Computes a block. `fill` puts words into a column. False if a gate ended the block, which has no match then.
fn run(
    instructions: &[Instruction],
    filled: &mut [Column],
    mut fill: impl FnMut(usize, &mut Column),
) -> bool {
    for (slot, instruction) in instructions.iter().enumerate() {
        let (done, rest) = filled.split_at_mut(slot);
        let out = &mut rest[0];
        match *instruction {
            Instruction::Constant(_) => {}
            Instruction::Word(n) => fill(n, out),
            Instruction::Binary(operator, a, b) => apply(operator, out, &done[a], &done[b]),
            Instruction::Converted(a, precision) => {
                pairs(out, &done[a], &done[a], |a, _| {
                    precision.convert(a).to_bits() as i64
                });
            }
            Instruction::Rounded(operator, a, b, precision) => {
                pairs(out, &done[a], &done[b], |a, b| {
                    let value = precision.apply(operator, double(a), double(b));
                    value.to_bits() as i64
                });
            }
            Instruction::Compared(operator, a, b) => pairs(out, &done[a], &done[b], |a, b| {
                Precision::compare(operator, double(a), double(b)).into()
            }),
            Instruction::Whole(rounding, a) => {
                pairs(out, &done[a], &done[a], |a, _| rounding.apply(double(a)));
            }
            Instruction::Gate(a) => {
                if done[a].iter().all(|holds| *holds == 0) {
                    return false;
                }
            }
        }
    }
    true
}

#[inline]
const fn double(bits: i64) -> f64 {
    f64::from_bits(bits as u64)
}

#[inline]
fn pairs(out: &mut Column, a: &Column, b: &Column, f: impl Fn(i64, i64) -> i64) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = f(*a, *b);
    }
}

/// A quotient or remainder by zero is 0.
fn apply(operator: Operator, out: &mut Column, a: &Column, b: &Column) {
    match operator {
        Operator::Either | Operator::Or => pairs(out, a, b, |a, b| a | b),
        Operator::Xor => pairs(out, a, b, |a, b| a ^ b),
        Operator::Both | Operator::And => pairs(out, a, b, |a, b| a & b),
        Operator::Equal => pairs(out, a, b, |a, b| (a == b).into()),
        Operator::NotEqual => pairs(out, a, b, |a, b| (a != b).into()),
        Operator::Less => pairs(out, a, b, |a, b| (a < b).into()),
        Operator::AtMost => pairs(out, a, b, |a, b| (a <= b).into()),
        Operator::Greater => pairs(out, a, b, |a, b| (a > b).into()),
        Operator::AtLeast => pairs(out, a, b, |a, b| (a >= b).into()),
        Operator::ShiftLeft => pairs(out, a, b, |a, b| a << (b & 63)),
        Operator::ShiftRight => pairs(out, a, b, |a, b| a >> (b & 63)),
        Operator::Plus => pairs(out, a, b, i64::wrapping_add),
        Operator::Minus => pairs(out, a, b, i64::wrapping_sub),
        Operator::Times => pairs(out, a, b, i64::wrapping_mul),
        Operator::Floored => pairs(out, a, b, |a, b| {
            let (quotient, remainder) = divided(a, b);
            quotient - i64::from(remainder < 0)
        }),
        Operator::Max => pairs(out, a, b, i64::max),
        Operator::Min => pairs(out, a, b, i64::min),
        Operator::Quotient => pairs(out, a, b, |a, b| divided(a, b).0),
        Operator::Remainder => pairs(out, a, b, |a, b| divided(a, b).1),
    }
}

/// The quotient and the remainder, both 0 when dividing by zero. A division of 32 bits is much faster.
#[inline]
const fn divided(a: i64, b: i64) -> (i64, i64) {
    if b == 0 {
        (0, 0)
    } else if (a | b) as u64 >> 32 == 0 {
        let (a, b) = (a as u32, b as u32);
        ((a / b) as i64, (a % b) as i64)
    } else {
        (a.wrapping_div(b), a.wrapping_rem(b))
    }
}
