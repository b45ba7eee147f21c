//! A program in any language as a side: it reads ops and writes their results, as docs/protocol.md says.

mod group;
mod process;
mod trusted;

pub use group::{adopt_orphans, end_all};
pub use process::{Program, program};
pub use trusted::start_trusted;

pub use crate::answer::{Answer, Gone};
pub use crate::side::RESET;

/// The version of docs/protocol.md.
pub const PROTOCOL: u32 = 1;
