//! PCG32 of the C with a bounding rule, which notes every draw.

use core::ffi::c_void;
use core::num::NonZeroU32;
use core::ptr;

use super::bindings::Pcg32;
use super::documents::{self, Dice};
use super::pcg::ReferencePcg32;

/// The rules of the C for a number below `n`, in the order of `dice.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceRule {
    /// A word modulo `n`.
    Modulo,
    /// `u * n` rounded down, where `u` is a word divided by 2^32.
    Scaled,
    /// The rules of the Haskell of document 001, "Week 3: Random Dungeons": a draw is `randomR (0, n - 1)` of random-1.1, a
    /// choice is `uniformMay` of `MonadRandom`.
    Haskell,
}

/// PCG32 with a [`DiceRule`], from which the references of the documents draw. It notes every draw.
///
/// ```
/// use core::num::NonZeroU32;
/// use roguelab_foreign::reference::{ReferenceDice, DiceRule};
///
/// let mut dice = ReferenceDice::srandom(42, 54, DiceRule::Modulo);
/// let value = dice.draw(NonZeroU32::new(10).unwrap());
/// assert_eq!(value, 2_707_161_783 % 10);
/// assert_eq!(dice.draws(), [(10, value)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceDice {
    rng: Pcg32,
    rule: DiceRule,
    draws: Vec<(u32, u32)>,
}

impl ReferenceDice {
    /// Dice of a generator seeded by `pcg32_srandom_r`.
    pub fn srandom(initstate: u64, initseq: u64, rule: DiceRule) -> Self {
        let rng = ReferencePcg32::srandom(initstate, initseq);
        Self::raw(rng.state(), rng.inc(), rule)
    }

    /// Dice of a generator with this state and increment. An even increment is kept, but steps as the odd one above it.
    pub fn raw(state: u64, inc: u64, rule: DiceRule) -> Self {
        Self {
            rng: Pcg32 { state, inc },
            rule,
            draws: Vec::new(),
        }
    }

    /// The state of the generator.
    pub fn state(&self) -> u64 {
        self.rng.state
    }

    /// The increment of the generator, as it was given.
    pub fn inc(&self) -> u64 {
        self.rng.inc
    }

    /// The rule.
    pub fn rule(&self) -> DiceRule {
        self.rule
    }

    /// A number below `n`.
    pub fn draw(&mut self, n: NonZeroU32) -> u32 {
        // SAFETY: the dice live for the call; n is not 0.
        self.lend(|dice| unsafe { documents::dice_draw(dice, n.get()) })
    }

    /// A place in a list of `n`. With [`DiceRule::Haskell`] it takes time in proportion to the place.
    pub fn choose(&mut self, n: NonZeroU32) -> u32 {
        // SAFETY: the same as in draw.
        self.lend(|dice| unsafe { documents::dice_choose(dice, n.get()) })
    }

    /// The draws and choices since the dice were made or [`forget_draws`](Self::forget_draws) was called, in order:
    /// each bound, and the number below it.
    pub fn draws(&self) -> &[(u32, u32)] {
        &self.draws
    }

    /// Empties the list of draws.
    pub fn forget_draws(&mut self) {
        self.draws.clear();
    }

    /// Makes these dice into those of the C for one call, and takes the result back.
    pub(super) fn lend<T>(&mut self, call: impl FnOnce(*mut Dice) -> T) -> T {
        let rule = self.rule as i32;
        let log = (&raw mut self.draws).cast();
        let mut dice = Dice {
            rng: self.rng.clone(),
            rule,
            note,
            log,
        };
        let result = call(ptr::from_mut(&mut dice));
        self.rng = dice.rng;
        result
    }
}

/// The function that the C calls for every draw.
///
/// # Safety
/// The log must be the list of draws of dice that are lent, used by nobody else meanwhile.
unsafe extern "C" fn note(log: *mut c_void, n: u32, value: u32) {
    // SAFETY: by the contract.
    unsafe { &mut *log.cast::<Vec<(u32, u32)>>() }.push((n, value));
}
