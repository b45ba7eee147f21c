//! How files are read and written.

pub mod read;
pub mod write;
