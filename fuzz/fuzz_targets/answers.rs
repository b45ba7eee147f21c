//! Lines are answers of a program, or none with a reason: `lab::fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(init: roguelab_fuzz::begin("answers"), |bytes: &[u8]| roguelab_fuzz::feed("answers", bytes));
