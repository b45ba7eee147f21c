//! Traces: a line for every draw a program makes, to compare programs that share nothing else.
//!
#![doc = include_str!("trace/format.md")]
//!
//! [`Reader`] reads such a text of any length in constant memory, [`Call::write`] writes it, and
//! [`diverge`](crate::diverge) finds where two of them first differ.
//!
//! ```
//! use roguelab_lockstep::trace::Reader;
//!
//! let text = "# any game\r\n0 mix_colors 0 13 0x543E0564 12\r\n\r\n1 - 0 13 - 7";
//! let mut reader = Reader::new(text.as_bytes());
//! let line = reader.next_draw()?.unwrap();
//! assert_eq!((line.number, line.site()), (2, Some(&b"mix_colors"[..])));
//! assert_eq!((line.call.word, line.call.result), (Some(0x543e_0564), Some(12)));
//! let line = reader.next_draw()?.unwrap();
//! assert_eq!((line.number, line.site(), line.call.word, line.call.result), (4, None, None, Some(7)));
//! assert!(reader.next_draw()?.is_none());
//! # Ok::<(), roguelab_lockstep::trace::TraceError>(())
//! ```

mod call;
mod columns;
mod fault;
mod line;
mod reader;
mod sink;

pub use call::{Call, FORMAT, HEADER, HEADER_OF_SITES};
pub use columns::Field;
pub use fault::Fault;
pub use line::Line;
pub use reader::{LONGEST_LINE, Reader, TraceError};
pub use sink::Sink;
