//! A predicate compiled to instructions on columns, with one entry for each seed of a block.
//!
//! Numbers have 64 bits; a condition is 0 or 1. Equal parts are computed once. The ranges that the parser knows ensure that
//! nothing wraps; the operations wrap so that no check keeps the loops from being vectorised.

#[cfg(test)]
pub(crate) mod meaning;

use super::predicate::{
    Comparison, Condition, Float, FloatNode, Game, Node, Number, Operator, Predicate, converted,
    rounded,
};
use super::seeded::Seeded;

/// How many seeds a block has: the columns of a small predicate stay in the first cache.
pub(super) const BLOCK: usize = 1024;

type Column = [i64; BLOCK];

/// The column that an instruction fills: its own number.
type Slot = usize;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Instruction {
    Constant(i64),
    Word(usize),
    Arithmetic(Operator, Slot, Slot),
    Comparison(Comparison, Slot, Slot),
    /// A whole number as a double, or as a float: this and the next have the bits of a double.
    Converted(Slot, bool),
    /// A sum, difference, product or quotient of two, rounded to a double or to a float.
    Rounded(Operator, Slot, Slot, bool),
    /// The greatest whole number that is not above the fraction.
    Floor(Slot),
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

    fn arithmetic(&mut self, operator: Operator, a: Slot, b: i64) -> Slot {
        let b = self.constant(b);
        self.push(Instruction::Arithmetic(operator, a, b))
    }

    /// The number that `get_rand(x, y)` makes from word `n`. The parser has refused the range that divides by zero.
    fn get_rand(&mut self, n: usize, x: i32, y: i32) -> Slot {
        let word = self.push(Instruction::Word(n));
        let value = self.arithmetic(Operator::And, word, (1 << 14) - 1);
        let Some(Game { least, width }) = Game::of(x, y) else {
            return value;
        };
        let value = self.arithmetic(Operator::Remainder, value, width.into());
        self.arithmetic(Operator::Plus, value, least.into())
    }

    /// A number; the slots of divisors that may be zero are added to `divisors`.
    fn number(&mut self, number: &Number, divisors: &mut Vec<Slot>) -> Slot {
        match number.node() {
            &Node::Constant(value) => self.constant(value),
            &Node::Word(n) => self.push(Instruction::Word(n)),
            Node::TheWord => self.push(Instruction::Word(0)),
            Node::Floor(float) => {
                let float = self.float(float, divisors);
                self.push(Instruction::Floor(float))
            }
            &Node::GetRand { n, x, y } => self.get_rand(n, x, y),
            Node::Negative(a) => {
                let (zero, a) = (self.constant(0), self.number(a, divisors));
                self.push(Instruction::Arithmetic(Operator::Minus, zero, a))
            }
            Node::Binary(operator, a, b) => {
                let slot = self.number(a, divisors);
                let divides = matches!(operator, Operator::Quotient | Operator::Remainder);
                let (low, high) = b.range();
                let b = self.number(b, divisors);
                if divides && low <= 0 && high >= 0 {
                    divisors.push(b);
                }
                self.push(Instruction::Arithmetic(*operator, slot, b))
            }
        }
    }

    /// A fraction, as the bits of a double.
    fn float(&mut self, float: &Float, divisors: &mut Vec<Slot>) -> Slot {
        match float.node() {
            &FloatNode::Constant(value) => self.push(Instruction::Constant(value.to_bits() as i64)),
            FloatNode::Whole(number) => {
                let number = self.number(number, divisors);
                self.push(Instruction::Converted(number, float.is_single()))
            }
            FloatNode::Binary(operator, a, b) => {
                let (a, b) = (self.float(a, divisors), self.float(b, divisors));
                self.push(Instruction::Rounded(*operator, a, b, float.is_single()))
            }
        }
    }

    fn condition(&mut self, condition: &Condition) -> Slot {
        match condition {
            Condition::Comparison(comparison, a, b) => {
                let mut divisors = Vec::new();
                let (a, b) = (self.number(a, &mut divisors), self.number(b, &mut divisors));
                let mut holds = self.push(Instruction::Comparison(*comparison, a, b));
                for divisor in divisors {
                    let zero = self.constant(0);
                    let divides =
                        self.push(Instruction::Comparison(Comparison::NotEqual, divisor, zero));
                    holds = self.push(Instruction::Arithmetic(Operator::And, holds, divides));
                }
                holds
            }
            &Condition::CoinToss { n } => {
                let word = self.push(Instruction::Word(n));
                self.arithmetic(Operator::And, word, 1)
            }
            &Condition::RandPercent { n, percentage } => {
                let (value, percentage) =
                    (self.get_rand(n, 1, 100), self.constant(percentage.into()));
                self.push(Instruction::Comparison(
                    Comparison::AtMost,
                    value,
                    percentage,
                ))
            }
            Condition::Not(a) => {
                let a = self.condition(a);
                self.arithmetic(Operator::Xor, a, 1)
            }
            Condition::And(a, b) => self.both(Operator::And, a, b),
            Condition::Or(a, b) => self.both(Operator::Or, a, b),
        }
    }

    fn both(&mut self, operator: Operator, a: &Condition, b: &Condition) -> Slot {
        let (a, b) = (self.condition(a), self.condition(b));
        self.push(Instruction::Arithmetic(operator, a, b))
    }
}

/// A compiled predicate.
pub(super) struct Program {
    instructions: Vec<Instruction>,
    result: Slot,
    source: Seeded,
}

impl Program {
    pub(super) fn new(predicate: &Predicate, source: Seeded) -> Self {
        let mut compiler = Compiler::default();
        let result = compiler.condition(&predicate.0);
        Self {
            instructions: compiler.instructions,
            result,
            source,
        }
    }

    /// Memory for the columns of one thread.
    pub(super) fn columns(&self) -> Columns {
        Columns::new(&self.instructions)
    }

    /// How many of the `seeds` seeds from `first` on match, and the first `most` of those. After the last seed comes 0.
    pub(super) fn count(
        &self,
        first: u32,
        seeds: u32,
        most: usize,
        columns: &mut Columns,
    ) -> (u64, Vec<u32>) {
        let (mut matches, mut found) = (0, Vec::new());
        for skip in (0..seeds).step_by(BLOCK) {
            let first = first.wrapping_add(skip);
            columns.run(&self.instructions, |n, words, out| {
                self.source.fill(n, first, words);
                out.iter_mut()
                    .zip(words)
                    .for_each(|(out, &mut word)| *out = word.into());
            });
            let held = &columns.filled[self.result][..BLOCK.min((seeds - skip) as usize)];
            let count = held.iter().sum::<i64>() as u64;
            if count > 0 && found.len() < most {
                let seeds = (0..)
                    .zip(held)
                    .filter(|(_, holds)| **holds > 0)
                    .map(|(i, _)| first.wrapping_add(i));
                found.extend(seeds.take(most - found.len()));
            }
            matches += count;
        }
        (matches, found)
    }
}

/// A compiled rule: the number that it makes from a word, and from which words.
pub(super) struct FormulaProgram {
    instructions: Vec<Instruction>,
    value: Slot,
    until: Option<Slot>,
}

impl FormulaProgram {
    pub(super) fn new(value: &Number, until: Option<&Condition>) -> Self {
        let mut compiler = Compiler::default();
        // The parser has refused divisors that may be zero.
        let value = compiler.number(value, &mut Vec::new());
        let until = until.map(|until| compiler.condition(until));
        Self {
            instructions: compiler.instructions,
            value,
            until,
        }
    }

    pub(super) fn columns(&self) -> Columns {
        Columns::new(&self.instructions)
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
        columns.run(&self.instructions, |_, _, out| {
            // Beyond the last requested word they may wrap.
            out.iter_mut()
                .zip(0..)
                .for_each(|(out, i)| *out = first.wrapping_add(step.wrapping_mul(i)) as i64);
        });
        let values = &columns.filled[self.value][..length];
        match self.until {
            None => values.iter().for_each(|value| each(Some(*value))),
            Some(until) => values
                .iter()
                .zip(&columns.filled[until])
                .for_each(|(value, holds)| each((*holds > 0).then_some(*value))),
        }
    }
}

/// The columns of a program, and one for the words before they are widened.
pub(super) struct Columns {
    words: [u32; BLOCK],
    filled: Vec<Column>,
}

impl Columns {
    /// The columns, with the constants filled in.
    fn new(instructions: &[Instruction]) -> Self {
        let column = |instruction: &Instruction| match *instruction {
            Instruction::Constant(value) => [value; BLOCK],
            _ => [0; BLOCK],
        };
        Self {
            words: [0; BLOCK],
            filled: instructions.iter().map(column).collect(),
        }
    }

    /// Computes a block. `fill` puts its words into a column, perhaps by way of another.
    fn run(
        &mut self,
        instructions: &[Instruction],
        mut fill: impl FnMut(usize, &mut [u32; BLOCK], &mut Column),
    ) {
        for (slot, instruction) in instructions.iter().enumerate() {
            let (done, rest) = self.filled.split_at_mut(slot);
            let out = &mut rest[0];
            match *instruction {
                Instruction::Constant(_) => {}
                Instruction::Word(n) => fill(n, &mut self.words, out),
                Instruction::Arithmetic(operator, a, b) => {
                    arithmetic(operator, out, &done[a], &done[b]);
                }
                Instruction::Comparison(comparison, a, b) => {
                    compare(comparison, out, &done[a], &done[b]);
                }
                Instruction::Converted(a, single) => pairs(out, &done[a], &done[a], |a, _| {
                    converted(a, single).to_bits() as i64
                }),
                Instruction::Rounded(operator, a, b, single) => {
                    let double = |bits: i64| f64::from_bits(bits as u64);
                    pairs(out, &done[a], &done[b], |a, b| {
                        rounded(operator, double(a), double(b), single).to_bits() as i64
                    });
                }
                Instruction::Floor(a) => pairs(out, &done[a], &done[a], |a, _| {
                    let double = f64::from_bits(a as u64);
                    let cut = double as i64;
                    cut.wrapping_sub((cut as f64 > double).into())
                }),
            }
        }
    }
}

#[inline]
fn pairs(out: &mut Column, a: &Column, b: &Column, f: impl Fn(i64, i64) -> i64) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = f(*a, *b);
    }
}

/// A quotient or remainder by zero is 0.
fn arithmetic(operator: Operator, out: &mut Column, a: &Column, b: &Column) {
    match operator {
        Operator::Or => pairs(out, a, b, |a, b| a | b),
        Operator::Xor => pairs(out, a, b, |a, b| a ^ b),
        Operator::And => pairs(out, a, b, |a, b| a & b),
        Operator::ShiftLeft => pairs(out, a, b, |a, b| a << (b & 63)),
        Operator::ShiftRight => pairs(out, a, b, |a, b| a >> (b & 63)),
        Operator::Plus => pairs(out, a, b, i64::wrapping_add),
        Operator::Minus => pairs(out, a, b, i64::wrapping_sub),
        Operator::Times => pairs(out, a, b, i64::wrapping_mul),
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

fn compare(comparison: Comparison, out: &mut Column, a: &Column, b: &Column) {
    match comparison {
        Comparison::Equal => pairs(out, a, b, |a, b| (a == b).into()),
        Comparison::NotEqual => pairs(out, a, b, |a, b| (a != b).into()),
        Comparison::Less => pairs(out, a, b, |a, b| (a < b).into()),
        Comparison::AtMost => pairs(out, a, b, |a, b| (a <= b).into()),
        Comparison::Greater => pairs(out, a, b, |a, b| (a > b).into()),
        Comparison::AtLeast => pairs(out, a, b, |a, b| (a >= b).into()),
    }
}
