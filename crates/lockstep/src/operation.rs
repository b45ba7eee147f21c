//! One step of a subject, as a value and as text.

use std::fmt::{Debug, Display};
use std::str::{FromStr, SplitWhitespace};

use thiserror::Error;

use crate::argument::Op;
use crate::shown;

/// One step of a subject, with a text form that [`FromStr`] reads back. [`ops!`](crate::ops!) declares one.
pub trait Operation:
    Clone + Display + FromStr<Err = ParseOpError> + Debug + Send + Sync + 'static
{
    /// Every op, as declared.
    const OPS: &'static [Op];
}

/// A text that is not an op: which part of it, and what was expected.
#[derive(Clone, Debug, Eq, PartialEq, Error)]
#[error("{0}")]
pub struct ParseOpError(String);

/// Reads a list of ops separated by `;`, as a replay command holds it. Blank pieces are skipped.
///
/// # Errors
/// The first piece that is not an op, or that there is none.
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
    let pieces = text
        .split(';')
        .map(str::trim)
        .filter(|piece| !piece.is_empty());
    let ops = pieces.map(str::parse).collect::<Result<Vec<O>, _>>()?;
    if ops.is_empty() {
        Err(no_op(O::OPS))
    } else {
        Ok(ops)
    }
}

/// The text that [`parse_ops`] reads back: the ops separated by `; `.
pub fn join_ops<O: Display>(ops: &[O]) -> String {
    ops.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// The text of one op, taken apart for [`ops!`](crate::ops!).
#[derive(Debug)]
pub struct Piece<'a> {
    text: &'a str,
    op: &'static Op,
    read: usize,
    given: SplitWhitespace<'a>,
}

impl<'a> Piece<'a> {
    /// Finds the op of the text and checks the number of arguments.
    ///
    /// # Errors
    /// An empty text, an unknown name, or a wrong number of arguments.
    pub fn split(text: &'a str, ops: &'static [Op]) -> Result<Self, ParseOpError> {
        let mut given = text.split_whitespace();
        let name = given.next().ok_or_else(|| no_op(ops))?;
        let op = ops
            .iter()
            .find(|op| op.name == name)
            .ok_or_else(|| unknown(text, name, ops))?;
        let (wanted, count) = (op.arguments.len(), given.clone().count());
        if wanted == count {
            return Ok(Self {
                text,
                op,
                read: 0,
                given,
            });
        }
        let (piece, form) = (cut(text), op.form);
        Err(ParseOpError(format!(
            "`{piece}`: expected `{form}`, which has {wanted} argument(s), not {count}"
        )))
    }

    /// The name of the op.
    pub fn name(&self) -> &'static str {
        self.op.name
    }

    /// The next argument, read as a `T`, which an error calls `kind`.
    ///
    /// # Errors
    /// An argument that `T` cannot read.
    pub fn argument<T: FromStr<Err: Display>>(
        &mut self,
        kind: &'static str,
    ) -> Result<T, ParseOpError> {
        let form = self.op.form;
        let argument = form
            .split_whitespace()
            .nth(1 + self.read)
            .unwrap_or_default();
        self.read += 1;
        let given = self.given.next().unwrap_or_default();
        given.parse().map_err(|why: T::Err| {
            let (piece, given) = (cut(self.text), cut(given));
            ParseOpError(format!(
                "`{piece}`: expected `{form}`, where {argument} is of type {kind}, not `{given}`: {why}"
            ))
        })
    }
}

fn no_op(ops: &[Op]) -> ParseOpError {
    ParseOpError(format!("no op given; the ops are: {}", forms(ops)))
}

fn unknown(text: &str, name: &str, ops: &[Op]) -> ParseOpError {
    let nearest = ops
        .iter()
        .map(|op| op.name)
        .min_by_key(|known| strsim::levenshtein(name, known));
    let meant = nearest
        .map(|name| format!(", did you mean `{name}`?"))
        .unwrap_or_default();
    ParseOpError(format!(
        "`{}`: no such op{meant}; the ops are: {}",
        cut(text),
        forms(ops)
    ))
}

fn forms(ops: &[Op]) -> String {
    ops.iter().map(|op| op.form).collect::<Vec<_>>().join("; ")
}

/// As much of a text as an error shows.
fn cut(text: &str) -> String {
    shown(text.trim(), 80).into_owned()
}
