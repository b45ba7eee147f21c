//! Compares a port with its reference, op by op, and explains the first difference.
//!
//! It uses none of our other crates. Start reading at `subject.rs` (what is compared), then `runner.rs` (how), then [`trace`]
//! and [`diverge`] (programs that share nothing but a log of their draws).
//!
//! A **port** is our Rust, a **reference** our C in the shape of the original, an **oracle** an implementation that nobody here
//! wrote: they are the *implementations* of a **subject**, the thing compared. An **op** is one step of a subject, as text; a
//! **case** is a list of ops from a fresh start; a [`Side`] is a running implementation, or a [`program`] over a pipe.
//!
//! A [`Runner`] makes sides and compares what they show after every op; [`run`] does so for two implementations. A
//! [`Difference`] has the shortest list of ops that still fails, says how the values differ, guesses at the cause ([`Hint`]),
//! and carries the command that replays it. A run that compared nothing fails. A panic is an [`Answer`] that never agrees: it
//! fails one case.
//!
//! ```
//! use roguelab_lockstep::{Role, Budget, Cases, Failure, CaseKind, Missing, Op, Operation as _, Seen, Side, Subject, TypedSide, run};
//!
//! roguelab_lockstep::ops! {
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
//! impl TypedSide for Counter {
//!     type Op = CounterOp;
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
//!     fn name(&self) -> &str {
//!         "counter"
//!     }
//!     fn about(&self) -> &str {
//!         "counts up by one"
//!     }
//!     fn ops(&self) -> &[Op] {
//!         CounterOp::OPS
//!     }
//!     fn roles(&self) -> &[Role] {
//!         &[Role::Port, Role::Reference]
//!     }
//!     fn side<'a>(&'a self, role: Role) -> Result<Box<dyn Side + 'a>, Missing> {
//!         // The port is wrong: it goes up by two.
//!         Ok(Box::new(Counter(0, if role == Role::Port { 2 } else { 1 })))
//!     }
//!     fn cases(&self, kind: CaseKind, _: &Budget) -> Option<Cases> {
//!         (kind == CaseKind::Golden).then(|| Cases::new(kind, 1, [vec!["start 5", "next", "next"]]))
//!     }
//! }
//!
//! let cases = Counters.cases(CaseKind::Golden, &Budget::default()).unwrap();
//! let Err(Failure::Differs(found)) = run(&Counters, Role::Reference, Role::Port, cases) else { panic!() };
//! // The op that seeds is kept.
//! assert_eq!((found.op_of_case, found.shortest), (1, vec!["start 5".to_owned(), "next".to_owned()]));
//! ```

mod answer;
mod argument;
mod budget;
mod cases;
mod difference;
pub mod diverge;
mod failure;
mod hint;
mod instance;
mod notation;
mod operation;
mod ops;
mod output;
pub mod program;
mod role;
mod runner;
mod shown;
mod shrink;
mod side;
mod subject;
mod tally;
mod toml_subject;
pub mod trace;
mod unequal;

pub use answer::{Answer, Gone};
pub use argument::{Argument, ArgumentType, Domain, Op, Shows, Width};
pub use budget::{Budget, BudgetError};
pub use cases::{Cases, Chooser, NamedCase};
pub use difference::{Difference, shell_word};
pub use failure::Failure;
pub use hint::{Half, Hint, hints};
pub use instance::{catch_panic, implementation, show};
pub use notation::ParseSeenError;
pub use operation::{Operation, ParseOpError, split_ops};
#[doc(hidden)]
pub use ops::upper_arguments;
pub use output::{Drawn, Output, Seen, hex};
pub use role::{CaseKind, Missing, Role, UnknownName};
pub use runner::{ComparedOp, RunResult, Runner, parse_ops, replay, run};
pub use shown::{escaped, escaped_json, is_obeyed, is_on_github, nearest, shown};
pub use shrink::shrink;
pub use side::{RESET, Side, Start, TypedSide};
pub use subject::{Subject, WordStream};
pub use tally::Tally;
pub use toml_subject::{DescriptionError, TomlSubject};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
