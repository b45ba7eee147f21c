//! Where two traces differ, and why.
//!
//! [`Comparison`] reads two [traces](crate::trace) side by side. Arguments, words and results are compared, each where
//! both traces know it. Sites differ between programs and are compared on request ([`Fields`]). At a difference it looks
//! ahead in a window of lines, asks how calls and numbers have moved, each on their own, and concludes what makes such a
//! difference ([`Cause`]). Memory is that of the window, however long the traces are.
//!
//! A program that makes one call too many still gets the same words: line by line the words stay in step, and the calls
//! come a line later. A line that is only missing from the text moves calls and words; one word that is taken and not
//! written down moves the words alone.
//!
//! ```
//! use lockstep::diverge::{Cause, Comparison, Settings};
//!
//! let expected = "mix_colors 0 13 - 4\nmix_colors 0 13 - 8\nwands 0 29 - 21\nrings 0 13 - 3\n";
//! let actual = "mix_colors 0 13 - 4\nmix_colors 0 13 - 8\nwands 0 29 - 21\nwands 0 29 - 5\nrings 0 13 - 3\n";
//! let mut comparison = Comparison::new(expected.as_bytes(), actual.as_bytes(), Settings::default());
//! let divergence = comparison.next_divergence()?.unwrap();
//! assert_eq!((divergence.a_line, divergence.b_line), (4, 4));
//! assert!(matches!(divergence.causes[0], Cause::Calls { count: 1, .. }));
//! assert!(divergence.to_string().contains("likely cause: extra call"));
//! assert!(comparison.next_divergence()?.is_none());
//! # Ok::<(), lockstep::diverge::DivergeError>(())
//! ```

mod bounding;
mod cause;
mod comparison;
mod diagnosis;
mod divergence;
mod fields;
mod stream;
mod window;

pub use cause::{Cause, Extent, Numbers, Relation, Stream};
pub use comparison::{Comparison, Settings, SitesDiffer, StatesDiffer, Tally};
pub use divergence::{Divergence, Pair, Then};
pub use fields::Fields;
pub use stream::DivergeError;
pub use window::Alignment;
