//! Where two traces differ, and why.
//!
//! [`Comparison`] reads two [traces](crate::trace) side by side. Lines that are equal byte for byte are compared in blocks;
//! otherwise arguments, words and results are, each where both traces know it. Sites differ between programs and are
//! compared on request ([`Fields`]). At a difference it looks ahead in a window of lines for the smallest number of lines
//! to leave out so that the traces agree again, beyond chance, and for what makes such a difference ([`Cause`]). How many
//! lines agree in place is counted ([`InPlace`]). Memory is that of the window, however long the traces are.
//!
//! A program that makes one draw too many still gets the same words: line by line the words stay in step, and the
//! arguments come a line later. A line that is only missing from the text, or one word that is taken and not
//! written down, shifts the words. The causes distinguish the two.
//!
//! ```
//! use lockstep::diverge::{Cause, Comparison, Settings};
//!
//! let expected = "mix_colors 0 13 - 4\nmix_colors 0 13 - 8\nwands 0 29 - 21\nrings 0 13 - 3\n";
//! let actual = "mix_colors 0 13 - 4\nmix_colors 0 13 - 8\nwands 0 29 - 21\nwands 0 29 - 5\nrings 0 13 - 3\n";
//! let mut comparison = Comparison::new(expected.as_bytes(), actual.as_bytes(), Settings::default());
//! let divergence = comparison.next_divergence()?.unwrap();
//! assert_eq!((divergence.a_line, divergence.b_line), (4, 4));
//! assert!(matches!(divergence.causes[0], Cause::Lines { count: 1, .. }));
//! assert!(divergence.to_string().contains("likely cause: extra draw"));
//! assert!(comparison.next_divergence()?.is_none());
//! # Ok::<(), lockstep::diverge::DivergeError>(())
//! ```

mod alignment;
mod arguments;
mod cause;
mod comparison;
mod diagnosis;
mod divergence;
mod fields;
mod in_place;
mod related;
mod results;
mod stream;

pub use alignment::Alignment;
pub use arguments::Relation;
pub use cause::{Cause, Extent};
pub use comparison::{Comparison, Settings, SitesDiffer, StatesDiffer, Tally};
pub use divergence::{Divergence, Pair, Then};
pub use fields::Fields;
pub use in_place::InPlace;
pub use stream::DivergeError;
