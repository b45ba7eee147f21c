//! One step of a subject, as a value and as text.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::argument::{Argument, Op};
use crate::{nearest, shown};

/// One step of a subject, with a text form that [`FromStr`] reads back. [`ops!`](crate::ops!) declares such a type.
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

/// The ops of a list separated by `;`, as in a replay command. Empty pieces are skipped, and blanks within an op become single.
///
/// ```
/// assert_eq!(roguelab_lockstep::split_ops(" seed  7; throw;; "), ["seed 7", "throw"]);
/// ```
pub fn split_ops(list: &str) -> Vec<String> {
    let ops = list
        .split(';')
        .map(|op| op.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
    ops.filter(|op| !op.is_empty()).collect()
}

/// The name of an op.
pub(crate) fn op_name(op: &str) -> &str {
    op.split_ascii_whitespace().next().unwrap_or_default()
}

/// The declared op of a text, if its arguments are valid.
///
/// # Errors
/// An empty text, an unknown name, a wrong number of arguments, or an argument outside its domain.
pub(crate) fn find_op<'a>(text: &str, ops: &'a [Op]) -> Result<&'a Op, ParseOpError> {
    let mut given = text.split_ascii_whitespace();
    let Some(name) = given.next() else {
        return Err(ParseOpError(format!(
            "no op given; the ops are: {}",
            join_forms(ops)
        )));
    };
    let Some(op) = ops.iter().find(|op| op.name == name) else {
        return Err(unknown_op(text, name, ops));
    };
    let (wanted, count) = (op.arguments.len(), given.clone().count());
    let (piece, form) = (shown(text.trim(), 80), op.form);
    if wanted != count {
        return Err(ParseOpError(format!(
            "`{piece}`: expected `{form}`, which has {wanted} argument(s), not {count}"
        )));
    }
    for (Argument { name, domain }, given) in op.arguments.iter().zip(given) {
        if !domain.has(given) {
            let (name, given) = (name.to_uppercase(), shown(given, 40));
            return Err(ParseOpError(format!(
                "`{piece}`: expected `{form}`, where {name} is {domain}, not `{given}`"
            )));
        }
    }
    Ok(op)
}

impl ParseOpError {
    /// Why a text is not one of these ops.
    #[doc(hidden)]
    pub fn new(text: &str, ops: &[Op]) -> Self {
        match find_op(text, ops) {
            Err(error) => error,
            Ok(_) => Self(format!("`{}`: an argument cannot be read", shown(text, 80))),
        }
    }
}

fn unknown_op(text: &str, name: &str, ops: &[Op]) -> ParseOpError {
    let mut meant = String::new();
    if let Some(name) = nearest(name, ops.iter().map(|op| op.name)).first() {
        meant = format!(", did you mean `{name}`?");
    }
    ParseOpError(format!(
        "`{}`: no such op{meant}; the ops are: {}",
        shown(text.trim(), 80),
        join_forms(ops)
    ))
}

fn join_forms(ops: &[Op]) -> String {
    ops.iter().map(|op| op.form).collect::<Vec<_>>().join("; ")
}
