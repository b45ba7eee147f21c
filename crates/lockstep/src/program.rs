//! A program in any language as a side: it reads ops and writes what they show, as docs/protocol.md says.

mod process;

pub use process::{Program, adopt_orphans, end_all, program, trusted};

pub use crate::answer::{Answer, Gone};
pub use crate::side::RESET;

/// The version of docs/protocol.md.
pub const PROTOCOL: u32 = 1;
