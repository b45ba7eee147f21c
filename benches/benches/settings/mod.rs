//! What all benches are timed with.

use std::time::Duration;

use bench_table::run::{home, mark};
use criterion::Criterion;

/// Short times, so that all groups together take minutes; `--measurement-time` and its like go before them.
pub(crate) fn settings() -> Criterion {
    mark();
    Criterion::default()
        // Not criterion's own folder where the ports are the portable ones.
        .output_directory(&home())
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(40)
        .nresamples(20_000)
}
