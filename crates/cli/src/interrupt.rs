//! Signals that ask the program to end: Ctrl-C, `kill`, and a terminal that goes away.
//!
//! A command that can stop by itself reads [`flag`]. For other commands, and at the second signal, temporary files are removed
//! and the program ends with 128 plus the signal's number, which is 130 for Ctrl-C. Under `nohup` a hang-up is still ignored.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Whether a signal has arrived.
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code after a signal, by default the one for Ctrl-C.
static CODE: AtomicU8 = AtomicU8::new(130);

/// Whether the command reads [`STOP`].
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Becomes true when the command should stop.
pub fn flag() -> &'static AtomicBool {
    IS_ASKED.store(true, Ordering::Relaxed);
    &STOP
}

/// The exit code of a command that a signal ended.
pub(crate) fn exit_code() -> u8 {
    CODE.load(Ordering::Relaxed)
}

/// Handles a signal.
fn stop(code: u8) {
    CODE.store(code, Ordering::Relaxed);
    if IS_ASKED.load(Ordering::Relaxed) && !STOP.swap(true, Ordering::Relaxed) {
        return;
    }
    lockstep::program::end_all();
    let _until_the_end = crate::files::write::remove_temporary_files();
    std::process::exit(code.into());
}

/// Listens for signals until the program ends.
#[cfg(unix)]
pub(crate) fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let mut signals =
        signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hang_up))?;
    // A file that grows too large is an error of the write, not the end of the program.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let wait = move || {
        for signal in signals.forever() {
            stop(128 + signal as u8);
        }
    };
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(wait)
        .map(drop)
}

/// Whether the program was started with this signal ignored; false if the system does not say.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // One bit per signal, the lowest for signal 1.
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Listens for signals until the program ends.
#[cfg(not(unix))]
pub(crate) fn listen() -> std::io::Result<()> {
    ctrlc::set_handler(|| stop(130)).map_err(std::io::Error::other)
}
