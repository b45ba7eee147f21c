//! The GNU C library exists only on Linux: elsewhere none of its generators can be made.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::should_implement_trait
)]

use std::convert::Infallible;

use crate::oracles::OracleError;

pub type GlibcRandom = Absent<0>;
pub type GlobalRandom = Absent<1>;
pub type LinearCongruential = Absent<2>;

pub const fn is_available() -> bool {
    false
}

pub fn version() -> Option<String> {
    None
}

pub fn unavailable() -> OracleError {
    OracleError::Unavailable("this system does not have random_r of the GNU C library".into())
}

/// A type without values.
pub struct Absent<const GENERATOR: u8>(Infallible);

impl Absent<0> {
    pub fn new(_: u8, _: u32) -> Result<Self, OracleError> {
        Err(unavailable())
    }

    pub fn with_words(_: u8, _: &[u32]) -> Result<Self, OracleError> {
        Err(unavailable())
    }
}

impl Absent<1> {
    pub fn begin() -> Result<Self, OracleError> {
        Err(unavailable())
    }

    pub fn srandom(&mut self, _: u8, _: u32) -> Result<(), OracleError> {
        match self.0 {}
    }

    pub fn set_words(&mut self, _: u8, _: &[u32]) -> Result<(), OracleError> {
        match self.0 {}
    }
}

impl Absent<2> {
    pub fn new(_: u32, _: u16, _: u32) -> Result<Self, OracleError> {
        Err(unavailable())
    }

    pub fn step(&mut self) -> u32 {
        match self.0 {}
    }

    pub fn state(&self) -> u32 {
        match self.0 {}
    }
}

impl<const GENERATOR: u8> Absent<GENERATOR> {
    pub fn next(&mut self) -> u32 {
        match self.0 {}
    }

    pub fn fill(&mut self, _: &mut [u32]) {
        match self.0 {}
    }
}
