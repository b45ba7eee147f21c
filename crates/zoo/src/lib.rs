//! Sources of randomness with known laws, fair and broken, and what the tests of [`gof`] say of them.
//!
//! May use the ports, `exact` and `gof`. Start with [`sources`], randomness by key with exact laws; [`broken`] has the same
//! with a defect each, [`plan`] runs the statistical plan of the gate, [`calibration`] runs the tests on fair sources, and
//! [`detection`] on well-known generators.

pub mod broken;
pub mod calibration;
pub mod detection;
mod error;
pub mod plan;
pub mod sources;

pub use error::{Error, Result};
