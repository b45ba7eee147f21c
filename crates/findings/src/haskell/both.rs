//! A probability with ideal draws and with `randomR`.

use crate::prelude::*;
use exact::explore::Rule;
use generators::haskell::RandomR;

#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Both {
    pub ideal: Exact,
    pub rule: Exact,
}

impl Both {
    pub(super) fn new(ideal: BigRational, rule: BigRational) -> Self {
        Self {
            ideal: ideal.into(),
            rule: rule.into(),
        }
    }
}

/// What `compute` gives for ideal draws, and for the document's.
pub(super) fn under_both<T>(compute: impl Fn(&Rule) -> Result<T>) -> Result<[T; 2]> {
    Ok([
        compute(&Rule::ideal())?,
        compute(&Rule::of::<RandomR>(32)?)?,
    ])
}
