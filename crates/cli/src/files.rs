//! How files are read and written.

pub(crate) mod read;
pub(crate) mod write;
