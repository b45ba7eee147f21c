//! The meaning of a predicate by a second method: one seed at a time, with its generator stepped, numbers of 128 bits, and the
//! game's draws as the port draws them.

use generators::bsd_random::{BsdRandom, Kind, Seeding};
use generators::pcg32::Pcg32;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rogue::random::{GameDice, coin_toss, get_rand, rand_percent, srrandom};

use super::super::predicate::{Comparison, Condition, Node, Number, Operator, Predicate};
use super::super::seeded::Seeded;
use super::{BLOCK, Program};

/// The game's dice after `n` draws.
fn dice(seed: u32, n: usize) -> GameDice {
    let mut dice = srrandom(seed as i32);
    for _ in 0..n {
        coin_toss(&mut dice);
    }
    dice
}

/// Word `n` of a seed.
pub(crate) fn word(source: Seeded, seed: u32, n: usize) -> u32 {
    let bsd = |kind| {
        let mut random = BsdRandom::new(kind, Seeding::Weak, seed as i32);
        (0..=n).fold(0, |_, _| random.next_word())
    };
    match source {
        Seeded::Rogue(_) => bsd(Kind::Type3),
        Seeded::Type0 => bsd(Kind::Type0),
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

/// The value of a number; `None` if it divides by zero.
fn number(number: &Number, source: Seeded, seed: u32) -> Option<i128> {
    let value = |part: &Number| self::number(part, source, seed);
    let result = match number.node() {
        &Node::Constant(value) => value.into(),
        &Node::Word(n) => word(source, seed, n).into(),
        &Node::GetRand { n, x, y } => get_rand(&mut dice(seed, n), x, y).into(),
        Node::TheWord | Node::Floor(_) => unreachable!("these are parts of rules"),
        Node::Negative(a) => -value(a)?,
        Node::Binary(operator, a, b) => {
            let (a, b) = (value(a), value(b));
            let (a, b) = (a?, b?);
            match operator {
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
            }
        }
    };
    let (low, high) = number.range();
    assert!(
        (low.into()..=high.into()).contains(&result),
        "{number} of seed {seed} is {result}, not {low} to {high}"
    );
    Some(result)
}

fn holds(condition: &Condition, source: Seeded, seed: u32) -> bool {
    let holds = |part| self::holds(part, source, seed);
    match condition {
        Condition::Comparison(comparison, a, b) => {
            let (a, b) = (number(a, source, seed), number(b, source, seed));
            let (Some(a), Some(b)) = (a, b) else {
                return false;
            };
            match comparison {
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
                Comparison::Less => a < b,
                Comparison::AtMost => a <= b,
                Comparison::Greater => a > b,
                Comparison::AtLeast => a >= b,
            }
        }
        &Condition::CoinToss { n } => coin_toss(&mut dice(seed, n)),
        &Condition::RandPercent { n, percentage } => rand_percent(&mut dice(seed, n), percentage),
        Condition::Not(a) => !holds(a),
        Condition::And(a, b) => holds(a) && holds(b),
        Condition::Or(a, b) => holds(a) || holds(b),
    }
}

/// Compares the columns with the meaning for some seeds from `first` on, and returns how many match.
fn assert_same(text: &str, source: Seeded, first: u32, seeds: u32) -> usize {
    let predicate = Predicate::parse(text, source).unwrap_or_else(|error| panic!("{error}"));
    let program = Program::new(&predicate, source);
    let (count, found) = program.count(first, seeds, seeds as usize, &mut program.columns());
    let seeds = (0..seeds).map(|i| first.wrapping_add(i));
    let expected: Vec<u32> = seeds
        .filter(|&seed| holds(&predicate.0, source, seed))
        .collect();
    assert_eq!(
        (found, count),
        (expected.clone(), expected.len() as u64),
        "{text} from {first} on"
    );
    expected.len()
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
