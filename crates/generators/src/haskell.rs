//! The generator of *Week 3: Random Dungeons* (document 001), with what random-1.1 and `MonadRandom` 0.5 make of it.
//!
//! Faithful to the document: [`PCGen`] is a state and an increment set directly, its `next` is the PCG32 word read as
//! a signed number, its `split` is the document's. Departs from it in form only: where Haskell gives a value and the
//! next generator, the generator here is changed in place.
//!
//! The library's part is in [`Random`] (`random` and `randomR` for many types) and, as bounding rules with their exact
//! weights, in [`RandomR`] and [`UniformMay`]. [`HaskellDice`] is all of it behind the seam.
//!
//! ```
//! use roguelab_generators::haskell::{PCGen, Random};
//!
//! let mut generator = PCGen::new(42, 109);
//! assert_eq!(generator.to_string(), "PCGen 42 109");
//! let rolls: [i64; 6] = core::array::from_fn(|_| Random::random_r((1, 6), &mut generator));
//! assert_eq!(rolls, [3, 3, 2, 6, 2, 2]);
//! ```

mod random;
mod rules;

use core::fmt;
use core::num::NonZeroU32;

use crate::bounding::Bounding;
use crate::draw::{Draw, Words};
use crate::pcg32::Pcg32;

pub use random::Random;
pub use rules::{RandomR, UniformMay};

/// The document's generator: a [`Pcg32`] whose numbers are signed, and which can be split.
///
/// Its increment is kept as given; stepping uses it with the lowest bit set. Two generators are equal if they give
/// equal numbers for ever, as for [`Pcg32`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PCGen(Pcg32);

impl PCGen {
    /// The generator with this state and this increment.
    pub const fn new(state: u64, inc: u64) -> Self {
        Self(Pcg32::new_raw(state, inc))
    }

    /// The 64 bits of state.
    pub const fn state(&self) -> u64 {
        self.0.state()
    }

    /// The increment as it was given.
    pub const fn inc(&self) -> u64 {
        self.0.inc()
    }

    /// The document's `stepGen`: one PCG32 word.
    #[inline]
    pub const fn step_gen(&mut self) -> u32 {
        self.0.next_word()
    }

    /// `next`: one word, its highest bit as a sign.
    #[inline]
    pub const fn next(&mut self) -> i32 {
        self.step_gen().cast_signed()
    }

    /// `genRange`: the least and the greatest number of [`PCGen::next`].
    ///
    /// Every number between them comes from equally many states: see [`output_rank`].
    pub const fn gen_range() -> (i32, i32) {
        (i32::MIN, i32::MAX)
    }

    /// `split`: two generators from the next four words. The generator itself stays where it is.
    ///
    /// The document calls the two unrelated. They are related as follows:
    /// - the right child's state is the left child's, rotated left by two;
    /// - both are rotations of the state four steps on;
    /// - the increments are the four words, with the lowest bit of each second one set: so a child's increment is always odd, and
    ///   reveals 63 bits of the parent's next outputs.
    ///
    /// ```
    /// use roguelab_generators::haskell::PCGen;
    ///
    /// let mut parent = PCGen::new(42, 109);
    /// let (left, right) = parent.split();
    /// assert_eq!(right.state(), left.state().rotate_left(2));
    /// assert_eq!((left.inc() >> 32) as u32, parent.step_gen());
    /// ```
    #[must_use = "splitting does not change the generator"]
    pub const fn split(&self) -> (Self, Self) {
        let mut parent = Self::new(self.state(), self.inc());
        let [q, w, e, r] = [
            parent.step_gen() as u64,
            parent.step_gen() as u64,
            parent.step_gen() as u64,
            parent.step_gen() as u64,
        ];
        let left = Self::new(parent.state().rotate_right(5), (q << 32) | w | 1);
        let right = Self::new(parent.state().rotate_right(3), (e << 32) | r | 1);
        (left, right)
    }
}

/// As Haskell shows it: `PCGen 42 109`.
impl fmt::Display for PCGen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PCGen {} {}", self.state(), self.inc())
    }
}

impl From<Pcg32> for PCGen {
    fn from(pcg: Pcg32) -> Self {
        Self(pcg)
    }
}

impl From<PCGen> for Pcg32 {
    fn from(generator: PCGen) -> Self {
        generator.0
    }
}

/// Words are the outputs of [`PCGen::step_gen`], without a sign.
impl Words for PCGen {
    type Word = u32;
    const BITS: u32 = 32;

    #[inline]
    fn next_word(&mut self) -> u32 {
        self.step_gen()
    }
}

/// A generator with the two rules of the document's code: a draw is `randomR`, a choice from a list is `uniformMay`.
///
/// ```
/// use core::num::NonZeroU32;
/// use roguelab_generators::draw::Draw;
/// use roguelab_generators::haskell::{HaskellDice, PCGen};
///
/// let mut dice = HaskellDice::new(PCGen::new(42, 109));
/// let six = NonZeroU32::new(6).unwrap();
/// assert_eq!((dice.draw(six), dice.choose(six)), (2, 5));
/// assert_eq!(dice.into_gen().state(), 0xf725_853f_6679_d1e6, "one word, and then three");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HaskellDice {
    generator: PCGen,
}

impl HaskellDice {
    /// Dice that take their words from `generator`.
    pub const fn new(generator: PCGen) -> Self {
        Self { generator }
    }

    /// The generator as it stands.
    pub const fn as_gen(&self) -> &PCGen {
        &self.generator
    }

    /// Gives the generator back.
    pub fn into_gen(self) -> PCGen {
        self.generator
    }
}

impl Draw for HaskellDice {
    /// `randomR (0, n - 1)`, by [`RandomR`].
    #[inline]
    fn draw(&mut self, n: NonZeroU32) -> u32 {
        RandomR::bound(&mut self.generator, n)
    }

    /// The place that `uniformMay` takes in a list of `n`, by [`UniformMay`].
    #[inline]
    fn choose(&mut self, n: NonZeroU32) -> u32 {
        UniformMay::bound(&mut self.generator, n)
    }
}

/// The rank over GF(2) of the map from the low 59 bits of the state to the output, where the top five bits, which say how far
/// the output is rotated, are `rotation` (modulo 32).
///
/// With those five bits fixed, only shifts, exclusive ors and one rotation are left: the map is affine. The rank is 32 for
/// every rotation, so each output comes from exactly `2^(59 - 32)` states per rotation and from `2^32` of all `2^64`, and a
/// full period, which visits each state once, has every output equally often.
///
/// ```
/// use roguelab_generators::haskell::output_rank;
///
/// assert!((0..32).all(|rotation| output_rank(rotation) == 32));
/// assert_eq!(output_rank(u32::MAX), 32, "rotations are taken modulo 32");
/// ```
pub const fn output_rank(rotation: u32) -> u32 {
    let base = (rotation as u64) << 59;
    let mut rank = 0;
    // basis[b]: a column whose highest bit is b, or nothing.
    let mut basis = [0; 32];
    let mut bit = 0;
    while bit < 59 {
        let mut column = output(base) ^ output(base | (1 << bit));
        while column != 0 {
            let highest = column.ilog2();
            if basis[highest as usize] == 0 {
                basis[highest as usize] = column;
                rank += 1;
                break;
            }
            column ^= basis[highest as usize];
        }
        bit += 1;
    }
    rank
}

/// The output of a state. The increment has no part in it.
const fn output(state: u64) -> u32 {
    PCGen::new(state, 0).step_gen()
}
