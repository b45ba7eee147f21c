//! Results of scans and checkpoints are read as they are written, and merge to the whole: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("results"), |bytes: &[u8]| roguelab_fuzz::feed("results", bytes));
