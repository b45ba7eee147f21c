//! A predicate compiled to instructions on columns, with one entry for each seed of a block.
//!
//! Numbers have 32 bits where the ranges of all parts fit, otherwise 64; a condition is 0 or 1. Equal parts are computed
//! once.

mod lane;
#[cfg(test)]
mod meaning;

use super::predicate::{
    Comparison, Condition, Float, FloatNode, Game, Node, Number, Operator, Predicate, converted,
    rounded,
};
use super::source::Source;
use lane::{Lane, LongReciprocal, Reciprocal};

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
    /// The same of numbers of more than 31 bits.
    LongQuotientBy(Slot, LongReciprocal),
    LongRemainderBy(Slot, LongReciprocal),
    Comparison(Comparison, Slot, Slot),
    /// These have the bits of a double: a whole number as a double, or as a float.
    Converted(Slot, bool),
    /// Sum, difference, product or quotient of two, rounded to a double or to a float.
    Rounded(Operator, Slot, Slot, bool),
    /// The greatest whole number that is not above it.
    Floor(Slot),
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
        let Some(Game { least, width }) = Game::of(x, y) else {
            return value;
        };
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
                if divides
                    && let &Node::Constant(divisor) = b.node()
                    && let Some(reciprocal) = LongReciprocal::fitting(dividend, divisor)
                {
                    return self.push(match operator {
                        Operator::Quotient => Instruction::LongQuotientBy(slot, reciprocal),
                        _ => Instruction::LongRemainderBy(slot, reciprocal),
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

    /// A fraction, as the bits of a double.
    fn float(&mut self, float: &Float, divisors: &mut Vec<Slot>) -> Slot {
        self.wide = true;
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
    wide: bool,
    source: Source,
}

impl Program {
    pub(super) fn new(predicate: &Predicate, source: Source) -> Self {
        let mut compiler = Compiler::default();
        let result = compiler.condition(&predicate.0);
        Self {
            instructions: compiler.instructions,
            result,
            wide: compiler.wide,
            source,
        }
    }

    /// Room for the columns of one thread.
    pub(super) fn columns(&self) -> Columns {
        Columns::of(&self.instructions, self.wide)
    }

    /// How many of the `seeds` seeds from `first` on match, and the first `most` of those. After the last seed comes 0.
    pub(super) fn count(
        &self,
        first: u32,
        seeds: u32,
        most: usize,
        columns: &mut Columns,
    ) -> (u64, Vec<u32>) {
        match columns {
            Columns::Narrow(room) => self.count_in(first, seeds, most, room),
            Columns::Wide(room) => self.count_in(first, seeds, most, room),
        }
    }

    fn count_in<T: Lane>(
        &self,
        first: u32,
        seeds: u32,
        most: usize,
        room: &mut Room<T>,
    ) -> (u64, Vec<u32>) {
        let (mut matches, mut found) = (0, Vec::new());
        for skip in (0..seeds).step_by(BLOCK) {
            let first = first.wrapping_add(skip);
            room.run(&self.instructions, |n, words, out| {
                self.source.fill(n, first, words);
                out.iter_mut()
                    .zip(words)
                    .for_each(|(out, &mut word)| *out = T::of(word.into()));
            });
            let held = &room.columns[self.result][..BLOCK.min((seeds - skip) as usize)];
            let count = held.iter().map(|holds| holds.bits()).sum::<u32>();
            if count > 0 && found.len() < most {
                let seeds = (0..)
                    .zip(held)
                    .filter(|(_, holds)| holds.bits() > 0)
                    .map(|(i, _)| first.wrapping_add(i));
                found.extend(seeds.take(most - found.len()));
            }
            matches += u64::from(count);
        }
        (matches, found)
    }
}

/// A compiled rule: what it makes of a word, and of which words.
pub(super) struct RuleProgram {
    instructions: Vec<Instruction>,
    value: Slot,
    until: Option<Slot>,
    wide: bool,
}

impl RuleProgram {
    pub(super) fn new(value: &Number, until: Option<&Condition>) -> Self {
        let mut compiler = Compiler::default();
        // The parser has refused divisors that may be zero.
        let value = compiler.number(value, &mut Vec::new());
        let until = until.map(|until| compiler.condition(until));
        Self {
            instructions: compiler.instructions,
            value,
            until,
            wide: compiler.wide,
        }
    }

    pub(super) fn columns(&self) -> Columns {
        Columns::of(&self.instructions, self.wide)
    }

    /// For each of the first `length` of the words `first`, `first + step`, ...: its number; `None` where it is rejected.
    pub(super) fn run(
        &self,
        first: u64,
        step: u64,
        length: usize,
        room: &mut Columns,
        each: impl FnMut(Option<i64>),
    ) {
        match room {
            Columns::Narrow(room) => self.run_in(first, step, length, room, each),
            Columns::Wide(room) => self.run_in(first, step, length, room, each),
        }
    }

    fn run_in<T: Lane>(
        &self,
        first: u64,
        step: u64,
        length: usize,
        room: &mut Room<T>,
        mut each: impl FnMut(Option<i64>),
    ) {
        room.run(&self.instructions, |_, _, out| {
            // Beyond the last word asked for they may wrap.
            out.iter_mut()
                .zip(0..)
                .for_each(|(out, i)| *out = T::of(first.wrapping_add(step.wrapping_mul(i)) as i64));
        });
        let values = &room.columns[self.value][..length];
        match self.until {
            None => values.iter().for_each(|value| each(Some(value.long()))),
            Some(until) => values
                .iter()
                .zip(&room.columns[until])
                .for_each(|(value, holds)| {
                    each((holds.bits() > 0).then(|| value.long()));
                }),
        }
    }
}

/// The columns of a program, and one for the words before they are widened.
pub(super) struct Room<T> {
    words: Column<u32>,
    columns: Vec<Column<T>>,
}

impl<T: Lane> Room<T> {
    /// Constants are there from the beginning.
    fn new(instructions: &[Instruction]) -> Self {
        let column = |instruction: &Instruction| match *instruction {
            Instruction::Constant(value) => [T::of(value); BLOCK],
            _ => [T::default(); BLOCK],
        };
        Self {
            words: [0; BLOCK],
            columns: instructions.iter().map(column).collect(),
        }
    }

    /// Computes a block, whose words `fill` puts into a column, perhaps by way of another.
    fn run(
        &mut self,
        instructions: &[Instruction],
        mut fill: impl FnMut(usize, &mut Column<u32>, &mut Column<T>),
    ) {
        for (slot, instruction) in instructions.iter().enumerate() {
            let (done, rest) = self.columns.split_at_mut(slot);
            let out = &mut rest[0];
            match *instruction {
                Instruction::Constant(_) => {}
                Instruction::Word(n) => fill(n, &mut self.words, out),
                Instruction::Arithmetic(operator, a, b) => {
                    let by = if let Instruction::Constant(by) = instructions[b] {
                        Some(by)
                    } else {
                        None
                    };
                    if !by.is_some_and(|by| T::by(operator, out, &done[a], by)) {
                        T::arithmetic(operator, out, &done[a], &done[b]);
                    }
                }
                Instruction::QuotientBy(a, by) => {
                    lane::each(out, &done[a], |a| T::of(by.quotient(a.bits()).into()));
                }
                Instruction::RemainderBy(a, by) => {
                    lane::each(out, &done[a], |a| T::of(by.remainder(a.bits()).into()));
                }
                Instruction::LongQuotientBy(a, by) => {
                    lane::each(out, &done[a], |a| T::of(by.quotient(a.long())));
                }
                Instruction::LongRemainderBy(a, by) => {
                    lane::each(out, &done[a], |a| T::of(by.remainder(a.long())));
                }
                Instruction::Comparison(comparison, a, b) => {
                    lane::compare(comparison, out, &done[a], &done[b]);
                }
                Instruction::Converted(a, single) => {
                    lane::each(out, &done[a], |a| {
                        T::of(converted(a.long(), single).to_bits() as i64)
                    });
                }
                Instruction::Rounded(operator, a, b, single) => {
                    let double = |bits: T| f64::from_bits(bits.long() as u64);
                    lane::pairs(out, &done[a], &done[b], |a, b| {
                        T::of(rounded(operator, double(a), double(b), single).to_bits() as i64)
                    });
                }
                Instruction::Floor(a) => lane::each(out, &done[a], |a| {
                    let double = f64::from_bits(a.long() as u64);
                    let cut = double as i64;
                    T::of(cut.wrapping_sub((cut as f64 > double).into()))
                }),
            }
        }
    }
}

/// Columns of either width.
pub(super) enum Columns {
    Narrow(Room<i32>),
    Wide(Room<i64>),
}

impl Columns {
    fn of(instructions: &[Instruction], wide: bool) -> Self {
        if wide {
            Self::Wide(Room::new(instructions))
        } else {
            Self::Narrow(Room::new(instructions))
        }
    }
}
