//! What an answer takes from outside.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use answers::who::{Control, Progress};

/// What an answer takes from outside: the time, where to say what is being tried, and whether to stop.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// The time in milliseconds since 1970, which never goes back.
    pub now_ms: fn() -> f64,
    /// Called with what is being tried, and whether that is another method.
    pub progress: fn(&str, bool),
    /// Becomes true when the answer is not wanted any more. The page ends its worker in place of that.
    pub stop: &'a AtomicBool,
}

impl Default for Outside<'_> {
    /// A clock that stands still, so that a search does not end before it has tried everything.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            now_ms: || 0.0,
            progress: |_, _| {},
            stop: &NEVER,
        }
    }
}

impl Outside<'_> {
    /// The time in seconds since 1970.
    pub(crate) fn now(self) -> i64 {
        ((self.now_ms)() / 1000.0) as i64
    }

    /// Answers with what a search needs.
    pub(crate) fn with_control<T>(self, answer: impl FnOnce(Control<'_>) -> T) -> T {
        let clock = || Duration::from_secs_f64((self.now_ms)().max(0.0) / 1000.0);
        let progress = |what: Progress| {
            (self.progress)(&what.to_string(), matches!(what, Progress::Begins(_)));
        };
        let now = clock().as_secs();
        answer(Control {
            now,
            clock: &clock,
            stop: self.stop,
            progress: &progress,
        })
    }
}
