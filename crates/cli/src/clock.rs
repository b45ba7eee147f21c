//! The clocks that searches are given.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use identify::{Control, Progress};

use crate::interrupt;

/// What a search takes from outside: the time, the processor time that was used, and Ctrl-C.
pub(crate) fn control(progress: &(dyn Fn(Progress) + Sync)) -> Control<'_> {
    Control {
        now: unix_time(),
        clock: &processor_time,
        stop: interrupt::flag(),
        progress,
    }
}

/// The processor time used by all threads of this process, so that a search on a loaded machine finds as much as on an idle one.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time since the first call: this system has no such clock.
#[cfg(not(unix))]
pub(crate) use wall_time as processor_time;

/// The time since the first call.
pub(crate) fn wall_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The time in seconds since 1970.
pub(crate) fn unix_time() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
