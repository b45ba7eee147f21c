//! A program in any language as one more side: it reads ops and writes what they show, as docs/protocol.md says.
//!
//! [`Program`] is the process. [`Judge`] compares it with what is taken to be right, over any cases whose ops are texts:
//! an [`Original`] answers them, and may be an implementation of a subject or a second program.

mod answer;
mod bench;
mod compare;
mod failed;
mod judge;
mod process;
mod worker;

pub use answer::{Answer, Gone};
pub use bench::Row;
pub use failed::Failed;
pub use judge::{Compared, Judge, Judged};
pub use process::{Program, end_all, original};

/// The version of docs/protocol.md.
pub const PROTOCOL: u32 = 1;

/// What is taken to be right: a function that answers `reset`, which begins a case, and ops.
pub type Original = Box<dyn FnMut(&str) -> Answer>;

/// What begins a case.
pub const RESET: &str = "reset";
