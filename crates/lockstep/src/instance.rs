//! Implementations as sides. Panics are caught where they happen, so that a panic costs one case and not the whole run.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Seen;
use crate::role::{Missing, Role};
use crate::side::{RESET, Side, Start};
use crate::subject::Subject;

thread_local! {
    /// How many calls of [`catch_panic`] this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The message and the place of the last panic in one of these calls.
    static LAST: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Runs a function. A panic becomes an error, on one line, with its place in the source; nothing is printed.
///
/// # Errors
/// The panic's message.
///
/// ```
/// let error = roguelab_lockstep::catch_panic::<()>(|| panic!("no room")).unwrap_err();
/// assert!(error.starts_with("no room (at "), "{error}");
/// assert_eq!(roguelab_lockstep::catch_panic(|| 7), Ok(7));
/// ```
pub fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    DEPTH.set(DEPTH.get() + 1);
    // State that `run` leaves half done is not used again: callers drop it.
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

/// Only a hook learns the place of a panic. This hook passes panics outside of [`catch_panic`] to the previous hook.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                return before(info);
            }
            let place = match info.location() {
                Some(place) => place.to_string(),
                None => "an unknown place".to_owned(),
            };
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

/// Makes sides from an implementation of a subject. They begin each case with a fresh instance, and show a panic as an answer.
pub fn implementation(subject: &dyn Subject, role: Role) -> Start<'_> {
    Box::new(move || {
        catch_panic(|| subject.probe(role)).unwrap_or(Ok(()))?;
        Ok(Box::new(Fresh {
            subject,
            role,
            side: None,
            panicked: None,
        }))
    })
}

/// An implementation, with a fresh instance for each case.
struct Fresh<'a> {
    subject: &'a dyn Subject,
    role: Role,
    side: Option<Box<dyn Side + 'a>>,
    /// The state after a panic.
    panicked: Option<String>,
}

impl<'a> Fresh<'a> {
    /// The instance of this case.
    fn instance(&mut self) -> Result<&mut Box<dyn Side + 'a>, Missing> {
        Ok(match &mut self.side {
            Some(side) => side,
            none => none.insert(self.subject.side(self.role)?),
        })
    }
}

impl Side for Fresh<'_> {
    fn apply(&mut self, op: &str) -> Answer {
        if op == RESET {
            // Its resources, such as the globals of some C code, are free before the next one is made.
            (self.side, self.panicked) = (None, None);
            return Answer::Seen(Seen::nothing());
        }
        if self.panicked.is_some() {
            return Answer::Panic("not run, after a panic before".into());
        }
        match catch_panic(|| Ok::<_, Missing>(self.instance()?.apply(op))) {
            Ok(Ok(answer)) => answer,
            Ok(Err(missing)) => Answer::Error(missing.to_string()),
            Err(panic) => {
                // The side is dropped at once, to free its resources.
                self.panicked = Some(self.state());
                self.side = None;
                Answer::Panic(panic)
            }
        }
    }

    /// If something prevents this, the first op meets the same obstacle.
    fn ready(&mut self) {
        let _ = catch_panic(|| self.instance().is_ok());
    }

    fn state(&self) -> String {
        match (&self.side, &self.panicked) {
            (Some(side), _) => {
                catch_panic(|| side.state()).unwrap_or_else(|panic| format!("unknown: {panic}"))
            }
            (None, Some(state)) => state.clone(),
            (None, None) => String::new(),
        }
    }
}

/// Calls `visit` with what an implementation shows at each op of a list, from a fresh side.
///
/// # Errors
/// [`Failure::Missing`], or [`Failure::Invalid`] at the first text that is not an op, or op that panics.
pub fn show(
    subject: &dyn Subject,
    role: Role,
    ops: &[String],
    visit: &mut dyn FnMut(Seen),
) -> Result<(), Failure> {
    let mut side = implementation(subject, role)()?;
    for (index, op) in ops.iter().enumerate() {
        match side.apply(op) {
            Answer::Seen(seen) => visit(seen),
            other => {
                let trouble = other.trouble().unwrap_or_default();
                let (name, ops) = (subject.name(), ops[..=index].join("; "));
                return Err(Failure::Invalid(format!(
                    "{name}: {role} {trouble}, at op {index}, `{op}`\n  ops       {ops}"
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_after_a_call_are_not_caught() {
        for run in [|| (), || panic!("no room")] {
            let _ = catch_panic(run);
            assert_eq!(DEPTH.get(), 0);
        }
    }
}
