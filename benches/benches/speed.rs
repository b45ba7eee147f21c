//! Speed: port, reference and peers in one run. Each module is a group of benchmarks and, before it measures, tests that all
//! sides do the same work.

mod speed {
    pub(super) mod batteries;
    pub(super) mod filling;
    pub(super) mod games;
    pub(super) mod pcg32;
    pub(super) mod rrandom;
    pub(super) mod scan;
}

use std::time::Duration;
use std::{env, fs};

use benches::{home, mark};
use criterion::Criterion;

/// Short measurements, so that all groups together take minutes; options such as `--measurement-time` override them.
fn settings() -> Criterion {
    Criterion::default()
        // The portable versions have their own folder.
        .output_directory(&home())
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(40)
        .nresamples(20_000)
        .configure_from_args()
}

fn main() {
    let called_with = |name| env::args().any(|argument| argument == name);
    if called_with("--bench") && !called_with("--list") && !called_with("--test") {
        // Benchmarks run even if the mark cannot be written.
        let _ = fs::create_dir_all(home()).and_then(|()| fs::write(mark(&home()), ""));
    }
    let mut criterion = settings();
    for group in [
        speed::rrandom::benches,
        speed::pcg32::benches,
        speed::games::benches,
        speed::scan::benches,
        speed::batteries::benches,
    ] {
        group(&mut criterion);
    }
    criterion.final_summary();
}
