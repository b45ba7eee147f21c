//! Any text is a trace or refused, and two of them are compared to their end: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("traces"), |bytes: &[u8]| roguelab_fuzz::feed("traces", bytes));
