//! Permutations without lists: of any length, of fixed lengths, unrolled, and the four directions.

mod cases;
#[cfg(feature = "foreign")]
mod reference;

use generators::draw::Draw;
use lockstep::{Output, Seen, Subject};
use permute::directions::random_directions;
use permute::listless::{Listless, ListlessIn};
use permute::unrolled::{four, three, two};

use super::arguments::{Items, words};
use super::dice::{DiceRule, PortDice, Seeded, side};

words! {
    /// A length that the port has a type for.
    pub enum Fixed {
        /// The shortest.
        One = "1",
        /// The length of a list of directions.
        Four = "4",
        /// The document's example.
        Ten = "10",
        /// The longest.
        Most = "255",
    }
}

words! {
    /// A length that the port has a closed expression for.
    pub enum Unrolled {
        /// One draw.
        Two = "2",
        /// Two draws.
        Three = "3",
        /// Three draws.
        Four = "4",
    }
}

lockstep::ops! {
    /// An op on permutations.
    pub enum Op {
        /// Seeds the PCG32 of the subject pcg32 and chooses the rule by which a number below n is made. modulo: word % n.
        /// scaled: word * n / 2^32, rounded down. haskell: random_r(0, n - 1) of the subject haskell. Shows the state.
        Srandom { initstate: u64, initseq: u64, rule: DiceRule } = "srandom" => u64 [seeds],
        /// A permutation of 0 .. n - 1 in closed form. Draws r[0] below n, r[1] below n - 1, ..., r[n - 1] below 1. Number
        /// i begins as r[i]; then for j = i - 1 down to 0 it becomes (number + r[j] + 1) mod (n - j).
        Permutation { n: Items } = "permutation" => words [draws],
        /// The same, for n = 1, 4, 10 or 255.
        Listless { n: Fixed } = "listless" => words [draws],
        /// The same for n = 2, 3 or 4, but without the last draw, which is below 1.
        Unrolled { n: Unrolled } = "unrolled" => words [draws],
        /// The permutation of 0 .. 3 without the last draw: d1 * 64 + d2 * 16 + d3 * 4 + d4.
        RandomDirections = "random_directions" => u32 [draws],
        /// The state of the generator.
        State = "state" => u64,
    }
}

/// The subject.
pub struct Permutations;

fn port(dice: &mut PortDice, op: &Op) -> Seen {
    match *op {
        Op::Srandom {
            initstate,
            initseq,
            rule,
        } => dice.srandom(initstate, initseq, rule),
        Op::Permutation { n } => dice.record(|dice| {
            let mut storage = vec![0; n.get() as usize];
            let numbers = ListlessIn::new(n.get(), &mut storage, dice)
                .expect("there is a place for each draw");
            Output::Words(numbers.collect())
        }),
        Op::Listless { n } => dice.record(|dice| {
            Output::Words(match n {
                Fixed::One => Listless::<1, _>::new(dice).collect(),
                Fixed::Four => Listless::<4, _>::new(dice).collect(),
                Fixed::Ten => Listless::<10, _>::new(dice).collect(),
                Fixed::Most => Listless::<255, _>::new(dice).collect(),
            })
        }),
        Op::Unrolled { n } => dice.record(|dice: &mut dyn Draw| {
            let mut dice = dice;
            Output::Words(match n {
                Unrolled::Two => two(&mut dice).into(),
                Unrolled::Three => three(&mut dice).into(),
                Unrolled::Four => four(&mut dice).into(),
            })
        }),
        Op::RandomDirections => {
            dice.record(|mut dice| Output::Number(random_directions(&mut dice).0.into()))
        }
        Op::State => Seen::number(dice.parts().0),
    }
}

impl Subject for Permutations {
    facts!(
        "permutation",
        "permutations without lists, and the four directions in a byte",
        Op,
        side(port),
        side(reference::apply_op),
        cases::CASES
    );
}
