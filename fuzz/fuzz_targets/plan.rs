//! Any text is a plan that adds up, or it is said what does not: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("plan"), |bytes: &[u8]| roguelab_fuzz::feed("plan", bytes));
