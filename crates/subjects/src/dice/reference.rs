//! The same dice in C.

use foreign::reference::{self, ReferenceDice, maps};
use lockstep::{Output, Seen};

use super::{DiceRule, Seeded, drawn, row, with_state};
use crate::arguments::LONGEST_SIDE;

const _: () = assert!(LONGEST_SIDE == maps::LONGEST_SIDE);

/// The dice of the C.
pub(crate) struct CDice {
    dice: ReferenceDice,
    rule: DiceRule,
}

impl CDice {
    /// The output of `run`, with the draws it takes.
    pub(crate) fn record(&mut self, run: impl FnOnce(&mut ReferenceDice) -> Output) -> Seen {
        self.dice.forget_draws();
        let output = run(&mut self.dice);
        Seen::from(output).with_draws(
            self.dice
                .draws()
                .iter()
                .map(|&(n, value)| drawn(n, value))
                .collect(),
        )
    }

    /// The same as [`PortDice::map`](super::PortDice::map).
    pub(crate) fn map(&mut self, run: impl FnOnce(&mut ReferenceDice) -> Vec<String>) -> Seen {
        let seen = self.record(|dice| Output::Texts(run(dice)));
        with_state(seen, self.parts().0)
    }
}

impl Seeded for CDice {
    fn of_seed(initstate: u64, initseq: u64, rule: DiceRule) -> Self {
        Self {
            dice: ReferenceDice::srandom(initstate, initseq, rule_of_c(rule)),
            rule,
        }
    }

    fn of_state(state: u64, inc: u64, rule: DiceRule) -> Self {
        Self {
            dice: ReferenceDice::raw(state, inc, rule_of_c(rule)),
            rule,
        }
    }

    fn parts(&self) -> (u64, u64, DiceRule) {
        (self.dice.state(), self.dice.inc(), self.rule)
    }
}

const fn rule_of_c(rule: DiceRule) -> reference::DiceRule {
    match rule {
        DiceRule::Modulo => reference::DiceRule::Modulo,
        DiceRule::Scaled => reference::DiceRule::Scaled,
        DiceRule::Haskell => reference::DiceRule::Haskell,
    }
}

/// The rows of a map of `width` tiles.
pub(crate) fn rows(open: &[bool], width: u32) -> impl Iterator<Item = String> {
    open.chunks(width as usize)
        .map(|open| row(open.iter().copied()))
}
