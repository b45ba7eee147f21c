//! What happens when an oracle is not on this machine: the environment variable `ROGUELAB_ORACLES`. And where they are.

pub mod libraries;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// The root of the workspace: where `.oracles`, `fixtures` and `target` are.
///
/// It is the one the program was built in; a program that was moved asks for the folder it is started in.
pub fn root() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    built.canonicalize().unwrap_or_else(|_| PathBuf::from("."))
}

/// The name of the variable.
pub const VARIABLE: &str = "ROGUELAB_ORACLES";

/// What to do with oracles.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Policy {
    /// Use those that are there; name and count the others. The default.
    #[default]
    Auto,
    /// A missing oracle is a failure. For CI.
    Require,
    /// Use none.
    Off,
}

impl Policy {
    /// What the environment says.
    ///
    /// # Errors
    /// If the variable has another value than `auto`, `require` or `off`.
    pub fn from_env() -> Result<Self> {
        Self::parse(std::env::var_os(VARIABLE).map(|value| value.to_string_lossy().into_owned()).as_deref())
    }

    fn parse(value: Option<&str>) -> Result<Self> {
        Ok(match value {
            None | Some("" | "auto") => Self::Auto,
            Some("require") => Self::Require,
            Some("off") => Self::Off,
            Some(other) => bail!("{VARIABLE} is `{other}`, and it may be auto, require or off"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_that_does_not_exist_is_refused() {
        assert_eq!(Policy::parse(Some("require")).unwrap(), Policy::Require);
        assert_eq!(Policy::parse(None).unwrap(), Policy::Auto);
        let error = Policy::parse(Some("yes")).unwrap_err().to_string();
        assert!(error.contains("`yes`") && error.contains("require"), "{error}");
    }
}
