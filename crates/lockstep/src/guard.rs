//! Panics caught where they happen, so that one costs a case and not the whole run.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::basis::{Basis, Missing};
use crate::failure::Failure;
use crate::operation::join_ops;
use crate::output::{Output, Seen};
use crate::subject::{Side, Subject};

thread_local! {
    /// How many calls of [`caught`] this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The message and the place of the last panic in one of them.
    static LAST: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Runs this. A panic is an error, on one line, with its place in the source; nothing is printed.
///
/// # Errors
/// The panic's message.
///
/// ```
/// let error = lockstep::caught::<()>(|| panic!("no room")).unwrap_err();
/// assert!(error.starts_with("no room (at "), "{error}");
/// assert_eq!(lockstep::caught(|| 7), Ok(7));
/// ```
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    DEPTH.set(DEPTH.get() + 1);
    // What `run` leaves half done is not used again: callers drop it.
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| {
        let said = message(&*payload);
        // A thread of a pool may have met the panic of another's work in between.
        match LAST.take().filter(|(last, _)| *last == said) {
            Some((_, place)) => format!("{said} (at {place})"),
            None => said,
        }
    })
}

/// Only a hook learns the place of a panic. Ours leaves panics outside of [`caught`] to the hook before it.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                return before(info);
            }
            let place = info
                .location()
                .map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
            LAST.set(Some((message(info.payload()), place)));
        }));
    });
}

/// The message of a panic, on one line.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("a panic that does not say why");
    text.lines().map(str::trim).collect::<Vec<_>>().join(", ")
}

/// A fresh side that shows a panic as the [`Output`] of its op.
pub(crate) enum Guarded<'a, O> {
    Sound(Box<dyn Side<O> + 'a>),
    /// The panic, until an op has shown it, and the state after it.
    Panicked(Option<String>, String),
}

impl<'a, O> Guarded<'a, O> {
    pub(crate) fn new<S: Subject<Op = O> + ?Sized>(
        subject: &'a S,
        basis: Basis,
    ) -> Result<Self, Missing> {
        match caught(|| subject.side(basis)) {
            Ok(side) => Ok(Self::Sound(side?)),
            Err(panic) => Ok(Self::Panicked(
                Some(format!("while the side was made: {panic}")),
                "it was not made".into(),
            )),
        }
    }

    pub(crate) fn apply(&mut self, op: &O) -> Seen {
        let panic = match self {
            Self::Sound(side) => match caught(|| side.apply(op)) {
                Ok(seen) => return seen,
                Err(panic) => panic,
            },
            Self::Panicked(panic, _) => {
                return Output::Panic(
                    panic
                        .take()
                        .unwrap_or_else(|| "not run, after a panic before".into()),
                )
                .into();
            }
        };
        // The side is dropped at once: what it owns, such as the globals of some C, is free for the next.
        *self = Self::Panicked(None, self.state());
        Output::Panic(panic).into()
    }

    pub(crate) fn state(&self) -> String {
        match self {
            Self::Sound(side) => {
                caught(|| side.state()).unwrap_or_else(|panic| format!("unknown: {panic}"))
            }
            Self::Panicked(_, state) => state.clone(),
        }
    }
}

/// Calls `visit` with every op and what an implementation shows, from a fresh side.
///
/// # Errors
/// [`Failure::Missing`], or [`Failure::Invalid`] at the first op that panics.
pub fn show<S: Subject + ?Sized>(
    subject: &S,
    basis: Basis,
    ops: &[S::Op],
    mut visit: impl FnMut(&S::Op, Seen),
) -> Result<(), Failure> {
    let mut side = Guarded::new(subject, basis)?;
    for (index, op) in ops.iter().enumerate() {
        match side.apply(op) {
            Seen {
                output: Output::Panic(message),
                ..
            } => {
                let (name, ops) = (subject.name(), join_ops(&ops[..=index]));
                return Err(Failure::Invalid(format!(
                    "{name}: {basis} panicked at op {index}, `{op}`: {message}\n  ops       {ops}"
                )));
            }
            seen => visit(op, seen),
        }
    }
    Ok(())
}
