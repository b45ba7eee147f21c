//! The generator of the Haskell document, in C: document 001, "Week 3: Random Dungeons".
//!
//! ```
//! use foreign::reference::haskell::ReferencePcGen;
//!
//! let mut rng = ReferencePcGen::new(0x853c_49e6_748f_ea9b, 0xda3e_39cb_94b9_5bdb);
//! assert_eq!(rng.random_r_i64(1, 20), 2);
//! ```

use super::bindings::Pcg32;
use super::documents as c;

/// `PCGen` of the document, and what the package random-1.1 draws from it.
///
/// The document's functions give the next generator beside their result; these change the one they are called on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferencePcGen(Pcg32);

impl ReferencePcGen {
    /// A generator with this state and increment. An even increment is kept, but steps as the odd one above it.
    pub fn new(state: u64, inc: u64) -> Self {
        Self(Pcg32 { state, inc })
    }

    /// The state.
    pub fn state(&self) -> u64 {
        self.0.state
    }

    /// The increment, as it was given.
    pub fn inc(&self) -> u64 {
        self.0.inc
    }

    /// `next`: the next word, as a signed number.
    pub fn next_i32(&mut self) -> i32 {
        // SAFETY: the C writes to the struct it is given and keeps nothing.
        unsafe { c::haskell_next(&mut self.0) }
    }

    /// `split`: two generators. This one stays as it is.
    pub fn split(&self) -> (Self, Self) {
        let (mut left, mut right) = (Self::new(0, 0), Self::new(0, 0));
        // SAFETY: as in next_i32.
        unsafe { c::haskell_split(&self.0, &mut left.0, &mut right.0) };
        (left, right)
    }

    /// `randomR` for integers: one of `l` to `h`, both included, in either order. Every range of 64 bits is served.
    pub fn random_r_i64(&mut self, l: i64, h: i64) -> i64 {
        // SAFETY: as in next_i32.
        unsafe { c::haskell_random_r(&mut self.0, l, h) }
    }

    /// `random` for `Word64`.
    pub fn random_u64(&mut self) -> u64 {
        // SAFETY: as in next_i32.
        unsafe { c::haskell_random_word64(&mut self.0) }
    }

    /// `random` for `Double`: at least 0 and below 1, a multiple of 2^-53.
    pub fn random_f64(&mut self) -> f64 {
        // SAFETY: as in next_i32.
        unsafe { c::haskell_random_double(&mut self.0) }
    }
}
