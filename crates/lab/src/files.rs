//! Files: how they are read, written and added to.
//!
//! - [`mod@read`]: texts up to a limit.
//! - [`mod@write`]: a file is written whole or not at all, and nothing that is not a file is replaced by one.
//! - [`chain`]: the lines of a file that is added to carry digests.

pub(crate) mod chain;
pub(crate) mod read;
pub(crate) mod write;
