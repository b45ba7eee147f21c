//! The sides of a comparison.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::operation::Operation;
use crate::output::Seen;

/// The line that begins a case.
pub const RESET: &str = "reset";

/// One side of a comparison: a running implementation of a subject, or a program that is started.
///
/// Any op may follow any other: shrinking may remove the op that seeds, and a side must then still do the same thing
/// every time.
pub trait Side {
    /// Performs the op, or begins a case if it is [`RESET`], and returns what it shows.
    fn apply(&mut self, op: &str) -> Answer;

    /// Takes the resources that it needs for a case, after [`RESET`]: the expected side does so before the other performs an op.
    fn ready(&mut self) {}

    /// Announces which ops are applied next, in this order, for a side that needs time to get them.
    fn ahead(&mut self, ops: &mut dyn Iterator<Item = &str>) {
        let _ = ops;
    }

    /// Skips the ops that were announced by [`ahead`](Self::ahead) and are not applied.
    fn skip(&mut self) {}

    /// A description of its state for people; empty if it cannot be seen.
    fn state(&self) -> String {
        String::new()
    }

    /// Whether it no longer answers.
    fn is_gone(&self) -> bool {
        false
    }

    /// Ends its input, and counts the lines beyond its answers, up to `most`.
    fn surplus(&mut self, most: usize) -> usize {
        let _ = most;
        0
    }

    /// The end of what it has written to standard error.
    fn errors(&self) -> String {
        String::new()
    }
}

/// A side whose ops are values of a type that [`ops!`](crate::ops!) declares; it is a [`Side`] of texts.
pub trait TypedSide {
    /// Its ops.
    type Op: Operation;

    /// Performs the op.
    fn apply(&mut self, op: &Self::Op) -> Seen;

    /// A description of its state for people.
    fn state(&self) -> String;
}

impl<S: TypedSide> Side for S {
    fn apply(&mut self, op: &str) -> Answer {
        match op.parse() {
            Ok(op) => Answer::Seen(TypedSide::apply(self, &op)),
            Err(error) => Answer::Error(error.to_string()),
        }
    }

    fn state(&self) -> String {
        TypedSide::state(self)
    }
}

/// Makes a side that has not performed anything.
pub type Start<'a> = Box<dyn Fn() -> Result<Box<dyn Side + 'a>, Failure> + Send + Sync + 'a>;
