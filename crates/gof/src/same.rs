//! Two samples: whether they come from one distribution.
//!
//! The distribution need not be known: every division of all items of both samples into samples of their sizes is equally
//! likely. The laws are those of such a division.
//!
//! - [`counts()`]: two rows of counts over the same cells, with the hypergeometric law.
//! - [`Pair`]: two streams of values, words or permutations, counted in several views, in constant memory.
//!
//! ```
//! use roguelab_gof::same;
//!
//! // 30 of 1000 chests held a sword before the change, 60 of 1000 after it.
//! let outcome = same::counts(&[30, 970], &[60, 940])?;
//! assert_eq!(format!("{:.5}", outcome.p.upper().value()), "0.00162");
//! # Ok::<(), roguelab_gof::Error>(())
//! ```

mod counts;
mod pair;

pub use counts::counts;
pub(crate) use pair::compare_counts;
pub use pair::{Pair, ViewComparison};
