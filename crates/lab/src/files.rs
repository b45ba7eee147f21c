//! Files: how they are read, written and added to.

pub(crate) mod read;
pub(crate) mod write;

use lockstep::hex;
use sha2::{Digest as _, Sha256};

/// The digests of a file that is added to line by line: each line carries one over itself and all lines before it, so that none
/// can be changed, left out or put elsewhere unnoticed.
#[derive(Clone, Debug)]
pub(crate) struct Chain(String);

impl Chain {
    /// Of no lines yet; `head` is what they all belong to.
    pub(crate) fn new(head: &str) -> Self {
        Self(hex(&Sha256::digest(head)))
    }

    /// The digest that the next line carries, in hexadecimal.
    pub(crate) fn add(&mut self, line: &str) -> String {
        self.0 = hex(&Sha256::digest(format!("{}\n{line}", self.0)));
        self.0.clone()
    }
}
