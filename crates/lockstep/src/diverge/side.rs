//! The two traces, by name.

use std::fmt;

use crate::hint::Half;

/// A half as it is called here: A is taken to be right, B is held against it.
pub(super) struct Letter(pub(super) Half);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Half::Expected => "A",
            Half::Actual => "B",
        })
    }
}

/// The other half.
pub(super) const fn other(half: Half) -> Half {
    match half {
        Half::Expected => Half::Actual,
        Half::Actual => Half::Expected,
    }
}
