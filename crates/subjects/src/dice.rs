//! PCG32 with a bounding rule, from which permutations, mazes and rooms are drawn, on both sides.

#[cfg(feature = "foreign")]
pub(crate) mod reference;

use std::fmt;
use std::num::NonZeroU32;

use generators::bounding::{Modulo, Scaled};
use generators::draw::{Dice, Draw, Recorder};
use generators::haskell::HaskellDice;
use generators::pcg32::Pcg32;
use grids::grid::{Grid, Tile};
use lockstep::{Drawn, Operation, Output, Seen, Side, TypedSide};

use super::arguments::words;

words! {
    /// The rules for a number below `n`, by their names in ops.
    pub enum DiceRule {
        /// A word modulo `n`.
        Modulo = "modulo",
        /// `u * n` rounded down, where `u` is a word divided by 2^32.
        Scaled = "scaled",
        /// The rules of the Haskell of document 001, "Week 3: Random Dungeons": a draw is `randomR (0, n - 1)` of random-1.1, a
        /// choice is `uniformMay` of `MonadRandom`.
        Haskell = "haskell",
    }
}

/// The dice of one side.
pub trait Seeded: Sized {
    /// The dice of a generator seeded in PCG's own way.
    fn of_seed(initstate: u64, initseq: u64, rule: DiceRule) -> Self;
    /// The dice of a generator with this state and increment.
    fn of_state(state: u64, inc: u64, rule: DiceRule) -> Self;
    /// The state of the generator, its increment, and the rule.
    fn parts(&self) -> (u64, u64, DiceRule);
    /// Seeds the generator, and shows the state.
    fn srandom(&mut self, initstate: u64, initseq: u64, rule: DiceRule) -> Seen {
        *self = Self::of_seed(initstate, initseq, rule);
        Seen::number(self.parts().0)
    }
    /// Sets the state and the increment, and shows the state.
    fn raw(&mut self, state: u64, inc: u64, rule: DiceRule) -> Seen {
        *self = Self::of_state(state, inc, rule);
        Seen::number(self.parts().0)
    }
}

/// A side made of dice and a function that performs ops with them.
pub struct DiceSide<D, O> {
    dice: D,
    apply: fn(&mut D, &O) -> Seen,
}

/// Dice before any op, and a function that performs ops with them.
pub fn side<'a, D: Seeded + 'a, O: Operation>(apply: fn(&mut D, &O) -> Seen) -> Box<dyn Side + 'a> {
    let dice = D::of_state(0, 0, DiceRule::Modulo);
    Box::new(DiceSide { dice, apply })
}

impl<D: Seeded, O: Operation> TypedSide for DiceSide<D, O> {
    type Op = O;

    fn apply(&mut self, op: &O) -> Seen {
        (self.apply)(&mut self.dice, op)
    }

    fn state(&self) -> String {
        let (state, inc, rule) = self.dice.parts();
        format!("state {state:016x}, inc {inc:016x}, rule {rule}")
    }
}

/// The port's dice.
pub struct PortDice {
    pcg: Pcg32,
    rule: DiceRule,
}

/// A draw of `value` below `n`.
pub(super) fn drawn(n: u32, value: u32) -> Drawn {
    Drawn {
        lo: 0,
        hi: i64::from(n) - 1,
        value: i64::from(value),
    }
}

impl PortDice {
    /// The output of `run`, with the draws it takes.
    pub fn record(&mut self, run: impl FnOnce(&mut dyn Draw) -> Output) -> Seen {
        let mut draws = Vec::new();
        let note = |n: NonZeroU32, value| draws.push(drawn(n.get(), value));
        let output = match self.rule {
            DiceRule::Modulo => run(&mut Recorder::new(
                Dice::<_, Modulo>::new(&mut self.pcg),
                note,
            )),
            DiceRule::Scaled => run(&mut Recorder::new(
                Dice::<_, Scaled>::new(&mut self.pcg),
                note,
            )),
            DiceRule::Haskell => {
                let mut dice = Recorder::new(HaskellDice::new(self.pcg.clone().into()), note);
                let output = run(&mut dice);
                self.pcg = dice.into_source().into_gen().into();
                output
            }
        };
        Seen::from(output).with_draws(draws)
    }

    /// The lines that `run` gives and the state after them, so that an extra draw at the end shows.
    pub fn map(&mut self, run: impl FnOnce(&mut dyn Draw) -> Vec<String>) -> Seen {
        let seen = self.record(|dice| Output::Texts(run(dice)));
        with_state(seen, self.parts().0)
    }
}

impl Seeded for PortDice {
    fn of_seed(initstate: u64, initseq: u64, rule: DiceRule) -> Self {
        Self {
            pcg: Pcg32::srandom(initstate, initseq),
            rule,
        }
    }

    fn of_state(state: u64, inc: u64, rule: DiceRule) -> Self {
        Self {
            pcg: Pcg32::new_raw(state, inc),
            rule,
        }
    }

    fn parts(&self) -> (u64, u64, DiceRule) {
        (self.pcg.state(), self.pcg.inc(), self.rule)
    }
}

fn with_state(seen: Seen, state: u64) -> Seen {
    let Seen { output, draws } = seen;
    let Output::Texts(mut texts) = output else {
        unreachable!("a map is shown as texts")
    };
    texts.push(format!("state {state:016x}"));
    Seen {
        output: Output::Texts(texts),
        draws,
    }
}

/// The output for a size that no map has.
pub fn refused(width: impl fmt::Display, height: impl fmt::Display) -> Vec<String> {
    vec![format!("refused: no map is {width} by {height}")]
}

/// A line with a name, followed by numbers or places.
pub fn line<T: fmt::Display>(name: &str, items: impl IntoIterator<Item = T>) -> String {
    let mut line = name.to_owned();
    for item in items {
        line += &format!(" {item}");
    }
    line
}

/// A column and a row.
pub fn place<T: fmt::Display>((column, row): (T, T)) -> String {
    format!("{column},{row}")
}

/// A row of a map: `#` for walls and `.` for floor.
fn row(open: impl Iterator<Item = bool>) -> String {
    open.map(|open| if open { '.' } else { '#' }).collect()
}

/// The rows of a map of the port.
pub fn grid_rows(grid: &Grid) -> impl Iterator<Item = String> {
    grid.rows()
        .map(|tiles| row(tiles.iter().map(|&tile| tile == Tile::Floor)))
}
