//! The C references of `vendor-c`, behind safe Rust.
//!
//! Rogue's C keeps its generator and its tables in globals, so whoever uses it must own them: a [`Session`] locks one build of
//! it, resets it, and is the only way in. The two builds ([`WordSize`]) have nothing in common and may be used side by side.
//! PCG32 keeps its state in a struct: [`ReferencePcg32`] is an ordinary value.
//!
//! The other documents have second implementations here, plain and slow, written from the documents without looking at the
//! ports: [`sequences`], [`maps`], and the Haskell of [`ReferencePcg32`]. They draw from [`ReferenceDice`], which note every
//! draw; they have no globals, and sizes that are too large for them are errors.
//!
//! ```
//! use roguelab_foreign::reference::{Session, WordSize};
//!
//! let mut game = Session::begin(WordSize::Native);
//! game.new_game(1);
//! assert_eq!(game.potions()[0], "blue");
//! assert_eq!(game.scrolls()[1], "'ichi erp'");
//! ```

mod bindings;
mod dice;
mod documents;
pub mod maps;
mod pcg;
pub mod sequences;
mod session;

pub use dice::{DiceRule, ReferenceDice};
pub use pcg::ReferencePcg32;
pub use session::{Kind, Session, WordSize};
