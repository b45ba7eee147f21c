//! Sources of randomness with known laws, fair and broken, and the verdicts of [`gof`]'s tests on them.
//!
//! May use the ports, `exact` and `gof`. Start with [`sources`], where randomness has a key. The sources in [`broken`] each
//! have a defect, [`calibration`] runs the tests on fair items, and [`detection`] on well-known generators.

pub mod broken;
pub mod calibration;
pub mod detection;
mod error;
pub mod sources;
#[cfg(test)]
mod testu01;

pub use error::{Error, Result};
