//! The draws of maps as traces: with the places in the program where they are made, and the words from which they are made.

use std::num::NonZeroU32;

use generators::draw::{Dice, Draw};
use generators::haskell::HaskellDice;
use generators::pcg32::Pcg32;
use lockstep::trace::{Call, Options, Sink, Taken};

/// The options of a map's trace.
pub(super) const MAP: &[Taken] = &[Taken::Stream, Taken::Size];

/// The most cells or tiles of a map, which is made in memory.
const MOST: u64 = 1 << 24;

/// Dice on PCG32 that show the current state of their generator.
pub(super) trait Shown: Draw {
    /// The generator in its current state.
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

/// Dice that write every draw to a trace.
pub(super) struct Traced<'s, 'o, D> {
    /// The dice.
    pub(super) dice: D,
    /// The site of the first draws, and how many there are.
    pub(super) first: (&'static str, u32),
    /// The site of later draws.
    pub(super) later: &'static str,
    /// The site of choices, and of draws that are repeated.
    pub(super) chosen: &'static str,
    /// The sink to which they are written.
    pub(super) sink: &'s mut Sink<'o>,
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
        self.sink.draw(
            site,
            Call {
                index: None,
                lo,
                hi,
                word,
                result,
            },
        );
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

/// The size asked for, or the document's, if a map of it can be made.
///
/// # Errors
/// If there is no such map, or the map would be too large.
pub(super) fn size(options: &Options, document: (u32, u32)) -> Result<(usize, usize), String> {
    let (width, height) = options.size.unwrap_or(document);
    let area = u64::from(width) * u64::from(height);
    if !(1..=MOST).contains(&area) {
        return Err(format!(
            "{width} by {height} is not a map: a map has one place at least, and {MOST} at most"
        ));
    }
    Ok((width as usize, height as usize))
}

/// The generator with the seed and stream of the options.
pub(super) fn port(options: &Options) -> Pcg32 {
    Pcg32::srandom(options.seed, options.stream)
}
