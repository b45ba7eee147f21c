//! Where two traces first differ, and why.
//!
//! [`compare`] reads two [traces](crate::trace) side by side. It compares arguments, words and results where both traces know
//! them. At the first difference it looks ahead in a window of lines, for ways in which calls and numbers may have moved. It
//! reports each [`Parting`] that explains the following lines, and none if these are too little evidence. It needs only the
//! memory of the window, however long the traces are.
//!
//! A program that makes one call too many still gets the same words: line by line the words stay in step, and the calls come
//! one line later. A line that is only missing from the text moves calls and words; a word that is taken but not logged moves
//! the words alone.
//!
//! ```
//! use roguelab_lockstep::diverge::{Parting, compare};
//!
//! let expected = "hit 1 20 17904 5\ndrop 1 100 52077 78\nhit 1 20 3561 2\ngold 1 50 40399 50\nhit 1 20 61102 3\n";
//! let actual = "hit 1 20 17904 5\nhit 1 20 3561 2\ngold 1 50 40399 50\nhit 1 20 61102 3\n";
//! let divergence = compare(expected.as_bytes(), actual.as_bytes())?.divergence.unwrap();
//! assert_eq!((divergence.a_line, divergence.b_line), (2, 2));
//! assert!(matches!(divergence.causes[..], [Parting::Calls { count: 1, .. }]));
//! assert!(divergence.to_string().contains("likely cause: missing call"));
//! # Ok::<(), roguelab_lockstep::diverge::DivergeError>(())
//! ```

mod alignment;
mod comparison;
mod evidence;
mod parting;
mod window;

pub use alignment::Alignment;
pub use comparison::{AgreedLines, Comparison, DivergeError, Divergence, Rest, WINDOW, compare};
pub use parting::{NumberShift, Parting};
