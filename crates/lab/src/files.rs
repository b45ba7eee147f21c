//! Files that a user names.

pub mod read;
