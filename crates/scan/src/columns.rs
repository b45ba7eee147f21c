//! A predicate compiled to instructions on columns, with one entry for each seed of a block.
//!
//! Numbers have 32 bits where the ranges of all parts fit, otherwise 64; a condition is 0 or 1. Equal parts are computed
//! once.

mod lane;
#[cfg(test)]
mod meaning;

use super::predicate::{Comparison, Condition, Game, Node, Number, Operator, Predicate};
use super::source::Source;
use lane::{Lane, Reciprocal};

/// Seeds in a block: the columns of a small predicate stay in the first cache.
pub(super) const BLOCK: usize = 1024;

type Column<T> = [T; BLOCK];

/// The column that an instruction fills: its own number.
type Slot = usize;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Instruction {
    Constant(i64),
    Word(usize),
    Arithmetic(Operator, Slot, Slot),
    /// Of a number that is not negative by a constant, without dividing.
    QuotientBy(Slot, Reciprocal),
    RemainderBy(Slot, Reciprocal),
    Comparison(Comparison, Slot, Slot),
}

/// The instructions, those used before those that use them. The last is the predicate.
#[derive(Default)]
struct Compiler {
    instructions: Vec<Instruction>,
    /// Whether some number does not fit into 32 bits.
    wide: bool,
}

impl Compiler {
    fn push(&mut self, instruction: Instruction) -> Slot {
        let known = self.instructions.iter().position(|&known| known == instruction);
        known.unwrap_or_else(|| {
            self.instructions.push(instruction);
            self.instructions.len() - 1
        })
    }

    fn constant(&mut self, value: i64) -> Slot {
        self.wide |= i32::try_from(value).is_err();
        self.push(Instruction::Constant(value))
    }

    fn arithmetic(&mut self, operator: Operator, a: Slot, b: i64) -> Slot {
        let b = self.constant(b);
        self.push(Instruction::Arithmetic(operator, a, b))
    }

    /// What `get_rand(x, y)` makes of word `n`. The parser has refused the range that divides by zero.
    fn get_rand(&mut self, n: usize, x: i32, y: i32) -> Slot {
        let word = self.push(Instruction::Word(n));
        let mut value = self.arithmetic(Operator::And, word, (1 << 14) - 1);
        let Some(Game { least, width }) = Game::of(x, y) else { return value };
        if let Some(reciprocal) = Reciprocal::of(width) {
            value = self.push(Instruction::RemainderBy(value, reciprocal));
        }
        self.arithmetic(Operator::Plus, value, least.into())
    }

    /// A number; the slots of divisors that may be zero are added to `divisors`.
    fn number(&mut self, number: &Number, divisors: &mut Vec<Slot>) -> Slot {
        let (low, high) = number.range();
        self.wide |= i32::try_from(low).is_err() || i32::try_from(high).is_err();
        match number.node() {
            &Node::Constant(value) => self.constant(value),
            &Node::Word(n) => self.push(Instruction::Word(n)),
            &Node::GetRand { n, x, y } => self.get_rand(n, x, y),
            Node::Negative(a) => {
                let (zero, a) = (self.constant(0), self.number(a, divisors));
                self.push(Instruction::Arithmetic(Operator::Minus, zero, a))
            }
            Node::Binary(operator, a, b) => {
                let (dividend, slot) = (a.range(), self.number(a, divisors));
                let divides = matches!(operator, Operator::Quotient | Operator::Remainder);
                if divides
                    && let &Node::Constant(divisor) = b.node()
                    && let Some(reciprocal) = Reciprocal::fitting(dividend, divisor)
                {
                    return self.push(match operator {
                        Operator::Quotient => Instruction::QuotientBy(slot, reciprocal),
                        _ => Instruction::RemainderBy(slot, reciprocal),
                    });
                }
                let (low, high) = b.range();
                let b = self.number(b, divisors);
                if divides && low <= 0 && high >= 0 {
                    divisors.push(b);
                }
                self.push(Instruction::Arithmetic(*operator, slot, b))
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
                    let divides = self.push(Instruction::Comparison(Comparison::NotEqual, divisor, zero));
                    holds = self.push(Instruction::Arithmetic(Operator::And, holds, divides));
                }
                holds
            }
            &Condition::CoinToss { n } => {
                let word = self.push(Instruction::Word(n));
                self.arithmetic(Operator::And, word, 1)
            }
            &Condition::RandPercent { n, percentage } => {
                let (value, percentage) = (self.get_rand(n, 1, 100), self.constant(percentage.into()));
                self.push(Instruction::Comparison(Comparison::AtMost, value, percentage))
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
    wide: bool,
    source: Source,
}

impl Program {
    pub(super) fn new(predicate: &Predicate, source: Source) -> Self {
        let mut compiler = Compiler::default();
        let result = compiler.condition(&predicate.0);
        Self { instructions: compiler.instructions, result, wide: compiler.wide, source }
    }

    /// Room for the columns of one thread.
    pub(super) fn columns(&self) -> Columns {
        if self.wide { Columns::Wide(self.room()) } else { Columns::Narrow(self.room()) }
    }

    /// Constants are there from the beginning.
    fn room<T: Lane>(&self) -> Room<T> {
        let column = |instruction: &Instruction| match *instruction {
            Instruction::Constant(value) => [T::of(value); BLOCK],
            _ => [T::default(); BLOCK],
        };
        Room { words: [0; BLOCK], columns: self.instructions.iter().map(column).collect() }
    }

    /// How many of the `seeds` seeds from `first` on match, and the first `most` of those. After the last seed comes 0.
    pub(super) fn count(&self, first: u32, seeds: u32, most: usize, columns: &mut Columns) -> (u64, Vec<u32>) {
        match columns {
            Columns::Narrow(room) => self.count_in(first, seeds, most, room),
            Columns::Wide(room) => self.count_in(first, seeds, most, room),
        }
    }

    fn count_in<T: Lane>(&self, first: u32, seeds: u32, most: usize, room: &mut Room<T>) -> (u64, Vec<u32>) {
        let (mut matches, mut found) = (0, Vec::new());
        for skip in (0..seeds).step_by(BLOCK) {
            let first = first.wrapping_add(skip);
            self.run(first, room);
            let held = &room.columns[self.result][..BLOCK.min((seeds - skip) as usize)];
            let count = held.iter().map(|holds| holds.bits()).sum::<u32>();
            if count > 0 && found.len() < most {
                let seeds = (0..).zip(held).filter(|(_, holds)| holds.bits() > 0).map(|(i, _)| first.wrapping_add(i));
                found.extend(seeds.take(most - found.len()));
            }
            matches += u64::from(count);
        }
        (matches, found)
    }

    /// Computes a block from `first` on.
    fn run<T: Lane>(&self, first: u32, room: &mut Room<T>) {
        for (slot, instruction) in self.instructions.iter().enumerate() {
            let (done, rest) = room.columns.split_at_mut(slot);
            let out = &mut rest[0];
            match *instruction {
                Instruction::Constant(_) => {}
                Instruction::Word(n) => {
                    self.source.fill(n, first, &mut room.words);
                    out.iter_mut().zip(&room.words).for_each(|(out, &word)| *out = T::of(word.into()));
                }
                Instruction::Arithmetic(operator, a, b) => T::arithmetic(operator, out, &done[a], &done[b]),
                Instruction::QuotientBy(a, by) => lane::each(out, &done[a], |a| T::of(by.quotient(a.bits()).into())),
                Instruction::RemainderBy(a, by) => lane::each(out, &done[a], |a| T::of(by.remainder(a.bits()).into())),
                Instruction::Comparison(comparison, a, b) => lane::compare(comparison, out, &done[a], &done[b]),
            }
        }
    }
}

/// The columns of a program, and one for the words before they are widened.
pub(super) struct Room<T> {
    words: Column<u32>,
    columns: Vec<Column<T>>,
}

/// Columns of either width.
pub(super) enum Columns {
    Narrow(Room<i32>),
    Wide(Room<i64>),
}
