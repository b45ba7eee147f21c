//! Any text is checked as vectors or refused: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("vectors"), |bytes: &[u8]| roguelab_fuzz::feed("vectors", bytes));
