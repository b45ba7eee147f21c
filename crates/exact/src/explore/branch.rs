//! A source of draws that backtracks.

use core::num::NonZeroU32;
use std::any::Any;
use std::panic::resume_unwind;

use generators::bounding::{Bounding, Threshold, Weight};
use generators::draw::Draw;
use num_bigint::BigUint;
use num_traits::One;

use super::mass::{Denominators, Over};
use super::{ExploreError, Limits};
use crate::error::Error;

/// The probability with which each number below `n` is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    bits: u32,
    weight: fn(u32, NonZeroU32, u32) -> Weight,
}

impl Rule {
    /// All numbers equally likely.
    pub const fn ideal() -> Self {
        Self {
            bits: 32,
            weight: Threshold::weight,
        }
    }

    /// Draws with the bounding rule `B` from words of `bits` bits, all equally likely and independent.
    ///
    /// # Errors
    /// [`Error::WordBits`] if `bits` is not 1 to 64.
    pub const fn of<B: Bounding>(bits: u32) -> Result<Self, Error> {
        if bits < 1 || bits > 64 {
            Err(Error::WordBits(bits))
        } else {
            Ok(Self {
                bits,
                weight: B::weight,
            })
        }
    }

    fn weight(self, n: NonZeroU32, value: u32) -> Weight {
        (self.weight)(self.bits, n, value)
    }
}

/// The probability of reaching some place: an integer over a denominator.
#[derive(Clone, Debug)]
pub(super) struct Mass {
    pub(super) numerator: BigUint,
    pub(super) over: Over,
}

/// One draw of the run, with the number that it gives this time.
#[derive(Debug)]
struct Frame {
    n: NonZeroU32,
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
    /// It retries for ever.
    Endless,
    /// The exploration has failed.
    Failed(ExploreError),
}

impl Abandoned {
    fn unwind(self) -> ! {
        resume_unwind(Box::new(self))
    }

    /// Catches what [`Abandoned::unwind`] throws; any other panic goes on.
    pub(super) fn from_panic(payload: Box<dyn Any + Send>) -> Self {
        match payload.downcast() {
            Ok(abandoned) => *abandoned,
            Err(other) => resume_unwind(other),
        }
    }
}

/// The draws of one run: given out, remembered, and varied from the last one backwards.
#[derive(Debug)]
pub struct Branch {
    rule: Rule,
    limits: Limits,
    pub(super) denominators: Denominators,
    root: Mass,
    frames: Vec<Frame>,
    /// How many draws this run has made.
    made: usize,
}

impl Branch {
    pub(super) fn new(rule: &Rule, limits: &Limits) -> Self {
        let root = Mass {
            numerator: BigUint::one(),
            over: Over::ONE,
        };
        Self {
            rule: *rule,
            limits: *limits,
            denominators: Denominators::new(),
            root,
            frames: Vec::new(),
            made: 0,
        }
    }

    /// Begins a tree whose root has the probability `root`.
    pub(super) fn plant(&mut self, root: Mass) {
        self.root = root;
        self.frames.clear();
        self.made = 0;
    }

    /// The probability of the run so far.
    pub(super) fn mass(&self) -> &Mass {
        self.frames.last().map_or(&self.root, |frame| &frame.mass)
    }

    /// True if the run repeated all the draws that it has in common with the one before.
    pub(super) fn is_steady(&self) -> bool {
        self.made == self.frames.len()
    }

    /// Goes on to the next branch; false if this was the last.
    pub(super) fn advance(&mut self) -> bool {
        self.made = 0;
        while let Some(mut frame) = self.frames.pop() {
            if frame.advance(self.rule, self.mass()) {
                self.frames.push(frame);
                return true;
            }
        }
        false
    }

    fn next(&mut self, n: NonZeroU32, mut accept: Option<&mut dyn FnMut(u32) -> bool>) -> u32 {
        let value = if let Some(frame) = self.frames.get(self.made) {
            if frame.n != n || frame.accepted.is_some() != accept.is_some() {
                Abandoned::Failed(ExploreError::Unsteady).unwind();
            }
            frame.value
        } else {
            self.descend(n, &mut accept)
        };
        self.made += 1;
        // The accepted number is the last one that a retry shows its algorithm.
        if accept.is_some_and(|accept| !accept(value)) {
            Abandoned::Failed(ExploreError::Unsteady).unwind();
        }
        value
    }

    fn descend(&mut self, n: NonZeroU32, accept: &mut Option<&mut dyn FnMut(u32) -> bool>) -> u32 {
        if self.frames.len() >= self.limits.run {
            Abandoned::Failed(ExploreError::RunTooLong {
                limit: self.limits.run,
            })
            .unwind();
        }
        let accepted = accept
            .as_mut()
            .map(|accept| self.accepted(n, &mut **accept));
        let total = match &accepted {
            Some(values) => values
                .iter()
                .map(|&value| self.rule.weight(n, value).count)
                .sum(),
            None => self.rule.weight(n, 0).total,
        };
        let over = self.denominators.times(self.mass().over, total);
        let mass = self.root.clone();
        let mut frame = Frame {
            n,
            accepted,
            next: 0,
            value: 0,
            total,
            spent: 0,
            over,
            mass,
        };
        if !frame.advance(self.rule, self.mass()) {
            Abandoned::Endless.unwind();
        }
        let value = frame.value;
        self.frames.push(frame);
        value
    }

    /// The numbers below `n` that can come and that a retry accepts.
    fn accepted(&self, n: NonZeroU32, accept: &mut dyn FnMut(u32) -> bool) -> Vec<u32> {
        let limit = self.limits.branches;
        if u64::from(n.get()) > limit {
            Abandoned::Failed(ExploreError::RetryTooWide { n: n.get(), limit }).unwind();
        }
        (0..n.get())
            .filter(|&value| self.rule.weight(n, value).count > 0 && accept(value))
            .collect()
    }
}

impl Frame {
    /// Goes on to the next number that can come, if there is one; `before` is the probability of coming here.
    fn advance(&mut self, rule: Rule, before: &Mass) -> bool {
        while self.spent < self.total {
            let value = self
                .accepted
                .as_ref()
                .map_or(self.next, |values| values[self.next as usize]);
            let count = rule.weight(self.n, value).count;
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
            self.clone()
        } else {
            Self {
                numerator: &self.numerator * count,
                over,
            }
        }
    }
}

impl Draw for Branch {
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        self.next(n, None)
    }

    fn draw_until(&mut self, n: NonZeroU32, accept: &mut dyn FnMut(u32) -> bool) -> u32 {
        self.next(n, Some(accept))
    }
}
