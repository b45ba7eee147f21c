//! One step of a subject, as a value and as text.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::argument::Op;
use crate::ops::forms;

/// One step of a subject, with a text form that [`FromStr`] reads back. [`ops!`](crate::ops!) declares one.
pub trait Operation: Clone + Display + FromStr<Err = ParseOpError> + Debug + Send + Sync + 'static {
    /// Every op, as declared.
    const OPS: &'static [Op];
}

/// A text that is not an op.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[non_exhaustive]
pub enum ParseOpError {
    /// No op at all.
    #[error("no op given; the ops are: {forms}")]
    Nothing {
        /// The ops there are.
        forms: String,
    },
    /// An op of this name does not exist.
    #[error("`{piece}`: no such op{}; the ops are: {forms}", meant(*nearest))]
    Unknown {
        /// The text of the op.
        piece: String,
        /// The name that looks most like it.
        nearest: Option<&'static str>,
        /// The ops there are.
        forms: String,
    },
    /// Too many arguments or too few.
    #[error("`{piece}`: expected `{form}`, which has {wanted} argument(s), not {given}")]
    Count {
        /// The text of the op.
        piece: String,
        /// What it should look like.
        form: &'static str,
        /// The number of arguments of that form.
        wanted: usize,
        /// The number of arguments in the text.
        given: usize,
    },
    /// An argument that its type cannot read.
    #[error("`{piece}`: expected `{form}`, where {argument} is of type {kind}, not `{given}`: {why}")]
    Argument {
        /// The text of the op.
        piece: String,
        /// What it should look like.
        form: &'static str,
        /// The argument's name in the form.
        argument: &'static str,
        /// The argument's type.
        kind: &'static str,
        /// The text given for it.
        given: String,
        /// Why the type cannot read that.
        why: String,
    },
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default()
}

/// Reads a list of ops separated by `;`, as a replay command holds it. Blank pieces are passed over.
///
/// # Errors
///
/// [`ParseOpError`] naming the first piece that is not an op, or that there is none.
///
/// ```
/// lockstep::ops! {
///     /// An op.
///     pub enum DieOp {
///         /// Seeds the die.
///         Seed { seed: u32 } = "seed" [seeds],
///         /// Throws it.
///         Throw = "throw",
///     }
/// }
/// let ops = lockstep::parse_ops::<DieOp>("seed 7; throw").unwrap();
/// assert_eq!(ops, [DieOp::Seed { seed: 7 }, DieOp::Throw]);
/// let error = lockstep::parse_ops::<DieOp>("seed 7; trow").unwrap_err().to_string();
/// assert_eq!(error, "`trow`: no such op, did you mean `throw`?; the ops are: seed SEED; throw");
/// ```
pub fn parse_ops<O: Operation>(text: &str) -> Result<Vec<O>, ParseOpError> {
    let pieces = text.split(';').map(str::trim).filter(|piece| !piece.is_empty());
    let ops = pieces.map(str::parse).collect::<Result<Vec<O>, _>>()?;
    if ops.is_empty() { Err(ParseOpError::Nothing { forms: forms(O::OPS) }) } else { Ok(ops) }
}

/// The text that [`parse_ops`] reads back: the ops separated by `; `.
pub fn join_ops<O: Display>(ops: &[O]) -> String {
    ops.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
