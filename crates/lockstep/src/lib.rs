//! Compares a port with its reference, op by op, and explains the first difference.
//!
//! It uses nothing else of ours. Start reading at `subject.rs` (what is compared), then `runner.rs` (how), then
//! [`trace`] and [`diverge`] (programs that share nothing but a log of their draws).
//!
//! A **port** is our Rust, a **reference** our C in the shape of the original, an **oracle** an implementation nobody
//! here wrote: they are the *implementations* of a **subject**, the thing compared. An **op** is one step of a subject, a *side*
//! a fresh instance of an implementation.
//!
//! [`run`] makes fresh sides for every case and compares what they show after every op. A [`Mismatch`] names the op, says
//! how the values differ, guesses at the cause ([`Hint`]), and carries the shortest list of ops that still fails with the
//! command that replays it. A run that compared nothing fails. A panic is an [`Output`] that agrees with nothing: one
//! failed case.
//!
//! ```
//! use lockstep::{Budget, Cases, Basis, Failure, Kind, Missing, Seen, Side, Subject, run};
//!
//! lockstep::ops! {
//!     /// An op on a counter.
//!     pub enum CounterOp {
//!         /// Starts at a value.
//!         Start { value: i32 } = "start" [seeds],
//!         /// Counts one up and shows the count.
//!         Next = "next" => i32,
//!     }
//! }
//!
//! /// A counter that goes up by this much.
//! struct Counter(i32, i32);
//!
//! impl Side<CounterOp> for Counter {
//!     fn apply(&mut self, op: &CounterOp) -> Seen {
//!         match *op {
//!             CounterOp::Start { value } => {
//!                 self.0 = value;
//!                 Seen::nothing()
//!             }
//!             CounterOp::Next => {
//!                 self.0 += self.1;
//!                 Seen::number(self.0)
//!             }
//!         }
//!     }
//!     fn state(&self) -> String {
//!         format!("count {}", self.0)
//!     }
//! }
//!
//! struct Counters;
//!
//! impl Subject for Counters {
//!     type Op = CounterOp;
//!     fn name(&self) -> &'static str {
//!         "counter"
//!     }
//!     fn about(&self) -> &'static str {
//!         "counts up by one"
//!     }
//!     fn bases(&self) -> &'static [Basis] {
//!         &[Basis::Port, Basis::Reference]
//!     }
//!     fn side<'a>(&'a self, basis: Basis) -> Result<Box<dyn Side<CounterOp> + 'a>, Missing> {
//!         // The port is wrong: it goes up by two.
//!         Ok(Box::new(Counter(0, if basis == Basis::Port { 2 } else { 1 })))
//!     }
//!     fn cases(&self, kind: Kind, _: &Budget) -> Option<Cases<CounterOp>> {
//!         let ops = vec![CounterOp::Start { value: 5 }, CounterOp::Next, CounterOp::Next];
//!         (kind == Kind::Golden).then(|| Cases::new(kind, 1, [ops]))
//!     }
//! }
//!
//! let cases = Counters.cases(Kind::Golden, &Budget::default()).unwrap();
//! let Err(Failure::Mismatch(mismatch)) = run(&Counters, Basis::Reference, Basis::Port, cases) else { panic!() };
//! assert_eq!(mismatch.index, 1);
//! assert_eq!(
//!     mismatch.replay,
//!     r#"lockstep::replay(&subject, Basis::Reference, Basis::Port, &lockstep::parse_ops("next")?)"#
//! );
//! ```

mod argument;
mod basis;
mod budget;
mod cases;
mod difference;
pub mod diverge;
mod failure;
mod guard;
mod hint;
mod mismatch;
mod notation;
mod operation;
mod ops;
mod output;
pub mod program;
mod runner;
mod shown;
mod shrink;
mod subject;
pub mod trace;

pub use argument::{Argument, ArgumentType, Domain, Op, Shows, Width};
pub use basis::{Basis, Kind, Missing, UnknownName};
pub use budget::{Budget, BudgetError};
pub use cases::{Cases, Chooser};
pub use failure::Failure;
pub use guard::{caught, show};
pub use hint::{Half, Hint, hints};
pub use mismatch::{Mismatch, quoted};
pub use notation::ParseSeenError;
#[doc(hidden)]
pub use operation::Piece;
pub use operation::{Operation, ParseOpError, join_ops, parse_ops};
#[doc(hidden)]
pub use ops::upper_arguments;
pub use output::{Drawn, Output, Seen, hex};
pub use runner::{Replay, Tally, replay, run};
pub use shown::{escaped, escaped_json, is_obeyed, shown};
pub use shrink::shrink;
pub use subject::{Side, Subject, Vectors, WordStream};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
