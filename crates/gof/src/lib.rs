//! Goodness of fit that does not flake.
//!
//! Stands alone: no other crate of the workspace is below it.

pub mod error;
pub mod power;
pub mod pvalue;
pub mod test;

pub use error::Error;
pub use pvalue::{PValue, Sides, Tail};
pub use test::{Outcome, Reference, Test};
