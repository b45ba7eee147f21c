//! Questions, which are answered without the lock of the interpreter, and which Ctrl-C stops.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use web::Outside;

/// How long Python's signals may wait.
const PATIENCE: Duration = Duration::from_millis(50);

/// The stack of a thread that answers: that of a program's first thread.
const STACK: usize = 8 << 20;

/// The time since 1970 in milliseconds, which does not go back when the clock is set.
fn now_ms() -> f64 {
    static START: LazyLock<(Duration, Instant)> = LazyLock::new(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        (now.unwrap_or_default(), Instant::now())
    });
    let (start, instant) = *START;
    (start + instant.elapsed()).as_secs_f64() * 1000.0
}

#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is for one lifetime, and a closure for all"
)]
fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Waits for a reply, or for a signal that raises an error.
fn wait(replies: &Receiver<Vec<u8>>) -> PyResult<Vec<u8>> {
    loop {
        match replies.recv_timeout(PATIENCE) {
            Ok(reply) => return Ok(reply),
            Err(RecvTimeoutError::Timeout) => check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the answer panicked"));
            }
        }
    }
}

/// Answers a question in JSON about an input: see `roguelab_web::ask`.
#[pyfunction]
pub(crate) fn ask(py: Python<'_>, question: &str, input: Vec<u8>) -> PyResult<String> {
    let stop = AtomicBool::new(false);
    let outside = Outside {
        now_ms,
        stop: &stop,
        ..Outside::default()
    };
    let reply = thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        let answer = move || {
            // Nobody waits for it after an error.
            let _ = sender.send(web::ask(question.as_bytes(), input, outside));
        };
        thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, answer)?;
        py.detach(move || wait(&receiver))
            .inspect_err(|_| stop.store(true, Ordering::Relaxed))
    })?;
    Ok(String::from_utf8(reply)?)
}
