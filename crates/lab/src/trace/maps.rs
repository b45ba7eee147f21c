//! The draws of mazes and rooms.

use std::num::NonZeroU32;

use anyhow::{Result, anyhow, ensure};
use foreign::reference::{ReferenceDice, Rule, maps};
use generators::bounding::{Modulo, Scaled};
use generators::draw::{Dice, Draw};
use generators::haskell::{HaskellDice, PCGen};
use generators::pcg32::Pcg32;
use grids::amazing::{Restart, Rules, Walk};
use grids::boss_maze::{BossMaze, Order};
use grids::rooms::{self, Halls};
use lockstep::trace::Call;

use super::{Corner, Options, Sink};

/// Cells or tiles of a map, at most: it is made in memory.
const MOST: u64 = 1 << 24;
/// The longest side that the references serve.
const LONGEST: u32 = 200;

/// Dice on PCG32 that show where their generator stands.
trait Shown: Draw {
    fn generator(&mut self) -> Pcg32;
}

impl<B: generators::bounding::Bounding> Shown for Dice<Pcg32, B> {
    fn generator(&mut self) -> Pcg32 {
        self.words().clone()
    }
}

impl Shown for HaskellDice {
    fn generator(&mut self) -> Pcg32 {
        self.as_gen().clone().into()
    }
}

/// Dice with every draw written down.
struct Traced<'s, 'o, D> {
    dice: D,
    /// The sites: of the first draws, and how many those are; of later ones; of choices and of draws that are repeated.
    first: (&'static str, u32),
    later: &'static str,
    chosen: &'static str,
    sink: &'s mut Sink<'o>,
}

impl<D: Shown> Traced<'_, '_, D> {
    fn note(&mut self, site: &'static str, n: NonZeroU32, draw: impl FnOnce(&mut D) -> u32) -> u32 {
        let mut before = self.dice.generator();
        let value = draw(&mut self.dice);
        let after = self.dice.generator();
        // A draw may take several words: the last one is shown.
        let mut word = None;
        while before != after {
            word = Some(before.next_word().into());
        }
        let [lo, hi, result] = [0, n.get() - 1, value].map(|number| Some(number.into()));
        self.sink.draw(site, Call { index: None, lo, hi, word, result });
        value
    }

    fn site(&mut self) -> &'static str {
        match self.first.1.checked_sub(1) {
            Some(left) => {
                self.first.1 = left;
                self.first.0
            }
            None => self.later,
        }
    }
}

impl<D: Shown> Draw for Traced<'_, '_, D> {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        let site = self.site();
        self.note(site, n, |dice| dice.draw(n))
    }

    fn choose(&mut self, n: NonZeroU32) -> u32 {
        self.note(self.chosen, n, |dice| dice.choose(n))
    }

    fn draw_until(&mut self, n: NonZeroU32, accept: &mut dyn FnMut(u32) -> bool) -> u32 {
        loop {
            let value = self.note(self.chosen, n, |dice| dice.draw(n));
            if accept(value) {
                return value;
            }
        }
    }
}

/// The size asked for, or the default, if a map of it can be made.
fn size(options: &Options, default: (u32, u32)) -> Result<(u32, u32)> {
    let (width, height) = options.size.unwrap_or(default);
    let area = u64::from(width) * u64::from(height);
    ensure!((1..=MOST).contains(&area), "{width} by {height} is no map: it has one place at least, and {MOST} at most");
    let longest = width.max(height);
    ensure!(
        options.corner == Corner::Port || longest <= LONGEST,
        "{width} by {height} is too large for the reference: its sides are {LONGEST} at most"
    );
    Ok((width, height))
}

fn port(options: &Options) -> Pcg32 {
    Pcg32::srandom(options.seed, options.stream)
}

/// What the C draws; it does not say where.
fn reference<E: std::error::Error + Send + Sync + 'static>(
    options: &Options,
    rule: Rule,
    sink: &mut Sink,
    make: impl FnOnce(&mut ReferenceDice) -> Result<(), E>,
) -> Result<()> {
    let mut dice = ReferenceDice::srandom(options.seed, options.stream, rule);
    make(&mut dice)?;
    for &(n, value) in dice.draws() {
        let [lo, hi, result] = [0, n - 1, value].map(|number| Some(number.into()));
        sink.draw("-", Call { lo, hi, result, ..Call::default() });
    }
    Ok(())
}

pub(super) fn boss_maze(options: &Options, sink: &mut Sink) -> Result<()> {
    let (width, height) = size(options, (109, 25))?;
    if options.corner == Corner::Reference {
        let make = |dice: &mut _| maps::boss_maze(width, height, maps::Order::Packed, dice).map(drop);
        return reference(options, Rule::Modulo, sink, make);
    }
    let dice = Dice::<_, Modulo>::new(port(options));
    let mut traced = Traced { dice, first: ("start", 2), later: "directions", chosen: "directions", sink };
    let mut maze = BossMaze::begin(width as usize, height as usize, Order::Packed, &mut traced)?;
    while maze.step(&mut traced) && !traced.sink.is_full() {}
    Ok(())
}

pub(super) fn amazing(options: &Options, sink: &mut Sink) -> Result<()> {
    let (width, height) = size(options, (23, 7))?;
    if options.corner == Corner::Reference {
        let make = |dice: &mut _| maps::amazing(width, height, maps::Restart::RandomVisited, dice).map(drop);
        return reference(options, Rule::Scaled, sink, make);
    }
    let dice = Dice::<_, Scaled>::new(port(options));
    let mut traced = Traced { dice, first: ("start", 1), later: "direction", chosen: "restart", sink };
    let rules = Rules::Document(Restart::RandomVisited);
    let mut walk = Walk::begin(width as usize, height as usize, rules, &mut traced)?;
    while walk.step(&mut traced).is_continue() && !traced.sink.is_full() {}
    Ok(())
}

pub(super) fn rooms(options: &Options, sink: &mut Sink) -> Result<()> {
    let (width, height) = size(options, (80, 24))?;
    if options.corner == Corner::Reference {
        let make = |dice: &mut _| maps::rooms(width, height, maps::Halls::Straight, dice).map(drop);
        return reference(options, Rule::Haskell, sink, make);
    }
    // Four corners' numbers a room, and then the halls.
    let dice = HaskellDice::new(PCGen::from(port(options)));
    let mut traced = Traced { dice, first: ("corner", 4 * 9), later: "hall", chosen: "hall", sink };
    rooms::generate(width as usize, height as usize, Halls::Straight, &mut traced).map_err(|error| anyhow!(error))?;
    Ok(())
}
