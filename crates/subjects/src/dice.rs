//! PCG32 with a bounding rule: what permutations, mazes and rooms are drawn from, on both sides.

use std::fmt;
use std::num::NonZeroU32;

pub use foreign::reference::DiceRule;
use foreign::reference::ReferenceDice;
use generators::bounding::{Modulo, Scaled};
use generators::draw::{Dice, Draw, Recorder};
use generators::haskell::HaskellDice;
use generators::pcg32::Pcg32;
use lockstep::{Chooser, Drawn, Output, Seen};

/// Dice of one side.
pub trait Seeded {
    /// Dice of a generator seeded as PCG does it.
    fn srandom(initstate: u64, initseq: u64, rule: DiceRule) -> Self;

    /// Dice of a generator with this state and increment.
    fn raw(state: u64, inc: u64, rule: DiceRule) -> Self;

    /// The state of the generator.
    fn generator(&self) -> u64;

    /// Starts again, and shows the state.
    fn restart(&mut self, dice: Self) -> Seen
    where
        Self: Sized,
    {
        *self = dice;
        Seen::number(self.generator())
    }
}

/// What both sides are before any op.
pub fn unseeded<D: Seeded>() -> D {
    D::raw(0, 0, DiceRule::Modulo)
}

/// An op that seeds, in any way.
pub fn random_seed(chooser: &mut Chooser) -> String {
    let rule = chooser.pick(DiceRule::ALL);
    format!(
        "srandom {} {} {rule}",
        chooser.next_u64(),
        chooser.next_u64()
    )
}

/// The port's dice.
pub struct PortDice {
    pcg: Pcg32,
    rule: DiceRule,
}

fn drawn(n: u32, value: u32) -> Drawn {
    Drawn {
        lo: 0,
        hi: i64::from(n) - 1,
        value: i64::from(value),
    }
}

impl PortDice {
    /// What `run` shows, with the draws it takes.
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

    /// The lines that `run` gives and the state after them, so that a draw too many at the end shows.
    pub fn map(&mut self, run: impl FnOnce(&mut dyn Draw) -> Vec<String>) -> Seen {
        let seen = self.record(|dice| Output::Texts(run(dice)));
        with_state(seen, self.generator())
    }
}

impl Seeded for PortDice {
    fn srandom(initstate: u64, initseq: u64, rule: DiceRule) -> Self {
        Self {
            pcg: Pcg32::srandom(initstate, initseq),
            rule,
        }
    }

    fn raw(state: u64, inc: u64, rule: DiceRule) -> Self {
        Self {
            pcg: Pcg32::new_raw(state, inc),
            rule,
        }
    }

    fn generator(&self) -> u64 {
        self.pcg.state()
    }
}

impl fmt::Display for PortDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "state {:016x}, inc {:016x}, rule {}",
            self.pcg.state(),
            self.pcg.inc(),
            self.rule
        )
    }
}

/// The dice of the C.
pub struct CDice {
    dice: ReferenceDice,
    rule: DiceRule,
}

impl CDice {
    /// What `run` shows, with the draws it takes.
    pub fn record(&mut self, run: impl FnOnce(&mut ReferenceDice) -> Output) -> Seen {
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

    /// As [`PortDice::map`].
    pub fn map(&mut self, run: impl FnOnce(&mut ReferenceDice) -> Vec<String>) -> Seen {
        let seen = self.record(|dice| Output::Texts(run(dice)));
        with_state(seen, self.generator())
    }
}

impl Seeded for CDice {
    fn srandom(initstate: u64, initseq: u64, rule: DiceRule) -> Self {
        Self {
            dice: ReferenceDice::srandom(initstate, initseq, rule),
            rule,
        }
    }

    fn raw(state: u64, inc: u64, rule: DiceRule) -> Self {
        Self {
            dice: ReferenceDice::raw(state, inc, rule),
            rule,
        }
    }

    fn generator(&self) -> u64 {
        self.dice.state()
    }
}

impl fmt::Display for CDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "state {:016x}, inc {:016x}, rule {}",
            self.dice.state(),
            self.dice.inc(),
            self.rule
        )
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

/// What is shown for a size that has no map.
pub fn refused(width: impl fmt::Display, height: impl fmt::Display) -> Vec<String> {
    vec![format!("refused: no map is {width} by {height}")]
}

/// A line of numbers or places after its name.
pub fn line<T: fmt::Display>(name: &str, items: impl IntoIterator<Item = T>) -> String {
    items
        .into_iter()
        .fold(name.to_owned(), |line, item| format!("{line} {item}"))
}

/// A column and a row.
pub fn place<T: fmt::Display>((column, row): (T, T)) -> String {
    format!("{column},{row}")
}

/// The rows of a map of `width` tiles: `#` for walls and `.` for floor.
pub fn rows(open: &[bool], width: u32) -> impl Iterator<Item = String> {
    open.chunks(width as usize).map(|row| {
        row.iter()
            .map(|&open| if open { '.' } else { '#' })
            .collect()
    })
}
