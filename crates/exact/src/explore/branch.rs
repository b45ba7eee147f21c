//! A source of draws that backtracks.

use core::num::NonZeroU32;
use std::any::Any;
use std::panic::resume_unwind;

use generators::bounding::{Bounding, Threshold, Weight};
use generators::draw::{Dice, Draw};
use generators::pcg32::Pcg32;
use num_bigint::BigUint;
use num_traits::One;

use super::mass::{Denominators, Over};
use super::{ExploreError, Limits};
use crate::Error;

/// How one kind of draw is weighed.
#[derive(Clone, Copy, Debug)]
struct Weigher {
    bits: u32,
    weight: fn(u32, NonZeroU32, u32) -> Weight,
}

impl Weigher {
    fn weight(self, n: NonZeroU32, value: u32) -> Weight {
        (self.weight)(self.bits, n, value)
    }
}

/// With which probability each number below `n` comes.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    draw: Weigher,
    choose: Weigher,
}

impl Rule {
    /// All numbers equally likely.
    pub const fn ideal() -> Self {
        let uniform = Weigher { bits: 32, weight: Threshold::weight };
        Self { draw: uniform, choose: uniform }
    }

    /// What the bounding rule `B` makes of words of `bits` bits, all equally likely and independent.
    ///
    /// # Errors
    /// [`Error::WordBits`] if `bits` is not 1 to 64.
    pub const fn of<B: Bounding>(bits: u32) -> Result<Self, Error> {
        if bits < 1 || bits > 64 {
            return Err(Error::WordBits(bits));
        }
        let weigher = Weigher { bits, weight: B::weight };
        Ok(Self { draw: weigher, choose: weigher })
    }

    /// This rule, but places in lists ([`Draw::choose`]) come as numbers do under `other`.
    #[must_use]
    pub const fn choosing_by(self, other: Self) -> Self {
        Self { choose: other.draw, ..self }
    }
}

/// The probability of having come to some place: an integer over a denominator, and the same rounded.
#[derive(Clone, Debug)]
pub(super) struct Mass {
    pub(super) numerator: BigUint,
    pub(super) over: Over,
    pub(super) chance: f64,
}

/// One draw of the run, with the number that it gives this time.
#[derive(Debug)]
struct Frame {
    n: NonZeroU32,
    weigher: Weigher,
    /// The numbers that a retry accepts; any below `n` for a plain draw.
    accepted: Option<Vec<u32>>,
    /// The next number to try, or its place in `accepted`.
    next: u32,
    value: u32,
    total: u128,
    /// The weights of all numbers up to this one: when it reaches `total`, no other can come.
    spent: u128,
    /// The denominator after this draw.
    over: Over,
    mass: Mass,
}

/// Why a run was given up in its middle.
#[derive(Debug)]
pub(super) enum Abandoned {
    /// It had become improbable.
    Left,
    /// It retries for ever.
    Endless,
    /// The exploration has failed.
    Failed(ExploreError),
    /// A probe has seen what it came for.
    Probed,
}

impl Abandoned {
    fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// Takes up what [`Abandoned::unwind`] let go; anything else goes on.
    pub(super) fn caught(payload: Box<dyn Any + Send>) -> Self {
        match payload.downcast() {
            Ok(abandoned) => *abandoned,
            Err(other) => resume_unwind(other),
        }
    }
}

/// A random walk down the tree, for an estimate of its size.
#[derive(Debug)]
struct Probe {
    dice: Dice<Pcg32, Threshold>,
    /// The product of the numbers of branches on the way.
    size: f64,
    chance: f64,
    draws: usize,
}

/// The draws of one run: given out, remembered, and varied from the last one backwards.
#[derive(Debug)]
pub struct Branch {
    rule: Rule,
    limits: Limits,
    /// Below this probability a run is abandoned.
    cut: f64,
    pub(super) denominators: Denominators,
    root: Mass,
    frames: Vec<Frame>,
    /// How many draws this run has made.
    made: usize,
    probe: Option<Probe>,
}

impl Branch {
    pub(super) fn new(rule: &Rule, limits: &Limits, cut: f64) -> Self {
        let root = Mass { numerator: BigUint::one(), over: Over::ONE, chance: 1.0 };
        let (rule, limits, denominators) = (*rule, *limits, Denominators::new());
        Self { rule, limits, cut, denominators, root, frames: Vec::new(), made: 0, probe: None }
    }

    /// Begins a tree whose root has the probability `root`.
    pub(super) fn plant(&mut self, root: Mass) {
        self.root = root;
        self.frames.clear();
        self.made = 0;
        self.probe = None;
    }

    /// The most branches that are run.
    pub(super) fn limit(&self) -> u64 {
        self.limits.branches
    }

    /// How many draws this run has made.
    pub(super) fn made(&self) -> usize {
        self.made
    }

    /// The probability of the run so far.
    pub(super) fn mass(&self) -> &Mass {
        self.frames.last().map_or(&self.root, |frame| &frame.mass)
    }

    /// True if the run repeated all the draws that the one before had in common with it.
    pub(super) fn is_steady(&self) -> bool {
        self.made == self.frames.len()
    }

    /// Goes over to the next branch; false if this was the last.
    pub(super) fn advance(&mut self) -> bool {
        self.made = 0;
        while let Some(mut frame) = self.frames.pop() {
            if frame.advance(self.mass()) {
                self.frames.push(frame);
                return true;
            }
        }
        false
    }

    /// Makes this a random walk, the `number`-th one, instead of a branch.
    pub(super) fn begin_probe(&mut self, number: u64) {
        let dice = Dice::new(Pcg32::srandom(number, 0));
        self.probe = Some(Probe { dice, size: 1.0, chance: self.root.chance, draws: 0 });
    }

    /// The size of the tree as the last probe saw it.
    pub(super) fn probed_size(&self) -> f64 {
        self.probe.as_ref().map_or(0.0, |probe| probe.size)
    }

    fn next(&mut self, n: NonZeroU32, weigher: Weigher, mut accept: Option<&mut dyn FnMut(u32) -> bool>) -> u32 {
        let value = if self.probe.is_some() {
            self.walk(n, weigher, &mut accept)
        } else if self.made < self.frames.len() {
            self.repeat(n, accept.is_some())
        } else {
            self.descend(n, weigher, &mut accept)
        };
        // The accepted number is the last one that a retry shows its algorithm.
        if accept.is_some_and(|accept| !accept(value)) {
            Abandoned::Failed(ExploreError::Unsteady).unwind();
        }
        value
    }

    fn repeat(&mut self, n: NonZeroU32, retry: bool) -> u32 {
        let frame = &self.frames[self.made];
        if frame.n != n || frame.accepted.is_some() != retry {
            Abandoned::Failed(ExploreError::Unsteady).unwind();
        }
        self.made += 1;
        frame.value
    }

    fn descend(&mut self, n: NonZeroU32, weigher: Weigher, accept: &mut Option<&mut dyn FnMut(u32) -> bool>) -> u32 {
        if self.mass().chance < self.cut {
            Abandoned::Left.unwind();
        }
        if self.frames.len() >= self.limits.run {
            Abandoned::Failed(ExploreError::RunTooLong { limit: self.limits.run }).unwind();
        }
        let accepted = accept.as_mut().map(|accept| self.accepted(n, weigher, &mut **accept));
        let total = match &accepted {
            Some(values) => values.iter().map(|&value| weigher.weight(n, value).count).sum(),
            None => weigher.weight(n, 0).total,
        };
        let over = self.denominators.times(self.mass().over, total);
        let mass = self.root.clone();
        let mut frame = Frame { n, weigher, accepted, next: 0, value: 0, total, spent: 0, over, mass };
        if !frame.advance(self.mass()) {
            Abandoned::Endless.unwind();
        }
        let value = frame.value;
        self.frames.push(frame);
        self.made += 1;
        value
    }

    fn walk(&mut self, n: NonZeroU32, weigher: Weigher, accept: &mut Option<&mut dyn FnMut(u32) -> bool>) -> u32 {
        let accepted = accept.as_mut().map(|accept| self.accepted(n, weigher, &mut **accept));
        let (cut, run) = (self.cut, self.limits.run);
        let probe = self.probe.as_mut().unwrap_or_else(|| Abandoned::Probed.unwind());
        let branches = accepted.as_ref().map_or(n.get(), |values| values.len() as u32);
        let Some(branches) = NonZeroU32::new(branches).filter(|_| probe.chance >= cut && probe.draws < run) else {
            Abandoned::Probed.unwind()
        };
        let place = probe.dice.draw(branches);
        let value = accepted.as_ref().map_or(place, |values| values[place as usize]);
        let Weight { count, total } = weigher.weight(n, value);
        // A number that never comes is no branch: the estimate stays right on average if it counts as nothing.
        probe.size *= if count == 0 { 0.0 } else { f64::from(branches.get()) };
        probe.chance *= count as f64 / total as f64;
        probe.draws += 1;
        if count == 0 {
            Abandoned::Probed.unwind();
        }
        value
    }

    /// The numbers below `n` that can come and that a retry accepts.
    fn accepted(&self, n: NonZeroU32, weigher: Weigher, accept: &mut dyn FnMut(u32) -> bool) -> Vec<u32> {
        let limit = self.limits.branches;
        if u64::from(n.get()) > limit {
            Abandoned::Failed(ExploreError::RetryTooWide { n: n.get(), limit }).unwind();
        }
        (0..n.get()).filter(|&value| weigher.weight(n, value).count > 0 && accept(value)).collect()
    }
}

impl Frame {
    /// Goes over to the next number that can come, if there is one; `before` is the probability of coming here.
    fn advance(&mut self, before: &Mass) -> bool {
        let end = self.accepted.as_ref().map_or(self.n.get(), |values| values.len() as u32);
        while self.spent < self.total && self.next < end {
            let value = self.accepted.as_ref().map_or(self.next, |values| values[self.next as usize]);
            let count = self.weigher.weight(self.n, value).count;
            self.next += 1;
            self.spent += count;
            if count > 0 {
                self.value = value;
                self.mass = before.times(count, self.total, self.over);
                return true;
            }
        }
        false
    }
}

impl Mass {
    /// After a draw that gives what it gave in `count` of `total` cases; `over` is this denominator times `total`.
    fn times(&self, count: u128, total: u128, over: Over) -> Self {
        if count == total {
            return self.clone();
        }
        let chance = self.chance * (count as f64 / total as f64);
        Self { numerator: &self.numerator * count, over, chance }
    }
}

impl Draw for Branch {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        self.next(n, self.rule.draw, None)
    }

    fn choose(&mut self, n: NonZeroU32) -> u32 {
        self.next(n, self.rule.choose, None)
    }

    fn draw_until(&mut self, n: NonZeroU32, accept: &mut dyn FnMut(u32) -> bool) -> u32 {
        self.next(n, self.rule.draw, Some(accept))
    }
}
