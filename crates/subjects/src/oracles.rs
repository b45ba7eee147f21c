//! The oracles, and what to do if one is missing: the environment variable `ROGUELAB_ORACLES`.

pub mod libraries;

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The root of the [`foreign::checkout`], where `fixtures` and `target` are; without a checkout the current folder.
pub fn root() -> PathBuf {
    foreign::checkout().unwrap_or(Path::new(".")).to_owned()
}

/// The environment variable that sets the [`Policy`].
pub const VARIABLE: &str = "ROGUELAB_ORACLES";

/// A value of [`VARIABLE`] that names no policy.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{VARIABLE} is `{0}`: it must be auto, require or off")]
pub struct UnknownPolicy(String);

/// The policy about oracles.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Policy {
    /// Use the oracles on this machine; name and count the others.
    #[default]
    Auto,
    /// A missing oracle is a failure. This is for CI.
    Require,
    /// Use no oracle.
    Off,
}

impl Policy {
    /// The policy from the environment.
    ///
    /// # Errors
    /// If the variable is not `auto`, `require` or `off`.
    pub fn from_env() -> Result<Self, UnknownPolicy> {
        let value = std::env::var_os(VARIABLE).unwrap_or_default();
        match &*value.to_string_lossy() {
            "" | "auto" => Ok(Self::Auto),
            "require" => Ok(Self::Require),
            "off" => Ok(Self::Off),
            other => Err(UnknownPolicy(other.to_owned())),
        }
    }
}
