//! The meaning of a predicate by a second method: one seed at a time, with its generator stepped, numbers of 128 bits, and the
//! game's draws as the port draws them.

use generators::bsd_random::{BsdRandom, Kind, Seeding};
use generators::pcg32::Pcg32;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rogue::random::{GameDice, coin_toss, get_rand, rand_percent, srrandom};

use super::{BLOCK, Program};
use crate::expression::{Expression, Operation, Operator};
use crate::{Outcome, Predicate, Seeded};

/// The game's dice after `n` draws.
fn dice(seed: u32, n: usize) -> GameDice {
    let mut dice = srrandom(seed as i32);
    for _ in 0..n {
        coin_toss(&mut dice);
    }
    dice
}

fn bsd_word(kind: Kind, seed: u32, n: usize) -> u32 {
    let mut random = BsdRandom::new(kind, Seeding::Weak, seed as i32);
    (0..=n).fold(0, |_, _| random.next_word())
}

/// Word `n` of a seed.
pub(crate) fn word(source: Seeded, seed: u32, n: usize) -> u32 {
    match source {
        Seeded::Rogue(_) => bsd_word(Kind::Type3, seed, n),
        Seeded::Type0 => bsd_word(Kind::Type0, seed, n),
        Seeded::Pcg32 { stream } => {
            let mut pcg = Pcg32::srandom(seed.into(), stream);
            (0..=n).fold(0, |_, _| pcg.next_word())
        }
        Seeded::Row(key) => {
            let mut stream = (generators::catalogue::find(key).expect("a row").seeded)(seed.into());
            (0..=n).fold(0, |_, _| stream() as u32)
        }
    }
}

/// The value of an expression, where a condition is 0 or 1; `None` if it divides by zero.
fn value(expression: &Expression, source: Seeded, seed: u32) -> Option<i128> {
    let mut values = Vec::new();
    for argument in expression.arguments() {
        values.push(value(argument, source, seed));
    }
    let value = match (expression.operation, &values[..]) {
        (Operation::Constant(value), _) => value.into(),
        (Operation::Word(n), _) => word(source, seed, n).into(),
        (Operation::Draw(name), [_, n, ints @ ..]) => {
            let dice = &mut dice(seed, n.unwrap() as usize);
            let ints: Vec<i32> = ints.iter().map(|int| int.unwrap() as i32).collect();
            match name {
                "get_rand" => get_rand(dice, ints[0], ints[1]).into(),
                "rand_percent" => rand_percent(dice, ints[0]).into(),
                _ => coin_toss(dice).into(),
            }
        }
        (Operation::Not, [a]) => (*a == Some(0)).into(),
        (Operation::Negative, [a]) => -(*a)?,
        (Operation::Binary(operator), [None, _] | [_, None]) if operator.compares() => 0,
        (Operation::Binary(operator), [a, b]) => {
            let (a, b) = ((*a)?, (*b)?);
            match operator {
                Operator::Either => a.max(b),
                Operator::Both => a.min(b),
                Operator::Equal => (a == b).into(),
                Operator::NotEqual => (a != b).into(),
                Operator::Less => (a < b).into(),
                Operator::AtMost => (a <= b).into(),
                Operator::Greater => (a > b).into(),
                Operator::AtLeast => (a >= b).into(),
                Operator::Or => a | b,
                Operator::Xor => a ^ b,
                Operator::And => a & b,
                Operator::ShiftLeft => a << b,
                Operator::ShiftRight => a >> b,
                Operator::Plus => a + b,
                Operator::Minus => a - b,
                Operator::Times => a * b,
                Operator::Quotient => a.checked_div(b)?,
                Operator::Remainder => a.checked_rem(b)?,
                Operator::Floored | Operator::Max | Operator::Min => {
                    unreachable!("these are of rules")
                }
            }
        }
        _ => unreachable!("this is of rules"),
    };
    if let Ok((low, high)) = expression.range() {
        assert!(
            (low.into()..=high.into()).contains(&value),
            "{expression} of seed {seed} is {value}, not {low} to {high}"
        );
    }
    Some(value)
}

/// Compares the columns with the meaning for some seeds from `first` on, and returns how many match.
fn assert_same(text: &str, source: Seeded, first: u32, seeds: u32) -> usize {
    let predicate = Predicate::parse(text, source).unwrap_or_else(|error| panic!("{error}"));
    let program = Program::new(&predicate.0, None);
    let mut columns = program.columns();
    let outcome = program.count(source, first, seeds, seeds as usize, &mut columns);
    let all = (0..seeds).map(|i| first.wrapping_add(i));
    let matching = all.filter(|&seed| value(&predicate.0, source, seed) == Some(1));
    let expected: Vec<i32> = matching.map(|seed| seed as i32).collect();
    let matches = expected.len();
    let expected = Outcome {
        seeds: seeds.into(),
        matches: matches as u64,
        first: expected,
    };
    assert_eq!(outcome, expected, "{text} from {first} on");
    matches
}

/// Builds a predicate from choices. Parts that are refused as too large are left out, so that all choices give one.
struct Builder {
    choices: Vec<u32>,
    source: Seeded,
}

impl Builder {
    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        let choice = self.choices.pop().unwrap_or(0);
        from[choice as usize % from.len()]
    }

    fn is_fine(&self, number: &str) -> bool {
        Predicate::parse(&format!("{number} == 0"), self.source).is_ok()
    }

    fn number(&mut self, depth: u32) -> String {
        let n = self.choose(&[0, 1, 2, 30, 31, 100]);
        match (depth, self.choose(&[0, 1, 2, 3, 4, 5])) {
            (0, 0 | 1) => self
                .choose(&[
                    "0",
                    "1",
                    "-1",
                    "7",
                    "100",
                    "-3",
                    "0x7fffffff",
                    "0x100000000",
                    "63",
                ])
                .into(),
            (0, 2) if self.source.has_draws() => {
                let bounds = [
                    "1, 100",
                    "6, 1",
                    "-5, 5",
                    "0, 20000",
                    "-2147483648, 2147483646",
                    "-2147483648, -2",
                    "7, 7",
                ];
                format!("get_rand({n}, {})", self.choose(&bounds))
            }
            (0, _) => format!("word({n})"),
            (_, 0) => format!("-({})", self.number(depth - 1)),
            _ => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                let operator = self.choose(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]);
                let masked = if operator.len() == 2 {
                    format!("({b} & 7)")
                } else {
                    b
                };
                let joined = format!("({a} {operator} {masked})");
                if self.is_fine(&joined) { joined } else { a }
            }
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        match (depth, self.choose(&[0, 1, 2, 3])) {
            (0, 0) if self.source.has_draws() => {
                self.choose(&["coin_toss(3)", "rand_percent(2, 30)"]).into()
            }
            (0, _) => {
                let comparison = self.choose(&["==", "!=", "<", "<=", ">", ">="]);
                format!("{} {comparison} {}", self.number(2), self.number(1))
            }
            (_, 0) => format!("!({})", self.condition(depth - 1)),
            _ => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({a}) {} ({b})", self.choose(&["&&", "||"]))
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn columns_mean_what_stepping_means(
        choices in proptest::collection::vec(any::<u32>(), 60),
        first in any::<u32>(),
        source in prop_oneof![Just(Seeded::Rogue("rrandom")), Just(Seeded::Type0), Just(Seeded::Pcg32 { stream: 3 }), Just(Seeded::Row("mulberry32"))],
    ) {
        let text = Builder { choices, source }.condition(2);
        assert_same(&text, source, first, 40);
    }
}

#[test]
fn blocks_and_their_ends_mean_what_stepping_means() {
    let seeds = 2 * BLOCK as u32 + 5;
    for first in [0, u32::MAX - 100] {
        let matches = assert_same(
            "get_rand(1, 1, 100) <= 42 && word(0) % 6 == 3",
            Seeded::Rogue("rrandom"),
            first,
            seeds,
        );
        assert!(matches > 0);
    }
}

#[test]
fn blocks_that_a_gate_ends_and_others_mean_what_stepping_means() {
    // About every second block has a seed with the first word.
    let text = "word(5) % 2 == 1 && (word(0) % 3 == 0 || word(3) % 2 == 0) && word(0) % 1024 == 7";
    for key in ["mulberry32", "mt19937"] {
        let matches = assert_same(text, Seeded::Row(key), 1, 20 * BLOCK as u32 + 3);
        assert!(matches > 0);
    }
}
